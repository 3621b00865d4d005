// SPDX-License-Identifier: MIT
//
// A PIE document as a scene: a node and a mesh for each level, its connectors and shadow below it.
#include "formats/pie/pie_to_scene.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "formats/extras_numbers.h"
#include "formats/pie/pie_comments.h"
#include "formats/pie/pie_materials.h"
#include "scene/geometry.h"

// How many keys all texture animations may have together: their number is not that of anything
// else in the file.
#define MAX_TEXTURE_KEYS (1U << 16)

// What makes a material. Filled over zeros: equal ones are the same bytes.
typedef struct material_row {
    double rate;
    int32_t frames; // 0: not animated
    float width, height;
    uint32_t resolved, blend, class;
} material_row;

typedef struct to_scene {
    mq_arena *arena;
    mq_arena *scratch; // for what is freed with the work
    mq_scene_builder *builder;
    const maq_pie *pie;
    const pie_resolved_material *resolved;
    uint32_t **materials;          // by level and polygon
    const material_row *rows;      // the materials that levels need, some more than once
    const uint32_t *row_materials; // their numbers
    uint32_t row_count;
} to_scene;

// ----------------------------------------------------------------------------------------- extras

static void put_settings(mq_node *object, const maq_pie_settings *settings) {
    if (settings->has_type)
        mq_put_integer(object, "type", settings->type);
    if (settings->has_interpolate)
        mq_put_integer(object, "interpolate", settings->interpolate);
}

static void put_obsolete(mq_node *object, const maq_pie_level *level) {
    if (level->materials.present)
        mq_extras_put_floats(object, "materials", level->materials.value, 10);
    if (level->shaders.present) {
        mq_node *shaders = mq_put_object(object, "shaders");
        mq_put_integer(shaders, "number", level->shaders.number);
        mq_put_text(shaders, "vertex", level->shaders.vertex_file);
        mq_put_text(shaders, "fragment", level->shaders.fragment_file);
    }
}

// The comments of the head (level 0) or of a level.
static void put_comments(mq_node *object, const maq_pie *pie, uint32_t level) {
    mq_node *comments = NULL;
    for (uint32_t i = 0; i < pie->comment_count; i++) {
        const maq_pie_comment *comment = &pie->comments[i];
        if (comment->level != level)
            continue;
        comments = comments ? comments : mq_put_array(object, "comments");
        mq_node *row = mq_put_object(comments, NULL);
        mq_put_text(row, "section", mq_pie_section_name(comment->section));
        mq_put_integer(row, "row", comment->row);
        mq_put_text(row, "text", comment->text);
    }
}

// -------------------------------------------------------------------------------------- materials

// `timed` is the first animated polygon of the level: the game uses its frames and rate, and
// only the size from each.
static material_row row_of(const to_scene *work, uint32_t level, const maq_pie_polygon *polygon,
                           const maq_pie_polygon *timed) {
    material_row row;
    memset(&row, 0, sizeof row);
    row.resolved = work->resolved[level].material;
    row.blend = mq_pie_blend(mq_pie_level_type(work->pie, &work->pie->levels[level]));
    row.class = polygon ? mq_pie_class(polygon) : 0;
    if (row.class & PIE_CLASS_ANIMATED) {
        row.frames = timed->frames;
        row.rate = timed->rate;
        row.width = polygon->width / mq_pie_page_size(work->pie->version);
        row.height = polygon->height / mq_pie_page_size(work->pie->version);
    }
    return row;
}

static const char *material_name(const to_scene *work, const pie_resolved_material *resolved,
                                 const material_row *row) {
    const char *stem;
    size_t length = mq_pie_material_name(resolved, &stem);
    return mq_arena_format(work->arena, "%.*s%s%s%s", length < 4096 ? (int)length : 4096, stem,
                           row->blend == MAQ_BLEND_ADDITIVE        ? " additive"
                           : row->blend == MAQ_BLEND_PREMULTIPLIED ? " premultiplied"
                                                                   : "",
                           row->class & PIE_CLASS_ANIMATED ? " animated" : "",
                           row->class & PIE_CLASS_TWO_SIDED ? " two-sided" : "");
}

