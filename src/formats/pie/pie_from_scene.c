// SPDX-License-Identifier: MIT
//
// A PIE document from a scene. It is built in the version that its extras know, or as PIE 4, and
// then carried to the version asked for: what older versions cannot hold is named on that way.
#include "formats/pie/pie_from_scene.h"

#include <string.h>

#include "formats/pie/pie_copy.h"
#include "formats/pie/pie_retarget.h"

static bool find_world(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    mq_mat34 *world = MQ_NEW_ARRAY(from->arena, mq_mat34, scene->node_count);
    if (!world)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t index = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[index];
        mq_mat34 local = mq_pie_local(&node->rest);
        world[index] = node->parent == MAQ_SCENE_NONE
                           ? local
                           : mq_pie_below(node, &world[node->parent], &local);
    }
    from->world = world;
    return true;
}

// -------------------------------------------------------------------------------------- the extras

static void read_obsolete(mq_arena *arena, const maq_value *own, maq_pie_level *level) {
    size_t count;
    const maq_value *item = mq_pie_extra_items(maq_value_find(own, "materials"), &count);
    bool good = count == 10;
    for (int i = 0; good && i < 10; i++, item = item->next)
        good = mq_pie_extra_float(item, &level->materials.value[i]);
    level->materials.present = good;
    int64_t number;
    item = mq_pie_extra_items(maq_value_find(own, "shaders"), &count);
    if (count != 3 || !mq_pie_extra_integer(item, INT32_MIN, INT32_MAX, &number))
        return;
    const maq_value *vertex = item->next, *fragment = vertex->next;
    if (vertex->kind != MAQ_VALUE_TEXT || fragment->kind != MAQ_VALUE_TEXT ||
        !mq_pie_valid_name(vertex->as.text.bytes) || !mq_pie_valid_name(fragment->as.text.bytes))
        return;
    level->shaders.number = (int32_t)number;
    level->shaders.vertex_file =
        mq_arena_text(arena, vertex->as.text.bytes, strlen(vertex->as.text.bytes));
    level->shaders.fragment_file =
        mq_arena_text(arena, fragment->as.text.bytes, strlen(fragment->as.text.bytes));
    level->shaders.present = level->shaders.vertex_file && level->shaders.fragment_file;
}

static bool read_comment(mq_arena *arena, const maq_value *row, maq_pie_comment *comment) {
    size_t count;
    int64_t level, section, line;
    const maq_value *item = mq_pie_extra_items(row, &count);
    if (count != 5 || !mq_pie_extra_integer(item, 0, UINT32_MAX, &level) ||
        !mq_pie_extra_integer(item->next, 0, MAQ_PIE_AT_SHADOW_POLYGONS, &section))
        return false;
    item = item->next->next;
    const maq_value *own_line = item->next, *text = own_line->next;
    if (!mq_pie_extra_integer(item, 0, UINT32_MAX, &line) || own_line->kind != MAQ_VALUE_BOOL ||
        text->kind != MAQ_VALUE_TEXT || !mq_pie_valid_text(text->as.text.bytes))
        return false;
    *comment = (maq_pie_comment){
        .text = mq_arena_text(arena, text->as.text.bytes, strlen(text->as.text.bytes)),
        .level = (uint32_t)level,
        .section = (maq_pie_section)section,
        .row = (uint32_t)line,
        .own_line = own_line->as.boolean,
        .offset = MAQ_PIE_NO_OFFSET};
    return comment->text != NULL;
}

static bool read_comments(pie_from_scene *from) {
    size_t count;
    const maq_value *row = mq_pie_extra_items(maq_value_find(from->own, "comments"), &count);
    if (!row || count > UINT32_MAX)
        return true;
    maq_pie_comment *comments = MQ_NEW_ARRAY(from->arena, maq_pie_comment, count);
    if (!comments)
        return false;
    for (; row; row = row->next) {
        if (read_comment(from->arena, row, &comments[from->pie->comment_count]))
            from->pie->comment_count++;
    }
    from->pie->comments = comments;
    return mq_arena_status(from->arena) == MAQ_OK;
}

// ------------------------------------------------------------------------------------------ events

