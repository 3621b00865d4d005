// SPDX-License-Identifier: MIT
#include "support/overwriting.h"

#include <stdlib.h>

static void *allocate(void *context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

// Whatever the compiler thinks of writing to memory that is freed next.
static void overwrite_and_release(void *context, void *block, size_t bytes) {
    (void)context;
    for (size_t i = 0; i < bytes; i++)
        ((volatile char *)block)[i] = 1;
    free(block);
}

const maq_memory overwriting_memory = {
    .size = sizeof overwriting_memory, .allocate = allocate, .release = overwrite_and_release};
