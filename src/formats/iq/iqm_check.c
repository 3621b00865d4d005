// SPDX-License-Identifier: MIT
//
// The rules on what an IQM document says: names, meshes, triangles, animations. All of it takes
// time in proportion to the file.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/iq/iqm_check_priv.h"

#define RAYLIB_NAME_MAX 31
#define IOQ3_MAX_VERTICES 999
#define IOQ3_MAX_TRIANGLES 1999
#define RAYLIB_MAX_VERTICES 65536

const char *mq_iqm_in_all(const iqm_tally *tally, char out[IQM_IN_ALL]) {
    out[0] = 0;
    if (tally->count > 1)
        snprintf(out, IQM_IN_ALL, " (%" PRIu64 " in all)", tally->count);
    return out;
}

// ------------------------------------------------------------------------------------------ names

void mq_iqm_check_name(iqm_checker *c, const char *what, uint32_t index, uint32_t name,
                       uint64_t place) {
    uint64_t length = place == MAQ_NO_OFFSET ? 0 : 4;
    if (name >= c->iqm->text_size) {
        IQM_FIND(c->findings, NAME_OUTSIDE, place, length,
                 "%s %" PRIu32 ": its name is at %" PRIu32 ", the text has %" PRIu32 " bytes", what,
                 index, name, c->iqm->text_size);
        return;
    }
    if (mq_iqm_name_length(c->iqm, name, RAYLIB_NAME_MAX + 1) > RAYLIB_NAME_MAX)
        IQM_FIND(c->findings, LONG_NAME, place, length,
                 "%s %" PRIu32 ": the name \"%.31s...\" is longer than 31 bytes", what, index,
                 maq_iqm_text(c->iqm, name));
}

static void check_text(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    if (iqm->text_size > 0 && iqm->text[0] != 0)
        IQM_FIND(c->findings, TEXT_FIRST, iqm_place(c, iqm->text_offset, 0), 0,
                 "the text begins with \"%.31s\" rather than with an empty name", iqm->text);
    if (iqm->comment_size > 0 && iqm->comment[iqm->comment_size - 1] != 0)
        IQM_FIND(c->findings, COMMENT_NOT_ENDED,
                 iqm_place(c, iqm->comment_offset, iqm->comment_size - 1), 0,
                 "the comment of %" PRIu32 " bytes does not end with a NUL", iqm->comment_size);
    for (uint32_t i = 0; i < iqm->extension_count; i++)
        mq_iqm_check_name(c, "extension", i, iqm->extensions[i].name,
                          iqm_place(c, iqm->extensions[i].offset, 0));
}

// The names of joints or of animations: a record holds its name first.
typedef struct named {
    const char *what;
    uint32_t count;
    uint32_t (*name)(const maq_iqm *iqm, uint32_t index);
    uint32_t (*offset)(const maq_iqm *iqm, uint32_t index);
    iqm_rule rule;
} named;

static uint32_t joint_name(const maq_iqm *iqm, uint32_t index) {
    return iqm->joints[index].name;
}

static uint32_t joint_offset(const maq_iqm *iqm, uint32_t index) {
    return iqm->joints[index].offset;
}

static uint32_t anim_name(const maq_iqm *iqm, uint32_t index) {
    return iqm->anims[index].name;
}

static uint32_t anim_offset(const maq_iqm *iqm, uint32_t index) {
    return iqm->anims[index].offset;
}

// Each name is compared with the one that its hash puts before it, so that time stays in bounds.
static void check_same_names(iqm_checker *c, const named *names) {
    const maq_iqm *iqm = c->iqm;
    iqm_range *hashes = MQ_NEW_ARRAY(c->findings->arena, iqm_range, names->count);
    iqm_range *spare = MQ_NEW_ARRAY(c->findings->arena, iqm_range, names->count);
    if (!hashes || !spare)
        return;
    for (uint32_t i = 0; i < names->count; i++)
        hashes[i] = (iqm_range){.start = mq_iqm_name_hash(iqm, names->name(iqm, i)), .tag = i};
    hashes = mq_iqm_sort_ranges(hashes, spare, names->count);
    for (uint32_t i = 1; i < names->count; i++) {
        uint32_t one = hashes[i - 1].tag, other = hashes[i].tag;
        uint32_t name = names->name(iqm, other);
        if (hashes[i - 1].start == hashes[i].start && mq_iqm_name_length(iqm, name, 1) > 0 &&
            mq_iqm_same_name(iqm, names->name(iqm, one), name))
            mq_add_finding(c->findings, &mq_iqm_rules[names->rule],
                           iqm_place(c, names->offset(iqm, other), 0), 0,
                           "%s %" PRIu32 " and %" PRIu32 " are both named \"%.255s\"", names->what,
                           one, other, maq_iqm_text(iqm, name));
    }
}

// ----------------------------------------------------------------------------------------- meshes

