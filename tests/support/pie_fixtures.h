// SPDX-License-Identifier: MIT
//
// One small file for each rule of PIE, in tests/data/pie/rules, and what there is to know of it.
#ifndef MAQUETTE_TESTS_PIE_FIXTURES_H
#define MAQUETTE_TESTS_PIE_FIXTURES_H

#include "maquette/maquette.h"

// A file that breaks one rule and no other, checked against one target.
typedef struct pie_fixture {
    const char *id;
    const char *target;
    uint64_t line, column; // of the first finding
} pie_fixture;

extern const pie_fixture pie_fixtures[];
extern const size_t pie_fixture_count;

// The fixture of a rule, or NULL.
const pie_fixture *pie_fixture_of(const char *id);

// "tests/data/pie/rules/<id>.pie" with the file's bytes; free() ends both. Fails the test when the
// file cannot be read.
char *pie_fixture_path(const char *name);
char *pie_fixture_bytes(const char *name, size_t *length);

// A document and a report on it; pie_checked_free() ends both.
typedef struct pie_checked {
    maq_document *document;
    maq_report *report;
    const maq_findings *findings;
} pie_checked;

pie_checked pie_check_bytes(const char *bytes, size_t length, const char *target);
void pie_checked_free(pie_checked *checked);

#endif
