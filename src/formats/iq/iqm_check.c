// SPDX-License-Identifier: MIT
//
// The rules on the content of an IQM document: names, meshes, triangles, animations. The time is in
// proportion to the file.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_names.h"
#include "formats/iq/iqm_check_priv.h"

#define RAYLIB_NAME_MAX 31
#define IOQ3_MAX_VERTICES 999
#define IOQ3_MAX_TRIANGLES 1999
#define RAYLIB_MAX_VERTICES 65536

// ------------------------------------------------------------------------------------------ names

void mq_iqm_check_name(iqm_checker *c, const char *what, uint32_t index, uint32_t name,
                       uint64_t offset) {
    uint64_t length = offset == MAQ_NO_OFFSET ? 0 : 4;
    if (name >= c->iqm->text_size) {
        IQM_FIND(c->findings, NAME_OUTSIDE, offset, length,
                 "%s %" PRIu32 ": its name is at %" PRIu32 ", the text has %" PRIu32 " %s", what,
                 index, name, c->iqm->text_size, MQ_PLURAL(c->iqm->text_size, "byte", "bytes"));
        return;
    }
    if (mq_iqm_name_length(c->iqm, name, RAYLIB_NAME_MAX + 1) > RAYLIB_NAME_MAX)
        IQM_FIND(c->findings, LONG_NAME, offset, length,
                 "%s %" PRIu32 ": the name \"%.31s...\" is longer than 31 bytes", what, index,
                 maq_iqm_text(c->iqm, name));
}

static void check_text(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    if (iqm->text_size > 0 && iqm->text[0] != 0)
        IQM_REPORT(c, TEXT_FIRST, iqm->text_offset, 0,
                   "the text begins with \"%.31s\" rather than with an empty name", iqm->text);
    if (iqm->comment_size > 0 && iqm->comment[iqm->comment_size - 1] != 0)
        IQM_REPORT(c, COMMENT_NOT_ENDED, iqm->comment_offset, iqm->comment_size - 1,
                   "the comment of %" PRIu32 " %s does not end with a NUL", iqm->comment_size,
                   MQ_PLURAL(iqm->comment_size, "byte", "bytes"));
    for (uint32_t i = 0; i < iqm->extension_count; i++)
        mq_iqm_check_name(c, "extension", i, iqm->extensions[i].name,
                          iqm_offset(c, iqm->extensions[i].offset, 0));
}

// Reports a name that an earlier record has, too.
static void check_same_name(iqm_checker *c, iq_name_table *names, iqm_rule rule, const char *what,
                            uint32_t index, uint32_t name, uint32_t offset) {
    const char *copy = mq_iqm_copy_name(c->iqm, name, names->arena);
    uint32_t known = names->count;
    if (copy && *copy && mq_iq_name_number(names, copy) < known)
        mq_add_finding(c->findings, &mq_iqm_rules[rule], iqm_offset(c, offset, 0), 0,
                       "%s %" PRIu32 " has the name \"%s\" of an earlier %s", what, index, copy,
                       what);
}

// ----------------------------------------------------------------------------------------- meshes

static bool within(uint32_t first, uint32_t count, uint32_t total) {
    return first <= total && count <= total - first;
}

static void check_mesh(iqm_checker *c, uint32_t index) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_mesh *mesh = &iqm->meshes[index];
    mq_iqm_check_name(c, "mesh", index, mesh->name, iqm_offset(c, mesh->offset, 0));
    mq_iqm_check_name(c, "material of mesh", index, mesh->material, iqm_offset(c, mesh->offset, 4));
    if (!within(mesh->first_vertex, mesh->vertex_count, iqm->vertex_count))
        IQM_REPORT(c, MESH_VERTICES, mesh->offset, 8,
                   "mesh %" PRIu32 ": %" PRIu32 " %s from %" PRIu32 " on, of %" PRIu32, index,
                   mesh->vertex_count, MQ_PLURAL(mesh->vertex_count, "vertex", "vertices"),
                   mesh->first_vertex, iqm->vertex_count);
    if (!within(mesh->first_triangle, mesh->triangle_count, iqm->triangle_count))
        IQM_REPORT(c, MESH_TRIANGLES, mesh->offset, 16,
                   "mesh %" PRIu32 ": %" PRIu32 " %s from %" PRIu32 " on, of %" PRIu32, index,
                   mesh->triangle_count, MQ_PLURAL(mesh->triangle_count, "triangle", "triangles"),
                   mesh->first_triangle, iqm->triangle_count);
    if (mesh->triangle_count == 0)
        IQM_REPORT(c, MESH_EMPTY, mesh->offset, 20, "mesh %" PRIu32 " has no triangles", index);
    if (mesh->vertex_count > IOQ3_MAX_VERTICES || mesh->triangle_count > IOQ3_MAX_TRIANGLES)
        IQM_REPORT(c, MESH_LARGE, mesh->offset, 12,
                   "mesh %" PRIu32 " has %" PRIu32 " %s and %" PRIu32 " %s", index,
                   mesh->vertex_count, MQ_PLURAL(mesh->vertex_count, "vertex", "vertices"),
                   mesh->triangle_count, MQ_PLURAL(mesh->triangle_count, "triangle", "triangles"));
    if (mesh->vertex_count > RAYLIB_MAX_VERTICES)
        IQM_REPORT(c, MESH_16_BIT, mesh->offset, 12, "mesh %" PRIu32 " has %" PRIu32 " %s", index,
                   mesh->vertex_count, MQ_PLURAL(mesh->vertex_count, "vertex", "vertices"));
}

