// SPDX-License-Identifier: MIT
//
// What is in a puppet, in the terms that all formats share.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/pet/pet_pose.h"

typedef struct info_work {
    const maq_pet *pet;
    mq_arena *scratch;
    pet_converter converter;
    maq_pet_mesh mesh;
    bool has_mesh;
} info_work;

static const char *utf8(info_work *work, maq_pet_text text) {
    return mq_pet_convert_in(&work->converter, work->scratch, text.bytes, text.length);
}

static void put(info_work *work, mq_node *object, const char *key, maq_pet_text text) {
    mq_put_text(object, key, utf8(work, text));
}

// ------------------------------------------------------------------------------ meshes, materials

// What one skin, or the whole mesh where there are none, comes to.
typedef struct mesh_part {
    const char *name;
    uint32_t vertices, first_triangle, triangle_count;
} mesh_part;

static void put_mesh(const info_work *work, mq_node *meshes, const mesh_part *part) {
    const maq_pet_mesh *mesh = &work->mesh;
    uint32_t end = part->first_triangle;
    if (part->first_triangle < mesh->triangle_count) {
        uint32_t left = mesh->triangle_count - part->first_triangle;
        end += part->triangle_count < left ? part->triangle_count : left;
    }
    bool one = end > part->first_triangle && part->first_triangle < mesh->triangle_count;
    int64_t material = one ? mesh->triangles[part->first_triangle].texture : 0;
    uint32_t sets = 0;
    for (uint32_t i = part->first_triangle; i < end; i++) {
        one &= mesh->triangles[i].texture == material;
        for (unsigned k = 0; k < 3; k++)
            sets = mesh->triangles[i].corners[k].uv_count > sets
                       ? mesh->triangles[i].corners[k].uv_count
                       : sets;
    }
    mq_node *object = mq_put_object(meshes, NULL);
    mq_put_text(object, "name", part->name);
    mq_put_text(object, "role", "visual");
    mq_put_integer(object, "vertices", part->vertices);
    mq_put_integer(object, "triangles", part->triangle_count);
    // Triangles of one mesh may have different textures.
    if (one && material < work->pet->texture_count)
        mq_put_integer(object, "material", material);
    else
        mq_put_null(object, "material");
    mq_put_integer(object, "uv_sets", sets);
    mq_put_integer(object, "shapes", 0);
    mq_put_bool(object, "skinned", work->pet->bone_count > 0);
}

static void put_meshes(info_work *work, mq_node *object) {
    const maq_pet *pet = work->pet;
    mq_node *meshes = mq_put_array(object, "meshes");
    if (work->has_mesh && work->mesh.skin_count == 0)
        put_mesh(work, meshes,
                 &(mesh_part){"mesh", pet->mesh.vertex_count, 0, pet->mesh.triangle_count});
    for (uint32_t i = 0; work->has_mesh && i < work->mesh.skin_count; i++) {
        const maq_pet_skin *skin = &work->mesh.skins[i];
        char number[32];
        snprintf(number, sizeof number, "skin %" PRIu32, i + 1);
        put_mesh(work, meshes,
                 &(mesh_part){skin->bone < pet->bone_count ? utf8(work, pet->bones[skin->bone].name)
                                                           : number,
                              skin->vertex_count, skin->first_triangle, skin->triangle_count});
    }
    mq_put_integer(object, "vertex_count", pet->mesh.vertex_count);
    mq_put_integer(object, "triangle_count", pet->mesh.triangle_count);
}

