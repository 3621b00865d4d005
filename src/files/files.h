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

// The same for the first bytes of a file, at most so many. `out->length` is that of the whole file.
maq_status mq_files_read_start(const maq_files *files, const char *name, size_t most,
                               mq_arena *arena, mq_findings *findings, maq_file *out);

// Finds a file by a clean name, either exactly or without regard to capital letters, and without findings.
// `out` lies in the arena. A pipe, or a link that leads out, is found, too; reading it fails.
bool mq_files_find_clean(const maq_files *files, const char *name, bool any_capitals,
                         mq_arena *arena, maq_file *out);

// The path of a folder, by its clean name in any capitals, in one of the sources that have it: the one
// of the highest source has number 0. NULL when there are not as many.
const char *mq_files_folder_path(const maq_files *files, const char *folder, size_t number,
                                 mq_arena *arena);

// maq_files_list() into an arena.
maq_status mq_files_list(const maq_files *files, const char *folder, mq_arena *arena,
                         mq_findings *findings, maq_file_list *out);

// Whether a source lies on the disk, so that a path stands for the same file in every set.
bool mq_files_on_disk(const maq_files *files, size_t source);

#endif
