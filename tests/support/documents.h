// SPDX-License-Identifier: MIT
//
// Questions that many tests ask of documents.
#ifndef TESTS_SUPPORT_DOCUMENTS_H
#define TESTS_SUPPORT_DOCUMENTS_H

#include "maquette/maquette.h"

// Whether two documents describe themselves in the same way, bit for bit.
bool say_the_same(const maq_document *a, const maq_document *b);

#endif
