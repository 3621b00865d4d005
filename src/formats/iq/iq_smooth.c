// SPDX-License-Identifier: MIT
//
// Normals by the five rules of smoothing. Corners at one position are united, directly or through
// others, when they pass all tests that apply: the same smoothing group, the same smoothing index
// (vs), the same texture coordinates where either triangle asks for it (smoothuv), an edge between
// them that either has smooth (fs), and an angle between the triangles that both allow.
//
// All tests but the angle compare for equality, so corners are sorted into sets; within a set the
// angle is tested for each pair. Large sets put the directions on a grid, so that the time for a fan
// of thousands round one point is in proportion to its triangles. Hostile files can still demand
// more: there is a budget of work for all large sets together, far above the needs of models, and
// exceeding it is reported.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/sort.h"
#include "formats/iq/iq_compile.h"

#define PI 3.14159265358979323846

// Triangles in one plane have directions that differ in the last bits.
#define ANGLE_TOLERANCE 1e-9

enum { BRUTE_FORCE = 48 };
#define NONE UINT32_MAX

// A corner with everything that the tests compare.
typedef struct corner {
    uint32_t corner;
    int32_t group, index;
    uint32_t edge, texcoord;
    bool by_texcoord, smooth_edge;
    bool united;       // with all corners of its class; for the reference compiler's smoothing
    mq_vec3 direction; // of its triangle; zero (reference: NaN) when that has no area
    double limit;      // the cosine of the largest angle
} corner;

typedef struct smoothing {
    const iq_geometry *g;
    mq_arena *scratch;
    bool reference;                  // compare as the reference compiler does
    bool merge_repeats;              // there are positions of very many corners
    uint32_t *positions, *texcoords; // the first equal row of each
    const uint8_t *edges;            // flags by triangle, or NULL
    uint32_t *part_of;               // by triangle
    mq_vec3 *directions;             // of triangles; zero (reference: NaN) for those without area
    double *limits;                  // by part
    uint32_t *parents;               // by corner: the sets, as trees
    // The corners of one position, three times: as they come, while they are sorted, and those
    // alone that do not compare texture coordinates.
    corner *items, *sorted, *apart;
    // The grid of directions: its cells, chains of them by hash, and of the items in each.
    struct cell *cells;
    uint32_t *slots, *next;
    uint32_t cell_count;
    size_t slot_count;
    uint64_t budget;     // steps of work that are left
    uint8_t *unfinished; // by corner: the budget was used up before it was compared with all
    uint8_t *joined;     // by corner: it has no area and has joined a set
} smoothing;

// How many steps there are for a corner on average, and for any mesh.
enum { STEPS_A_CORNER = 512, STEPS = 1000000, REFERENCE_STEPS = 50000000 };

// ------------------------------------------------------------------------------------------ sets

