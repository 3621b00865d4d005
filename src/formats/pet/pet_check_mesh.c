// SPDX-License-Identifier: MIT
//
// Checking MESH. Each kind of fault is reported once, with the number of vertices or triangles that
// have it and the offset of the first.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_check_priv.h"
#include "formats/pet/pet_rest_pose.h"

#define MAX_WEIGHTS 16
#define MAX_VERTICES 65535

typedef struct mesh_checker {
    pet_checker *c;
    const maq_pet_section *section;
    maq_pet_mesh mesh;
} mesh_checker;

// ---------------------------------------------------------------------------------------- offsets

static uint64_t skin_table_size(const mesh_checker *m) {
    return mq_pet_has_skins(&m->section->encoding) ? 1 + 20 * (uint64_t)m->mesh.skin_count : 0;
}

static uint64_t vertex_size(const mesh_checker *m, const maq_pet_vertex *vertex) {
    bool client = mq_pet_is_client(&m->section->encoding);
    uint64_t size = mq_pet_has_skins(&m->section->encoding) ? 16 : 12;
    for (uint32_t i = 0; i < vertex->weight_count; i++) {
        maq_pet_id id = m->mesh.weights[vertex->first_weight + i].id;
        size += client && (id.wide || id.bone >= 0xfe) ? 4 : 2;
    }
    return size + (client && vertex->weight_count == 1 ? 2 : 0);
}

static uint64_t vertex_offset(const mesh_checker *m, uint32_t index) {
    uint64_t at = m->section->offset + PET_HEADER_SIZE + skin_table_size(m) + 4;
    for (uint32_t i = 0; i < index; i++)
        at += vertex_size(m, &m->mesh.vertices[i]);
    return at;
}

static uint64_t triangle_offset(const mesh_checker *m, uint32_t index) {
    uint64_t at = vertex_offset(m, m->mesh.vertex_count) + 4;
    uint64_t head = m->section->encoding.minor >= 2 ? 17 : 16;
    for (uint32_t i = 0; i < index; i++) {
        for (unsigned k = 0; k < 3; k++)
            at += head + 8 * (uint64_t)m->mesh.triangles[i].corners[k].uv_count;
    }
    return at;
}

// The offset of a triangle's byte in the arrays after all corners.
static uint64_t surface_offset(const mesh_checker *m, uint32_t index, bool specular) {
    return triangle_offset(m, m->mesh.triangle_count) + index +
           (specular ? m->mesh.triangle_count : 0);
}

// "3 vertices have ... (the first is 7)": `one` and `many` are what the message says of the things.
static void report(const mesh_checker *m, pet_rule rule, const mq_fault *faults, uint64_t offset,
                   const char *one, const char *many) {
    mq_finding_count(
        mq_add_finding(m->c->findings, &mq_pet_rules[rule], mq_pet_finding_offset(m->c, offset), 0,
                       "%" PRIu64 " %s (the first is number %" PRIu64 ")", faults->count,
                       MQ_PLURAL(faults->count, one, many), faults->index),
        faults->count);
}

static void report_vertices(const mesh_checker *m, pet_rule rule, const mq_fault *faults,
                            const char *one, const char *many) {
    if (faults->count > 0)
        report(m, rule, faults, vertex_offset(m, (uint32_t)faults->index), one, many);
}

static void report_triangles(const mesh_checker *m, pet_rule rule, const mq_fault *faults,
                             const char *one, const char *many) {
    if (faults->count > 0)
        report(m, rule, faults, triangle_offset(m, (uint32_t)faults->index), one, many);
}

// --------------------------------------------------------------------------------------- vertices

static void check_vertices(const mesh_checker *m) {
    const maq_pet *pet = m->c->pet;
    mq_fault bone = {0}, over = {0}, many = {0}, finite = {0}, wide = {0};
    for (uint32_t i = 0; i < m->mesh.vertex_count; i++) {
        const maq_pet_vertex *vertex = &m->mesh.vertices[i];
        unsigned sum = 0;
        bool beyond = false, longer = false;
        for (uint32_t k = 0; k < vertex->weight_count; k++) {
            const maq_pet_weight *weight = &m->mesh.weights[vertex->first_weight + k];
            sum += weight->weight;
            beyond |= weight->id.bone < 0 || (uint32_t)weight->id.bone >= pet->bone_count;
            longer |= weight->id.wide;
        }
        mq_pet_count_fault(&bone, beyond && pet->has[MAQ_PET_BONE], i);
        mq_pet_count_fault(&over, sum > PET_FULL_WEIGHT, i);
        mq_pet_count_fault(&many, vertex->weight_count > MAX_WEIGHTS, i);
        mq_pet_count_fault(&finite, !mq_all_finite(vertex->position, 3) || !isfinite(vertex->seam),
                           i);
        mq_pet_count_fault(&wide, longer, i);
    }
    report_vertices(m, PET_WEIGHT_BONE, &bone, "vertex has a weight on a bone that does not exist",
                    "vertices have weights on bones that do not exist");
    report_vertices(m, PET_WEIGHT_SUM, &over, "vertex has weights that exceed 255",
                    "vertices have weights that exceed 255");
    report_vertices(m, PET_WEIGHT_COUNT, &many, "vertex has more than 16 weights",
                    "vertices have more than 16 weights");
    report_vertices(m, PET_MESH_FINITE, &finite, "vertex has a position that is not finite",
                    "vertices have positions that are not finite");
    report_vertices(m, PET_WIDE_ID, &wide, "vertex has a bone index with more bytes than necessary",
                    "vertices have bone indices with more bytes than necessary");
}

