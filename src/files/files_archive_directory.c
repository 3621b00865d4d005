// SPDX-License-Identifier: MIT
//
// The directory of a zip archive: the list of entries near its end. Nothing else is read to open an
// archive, and of the list only a window is in memory at a time.
#include <string.h>

#include "base/cursor.h"
#include "base/utf8.h"
#include "files/files_archive_priv.h"

enum {
    END_SIGNATURE = 0x06054b50,
    END64_SIGNATURE = 0x06064b50,
    LOCATOR_SIGNATURE = 0x07064b50,
    ENTRY_SIGNATURE = 0x02014b50,
    HEADER_SIGNATURE = 0x04034b50,

    END_SIZE = 22,
    END64_SIZE = 56,
    LOCATOR_SIZE = 20,
    ENTRY_SIZE = 46,
    LONGEST_FIELD = 0xffff, // of a name, an extra field, a comment
    WINDOW_SIZE = 256 * 1024,
};

// What stands for "see the 64-bit field".
#define IN_EXTRA 0xffffffffu

static uint32_t signature_at(const mq_archive *archive, uint64_t offset) {
    unsigned char bytes[4];
    if (!mq_archive_read(archive, offset, bytes, sizeof bytes))
        return 0;
    mq_cursor cursor = mq_cursor_over(bytes, sizeof bytes);
    return mq_read_u32(&cursor);
}

// --------------------------------------------------------------------------------------- where it is

typedef struct directory {
    uint64_t count, size, offset; // as the end says
    uint64_t end;                 // what follows the directory
    bool is_64;
    bool is_split; // into several files
} directory;

// The 64-bit end, which counts instead of the other where it is there.
static bool parse_end64(const mq_archive *archive, uint64_t position, directory *out) {
    unsigned char bytes[END64_SIZE];
    if (!mq_archive_read(archive, position, bytes, sizeof bytes))
        return false;
    mq_cursor cursor = mq_cursor_over(bytes, sizeof bytes);
    if (mq_read_u32(&cursor) != END64_SIGNATURE)
        return false;
    mq_read_bytes(&cursor, 8 + 2 + 2); // its size, versions
    uint32_t disk = mq_read_u32(&cursor), directory_disk = mq_read_u32(&cursor);
    uint64_t count_here = mq_read_u64(&cursor);
    *out = (directory){.count = mq_read_u64(&cursor), .end = position, .is_64 = true};
    out->size = mq_read_u64(&cursor);
    out->offset = mq_read_u64(&cursor);
    out->is_split = disk != 0 || directory_disk != 0 || count_here != out->count;
    return true;
}

static bool find_end64(const mq_archive *archive, uint64_t end, directory *out) {
    unsigned char bytes[LOCATOR_SIZE];
    if (end < LOCATOR_SIZE || !mq_archive_read(archive, end - LOCATOR_SIZE, bytes, sizeof bytes))
        return false;
    mq_cursor cursor = mq_cursor_over(bytes, sizeof bytes);
    if (mq_read_u32(&cursor) != LOCATOR_SIGNATURE)
        return false;
    mq_read_u32(&cursor);
    uint64_t offset = mq_read_u64(&cursor);
    // Right before the locator, unless it has more fields than are known. The offset counts from the
    // start of the archive, which is not known yet.
    uint64_t before = LOCATOR_SIZE + END64_SIZE;
    return (end >= before && parse_end64(archive, end - before, out)) ||
           parse_end64(archive, offset, out);
}

static void parse_end(const mq_archive *archive, uint64_t position, const unsigned char *bytes,
                      directory *out) {
    if (find_end64(archive, position, out))
        return;
    mq_cursor cursor = mq_cursor_over(bytes, END_SIZE);
    mq_read_u32(&cursor);
    uint16_t disk = mq_read_u16(&cursor), directory_disk = mq_read_u16(&cursor);
    uint16_t count_here = mq_read_u16(&cursor);
    *out = (directory){.count = mq_read_u16(&cursor), .end = position};
    out->size = mq_read_u32(&cursor);
    out->offset = mq_read_u32(&cursor);
    out->is_split = disk != 0 || directory_disk != 0 || count_here != out->count;
}

