// SPDX-License-Identifier: MIT
#include "support/census.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/names.h"
#include "scene/pose.h"
#include "scene/scene.h"
#include "scene/usage.h"

const char *const census_names[CENSUS_COUNT] = {
    [CENSUS_MESHES] = "meshes",
    [CENSUS_MESH_NAMES] = "names of meshes",
    [CENSUS_SHADOWS] = "shadow meshes",
    [CENSUS_COLLISIONS] = "collision meshes",
    [CENSUS_TRIANGLES] = "triangles",
    [CENSUS_SURFACE] = "where the surface stands",
    [CENSUS_NORMALS] = "normals",
    [CENSUS_TANGENTS] = "tangents",
    [CENSUS_UV_SETS] = "sets of texture coordinates",
    [CENSUS_UVS] = "texture coordinates",
    [CENSUS_COLOURS] = "colours of vertices",
    [CENSUS_WEIGHTS] = "weights of vertices",
    [CENSUS_ATTRIBUTES] = "custom attributes",
    [CENSUS_SHAPES] = "shapes",
    [CENSUS_SHAPE_NAMES] = "names of shapes",
    [CENSUS_MATERIALS] = "materials",
    [CENSUS_MATERIAL_NAMES] = "names of materials",
    [CENSUS_TEXTURES] = "textures",
    [CENSUS_IMAGES] = "images inside the file",
    [CENSUS_LOOKS] = "blending, sides and colours of materials",
    [CENSUS_JOINTS] = "joints",
    [CENSUS_JOINT_NAMES] = "names of joints",
    [CENSUS_NODES] = "nodes",
    [CENSUS_TURNING] = "nodes that turn in their own way",
    [CENSUS_ATTACHMENTS] = "attachments",
    [CENSUS_ATTACHMENT_NAMES] = "names of attachments",
    [CENSUS_CLIPS] = "clips",
    [CENSUS_CLIP_NAMES] = "names of clips",
    [CENSUS_DURATIONS] = "durations of clips",
    [CENSUS_LOOPS] = "how often clips are played",
    [CENSUS_MOTION] = "where clips move the surface",
    [CENSUS_SHAPE_MOTION] = "clips that move shapes",
    [CENSUS_TEXTURE_MOTION] = "clips that change textures",
    [CENSUS_MARKERS] = "markers",
    [CENSUS_BOXES] = "boxes",
    [CENSUS_EVENTS] = "events",
    [CENSUS_SETTINGS] = "settings of the format",
};

typedef struct census_work {
    mq_arena *arena;
    const maq_scene *scene;
    const char *source_family;
    bool after; // a conversion
    census *out;
    size_t rooms[CENSUS_COUNT];
    mq_mat34 *worlds; // of nodes, at the moment in question
    maq_transform *locals;
} census_work;

