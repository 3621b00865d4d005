// SPDX-License-Identifier: MIT
//
// All meshes of a scene as the one mesh of a puppet. Vertices are in the space of their heaviest bone;
// a mesh without a skin is attached to the bone of its node.
#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "formats/pet/pet_from_scene.h"
#include "formats/pet/pet_from_scene_triangles.h"
#include "scene/usage.h"
#include "scene/weld.h"

// A vertex of a mesh of the scene.
typedef struct vertex_row {
    float position[3];
    float seam;
    uint32_t count;
    struct row_weight {
        uint16_t bone;
        uint8_t part; // of 255
    } weights[PET_MAX_WEIGHTS];
} vertex_row;

typedef struct mesh_builder {
    pet_from_scene *from;
    mq_arena *scratch;        // for what is freed before the mesh is encoded
    mq_mat34 *rest, *inverse; // of bones, in the puppet's axes
    bool *invertible;
    maq_pet_vertex *vertices; // those that differ
    maq_pet_weight *weights;  // of them
    mq_weld_table table;      // of them
    uint32_t vertex_count, weight_count;
    uint32_t *vertex_of_row; // rows are the vertices of all meshes
    uint32_t row_count;
    pet_triangle_run *runs;
    uint8_t *textures, *speculars; // of triangles
    uint32_t run_count, triangle_count;
    uint32_t most_uvs; // of a corner
    uint64_t corner_uvs;
    uint64_t rounded, dropped, posed, uv_sets;
} mesh_builder;

// A mesh with the node that shows it.
typedef struct instance {
    const maq_scene_mesh *mesh;
    uint32_t node;
    const maq_scene_skin *skin;
    mq_mat34 *bind;  // of the skin's joints: from mesh to model space
    mq_mat34 matrix; // the same for all vertices, unless posed
    bool posed;      // the bind pose differs from the rest pose
    bool mirrored;
    bool moved;          // `matrix` is not the identity
    uint32_t bone;       // without a skin
    const float *seams;  // NULL: none
    float (*normals)[3]; // of vertices that are moved, in the scene's axes; NULL: those of the mesh
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

// -------------------------------------------------------------------------------------- instances

// The bone of a node, or of the nearest of its parents that is one.
static uint32_t bone_near(const pet_from_scene *from, uint32_t node) {
    while (node != MAQ_SCENE_NONE && from->bone_of_node[node] == MAQ_SCENE_NONE)
        node = from->scene->nodes[node].parent;
    return node == MAQ_SCENE_NONE ? 0 : from->bone_of_node[node];
}

static const float *find_seams(const maq_scene_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const maq_scene_attribute *attribute = &mesh->attributes[i];
        if (strcmp(attribute->name, PET_SEAM_ATTRIBUTE) == 0 && attribute->components == 1)
            return attribute->values;
    }
    return NULL;
}

// Normals of a mesh that is not moved need no copy.
static bool alloc_normals(const mesh_builder *m, instance *it) {
    typedef float vec3[3];
    if (!it->mesh->normals || !(it->posed || it->moved))
        return true;
    it->normals = MQ_NEW_UNINITIALIZED_ARRAY(m->from->arena, vec3, it->mesh->vertex_count);
    return it->normals != NULL;
}