// What some ranges leave out of [0, total), and what they have in common.
typedef struct coverage {
    uint64_t unused, shared;
    uint32_t first_shared; // the tag of a range that shares
} coverage;

static coverage cover(iqm_range *ranges, iqm_range *spare, uint32_t count, uint32_t total) {
    coverage result = {0};
    uint64_t end = 0;
    const iqm_range *sorted = mq_iqm_sort_ranges(ranges, spare, count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t last = sorted[i].end < total ? sorted[i].end : total;
        if (sorted[i].start >= last)
            continue;
        if (sorted[i].start > end) {
            result.unused += sorted[i].start - end;
        } else if (sorted[i].start < end) {
            if (result.shared == 0)
                result.first_shared = sorted[i].tag;
            result.shared += (last < end ? last : end) - sorted[i].start;
        }
        if (last > end)
            end = last;
    }
    result.unused += total - end;
    return result;
}

static void check_mesh_coverage(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    iqm_range *ranges = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->mesh_count);
    iqm_range *spare = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->mesh_count);
    if (!ranges || !spare)
        return;
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        ranges[i] =
            (iqm_range){iqm->meshes[i].first_triangle,
                        (uint64_t)iqm->meshes[i].first_triangle + iqm->meshes[i].triangle_count, i};
    coverage found = cover(ranges, spare, iqm->mesh_count, iqm->triangle_count);
    if (found.unused > 0)
        mq_finding_count(IQM_REPORT(c, TRIANGLES_UNUSED, iqm->triangles_offset, 0,
                                    "%" PRIu64 " of %" PRIu32 " triangles belong to no mesh",
                                    found.unused, iqm->triangle_count),
                         found.unused);
    if (found.shared > 0) {
        const maq_iqm_mesh *mesh = &iqm->meshes[found.first_shared];
        IQM_REPORT(c, TRIANGLES_SHARED, mesh->offset, 16,
                   "mesh %" PRIu32 " has triangles that another mesh has, too", found.first_shared);
    }
}

// -------------------------------------------------------------------------------------- triangles

static void check_triangles(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    mq_fault outside = {0}, degenerate = {0}, neighbours = {0};
    for (uint32_t i = 0; i < iqm->triangle_count; i++) {
        uint32_t v[3], n[3];
        maq_iqm_triangle(iqm, i, v);
        if (v[0] >= iqm->vertex_count || v[1] >= iqm->vertex_count || v[2] >= iqm->vertex_count)
            mq_fault_add_item(&outside, 0, i);
        else if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            mq_fault_add_item(&degenerate, 0, i);
        if (!maq_iqm_neighbours(iqm, i, n))
            continue;
        for (int k = 0; k < 3; k++) {
            if (n[k] >= iqm->triangle_count && n[k] != MAQ_IQM_NO_TRIANGLE)
                mq_fault_add_item(&neighbours, 0, i);
        }
    }
    IQM_REPORT_FAULT(
        c, TRIANGLE_INDEX, outside, iqm->triangles_offset, outside.index * IQM_TRIANGLE_SIZE,
        "triangle %" PRIu64 " has a vertex that does not exist (vertices: %" PRIu32 ")",
        outside.index, iqm->vertex_count);
    IQM_REPORT_FAULT(c, TRIANGLE_DEGENERATE, degenerate, iqm->triangles_offset,
                     degenerate.index * IQM_TRIANGLE_SIZE,
                     "triangle %" PRIu64 " has a vertex twice", degenerate.index);
    IQM_REPORT_FAULT(
        c, ADJACENCY_RANGE, neighbours, iqm->adjacency_offset, neighbours.index * IQM_TRIANGLE_SIZE,
        "triangle %" PRIu64 " has a neighbour that does not exist (triangles: %" PRIu32 ")",
        neighbours.index, iqm->triangle_count);
}

// Triangles of a mesh that use vertices of another. Meshes that share triangles could make this
// slow: it ends after as many triangles as there are.
static void check_triangles_of_meshes(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    uint64_t budget = iqm->triangle_count;
    for (uint32_t i = 0; i < iqm->mesh_count && budget > 0; i++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[i];
        if (!within(mesh->first_triangle, mesh->triangle_count, iqm->triangle_count) ||
            !within(mesh->first_vertex, mesh->vertex_count, iqm->vertex_count))
            continue;
        mq_fault outside = {0};
        for (uint32_t k = 0; k < mesh->triangle_count && budget > 0; k++, budget--) {
            uint32_t v[3], triangle = mesh->first_triangle + k;
            maq_iqm_triangle(iqm, triangle, v);
            bool own = true, known = true;
            for (int corner = 0; corner < 3; corner++) {
                known = known && v[corner] < iqm->vertex_count;
                own = own && v[corner] >= mesh->first_vertex &&
                      v[corner] - mesh->first_vertex < mesh->vertex_count;
            }
            if (known && !own)
                mq_fault_add_item(&outside, 0, triangle);
        }
        IQM_REPORT_FAULT(c, TRIANGLE_OTHER_MESH, outside, iqm->triangles_offset,
                         outside.index * IQM_TRIANGLE_SIZE,
                         "mesh %" PRIu32 ": triangle %" PRIu64 " uses vertices of another mesh", i,
                         outside.index);
    }
}

