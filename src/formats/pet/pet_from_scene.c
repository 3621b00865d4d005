// SPDX-License-Identifier: MIT
//
// From a scene to a puppet. A scene that came from a puppet carries the puppet's bytes: each
// section that still says the same is taken from them, the others are made from the scene.
#include <string.h>

#include "formats/pet/pet_adapt.h"
#include "formats/pet/pet_from_scene.h"
#include "scene/usage.h"

maq_pet_text mq_pet_file_text(pet_from_scene *from, const char *text) {
    uint64_t lost = 0;
    maq_pet_text made = mq_pet_unconvert(&from->converter, from->arena, text ? text : "", &lost);
    mq_pet_scene_add_loss(from->findings, PET_LOSS_NAMES, lost,
                          "\"%.80s\" has characters that CP949 lacks", text ? text : "");
    return made;
}

// ----------------------------------------------------------------------------------------- extras

int64_t mq_pet_extra_number(const maq_value *extras, const char *key, int64_t low, int64_t high,
                            int64_t otherwise) {
    double number;
    if (!maq_value_number(maq_value_find(extras, key), &number) ||
        !(number >= (double)low && number <= (double)high))
        return otherwise;
    return (int64_t)number;
}

const char *mq_pet_extra_text(const maq_value *extras, const char *key) {
    const maq_value *value = maq_value_find(extras, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
}

// The settings of other formats, all over the scene.
typedef struct foreign {
    const char *first; // one of their names
    uint64_t count;
} foreign;

static void look_for_foreign(foreign *found, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = extras->as.children.first; child; child = child->next) {
        if (!child->key || strcmp(child->key, PET_EXTRAS) == 0)
            continue;
        if (!found->first)
            found->first = child->key;
        found->count++;
    }
}

static void lose_mesh_data(pet_from_scene *from) {
    uint64_t colours = 0, tangents = 0, attributes = 0, shapes = 0;
    for (uint32_t i = 0; i < from->scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &from->scene->meshes[i];
        colours += mesh->colours != NULL;
        tangents += mesh->tangents != NULL;
        for (uint32_t k = 0; k < mesh->attribute_count; k++)
            attributes += !mq_is_round_trip_attribute(mesh, &mesh->attributes[k]);
        shapes += mesh->shape_count;
    }
    mq_pet_scene_add_loss(from->findings, PET_LOSS_MESH_DATA, colours,
                          "the colours of vertices are lost, of meshes");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_MESH_DATA, tangents,
                          "the tangents of vertices are lost, of meshes");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_MESH_DATA, attributes,
                          "further attributes of vertices are lost");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_MESH_DATA, shapes, "shapes are lost");
}

void mq_pet_report_unused_extras(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    foreign found = {0};
    look_for_foreign(&found, scene->extras);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        look_for_foreign(&found, scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++)
        look_for_foreign(&found, scene->materials[i].extras);
    for (uint32_t i = 0; i < scene->node_count; i++)
        look_for_foreign(&found, scene->nodes[i].extras);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        look_for_foreign(&found, scene->clips[i].extras);
    for (uint32_t i = 0; i < scene->box_count; i++)
        look_for_foreign(&found, scene->boxes[i].extras);
    mq_pet_scene_add_loss(from->findings, PET_LOSS_FOREIGN, found.count,
                          "settings of %.40s have no meaning here", found.first ? found.first : "");
    mq_pet_scene_add_loss(from->findings, PET_LOSS_EVENTS, scene->event_count, "events are lost");
    lose_mesh_data(from);
}

// ---------------------------------------------------------------------------------- the old puppet

