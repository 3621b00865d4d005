// SPDX-License-Identifier: MIT
//
// Reading OBJ: large files in chunks of whole lines, on all cores. The result does not depend on the number
// of cores, and not on the chunks.
#include <string.h>

#include "base/parallel.h"
#include "formats/obj/obj_count.h"
#include "formats/obj/obj_reader.h"
#include "formats/obj/obj_scan.h"

#define CHUNK_SIZE ((size_t)1 << 18)

typedef struct chunk {
    const char *begin, *end;
    obj_line_counts counts;
    obj_reader reader;
} chunk;

typedef struct chunks {
    chunk *items;
    size_t count;
    obj_line_counts total;
} chunks;

// The end of the chunk that begins at `at`: behind a line feed that joins no lines.
static const char *chunk_end(const char *at, const char *end) {
    if ((size_t)(end - at) <= CHUNK_SIZE)
        return end;
    const char *begin = at;
    at += CHUNK_SIZE;
    for (;;) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            return end;
        const char *before = at++;
        while (before > begin && (mq_obj_is_blank(before[-1]) || mq_obj_is_break(before[-1])))
            before--;
        if (before == begin || before[-1] != '\\')
            return at;
    }
}

static bool cut(mq_arena *arena, const char *at, const char *end, chunks *out) {
    *out = (chunks){.items = MQ_NEW_ARRAY(arena, chunk, (size_t)(end - at) / CHUNK_SIZE + 1)};
    while (out->items && at < end) {
        const char *next = chunk_end(at, end);
        out->items[out->count++] = (chunk){.begin = at, .end = next};
        at = next;
    }
    return out->items;
}

static void count_chunk(void *context, size_t index) {
    chunk *c = &((chunks *)context)->items[index];
    c->counts = mq_obj_count_lines(c->begin, c->end);
}

static void add_counts(obj_line_counts *sum, const obj_line_counts *counts) {
    sum->positions += counts->positions;
    sum->texcoords += counts->texcoords;
    sum->normals += counts->normals;
    sum->elements += counts->elements;
    sum->corners += counts->corners;
    sum->lines += counts->lines;
    sum->has_nul |= counts->has_nul;
}

// Allocates the large lists, all of which is written before it is read.
static void make_lists(obj_reader *r, const obj_line_counts *counts) {
    r->obj.positions = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, maq_obj_position, counts->positions);
    r->obj.texcoords = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, maq_obj_texcoord, counts->texcoords);
    r->obj.normals = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, maq_obj_normal, counts->normals);
    r->obj.elements = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, maq_obj_element, counts->elements);
    r->obj.corners = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, maq_obj_corner, counts->corners);
    r->capacity.positions = counts->positions;
    r->capacity.texcoords = counts->texcoords;
    r->capacity.normals = counts->normals;
    r->capacity.elements = counts->elements;
    r->capacity.corners = counts->corners;
    r->failed = mq_arena_status(r->arena) != MAQ_OK;
}

// ----------------------------------------------------------------------------------------- chunks

static void read_chunk(void *context, size_t index) {
    chunk *c = &((chunks *)context)->items[index + 1];
    mq_obj_read_statements(&c->reader, c->begin, c->end);
}

// Whether the lists of a reader end where they were counted to end.
static bool is_full(const obj_reader *r) {
    return r->obj.position_count == r->capacity.positions &&
           r->obj.texcoord_count == r->capacity.texcoords &&
           r->obj.normal_count == r->capacity.normals &&
           r->obj.element_count == r->capacity.elements &&
           r->obj.corner_count == r->capacity.corners;
}

// Gives each chunk but the first a reader for its part of the lists. False when there is no memory.
static bool prepare_chunks(const obj_reader *r, mq_arena *scratch, chunks *all) {
    obj_line_counts before = all->items[0].counts;
    for (size_t i = 1; i < all->count; i++) {
        chunk *c = &all->items[i];
        obj_reader *own = &c->reader;
        *own = *r;
        own->defers = true;
        own->obj.position_count = (uint32_t)before.positions;
        own->obj.texcoord_count = (uint32_t)before.texcoords;
        own->obj.normal_count = (uint32_t)before.normals;
        own->obj.element_count = (uint32_t)before.elements;
        own->obj.corner_count = (uint32_t)before.corners;
        add_counts(&before, &c->counts);
        own->capacity.positions = before.positions;
        own->capacity.texcoords = before.texcoords;
        own->capacity.normals = before.normals;
        own->capacity.elements = before.elements;
        own->capacity.corners = before.corners;
        // A file in which more statements need memory or findings is read by one core.
        own->deferred_capacity = c->counts.lines / 8 + 8;
        own->deferred = MQ_NEW_UNINITIALIZED_ARRAY(scratch, obj_deferred, own->deferred_capacity);
        if (!own->deferred)
            return false;
    }
    return true;
}