static uint32_t add_material(const to_scene *work, const pie_resolved_material *resolved,
                             const material_row *row) {
    maq_scene_texture *textures = MQ_NEW_ARRAY(work->arena, maq_scene_texture, PIE_MAX_TEXTURES);
    if (!textures)
        return MAQ_SCENE_NONE;
    maq_scene_material material = mq_scene_material(material_name(work, resolved, row));
    material.texture_count = mq_pie_material_textures(work->arena, resolved, textures);
    if (material.texture_count == UINT32_MAX)
        return MAQ_SCENE_NONE;
    material.textures = textures;
    material.blend = (maq_blend)row->blend;
    material.two_sided = row->class & PIE_CLASS_TWO_SIDED;
    if (row->class & PIE_CLASS_ANIMATED)
        material.frames = mq_pie_strip(row->frames, row->rate, row->width, row->height);
    return mq_scene_add_material(work->builder, &material);
}

// A clip with one channel for each animated material.
static bool add_texture_clip(const to_scene *work) {
    maq_scene_channel *channels = MQ_NEW_ARRAY(work->arena, maq_scene_channel, work->row_count);
    if (!channels)
        return false;
    maq_scene_clip clip = {.name = "texture animation", .channels = channels};
    uint32_t budget = MAX_TEXTURE_KEYS, seen = 0;
    for (uint32_t i = 0; i < work->row_count; i++) {
        const material_row *row = &work->rows[i];
        uint32_t material = work->row_materials[i];
        if (material != seen)
            continue;
        seen++;
        double cycle = mq_pie_cycle(work->pie->version, row->rate) / 1000;
        if (!mq_pie_frames_usable(row->frames, cycle))
            continue;
        uint32_t keys = (uint32_t)row->frames + 1;
        if (keys > budget) {
            mq_add_loss(work->builder->findings, &mq_pie_rules[PIE_LOSS_TEXTURE_ANIMATION], 1,
                        "material %u: its texture animation of %u %s was dropped: the texture "
                        "animations together may have up to %u",
                        material, keys - 1, MQ_PLURAL(keys - 1, "frame", "frames"),
                        MAX_TEXTURE_KEYS);
            continue;
        }
        budget -= keys;
        float *times = MQ_NEW_ARRAY(work->arena, float, keys);
        float *values = MQ_NEW_ARRAY(work->arena, float, keys);
        if (!times || !values)
            return false;
        for (uint32_t k = 0; k < keys; k++) {
            times[k] = (float)(cycle * k / (keys - 1));
            values[k] = (float)(k < keys - 1 ? k : k - 1);
        }
        clip.duration = fmaxf(clip.duration, times[keys - 1]);
        channels[clip.channel_count++] = (maq_scene_channel){.path = MAQ_CHANNEL_TEXTURE_FRAME,
                                                             .target = material,
                                                             .step = true,
                                                             .key_count = keys,
                                                             .times = times,
                                                             .values = values};
    }
    return clip.channel_count == 0 || mq_scene_add_clip(work->builder, &clip) != MAQ_SCENE_NONE;
}

// A level has a material for each polygon; one without polygons has one all the same.
static uint32_t material_rows(const maq_pie_polygons *polygons) {
    return polygons->count ? polygons->count : 1;
}

