// SPDX-License-Identifier: MIT
//
// The mesh of a puppet in a scene. Corners become vertices, and equal ones become one.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_scene.h"
#include "scene/weld.h"

static uint32_t material_of(const pet_to_scene *to, const pet_scene_materials *materials,
                            const maq_pet_triangle *triangle) {
    bool known = triangle->texture < to->pet->texture_count && triangle->texture != PET_NO_TEXTURE;
    bool specular =
        triangle->specular >= 0 && (uint32_t)triangle->specular < to->pet->material_count;
    return materials
        ->index[known ? triangle->texture : PET_NO_TEXTURE][specular ? 1 + triangle->specular : 0];
}

// ------------------------------------------------------------------------------------------ parts

// The triangles grouped by material, in the order in which the materials first occur.
typedef struct mesh_order {
    uint32_t *triangles; // indices of the puppet in their new order; NULL: they stay in theirs
    maq_scene_part *parts;
    uint32_t part_count;
} mesh_order;

static bool order_triangles(pet_to_scene *to, const maq_pet_mesh *mesh,
                            const pet_scene_materials *materials, mesh_order *out) {
    // One more for triangles without a material.
    uint32_t count = to->builder->scene.material_count + 1;
    uint32_t *part_of = MQ_NEW_ARRAY(to->scratch, uint32_t, count);
    out->parts = MQ_NEW_ARRAY(to->arena, maq_scene_part, count);
    if (!part_of || !out->parts)
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
    if (out->part_count < 2)
        return true;
    out->triangles = MQ_NEW_UNINITIALIZED_ARRAY(to->scratch, uint32_t, mesh->triangle_count);
    if (!out->triangles)
        return false;
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

// What distinguishes corners: the vertex, the normal, and the texture coordinates after it.
typedef struct corner_row {
    uint32_t vertex;
    float normal[3];
} corner_row;

static bool is_zero(const float n[3]) {
    return fabsf(n[0]) < 1e-5f && fabsf(n[1]) < 1e-5f && fabsf(n[2]) < 1e-5f;
}

// The normal of a triangle, for corners without one.
static mq_vec3 face_normal(const pet_rest_pose *pose, const maq_pet_triangle *triangle,
                           bool inward) {
    mq_vec3 at[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 3; k++)
        mq_pet_rest_position(pose, triangle->corners[k].vertex, &at[k]);
    mq_vec3 normal = mq_cross(mq_subtract(at[1], at[0]), mq_subtract(at[2], at[0]));
    return mq_normalize(inward ? mq_scale(normal, -1) : normal);
}

// Where the rows of corners come from.
typedef struct corner_source {
    const pet_rest_pose *pose;
    const uint32_t *order; // of the triangles; NULL: as they are
    bool swap, inward;
    uint32_t sets;
} corner_source;

static void fill_row(const void *context, uint32_t index, void *bytes) {
    const corner_source *source = context;
    const pet_rest_pose *pose = source->pose;
    uint32_t number = source->order ? source->order[index / 3] : index / 3;
    const maq_pet_triangle *triangle = &pose->mesh->triangles[number];
    uint32_t k = index % 3;
    const maq_pet_corner *corner = &triangle->corners[source->swap && k > 0 ? 3 - k : k];
    corner_row row = {.vertex = corner->vertex};
    if (is_zero(corner->normal)) {
        mq_pet_set_vec3(row.normal, face_normal(pose, triangle, source->inward));
    } else if (pose->local) {
        mq_pet_set_vec3(row.normal, mq_pet_rest_normal(pose, corner));
    } else {
        memcpy(row.normal, corner->normal, sizeof row.normal);
    }
    mq_axes_to_scene(MQ_AXES_PANGYA, row.normal, row.normal);
    memcpy(bytes, &row, sizeof row);
    const maq_pet_uv none = {0, 0};
    for (uint32_t set = 0; set < source->sets; set++)
        memcpy((char *)bytes + sizeof row + set * sizeof none,
               set < corner->uv_count ? &pose->mesh->uvs[corner->first_uv + set] : &none,
               sizeof none);
}

// ---------------------------------------------------------------------------------------- weights

// The weights of a vertex, one for each bone; returns how many there are.
static uint32_t gather_weights(const pet_mesh_source *source, uint32_t vertex,
                               uint32_t joints[PET_MAX_WEIGHTS], float weights[PET_MAX_WEIGHTS],
                               uint64_t *dropped) {
    uint32_t count = 0, sums[PET_MAX_WEIGHTS];
    const maq_pet_mesh *mesh = source->mesh;
    const maq_pet_vertex *v = &mesh->vertices[vertex];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < v->weight_count; i++) {
        const maq_pet_weight *weight = &mesh->weights[v->first_weight + i];
        if (weight->id.bone < 0 || (uint32_t)weight->id.bone >= source->pet->bone_count ||
            weight->weight == 0)
            continue;
        int32_t bone = source->bones ? source->bones[weight->id.bone] : weight->id.bone;
        uint32_t at = 0;
        while (at < count && joints[at] != (uint32_t)bone)
            at++;
        if (at == PET_MAX_WEIGHTS) {
            ++*dropped;
            continue;
        }
        if (at == count) {
            joints[count] = (uint32_t)bone;
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

static bool add_weights(pet_to_scene *to, const pet_mesh_source *source, const uint32_t *sources,
                        maq_scene_mesh *made) {
    const maq_pet_mesh *mesh = source->mesh;
    uint32_t most = 1, joints[PET_MAX_WEIGHTS];
    float weights[PET_MAX_WEIGHTS];
    uint64_t dropped = 0, again = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t own = gather_weights(source, i, joints, weights, &dropped);
        most = own > most ? own : most;
    }
    // Several vertices of the scene come from one of the puppet, so each is gathered once and copied.
    size_t count = (size_t)most * made->vertex_count, own_count = (size_t)most * mesh->vertex_count;
    uint32_t *all_joints = MQ_NEW_ARRAY(to->arena, uint32_t, count);
    float *all_weights = MQ_NEW_ARRAY(to->arena, float, count);
    uint32_t *own_joints = MQ_NEW_ARRAY(to->scratch, uint32_t, own_count);
    float *own_weights = MQ_NEW_ARRAY(to->scratch, float, own_count);
    if (!all_joints || !all_weights || !own_joints || !own_weights)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t own = gather_weights(source, i, joints, weights, &again);
        memcpy(own_joints + (size_t)i * most, joints, own * sizeof *joints);
        memcpy(own_weights + (size_t)i * most, weights, own * sizeof *weights);
    }
    for (uint32_t i = 0; i < made->vertex_count; i++) {
        if (sources[i] >= mesh->vertex_count)
            continue;
        size_t to_row = (size_t)i * most, from_row = (size_t)sources[i] * most;
        memcpy(all_joints + to_row, own_joints + from_row, most * sizeof *joints);
        memcpy(all_weights + to_row, own_weights + from_row, most * sizeof *weights);
    }
    mq_pet_report_loss(to->builder->findings, PET_LOSS_SCENE_LIMIT, MAQ_NO_OFFSET, dropped,
                       "weight", "weights", "dropped: a vertex of a scene has at most 16");
    made->influence_count = most;
    made->joints = all_joints;
    made->weights = all_weights;
    return true;
}

// Whether the seam values say anything: those of most puppets are all 1.
static bool has_seams(const maq_pet_mesh *mesh) {
    bool seams = false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (!isfinite(mesh->vertices[i].seam))
            return false;
        seams |= mesh->vertices[i].seam != 1;
    }
    return seams;
}

