# SPDX-License-Identifier: MIT
#
# The shared library of Windows, maquette.dll, exports the functions that the public headers declare. They
# are listed in a .def file: without one, the linker would export all.
set(exports "EXPORTS\n")
foreach(header ${headers})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(READ ${header} text)
    string(REGEX MATCHALL "MAQ_API[^;(]*[ *]maq_[a-z0-9_]+\\(" declarations "${text}")
    foreach(declaration ${declarations})
        string(REGEX MATCH "maq_[a-z0-9_]+\\($" name "${declaration}")
        string(REPLACE "(" "" name "${name}")
        string(APPEND exports "    ${name}\n")
    endforeach()
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/maquette.def CONTENT "${exports}")
target_sources(maquette-shared PRIVATE ${PROJECT_BINARY_DIR}/maquette.def)
set_target_properties(maquette-shared PROPERTIES PREFIX "")
