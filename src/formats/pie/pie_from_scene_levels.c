// SPDX-License-Identifier: MIT
//
// Which meshes become which levels: one for each node that shows a visible mesh, more when it has
// materials that one level cannot have.
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/sort.h"
#include "formats/pie/pie_from_scene.h"
#include "scene/rest_pose.h"
#include "scene/usage.h"

pie_part_walk mq_pie_walk_from(const maq_scene_mesh *mesh, uint32_t triangle) {
    uint32_t low = 0, high = mesh->part_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const maq_scene_part *part = &mesh->parts[middle];
        if ((uint64_t)part->first_triangle + part->triangle_count <= triangle)
            low = middle + 1;
        else
            high = middle;
    }
    return (pie_part_walk){.mesh = mesh, .part = low};
}

uint32_t mq_pie_material_at(pie_part_walk *walk, uint32_t triangle) {
    const maq_scene_mesh *mesh = walk->mesh;
    while (walk->part < mesh->part_count) {
        const maq_scene_part *part = &mesh->parts[walk->part];
        if (triangle >= part->first_triangle &&
            triangle - part->first_triangle < part->triangle_count)
            return part->material;
        if (triangle < part->first_triangle)
            break;
        walk->part++;
    }
    return MAQ_SCENE_NONE;
}

// --------------------------------------------------------------------------------- material groups

static int compare_materials(const void *left, const void *right, const void *context) {
    const maq_scene *scene = context;
    const maq_scene_material *a = &scene->materials[*(const uint32_t *)left];
    const maq_scene_material *b = &scene->materials[*(const uint32_t *)right];
    if (a->blend != b->blend)
        return a->blend < b->blend ? -1 : 1;
    if (a->texture_count != b->texture_count)
        return a->texture_count < b->texture_count ? -1 : 1;
    for (uint32_t i = 0; i < a->texture_count; i++) {
        const maq_scene_texture *s = &a->textures[i], *t = &b->textures[i];
        if (s->role != t->role)
            return s->role < t->role ? -1 : 1;
        if (s->tileset != t->tileset)
            return s->tileset < t->tileset ? -1 : 1;
        int order = strcmp(s->file ? s->file : "", t->file ? t->file : "");
        if (order != 0)
            return order;
    }
    return 0;
}

static const uint32_t *group_materials(pie_from_scene *from) {
    uint32_t count = from->scene->material_count;
    uint32_t *items = MQ_NEW_ARRAY(from->arena, uint32_t, count);
    uint32_t *spare = MQ_NEW_ARRAY(from->arena, uint32_t, count);
    uint32_t *groups = MQ_NEW_ARRAY(from->arena, uint32_t, count);
    if (!items || !spare || !groups)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        items[i] = i;
    const uint32_t *sorted =
        mq_sort(items, spare, count, sizeof *items, compare_materials, from->scene);
    for (uint32_t i = 1; i < count; i++)
        groups[sorted[i]] = groups[sorted[i - 1]] +
                            (compare_materials(&sorted[i - 1], &sorted[i], from->scene) != 0);
    return groups;
}

// ------------------------------------------------------------------------------------------- skins

static bool is_rigid(const maq_scene_mesh *mesh) {
    uint32_t k = mesh->influence_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (mesh->weights[(size_t)v * k] < 0.9999f ||
            mesh->joints[(size_t)v * k] != mesh->joints[0])
            return false;
    }
    return mesh->vertex_count > 0;
}

static mq_mat34 matrix_of(const float rows[3][4]) {
    mq_mat34 matrix;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++)
            matrix.m[r][c] = rows[r][c];
    }
    return matrix;
}

// Bakes the rest pose of a skinned mesh.
static bool bake(pie_from_scene *from, pie_source *source, const maq_scene_skin *skin) {
    maq_scene_mesh mesh = from->scene->meshes[source->mesh];
    if (!mq_bake_rest_pose(from->arena, skin, from->world, &mesh))
        return false;
    source->posed = mesh.positions;
    source->posed_normals = mesh.normals;
    return true;
}

static bool is_identity(const mq_mat34 *matrix) {
    for (int i = 0; i < 12; i++) {
        if (matrix->m[i / 4][i % 4] != (i % 5 == 0 ? 1 : 0))
            return false;
    }
    return true;
}

