# SPDX-License-Identifier: MIT
#
# An overlay port: it builds the tree that it lies in.
#     vcpkg install maquette --overlay-ports=path/to/maquette/packaging/vcpkg
vcpkg_cmake_configure(SOURCE_PATH "${CURRENT_PORT_DIR}/../.."
    OPTIONS -DMAQUETTE_TESTS=OFF -DMAQUETTE_EXTRAS=OFF -DMAQUETTE_COMMAND=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/maquette)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${CURRENT_PORT_DIR}/../../LICENSE")
