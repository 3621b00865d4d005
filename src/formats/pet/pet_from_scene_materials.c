// SPDX-License-Identifier: MIT
//
// Materials of a scene as textures (TEXT) and specular materials (SMTL).
#include <string.h>

#include "formats/pet/pet_from_scene.h"
#include "scene/usage.h"

#define MOST_TEXTURES 255
#define MOST_SPECULARS 127
#define SPECULAR_VALUE "SpecularTexture"

typedef struct material_losses {
    uint64_t images, embedded, names, titles, blends, colours, textures, speculars, gone;
} material_losses;

// The specular materials: those of the old puppet, with the files that they had, and new ones.
typedef struct specular_list {
    maq_pet_material *items;
    const char *old_files[MOST_SPECULARS];
} specular_list;

static const char *base_name(const char *file) {
    const char *name = file;
    for (const char *c = file; *c; c++) {
        if (*c == '/' || *c == '\\')
            name = c + 1;
    }
    return name;
}

// The texture of a role, and which of the others have no place.
static const char *file_of(const maq_scene_material *material, maq_texture_role role) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role == role && texture->tileset == 0 && texture->file && *texture->file)
            return texture->file;
    }
    return NULL;
}

static void fill_name(pet_from_scene *from, const char *file, maq_pet_texture *texture,
                      material_losses *losses) {
    maq_pet_text name = mq_pet_file_text(from, file);
    if (name.length >= sizeof texture->name) {
        name.length = sizeof texture->name - 1;
        losses->names++;
    }
    if (name.length > 0)
        memcpy(texture->name, name.bytes, name.length);
}

static maq_pet_texture texture_of(pet_from_scene *from, const maq_scene_material *material,
                                  material_losses *losses) {
    const maq_value *own = mq_scene_own_extras(material->extras, PET_EXTRAS);
    maq_pet_texture texture = {
        .flag = (int8_t)mq_pet_extra_number(own, "flag", INT8_MIN, INT8_MAX, 0),
        .group = (uint8_t)mq_pet_extra_number(own, "group", 0, UINT8_MAX, 0),
        .diffuse = mq_pet_argb(material->colour),
        .handle = (int32_t)mq_pet_extra_number(own, "handle", INT32_MIN, INT32_MAX, 0),
        .offset = 0};
    const char *file = file_of(material, MAQ_TEXTURE_DIFFUSE);
    const char *name = file ? base_name(file) : "null";
    losses->names += file && name != file;
    losses->titles += *material->name && !mq_named_by_texture(material) &&
                      !(own && file && strncmp(material->name, file, strlen(file)) == 0);
    fill_name(from, *name ? name : "null", &texture, losses);
    pet_material_look look = mq_pet_resolve_material(mq_pet_name_text(texture.name));
    if (look.blend == MAQ_BLEND_OPAQUE && texture.diffuse >> 24 < 255)
        look.blend = MAQ_BLEND_ALPHA;
    losses->blends += look.blend != material->blend || look.two_sided != material->two_sided;
    losses->colours +=
        file && (material->colour[0] != 1 || material->colour[1] != 1 || material->colour[2] != 1);
    const char *mask = file_of(material, MAQ_TEXTURE_ALPHA_MASK);
    const char *usual = mask ? mq_pet_mask_name(from->arena, name) : NULL;
    losses->images += mask && !(look.masked && usual && strcmp(base_name(mask), usual) == 0);
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

// The specular material of the old puppet, if it still has this file; else a new one.
static bool take_specular(pet_from_scene *from, const maq_scene_material *material,
                          specular_list *list, uint32_t index, material_losses *losses) {
    const maq_value *own = mq_scene_own_extras(material->extras, PET_EXTRAS);
    int64_t said = mq_pet_extra_number(own, "specular", 0, MOST_SPECULARS - 1, -1);
    uint32_t kept = from->old ? from->old->material_count : 0;
    const char *file = file_of(material, MAQ_TEXTURE_SPECULAR);
    if (said >= 0 && said < kept) {
        const char *was = list->old_files[said];
        if ((!file && !was) || (file && was && strcmp(file, was) == 0)) {
            from->specular_of_material[index] = (int16_t)said;
            return true;
        }
    }
    if (!file) {
        losses->gone += said >= 0;
        return true;
    }
    if (from->pet.material_count >= MOST_SPECULARS) {
        losses->speculars++;
        return true;
    }
    maq_pet_value *value = MQ_NEW(from->arena, maq_pet_value);
    if (!value)
        return false;
    *value = (maq_pet_value){.name = {SPECULAR_VALUE, sizeof SPECULAR_VALUE - 1},
                             .type = MAQ_PET_TEXTURE,
                             .text = mq_pet_file_text(from, file)};
    from->specular_of_material[index] = (int16_t)from->pet.material_count;
    list->items[from->pet.material_count++] = (maq_pet_material){
        .name = mq_pet_file_text(from, material->name), .values = value, .value_count = 1};
    return true;
}

static void tell(pet_from_scene *from, const material_losses *losses) {
    mq_findings *findings = from->findings;
    mq_pet_scene_add_loss(findings, PET_LOSS_IMAGE, losses->images,
                          "textures of materials beside diffuse and specular are lost");
    mq_pet_scene_add_loss(findings, PET_LOSS_IMAGE, losses->embedded,
                          "images within the file are lost: puppets name files");
    mq_pet_scene_add_loss(findings, PET_LOSS_TEXTURE_NAME, losses->names,
                          "names of textures lose their folder, or what is beyond 31 bytes");
    mq_pet_scene_add_loss(findings, PET_LOSS_NAMES, losses->titles,
                          "materials are called as their textures are");
    mq_pet_scene_add_loss(
        findings, PET_LOSS_BLEND, losses->blends,
        "materials are drawn as the names of their textures tell, not as they said");
    mq_pet_scene_add_loss(findings, PET_LOSS_BLEND, losses->colours,
                          "the colours of materials with a texture are lost");
    mq_pet_scene_add_loss(findings, PET_LOSS_TEXTURES, losses->textures,
                          "materials beyond the 255th texture get none");
    mq_pet_scene_add_loss(findings, PET_LOSS_MATERIAL_COUNT, losses->speculars,
                          "specular materials beyond the 127th are lost");
    mq_pet_scene_add_loss(findings, PET_LOSS_EDITED, losses->gone,
                          "specular materials without a texture are lost");
}

static bool make_materials(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    maq_pet_texture *textures = MQ_NEW_ARRAY(from->arena, maq_pet_texture, MOST_TEXTURES);
    uint32_t kept = from->old ? from->old->material_count : 0;
    specular_list speculars = {
        .items = MQ_NEW_ARRAY(from->arena, maq_pet_material, (size_t)kept + MOST_SPECULARS)};
    if (!textures || !speculars.items)
        return false;
    if (kept > 0)
        memcpy(speculars.items, from->old->materials, kept * sizeof *speculars.items);
    for (uint32_t i = 0; from->old && i < from->old_scene.material_count; i++) {
        const maq_scene_material *material = &from->old_scene.materials[i];
        int64_t said = mq_pet_extra_number(mq_scene_own_extras(material->extras, PET_EXTRAS),
                                           "specular", 0, MOST_SPECULARS - 1, -1);
        if (said >= 0)
            speculars.old_files[said] = file_of(material, MAQ_TEXTURE_SPECULAR);
    }
    from->pet.material_count = kept;
    material_losses losses = {0};
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        maq_pet_texture texture = texture_of(from, material, &losses);
        uint32_t at = 0;
        while (at < from->pet.texture_count && !same_texture(&textures[at], &texture))
            at++;
        if (at == MOST_TEXTURES) {
            losses.textures++;
        } else {
            textures[at] = texture;
            from->pet.texture_count += at == from->pet.texture_count;
            from->texture_of_material[i] = (int16_t)at;
        }
        if (!take_specular(from, material, &speculars, i, &losses))
            return false;
    }
    tell(from, &losses);
    from->pet.textures = textures;
    from->pet.materials = speculars.items;
    return true;
}

