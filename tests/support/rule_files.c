// SPDX-License-Identifier: MIT
#include "support/rule_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"

#define MOST_ROUNDS 8

static const maq_format *format_called(const char *name) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++) {
        if (strcmp(format->name, name) == 0)
            return format;
    }
    fail_msg("there is no format %s", name);
    return NULL;
}

static unsigned target_index(const maq_format *format, const char *target) {
    for (unsigned i = 0; i < format->target_count; i++) {
        if (strcmp(format->targets[i], target) == 0)
            return i;
    }
    fail_msg("there is no target %s", target);
    return 0;
}

checked check_text(const char *format, const char *text, size_t length, const char *target) {
    maq_open_options options = {.format = format};
    maq_check_options check_options = {.target = target};
    checked result = {0};
    maq_open_memory(text, length, &options, &result.document);
    assert_non_null(result.document);
    assert_int_equal(maq_check(result.document, &check_options, &result.report), MAQ_OK);
    result.findings = maq_report_findings(result.report);
    return result;
}

void checked_free(checked *result) {
    maq_report_free(result->report);
    maq_close(result->document);
}

static void print_findings(const checked *result) {
    for (size_t i = 0; i < result->findings->count; i++) {
        const maq_finding *finding = &result->findings->items[i];
        maq_position at = maq_document_position(result->document, finding->span.offset);
        print_error("  %s %llu:%llu %s (%u edits)\n", finding->rule->id,
                    (unsigned long long)at.line, (unsigned long long)at.column, finding->message,
                    finding->edit_count);
    }
}

void assert_findings(const char *format, const char *text, const char *const *expected,
                     size_t count) {
    checked result = check_text(format, text, strlen(text), NULL);
    bool good = result.findings->count == count;
    for (size_t i = 0; i < count && good; i++) {
        const maq_finding *finding = &result.findings->items[i];
        maq_position at = maq_document_position(result.document, finding->span.offset);
        char line[64];
        snprintf(line, sizeof line, "%s %llu:%llu", finding->rule->id, (unsigned long long)at.line,
                 (unsigned long long)at.column);
        good = strcmp(line, expected[i]) == 0;
    }
    if (!good) {
        print_findings(&result);
        fail_msg("these are not the %zu findings expected in:\n%s", count, text);
    }
    checked_free(&result);
}

// ---------------------------------------------------------------------------------- a file per rule

static bool is_among(const char *id, const char *const *list) {
    for (; list && *list; list++) {
        if (strcmp(*list, id) == 0)
            return true;
    }
    return false;
}

void assert_every_rule_has_a_file(const char *format_name, const rule_file *files, size_t count,
                                  const char *const *others) {
    const maq_format *format = format_called(format_name);
    size_t wanted = 0;
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const maq_rule *rule = &format->rules[i];
        assert_non_null(rule->id);
        assert_true(rule->title && *rule->title && rule->explain && *rule->explain);
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(rule->id, format->rules[k].id);
        if (is_among(rule->id, others))
            continue;
        wanted++;
        const rule_file *found = NULL;
        for (size_t k = 0; k < count; k++) {
            if (strcmp(files[k].id, rule->id) == 0)
                found = &files[k];
        }
        if (!found)
            fail_msg("%s has no file", rule->id);
        if (found && rule->severity[target_index(format, found->target)] == MAQ_SILENT)
            fail_msg("%s is tried on %s, for whom it is silent", rule->id, found->target);
    }
    assert_int_equal(wanted, count);
}

static char *read_rule_file(const char *format, const char *id, size_t *length) {
    char path[256];
    snprintf(path, sizeof path, "tests/data/%s/rules/%s.%s", format, id, format);
    return read_whole(path, length);
}

// Strict reading refuses what incomplete_read, and nothing else.
static bool strictness_fits(const char *format, const char *bytes, size_t length,
                            const maq_rule *rule) {
    maq_open_options options = {.format = format, .strict = true};
    maq_document *document = NULL;
    maq_status status = maq_open_memory(bytes, length, &options, &document);
    maq_close(document);
    return (status == MAQ_OK) == !rule->incomplete_read;
}

static bool breaks_its_rule(const char *format_name, const rule_file *file) {
    const maq_format *format = format_called(format_name);
    size_t length;
    char *bytes = read_rule_file(format_name, file->id, &length);
    checked result = check_text(format_name, bytes, length, file->target);
    bool good = result.findings->count > 0 &&
                strictness_fits(format_name, bytes, length, result.findings->items[0].rule);
    free(bytes);
    for (size_t i = 0; i < result.findings->count; i++) {
        const maq_finding *finding = &result.findings->items[i];
        maq_position at = maq_document_position(result.document, finding->span.offset);
        maq_severity weight =
            (maq_severity)finding->rule->severity[target_index(format, file->target)];
        good = good && strcmp(finding->rule->id, file->id) == 0 && finding->severity == weight &&
               *finding->message && finding->count >= 1 &&
               (i > 0 || (at.line == file->line && at.column == file->column)) &&
               finding->rule->fixable == (finding->edit_count > 0);
    }
    if (!good) {
        print_error("%s for %s should be the one rule broken, at %llu:%llu; found:\n", file->id,
                    file->target, (unsigned long long)file->line, (unsigned long long)file->column);
        print_findings(&result);
    }
    checked_free(&result);
    return good;
}

// Whether edits make all findings that have them go away, and no others come.
static bool is_repaired(const char *format, const rule_file *file) {
    size_t length;
    char *bytes = read_rule_file(format, file->id, &length);
    bool fixed = false, again = true;
    for (int round = 0; round < MOST_ROUNDS && again; round++) {
        checked result = check_text(format, bytes, length, file->target);
        again = result.findings->count > 0;
        fixed = !again && round > 0;
        if (again) {
            maq_buffer buffer;
            size_t applied;
            assert_int_equal(maq_fix(result.document, result.findings, NULL, &buffer, &applied),
                             MAQ_OK);
            free(bytes);
            bytes = malloc(buffer.length + 1);
            assert_non_null(bytes);
            memcpy(bytes, buffer.data, buffer.length);
            length = buffer.length;
            maq_buffer_free(&buffer);
            again = applied > 0;
        }
        checked_free(&result);
    }
    free(bytes);
    if (!fixed)
        print_error("%s is not repaired by its edits\n", file->id);
    return fixed;
}

void assert_each_file_breaks_its_rule(const char *format_name, const rule_file *files,
                                      size_t count) {
    const maq_format *format = format_called(format_name);
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        bad += !breaks_its_rule(format_name, &files[i]);
        for (uint32_t k = 0; k < format->rule_count; k++) {
            if (strcmp(format->rules[k].id, files[i].id) == 0 && format->rules[k].fixable)
                bad += !is_repaired(format_name, &files[i]);
        }
    }
    assert_int_equal(bad, 0);
}