static bool event_number(const char *name, int32_t *number) {
    for (int32_t i = 0; i < PIE_EVENT_NAME_COUNT; i++) {
        if (strcmp(name, mq_pie_event_names[i]) == 0) {
            *number = i + 1;
            return true;
        }
    }
    if (strncmp(name, "event ", 6) != 0)
        return false;
    bool minus = name[6] == '-';
    int64_t value = 0;
    const char *digit = name + 6 + minus;
    for (; *digit >= '0' && *digit <= '9' && value <= INT32_MAX; digit++)
        value = value * 10 + (*digit - '0');
    value = minus ? -value : value;
    if (*digit != '\0' || digit == name + 6 + minus || value > INT32_MAX || value < INT32_MIN)
        return false;
    *number = (int32_t)value;
    return true;
}

static bool build_events(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    maq_pie_event *events = MQ_NEW_ARRAY(from->arena, maq_pie_event, scene->event_count);
    if (!events)
        return false;
    for (uint32_t i = 0; i < scene->event_count; i++) {
        const maq_scene_event *event = &scene->events[i];
        int32_t number;
        if (!event->name || !event_number(event->name, &number) ||
            !mq_pie_valid_name(event->file)) {
            PIE_SCENE_LOSE(from, PIE_LOSS_EVENT_NAME, "event \"%s\" with the model \"%s\" is lost",
                           event->name ? event->name : "", event->file ? event->file : "");
            continue;
        }
        maq_pie_event *made = &events[from->pie->event_count++];
        made->number = number;
        made->offset = MAQ_PIE_NO_OFFSET;
        made->file = mq_arena_text(from->arena, event->file, strlen(event->file));
        if (!made->file)
            return false;
    }
    from->pie->events = events;
    return true;
}

// --------------------------------------------------------------------------------------- the whole

static bool build_levels(pie_from_scene *from) {
    uint32_t count = from->source_count;
    if (count == 0)
        PIE_SCENE_LOSE(from, PIE_LOSS_EMPTY, "there is no mesh to see: the level is empty");
    from->levels = MQ_NEW_ARRAY(from->arena, maq_pie_level, count > 0 ? count : 1);
    if (!from->levels)
        return false;
    from->pie->levels = from->levels;
    from->pie->level_count = from->pie->declared_levels = count > 0 ? count : 1;
    for (uint32_t i = 0; i < from->pie->level_count; i++) {
        maq_pie_level *level = &from->levels[i];
        level->number = (int32_t)(i + 1);
        level->offset = level->materials.offset = level->shaders.offset = MAQ_PIE_NO_OFFSET;
        level->points_offset = level->normals_offset = level->connectors_offset = MAQ_PIE_NO_OFFSET;
        level->shadow_points_offset = level->animation.offset = MAQ_PIE_NO_OFFSET;
        level->polygons.offset = level->shadow_polygons.offset = MAQ_PIE_NO_OFFSET;
        level->settings.type_offset = level->settings.interpolate_offset = MAQ_PIE_NO_OFFSET;
    }
    if (!mq_pie_build_settings(from))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        read_obsolete(from->arena, from->sources[i].own, &from->levels[i]);
        if (!mq_pie_build_mesh(from, &from->sources[i], &from->levels[i]) ||
            !mq_pie_build_shadow(from, &from->shadows[i], &from->levels[i]))
            return false;
    }
    return true;
}

static bool build(pie_from_scene *from) {
    from->pie = MQ_NEW(from->arena, maq_pie);
    if (!from->pie)
        return false;
    from->pie->levels_offset = MAQ_PIE_NO_OFFSET;
    from->own = mq_scene_own_extras(from->scene->extras, PIE_EXTRAS);
    return find_world(from) && mq_pie_find_motion(from) && mq_pie_find_sources(from) &&
           build_levels(from) && mq_pie_build_connectors(from) && mq_pie_build_motion(from) &&
           build_events(from) && read_comments(from) && mq_pie_name_losses(from);
}

maq_status mq_pie_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    const char *split = mq_setting(settings, "split");
    bool yes = split && strcmp(split, "yes") == 0;
    if (split && !yes && strcmp(split, "no") != 0)
        return MAQ_BAD_ARGUMENT;
    pie_from_scene from = {.arena = out->arena, .out = out, .scene = scene, .split = yes};
    if (build(&from)) {
        pie_retarget retarget = {.from = from.pie, .out = out, .version = out->variant->version};
        if (from.pie->version == retarget.version)
            out->content = from.pie;
        else if (mq_pie_change_version(&retarget))
            out->content = retarget.to;
    }
    // A finding may be all that there was no memory for.
    if (mq_arena_status(out->arena) != MAQ_OK)
        out->content = NULL;
    return mq_arena_status(out->arena);
}
