// SPDX-License-Identifier: MIT
//
// Zip archives as a source. Entries are read by offset, so threads share an archive without a lock, and
// inflated right into the memory of the caller.
#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "base/checked.h"
#include "base/cursor.h"
#include "files/files_archive_priv.h"

enum { HEADER_SIZE = 30, BLOCK_SIZE = 64 * 1024 };

// No byte of deflated data gives more: a match of 258 bytes takes two bits at least.
#define MOST_PER_BYTE 1032

bool mq_archive_read(const mq_archive *archive, uint64_t offset, void *bytes, size_t length) {
    if (offset > archive->size || length > archive->size - offset) {
        errno = 0;
        return false;
    }
    if (!archive->memory)
        return mq_disk_read(&archive->disk, offset, bytes, length);
    if (length > 0)
        memcpy(bytes, archive->memory + offset, length);
    return true;
}

// ----------------------------------------------------------------------------------------- one entry

typedef struct entry_reader {
    const mq_source *source;
    const mq_archive *archive;
    mq_query *query;
    const mq_entry *entry;
    uint64_t data; // where the packed bytes begin
    unsigned char *out;
    size_t wanted; // how many bytes; the rest is not read
} entry_reader;

static bool is_whole(const entry_reader *r) {
    return r->wanted == r->entry->size;
}

#define ENTRY_FIND(r, rule, ...)                                                                   \
    MQ_FILES_FIND((r)->query->findings, rule, (r)->entry->at.header, __VA_ARGS__)

static maq_status find_broken(entry_reader *r, const char *why) {
    ENTRY_FIND(r, ENTRY_BROKEN, "%s", why);
    return MAQ_BAD_DATA;
}

static maq_status find_size(entry_reader *r, const char *how) {
    ENTRY_FIND(r, ENTRY_SIZE, "its size in bytes should be %llu, but it is %s",
               (unsigned long long)r->entry->size, how);
    return MAQ_BAD_DATA;
}

// What can be known before anything is read.
static maq_status check_entry(entry_reader *r) {
    const mq_entry *entry = r->entry;
    if (entry->flags & MQ_ZIP_ENCRYPTED) {
        ENTRY_FIND(r, ENTRY_ENCRYPTED, "it is encrypted");
        return MAQ_UNSUPPORTED;
    }
    if (entry->method != MQ_ZIP_STORED && entry->method != MQ_ZIP_DEFLATED) {
        ENTRY_FIND(r, ENTRY_UNSUPPORTED, "it is packed by method %u", entry->method);
        return MAQ_UNSUPPORTED;
    }
    if (entry->method == MQ_ZIP_STORED && entry->packed != entry->size)
        return find_size(r, entry->packed > entry->size ? "larger" : "smaller");
    if (entry->method == MQ_ZIP_DEFLATED && entry->size / MOST_PER_BYTE > entry->packed)
        return find_size(r, "smaller");
    if (!mq_files_ratio_allowed(r->source->limits, entry->packed, entry->size)) {
        ENTRY_FIND(
            r, ENTRY_RATIO,
            "it unpacks from size %llu to %llu; the limit is 16 MiB and a factor of %u; --archive-limit ratio=N raises it",
            (unsigned long long)entry->packed, (unsigned long long)entry->size,
            r->source->limits->max_ratio);
        return MAQ_OVER_LIMIT;
    }
    return MAQ_OK;
}

// The header before the data says again most of what the directory says, and where the data begin.
static maq_status read_header(entry_reader *r) {
    const mq_entry *entry = r->entry;
    unsigned char bytes[HEADER_SIZE];
    if (!mq_archive_read(r->archive, entry->at.header, bytes, sizeof bytes) ||
        memcmp(bytes, "PK\3\4", 4) != 0)
        return find_broken(r, "its header is missing");
    mq_cursor cursor = mq_cursor_over(bytes, sizeof bytes);
    mq_read_bytes(&cursor, 4 + 2); // signature, version
    uint16_t flags = mq_read_u16(&cursor), method = mq_read_u16(&cursor);
    mq_read_u32(&cursor); // time and date
    uint32_t crc = mq_read_u32(&cursor);
    uint32_t packed = mq_read_u32(&cursor), size = mq_read_u32(&cursor);
    uint32_t skipped = mq_read_u16(&cursor);
    skipped += mq_read_u16(&cursor);
    r->data = entry->at.header + HEADER_SIZE + skipped;
    if (r->data > r->archive->directory || entry->packed > r->archive->directory - r->data)
        return find_broken(r, "its data do not lie in the archive");
    bool sizes_follow = flags & MQ_ZIP_SIZES_FOLLOW;
    bool large = packed == UINT32_MAX || size == UINT32_MAX; // they are in an extra field
    if (method != entry->method || (!sizes_follow && crc != entry->crc) ||
        (!sizes_follow && !large && (packed != entry->packed || size != entry->size)))
        ENTRY_FIND(r, ENTRY_DISAGREES, "its header and the directory of the archive disagree");
    return MAQ_OK;
}

