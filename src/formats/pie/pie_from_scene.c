// SPDX-License-Identifier: MIT
//
// A PIE document from a scene. It is built as PIE 4 and then converted to the version asked for:
// that conversion reports what older versions cannot hold.
#include "formats/pie/pie_from_scene.h"

#include <string.h>

#include "base/number.h"
#include "formats/extras_numbers.h"
#include "formats/pie/pie_comments.h"
#include "formats/pie/pie_convert.h"
#include "formats/pie/pie_copy.h"

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

// ----------------------------------------------------------------------------------------- extras

static const char *copy_name(mq_arena *arena, const maq_value *value) {
    const char *name = mq_extras_text(value);
    return mq_pie_valid_name(name) ? mq_arena_text(arena, name, strlen(name)) : NULL;
}

static void read_obsolete(mq_arena *arena, const maq_value *own, maq_pie_level *level) {
    level->materials.present =
        mq_extras_floats(maq_value_find(own, "materials"), level->materials.value, 10);
    const maq_value *shaders = maq_value_find(own, "shaders");
    level->shaders.vertex_file = copy_name(arena, maq_value_find(shaders, "vertex"));
    level->shaders.fragment_file = copy_name(arena, maq_value_find(shaders, "fragment"));
    level->shaders.present =
        mq_extras_integer(maq_value_find(shaders, "number"), &level->shaders.number) &&
        level->shaders.vertex_file && level->shaders.fragment_file;
}

static bool read_comment(mq_arena *arena, const maq_value *row, maq_pie_comment *comment) {
    const char *section = mq_extras_text(maq_value_find(row, "section"));
    const char *text = mq_extras_text(maq_value_find(row, "text"));
    int32_t line;
    if (!section || !mq_pie_find_section(section, &comment->section) ||
        !mq_extras_integer(maq_value_find(row, "row"), &line) || line < 0 ||
        !mq_pie_valid_text(text))
        return false;
    comment->row = (uint32_t)line;
    comment->text = mq_arena_text(arena, text, strlen(text));
    comment->offset = MAQ_PIE_NO_OFFSET;
    return comment->text != NULL;
}

// Appends the comments of the head (level 0) or of a level.
static bool read_comments(pie_from_scene *from, const maq_value *own, uint32_t level) {
    const maq_value *list = maq_value_find(own, "comments");
    if (mq_extras_count(list) == 0)
        return true;
    for (const maq_value *row = list->as.children.first; row; row = row->next) {
        maq_pie_comment *comments =
            mq_arena_grow(from->arena, MQ_WRITABLE(maq_pie_comment, from->pie->comments),
                          &from->comment_capacity, from->pie->comment_count, sizeof *comments);
        if (!comments)
            return false;
        from->pie->comments = comments;
        comments[from->pie->comment_count] = (maq_pie_comment){.level = level};
        from->pie->comment_count +=
            read_comment(from->arena, row, &comments[from->pie->comment_count]);
    }
    return true;
}

// ----------------------------------------------------------------------------------------- events

static bool event_number(const char *name, int32_t *number) {
    for (int32_t i = 0; i < PIE_EVENT_NAME_COUNT; i++) {
        if (strcmp(name, mq_pie_event_names[i]) == 0) {
            *number = i + 1;
            return true;
        }
    }
    if (strncmp(name, "event ", 6) != 0)
        return false;
    int64_t value = 0;
    bool overflow = false;
    const char *end = name + strlen(name);
    if (mq_parse_i64(name + 6, end, &value, &overflow) != end || overflow || value > INT32_MAX ||
        value < INT32_MIN)
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
            PIE_REPORT_LOSS(from, PIE_LOSS_EVENT_NAME, 1,
                            "event \"%s\" with the model \"%s\" was dropped",
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

// ---------------------------------------------------------------------------------------- document

static bool build_levels(pie_from_scene *from) {
    uint32_t count = from->source_count;
    if (count == 0)
        PIE_REPORT_LOSS(from, PIE_LOSS_EMPTY, 1,
                        "the scene has no visible mesh: the level is empty");
    from->levels = MQ_NEW_ARRAY(from->arena, maq_pie_level, count > 0 ? count : 1);
    if (!from->levels)
        return false;
    from->pie->levels = from->levels;
    from->pie->level_count = from->pie->declared_levels = count > 0 ? count : 1;
    for (uint32_t i = 0; i < from->pie->level_count; i++) {
        from->levels[i].number = (int32_t)(i + 1);
        mq_pie_forget_offsets(&from->levels[i]);
    }
    if (!mq_pie_build_settings(from))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const pie_source *source = &from->sources[i];
        read_obsolete(from->arena, source->own, &from->levels[i]);
        if (!mq_pie_build_mesh(from, source, &from->levels[i]) ||
            !mq_pie_build_shadow(from, &from->shadows[i], &from->levels[i]) ||
            !read_comments(from, source->own, i + 1))
            return false;
    }
    return true;
}

static bool build(pie_from_scene *from) {
    from->pie = MQ_NEW(from->arena, maq_pie);
    if (!from->pie)
        return false;
    from->pie->version = 4;
    from->pie->levels_offset = MAQ_PIE_NO_OFFSET;
    from->own = mq_scene_own_extras(from->scene->extras, PIE_EXTRAS);
    return find_world(from) && mq_pie_find_motion(from) && mq_pie_find_sources(from) &&
           read_comments(from, from->own, 0) && build_levels(from) &&
           mq_pie_build_connectors(from) && mq_pie_build_motion(from) && build_events(from) &&
           mq_pie_report_losses(from);
}

static bool read_two_sided(const char *text, pie_two_sided *out) {
    static const char *const words[] = {"auto", "yes", "no"};
    for (int i = 0; i < 3; i++) {
        if (!text || strcmp(text, words[i]) == 0) {
            *out = (pie_two_sided)i;
            return true;
        }
    }
    return false;
}

maq_status mq_pie_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    const char *split = mq_setting(settings, "split");
    bool yes = split && strcmp(split, "yes") == 0;
    pie_from_scene from = {.arena = out->arena, .out = out, .scene = scene, .split = yes};
    if ((split && !yes && strcmp(split, "no") != 0) ||
        !read_two_sided(mq_setting(settings, "two-sided"), &from.two_sided))
        return MAQ_BAD_ARGUMENT;
    if (build(&from)) {
        pie_conversion work = {
            .from = from.pie, .out = out, .version = out->variant->version, .reuse = true};
        if (work.version == 4)
            out->content = from.pie;
        else if (mq_pie_change_version(&work))
            out->content = work.to;
    }
    // Memory may have failed for a finding alone.
    if (mq_arena_status(out->arena) != MAQ_OK)
        out->content = NULL;
    return mq_arena_status(out->arena);
}