static uint32_t root_of(uint32_t *parents, uint32_t at) {
    while (parents[at] != at) {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    return at;
}

// The earlier corner becomes the root, so that sets are numbered in the order of corners.
static void unite(smoothing *s, uint32_t a, uint32_t b) {
    a = root_of(s->parents, a);
    b = root_of(s->parents, b);
    if (a < b)
        s->parents[b] = a;
    else
        s->parents[a] = b;
}

static bool spend(smoothing *s, uint64_t steps) {
    s->budget = s->budget > steps ? s->budget - steps : 0;
    return s->budget > 0;
}

// ---------------------------------------------------------------------------------------- angles

static bool has_direction(const corner *c) {
    return c->direction.x != 0 || c->direction.y != 0 || c->direction.z != 0;
}

static bool angle_allows(const corner *a, const corner *b) {
    double limit = fmax(a->limit, b->limit);
    return limit <= -1 || mq_dot(a->direction, b->direction) >= limit;
}

static void try_pair(smoothing *s, const corner *a, const corner *b) {
    if ((a->smooth_edge || b->smooth_edge) && angle_allows(a, b))
        unite(s, a->corner, b->corner);
}

// Unites all of a set with one that has its edge smooth, if there is any.
static void unite_all(smoothing *s, const corner *items, size_t count) {
    size_t smooth = 0;
    while (smooth < count && !items[smooth].smooth_edge)
        smooth++;
    for (size_t i = 0; smooth < count && i < count; i++)
        unite(s, items[smooth].corner, items[i].corner);
}

// ------------------------------------------------------------------------------------------ grid

// A part of the sphere of directions that is so small that any two directions in it are near
// enough. If the edge of any corner in it is smooth, all its corners are united.
typedef struct cell {
    int64_t at[3];
    uint32_t first;     // item; chained by smoothing.next
    uint32_t smooth;    // an item whose edge is smooth, or NONE
    uint32_t next_cell; // of the same hash
} cell;

static void set_cell(cell *c, mq_vec3 direction, double size) {
    // Directions are of length 1, sizes above 1e-5.
    c->at[0] = (int64_t)floor(direction.x / size);
    c->at[1] = (int64_t)floor(direction.y / size);
    c->at[2] = (int64_t)floor(direction.z / size);
}

// The head of the chain of cells that one with these coordinates is in.
static uint32_t *chain_of(const smoothing *s, const cell *c) {
    uint64_t hash = (uint64_t)c->at[0] * 0x9e3779b97f4a7c15u ^
                    (uint64_t)c->at[1] * 0xc2b2ae3d27d4eb4fu ^
                    (uint64_t)c->at[2] * 0x165667b19e3779f9u;
    return &s->slots[(size_t)(hash >> 32) & (s->slot_count - 1)];
}

static cell *find_cell(const smoothing *s, const cell *wanted) {
    uint32_t at = *chain_of(s, wanted);
    while (at != NONE && memcmp(s->cells[at].at, wanted->at, sizeof wanted->at) != 0)
        at = s->cells[at].next_cell;
    return at == NONE ? NULL : &s->cells[at];
}

// Puts an item into its cell and unites it with what is there.
static void fill_cell(smoothing *s, const corner *items, uint32_t item, double size) {
    cell wanted;
    set_cell(&wanted, items[item].direction, size);
    cell *own = find_cell(s, &wanted);
    if (!own) {
        uint32_t *chain = chain_of(s, &wanted);
        own = &s->cells[s->cell_count];
        *own = wanted;
        own->first = own->smooth = NONE;
        own->next_cell = *chain;
        *chain = s->cell_count++;
    }
    if (own->smooth != NONE) {
        unite(s, items[own->smooth].corner, items[item].corner);
    } else if (items[item].smooth_edge) {
        own->smooth = item;
        for (uint32_t i = own->first; i != NONE; i = s->next[i])
            unite(s, items[item].corner, items[i].corner);
    }
    s->next[item] = own->first;
    own->first = item;
}

// Unites the corners of two cells. Cells with a smooth edge are one set each: one pair is enough,
// and none is needed when they were united through others.
static void join_cells(smoothing *s, const corner *items, const cell *a, const cell *b) {
    if (a->smooth == NONE && b->smooth == NONE)
        return;
    bool whole = a->smooth != NONE && b->smooth != NONE;
    for (uint32_t i = a->first; i != NONE; i = s->next[i]) {
        for (uint32_t k = b->first; k != NONE; k = s->next[k]) {
            if (!spend(s, 1))
                return;
            if (root_of(s->parents, items[i].corner) == root_of(s->parents, items[k].corner)) {
                if (whole)
                    return;
                continue;
            }
            try_pair(s, &items[i], &items[k]);
        }
    }
}

// Unites by the angle all items whose own limit is not sharper than `limit`.
static void unite_on_grid(smoothing *s, const corner *items, size_t count, double limit) {
    // The largest cells in which any two directions are near enough: their diagonal is the chord.
    double chord = sqrt(fmax(2 - 2 * limit, 1e-9));
    double size = chord / sqrt(3);
    memset(s->slots, 0xff, s->slot_count * sizeof *s->slots);
    s->cell_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].limit <= limit)
            fill_cell(s, items, i, size);
    }
    // Near cells first: most of the farther ones are united through them by then.
    for (int reach = 1; reach <= 2; reach++) {
        for (uint32_t c = 0; c < s->cell_count; c++) {
            // Half of all neighbours: for the others this one is a neighbour.
            for (int step = 63; step < 125; step++) {
                int offset[3] = {step % 5 - 2, step / 5 % 5 - 2, step / 25 - 2};
                bool near = abs(offset[0]) < 2 && abs(offset[1]) < 2 && abs(offset[2]) < 2;
                if (near != (reach == 1))
                    continue;
                if (!spend(s, 1))
                    return;
                cell wanted = s->cells[c];
                for (int k = 0; k < 3; k++)
                    wanted.at[k] += offset[k];
                const cell *other = find_cell(s, &wanted);
                if (other)
                    join_cells(s, items, &s->cells[c], other);
            }
        }
    }
}