static bool prepare_instance(mesh_builder *m, instance *it) {
    pet_from_scene *from = m->from;
    it->matrix = from->world[it->node];
    it->bone = bone_near(from, it->node);
    it->skin = NULL;
    it->seams = find_seams(it->mesh);
    if (from->scene->nodes[it->node].skin != MAQ_SCENE_NONE)
        it->skin = &from->scene->skins[from->scene->nodes[it->node].skin];
    it->posed = false;
    if (!it->skin) {
        it->mirrored = mq_mat34_mirrors(&it->matrix);
        it->moved = !close_to(&it->matrix, &identity, 1e-6);
        return alloc_normals(m, it);
    }
    uint32_t count = it->skin->joint_count;
    it->bind = MQ_NEW_ARRAY(from->arena, mq_mat34, count);
    if (!it->bind)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        mq_mat34 inverse = from_rows(it->skin->inverse_bind[i]);
        it->bind[i] = mq_mat34_multiply(&from->world[it->skin->joints[i]], &inverse);
        it->posed |= !close_to(&it->bind[0], &it->bind[i], 1e-4);
    }
    it->moved = !close_to(&it->bind[0], &identity, 1e-6);
    it->matrix = it->moved ? it->bind[0] : identity;
    it->mirrored = mq_mat34_mirrors(&it->matrix);
    return alloc_normals(m, it);
}

