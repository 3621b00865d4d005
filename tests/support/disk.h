// SPDX-License-Identifier: MIT
//
// A temporary folder for tests. Each test program has one at a time.
#ifndef TESTS_SUPPORT_DISK_H
#define TESTS_SUPPORT_DISK_H

#include <stddef.h>

// Set-up and tear-down of a group of tests: makes the folder, and removes it with all that is in it.
int disk_begin(void **state);
int disk_end(void **state);

// The path of a name in the folder. It is valid for the next seven calls.
const char *on_disk(const char *name);

// Each makes the folders on the way, too.
void put_bytes(const char *name, const void *bytes, size_t length);
void put_file(const char *name, const char *text);
void put_folder(const char *name);
void put_link(const char *name, const char *target);
void put_pipe(const char *name);

#endif