static bool add_seams(pet_to_scene *to, const maq_pet_mesh *mesh, const uint32_t *sources,
                      maq_scene_mesh *made) {
    if (!has_seams(mesh))
        return true;
    maq_scene_attribute *attribute = MQ_NEW(to->arena, maq_scene_attribute);
    float *seams = MQ_NEW_ARRAY(to->arena, float, made->vertex_count);
    if (!attribute || !seams)
        return false;
    for (uint32_t i = 0; i < made->vertex_count; i++)
        seams[i] = sources[i] < mesh->vertex_count ? mesh->vertices[sources[i]].seam : 1;
    *attribute = (maq_scene_attribute){PET_SEAM_ATTRIBUTE, 1, seams};
    made->attributes = attribute;
    made->attribute_count = 1;
    return true;
}

// The bones that the skins of a mesh puppet are attached to, by name.
static const maq_value *mesh_extras(pet_to_scene *to, const pet_mesh_source *source) {
    const maq_pet_mesh *mesh = source->mesh;
    const maq_pet *pet = source->pet;
    if (mesh->skin_count == 0)
        return NULL;
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    mq_node *skins = mq_put_array(own, "skins");
    for (uint32_t i = 0; i < mesh->skin_count; i++) {
        uint8_t bone = mesh->skins[i].bone;
        mq_put_text(skins, NULL,
                    bone < pet->bone_count ? mq_pet_to_utf8(to->arena, pet->bones[bone].name) : "");
    }
    return mq_pet_extras_end(root, own);
}

