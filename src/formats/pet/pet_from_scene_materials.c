// SPDX-License-Identifier: MIT
//
// Materials of a scene as textures (TEXT), specular materials (SMTL) and face animations (FANM).
#include <string.h>

#include "formats/pet/pet_from_scene.h"
#include "scene/usage.h"

#define WHITE 0xffffffu
#define SPECULAR_VALUE "SpecularTexture"

typedef struct material_losses {
    uint64_t images, embedded, names, titles, blends, colours, textures, speculars;
} material_losses;

static const char *base_name(const char *file) {
    const char *name = file;
    for (const char *c = file; *c; c++) {
        if (*c == '/' || *c == '\\')
            name = c + 1;
    }
    return name;
}

// The file of the texture with a role, or NULL.
static const char *file_of(const maq_scene_material *material, maq_texture_role role) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role == role && texture->tileset == 0 && texture->file && *texture->file)
            return texture->file;
    }
    return NULL;
}

// --------------------------------------------------------------------------------------- textures

static maq_pet_texture make_texture(pet_from_scene *from, const maq_scene_material *material,
                                    material_losses *losses) {
    const maq_value *own = mq_scene_own_extras(material->extras, PET_EXTRAS);
    maq_pet_texture texture = {
        .flag = (int8_t)mq_pet_extra_number(own, "flag", INT8_MIN, INT8_MAX, 0),
        .group = (uint8_t)mq_pet_extra_number(own, "group", 0, UINT8_MAX, 0),
        .diffuse = mq_pet_argb(material->colour),
        .handle = (int32_t)mq_pet_extra_number(own, "handle", INT32_MIN, INT32_MAX, 0)};
    const char *file = file_of(material, MAQ_TEXTURE_DIFFUSE);
    const char *name = file ? base_name(file) : "null";
    bool fits = mq_pet_file_name(from, *name ? name : "null", texture.name);
    losses->names += !fits || (file && name != file);
    losses->titles += *material->name && !mq_named_by_texture(material) &&
                      !(own && file && strncmp(material->name, file, strlen(file)) == 0);
    pet_texture_flags flags = mq_pet_texture_flags(mq_pet_name_text(texture.name));
    if (flags.blend == MAQ_BLEND_OPAQUE && texture.diffuse >> 24 < 255)
        flags.blend = MAQ_BLEND_ALPHA;
    losses->blends += flags.blend != material->blend || flags.two_sided != material->two_sided;
    const float *colour = material->colour;
    bool white = colour[0] == 1 && colour[1] == 1 && colour[2] == 1;
    losses->colours += file && !white;
    // With a texture the colour has no effect, so it may be the one that the puppet had.
    if (file && white)
        texture.diffuse = (texture.diffuse & ~WHITE) |
                          (uint32_t)mq_pet_extra_number(own, "diffuse", 0, WHITE, WHITE);
    const char *mask = file_of(material, MAQ_TEXTURE_ALPHA_MASK);
    const char *usual = mask ? mq_pet_mask_name(from->arena, name) : NULL;
    losses->images += mask && !(flags.masked && usual && strcmp(base_name(mask), usual) == 0);
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *other = &material->textures[i];
        losses->images += other->role == MAQ_TEXTURE_NORMAL ||
                          other->role == MAQ_TEXTURE_TEAM_MASK || other->tileset != 0;
        losses->embedded += other->data != NULL;
    }
    return texture;
}

static bool same_texture(const maq_pet_texture *a, const maq_pet_texture *b) {
    return memcmp(a->name, b->name, sizeof a->name) == 0 && a->flag == b->flag &&
           a->group == b->group && a->diffuse == b->diffuse && a->handle == b->handle;
}

// ----------------------------------------------------------------------------- specular materials

