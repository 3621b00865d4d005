// SPDX-License-Identifier: MIT
//
// Questions that many tests ask of documents.
#ifndef TESTS_SUPPORT_DOCUMENTS_H
#define TESTS_SUPPORT_DOCUMENTS_H

#include "maquette/maquette.h"

// Whether two documents describe themselves in the same way, bit for bit.
bool say_the_same(const maq_document *a, const maq_document *b);

// Opens a text of a format; the test fails when it cannot be opened. maq_close() ends it.
maq_document *open_text(const char *text, const char *format);

// How many findings of a document are of a rule.
size_t count_rule(const maq_document *document, const char *id);

// The first finding of a rule, or NULL.
const maq_finding *finding_of(const maq_document *document, const char *id);

// Fails the test unless the first finding of a rule has this message.
void assert_says(const maq_document *document, const char *id, const char *message);

// Fails the test when there is a finding of another rule than these.
void assert_only_losses(const maq_document *document, const char *const *ids, size_t count);

#endif
