// SPDX-License-Identifier: MIT
//
// Which rows are equal: a hash table over everything that a vertex, or a normal, is made of.
#include <math.h>
#include <string.h>

#include "base/hints.h"
#include "base/parallel.h"
#include "formats/iq/iq_compile.h"

// Rows of an input's lists.
typedef struct rows {
    const iq_geometry *g;
    bool nan_unique, has_blends;
    unsigned list_count;
    unsigned lists[MAQ_IQE_LIST_COUNT];
} rows;

// Each adds to `*nan` whether there was one.
MQ_HOT uint64_t double_word(double value, bool *nan) {
    uint64_t word;
    value += 0.0; // makes -0 a 0
    memcpy(&word, &value, sizeof word);
    *nan |= isnan(value);
    return isnan(value) ? 0x7ff8000000000000u : word;
}

MQ_HOT uint32_t float_word(float value, bool *nan) {
    uint32_t word;
    value += 0.0f; // makes -0 a 0
    memcpy(&word, &value, sizeof word);
    *nan |= isnan(value);
    return isnan(value) ? 0x7fc00000u : word;
}

// The numbers of one list, two floats in a word. Returns how many words these are.
MQ_HOT unsigned list_words(const iq_geometry *g, unsigned list, uint32_t row, uint64_t *out,
                           bool *nan) {
    uint32_t width = g->iqe->lists[list].width;
    size_t first = (size_t)row * width;
    if (width == 0)
        return 0;
    if (!g->floats) {
        const double *values = g->iqe->lists[list].values + first;
        for (uint32_t i = 0; i < width; i++)
            out[i] = double_word(values[i], nan);
        return width;
    }
    const float *values = g->floats[list] + first;
    uint32_t pairs = width / 2;
    for (uint32_t i = 0; i < pairs; i++)
        out[i] =
            (uint64_t)float_word(values[i * 2 + 1], nan) << 32 | float_word(values[i * 2], nan);
    if (width % 2)
        out[pairs] = float_word(values[width - 1], nan);
    return pairs + width % 2;
}

static unsigned row_words(const void *context, uint32_t row, uint64_t *out) {
    const rows *r = context;
    unsigned count = 0;
    bool nan = false;
    for (unsigned i = 0; i < r->list_count; i++)
        count += list_words(r->g, r->lists[i], row, out + count, &nan);
    if (r->has_blends) {
        iq_blend blend = mq_iq_blend(r->g, row);
        for (int i = 0; i < 4; i++)
            out[count++] = double_word(blend.weights[i], &nan);
        for (int i = 0; i < 4; i++)
            out[count++] = r->nan_unique ? (uint8_t)blend.joints[i] : (uint32_t)blend.joints[i];
    }
    // Rows without numbers are all the same.
    if (count == 0)
        out[count++] = 0;
    return nan && r->nan_unique ? 0 : count;
}

static unsigned normal_words(const void *context, uint32_t row, uint64_t *out) {
    const rows *r = context;
    mq_vec3 n = r->g->normals[row];
    bool nan = false;
    out[0] = double_word(n.x, &nan);
    out[1] = double_word(n.y, &nan);
    out[2] = double_word(n.z, &nan);
    return nan && r->nan_unique ? 0 : 3;
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
    rows r = {.g = g, .nan_unique = nan_unique, .has_blends = g->uses_blends};
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        // The reference compiler does not compare tangents.
        if (g->uses[list] && !(list == MAQ_IQE_TANGENT && nan_unique))
            r.lists[r.list_count++] = list;
    }
    return mq_iq_find_equals(g->iqe->lists[MAQ_IQE_POSITION].count, row_words, &r, keep, out);
}

bool mq_iq_equal_rows(const iq_geometry *g, maq_iqe_list list, mq_arena *keep, bool nan_unique,
                      uint32_t **out) {
    rows r = {.g = g, .nan_unique = nan_unique, .list_count = 1, .lists = {list}};
    return mq_iq_find_equals(g->iqe->lists[list].count, row_words, &r, keep, out);
}

bool mq_iq_equal_normals(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {.g = g, .nan_unique = nan_unique};
    return mq_iq_find_equals(g->normal_count, normal_words, &r, keep, out);
}
