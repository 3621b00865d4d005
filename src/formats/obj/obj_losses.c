// SPDX-License-Identifier: MIT
//
// What of a scene OBJ cannot hold.
#include <stdarg.h>
#include <string.h>

#include "formats/unused_extras.h"
#include "formats/obj/obj_scene.h"
#include "scene/usage.h"

void mq_obj_report(mq_findings *findings, obj_rule rule, uint64_t count, const char *format, ...) {
    if (count == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *text = mq_arena_vformat(findings->arena, format, arguments);
    va_end(arguments);
    maq_finding *finding = mq_add_finding(
        findings, &mq_obj_rules[rule], MAQ_NO_OFFSET, 0, count > 1 ? "%s (%llu)" : "%s",
        text ? text : mq_obj_rules[rule].title, (unsigned long long)count);
    if (finding)
        finding->count = count;
}

static void tell_mesh(const maq_scene_mesh *mesh, mq_findings *f) {
    const char *name = mesh->name;
    uint64_t see_through = 0;
    for (uint32_t i = 0; mesh->colours && i < mesh->vertex_count; i++)
        see_through += mesh->colours[i][3] != 1;
    mq_obj_report(f, OBJ_LOSS_ROLE, mesh->role != MAQ_MESH_VISUAL,
                  "mesh \"%s\": a %s mesh becomes an ordinary object", name,
                  mesh->role == MAQ_MESH_SHADOW ? "shadow" : "collision");
    mq_obj_report(f, OBJ_LOSS_SKIN, mesh->influence_count ? mesh->vertex_count : 0,
                  "mesh \"%s\": bone weights of vertices are lost", name);
    mq_obj_report(f, OBJ_LOSS_UV_SET, mesh->uv_set_count > 1 ? mesh->uv_set_count - 1 : 0,
                  "mesh \"%s\": further texture coordinates are lost", name);
    mq_obj_report(f, OBJ_LOSS_TANGENTS, mesh->tangents ? mesh->vertex_count : 0,
                  "mesh \"%s\": tangents are lost", name);
    mq_obj_report(f, OBJ_LOSS_ALPHA, see_through, "mesh \"%s\": the opacity of vertices is lost",
                  name);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        mq_obj_report(f, OBJ_LOSS_ATTRIBUTE,
                      !mq_is_round_trip_attribute(mesh, &mesh->attributes[i]),
                      "mesh \"%s\": attribute %s is lost", name, mesh->attributes[i].name);
    mq_obj_report(f, OBJ_LOSS_SHAPE, mesh->shape_count, "mesh \"%s\": shapes are lost", name);
}

static void tell_texture(const maq_scene_material *material, const maq_scene_texture *texture,
                         mq_findings *f) {
    const char *file = texture->file && *texture->file ? texture->file : "without a name";
    if (texture->tileset != 0)
        mq_obj_report(f, OBJ_LOSS_TEXTURE, 1, "material \"%s\": texture %s of tileset %lu is lost",
                      material->name, file, (unsigned long)texture->tileset);
    else if (texture->role == MAQ_TEXTURE_TEAM_MASK)
        mq_obj_report(f, OBJ_LOSS_TEXTURE, 1, "material \"%s\": team mask %s is lost",
                      material->name, file);
    else if (texture->data || !texture->file || !*texture->file)
        mq_obj_report(f, OBJ_LOSS_TEXTURE, 1,
                      "material \"%s\": the image of texture %s is not written", material->name,
                      file);
}

static void tell_material(const maq_scene_material *material, mq_findings *f) {
    static const char *const blends[] = {"opaque", "cut-out", "alpha", "additive", "premultiplied"};
    for (uint32_t i = 0; i < material->texture_count; i++)
        tell_texture(material, &material->textures[i], f);
    mq_obj_report(f, OBJ_LOSS_LOOK,
                  material->blend != MAQ_BLEND_OPAQUE && material->blend != MAQ_BLEND_ALPHA,
                  "material \"%s\": %s blending is lost", material->name, blends[material->blend]);
    mq_obj_report(f, OBJ_LOSS_LOOK, material->two_sided,
                  "material \"%s\": that it is two-sided is lost", material->name);
}

static void tell_nodes(const maq_scene *scene, mq_findings *f) {
    uint64_t children = 0, facing = 0, empty = 0, own_rotations = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->kind == MAQ_NODE_ATTACHMENT)
            mq_obj_report(f, OBJ_LOSS_ATTACHMENT, 1, "attachment \"%s\" is lost", node->name);
        else if (node->mesh == MAQ_SCENE_NONE)
            empty++;
        children += node->mesh != MAQ_SCENE_NONE && node->parent != MAQ_SCENE_NONE;
        facing += node->facing != MAQ_FACING_NONE;
        own_rotations += node->ignores_parent_rotation;
    }
    mq_obj_report(f, OBJ_LOSS_NODES, children, "objects below others come to stand beside them");
    mq_obj_report(f, OBJ_LOSS_NODES, empty, "nodes and joints without a mesh are lost");
    mq_obj_report(f, OBJ_LOSS_NODES, facing, "that nodes turn to the camera is lost");
    mq_obj_report(f, OBJ_LOSS_NODES, own_rotations,
                  "that nodes do not turn with their parents is lost");
}

void mq_obj_report_losses(const maq_scene *scene, mq_findings *f) {
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        tell_mesh(&scene->meshes[i], f);
    for (uint32_t i = 0; i < scene->material_count; i++)
        tell_material(&scene->materials[i], f);
    tell_nodes(scene, f);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        mq_obj_report(f, OBJ_LOSS_CLIP, 1, "clip \"%s\" is lost", scene->clips[i].name);
    for (uint32_t i = 0; i < scene->box_count; i++)
        mq_obj_report(f, OBJ_LOSS_BOX, 1, "box \"%s\" is lost",
                      scene->boxes[i].name ? scene->boxes[i].name : "");
    for (uint32_t i = 0; i < scene->event_count; i++)
        mq_obj_report(f, OBJ_LOSS_EVENT, 1, "event \"%s\" is lost", scene->events[i].name);
    mq_report_unused_extras(scene, "obj", f, &mq_obj_rules[OBJ_LOSS_EXTRAS]);
}
