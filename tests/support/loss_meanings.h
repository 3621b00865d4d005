// SPDX-License-Identifier: MIT
//
// What the losses of each rule are about, in the terms of a census.
#ifndef TESTS_SUPPORT_LOSS_MEANINGS_H
#define TESTS_SUPPORT_LOSS_MEANINGS_H

#include "support/census.h"

// A rule that is about several things has a row for each, with a word that the message then has.
typedef struct loss_meaning {
    const char *rule;
    census_category category; // CENSUS_COUNT: nothing that a scene shows
    const char *word;         // NULL: any message
} loss_meaning;

extern const loss_meaning loss_meanings[];
extern const size_t loss_meaning_count;

// Marks the categories that the losses of a list are about.
void loss_categories(const maq_findings *losses, bool reported[CENSUS_COUNT]);

#endif
