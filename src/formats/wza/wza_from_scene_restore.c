// SPDX-License-Identifier: MIT
//
// What extras have kept of a WZA file.
#include <string.h>

#include "formats/extras_numbers.h"
#include "formats/wza/wza_from_scene.h"

static const maq_value *first_child(const maq_value *array) {
    return mq_extras_count(array) ? array->as.children.first : NULL;
}

static bool flag(const maq_value *value) {
    return value && value->kind == MAQ_VALUE_BOOL && value->as.boolean;
}

static void keep_texture(mq_arena *arena, const maq_scene *scene, maq_wza_texture *texture) {
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_value *own = mq_scene_own_extras(scene->materials[i].extras, WZA_EXTRAS);
        const char *name = mq_extras_text(maq_value_find(own, "name"));
        if (!name || name[strcspn(name, "\n\r\x1a")] != '\0')
            continue;
        texture->name = mq_arena_text(arena, name, strlen(name));
        texture->animated = flag(maq_value_find(own, "animated"));
        mq_extras_integer(maq_value_find(own, "normal_map"), &texture->normal_map);
        if (texture->normal_map < 0 || texture->normal_map > 2)
            texture->normal_map = 0;
        texture->specular_map = flag(maq_value_find(own, "specular_map"));
        texture->team_mask = flag(maq_value_find(own, "team_mask"));
        return;
    }
}

static bool keep_shape(mq_arena *arena, const maq_value *from, maq_wza_shape *shape) {
    const maq_value *vertex_rows = maq_value_find(from, "vertices");
    const maq_value *face_rows = maq_value_find(from, "faces");
    size_t vertex_count = mq_extras_count(vertex_rows), face_count = mq_extras_count(face_rows);
    maq_wza_vertex *vertices = MQ_NEW_ARRAY(arena, maq_wza_vertex, vertex_count);
    maq_wza_face *faces = MQ_NEW_ARRAY(arena, maq_wza_face, face_count);
    if (!vertices || !faces || !mq_extras_integer(maq_value_find(from, "number"), &shape->number))
        return false;
    const maq_value *row = first_child(vertex_rows);
    for (size_t i = 0; i < vertex_count; i++, row = row->next) {
        float numbers[WZA_VERTEX_NUMBERS];
        if (mq_extras_count(row) != 2 || !mq_extras_integer(first_child(row), &vertices[i].index) ||
            !mq_extras_floats(first_child(row)->next, numbers, WZA_VERTEX_NUMBERS))
            return false;
        memcpy(vertices[i].position, numbers, sizeof vertices[i].position);
        memcpy(vertices[i].normal, numbers + 3, sizeof vertices[i].normal);
        memcpy(vertices[i].tangent, numbers + 6, sizeof vertices[i].tangent);
        memcpy(vertices[i].bitangent, numbers + 9, sizeof vertices[i].bitangent);
        vertices[i].offset = MAQ_WZA_NO_OFFSET;
    }
    row = first_child(face_rows);
    for (size_t i = 0; i < face_count; i++, row = row->next) {
        if (mq_extras_count(row) != 3 || !mq_extras_integer(first_child(row), &faces[i].index) ||
            !mq_extras_integers(first_child(row)->next, faces[i].vertices, 3) ||
            !mq_extras_floats(first_child(row)->next->next, &faces[i].uv[0][0], 6))
            return false;
        faces[i].offset = MAQ_WZA_NO_OFFSET;
    }
    shape->vertices = vertices;
    shape->vertex_count = (uint32_t)vertex_count;
    shape->faces = faces;
    shape->face_count = (uint32_t)face_count;
    shape->offset = shape->vertices_offset = shape->faces_offset = MAQ_WZA_NO_OFFSET;
    return true;
}

static void keep_shapes(mq_arena *arena, const maq_scene *scene, maq_wza *wza) {
    const maq_value *extras = scene->mesh_count ? scene->meshes[0].extras : scene->extras;
    const maq_value *rows = maq_value_find(mq_scene_own_extras(extras, WZA_EXTRAS), "shapes");
    size_t count = mq_extras_count(rows);
    maq_wza_shape *shapes = MQ_NEW_ARRAY(arena, maq_wza_shape, count);
    const maq_value *row = first_child(rows);
    for (size_t i = 0; shapes && i < count; i++, row = row->next) {
        if (!keep_shape(arena, row, &shapes[i]))
            return;
    }
    wza->shapes = shapes;
    wza->shape_count = shapes ? (uint32_t)count : 0;
}