static void sort(smoothing *s, corner *items, size_t count, mq_compare compare) {
    // At most positions all corners are of one kind.
    size_t same = 1;
    while (same < count && compare(&items[0], &items[same], NULL) == 0)
        same++;
    if (same >= count)
        return;
    corner *sorted = mq_sort(items, s->sorted, count, sizeof *items, compare, NULL);
    if (sorted != items)
        memcpy(items, sorted, count * sizeof *items);
}

// --------------------------------------------------------------------------- reference compiler

// The reference compiler compares every pair, with the angle as it was rounded. Corners of one
// direction are one class here, and a class that is united with one of a group of classes is not
// compared with the others, so that the time is mostly in proportion to the corners.

static int compare_classes(const void *left, const void *right, const void *context) {
    (void)context;
    const corner *a = left, *b = right;
    int order = memcmp(&a->direction, &b->direction, sizeof a->direction);
    if (order == 0)
        order = memcmp(&a->limit, &b->limit, sizeof a->limit);
    return order ? order : (int)a->smooth_edge - (int)b->smooth_edge;
}

// NaN, the direction of a triangle without area, passes the test of the angle.
static bool reference_allows(const corner *a, const corner *b) {
    return (a->smooth_edge || b->smooth_edge) &&
           !(mq_dot(a->direction, b->direction) < fmax(a->limit, b->limit));
}

// Unites the corners of the class that begins with an item.
static void unite_class(smoothing *s, corner *items, size_t first, size_t count) {
    if (items[first].united)
        return;
    items[first].united = true;
    for (size_t i = first + 1; i < count && compare_classes(&items[first], &items[i], NULL) == 0;
         i++)
        unite(s, items[first].corner, items[i].corner);
}

static void unite_as_reference(smoothing *s, corner *items, size_t count) {
    sort(s, items, count, compare_classes);
    // Groups of united classes: s->next chains the classes of a group, s->slots holds its first and
    // last class.
    uint32_t *first = s->slots, *last = s->slots + count, groups = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compare_classes(&items[i], &items[end], NULL) == 0;)
            end++;
        if (reference_allows(&items[i], &items[i]))
            unite_class(s, items, i, count);
        uint32_t own = groups, kept = 0;
        s->next[i] = NONE;
        first[own] = last[own] = (uint32_t)i;
        for (uint32_t g = 0; g < groups; g++) {
            uint32_t k = first[g];
            while (k != NONE && spend(s, 1) && !reference_allows(&items[i], &items[k]))
                k = s->next[k];
            if (k == NONE || s->budget == 0) {
                first[kept] = first[g];
                last[kept++] = last[g];
                continue;
            }
            unite(s, items[i].corner, items[k].corner);
            unite_class(s, items, k, count);
            unite_class(s, items, i, count);
            s->next[last[g]] = first[own];
            first[own] = first[g];
        }
        first[kept] = first[own];
        last[kept] = last[own];
        groups = kept + 1;
    }
    for (size_t i = 0; s->budget == 0 && i < count; i++)
        s->unfinished[items[i].corner] = 1;
}

