// SPDX-License-Identifier: MIT
//
// All meshes of a scene as the one of a puppet. Vertices stand in the space of their heaviest bone;
// what hangs on a node without a skin hangs on its bone.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_from_scene.h"
#include "scene/geometry.h"
#include "scene/usage.h"

#define FULL_WEIGHT 255
#define MOST_UV_SETS 255

// Where a vertex stands and what moves it: what two vertices must share to be one.
typedef struct vertex_row {
    float position[3];
    uint32_t count;
    uint16_t bones[PET_MOST_WEIGHTS];
    uint8_t weights[PET_MOST_WEIGHTS];
} vertex_row;

typedef struct mesh_making {
    pet_from_scene *from;
    mq_mat34 *rest, *inverse; // of bones, in the puppet's axes
    bool *invertible;
    vertex_row *rows;
    float (*normals)[3];
    maq_pet_triangle *triangles; // corners have the numbers of rows
    maq_pet_uv *uvs;
    uint32_t row_count, triangle_count, uv_count;
    uint64_t rounded, dropped, posed, uv_sets;
} mesh_making;

// A mesh with the node that shows it.
typedef struct instance {
    const maq_scene_mesh *mesh;
    uint32_t node; // MAQ_SCENE_NONE: none shows it
    const maq_scene_skin *skin;
    mq_mat34 *bind;   // of the skin's joints: from the mesh to the model
    mq_mat34 whole;   // the same for all vertices without a skin
    bool differently; // the joints of the skin do not agree
    bool mirrored;
    uint32_t bone; // without a skin
} instance;

// --------------------------------------------------------------------------------------- matrices

static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

static bool close_to(const mq_mat34 *a, const mq_mat34 *b, double limit) {
    for (int i = 0; i < 12; i++) {
        double x = a->m[i / 4][i % 4], y = b->m[i / 4][i % 4];
        if (!(fabs(x - y) <= limit * fmax(1, fabs(x))))
            return false;
    }
    return true;
}

static mq_mat34 from_rows(const float rows[3][4]) {
    mq_mat34 matrix;
    for (int i = 0; i < 12; i++)
        matrix.m[i / 4][i % 4] = rows[i / 4][i % 4];
    return matrix;
}

static bool is_mirror(const mq_mat34 *matrix) {
    const double(*m)[4] = matrix->m;
    mq_vec3 x = {m[0][0], m[1][0], m[2][0]}, y = {m[0][1], m[1][1], m[2][1]};
    return mq_dot(mq_cross(x, y), (mq_vec3){m[0][2], m[1][2], m[2][2]}) < 0;
}

// Normals stay upright on what is stretched.
static mq_vec3 turn_normal(const mq_mat34 *matrix, mq_vec3 n) {
    mq_mat34 inverse;
    if (!mq_pet_inverse(matrix, &inverse))
        return n;
    const double(*m)[4] = inverse.m;
    return mq_normalize((mq_vec3){m[0][0] * n.x + m[1][0] * n.y + m[2][0] * n.z,
                                  m[0][1] * n.x + m[1][1] * n.y + m[2][1] * n.z,
                                  m[0][2] * n.x + m[1][2] * n.y + m[2][2] * n.z});
}

// -------------------------------------------------------------------------------------- instances

// The bone of a node, or of the nearest of its parents that is one.
static uint32_t bone_near(const pet_from_scene *from, uint32_t node) {
    while (node != MAQ_SCENE_NONE && from->bone_of_node[node] == MAQ_SCENE_NONE)
        node = from->scene->nodes[node].parent;
    return node == MAQ_SCENE_NONE ? 0 : from->bone_of_node[node];
}

