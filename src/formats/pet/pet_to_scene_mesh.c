// SPDX-License-Identifier: MIT
//
// The mesh and the materials of a puppet in a scene. Corners become vertices: those that are the
// same in all are one.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_scene.h"
#include "scene/geometry.h"

// -------------------------------------------------------------------------------------- materials

static const maq_value *own_extras(pet_to_scene *to, const maq_pet_texture *texture,
                                   const maq_pet_material *specular) {
    mq_node *root = mq_value_root(to->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, PET_EXTRAS);
    if (texture) {
        mq_put_integer(own, "texture", texture - to->pet->textures);
        mq_put_integer(own, "flag", texture->flag);
        mq_put_integer(own, "group", texture->group);
        mq_put_integer(own, "handle", texture->handle);
    }
    if (specular)
        mq_put_integer(own, "specular", specular - to->pet->materials);
    return mq_node_value(root);
}

static const char *specular_file(pet_to_scene *to, const maq_pet_material *material) {
    for (uint32_t i = 0; i < material->value_count; i++) {
        if (material->values[i].type == MAQ_PET_TEXTURE)
            return mq_pet_scene_text(to, material->values[i].text);
    }
    return NULL;
}

static bool add_material(pet_to_scene *to, const maq_pet_texture *texture,
                         const maq_pet_material *specular, uint32_t *index) {
    maq_scene_texture *textures = MQ_NEW_ARRAY(to->arena, maq_scene_texture, 3);
    if (!textures)
        return false;
    maq_scene_material material = mq_scene_material("");
    material.textures = textures;
    material.extras = own_extras(to, texture, specular);
    if (texture) {
        maq_pet_text name = mq_pet_name_text(texture->name);
        pet_material_look look = mq_pet_resolve_material(name);
        material.name = mq_pet_scene_text(to, name);
        material.blend = look.blend;
        material.two_sided = look.two_sided;
        mq_pet_colour(texture->diffuse, material.colour);
        if (!mq_pet_no_texture(name)) {
            // The colour is for materials without a texture, but for its alpha.
            material.colour[0] = material.colour[1] = material.colour[2] = 1;
            textures[material.texture_count++] =
                (maq_scene_texture){.role = MAQ_TEXTURE_DIFFUSE, .file = material.name};
            if (look.masked)
                textures[material.texture_count++] =
                    (maq_scene_texture){.role = MAQ_TEXTURE_ALPHA_MASK,
                                        .file = mq_pet_mask_name(to->arena, material.name)};
        }
        if (material.colour[3] < 1 && material.blend == MAQ_BLEND_OPAQUE)
            material.blend = MAQ_BLEND_ALPHA;
    }
    if (specular) {
        const char *name = mq_pet_scene_text(to, specular->name);
        if (*name)
            material.name =
                texture ? mq_arena_format(to->arena, "%s %s", material.name, name) : name;
        const char *file = specular_file(to, specular);
        if (file)
            textures[material.texture_count++] =
                (maq_scene_texture){.role = MAQ_TEXTURE_SPECULAR, .file = file};
    }
    *index = mq_scene_add_material(to->builder, &material);
    return *index != MAQ_SCENE_NONE;
}

bool mq_pet_scene_materials(pet_to_scene *to, const maq_pet_mesh *mesh, pet_scene_materials *out) {
    const maq_pet *pet = to->pet;
    memset(out->index, 0xff, sizeof out->index);
    // All textures, those of faces that are not shown now, too.
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        uint32_t index;
        if (!add_material(to, &pet->textures[i], NULL, &index))
            return false;
        if (i < PET_TEXTURE_SLOTS - 1)
            out->index[i][0] = index;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint8_t texture = mesh->triangles[i].texture;
        int specular = mesh->triangles[i].specular;
        if (specular < 0 || (uint32_t)specular >= pet->material_count)
            continue;
        bool known = texture < pet->texture_count && texture != 0xff;
        uint32_t *slot = &out->index[known ? texture : 0xff][1 + specular];
        if (*slot == MAQ_SCENE_NONE && !add_material(to, known ? &pet->textures[texture] : NULL,
                                                     &pet->materials[specular], slot))
            return false;
    }
    return true;
}

