// SPDX-License-Identifier: MIT
//
// Meshes of a glTF file. Primitives with the same vertices are one group; a mesh has the vertices of
// its groups one after the other.
#include "formats/gltf/gltf_read_mesh.h"

#include <string.h>

#include "base/plural.h"
#include "formats/gltf/gltf_passthrough.h"
#include "scene/geometry.h"
#include "scene/names.h"

enum { POINTS = 0, LINE_STRIP = 3, TRIANGLES = 4, STRIP = 5, FAN = 6 };

// -------------------------------------------------------------------------------------- primitives

// The triangles of a primitive, in the vertices of the file.
static bool read_triangles(gltf_mesh *mesh, const maq_value *item, uint32_t mode,
                           uint32_t vertex_count, gltf_primitive *out) {
    gltf_reader *r = mesh->r;
    uint32_t count = vertex_count, *indices = NULL;
    uint32_t accessor = mq_gltf_index(r, item, "indices", GLTF_ACCESSORS, GLTF_MESHES, mesh->index);
    if (maq_value_find(item, "indices")) {
        indices =
            accessor == GLTF_NONE ? NULL : mq_gltf_read_uints(r, mesh->scratch, accessor, &count);
        if (!indices)
            return false;
    }
    uint32_t triangles = mode == TRIANGLES ? count / 3 : count > 2 ? count - 2 : 0;
    out->triangle_count = triangles;
    if (mode == TRIANGLES && indices) {
        out->triangles = (uint32_t(*)[3])(void *)indices;
        return true;
    }
    if (!mq_gltf_charge_temporary(r, triangles, 12))
        return false;
    out->triangles =
        mq_arena_alloc(mesh->scratch, triangles, sizeof *out->triangles, alignof(uint32_t));
    if (!out->triangles)
        return false;
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t corners[3] = {i, i + 1, i + 2};
        if (mode == TRIANGLES) {
            for (uint32_t k = 0; k < 3; k++)
                corners[k] = 3 * i + k;
        } else if (mode == FAN) {
            corners[0] = i + 1;
            corners[1] = i + 2;
            corners[2] = 0;
        } else if (i % 2) {
            corners[1] = i + 2;
            corners[2] = i + 1;
        }
        for (int k = 0; k < 3; k++)
            out->triangles[i][k] = indices ? indices[corners[k]] : corners[k];
    }
    return true;
}

// The vertices of a primitive: those of the one before it if they are the same.
static bool find_group(gltf_mesh *mesh, const maq_value *item, uint32_t number, uint32_t *group) {
    gltf_reader *r = mesh->r;
    const maq_value *attributes = maq_value_find(item, "attributes");
    const maq_value *targets = maq_value_find(item, "targets");
    if (mesh->group_count) {
        const gltf_group *last = &mesh->groups[mesh->group_count - 1];
        *group = mesh->group_count - 1;
        if (maq_value_equal(last->attributes, attributes) &&
            maq_value_equal(last->targets, targets))
            return true;
    }
    uint32_t accessor =
        mq_gltf_index(r, attributes, "POSITION", GLTF_ACCESSORS, GLTF_MESHES, mesh->index);
    gltf_data data;
    if (accessor == GLTF_NONE) {
        GLTF_REPORT_PART(r, NO_POSITIONS, GLTF_MESHES, mesh->index, "primitives", number, "%s",
                         "it has no positions and is left out");
        return false;
    }
    if (!mq_gltf_open_accessor(r, accessor, &data))
        return false;
    *group = mesh->group_count;
    mesh->groups[mesh->group_count++] = (gltf_group){.attributes = attributes,
                                                     .targets = targets,
                                                     .first_primitive = mesh->primitive_count,
                                                     .count = data.count,
                                                     .used = data.count};
    return true;
}

