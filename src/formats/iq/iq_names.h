// SPDX-License-Identifier: MIT
//
// A table of names, which gives each different name a number, from 0 in the order in which they come.
#ifndef MQ_IQ_NAMES_H
#define MQ_IQ_NAMES_H

#include "base/arena.h"

typedef struct iq_name_table {
    mq_arena *arena;
    struct iq_name_slot {
        const char *name;
        uint32_t hash, number;
    } * slots;
    uint32_t slot_count, count;
} iq_name_table;

// The number of a name, which is added if it is new; the table keeps the pointer. UINT32_MAX when
// there is no memory.
uint32_t mq_iq_name_number(iq_name_table *names, const char *name);

// The number of a name in the table, or UINT32_MAX.
uint32_t mq_iq_name_find(const iq_name_table *names, const char *name);

#endif