static uint32_t material_of(const pet_to_scene *to, const pet_scene_materials *materials,
                            const maq_pet_triangle *triangle) {
    bool known = triangle->texture < to->pet->texture_count && triangle->texture != 0xff;
    bool shines = triangle->specular >= 0 && (uint32_t)triangle->specular < to->pet->material_count;
    return materials->index[known ? triangle->texture : 0xff][shines ? 1 + triangle->specular : 0];
}

// ------------------------------------------------------------------------------------------ parts

// The triangles of one material in a row, each material where it first comes.
typedef struct mesh_order {
    uint32_t *triangles; // old numbers in their new order
    maq_scene_part *parts;
    uint32_t part_count;
} mesh_order;

static bool order_triangles(pet_to_scene *to, const maq_pet_mesh *mesh,
                            const pet_scene_materials *materials, mesh_order *out) {
    // One more for those without a material.
    uint32_t count = to->builder->scene.material_count + 1;
    uint32_t *part_of = MQ_NEW_ARRAY(to->arena, uint32_t, count);
    out->triangles = MQ_NEW_ARRAY(to->arena, uint32_t, mesh->triangle_count);
    out->parts = MQ_NEW_ARRAY(to->arena, maq_scene_part, count);
    if (!part_of || !out->triangles || !out->parts)
        return false;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t material = material_of(to, materials, &mesh->triangles[i]);
        uint32_t *part = &part_of[material == MAQ_SCENE_NONE ? count - 1 : material];
        if (*part == 0) {
            *part = ++out->part_count;
            out->parts[*part - 1].material = material;
        }
        out->parts[*part - 1].triangle_count++;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < out->part_count; i++) {
        out->parts[i].first_triangle = at;
        at += out->parts[i].triangle_count;
        out->parts[i].triangle_count = 0;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t material = material_of(to, materials, &mesh->triangles[i]);
        maq_scene_part *part =
            &out->parts[part_of[material == MAQ_SCENE_NONE ? count - 1 : material] - 1];
        out->triangles[part->first_triangle + part->triangle_count++] = i;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- corners

// What tells corners apart: the vertex, the normal, and the coordinates behind it.
typedef struct corner_row {
    uint32_t vertex;
    float normal[3];
} corner_row;

static bool is_zero(const float n[3]) {
    return fabsf(n[0]) < 1e-5f && fabsf(n[1]) < 1e-5f && fabsf(n[2]) < 1e-5f;
}

// The direction that a triangle faces, for corners without a normal.
static mq_vec3 face_normal(const pet_posing *posing, const maq_pet_triangle *triangle, bool out) {
    mq_vec3 at[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 3; k++)
        mq_pet_posed_vertex(posing, triangle->corners[k].vertex, &at[k]);
    mq_vec3 normal = mq_cross(mq_subtract(at[1], at[0]), mq_subtract(at[2], at[0]));
    return mq_normalize(out ? normal : mq_scale(normal, -1));
}

static void fill_row(const pet_posing *posing, const maq_pet_triangle *triangle, unsigned k,
                     bool inward, uint32_t sets, unsigned char *bytes) {
    const maq_pet_corner *corner = &triangle->corners[k];
    corner_row row = {.vertex = corner->vertex};
    if (is_zero(corner->normal)) {
        mq_pet_set_vec3(row.normal, face_normal(posing, triangle, !inward));
    } else if (posing->local) {
        mq_pet_set_vec3(row.normal, mq_pet_posed_normal(posing, corner));
    } else {
        memcpy(row.normal, corner->normal, sizeof row.normal);
    }
    mq_axes_to_scene(MQ_AXES_PANGYA, row.normal, row.normal);
    memcpy(bytes, &row, sizeof row);
    uint32_t own = corner->uv_count < sets ? corner->uv_count : sets;
    if (own > 0)
        memcpy(bytes + sizeof row, &posing->mesh->uvs[corner->first_uv],
               own * sizeof *posing->mesh->uvs);
}

// ---------------------------------------------------------------------------------------- weights

// The weights of a vertex, the heaviest of each bone once; returns how many there are.
static uint32_t gather(const maq_pet *pet, const maq_pet_mesh *mesh, uint32_t vertex,
                       uint32_t joints[PET_MOST_WEIGHTS], float weights[PET_MOST_WEIGHTS],
                       uint64_t *dropped) {
    uint32_t count = 0, sums[PET_MOST_WEIGHTS];
    const maq_pet_vertex *v = &mesh->vertices[vertex];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < v->weight_count; i++) {
        const maq_pet_weight *weight = &mesh->weights[v->first_weight + i];
        if (weight->id.bone < 0 || (uint32_t)weight->id.bone >= pet->bone_count ||
            weight->weight == 0)
            continue;
        uint32_t at = 0;
        while (at < count && joints[at] != (uint32_t)weight->id.bone)
            at++;
        if (at == PET_MOST_WEIGHTS) {
            ++*dropped;
            continue;
        }
        if (at == count) {
            joints[count] = (uint32_t)weight->id.bone;
            sums[count++] = 0;
        }
        sums[at] += weight->weight;
        sum += weight->weight;
    }
    for (uint32_t i = 0; i < count; i++)
        weights[i] = (float)((double)sums[i] / (double)sum);
    if (count == 0) {
        joints[0] = 0;
        weights[0] = 1;
        count = 1;
    }
    return count;
}