// The matrix of a vertex of a posed mesh from mesh space to the rest pose.
static mq_mat34 blend_matrices(const instance *it, uint32_t vertex) {
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

// Rounds shares to parts of 255 that add up to it, by the largest remainders.
static void round_weights(const double shares[PET_MAX_WEIGHTS], uint32_t count, uint8_t *parts) {
    double rest[PET_MAX_WEIGHTS];
    int left = PET_FULL_WEIGHT;
    for (uint32_t i = 0; i < count; i++) {
        double exact = fmin(shares[i], 1) * PET_FULL_WEIGHT;
        // Shares come as floats, which may lie just below a whole part.
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

static void convert_weights(mesh_builder *m, const instance *it, uint32_t vertex, vertex_row *row) {
    double shares[PET_MAX_WEIGHTS] = {0}, sum = 0;
    const maq_scene_mesh *mesh = it->mesh;
    uint32_t count = 0;
    bool dropped = false;
    if (!it->skin) {
        row->weights[0] = (struct row_weight){.bone = (uint16_t)it->bone, .part = PET_FULL_WEIGHT};
        row->count = 1;
        return;
    }
    // The weights of a vertex are sorted, so those beyond the limit are the lightest.
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)vertex * mesh->influence_count + i;
        if (!(mesh->weights[at] > 0))
            continue;
        uint32_t bone = bone_near(m->from, it->skin->joints[mesh->joints[at]]), k = 0;
        while (k < count && row->weights[k].bone != bone)
            k++;
        if (k == PET_MAX_WEIGHTS) {
            dropped = true;
            continue;
        }
        row->weights[k].bone = (uint16_t)bone;
        count += k == count;
        shares[k] += (double)mesh->weights[at];
        sum += (double)mesh->weights[at];
    }
    m->dropped += dropped;
    if (count == 0) {
        row->weights[0].bone = (uint16_t)it->bone;
        shares[0] = sum = 1;
        count = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        shares[i] /= sum;
    uint8_t parts[PET_MAX_WEIGHTS];
    round_weights(shares, count, parts);
    bool rounded = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        rounded |= fabs(shares[i] - parts[i] / (double)PET_FULL_WEIGHT) > 1e-5;
        if (parts[i] > 0)
            row->weights[kept++] =
                (struct row_weight){.bone = row->weights[i].bone, .part = parts[i]};
    }
    row->count = kept;
    m->rounded += rounded && !dropped;
}

// A bone whose matrix has no inverse cannot hold a vertex: the first that has one becomes the first
// bone.
static void choose_first_bone(const mesh_builder *m, vertex_row *row) {
    for (uint32_t i = 0; i < row->count; i++) {
        if (!m->invertible[row->weights[i].bone])
            continue;
        struct row_weight first = row->weights[i];
        row->weights[i] = row->weights[0];
        row->weights[0] = first;
        return;
    }
}

// --------------------------------------------------------------------------------------- vertices

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t digest_of_row(const vertex_row *row) {
    const float *at = row->position;
    uint64_t digest = mq_digest_number(row->count, bits_of(at[0]) | (uint64_t)bits_of(at[1]) << 32);
    digest = mq_digest_number(digest, bits_of(at[2]) | (uint64_t)bits_of(row->seam) << 32);
    for (uint32_t i = 0; i < row->count; i++)
        digest =
            mq_digest_number(digest, (uint64_t)row->weights[i].bone << 8 | row->weights[i].part);
    return digest;
}

static uint64_t digest_of_vertex(const void *context, uint32_t index) {
    const mesh_builder *m = context;
    const maq_pet_vertex *vertex = &m->vertices[index];
    const float *at = vertex->position;
    vertex_row row = {{at[0], at[1], at[2]}, vertex->seam, .count = vertex->weight_count};
    for (uint32_t i = 0; i < row.count; i++) {
        const maq_pet_weight *weight = &m->weights[vertex->first_weight + i];
        row.weights[i] = (struct row_weight){(uint16_t)weight->id.bone, weight->weight};
    }
    return digest_of_row(&row);
}

// By bits, as files have them, and number by number: memcmp() would have to wait until the row is in memory.
static bool is_equal(const mesh_builder *m, const maq_pet_vertex *vertex, const vertex_row *row) {
    bool equal = vertex->weight_count == row->count && bits_of(vertex->seam) == bits_of(row->seam);
    for (int i = 0; i < 3; i++)
        equal = equal && bits_of(vertex->position[i]) == bits_of(row->position[i]);
    for (uint32_t i = 0; equal && i < row->count; i++) {
        const maq_pet_weight *weight = &m->weights[vertex->first_weight + i];
        equal = weight->id.bone == row->weights[i].bone && weight->weight == row->weights[i].part;
    }
    return equal;
}

// The vertex of a row: a new one unless an equal one is in the list.
static bool weld_row(mesh_builder *m, const vertex_row *row) {
    mq_weld_table *table = &m->table;
    if (mq_weld_table_is_full(table, m->vertex_count) &&
        !mq_weld_table_grow(table, m->scratch, digest_of_vertex, m))
        return false;
    size_t slot = mq_weld_first_slot(table, digest_of_row(row));
    while (table->slots[slot] != 0 && !is_equal(m, &m->vertices[table->slots[slot] - 1], row))
        slot = mq_weld_next_slot(table, slot);
    if (table->slots[slot] == 0) {
        const float *at = row->position;
        m->vertices[m->vertex_count++] = (maq_pet_vertex){.position = {at[0], at[1], at[2]},
                                                          .seam = row->seam,
                                                          .first_weight = m->weight_count,
                                                          .weight_count = row->count};
        for (uint32_t i = 0; i < row->count; i++)
            m->weights[m->weight_count++] =
                (maq_pet_weight){{row->weights[i].bone, false}, row->weights[i].part};
        table->slots[slot] = m->vertex_count;
    }
    m->vertex_of_row[m->row_count++] = table->slots[slot] - 1;
    return true;
}

// Formats that share no vertices list the same position several times in a row, with other normals or
// texture coordinates, which are those of corners here. Weights are not compared: they are counted.
static bool repeats_previous(const instance *it, uint32_t vertex) {
    return vertex > 0 && !it->skin &&
           memcmp(it->mesh->positions[vertex], it->mesh->positions[vertex - 1],
                  sizeof *it->mesh->positions) == 0 &&
           (!it->seams ||
            memcmp(&it->seams[vertex], &it->seams[vertex - 1], sizeof *it->seams) == 0);
}

static void move_normal(const instance *it, const mq_mat34 *matrix, uint32_t vertex) {
    if (!it->normals)
        return;
    float *normal = it->normals[vertex];
    memcpy(normal, it->mesh->normals[vertex], 3 * sizeof *normal);
    if (!it->posed || !close_to(matrix, &identity, 1e-6))
        mq_pet_set_vec3(normal, mq_normalize(mq_mat34_normal(matrix, mq_vec3_load(normal))));
}

static bool add_vertex(mesh_builder *m, const instance *it, uint32_t vertex) {
    vertex_row row;
    mq_mat34 blended;
    const mq_mat34 *matrix = &it->matrix;
    if (repeats_previous(it, vertex)) {
        m->vertex_of_row[m->row_count] = m->vertex_of_row[m->row_count - 1];
        m->row_count++;
        move_normal(it, matrix, vertex);
        return true;
    }
    if (it->posed) {
        blended = blend_matrices(it, vertex);
        matrix = &blended;
    }
    convert_weights(m, it, vertex, &row);
    choose_first_bone(m, &row);
    m->posed += it->posed && row.count > 1;
    float at[3];
    mq_pet_set_vec3(at, mq_mat34_point(matrix, mq_vec3_load(it->mesh->positions[vertex])));
    mq_axes_from_scene(MQ_AXES_PANGYA, at, at);
    mq_pet_set_vec3(row.position,
                    mq_mat34_point(&m->inverse[row.weights[0].bone], mq_vec3_load(at)));
    move_normal(it, matrix, vertex);
    row.seam = it->seams ? it->seams[vertex] : 1;
    return weld_row(m, &row);
}

static uint32_t sets_of(const maq_scene_mesh *mesh) {
    // A corner needs at least one set; a mesh without any gets 0, 0.
    return mesh->uv_set_count == 0                    ? 1
           : mesh->uv_set_count > PET_MOST_CORNER_UVS ? PET_MOST_CORNER_UVS
                                                      : mesh->uv_set_count;
}

// `first_row` is that of the mesh.
static void add_triangles(mesh_builder *m, const instance *it, uint32_t first_row) {
    const maq_scene_mesh *mesh = it->mesh;
    const pet_from_scene *from = m->from;
    uint32_t uv_count = sets_of(mesh);
    m->most_uvs = uv_count > m->most_uvs ? uv_count : m->most_uvs;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const maq_scene_part *part = &mesh->parts[p];
        uint32_t material = part->material, count = part->triangle_count;
        int texture = material == MAQ_SCENE_NONE ? -1 : from->texture_of_material[material];
        int specular = material == MAQ_SCENE_NONE ? -1 : from->specular_of_material[material];
        if (count == 0)
            continue;
        m->runs[m->run_count++] = (pet_triangle_run){
            .first = m->triangle_count,
            .count = count,
            .mesh = mesh,
            .triangles = mesh->triangles + part->first_triangle,
            .normals = it->normals ? (const float(*)[3])it->normals : mesh->normals,
            .first_row = first_row,
            .uv_count = uv_count,
            .swap = mq_axes_swap_corners(MQ_AXES_PANGYA) != it->mirrored};
        memset(m->textures + m->triangle_count, texture < 0 ? PET_NO_TEXTURE : texture, count);
        memset(m->speculars + m->triangle_count, specular, count);
        m->triangle_count += count;
        m->corner_uvs += (uint64_t)count * 3 * uv_count;
    }
}