// Whether there is a directory where the end says. Sets where it and the archive begin: offsets count
// from the start of the archive, before which there may be a program that unpacks it, say.
static bool locate(mq_archive *archive, const directory *d) {
    if (d->size > d->end || d->count > d->size / ENTRY_SIZE || d->is_split)
        return false;
    uint64_t right_before = d->end - d->size;
    if (right_before >= d->offset &&
        (d->size == 0 || signature_at(archive, right_before) == ENTRY_SIGNATURE)) {
        archive->directory = right_before;
        archive->start = right_before - d->offset;
        return true;
    }
    archive->directory = d->offset;
    archive->start = 0;
    return d->offset <= right_before && signature_at(archive, d->offset) == ENTRY_SIGNATURE;
}

// Finds the end, which a comment of any content may follow: the last one that leads to a directory.
static maq_status find_directory(mq_archive *archive, mq_source *source, mq_arena *scratch,
                                 directory *out) {
    size_t length = END_SIZE + LONGEST_FIELD;
    if (length > archive->size)
        length = (size_t)archive->size;
    uint64_t begin = archive->size - length;
    unsigned char *tail = MQ_NEW_UNINITIALIZED_ARRAY(scratch, unsigned char, length);
    if (!tail)
        return mq_arena_status(scratch);
    if (!mq_archive_read(archive, begin, tail, length)) {
        MQ_FILES_FIND(&source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "the archive cannot be read");
        return MAQ_CANNOT_READ;
    }
    bool has_end = false, is_split = false;
    for (size_t at = length < END_SIZE ? 0 : length - END_SIZE + 1; at-- > 0;) {
        if (memcmp(tail + at, "PK\5\6", 4) != 0)
            continue;
        directory d;
        parse_end(archive, begin + at, tail + at, &d);
        if (locate(archive, &d)) {
            *out = d;
            return MAQ_OK;
        }
        has_end = true;
        is_split = is_split || d.is_split;
    }
    if (is_split) {
        MQ_FILES_FIND(&source->findings, ARCHIVE_UNSUPPORTED, MAQ_NO_OFFSET,
                      "the archive is one of several files");
        return MAQ_UNSUPPORTED;
    }
    if (has_end)
        MQ_FILES_FIND(&source->findings, ARCHIVE_BROKEN, MAQ_NO_OFFSET,
                      "the directory is not where the end of the archive says");
    else if (signature_at(archive, 0) == HEADER_SIGNATURE)
        MQ_FILES_FIND(&source->findings, ARCHIVE_TRUNCATED, archive->size,
                      "the end of the archive is missing");
    else
        MQ_FILES_FIND(&source->findings, ARCHIVE_UNKNOWN, 0, "not a zip archive");
    return MAQ_BAD_DATA;
}

// ----------------------------------------------------------------------------------------- its window

typedef struct window {
    const mq_archive *archive;
    unsigned char *bytes;
    size_t capacity, length;
    uint64_t offset; // of the first byte
} window;

// So many bytes of the archive; NULL when they are not there.
static const unsigned char *window_at(window *w, uint64_t offset, size_t length) {
    if (offset >= w->offset && offset - w->offset <= w->length &&
        length <= w->length - (offset - w->offset))
        return w->bytes + (offset - w->offset);
    if (offset > w->archive->size)
        return NULL;
    uint64_t left = w->archive->size - offset;
    size_t wanted = left < w->capacity ? (size_t)left : w->capacity;
    if (length > wanted || !mq_archive_read(w->archive, offset, w->bytes, wanted))
        return NULL;
    w->offset = offset;
    w->length = wanted;
    return w->bytes;
}

// ---------------------------------------------------------------------------------------- its entries

typedef struct reader {
    mq_archive *archive;
    mq_source *source;
    const char *inside;
    size_t inside_length;
    bool inside_found;
    window window;
    char *name, *clean; // for one name each
    mq_entry *entries;
    size_t count;
    uint64_t unpacked; // bytes of all entries
    // Names that were not in plain form are one finding.
    uint64_t cleaned_count, cleaned_offset;
    char cleaned_first[MQ_NAME_QUOTED];
} reader;

