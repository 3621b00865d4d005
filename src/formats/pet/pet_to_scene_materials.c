// SPDX-License-Identifier: MIT
//
// The textures and specular materials of a puppet as materials of a scene.
#include <string.h>

#include "formats/pet/pet_scene.h"
#include "maquette/image.h"

#define WHITE 0xffffff

const char *const mq_pet_value_types[MAQ_PET_TEXTURE + 1] = {
    "bool", "int", "float", "vec2", "vec3", "vec4", "matrix", "matrices", "texture"};

static void put_specular(pet_to_scene *to, mq_node *own, const maq_pet_material *material) {
    mq_node *object = mq_put_object(own, "specular");
    mq_put_text(object, "name", mq_pet_to_utf8(to->arena, material->name));
    mq_node *values = mq_put_array(object, "values");
    for (uint32_t i = 0; i < material->value_count; i++) {
        const maq_pet_value *value = &material->values[i];
        mq_node *item = mq_put_object(values, NULL);
        mq_put_text(item, "name", mq_pet_to_utf8(to->arena, value->name));
        mq_put_text(item, "type", mq_pet_value_types[value->type]);
        uint32_t floats = mq_pet_float_count(value->type);
        if (floats > 0)
            mq_put_floats(item, "value", value->floats, floats);
        else if (value->type == MAQ_PET_TEXTURE)
            mq_put_text(item, "value", mq_pet_to_utf8(to->arena, value->text));
        else
            mq_put_integer(item, "value", (int32_t)value->word);
    }
}

static const maq_value *material_extras(pet_to_scene *to, const maq_pet_texture *texture,
                                        const maq_pet_material *specular) {
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    if (texture && !mq_pet_has_long_name(texture, to->pet->layout)) {
        mq_put_integer(own, "flag", texture->flag);
        mq_put_integer(own, "group", texture->group);
        mq_put_integer(own, "handle", texture->handle);
        // The game ignores the colour of a material with a texture.
        if ((texture->diffuse & WHITE) != WHITE)
            mq_put_integer(own, "diffuse", texture->diffuse & WHITE);
    }
    if (specular)
        put_specular(to, own, specular);
    return mq_pet_extras_end(root, own);
}

static const char *specular_file(pet_to_scene *to, const maq_pet_material *material) {
    for (uint32_t i = 0; i < material->value_count; i++) {
        if (material->values[i].type == MAQ_PET_TEXTURE)
            return mq_pet_to_utf8(to->arena, material->values[i].text);
    }
    return NULL;
}

static bool add_material(pet_to_scene *to, const maq_pet_texture *texture,
                         const maq_pet_material *specular, uint32_t *index) {
    maq_scene_texture *textures = MQ_NEW_ARRAY(to->arena, maq_scene_texture, 3);
    if (!textures)
        return false;
    maq_scene_material material = mq_scene_material("");
    material.textures = textures;
    material.extras = material_extras(to, texture, specular);
    if (texture) {
        char bytes[PET_TEXTURE_SIZE];
        maq_pet_text name = mq_pet_texture_name(texture, to->pet->layout, bytes);
        pet_texture_flags flags = mq_pet_texture_flags(name);
        material.name = mq_pet_to_utf8(to->arena, name);
        material.blend = flags.blend;
        material.two_sided = flags.two_sided;
        if (!mq_pet_has_long_name(texture, to->pet->layout))
            mq_pet_colour(texture->diffuse, material.colour);
        if (!flags.untextured) {
            // With a texture, only the alpha of the colour has an effect.
            material.colour[0] = material.colour[1] = material.colour[2] = 1;
            textures[material.texture_count++] =
                (maq_scene_texture){.role = MAQ_TEXTURE_DIFFUSE, .file = material.name};
            if (flags.masked)
                textures[material.texture_count++] =
                    (maq_scene_texture){.role = MAQ_TEXTURE_ALPHA_MASK,
                                        .file = mq_pet_mask_name(to->arena, material.name)};
        }
        if (material.colour[3] < 1 && material.blend == MAQ_BLEND_OPAQUE)
            material.blend = MAQ_BLEND_ALPHA;
    }
    if (specular) {
        const char *name = mq_pet_to_utf8(to->arena, specular->name);
        if (*name)
            material.name =
                texture ? mq_arena_format(to->arena, "%s %s", material.name, name) : name;
        const char *file = specular_file(to, specular);
        if (file)
            textures[material.texture_count++] =
                (maq_scene_texture){.role = MAQ_TEXTURE_SPECULAR, .file = file};
    }
    *index = mq_scene_add_material(to->builder, &material);
    return *index != MAQ_SCENE_NONE;
}

bool mq_pet_add_materials(pet_to_scene *to, const maq_pet_mesh *mesh, pet_scene_materials *out) {
    const maq_pet *pet = to->pet;
    memset(out->index, 0xff, sizeof out->index);
    // All textures, including those of face animations that no triangle shows at rest.
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        uint32_t index;
        if (!add_material(to, &pet->textures[i], NULL, &index))
            return false;
        if (i < PET_TEXTURE_SLOTS - 1)
            out->index[i][0] = index;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint8_t texture = mesh->triangles[i].texture;
        int8_t specular = mesh->triangles[i].specular;
        if (specular < 0 || (uint32_t)specular >= pet->material_count)
            continue;
        bool known = texture < pet->texture_count && texture != PET_NO_TEXTURE;
        uint32_t *slot = &out->index[known ? texture : PET_NO_TEXTURE][1 + specular];
        if (*slot == MAQ_SCENE_NONE && !add_material(to, known ? &pet->textures[texture] : NULL,
                                                     &pet->materials[specular], slot))
            return false;
    }
    return true;
}

void mq_pet_add_images(const maq_document *document, mq_scene_builder *builder) {
    const pet_content *content = document->content;
    pet_to_scene to = {
        .content = content, .pet = &content->pet, .builder = builder, .arena = builder->arena};
    uint32_t index;
    for (uint32_t i = 0; i < to.pet->texture_count; i++)
        add_material(&to, &to.pet->textures[i], NULL, &index);
    for (uint32_t i = 0; i < to.pet->material_count; i++)
        add_material(&to, NULL, &to.pet->materials[i], &index);
}

maq_span mq_pet_image_span(const maq_document *document, const maq_image_reference *image) {
    const maq_pet *pet = &((const pet_content *)document->content)->pet;
    bool known = document->source && image->material < pet->texture_count;
    return (maq_span){known ? pet->textures[image->material].offset : MAQ_NO_OFFSET, 0};
}
