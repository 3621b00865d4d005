# SPDX-License-Identifier: MIT
#
# How every file of the project is compiled and linked.
include(CheckLinkerFlag)

if(MAQUETTE_THREADS)
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
else()
    add_compile_definitions(MQ_THREADS=0)
    add_library(Threads::Threads INTERFACE IMPORTED)
endif()

set(MAQUETTE_LIBM "")
set(MAQUETTE_SHARED_LINK_OPTIONS "")
if(UNIX)
    set(MAQUETTE_LIBM m)
    # The shared library names libm as needed only when it calls it.
    check_linker_flag(C -Wl,--as-needed MAQUETTE_HAS_AS_NEEDED)
    if(MAQUETTE_HAS_AS_NEEDED)
        list(APPEND MAQUETTE_SHARED_LINK_OPTIONS -Wl,--as-needed)
    endif()
    # A forgotten source file shows here rather than in a user's program. Sanitizers leave symbols
    # to the program on purpose.
    check_linker_flag(C -Wl,--no-undefined MAQUETTE_HAS_NO_UNDEFINED)
    if(MAQUETTE_HAS_NO_UNDEFINED AND NOT MAQUETTE_SANITIZE AND NOT MAQUETTE_LIBFUZZER)
        list(APPEND MAQUETTE_SHARED_LINK_OPTIONS -Wl,--no-undefined)
    endif()
endif()

# These must reach all objects alike, hence no target property.
if(MAQUETTE_SANITIZE)
    add_compile_options(-fsanitize=${MAQUETTE_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${MAQUETTE_SANITIZE} -fno-sanitize-recover=all)
endif()
if(MAQUETTE_LIBFUZZER)
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(MAQUETTE_COVERAGE)
    # MQ_COVERAGE lets the sources take checks that can never fire out of the count. Atomic updates
    # keep the counts right when a test runs threads.
    add_compile_options(--coverage -fprofile-update=atomic)
    add_compile_definitions(MQ_COVERAGE=1)
    add_link_options(--coverage)
endif()

# maquette_flags(<target>): the language, the warnings, and what makes results repeatable.
function(maquette_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden)
    target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        # Without -ffp-contract=off compilers fuse a * b + c where the machine can, and the same
        # model would come out with different bits on different machines.
        target_compile_options(${target} PRIVATE
            -ffp-contract=off -Wall -Wextra -Wshadow -Wconversion
            -Wstrict-prototypes -Wmissing-prototypes -Wvla
            $<$<BOOL:${MAQUETTE_WERROR}>:-Werror>)
        if(CMAKE_C_COMPILER_ID STREQUAL GNU)
            # By the letter of C11, gcc computes with floats as doubles on s390x; elsewhere this has no effect.
            target_compile_options(${target} PRIVATE -fexcess-precision=fast)
        endif()
        if(MINGW)
            # printf() is that of C11 there, but the compiler checks formats by the rules of Microsoft's;
            # isfinite() is a macro that converts. Other builds have both warnings.
            target_compile_options(${target} PRIVATE -Wno-format -Wno-float-conversion)
            target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
        endif()
    endif()
endfunction()
