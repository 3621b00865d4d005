// SPDX-License-Identifier: MIT
//
// Questions that many tests ask of documents.
#ifndef TESTS_SUPPORT_DOCUMENTS_H
#define TESTS_SUPPORT_DOCUMENTS_H

#include "maquette/maquette.h"

// Whether two documents describe themselves in the same way, bit for bit.
bool say_the_same(const maq_document *a, const maq_document *b);

// The first finding of a rule, or NULL.
const maq_finding *finding_of(const maq_document *document, const char *id);

// Fails the test unless the first finding of a rule has this message.
void assert_says(const maq_document *document, const char *id, const char *message);

#endif
