// SPDX-License-Identifier: MIT
//
// What is in a PIE model, in the terms that all formats share.
#include <inttypes.h>

#include "base/info.h"
#include "formats/pie/pie_scene.h"

static const char *const roles[PIE_MAP_COUNT][PIE_TILESET_COUNT] = {
    {"diffuse", "diffuse.urban", "diffuse.rockies"},
    {"team_mask", "team_mask.urban", "team_mask.rockies"},
    {"normal", "normal.urban", "normal.rockies"},
    {"specular", "specular.urban", "specular.rockies"},
};

static void add_material(mq_info *info, const pie_resolved_material *material) {
    const char *name;
    size_t length = mq_pie_material_name(material, &name);
    mq_node *textures = mq_info_add_material(info, (mq_info_text){name, length});
    for (int tileset = 0; tileset < PIE_TILESET_COUNT; tileset++) {
        for (int map = 0; map < PIE_MAP_COUNT; map++) {
            char derived[PIE_NAME_MAX];
            const char *file = mq_pie_material_file(material, (maq_pie_map)map, tileset, derived);
            if (file)
                mq_put_text(textures, roles[map][tileset], file);
        }
    }
}

static uint64_t triangle_count(const maq_pie_polygons *polygons) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < polygons->count; i++)
        count += mq_pie_fan_size(polygons->items[i].corner_count);
    return count;
}

static bool is_textured(const maq_pie_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (polygons->items[i].flags & MAQ_PIE_FACE_TEXTURED)
            return true;
    }
    return false;
}

static void add_meshes(mq_info *info, const maq_pie *pie, const pie_resolved_material *materials) {
    mq_arena *arena = mq_node_arena(info->object);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        const char *name = mq_arena_format(arena, "level %" PRIu32, i + 1);
        mq_info_mesh_summary mesh = {.name = mq_info_string(name),
                                     .vertices = level->point_count,
                                     .triangles = triangle_count(&level->polygons),
                                     .uv_sets = is_textured(&level->polygons),
                                     .material =
                                         materials ? (int64_t)materials[i].material : MQ_INFO_NONE};
        mq_info_add_mesh(info, &mesh);
        if (level->shadow_point_count == 0 && level->shadow_polygons.count == 0)
            continue;
        name = mq_arena_format(arena, "level %" PRIu32 " shadow", i + 1);
        mesh = (mq_info_mesh_summary){.name = mq_info_string(name),
                                      .role = "shadow",
                                      .vertices = level->shadow_point_count,
                                      .triangles = triangle_count(&level->shadow_polygons),
                                      .material = MQ_INFO_NONE};
        mq_info_add_mesh(info, &mesh);
    }
    mq_info_end_meshes(info);
    uint32_t next = 0;
    for (uint32_t i = 0; materials && i < pie->level_count; i++) {
        if (materials[i].material == next) {
            add_material(info, &materials[i]);
            next++;
        }
    }
}

// As models are ordinarily drawn: the number is the time of all frames together.
static double texture_cycle(const maq_pie *pie, const maq_pie_polygon *polygon) {
    return mq_pie_cycle(pie->version, polygon->rate) / 1000;
}

// The texture animations of all levels are one clip, as in a scene; the longest decides. NULL: there is
// none that the game plays.
static const maq_pie_polygon *slowest_texture(const maq_pie *pie) {
    const maq_pie_polygon *slowest = NULL;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_polygon *polygon = mq_pie_first_animated(&pie->levels[i].polygons);
        if (polygon && mq_pie_frames_usable(polygon->frames, texture_cycle(pie, polygon)) &&
            (!slowest || texture_cycle(pie, polygon) > texture_cycle(pie, slowest)))
            slowest = polygon;
    }
    return slowest;
}

static void add_clips(mq_info *info, const maq_pie *pie) {
    const maq_pie_animation *longest = NULL;
    double length = 0;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_animation *animation = &pie->levels[i].animation;
        double own = (double)animation->time * animation->frame_count;
        if (animation->present && animation->frame_count > 0 && (!longest || own > length)) {
            longest = animation;
            length = own;
        }
    }
    if (longest)
        mq_info_add_clip(info, &(mq_info_clip_summary){.name = mq_info_string("animation"),
                                                       .seconds = length / 1000,
                                                       .frames = longest->frame_count,
                                                       .rate = 1000.0 / longest->time,
                                                       .loop = longest->cycles == 0});
    const maq_pie_polygon *slowest = slowest_texture(pie);
    if (slowest) {
        double cycle = texture_cycle(pie, slowest);
        mq_info_add_clip(info, &(mq_info_clip_summary){.name = mq_info_string("texture animation"),
                                                       .seconds = cycle,
                                                       .frames = slowest->frames,
                                                       .rate = slowest->frames / cycle,
                                                       .loop = true});
    }
}

static void add_attachments(mq_info *info, const maq_pie *pie) {
    mq_arena *arena = mq_node_arena(info->object);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        for (uint32_t k = 0; k < level->connector_count; k++) {
            const maq_pie_connector *connector = &level->connectors[k];
            const char *name =
                i == 0
                    ? mq_arena_format(arena, "connector %" PRIu32, k + 1)
                    : mq_arena_format(arena, "level %" PRIu32 " connector %" PRIu32, i + 1, k + 1);
            // The z of a connector is the y of points.
            const float position[3] = {(float)connector->x, (float)connector->z,
                                       (float)connector->y};
            mq_info_add_attachment(info, mq_info_string(name), position);
        }
    }
}

void mq_pie_info(const maq_document *document, mq_node *object) {
    const maq_pie *pie = document->content;
    mq_info info = mq_info_begin(object);
    add_meshes(&info, pie, mq_pie_resolve_materials(pie, mq_node_arena(object)));
    add_clips(&info, pie);
    add_attachments(&info, pie);
    for (uint32_t i = 0; i < pie->event_count; i++)
        mq_info_add_event(&info, mq_pie_event_name(mq_node_arena(object), pie->events[i].number),
                          pie->events[i].file);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        for (uint32_t k = 0; k < pie->levels[i].point_count; k++) {
            const maq_pie_point *point = &pie->levels[i].points[k];
            mq_info_add_point(&info, (const float[3]){point->x, point->y, point->z});
        }
    }
    mq_info_end(&info);
}

void mq_pie_counts(const maq_document *document, mq_counts *out) {
    const maq_pie *pie = document->content;
    bool animated = false;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        out->meshes += level->shadow_point_count || level->shadow_polygons.count ? 2 : 1;
        animated = animated || (level->animation.present && level->animation.frame_count > 0);
    }
    out->clips += animated;
    out->clips += slowest_texture(pie) != NULL;
}
