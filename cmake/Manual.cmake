# SPDX-License-Identifier: MIT
#
# The manual page and the completions come from the option table of the command, so that they cannot
# go stale: the command that was just built prints them.
set(manual_files "")

function(maquette_print output)
    set(path ${PROJECT_BINARY_DIR}/manual/${output})
    # Written under another name first: a failing command must not leave an empty file behind.
    add_custom_command(OUTPUT ${path}
        COMMAND maquette-command ${ARGN} > ${path}.new
        COMMAND ${CMAKE_COMMAND} -E rename ${path}.new ${path}
        DEPENDS maquette-command COMMENT "Writing ${output}" VERBATIM)
    set(manual_files ${manual_files} ${path} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/manual)
maquette_print(maquette.1 --man)
set(manual_pages ${PROJECT_BINARY_DIR}/manual/maquette.1)
# One for each command of the table.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/options.c)
file(STRINGS ${PROJECT_SOURCE_DIR}/cli/options.c names REGEX "^ +\\.name = \"[a-z]+\",$")
foreach(name ${names})
    string(REGEX REPLACE ".*\"([a-z]+)\".*" "\\1" name ${name})
    maquette_print(maquette-${name}.1 --man=${name})
    list(APPEND manual_pages ${PROJECT_BINARY_DIR}/manual/maquette-${name}.1)
endforeach()
maquette_print(maquette.bash --completion bash)
maquette_print(_maquette --completion zsh)
maquette_print(maquette.fish --completion fish)
add_custom_target(maquette-manual ALL DEPENDS ${manual_files})