// ------------------------------------------------------------------------------------- animations

static void check_anim(iqm_checker *c, uint32_t index) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_anim *anim = &iqm->anims[index];
    mq_iqm_check_name(c, "animation", index, anim->name, iqm_offset(c, anim->offset, 0));
    if (!within(anim->first_frame, anim->frame_count, iqm->frame_count))
        IQM_REPORT(c, ANIM_FRAMES, anim->offset, 4,
                   "animation %" PRIu32 ": %" PRIu32 " %s from %" PRIu32 " on, of %" PRIu32, index,
                   anim->frame_count, MQ_PLURAL(anim->frame_count, "frame", "frames"),
                   anim->first_frame, iqm->frame_count);
    if (anim->frame_count == 0)
        IQM_REPORT(c, ANIM_EMPTY, anim->offset, 8, "animation %" PRIu32 " has no frames", index);
    if (anim->framerate == 0)
        IQM_REPORT(c, ANIM_NO_RATE, anim->offset, 12, "animation %" PRIu32 " has no rate", index);
    else if (!isfinite(anim->framerate) || anim->framerate < 0)
        IQM_REPORT(c, ANIM_RATE, anim->offset, 12, "the rate of animation %" PRIu32 " is %s", index,
                   isfinite(anim->framerate) ? "negative" : "not finite");
    if (anim->flags & ~(uint32_t)MAQ_IQM_LOOP)
        IQM_REPORT(c, ANIM_FLAGS, anim->offset, 16,
                   "animation %" PRIu32 " has the flags 0x%" PRIx32, index, anim->flags);
}

static void check_frame_coverage(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    iqm_range *ranges = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->anim_count);
    iqm_range *spare = MQ_NEW_ARRAY(c->findings->arena, iqm_range, iqm->anim_count);
    if (!ranges || !spare)
        return;
    for (uint32_t i = 0; i < iqm->anim_count; i++)
        ranges[i] = (iqm_range){iqm->anims[i].first_frame,
                                (uint64_t)iqm->anims[i].first_frame + iqm->anims[i].frame_count, i};
    coverage found = cover(ranges, spare, iqm->anim_count, iqm->frame_count);
    if (found.unused > 0)
        IQM_FIND(c->findings, FRAMES_UNUSED,
                 iqm->frames ? iqm_offset(c, iqm->frames_offset, 0) : MAQ_NO_OFFSET, 0,
                 "%" PRIu64 " of %" PRIu32 " frames belong to no animation", found.unused,
                 iqm->frame_count);
}

static void check_bounds(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    mq_fault bad = {0};
    for (uint32_t i = 0; i < iqm->bounds_count; i++) {
        const maq_iqm_bounds *b = &iqm->bounds[i];
        bool good = isfinite(b->xy_radius) && isfinite(b->radius);
        // Written so that NaN is bad.
        for (int k = 0; k < 3; k++)
            good = good && isfinite(b->min[k]) && isfinite(b->max[k]) && b->min[k] <= b->max[k];
        if (!good)
            mq_fault_add_item(&bad, 0, i);
    }
    IQM_REPORT_FAULT(c, BOUNDS_BAD, bad, iqm->bounds_offset, bad.index * IQM_BOUNDS_SIZE,
                     "the bounds of frame %" PRIu64 " are inside out or not finite", bad.index);
}

void mq_iqm_check(const maq_document *document, mq_findings *findings) {
    const maq_iqm *iqm = document->content;
    iqm_checker c = {.iqm = iqm, .findings = findings, .has_source = document->source != NULL};
    check_text(&c);
    mq_iqm_check_vertices(&c);
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        check_mesh(&c, i);
    check_mesh_coverage(&c);
    check_triangles(&c);
    check_triangles_of_meshes(&c);
    mq_iqm_check_skeleton(&c);
    iq_name_table joints = {.arena = findings->arena}, anims = {.arena = findings->arena};
    for (uint32_t i = 0; i < iqm->joint_count; i++)
        check_same_name(&c, &joints, IQM_SAME_JOINT_NAME, "joint", i, iqm->joints[i].name,
                        iqm->joints[i].offset);
    for (uint32_t i = 0; i < iqm->anim_count; i++) {
        check_anim(&c, i);
        check_same_name(&c, &anims, IQM_SAME_ANIM_NAME, "animation", i, iqm->anims[i].name,
                        iqm->anims[i].offset);
    }
    check_frame_coverage(&c);
    check_bounds(&c);
}
