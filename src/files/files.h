// SPDX-License-Identifier: MIT
//
// Files of a set for the other modules: the same as the public functions, into arenas of theirs.
#ifndef MQ_FILES_FILES_H
#define MQ_FILES_FILES_H

#include "base/findings.h"
#include "maquette/files.h"

// Finds a file and, with `read`, reads it. The texts and bytes lie in the arena; `out->findings` is left
// NULL, as the findings go to the list given. The status is that of maq_files_find() and
// maq_files_read(), or the one of the arena.
maq_status mq_files_get(const maq_files *files, const char *name, bool read, mq_arena *arena,
                        mq_findings *findings, maq_file *out);

#endif
