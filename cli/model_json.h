// SPDX-License-Identifier: MIT
//
// What is said about models, as parts of JSON: for the command and for the WebAssembly module.
#ifndef CLI_MODEL_JSON_H
#define CLI_MODEL_JSON_H

#include "base/value.h"
#include "maquette/maquette.h"

// Puts format ("pie3") and version (3), both null when unknown.
void cli_json_format(mq_node *object, const maq_document *document);

// Puts {"error": 2, "warning": 1, "note": 0}.
void cli_json_counts(mq_node *object, const char *key, uint64_t errors, uint64_t warnings,
                     uint64_t notes);

// Puts a finding as check --json has it. Lines are those in the source of the document, which may be NULL.
void cli_json_finding(mq_node *list, const maq_document *document, const maq_finding *finding);

#endif
