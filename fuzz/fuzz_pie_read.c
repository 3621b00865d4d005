// SPDX-License-Identifier: MIT
//
// Any bytes as PIE: reading, and everything that a caller can ask of what came of it.
#include <stdlib.h>
#include <string.h>

#include "maquette/maquette.h"
#include "maquette/pie.h"

// What was read must be touched for a sanitizer to see that it is there.
static volatile uint64_t sum;

static void touch(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++)
        total += at[i];
    sum += total;
}

static void touch_text(const char *text) {
    if (text)
        touch(text, strlen(text));
}

static void touch_value(const maq_value *value) {
    if (value->key)
        touch_text(value->key);
    if (value->kind == MAQ_VALUE_TEXT)
        touch(value->as.text.bytes, value->as.text.length + 1);
    if (value->kind != MAQ_VALUE_ARRAY && value->kind != MAQ_VALUE_OBJECT)
        return;
    size_t count = 0;
    for (const maq_value *child = value->as.children.first; child; child = child->next, count++)
        touch_value(child);
    if (count != value->as.children.count)
        abort();
}

static void touch_settings(const maq_pie_settings *settings) {
    touch(settings, sizeof *settings);
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        touch(&settings->textures[i], sizeof settings->textures[i]);
        touch_text(settings->textures[i].file);
    }
}

static void touch_polygons(const maq_pie_polygons *polygons) {
    touch(polygons->corners, polygons->corner_count * sizeof *polygons->corners);
    for (uint32_t i = 0; i < polygons->count; i++) {
        const maq_pie_polygon *polygon = &polygons->items[i];
        touch(polygon, sizeof *polygon);
        if (polygon->corner_count < 3 || polygon->corner_count > MAQ_PIE_MAX_CORNERS ||
            polygon->first_corner > polygons->corner_count ||
            polygons->corner_count - polygon->first_corner < polygon->corner_count)
            abort();
    }
}

static void touch_pie(const maq_pie *pie) {
    touch_settings(&pie->settings);
    for (uint32_t i = 0; i < pie->event_count; i++)
        touch_text(pie->events[i].file);
    for (uint32_t i = 0; i < pie->comment_count; i++)
        touch_text(pie->comments[i].text);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        touch_settings(&level->settings);
        if (level->shaders.present) {
            touch_text(level->shaders.vertex_file);
            touch_text(level->shaders.fragment_file);
        }
        touch(level->points, level->point_count * sizeof *level->points);
        touch(level->normals, level->normal_count * sizeof *level->normals);
        touch(level->connectors, level->connector_count * sizeof *level->connectors);
        touch(level->shadow_points, level->shadow_point_count * sizeof *level->shadow_points);
        touch(level->animation.frames,
              level->animation.frame_count * sizeof *level->animation.frames);
        touch_polygons(&level->polygons);
        touch_polygons(&level->shadow_polygons);
    }
}

// Findings lie in the file, and edits that belong together do not overlap.
static void touch_findings(const maq_document *document, const maq_findings *findings) {
    size_t length;
    maq_document_source(document, &length);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        touch_text(finding->message);
        if (finding->span.offset != MAQ_NOWHERE) {
            if (finding->span.offset > length || finding->span.length > length ||
                finding->span.offset + finding->span.length > length)
                abort();
            maq_position position = maq_document_position(document, finding->span.offset);
            touch(&position, sizeof position);
        }
        for (uint32_t k = 0; k < finding->edit_count; k++) {
            const maq_edit *edit = &finding->edits[k];
            if (edit->span.offset > length || edit->span.length > length - edit->span.offset)
                abort();
            touch(edit->text, edit->text_length);
        }
    }
}

static void check_all(const maq_document *document) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; i < format->target_count; i++) {
        maq_check_options options = {.size = sizeof options, .target = format->targets[i]};
        maq_report *report;
        if (maq_check(document, &options, &report) != MAQ_OK)
            abort();
        touch_findings(document, maq_report_findings(report));
        maq_buffer fixed;
        size_t applied;
        if (maq_fix(document, maq_report_findings(report), NULL, &fixed, &applied) != MAQ_OK)
            abort();
        touch(fixed.data, fixed.length);
        maq_buffer_free(&fixed);
        maq_report_free(report);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "pie"};
    maq_document *document;
    maq_status status = maq_open_memory(data, size, &options, &document);
    if (!document)
        return 0;
    touch_findings(document, maq_document_findings(document));
    if (status == MAQ_OK) {
        if (!maq_document_pie(document))
            abort();
        touch_pie(maq_document_pie(document));
        maq_tree *tree;
        if (maq_info(document, NULL, &tree) != MAQ_OK)
            abort();
        touch_value(maq_tree_root(tree));
        maq_tree_free(tree);
        if (maq_describe(document, NULL, &tree) != MAQ_OK)
            abort();
        touch_value(maq_tree_root(tree));
        maq_tree_free(tree);
    }
    check_all(document);
    maq_close(document);
    return 0;
}
