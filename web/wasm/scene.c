// SPDX-License-Identifier: MIT
//
// Scenes as JSON with addresses of their arrays, and their motion.
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "files.h"
#include "maquette/image.h"
#include "reply.h"
#include "scene/names.h"

struct web_scene {
    maq_scene *scene;
    maq_motion *motion;
    web_files *files; // of the model; NULL: none
    char *name;       // of the model among them
    float *deformed;  // of web_deform()
    size_t deformed_capacity;
};

static void put_address(mq_node *object, const char *key, const void *array) {
    mq_put_integer(object, key, (int64_t)(uintptr_t)array);
}

// Indices are null where there is none.
static void put_index(mq_node *object, const char *key, uint32_t index) {
    if (index == MAQ_SCENE_NONE)
        mq_put_null(object, key);
    else
        mq_put_integer(object, key, index);
}

static void put_extras(mq_node *object, const maq_value *extras) {
    if (extras)
        mq_put_value(object, "extras", extras);
}

// ------------------------------------------------------------------------------------------ meshes

static void put_shape(mq_node *list, const maq_scene_shape *shape) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", shape->name);
    mq_put_integer(object, "count", shape->count);
    put_address(object, "vertices", shape->vertices);
    put_address(object, "positions", shape->positions);
    put_address(object, "normals", shape->normals);
    put_address(object, "tangents", shape->tangents);
    put_address(object, "uvs", shape->uvs);
}

static void put_part(mq_node *list, const maq_scene_part *part) {
    mq_node *object = mq_put_object(list, NULL);
    put_index(object, "material", part->material);
    mq_put_integer(object, "firstTriangle", part->first_triangle);
    mq_put_integer(object, "triangleCount", part->triangle_count);
}

static void put_mesh(mq_node *list, const maq_scene_mesh *mesh) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", mesh->name);
    mq_put_text(object, "role", mq_role_names[mesh->role]);
    mq_put_integer(object, "vertexCount", mesh->vertex_count);
    mq_put_integer(object, "triangleCount", mesh->triangle_count);
    put_address(object, "positions", mesh->positions);
    put_address(object, "normals", mesh->normals);
    put_address(object, "tangents", mesh->tangents);
    mq_node *uvs = mq_put_array(object, "uvs");
    for (uint32_t i = 0; i < mesh->uv_set_count; i++)
        put_address(uvs, NULL, mesh->uvs[i]);
    put_address(object, "colours", mesh->colours);
    mq_put_integer(object, "influenceCount", mesh->influence_count);
    put_address(object, "joints", mesh->influence_count > 0 ? mesh->joints : NULL);
    put_address(object, "weights", mesh->influence_count > 0 ? mesh->weights : NULL);
    mq_node *attributes = mq_put_array(object, "attributes");
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        mq_node *attribute = mq_put_object(attributes, NULL);
        mq_put_text(attribute, "name", mesh->attributes[i].name);
        mq_put_integer(attribute, "components", mesh->attributes[i].components);
        put_address(attribute, "values", mesh->attributes[i].values);
    }
    put_address(object, "triangles", mesh->triangles);
    mq_node *parts = mq_put_array(object, "parts");
    for (uint32_t i = 0; i < mesh->part_count; i++)
        put_part(parts, &mesh->parts[i]);
    mq_node *shapes = mq_put_array(object, "shapes");
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        put_shape(shapes, &mesh->shapes[i]);
    put_extras(object, mesh->extras);
}

// --------------------------------------------------------------------------------------- materials

static const char *texture_role(maq_texture_role role) {
    return role < MAQ_TEXTURE_ROLE_COUNT ? mq_texture_names[role] : "emissive";
}

static void put_texture(mq_node *list, const maq_scene_texture *texture) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "role", texture_role(texture->role));
    mq_put_integer(object, "tileset", texture->tileset);
    mq_put_text(object, "file", texture->file);
    put_address(object, "data", texture->data);
    mq_put_integer(object, "dataLength", (int64_t)texture->data_length);
}

static void put_material(mq_node *list, const maq_scene_material *material) {
    static const char *const kinds[] = {"none", "strip", "uv_sets", "images"};
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", material->name);
    mq_node *textures = mq_put_array(object, "textures");
    for (uint32_t i = 0; i < material->texture_count; i++)
        put_texture(textures, &material->textures[i]);
    mq_put_text(object, "blend", mq_blend_names[material->blend]);
    mq_put_bool(object, "twoSided", material->two_sided);
    mq_put_floats(object, "colour", material->colour, 4);
    mq_put_float(object, "cutoff", material->cutoff);
    mq_node *frames = mq_put_object(object, "frames");
    mq_put_text(frames, "kind", kinds[material->frames.kind]);
    mq_put_integer(frames, "count", material->frames.count);
    mq_put_integer(frames, "columns", material->frames.columns);
    mq_put_floats(frames, "step", material->frames.step, 2);
    put_extras(object, material->extras);
}

