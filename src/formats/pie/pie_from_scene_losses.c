// SPDX-License-Identifier: MIT
//
// What PIE cannot hold.
#include <string.h>

#include "base/plural.h"
#include "formats/pie/pie_from_scene.h"
#include "formats/unused_extras.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------------------ meshes

static void report_vertex_data(pie_from_scene *from, const maq_scene_mesh *mesh) {
    if (mesh->tangents)
        PIE_REPORT_LOSS(from, PIE_LOSS_VERTEX_DATA, mesh->vertex_count,
                        "mesh \"%s\": tangents were dropped; the game computes them", mesh->name);
    if (mesh->uv_set_count > 1)
        PIE_REPORT_LOSS(from, PIE_LOSS_VERTEX_DATA, 1,
                        "mesh \"%s\": %u further %s of texture coordinates %s dropped", mesh->name,
                        mesh->uv_set_count - 1, MQ_PLURAL(mesh->uv_set_count - 1, "set", "sets"),
                        MQ_PLURAL(mesh->uv_set_count - 1, "was", "were"));
    if (mesh->colours)
        PIE_REPORT_LOSS(from, PIE_LOSS_VERTEX_DATA, mesh->vertex_count,
                        "mesh \"%s\": colours were dropped", mesh->name);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        PIE_REPORT_LOSS(from, PIE_LOSS_VERTEX_DATA, 1,
                        "mesh \"%s\": the vertex attribute \"%s\" was dropped", mesh->name,
                        mesh->attributes[i].name);
    PIE_REPORT_LOSS(from, PIE_LOSS_SHAPES, mesh->shape_count, "mesh \"%s\": %u morph %s dropped",
                    mesh->name, mesh->shape_count,
                    MQ_PLURAL(mesh->shape_count, "target (shape) was", "targets (shapes) were"));
}

static bool report_meshes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    const bool *shown = mq_shown_meshes(from->arena, scene);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        bool collision = mesh->role == MAQ_MESH_COLLISION;
        if (collision || !shown[i])
            PIE_REPORT_LOSS(from, PIE_LOSS_MESH, mesh->triangle_count ? mesh->triangle_count : 1,
                            "mesh \"%s\" of %u %s was dropped: %s", mesh->name,
                            mesh->triangle_count,
                            MQ_PLURAL(mesh->triangle_count, "triangle", "triangles"),
                            collision ? "PIE has no collision meshes" : "no node shows it");
        else
            report_vertex_data(from, mesh);
    }
    return true;
}

// --------------------------------------------------------------------------------------- materials

static bool report_materials(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    bool *used = MQ_NEW_ARRAY(from->arena, bool, scene->material_count);
    if (!used)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[from->sources[i].mesh];
        // The levels that a mesh was cut into follow each other.
        if (i > 0 && from->sources[i].mesh == from->sources[i - 1].mesh)
            continue;
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            if (mesh->parts[p].material != MAQ_SCENE_NONE)
                used[mesh->parts[p].material] = true;
        }
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        static const float white[4] = {1, 1, 1, 1};
        if (!used[i]) {
            PIE_REPORT_LOSS(from, PIE_LOSS_MATERIAL, 1,
                            "material \"%s\" was dropped: no mesh uses it", material->name);
            continue;
        }
        if (memcmp(material->colour, white, sizeof white) != 0)
            PIE_REPORT_LOSS(from, PIE_LOSS_MATERIAL, 1, "material \"%s\": its colour was dropped",
                            material->name);
        if (material->blend == MAQ_BLEND_ALPHA || material->blend == MAQ_BLEND_CUTOUT)
            PIE_REPORT_LOSS(from, PIE_LOSS_MATERIAL, 1, "material \"%s\": its %s was dropped",
                            material->name,
                            material->blend == MAQ_BLEND_ALPHA ? "transparency" : "cut-out value");
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (material->textures[k].data)
                PIE_REPORT_LOSS(
                    from, PIE_LOSS_IMAGE, 1,
                    "material \"%s\": the embedded image \"%s\" was dropped: save it as a "
                    "file",
                    material->name, material->textures[k].file ? material->textures[k].file : "");
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------- nodes

static bool report_nodes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    uint64_t joints = 0, groups = 0, below = 0, own_rotations = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool level =
            node->mesh != MAQ_SCENE_NONE && scene->meshes[node->mesh].role == MAQ_MESH_VISUAL;
        joints += node->kind == MAQ_NODE_JOINT;
        groups += node->kind == MAQ_NODE_GROUP && node->mesh == MAQ_SCENE_NONE &&
                  !mq_scene_is_connector(node);
        below += level && node->parent != MAQ_SCENE_NONE;
        own_rotations += node->ignores_parent_rotation;
    }
    PIE_REPORT_LOSS(from, PIE_LOSS_NODE, joints, "%llu %s dropped; levels hold their motion",
                    (unsigned long long)joints, MQ_PLURAL(joints, "joint was", "joints were"));
    PIE_REPORT_LOSS(from, PIE_LOSS_NODE, groups, "%llu %s without a mesh %s dropped",
                    (unsigned long long)groups, MQ_PLURAL(groups, "node", "nodes"),
                    MQ_PLURAL(groups, "was", "were"));
    PIE_REPORT_LOSS(from, PIE_LOSS_NODE, below, "%llu %s no parent any more: PIE has no hierarchy",
                    (unsigned long long)below, MQ_PLURAL(below, "level has", "levels have"));
    PIE_REPORT_LOSS(from, PIE_LOSS_NODE, own_rotations,
                    "%llu %s the rotation of the parent; the points and frames hold the result",
                    (unsigned long long)own_rotations,
                    MQ_PLURAL(own_rotations, "node ignores", "nodes ignore"));
    return true;
}

