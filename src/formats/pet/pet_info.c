// SPDX-License-Identifier: MIT
//
// The summary of a puppet.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/info.h"
#include "formats/pet/pet_rest_pose.h"
#include "formats/pet/pet_scene.h"

typedef struct summary {
    const maq_pet *pet;
    mq_info info;
    mq_arena *scratch;
    maq_pet_mesh mesh;
    bool has_mesh;
} summary;

static mq_info_text utf8(summary *s, maq_pet_text text) {
    return mq_info_string(mq_pet_to_utf8(s->scratch, text));
}

static void put(summary *s, mq_node *object, const char *key, maq_pet_text text) {
    mq_put_text(object, key, mq_pet_to_utf8(s->scratch, text));
}

// ------------------------------------------------------------------------------ meshes, materials

// One skin, or the whole mesh where there are none.
static void add_mesh(summary *s, mq_info_text name, uint32_t vertices, uint32_t first,
                     uint32_t count) {
    const maq_pet_mesh *mesh = &s->mesh;
    uint32_t left = first < mesh->triangle_count ? mesh->triangle_count - first : 0;
    uint32_t end = first + (count < left ? count : left), sets = 0;
    // Triangles of one mesh may have different textures.
    int64_t material = left > 0 && count > 0 ? mesh->triangles[first].texture : MQ_INFO_NONE;
    for (uint32_t i = first; i < end; i++) {
        if (mesh->triangles[i].texture != material)
            material = MQ_INFO_NONE;
        for (unsigned k = 0; k < 3; k++) {
            uint32_t own = mesh->triangles[i].corners[k].uv_count;
            sets = own > sets ? own : sets;
        }
    }
    if (material >= s->pet->texture_count)
        material = MQ_INFO_NONE;
    mq_info_add_mesh(&s->info, &(mq_info_mesh_summary){.name = name,
                                                       .vertices = vertices,
                                                       .triangles = count,
                                                       .uv_sets = sets,
                                                       .material = material,
                                                       .skinned = s->pet->bone_count > 0});
}

static void add_meshes(summary *s) {
    const maq_pet *pet = s->pet;
    if (s->has_mesh && s->mesh.skin_count == 0)
        add_mesh(s, mq_info_string(PET_MESH_NAME), pet->mesh.vertex_count, 0,
                 pet->mesh.triangle_count);
    for (uint32_t i = 0; s->has_mesh && i < s->mesh.skin_count; i++) {
        const maq_pet_skin *skin = &s->mesh.skins[i];
        char number[32];
        snprintf(number, sizeof number, "skin %" PRIu32, i + 1);
        add_mesh(s,
                 skin->bone < pet->bone_count ? utf8(s, pet->bones[skin->bone].name)
                                              : mq_info_string(number),
                 skin->vertex_count, skin->first_triangle, skin->triangle_count);
    }
    mq_info_end_meshes(&s->info);
}

static void add_material(summary *s, const maq_pet_texture *texture) {
    char bytes[PET_TEXTURE_SIZE];
    maq_pet_text name = mq_pet_texture_name(texture, s->pet->layout, bytes);
    pet_texture_flags flags = mq_pet_texture_flags(name);
    const char *file = mq_pet_to_utf8(s->scratch, name);
    mq_node *textures = mq_info_add_material(&s->info, mq_info_stem(file));
    mq_node *material = s->info.material;
    if (!flags.untextured) {
        mq_put_text(textures, flags.specular ? "specular" : "diffuse", file);
        if (flags.masked)
            mq_put_text(textures, "mask", mq_pet_mask_name(s->scratch, file));
    }
    // Fields that the name takes up have the values of a texture without them.
    bool plain = mq_pet_has_long_name(texture, s->pet->layout);
    char colour[16];
    snprintf(colour, sizeof colour, "%08" PRIx32, plain ? UINT32_MAX : texture->diffuse);
    mq_put_text(material, "colour", colour);
    mq_put_bool(material, "two_sided", flags.two_sided);
    mq_put_integer(material, "group", plain ? 0 : texture->group);
}

// ---------------------------------------------------------------------- clips, boxes and events

static void add_clips(summary *s) {
    const maq_pet *pet = s->pet;
    // Keys without motions are one clip.
    if (pet->motion_count == 0 && pet->animation_count > 0) {
        double seconds = mq_pet_last_key(pet);
        int64_t frames =
            seconds < 1e9 ? (int64_t)floor(seconds * PET_FRAMES_PER_SECOND + 0.5) + 1 : 0;
        mq_info_add_clip(&s->info, &(mq_info_clip_summary){.name = mq_info_string("animation"),
                                                           .seconds = seconds,
                                                           .frames = frames,
                                                           .rate = PET_FRAMES_PER_SECOND});
    }
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        const maq_pet_motion *motion = &pet->motions[i];
        int64_t length = (int64_t)motion->end - motion->start;
        mq_node *clip = mq_info_add_clip(
            &s->info,
            &(mq_info_clip_summary){.name = utf8(s, motion->name),
                                    .seconds = (double)length / PET_FRAMES_PER_SECOND,
                                    .frames = length + 1,
                                    .rate = PET_FRAMES_PER_SECOND,
                                    .loop = mq_pet_same_text(motion->name, motion->next)});
        mq_put_integer(clip, "start", motion->start);
        mq_put_integer(clip, "end", motion->end);
        put(s, clip, "next", motion->next);
        put(s, clip, "method", motion->method);
        mq_put_float(clip, "blend_time", motion->time);
        put(s, clip, "bone", motion->bone);
    }
}

