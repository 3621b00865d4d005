// SPDX-License-Identifier: MIT
//
// Which rows are equal: a hash table over everything that a vertex, or a normal, is made of.
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "formats/iq/iq_compile.h"

// Rows of an input's lists.
typedef struct rows {
    const iq_geometry *g;
    bool nan_unique;
    unsigned list; // for row_words()
} rows;

static bool put_word(const rows *r, double value, uint64_t *out) {
    if (isnan(value)) {
        *out = 0x7ff8000000000000u;
        return !r->nan_unique;
    }
    value += 0.0; // makes -0 a 0
    memcpy(out, &value, sizeof value);
    return true;
}

static bool put_float_word(const rows *r, float value, uint32_t *out) {
    if (isnan(value)) {
        *out = 0x7fc00000u;
        return !r->nan_unique;
    }
    value += 0.0f; // makes -0 a 0
    memcpy(out, &value, sizeof value);
    return true;
}

// The numbers of one list, two floats in a word. Adds to `*count`.
static bool list_words(const rows *r, unsigned list, uint32_t row, uint64_t *out, unsigned *count) {
    const maq_iqe_rows *values = &r->g->iqe->lists[list];
    size_t first = (size_t)row * values->width;
    for (uint32_t i = 0; !r->g->floats && i < values->width; i++) {
        if (!put_word(r, values->values[first + i], &out[(*count)++]))
            return false;
    }
    for (uint32_t i = 0; r->g->floats && i < values->width; i += 2) {
        const float *floats = r->g->floats[list] + first + i;
        uint32_t halves[2] = {0, 0};
        if (!put_float_word(r, floats[0], &halves[0]) ||
            (i + 1 < values->width && !put_float_word(r, floats[1], &halves[1])))
            return false;
        out[(*count)++] = (uint64_t)halves[1] << 32 | halves[0];
    }
    return true;
}

static unsigned row_words(const void *context, uint32_t row, uint64_t *out) {
    const rows *r = context;
    unsigned count = 0;
    // All rows of a list without numbers are equal.
    out[0] = 0;
    return list_words(r, r->list, row, out, &count) ? count + !count : 0;
}

static unsigned vertex_words(const void *context, uint32_t row, uint64_t *out) {
    const rows *r = context;
    const iq_geometry *g = r->g;
    unsigned count = 0;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        // The reference compiler does not compare tangents.
        if (!g->uses[list] || (list == MAQ_IQE_TANGENT && r->nan_unique))
            continue;
        if (!list_words(r, list, row, out, &count))
            return 0;
    }
    // Rows without numbers are all the same.
    out[count++] = 0;
    if (g->uses_blends) {
        iq_blend blend = mq_iq_blend(g, row);
        for (int i = 0; i < 4; i++) {
            if (!put_word(r, blend.weights[i], &out[count++]))
                return 0;
        }
        for (int i = 0; i < 4; i++)
            out[count++] = r->nan_unique ? (uint8_t)blend.joints[i] : (uint32_t)blend.joints[i];
    }
    return count;
}

static unsigned normal_words(const void *context, uint32_t row, uint64_t *out) {
    const rows *r = context;
    mq_vec3 n = r->g->normals[row];
    return put_word(r, n.x, &out[0]) && put_word(r, n.y, &out[1]) && put_word(r, n.z, &out[2]) ? 3
                                                                                               : 0;
}

// --------------------------------------------------------------------------------------- finding

static uint32_t hash_words(const uint64_t *words, size_t count) {
    const uint64_t factor = 0xff51afd7ed558ccdu;
    // Several at once: each step of a hash waits for the one before.
    enum { LANES = 4 };
    uint64_t lanes[LANES] = {0x9e3779b97f4a7c15u, 1, 2, 3};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            lanes[k] = (lanes[k] ^ words[i + k]) * factor;
            lanes[k] ^= lanes[k] >> 32;
        }
    }
    uint64_t hash = lanes[0];
    for (size_t k = 1; k < LANES; k++) {
        hash = (hash ^ lanes[k]) * factor;
        hash ^= hash >> 32;
    }
    for (; i < count; i++) {
        hash = (hash ^ words[i]) * factor;
        hash ^= hash >> 32;
    }
    // 0 stands for a row that equals nothing.
    return (uint32_t)hash ? (uint32_t)hash : 1;
}