// ------------------------------------------------------------------------------------- the mesh

// Lists the meshes that nodes show.
static instance *list_instances(pet_from_scene *from, uint32_t *count) {
    const maq_scene *scene = from->scene;
    instance *list = MQ_NEW_ARRAY(from->arena, instance, scene->node_count);
    const bool *shown = mq_shown_meshes(from->arena, scene);
    if (!list || !shown)
        return NULL;
    mq_copy_budget budget = mq_copy_budget_of(scene);
    uint64_t hidden = 0, unused = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        bool visual = scene->meshes[i].role == MAQ_MESH_VISUAL;
        hidden += !visual;
        unused += visual && !shown[i];
    }
    *count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh == MAQ_SCENE_NONE)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[i].mesh];
        if (mesh->role == MAQ_MESH_VISUAL && mq_copy_budget_spend(&budget, mesh))
            list[(*count)++] = (instance){.mesh = mesh, .node = i};
    }
    PET_SCENE_LOSS(from, MESH_ROLE, unused, "mesh that no node shows", "meshes that no node shows",
                   "dropped");
    PET_SCENE_LOSS(from, SCENE_SIZE, budget.denied, "copy of a mesh", "copies of meshes",
                   "dropped: the scene shows meshes too often");
    PET_SCENE_LOSS(from, MESH_ROLE, hidden, "shadow or collision mesh",
                   "shadow and collision meshes", "dropped");
    bool named =
        *count == 1 && *list[0].mesh->name && strcmp(list[0].mesh->name, PET_MESH_NAME) != 0;
    PET_SCENE_LOSS(from, ONE_MESH, *count > 1 || named ? *count : 0, "mesh", "meshes",
                   "stored as the one mesh of a puppet, which has no name and no nodes");
    return list;
}

