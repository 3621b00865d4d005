// SPDX-License-Identifier: MIT
//
// What PIE has no place for, by name and number.
#include <string.h>

#include "formats/unused_extras.h"
#include "formats/pie/pie_from_scene.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------------------ meshes

static void name_vertex_data(pie_from_scene *from, const maq_scene_mesh *mesh) {
    if (mesh->tangents)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_VERTEX_DATA, mesh->vertex_count,
                            "mesh \"%s\": tangents are lost; the game makes its own", mesh->name);
    if (mesh->uv_set_count > 1)
        PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA,
                       "mesh \"%s\": texture coordinates beyond the first set are lost (%u)",
                       mesh->name, mesh->uv_set_count - 1);
    if (mesh->colours)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_VERTEX_DATA, mesh->vertex_count,
                            "mesh \"%s\": colours are lost", mesh->name);
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        if (strcmp(mesh->attributes[i].name, PIE_POINT_ATTRIBUTE) != 0)
            PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA, "mesh \"%s\": the numbers \"%s\" are lost",
                           mesh->name, mesh->attributes[i].name);
    }
    if (mesh->shape_count > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_SHAPES, mesh->shape_count,
                            "mesh \"%s\": %u shape%s lost", mesh->name, mesh->shape_count,
                            mesh->shape_count == 1 ? " is" : "s are");
}

static bool name_meshes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    const bool *shown = mq_shown_meshes(from->arena, scene);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        bool collision = mesh->role == MAQ_MESH_COLLISION;
        if (collision || !shown[i])
            PIE_SCENE_LOSE_SOME(from, PIE_LOSS_MESH, mesh->triangle_count,
                                "mesh \"%s\" of %u triangles is lost: %s", mesh->name,
                                mesh->triangle_count,
                                collision ? "PIE has no collision meshes" : "no node shows it");
        else
            name_vertex_data(from, mesh);
    }
    return true;
}

// --------------------------------------------------------------------------------------- materials

static bool name_materials(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    bool *used = MQ_NEW_ARRAY(from->arena, bool, scene->material_count);
    if (!used)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[from->sources[i].mesh];
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            if (mesh->parts[p].material != MAQ_SCENE_NONE)
                used[mesh->parts[p].material] = true;
        }
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        static const float white[4] = {1, 1, 1, 1};
        if (!used[i]) {
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\" is lost: no mesh uses it",
                           material->name);
            continue;
        }
        if (memcmp(material->colour, white, sizeof white) != 0)
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\": its colour is lost",
                           material->name);
        if (material->blend == MAQ_BLEND_ALPHA || material->blend == MAQ_BLEND_CUTOUT)
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\": its %s is lost",
                           material->name,
                           material->blend == MAQ_BLEND_ALPHA ? "transparency" : "cut-out value");
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (material->textures[k].data)
                PIE_SCENE_LOSE(
                    from, PIE_LOSS_IMAGE,
                    "material \"%s\": the image \"%s\" inside the model is lost: save it "
                    "as a file",
                    material->name, material->textures[k].file ? material->textures[k].file : "");
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------- nodes

// Nodes that show nothing, hold nothing and are above nothing that does.
static bool name_nodes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    uint64_t joints = 0, groups = 0, below = 0, own_rotations = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool level =
            node->mesh != MAQ_SCENE_NONE && scene->meshes[node->mesh].role == MAQ_MESH_VISUAL;
        joints += node->kind == MAQ_NODE_JOINT;
        groups += node->kind == MAQ_NODE_GROUP && node->mesh == MAQ_SCENE_NONE &&
                  !mq_pie_is_connector(node);
        below += level && node->parent != MAQ_SCENE_NONE;
        own_rotations += node->ignores_parent_rotation;
    }
    if (joints > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_NODE, joints,
                            "%llu joint%s lost: their movement goes into levels",
                            (unsigned long long)joints, joints == 1 ? " is" : "s are");
    if (groups > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_NODE, groups, "%llu node%s without a mesh lost",
                            (unsigned long long)groups, groups == 1 ? " is" : "s are");
    if (below > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_NODE, below,
                            "%llu level%s not below others any more: PIE has no parents",
                            (unsigned long long)below, below == 1 ? " is" : "s are");
    if (own_rotations > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_NODE, own_rotations,
                            "%llu node%s the rotation of the parent; this is worked in",
                            (unsigned long long)own_rotations,
                            own_rotations == 1 ? " refuses" : "s refuse");
    return true;
}