// ------------------------------------------------------------------------------------- one set

// Unites within a set whose members differ by angle (and by the flag of their edge) alone.
static void unite_set(smoothing *s, corner *items, size_t count) {
    if (s->reference) {
        unite_as_reference(s, items, count);
        return;
    }
    // Corners without area have no direction: each joins one set of corners, so that no two sets
    // join through it. A corner can be in several calls, by its edges and texture coordinates.
    size_t with = 0;
    for (size_t i = 0; i < count; i++) {
        if (has_direction(&items[i])) {
            corner swap = items[with];
            items[with++] = items[i];
            items[i] = swap;
        }
    }
    for (size_t i = with; with && i < count; i++) {
        uint8_t *joined = &s->joined[items[i].corner];
        if (!*joined && (items[i].smooth_edge || items[0].smooth_edge)) {
            unite(s, items[0].corner, items[i].corner);
            *joined = 1;
        }
    }
    count = with;
    double sharpest = -2;
    for (size_t i = 0; i < count; i++)
        sharpest = fmax(sharpest, items[i].limit);
    if (sharpest <= -1) {
        unite_all(s, items, count);
        return;
    }
    if (count <= BRUTE_FORCE) {
        for (size_t i = 0; i < count; i++) {
            for (size_t k = i + 1; k < count; k++)
                try_pair(s, &items[i], &items[k]);
        }
        return;
    }
    // Both limits of a pair hold: for each limit, all items whose limit is not sharper are compared.
    s->slot_count = 64;
    while (s->slot_count < count)
        s->slot_count *= 2;
    double limit = -2;
    for (;;) {
        double higher = 3;
        for (size_t i = 0; i < count; i++) {
            double own = items[i].limit;
            if (own > limit && own < higher)
                higher = own;
        }
        if (higher > 2)
            return;
        limit = higher;
        if (limit > -1 && spend(s, count))
            unite_on_grid(s, items, count, limit);
        if (s->budget == 0)
            break;
    }
    for (size_t i = 0; i < count; i++)
        s->unfinished[items[i].corner] = 1;
}

// --------------------------------------------------------------------------------------- sorting

static int compare_corners(const void *left, const void *right, const void *context) {
    (void)context;
    const corner *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

MQ_COMPARE_BY(compare_texcoords, corner, texcoord)

// A set of equal group, index and edge: what is left are texture coordinates.
static void unite_by_texcoord(smoothing *s, corner *items, size_t count) {
    size_t asking = 0, apart = 0;
    for (size_t i = 0; i < count; i++)
        asking += items[i].by_texcoord;
    if (asking == 0) {
        unite_set(s, items, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!items[i].by_texcoord)
            s->apart[apart++] = items[i];
    }
    if (apart > 1)
        unite_set(s, s->apart, apart); // these are not compared with each other
    sort(s, items, count, compare_texcoords);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && items[end].texcoord == items[first].texcoord;)
            end++;
        unite_set(s, items + first, end - first);
    }
}

// All corners at one position.
static void unite_position(smoothing *s, size_t count) {
    sort(s, s->items, count, compare_corners);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1;
             end < count && compare_corners(&s->items[first], &s->items[end], NULL) == 0;)
            end++;
        if (end - first > 1)
            unite_by_texcoord(s, s->items + first, end - first);
    }
}

// ------------------------------------------------------------------------------------- the whole

