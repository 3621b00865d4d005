// SPDX-License-Identifier: MIT
//
// From byte offsets to lines and columns.
#include "api/position.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

#include "base/checked.h"

// A mark every so many bytes: what lies between is counted when asked.
#define STEP ((size_t)4096)

typedef struct mark {
    size_t line;    // of the byte at the mark, from 1
    size_t started; // where that line starts
} mark;

// Most documents are never asked for a position, so marks are set when they are first needed. Several
// threads may do that at once: they store the same values.
struct mq_line_marks {
    atomic_size_t known; // how many are set
    struct {
        atomic_size_t line, started;
    } items[];
};

// CR LF, LF and CR alone each end one line. Whether the byte at `at` ends one.
static bool ends_line(const char *text, size_t length, size_t at) {
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'));
}

// How many bytes of some are line feeds: sixteen counts side by side, which compilers turn into
// one instruction each, and which are summed up before any can be full.
static size_t count_feeds(const char *text, size_t from, size_t to) {
    enum { SIDE = 16, MOST = 255 };
    size_t count = 0;
    while (to - from >= SIDE) {
        uint8_t counts[SIDE] = {0};
        for (int row = 0; row < MOST && to - from >= SIDE; row++, from += SIDE) {
            for (int i = 0; i < SIDE; i++)
                counts[i] = (uint8_t)(counts[i] + (text[from + (size_t)i] == '\n'));
        }
        for (int i = 0; i < SIDE; i++)
            count += counts[i];
    }
    for (; from < to; from++)
        count += text[from] == '\n';
    return count;
}

static mark walk(const char *text, size_t length, mark here, size_t from, size_t to) {
    if (memchr(text + from, '\r', to - from) == NULL) {
        // Lines end with LF alone, as they mostly do: the last one says where that of `to` began.
        here.line += count_feeds(text, from, to);
        for (size_t i = to; i-- > from;) {
            if (text[i] == '\n') {
                here.started = i + 1;
                break;
            }
        }
        return here;
    }
    for (size_t i = from; i < to; i++) {
        if (ends_line(text, length, i)) {
            here.line++;
            here.started = i + 1;
        }
    }
    return here;
}

bool mq_line_marks_build(maq_document *document) {
    size_t count = document->source_length / STEP + 1, bytes;
    struct mq_line_marks *marks = NULL;
    if (mq_multiply_size(count, sizeof marks->items[0], &bytes) &&
        mq_add_size(bytes, sizeof *marks, &bytes))
        marks = mq_arena_alloc_uninitialized(document->arena, bytes, 1, alignof(max_align_t));
    if (!marks)
        return false;
    atomic_init(&marks->items[0].line, 1);
    atomic_init(&marks->items[0].started, 0);
    atomic_init(&marks->known, 1);
    document->line_marks = marks;
    return true;
}

// The mark of a number, after those before it are set.
static mark mark_at(const maq_document *document, size_t number) {
    struct mq_line_marks *marks = document->line_marks;
    size_t known = atomic_load_explicit(&marks->known, memory_order_acquire);
    size_t from = number < known ? number : known - 1;
    mark here = {atomic_load_explicit(&marks->items[from].line, memory_order_relaxed),
                 atomic_load_explicit(&marks->items[from].started, memory_order_relaxed)};
    for (size_t i = from + 1; i <= number; i++) {
        here = walk(document->source, document->source_length, here, (i - 1) * STEP, i * STEP);
        atomic_store_explicit(&marks->items[i].line, here.line, memory_order_relaxed);
        atomic_store_explicit(&marks->items[i].started, here.started, memory_order_relaxed);
        atomic_store_explicit(&marks->known, i + 1, memory_order_release);
    }
    return here;
}

maq_position maq_document_position(const maq_document *document, uint64_t offset) {
    if (!document->source || !document->line_marks)
        return (maq_position){1, offset + 1};
    size_t at = offset < document->source_length ? (size_t)offset : document->source_length;
    size_t number = at / STEP;
    mark here = walk(document->source, document->source_length, mark_at(document, number),
                     number * STEP, at);
    return (maq_position){here.line, at - here.started + 1};
}