// -------------------------------------------------------------------------------------- triangles

// Whether a corner of a triangle may have this vertex.
static bool corner_in_range(const mesh_checker *m, const maq_pet_skin *skin, uint32_t vertex) {
    if (vertex >= m->mesh.vertex_count)
        return false;
    return !skin || m->mesh.absolute ||
           (vertex >= skin->first_vertex && vertex - skin->first_vertex < skin->vertex_count);
}

static bool is_unit_or_zero(const float n[3]) {
    double x = n[0], y = n[1], z = n[2], length = x * x + y * y + z * z;
    bool zero = fabs(x) < 1e-5 && fabs(y) < 1e-5 && fabs(z) < 1e-5;
    return zero || (length > 0.9 && length < 1.1);
}

typedef struct corner_faults {
    mq_fault range, finite, normal, no_uv, sets;
} corner_faults;

static void check_corner(const mesh_checker *m, const maq_pet_skin *skin,
                         const maq_pet_corner *corner, uint32_t triangle, corner_faults *faults) {
    bool uv_finite = true;
    for (uint32_t i = 0; i < corner->uv_count; i++) {
        const maq_pet_uv *uv = &m->mesh.uvs[corner->first_uv + i];
        uv_finite &= isfinite(uv->u) && isfinite(uv->v);
    }
    bool finite = mq_all_finite(corner->normal, 3) && uv_finite;
    mq_pet_count_fault(&faults->range, !corner_in_range(m, skin, corner->vertex), triangle);
    mq_pet_count_fault(&faults->finite, !finite, triangle);
    mq_pet_count_fault(&faults->normal, finite && !is_unit_or_zero(corner->normal), triangle);
    mq_pet_count_fault(&faults->no_uv, corner->uv_count == 0, triangle);
    mq_pet_count_fault(&faults->sets,
                       corner->uv_count > 0 && corner->uv_count != m->c->pet->mesh.uv_sets,
                       triangle);
}

static void check_triangles(const mesh_checker *m) {
    const maq_pet *pet = m->c->pet;
    corner_faults faults = {0};
    mq_fault degenerate = {0}, texture = {0}, specular = {0};
    uint32_t hint = 0;
    for (uint32_t i = 0; i < m->mesh.triangle_count; i++) {
        const maq_pet_triangle *triangle = &m->mesh.triangles[i];
        const maq_pet_skin *skin = mq_pet_skin_of(m->mesh.skins, m->mesh.skin_count, i, &hint);
        for (unsigned k = 0; k < 3; k++)
            check_corner(m, skin, &triangle->corners[k], i, &faults);
        uint32_t a = triangle->corners[0].vertex, b = triangle->corners[1].vertex;
        uint32_t c = triangle->corners[2].vertex;
        mq_pet_count_fault(&degenerate, a == b || b == c || c == a, i);
        mq_pet_count_fault(&texture,
                           triangle->texture != 0xff && pet->has[MAQ_PET_TEXT] &&
                               triangle->texture >= pet->texture_count,
                           i);
        mq_pet_count_fault(
            &specular,
            triangle->specular < -1 ||
                (triangle->specular >= 0 && (uint32_t)triangle->specular >= pet->material_count),
            i);
    }
    report_triangles(m, PET_VERTEX_RANGE, &faults.range,
                     "corner of a triangle has a vertex that does not exist",
                     "corners of triangles have vertices that do not exist");
    report_triangles(m, PET_MESH_FINITE, &faults.finite,
                     "corner has a normal or texture coordinate that is not finite",
                     "corners have normals or texture coordinates that are not finite");
    report_triangles(m, PET_NORMAL_LENGTH, &faults.normal,
                     "corner has a normal that is not of length 1",
                     "corners have normals that are not of length 1");
    report_triangles(m, PET_NO_UV, &faults.no_uv, "corner has no texture coordinates",
                     "corners have no texture coordinates");
    report_triangles(m, PET_UV_SETS, &faults.sets,
                     "corner has fewer sets of texture coordinates than others",
                     "corners have fewer sets of texture coordinates than others");
    report_triangles(m, PET_DEGENERATE, &degenerate, "triangle has the same vertex twice",
                     "triangles have the same vertex twice");
    if (texture.count > 0)
        report(m, PET_TEXTURE_RANGE, &texture, surface_offset(m, (uint32_t)texture.index, false),
               "triangle has a texture that does not exist",
               "triangles have textures that do not exist");
    if (specular.count > 0)
        report(m, PET_SPECULAR_RANGE, &specular, surface_offset(m, (uint32_t)specular.index, true),
               "triangle has a specular material that does not exist",
               "triangles have specular materials that do not exist");
}

