// SPDX-License-Identifier: MIT
//
// What a puppet says as lines of text, twice: from its bytes, by a parser that shares nothing with
// the library, and from a document of the library. Floats are shown by their bits.
#ifndef TESTS_SUPPORT_PET_DUMP_H
#define TESTS_SUPPORT_PET_DUMP_H

#include "maquette/pet.h"
#include "support/pet_bytes.h"

// Both give text that free() ends. The parser stops the test when the bytes are not of the form.
char *pet_dump_bytes(const void *bytes, size_t length, const char *kind, pet_form form);
char *pet_dump_document(const maq_document *document);

#endif
