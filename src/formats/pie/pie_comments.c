// SPDX-License-Identifier: MIT
#include "formats/pie/pie_comments.h"

#include <string.h>

#include "base/sort.h"

static const char *const section_names[PIE_SECTION_COUNT] = {
    [MAQ_PIE_AT_SIGNATURE] = "PIE",
    [MAQ_PIE_AT_TYPE] = "TYPE",
    [MAQ_PIE_AT_INTERPOLATE] = "INTERPOLATE",
    [MAQ_PIE_AT_TEXTURES] = "textures",
    [MAQ_PIE_AT_EVENTS] = "events",
    [MAQ_PIE_AT_LEVELS] = "LEVELS",
    [MAQ_PIE_AT_LEVEL] = "LEVEL",
    [MAQ_PIE_AT_MATERIALS] = "MATERIALS",
    [MAQ_PIE_AT_SHADERS] = "SHADERS",
    [MAQ_PIE_AT_POINTS] = "POINTS",
    [MAQ_PIE_AT_NORMALS] = "NORMALS",
    [MAQ_PIE_AT_POLYGONS] = "POLYGONS",
    [MAQ_PIE_AT_CONNECTORS] = "CONNECTORS",
    [MAQ_PIE_AT_ANIMATION] = "ANIMOBJECT",
    [MAQ_PIE_AT_SHADOW_POINTS] = "SHADOWPOINTS",
    [MAQ_PIE_AT_SHADOW_POLYGONS] = "SHADOWPOLYGONS",
};

const char *mq_pie_section_name(maq_pie_section section) {
    return section_names[section];
}

bool mq_pie_find_section(const char *name, maq_pie_section *section) {
    for (int i = 0; i < PIE_SECTION_COUNT; i++) {
        if (strcmp(section_names[i], name) == 0) {
            *section = (maq_pie_section)i;
            return true;
        }
    }
    return false;
}

// What a section comes to in the written file.
typedef struct lines {
    bool directive; // it has a line before the rows
    uint32_t rows;
} lines;

// The position of a section within the head or a level: LEVEL comes before the settings of the
// level, otherwise the order is that of the enum.
static unsigned rank_of(const maq_pie_comment *comment) {
    return comment->level > 0 && comment->section == MAQ_PIE_AT_LEVEL ? 0
                                                                      : (unsigned)comment->section;
}

static maq_pie_section section_at(uint32_t level, unsigned rank) {
    return level > 0 && rank == 0 ? MAQ_PIE_AT_LEVEL : (maq_pie_section)rank;
}

static lines list(uint32_t rows) {
    return (lines){rows > 0, rows};
}

static lines settings_lines(const maq_pie_settings *settings, unsigned rank) {
    switch (rank) {
    case MAQ_PIE_AT_TYPE:
        return (lines){settings->has_type, 0};
    case MAQ_PIE_AT_INTERPOLATE:
        return (lines){settings->has_interpolate, 0};
    default:
        return (lines){false, settings->texture_count};
    }
}

static lines head_lines(const maq_pie *pie, unsigned rank) {
    switch (rank) {
    case MAQ_PIE_AT_SIGNATURE:
    case MAQ_PIE_AT_LEVELS:
        return (lines){true, 0};
    case MAQ_PIE_AT_TYPE:
    case MAQ_PIE_AT_INTERPOLATE:
    case MAQ_PIE_AT_TEXTURES:
        return settings_lines(&pie->settings, rank);
    case MAQ_PIE_AT_EVENTS:
        return (lines){false, pie->event_count};
    default:
        return (lines){false, 0};
    }
}

static lines level_lines(const maq_pie_level *level, unsigned rank) {
    switch (rank) {
    case 0: // LEVEL
        return (lines){true, 0};
    case MAQ_PIE_AT_TYPE:
    case MAQ_PIE_AT_INTERPOLATE:
    case MAQ_PIE_AT_TEXTURES:
        return settings_lines(&level->settings, rank);
    case MAQ_PIE_AT_MATERIALS:
        return (lines){level->materials.present, 0};
    case MAQ_PIE_AT_SHADERS:
        return (lines){level->shaders.present, 0};
    case MAQ_PIE_AT_POINTS:
        return (lines){true, level->point_count};
    case MAQ_PIE_AT_NORMALS:
        return list(level->normal_count);
    case MAQ_PIE_AT_POLYGONS:
        return (lines){true, level->polygons.count};
    case MAQ_PIE_AT_CONNECTORS:
        return list(level->connector_count);
    case MAQ_PIE_AT_ANIMATION:
        return (lines){level->animation.present,
                       level->animation.present ? level->animation.frame_count : 0};
    case MAQ_PIE_AT_SHADOW_POINTS:
        return list(level->shadow_point_count);
    case MAQ_PIE_AT_SHADOW_POLYGONS:
        return list(level->shadow_polygons.count);
    default:
        return (lines){false, 0};
    }
}

void mq_pie_anchor_comment(const maq_pie *pie, maq_pie_comment *comment) {
    unsigned rank = rank_of(comment);
    uint32_t row = comment->row;
    if (comment->level > pie->level_count) {
        comment->level = pie->level_count;
        rank = MAQ_PIE_AT_SHADOW_POLYGONS;
        row = UINT32_MAX;
    }
    if (rank > MAQ_PIE_AT_SHADOW_POLYGONS) {
        rank = MAQ_PIE_AT_SHADOW_POLYGONS;
        row = UINT32_MAX;
    }
    // Rank 0, the signature or LEVEL, is always there: the search ends.
    for (;; rank--, row = UINT32_MAX) {
        lines there = comment->level > 0 ? level_lines(&pie->levels[comment->level - 1], rank)
                                         : head_lines(pie, rank);
        if (row > there.rows)
            row = there.rows;
        if (row > 0 || there.directive)
            break;
    }
    comment->section = section_at(comment->level, rank);
    comment->row = row;
}

static int by_line(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_pie_comment *a = left, *b = right;
    unsigned rank_a = rank_of(a), rank_b = rank_of(b);
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (rank_a != rank_b)
        return rank_a < rank_b ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

maq_pie_comment *mq_pie_anchored_comments(const maq_pie *pie, mq_arena *arena) {
    maq_pie_comment *comments = MQ_NEW_ARRAY(arena, maq_pie_comment, pie->comment_count);
    if (!comments)
        return NULL;
    bool ready = true;
    for (uint32_t i = 0; i < pie->comment_count; i++) {
        comments[i] = pie->comments[i];
        mq_pie_anchor_comment(pie, &comments[i]);
        ready = ready && (i == 0 || by_line(&comments[i - 1], &comments[i], NULL) <= 0);
    }
    if (ready)
        return comments;
    // The sections of the file were in another order.
    return mq_sort_in(arena, comments, pie->comment_count, sizeof *comments, by_line, NULL);
}