// ------------------------------------------------------------------------------------------- names

// Names of one kind of thing that the file cannot hold.
typedef struct dropped_names {
    const char *what, *first;
    uint64_t count;
} dropped_names;

static void drop_name(dropped_names *dropped, const char *name) {
    dropped->first = dropped->count++ ? dropped->first : name;
}

static void report_dropped_names(pie_from_scene *from, const dropped_names *dropped) {
    PIE_REPORT_LOSS(from, PIE_LOSS_NAMES, dropped->count,
                    "names of %s were dropped: \"%s\"%s (%llu)", dropped->what, dropped->first,
                    dropped->count > 1 ? ", ..." : "", (unsigned long long)dropped->count);
}

// Materials of PIE are named after their texture, with suffixes where several materials share one.
static bool is_own_material(pie_from_scene *from, const maq_scene_material *material) {
    static const char *const marks[] = {" two-sided", " animated", " additive", " premultiplied"};
    size_t length = strlen(material->name);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t mark = strlen(marks[i]);
        if (length > mark && strncmp(material->name + length - mark, marks[i], mark) == 0)
            length -= mark;
    }
    maq_scene_material plain = *material;
    plain.name = mq_arena_text(from->arena, material->name, length);
    return !plain.name || !*plain.name || strcmp(plain.name, "untextured") == 0 ||
           mq_named_by_texture(&plain);
}

static bool is_own_clip(const char *name) {
    return mq_name_matches(name, "animation") || mq_name_matches(name, "texture animation") ||
           mq_name_matches(name, "texture animation level #");
}

static bool is_own_connector(const char *name) {
    return mq_name_matches(name, "connector #") || mq_name_matches(name, "level # connector #");
}

// Names other than those that a scene made from PIE has.
static bool report_names(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    dropped_names levels = {.what = "levels"}, materials = {.what = "materials"};
    dropped_names connectors = {.what = "connectors"};
    const bool *used = mq_used_materials(from->arena, scene);
    if (!used)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const char *name = scene->nodes[from->sources[i].node].name;
        const char *mesh = scene->meshes[from->sources[i].mesh].name;
        name = *name ? name : mesh;
        if (*name && !mq_name_matches(name, "level #"))
            drop_name(&levels, name);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        if (used[i] && !is_own_material(from, &scene->materials[i]))
            drop_name(&materials, scene->materials[i].name);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        // A name that begins with "connector" says that the node is one: nothing is lost.
        maq_scene_node other = *node;
        other.kind = MAQ_NODE_GROUP;
        if (mq_scene_is_connector(node) && *node->name && !is_own_connector(node->name) &&
            !mq_scene_is_connector(&other))
            drop_name(&connectors, node->name);
    }
    report_dropped_names(from, &levels);
    report_dropped_names(from, &materials);
    report_dropped_names(from, &connectors);
    if (from->clip && *from->clip->name && !is_own_clip(from->clip->name))
        report_dropped_names(from, &(dropped_names){"clips", from->clip->name, 1});
    return true;
}

// ------------------------------------------------------------------------------------------- clips

static void report_clips(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        const maq_scene_clip *clip = &scene->clips[c];
        uint32_t moving = 0, shapes = 0;
        for (uint32_t i = 0; i < clip->channel_count; i++) {
            maq_channel_path path = clip->channels[i].path;
            shapes += path == MAQ_CHANNEL_SHAPE_WEIGHT;
            moving += path != MAQ_CHANNEL_SHAPE_WEIGHT && path != MAQ_CHANNEL_TEXTURE_FRAME;
        }
        if (clip != from->clip && (moving > 0 || clip->channel_count == 0))
            PIE_REPORT_LOSS(from, PIE_LOSS_CLIP, moving > 0 ? moving : 1,
                            "clip \"%s\" was dropped: a level has one animation", clip->name);
        PIE_REPORT_LOSS(from, PIE_LOSS_MOTION, shapes,
                        "clip \"%s\": %u %s of morph targets (shapes) %s dropped", clip->name,
                        shapes, MQ_PLURAL(shapes, "channel", "channels"),
                        MQ_PLURAL(shapes, "was", "were"));
        PIE_REPORT_LOSS(from, PIE_LOSS_MARKERS, clip->marker_count, "clip \"%s\": %u %s dropped",
                        clip->name, clip->marker_count,
                        MQ_PLURAL(clip->marker_count, "marker was", "markers were"));
    }
}

bool mq_pie_report_losses(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    if (!report_meshes(from) || !report_materials(from) || !report_nodes(from) ||
        !report_names(from))
        return false;
    report_clips(from);
    PIE_REPORT_LOSS(from, PIE_LOSS_BOXES, scene->box_count, "%u %s dropped", scene->box_count,
                    MQ_PLURAL(scene->box_count, "box was", "boxes were"));
    mq_report_unused_extras(scene, PIE_EXTRAS, &from->out->findings,
                            &mq_pie_rules[PIE_LOSS_UNUSED_EXTRAS]);
    return true;
}
