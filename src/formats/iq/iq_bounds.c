// SPDX-License-Identifier: MIT
//
// The bounds of a frame: what the vertices of a model reach in its pose. Neighbours mostly have the same
// joints and weights, so vertices are kept in runs that one matrix moves. Of a long run, the box at rest
// says where it can be in the pose: when that is inside what other vertices reach, by more than rounding
// can amount to, none of its vertices changes the bounds, and it is skipped. The result is that of all
// vertices in order, to the bit.
//
// A small file can have as many frames as vertices. Where that would take too long, the bounds are those of
// a box for each joint.
#include <math.h>
#include <string.h>

#include "base/hints.h"
#include "formats/iq/iq_compile.h"

enum {
    LONGEST_RUN = 64,
    LONG_RUN = 8,    // shorter ones are not worth a test
    SAMPLE_STEP = 16 // of so many runs one vertex shows about how far the model reaches
};

// Up to here no product or sum of a pose is infinite or not a number.
#define MOST_COORDINATE 1e100

// ----------------------------------------------------------------------------------------- the skin

static iq_influences influences_of(const iq_blend *blend) {
    iq_influences out = {.has_weights = blend->count > 0};
    for (unsigned i = 0; i < 4; i++) {
        if (!(blend->weights[i] > 0))
            continue;
        // Weights are floats here, as an engine has them.
        out.weights[out.count] = (float)blend->weights[i];
        out.joints[out.count++] = blend->joints[i];
    }
    return out;
}

static bool same_influences(const iq_influences *a, const iq_influences *b) {
    return a->count == b->count && a->has_weights == b->has_weights &&
           memcmp(a->joints, b->joints, sizeof a->joints) == 0 &&
           memcmp(a->weights, b->weights, sizeof a->weights) == 0;
}

// The middle and half of the size of a box round a run, a little larger than it is.
static void find_box(const iq_skin *skin, uint32_t first, iq_run *run) {
    const double *start = skin->positions[first];
    for (int k = 0; k < 3; k++) {
        double least = start[k], largest = start[k];
        for (uint32_t v = first; v < run->end; v++) {
            double at = skin->positions[v][k];
            least = at < least ? at : least;
            largest = at > largest ? at : largest;
        }
        run->middle[k] = (float)(least + (largest - least) / 2);
        double below = (double)run->middle[k] - least, above = largest - (double)run->middle[k];
        double half = below > above ? below : above;
        run->half[k] = (float)(half * (1 + 1e-6) + 1e-30);
    }
}

static void end_run(iq_skin *skin) {
    if (!skin->runs || skin->count == skin->last_first)
        return;
    iq_run *run = &skin->runs[skin->run_count - 1];
    run->end = skin->count;
    find_box(skin, skin->last_first, run);
}

void mq_iq_skin_add(iq_skin *skin, const double position[3], const iq_blend *blend) {
    iq_influences own = influences_of(blend);
    bool same = skin->count > 0 && same_influences(&own, &skin->last);
    if (!same || skin->count - skin->last_first == LONGEST_RUN) {
        end_run(skin);
        if (skin->runs)
            skin->runs[skin->run_count] = (iq_run){.influences = own, .as_before = same};
        skin->run_count++;
        skin->last = own;
        skin->last_first = skin->count;
    }
    for (int k = 0; skin->positions && k < 3; k++) {
        skin->positions[skin->count][k] = position[k];
        skin->is_huge |= !(fabs(position[k]) <= MOST_COORDINATE);
    }
    skin->count++;
}

bool mq_iq_skin_alloc(iq_skin *skin, mq_arena *keep) {
    skin->positions =
        mq_arena_alloc_uninitialized(keep, skin->count, sizeof *skin->positions, alignof(double));
    skin->runs = MQ_NEW_UNINITIALIZED_ARRAY(keep, iq_run, skin->run_count);
    skin->count = skin->run_count = skin->last_first = 0;
    return skin->positions && skin->runs;
}

void mq_iq_skin_end(iq_skin *skin) {
    end_run(skin);
}

// -------------------------------------------------------------------------------------------- frames

// What vertices reach. Squares of the distances from the z axis and from the origin.
typedef struct extent {
    double least[3], largest[3], xy_square, square;
} extent;