// The fields of an entry, in their order.
typedef struct raw_entry {
    uint16_t made_by, flags, method, name_length, extra_length, comment_length;
    uint32_t crc, packed, size, attributes, header;
} raw_entry;

static raw_entry parse_entry(const unsigned char *bytes) {
    mq_cursor cursor = mq_cursor_over(bytes, ENTRY_SIZE);
    raw_entry raw = {0};
    mq_read_u32(&cursor); // signature
    raw.made_by = mq_read_u16(&cursor);
    mq_read_u16(&cursor); // version needed
    raw.flags = mq_read_u16(&cursor);
    raw.method = mq_read_u16(&cursor);
    mq_read_u32(&cursor); // time and date
    raw.crc = mq_read_u32(&cursor);
    raw.packed = mq_read_u32(&cursor);
    raw.size = mq_read_u32(&cursor);
    raw.name_length = mq_read_u16(&cursor);
    raw.extra_length = mq_read_u16(&cursor);
    raw.comment_length = mq_read_u16(&cursor);
    mq_read_u32(&cursor); // disk, internal attributes
    raw.attributes = mq_read_u32(&cursor);
    raw.header = mq_read_u32(&cursor);
    return raw;
}

// Large numbers are in an extra field, only those that do not fit and in this order. Where they are not,
// the number stays what it is, and is too large.
static void read_large_sizes(const raw_entry *raw, const unsigned char *extra, mq_entry *entry) {
    mq_cursor cursor = mq_cursor_over(extra, raw->extra_length);
    while (!cursor.failed && mq_cursor_left(&cursor) >= 4) {
        uint16_t id = mq_read_u16(&cursor), length = mq_read_u16(&cursor);
        mq_cursor field = mq_cursor_part(&cursor, cursor.at, length);
        mq_read_bytes(&cursor, length);
        if (id != 1)
            continue;
        if (raw->size == IN_EXTRA && mq_cursor_holds(&field, 1, 8))
            entry->size = mq_read_u64(&field);
        if (raw->packed == IN_EXTRA && mq_cursor_holds(&field, 1, 8))
            entry->packed = mq_read_u64(&field);
        if (raw->header == IN_EXTRA && mq_cursor_holds(&field, 1, 8))
            entry->at.header = mq_read_u64(&field);
        return;
    }
}

// What the attributes of Unix say; those of other systems know only files and folders.
static mq_node_kind kind_of(const raw_entry *raw, const char *name, size_t length) {
    enum { UNIX = 3, MACOS = 19, TYPE = 0170000, REGULAR = 0100000, FOLDER = 0040000 };
    if (length > 0 && (name[length - 1] == '/' || name[length - 1] == '\\'))
        return MQ_NODE_FOLDER;
    unsigned type = raw->attributes >> 16 & TYPE, system = raw->made_by >> 8;
    if ((system != UNIX && system != MACOS) || type == 0 || type == REGULAR)
        return MQ_NODE_FILE;
    return type == FOLDER ? MQ_NODE_FOLDER : MQ_NODE_SPECIAL;
}

static bool is_utf8(const unsigned char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t step = mq_utf8_length(bytes + at, length - at);
        if (step == 0)
            return false;
        at += step;
    }
    return true;
}

// Brings a name to UTF-8. There is a flag for it, but common programs write UTF-8 without it.
static size_t decode_name(const unsigned char *bytes, size_t length, char *out) {
    if (!is_utf8(bytes, length))
        return mq_cp437_to_utf8(bytes, length, out);
    memcpy(out, bytes, length);
    out[length] = '\0';
    return length;
}

