// SPDX-License-Identifier: MIT
//
// Opening, saving and converting puppets in tests.
#ifndef TESTS_SUPPORT_PET_DOCUMENTS_H
#define TESTS_SUPPORT_PET_DOCUMENTS_H

#include "maquette/pet.h"
#include "support/pet_bytes.h"

// Each fails the test when it does not come about.
maq_document *pet_open(const pet_bytes *b, const char *name);
void pet_saves_as(const maq_document *document, const void *bytes, size_t length);
pet_bytes pet_saved(const maq_document *document);

// Settings as "name=value" texts; NULL: none.
maq_document *pet_convert(const maq_document *document, const char *to, const char *setting,
                          const char *other_setting);

// Calls `visit` for all puppets of the corpus, with their kind by name. Skips the test where there
// is no corpus.
typedef void (*pet_visit)(const char *path, const char *kind, const pet_bytes *bytes);
void pet_for_each_sample(pet_visit visit);

// How many sections are not decoded.
unsigned pet_raw_sections(const maq_document *document);

// How many findings a rule has in a list.
size_t pet_findings_of(const maq_findings *findings, const char *id);
void pet_print_findings(const maq_findings *findings);

#endif
