# SPDX-License-Identifier: MIT
#
# A toolchain file: 32-bit x86, which runs on the machine that builds.
# scripts/cross-libs makes the libraries; MAQUETTE_CROSS_LIBS in the environment says where they are.
#
# zlib: gcc -m32 -msse2 -mfpmath=sse
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc)
set(CMAKE_C_FLAGS_INIT "-m32 -msse2 -mfpmath=sse")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_FIND_ROOT_PATH $ENV{MAQUETTE_CROSS_LIBS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} $ENV{MAQUETTE_CROSS_LIBS}/lib/pkgconfig)
