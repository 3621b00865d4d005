// SPDX-License-Identifier: MIT
//
// Everything in a puppet as a tree: all sections in their order, including bytes of unknown meaning.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/pet/pet_priv.h"

// Weights and bone indices have a byte or two in the file, and a value of a tree is large: they become
// one text, "200:0 55:1w". This is enough for one of them with a NUL: " 255:65535w".
#define PAIR_TEXT 16

typedef struct description {
    const maq_pet *pet;
    mq_arena *scratch;
} description;

static void put_hex(description *d, mq_node *parent, const char *key, const void *bytes,
                    size_t length) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;
    char *text = MQ_NEW_ARRAY(d->scratch, char, 2 * length);
    for (size_t i = 0; text && i < length; i++) {
        text[2 * i] = digits[from[i] >> 4];
        text[2 * i + 1] = digits[from[i] & 15];
    }
    if (text)
        mq_put_bytes(parent, key, text, 2 * length);
}

static bool is_plain(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < ' ' || (unsigned char)bytes[i] > 126 || bytes[i] == '\\')
            return false;
    }
    return true;
}

// Printable ASCII as text; any other text with its bytes.
static void put_text(description *d, mq_node *parent, const char *key, maq_pet_text text) {
    if (is_plain(text.bytes, text.length)) {
        mq_put_bytes(parent, key, text.bytes, text.length);
        return;
    }
    mq_node *object = mq_put_object(parent, key);
    mq_put_text(object, "text", mq_pet_to_utf8(d->scratch, text));
    put_hex(d, object, "bytes", text.bytes, text.length);
}

static void put_name(description *d, mq_node *parent, const char *key, const char name[32]) {
    static const char zeros[32] = {0};
    size_t length = mq_pet_name_length(name);
    if (is_plain(name, length) && memcmp(name + length, zeros, 32 - length) == 0) {
        mq_put_bytes(parent, key, name, length);
        return;
    }
    mq_node *object = mq_put_object(parent, key);
    mq_put_text(object, "text", mq_pet_to_utf8(d->scratch, mq_pet_name_text(name)));
    put_hex(d, object, "bytes", name, 32);
}

static void put_id(mq_node *parent, const char *key, maq_pet_id id) {
    mq_put_integer(parent, key, id.bone);
    if (id.wide)
        mq_put_text(parent, "form", "wide");
}

// --------------------------------------------------------------------------------------- sections

static void describe_textures(description *d, mq_node *object) {
    mq_node *array = mq_put_array(object, "textures");
    for (uint32_t i = 0; i < d->pet->texture_count; i++) {
        const maq_pet_texture *texture = &d->pet->textures[i];
        mq_node *item = mq_put_object(array, NULL);
        put_name(d, item, "name", texture->name);
        mq_put_integer(item, "flag", texture->flag);
        mq_put_integer(item, "group", texture->group);
        put_hex(d, item, "pad", texture->pad, sizeof texture->pad);
        mq_put_integer(item, "diffuse", texture->diffuse);
        mq_put_integer(item, "handle", texture->handle);
    }
}

static void describe_materials(description *d, mq_node *object) {
    mq_node *array = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < d->pet->material_count; i++) {
        const maq_pet_material *material = &d->pet->materials[i];
        mq_node *item = mq_put_object(array, NULL);
        put_text(d, item, "name", material->name);
        mq_node *values = mq_put_array(item, "values");
        for (uint32_t k = 0; k < material->value_count; k++) {
            const maq_pet_value *value = &material->values[k];
            mq_node *entry = mq_put_object(values, NULL);
            put_text(d, entry, "name", value->name);
            mq_put_integer(entry, "type", value->type);
            if (value->type <= MAQ_PET_INT)
                mq_put_integer(entry, "value", (int32_t)value->word);
            else if (value->type <= MAQ_PET_MATRIX)
                mq_put_floats(entry, "value", value->floats, mq_pet_float_count(value->type));
            else
                put_text(d, entry, "value", value->text);
        }
    }
}

static void describe_bones(description *d, mq_node *object) {
    const maq_pet_section *section = mq_pet_find_section(d->pet, MAQ_PET_BONE);
    bool matrices = mq_pet_has_matrices(&section->encoding);
    if (d->pet->wide_bone_count)
        mq_put_text(object, "count_form", "wide");
    mq_node *array = mq_put_array(object, "bones");
    for (uint32_t i = 0; i < d->pet->bone_count; i++) {
        const maq_pet_bone *bone = &d->pet->bones[i];
        mq_node *item = mq_put_object(array, NULL);
        put_text(d, item, "name", bone->name);
        put_id(item, "parent", bone->parent);
        if (matrices)
            mq_put_floats(item, "matrix", bone->matrix, 12);
        if (matrices && section->encoding.minor >= 3)
            mq_put_float(item, "extra", bone->extra);
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
        put_id(item, "bone", animation->id);
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
            put_hex(d, item, "pad", vertex->pad, sizeof vertex->pad);
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
            const maq_pet_skin *skin = &mesh.skins[i];
            mq_node *item = mq_put_object(array, NULL);
            mq_put_integer(item, "bone", skin->bone);
            put_hex(d, item, "pad", skin->pad, sizeof skin->pad);
            mq_put_integer(item, "first_vertex", skin->first_vertex);
            mq_put_integer(item, "vertex_count", skin->vertex_count);
            mq_put_integer(item, "first_triangle", skin->first_triangle);
            mq_put_integer(item, "triangle_count", skin->triangle_count);
        }
        mq_put_text(object, "indices", mesh.absolute ? "absolute" : "relative");
    }
    describe_vertices(d, object, &mesh, skins);
    describe_triangles(object, &mesh);
}

