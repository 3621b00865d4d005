// SPDX-License-Identifier: MIT
//
// Applying the edits that findings propose.
#include "api/fix.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "formats/format.h"

// An edit and the finding it belongs to, whose edits are done together or not at all.
typedef struct planned_edit {
    const maq_edit *edit;
    size_t fix;   // the finding's index
    size_t order; // among all edits: insertions at one place keep it
} planned_edit;

static int by_place(const void *left, const void *right) {
    const planned_edit *a = left, *b = right;
    if (a->edit->span.offset != b->edit->span.offset)
        return a->edit->span.offset < b->edit->span.offset ? -1 : 1;
    // Insertions come before what replaces the bytes at the same place.
    bool a_inserts = a->edit->span.length == 0, b_inserts = b->edit->span.length == 0;
    if (a_inserts != b_inserts)
        return a_inserts ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

// Marks fixes of which an edit overlaps one of a fix that came first. Dropping one can free another
// of its neighbours: that one is done in the next round.
static void drop_overlaps(const planned_edit *edits, size_t count, bool *dropped) {
    const planned_edit *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const planned_edit *edit = &edits[i];
        if (dropped[edit->fix])
            continue;
        if (last && last->fix != edit->fix) {
            uint64_t end = last->edit->span.offset + last->edit->span.length;
            if (edit->edit->span.offset < end) {
                dropped[last->fix > edit->fix ? last->fix : edit->fix] = true;
                if (dropped[edit->fix])
                    continue;
            }
        }
        if (!last || edit->edit->span.offset + edit->edit->span.length >=
                         last->edit->span.offset + last->edit->span.length)
            last = edit;
    }
}

static void write_edited(mq_text *out, const maq_document *document, const planned_edit *edits,
                         size_t count, const bool *dropped) {
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const maq_edit *edit = edits[i].edit;
        if (dropped[edits[i].fix])
            continue;
        mq_text_bytes(out, document->source + at, (size_t)edit->span.offset - at);
        mq_text_bytes(out, edit->text, edit->text_length);
        at = (size_t)(edit->span.offset + edit->span.length);
    }
    mq_text_bytes(out, document->source + at, document->source_length - at);
}

// Whether edits lie in the source and, per fix, do not overlap.
static bool edits_are_valid(const maq_document *document, const planned_edit *edits, size_t count,
                            const bool *dropped) {
    uint64_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const maq_span *span = &edits[i].edit->span;
        if (dropped[edits[i].fix])
            continue;
        if (span->offset < at || span->offset > document->source_length ||
            span->length > document->source_length - span->offset)
            return false;
        at = span->offset + span->length;
    }
    return true;
}

maq_status mq_fix_each(const maq_document *document, const maq_findings *findings,
                       const maq_memory *memory, maq_buffer *out, bool *applied) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!document || !findings || !document->source)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;

    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += findings->items[i].edit_count;
    planned_edit *edits = MQ_NEW_ARRAY(arena, planned_edit, count);
    bool *dropped = MQ_NEW_ARRAY(arena, bool, findings->count);
    maq_status status = mq_arena_status(arena);
    if (status == MAQ_OK) {
        size_t at = 0;
        for (size_t i = 0; i < findings->count; i++) {
            for (uint32_t k = 0; k < findings->items[i].edit_count; k++, at++)
                edits[at] = (planned_edit){&findings->items[i].edits[k], i, at};
        }
        qsort(edits, count, sizeof *edits, by_place);
        drop_overlaps(edits, count, dropped);
        if (!edits_are_valid(document, edits, count, dropped))
            status = MAQ_BAD_ARGUMENT;
    }
    if (status == MAQ_OK) {
        mq_text text;
        mq_text_init(&text, memory);
        write_edited(&text, document, edits, count, dropped);
        status = mq_text_release_to(&text, out);
    }
    for (size_t i = 0; status == MAQ_OK && applied && i < findings->count; i++)
        applied[i] = findings->items[i].edit_count > 0 && !dropped[i];
    mq_arena_free(arena);
    return status;
}

maq_status maq_fix(const maq_document *document, const maq_findings *findings,
                   const maq_memory *memory, maq_buffer *out, size_t *applied) {
    if (!applied || !findings)
        return mq_fix_each(document, findings, memory, out, NULL);
    mq_arena *arena = mq_arena_new(memory);
    bool *each = arena ? MQ_NEW_ARRAY(arena, bool, findings->count) : NULL;
    maq_status status = MAQ_NO_MEMORY;
    if (out)
        *out = (maq_buffer){0};
    if (each)
        status = mq_fix_each(document, findings, memory, out, each);
    if (status == MAQ_OK) {
        *applied = 0;
        for (size_t i = 0; i < findings->count; i++)
            *applied += each[i];
    }
    mq_arena_free(arena);
    return status;
}