static int digit(char letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

// Reads the bytes that the scene carries and makes their scene again. False: no memory.
static bool recall(pet_from_scene *from, const maq_document *out, maq_document *inner) {
    const maq_value *own = mq_scene_own_extras(from->scene->extras, PET_EXTRAS);
    const maq_value *hex = maq_value_find(own, "bytes");
    const char *variant = mq_pet_extra_text(own, "variant");
    if (!hex || hex->kind != MAQ_VALUE_TEXT || !variant)
        return true;
    size_t length = hex->as.text.length / 2;
    char *bytes = MQ_NEW_ARRAY(from->arena, char, length);
    if (!bytes)
        return false;
    for (size_t i = 0; i < length; i++) {
        int high = digit(hex->as.text.bytes[2 * i]), low = digit(hex->as.text.bytes[2 * i + 1]);
        if (high < 0 || low < 0)
            return true;
        bytes[i] = (char)(high << 4 | low);
    }
    *inner = (maq_document){.arena = from->arena,
                            .format = out->format,
                            .variant = out->variant,
                            .source = bytes,
                            .source_length = length,
                            .file_name = mq_arena_format(from->arena, "x.%.8s", variant)};
    mq_findings_init(&inner->findings, from->arena, 1, 0);
    maq_status status = mq_pet_read(inner);
    if (status == MAQ_BAD_DATA)
        return true;
    if (status != MAQ_OK)
        return false;
    mq_scene_builder builder;
    mq_scene_begin(&builder, from->arena, &inner->findings);
    if (mq_pet_to_scene(inner, &builder) != MAQ_OK ||
        mq_scene_finish(&builder, &from->old_scene) != MAQ_OK)
        return false;
    from->old = inner->content;
    return true;
}

// -------------------------------------------------------------------------------------- sections

static bool take_all(pet_from_scene *from) {
    const bool *anew = from->anew;
    mq_pet_report_unused_extras(from);
    if (!mq_pet_take_bones(from) || !mq_pet_take_materials(from) ||
        (anew[MAQ_PET_MESH] && !mq_pet_take_mesh(from)) ||
        (anew[MAQ_PET_ANIM] && !mq_pet_take_clips(from)) ||
        (anew[MAQ_PET_COLL] && !mq_pet_take_boxes(from)))
        return false;
    if (from->old && anew[MAQ_PET_EXTR])
        mq_pet_scene_add_loss(from->findings, PET_LOSS_EDITED, from->old->extra_count,
                              "the numbers in EXTR are lost: the bones have changed");
    return true;
}

// The sections that are made anew, as those of a puppet of their own.
static bool list_anew(pet_from_scene *from) {
    maq_pet *pet = &from->pet;
    maq_pet_section *sections = MQ_NEW_ARRAY(from->arena, maq_pet_section, MAQ_PET_KNOWN_TAGS);
    if (!sections)
        return false;
    const bool has[MAQ_PET_KNOWN_TAGS] = {
        [MAQ_PET_TEXT] = pet->texture_count > 0,      [MAQ_PET_SMTL] = pet->material_count > 0,
        [MAQ_PET_BONE] = pet->bone_count > 0,         [MAQ_PET_ANIM] = pet->animation_count > 0,
        [MAQ_PET_MESH] = from->scene->mesh_count > 0, [MAQ_PET_FANM] = pet->face_count > 0,
        [MAQ_PET_FRAM] = pet->frame_count > 0,        [MAQ_PET_MOTI] = pet->motion_count > 0,
        [MAQ_PET_COLL] = pet->box_count > 0,
    };
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (!from->anew[tag] || !has[tag])
            continue;
        maq_pet_section *section = &sections[pet->section_count++];
        section->tag = (maq_pet_tag)tag;
        memcpy(section->name, mq_pet_names[tag], 4);
        section->encoding = (maq_pet_encoding){.kind = pet->kind, .minor = pet->minor};
        section->offset = MAQ_NO_OFFSET;
        pet->has[tag] = true;
    }
    pet->sections = sections;
    pet->mesh.vertex_count = from->mesh.vertex_count;
    pet->mesh.triangle_count = from->mesh.triangle_count;
    return true;
}

// A part of the new document, made by itself.
static maq_status make_part(const pet_from_scene *from, const maq_pet *pet,
                            const maq_pet_mesh *mesh, const maq_pet_encoding *to,
                            const maq_document *out, maq_document *part) {
    *part = (maq_document){.arena = from->arena, .format = out->format, .variant = out->variant};
    mq_findings_init(&part->findings, from->arena, out->findings.max, out->findings.target);
    return mq_pet_adapt(pet, mesh, to, part);
}

