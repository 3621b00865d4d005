// SPDX-License-Identifier: MIT
//
// Textures of WZA that are folders of frames. Which file shows a frame is the format's own question.
#include <string.h>

#include "maquette/wza.h"
#include "picture/texture_priv.h"

// The files of one place, for the format.
typedef struct sequence_files {
    mq_texture_work *work;
    const char *place;
} sequence_files;

static bool list(void *context, const char *folder,
                 void (*found)(void *found_context, const char *name), void *found_context) {
    const sequence_files *files = context;
    const mq_texture_source *source = files->work->places.source;
    const char *path = mq_arena_format(files->work->textures->arena, "%s/%s", files->place, folder);
    // A folder that is not there has no files: the format tells what is missing.
    if (path)
        source->list(source->context, path, found, found_context);
    return path != NULL;
}

static bool flag(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_BOOL && value->as.boolean;
}

// The texture block of the file, as the scene's extras keep it. False for others.
static bool block_of(mq_texture_work *work, const maq_scene_material *material,
                     maq_wza_texture *out) {
    const maq_value *own = maq_value_find(material->extras, "wza");
    const maq_value *name = maq_value_find(own, "name");
    double normal_map = 0;
    maq_value_number(maq_value_find(own, "normal_map"), &normal_map);
    bool cut = false;
    if (!name || name->kind != MAQ_VALUE_TEXT || !flag(own, "animated"))
        return false;
    *out = (maq_wza_texture){
        .name = mq_texture_clean_name(work->textures->arena, name->as.text.bytes, &cut),
        .animated = true,
        .normal_map = normal_map != 0,
        .specular_map = flag(own, "specular_map"),
        .team_mask = flag(own, "team_mask"),
        .offset = MAQ_WZA_NO_OFFSET};
    if (cut && out->name)
        MQ_TEXTURE_TELL(work, NAME_CUT, "the folder \"%s\" is looked for as \"%s\"",
                        name->as.text.bytes, out->name);
    return out->name != NULL;
}

static bool shows(const maq_scene_channel *channel, uint32_t material) {
    return channel->path == MAQ_CHANNEL_TEXTURE_FRAME && channel->target == material;
}

// The frames that the clips show, as the points of an animation; at rest it is frame 0.
static uint32_t collect(const mq_texture_work *work, uint32_t material, maq_wza_point **points) {
    const maq_scene *scene = work->scene;
    size_t room = 1;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        for (uint32_t k = 0; k < scene->clips[i].channel_count; k++) {
            const maq_scene_channel *channel = &scene->clips[i].channels[k];
            room += shows(channel, material) ? channel->key_count : 0;
        }
    }
    uint32_t count = 0;
    *points = MQ_NEW_ARRAY(work->textures->arena, maq_wza_point, room);
    if (!*points)
        return 0;
    (*points)[count++] = (maq_wza_point){.kind = MAQ_WZA_TEXTURE, .offset = MAQ_WZA_NO_OFFSET};
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        for (uint32_t k = 0; k < scene->clips[i].channel_count; k++) {
            const maq_scene_channel *channel = &scene->clips[i].channels[k];
            for (uint32_t key = 0; shows(channel, material) && key < channel->key_count; key++) {
                float frame = channel->values[key];
                if (frame > 0 && frame < 2147483648.0f)
                    (*points)[count++] = (maq_wza_point){.kind = MAQ_WZA_TEXTURE,
                                                         .frame = (int32_t)frame,
                                                         .offset = MAQ_WZA_NO_OFFSET};
            }
        }
    }
    return count;
}

static void ask_frames(mq_texture_work *work, uint32_t material, const char *place,
                       const maq_wza *wza, const maq_wza_images *images) {
    static const maq_wza_map maps[] = {MAQ_WZA_DIFFUSE, MAQ_WZA_NORMAL, MAQ_WZA_TEAM};
    static const maq_texture_role roles[] = {MAQ_TEXTURE_DIFFUSE, MAQ_TEXTURE_NORMAL,
                                             MAQ_TEXTURE_TEAM_MASK};
    const maq_wza_animation *asked = wza->animations;
    for (uint32_t i = 0; i < asked->point_count; i++) {
        for (size_t k = 0; k < sizeof maps / sizeof maps[0]; k++) {
            int32_t frame = asked->points[i].frame;
            const char *name = maq_wza_image(images, maps[k], frame);
            if (!name)
                continue;
            // An image of normals that is there for its alpha alone is one of shine.
            bool shine = maps[k] == MAQ_WZA_NORMAL && wza->texture.normal_map == 0;
            mq_texture_request request = {
                .material = material,
                .role = shine ? MAQ_TEXTURE_SPECULAR : roles[k],
                .frame = (uint32_t)frame,
                .path = mq_arena_format(work->textures->arena, "%s/%s", place, name)};
            mq_texture_ask(work, &request);
        }
    }
}

bool mq_texture_ask_sequence(mq_texture_work *work, uint32_t material) {
    maq_wza_animation asked = {0};
    maq_wza wza = {.animation_count = 1, .animations = &asked};
    if (!block_of(work, &work->scene->materials[material], &wza.texture))
        return false;
    maq_wza_point *points;
    asked.point_count = collect(work, material, &points);
    asked.points = points;
    // The first place that has frame 0, or else the last one, whose lack is told.
    for (size_t i = 0; points && i < work->places.count; i++) {
        sequence_files context = {work, work->places.items[i].folder.path};
        maq_wza_files files = {&context, list};
        maq_wza_images *images;
        maq_status status = maq_wza_images_find(&wza, &files, work->options.memory, &images);
        if (status != MAQ_OK) {
            mq_arena_fail(work->textures->arena, status);
            return true;
        }
        bool last = i + 1 == work->places.count;
        bool there = maq_wza_image(images, MAQ_WZA_DIFFUSE, INT32_MAX) != NULL;
        if (there || last) {
            const maq_findings *missing = maq_wza_images_findings(images);
            for (size_t k = 0; k < missing->count; k++)
                mq_add_finding(&work->textures->findings, missing->items[k].rule, MAQ_NO_OFFSET, 0,
                               "%s", missing->items[k].message);
            ask_frames(work, material, context.place, &wza, images);
        }
        maq_wza_images_free(images);
        if (there)
            break;
    }
    return true;
}