static bool is_close(const mq_mat34 *a, const mq_mat34 *b) {
    for (int i = 0; i < 12; i++) {
        if (fabs(a->m[i / 4][i % 4] - b->m[i / 4][i % 4]) > 1e-4)
            return false;
    }
    return true;
}

// Finds what moves a source, and the transform of its points.
static bool find_transform(pie_from_scene *from, pie_source *source) {
    const maq_scene_node *node = &from->scene->nodes[source->node];
    const maq_scene_mesh *mesh = &from->scene->meshes[source->mesh];
    source->mover = source->node;
    source->bind = mq_mat34_from((mq_vec3){0, 0, 0}, (mq_quat){0, 0, 0, 1}, (mq_vec3){1, 1, 1});
    if (node->skin != MAQ_SCENE_NONE) {
        const maq_scene_skin *skin = &from->scene->skins[node->skin];
        if (!is_rigid(mesh)) {
            PIE_REPORT_LOSS(from, PIE_LOSS_SKIN, 1,
                            "mesh \"%s\" bends with %u %s; it is written in its rest pose",
                            mesh->name, skin->joint_count,
                            MQ_PLURAL(skin->joint_count, "joint", "joints"));
            return bake(from, source, skin);
        }
        uint32_t joint = mesh->joints[0];
        source->mover = skin->joints[joint];
        source->bind = matrix_of(skin->inverse_bind[joint]);
    }
    source->moves = from->moved && from->moved[source->mover];
    mq_mat34 at_rest = mq_mat34_multiply(&from->world[source->mover], &source->bind);
    source->to_model = source->moves ? source->bind : at_rest;
    if (source->moves && !is_close(&at_rest, &source->bind))
        PIE_REPORT_LOSS(
            from, PIE_LOSS_MOTION, 1,
            "mesh \"%s\" stands where its animation begins; the position where it rests "
            "was dropped",
            mesh->name);
    source->transformed = !is_identity(&source->to_model);
    return true;
}

// ----------------------------------------------------------------------------------------- sources

typedef struct source_list {
    pie_from_scene *from;
    size_t capacity;
    uint32_t *slots;  // by group of materials, the source of the current node
    uint32_t *stamps; // by group of materials, 1 + the node that `slots` is of
    uint32_t *pieces; // by vertex, the last piece of a mesh that it is in
    uint32_t piece;
} source_list;

static pie_source *add_source(source_list *list, uint32_t node) {
    pie_from_scene *from = list->from;
    pie_source *larger = mq_arena_grow(from->arena, from->sources, &list->capacity,
                                       from->source_count, sizeof *larger);
    if (!larger)
        return NULL;
    from->sources = larger;
    pie_source *source = &larger[from->source_count++];
    *source = (pie_source){
        .node = node, .mesh = from->scene->nodes[node].mesh, .material = MAQ_SCENE_NONE};
    return source;
}

static uint32_t group_of(const pie_from_scene *from, uint32_t material) {
    return material == MAQ_SCENE_NONE ? from->scene->material_count
                                      : from->material_groups[material];
}

// One source for each group of materials of the mesh.
static bool add_by_group(source_list *list, uint32_t node) {
    pie_from_scene *from = list->from;
    const maq_scene_mesh *mesh = &from->scene->meshes[from->scene->nodes[node].mesh];
    uint32_t first = from->source_count;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        uint32_t group = group_of(from, mesh->parts[p].material);
        if (mesh->parts[p].triangle_count == 0)
            continue;
        if (list->stamps[group] != node + 1) {
            list->stamps[group] = node + 1;
            list->slots[group] = from->source_count;
            pie_source *source = add_source(list, node);
            if (!source)
                return false;
            source->material = mesh->parts[p].material;
        }
        from->sources[list->slots[group]].triangle_count += mesh->parts[p].triangle_count;
    }
    if (from->source_count == first) {
        pie_source *source = add_source(list, node);
        if (!source)
            return false;
        // A level without polygons has textures all the same.
        if (mesh->part_count > 0)
            source->material = mesh->parts[0].material;
    }
    if (from->source_count == first + 1)
        return true;
    for (uint32_t i = first; i < from->source_count; i++) {
        pie_source *source = &from->sources[i];
        source->triangles = MQ_NEW_ARRAY(from->arena, uint32_t, source->triangle_count);
        if (!source->triangles)
            return false;
        source->triangle_count = 0;
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const maq_scene_part *part = &mesh->parts[p];
        if (part->triangle_count == 0)
            continue;
        pie_source *source = &from->sources[list->slots[group_of(from, part->material)]];
        uint32_t *triangles = MQ_WRITABLE(uint32_t, source->triangles);
        for (uint32_t i = 0; i < part->triangle_count; i++)
            triangles[source->triangle_count++] = part->first_triangle + i;
    }
    return true;
}

