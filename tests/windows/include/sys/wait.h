// SPDX-License-Identifier: MIT
//
// For tests that start processes by fork(), which Windows has not: they are skipped.
#ifndef TESTS_WINDOWS_WAIT_H
#define TESTS_WINDOWS_WAIT_H

#include <sys/types.h>

pid_t fork(void);
pid_t waitpid(pid_t child, int *result, int options);

#endif
