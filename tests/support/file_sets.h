// SPDX-License-Identifier: MIT
//
// Short ways to say what a set of files should hold.
#ifndef TESTS_SUPPORT_FILE_SETS_H
#define TESTS_SUPPORT_FILE_SETS_H

#include "maquette/files.h"

// A set without options.
maq_files *new_files(void);

// The ids of all findings, in their order, with a space between them.
void expect_rules(const maq_findings *findings, const char *ids);

// The findings of the source that was added last.
const maq_findings *last_findings(const maq_files *files);

// A file has this text and path, and its findings are of these rules.
void expect_text(const maq_files *files, const char *name, const char *text, const char *path,
                 const char *ids);

// Reading comes to this status, without bytes, and its findings are of these rules.
void expect_failure(const maq_files *files, const char *name, maq_status status, const char *ids);

// What a folder holds: names with a space between them, folders with a slash behind them.
void expect_list(const maq_files *files, const char *folder, const char *names);
void expect_walk(const maq_files *files, const char *folder, const char *names);

// Asks everything of a set: its sources, lists, walks, and the content of every file, by its name and
// in other capitals. Returns the worst status; all statuses must be ones that data can cause.
maq_status use_all_files(const maq_files *files, const maq_memory *memory);

#endif
