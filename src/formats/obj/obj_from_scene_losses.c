// SPDX-License-Identifier: MIT
//
// What of a scene OBJ cannot hold.
#include "formats/obj/obj_scene.h"
#include "formats/unused_extras.h"
#include "scene/names.h"
#include "scene/usage.h"

static void report_mesh(const maq_scene_mesh *mesh, mq_findings *f) {
    const char *name = mesh->name;
    uint32_t translucent = 0, vertices = mesh->vertex_count;
    uint32_t sets = mesh->uv_set_count > 1 ? mesh->uv_set_count - 1 : 0;
    for (uint32_t i = 0; mesh->colours && i < vertices; i++)
        translucent += mesh->colours[i][3] != 1;
    OBJ_LOSS(f, ROLE, mesh->role != MAQ_MESH_VISUAL,
             "mesh \"%s\": its role (%s) was dropped; it became an ordinary object", name,
             mq_role_names[mesh->role]);
    OBJ_LOSS(f, SKIN, mesh->influence_count ? vertices : 0,
             "mesh \"%s\": the joint weights of %u %s were dropped", name, vertices,
             MQ_PLURAL(vertices, "vertex", "vertices"));
    OBJ_LOSS(f, UV_SET, sets, "mesh \"%s\": %u further %s of texture coordinates %s dropped", name,
             sets, MQ_PLURAL(sets, "set", "sets"), MQ_PLURAL(sets, "was", "were"));
    OBJ_LOSS(f, TANGENTS, mesh->tangents ? vertices : 0,
             "mesh \"%s\": the tangents of %u %s were dropped", name, vertices,
             MQ_PLURAL(vertices, "vertex", "vertices"));
    OBJ_LOSS(f, ALPHA, translucent, "mesh \"%s\": the opacity of %u %s was dropped", name,
             translucent, MQ_PLURAL(translucent, "vertex", "vertices"));
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        OBJ_LOSS(f, ATTRIBUTE, 1, "mesh \"%s\": the attribute %s was dropped", name,
                 mesh->attributes[i].name);
    OBJ_LOSS(f, SHAPE, mesh->shape_count, "mesh \"%s\": %u %s dropped", name, mesh->shape_count,
             MQ_PLURAL(mesh->shape_count, "morph target was", "morph targets were"));
}

static void report_texture(const maq_scene_material *material, const maq_scene_texture *texture,
                           mq_findings *f) {
    const char *file = texture->file && *texture->file ? texture->file : "without a name";
    if (texture->tileset != 0)
        OBJ_LOSS(f, TEXTURE, 1, "material \"%s\": the texture %s of tileset %u was dropped",
                 material->name, file, texture->tileset);
    else if (texture->role == MAQ_TEXTURE_TEAM_MASK)
        OBJ_LOSS(f, TEXTURE, 1, "material \"%s\": the team mask %s was dropped", material->name,
                 file);
    else if (texture->data || !texture->file || !*texture->file)
        OBJ_LOSS(f, TEXTURE, 1, "material \"%s\": the image of the texture %s is not written",
                 material->name, file);
}

static void report_material(const maq_scene_material *material, mq_findings *f) {
    bool blends = material->blend != MAQ_BLEND_OPAQUE && material->blend != MAQ_BLEND_ALPHA;
    for (uint32_t i = 0; i < material->texture_count; i++)
        report_texture(material, &material->textures[i], f);
    OBJ_LOSS(f, MATERIAL, blends, "material \"%s\": %s blending was dropped", material->name,
             mq_blend_names[material->blend]);
    OBJ_LOSS(f, MATERIAL, material->two_sided, "material \"%s\": it is no longer two-sided",
             material->name);
}

static void report_nodes(const maq_scene *scene, mq_findings *f) {
    uint32_t children = 0, facing = 0, empty = 0, joints = 0, own_rotations = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->kind == MAQ_NODE_ATTACHMENT)
            OBJ_LOSS(f, ATTACHMENT, 1, "the attachment \"%s\" was dropped", node->name);
        else if (node->kind == MAQ_NODE_JOINT)
            joints++;
        else if (node->mesh == MAQ_SCENE_NONE)
            empty++;
        children += node->mesh != MAQ_SCENE_NONE && node->parent != MAQ_SCENE_NONE;
        facing += node->facing != MAQ_FACING_NONE;
        own_rotations += node->ignores_parent_rotation;
    }
    OBJ_LOSS(f, NODES, children, "%u %s written without a parent", children,
             MQ_PLURAL(children, "child node is", "child nodes are"));
    OBJ_LOSS(f, NODES, joints, "%u %s dropped", joints,
             MQ_PLURAL(joints, "joint was", "joints were"));
    OBJ_LOSS(f, NODES, empty, "%u %s without a mesh %s dropped", empty,
             MQ_PLURAL(empty, "node", "nodes"), MQ_PLURAL(empty, "was", "were"));
    OBJ_LOSS(f, NODES, facing, "%u %s to the camera any more", facing,
             MQ_PLURAL(facing, "node does not turn", "nodes do not turn"));
    OBJ_LOSS(f, NODES, own_rotations, "%u %s the rotation of the parent any more", own_rotations,
             MQ_PLURAL(own_rotations, "node does not ignore", "nodes do not ignore"));
}

void mq_obj_report_losses(const maq_scene *scene, mq_findings *f) {
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        report_mesh(&scene->meshes[i], f);
    for (uint32_t i = 0; i < scene->material_count; i++)
        report_material(&scene->materials[i], f);
    report_nodes(scene, f);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        OBJ_LOSS(f, CLIP, 1, "the clip \"%s\" was dropped", scene->clips[i].name);
    for (uint32_t i = 0; i < scene->box_count; i++)
        OBJ_LOSS(f, BOX, 1, "the box \"%s\" was dropped",
                 scene->boxes[i].name ? scene->boxes[i].name : "");
    for (uint32_t i = 0; i < scene->event_count; i++)
        OBJ_LOSS(f, EVENT, 1, "the event \"%s\" was dropped", scene->events[i].name);
    mq_report_unused_extras(scene, "obj", f, &mq_obj_rules[OBJ_LOSS_EXTRAS]);
}