static void read_value(pet_from_scene *from, const maq_value *extras, maq_pet_value *value) {
    const char *type = mq_pet_extra_string(extras, "type");
    value->name = mq_pet_extra_text(from, extras, "name");
    value->type = MAQ_PET_INT;
    for (int i = 0; type && i <= MAQ_PET_TEXTURE; i++) {
        if (i != MAQ_PET_MATRICES && strcmp(type, mq_pet_value_types[i]) == 0)
            value->type = (maq_pet_value_type)i;
    }
    const maq_value *list = maq_value_find(extras, "value");
    uint32_t floats = mq_pet_float_count(value->type), count = 0;
    if (floats > 0 && list && list->kind == MAQ_VALUE_ARRAY) {
        double number;
        for (const maq_value *item = list->as.children.first; item && count < floats;
             item = item->next)
            value->floats[count++] = maq_value_number(item, &number) ? (float)number : 0;
    } else if (value->type == MAQ_PET_TEXTURE) {
        value->text = mq_pet_extra_text(from, extras, "value");
    } else {
        value->word =
            (uint32_t)(int32_t)mq_pet_extra_number(extras, "value", INT32_MIN, INT32_MAX, 0);
    }
}

static uint32_t child_count(const maq_value *list) {
    uint32_t count = 0;
    if (list && list->kind == MAQ_VALUE_ARRAY) {
        for (const maq_value *item = list->as.children.first; item; item = item->next)
            count++;
    }
    return count;
}

// The specular material that the extras describe, with the specular texture of the scene. No values:
// the material has none.
static bool make_specular(pet_from_scene *from, const maq_scene_material *material,
                          maq_pet_material *out) {
    const maq_value *own = mq_scene_own_extras(material->extras, PET_EXTRAS);
    const maq_value *extras = maq_value_find(own, "specular");
    const maq_value *list = maq_value_find(extras, "values");
    const char *file = file_of(material, MAQ_TEXTURE_SPECULAR);
    uint32_t count = child_count(list), texture = 0;
    // One more for a texture that the extras do not have.
    maq_pet_value *values = MQ_NEW_ARRAY(from->arena, maq_pet_value, (size_t)count + 1);
    if (!values)
        return false;
    const maq_value *item = count > 0 ? list->as.children.first : NULL;
    for (uint32_t i = 0; i < count; i++, item = item->next)
        read_value(from, item, &values[i]);
    while (texture < count && values[texture].type != MAQ_PET_TEXTURE)
        texture++;
    if (file && texture == count) {
        values[count++] =
            (maq_pet_value){.name = mq_pet_text_of(SPECULAR_VALUE), .type = MAQ_PET_TEXTURE};
    }
    if (file)
        values[texture].text = mq_pet_file_text(from, file);
    else if (texture < count)
        values[texture].text = (maq_pet_text){"", 0};
    const char *name = mq_pet_extra_string(extras, "name");
    *out = (maq_pet_material){.values = values, .value_count = count};
    if (extras || file)
        out->name = mq_pet_file_text(from, name ? name : material->name);
    return true;
}

static bool same_value(const maq_pet_value *a, const maq_pet_value *b) {
    return mq_pet_same_text(a->name, b->name) && a->type == b->type && a->word == b->word &&
           memcmp(a->floats, b->floats, sizeof a->floats) == 0 &&
           mq_pet_same_text(a->text, b->text);
}

static bool same_specular(const maq_pet_material *a, const maq_pet_material *b) {
    if (!mq_pet_same_text(a->name, b->name) || a->value_count != b->value_count)
        return false;
    for (uint32_t i = 0; i < a->value_count; i++) {
        if (!same_value(&a->values[i], &b->values[i]))
            return false;
    }
    return true;
}

static bool add_specular(pet_from_scene *from, maq_pet_material *list, uint32_t index,
                         material_losses *losses) {
    maq_pet_material made;
    if (!make_specular(from, &from->scene->materials[index], &made))
        return false;
    if (made.value_count == 0 && made.name.length == 0)
        return true;
    uint32_t at = 0;
    while (at < from->pet.material_count && !same_specular(&list[at], &made))
        at++;
    if (at == PET_MAX_MATERIALS) {
        losses->speculars++;
        return true;
    }
    list[at] = made;
    from->pet.material_count += at == from->pet.material_count;
    from->specular_of_material[index] = (int16_t)at;
    return true;
}

// ------------------------------------------------------------------------------------------- lists