static bool add_weights(pet_to_scene *to, const maq_pet_mesh *mesh, const uint32_t *sources,
                        maq_scene_mesh *made) {
    uint32_t most = 1, joints[PET_MOST_WEIGHTS];
    float weights[PET_MOST_WEIGHTS];
    uint64_t dropped = 0, again = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t count = gather(to->pet, mesh, i, joints, weights, &dropped);
        most = count > most ? count : most;
    }
    // Many vertices of the scene come from one of the puppet: gathered once, then copied.
    size_t room = (size_t)most * made->vertex_count, own_room = (size_t)most * mesh->vertex_count;
    uint32_t *all_joints = MQ_NEW_ARRAY(to->arena, uint32_t, room);
    float *all_weights = MQ_NEW_ARRAY(to->arena, float, room);
    uint32_t *own_joints = MQ_NEW_ARRAY(to->arena, uint32_t, own_room);
    float *own_weights = MQ_NEW_ARRAY(to->arena, float, own_room);
    if (!all_joints || !all_weights || !own_joints || !own_weights)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t count = gather(to->pet, mesh, i, joints, weights, &again);
        memcpy(own_joints + (size_t)i * most, joints, count * sizeof *joints);
        memcpy(own_weights + (size_t)i * most, weights, count * sizeof *weights);
    }
    for (uint32_t i = 0; i < made->vertex_count; i++) {
        if (sources[i] >= mesh->vertex_count)
            continue;
        size_t to_row = (size_t)i * most, from_row = (size_t)sources[i] * most;
        memcpy(all_joints + to_row, own_joints + from_row, most * sizeof *joints);
        memcpy(all_weights + to_row, own_weights + from_row, most * sizeof *weights);
    }
    mq_pet_scene_add_loss(to->builder->findings, PET_LOSS_SCENE_ROOM, dropped,
                          "weights beyond the 16th of a vertex are left out");
    made->influence_count = most;
    made->joints = all_joints;
    made->weights = all_weights;
    return true;
}

static bool add_skin(pet_to_scene *to, const mq_mat34 *rest, uint32_t *index) {
    uint32_t count = to->pet->bone_count;
    uint32_t *joints = MQ_NEW_ARRAY(to->arena, uint32_t, count);
    float(*inverses)[3][4] = mq_arena_alloc(to->arena, count, sizeof *inverses, alignof(float));
    if (!joints || !inverses)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        mq_mat34 inverse;
        mq_pet_inverse(&rest[i], &inverse);
        joints[i] = i;
        mq_pet_matrix_to_scene(&inverse, inverses[i]);
    }
    maq_scene_skin skin = {count, joints, (const float(*)[3][4])inverses};
    *index = mq_scene_add_skin(to->builder, &skin);
    return *index != MAQ_SCENE_NONE;
}

// --------------------------------------------------------------------------------------- the mesh