// The materials of all levels, in the order in which polygons first need them.
static bool add_materials(to_scene *work) {
    const maq_pie *pie = work->pie;
    material_row *rows = NULL;
    uint32_t *levels = NULL, count = 0;
    size_t row_capacity = 0, level_capacity = 0;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_polygons *polygons = &pie->levels[i].polygons;
        const maq_pie_polygon *timed = mq_pie_first_animated(polygons);
        uint32_t row_count = material_rows(polygons);
        work->materials[i] = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, row_count);
        if (!work->materials[i])
            return false;
        for (uint32_t k = 0; k < row_count; k++) {
            material_row row = row_of(work, i, polygons->count ? &polygons->items[k] : NULL, timed);
            if (k == 0 || memcmp(&row, &rows[count - 1], sizeof row) != 0) {
                rows = mq_arena_grow(work->scratch, rows, &row_capacity, count, sizeof *rows);
                levels =
                    mq_arena_grow(work->scratch, levels, &level_capacity, count, sizeof *levels);
                if (!rows || !levels)
                    return false;
                rows[count] = row;
                levels[count++] = i;
            }
            work->materials[i][k] = count - 1;
        }
    }
    uint32_t *numbers = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, count);
    if (!numbers || mq_weld(work->scratch, rows, count, sizeof *rows, numbers) == UINT32_MAX)
        return false;
    uint32_t added = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == added) {
            if (add_material(work, &work->resolved[levels[i]], &rows[i]) == MAQ_SCENE_NONE)
                return false;
            added++;
        }
    }
    for (uint32_t i = 0; i < pie->level_count; i++) {
        for (uint32_t k = 0; k < material_rows(&pie->levels[i].polygons); k++)
            work->materials[i][k] = numbers[work->materials[i][k]];
    }
    work->rows = rows;
    work->row_materials = numbers;
    work->row_count = count;
    return true;
}

// ------------------------------------------------------------------------------------------ levels

static uint32_t add_child(const to_scene *work, uint32_t parent, const char *name, uint32_t mesh) {
    maq_scene_node node = mq_scene_node(name, MAQ_NODE_GROUP);
    node.parent = parent;
    node.mesh = mesh;
    return mq_scene_add_node(work->builder, &node);
}

static bool add_shadow(const to_scene *work, uint32_t index, uint32_t node) {
    const maq_pie_level *level = &work->pie->levels[index];
    if (level->shadow_point_count == 0 && level->shadow_polygons.count == 0)
        return true;
    pie_mesh_source source = {.name = mq_arena_format(work->arena, "level %u shadow", index + 1),
                              .role = MAQ_MESH_SHADOW,
                              .version = work->pie->version,
                              .points = level->shadow_points,
                              .point_count = level->shadow_point_count,
                              .polygons = &level->shadow_polygons};
    uint32_t mesh = source.name ? mq_pie_add_mesh(work->builder, &source) : MAQ_SCENE_NONE;
    return mesh != MAQ_SCENE_NONE && add_child(work, node, source.name, mesh) != MAQ_SCENE_NONE;
}

static bool add_connectors(const to_scene *work, const maq_pie_level *level, uint32_t parent) {
    for (uint32_t i = 0; i < level->connector_count; i++) {
        const maq_pie_connector *connector = &level->connectors[i];
        const double values[3] = {connector->x, connector->y, connector->z};
        float position[3];
        for (int k = 0; k < 3; k++)
            position[k] = values[k] > FLT_MAX    ? FLT_MAX
                          : values[k] < -FLT_MAX ? -FLT_MAX
                                                 : (float)values[k];
        maq_scene_node node =
            mq_scene_node(mq_arena_format(work->arena, "connector %u", i + 1), MAQ_NODE_ATTACHMENT);
        node.parent = parent;
        mq_axes_to_scene(MQ_AXES_PIE_CONNECTOR, position, node.rest.translation);
        if (mq_scene_add_node(work->builder, &node) == MAQ_SCENE_NONE)
            return false;
    }
    return true;
}