static bool prepare(mesh_making *m, instance *it) {
    pet_from_scene *from = m->from;
    it->whole = it->node == MAQ_SCENE_NONE ? identity : from->world[it->node];
    it->bone = bone_near(from, it->node);
    it->skin = NULL;
    if (it->node != MAQ_SCENE_NONE && from->scene->nodes[it->node].skin != MAQ_SCENE_NONE)
        it->skin = &from->scene->skins[from->scene->nodes[it->node].skin];
    it->differently = false;
    if (!it->skin) {
        it->mirrored = is_mirror(&it->whole);
        return true;
    }
    uint32_t count = it->skin->joint_count;
    it->bind = MQ_NEW_ARRAY(from->arena, mq_mat34, count);
    if (!it->bind)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        mq_mat34 inverse = from_rows(it->skin->inverse_bind[i]);
        it->bind[i] = mq_mat34_multiply(&from->world[it->skin->joints[i]], &inverse);
        it->differently |= !close_to(&it->bind[0], &it->bind[i], 1e-4);
    }
    it->whole = close_to(&it->bind[0], &identity, 1e-6) ? identity : it->bind[0];
    it->mirrored = is_mirror(&it->whole);
    return true;
}

// What brings a vertex into the model as it rests.
static mq_mat34 placing(const instance *it, uint32_t vertex) {
    if (!it->skin || !it->differently)
        return it->whole;
    mq_mat34 sum = {0};
    for (uint32_t i = 0; i < it->mesh->influence_count; i++) {
        size_t at = (size_t)vertex * it->mesh->influence_count + i;
        const mq_mat34 *bind = &it->bind[it->mesh->joints[at]];
        for (int k = 0; k < 12; k++)
            sum.m[k / 4][k % 4] += (double)it->mesh->weights[at] * bind->m[k / 4][k % 4];
    }
    return sum;
}

// ---------------------------------------------------------------------------------------- weights

// Parts of 255 that sum up to it, by the largest remainders.
static void part(const double shares[PET_MOST_WEIGHTS], uint32_t count, uint8_t *parts) {
    double rest[PET_MOST_WEIGHTS];
    int left = FULL_WEIGHT;
    for (uint32_t i = 0; i < count; i++) {
        double exact = fmin(shares[i], 1) * FULL_WEIGHT;
        // Floats a hair below a whole part mean it.
        double whole = floor(exact + 1e-3);
        parts[i] = (uint8_t)whole;
        rest[i] = exact - whole;
        left -= parts[i];
    }
    for (; left > 0; left--) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            best = rest[i] > rest[best] ? i : best;
        parts[best]++;
        rest[best] -= 1;
    }
    for (; left < 0; left++) {
        uint32_t most = 0;
        for (uint32_t i = 1; i < count; i++)
            most = parts[i] > parts[most] ? i : most;
        parts[most]--;
    }
}

static void take_weights(mesh_making *m, const instance *it, uint32_t vertex, vertex_row *row) {
    double shares[PET_MOST_WEIGHTS] = {0}, sum = 0;
    const maq_scene_mesh *mesh = it->mesh;
    uint32_t count = 0;
    bool dropped = false;
    // They fall along a vertex: those that have no room are the lightest.
    for (uint32_t i = 0; it->skin && i < mesh->influence_count; i++) {
        size_t at = (size_t)vertex * mesh->influence_count + i;
        if (!(mesh->weights[at] > 0))
            continue;
        uint32_t bone = bone_near(m->from, it->skin->joints[mesh->joints[at]]), k = 0;
        while (k < count && row->bones[k] != bone)
            k++;
        if (k == PET_MOST_WEIGHTS) {
            dropped = true;
            continue;
        }
        row->bones[k] = (uint16_t)bone;
        count += k == count;
        shares[k] += (double)mesh->weights[at];
        sum += (double)mesh->weights[at];
    }
    m->dropped += dropped;
    if (count == 0) {
        row->bones[0] = (uint16_t)it->bone;
        shares[0] = sum = 1;
        count = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        shares[i] /= sum;
    part(shares, count, row->weights);
    bool rounded = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        rounded |= fabs(shares[i] - row->weights[i] / (double)FULL_WEIGHT) > 1e-5;
        if (row->weights[i] == 0)
            continue;
        row->bones[kept] = row->bones[i];
        row->weights[kept++] = row->weights[i];
    }
    for (uint32_t i = kept; i < count; i++)
        row->bones[i] = row->weights[i] = 0;
    row->count = kept;
    m->rounded += rounded && !dropped;
}