static void add(census_work *w, census_category category, double number, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void add(census_work *w, census_category category, double number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = mq_arena_vformat(w->arena, format, arguments);
    va_end(arguments);
    size_t count = w->out->counts[category];
    census_row *rows =
        mq_arena_grow(w->arena, w->out->rows[category], &w->rooms[category], count, sizeof *rows);
    assert_true(text && rows);
    rows[count] = (census_row){text, number};
    w->out->rows[category] = rows;
    w->out->counts[category]++;
}

// Adds to the number of the row with that text.
static void sum(census_work *w, census_category category, double number, const char *text) {
    for (size_t i = 0; i < w->out->counts[category]; i++) {
        if (strcmp(w->out->rows[category][i].text, text) == 0) {
            w->out->rows[category][i].number += number;
            return;
        }
    }
    add(w, category, number, "%s", text);
}

// ------------------------------------------------------------------------------------------ names

// What readers call things that have no name in the file; # is a number, * what the texture is
// called.
static const struct {
    const char *family, *name;
} made_up[] = {
    {"pie", "level #"},
    {"pie", "level # shadow"},
    {"pie", "connector #"},
    {"pie", "level # connector #"},
    {"pie", "animation"},
    {"pie", "texture animation"},
    {"pie", "texture animation level #"},
    {"pie", "* animated"},
    {"pie", "* additive"},
    {"pie", "* premultiplied"},
    {"pie", "* two-sided"},
    {"wzm", "connector #"},
    {"wzm", "animation"},
    {"wzm", "material"},
    {"wzm", "material #"},
    {"wza", "model"},
    {"wza", "shape #"},
    {"wza", "bone #"},
    {"wza", "animation #"},
    {"wza", "still"},
    {"iq", "joint #"},
    {"pet", "mesh"},
    {"pet", "timeline"},
};

static bool fits(const char *pattern, const char *name) {
    if (*pattern != '*')
        return mq_name_matches(name, pattern);
    size_t tail = strlen(++pattern), length = strlen(name);
    return length > tail && strcmp(name + length - tail, pattern) == 0;
}

// A name, or "" when it is none.
static const char *own_name(const census_work *w, const char *name) {
    for (size_t i = 0; i < sizeof made_up / sizeof made_up[0]; i++) {
        if (strcmp(made_up[i].family, w->source_family) == 0 && fits(made_up[i].name, name))
            return "";
    }
    return name;
}

static void add_name(census_work *w, census_category category, const char *name) {
    if (name && *own_name(w, name))
        add(w, category, 1, "%s", name);
}

// ----------------------------------------------------------------------------------------- meshes

// How many joints move a vertex; some say the same one twice.
static uint32_t count_influences(const maq_scene_mesh *mesh, size_t vertex) {
    const size_t first = vertex * mesh->influence_count;
    uint32_t count = 0;
    for (size_t i = first; i < first + mesh->influence_count; i++) {
        bool known = false;
        for (size_t k = first; k < i; k++)
            known = known || (mesh->weights[k] > 0 && mesh->joints[k] == mesh->joints[i]);
        count += mesh->weights[i] > 0 && !known;
    }
    return count;
}

static void count_streams(census_work *w, const maq_scene_mesh *mesh) {
    double corners = 3.0 * mesh->triangle_count;
    if (mesh->triangle_count)
        sum(w, CENSUS_TRIANGLES, mesh->triangle_count, "");
    if (mesh->normals)
        sum(w, CENSUS_NORMALS, corners, "");
    if (mesh->tangents)
        sum(w, CENSUS_TANGENTS, corners, "");
    for (uint32_t i = 1; i < mesh->uv_set_count; i++)
        sum(w, CENSUS_UV_SETS, corners, "");
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        sum(w, CENSUS_ATTRIBUTES, corners, mesh->attributes[i].name);
    double influences = 0, uvs = 0, colours[4] = {0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int c = 0; c < 3; c++) {
            size_t v = mesh->triangles[t][c];
            influences += count_influences(mesh, v);
            for (int k = 0; mesh->colours && k < 4; k++)
                colours[k] += mesh->colours[v][k];
            if (mesh->uv_set_count)
                uvs += fabs((double)mesh->uvs[0][v][0]) + 2 * fabs((double)mesh->uvs[0][v][1]);
        }
    }
    if (influences > 0)
        sum(w, CENSUS_WEIGHTS, influences, "");
    for (int k = 0; mesh->colours && k < 4; k++)
        sum(w, CENSUS_COLOURS, colours[k], (const char *[]){"red", "green", "blue", "alpha"}[k]);
    if (mesh->uv_set_count)
        sum(w, CENSUS_UVS, uvs, "");
}

static void count_meshes(census_work *w) {
    const maq_scene *scene = w->scene;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        if (mesh->vertex_count == 0)
            continue;
        if (mesh->role == MAQ_MESH_VISUAL) {
            add(w, CENSUS_MESHES, 1, " ");
            add_name(w, CENSUS_MESH_NAMES, mesh->name);
            count_streams(w, mesh);
        } else {
            add(w, mesh->role == MAQ_MESH_SHADOW ? CENSUS_SHADOWS : CENSUS_COLLISIONS,
                mesh->triangle_count, " ");
        }
        for (uint32_t k = 0; k < mesh->shape_count; k++) {
            add(w, CENSUS_SHAPES, 1, " ");
            add_name(w, CENSUS_SHAPE_NAMES, mesh->shapes[k].name);
        }
    }
}

