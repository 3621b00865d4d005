// SPDX-License-Identifier: MIT
//
// Everything in a puppet as a tree: all sections in their order, including bytes of unknown meaning.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/pet/pet_entries.h"

// Weights and bone indices have a byte or two in the file, and a value of a tree is large: they become
// one text, "200:0 55:1w". This is enough for one of them with a NUL: " 255:65535w".
#define PAIR_TEXT 16

typedef struct description {
    const maq_pet *pet;
    mq_arena *scratch;
} description;

// A visitor that describes entries of a section.
static pet_visitor describer(const description *d, maq_pet_tag tag, mq_node *object) {
    return (pet_visitor){.encoding = &mq_pet_find_section(d->pet, tag)->encoding,
                         .object = object,
                         .scratch = d->scratch};
}

// --------------------------------------------------------------------------------------- sections

static void describe_list(description *d, maq_pet_tag tag, mq_node *object) {
    const pet_list_type *type = &mq_pet_list_types[tag];
    uint32_t count = mq_pet_entry_count(d->pet, tag);
    char *entry = MQ_WRITABLE(char, mq_pet_list(d->pet, tag));
    if (tag == MAQ_PET_BONE && d->pet->wide_bone_count)
        mq_put_text(object, "count_form", "wide");
    mq_node *array = mq_put_array(object, type->key);
    for (uint32_t i = 0; i < count; i++, entry += type->size) {
        pet_visitor visitor = describer(d, tag, mq_put_object(array, NULL));
        mq_pet_visit_entry(&visitor, tag, count, entry);
    }
}

static void describe_materials(description *d, mq_node *object) {
    mq_node *array = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < d->pet->material_count; i++) {
        const maq_pet_material *material = &d->pet->materials[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_pet_put_text(d->scratch, item, "name", material->name);
        mq_node *values = mq_put_array(item, "values");
        for (uint32_t k = 0; k < material->value_count; k++) {
            const maq_pet_value *value = &material->values[k];
            mq_node *entry = mq_put_object(values, NULL);
            mq_pet_put_text(d->scratch, entry, "name", value->name);
            mq_put_integer(entry, "type", value->type);
            if (value->type <= MAQ_PET_INT)
                mq_put_integer(entry, "value", (int32_t)value->word);
            else if (value->type <= MAQ_PET_MATRIX)
                mq_put_floats(entry, "value", value->floats, mq_pet_float_count(value->type));
            else
                mq_pet_put_text(d->scratch, entry, "value", value->text);
        }
    }
}

static void describe_track(mq_node *object, const char *key, const maq_pet_track *track,
                           unsigned values) {
    if (track->count == 0)
        return;
    mq_node *array = mq_put_array(object, key);
    for (uint32_t i = 0; i < track->count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        mq_put_float(row, NULL, track->keys[i].time);
        for (unsigned k = 0; k < values; k++)
            mq_put_float(row, NULL, track->keys[i].value[k]);
    }
}

