// SPDX-License-Identifier: MIT
//
// Converts a PIE document to another version of PIE. The same version is a plain copy: nothing is
// checked or repaired. Another version gets everything that it can hold, in its units; the loss list
// names the rest.
#include "formats/pie/pie_convert.h"

#include <math.h>

#include "base/plural.h"
#include "formats/pie/pie_comments.h"
#include "formats/pie/pie_copy.h"

// The draft has no animation, shadows, materials and shaders.
static void drop_for_draft(pie_conversion *work, uint32_t index, maq_pie_level *to) {
    const maq_pie_level *from = &work->from->levels[index];
    if (from->animation.present) {
        to->animation = (maq_pie_animation){.offset = MAQ_PIE_NO_OFFSET};
        uint32_t frames = from->animation.frame_count;
        PIE_REPORT_LOSS(work, PIE_LOSS_ANIMOBJECT, frames > 0 ? frames : 1,
                        "level %u: ANIMOBJECT with %u %s was dropped", index + 1, frames,
                        MQ_PLURAL(frames, "frame", "frames"));
    }
    if (from->shadow_point_count > 0 || from->shadow_polygons.count > 0) {
        to->shadow_points = NULL;
        to->shadow_point_count = 0;
        PIE_REPORT_LOSS(
            work, PIE_LOSS_SHADOW, 1, "level %u: the shadow of %u %s and %u %s was dropped",
            index + 1, from->shadow_point_count,
            MQ_PLURAL(from->shadow_point_count, "point", "points"), from->shadow_polygons.count,
            MQ_PLURAL(from->shadow_polygons.count, "polygon", "polygons"));
    }
    if (from->materials.present || from->shaders.present) {
        to->materials = (maq_pie_materials){.offset = MAQ_PIE_NO_OFFSET};
        to->shaders = (maq_pie_shaders){.offset = MAQ_PIE_NO_OFFSET};
        PIE_REPORT_LOSS(work, PIE_LOSS_OBSOLETE, 1, "level %u: %s dropped", index + 1,
                        !from->shaders.present     ? "MATERIALS was"
                        : !from->materials.present ? "SHADERS was"
                                                   : "MATERIALS and SHADERS were");
    }
}

// --------------------------------------------------------------------------------------- comments

static void move_setting_comment(const maq_pie *from, const pie_moved_settings *moved,
                                 maq_pie_comment *comment) {
    if (comment->level == 0) {
        uint32_t count = from->settings.texture_count;
        if (comment->section != MAQ_PIE_AT_TEXTURES || comment->row == 0 || count == 0)
            return;
        comment->row = moved->head_rows[comment->row <= count ? comment->row - 1 : count - 1];
        return;
    }
    bool follows = false;
    if (comment->section == MAQ_PIE_AT_TYPE) {
        follows = moved->type_level == comment->level;
    } else if (comment->section == MAQ_PIE_AT_INTERPOLATE) {
        follows = moved->interpolate_level == comment->level;
    } else {
        for (uint32_t k = 0; k < 3 && !follows; k++) {
            follows = moved->texture_levels[k] == comment->level &&
                      moved->texture_rows[k] == comment->row;
            if (follows)
                comment->row = k + 1;
        }
    }
    if (follows) {
        comment->level = 0;
    } else {
        comment->section = MAQ_PIE_AT_LEVEL;
        comment->row = 0;
    }
}

static uint32_t moved_row(const uint32_t *rows, uint32_t count, uint32_t row) {
    return rows && row > 0 && row <= count ? rows[row - 1] + 1 : row;
}

static void move_row_comment(const maq_pie *from, const pie_moved_rows *moved,
                             maq_pie_comment *comment) {
    if (comment->level > from->level_count)
        return;
    const maq_pie_level *level = &from->levels[comment->level - 1];
    const pie_moved_rows *rows = &moved[comment->level - 1];
    if (comment->section == MAQ_PIE_AT_POLYGONS ||
        (comment->section == MAQ_PIE_AT_NORMALS && rows->normals))
        comment->row = moved_row(rows->polygons, level->polygons.count, comment->row);
    else if (comment->section == MAQ_PIE_AT_SHADOW_POLYGONS)
        comment->row = moved_row(rows->shadow_polygons, level->shadow_polygons.count, comment->row);
}

