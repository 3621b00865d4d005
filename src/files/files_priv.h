// SPDX-License-Identifier: MIT
//
// What the sources of a set share.
#ifndef MQ_FILES_FILES_PRIV_H
#define MQ_FILES_FILES_PRIV_H

#include "base/findings.h"
#include "base/platform.h"
#include "files/files.h"
#include "files/files_index.h"
#include "files/files_names.h"
#include "files/files_rules.h"

// Adds a finding: MQ_FILES_FIND(findings, ENTRY_BROKEN, offset, "...", ...).
#define MQ_FILES_FIND(findings, rule, offset, ...)                                                 \
    mq_add_finding((findings), &mq_files_rules[MQ_##rule], (offset), 0, __VA_ARGS__)

// The limits of a set, with every default filled in.
typedef struct mq_files_limits {
    maq_memory memory;
    uint32_t max_findings;
    uint32_t max_ratio;
    uint64_t max_entries, max_file_bytes, max_total_bytes;
    bool follow_links;
} mq_files_limits;

// Whether so many bytes may come of `packed` ones.
bool mq_files_ratio_allowed(const mq_files_limits *limits, uint64_t packed, uint64_t unpacked);

// One call of a caller: where its result goes.
typedef struct mq_query {
    mq_arena *arena;
    mq_findings *findings;
} mq_query;

// A name asked for, cleaned. NULL when it is refused, which is a finding, or memory ran out.
const char *mq_query_clean(mq_query *query, const char *name);

// What looking up came to.
typedef struct mq_hit {
    const char *name; // as the source spells it
    mq_node_kind kind;
    uint64_t size;
    bool link;
    const mq_entry *entry; // of archives and memory
} mq_hit;

// The names that a listing collects, copied into the arena of the query where need be.
typedef struct mq_gather {
    mq_query *query;
    size_t source;
    bool found; // some source has the folder
    maq_file_entry *items;
    size_t count, capacity;
} mq_gather;

// `name` must live as long as the result does.
void mq_gather_add(mq_gather *gather, const char *name, bool folder);

// Whether an index has the folder, by an entry or by what lies below it.
bool mq_index_has_folder(const mq_index *index, const char *folder, size_t length);

// Adds what is right in a folder of an index, or all files below it.
void mq_gather_index(mq_gather *gather, const mq_index *index, const char *folder, size_t length,
                     bool deep);

typedef struct mq_source mq_source;

// What a kind of source can do. Names are clean. Any number of threads may call these at once. Failing
// memory is left in the status of the query's arena.
typedef struct mq_source_type {
    // Finds what has the name and is not a folder.
    bool (*find)(const mq_source *source, mq_query *query, const char *name, size_t length,
                 bool any_capitals, mq_hit *hit);
    // Reads the first `length` bytes of what find() found, with a NUL behind them. The size in the hit is
    // within the limits, and `length` is not larger. A checksum is checked when all bytes are read.
    maq_status (*read)(const mq_source *source, mq_query *query, const mq_hit *hit, size_t length,
                       unsigned char **bytes);
    // Whether there is a folder of that name, in any capitals.
    bool (*has_folder)(const mq_source *source, mq_query *query, const char *name, size_t length);
    void (*list)(const mq_source *source, mq_gather *gather, const char *folder, size_t length,
                 bool deep);
    void (*end)(mq_source *source); // NULL: the arena is all there is
} mq_source_type;

// One source, in a separate arena: when making one fails, the set stays as it was.
struct mq_source {
    maq_files_source about;     // of callers
    const mq_source_type *type; // NULL: not usable
    void *state;                // of the type
    mq_arena *arena;
    mq_findings findings;
    const mq_files_limits *limits;
    size_t index;
    bool on_disk;
    mq_source *lower; // the next one below in the same set
};

struct maq_files {
    mq_arena *arena;
    mq_files_limits limits;
    const maq_files *below;
    mq_source *top;
    size_t count; // with those of the set below
};

// Each fills a new source whose path is set. A status other than MAQ_OK comes with a finding.
maq_status mq_source_open_folder(mq_source *source);
maq_status mq_source_open_memory(mq_source *source, const maq_memory_file *items, size_t count);

// An archive at a path, of which only what is below the folder `inside` is used, or in memory.
maq_status mq_source_open_archive(mq_source *source, const char *path, const char *inside);
maq_status mq_source_open_archive_memory(mq_source *source, const void *bytes, size_t length);

// ------------------------------------------------------------------------------------------ the disk

// An open regular file, which several threads may read at once.
typedef struct mq_disk_file {
    mq_platform_file file;
    uint64_t size;
} mq_disk_file;

// MAQ_UNSUPPORTED for what is not a regular file; it is never waited for. MAQ_CANNOT_READ leaves errno.
maq_status mq_disk_open(const char *path, bool follow_link, mq_disk_file *out);

// Reads exactly so many bytes; false when there are fewer (errno 0) or they cannot be read.
bool mq_disk_read(const mq_disk_file *file, uint64_t offset, void *bytes, size_t length);
void mq_disk_close(const mq_disk_file *file);

#endif
