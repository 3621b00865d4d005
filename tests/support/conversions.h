// SPDX-License-Identifier: MIT
//
// All ways from each format name to each other, tried out on models that use everything their
// format has (tests/data/full).
#ifndef TESTS_SUPPORT_CONVERSIONS_H
#define TESTS_SUPPORT_CONVERSIONS_H

#include "maquette/maquette.h"
#include "support/census.h"

// The format names in the order of the registry.
#define CONVERSION_NAMES 18
extern const char *const conversion_names[CONVERSION_NAMES];

// The model of a format name; fails the test when it cannot be read. maq_close() ends it.
maq_document *conversion_source(const char *name);

typedef struct conversion {
    const char *from, *to;
    maq_status status;
    const maq_findings *losses; // the loss list
    // Below only where the status is MAQ_OK.
    const char *fault;  // what is wrong with what was written; NULL: nothing
    bool through_scene; // from one family to another
    census before, after;
    const char *differences[CENSUS_COUNT]; // NULL: none
    bool reported[CENSUS_COUNT];           // a loss of the list is about the category
    maq_document *made;                    // holds the findings
    mq_arena *arena;                       // holds the texts
} conversion;

// All of them, done once: conversions[from][to]. A name that this build does not know has NULL in
// `from`. conversions_end() ends them.
extern conversion conversions[CONVERSION_NAMES][CONVERSION_NAMES];
void conversions_run(void);
void conversions_end(void);

// Converts, writes, reads again, checks, and compares the scenes. conversion_end() ends it.
void conversion_run(const maq_document *source, const char *to, conversion *out);
void conversion_end(conversion *done);

// Prints what is wrong: the conversion failed, what was written is not sound, or a loss is not reported.
// Returns how many faults there are. `name` is that of the model.
unsigned conversion_report(const conversion *done, const char *name);

// Whether a document is whole, and its rules find no error in it.
bool conversion_is_sound(const maq_document *document);

#endif
