# SPDX-License-Identifier: MIT
#
# A toolchain file: 64-bit Windows with Debian's mingw-w64 and POSIX threads, everything linked
# statically, so that a program is one file.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
# Only static libraries are found: Debian has a zlib of both kinds.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
# No path of this machine, and no time of the build, is in the files.
set(CMAKE_C_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,--no-insert-timestamp")
string(APPEND CMAKE_SHARED_LINKER_FLAGS_INIT " -Wl,--no-insert-timestamp")
set(ENV{PKG_CONFIG_LIBDIR} "$ENV{PKG_CONFIG_LIBDIR}:/usr/x86_64-w64-mingw32/lib/pkgconfig")
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../scripts/wine)