// Render flags stand in front of the name; '[' and '+' ask for a mask beside the texture.
static void put_material(info_work *work, mq_node *array, const maq_pet_texture *texture) {
    const char *file = utf8(work, mq_pet_name_text(texture->name));
    const char *dot = strrchr(file, '.');
    size_t stem = dot && dot != file ? (size_t)(dot - file) : strlen(file);
    mq_node *material = mq_put_object(array, NULL);
    mq_put_bytes(material, "name", file, stem);
    mq_node *textures = mq_put_object(material, "textures");
    if (strcmp(file, "null") != 0 && *file != '\0') {
        mq_put_text(textures, file[0] == '!' ? "specular" : "diffuse", file);
        bool dds = dot && strlen(dot) == 4 && (dot[1] | 32) == 'd' && (dot[2] | 32) == 'd';
        if (strpbrk(file, "[+") && !dds) {
            const char *mask = mq_arena_format(work->scratch, "%.*s_mask%s", (int)stem, file,
                                               dot && dot != file ? dot : "");
            mq_put_text(textures, "mask", mask);
        }
    }
    char colour[16];
    snprintf(colour, sizeof colour, "%08" PRIx32, texture->diffuse);
    mq_put_text(material, "colour", colour);
    mq_put_bool(material, "two_sided", strstr(file, "2#") != NULL);
    mq_put_integer(material, "group", texture->group);
}

static void put_materials(info_work *work, mq_node *object) {
    mq_node *array = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < work->pet->texture_count; i++)
        put_material(work, array, &work->pet->textures[i]);
}

// ---------------------------------------------------------------------------- joints, clips, boxes

static void put_joints(info_work *work, mq_node *object) {
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < work->pet->bone_count; i++) {
        mq_node *joint = mq_put_object(joints, NULL);
        put(work, joint, "name", work->pet->bones[i].name);
        mq_put_integer(joint, "parent", work->pet->bones[i].parent.bone);
    }
}

static mq_node *put_clip(mq_node *clips, const char *name, double duration, int64_t frames,
                         bool loop) {
    mq_node *clip = mq_put_object(clips, NULL);
    mq_put_text(clip, "name", name);
    mq_put_double(clip, "duration", duration);
    mq_put_integer(clip, "frames", frames);
    mq_put_double(clip, "rate", PET_FRAMES_PER_SECOND);
    mq_put_bool(clip, "loop", loop);
    return clip;
}

static void put_clips(info_work *work, mq_node *object) {
    const maq_pet *pet = work->pet;
    mq_node *clips = mq_put_array(object, "clips");
    // Keys that no motion cuts up are one clip.
    if (pet->motion_count == 0 && pet->animation_count > 0) {
        double duration = mq_pet_last_key(pet);
        int64_t frames =
            duration < 1e9 ? (int64_t)floor(duration * PET_FRAMES_PER_SECOND + 0.5) + 1 : 0;
        put_clip(clips, "animation", duration, frames, false);
    }
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        const maq_pet_motion *motion = &pet->motions[i];
        int64_t length = (int64_t)motion->end - motion->start;
        mq_node *clip =
            put_clip(clips, utf8(work, motion->name), (double)length / PET_FRAMES_PER_SECOND,
                     length + 1, mq_pet_same_text(motion->name, motion->next));
        mq_put_integer(clip, "start", motion->start);
        mq_put_integer(clip, "end", motion->end);
        put(work, clip, "next", motion->next);
        put(work, clip, "method", motion->method);
        mq_put_float(clip, "blend_time", motion->time);
        put(work, clip, "bone", motion->bone);
    }
}

static void put_boxes(info_work *work, mq_node *object) {
    mq_node *boxes = mq_put_array(object, "boxes");
    for (uint32_t i = 0; i < work->pet->box_count; i++) {
        const maq_pet_box *box = &work->pet->boxes[i];
        mq_node *item = mq_put_object(boxes, NULL);
        put(work, item, "name", box->name);
        put(work, item, "bone", box->bone);
        mq_put_floats(item, "min", box->min, 3);
        mq_put_floats(item, "max", box->max, 3);
    }
}

static void put_events(info_work *work, mq_node *object) {
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < work->pet->frame_count; i++) {
        const maq_pet_frame *frame = &work->pet->frames[i];
        mq_node *event = mq_put_object(events, NULL);
        mq_put_integer(event, "frame", frame->number);
        mq_put_double(event, "time", (double)frame->number / PET_FRAMES_PER_SECOND);
        const char *script =
            mq_arena_format(work->scratch, "%s%s%s", utf8(work, frame->script[0]),
                            utf8(work, frame->script[1]), utf8(work, frame->script[2]));
        mq_put_text(event, "script", script);
    }
}

