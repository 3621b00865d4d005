// SPDX-License-Identifier: MIT
#include "base/findings.h"

#include <stdarg.h>
#include <string.h>

#include "base/sort.h"

void mq_findings_init(mq_findings *findings, mq_arena *arena, size_t max, unsigned target) {
    *findings = (mq_findings){.arena = arena, .max = max, .target = target};
}

static void count(mq_findings *findings, maq_severity severity, uint64_t times) {
    switch (severity) {
    case MAQ_ERROR:
        findings->list.errors += times;
        break;
    case MAQ_WARNING:
        findings->list.warnings += times;
        break;
    case MAQ_NOTE:
        findings->list.notes += times;
        break;
    case MAQ_LOSS:
        findings->list.losses += times;
        break;
    case MAQ_SILENT:
        break;
    }
}

// Counts a finding and appends an empty one; NULL when it is not to be kept.
static maq_finding *add(mq_findings *findings, const maq_rule *rule) {
    maq_severity severity = (maq_severity)rule->severity[findings->target];
    if (severity == MAQ_SILENT && !findings->keep_silent)
        return NULL;
    count(findings, severity, 1);
    findings->list.incomplete_reads += rule->incomplete_read;
    size_t index = findings->list.count;
    if (index >= findings->max) {
        findings->dropped_incomplete_reads += rule->incomplete_read;
        for (size_t i = 0; i < MAQ_MAX_TARGETS; i++)
            findings->dropped[i][rule->severity[i]]++;
        return NULL;
    }
    maq_finding *items =
        mq_arena_grow(findings->arena, findings->items, &findings->capacity, index, sizeof *items);
    if (!items)
        return NULL;
    findings->list.items = findings->items = items;
    findings->list.count = index + 1;
    return &findings->items[index];
}

__attribute__((format(printf, 5, 0))) static maq_finding *find(mq_findings *findings,
                                                               const maq_rule *rule, maq_span span,
                                                               uint64_t times, const char *format,
                                                               va_list arguments) {
    maq_finding *finding = add(findings, rule);
    if (!finding)
        return NULL;
    const char *message = mq_arena_vformat(findings->arena, format, arguments);
    *finding = (maq_finding){.rule = rule,
                             .severity = (maq_severity)rule->severity[findings->target],
                             .span = span,
                             .message = message ? message : rule->title,
                             .count = times};
    return finding;
}

maq_finding *mq_add_finding(mq_findings *findings, const maq_rule *rule, uint64_t offset,
                            uint64_t length, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    maq_finding *finding = find(findings, rule, (maq_span){offset, length}, 1, format, arguments);
    va_end(arguments);
    return finding;
}

void mq_add_loss(mq_findings *findings, const maq_rule *rule, uint64_t count, const char *format,
                 ...) {
    if (count == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    find(findings, rule, (maq_span){MAQ_NO_OFFSET, 0}, count, format, arguments);
    va_end(arguments);
}

void mq_findings_append(mq_findings *findings, const mq_findings *others) {
    for (size_t i = 0; i < others->list.count; i++) {
        const maq_finding *finding = &others->items[i];
        maq_finding *copy = add(findings, finding->rule);
        if (copy) {
            *copy = *finding;
            copy->severity = (maq_severity)finding->rule->severity[findings->target];
        }
    }
    for (int severity = MAQ_NOTE; severity <= MAQ_LOSS; severity++)
        count(findings, (maq_severity)severity, others->dropped[findings->target][severity]);
    findings->list.incomplete_reads += others->dropped_incomplete_reads;
}

void mq_findings_add_copies(mq_findings *findings, const maq_findings *others) {
    for (size_t i = 0; i < others->count; i++) {
        const maq_finding *other = &others->items[i];
        maq_finding *copy =
            mq_add_finding(findings, other->rule, MAQ_NO_OFFSET, 0, "%s", other->message);
        if (!copy)
            continue;
        copy->count = other->count;
        if (other->subject)
            copy->subject = mq_arena_text(findings->arena, other->subject, strlen(other->subject));
    }
}

bool mq_finding_edit(mq_findings *findings, maq_finding *finding, uint64_t offset, uint64_t length,
                     const char *text, size_t text_length) {
    // The list of edits grows by doubling; its capacity follows from its count.
    size_t used = finding->edit_count;
    maq_edit *edits = (maq_edit *)(uintptr_t)finding->edits;
    if ((used & (used - 1)) == 0) {
        maq_edit *larger = MQ_NEW_ARRAY(findings->arena, maq_edit, used ? used * 2 : 1);
        if (!larger)
            return false;
        if (used)
            memcpy(larger, edits, used * sizeof *larger);
        edits = larger;
        finding->edits = edits;
    }
    const char *copy = mq_arena_text(findings->arena, text, text_length);
    if (!copy)
        return false;
    edits[used] = (maq_edit){.span = {offset, length}, .text = copy, .text_length = text_length};
    finding->edit_count++;
    return true;
}

MQ_COMPARE_BY(by_offset, maq_finding, span.offset)

void mq_findings_sort(mq_findings *findings) {
    size_t total = findings->list.count;
    size_t in_order = 1;
    while (in_order < total &&
           findings->items[in_order - 1].span.offset <= findings->items[in_order].span.offset)
        in_order++;
    if (in_order >= total)
        return;
    maq_finding *sorted =
        mq_sort_in(findings->arena, findings->items, total, sizeof *sorted, by_offset, NULL);
    if (sorted && sorted != findings->items)
        memcpy(findings->items, sorted, total * sizeof *sorted);
}