// The space of a bone without a size holds no vertex: the first that has one comes first.
static void choose_first(const mesh_making *m, vertex_row *row) {
    for (uint32_t i = 0; i < row->count; i++) {
        if (!m->invertible[row->bones[i]])
            continue;
        uint16_t bone = row->bones[i];
        uint8_t weight = row->weights[i];
        row->bones[i] = row->bones[0];
        row->weights[i] = row->weights[0];
        row->bones[0] = bone;
        row->weights[0] = weight;
        return;
    }
}

// --------------------------------------------------------------------------------------- vertices

static void add_vertex(mesh_making *m, const instance *it, uint32_t vertex) {
    vertex_row *row = &m->rows[m->row_count];
    mq_mat34 place = placing(it, vertex);
    take_weights(m, it, vertex, row);
    choose_first(m, row);
    m->posed += it->differently && row->count > 1;
    float at[3];
    mq_pet_set_vec3(at, mq_mat34_point(&place, mq_pet_vec3(it->mesh->positions[vertex])));
    mq_axes_from_scene(MQ_AXES_PANGYA, at, at);
    mq_pet_set_vec3(row->position, mq_mat34_point(&m->inverse[row->bones[0]], mq_pet_vec3(at)));
    float *normal = m->normals[m->row_count];
    if (it->mesh->normals) {
        memcpy(normal, it->mesh->normals[vertex], 3 * sizeof *normal);
        if (!close_to(&place, &identity, 1e-6))
            mq_pet_set_vec3(normal, turn_normal(&place, mq_pet_vec3(normal)));
        mq_axes_from_scene(MQ_AXES_PANGYA, normal, normal);
    }
    m->row_count++;
}

static uint32_t sets_of(const maq_scene_mesh *mesh) {
    // A corner without coordinates is drawn by chance: 0, 0 is as good as none.
    return mesh->uv_set_count == 0             ? 1
           : mesh->uv_set_count > MOST_UV_SETS ? MOST_UV_SETS
                                               : mesh->uv_set_count;
}

static void add_corner(mesh_making *m, const maq_scene_mesh *mesh, uint32_t first, uint32_t vertex,
                       maq_pet_corner *corner) {
    uint32_t sets = sets_of(mesh);
    *corner = (maq_pet_corner){.vertex = first + vertex, .first_uv = m->uv_count, .uv_count = sets};
    memcpy(corner->normal, m->normals[first + vertex], sizeof corner->normal);
    for (uint32_t set = 0; set < sets; set++) {
        maq_pet_uv *uv = &m->uvs[m->uv_count++];
        if (set < mesh->uv_set_count)
            *uv = (maq_pet_uv){mesh->uvs[set][vertex][0], mesh->uvs[set][vertex][1]};
    }
}

static void add_triangles(mesh_making *m, const instance *it, uint32_t first) {
    const maq_scene_mesh *mesh = it->mesh;
    const pet_from_scene *from = m->from;
    bool swap = mq_axes_swap_corners(MQ_AXES_PANGYA) != it->mirrored;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const maq_scene_part *part_of = &mesh->parts[p];
        uint32_t material = part_of->material;
        int texture = material == MAQ_SCENE_NONE ? -1 : from->texture_of_material[material];
        int specular = material == MAQ_SCENE_NONE ? -1 : from->specular_of_material[material];
        for (uint32_t i = 0; i < part_of->triangle_count; i++) {
            const uint32_t *corners = mesh->triangles[part_of->first_triangle + i];
            maq_pet_triangle *triangle = &m->triangles[m->triangle_count++];
            for (unsigned k = 0; k < 3; k++)
                add_corner(m, mesh, first, corners[swap && k > 0 ? 3 - k : k],
                           &triangle->corners[k]);
            triangle->texture = texture < 0 ? 0xff : (uint8_t)texture;
            triangle->specular = (int8_t)specular;
        }
    }
}