static maq_status read_stored(entry_reader *r) {
    if (!mq_archive_read(r->archive, r->data, r->out, r->wanted))
        return find_broken(r, "its data cannot be read");
    return MAQ_OK;
}

static void *allocate_for_zlib(void *arena, unsigned count, unsigned size) {
    size_t bytes;
    if (!mq_multiply_size(count, size, &bytes))
        return NULL;
    return MQ_NEW_UNINITIALIZED_ARRAY(arena, max_align_t, bytes / sizeof(max_align_t) + 1);
}

static void free_for_zlib(void *arena, void *block) {
    (void)arena; // all goes with the arena
    (void)block;
}

// What there is to give to zlib, a block at a time.
typedef struct packed_bytes {
    uint64_t offset, left;
    unsigned char *block;
    size_t capacity;
} packed_bytes;

static bool next_block(const entry_reader *r, packed_bytes *packed, z_stream *stream) {
    size_t length = packed->left < packed->capacity ? (size_t)packed->left : packed->capacity;
    if (!mq_archive_read(r->archive, packed->offset, packed->block, length))
        return false;
    packed->offset += length;
    packed->left -= length;
    stream->next_in = packed->block;
    stream->avail_in = (uInt)length;
    return true;
}

// Inflates until the end of the data, or until there is one byte more than there should be (or than is
// wanted). That byte goes where the NUL would.
static maq_status inflate_all(entry_reader *r, packed_bytes *packed, z_stream *stream) {
    size_t capacity = r->wanted + 1, used = 0;
    int result = Z_OK;
    while (result == Z_OK) {
        if (stream->avail_in == 0 && packed->left > 0 && !next_block(r, packed, stream))
            return find_broken(r, "its data cannot be read");
        size_t space = capacity - used;
        uInt step = space < UINT32_MAX / 2 ? (uInt)space : UINT32_MAX / 2;
        stream->next_out = r->out + used;
        stream->avail_out = step;
        result = inflate(stream, Z_NO_FLUSH);
        used += step - stream->avail_out;
        if (used == capacity)
            return is_whole(r) ? find_size(r, "larger") : MAQ_OK;
    }
    if (result == Z_MEM_ERROR)
        return MAQ_NO_MEMORY; // and the arena says so, too
    if (result == Z_BUF_ERROR)
        return find_broken(r, "its data end early");
    if (result != Z_STREAM_END)
        return find_broken(r, "its data cannot be inflated");
    if (used != r->wanted || !is_whole(r))
        return find_size(r, "smaller");
    if (stream->avail_in > 0 || packed->left > 0)
        ENTRY_FIND(r, ENTRY_DISAGREES,
                   "its data ends before its packed size does (unused bytes: %llu)",
                   (unsigned long long)(stream->avail_in + packed->left));
    return MAQ_OK;
}

static maq_status read_deflated(entry_reader *r) {
    mq_arena *scratch = mq_arena_scratch(r->query->arena);
    if (!scratch)
        return mq_arena_status(r->query->arena);
    packed_bytes packed = {.offset = r->data, .left = r->entry->packed};
    packed.capacity = packed.left < BLOCK_SIZE ? (size_t)packed.left : BLOCK_SIZE;
    packed.block = MQ_NEW_UNINITIALIZED_ARRAY(scratch, unsigned char, packed.capacity);
    z_stream stream = {.zalloc = allocate_for_zlib, .zfree = free_for_zlib, .opaque = scratch};
    maq_status status = MAQ_NO_MEMORY;
    if (packed.block && inflateInit2(&stream, -MAX_WBITS) == Z_OK) {
        status = inflate_all(r, &packed, &stream);
        inflateEnd(&stream);
    }
    mq_arena_end_scratch(r->query->arena, scratch);
    return status;
}

