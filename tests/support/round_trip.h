// SPDX-License-Identifier: MIT
//
// Opening, writing and comparing documents in tests. Each fails the test when it cannot be done.
#ifndef TESTS_SUPPORT_ROUND_TRIP_H
#define TESTS_SUPPORT_ROUND_TRIP_H

#include "maquette/maquette.h"

// Reads a text as a format.
maq_document *document_of(const char *format, const char *text);

// What a document is written as; maq_buffer_free() ends it.
maq_buffer written(const maq_document *document);

// Fails the test, naming the first difference, unless both say the same.
void assert_same(const maq_document *a, const maq_document *b);

// Writes, reads and writes again: the same values, the same bytes.
void assert_round_trip(const maq_document *document);

// The ids of findings, in order, with a blank between them and "*count" behind those that stand for
// several.
const char *ids_of(const maq_findings *findings, char *out, size_t size);
void assert_ids(const maq_findings *findings, const char *expected);

// Converts, with the ids of the loss list as told.
maq_document *converted(const maq_document *document, const char *to, const char *losses);

#endif
