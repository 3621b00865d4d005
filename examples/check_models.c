// SPDX-License-Identifier: MIT
//
// check_models TARGET FILE...    checks models against the rules of a target, such as "game", and prints
// errors in the form of compilers, which editors and CI services recognise. The exit code is 1 when
// there is an error, so a build stops. A format without that target is checked for its default one.
#include <stdio.h>
#include <string.h>

#include "maquette/maquette.h"

static bool has_target(const maq_format *format, const char *target) {
    for (uint32_t i = 0; format && i < format->target_count; i++) {
        if (strcmp(format->targets[i], target) == 0)
            return true;
    }
    return false;
}

static void print_finding(const char *path, const maq_document *document,
                          const maq_finding *finding) {
    maq_position position = {1, 1};
    if (finding->span.offset != MAQ_NO_OFFSET && maq_document_is_text(document))
        position = maq_document_position(document, finding->span.offset);
    printf("%s:%llu:%llu: %s: %s [%s]\n", path, (unsigned long long)position.line,
           (unsigned long long)position.column, maq_severity_name(finding->severity),
           finding->message, finding->rule->id);
}

// How many errors a file has.
static uint64_t check_file(const char *path, const char *target) {
    maq_document *document = NULL;
    maq_report *report = NULL;
    maq_status status = maq_open_file(path, NULL, &document);
    // A file that cannot be read as a model still has a document, which holds the reasons.
    if (!document) {
        printf("%s:1:1: error: %s\n", path, maq_status_text(status));
        return 1;
    }
    maq_check_options options = {.size = sizeof options};
    if (has_target(maq_document_format(document), target))
        options.target = target;
    uint64_t errors = 1;
    status = maq_check(document, &options, &report);
    if (status == MAQ_OK) {
        const maq_findings *findings = maq_report_findings(report);
        for (size_t i = 0; i < findings->count; i++) {
            if (findings->items[i].severity == MAQ_ERROR)
                print_finding(path, document, &findings->items[i]);
        }
        errors = findings->errors;
    } else {
        printf("%s:1:1: error: %s\n", path, maq_status_text(status));
    }
    maq_report_free(report);
    maq_close(document);
    return errors;
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: check_models TARGET FILE...\n");
        return 2;
    }
    uint64_t errors = 0;
    for (int i = 2; i < count; i++)
        errors += check_file(arguments[i], arguments[1]);
    return errors > 0 ? 1 : 0;
}