// The vertex of a mesh as the node shows it at this moment of a clip.
static mq_vec3 stands_at(const census_work *w, const maq_scene_clip *clip, double time,
                         uint32_t node, uint32_t vertex) {
    const maq_scene *scene = w->scene;
    const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[node].mesh];
    mq_vec3 at = {mesh->positions[vertex][0], mesh->positions[vertex][1],
                  mesh->positions[vertex][2]};
    for (uint32_t c = 0; clip && c < clip->channel_count; c++) {
        const maq_scene_channel *channel = &clip->channels[c];
        if (channel->path != MAQ_CHANNEL_SHAPE_WEIGHT || channel->target != node)
            continue;
        const maq_scene_shape *shape = &mesh->shapes[channel->shape];
        uint32_t key = 0;
        float weight = 0;
        mq_pose_sample(channel, time, 0, &key, &weight);
        for (uint32_t i = 0; shape->positions && i < shape->count; i++) {
            if (shape->vertices[i] == vertex) {
                const float *by = shape->positions[i];
                at = mq_add(at, mq_scale((mq_vec3){by[0], by[1], by[2]}, weight));
            }
        }
    }
    uint32_t skin = scene->nodes[node].skin;
    if (skin == MAQ_SCENE_NONE || mesh->influence_count == 0)
        return mq_mat34_point(&w->worlds[node], at);
    mq_vec3 total = {0, 0, 0};
    for (uint32_t k = 0; k < mesh->influence_count; k++) {
        size_t place = (size_t)vertex * mesh->influence_count + k;
        uint32_t joint = mesh->joints[place];
        mq_mat34 bind;
        for (int i = 0; i < 12; i++)
            bind.m[i / 4][i % 4] = scene->skins[skin].inverse_bind[joint][i / 4][i % 4];
        mq_vec3 moved =
            mq_mat34_point(&w->worlds[scene->skins[skin].joints[joint]], mq_mat34_point(&bind, at));
        total = mq_add(total, mq_scale(moved, mesh->weights[place]));
    }
    return total;
}

// The box around all triangles, their area and what they enclose.
static void count_surface(census_work *w, census_category category, const maq_scene_clip *clip,
                          double time, const char *when) {
    const maq_scene *scene = w->scene;
    double min[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, max[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double area = 0, volume = 0;
    mq_pose_at(scene, clip, time, w->locals, w->worlds);
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (scene->nodes[n].mesh == MAQ_SCENE_NONE ||
            scene->meshes[scene->nodes[n].mesh].role != MAQ_MESH_VISUAL)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[n].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            mq_vec3 corner[3];
            for (int c = 0; c < 3; c++) {
                corner[c] = stands_at(w, clip, time, n, mesh->triangles[t][c]);
                const double at[3] = {corner[c].x, corner[c].y, corner[c].z};
                for (int k = 0; k < 3; k++) {
                    min[k] = fmin(min[k], at[k]);
                    max[k] = fmax(max[k], at[k]);
                }
            }
            mq_vec3 across =
                mq_cross(mq_subtract(corner[1], corner[0]), mq_subtract(corner[2], corner[0]));
            area += mq_length(across) / 2;
            volume += mq_dot(corner[0], across) / 6;
        }
    }
    if (min[0] > max[0])
        return;
    double size = 0;
    for (int k = 0; k < 3; k++) {
        add(w, category, min[k], "%sfrom %c", when, "xyz"[k]);
        add(w, category, max[k], "%sto %c", when, "xyz"[k]);
        size = fmax(size, max[k] - min[k]);
    }
    w->out->size = fmax(w->out->size, size);
    // As lengths: an error of a thousandth weighs the same in all rows.
    add(w, category, sqrt(area), "%sarea", when);
    if (!clip)
        add(w, category, cbrt(volume), "%svolume", when);
}

// -------------------------------------------------------------------------------------- materials

// A format whose materials are their textures calls them by the file.
static bool named_by_texture(const maq_scene_material *material) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const char *file = material->textures[i].file;
        if (!file || material->textures[i].role != MAQ_TEXTURE_DIFFUSE)
            continue;
        const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
        size_t stem = strcspn(base, "."), length = strlen(material->name);
        if (strcmp(material->name, file) == 0 || strcmp(material->name, base) == 0 ||
            (length == stem && strncmp(material->name, base, stem) == 0) ||
            (slash && strncmp(material->name, file, length) == 0) ||
            (strncmp(material->name, base, length) == 0 && strcmp(base + length, "_diff.png") == 0))
            return true;
    }
    return false;
}