static void describe_animations(description *d, mq_node *object) {
    mq_node *array = mq_put_array(object, "animations");
    for (uint32_t i = 0; i < d->pet->animation_count; i++) {
        const maq_pet_animation *animation = &d->pet->animations[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_put_integer(item, "bone", animation->id.bone);
        if (animation->id.wide)
            mq_put_text(item, "form", "wide");
        describe_track(item, "position", &animation->position, 3);
        describe_track(item, "rotation", &animation->rotation, 4);
        describe_track(item, "scale", &animation->scale, 3);
        describe_track(item, "flag", &animation->flag, 1);
        if (animation->word != 0)
            mq_put_integer(item, "word", animation->word);
    }
}

static void describe_vertices(description *d, mq_node *object, const maq_pet_mesh *mesh,
                              bool seams) {
    mq_node *array = mq_put_array(object, "vertices");
    uint32_t most = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        most = mesh->vertices[i].weight_count > most ? mesh->vertices[i].weight_count : most;
    char *row = MQ_NEW_ARRAY(d->scratch, char, PAIR_TEXT *(size_t)most);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const maq_pet_vertex *vertex = &mesh->vertices[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_put_floats(item, "position", vertex->position, 3);
        if (seams)
            mq_put_float(item, "seam", vertex->seam);
        size_t length = 0;
        for (uint32_t k = 0; row && k < vertex->weight_count; k++) {
            const maq_pet_weight *weight = &mesh->weights[vertex->first_weight + k];
            length +=
                (size_t)snprintf(row + length, PAIR_TEXT, "%s%u:%" PRId32 "%s", k > 0 ? " " : "",
                                 weight->weight, weight->id.bone, weight->id.wide ? "w" : "");
        }
        mq_put_bytes(item, "weights", row ? row : "", length);
        if (vertex->pad[0] || vertex->pad[1])
            mq_pet_put_hex(d->scratch, item, "pad", vertex->pad, sizeof vertex->pad);
    }
}

static void describe_triangles(mq_node *object, const maq_pet_mesh *mesh) {
    mq_node *array = mq_put_array(object, "triangles");
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const maq_pet_triangle *triangle = &mesh->triangles[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_put_integer(item, "texture", triangle->texture);
        mq_put_integer(item, "specular", triangle->specular);
        mq_node *corners = mq_put_array(item, "corners");
        for (unsigned k = 0; k < 3; k++) {
            const maq_pet_corner *corner = &triangle->corners[k];
            mq_node *row = mq_put_array(corners, NULL);
            mq_put_integer(row, NULL, corner->vertex);
            for (unsigned axis = 0; axis < 3; axis++)
                mq_put_float(row, NULL, corner->normal[axis]);
            for (uint32_t set = 0; set < corner->uv_count; set++) {
                mq_put_float(row, NULL, mesh->uvs[corner->first_uv + set].u);
                mq_put_float(row, NULL, mesh->uvs[corner->first_uv + set].v);
            }
        }
    }
}

static void describe_mesh(description *d, mq_node *object) {
    maq_pet_mesh mesh;
    if (!mq_pet_mesh_decode(d->pet, d->scratch, &mesh))
        return;
    bool skins = mq_pet_has_skins(&mq_pet_find_section(d->pet, MAQ_PET_MESH)->encoding);
    if (skins) {
        mq_node *array = mq_put_array(object, "skins");
        for (uint32_t i = 0; i < mesh.skin_count; i++) {
            pet_visitor visitor = describer(d, MAQ_PET_MESH, mq_put_object(array, NULL));
            mq_pet_visit_skin(&visitor, MQ_WRITABLE(maq_pet_skin, &mesh.skins[i]));
        }
        mq_put_text(object, "indices", mesh.absolute ? "absolute" : "relative");
    }
    describe_vertices(d, object, &mesh, skins);
    describe_triangles(object, &mesh);
}

static void describe_extras(description *d, mq_node *object) {
    char *row = MQ_NEW_ARRAY(d->scratch, char, PAIR_TEXT *(size_t)d->pet->extra_count);
    size_t length = 0;
    for (uint32_t i = 0; row && i < d->pet->extra_count; i++)
        length += (size_t)snprintf(row + length, PAIR_TEXT, "%s%" PRId32 "%s", i > 0 ? " " : "",
                                   d->pet->extras[i].bone, d->pet->extras[i].wide ? "w" : "");
    mq_put_bytes(object, "extra_bones", row ? row : "", length);
}

static void describe_version(description *d, mq_node *object) {
    // All bytes, including those after the version.
    const maq_pet_section *section = mq_pet_find_section(d->pet, MAQ_PET_VERS);
    mq_pet_put_hex(d->scratch, object, "bytes", section->bytes, section->length);
}

void mq_pet_describe(const maq_document *document, mq_node *object) {
    static void (*const describers[MAQ_PET_KNOWN_TAGS])(description *, mq_node *) = {
        [MAQ_PET_VERS] = describe_version,    [MAQ_PET_SMTL] = describe_materials,
        [MAQ_PET_ANIM] = describe_animations, [MAQ_PET_MESH] = describe_mesh,
        [MAQ_PET_EXTR] = describe_extras,
    };
    mq_arena *arena = mq_node_arena(object);
    description d = {.pet = document->content, .scratch = mq_arena_scratch(arena)};
    if (!d.scratch)
        return;
    mq_put_integer(object, "minor", d.pet->minor);
    mq_put_text(object, "layout", mq_pet_layout_name(d.pet->layout));
    mq_node *sections = mq_put_array(object, "sections");
    for (uint32_t i = 0; i < d.pet->section_count; i++) {
        const maq_pet_section *section = &d.pet->sections[i];
        mq_node *item = mq_put_object(sections, NULL);
        mq_pet_put_text(d.scratch, item, "section", (maq_pet_text){section->name, 4});
        if (section->declared_length != section->length)
            mq_put_integer(item, "declared_length", section->declared_length);
        if (section->state == MAQ_PET_DECODED && describers[section->tag])
            describers[section->tag](&d, item);
        else if (section->state == MAQ_PET_DECODED)
            describe_list(&d, section->tag, item);
        else
            mq_pet_put_hex(d.scratch, item, "bytes", section->bytes, section->length);
    }
    if (d.pet->tail_length > 0)
        mq_pet_put_hex(d.scratch, object, "tail", d.pet->tail, d.pet->tail_length);
    mq_arena_end_scratch(arena, d.scratch);
}
