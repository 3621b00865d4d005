// SPDX-License-Identifier: MIT
//
// What a function does where there is one core.
#ifndef TESTS_SUPPORT_ONE_CORE_H
#define TESTS_SUPPORT_ONE_CORE_H

// Calls it while the process may use one of its cores alone, as taskset and containers limit it. Returns how many
// cores the process has otherwise; 0, and nothing is called, where the system cannot limit it.
int on_one_core(void (*function)(void *context), void *context);

#endif
