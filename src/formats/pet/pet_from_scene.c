// SPDX-License-Identifier: MIT
//
// From a scene to a puppet.
#include "formats/pet/pet_from_scene.h"

#include <string.h>

#include "formats/pet/pet_convert.h"
#include "formats/unused_extras.h"

// ------------------------------------------------------------------------------- texts and extras

maq_pet_text mq_pet_file_text(pet_from_scene *from, const char *text) {
    uint64_t replaced = 0;
    maq_pet_text made = mq_pet_to_cp949(&from->encoder, from->arena, text ? text : "", &replaced);
    PET_SCENE_LOSS(from, NAMES, replaced, "character that CP949 lacks",
                   "characters that CP949 lacks", "replaced by ? in \"%.80s\"", text ? text : "");
    return made;
}

bool mq_pet_file_name(pet_from_scene *from, const char *text, char name[32]) {
    maq_pet_text made = mq_pet_file_text(from, text);
    bool fits = made.length < 32;
    if (made.length > 0)
        memcpy(name, made.bytes, fits ? made.length : 31);
    return fits;
}

int64_t mq_pet_extra_number(const maq_value *extras, const char *key, int64_t low, int64_t high,
                            int64_t otherwise) {
    double number;
    if (!maq_value_number(maq_value_find(extras, key), &number) ||
        !(number >= (double)low && number <= (double)high))
        return otherwise;
    return (int64_t)number;
}

const char *mq_pet_extra_string(const maq_value *extras, const char *key) {
    const maq_value *value = maq_value_find(extras, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
}

maq_pet_text mq_pet_extra_text(pet_from_scene *from, const maq_value *extras, const char *key) {
    return mq_pet_file_text(from, mq_pet_extra_string(extras, key));
}

// ----------------------------------------------------------------------------------------- losses

// What no section of a puppet can hold.
static void report_losses(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    uint64_t colours = 0, tangents = 0, attributes = 0, shapes = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        colours += mesh->colours != NULL;
        tangents += mesh->tangents != NULL;
        for (uint32_t k = 0; k < mesh->attribute_count; k++)
            attributes += strcmp(mesh->attributes[k].name, PET_SEAM_ATTRIBUTE) != 0;
        shapes += mesh->shape_count;
    }
    PET_SCENE_LOSS(from, MESH_DATA, colours, "mesh with vertex colours",
                   "meshes with vertex colours", "stripped of them");
    PET_SCENE_LOSS(from, MESH_DATA, tangents, "mesh with tangents", "meshes with tangents",
                   "stripped of them");
    PET_SCENE_LOSS(from, MESH_DATA, attributes, "custom vertex attribute",
                   "custom vertex attributes", "dropped");
    PET_SCENE_LOSS(from, MESH_DATA, shapes, "morph target", "morph targets", "dropped");
    PET_SCENE_LOSS(from, EVENTS, scene->event_count, "event", "events", "dropped");
    mq_report_unused_extras(scene, PET_EXTRAS, from->findings,
                            &mq_pet_rules[PET_LOSS_UNUSED_EXTRAS]);
}

// -------------------------------------------------------------------------------------- the puppet

static bool make_lists(pet_from_scene *from) {
    report_losses(from);
    return mq_pet_make_bones(from) && mq_pet_make_materials(from) && mq_pet_make_mesh(from) &&
           mq_pet_make_clips(from) && mq_pet_make_boxes(from);
}

// The sections that the lists need.
static bool list_sections(pet_from_scene *from) {
    maq_pet *pet = &from->pet;
    maq_pet_section *sections = MQ_NEW_ARRAY(from->arena, maq_pet_section, MAQ_PET_KNOWN_TAGS);
    if (!sections)
        return false;
    const maq_pet_encoding encoding = {.kind = pet->kind, .minor = pet->minor};
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        pet->has[tag] = tag == MAQ_PET_MESH ? from->scene->mesh_count > 0
                                            : mq_pet_entry_count(pet, (maq_pet_tag)tag) > 0;
        if (pet->has[tag])
            sections[pet->section_count++] = mq_pet_new_section((maq_pet_tag)tag, &encoding);
    }
    pet->sections = sections;
    pet->mesh.vertex_count = from->mesh.lists.vertex_count;
    pet->mesh.triangle_count = from->mesh.lists.triangle_count;
    return true;
}

// The version and layout that the extras of the model say; else the newest one of the game.
static maq_pet_encoding default_encoding(const maq_scene *scene) {
    const maq_value *own = mq_scene_own_extras(scene->extras, PET_EXTRAS);
    const char *version = mq_pet_extra_string(own, "version");
    const char *layout = mq_pet_extra_string(own, "layout");
    maq_pet_encoding encoding = {.minor = PET_MINOR_COUNT - 1};
    if (version && strlen(version) == 3 && memcmp(version, "1.", 2) == 0 && version[2] >= '0' &&
        version[2] < '0' + PET_MINOR_COUNT)
        encoding.minor = (uint32_t)(version[2] - '0');
    if (layout && strcmp(layout, mq_pet_layout_name(MAQ_PET_DOCUMENTED)) == 0)
        encoding.layout = MAQ_PET_DOCUMENTED;
    return encoding;
}

// The lists of the puppet are in from->arena; the document gets copies.
static maq_status make_document(pet_from_scene *from, const maq_pet_encoding *to,
                                maq_document *out) {
    if (!make_lists(from) || !list_sections(from))
        return mq_arena_status(from->arena) != MAQ_OK ? mq_arena_status(from->arena)
                                                      : MAQ_OVER_LIMIT;
    const pet_file_mesh *mesh = from->pet.has[MAQ_PET_MESH] ? &from->mesh : NULL;
    return mq_pet_convert_to(&from->pet, mesh, to, out);
}

maq_status mq_pet_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    pet_from_scene from = {.scene = scene,
                           .findings = &out->findings,
                           .pet = {.kind = MAQ_PET_PET,
                                   .minor = PET_MINOR_COUNT - 1,
                                   .version = {PET_MINOR_COUNT - 1, 1}}};
    const maq_pet_encoding otherwise = default_encoding(scene);
    maq_pet_encoding to;
    if (!mq_pet_requested_encoding(settings, out, &otherwise, &to))
        return MAQ_BAD_ARGUMENT;
    from.arena = mq_arena_scratch(out->arena);
    if (!from.arena)
        return mq_arena_status(out->arena);
    maq_status status = make_document(&from, &to, out);
    mq_arena_end_scratch(from.arena, from.vertex_arena);
    mq_arena_end_scratch(out->arena, from.arena);
    return status;
}
