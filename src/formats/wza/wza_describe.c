// SPDX-License-Identifier: MIT
//
// Everything that a WZA file says.
#include "formats/wza/wza_priv.h"

static void put_texture(const maq_wza_texture *texture, mq_node *object) {
    if (!texture->name) {
        mq_put_null(object, "texture");
        return;
    }
    mq_node *node = mq_put_object(object, "texture");
    mq_put_text(node, "name", texture->name);
    mq_put_bool(node, "animated", texture->animated);
    mq_put_integer(node, "normal_map", texture->normal_map);
    mq_put_bool(node, "specular_map", texture->specular_map);
    mq_put_bool(node, "team_mask", texture->team_mask);
}

static void put_integers(mq_node *parent, const char *key, const int32_t *values, uint32_t count) {
    mq_node *array = mq_put_array(parent, key);
    for (uint32_t i = 0; i < count; i++)
        mq_put_integer(array, NULL, values[i]);
}

static void put_shape(const maq_wza_shape *shape, mq_node *node) {
    mq_put_integer(node, "number", shape->number);
    mq_node *vertices = mq_put_array(node, "vertices");
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        const maq_wza_vertex *from = &shape->vertices[i];
        mq_node *vertex = mq_put_object(vertices, NULL);
        mq_put_integer(vertex, "index", from->index);
        mq_put_floats(vertex, "position", from->position, 3);
        mq_put_floats(vertex, "normal", from->normal, 3);
        mq_put_floats(vertex, "tangent", from->tangent, 3);
        mq_put_floats(vertex, "bitangent", from->bitangent, 3);
    }
    mq_node *faces = mq_put_array(node, "faces");
    for (uint32_t i = 0; i < shape->face_count; i++) {
        const maq_wza_face *from = &shape->faces[i];
        mq_node *face = mq_put_object(faces, NULL);
        mq_put_integer(face, "index", from->index);
        put_integers(face, "vertices", from->vertices, 3);
        mq_put_floats(face, "uv", &from->uv[0][0], 6);
    }
}

static void put_bone(const maq_wza_bone *bone, mq_node *node) {
    mq_put_integer(node, "index", bone->index);
    mq_put_integer(node, "parent", bone->parent);
    mq_put_bool(node, "hinge", bone->hinge);
    mq_put_floats(node, "position", bone->position, 3);
    put_integers(node, "vertices", bone->vertices, bone->vertex_count);
}

static void put_animation(const maq_wza_animation *animation, mq_node *node) {
    mq_put_integer(node, "index", animation->index);
    mq_put_integer(node, "length", animation->length);
    mq_node *properties = mq_put_array(node, "properties");
    for (uint32_t i = 0; i < animation->property_count; i++) {
        const maq_wza_property *from = &animation->properties[i];
        mq_node *property = mq_put_object(properties, NULL);
        mq_put_integer(property, "number", from->number);
        mq_put_text(property, "kind", mq_wza_kinds[from->kind]);
        mq_put_integer(property, "index", from->index);
        mq_put_bool(property, "interpolate", from->interpolate);
    }
    mq_node *points = mq_put_array(node, "points");
    for (uint32_t i = 0; i < animation->point_count; i++) {
        const maq_wza_point *from = &animation->points[i];
        mq_node *point = mq_put_object(points, NULL);
        mq_put_integer(point, "property", from->property);
        mq_put_integer(point, "time", from->time);
        if (from->kind == MAQ_WZA_TEXTURE)
            mq_put_integer(point, "frame", from->frame);
        else
            mq_put_floats(point, "values", from->values, from->value_count);
    }
}

void mq_wza_describe(const maq_document *document, mq_node *object) {
    const maq_wza *wza = document->content;
    put_texture(&wza->texture, object);
    mq_node *shapes = mq_put_array(object, "shapes");
    for (uint32_t i = 0; i < wza->shape_count; i++)
        put_shape(&wza->shapes[i], mq_put_object(shapes, NULL));
    mq_node *bones = mq_put_array(object, "bones");
    for (uint32_t i = 0; i < wza->bone_count; i++)
        put_bone(&wza->bones[i], mq_put_object(bones, NULL));
    mq_node *animations = mq_put_array(object, "animations");
    for (uint32_t i = 0; i < wza->animation_count; i++)
        put_animation(&wza->animations[i], mq_put_object(animations, NULL));
}