static bool is_setting(maq_pie_section section) {
    return section == MAQ_PIE_AT_TYPE || section == MAQ_PIE_AT_INTERPOLATE ||
           section == MAQ_PIE_AT_TEXTURES;
}

static bool move_comments(pie_conversion *work, const pie_moved_settings *settings,
                          const pie_moved_rows *rows) {
    const maq_pie *from = work->from;
    maq_pie_comment *comments = mq_pie_copy_comments(work->out->arena, from);
    if (!comments)
        return false;
    for (uint32_t i = 0; i < from->comment_count; i++) {
        if (is_setting(comments[i].section)) {
            if (settings->flat)
                move_setting_comment(from, settings, &comments[i]);
        } else if (comments[i].level > 0) {
            move_row_comment(from, rows, &comments[i]);
        }
        mq_pie_anchor_comment(work->to, &comments[i]);
    }
    work->to->comments = comments;
    work->to->comment_count = from->comment_count;
    return true;
}

// ---------------------------------------------------------------------------------------- the whole

bool mq_pie_change_version(pie_conversion *work) {
    const maq_pie *from = work->from;
    mq_arena *arena = work->out->arena;
    maq_pie *to = work->to = MQ_NEW(arena, maq_pie);
    maq_pie_level *levels = MQ_NEW_ARRAY(arena, maq_pie_level, from->level_count);
    pie_moved_rows *rows = MQ_NEW_ARRAY(arena, pie_moved_rows, from->level_count);
    if (!to || !levels || !rows)
        return false;
    to->version = work->version;
    to->declared_levels = from->level_count;
    to->levels_offset = MAQ_PIE_NO_OFFSET;
    to->levels = levels;
    to->level_count = from->level_count;
    for (uint32_t i = 0; i < from->level_count; i++) {
        if (work->reuse)
            mq_pie_share_level_rest(&from->levels[i], &levels[i]);
        else if (!mq_pie_copy_level_rest(arena, &from->levels[i], &levels[i]))
            return false;
        levels[i].number = (int32_t)(i + 1);
    }
    pie_moved_settings settings = {0};
    if (!mq_pie_convert_settings(work, &settings))
        return false;
    if (work->version != 5) {
        if (!mq_pie_copy_events(arena, from, to))
            return false;
    } else if (from->event_count > 0) {
        PIE_REPORT_LOSS(work, PIE_LOSS_EVENT, from->event_count, "%u %s dropped", from->event_count,
                        MQ_PLURAL(from->event_count, "event was", "events were"));
    }
    for (uint32_t i = 0; i < from->level_count; i++) {
        if (!mq_pie_convert_faces(work, i, &levels[i], &rows[i]))
            return false;
        if (work->version == 5)
            drop_for_draft(work, i, &levels[i]);
    }
    return move_comments(work, &settings, rows);
}

// Connectors become the whole numbers that the game reads.
static void make_connectors_whole(pie_conversion *work, const maq_pie *pie) {
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        uint32_t changed = 0;
        for (uint32_t k = 0; k < level->connector_count; k++) {
            maq_pie_connector *connector = MQ_WRITABLE(maq_pie_connector, &level->connectors[k]);
            double *const values[3] = {&connector->x, &connector->y, &connector->z};
            bool whole = true;
            for (int axis = 0; axis < 3; axis++) {
                double value = *values[axis];
                double limited = isnan(value) ? 0 : fmax(INT32_MIN, fmin(INT32_MAX, value));
                if (trunc(limited) == value)
                    continue;
                *values[axis] = trunc(limited) + 0.0; // -0 becomes 0
                whole = false;
            }
            changed += !whole;
        }
        PIE_REPORT_LOSS(work, PIE_LOSS_CONNECTOR, changed,
                        "level %u: the decimals of %u %s were dropped, as the game does", i + 1,
                        changed, MQ_PLURAL(changed, "connector", "connectors"));
    }
}

maq_status mq_pie_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    (void)settings; // only scenes have settings
    pie_conversion work = {.from = document->content, .out = out, .version = out->variant->version};
    if (work.from->version == work.version) {
        out->content = work.to = mq_pie_copy(out->arena, work.from);
    } else if (mq_pie_change_version(&work)) {
        out->content = work.to;
    }
    if (out->content)
        make_connectors_whole(&work, work.to);
    // Memory may have failed for a finding alone.
    if (mq_arena_status(out->arena) != MAQ_OK)
        out->content = NULL;
    return mq_arena_status(out->arena);
}