static bool is_two_sided(const pie_from_scene *from, const maq_scene_mesh *mesh) {
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        uint32_t material = mesh->parts[p].material;
        if (material != MAQ_SCENE_NONE && from->scene->materials[material].two_sided)
            return true;
    }
    return false;
}

pie_limits mq_pie_limits(uint32_t version) {
    // As many polygons as the game allows cannot have too many points.
    return version == 5 ? (pie_limits){512, 768} : (pie_limits){8192, UINT32_MAX};
}

// How many of the triangles make one piece. Each vertex counts as a point, though vertices at the
// same position become one.
static uint32_t piece_size(source_list *list, const maq_scene_mesh *mesh, const uint32_t *triangles,
                           uint32_t count, pie_limits limits) {
    uint32_t points = 0, size = 0;
    list->piece++;
    for (; size < count && size < limits.polygons; size++) {
        const uint32_t *t = mesh->triangles[triangles[size]];
        for (int k = 0; k < 3; k++) {
            points += list->pieces[t[k]] != list->piece;
            list->pieces[t[k]] = list->piece;
        }
        if (points > limits.points)
            break;
    }
    return size;
}

static bool cut_source(source_list *list, uint32_t index, pie_limits limits) {
    pie_from_scene *from = list->from;
    pie_source source = from->sources[index];
    const maq_scene_mesh *mesh = &from->scene->meshes[source.mesh];
    uint32_t *all = NULL;
    if (!source.triangles) {
        all = MQ_NEW_ARRAY(from->arena, uint32_t, source.triangle_count);
        for (uint32_t t = 0; all && t < source.triangle_count; t++)
            all[t] = t;
    }
    const uint32_t *triangles = source.triangles ? source.triangles : all;
    if (!triangles)
        return false;
    for (uint32_t at = 0; at < source.triangle_count;) {
        uint32_t left = source.triangle_count - at;
        uint32_t size = piece_size(list, mesh, triangles + at, left, limits);
        if (size == source.triangle_count)
            return true;
        pie_source *piece = at == 0 ? &from->sources[index] : add_source(list, source.node);
        if (!piece)
            return false;
        *piece = source;
        piece->triangles = triangles + at;
        piece->triangle_count = size;
        at += size;
    }
    return true;
}

// Cuts the sources from `first` on into pieces that a level can be.
static bool cut(source_list *list, uint32_t first) {
    pie_from_scene *from = list->from;
    uint32_t last = from->source_count;
    for (uint32_t i = first; i < last; i++) {
        const pie_source *source = &from->sources[i];
        const maq_scene_mesh *mesh = &from->scene->meshes[source->mesh];
        pie_limits limits = mq_pie_limits(from->out->variant->version);
        if (is_two_sided(from, mesh))
            limits.polygons /= 2;
        bool fits =
            source->triangle_count <= limits.polygons && mesh->vertex_count <= limits.points;
        if (!fits && !cut_source(list, i, limits))
            return false;
    }
    return true;
}

// Memory to count the vertices of pieces in.
static bool make_pieces(source_list *list) {
    const maq_scene *scene = list->from->scene;
    uint32_t most = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        most = scene->meshes[i].vertex_count > most ? scene->meshes[i].vertex_count : most;
    list->pieces = MQ_NEW_ARRAY(list->from->arena, uint32_t, most);
    return list->pieces != NULL;
}

static bool add_node(source_list *list, uint32_t node) {
    pie_from_scene *from = list->from;
    const maq_scene_mesh *mesh = &from->scene->meshes[from->scene->nodes[node].mesh];
    uint32_t first = from->source_count;
    if (!add_by_group(list, node) || (from->split && !cut(list, first)))
        return false;
    pie_source *model = &from->sources[first];
    model->own = mq_scene_own_extras(mesh->extras, PIE_EXTRAS);
    if (!find_transform(from, model))
        return false;
    uint32_t count = from->source_count - first;
    for (uint32_t i = 1; i < count; i++) {
        pie_source piece = *model;
        piece.triangles = model[i].triangles;
        piece.triangle_count = model[i].triangle_count;
        piece.material = model[i].material;
        model[i] = piece;
    }
    if (count > 1)
        PIE_REPORT_LOSS(from, PIE_MADE_LEVELS, count, "mesh \"%s\" becomes %u %s", mesh->name,
                        count, MQ_PLURAL(count, "level", "levels"));
    return true;
}