// ------------------------------------------------------------------------------------------- names

// Names of one kind of thing that nothing in the file will say.
typedef struct lost_names {
    const char *what, *first;
    uint64_t count;
} lost_names;

static void lose_name(lost_names *lost, const char *name) {
    lost->first = lost->count++ ? lost->first : name;
}

static void tell_names(pie_from_scene *from, const lost_names *lost) {
    if (lost->count > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_NAMES, lost->count,
                            "names of %s are lost: \"%s\"%s (%llu)", lost->what, lost->first,
                            lost->count > 1 ? ", ..." : "", (unsigned long long)lost->count);
}

// Materials of PIE are called by their texture, and by what sets them apart from others with it.
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

// Names other than those that things of PIE get anyway.
static bool name_names(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    lost_names levels = {.what = "levels"}, materials = {.what = "materials"};
    lost_names connectors = {.what = "connectors"};
    const bool *used = mq_used_materials(from->arena, scene);
    if (!used)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const char *name = scene->nodes[from->sources[i].node].name;
        const char *mesh = scene->meshes[from->sources[i].mesh].name;
        name = *name ? name : mesh;
        if (*name && !mq_name_matches(name, "level #"))
            lose_name(&levels, name);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        if (used[i] && !is_own_material(from, &scene->materials[i]))
            lose_name(&materials, scene->materials[i].name);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        // A name that begins with "connector" has done its work: it says what the node is.
        maq_scene_node other = *node;
        other.kind = MAQ_NODE_GROUP;
        if (mq_pie_is_connector(node) && *node->name && !is_own_connector(node->name) &&
            !mq_pie_is_connector(&other))
            lose_name(&connectors, node->name);
    }
    tell_names(from, &levels);
    tell_names(from, &materials);
    tell_names(from, &connectors);
    if (from->clip && *from->clip->name && !is_own_clip(from->clip->name))
        tell_names(from, &(lost_names){"clips", from->clip->name, 1});
    return true;
}

// ------------------------------------------------------------------------------------------- clips

static void name_clips(pie_from_scene *from) {
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
            PIE_SCENE_LOSE_SOME(from, PIE_LOSS_CLIP, moving,
                                "clip \"%s\" is lost: a level has one animation", clip->name);
        if (shapes > 0)
            PIE_SCENE_LOSE_SOME(from, PIE_LOSS_MOTION, shapes,
                                "clip \"%s\": %u channel%s of shapes lost", clip->name, shapes,
                                shapes == 1 ? "" : "s");
        if (clip->marker_count > 0)
            PIE_SCENE_LOSE_SOME(from, PIE_LOSS_MARKERS, clip->marker_count,
                                "clip \"%s\": %u marker%s lost", clip->name, clip->marker_count,
                                clip->marker_count == 1 ? " is" : "s are");
    }
}

bool mq_pie_name_losses(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    if (!name_meshes(from) || !name_materials(from) || !name_nodes(from) || !name_names(from))
        return false;
    name_clips(from);
    if (scene->box_count > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_BOXES, scene->box_count, "%u box%s lost",
                            scene->box_count, scene->box_count == 1 ? " is" : "es are");
    mq_report_unused_extras(scene, PIE_EXTRAS, &from->out->findings,
                            &mq_pie_rules[PIE_LOSS_FOREIGN]);
    return true;
}
