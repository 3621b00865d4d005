// SPDX-License-Identifier: MIT
//
// One of N parts of a run, for many processes or machines: each model is in exactly one of them.
#ifndef CLI_SHARD_H
#define CLI_SHARD_H

#include "options.h"

typedef struct cli_shard {
    uint64_t index; // from 0
    uint64_t count; // 0: there are no parts
} cli_shard;

// Reads --shard I/N. False after a message: wrong usage.
bool cli_shard_read(const cli_arguments *arguments, cli_shard *out);

// Whether a model is in the shard. `below` is its path below the folder that was given. The extension does
// not count: models whose outputs would be the same file are in one shard, which reports that.
bool cli_shard_has(const cli_shard *shard, const char *below);

// Whether this is the shard for what is only to be done once in all of them.
bool cli_shard_is_first(const cli_shard *shard);

#endif
