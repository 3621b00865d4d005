// SPDX-License-Identifier: MIT
//
// The rules on vertex arrays.
#include <inttypes.h>
#include <math.h>

#include "base/plural.h"
#include "formats/iq/iqm_check_priv.h"

#define NAMED_TYPES (MAQ_IQM_COLOR + 1)

// What each type usually is.
static const struct {
    uint32_t format, size;
} usual[NAMED_TYPES] = {
    [MAQ_IQM_POSITION] = {MAQ_IQM_FLOAT, 3},     [MAQ_IQM_TEXCOORD] = {MAQ_IQM_FLOAT, 2},
    [MAQ_IQM_NORMAL] = {MAQ_IQM_FLOAT, 3},       [MAQ_IQM_TANGENT] = {MAQ_IQM_FLOAT, 4},
    [MAQ_IQM_BLENDINDEXES] = {MAQ_IQM_UBYTE, 4}, [MAQ_IQM_BLENDWEIGHTS] = {MAQ_IQM_UBYTE, 4},
    [MAQ_IQM_COLOR] = {MAQ_IQM_UBYTE, 4},
};

static void check_shape(iqm_checker *c, const maq_iqm_array *array) {
    const char *name = maq_iqm_array_name(c->iqm, array);
    const char *format = maq_iqm_format_name(array->format);
    uint64_t offset = iqm_offset(c, array->offset, 8);
    if (array->type >= MAQ_IQM_CUSTOM) {
        bool known = array->format <= MAQ_IQM_UBYTE || array->format == MAQ_IQM_INT ||
                     array->format == MAQ_IQM_UINT || array->format == MAQ_IQM_FLOAT;
        if (!known)
            IQM_FIND(c->findings, CUSTOM_FORMAT, offset, 0, "the custom array \"%.255s\" is of %s",
                     name, format);
        return;
    }
    if (array->type >= NAMED_TYPES) {
        IQM_REPORT(c, ARRAY_RESERVED, array->offset, 0,
                   "a vertex array has the reserved type %" PRIu32, array->type);
        return;
    }
    if (array->format == usual[array->type].format && array->size == usual[array->type].size)
        return;
    bool blend =
        (array->type == MAQ_IQM_BLENDINDEXES && array->format == MAQ_IQM_INT && array->size == 4) ||
        (array->type == MAQ_IQM_BLENDWEIGHTS && array->format == MAQ_IQM_FLOAT && array->size == 4);
    iqm_rule rule = blend                             ? IQM_BLEND_UNUSUAL
                    : array->type == MAQ_IQM_POSITION ? IQM_POSITION_UNUSUAL
                                                      : IQM_ARRAY_UNUSUAL;
    mq_add_finding(c->findings, &mq_iqm_rules[rule], offset, 0,
                   "the %s array is of %s %" PRIu32 " rather than of %s %" PRIu32, name, format,
                   array->size, maq_iqm_format_name(usual[array->type].format),
                   usual[array->type].size);
}

static void check_records(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    iqm_range *types = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->array_count);
    iqm_range *spare = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->array_count);
    if (!types || !spare)
        return;
    bool ordered = true;
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        types[i] = (iqm_range){.start = array->type, .tag = i};
        check_shape(c, array);
        if (array->type >= MAQ_IQM_CUSTOM)
            mq_iqm_check_name(c, "vertex array", i, array->type - MAQ_IQM_CUSTOM,
                              iqm_offset(c, array->offset, 0));
        if (array->flags != 0)
            IQM_REPORT(c, ARRAY_FLAGS, array->offset, 4,
                       "the %.255s array has the flags 0x%" PRIx32, maq_iqm_array_name(iqm, array),
                       array->flags);
        if (i > 0 && ordered && array->type < iqm->arrays[i - 1].type) {
            IQM_REPORT(c, ARRAY_ORDER, array->offset, 0,
                       "the %.255s array follows the %.255s array", maq_iqm_array_name(iqm, array),
                       maq_iqm_array_name(iqm, &iqm->arrays[i - 1]));
            ordered = false;
        }
    }
    const iqm_range *sorted = mq_iqm_sort_ranges(types, spare, iqm->array_count);
    for (uint32_t i = 1; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[sorted[i].tag];
        if (sorted[i].start == sorted[i - 1].start)
            IQM_REPORT(c, ARRAY_TWICE, array->offset, 0,
                       "there is another %.255s array before this one",
                       maq_iqm_array_name(iqm, array));
    }
}