static void read_primitive(gltf_mesh *mesh, const maq_value *item, uint32_t number) {
    gltf_reader *r = mesh->r;
    uint32_t mode = TRIANGLES;
    mq_gltf_u32(maq_value_find(item, "mode"), &mode);
    bool own_points = mode == POINTS && maq_value_find(mesh->own, "parts");
    if (mode > FAN || (mode <= LINE_STRIP && !own_points)) {
        GLTF_REPORT_PART(r, MODE, GLTF_MESHES, mesh->index, "primitives", number,
                         "mode %u: %s are left out", mode,
                         mode == POINTS       ? "points"
                         : mode <= LINE_STRIP ? "lines"
                                              : "unknown primitives");
        return;
    }
    gltf_primitive primitive = {0};
    uint32_t groups = mesh->group_count;
    if (!find_group(mesh, item, number, &primitive.group))
        return;
    primitive.material =
        mq_gltf_index(r, item, "material", GLTF_MATERIALS, GLTF_MESHES, mesh->index);
    if (!own_points &&
        !read_triangles(mesh, item, mode, mesh->groups[primitive.group].count, &primitive)) {
        mesh->group_count = groups;
        return;
    }
    mesh->primitives[mesh->primitive_count++] = primitive;
    if (own_points || primitive.triangle_count)
        mesh->items[mesh->item_count++] = item;
}

// --------------------------------------------------------------------------------------- geometry

// Without normals in the file each triangle gets its own, so each corner becomes a vertex.
static bool split_corners(gltf_mesh *mesh, uint32_t index) {
    gltf_reader *r = mesh->r;
    gltf_group *group = &mesh->groups[index];
    uint64_t corners = 0, dropped = 0;
    // The primitives of a group follow each other.
    uint32_t first = group->first_primitive, end = first;
    for (; end < mesh->primitive_count && mesh->primitives[end].group == index; end++)
        corners += (uint64_t)mesh->primitives[end].triangle_count * 3;
    if (corners >= GLTF_NONE || !mq_gltf_charge_temporary(r, corners, 4))
        return false;
    group->sources = MQ_NEW_ARRAY(mesh->scratch, uint32_t, (size_t)corners);
    if (!group->sources)
        return false;
    group->used = 0;
    for (uint32_t i = first; i < end; i++) {
        gltf_primitive *primitive = &mesh->primitives[i];
        uint32_t kept = 0;
        for (uint32_t t = 0; t < primitive->triangle_count; t++) {
            const uint32_t *from = primitive->triangles[t];
            if (from[0] >= group->count || from[1] >= group->count || from[2] >= group->count) {
                dropped++;
                continue;
            }
            for (int k = 0; k < 3; k++) {
                group->sources[group->used] = from[k];
                primitive->triangles[kept][k] = group->used++;
            }
            kept++;
        }
        primitive->triangle_count = kept;
    }
    if (dropped)
        GLTF_REPORT(r, TRIANGLES_DROPPED, GLTF_MESHES, mesh->index,
                    "%llu %s left out: an index is out of range", (unsigned long long)dropped,
                    MQ_PLURAL(dropped, "triangle is", "triangles are"));
    return true;
}

static void make_normals(gltf_mesh *mesh) {
    gltf_reader *r = mesh->r;
    maq_scene_mesh *out = &mesh->out;
    float(*normals)[3] = (float(*)[3])(uintptr_t)out->normals; // still being made
    if (!normals) {
        if (!mq_gltf_charge(r, out->vertex_count, 12, true))
            return;
        normals = mq_arena_alloc(r->arena, out->vertex_count, sizeof *normals, alignof(float));
        if (!normals)
            return;
        out->normals = (const float(*)[3])normals;
    }
    // Only the vertices of split groups lack normals; each part is a primitive here.
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const maq_scene_part *part = &out->parts[i];
        if (mesh->groups[mesh->primitives[i].group].sources)
            mq_flat_normals(out->positions, out->triangles + part->first_triangle,
                            part->triangle_count, normals);
    }
}

