// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // sched_setaffinity()
#include "support/one_core.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

int on_one_core(void (*function)(void *context), void *context) {
#ifdef CPU_COUNT
    cpu_set_t usable, one;
    if (sched_getaffinity(0, sizeof usable, &usable) != 0)
        return 0;
    size_t first = 0;
    while (!CPU_ISSET(first, &usable))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    function(context);
    assert_int_equal(sched_setaffinity(0, sizeof usable, &usable), 0);
    return CPU_COUNT(&usable);
#else
    (void)function;
    (void)context;
    return 0;
#endif
}