static void check_presence(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    bool has[NAMED_TYPES];
    for (uint32_t type = 0; type < NAMED_TYPES; type++)
        has[type] = maq_iqm_find_array(iqm, type) != NULL;
    if ((iqm->vertex_count > 0 || iqm->triangle_count > 0) && !has[MAQ_IQM_POSITION])
        IQM_REPORT(c, NO_POSITIONS, MAQ_IQM_NO_OFFSET, 0,
                   "there %s %" PRIu32 " %s and %" PRIu32 " %s, but no positions",
                   MQ_PLURAL(iqm->vertex_count, "is", "are"), iqm->vertex_count,
                   MQ_PLURAL(iqm->vertex_count, "vertex", "vertices"), iqm->triangle_count,
                   MQ_PLURAL(iqm->triangle_count, "triangle", "triangles"));
    if (has[MAQ_IQM_BLENDINDEXES] != has[MAQ_IQM_BLENDWEIGHTS])
        IQM_REPORT(c, BLEND_INCOMPLETE, MAQ_IQM_NO_OFFSET, 0, "there are blend %s, but no %s",
                   has[MAQ_IQM_BLENDINDEXES] ? "indexes" : "weights",
                   has[MAQ_IQM_BLENDINDEXES] ? "weights" : "indexes");
    uint64_t vertices = 0;
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        vertices += iqm->meshes[i].vertex_count;
    if (vertices == 0)
        IQM_REPORT(c, NO_MESHES, MAQ_IQM_NO_OFFSET, 0, "there is no mesh with vertices");
    if (iqm->mesh_count == 0)
        return;
    if (!has[MAQ_IQM_TEXCOORD] || !has[MAQ_IQM_NORMAL] || !has[MAQ_IQM_TANGENT])
        IQM_REPORT(c, MISSING_ARRAY, MAQ_IQM_NO_OFFSET, 0, "there is no %s array",
                   !has[MAQ_IQM_TEXCOORD] ? "texcoord"
                   : !has[MAQ_IQM_NORMAL] ? "normal"
                                          : "tangent");
    if (iqm->joint_count > 0 && !has[MAQ_IQM_BLENDINDEXES] && !has[MAQ_IQM_BLENDWEIGHTS])
        IQM_REPORT(c, JOINTS_UNBOUND, MAQ_IQM_NO_OFFSET, 0,
                   "there %s %" PRIu32 " %s, but no vertex is bound to any",
                   MQ_PLURAL(iqm->joint_count, "is", "are"), iqm->joint_count,
                   MQ_PLURAL(iqm->joint_count, "joint", "joints"));
}

static void check_finite(iqm_checker *c, const maq_iqm_array *array) {
    if (array->format < MAQ_IQM_HALF)
        return;
    mq_fault bad = {0};
    double value[MAQ_IQM_MAX_SIZE];
    for (uint32_t i = 0; i < c->iqm->vertex_count && maq_iqm_raw(c->iqm, array, i, value); i++) {
        for (uint32_t k = 0; k < array->size; k++) {
            if (!isfinite(value[k]))
                mq_fault_add_item(&bad, 0, i);
        }
    }
    IQM_REPORT_FAULT(c, VERTEX_NOT_FINITE, bad, array->data_offset,
                     bad.index * mq_iqm_stride(array),
                     "vertex %" PRIu64 ": a number of its %.255s is not finite", bad.index,
                     maq_iqm_array_name(c->iqm, array));
}

static void check_blends(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_array *indexes = maq_iqm_find_array(iqm, MAQ_IQM_BLENDINDEXES);
    const maq_iqm_array *weights = maq_iqm_find_array(iqm, MAQ_IQM_BLENDWEIGHTS);
    if (!indexes || !weights)
        return;
    // Half a step of a ubyte: those that the reference compiler writes add up to 255 exactly.
    const double tolerance = weights->format == MAQ_IQM_UBYTE ? 0.5 / 255 : 0.01;
    mq_fault range = {0}, sum = {0}, zero = {0};
    for (uint32_t i = 0; i < iqm->vertex_count; i++) {
        double index[MAQ_IQM_MAX_SIZE];
        float weight[MAQ_IQM_MAX_SIZE];
        if (!maq_iqm_raw(iqm, indexes, i, index) || !maq_iqm_values(iqm, weights, i, weight))
            break;
        double total = 0;
        bool known = true;
        for (uint32_t k = 0; k < MAQ_IQM_MAX_SIZE; k++) {
            total += (double)weight[k];
            known = known && (weight[k] == 0 || (index[k] >= 0 && index[k] < iqm->joint_count));
        }
        if (!known && iqm->joint_count > 0)
            mq_fault_add_item(&range, 0, i);
        if (total == 0)
            mq_fault_add_item(&zero, 0, i);
        else if (!(fabs(total - 1) <= tolerance))
            mq_fault_add_item(&sum, 0, i);
    }
    IQM_REPORT_FAULT(
        c, BLEND_RANGE, range, indexes->data_offset, range.index * mq_iqm_stride(indexes),
        "vertex %" PRIu64 " is bound to a joint that does not exist (joints: %" PRIu32 ")",
        range.index, iqm->joint_count);
    IQM_REPORT_FAULT(c, WEIGHTS_ZERO, zero, weights->data_offset,
                     zero.index * mq_iqm_stride(weights), "vertex %" PRIu64 " has no weight",
                     zero.index);
    IQM_REPORT_FAULT(c, WEIGHT_SUM, sum, weights->data_offset, sum.index * mq_iqm_stride(weights),
                     "the weights of vertex %" PRIu64 " do not add up to 1", sum.index);
}

void mq_iqm_check_vertices(iqm_checker *c) {
    check_records(c);
    check_presence(c);
    for (uint32_t i = 0; i < c->iqm->array_count; i++)
        check_finite(c, &c->iqm->arrays[i]);
    check_blends(c);
}
