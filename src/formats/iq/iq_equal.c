// SPDX-License-Identifier: MIT
//
// Which rows say the same: a hash table over everything that a vertex, or a normal, is made of.
#include <math.h>
#include <string.h>

#include "formats/iq/iq_compile.h"

#define MOST_WORDS (MAQ_IQE_LIST_COUNT * 6 + 9)

// The numbers of row `row` as words that are equal when the numbers are; how many, or 0 when one is
// a NaN that is to equal nothing.
typedef struct rows {
    const iq_geometry *g;
    bool nan_unique;
    unsigned (*words)(const struct rows *rows, uint32_t row, uint64_t *out);
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

// The numbers of one list.
static bool list_words(const rows *r, unsigned list, uint32_t row, uint64_t *out) {
    const maq_iqe_rows *values = &r->g->iqe->lists[list];
    for (uint32_t i = 0; i < values->width; i++) {
        if (!put_word(r, values->values[(size_t)row * values->width + i], &out[i]))
            return false;
    }
    return true;
}

static unsigned position_words(const rows *r, uint32_t row, uint64_t *out) {
    // A list of rows without numbers has one value.
    out[0] = 0;
    unsigned width = r->g->iqe->lists[MAQ_IQE_POSITION].width;
    return list_words(r, MAQ_IQE_POSITION, row, out) ? width + !width : 0;
}

static unsigned texcoord_words(const rows *r, uint32_t row, uint64_t *out) {
    out[0] = 0;
    unsigned width = r->g->iqe->lists[MAQ_IQE_TEXCOORD].width;
    return list_words(r, MAQ_IQE_TEXCOORD, row, out) ? width + !width : 0;
}

static unsigned vertex_words(const rows *r, uint32_t row, uint64_t *out) {
    const iq_geometry *g = r->g;
    unsigned count = 0;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        // The reference compiler does not compare tangents.
        if (!g->uses[list] || (list == MAQ_IQE_TANGENT && r->nan_unique))
            continue;
        if (!list_words(r, list, row, out + count))
            return 0;
        count += g->iqe->lists[list].width;
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

static unsigned normal_words(const rows *r, uint32_t row, uint64_t *out) {
    mq_vec3 n = r->g->normals[row];
    return put_word(r, n.x, &out[0]) && put_word(r, n.y, &out[1]) && put_word(r, n.z, &out[2]) ? 3
                                                                                              : 0;
}

static uint32_t hash_words(const uint64_t *words, unsigned count) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

static bool find_equals(const rows *r, uint32_t count, mq_arena *keep, uint32_t **out) {
    typedef struct slot {
        uint32_t row, hash; // row + 1, 0 when free
    } slot;
    size_t slot_count = 16;
    while (slot_count < (size_t)count + count / 2)
        slot_count *= 2;
    uint32_t *equals = MQ_NEW_ARRAY(keep, uint32_t, count);
    mq_arena *scratch = equals ? mq_arena_scratch(keep) : NULL;
    slot *slots = scratch ? MQ_NEW_ARRAY(scratch, slot, slot_count) : NULL;
    for (uint32_t row = 0; slots && row < count; row++) {
        uint64_t words[MOST_WORDS], others[MOST_WORDS];
        unsigned length = r->words(r, row, words);
        equals[row] = row;
        if (length == 0)
            continue;
        uint32_t hash = hash_words(words, length);
        size_t at = hash & (slot_count - 1);
        for (; slots[at].row; at = (at + 1) & (slot_count - 1)) {
            if (slots[at].hash != hash)
                continue;
            r->words(r, slots[at].row - 1, others);
            if (memcmp(words, others, length * sizeof *words) == 0)
                break;
        }
        if (slots[at].row)
            equals[row] = slots[at].row - 1;
        else
            slots[at] = (slot){row + 1, hash};
    }
    bool good = slots != NULL;
    mq_arena_end_scratch(keep, scratch);
    *out = equals;
    return good;
}

bool mq_iq_equal_vertices(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, vertex_words};
    return find_equals(&r, g->iqe->lists[MAQ_IQE_POSITION].count, keep, out);
}

bool mq_iq_equal_positions(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, position_words};
    return find_equals(&r, g->iqe->lists[MAQ_IQE_POSITION].count, keep, out);
}

bool mq_iq_equal_texcoords(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, texcoord_words};
    return find_equals(&r, g->iqe->lists[MAQ_IQE_TEXCOORD].count, keep, out);
}

bool mq_iq_equal_normals(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out) {
    rows r = {g, nan_unique, normal_words};
    return find_equals(&r, g->normal_count, keep, out);
}