static void describe_faces(description *d, mq_node *object) {
    mq_node *array = mq_put_array(object, "faces");
    for (uint32_t i = 0; i < d->pet->face_count; i++) {
        mq_node *item = mq_put_object(array, NULL);
        mq_put_integer(item, "group", d->pet->faces[i].group);
        put_name(d, item, "name", d->pet->faces[i].name);
        put_name(d, item, "texture", d->pet->faces[i].texture);
    }
}

static void describe_frames(description *d, mq_node *object) {
    bool client = mq_pet_is_client(&mq_pet_find_section(d->pet, MAQ_PET_FRAM)->encoding);
    mq_node *array = mq_put_array(object, "frames");
    for (uint32_t i = 0; i < d->pet->frame_count; i++) {
        const maq_pet_frame *frame = &d->pet->frames[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_put_integer(item, "number", frame->number);
        mq_node *script = mq_put_array(item, "script");
        for (unsigned k = 0; k < (client ? 3 : 1); k++)
            put_text(d, script, NULL, frame->script[k]);
        if (!client)
            mq_put_floats(item, "vector", frame->vector, 3);
        else if (frame->has_check)
            mq_put_integer(item, "check", frame->check);
    }
}

static void describe_motions(description *d, mq_node *object) {
    bool client = mq_pet_is_client(&mq_pet_find_section(d->pet, MAQ_PET_MOTI)->encoding);
    mq_node *array = mq_put_array(object, "motions");
    for (uint32_t i = 0; i < d->pet->motion_count; i++) {
        const maq_pet_motion *motion = &d->pet->motions[i];
        mq_node *item = mq_put_object(array, NULL);
        put_text(d, item, "name", motion->name);
        mq_put_integer(item, "start", motion->start);
        mq_put_integer(item, "end", motion->end);
        put_text(d, item, "next", motion->next);
        put_text(d, item, "method", motion->method);
        if (client)
            mq_put_float(item, "time", motion->time);
        put_text(d, item, "bone", motion->bone);
    }
}

static void describe_extras(description *d, mq_node *object) {
    char *row = MQ_NEW_ARRAY(d->scratch, char, PAIR_TEXT *(size_t)d->pet->extra_count);
    size_t length = 0;
    for (uint32_t i = 0; row && i < d->pet->extra_count; i++)
        length += (size_t)snprintf(row + length, PAIR_TEXT, "%s%" PRId32 "%s", i > 0 ? " " : "",
                                   d->pet->extras[i].bone, d->pet->extras[i].wide ? "w" : "");
    mq_put_bytes(object, "extra_bones", row ? row : "", length);
}

static void describe_boxes(description *d, mq_node *object) {
    const maq_pet_encoding *encoding = &mq_pet_find_section(d->pet, MAQ_PET_COLL)->encoding;
    mq_node *array = mq_put_array(object, "boxes");
    for (uint32_t i = 0; i < d->pet->box_count; i++) {
        const maq_pet_box *box = &d->pet->boxes[i];
        mq_node *item = mq_put_object(array, NULL);
        mq_put_integer(item, "shape", box->shape);
        mq_put_integer(item, "show", box->show);
        put_text(d, item, "name", box->name);
        put_text(d, item, "bone", box->bone);
        if (mq_pet_is_client(encoding)) {
            put_text(d, item, "option1", box->option[0]);
            put_text(d, item, "option2", box->option[1]);
        } else {
            mq_put_integer(item, "unknown_byte", box->unknown_byte);
            mq_put_integer(item, "unknown1", box->unknown[0]);
            mq_put_integer(item, "unknown2", box->unknown[1]);
        }
        mq_put_floats(item, "min", box->min, 3);
        mq_put_floats(item, "max", box->max, 3);
    }
}

static void describe_version(description *d, mq_node *object) {
    // All bytes, including those after the version.
    const maq_pet_section *section = mq_pet_find_section(d->pet, MAQ_PET_VERS);
    put_hex(d, object, "bytes", section->bytes, section->length);
}

void mq_pet_describe(const maq_document *document, mq_node *object) {
    static void (*const describers[MAQ_PET_KNOWN_TAGS])(description *, mq_node *) = {
        [MAQ_PET_VERS] = describe_version,    [MAQ_PET_TEXT] = describe_textures,
        [MAQ_PET_SMTL] = describe_materials,  [MAQ_PET_BONE] = describe_bones,
        [MAQ_PET_ANIM] = describe_animations, [MAQ_PET_MESH] = describe_mesh,
        [MAQ_PET_FANM] = describe_faces,      [MAQ_PET_FRAM] = describe_frames,
        [MAQ_PET_MOTI] = describe_motions,    [MAQ_PET_EXTR] = describe_extras,
        [MAQ_PET_COLL] = describe_boxes,
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
        put_text(&d, item, "section", (maq_pet_text){section->name, 4});
        if (section->declared_length != section->length)
            mq_put_integer(item, "declared_length", section->declared_length);
        if (section->state == MAQ_PET_DECODED)
            describers[section->tag](&d, item);
        else
            put_hex(&d, item, "bytes", section->bytes, section->length);
    }
    if (d.pet->tail_length > 0)
        put_hex(&d, object, "tail", d.pet->tail, d.pet->tail_length);
    mq_arena_end_scratch(arena, d.scratch);
}