// Whether normals and the order of corners agree, summed over the whole mesh.
static void check_facing(const mesh_checker *m) {
    pet_rest_pose pose;
    if (mq_pet_rest_pose(m->c->pet, &m->mesh, m->c->scratch, &pose) && mq_pet_faces_inward(&pose))
        mq_add_finding(m->c->findings, &mq_pet_rules[PET_INSIDE_OUT],
                       mq_pet_finding_offset(m->c, m->section->offset), 0,
                       "the triangles face away from their normals");
}

// ------------------------------------------------------------------------------------------ skins

// Whether the ranges of the skins, in any order, cover 0 to `total` exactly once.
static bool covers(const maq_pet_skin *skins, uint32_t count, uint32_t total, bool triangles) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += triangles ? skins[i].triangle_count : skins[i].vertex_count;
    if (sum != total)
        return false;
    // There are at most 255 skins: follow the ranges from 0 on.
    uint64_t at = 0;
    for (uint32_t step = 0; step <= count && at < total; step++) {
        bool found = false;
        for (uint32_t i = 0; i < count && !found; i++) {
            uint32_t first = triangles ? skins[i].first_triangle : skins[i].first_vertex;
            uint32_t size = triangles ? skins[i].triangle_count : skins[i].vertex_count;
            if (first == at && size > 0) {
                at += size;
                found = true;
            }
        }
        if (!found)
            return false;
    }
    return at == total;
}

static void check_skins(const mesh_checker *m) {
    const maq_pet *pet = m->c->pet;
    const maq_pet_mesh *mesh = &m->mesh;
    bool in_range = true;
    for (uint32_t i = 0; i < mesh->skin_count; i++) {
        const maq_pet_skin *skin = &mesh->skins[i];
        if ((uint64_t)skin->first_vertex + skin->vertex_count > mesh->vertex_count ||
            (uint64_t)skin->first_triangle + skin->triangle_count > mesh->triangle_count) {
            in_range = false;
            PET_FIND(m->c, SKIN_RANGE, skin->offset,
                     "the range of skin %" PRIu32 " ends beyond the mesh", i);
        }
        if (pet->has[MAQ_PET_BONE] && skin->bone >= pet->bone_count)
            PET_FIND(m->c, SKIN_BONE, skin->offset,
                     "skin %" PRIu32 " is attached to bone %u, but the file has %" PRIu32 " %s", i,
                     skin->bone, pet->bone_count, MQ_PLURAL(pet->bone_count, "bone", "bones"));
        if (skin->vertex_count > MAX_VERTICES)
            PET_FIND(m->c, MESH_SIZE, skin->offset,
                     "skin %" PRIu32 " has %" PRIu32 " %s; the game reads at most %d", i,
                     skin->vertex_count, MQ_PLURAL(skin->vertex_count, "vertex", "vertices"),
                     MAX_VERTICES);
    }
    if (!mq_pet_has_skins(&m->section->encoding)) {
        if (mesh->vertex_count > MAX_VERTICES)
            PET_FIND(m->c, MESH_SIZE, m->section->offset,
                     "the mesh has %" PRIu32 " %s; the game reads at most %d", mesh->vertex_count,
                     MQ_PLURAL(mesh->vertex_count, "vertex", "vertices"), MAX_VERTICES);
        return;
    }
    if (in_range && (!covers(mesh->skins, mesh->skin_count, mesh->vertex_count, false) ||
                     !covers(mesh->skins, mesh->skin_count, mesh->triangle_count, true)))
        PET_FIND(m->c, SKIN_GAP, m->section->offset,
                 "the skins leave out a part of the mesh or cover it twice");
    if (mesh->absolute)
        PET_FIND(m->c, ABSOLUTE, m->section->offset,
                 "vertex indices count from the first vertex of the mesh, not of their skin");
}

void mq_pet_check_mesh(pet_checker *c) {
    mesh_checker m = {.c = c, .section = mq_pet_find_section(c->pet, MAQ_PET_MESH)};
    if (!mq_pet_mesh_decode(c->pet, c->scratch, &m.mesh))
        return;
    check_vertices(&m);
    check_triangles(&m);
    check_facing(&m);
    check_skins(&m);
}