static bool keep_bones(mq_arena *arena, const maq_scene *scene, maq_wza *wza) {
    maq_wza_bone *bones = MQ_NEW_ARRAY(arena, maq_wza_bone, scene->node_count);
    if (!bones)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_value *own = mq_scene_own_extras(scene->nodes[i].extras, WZA_EXTRAS);
        maq_wza_bone *bone = &bones[wza->bone_count];
        if (!mq_extras_integer(maq_value_find(own, "index"), &bone->index))
            continue;
        const maq_value *list = maq_value_find(own, "vertices");
        size_t count = mq_extras_count(list);
        int32_t *vertices = MQ_NEW_ARRAY(arena, int32_t, count);
        if (!vertices)
            return false;
        if (!mq_extras_integer(maq_value_find(own, "parent"), &bone->parent) ||
            !mq_extras_floats(maq_value_find(own, "position"), bone->position, 3) ||
            !mq_extras_integers(list, vertices, count))
            continue;
        bone->hinge = flag(maq_value_find(own, "hinge"));
        bone->vertices = vertices;
        bone->vertex_count = (uint32_t)count;
        bone->offset = MAQ_WZA_NO_OFFSET;
        wza->bone_count++;
    }
    wza->bones = bones;
    return true;
}

static bool keep_point(const maq_value *row, maq_wza_point *point) {
    int32_t head[3];
    if (mq_extras_count(row) != 2 || !mq_extras_integers(first_child(row), head, 3) ||
        head[2] < 0 || head[2] > MAQ_WZA_UNKNOWN)
        return false;
    const maq_value *value = first_child(row)->next;
    *point = (maq_wza_point){.property = head[0],
                             .time = head[1],
                             .kind = (maq_wza_kind)head[2],
                             .value_count = 1,
                             .offset = MAQ_WZA_NO_OFFSET};
    if (point->kind == MAQ_WZA_TEXTURE)
        return mq_extras_integer(value, &point->frame);
    if (point->kind == MAQ_WZA_BONE ||
        (point->kind == MAQ_WZA_UNKNOWN && mq_extras_count(value) == WZA_BONE_VALUES))
        point->value_count = WZA_BONE_VALUES;
    return mq_extras_floats(value, point->values, point->value_count);
}

static bool keep_animation(mq_arena *arena, const maq_value *own, maq_wza_animation *animation) {
    const maq_value *property_rows = maq_value_find(own, "properties");
    const maq_value *point_rows = maq_value_find(own, "points");
    size_t property_count = mq_extras_count(property_rows),
           point_count = mq_extras_count(point_rows);
    maq_wza_property *properties = MQ_NEW_ARRAY(arena, maq_wza_property, property_count);
    maq_wza_point *points = MQ_NEW_ARRAY(arena, maq_wza_point, point_count);
    if (!properties || !points ||
        !mq_extras_integer(maq_value_find(own, "index"), &animation->index) ||
        !mq_extras_integer(maq_value_find(own, "length"), &animation->length))
        return false;
    const maq_value *row = first_child(property_rows);
    for (size_t i = 0; i < property_count; i++, row = row->next) {
        int32_t numbers[4];
        if (!mq_extras_integers(row, numbers, 4) || numbers[1] < 0 || numbers[1] >= WZA_KIND_COUNT)
            return false;
        properties[i] = (maq_wza_property){.number = numbers[0],
                                           .kind = (maq_wza_kind)numbers[1],
                                           .index = numbers[2],
                                           .interpolate = numbers[3] != 0,
                                           .offset = MAQ_WZA_NO_OFFSET};
    }
    row = first_child(point_rows);
    for (size_t i = 0; i < point_count; i++, row = row->next) {
        if (!keep_point(row, &points[i]))
            return false;
    }
    animation->properties = properties;
    animation->property_count = (uint32_t)property_count;
    animation->points = points;
    animation->point_count = (uint32_t)point_count;
    return true;
}

maq_wza *mq_wza_restored(mq_arena *arena, const maq_scene *scene) {
    maq_wza *wza = MQ_NEW(arena, maq_wza);
    maq_wza_animation *animations = MQ_NEW_ARRAY(arena, maq_wza_animation, scene->clip_count);
    if (!wza || !animations || !keep_bones(arena, scene, wza))
        return NULL;
    keep_texture(arena, scene, &wza->texture);
    keep_shapes(arena, scene, wza);
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_value *own = mq_scene_own_extras(scene->clips[i].extras, WZA_EXTRAS);
        if (!own || !keep_animation(arena, own, &animations[i]))
            animations[i] = (maq_wza_animation){.index = -1};
        animations[i].offset = animations[i].properties_offset = animations[i].points_offset =
            MAQ_WZA_NO_OFFSET;
    }
    wza->animations = animations;
    wza->animation_count = scene->clip_count;
    wza->texture.offset = wza->shapes_offset = wza->bones_offset = wza->animations_offset =
        MAQ_WZA_NO_OFFSET;
    return mq_arena_status(arena) == MAQ_OK ? wza : NULL;
}