// All triangles in the vertices of the mesh, and a part for each primitive.
static bool join_triangles(gltf_mesh *mesh) {
    gltf_reader *r = mesh->r;
    uint64_t total = 0;
    for (uint32_t i = 0; i < mesh->primitive_count; i++)
        total += mesh->primitives[i].triangle_count;
    if (total >= GLTF_NONE / 3 || !mq_gltf_charge(r, total, TRIANGLE_COST, true))
        return false;
    uint32_t(*triangles)[3] =
        mq_arena_alloc_uninitialized(r->arena, (size_t)total, sizeof *triangles, alignof(uint32_t));
    maq_scene_part *parts = MQ_NEW_ARRAY(r->arena, maq_scene_part, mesh->primitive_count);
    if (!triangles || !parts)
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const gltf_primitive *primitive = &mesh->primitives[i];
        const gltf_group *group = &mesh->groups[primitive->group];
        parts[i] = (maq_scene_part){primitive->material, next, primitive->triangle_count};
        const uint32_t *from = (const uint32_t *)primitive->triangles;
        uint32_t *to = triangles[next], first = group->first, used = group->used;
        // An index out of range must not become a vertex of the next group.
        for (size_t k = 0; k < (size_t)primitive->triangle_count * 3; k++)
            to[k] = from[k] < used ? first + from[k] : GLTF_NONE;
        next += primitive->triangle_count;
    }
    mesh->out.triangles = (const uint32_t(*)[3])triangles;
    mesh->out.triangle_count = next;
    mesh->out.parts = parts;
    mesh->out.part_count = mesh->primitive_count;
    return true;
}

// ------------------------------------------------------------------------------------- own extras

// The parts of the extras: those of the file with empty ones between them.
static maq_scene_part *own_parts(gltf_reader *r, const maq_value *list, const maq_scene_mesh *mesh,
                                 uint32_t *count) {
    uint32_t total = mq_gltf_count(r, list, sizeof(maq_scene_part));
    maq_scene_part *parts = MQ_NEW_ARRAY(r->arena, maq_scene_part, total);
    uint32_t used = 0, full = 0, next = 0;
    const maq_value *item = mq_first_element(list);
    for (uint32_t i = 0; parts && item && i < total; i++, item = item->next) {
        const maq_value *of = maq_value_find(item, "material");
        uint32_t material = of ? mq_gltf_reference(r, of, GLTF_MATERIALS) : MAQ_SCENE_NONE;
        uint32_t triangles = 0;
        if (!mq_gltf_u32(maq_value_find(item, "triangles"), &triangles) ||
            (of && material == GLTF_NONE))
            return NULL;
        if (triangles) {
            if (full >= mesh->part_count || mesh->parts[full].material != material ||
                mesh->parts[full].triangle_count != triangles)
                return NULL;
            full++;
        }
        parts[used++] = (maq_scene_part){material, next, triangles};
        next += triangles;
    }
    // A mesh of points alone is one primitive without triangles.
    bool points = full == 0 && mesh->part_count <= 1 && mesh->triangle_count == 0;
    *count = used;
    return full == mesh->part_count || points ? parts : NULL;
}

static void read_parts(gltf_mesh *mesh) {
    const maq_value *list = maq_value_find(mesh->own, "parts");
    uint32_t count;
    if (!list)
        return;
    maq_scene_part *parts = own_parts(mesh->r, list, &mesh->out, &count);
    if (parts) {
        mesh->out.parts = parts;
        mesh->out.part_count = count;
    } else {
        mq_gltf_extras_ignored(mesh->r, GLTF_MESHES, mesh->index, "parts");
    }
}

static maq_mesh_role role_of(const maq_value *own) {
    return (maq_mesh_role)mq_gltf_word(maq_value_find(own, "role"), mq_role_names, MQ_ROLE_COUNT,
                                       MAQ_MESH_VISUAL);
}

// ------------------------------------------------------------------------------------- the meshes

static bool join_groups(gltf_mesh *mesh) {
    bool own_lack = !mq_value_flag(maq_value_find(mesh->own, "normals"), true), made = false;
    uint64_t total = 0;
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        gltf_group *group = &mesh->groups[g];
        if (!own_lack && !maq_value_find(group->attributes, "NORMAL")) {
            if (!split_corners(mesh, g))
                return false;
            made = true;
        }
        group->first = (uint32_t)total;
        total += group->used;
        if (total >= GLTF_NONE)
            return false;
    }
    if (made)
        GLTF_REPORT(mesh->r, NORMALS_MADE, GLTF_MESHES, mesh->index, "%s",
                    "it has no normals; each triangle gets its own");
    mesh->out.vertex_count = (uint32_t)total;
    if (!join_triangles(mesh))
        return false;
    mq_gltf_read_streams(mesh);
    if (!mesh->out.positions)
        return false;
    if (made)
        make_normals(mesh);
    mq_gltf_read_shapes(mesh);
    return true;
}

