# SPDX-License-Identifier: MIT
#
# Included by the toolchain files: programs are linked statically, with the libraries that scripts/cross-libs
# made for the machine. The variable MAQUETTE_CROSS_LIBS of the environment says where they are.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_FIND_ROOT_PATH $ENV{MAQUETTE_CROSS_LIBS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} $ENV{MAQUETTE_CROSS_LIBS}/lib/pkgconfig)
