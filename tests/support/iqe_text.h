// SPDX-License-Identifier: MIT
//
// Small IQE texts and what becomes of them.
#ifndef TESTS_SUPPORT_IQE_TEXT_H
#define TESTS_SUPPORT_IQE_TEXT_H

#include "maquette/iqe.h"
#include "maquette/iqm.h"

#define IQE_HEADER "# Inter-Quake Export\n"

// A document from text that is an IQE file without its first line; the test fails when it cannot be
// read.
maq_document *iqe_open(const char *text);

// The same compiled, with settings ("compat", "reference", ..., NULL).
maq_document *iqe_compile(const char *text, const char *const *settings);

// What a document is converted to, with the same settings.
maq_document *iqe_convert(const maq_document *document, const char *to,
                          const char *const *settings);

extern const char *const iqe_reference[]; // compat=reference

// The first finding of a rule in a list, or NULL.
const maq_finding *iqe_find(const maq_findings *findings, const char *id);

#endif