static bool within(uint32_t first, uint32_t count, uint32_t total) {
    return first <= total && count <= total - first;
}

static void check_mesh(iqm_checker *c, uint32_t index) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_mesh *mesh = &iqm->meshes[index];
    mq_iqm_check_name(c, "mesh", index, mesh->name, iqm_place(c, mesh->offset, 0));
    mq_iqm_check_name(c, "material of mesh", index, mesh->material, iqm_place(c, mesh->offset, 4));
    if (!within(mesh->first_vertex, mesh->vertex_count, iqm->vertex_count))
        IQM_FIND(c->findings, MESH_VERTICES, iqm_place(c, mesh->offset, 8), 0,
                 "mesh %" PRIu32 ": %" PRIu32 " vertices from %" PRIu32 " on, of %" PRIu32, index,
                 mesh->vertex_count, mesh->first_vertex, iqm->vertex_count);
    if (!within(mesh->first_triangle, mesh->triangle_count, iqm->triangle_count))
        IQM_FIND(c->findings, MESH_TRIANGLES, iqm_place(c, mesh->offset, 16), 0,
                 "mesh %" PRIu32 ": %" PRIu32 " triangles from %" PRIu32 " on, of %" PRIu32, index,
                 mesh->triangle_count, mesh->first_triangle, iqm->triangle_count);
    if (mesh->triangle_count == 0)
        IQM_FIND(c->findings, MESH_EMPTY, iqm_place(c, mesh->offset, 20), 0,
                 "mesh %" PRIu32 " has no triangles", index);
    if (mesh->vertex_count > IOQ3_MAX_VERTICES || mesh->triangle_count > IOQ3_MAX_TRIANGLES)
        IQM_FIND(c->findings, MESH_LARGE, iqm_place(c, mesh->offset, 12), 0,
                 "mesh %" PRIu32 " has %" PRIu32 " vertices and %" PRIu32 " triangles", index,
                 mesh->vertex_count, mesh->triangle_count);
    if (mesh->vertex_count > RAYLIB_MAX_VERTICES)
        IQM_FIND(c->findings, MESH_16_BIT, iqm_place(c, mesh->offset, 12), 0,
                 "mesh %" PRIu32 " has %" PRIu32 " vertices", index, mesh->vertex_count);
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
    if (found.unused > 0) {
        maq_finding *finding =
            IQM_FIND(c->findings, TRIANGLES_UNUSED, iqm_place(c, iqm->triangles_offset, 0), 0,
                     "%" PRIu64 " of %" PRIu32 " triangles belong to no mesh", found.unused,
                     iqm->triangle_count);
        iqm_counted(finding, &(iqm_tally){.count = found.unused});
    }
    if (found.shared > 0) {
        const maq_iqm_mesh *mesh = &iqm->meshes[found.first_shared];
        IQM_FIND(c->findings, TRIANGLES_SHARED, iqm_place(c, mesh->offset, 16), 0,
                 "mesh %" PRIu32 " has triangles that another mesh has, too", found.first_shared);
    }
}

// -------------------------------------------------------------------------------------- triangles

static void check_triangles(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    iqm_tally outside = {0}, degenerate = {0}, neighbours = {0};
    for (uint32_t i = 0; i < iqm->triangle_count; i++) {
        uint32_t v[3], n[3];
        maq_iqm_triangle(iqm, i, v);
        if (v[0] >= iqm->vertex_count || v[1] >= iqm->vertex_count || v[2] >= iqm->vertex_count)
            iqm_count(&outside, i);
        else if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            iqm_count(&degenerate, i);
        if (!maq_iqm_neighbours(iqm, i, n))
            continue;
        for (int k = 0; k < 3; k++) {
            if (n[k] >= iqm->triangle_count && n[k] != MAQ_IQM_NO_TRIANGLE)
                iqm_count(&neighbours, i);
        }
    }
    char all[IQM_IN_ALL];
    if (outside.count > 0)
        iqm_counted(IQM_FIND(c->findings, TRIANGLE_INDEX,
                             iqm_place(c, iqm->triangles_offset, outside.first * IQM_TRIANGLE_SIZE),
                             0, "triangle %" PRIu64 " has a vertex beyond the %" PRIu32 "%s",
                             outside.first, iqm->vertex_count, mq_iqm_in_all(&outside, all)),
                    &outside);
    if (degenerate.count > 0)
        iqm_counted(
            IQM_FIND(c->findings, TRIANGLE_DEGENERATE,
                     iqm_place(c, iqm->triangles_offset, degenerate.first * IQM_TRIANGLE_SIZE), 0,
                     "triangle %" PRIu64 " has a vertex twice%s", degenerate.first,
                     mq_iqm_in_all(&degenerate, all)),
            &degenerate);
    if (neighbours.count > 0)
        iqm_counted(
            IQM_FIND(c->findings, ADJACENCY_RANGE,
                     iqm_place(c, iqm->adjacency_offset, neighbours.first * IQM_TRIANGLE_SIZE), 0,
                     "triangle %" PRIu64 " has a neighbour beyond the %" PRIu32 "%s",
                     neighbours.first, iqm->triangle_count, mq_iqm_in_all(&neighbours, all)),
            &neighbours);
}

