// SPDX-License-Identifier: MIT
#include "shard.h"

#include <string.h>

#include "base/number.h"
#include "inputs.h"
#include "output.h"

// A number from 1 to `most` that ends where `end` says.
static bool read_number(const char *text, const char *end, uint64_t most, uint64_t *out) {
    bool overflow = false;
    return text < end && mq_parse_u64(text, end, out, &overflow) == end && !overflow && *out > 0 &&
           *out <= most;
}

bool cli_shard_read(const cli_arguments *arguments, cli_shard *out) {
    *out = (cli_shard){0};
    if (!arguments->given[CLI_OPT_SHARD])
        return true;
    const char *text = arguments->values[CLI_OPT_SHARD], *slash = text + strcspn(text, "/");
    uint64_t number = 0;
    if (*slash != '/' || !read_number(slash + 1, text + strlen(text), 1000000, &out->count) ||
        !read_number(text, slash, out->count, &number)) {
        cli_error("'%s' is not a value for --shard, which is I/N: part I of N, such as 1/8", text);
        return false;
    }
    out->index = number - 1;
    return true;
}

// FNV-1a, and the last step of MurmurHash3, which spreads it over all bits.
static uint64_t hash(const char *bytes, size_t length) {
    uint64_t value = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        value = (value ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    value = (value ^ value >> 33) * 0xff51afd7ed558ccdu;
    return value ^ value >> 33;
}

bool cli_shard_has(const cli_shard *shard, const char *below) {
    size_t length = strlen(below) - strlen(cli_extension(below));
    return shard->count == 0 || hash(below, length) % shard->count == shard->index;
}

bool cli_shard_is_first(const cli_shard *shard) {
    return shard->index == 0;
}
