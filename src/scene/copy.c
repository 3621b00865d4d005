// SPDX-License-Identifier: MIT
#include "scene/copy.h"

#include <string.h>

#include "base/checked.h"
#include "base/value.h"
#include "scene/fields.h"

// An array without elements stays NULL or not, as it was: NULL means that there is no such stream.
static void *copy_array(mq_arena *arena, const void *from, size_t rows, size_t row_size) {
    void *copy = from ? mq_arena_alloc(arena, rows, row_size, alignof(max_align_t)) : NULL;
    if (copy && rows && row_size)
        memcpy(copy, from, rows * row_size);
    return copy;
}

static const char *copy_text(mq_arena *arena, const char *text) {
    return text ? mq_arena_text(arena, text, strlen(text)) : NULL;
}

static const void *copy_uv_sets(mq_arena *arena, const maq_scene_mesh *mesh) {
    typedef const float(*uv_set)[2];
    uv_set *sets = MQ_NEW_ARRAY(arena, uv_set, mesh->uv_set_count);
    for (uint32_t i = 0; sets && i < mesh->uv_set_count; i++)
        sets[i] = copy_array(arena, mesh->uvs[i], mesh->vertex_count, sizeof *mesh->uvs[i]);
    return sets;
}

static void copy_fields(mq_arena *arena, const mq_struct *type, void *object, const void *parent);

static const void *copy_structs(mq_arena *arena, const mq_struct *type, const mq_rows *rows,
                                const void *parent) {
    char *items = copy_array(arena, rows->items, rows->count, type->size);
    for (size_t i = 0; items && i < rows->count && mq_arena_status(arena) == MAQ_OK; i++)
        copy_fields(arena, type, items + i * type->size, parent);
    return items;
}

// Replaces all pointers of a struct by copies of what they point to.
static void copy_fields(mq_arena *arena, const mq_struct *type, void *object, const void *parent) {
    for (size_t i = 0; i < type->field_count; i++) {
        const mq_field *field = &type->fields[i];
        mq_rows rows;
        const void *copy;
        switch (field->kind) {
        case MQ_FIELD_TEXT:
            copy = copy_text(arena, mq_field_pointer(field, object));
            break;
        case MQ_FIELD_VALUE:
            copy = mq_value_copy(arena, mq_field_pointer(field, object));
            break;
        case MQ_FIELD_FLOAT_ROWS:
        case MQ_FIELD_INTEGER_ROWS:
            rows = mq_field_rows(field, object, parent);
            copy = copy_array(arena, rows.items, rows.count, rows.width * sizeof(float));
            break;
        case MQ_FIELD_BYTES:
            rows = mq_field_rows(field, object, parent);
            copy = copy_array(arena, rows.items, rows.count, 1);
            break;
        case MQ_FIELD_UV_SETS:
            copy = copy_uv_sets(arena, object);
            break;
        case MQ_FIELD_STRUCTS:
            rows = mq_field_rows(field, object, parent);
            copy = copy_structs(arena, field->items, &rows, object);
            break;
        default:
            continue;
        }
        memcpy((char *)object + field->offset, &copy, sizeof copy);
    }
}

bool mq_scene_copy(mq_arena *arena, const maq_scene *scene, maq_scene *out) {
    *out = *scene;
    out->owner = NULL;
    copy_fields(arena, &mq_scene_struct, out, NULL);
    out->node_order =
        copy_array(arena, scene->node_order, scene->node_count, sizeof *scene->node_order);
    out->source_format = copy_text(arena, scene->source_format);
    out->source.variant = copy_text(arena, scene->source.variant);
    out->source.data = copy_array(arena, scene->source.data, scene->source.length, 1);
    return mq_arena_status(arena) == MAQ_OK;
}
