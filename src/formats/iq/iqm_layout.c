// SPDX-License-Identifier: MIT
#include "formats/iq/iqm_layout.h"

#include <inttypes.h>

#include "base/plural.h"
#include "base/sort.h"

// More than any alignment needs.
#define LARGEST_PADDING 7

MQ_COMPARE_BY(compare_starts, iqm_range, start)

iqm_range *mq_iqm_sort_ranges(iqm_range *ranges, iqm_range *spare, size_t count) {
    return mq_sort(ranges, spare, count, sizeof *ranges, compare_starts, NULL);
}

static void add_range(iqm_layout *layout, const iqm_section *section) {
    mq_arena *arena = layout->document->arena;
    iqm_range *ranges =
        mq_arena_grow(arena, layout->ranges, &layout->capacity, layout->count, sizeof *ranges);
    if (!ranges)
        return;
    layout->ranges = ranges;
    // Names repeat in a row (one for all vertex data), so that few are kept.
    if (layout->name_count == 0 || layout->names[layout->name_count - 1] != section->what) {
        const char **names = mq_arena_grow(arena, layout->names, &layout->name_capacity,
                                           layout->name_count, sizeof *names);
        if (!names)
            return;
        layout->names = names;
        names[layout->name_count++] = section->what;
    }
    ranges[layout->count++] = (iqm_range){section->offset, section->offset + section->length,
                                          (uint32_t)layout->name_count - 1};
}

const unsigned char *mq_iqm_claim(iqm_layout *layout, const iqm_section *section) {
    mq_findings *findings = &layout->document->findings;
    bool good = false;
    if (section->offset < IQM_HEADER_SIZE)
        IQM_FIND(findings, SECTION_IN_HEADER, section->field, 4,
                 "%s would begin at %" PRIu32 ", inside the header", section->what,
                 section->offset);
    else if (section->offset > layout->limit || section->length > layout->limit - section->offset)
        IQM_FIND(findings, SECTION_OUTSIDE, section->field, 4,
                 "%s of %" PRIu64 " %s at %" PRIu32 " would end outside the file of %zu %s",
                 section->what, section->length, MQ_PLURAL(section->length, "byte", "bytes"),
                 section->offset, layout->limit, MQ_PLURAL(layout->limit, "byte", "bytes"));
    else if (layout->claimed + section->length > layout->limit + layout->limit / 2)
        IQM_FIND(findings, SECTIONS_TOO_MUCH, section->field, 4,
                 "with %s the sections come to %" PRIu64 " bytes in a file of %zu", section->what,
                 layout->claimed + section->length, layout->limit);
    else
        good = true;
    if (!good) {
        layout->dropped = true;
        return NULL;
    }
    if (section->offset % section->alignment != 0)
        IQM_FIND(findings, SECTION_ALIGNMENT, section->field, 4,
                 "%s at %" PRIu32 " should begin at a multiple of %" PRIu32, section->what,
                 section->offset, section->alignment);
    layout->claimed += section->length;
    add_range(layout, section);
    return (const unsigned char *)layout->document->source + section->offset;
}

size_t mq_iqm_next_range(const iqm_layout *layout, uint32_t offset) {
    uint64_t next = layout->limit;
    for (size_t i = 0; i < layout->count; i++) {
        uint64_t start = layout->ranges[i].start;
        if (start > offset && start < next)
            next = start;
    }
    return (size_t)next;
}

static bool is_padding(const iqm_layout *layout, uint64_t start, uint64_t end) {
    if (end - start > LARGEST_PADDING)
        return false;
    for (uint64_t i = start; i < end; i++) {
        if (layout->document->source[i] != 0)
            return false;
    }
    return true;
}

static void find_gap(const iqm_layout *layout, uint64_t start, uint64_t end) {
    // A section that was left out has a finding already.
    if (start >= end || layout->dropped || is_padding(layout, start, end))
        return;
    IQM_FIND(&layout->document->findings, UNUSED_BYTES, start, end - start,
             "%" PRIu64 " bytes belong to no section", end - start);
}

void mq_iqm_layout_finish(iqm_layout *layout) {
    mq_arena *arena = layout->document->arena;
    iqm_range *spare = MQ_NEW_ARRAY(arena, iqm_range, layout->count);
    if (!spare)
        return;
    const iqm_range *ranges = mq_iqm_sort_ranges(layout->ranges, spare, layout->count);
    uint64_t end = IQM_HEADER_SIZE;
    size_t last = 0; // the range that reaches furthest
    for (size_t i = 0; i < layout->count; i++) {
        const iqm_range *range = &ranges[i];
        if (i > 0 && range->start < end) {
            uint64_t shared = (range->end < end ? range->end : end) - range->start;
            IQM_FIND(&layout->document->findings, SECTIONS_OVERLAP, range->start, shared,
                     "%s and %s share %" PRIu64 " %s", layout->names[ranges[last].tag],
                     layout->names[range->tag], shared, MQ_PLURAL(shared, "byte", "bytes"));
        }
        find_gap(layout, end, range->start);
        if (range->end > end) {
            end = range->end;
            last = i;
        }
    }
    find_gap(layout, end, layout->limit);
}
