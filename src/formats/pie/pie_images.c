// SPDX-License-Identifier: MIT
//
// The images that a PIE file names, and where it does so.
#include <string.h>

#include "formats/pie/pie_scene.h"
#include "maquette/image.h"

void mq_pie_add_materials(const maq_document *document, mq_scene_builder *builder) {
    const maq_pie *pie = document->content;
    const pie_resolved_material *levels = mq_pie_resolve_materials(pie, builder->arena);
    uint32_t next = 0;
    for (uint32_t i = 0; levels && i < pie->level_count; i++) {
        if (levels[i].material != next)
            continue;
        next++;
        const char *stem;
        size_t length = mq_pie_material_name(&levels[i], &stem);
        maq_scene_texture *textures =
            MQ_NEW_ARRAY(builder->arena, maq_scene_texture, PIE_MAX_TEXTURES);
        maq_scene_material material =
            mq_scene_material(mq_arena_text(builder->arena, stem, length));
        material.textures = textures;
        material.texture_count =
            textures ? mq_pie_material_textures(builder->arena, &levels[i], textures) : UINT32_MAX;
        if (material.texture_count == UINT32_MAX)
            return;
        mq_scene_add_material(builder, &material);
    }
}

// The line of some settings that names a file, or a texture whose team mask has that name.
static const maq_pie_texture *line_of(const maq_pie_settings *settings, const char *file,
                                      bool derived) {
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        char mask[PIE_NAME_MAX];
        if (!texture->file || (derived && (texture->map != MAQ_PIE_TEXTURE ||
                                           !mq_pie_derived_mask(texture->file, mask))))
            continue;
        if (strcmp(derived ? mask : texture->file, file) == 0)
            return texture;
    }
    return NULL;
}

maq_span mq_pie_image_span(const maq_document *document, const maq_image_reference *image) {
    const maq_pie *pie = document->content;
    const maq_pie_texture *line = NULL;
    for (int derived = 0; derived < 2 && image->name && !line; derived++) {
        line = line_of(&pie->settings, image->name, derived);
        for (uint32_t i = 0; i < pie->level_count && !line; i++)
            line = line_of(&pie->levels[i].settings, image->name, derived);
    }
    return line ? mq_pie_texture_span(document, line) : (maq_span){MAQ_NO_OFFSET, 0};
}
