// SPDX-License-Identifier: MIT
//
// From a puppet to a scene: bones, boxes, and the bytes of the file for the way back.
#include <stdarg.h>
#include <string.h>

#include "formats/pet/pet_adapt.h"
#include "formats/pet/pet_scene.h"

const char *mq_pet_scene_text(pet_to_scene *to, maq_pet_text text) {
    return mq_pet_convert_in(&to->converter, to->arena, text.bytes, text.length);
}

void mq_pet_scene_add_loss(mq_findings *findings, pet_rule rule, uint64_t count, const char *format,
                           ...) {
    va_list arguments;
    va_start(arguments, format);
    mq_pet_report_loss(findings, rule, MAQ_NO_OFFSET, count, format, arguments);
    va_end(arguments);
}

int32_t *mq_pet_bones_of_names(const maq_pet *pet, mq_arena *arena, const maq_pet_text *names,
                               uint32_t count) {
    int32_t *bones = MQ_NEW_ARRAY(arena, int32_t, count);
    name_entry *entries = MQ_NEW_ARRAY(arena, name_entry, pet->bone_count);
    if (!bones || !entries)
        return NULL;
    for (uint32_t i = 0; i < pet->bone_count; i++)
        entries[i] = (name_entry){pet->bones[i].name, 0, i};
    const name_entry *sorted = mq_pet_sort_names(arena, entries, pet->bone_count);
    if (!sorted)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const name_entry *entry = mq_pet_find_name(sorted, pet->bone_count, names[i]);
        bones[i] = entry ? (int32_t)entry->index : -1;
    }
    return bones;
}

// ------------------------------------------------------------------------------------------ bones

static void add_nodes(pet_to_scene *to) {
    const maq_pet *pet = to->pet;
    uint64_t sheared = 0;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        const maq_pet_bone *bone = &pet->bones[i];
        maq_scene_node node = mq_scene_node(mq_pet_scene_text(to, bone->name), MAQ_NODE_JOINT);
        if (bone->parent.bone >= 0)
            node.parent = (uint32_t)bone->parent.bone;
        mq_mat34 local = mq_pet_local(bone);
        sheared += !mq_pet_transform_to_scene(&local, &node.rest);
        mq_scene_add_node(to->builder, &node);
    }
    mq_pet_scene_add_loss(to->builder->findings, PET_LOSS_SHEAR, sheared,
                          "bones whose axes are not at right angles stand straight");
}

// ------------------------------------------------------------------------------------------ boxes

static const maq_value *box_extras(pet_to_scene *to, const maq_pet_box *box) {
    mq_node *root = mq_value_root(to->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, PET_EXTRAS);
    mq_put_integer(own, "shape", box->shape);
    mq_put_integer(own, "show", box->show);
    mq_put_text(own, "option1", mq_pet_scene_text(to, box->option[0]));
    mq_put_text(own, "option2", mq_pet_scene_text(to, box->option[1]));
    return mq_node_value(root);
}

static bool add_boxes(pet_to_scene *to) {
    const maq_pet *pet = to->pet;
    maq_pet_text *names = MQ_NEW_ARRAY(to->arena, maq_pet_text, pet->box_count);
    if (!names)
        return false;
    for (uint32_t i = 0; i < pet->box_count; i++)
        names[i] = pet->boxes[i].bone;
    int32_t *bones = mq_pet_bones_of_names(pet, to->arena, names, pet->box_count);
    for (uint32_t i = 0; bones && i < pet->box_count; i++) {
        const maq_pet_box *box = &pet->boxes[i];
        maq_scene_box made = {.name = mq_pet_scene_text(to, box->name),
                              .node = bones[i] >= 0 ? (uint32_t)bones[i] : MAQ_SCENE_NONE,
                              .extras = box_extras(to, box)};
        mq_axes_to_scene(MQ_AXES_PANGYA, box->min, made.min);
        mq_axes_to_scene(MQ_AXES_PANGYA, box->max, made.max);
        // A mirrored axis runs the other way.
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
    return bones != NULL;
}

// --------------------------------------------------------------------------------------- the file

static bool add_extras(pet_to_scene *to) {
    static const char digits[] = "0123456789abcdef";
    const maq_pet *pet = to->pet;
    mq_text text;
    mq_text_init(&text, NULL);
    mq_pet_write(to->document, &text);
    char *hex = text.status == MAQ_OK ? MQ_NEW_ARRAY(to->arena, char, 2 * text.length) : NULL;
    for (size_t i = 0; hex && i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        hex[2 * i] = digits[byte >> 4];
        hex[2 * i + 1] = digits[byte & 15];
    }
    mq_node *root = mq_value_root(to->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, PET_EXTRAS);
    mq_put_text(own, "variant", mq_pet_variant(pet->kind)->name);
    mq_put_text(own, "layout", mq_pet_layout_name(pet->layout));
    mq_put_integer(own, "minor", pet->minor);
    if (hex)
        mq_put_bytes(own, "bytes", hex, 2 * text.length);
    to->builder->scene.extras = mq_node_value(root);
    mq_text_free(&text);
    return hex != NULL;
}

// ------------------------------------------------------------------------------------- the whole

static bool fill(pet_to_scene *to) {
    maq_pet_mesh mesh = {0};
    pet_scene_materials *materials = MQ_NEW(to->arena, pet_scene_materials);
    bool has_mesh = to->pet->has[MAQ_PET_MESH];
    if (!materials || (has_mesh && !mq_pet_mesh_decode(to->pet, to->arena, &mesh)))
        return false;
    add_nodes(to);
    return mq_pet_scene_materials(to, &mesh, materials) &&
           (!has_mesh || mq_pet_scene_mesh(to, &mesh, materials)) && mq_pet_scene_clips(to) &&
           add_boxes(to) && add_extras(to);
}

maq_status mq_pet_to_scene(const maq_document *document, mq_scene_builder *builder) {
    pet_to_scene to = {.document = document,
                       .pet = document->content,
                       .builder = builder,
                       .arena = builder->arena};
    mq_pet_converter_open(&to.converter);
    bool good = fill(&to);
    mq_pet_converter_close(&to.converter);
    if (!good && mq_arena_status(builder->arena) == MAQ_OK)
        return MAQ_NO_MEMORY;
    return mq_arena_status(builder->arena);
}
