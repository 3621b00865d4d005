// SPDX-License-Identifier: MIT
//
// Any bytes as PIE: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/pie.h"

static void touch_settings(const maq_pie_settings *settings) {
    fuzz_touch(settings, sizeof *settings);
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        fuzz_touch(&settings->textures[i], sizeof settings->textures[i]);
        fuzz_touch_text(settings->textures[i].file);
    }
}

static void touch_polygons(const maq_pie_polygons *polygons) {
    fuzz_touch(polygons->corners, polygons->corner_count * sizeof *polygons->corners);
    for (uint32_t i = 0; i < polygons->count; i++) {
        const maq_pie_polygon *polygon = &polygons->items[i];
        fuzz_touch(polygon, sizeof *polygon);
        if (polygon->corner_count < 3 || polygon->corner_count > MAQ_PIE_MAX_CORNERS ||
            polygon->first_corner > polygons->corner_count ||
            polygons->corner_count - polygon->first_corner < polygon->corner_count)
            abort();
    }
}

static void touch_pie(const maq_document *document) {
    const maq_pie *pie = maq_document_pie(document);
    touch_settings(&pie->settings);
    for (uint32_t i = 0; i < pie->event_count; i++)
        fuzz_touch_text(pie->events[i].file);
    for (uint32_t i = 0; i < pie->comment_count; i++)
        fuzz_touch_text(pie->comments[i].text);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        touch_settings(&level->settings);
        if (level->shaders.present) {
            fuzz_touch_text(level->shaders.vertex_file);
            fuzz_touch_text(level->shaders.fragment_file);
        }
        fuzz_touch(level->points, level->point_count * sizeof *level->points);
        fuzz_touch(level->normals, level->normal_count * sizeof *level->normals);
        fuzz_touch(level->connectors, level->connector_count * sizeof *level->connectors);
        fuzz_touch(level->shadow_points, level->shadow_point_count * sizeof *level->shadow_points);
        fuzz_touch(level->animation.frames,
                   level->animation.frame_count * sizeof *level->animation.frames);
        touch_polygons(&level->polygons);
        touch_polygons(&level->shadow_polygons);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "pie", touch_pie);
    return 0;
}
