// SPDX-License-Identifier: MIT
//
// Names in order, for sources that know all of theirs and for single folders. No table of hashes: the
// order serves looking up, listing and duplicates, and no input can make it slow.
#ifndef MQ_FILES_FILES_INDEX_H
#define MQ_FILES_FILES_INDEX_H

#include "base/arena.h"
#include "maquette/files.h"

typedef enum mq_node_kind {
    MQ_NODE_FILE,
    MQ_NODE_FOLDER,
    MQ_NODE_SPECIAL, // a device, a pipe, a socket; in an archive: a symbolic link
    MQ_NODE_OUTSIDE, // a link that leads out of its source
} mq_node_kind;

typedef struct mq_entry {
    const char *name; // clean, with a NUL behind it
    uint32_t name_length;
    uint8_t kind;           // mq_node_kind
    bool link;              // in a folder: reached by a symbolic link
    uint16_t method, flags; // in an archive
    uint32_t crc;           // in an archive
    uint64_t size;          // in bytes, unpacked
    uint64_t packed;        // in an archive
    union {
        uint64_t header;   // in an archive: where the header of the entry lies
        const void *bytes; // in memory
    } at;
} mq_entry;

// Sorted by name without regard to case; of equal ones folders come last, then their bytes count.
typedef struct mq_index {
    const mq_entry *entries;
    size_t count;
} mq_index;

// Called for each file of which a later one has the name.
typedef void (*mq_index_duplicate)(void *context, const mq_entry *dropped);

// Makes an index in the arena of `count` entries, whose array is spoilt. Of equal names the last one
// stays; `duplicate` may be NULL. False when memory ran out.
bool mq_index_make(mq_index *index, mq_arena *arena, mq_entry *entries, size_t count,
                   mq_index_duplicate duplicate, void *context);

// The entry of a name that is not a folder, or NULL. With any_capitals the first one whose name is equal
// without regard to case.
const mq_entry *mq_index_find(const mq_index *index, const char *name, size_t length,
                              bool any_capitals);

// The entries whose names are equal without regard to case: from the result on, up to *end.
size_t mq_index_range(const mq_index *index, const char *name, size_t length, size_t *end);

// The entries below a folder, likewise. Its own entry, if it has one, is not among them.
size_t mq_index_range_below(const mq_index *index, const char *folder, size_t length, size_t *end);

#endif
