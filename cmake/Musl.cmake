# SPDX-License-Identifier: MIT
#
# A toolchain file: x86-64 with musl instead of the GNU C library.
#
# zlib: musl-gcc
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
