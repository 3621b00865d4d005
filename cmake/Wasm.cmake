# SPDX-License-Identifier: MIT
#
# A toolchain file: WebAssembly with Debian's clang, lld and wasi-libc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# A reactor: functions that are called from outside, and no main(), also while CMake tries the compiler.
set(CMAKE_EXE_LINKER_FLAGS_INIT -mexec-model=reactor)