static void add_event(summary *s, const maq_pet_frame *frame) {
    mq_node *event = mq_put_object(s->info.events, NULL);
    mq_put_integer(event, "frame", frame->number);
    mq_put_double(event, "time", (double)frame->number / PET_FRAMES_PER_SECOND);
    const char *parts[3];
    for (unsigned k = 0; k < 3; k++)
        parts[k] = mq_pet_to_utf8(s->scratch, frame->script[k]);
    mq_put_text(event, "script",
                mq_arena_format(s->scratch, "%s%s%s", parts[0], parts[1], parts[2]));
}

// In model space and the axes of the file.
static void add_points(summary *s) {
    pet_rest_pose pose;
    if (!s->has_mesh || !mq_pet_rest_pose(s->pet, &s->mesh, s->scratch, &pose))
        return;
    for (uint32_t i = 0; i < s->mesh.vertex_count; i++) {
        mq_vec3 position;
        float point[3];
        mq_pet_rest_position(&pose, i, &position);
        mq_pet_set_vec3(point, position);
        mq_info_add_point(&s->info, point);
    }
}

// --------------------------------------------------------------------------- keys of puppets only

static void put_own_keys(summary *s, mq_node *object) {
    const maq_pet *pet = s->pet;
    // As the file says, and as it is read where that differs.
    char version[16], form[16];
    snprintf(form, sizeof form, "1.%" PRIu32, pet->minor);
    snprintf(version, sizeof version, "%u.%u", pet->version[1], pet->version[0]);
    mq_put_text(object, "pet_version", pet->has_version ? version : form);
    if (pet->has_version && strcmp(version, form) != 0)
        mq_put_text(object, "read_as", form);
    mq_put_text(object, "layout", mq_pet_layout_name(pet->layout));
    mq_node *faces = mq_put_array(object, "faces");
    for (uint32_t i = 0; i < pet->face_count; i++) {
        mq_node *face = mq_put_object(faces, NULL);
        put(s, face, "name", mq_pet_name_text(pet->faces[i].name));
        put(s, face, "texture", mq_pet_name_text(pet->faces[i].texture));
        mq_put_integer(face, "group", pet->faces[i].group);
    }
    mq_node *materials = mq_put_array(object, "specular_materials");
    for (uint32_t i = 0; i < pet->material_count; i++) {
        mq_node *material = mq_put_object(materials, NULL);
        put(s, material, "name", pet->materials[i].name);
        mq_put_integer(material, "values", pet->materials[i].value_count);
    }
    mq_node *extras = mq_put_array(object, "extra_bones");
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_put_integer(extras, NULL, pet->extras[i].bone);
    mq_node *sections = mq_put_array(object, "sections");
    for (uint32_t i = 0; i < pet->section_count; i++) {
        static const char *const states[] = {"decoded", "raw", "duplicate"};
        mq_node *section = mq_put_object(sections, NULL);
        put(s, section, "name", (maq_pet_text){pet->sections[i].name, 4});
        mq_put_integer(section, "bytes", (int64_t)pet->sections[i].length);
        mq_put_text(section, "state", states[pet->sections[i].state]);
    }
}

void mq_pet_info(const maq_document *document, mq_node *object) {
    const maq_pet *pet = document->content;
    mq_arena *arena = mq_node_arena(object);
    summary s = {.pet = pet, .info = mq_info_begin(object), .scratch = mq_arena_scratch(arena)};
    if (!s.scratch)
        return;
    s.has_mesh = mq_pet_mesh_decode(pet, s.scratch, &s.mesh);
    add_meshes(&s);
    for (uint32_t i = 0; i < pet->texture_count; i++)
        add_material(&s, &pet->textures[i]);
    for (uint32_t i = 0; i < pet->bone_count; i++)
        mq_info_add_joint(&s.info, utf8(&s, pet->bones[i].name), pet->bones[i].parent.bone);
    add_clips(&s);
    for (uint32_t i = 0; i < pet->box_count; i++) {
        const maq_pet_box *box = &pet->boxes[i];
        put(&s, mq_info_add_box(&s.info, utf8(&s, box->name), box->min, box->max), "bone",
            box->bone);
    }
    for (uint32_t i = 0; i < pet->frame_count; i++)
        add_event(&s, &pet->frames[i]);
    add_points(&s);
    mq_info_end(&s.info);
    put_own_keys(&s, object);
    mq_arena_end_scratch(arena, s.scratch);
}

void mq_pet_count(const maq_document *document, mq_counts *out) {
    const maq_pet *pet = document->content;
    out->meshes = pet->mesh.skin_count ? pet->mesh.skin_count : pet->mesh.vertex_count > 0;
    out->clips = pet->motion_count ? pet->motion_count : pet->animation_count > 0;
}