// Binds the mesh to the rest pose of its own puppet.
static bool add_skin(pet_to_scene *to, const pet_mesh_source *source, const mq_mat34 *own_rest,
                     uint32_t *index) {
    uint32_t count = to->pet->bone_count;
    uint32_t *joints = MQ_NEW_ARRAY(to->arena, uint32_t, count);
    float(*inverses)[3][4] = mq_arena_alloc(to->arena, count, sizeof *inverses, alignof(float));
    const mq_mat34 *rest = source->bones ? mq_pet_rest_matrices(to->pet, to->scratch) : own_rest;
    if (!joints || !inverses || !rest)
        return false;
    mq_mat34 inverse;
    for (uint32_t i = 0; i < count; i++) {
        mq_pet_inverse(&rest[i], &inverse);
        joints[i] = i;
        mq_pet_matrix_to_scene(&inverse, inverses[i]);
    }
    for (uint32_t i = 0; source->bones && i < source->pet->bone_count; i++) {
        mq_pet_inverse(&own_rest[i], &inverse);
        mq_pet_matrix_to_scene(&inverse, inverses[source->bones[i]]);
    }
    maq_scene_skin skin = {count, joints, (const float(*)[3][4])inverses};
    *index = mq_scene_add_skin(to->builder, &skin);
    return *index != MAQ_SCENE_NONE;
}

// --------------------------------------------------------------------------------------- the mesh

// The vertex streams of the mesh, from welded rows.
static bool fill_streams(pet_to_scene *to, const pet_rest_pose *pose, const unsigned char *rows,
                         size_t row_size, uint32_t *sources, maq_scene_mesh *made) {
    uint32_t count = made->vertex_count, sets = made->uv_set_count;
    float(*positions)[3] =
        mq_arena_alloc_uninitialized(to->arena, count, sizeof *positions, alignof(float));
    float(*normals)[3] =
        mq_arena_alloc_uninitialized(to->arena, count, sizeof *normals, alignof(float));
    float(**uvs)[2] = mq_arena_alloc(to->arena, sets, sizeof *uvs, alignof(float *));
    if (!positions || !normals || !uvs)
        return false;
    for (uint32_t set = 0; set < sets; set++) {
        uvs[set] = mq_arena_alloc_uninitialized(to->arena, count, sizeof **uvs, alignof(float));
        if (!uvs[set])
            return false;
    }
    for (uint32_t i = 0; i < count; i++, rows += row_size) {
        corner_row row;
        memcpy(&row, rows, sizeof row);
        mq_vec3 at = {0, 0, 0};
        mq_pet_rest_position(pose, row.vertex, &at);
        mq_pet_set_vec3(positions[i], at);
        mq_axes_to_scene(MQ_AXES_PANGYA, positions[i], positions[i]);
        memcpy(normals[i], row.normal, sizeof row.normal);
        for (uint32_t set = 0; set < sets; set++)
            memcpy(uvs[set][i], rows + sizeof row + set * sizeof **uvs, sizeof **uvs);
        sources[i] = row.vertex;
    }
    made->positions = (const float(*)[3])positions;
    made->normals = (const float(*)[3])normals;
    made->uvs = (const float(*const *)[2])uvs;
    return true;
}