// --------------------------------------------------------------------------------- nodes and clips

static void put_node(mq_node *list, const maq_scene_node *node) {
    static const char *const facings[] = {"none", "roll", "pitch_and_roll"};
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", node->name);
    put_index(object, "parent", node->parent);
    mq_put_text(object, "kind", mq_kind_names[node->kind]);
    mq_put_floats(object, "translation", node->rest.translation, 3);
    mq_put_floats(object, "rotation", node->rest.rotation, 4);
    mq_put_floats(object, "scale", node->rest.scale, 3);
    mq_put_bool(object, "ignoresParentRotation", node->ignores_parent_rotation);
    mq_put_text(object, "facing", facings[node->facing]);
    put_index(object, "mesh", node->mesh);
    put_index(object, "skin", node->skin);
    put_extras(object, node->extras);
}

static void put_skin(mq_node *list, const maq_scene_skin *skin) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_integer(object, "jointCount", skin->joint_count);
    put_address(object, "joints", skin->joints);
    put_address(object, "inverseBind", skin->inverse_bind);
}

static void put_channel(mq_node *list, const maq_scene_channel *channel) {
    static const char *const paths[] = {"translation", "rotation",     "scale",
                                        "visible",     "shape_weight", "texture_frame"};
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "path", paths[channel->path]);
    mq_put_integer(object, "target", channel->target);
    mq_put_integer(object, "shape", channel->shape);
    mq_put_bool(object, "step", channel->step);
    mq_put_integer(object, "keyCount", channel->key_count);
    put_address(object, "times", channel->times);
    put_address(object, "values", channel->values);
}

static void put_clip(mq_node *list, const maq_scene_clip *clip) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", clip->name);
    mq_put_float(object, "duration", clip->duration);
    mq_put_float(object, "rate", clip->rate);
    mq_put_integer(object, "loopCount", clip->loop_count);
    mq_node *channels = mq_put_array(object, "channels");
    for (uint32_t i = 0; i < clip->channel_count; i++)
        put_channel(channels, &clip->channels[i]);
    mq_node *markers = mq_put_array(object, "markers");
    for (uint32_t i = 0; i < clip->marker_count; i++) {
        mq_node *marker = mq_put_object(markers, NULL);
        mq_put_float(marker, "time", clip->markers[i].time);
        mq_put_text(marker, "text", clip->markers[i].text);
    }
    put_extras(object, clip->extras);
}

// ------------------------------------------------------------------------------------------- scene

static void put_scene(mq_node *object, const maq_scene *scene) {
    mq_node *meshes = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        put_mesh(meshes, &scene->meshes[i]);
    mq_node *materials = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < scene->material_count; i++)
        put_material(materials, &scene->materials[i]);
    mq_node *nodes = mq_put_array(object, "nodes");
    for (uint32_t i = 0; i < scene->node_count; i++)
        put_node(nodes, &scene->nodes[i]);
    mq_node *skins = mq_put_array(object, "skins");
    for (uint32_t i = 0; i < scene->skin_count; i++)
        put_skin(skins, &scene->skins[i]);
    mq_node *clips = mq_put_array(object, "clips");
    for (uint32_t i = 0; i < scene->clip_count; i++)
        put_clip(clips, &scene->clips[i]);
    mq_node *boxes = mq_put_array(object, "boxes");
    for (uint32_t i = 0; i < scene->box_count; i++) {
        mq_node *box = mq_put_object(boxes, NULL);
        mq_put_text(box, "name", scene->boxes[i].name);
        put_index(box, "node", scene->boxes[i].node);
        mq_put_floats(box, "min", scene->boxes[i].min, 3);
        mq_put_floats(box, "max", scene->boxes[i].max, 3);
    }
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < scene->event_count; i++) {
        mq_node *event = mq_put_object(events, NULL);
        mq_put_text(event, "name", scene->events[i].name);
        mq_put_text(event, "file", scene->events[i].file);
    }
    put_extras(object, scene->extras);
    mq_put_text(object, "sourceFormat", scene->source_format);
}

static void put_pose(mq_node *object, const web_scene *made) {
    const maq_pose *pose = maq_motion_current_pose(made->motion);
    uint32_t nodes = made->scene->node_count;
    mq_node *entry = mq_put_object(object, "pose");
    put_address(entry, "worlds", pose->worlds);
    put_address(entry, "visible", pose->visible);
    put_address(entry, "weights", pose->weights);
    put_address(entry, "firstWeight", pose->first_weight);
    mq_put_integer(entry, "weightCount", pose->first_weight[nodes]);
    put_address(entry, "frames", pose->frames);
}