// Cleans the name of an entry, as far as it is one to be used. False when it is left out.
static bool name_entry(reader *r, const raw_entry *raw, const unsigned char *bytes, uint64_t offset,
                       mq_entry *entry) {
    mq_arena *arena = r->source->arena;
    size_t length = decode_name(bytes, raw->name_length, r->name);
    entry->kind = (uint8_t)kind_of(raw, r->name, length);
    maq_name_status status = maq_files_clean_name(r->name, length, r->clean);
    size_t clean_length = strlen(r->clean);
    bool is_root = status == MAQ_NAME_CLEAN && clean_length == 0;
    if (is_root && entry->kind == MQ_NODE_FOLDER)
        return false;
    if (is_root || status != MAQ_NAME_CLEAN) {
        MQ_FILES_FIND(&r->source->findings, ENTRY_UNSAFE, offset, "%s %s; it is left out",
                      MQ_QUOTE(r->name, length),
                      is_root ? "is not the name of a file" : mq_name_fault(status));
        return false;
    }
    size_t plain_length = length - (entry->kind == MQ_NODE_FOLDER && r->name[length - 1] == '/');
    if (mq_name_compare(r->clean, clean_length, r->name, plain_length) != 0 &&
        r->cleaned_count++ == 0) {
        mq_name_quote(r->cleaned_first, r->name, length);
        r->cleaned_offset = offset;
    }
    bool is_inside =
        entry->kind == MQ_NODE_FOLDER &&
        mq_name_compare_folded(r->clean, clean_length, r->inside, r->inside_length) == 0;
    bool is_below = mq_name_below(r->clean, clean_length, r->inside, r->inside_length);
    r->inside_found = r->inside_found || is_inside || is_below;
    if (!is_below)
        return false;
    size_t skipped = r->inside_length > 0 ? r->inside_length + 1 : 0;
    entry->name_length = (uint32_t)(clean_length - skipped);
    entry->name = mq_arena_text(arena, r->clean + skipped, entry->name_length);
    return entry->name != NULL;
}

