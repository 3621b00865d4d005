// SPDX-License-Identifier: MIT
//
// What is in a PIE model, in the terms that all formats share.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pie/pie_priv.h"

#define MAP_COUNT 4
#define TILESET_COUNT 3
#define SHORT_NAME 64

// ------------------------------------------------------------------------------------- materials

static const char *const roles[MAP_COUNT][TILESET_COUNT] = {
    {"diffuse", "diffuse.urban", "diffuse.rockies"},
    {"team_mask", "team_mask.urban", "team_mask.rockies"},
    {"normal", "normal.urban", "normal.rockies"},
    {"specular", "specular.urban", "specular.rockies"},
};

// The files that a level is drawn with; NULL where nothing is said.
typedef struct level_look {
    const char *files[MAP_COUNT][TILESET_COUNT];
    bool wants_mask; // its name follows from that of the texture where there is none
    uint32_t level;
    uint32_t material;
} level_look;

// Lays the lines of some settings over a look; of equal ones the last counts.
static void apply(level_look *look, const maq_pie_settings *settings, uint32_t version) {
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        // Before PIE 4 there is one texture for all tilesets, whatever its number.
        int32_t tileset = version == 4 ? texture->tileset : 0;
        if (tileset >= 0 && tileset < TILESET_COUNT)
            look->files[texture->map][tileset] = texture->file;
    }
    if (settings->has_type)
        look->wants_mask = settings->type & MAQ_PIE_TYPE_TEAM_MASK;
}

static int compare_files(const char *a, const char *b) {
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return a == b ? 0 : strcmp(a, b);
}

static int compare_looks(const void *left, const void *right, const void *context) {
    (void)context;
    const level_look *a = left, *b = right;
    for (int map = 0; map < MAP_COUNT; map++) {
        for (int tileset = 0; tileset < TILESET_COUNT; tileset++) {
            int order = compare_files(a->files[map][tileset], b->files[map][tileset]);
            if (order != 0)
                return order;
        }
    }
    return a->wants_mask - b->wants_mask;
}

// Gives each level the number of its material, in the order in which levels first need them. The
// answer is indexed by level; NULL when there is no memory.
static level_look *looks_of(const maq_pie *pie, mq_arena *scratch) {
    size_t count = pie->level_count;
    level_look *looks = MQ_NEW_ARRAY(scratch, level_look, count);
    level_look *spare = MQ_NEW_ARRAY(scratch, level_look, count);
    uint32_t *first = MQ_NEW_ARRAY(scratch, uint32_t, count); // the first level of the same look
    if (!looks || !spare || !first)
        return NULL;
    level_look head = {0};
    apply(&head, &pie->settings, pie->version);
    for (uint32_t i = 0; i < count; i++) {
        looks[i] = head;
        looks[i].level = i;
        apply(&looks[i], &pie->levels[i].settings, pie->version);
    }
    // Levels that look the same come beside each other, the first of them first.
    level_look *sorted = mq_sort(looks, spare, count, sizeof *looks, compare_looks, NULL);
    for (size_t i = 0; i < count; i++)
        first[sorted[i].level] = i > 0 && compare_looks(&sorted[i - 1], &sorted[i], NULL) == 0
                                     ? first[sorted[i - 1].level]
                                     : sorted[i].level;
    // Back into the order of levels, in whichever array is free.
    level_look *result = sorted == looks ? spare : looks;
    for (size_t i = 0; i < count; i++)
        result[sorted[i].level] = sorted[i];
    uint32_t materials = 0;
    for (uint32_t i = 0; i < count; i++)
        result[i].material = first[i] == i ? materials++ : result[first[i]].material;
    return result;
}

static void put_material(mq_node *array, const level_look *look) {
    const char *diffuse = look->files[MAQ_PIE_TEXTURE][0];
    mq_node *material = mq_put_object(array, NULL);
    if (diffuse) {
        const char *dot = strrchr(diffuse, '.');
        mq_put_bytes(material, "name", diffuse,
                     dot && dot != diffuse ? (size_t)(dot - diffuse) : strlen(diffuse));
    } else {
        mq_put_text(material, "name", "untextured");
    }
    mq_node *textures = mq_put_object(material, "textures");
    for (int tileset = 0; tileset < TILESET_COUNT; tileset++) {
        for (int map = 0; map < MAP_COUNT; map++) {
            const char *file = look->files[map][tileset];
            char derived[PIE_NAME_MAX];
            if (map == MAQ_PIE_TCMASK && !file && look->wants_mask &&
                !look->files[MAQ_PIE_TCMASK][0] && look->files[MAQ_PIE_TEXTURE][tileset] &&
                mq_pie_derived_mask(look->files[MAQ_PIE_TEXTURE][tileset], derived))
                file = derived;
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
    const level_look *look; // NULL: it has none
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

static void put_meshes(const maq_pie *pie, mq_node *object, const level_look *looks) {
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

// The texture animation of a level is that of its first animated polygon.
static const maq_pie_polygon *first_animated(const maq_pie_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (polygons->items[i].flags & MAQ_PIE_FACE_ANIMATED)
            return &polygons->items[i];
    }
    return NULL;
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
        const maq_pie_polygon *polygon = first_animated(&pie->levels[i].polygons);
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
    static const char *const names[] = {"active", "firing", "dying"};
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < pie->event_count; i++) {
        int32_t number = pie->events[i].number;
        char other[SHORT_NAME];
        snprintf(other, sizeof other, "event %" PRId32, number);
        mq_node *event = mq_put_object(events, NULL);
        mq_put_text(event, "name", number >= 1 && number <= 3 ? names[number - 1] : other);
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
    put_meshes(pie, object, looks_of(pie, mq_node_arena(object)));
    mq_put_array(object, "joints");
    put_clips(pie, object);
    put_attachments(pie, object);
    mq_put_array(object, "boxes");
    put_events(pie, object);
    put_bounds(pie, object);
}