static corner make_item(const smoothing *s, uint32_t corner_number) {
    const iq_geometry *g = s->g;
    uint32_t triangle = corner_number / 3, vertex = g->corners[corner_number];
    uint32_t part = s->part_of[triangle];
    const maq_iqe_part *state = &g->iqe->parts[part];
    const int32_t *indices = g->iqe->smooth_indices;
    int32_t index = !s->reference ? (g->uses_smooth_indices ? indices[vertex] : 0)
                                  : mq_iq_reference_smooth_index(g->iqe, corner_number % 3);
    return (corner){.corner = corner_number,
                    .group = state->smooth_group,
                    .index = index,
                    .texcoord = s->texcoords ? s->texcoords[vertex] : 0,
                    .by_texcoord = s->texcoords && state->smooth_uv,
                    .smooth_edge = true,
                    .direction = s->directions[triangle],
                    .limit = s->limits[part]};
}

// Whether a corner is in all the same as the one before it and united with it: then it needs no item.
static bool repeats(const smoothing *s, const corner *before, const corner *item) {
    return before->group == item->group && before->index == item->index &&
           before->texcoord == item->texcoord && before->by_texcoord == item->by_texcoord &&
           memcmp(&before->direction, &item->direction, sizeof item->direction) == 0 &&
           memcmp(&before->limit, &item->limit, sizeof item->limit) == 0 &&
           (!s->reference || reference_allows(item, item));
}

// Adds a corner to the items: once, or once for each of its edges when there are edge flags.
static size_t add_items(smoothing *s, uint32_t corner_number, size_t count) {
    corner item = make_item(s, corner_number);
    if (s->merge_repeats && count && repeats(s, &s->items[count - 1], &item)) {
        unite(s, s->items[count - 1].corner, corner_number);
        return count;
    }
    if (!s->edges) {
        s->items[count] = item;
        return count + 1;
    }
    // At corner k there are edge k, to the next corner, and the one before it, from the last.
    uint32_t triangle = corner_number / 3, k = corner_number % 3;
    unsigned flags = s->edges[triangle];
    for (unsigned step = 1; step <= 2; step++) {
        unsigned edge = step == 1 ? k : (k + 2) % 3;
        item.edge = s->positions[s->g->corners[(size_t)triangle * 3 + (k + step) % 3]];
        item.smooth_edge = flags >> edge & 1;
        s->items[count++] = item;
    }
    return count;
}

// The corners of each position, in order: list[first[p]] to list[first[p + 1] - 1].
typedef struct by_position {
    uint32_t *first, *list;
    size_t most;
} by_position;

static bool list_by_position(smoothing *s, by_position *out) {
    const iq_geometry *g = s->g;
    uint32_t positions = g->iqe->lists[MAQ_IQE_POSITION].count;
    size_t corners = (size_t)g->triangle_count * 3;
    out->first = MQ_NEW_ARRAY(s->scratch, uint32_t, (size_t)positions + 1);
    out->list = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, uint32_t, corners);
    if (!out->first || !out->list)
        return false;
    for (size_t i = 0; i < corners; i++)
        out->first[s->positions[g->corners[i]]]++;
    uint32_t sum = 0;
    for (uint32_t p = 0; p < positions; p++) {
        if (out->first[p] > out->most)
            out->most = out->first[p];
        sum += out->first[p];
        out->first[p] = sum;
    }
    out->first[positions] = sum;
    for (size_t i = corners; i-- > 0;)
        out->list[--out->first[s->positions[g->corners[i]]]] = (uint32_t)i;
    return true;
}

static void find_directions(smoothing *s) {
    for (uint32_t t = 0; t < s->g->triangle_count; t++) {
        mq_vec3 area = mq_iq_triangle_normal(s->g, t), *direction = &s->directions[t];
        *direction = s->reference ? mq_scale(area, 1.0 / mq_length(area)) : mq_normalize(area);
        bool finite = mq_dot(*direction, *direction) < 2;
        if (!finite)
            *direction = s->reference ? (mq_vec3){(double)NAN, (double)NAN, (double)NAN}
                                      : (mq_vec3){0, 0, 0};
    }
}

