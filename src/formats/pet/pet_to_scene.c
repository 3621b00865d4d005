// SPDX-License-Identifier: MIT
//
// From a puppet to a scene: bones, boxes, and what the extras of the model say.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "formats/pet/pet_scene.h"

const maq_value *mq_pet_extras_end(const mq_node *root, const mq_node *own) {
    const maq_value *value = own ? mq_node_value(own) : NULL;
    return value && value->as.children.first ? mq_node_value(root) : NULL;
}

// ------------------------------------------------------------------------------------------ bones

static const maq_value *bone_extras(pet_to_scene *to, const maq_pet_bone *bone, bool is_extra) {
    if (!is_extra && (bone->extra == -1 || !isfinite(bone->extra)))
        return NULL;
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    if (is_extra)
        mq_put_bool(own, "extra_bone", true);
    if (bone->extra != -1 && isfinite(bone->extra))
        mq_put_float(own, "extra_value", bone->extra);
    return mq_pet_extras_end(root, own);
}

static bool add_bones(pet_to_scene *to) {
    const maq_pet *pet = to->pet;
    bool *is_extra = MQ_NEW_ARRAY(to->scratch, bool, pet->bone_count);
    if (!is_extra)
        return false;
    for (uint32_t i = 0; i < pet->extra_count; i++) {
        int32_t bone = pet->extras[i].bone;
        if (bone >= 0 && (uint32_t)bone < pet->bone_count)
            is_extra[bone] = true;
    }
    uint64_t sheared = 0;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        const maq_pet_bone *bone = &pet->bones[i];
        maq_scene_node node = mq_scene_node(mq_pet_to_utf8(to->arena, bone->name), MAQ_NODE_JOINT);
        if (bone->parent.bone >= 0)
            node.parent = (uint32_t)bone->parent.bone;
        mq_mat34 local = mq_pet_local(bone);
        sheared += !mq_pet_transform_to_scene(&local, &node.rest);
        node.extras = bone_extras(to, bone, is_extra[i]);
        mq_scene_add_node(to->builder, &node);
    }
    mq_pet_report_loss(to->builder->findings, PET_LOSS_SHEAR, MAQ_NO_OFFSET, sheared,
                       "sheared bone", "sheared bones", "straightened");
    return true;
}

// ------------------------------------------------------------------------------------------ boxes

static const maq_value *box_extras(pet_to_scene *to, const maq_pet_box *box) {
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    mq_put_integer(own, "shape", box->shape);
    mq_put_integer(own, "show", box->show);
    mq_put_text(own, "option1", mq_pet_to_utf8(to->arena, box->option[0]));
    mq_put_text(own, "option2", mq_pet_to_utf8(to->arena, box->option[1]));
    return mq_pet_extras_end(root, own);
}

static void add_boxes(pet_to_scene *to) {
    const maq_pet *pet = to->pet;
    for (uint32_t i = 0; i < pet->box_count; i++) {
        const maq_pet_box *box = &pet->boxes[i];
        int32_t bone = mq_pet_find_bone(pet, to->bone_names, box->bone);
        maq_scene_box made = {.name = mq_pet_to_utf8(to->arena, box->name),
                              .node = bone >= 0 ? (uint32_t)bone : MAQ_SCENE_NONE,
                              .extras = box_extras(to, box)};
        mq_axes_to_scene(MQ_AXES_PANGYA, box->min, made.min);
        mq_axes_to_scene(MQ_AXES_PANGYA, box->max, made.max);
        // On a mirrored axis, minimum and maximum change places.
        for (int k = 0; k < 3; k++) {
            bool inverted = box->min[k] > box->max[k];
            if (inverted != (made.min[k] > made.max[k])) {
                float swap = made.min[k];
                made.min[k] = made.max[k];
                made.max[k] = swap;
            }
        }
        mq_scene_add_box(to->builder, &made);
    }
}

// -------------------------------------------------------------------------------------- the model

