// SPDX-License-Identifier: MIT
#include "formats/pie/pie_materials.h"

#include <string.h>

#include "base/sort.h"

// Applies the lines of some settings to a material; of equal ones the last counts.
static void apply(pie_resolved_material *material, const maq_pie_settings *settings,
                  uint32_t version) {
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        // Before PIE 4 there is one texture for all tilesets, whatever its number.
        int32_t tileset = version == 4 ? texture->tileset : 0;
        if (tileset >= 0 && tileset < PIE_TILESET_COUNT)
            material->files[texture->map][tileset] = texture->file;
    }
    if (settings->has_type)
        material->wants_mask = settings->type & MAQ_PIE_TYPE_TEAM_MASK;
}

static int compare_files(const char *a, const char *b) {
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return a == b ? 0 : strcmp(a, b);
}

static int compare_materials(const void *left, const void *right, const void *context) {
    (void)context;
    const pie_resolved_material *a = left, *b = right;
    for (int map = 0; map < PIE_MAP_COUNT; map++) {
        for (int tileset = 0; tileset < PIE_TILESET_COUNT; tileset++) {
            int order = compare_files(a->files[map][tileset], b->files[map][tileset]);
            if (order != 0)
                return order;
        }
    }
    return a->wants_mask - b->wants_mask;
}

pie_resolved_material *mq_pie_resolve_materials(const maq_pie *pie, mq_arena *scratch) {
    size_t count = pie->level_count;
    pie_resolved_material *materials = MQ_NEW_ARRAY(scratch, pie_resolved_material, count);
    pie_resolved_material *spare = MQ_NEW_ARRAY(scratch, pie_resolved_material, count);
    uint32_t *first =
        MQ_NEW_ARRAY(scratch, uint32_t, count); // the first level with the same material
    if (!materials || !spare || !first)
        return NULL;
    pie_resolved_material head = {0};
    apply(&head, &pie->settings, pie->version);
    for (uint32_t i = 0; i < count; i++) {
        materials[i] = head;
        materials[i].level = i;
        apply(&materials[i], &pie->levels[i].settings, pie->version);
    }
    // Levels with the same material become neighbours, in their order.
    pie_resolved_material *sorted =
        mq_sort(materials, spare, count, sizeof *materials, compare_materials, NULL);
    for (size_t i = 0; i < count; i++)
        first[sorted[i].level] = i > 0 && compare_materials(&sorted[i - 1], &sorted[i], NULL) == 0
                                     ? first[sorted[i - 1].level]
                                     : sorted[i].level;
    // Back into the order of levels, in whichever array is free.
    pie_resolved_material *result = sorted == materials ? spare : materials;
    for (size_t i = 0; i < count; i++)
        result[sorted[i].level] = sorted[i];
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++)
        result[i].material = first[i] == i ? next++ : result[first[i]].material;
    return result;
}

const char *mq_pie_material_file(const pie_resolved_material *material, maq_pie_map map,
                                 int tileset, char derived[PIE_NAME_MAX]) {
    const char *file = material->files[map][tileset];
    const char *texture = material->files[MAQ_PIE_TEXTURE][tileset];
    if (map == MAQ_PIE_TCMASK && !file && material->wants_mask &&
        !material->files[MAQ_PIE_TCMASK][0] && texture && mq_pie_derived_mask(texture, derived))
        file = derived;
    return file;
}

size_t mq_pie_material_name(const pie_resolved_material *material, const char **name) {
    const char *diffuse = material->files[MAQ_PIE_TEXTURE][0];
    *name = diffuse ? diffuse : "untextured";
    const char *dot = diffuse ? strrchr(diffuse, '.') : NULL;
    return dot && dot != diffuse ? (size_t)(dot - diffuse) : strlen(*name);
}