static double limit_of(const smoothing *s, const maq_iqe_part *part) {
    if (s->reference)
        return mq_iq_reference_limit(part);
    double angle = fmin(fmax(part->smooth_angle, -180), 180);
    double sine, cosine;
    mq_radian_sine_and_cosine(angle * PI / 180, &sine, &cosine);
    return angle == 180 || angle == -180 ? -1 : cosine - ANGLE_TOLERANCE;
}

static bool prepare(smoothing *s) {
    const maq_iqe *iqe = s->g->iqe;
    uint8_t *edges;
    if (!(s->reference ? mq_iq_reference_edge_flags : mq_iq_edge_flags)(s->g, s->scratch, &edges))
        return false;
    s->edges = edges;
    bool by_texcoord = false;
    s->limits = MQ_NEW_ARRAY(s->scratch, double, iqe->part_count);
    s->part_of = MQ_NEW_ARRAY(s->scratch, uint32_t, s->g->triangle_count);
    s->directions = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, mq_vec3, s->g->triangle_count);
    if (!s->limits || !s->part_of || !s->directions)
        return false;
    find_directions(s);
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        s->limits[p] = limit_of(s, &iqe->parts[p]);
        by_texcoord |= iqe->parts[p].smooth_uv;
        for (uint32_t t = s->g->part_triangles[p]; t < s->g->part_triangles[p + 1]; t++)
            s->part_of[t] = p;
    }
    return !by_texcoord || !s->g->uses[MAQ_IQE_TEXCOORD] ||
           mq_iq_equal_rows(s->g, MAQ_IQE_TEXCOORD, s->scratch, s->reference, &s->texcoords);
}

// Unites corners at one position. With exactly two smoothing indices that differ the reference
// compiler compares corners 0 and 1 of triangles, and neither with corner 2: two passes leave out one
// of them each.
static void unite_listed(smoothing *s, const uint32_t *corners, size_t corner_count) {
    const maq_iqe *iqe = s->g->iqe;
    bool two_passes = s->reference && iqe->smooth_index_count == 2 &&
                      iqe->smooth_indices[0] != iqe->smooth_indices[1];
    for (unsigned pass = 0; pass < (two_passes ? 2 : 1); pass++) {
        size_t count = 0;
        for (size_t i = 0; i < corner_count; i++) {
            if (!two_passes || corners[i] % 3 != pass)
                count = add_items(s, corners[i], count);
        }
        unite_position(s, count);
    }
}

// The most items of a position. Where very many corners are, most of them repeat others.
static size_t most_items(smoothing *s, const by_position *corners) {
    enum { MANY = 4096 };
    s->merge_repeats = !s->edges && corners->most > MANY;
    if (!s->merge_repeats)
        return corners->most * (s->edges ? 2 : 1);
    size_t most = MANY;
    for (uint32_t p = 0; p < s->g->iqe->lists[MAQ_IQE_POSITION].count; p++) {
        size_t count = 0;
        corner before = {0};
        for (uint32_t i = corners->first[p];
             corners->first[p + 1] - corners->first[p] > MANY && i < corners->first[p + 1]; i++) {
            corner item = make_item(s, corners->list[i]);
            count += count == 0 || !repeats(s, &before, &item);
            before = item;
        }
        most = count > most ? count : most;
    }
    return most;
}