// All that is to be said of a material, on one line.
static const char *look_of(census_work *w, const maq_scene_material *material, const char *name) {
    const float *colour = material->colour;
    const char *look =
        mq_arena_format(w->arena, "%s: %s%s, colour %.2f %.2f %.2f %.2f", name,
                        mq_blend_names[material->blend], material->two_sided ? ", two sides" : "",
                        (double)colour[0], (double)colour[1], (double)colour[2], (double)colour[3]);
    for (uint32_t i = 0; look && i < material->texture_count; i++)
        look = mq_arena_format(w->arena, "%s, %s %s", look,
                               mq_texture_names[material->textures[i].role],
                               material->textures[i].file ? material->textures[i].file : "");
    assert_non_null(look);
    return look;
}

// Materials of which the same is to be said are one, and one of which nothing is to be said is none.
static void count_materials(census_work *w) {
    const maq_scene *scene = w->scene;
    maq_scene_material nothing = mq_scene_material("");
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        const char *name = named_by_texture(material) ? "" : own_name(w, material->name);
        size_t known = w->out->counts[CENSUS_MATERIALS];
        const char *look = look_of(w, material, name);
        sum(w, CENSUS_MATERIALS, 0, look);
        if (known == w->out->counts[CENSUS_MATERIALS] ||
            strcmp(look, look_of(w, &nothing, "")) == 0)
            continue;
        add_name(w, CENSUS_MATERIAL_NAMES, name);
        if (material->frames.kind != MAQ_FRAMES_NONE)
            sum(w, CENSUS_TEXTURE_MOTION, 0,
                (const char *[]){"", "a strip", "texture coordinates",
                                 "files"}[material->frames.kind]);
        maq_scene_material bare = *material;
        bare.texture_count = 0;
        if (strcmp(look_of(w, &bare, ""), look_of(w, &nothing, "")) != 0)
            sum(w, CENSUS_LOOKS, 0, look_of(w, &bare, ""));
        for (uint32_t k = 0; k < material->texture_count; k++) {
            const maq_scene_texture *texture = &material->textures[k];
            const char *line =
                mq_arena_format(w->arena, "%s %u %s", mq_texture_names[texture->role],
                                texture->tileset, texture->file ? texture->file : "");
            assert_non_null(line);
            sum(w, CENSUS_TEXTURES, 0, line);
            if (texture->data)
                add(w, CENSUS_IMAGES, (double)texture->data_length, " ");
        }
    }
    // What they are made of is counted elsewhere; here it is how many there are.
    for (size_t i = 0; i < w->out->counts[CENSUS_MATERIALS]; i++) {
        census_row *row = &w->out->rows[CENSUS_MATERIALS][i];
        row->text = strcmp(row->text, look_of(w, &nothing, "")) == 0 ? "without a look" : " ";
    }
}

// ------------------------------------------------------------------------------------------ nodes

static uint32_t joints_above(const maq_scene *scene, uint32_t node) {
    uint32_t count = 0;
    while ((node = scene->nodes[node].parent) != MAQ_SCENE_NONE)
        count += scene->nodes[node].kind == MAQ_NODE_JOINT;
    return count;
}

static void count_nodes(census_work *w) {
    const maq_scene *scene = w->scene;
    mq_pose_at(scene, NULL, 0, w->locals, w->worlds);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool shows = node->mesh != MAQ_SCENE_NONE;
        if (node->kind == MAQ_NODE_JOINT) {
            add(w, CENSUS_JOINTS, 1, "below %u", joints_above(scene, i));
            add_name(w, CENSUS_JOINT_NAMES, node->name);
        } else if (node->kind == MAQ_NODE_ATTACHMENT) {
            for (int k = 0; k < 3; k++)
                add(w, CENSUS_ATTACHMENTS, w->worlds[i].m[k][3], "at %c", "xyz"[k]);
            add_name(w, CENSUS_ATTACHMENT_NAMES, node->name);
        }
        // A node that shows a mesh of its name is that mesh; after a conversion its name may be
        // that of another kind of node.
        bool mesh_name = shows && strcmp(scene->meshes[node->mesh].name, node->name) == 0;
        if (w->after || (node->kind == MAQ_NODE_GROUP && !mesh_name))
            add_name(w, CENSUS_NODES, node->name);
        if (w->after && shows && !mesh_name)
            add_name(w, CENSUS_NODES, scene->meshes[node->mesh].name);
        if (node->facing != MAQ_FACING_NONE)
            add(w, CENSUS_TURNING, 1, "facing %s", mq_facing_names[node->facing]);
        if (node->ignores_parent_rotation)
            add(w, CENSUS_TURNING, 1, "own rotation");
    }
}