// The old sections in their order, those made anew in the place of theirs or of their kind.
static maq_status merge(pet_from_scene *from, const maq_pet *kept, const maq_pet *made,
                        const maq_pet_encoding *to, maq_document *out) {
    uint32_t room = kept->section_count + made->section_count, used = 0;
    maq_pet_section *sections = MQ_NEW_ARRAY(from->arena, maq_pet_section, room);
    bool *taken = MQ_NEW_ARRAY(from->arena, bool, made->section_count);
    if (!sections || !taken)
        return mq_arena_status(from->arena);
    for (uint32_t i = 0; i <= kept->section_count; i++) {
        bool last = i == kept->section_count;
        for (uint32_t k = 0; k < made->section_count; k++) {
            bool now = last || (kept->sections[i].tag != MAQ_PET_OTHER &&
                                made->sections[k].tag < kept->sections[i].tag);
            // VERS is the old one's, and a mesh without anything is of no use twice.
            if (taken[k] || !now || !from->anew[made->sections[k].tag])
                continue;
            taken[k] = true;
            sections[used++] = made->sections[k];
        }
        bool replaced = !last && kept->sections[i].state == MAQ_PET_DECODED &&
                        from->anew[kept->sections[i].tag];
        if (!last && !replaced)
            sections[used++] = kept->sections[i];
    }
    maq_pet whole = {.kind = to->kind,
                     .layout = to->layout,
                     .minor = to->minor,
                     .version = {kept->version[0], kept->version[1]},
                     .sections = sections,
                     .section_count = used,
                     .tail = kept->tail,
                     .tail_length = kept->tail_length};
    return mq_pet_build(out, &whole, NULL);
}

// What stays of the old puppet: all but the first of each section that is made anew.
static bool keep_old(const pet_from_scene *from, maq_pet *kept) {
    const maq_pet *old = from->old;
    maq_pet_section *sections = MQ_NEW_ARRAY(from->arena, maq_pet_section, old->section_count);
    if (!sections)
        return false;
    *kept = *old;
    kept->section_count = 0;
    for (uint32_t i = 0; i < old->section_count; i++) {
        const maq_pet_section *section = &old->sections[i];
        bool replaced = section->tag < MAQ_PET_OTHER && section->state != MAQ_PET_SPARE &&
                        from->anew[section->tag];
        if (!replaced)
            sections[kept->section_count++] = *section;
    }
    kept->sections = sections;
    return true;
}

static bool any(const bool anew[MAQ_PET_KNOWN_TAGS]) {
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (anew[tag])
            return true;
    }
    return false;
}

static maq_status finish(pet_from_scene *from, const maq_pet_encoding *to, maq_document *out) {
    const maq_pet *old = from->old;
    bool same_form =
        old && old->kind == to->kind && old->layout == to->layout && old->minor == to->minor;
    if (same_form && !any(from->anew)) {
        out->content = old;
        out->variant = mq_pet_variant(old->kind);
        return MAQ_OK;
    }
    const maq_pet_mesh *mesh =
        from->anew[MAQ_PET_MESH] && from->scene->mesh_count > 0 ? &from->mesh : NULL;
    if (!list_anew(from))
        return mq_arena_status(from->arena);
    if (!old)
        return mq_pet_adapt(&from->pet, mesh, to, out);
    maq_pet kept;
    maq_document kept_part, made_part;
    if (!keep_old(from, &kept))
        return mq_arena_status(from->arena);
    maq_status status = make_part(from, &kept, NULL, to, out, &kept_part);
    if (status == MAQ_OK)
        status = make_part(from, &from->pet, mesh, to, out, &made_part);
    if (status != MAQ_OK)
        return status;
    mq_findings_append(&out->findings, &kept_part.findings);
    mq_findings_append(&out->findings, &made_part.findings);
    return merge(from, kept_part.content, made_part.content, to, out);
}

maq_status mq_pet_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    pet_from_scene from = {.scene = scene,
                           .arena = out->arena,
                           .findings = &out->findings,
                           .pet = {.kind = MAQ_PET_PET,
                                   .minor = PET_MINOR_COUNT - 1,
                                   .version = {PET_MINOR_COUNT - 1, 1}}};
    maq_document *inner = MQ_NEW(out->arena, maq_document);
    maq_pet_encoding to;
    if (!inner || !recall(&from, out, inner))
        return mq_arena_status(out->arena) != MAQ_OK ? mq_arena_status(out->arena) : MAQ_OVER_LIMIT;
    if (!mq_pet_wanted(settings, out, from.old ? from.old->minor : PET_MINOR_COUNT - 1, &to))
        return MAQ_BAD_ARGUMENT;
    // A puppet comes back in the layout that it had unless another is asked for.
    if (from.old && !mq_setting(settings, "layout"))
        to.layout = from.old->layout;
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++)
        from.anew[tag] = tag != MAQ_PET_VERS;
    if (from.old)
        mq_pet_compare(&from.old_scene, scene, from.anew);
    from.anew[MAQ_PET_VERS] = false;
    mq_pet_unconverter_open(&from.converter);
    bool good = take_all(&from);
    mq_pet_converter_close(&from.converter);
    if (!good)
        return mq_arena_status(out->arena) != MAQ_OK ? mq_arena_status(out->arena) : MAQ_OVER_LIMIT;
    return finish(&from, &to, out);
}
