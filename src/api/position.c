// SPDX-License-Identifier: MIT
//
// From byte offsets to lines and columns.
#include "api/position.h"

#include <string.h>

// A mark every so many bytes: what lies between is counted when asked.
#define STEP ((size_t)4096)

struct mq_line_mark {
    uint64_t line;  // of the byte at the mark, from 1
    size_t started; // where that line starts
};

// CR LF, LF and CR alone each end one line. Whether the byte at `at` ends one.
static bool ends_line(const char *text, size_t length, size_t at) {
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'));
}

// How many bytes of some are line feeds: sixteen counts side by side, which compilers turn into
// one instruction each, and which are summed up before any can be full.
static uint64_t count_feeds(const char *text, size_t from, size_t to) {
    enum { SIDE = 16, MOST = 255 };
    uint64_t count = 0;
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

static struct mq_line_mark walk(const char *text, size_t length, struct mq_line_mark mark,
                                size_t from, size_t to) {
    if (memchr(text + from, '\r', to - from) == NULL) {
        // Lines end with LF alone, as they mostly do: the last one says where the mark's began.
        mark.line += count_feeds(text, from, to);
        for (size_t i = to; i-- > from;) {
            if (text[i] == '\n') {
                mark.started = i + 1;
                break;
            }
        }
        return mark;
    }
    for (size_t i = from; i < to; i++) {
        if (ends_line(text, length, i)) {
            mark.line++;
            mark.started = i + 1;
        }
    }
    return mark;
}

bool mq_line_marks_build(maq_document *document) {
    size_t count = document->source_length / STEP + 1;
    struct mq_line_mark *marks = MQ_NEW_ARRAY(document->arena, struct mq_line_mark, count);
    if (!marks)
        return false;
    marks[0] = (struct mq_line_mark){1, 0};
    for (size_t i = 1; i < count; i++)
        marks[i] =
            walk(document->source, document->source_length, marks[i - 1], (i - 1) * STEP, i * STEP);
    document->line_marks = marks;
    return true;
}

maq_position maq_document_position(const maq_document *document, uint64_t offset) {
    if (!document->source || !document->line_marks)
        return (maq_position){1, offset + 1};
    size_t at = offset < document->source_length ? (size_t)offset : document->source_length;
    size_t mark = at / STEP;
    struct mq_line_mark here = walk(document->source, document->source_length,
                                    document->line_marks[mark], mark * STEP, at);
    return (maq_position){here.line, at - here.started + 1};
}