// Makes all of the lists that chunks have not filled as they were.
static void forget_chunks(obj_reader *r) {
    for (size_t i = r->obj.position_count; i < r->capacity.weights; i++)
        MQ_WRITABLE(float, r->obj.weights)[i] = 1;
    if (r->obj.colours)
        memset(MQ_WRITABLE(maq_obj_colour, r->obj.colours) + r->obj.position_count, 0,
               (r->capacity.colours - r->obj.position_count) * sizeof *r->obj.colours);
}

// Reads all chunks but the first on all cores. False, and nothing has changed, when one of them is not as
// it was counted.
static bool read_chunks(obj_reader *r, chunks *all) {
    mq_parallel(all->count - 1, 0, read_chunk, NULL, all);
    for (size_t i = 1; i < all->count; i++) {
        if (all->items[i].reader.failed || !is_full(&all->items[i].reader)) {
            forget_chunks(r);
            return false;
        }
    }
    for (size_t i = 1; i < all->count; i++) {
        const obj_reader *own = &all->items[i].reader;
        r->any = r->any || own->any;
        mq_obj_read_deferred(r, own->deferred, own->deferred_count);
    }
    const obj_line_counts *total = &all->total;
    mq_obj_enter_elements(r, (uint32_t)total->elements);
    r->obj.position_count = (uint32_t)total->positions;
    r->obj.texcoord_count = (uint32_t)total->texcoords;
    r->obj.normal_count = (uint32_t)total->normals;
    r->obj.corner_count = (uint32_t)total->corners;
    return true;
}

// Reads the first chunk as a small file is read: it shows whether positions have weights or colours. The
// others follow on all cores, or one after the other when they are not as lines usually are.
static void read_text(obj_reader *r, mq_arena *scratch, chunks *all) {
    if (all->count == 0)
        return;
    const chunk *first = &all->items[0];
    mq_obj_read_statements(r, first->begin, first->end);
    if (all->count == 1 || r->failed)
        return;
    obj_reader counted = *r;
    counted.capacity.positions = first->counts.positions;
    counted.capacity.texcoords = first->counts.texcoords;
    counted.capacity.normals = first->counts.normals;
    counted.capacity.elements = first->counts.elements;
    counted.capacity.corners = first->counts.corners;
    mq_obj_grow_parallel_lists(r);
    if (is_full(&counted) && !r->failed) {
        if (!prepare_chunks(r, scratch, all)) {
            r->failed = true;
            return;
        }
        if (read_chunks(r, all))
            return;
    }
    mq_obj_read_statements(r, first->end, r->end);
}

// ------------------------------------------------------------------------------------- the whole

static bool read_with(obj_reader *r, mq_arena *scratch, const char *at) {
    chunks all;
    if (!cut(scratch, at, r->end, &all))
        return false;
    mq_parallel(all.count, 0, count_chunk, NULL, &all);
    for (size_t i = 0; i < all.count; i++)
        add_counts(&all.total, &all.items[i].counts);
    if (all.total.has_nul)
        mq_add_finding(r->findings, &mq_obj_rules[OBJ_NUL_BYTE],
                       (uint64_t)((char *)memchr(at, '\0', (size_t)(r->end - at)) - r->begin), 1,
                       "the text contains a NUL byte");
    make_lists(r, &all.total);
    if (!r->failed)
        read_text(r, scratch, &all);
    mq_obj_grow_parallel_lists(r);
    return !r->failed;
}

maq_status mq_obj_read(maq_document *document) {
    const char *text = document->source;
    size_t length = document->source_length;
    document->variant = &document->format->description.variants[0];
    if (length >= UINT32_MAX) {
        mq_add_finding(&document->findings, &mq_obj_rules[OBJ_TOO_LARGE], 0, 0,
                       "the file is 4 GiB or larger");
        return MAQ_OVER_LIMIT;
    }
    if (mq_obj_is_utf16(text, length)) {
        mq_add_finding(&document->findings, &mq_obj_rules[OBJ_UTF16], 0, 2,
                       "the file is UTF-16: save it as UTF-8");
        return MAQ_BAD_DATA;
    }
    maq_obj *obj = MQ_NEW(document->arena, maq_obj);
    obj_reader r = {.arena = document->arena,
                    .findings = &document->findings,
                    .begin = text,
                    .end = text + length,
                    .uses = {.arena = document->arena},
                    .state = {MAQ_OBJ_NONE, MAQ_OBJ_NONE, MAQ_OBJ_NONE, 0, 0}};
    const char *at = text;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        mq_add_finding(r.findings, &mq_obj_rules[OBJ_BYTE_ORDER_MARK], 0, 3,
                       "the text begins with a byte order mark");
        at += 3;
    }
    mq_arena *scratch = mq_arena_scratch(document->arena);
    bool read = scratch && read_with(&r, scratch, at);
    mq_arena_end_scratch(document->arena, scratch);
    if (!obj || !read)
        return mq_arena_status(document->arena);
    if (!r.any) {
        mq_add_finding(r.findings, &mq_obj_rules[OBJ_NOT_OBJ], 0, 0,
                       "the file has no statement of OBJ");
        return MAQ_BAD_DATA;
    }
    *obj = r.obj;
    document->content = obj;
    return mq_obj_read_libraries(document, obj);
}