// ------------------------------------------------------------------------------------------ clips

static void count_clips(census_work *w) {
    const maq_scene *scene = w->scene;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        add(w, CENSUS_CLIPS, 1, " ");
        add_name(w, CENSUS_CLIP_NAMES, clip->name);
        add(w, CENSUS_DURATIONS, clip->duration, " ");
        add(w, CENSUS_LOOPS, clip->loop_count, " ");
        for (uint32_t k = 0; k < clip->marker_count; k++)
            add(w, CENSUS_MARKERS, clip->markers[k].time, "%s", clip->markers[k].text);
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const maq_scene_channel *channel = &clip->channels[k];
            if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT)
                add(w, CENSUS_SHAPE_MOTION, 1, " ");
            if (channel->path == MAQ_CHANNEL_TEXTURE_FRAME)
                add(w, CENSUS_TEXTURE_MOTION, 1, " ");
            if (channel->path == MAQ_CHANNEL_VISIBLE)
                add(w, CENSUS_MOTION, 1, "visible");
        }
        static const double moments[] = {0.1, 0.45, 0.85};
        for (int k = 0; k < 3; k++) {
            // The name of the clip is not in the text: it may change.
            const char *when = mq_arena_format(w->arena, "moment %d ", k);
            assert_non_null(when);
            count_surface(w, CENSUS_MOTION, clip, moments[k] * clip->duration, when);
        }
    }
}

// --------------------------------------------------------------------------------------- the rest

static void count_settings(census_work *w, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *item = extras->as.children.first; item; item = item->next) {
        // Data for members of glTF is not a setting of a format.
        if (strncmp(item->key, "gltf_", 5) == 0)
            continue;
        sum(w, CENSUS_SETTINGS, 0, item->key);
    }
}

static void count_rest(census_work *w) {
    const maq_scene *scene = w->scene;
    for (uint32_t i = 0; i < scene->box_count; i++) {
        const maq_scene_box *box = &scene->boxes[i];
        add(w, CENSUS_BOXES, 0, "called %s", box->name ? box->name : "");
        for (int k = 0; k < 3; k++)
            add(w, CENSUS_BOXES, box->max[k] - box->min[k], "size %c", "xyz"[k]);
    }
    for (uint32_t i = 0; i < scene->event_count; i++)
        add(w, CENSUS_EVENTS, 0, "%s: %s", scene->events[i].name, scene->events[i].file);
    count_settings(w, scene->extras);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        count_settings(w, scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++)
        count_settings(w, scene->materials[i].extras);
    for (uint32_t i = 0; i < scene->node_count; i++)
        count_settings(w, scene->nodes[i].extras);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        count_settings(w, scene->clips[i].extras);
    for (uint32_t i = 0; i < scene->box_count; i++)
        count_settings(w, scene->boxes[i].extras);
}

