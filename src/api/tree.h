// SPDX-License-Identifier: MIT
//
// A tree of values that the caller owns.
#ifndef MQ_API_TREE_H
#define MQ_API_TREE_H

#include "base/value.h"

struct maq_tree {
    mq_arena *arena;
    mq_node *root;
};

// NULL when there is no memory.
maq_tree *mq_tree_new(const maq_memory *memory, maq_value_kind kind);

// Hands a tree out if all of it came about, else frees it and says why.
maq_status mq_tree_finish(maq_tree *tree, maq_tree **out);

#endif
