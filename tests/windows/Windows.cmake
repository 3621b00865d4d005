# SPDX-License-Identifier: MIT
#
# The tests of the Windows build, which run under Wine (scripts/wine).
#
# tests/windows/posix.h has what the tests use of POSIX. Tests that make no sense there are listed here
# with the reason, and count as skipped.
include_directories(windows/include)
add_compile_options(-include ${CMAKE_CURRENT_SOURCE_DIR}/windows/posix.h)
set(windows_support windows/posix.c)
# windows_skip(<list> <reason> <test>...)
function(windows_skip list reason)
    foreach(name ${ARGN})
        add_test(NAME ${name} COMMAND sh -c "echo 'skipped: ${reason}' && exit 77")
        set_tests_properties(${name} PROPERTIES LABELS "skip" SKIP_RETURN_CODE 77)
    endforeach()
    set(${list} ${${list}} ${ARGN} PARENT_SCOPE)
endfunction()

windows_skip(windows_script_skips "needs a terminal of Unix" test_cli_terminal)
windows_skip(windows_script_skips "needs a desktop of Unix" test_desktop)
windows_skip(windows_script_skips "opens pages by programs of Unix; windows_archive has the page" test_cli_view)
windows_skip(windows_script_skips "needs an empty environment, which Wine cannot have" test_cli_render_alone)
windows_skip(windows_script_skips "needs pipes, links and file names of Unix" test_folder_entries)
windows_skip(windows_script_skips "limits and measures processes by means of Unix" test_hostile)
windows_skip(windows_script_skips "makes functions of the C library of Unix fail" test_faults)
windows_skip(windows_script_skips "is about the sources, not the build"
    test_docs test_docs_wza test_messages test_readme_commands test_examples)
windows_skip(windows_script_skips "is about WebAssembly"
    test_web_package test_web_same_bytes test_web_speed test_web_viewer)

# What is special about Windows.
add_executable(hold-open windows/hold_open.c)
list(APPEND environment "MAQUETTE_SYSTEM=Windows" "HOLD_OPEN=$<TARGET_FILE:hold-open>")
maquette_test(windows_paths script windows ${CMAKE_CURRENT_SOURCE_DIR}/windows/paths.sh)
maquette_test(windows_sharing script windows ${CMAKE_CURRENT_SOURCE_DIR}/windows/sharing.sh)
maquette_test(windows_archive script windows ${CMAKE_CURRENT_SOURCE_DIR}/windows/archive.sh)