static int compare_rows(const void *a, const void *b) {
    const census_row *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

void census_take(mq_arena *arena, const maq_scene *scene, const char *family,
                 const char *source_family, census *out) {
    *out = (census){0};
    census_work w = {.arena = arena,
                     .scene = scene,
                     .source_family = source_family ? source_family : family,
                     .after = source_family != NULL,
                     .out = out,
                     .worlds = MQ_NEW_ARRAY(arena, mq_mat34, scene->node_count),
                     .locals = MQ_NEW_ARRAY(arena, maq_transform, scene->node_count)};
    assert_true(w.worlds && w.locals);
    count_meshes(&w);
    count_surface(&w, CENSUS_SURFACE, NULL, 0, "");
    count_materials(&w);
    count_nodes(&w);
    count_clips(&w);
    count_rest(&w);
    for (int i = 0; i < CENSUS_COUNT; i++) {
        if (out->counts[i])
            qsort(out->rows[i], out->counts[i], sizeof *out->rows[i], compare_rows);
    }
}

// -------------------------------------------------------------------------------------- comparing

// How far two scenes may differ in a category before something is lost.
typedef enum census_rule {
    MUST_AGREE,    // row by row
    MAY_HAVE_MORE, // what is new may have come with the form of the target
    AMOUNT,        // the numbers of rows are sums that may grow
} census_rule;

// Streams of vertices may be made where there were none, nodes may become joints to be moved, what
// had no name may get one, and a list of textures may become materials. Everything else must have
// come from somewhere.
static const census_rule rules[CENSUS_COUNT] = {
    [CENSUS_NORMALS] = AMOUNT,
    [CENSUS_TANGENTS] = AMOUNT,
    [CENSUS_UV_SETS] = AMOUNT,
    [CENSUS_UVS] = AMOUNT,
    [CENSUS_COLOURS] = AMOUNT,
    [CENSUS_WEIGHTS] = AMOUNT,
    [CENSUS_ATTRIBUTES] = AMOUNT,
    [CENSUS_JOINTS] = MAY_HAVE_MORE,
    [CENSUS_NODES] = MAY_HAVE_MORE,
    [CENSUS_MATERIALS] = MAY_HAVE_MORE,
    [CENSUS_LOOKS] = MAY_HAVE_MORE,
    [CENSUS_TEXTURES] = MAY_HAVE_MORE,
    [CENSUS_SETTINGS] = MAY_HAVE_MORE,
    [CENSUS_MESH_NAMES] = MAY_HAVE_MORE,
    [CENSUS_SHAPE_NAMES] = MAY_HAVE_MORE,
    [CENSUS_MATERIAL_NAMES] = MAY_HAVE_MORE,
    [CENSUS_JOINT_NAMES] = MAY_HAVE_MORE,
    [CENSUS_ATTACHMENT_NAMES] = MAY_HAVE_MORE,
    [CENSUS_CLIP_NAMES] = MAY_HAVE_MORE,
};

// Half floats, bytes and hundredths of degrees are all a format may have.
static double tolerance(census_category category, const census *before) {
    switch (category) {
    case CENSUS_SURFACE:
    case CENSUS_ATTACHMENTS:
        return 2e-3 * before->size + 1e-4;
    case CENSUS_MOTION:
        return 2e-2 * before->size + 1e-4;
    case CENSUS_DURATIONS:
    case CENSUS_MARKERS:
        return 1.01e-3;
    case CENSUS_BOXES:
        return 1e-4;
    case CENSUS_UVS:
    case CENSUS_COLOURS:
        // A sum over corners, each of them within a two-hundredth.
        return before->counts[CENSUS_TRIANGLES] ? 0.015 * before->rows[CENSUS_TRIANGLES][0].number
                                                : 0;
    default:
        return 0;
    }
}

const char *census_difference(mq_arena *arena, census_category category, const census *before,
                              const census *after) {
    const census_row *a = before->rows[category], *b = after->rows[category];
    size_t a_count = before->counts[category], b_count = after->counts[category], i = 0, k = 0;
    double limit = tolerance(category, before);
    census_rule rule = rules[category];
    while (i < a_count || k < b_count) {
        int order = i == a_count ? 1 : k == b_count ? -1 : strcmp(a[i].text, b[k].text);
        double more = order == 0 ? b[k].number - a[i].number : 0;
        if (order == 0 && more >= -limit && (more <= limit || rule == AMOUNT)) {
            i++, k++;
            continue;
        }
        if (rule != MUST_AGREE && (order > 0 || (rule == MAY_HAVE_MORE && more < 0))) {
            k++;
            continue;
        }
        char had[64] = "nothing", has[64] = "nothing";
        if (order <= 0)
            snprintf(had, sizeof had, "%.40s (%.6g)", a[i].text, a[i].number);
        if (order >= 0)
            snprintf(has, sizeof has, "%.40s (%.6g)", b[k].text, b[k].number);
        return mq_arena_format(arena, "%zu before, %zu after; %s became %s", a_count, b_count, had,
                               has);
    }
    return NULL;
}