static void report_losses(pet_from_scene *from, const material_losses *losses) {
    PET_SCENE_LOSS(from, IMAGE, losses->images, "texture", "textures",
                   "dropped: a material has a diffuse and a specular texture");
    PET_SCENE_LOSS(from, IMAGE, losses->embedded, "embedded image", "embedded images",
                   "dropped: a puppet refers to files");
    PET_SCENE_LOSS(from, TEXTURE_NAME, losses->names, "texture name", "texture names",
                   "shortened to 31 bytes without a folder");
    PET_SCENE_LOSS(from, NAMES, losses->titles, "name of a material", "names of materials",
                   "replaced by the name of the texture");
    PET_SCENE_LOSS(from, BLEND, losses->blends, "material", "materials",
                   "given the blend mode and sides that the texture name says");
    PET_SCENE_LOSS(from, BLEND, losses->colours, "colour of a material with a texture",
                   "colours of materials with a texture", "stored without effect");
    PET_SCENE_LOSS(from, TEXTURES, losses->textures, "material", "materials",
                   "left without a texture: a puppet has at most 255");
    PET_SCENE_LOSS(from, MATERIAL_COUNT, losses->speculars, "specular material",
                   "specular materials", "dropped: a puppet has at most 127");
}

static bool has_texture(const maq_pet *pet, const char name[32]) {
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        if (mq_pet_same_name(mq_pet_name_text(name), mq_pet_name_text(pet->textures[i].name)))
            return true;
    }
    return false;
}

// Face animations of the model whose textures still exist.
static bool make_faces(pet_from_scene *from) {
    const maq_value *own = mq_scene_own_extras(from->scene->extras, PET_EXTRAS);
    const maq_value *list = maq_value_find(own, "faces");
    uint32_t count = child_count(list), kept = 0;
    maq_pet_face *faces = MQ_NEW_ARRAY(from->arena, maq_pet_face, count);
    if (!faces)
        return false;
    const maq_value *item = count > 0 ? list->as.children.first : NULL;
    for (; item; item = item->next) {
        maq_pet_face face = {.group = (uint8_t)mq_pet_extra_number(item, "group", 0, UINT8_MAX, 0)};
        mq_pet_file_name(from, mq_pet_extra_string(item, "name"), face.name);
        mq_pet_file_name(from, mq_pet_extra_string(item, "texture"), face.texture);
        if (has_texture(&from->pet, face.texture))
            faces[kept++] = face;
    }
    PET_SCENE_LOSS(from, EDITED, count - kept, "face animation", "face animations",
                   "dropped: the texture does not exist");
    from->pet.faces = faces;
    from->pet.face_count = kept;
    return true;
}

bool mq_pet_make_materials(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    maq_pet_texture *textures = MQ_NEW_ARRAY(from->arena, maq_pet_texture, PET_NO_TEXTURE);
    maq_pet_material *speculars = MQ_NEW_ARRAY(from->arena, maq_pet_material, PET_MAX_MATERIALS);
    from->texture_of_material = MQ_NEW_ARRAY(from->arena, int16_t, scene->material_count);
    from->specular_of_material = MQ_NEW_ARRAY(from->arena, int16_t, scene->material_count);
    if (!textures || !speculars || !from->texture_of_material || !from->specular_of_material)
        return false;
    material_losses losses = {0};
    for (uint32_t i = 0; i < scene->material_count; i++) {
        from->texture_of_material[i] = from->specular_of_material[i] = -1;
        maq_pet_texture texture = make_texture(from, &scene->materials[i], &losses);
        uint32_t at = 0;
        while (at < from->pet.texture_count && !same_texture(&textures[at], &texture))
            at++;
        if (at == PET_NO_TEXTURE) {
            losses.textures++;
        } else {
            textures[at] = texture;
            from->pet.texture_count += at == from->pet.texture_count;
            from->texture_of_material[i] = (int16_t)at;
        }
        if (!add_specular(from, speculars, i, &losses))
            return false;
    }
    report_losses(from, &losses);
    from->pet.textures = textures;
    from->pet.materials = speculars;
    return make_faces(from);
}