static const extent nothing = {
    {HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, 0, 0};

MQ_HOT void extend(extent *e, const double p[3]) {
    for (int k = 0; k < 3; k++) {
        e->least[k] = e->least[k] < p[k] ? e->least[k] : p[k];
        e->largest[k] = e->largest[k] > p[k] ? e->largest[k] : p[k];
    }
    double xy = p[0] * p[0] + p[1] * p[1], square = xy + p[2] * p[2];
    e->xy_square = e->xy_square > xy ? e->xy_square : xy;
    e->square = e->square > square ? e->square : square;
}

static void join(extent *e, const extent *other) {
    for (int k = 0; k < 3; k++) {
        e->least[k] = e->least[k] < other->least[k] ? e->least[k] : other->least[k];
        e->largest[k] = e->largest[k] > other->largest[k] ? e->largest[k] : other->largest[k];
    }
    e->xy_square = e->xy_square > other->xy_square ? e->xy_square : other->xy_square;
    e->square = e->square > other->square ? e->square : other->square;
}

// The matrix of the joints of a run by their weights. False: its vertices rest.
static bool find_matrix(const iq_skin *skin, const iq_influences *from, const mq_mat34 *matrices,
                        uint32_t joint_count, mq_mat34 *out) {
    *out = (mq_mat34){{{0}}};
    for (uint32_t i = 0; i < from->count; i++) {
        double weight = (double)from->weights[i];
        if ((uint32_t)from->joints[i] >= joint_count)
            continue;
        const mq_mat34 *matrix = &matrices[from->joints[i]];
        for (int row = 0; row < 3; row++) {
            for (int k = 0; k < 4; k++)
                out->m[row][k] += matrix->m[row][k] * weight;
        }
    }
    return from->has_weights || !skin->unweighted_rests;
}

MQ_HOT void move(const mq_mat34 *matrix, const double at[3], double out[3]) {
    mq_vec3 p = mq_mat34_point(matrix, (mq_vec3){at[0], at[1], at[2]});
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
}

// A run in a pose: its first vertex, the one behind its last, and what moves it.
typedef struct posed_run {
    const iq_run *run;
    uint32_t first, end;
    bool moves;
    mq_mat34 matrix;
} posed_run;

static void extend_by_run(extent *e, const iq_skin *skin, const posed_run *run) {
    extent own = *e; // in registers
    for (uint32_t v = run->first; run->moves && v < run->end; v++) {
        double p[3];
        move(&run->matrix, skin->positions[v], p);
        extend(&own, p);
    }
    for (uint32_t v = run->first; !run->moves && v < run->end; v++)
        extend(&own, skin->positions[v]);
    *e = own;
}

// Whether all of a run is inside what others reach, so that no vertex of it is at the border.
static bool is_inside(const extent *reached, const posed_run *posed) {
    const float *middle = posed->run->middle, *half = posed->run->half;
    double farthest[3];
    for (int row = 0; row < 3; row++) {
        const double *m = posed->matrix.m[row];
        double at = m[3], reach = 0, size = fabs(m[3]);
        for (int k = 0; k < 3; k++) {
            at += m[k] * (double)middle[k];
            reach += fabs(m[k]) * (double)half[k];
            size += fabs(m[k] * (double)middle[k]);
        }
        reach += (size + reach) * 1e-12; // rounding amounts to far less
        if (!(at - reach > reached->least[row] && at + reach < reached->largest[row]))
            return false;
        farthest[row] = fabs(at) + reach;
    }
    double xy = farthest[0] * farthest[0] + farthest[1] * farthest[1];
    double square = xy + farthest[2] * farthest[2];
    return xy * (1 + 1e-12) < reached->xy_square && square * (1 + 1e-12) < reached->square;
}

// Goes on to a run. `at->matrix` is that of the run before if that is at hand.
static void pose_run(const iq_skin *skin, uint32_t index, const mq_mat34 *matrices,
                     uint32_t joint_count, posed_run *at) {
    const iq_run *run = &skin->runs[index];
    bool as_before = run->as_before && at->run == run - 1;
    at->first = index ? run[-1].end : 0;
    at->end = run->end;
    at->run = run;
    if (!as_before)
        at->moves = find_matrix(skin, &run->influences, matrices, joint_count, &at->matrix);
}

// A not-a-number resets the bounds, so that those before it do not count: then no vertex is skipped.
static bool may_skip(const iq_skin *skin, const mq_mat34 *matrices, uint32_t joint_count) {
    bool good = !skin->is_huge;
    for (uint32_t i = 0; good && i < joint_count; i++) {
        for (int k = 0; k < 12; k++)
            good = good && fabs(matrices[i].m[k / 4][k % 4]) <= MOST_COORDINATE;
    }
    return good;
}

static extent find_extent(const iq_skin *skin, const mq_mat34 *matrices, uint32_t joint_count) {
    extent all = nothing, reached = nothing;
    bool skips = may_skip(skin, matrices, joint_count);
    posed_run at = {.run = NULL};
    for (uint32_t i = 0; skips && i < skin->run_count; i += SAMPLE_STEP) {
        pose_run(skin, i, matrices, joint_count, &at);
        at.end = at.first + 1;
        extend_by_run(&reached, skin, &at);
    }
    at.run = NULL;
    for (uint32_t i = 0; i < skin->run_count; i++) {
        pose_run(skin, i, matrices, joint_count, &at);
        bool tested = skips && at.moves && at.end - at.first >= LONG_RUN;
        if (tested && is_inside(&reached, &at))
            continue;
        extend_by_run(&all, skin, &at);
        if (tested)
            join(&reached, &all);
    }
    return all;
}

// --------------------------------------------------------------------------------------------- boxes

static void add_to_box(iq_joint_box *box, const iq_skin *skin, uint32_t first, uint32_t end) {
    for (int k = 0; k < 3; k++) {
        double least = box->used ? box->least[k] : skin->positions[first][k];
        double largest = box->used ? box->largest[k] : skin->positions[first][k];
        for (uint32_t v = first; v < end; v++) {
            double at = skin->positions[v][k];
            least = at < least ? at : least;
            largest = at > largest ? at : largest;
        }
        box->least[k] = least;
        box->largest[k] = largest;
    }
    box->used = true;
}

bool mq_iq_skin_use_boxes(iq_skin *skin, uint32_t joint_count, mq_arena *keep) {
    skin->boxes = MQ_NEW_ARRAY(keep, iq_joint_box, (size_t)joint_count + 1);
    for (uint32_t i = 0; skin->boxes && i < skin->run_count; i++) {
        const iq_run *run = &skin->runs[i];
        const iq_influences *from = &run->influences;
        uint32_t first = i ? run[-1].end : 0;
        if (!from->has_weights && skin->unweighted_rests) {
            add_to_box(&skin->boxes[joint_count], skin, first, run->end);
            continue;
        }
        skin->reaches_origin |= from->count == 0;
        for (uint32_t k = 0; k < from->count; k++) {
            if ((uint32_t)from->joints[k] < joint_count)
                add_to_box(&skin->boxes[from->joints[k]], skin, first, run->end);
            else
                skin->reaches_origin = true;
        }
    }
    return skin->boxes != NULL;
}

// A vertex of several joints lies between the places to which each of them alone would move it.
static extent find_extent_of_boxes(const iq_skin *skin, const mq_mat34 *matrices,
                                   uint32_t joint_count) {
    static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    extent all = nothing;
    if (skin->reaches_origin)
        extend(&all, (double[3]){0, 0, 0});
    for (uint32_t i = 0; i <= joint_count; i++) {
        const iq_joint_box *box = &skin->boxes[i];
        if (!box->used)
            continue;
        extent own;
        double farthest[3];
        for (int row = 0; row < 3; row++) {
            const double *m = i < joint_count ? matrices[i].m[row] : identity.m[row];
            double at = m[3], reach = 0;
            for (int k = 0; k < 3; k++) {
                at += m[k] * ((box->least[k] + box->largest[k]) / 2);
                reach += fabs(m[k]) * ((box->largest[k] - box->least[k]) / 2);
            }
            reach += (fabs(at) + reach) * 1e-6; // the sum of weights is 1 up to rounding
            own.least[row] = at - reach;
            own.largest[row] = at + reach;
            farthest[row] = fabs(at) + reach;
        }
        own.xy_square = farthest[0] * farthest[0] + farthest[1] * farthest[1];
        own.square = own.xy_square + farthest[2] * farthest[2];
        join(&all, &own);
    }
    return all;
}

maq_iqm_bounds mq_iq_bounds(const iq_skin *skin, const mq_mat34 *matrices, uint32_t joint_count) {
    extent all = skin->boxes ? find_extent_of_boxes(skin, matrices, joint_count)
                             : find_extent(skin, matrices, joint_count);
    maq_iqm_bounds bounds = {.offset = MAQ_IQM_NO_OFFSET};
    for (int k = 0; k < 3; k++) {
        bounds.min[k] = (float)all.least[k];
        bounds.max[k] = (float)all.largest[k];
    }
    bounds.xy_radius = (float)(all.xy_square > 0 ? sqrt(all.xy_square) : all.xy_square);
    bounds.radius = (float)(all.square > 0 ? sqrt(all.square) : all.square);
    return bounds;
}
