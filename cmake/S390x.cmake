# SPDX-License-Identifier: MIT
#
# A toolchain file: s390x, a big-endian machine, with Debian's cross compiler; programs run under QEMU.
#
# zlib: s390x-linux-gnu-gcc
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
