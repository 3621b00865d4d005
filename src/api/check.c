// SPDX-License-Identifier: MIT
//
// Judging documents: alone and as a set.
#include <string.h>

#include "api/document_images.h"
#include "base/memory.h"
#include "formats/format.h"

#define DEFAULT_MAX_FINDINGS 10000

struct maq_report {
    mq_arena *arena;
    mq_findings findings;
};

static maq_report *new_report(const maq_check_options *options, unsigned target) {
    mq_arena *arena = mq_arena_new(options->memory);
    maq_report *report = arena ? MQ_NEW(arena, maq_report) : NULL;
    if (!report) {
        mq_arena_free(arena);
        return NULL;
    }
    report->arena = arena;
    mq_findings_init(&report->findings, arena,
                     options->max_findings ? options->max_findings : DEFAULT_MAX_FINDINGS, target);
    return report;
}

void maq_report_free(maq_report *report) {
    if (report)
        mq_arena_free(report->arena);
}

const maq_findings *maq_report_findings(const maq_report *report) {
    return &report->findings.list;
}

// The index of a target's severities in the rules of a format.
static bool find_target(const mq_format *format, const char *name, unsigned *target) {
    *target = 0;
    if (!name)
        return true;
    for (uint32_t i = 0; format && i < format->description.target_count; i++) {
        if (strcmp(format->description.targets[i], name) == 0) {
            *target = i;
            return true;
        }
    }
    // What is of no format has no targets to tell apart.
    return format == NULL;
}

maq_status maq_check(const maq_document *document, const maq_check_options *given,
                     maq_report **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!document)
        return MAQ_BAD_ARGUMENT;
    maq_check_options options;
    mq_options_copy(&options, sizeof options, given);
    unsigned target;
    if (!find_target(document->format, options.target, &target))
        return MAQ_BAD_ARGUMENT;
    maq_report *report = new_report(&options, target);
    if (!report)
        return MAQ_NO_MEMORY;

    // A converted document's findings are losses, which are no fault of the file's. A document that could
    // not be read from its archive has neither source nor content.
    if (document->source || !document->content)
        mq_findings_append(&report->findings, &document->findings);
    if (document->content && document->format->check)
        document->format->check(document, &report->findings);
    if (document->content)
        mq_document_check_images(document, &options, &report->findings);
    mq_findings_sort(&report->findings);

    maq_status status = mq_arena_status(report->arena);
    if (status != MAQ_OK) {
        maq_report_free(report);
        return status;
    }
    *out = report;
    return MAQ_OK;
}

// The documents of one format, judged together.
static void check_format_set(const mq_format *format, const maq_document *const *documents,
                             maq_report *const *reports, size_t count, bool roots_complete,
                             mq_arena *scratch) {
    mq_set_member *members = MQ_NEW_ARRAY(scratch, mq_set_member, count);
    size_t member_count = 0;
    for (size_t i = 0; members && i < count; i++) {
        if (documents[i]->format == format)
            members[member_count++] = (mq_set_member){documents[i], &reports[i]->findings};
    }
    if (member_count)
        format->check_set(members, member_count, roots_complete, scratch);
}

maq_status maq_check_set(const maq_document *const *documents, size_t count, bool roots_complete,
                         const maq_check_options *given, maq_report **reports) {
    if (count == 0)
        return MAQ_OK;
    if (!documents || !reports)
        return MAQ_BAD_ARGUMENT;
    memset(reports, 0, count * sizeof *reports);
    maq_check_options options;
    mq_options_copy(&options, sizeof options, given);
    mq_arena *scratch = mq_arena_new(options.memory);
    maq_status status = scratch ? MAQ_OK : MAQ_NO_MEMORY;
    for (size_t i = 0; i < count && status == MAQ_OK; i++) {
        unsigned target;
        if (!documents[i] || !find_target(documents[i]->format, options.target, &target))
            status = MAQ_BAD_ARGUMENT;
        else if (!(reports[i] = new_report(&options, target)))
            status = MAQ_NO_MEMORY;
    }
    if (status == MAQ_OK) {
        const mq_format *row;
        for (size_t i = 0; (row = mq_format_row(i)); i++) {
            if (row->check_set)
                check_format_set(row, documents, reports, count, roots_complete, scratch);
        }
        status = mq_arena_status(scratch);
    }
    for (size_t i = 0; i < count && status == MAQ_OK; i++) {
        mq_findings_sort(&reports[i]->findings);
        status = mq_arena_status(reports[i]->arena);
    }
    for (size_t i = 0; i < count && status != MAQ_OK; i++) {
        maq_report_free(reports[i]);
        reports[i] = NULL;
    }
    mq_arena_free(scratch);
    return status;
}