// ----------------------------------------------------------------------------------------- shadows

// From a node to one of its parents, or to the model when that is not one of them.
static mq_mat34 path_to(const pie_from_scene *from, uint32_t node, uint32_t parent) {
    mq_mat34 path = mq_pie_local(&from->scene->nodes[node].rest);
    for (uint32_t at = from->scene->nodes[node].parent; at != parent;
         at = from->scene->nodes[at].parent) {
        if (at == MAQ_SCENE_NONE)
            return from->world[node];
        mq_mat34 rest = mq_pie_local(&from->scene->nodes[at].rest);
        path = mq_mat34_multiply(&rest, &path);
    }
    return path;
}

static bool find_shadows(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    from->shadows = MQ_NEW_ARRAY(from->arena, pie_source, from->source_count);
    if (!from->shadows)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++)
        from->shadows[i].mesh = MAQ_SCENE_NONE;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t mesh = scene->nodes[i].mesh;
        if (mesh == MAQ_SCENE_NONE || scene->meshes[mesh].role != MAQ_MESH_SHADOW)
            continue;
        uint32_t index = from->node_sources[i];
        pie_source *shadow = index < from->source_count ? &from->shadows[index] : NULL;
        bool empty = scene->meshes[mesh].triangle_count == 0;
        if (!shadow || shadow->mesh != MAQ_SCENE_NONE || empty) {
            PIE_REPORT_LOSS(from, PIE_LOSS_MESH, 1, "shadow mesh \"%s\" was dropped: %s",
                            scene->meshes[mesh].name,
                            !shadow ? "there is no level for it"
                            : empty ? "it has no triangles"
                                    : "its level has another one");
            continue;
        }
        const pie_source *level = &from->sources[index];
        *shadow =
            (pie_source){.node = i,
                         .mesh = mesh,
                         .triangle_count = scene->meshes[mesh].triangle_count,
                         .material = MAQ_SCENE_NONE,
                         .to_model = level->moves ? path_to(from, i, level->node) : from->world[i]};
        shadow->transformed = !is_identity(&shadow->to_model);
    }
    return true;
}

bool mq_pie_find_sources(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    source_list list = {.from = from};
    list.slots = MQ_NEW_ARRAY(from->arena, uint32_t, (size_t)scene->material_count + 1);
    list.stamps = MQ_NEW_ARRAY(from->arena, uint32_t, (size_t)scene->material_count + 1);
    uint32_t *node_sources = MQ_NEW_ARRAY(from->arena, uint32_t, scene->node_count);
    mq_copy_budget budget = mq_copy_budget_of(scene);
    from->material_groups = group_materials(from);
    if (from->split && !make_pieces(&list))
        return false;
    if (!list.slots || !list.stamps || !node_sources || !from->material_groups)
        return false;
    from->node_sources = node_sources;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t mesh = scene->nodes[i].mesh;
        node_sources[i] = MAQ_SCENE_NONE;
        if (mesh == MAQ_SCENE_NONE || scene->meshes[mesh].role != MAQ_MESH_VISUAL)
            continue;
        if (!mq_copy_budget_spend(&budget, &scene->meshes[mesh]))
            continue;
        node_sources[i] = from->source_count;
        if (!add_node(&list, i))
            return false;
    }
    PIE_REPORT_LOSS(from, PIE_LOSS_MESH, budget.denied,
                    "%llu %s of meshes that are shown too often for a level each time %s dropped",
                    (unsigned long long)budget.denied, MQ_PLURAL(budget.denied, "copy", "copies"),
                    MQ_PLURAL(budget.denied, "was", "were"));
    // Other nodes belong to the level above them, else to the first.
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (node_sources[node] == MAQ_SCENE_NONE)
            node_sources[node] = parent == MAQ_SCENE_NONE ? 0 : node_sources[parent];
    }
    return find_shadows(from);
}