// Faces whose textures are still there.
static bool keep_faces(pet_from_scene *from) {
    const maq_pet *old = from->old;
    uint32_t count = old ? old->face_count : 0, kept = 0;
    maq_pet_face *faces = MQ_NEW_ARRAY(from->arena, maq_pet_face, count);
    for (uint32_t i = 0; faces && i < count; i++) {
        uint32_t at = 0;
        while (at < from->pet.texture_count &&
               !mq_pet_same_name(mq_pet_name_text(old->faces[i].texture),
                                 mq_pet_name_text(from->pet.textures[at].name)))
            at++;
        if (at < from->pet.texture_count)
            faces[kept++] = old->faces[i];
    }
    mq_pet_scene_add_loss(from->findings, PET_LOSS_EDITED, count - kept,
                          "face animations whose textures are gone are lost");
    from->pet.faces = faces;
    from->pet.face_count = kept;
    return faces != NULL;
}

bool mq_pet_take_materials(pet_from_scene *from) {
    uint32_t count = from->scene->material_count;
    from->texture_of_material = MQ_NEW_ARRAY(from->arena, int16_t, count);
    from->specular_of_material = MQ_NEW_ARRAY(from->arena, int16_t, count);
    if (!from->texture_of_material || !from->specular_of_material)
        return false;
    for (uint32_t i = 0; i < count; i++)
        from->texture_of_material[i] = from->specular_of_material[i] = -1;
    if (from->anew[MAQ_PET_TEXT])
        return make_materials(from) && keep_faces(from);
    from->pet.texture_count = from->old->texture_count;
    from->pet.textures = from->old->textures;
    from->pet.material_count = from->old->material_count;
    from->pet.materials = from->old->materials;
    // The materials are those that the textures once became.
    for (uint32_t i = 0; i < count; i++) {
        const maq_value *own = mq_scene_own_extras(from->old_scene.materials[i].extras, PET_EXTRAS);
        from->texture_of_material[i] =
            (int16_t)mq_pet_extra_number(own, "texture", 0, MOST_TEXTURES - 1, -1);
        from->specular_of_material[i] =
            (int16_t)mq_pet_extra_number(own, "specular", 0, MOST_SPECULARS - 1, -1);
    }
    return true;
}
