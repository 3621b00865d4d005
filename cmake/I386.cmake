# SPDX-License-Identifier: MIT
#
# A toolchain file: 32-bit x86, which runs on the machine that builds.
#
# zlib: gcc -m32 -msse2 -mfpmath=sse -fPIC -idirafter /usr/include/x86_64-linux-gnu
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc)
# Position-independent, as the libraries become part of the shared library.
# The headers of Linux (asm/) are the same for both machines. Debian's gcc-multilib links them to where -m32 searches,
# but excludes the compiler for s390x.
set(CMAKE_C_FLAGS_INIT "-m32 -msse2 -mfpmath=sse -fPIC -idirafter /usr/include/x86_64-linux-gnu")
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