// In the space of the model and the axes of the file.
static void put_bounds(info_work *work, mq_node *object) {
    mq_mat34 *rest = work->has_mesh ? mq_pet_rest(work->pet, work->scratch) : NULL;
    float lowest[3] = {INFINITY, INFINITY, INFINITY};
    float highest[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; rest && i < work->mesh.vertex_count; i++) {
        int32_t bone = mq_pet_first_bone(work->pet, &work->mesh, i);
        float at[3];
        memcpy(at, work->mesh.vertices[i].position, sizeof at);
        if (bone >= 0)
            mq_pet_set_vec3(at, mq_mat34_point(&rest[bone], mq_pet_vec3(at)));
        for (unsigned axis = 0; axis < 3; axis++) {
            lowest[axis] = at[axis] < lowest[axis] ? at[axis] : lowest[axis];
            highest[axis] = at[axis] > highest[axis] ? at[axis] : highest[axis];
        }
    }
    for (unsigned axis = 0; axis < 3; axis++) {
        if (!(lowest[axis] <= highest[axis])) {
            mq_put_null(object, "bounds");
            return;
        }
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", lowest, 3);
    mq_put_floats(bounds, "max", highest, 3);
}

// ------------------------------------------------------------------------- what only puppets have

static void put_own(info_work *work, mq_node *object) {
    const maq_pet *pet = work->pet;
    char version[8];
    snprintf(version, sizeof version, "1.%" PRIu32, pet->minor);
    mq_put_text(object, "pet_version", version);
    mq_put_text(object, "layout", mq_pet_layout_name(pet->layout));
    mq_node *faces = mq_put_array(object, "faces");
    for (uint32_t i = 0; i < pet->face_count; i++) {
        mq_node *face = mq_put_object(faces, NULL);
        put(work, face, "name", mq_pet_name_text(pet->faces[i].name));
        put(work, face, "texture", mq_pet_name_text(pet->faces[i].texture));
        mq_put_integer(face, "group", pet->faces[i].group);
    }
    mq_node *materials = mq_put_array(object, "specular_materials");
    for (uint32_t i = 0; i < pet->material_count; i++) {
        mq_node *material = mq_put_object(materials, NULL);
        put(work, material, "name", pet->materials[i].name);
        mq_put_integer(material, "values", pet->materials[i].value_count);
    }
    mq_node *extras = mq_put_array(object, "extra_bones");
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_put_integer(extras, NULL, pet->extras[i].bone);
    mq_node *sections = mq_put_array(object, "sections");
    for (uint32_t i = 0; i < pet->section_count; i++) {
        static const char *const states[] = {"decoded", "raw", "spare"};
        mq_node *section = mq_put_object(sections, NULL);
        put(work, section, "name", (maq_pet_text){pet->sections[i].name, 4});
        mq_put_integer(section, "bytes", (int64_t)pet->sections[i].length);
        mq_put_text(section, "state", states[pet->sections[i].state]);
    }
}

void mq_pet_info(const maq_document *document, mq_node *object) {
    info_work work = {.pet = document->content, .scratch = mq_arena_new(NULL)};
    if (!work.scratch)
        return;
    mq_pet_converter_open(&work.converter);
    work.has_mesh = mq_pet_mesh_decode(work.pet, work.scratch, &work.mesh);
    put_meshes(&work, object);
    put_materials(&work, object);
    put_joints(&work, object);
    put_clips(&work, object);
    mq_put_array(object, "attachments");
    put_boxes(&work, object);
    put_events(&work, object);
    put_bounds(&work, object);
    put_own(&work, object);
    mq_pet_converter_close(&work.converter);
    mq_arena_free(work.scratch);
}
