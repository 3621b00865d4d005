# SPDX-License-Identifier: MIT
#
# A toolchain file: x86-64 with musl instead of the GNU C library.
#
# zlib: musl-gcc -fPIC
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
# The libraries become part of the shared library.
set(CMAKE_C_FLAGS_INIT -fPIC)
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