bool mq_pet_add_mesh(pet_to_scene *to, const pet_mesh_source *source,
                     const pet_scene_materials *materials) {
    const maq_pet_mesh *mesh = source->mesh;
    pet_rest_pose pose;
    mesh_order order = {0};
    uint32_t sets = source->pet->mesh.uv_sets;
    if (sets > PET_MAX_UV_SETS) {
        mq_pet_report_loss(to->builder->findings, PET_LOSS_SCENE_LIMIT, MAQ_NO_OFFSET,
                           sets - PET_MAX_UV_SETS, "set of texture coordinates",
                           "sets of texture coordinates", "dropped: a scene has at most 16");
        sets = PET_MAX_UV_SETS;
    }
    // The reader checked the counts against the size of the file: three times one fits 32 bits.
    uint32_t corners = 3 * mesh->triangle_count;
    size_t row_size = sizeof(corner_row) + sets * sizeof(maq_pet_uv);
    uint32_t(*triangles)[3] = mq_arena_alloc_uninitialized(to->arena, mesh->triangle_count,
                                                           sizeof *triangles, alignof(uint32_t));
    if (!triangles || !mq_pet_rest_pose(source->pet, mesh, to->scratch, &pose) ||
        !order_triangles(to, mesh, materials, &order))
        return false;
    corner_source corner_rows = {&pose, order.triangles, .sets = sets};
    corner_rows.inward = mq_pet_faces_inward(&pose);
    corner_rows.swap = mq_axes_swap_corners(MQ_AXES_PANGYA) != corner_rows.inward;
    const mq_weld_rows rows = {corners, row_size, mesh->vertex_count, fill_row, &corner_rows};
    const void *kept = NULL;
    mq_arena *scratch = mq_arena_scratch(to->scratch); // frees the rows before weights are gathered
    uint32_t count = scratch ? mq_weld_corners(scratch, &rows, *triangles, &kept) : UINT32_MAX;
    uint32_t *sources =
        count == UINT32_MAX ? NULL : MQ_NEW_UNINITIALIZED_ARRAY(to->scratch, uint32_t, count);
    maq_scene_mesh made = {.name = source->name,
                           .vertex_count = count,
                           .triangle_count = mesh->triangle_count,
                           .uv_set_count = sets,
                           .triangles = (const uint32_t(*)[3])triangles,
                           .part_count = order.part_count,
                           .parts = order.parts,
                           .extras = mesh_extras(to, source)};
    bool filled = sources && fill_streams(to, &pose, kept, row_size, sources, &made);
    mq_arena_end_scratch(to->scratch, scratch);
    if (!filled || !add_seams(to, mesh, sources, &made))
        return false;
    // The scene drops triangles whose vertices do not exist.
    for (uint32_t i = 0; i < corners; i++) {
        if (sources[triangles[i / 3][i % 3]] >= mesh->vertex_count)
            triangles[i / 3][i % 3] = UINT32_MAX;
    }
    maq_scene_node node = mq_scene_node(source->name, MAQ_NODE_GROUP);
    if (to->pet->bone_count > 0 &&
        (!add_weights(to, source, sources, &made) || !add_skin(to, source, pose.rest, &node.skin)))
        return false;
    node.mesh = mq_scene_add_mesh(to->builder, &made);
    return node.mesh != MAQ_SCENE_NONE && mq_scene_add_node(to->builder, &node) != MAQ_SCENE_NONE;
}