// ------------------------------------------------------------------------------------- the whole

// Which meshes are shown where. Those that no node shows stand as they are.
static instance *list_instances(pet_from_scene *from, uint32_t *count) {
    const maq_scene *scene = from->scene;
    instance *list =
        MQ_NEW_ARRAY(from->arena, instance, (size_t)scene->node_count + scene->mesh_count);
    bool *is_shown = MQ_NEW_ARRAY(from->arena, bool, scene->mesh_count);
    if (!list || !is_shown)
        return NULL;
    mq_copy_budget room = mq_copy_budget_of(scene);
    uint64_t hidden = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        hidden += scene->meshes[i].role != MAQ_MESH_VISUAL;
    *count = 0;
    for (uint32_t i = 0; i < scene->node_count + scene->mesh_count; i++) {
        bool by_node = i < scene->node_count;
        uint32_t index = by_node ? scene->nodes[i].mesh : i - scene->node_count;
        if (index == MAQ_SCENE_NONE || (!by_node && is_shown[index]))
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[index];
        is_shown[index] = true;
        if (mesh->role != MAQ_MESH_VISUAL || !mq_copy_budget_spend(&room, mesh))
            continue;
        list[(*count)++] = (instance){.mesh = mesh, .node = by_node ? i : MAQ_SCENE_NONE};
    }
    mq_pet_scene_add_loss(from->findings, PET_LOSS_SCENE_SIZE, room.denied,
                          "copies of meshes that are shown very often are left out");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_MESH_ROLE, hidden,
                          "meshes of shadows and collisions are left out");
    bool named = *count == 1 && *list[0].mesh->name && strcmp(list[0].mesh->name, PET_MESH_NAME);
    mq_pet_scene_add_loss(
        from->findings, PET_LOSS_ONE_MESH, *count > 1 || named ? *count : 0,
        "all meshes become one that has no name, nor have the nodes that show them");
    return list;
}

static bool make_room(mesh_making *m, const instance *list, uint32_t count) {
    mq_arena *arena = m->from->arena;
    uint64_t rows = 0, triangles = 0, uvs = 0;
    for (uint32_t i = 0; i < count; i++) {
        rows += list[i].mesh->vertex_count;
        triangles += list[i].mesh->triangle_count;
        uvs += 3 * (uint64_t)list[i].mesh->triangle_count * sets_of(list[i].mesh);
        m->uv_sets += list[i].mesh->uv_set_count > MOST_UV_SETS;
    }
    uint32_t bones = m->from->pet.bone_count;
    m->rest = mq_pet_rest(&m->from->pet, arena);
    m->inverse = MQ_NEW_ARRAY(arena, mq_mat34, bones);
    m->invertible = MQ_NEW_ARRAY(arena, bool, bones);
    if (!m->rest || !m->inverse || !m->invertible || rows > UINT32_MAX || uvs > UINT32_MAX)
        return false;
    for (uint32_t i = 0; i < bones; i++)
        m->invertible[i] = mq_pet_inverse(&m->rest[i], &m->inverse[i]);
    m->rows = MQ_NEW_ARRAY(arena, vertex_row, (size_t)rows);
    m->normals = mq_arena_alloc(arena, (size_t)rows, sizeof *m->normals, alignof(float));
    m->triangles = MQ_NEW_ARRAY(arena, maq_pet_triangle, (size_t)triangles);
    m->uvs = MQ_NEW_ARRAY(arena, maq_pet_uv, (size_t)uvs);
    return m->rows && m->normals && m->triangles && m->uvs;
}

