# SPDX-License-Identifier: MIT
#
# A toolchain file: s390x, a big-endian machine, with Debian's cross compiler; programs run under QEMU.
# scripts/cross-libs makes the libraries; MAQUETTE_CROSS_LIBS in the environment says where they are.
#
# zlib: s390x-linux-gnu-gcc
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_C_FLAGS_INIT "")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_FIND_ROOT_PATH $ENV{MAQUETTE_CROSS_LIBS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} $ENV{MAQUETTE_CROSS_LIBS}/lib/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