static bool alloc_vertices(mesh_builder *m, size_t rows, size_t weights) {
    pet_from_scene *from = m->from;
    mq_arena *arena = from->vertex_arena = mq_arena_scratch(from->arena);
    if (!arena)
        return false;
    m->vertices = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_vertex, rows);
    m->weights = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_weight, weights);
    mq_arena_count_bytes(from->arena, arena);
    return m->vertices && m->weights;
}

static bool alloc_lists(mesh_builder *m, const instance *list, uint32_t count) {
    mq_arena *arena = m->from->arena;
    uint64_t rows = 0, weights = 0, triangles = 0, parts = 0;
    for (uint32_t i = 0; i < count; i++) {
        const maq_scene_mesh *mesh = list[i].mesh;
        uint32_t most = mesh->influence_count > 1 ? mesh->influence_count : 1;
        rows += mesh->vertex_count;
        weights += (uint64_t)mesh->vertex_count * (most < PET_MAX_WEIGHTS ? most : PET_MAX_WEIGHTS);
        triangles += mesh->triangle_count;
        parts += mesh->part_count;
        m->uv_sets += mesh->uv_set_count > PET_MOST_CORNER_UVS;
    }
    uint32_t bones = m->from->pet.bone_count;
    m->rest = mq_pet_rest_matrices(&m->from->pet, arena);
    m->inverse = MQ_NEW_ARRAY(arena, mq_mat34, bones);
    m->invertible = MQ_NEW_ARRAY(arena, bool, bones);
    if (!m->rest || !m->inverse || !m->invertible || rows >= UINT32_MAX || weights > UINT32_MAX ||
        triangles > UINT32_MAX || !alloc_vertices(m, (size_t)rows, (size_t)weights))
        return false;
    for (uint32_t i = 0; i < bones; i++)
        m->invertible[i] = mq_pet_inverse(&m->rest[i], &m->inverse[i]);
    m->vertex_of_row = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)rows);
    m->runs = MQ_NEW_UNINITIALIZED_ARRAY(arena, pet_triangle_run, (size_t)parts);
    m->textures = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint8_t, (size_t)triangles);
    m->speculars = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint8_t, (size_t)triangles);
    // A surface has hardly more vertices than half of its triangles, however many rows have the same.
    uint64_t likely = triangles / 2 + triangles / 8;
    m->scratch = mq_arena_scratch(arena);
    return m->scratch && m->vertex_of_row && m->runs && m->textures && m->speculars &&
           mq_weld_table_alloc(&m->table, m->scratch, (uint32_t)(likely < rows ? likely : rows));
}

// Makes the lists those of the puppet.
static bool set_mesh(mesh_builder *m) {
    pet_from_scene *from = m->from;
    pet_triangle_runs *runs = MQ_NEW(from->arena, pet_triangle_runs);
    if (!runs)
        return false;
    *runs = (pet_triangle_runs){m->runs, m->run_count, m->vertex_of_row, m->textures, m->speculars};
    from->mesh = (pet_file_mesh){.lists = {.vertices = m->vertices,
                                           .weights = m->weights,
                                           .vertex_count = m->vertex_count,
                                           .weight_count = m->weight_count,
                                           .triangle_count = m->triangle_count},
                                 .vertex_arena = &from->vertex_arena,
                                 .make = mq_pet_make_triangles,
                                 .context = runs,
                                 .textures = m->textures,
                                 .speculars = m->speculars,
                                 .most_uvs = m->most_uvs,
                                 .corner_uvs = m->corner_uvs};
    return true;
}

