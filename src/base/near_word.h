// SPDX-License-Identifier: MIT
//
// Which known word a user meant by one that is misspelt.
#ifndef MQ_BASE_NEAR_WORD_H
#define MQ_BASE_NEAR_WORD_H

#include <stddef.h>

// How many letters have to be changed, inserted, removed or swapped to get `word`; 1 where `given` is
// the beginning of it. SIZE_MAX: the words have too little in common.
size_t mq_near_word(const char *given, const char *word);

#endif