enum { HASH_CHUNK = 1 << 14, PREFETCH_DISTANCE = 12 };

typedef struct hashing {
    iq_words words;
    const void *context;
    uint32_t *hashes;
    uint32_t count;
} hashing;

static void hash_chunk(void *context, size_t chunk) {
    const hashing *h = context;
    size_t end = (chunk + 1) * HASH_CHUNK < h->count ? (chunk + 1) * HASH_CHUNK : h->count;
    for (size_t row = chunk * HASH_CHUNK; row < end; row++) {
        uint64_t words[IQ_MAX_WORDS];
        unsigned length = h->words(h->context, (uint32_t)row, words);
        h->hashes[row] = length ? hash_words(words, length) : 0;
    }
}

static bool equal_rows(const hashing *h, uint32_t a, uint32_t b) {
    uint64_t left[IQ_MAX_WORDS], right[IQ_MAX_WORDS];
    unsigned length = h->words(h->context, a, left);
    h->words(h->context, b, right);
    return memcmp(left, right, length * sizeof *left) == 0;
}

// Finds the first row equal to each one; the hashes are made on all cores.
static void find_in(const hashing *h, uint32_t *slots, size_t slot_count, uint32_t *equals) {
    const uint32_t *hashes = h->hashes;
    for (uint32_t row = 0; row < h->count; row++) {
#if defined(__GNUC__)
        // Slots are all over the memory: they are fetched before they are needed.
        if (row + PREFETCH_DISTANCE < h->count)
            __builtin_prefetch(&slots[hashes[row + PREFETCH_DISTANCE] & (slot_count - 1)], 1);
#endif
        equals[row] = row;
        if (!hashes[row])
            continue;
        size_t at = hashes[row] & (slot_count - 1);
        while (slots[at] &&
               (hashes[slots[at] - 1] != hashes[row] || !equal_rows(h, row, slots[at] - 1)))
            at = (at + 1) & (slot_count - 1);
        if (slots[at])
            equals[row] = slots[at] - 1;
        else
            slots[at] = row + 1;
    }
}

bool mq_iq_find_equals(uint32_t count, iq_words words, const void *context, mq_arena *keep,
                       uint32_t **out) {
    size_t slot_count = 16;
    while (slot_count < (size_t)count + count / 2)
        slot_count *= 2;
    *out = MQ_NEW_UNINITIALIZED_ARRAY(keep, uint32_t, count);
    mq_arena *scratch = *out ? mq_arena_scratch(keep) : NULL;
    hashing h = {.words = words, .context = context, .count = count};
    h.hashes = scratch ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, count) : NULL;
    uint32_t *slots = h.hashes ? MQ_NEW_ARRAY(scratch, uint32_t, slot_count) : NULL;
    if (slots) {
        mq_parallel(((size_t)count + HASH_CHUNK - 1) / HASH_CHUNK, 0, hash_chunk, NULL, &h);
        find_in(&h, slots, slot_count, *out);
    }
    mq_arena_end_scratch(keep, scratch);
    return slots != NULL;
}

bool mq_iq_equal_vertices(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, MAQ_IQE_POSITION};
    return mq_iq_find_equals(g->iqe->lists[MAQ_IQE_POSITION].count, vertex_words, &r, keep, out);
}

bool mq_iq_equal_rows(const iq_geometry *g, maq_iqe_list list, mq_arena *keep, bool nan_unique,
                      uint32_t **out) {
    rows r = {g, nan_unique, list};
    return mq_iq_find_equals(g->iqe->lists[list].count, row_words, &r, keep, out);
}

bool mq_iq_equal_normals(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, MAQ_IQE_NORMAL};
    return mq_iq_find_equals(g->normal_count, normal_words, &r, keep, out);
}
