# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/maquette)

install(TARGETS maquette-shared maquette-static EXPORT maquette-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(WIN32)
    # scripts/build-windows puts the libraries that the static one needs beside it.
    target_link_directories(maquette-static INTERFACE
        "$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}>")
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/maquette)
install(EXPORT maquette-targets NAMESPACE maquette:: DESTINATION ${package_dir})

configure_package_config_file(cmake/maquette-config.cmake.in maquette-config.cmake
    INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(maquette-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/maquette-config.cmake
    ${PROJECT_BINARY_DIR}/maquette-config-version.cmake DESTINATION ${package_dir})

# The .pc file finds its prefix from where it lies, so that an installed tree can be moved.
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
    string(REGEX REPLACE "/$" "" up ${up})
    set(pc_prefix "\${pcfiledir}/${up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(pc_modules "")
foreach(library ${MAQUETTE_MODULE_LIBRARIES})
    string(APPEND pc_modules " -l${library}")
endforeach()
configure_file(cmake/maquette.pc.in maquette.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/maquette.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The viewer, when `make web` has built it.
install(FILES ${PROJECT_SOURCE_DIR}/build/viewer.html DESTINATION ${CMAKE_INSTALL_DATADIR}/maquette OPTIONAL)

if(TARGET maquette-command)
    install(TARGETS maquette-command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    if(UNIX)
        # Desktops learn what the files are, and who draws small pictures of them.
        install(FILES share/mime/maquette.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
        install(FILES share/thumbnailers/maquette.thumbnailer
            DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
    endif()
endif()
if(TARGET maquette-manual)
    set(manual ${PROJECT_BINARY_DIR}/manual)
    install(FILES ${manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${manual}/maquette.bash RENAME maquette
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${manual}/_maquette DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${manual}/maquette.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