// From rows to vertices: those that are the same are one.
static bool weld(mesh_making *m) {
    pet_from_scene *from = m->from;
    uint32_t *remap = MQ_NEW_ARRAY(from->arena, uint32_t, m->row_count);
    if (!remap)
        return false;
    uint32_t count = mq_weld(from->arena, m->rows, m->row_count, sizeof *m->rows, remap);
    if (count == UINT32_MAX)
        return false;
    maq_pet_vertex *vertices = MQ_NEW_ARRAY(from->arena, maq_pet_vertex, count);
    maq_pet_weight *weights =
        MQ_NEW_ARRAY(from->arena, maq_pet_weight, (size_t)count * PET_MOST_WEIGHTS);
    if (!vertices || !weights)
        return false;
    uint32_t next = 0, used = 0;
    for (uint32_t i = 0; i < m->row_count; i++) {
        const vertex_row *row = &m->rows[i];
        if (remap[i] != next)
            continue;
        maq_pet_vertex *vertex = &vertices[next++];
        *vertex = (maq_pet_vertex){.seam = 1, .first_weight = used, .weight_count = row->count};
        memcpy(vertex->position, row->position, sizeof vertex->position);
        for (uint32_t k = 0; k < row->count; k++)
            weights[used++] = (maq_pet_weight){{row->bones[k], false}, row->weights[k]};
    }
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            uint32_t *vertex = &m->triangles[i].corners[k].vertex;
            *vertex = remap[*vertex];
        }
    }
    from->mesh = (maq_pet_mesh){.vertices = vertices,
                                .weights = weights,
                                .triangles = m->triangles,
                                .uvs = m->uvs,
                                .vertex_count = count,
                                .weight_count = used,
                                .triangle_count = m->triangle_count,
                                .uv_count = m->uv_count};
    return true;
}

// What the table of skins and the seams said of a mesh that is now another.
static bool lose_old_mesh(pet_from_scene *from) {
    if (!from->old || !from->old->has[MAQ_PET_MESH])
        return true;
    maq_pet_mesh old;
    if (!mq_pet_mesh_decode(from->old, from->arena, &old))
        return false;
    uint64_t seams = 0;
    for (uint32_t i = 0; i < old.vertex_count; i++)
        seams += old.vertices[i].seam != 1;
    mq_pet_scene_add_loss(from->findings, PET_LOSS_SKINS, old.skin_count > 1 ? old.skin_count : 0,
                          "the table of skins is lost: the mesh has changed");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_SEAMS, seams,
                          "the seam values of vertices are lost: the mesh has changed");
    return true;
}

bool mq_pet_take_mesh(pet_from_scene *from) {
    mesh_making m = {.from = from};
    uint32_t count = 0;
    instance *list = list_instances(from, &count);
    if (!list || !make_room(&m, list, count) || !lose_old_mesh(from))
        return false;
    for (uint32_t i = 0; i < count && from->pet.bone_count > 0; i++) {
        uint32_t first = m.row_count;
        if (!prepare(&m, &list[i]))
            return false;
        for (uint32_t v = 0; v < list[i].mesh->vertex_count; v++)
            add_vertex(&m, &list[i], v);
        add_triangles(&m, &list[i], first);
    }
    mq_findings *findings = from->findings;
    mq_pet_scene_add_loss(findings, PET_LOSS_WEIGHTS, m.rounded,
                          "the weights of vertices are rounded to parts of 255");
    mq_pet_scene_add_loss(findings, PET_LOSS_WEIGHTS, m.dropped,
                          "vertices keep the heaviest 16 of their weights");
    mq_pet_scene_add_loss(
        findings, PET_LOSS_BIND, m.posed,
        "vertices with several weights were bound in another pose than the rest pose");
    mq_pet_scene_add_loss(findings, PET_LOSS_UV_SETS, m.uv_sets,
                          "sets of texture coordinates beyond the 255th are lost");
    return weld(&m);
}