static const maq_value *model_extras(pet_to_scene *to) {
    const maq_pet *pet = to->pet;
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    char version[8];
    snprintf(version, sizeof version, "1.%" PRIu32, pet->minor);
    mq_put_text(own, "version", version);
    mq_put_text(own, "layout", mq_pet_layout_name(pet->layout));
    mq_node *faces = pet->face_count > 0 ? mq_put_array(own, "faces") : NULL;
    for (uint32_t i = 0; i < pet->face_count; i++) {
        const maq_pet_face *face = &pet->faces[i];
        mq_node *item = mq_put_object(faces, NULL);
        mq_put_text(item, "name", mq_pet_to_utf8(to->arena, mq_pet_name_text(face->name)));
        mq_put_text(item, "texture", mq_pet_to_utf8(to->arena, mq_pet_name_text(face->texture)));
        mq_put_integer(item, "group", face->group);
    }
    return mq_pet_extras_end(root, own);
}

// ----------------------------------------------------------------------------------------- meshes

// One part of a joined puppet, in its own rest pose.
static bool add_part(pet_to_scene *to, const pet_part *part, const pet_scene_materials *materials) {
    const maq_pet *pet = part->pet;
    maq_pet_mesh mesh;
    if (!mq_pet_mesh_decode(pet, to->scratch, &mesh))
        return false;
    maq_pet_triangle *triangles = MQ_WRITABLE(maq_pet_triangle, mesh.triangles);
    for (uint32_t i = 0; i < mesh.triangle_count; i++) {
        maq_pet_triangle *triangle = &triangles[i];
        if (triangle->texture < pet->texture_count)
            triangle->texture = (uint8_t)part->textures[triangle->texture];
        if (triangle->specular >= 0 && (uint32_t)triangle->specular < pet->material_count)
            triangle->specular = (int8_t)part->materials[(uint8_t)triangle->specular];
    }
    bool named = mesh.skin_count > 0 && mesh.skins[0].bone < pet->bone_count;
    return mq_pet_add_mesh(
        to,
        &(pet_mesh_source){
            .name = named ? mq_pet_to_utf8(to->arena, pet->bones[mesh.skins[0].bone].name)
                          : PET_MESH_NAME,
            .pet = pet,
            .mesh = &mesh,
            .bones = part->bones},
        materials);
}

static bool add_meshes(pet_to_scene *to, const maq_pet_mesh *mesh,
                       const pet_scene_materials *materials) {
    for (size_t i = 0; i < to->content->part_count; i++) {
        if (!add_part(to, &to->content->parts[i], materials))
            return false;
    }
    if (to->content->part_count > 0 || !to->pet->has[MAQ_PET_MESH])
        return true;
    const pet_mesh_source source = {.name = PET_MESH_NAME, .pet = to->pet, .mesh = mesh};
    return mq_pet_add_mesh(to, &source, materials);
}

static bool add_all(pet_to_scene *to) {
    maq_pet_mesh mesh = {0};
    pet_scene_materials *materials = MQ_NEW(to->scratch, pet_scene_materials);
    bool has_mesh = to->pet->has[MAQ_PET_MESH];
    to->bone_names = mq_pet_sort_bone_names(to->pet, to->scratch);
    if (!materials || !to->bone_names ||
        (has_mesh && !mq_pet_mesh_decode(to->pet, to->scratch, &mesh)) || !add_bones(to) ||
        !mq_pet_add_materials(to, &mesh, materials) || !add_meshes(to, &mesh, materials) ||
        !mq_pet_add_clips(to))
        return false;
    add_boxes(to);
    to->builder->scene.extras = model_extras(to);
    return true;
}

maq_status mq_pet_to_scene(const maq_document *document, mq_scene_builder *builder) {
    mq_arena *arena = builder->arena;
    const pet_content *content = document->content;
    pet_to_scene to = {.content = content,
                       .pet = &content->pet,
                       .builder = builder,
                       .arena = arena,
                       .scratch = mq_arena_scratch(arena)};
    bool good = to.scratch && add_all(&to);
    mq_arena_end_scratch(arena, to.scratch);
    if (!good && mq_arena_status(arena) == MAQ_OK)
        return MAQ_OVER_LIMIT;
    return mq_arena_status(arena);
}
