// SPDX-License-Identifier: MIT
//
// What is in a PIE model, in the terms that all formats share.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "formats/pie/pie_materials.h"

#define SHORT_NAME 64

// ------------------------------------------------------------------------------------- materials

static const char *const roles[PIE_MAP_COUNT][PIE_TILESET_COUNT] = {
    {"diffuse", "diffuse.urban", "diffuse.rockies"},
    {"team_mask", "team_mask.urban", "team_mask.rockies"},
    {"normal", "normal.urban", "normal.rockies"},
    {"specular", "specular.urban", "specular.rockies"},
};

static void put_material(mq_node *array, const pie_resolved_material *look) {
    const char *name;
    size_t length = mq_pie_material_name(look, &name);
    mq_node *material = mq_put_object(array, NULL);
    mq_put_bytes(material, "name", name, length);
    mq_node *textures = mq_put_object(material, "textures");
    for (int tileset = 0; tileset < PIE_TILESET_COUNT; tileset++) {
        for (int map = 0; map < PIE_MAP_COUNT; map++) {
            char derived[PIE_NAME_MAX];
            const char *file = mq_pie_material_file(look, (maq_pie_map)map, tileset, derived);
            if (file)
                mq_put_text(textures, roles[map][tileset], file);
        }
    }
}

// ---------------------------------------------------------------------------------------- meshes

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

typedef struct mesh_part {
    const char *role;
    uint32_t vertices;
    const maq_pie_polygons *polygons;
    const pie_resolved_material *look; // NULL: it has none
} mesh_part;

static void put_mesh(mq_node *meshes, const char *name, const mesh_part *mesh) {
    mq_node *object = mq_put_object(meshes, NULL);
    mq_put_text(object, "name", name);
    mq_put_text(object, "role", mesh->role);
    mq_put_integer(object, "vertices", mesh->vertices);
    mq_put_integer(object, "triangles", (int64_t)triangle_count(mesh->polygons));
    if (mesh->look)
        mq_put_integer(object, "material", mesh->look->material);
    else
        mq_put_null(object, "material");
    mq_put_integer(object, "uv_sets", mesh->look && is_textured(mesh->polygons));
    mq_put_integer(object, "shapes", 0);
    mq_put_bool(object, "skinned", false);
}

static void put_meshes(const maq_pie *pie, mq_node *object, const pie_resolved_material *looks) {
    mq_node *meshes = mq_put_array(object, "meshes");
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        char name[SHORT_NAME];
        snprintf(name, sizeof name, "level %" PRIu32, i + 1);
        put_mesh(
            meshes, name,
            &(mesh_part){"visual", level->point_count, &level->polygons, looks ? &looks[i] : NULL});
        vertices += level->point_count;
        triangles += triangle_count(&level->polygons);
        if (level->shadow_point_count > 0 || level->shadow_polygons.count > 0) {
            snprintf(name, sizeof name, "level %" PRIu32 " shadow", i + 1);
            put_mesh(
                meshes, name,
                &(mesh_part){"shadow", level->shadow_point_count, &level->shadow_polygons, NULL});
        }
    }
    mq_put_integer(object, "vertex_count", (int64_t)vertices);
    mq_put_integer(object, "triangle_count", (int64_t)triangles);
    mq_node *materials = mq_put_array(object, "materials");
    uint32_t next = 0;
    for (uint32_t i = 0; looks && i < pie->level_count; i++) {
        if (looks[i].material == next) {
            put_material(materials, &looks[i]);
            next++;
        }
    }
}

// ----------------------------------------------------------------------------------------- clips

static void put_clip(mq_node *clips, const char *name, double milliseconds, int64_t frames,
                     double rate, bool loop) {
    mq_node *clip = mq_put_object(clips, NULL);
    mq_put_text(clip, "name", name);
    mq_put_double(clip, "duration", milliseconds / 1000);
    mq_put_integer(clip, "frames", frames);
    mq_put_double(clip, "rate", isfinite(rate) ? rate : 0);
    mq_put_bool(clip, "loop", loop);
}

static void put_clips(const maq_pie *pie, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
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
        put_clip(clips, "animation", length, longest->frame_count, 1000.0 / longest->time,
                 longest->cycles == 0);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_polygon *polygon = mq_pie_first_animated(&pie->levels[i].polygons);
        if (!polygon)
            continue;
        char name[SHORT_NAME];
        snprintf(name, sizeof name, "texture animation level %" PRIu32, i + 1);
        // As models are ordinarily drawn: the number is the time of all frames together.
        double cycle = pie->version == 5 ? polygon->rate * 1000 : polygon->rate;
        put_clip(clips, name, isfinite(cycle) ? cycle : 0, polygon->frames,
                 polygon->frames * 1000.0 / cycle, true);
    }
}

// -------------------------------------------------------------------- attachments, events, bounds

static void put_attachments(const maq_pie *pie, mq_node *object) {
    mq_node *attachments = mq_put_array(object, "attachments");
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        for (uint32_t k = 0; k < level->connector_count; k++) {
            const maq_pie_connector *connector = &level->connectors[k];
            char name[SHORT_NAME];
            if (i == 0)
                snprintf(name, sizeof name, "connector %" PRIu32, k + 1);
            else
                snprintf(name, sizeof name, "level %" PRIu32 " connector %" PRIu32, i + 1, k + 1);
            mq_node *attachment = mq_put_object(attachments, NULL);
            mq_put_text(attachment, "name", name);
            // A connector's z is the y of points.
            mq_node *position = mq_put_array(attachment, "position");
            mq_put_double(position, NULL, connector->x);
            mq_put_double(position, NULL, connector->z);
            mq_put_double(position, NULL, connector->y);
        }
    }
}

static void put_events(const maq_pie *pie, mq_node *object) {
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < pie->event_count; i++) {
        mq_node *event = mq_put_object(events, NULL);
        mq_put_text(event, "name", mq_pie_event_name(mq_node_arena(object), pie->events[i].number));
        mq_put_text(event, "file", pie->events[i].file);
    }
}

static void put_bounds(const maq_pie *pie, mq_node *object) {
    float lowest[3] = {INFINITY, INFINITY, INFINITY};
    float highest[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        for (uint32_t k = 0; k < level->point_count; k++) {
            const float at[3] = {level->points[k].x, level->points[k].y, level->points[k].z};
            // A value that is not a number fails both comparisons.
            for (unsigned axis = 0; axis < 3; axis++) {
                if (at[axis] < lowest[axis])
                    lowest[axis] = at[axis];
                if (at[axis] > highest[axis])
                    highest[axis] = at[axis];
            }
        }
    }
    for (unsigned axis = 0; axis < 3; axis++) {
        if (lowest[axis] > highest[axis]) {
            mq_put_null(object, "bounds");
            return;
        }
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", lowest, 3);
    mq_put_floats(bounds, "max", highest, 3);
}

void mq_pie_info(const maq_document *document, mq_node *object) {
    const maq_pie *pie = document->content;
    put_meshes(pie, object, mq_pie_resolve_materials(pie, mq_node_arena(object)));
    mq_put_array(object, "joints");
    put_clips(pie, object);
    put_attachments(pie, object);
    mq_put_array(object, "boxes");
    put_events(pie, object);
    put_bounds(pie, object);
}