// The streams of the mesh, from rows that were welded.
static bool fill_streams(pet_to_scene *to, const pet_posing *posing, const unsigned char *rows,
                         size_t row_size, const uint32_t *remap, uint32_t corner_count,
                         uint32_t *sources, maq_scene_mesh *made) {
    uint32_t count = made->vertex_count, sets = made->uv_set_count;
    float(*positions)[3] = mq_arena_alloc(to->arena, count, sizeof *positions, alignof(float));
    float(*normals)[3] = mq_arena_alloc(to->arena, count, sizeof *normals, alignof(float));
    float(**uvs)[2] = mq_arena_alloc(to->arena, sets, sizeof *uvs, alignof(float *));
    if (!positions || !normals || !uvs)
        return false;
    for (uint32_t set = 0; set < sets; set++) {
        uvs[set] = mq_arena_alloc(to->arena, count, sizeof **uvs, alignof(float));
        if (!uvs[set])
            return false;
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < corner_count; i++) {
        if (remap[i] != next)
            continue;
        const unsigned char *bytes = rows + (size_t)i * row_size;
        corner_row row;
        memcpy(&row, bytes, sizeof row);
        mq_vec3 at = {0, 0, 0};
        mq_pet_posed_vertex(posing, row.vertex, &at);
        mq_pet_set_vec3(positions[next], at);
        mq_axes_to_scene(MQ_AXES_PANGYA, positions[next], positions[next]);
        memcpy(normals[next], row.normal, sizeof row.normal);
        for (uint32_t set = 0; set < sets; set++)
            memcpy(uvs[set][next], bytes + sizeof row + set * sizeof **uvs, sizeof **uvs);
        sources[next++] = row.vertex;
    }
    made->positions = (const float(*)[3])positions;
    made->normals = (const float(*)[3])normals;
    made->uvs = (const float(*const *)[2])uvs;
    return true;
}

bool mq_pet_scene_mesh(pet_to_scene *to, const maq_pet_mesh *mesh,
                       const pet_scene_materials *materials) {
    pet_posing posing;
    mesh_order order = {0};
    uint32_t sets = to->pet->mesh.uv_sets;
    if (sets > PET_MOST_UV_SETS) {
        mq_pet_scene_add_loss(to->builder->findings, PET_LOSS_SCENE_ROOM, sets - PET_MOST_UV_SETS,
                              "sets of texture coordinates beyond the 16th are left out");
        sets = PET_MOST_UV_SETS;
    }
    // Counts were held against the bytes of the file, so three times one has its place.
    uint32_t corners = 3 * mesh->triangle_count;
    size_t row_size = sizeof(corner_row) + sets * sizeof(maq_pet_uv);
    unsigned char *rows = mq_arena_alloc(to->arena, corners, row_size, alignof(uint32_t));
    uint32_t *remap = MQ_NEW_ARRAY(to->arena, uint32_t, corners);
    uint32_t(*triangles)[3] =
        mq_arena_alloc(to->arena, mesh->triangle_count, sizeof *triangles, alignof(uint32_t));
    if (!rows || !remap || !triangles || !mq_pet_pose(to->pet, mesh, to->arena, &posing) ||
        !order_triangles(to, mesh, materials, &order))
        return false;
    bool inward = mq_pet_inside_out(&posing);
    bool swap = mq_axes_swap_corners(MQ_AXES_PANGYA) != inward;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++)
            fill_row(&posing, &mesh->triangles[order.triangles[i]], swap && k > 0 ? 3 - k : k,
                     inward, sets, rows + ((size_t)i * 3 + k) * row_size);
    }
    uint32_t count = mq_weld(to->arena, rows, corners, row_size, remap);
    uint32_t *sources = count == UINT32_MAX ? NULL : MQ_NEW_ARRAY(to->arena, uint32_t, count);
    maq_scene_mesh made = {.name = PET_MESH_NAME,
                           .vertex_count = count,
                           .triangle_count = mesh->triangle_count,
                           .uv_set_count = sets,
                           .triangles = (const uint32_t(*)[3])triangles,
                           .part_count = order.part_count,
                           .parts = order.parts};
    if (!sources || !fill_streams(to, &posing, rows, row_size, remap, corners, sources, &made))
        return false;
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t vertex = sources[remap[i]];
        // The scene leaves triangles out whose vertices do not exist.
        triangles[i / 3][i % 3] = vertex < mesh->vertex_count ? remap[i] : UINT32_MAX;
    }
    maq_scene_node node = mq_scene_node(PET_MESH_NAME, MAQ_NODE_GROUP);
    if (to->pet->bone_count > 0 &&
        (!add_weights(to, mesh, sources, &made) || !add_skin(to, posing.rest, &node.skin)))
        return false;
    node.mesh = mq_scene_add_mesh(to->builder, &made);
    return node.mesh != MAQ_SCENE_NONE && mq_scene_add_node(to->builder, &node) != MAQ_SCENE_NONE;
}
