// SPDX-License-Identifier: MIT
//
// One small file for each rule of a format, in tests/data/<format>/rules: each breaks its rule and
// no other.
#ifndef TESTS_SUPPORT_RULE_FILES_H
#define TESTS_SUPPORT_RULE_FILES_H

#include "maquette/maquette.h"

// A file tests/data/<format>/rules/<id>.<format>, checked for one target.
typedef struct rule_file {
    const char *id;
    const char *target;
    uint64_t line, column; // of the first finding
} rule_file;

// Fails the test unless each rule of the format has a file, or is named in `others` (rules that no
// single file can break; NULL ends the list), and no file is without its rule.
void assert_every_rule_has_a_file(const char *format, const rule_file *files, size_t count,
                                  const char *const *others);

// Fails the test unless each file breaks its rule alone, at its place, with edits exactly where the
// rule is fixable, and unless those edits repair it.
void assert_each_file_breaks_its_rule(const char *format, const rule_file *files, size_t count);

// A text as a document and a report on it; checked_free() ends both.
typedef struct checked {
    maq_document *document;
    maq_report *report;
    const maq_findings *findings;
} checked;
checked check_text(const char *format, const char *text, size_t length, const char *target);
void checked_free(checked *result);

// Fails the test, naming what was found, unless these rules are the findings, in this order. Each is
// written as "ID line:column".
void assert_findings(const char *format, const char *text, const char *const *expected,
                     size_t count);

#endif
