// SPDX-License-Identifier: MIT
//
// For tests that limit the size of files, which Windows cannot: they are skipped before they do.
#ifndef TESTS_WINDOWS_RESOURCE_H
#define TESTS_WINDOWS_RESOURCE_H

enum { RLIMIT_FSIZE = 1, SIGXFSZ = 25 };

struct rlimit {
    unsigned long rlim_cur, rlim_max;
};

int setrlimit(int resource, const struct rlimit *limit);

#endif