static uint64_t add_saturated(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

// Reads the entry at an offset, and moves that on. False when there is none.
static bool read_entry(reader *r, uint64_t *offset) {
    const unsigned char *bytes = window_at(&r->window, *offset, ENTRY_SIZE);
    if (!bytes || memcmp(bytes, "PK\1\2", 4) != 0)
        return false;
    raw_entry raw = parse_entry(bytes);
    size_t length = (size_t)ENTRY_SIZE + raw.name_length + raw.extra_length;
    bytes = window_at(&r->window, *offset, length);
    if (!bytes)
        return false;
    mq_entry entry = {.method = raw.method,
                      .flags = raw.flags,
                      .crc = raw.crc,
                      .size = raw.size,
                      .packed = raw.packed,
                      .at.header = raw.header};
    read_large_sizes(&raw, bytes + ENTRY_SIZE + raw.name_length, &entry);
    entry.at.header = add_saturated(entry.at.header, r->archive->start);
    r->unpacked = add_saturated(r->unpacked, entry.size);
    if (name_entry(r, &raw, bytes + ENTRY_SIZE, *offset, &entry))
        r->entries[r->count++] = entry;
    *offset += length + raw.comment_length;
    return true;
}

static void find_duplicate(void *context, const mq_entry *dropped) {
    mq_source *source = context;
    MQ_FILES_FIND(&source->findings, ENTRY_DUPLICATE, dropped->at.header,
                  "%s is there more than once; the last one is used",
                  MQ_QUOTE(dropped->name, dropped->name_length));
}

static maq_status find_too_many(reader *r, uint64_t count) {
    MQ_FILES_FIND(
        &r->source->findings, ARCHIVE_TOO_MANY, r->archive->directory,
        "the number of entries is %llu; the limit is %llu; --archive-limit entries=N raises it",
        (unsigned long long)count, (unsigned long long)r->source->limits->max_entries);
    return MAQ_OVER_LIMIT;
}

static maq_status check_total(reader *r) {
    const mq_files_limits *limits = r->source->limits;
    if (r->unpacked > limits->max_total_bytes) {
        MQ_FILES_FIND(
            &r->source->findings, ARCHIVE_TOO_LARGE, r->archive->directory,
            "%llu bytes unpacked; the limit is %llu; --archive-limit total-bytes=N raises it",
            (unsigned long long)r->unpacked, (unsigned long long)limits->max_total_bytes);
        return MAQ_OVER_LIMIT;
    }
    if (!mq_files_ratio_allowed(limits, r->archive->size, r->unpacked)) {
        MQ_FILES_FIND(
            &r->source->findings, ARCHIVE_TOO_LARGE, r->archive->directory,
            "%llu bytes unpacked from %llu; the limit is 16 MiB and %u for each packed byte; "
            "--archive-limit ratio=N raises it",
            (unsigned long long)r->unpacked, (unsigned long long)r->archive->size,
            limits->max_ratio);
        return MAQ_OVER_LIMIT;
    }
    return MAQ_OK;
}

// Reads all entries, or those before the first fault.
static maq_status read_entries(reader *r, const directory *d) {
    uint64_t limit = r->source->limits->max_entries;
    uint64_t offset = r->archive->directory, end = offset + d->size, seen = 0;
    while (offset <= end && end - offset >= ENTRY_SIZE && seen < limit && read_entry(r, &offset))
        seen++;
    if (seen == limit && offset < end)
        return find_too_many(r, seen + 1);
    // Old programs write the lowest 16 bits of a large count.
    bool all = d->is_64 ? seen == d->count : (seen & 0xffff) == d->count;
    if (offset < end || !all)
        MQ_FILES_FIND(&r->source->findings, ARCHIVE_BROKEN, offset < end ? offset : end,
                      "the number of readable entries is %llu; there should be %llu",
                      (unsigned long long)seen, (unsigned long long)d->count);
    else if (offset > end)
        MQ_FILES_FIND(&r->source->findings, ARCHIVE_BROKEN, end,
                      "the last entry runs beyond the end of the directory");
    return check_total(r);
}

static maq_status read_directory(reader *r, mq_arena *scratch) {
    directory d = {0};
    maq_status status = find_directory(r->archive, r->source, scratch, &d);
    if (status != MAQ_OK)
        return status;
    uint64_t limit = r->source->limits->max_entries, most = d.size / ENTRY_SIZE;
    if (d.count > limit || d.count > SIZE_MAX)
        return find_too_many(r, d.count);
    if (most > limit)
        most = limit;
    uint64_t size = d.size < WINDOW_SIZE ? d.size : WINDOW_SIZE;
    r->window = (window){.archive = r->archive,
                         .bytes = MQ_NEW_UNINITIALIZED_ARRAY(scratch, unsigned char, (size_t)size),
                         .capacity = (size_t)size};
    // A name lies in the window, and grows to three times its length in UTF-8 at most.
    size_t longest = size < LONGEST_FIELD ? (size_t)size : LONGEST_FIELD;
    r->name = MQ_NEW_UNINITIALIZED_ARRAY(scratch, char, 3 * longest + 1);
    r->clean = MQ_NEW_UNINITIALIZED_ARRAY(scratch, char, 3 * longest + 1);
    r->entries = MQ_NEW_UNINITIALIZED_ARRAY(scratch, mq_entry, (size_t)most);
    if (mq_arena_status(scratch) != MAQ_OK)
        return mq_arena_status(scratch);
    status = read_entries(r, &d);
    if (status != MAQ_OK || mq_arena_status(r->source->arena) != MAQ_OK)
        return status;
    if (r->cleaned_count > 0) {
        maq_finding *finding = MQ_FILES_FIND(&r->source->findings, ENTRY_CLEANED, r->cleaned_offset,
                                             "%s is not in plain form", r->cleaned_first);
        if (finding)
            finding->count = r->cleaned_count;
    }
    if (r->inside_length > 0 && !r->inside_found) {
        MQ_FILES_FIND(&r->source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "there is no folder %s in the archive",
                      MQ_QUOTE(r->inside, r->inside_length));
        return MAQ_CANNOT_READ;
    }
    mq_index_make(&r->archive->index, r->source->arena, r->entries, r->count, find_duplicate,
                  r->source);
    return MAQ_OK;
}

maq_status mq_archive_read_directory(mq_archive *archive, mq_source *source, const char *inside) {
    mq_arena *scratch = mq_arena_scratch(source->arena);
    if (!scratch)
        return mq_arena_status(source->arena);
    reader r = {
        .archive = archive, .source = source, .inside = inside, .inside_length = strlen(inside)};
    maq_status status = read_directory(&r, scratch);
    mq_arena_end_scratch(source->arena, scratch);
    maq_status memory = mq_arena_status(source->arena);
    return memory != MAQ_OK ? memory : status;
}