// Triangles of a mesh that use vertices of another. Meshes that share triangles could make this
// take long: it ends when all triangles were seen once.
static void check_foreign(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    uint64_t budget = iqm->triangle_count;
    for (uint32_t i = 0; i < iqm->mesh_count && budget > 0; i++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[i];
        if (!within(mesh->first_triangle, mesh->triangle_count, iqm->triangle_count) ||
            !within(mesh->first_vertex, mesh->vertex_count, iqm->vertex_count))
            continue;
        iqm_tally foreign = {0};
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
                iqm_count(&foreign, triangle);
        }
        char all[IQM_IN_ALL];
        if (foreign.count > 0)
            iqm_counted(
                IQM_FIND(c->findings, TRIANGLE_FOREIGN,
                         iqm_place(c, iqm->triangles_offset, foreign.first * IQM_TRIANGLE_SIZE), 0,
                         "mesh %" PRIu32 ": triangle %" PRIu64 " uses vertices of another mesh%s",
                         i, foreign.first, mq_iqm_in_all(&foreign, all)),
                &foreign);
    }
}

// ------------------------------------------------------------------------------------- animations

static void check_anim(iqm_checker *c, uint32_t index) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_anim *anim = &iqm->anims[index];
    mq_iqm_check_name(c, "animation", index, anim->name, iqm_place(c, anim->offset, 0));
    if (!within(anim->first_frame, anim->frame_count, iqm->frame_count))
        IQM_FIND(c->findings, ANIM_FRAMES, iqm_place(c, anim->offset, 4), 0,
                 "animation %" PRIu32 ": %" PRIu32 " frames from %" PRIu32 " on, of %" PRIu32,
                 index, anim->frame_count, anim->first_frame, iqm->frame_count);
    if (anim->frame_count == 0)
        IQM_FIND(c->findings, ANIM_EMPTY, iqm_place(c, anim->offset, 8), 0,
                 "animation %" PRIu32 " has no frames", index);
    if (anim->framerate == 0)
        IQM_FIND(c->findings, ANIM_NO_RATE, iqm_place(c, anim->offset, 12), 0,
                 "animation %" PRIu32 " has no rate", index);
    else if (!isfinite(anim->framerate) || anim->framerate < 0)
        IQM_FIND(c->findings, ANIM_RATE, iqm_place(c, anim->offset, 12), 0,
                 "the rate of animation %" PRIu32 " is %s", index,
                 isfinite(anim->framerate) ? "negative" : "no number");
    if (anim->flags & ~(uint32_t)MAQ_IQM_LOOP)
        IQM_FIND(c->findings, ANIM_FLAGS, iqm_place(c, anim->offset, 16), 0,
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
                 iqm->frames ? iqm_place(c, iqm->frames_offset, 0) : MAQ_NO_OFFSET, 0,
                 "%" PRIu64 " of %" PRIu32 " frames belong to no animation", found.unused,
                 iqm->frame_count);
}

static void check_bounds(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    iqm_tally bad = {0};
    for (uint32_t i = 0; i < iqm->bounds_count; i++) {
        const maq_iqm_bounds *b = &iqm->bounds[i];
        bool good = isfinite(b->xy_radius) && isfinite(b->radius);
        // Written so that what is no number is bad.
        for (int k = 0; k < 3; k++)
            good = good && isfinite(b->min[k]) && isfinite(b->max[k]) && b->min[k] <= b->max[k];
        if (!good)
            iqm_count(&bad, i);
    }
    char all[IQM_IN_ALL];
    if (bad.count > 0)
        iqm_counted(IQM_FIND(c->findings, BOUNDS_BAD,
                             iqm_place(c, iqm->bounds_offset, bad.first * IQM_BOUNDS_SIZE), 0,
                             "the bounds of frame %" PRIu64 " are inside out or no numbers%s",
                             bad.first, mq_iqm_in_all(&bad, all)),
                    &bad);
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
    check_foreign(&c);
    mq_iqm_check_skeleton(&c);
    check_same_names(
        &c, &(named){"joints", iqm->joint_count, joint_name, joint_offset, IQM_SAME_JOINT_NAME});
    for (uint32_t i = 0; i < iqm->anim_count; i++)
        check_anim(&c, i);
    check_same_names(
        &c, &(named){"animations", iqm->anim_count, anim_name, anim_offset, IQM_SAME_ANIM_NAME});
    check_frame_coverage(&c);
    check_bounds(&c);
}