static bool add_level(const to_scene *work, uint32_t index, maq_scene_clip *clip,
                      maq_scene_channel *channels) {
    const maq_pie *pie = work->pie;
    const maq_pie_level *level = &pie->levels[index];
    mq_node *root, *own = mq_extras_new(work->arena, PIE_EXTRAS, &root);
    put_settings(own, &level->settings);
    put_obsolete(own, level);
    put_comments(own, pie, index + 1);
    // The game reads a normal map as one in tangent space where a level has NORMALS.
    if (level->normal_count > 0 && level->normal_count == level->polygons.count)
        mq_put_bool(own, "normals", true);
    pie_mesh_source source = {.name = mq_arena_format(work->arena, "level %u", index + 1),
                              .role = MAQ_MESH_VISUAL,
                              .version = pie->version,
                              .points = level->points,
                              .point_count = level->point_count,
                              .polygons = &level->polygons,
                              .normals = level->normals,
                              .normal_count = level->normal_count,
                              .materials = work->materials[index],
                              .extras = mq_node_value(root)};
    if (!source.name || !own)
        return false;
    maq_scene_node node = mq_scene_node(source.name, MAQ_NODE_GROUP);
    node.mesh = mq_pie_add_mesh(work->builder, &source);
    node.facing = mq_pie_facing(mq_pie_level_type(pie, level));
    if (level->animation.present) {
        mq_node *node_root;
        mq_pie_put_animation(mq_extras_new(work->arena, PIE_EXTRAS, &node_root), &level->animation);
        node.extras = mq_node_value(node_root);
    }
    uint32_t number = mq_scene_add_node(work->builder, &node);
    if (node.mesh == MAQ_SCENE_NONE || number == MAQ_SCENE_NONE ||
        !add_connectors(work, level, number) || !add_shadow(work, index, number))
        return false;
    uint32_t made =
        mq_pie_animation_channels(work->arena, &level->animation, mq_pie_steps(pie, level), number,
                                  channels + clip->channel_count);
    if (made == UINT32_MAX)
        return false;
    if (made > 0) {
        const maq_pie_animation *animation = &level->animation;
        if (clip->channel_count == 0) {
            clip->rate = 1000.0f / (float)animation->time;
            clip->loop_count = animation->cycles > 0 ? (uint32_t)animation->cycles : 0;
        }
        clip->duration =
            fmaxf(clip->duration, channels[clip->channel_count].times[animation->frame_count]);
        clip->channel_count += made;
    }
    return true;
}

static bool add_levels(to_scene *work) {
    maq_scene_channel *channels = MQ_NEW_ARRAY(work->arena, maq_scene_channel,
                                               (size_t)work->pie->level_count * PIE_MAX_CHANNELS);
    if (!channels)
        return false;
    maq_scene_clip clip = {.name = "animation", .channels = channels};
    for (uint32_t i = 0; i < work->pie->level_count; i++) {
        if (!add_level(work, i, &clip, channels))
            return false;
    }
    return clip.channel_count == 0 || mq_scene_add_clip(work->builder, &clip) != MAQ_SCENE_NONE;
}

static bool add_events(const to_scene *work) {
    for (uint32_t i = 0; i < work->pie->event_count; i++) {
        const maq_pie_event *event = &work->pie->events[i];
        maq_scene_event made = {.name = mq_pie_event_name(work->arena, event->number),
                                .file =
                                    mq_arena_text(work->arena, event->file, strlen(event->file))};
        if (!made.name || !made.file || mq_scene_add_event(work->builder, &made) == MAQ_SCENE_NONE)
            return false;
    }
    return true;
}

maq_status mq_pie_to_scene(const maq_document *document, mq_scene_builder *builder) {
    to_scene work = {.arena = builder->arena,
                     .scratch = mq_arena_scratch(builder->arena),
                     .builder = builder,
                     .pie = document->content};
    if (!work.scratch)
        return mq_arena_status(work.arena);
    const maq_pie *pie = work.pie;
    mq_node *root, *own = mq_extras_new(work.arena, PIE_EXTRAS, &root);
    mq_put_integer(own, "version", pie->version);
    put_settings(own, &pie->settings);
    put_comments(own, pie, 0);
    work.resolved = mq_pie_resolve_materials(pie, work.scratch);
    work.materials = MQ_NEW_ARRAY(work.scratch, uint32_t *, pie->level_count);
    if (work.resolved && work.materials && add_materials(&work) && add_levels(&work) &&
        add_texture_clip(&work) && add_events(&work))
        builder->scene.extras = mq_node_value(root);
    mq_arena_end_scratch(work.arena, work.scratch);
    return mq_arena_status(work.arena);
}