static bool has_seams(const pet_from_scene *from) {
    for (uint32_t i = 0; i < from->mesh.lists.vertex_count; i++) {
        if (from->mesh.lists.vertices[i].seam != 1)
            return true;
    }
    return false;
}

// The bone that the one skin is attached to, by the extras of the meshes; the default skin without.
static bool make_skin(pet_from_scene *from, const instance *list, uint32_t count) {
    maq_pet_skin *skin = MQ_NEW(from->arena, maq_pet_skin);
    const name_entry *names = mq_pet_sort_bone_names(&from->pet, from->arena);
    if (!skin || !names)
        return false;
    uint64_t skins = 0;
    int32_t bone = -1;
    for (uint32_t i = 0; i < count; i++) {
        const maq_value *own = mq_scene_own_extras(list[i].mesh->extras, PET_EXTRAS);
        const maq_value *named = maq_value_find(own, "skins");
        const maq_value *item =
            named && named->kind == MAQ_VALUE_ARRAY ? named->as.children.first : NULL;
        for (; item; item = item->next) {
            skins++;
            if (bone < 0 && item->kind == MAQ_VALUE_TEXT)
                bone = mq_pet_find_bone(&from->pet, names,
                                        mq_pet_file_text(from, item->as.text.bytes));
        }
    }
    if (skins == 0 && !has_seams(from))
        return true;
    PET_SCENE_LOSS(from, SKINS, skins > 1 ? skins : 0, "skin", "skins", "merged into one");
    *skin = mq_pet_default_skin(&from->pet, &from->mesh.lists, from->arena);
    if (bone >= 0 && bone <= UINT8_MAX)
        skin->bone = (uint8_t)bone;
    from->pet.kind = MAQ_PET_MPET;
    from->mesh.lists.skins = skin;
    from->mesh.lists.skin_count =
        from->mesh.lists.vertex_count > 0 || from->mesh.lists.triangle_count > 0;
    return true;
}

static bool add_instances(mesh_builder *m, instance *list, uint32_t count) {
    for (uint32_t i = 0; i < count && m->from->pet.bone_count > 0; i++) {
        uint32_t first_row = m->row_count;
        if (!prepare_instance(m, &list[i]))
            return false;
        for (uint32_t v = 0; v < list[i].mesh->vertex_count; v++) {
            if (!add_vertex(m, &list[i], v))
                return false;
        }
        add_triangles(m, &list[i], first_row);
    }
    pet_from_scene *from = m->from;
    PET_SCENE_LOSS(from, WEIGHTS, m->rounded, "vertex", "vertices",
                   "given weights that are rounded to parts of 255");
    PET_SCENE_LOSS(from, WEIGHTS, m->dropped, "vertex", "vertices",
                   "cut to the 16 heaviest weights");
    PET_SCENE_LOSS(from, BIND, m->posed, "vertex with several weights",
                   "vertices with several weights",
                   "bound to the rest pose, which differs from the bind pose of the scene");
    PET_SCENE_LOSS(from, UV_SETS, m->uv_sets, "mesh", "meshes",
                   "cut to 255 sets of texture coordinates");
    return set_mesh(m);
}

bool mq_pet_make_mesh(pet_from_scene *from) {
    mesh_builder m = {.from = from};
    uint32_t count = 0;
    instance *list = list_instances(from, &count);
    bool made = list && alloc_lists(&m, list, count) && add_instances(&m, list, count);
    mq_arena_end_scratch(from->arena, m.scratch);
    return made && make_skin(from, list, count);
}