// The scene keeps the files of its model in use.
static maq_status use_files(web_scene *made, const web_model *model) {
    const char *name = NULL;
    if (!model->files || !maq_document_files(model->document, &name))
        return MAQ_OK;
    made->name = strdup(name);
    if (!made->name)
        return MAQ_NO_MEMORY;
    made->files = model->files;
    web_files_use(made->files);
    return MAQ_OK;
}

maq_status web_scene_new(const web_model *model) {
    web_reply_begin();
    web_scene *made = calloc(1, sizeof *made);
    maq_status status = made ? model->status : MAQ_NO_MEMORY;
    if (status == MAQ_OK)
        status = use_files(made, model);
    if (status == MAQ_OK)
        status = maq_scene_from_document(model->document, NULL, &made->scene);
    if (status == MAQ_OK)
        status = maq_motion_new(made->scene, NULL, &made->motion);
    if (status == MAQ_OK) {
        mq_arena *arena = mq_arena_new(NULL);
        mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
        put_scene(object, made->scene);
        put_pose(object, made);
        status = web_reply_json(arena, object);
    }
    if (status == MAQ_OK)
        web_reply_handle(made);
    else if (made)
        web_scene_close(made);
    return status;
}

void web_scene_close(web_scene *scene) {
    maq_motion_free(scene->motion);
    maq_scene_free(scene->scene);
    if (scene->files)
        web_files_close(scene->files);
    free(scene->name);
    free(scene->deformed);
    free(scene);
}

// ------------------------------------------------------------------------------------------ images

static void put_image(mq_node *list, const maq_image_reference *image) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_integer(object, "material", image->material);
    mq_put_text(object, "role", texture_role(image->role));
    mq_put_integer(object, "tileset", image->tileset);
    mq_put_integer(object, "frame", image->frame);
    mq_put_text(object, "name", image->name);
    mq_put_text(object, "file", image->file);
    mq_put_bool(object, "otherCapitals", image->other_capitals);
    mq_put_bool(object, "guessed", image->guessed);
    put_address(object, "data", image->data);
    mq_put_integer(object, "bytes", (int64_t)image->bytes);
}

maq_status web_images(const web_scene *scene, uint32_t tileset) {
    web_reply_begin();
    maq_images *images = NULL;
    maq_images_options options = {.size = sizeof options,
                                  .tileset = tileset,
                                  .files = scene->files ? web_files_set(scene->files) : NULL,
                                  .name = scene->name};
    maq_status status = maq_images_find(scene->scene, &options, &images);
    if (status != MAQ_OK)
        return status;
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_node *list = mq_put_array(object, "images");
    for (size_t i = 0; i < images->count; i++)
        put_image(list, &images->items[i]);
    mq_node *findings = mq_put_array(object, "findings");
    for (size_t i = 0; i < images->findings->count; i++)
        cli_json_finding(findings, NULL, &images->findings->items[i]);
    status = web_reply_json(arena, object);
    maq_images_free(images);
    return status;
}

// ------------------------------------------------------------------------------------------ motion

maq_status web_pose(web_scene *scene, uint32_t clip, double seconds, maq_loop loop,
                    bool like_game) {
    maq_motion_options options = {.size = sizeof options, .loop = loop, .like_game = like_game};
    return maq_motion_pose(scene->motion, clip, seconds, &options);
}

maq_status web_deform(web_scene *scene, uint32_t node) {
    web_reply_begin();
    if (node >= scene->scene->node_count || scene->scene->nodes[node].mesh == MAQ_SCENE_NONE)
        return MAQ_BAD_ARGUMENT;
    size_t count = scene->scene->meshes[scene->scene->nodes[node].mesh].vertex_count;
    size_t length;
    if (!mq_multiply_size(count, 8, &length))
        return MAQ_OVER_LIMIT;
    if (length > scene->deformed_capacity) {
        free(scene->deformed);
        scene->deformed = calloc(length, sizeof(float));
        scene->deformed_capacity = scene->deformed ? length : 0;
    }
    if (!scene->deformed && length > 0)
        return MAQ_NO_MEMORY;
    float *at = scene->deformed;
    memset(at, 0, length * sizeof(float));
    maq_deformed_mesh out = {.positions = (float(*)[3])at,
                             .normals = (float(*)[3])(at + count * 3),
                             .uvs = (float(*)[2])(at + count * 6)};
    maq_status status = maq_motion_mesh(scene->motion, node, &out, 0);
    web_reply_borrow(at, length * sizeof(float));
    return status;
}

maq_status web_bounds(web_scene *scene) {
    static maq_bounds bounds;
    web_reply_begin();
    if (maq_motion_bounds(scene->motion, &bounds))
        web_reply_borrow(&bounds, sizeof bounds);
    return MAQ_OK;
}