static void read_primitives(gltf_mesh *mesh) {
    const maq_value *primitives = maq_value_find(mesh->item, "primitives"),
                    *p = mq_first_element(primitives);
    uint32_t count = mq_gltf_count(mesh->r, primitives,
                                   sizeof(gltf_group) + sizeof(gltf_primitive) +
                                       sizeof(maq_scene_part) + sizeof(maq_value *));
    mesh->groups = MQ_NEW_ARRAY(mesh->scratch, gltf_group, count);
    mesh->primitives = MQ_NEW_ARRAY(mesh->scratch, gltf_primitive, count);
    mesh->items = MQ_NEW_ARRAY(mesh->scratch, const maq_value *, count);
    if (!mesh->groups || !mesh->primitives || !mesh->items)
        return;
    for (uint32_t i = 0; p && i < count; i++, p = p->next)
        read_primitive(mesh, p, i);
    if (!join_groups(mesh))
        mesh->out = (maq_scene_mesh){0};
}

static void read_mesh(gltf_reader *r, uint32_t index) {
    const maq_value *item = r->lists[GLTF_MESHES].items[index];
    gltf_mesh mesh = {.r = r,
                      .scratch = mq_arena_scratch(r->arena),
                      .index = index,
                      .item = item,
                      .own = mq_gltf_own_extras(item)};
    if (!mesh.scratch)
        return;
    read_primitives(&mesh);
    mesh.out.name = mq_gltf_name_of(r, item, mesh.own);
    mesh.out.role = role_of(mesh.own);
    read_parts(&mesh);
    mesh.out.extras = mq_gltf_add_member(r, mq_gltf_extras_of(r, item, true), GLTF_WEIGHTS_KEY,
                                         mq_gltf_read_rest_weights(r, item, mesh.out.shape_count));
    mesh.out.extras = mq_gltf_add_member(r, mesh.out.extras, GLTF_PRIMITIVES_KEY,
                                         mq_gltf_read_primitives(r, mesh.items, mesh.item_count));
    mq_arena_end_scratch(r->arena, mesh.scratch);
    mq_gltf_end_temporary(r);
    mq_scene_add_mesh(&r->builder, &mesh.out);
}

static void read_empty_mesh(gltf_reader *r, const maq_value *own) {
    size_t length;
    maq_scene_mesh mesh = {.name = mq_gltf_exact_of(r, maq_value_find(own, "name"), &length),
                           .role = role_of(own)};
    uint32_t count = 0;
    mesh.parts = own_parts(r, maq_value_find(own, "parts"), &mesh, &count);
    mesh.part_count = mesh.parts ? count : 0;
    mesh.extras = mq_gltf_format_extras_of(r, own);
    mq_scene_add_mesh(&r->builder, &mesh);
}

void mq_gltf_read_meshes(gltf_reader *r) {
    const maq_value *list = maq_value_find(mq_gltf_own_extras(r->scene), "empty_meshes");
    const maq_value *empty = mq_first_element(list);
    uint32_t count = r->lists[GLTF_MESHES].count, next = 0;
    r->mesh_map = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    while (r->mesh_map && mq_arena_status(r->arena) == MAQ_OK && (next < count || empty)) {
        uint32_t index;
        if (empty && !mq_gltf_charge_small(r, 1, MESH_COST)) {
            empty = NULL;
            continue;
        }
        // Empty meshes keep their index; those beyond the last mesh follow it.
        if (empty && (next == count || (mq_gltf_u32(maq_value_find(empty, "index"), &index) &&
                                        index <= r->mesh_total))) {
            read_empty_mesh(r, empty);
            empty = empty->next;
        } else {
            r->mesh_map[next] = r->mesh_total;
            read_mesh(r, next++);
        }
        r->mesh_total++;
    }
}
