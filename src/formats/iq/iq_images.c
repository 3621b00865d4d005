// SPDX-License-Identifier: MIT
//
// Materials of Inter-Quake models, whose names lead to images.
#include <string.h>

#include "formats/iq/iq_scene.h"
#include "maquette/image.h"

uint32_t mq_iq_add_material(mq_scene_builder *builder, iq_name_table *names, const char *name) {
    uint32_t known = names->count;
    uint32_t number = *name ? mq_iq_name_number(names, name) : MAQ_SCENE_NONE;
    if (number != known)
        return number;
    maq_scene_material material = mq_scene_material(name);
    const char *file = mq_iq_material_texture(name);
    if (file) {
        maq_scene_texture *texture = MQ_NEW(builder->arena, maq_scene_texture);
        if (!texture)
            return MAQ_SCENE_NONE;
        *texture = (maq_scene_texture){.role = MAQ_TEXTURE_DIFFUSE, .file = file};
        material.textures = texture;
        material.texture_count = 1;
    }
    return mq_scene_add_material(builder, &material);
}

void mq_iqm_add_materials(const maq_document *document, mq_scene_builder *builder) {
    const maq_iqm *iqm = document->content;
    iq_name_table names = {.arena = builder->arena};
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        const char *name = mq_iqm_copy_name(iqm, iqm->meshes[i].material, builder->arena);
        if (!name)
            return;
        mq_iq_add_material(builder, &names, name);
    }
}

void mq_iqe_add_materials(const maq_document *document, mq_scene_builder *builder) {
    const maq_iqe *iqe = document->content;
    iq_name_table names = {.arena = builder->arena};
    for (uint32_t i = 0; i < iqe->part_count; i++) {
        const char *name = iqe->parts[i].material;
        if (mq_iqe_part_triangles(iqe, i) == 0)
            continue;
        name = mq_arena_text(builder->arena, name, mq_iqe_name_length(name));
        if (!name)
            return;
        mq_iq_add_material(builder, &names, name);
    }
}

// Whether a name of a material leads to an image: it may have a prefix.
static bool leads_to(const char *material, size_t length, const char *image) {
    size_t image_length = strlen(image);
    return image_length > 0 && length >= image_length &&
           memcmp(material + length - image_length, image, image_length) == 0;
}

// The name of the material of the first mesh that has the image.
maq_span mq_iqm_image_span(const maq_document *document, const maq_image_reference *image) {
    const maq_iqm *iqm = document->content;
    for (uint32_t i = 0; document->source && image->name && i < iqm->mesh_count; i++) {
        const char *material = maq_iqm_text(iqm, iqm->meshes[i].material);
        if (leads_to(material, strlen(material), image->name))
            return (maq_span){(uint64_t)iqm->text_offset + iqm->meshes[i].material, 0};
    }
    return (maq_span){MAQ_NO_OFFSET, 0};
}

// The first part with triangles of that material.
maq_span mq_iqe_image_span(const maq_document *document, const maq_image_reference *image) {
    const maq_iqe *iqe = document->content;
    for (uint32_t i = 0; document->source && image->name && i < iqe->part_count; i++) {
        const maq_iqe_part *part = &iqe->parts[i];
        if (mq_iqe_part_triangles(iqe, i) > 0 &&
            leads_to(part->material, mq_iqe_name_length(part->material), image->name))
            return (maq_span){part->offset, 0};
    }
    return (maq_span){MAQ_NO_OFFSET, 0};
}