static bool unite_positions(smoothing *s) {
    by_position corners = {0};
    if (!prepare(s) || !list_by_position(s, &corners))
        return false;
    size_t capacity = most_items(s, &corners);
    size_t slot_capacity = 64;
    while (slot_capacity < capacity)
        slot_capacity *= 2;
    s->items = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, corner, capacity);
    s->sorted = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, corner, capacity);
    s->apart = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, corner, s->texcoords ? capacity : 0);
    bool large = capacity > BRUTE_FORCE || s->reference;
    s->cells = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, cell, large && !s->reference ? capacity : 0);
    s->slots = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, uint32_t, large ? slot_capacity * 2 : 0);
    s->next = MQ_NEW_UNINITIALIZED_ARRAY(s->scratch, uint32_t, large ? capacity : 0);
    size_t all = (size_t)s->g->triangle_count * 3;
    s->unfinished = MQ_NEW_ARRAY(s->scratch, uint8_t, large ? all : 0);
    s->joined = MQ_NEW_ARRAY(s->scratch, uint8_t, all);
    s->budget = (s->reference ? REFERENCE_STEPS : STEPS) + (uint64_t)all * STEPS_A_CORNER;
    if (!s->items || !s->sorted || !s->apart || !s->cells || !s->slots || !s->next ||
        !s->unfinished || !s->joined)
        return false;
    for (uint32_t p = 0; p < s->g->iqe->lists[MAQ_IQE_POSITION].count; p++) {
        if (corners.first[p + 1] - corners.first[p] < 2)
            continue; // nothing to unite
        unite_listed(s, corners.list + corners.first[p], corners.first[p + 1] - corners.first[p]);
    }
    const uint32_t *mesh_of_part = s->g->meshes.mesh_of_part;
    for (size_t i = 0; large && s->budget == 0 && i < all; i++) {
        uint32_t mesh = mesh_of_part[s->part_of[i / 3]];
        if (s->unfinished[i] && mesh < s->g->meshes.count)
            s->g->unsmoothed[mesh]++;
    }
    return true;
}

// Whether corners at one position are always united.
static bool position_decides(const iq_geometry *g) {
    const maq_iqe *iqe = g->iqe;
    if (g->uses_smooth_indices || iqe->edges.count)
        return false;
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        const maq_iqe_part *part = &iqe->parts[p];
        if (part->smooth_uv || part->smooth_group != iqe->parts[0].smooth_group ||
            fabs(part->smooth_angle) < 180)
            return false;
    }
    return true;
}

bool mq_iq_smooth(iq_geometry *g, mq_arena *keep, bool reference) {
    size_t corners = (size_t)g->triangle_count * 3;
    g->unsmoothed = MQ_NEW_ARRAY(keep, uint64_t, g->meshes.count);
    if (!g->unsmoothed)
        return false;
    uint32_t *sets = MQ_NEW_UNINITIALIZED_ARRAY(keep, uint32_t, corners);
    smoothing s = {.g = g, .reference = reference, .parents = sets};
    s.scratch = sets ? mq_arena_scratch(keep) : NULL;
    bool good =
        s.scratch && mq_iq_equal_rows(g, MAQ_IQE_POSITION, s.scratch, reference, &s.positions);
    uint32_t count = 0;
    if (good && !reference && position_decides(g)) {
        uint32_t *number = MQ_NEW_ARRAY(s.scratch, uint32_t, g->iqe->lists[MAQ_IQE_POSITION].count);
        good = number != NULL;
        for (size_t i = 0; good && i < corners; i++) {
            uint32_t *own = &number[s.positions[g->corners[i]]];
            if (!*own)
                *own = ++count;
            sets[i] = *own - 1;
        }
    } else if (good) {
        for (size_t i = 0; i < corners; i++)
            sets[i] = (uint32_t)i;
        good = unite_positions(&s);
        // Roots come before the corners below them: each corner finds the number of its set there.
        for (size_t i = 0; good && i < corners; i++)
            sets[i] = sets[i] == i ? count++ | 0x80000000u : sets[sets[i]];
        for (size_t i = 0; i < corners; i++)
            sets[i] &= 0x7fffffffu;
    }
    mq_arena_end_scratch(keep, s.scratch);
    if (!good)
        return false;
    g->corner_normals = sets;
    g->normals = mq_iq_sum_normals(g, keep, sets, count);
    g->normal_count = count;
    return g->normals != NULL;
}
