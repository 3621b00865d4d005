# SPDX-License-Identifier: MIT
#
# A toolchain file: 32-bit x86, which runs on the machine that builds.
#
# zlib: gcc -m32 -msse2 -mfpmath=sse
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc)
set(CMAKE_C_FLAGS_INIT "-m32 -msse2 -mfpmath=sse")
include(${CMAKE_CURRENT_LIST_DIR}/CrossLibs.cmake)