static bool is_intact(const entry_reader *r) {
    uLong crc = crc32(0, NULL, 0);
    for (size_t at = 0, step; at < r->wanted; at += step) {
        step = r->wanted - at < UINT32_MAX / 2 ? r->wanted - at : UINT32_MAX / 2;
        crc = crc32(crc, r->out + at, (uInt)step);
    }
    return crc == r->entry->crc;
}

static maq_status read_file(const mq_source *source, mq_query *query, const mq_hit *hit,
                            size_t length, unsigned char **bytes) {
    entry_reader r = {.source = source,
                      .archive = source->state,
                      .query = query,
                      .entry = hit->entry,
                      .wanted = length};
    maq_status status = check_entry(&r);
    if (status == MAQ_OK)
        status = read_header(&r);
    if (status != MAQ_OK)
        return status;
    r.out = MQ_NEW_UNINITIALIZED_ARRAY(query->arena, unsigned char, r.wanted + 1);
    if (!r.out)
        return mq_arena_status(query->arena);
    status = r.entry->method == MQ_ZIP_STORED ? read_stored(&r) : read_deflated(&r);
    if (status == MAQ_OK && is_whole(&r) && !is_intact(&r))
        status = find_broken(&r, "its checksum is wrong");
    if (status != MAQ_OK)
        return status;
    r.out[r.wanted] = '\0';
    *bytes = r.out;
    return MAQ_OK;
}

// ----------------------------------------------------------------------------------------- the source

static bool find_file(const mq_source *source, mq_query *query, const char *name, size_t length,
                      bool any_capitals, mq_hit *hit) {
    (void)query;
    const mq_archive *archive = source->state;
    const mq_entry *entry = mq_index_find(&archive->index, name, length, any_capitals);
    if (!entry)
        return false;
    *hit = (mq_hit){.name = entry->name,
                    .kind = (mq_node_kind)entry->kind,
                    .size = entry->size,
                    .entry = entry};
    return true;
}

static bool has_folder(const mq_source *source, mq_query *query, const char *name, size_t length) {
    (void)query;
    const mq_archive *archive = source->state;
    return mq_index_has_folder(&archive->index, name, length);
}

static void list_folder(const mq_source *source, mq_gather *gather, const char *folder,
                        size_t length, bool deep) {
    const mq_archive *archive = source->state;
    mq_gather_index(gather, &archive->index, folder, length, deep);
}

static void end_source(mq_source *source) {
    const mq_archive *archive = source->state;
    if (!archive->memory)
        mq_disk_close(&archive->disk);
}

static const mq_source_type archive_type = {find_file, read_file, has_folder, list_folder,
                                            end_source};

static maq_status open_archive(mq_source *source, mq_archive *archive, const char *inside) {
    maq_status status = mq_archive_read_directory(archive, source, inside);
    if (status == MAQ_OK) {
        source->state = archive;
        source->type = &archive_type;
        source->about.kind = MAQ_SOURCE_ARCHIVE;
        source->on_disk = !archive->memory;
    } else if (!archive->memory) {
        mq_disk_close(&archive->disk);
    }
    return status;
}

maq_status mq_source_open_archive(mq_source *source, const char *path, const char *inside) {
    mq_archive *archive = MQ_NEW(source->arena, mq_archive);
    if (!archive)
        return mq_arena_status(source->arena);
    maq_status status = mq_disk_open(path, true, &archive->disk);
    if (status == MAQ_UNSUPPORTED)
        MQ_FILES_FIND(&source->findings, FILE_SPECIAL, MAQ_NO_OFFSET, "not a regular file");
    else if (status != MAQ_OK)
        MQ_FILES_FIND(&source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "the archive cannot be opened");
    if (status != MAQ_OK)
        return status;
    archive->size = archive->disk.size;
    return open_archive(source, archive, inside);
}

maq_status mq_source_open_archive_memory(mq_source *source, const void *bytes, size_t length) {
    mq_archive *archive = MQ_NEW(source->arena, mq_archive);
    if (!archive)
        return mq_arena_status(source->arena);
    // Never NULL, which stands for the disk.
    archive->memory = bytes ? bytes : (const unsigned char *)"";
    archive->size = length;
    return open_archive(source, archive, "");
}
