// SPDX-License-Identifier: MIT
//
// Joining a skeleton, meshes and animations to one puppet.
#include "formats/pet/pet_join.h"

#include <string.h>

// The inputs by kind, the skeleton first, so that their order decides nothing; those of one kind keep
// theirs. NULL when there is no memory.
static const maq_input *by_kind(mq_arena *arena, const maq_input *inputs, size_t count) {
    static const maq_pet_kind order[] = {MAQ_PET_BPET, MAQ_PET_PET, MAQ_PET_MPET, MAQ_PET_APET};
    maq_input *sorted = MQ_NEW_ARRAY(arena, maq_input, count);
    size_t used = 0;
    for (size_t k = 0; sorted && k < sizeof order / sizeof order[0]; k++) {
        for (size_t i = 0; i < count; i++) {
            const maq_pet *pet = inputs[i].document->content;
            if (pet->kind == order[k])
                sorted[used++] = inputs[i];
        }
    }
    return sorted;
}

// Converts every input to version 1.3, which can hold all that a puppet can say.
static maq_status prepare_parts(pet_join *j, const maq_input *inputs, size_t count,
                                maq_document *out) {
    j->parts = MQ_NEW_ARRAY(j->arena, join_part, count);
    if (!j->parts)
        return mq_arena_status(j->arena);
    j->part_count = count;
    for (size_t i = 0; i < count; i++) {
        const maq_pet *source = inputs[i].document->content;
        maq_pet_encoding full = {.kind = source->kind, .minor = PET_MINOR_COUNT - 1};
        // It shares the arena and the list of losses.
        maq_document part = {.arena = j->arena, .format = out->format, .findings = out->findings};
        maq_status status = mq_pet_convert_to(source, NULL, &full, &part);
        out->findings = part.findings;
        if (status != MAQ_OK)
            return status;
        j->parts[i].pet = part.content;
        mq_pet_report_loss(j->findings, PET_LOSS_TAIL, MAQ_NO_OFFSET, source->tail_length,
                           "byte after the last section of an input",
                           "bytes after the last section of an input", "dropped");
    }
    return MAQ_OK;
}

// -------------------------------------------------------------------------- textures and materials

static bool same_texture(const maq_pet_texture *a, const maq_pet_texture *b) {
    return memcmp(a->name, b->name, sizeof a->name) == 0 && a->flag == b->flag &&
           a->group == b->group && memcmp(a->pad, b->pad, sizeof a->pad) == 0 &&
           a->diffuse == b->diffuse && a->handle == b->handle;
}

// Equal textures of several parts become one; those of one part stay as they are.
static bool join_textures(pet_join *j) {
    maq_pet_texture *textures = MQ_NEW_ARRAY(j->arena, maq_pet_texture, PET_NO_TEXTURE);
    if (!textures)
        return false;
    uint32_t count = 0;
    uint64_t lost = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        join_part *part = &j->parts[i];
        uint32_t before = count;
        part->textures = MQ_NEW_ARRAY(j->arena, uint32_t, part->pet->texture_count);
        if (!part->textures)
            return false;
        for (uint32_t k = 0; k < part->pet->texture_count; k++) {
            uint32_t at = 0;
            while (at < before && !same_texture(&textures[at], &part->pet->textures[k]))
                at++;
            if (at == before)
                at = count;
            if (at == count && count < PET_NO_TEXTURE)
                textures[count++] = part->pet->textures[k];
            lost += at == PET_NO_TEXTURE;
            part->textures[k] = at;
        }
    }
    mq_pet_report_loss(j->findings, PET_LOSS_TEXTURES, MAQ_NO_OFFSET, lost, "texture", "textures",
                       "dropped: a puppet has at most 255");
    j->joined.textures = textures;
    j->joined.texture_count = count;
    return true;
}

static bool join_materials(pet_join *j) {
    maq_pet_material *materials = MQ_NEW_ARRAY(j->arena, maq_pet_material, PET_MAX_MATERIALS);
    if (!materials)
        return false;
    uint32_t count = 0;
    uint64_t lost = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        join_part *part = &j->parts[i];
        part->materials = MQ_NEW_ARRAY(j->arena, int32_t, part->pet->material_count);
        if (!part->materials)
            return false;
        for (uint32_t k = 0; k < part->pet->material_count; k++) {
            bool fits = count < PET_MAX_MATERIALS;
            part->materials[k] = fits ? (int32_t)count : -1;
            if (fits)
                materials[count++] = part->pet->materials[k];
            lost += !fits;
        }
    }
    mq_pet_report_loss(j->findings, PET_LOSS_MATERIAL_COUNT, MAQ_NO_OFFSET, lost,
                       "specular material", "specular materials",
                       "dropped: a puppet has at most 127");
    j->joined.materials = materials;
    j->joined.material_count = count;
    return true;
}

// --------------------------------------------------------------------------- faces, boxes, extras

static bool join_lists(pet_join *j) {
    size_t faces = 0, boxes = 0, extras = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        faces += j->parts[i].pet->face_count;
        boxes += j->parts[i].pet->box_count;
        extras += j->parts[i].pet->extra_count;
    }
    maq_pet_face *face = MQ_NEW_ARRAY(j->arena, maq_pet_face, faces);
    maq_pet_box *box = MQ_NEW_ARRAY(j->arena, maq_pet_box, boxes);
    maq_pet_id *extra = MQ_NEW_ARRAY(j->arena, maq_pet_id, extras);
    if (!face || !box || !extra)
        return false;
    j->joined.faces = face;
    j->joined.boxes = box;
    j->joined.extras = extra;
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        for (uint32_t k = 0; k < part->pet->face_count; k++)
            face[j->joined.face_count++] = part->pet->faces[k];
        for (uint32_t k = 0; k < part->pet->box_count; k++)
            box[j->joined.box_count++] = part->pet->boxes[k];
        for (uint32_t k = 0; k < part->pet->extra_count; k++) {
            maq_pet_id id = part->pet->extras[k];
            if (id.bone >= 0 && (uint32_t)id.bone < part->pet->bone_count) {
                id.wide &= part->bones[id.bone] == id.bone;
                id.bone = part->bones[id.bone];
            }
            extra[j->joined.extra_count++] = id;
        }
    }
    return true;
}

// Lists every section that a part has, in the usual order, and the unknown ones after them.
static bool list_sections(pet_join *j) {
    size_t capacity = MAQ_PET_KNOWN_TAGS;
    bool has[MAQ_PET_KNOWN_TAGS] = {false};
    for (size_t i = 0; i < j->part_count; i++) {
        capacity += j->parts[i].pet->section_count;
        for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++)
            has[tag] |= j->parts[i].pet->has[tag];
    }
    maq_pet_section *sections = MQ_NEW_ARRAY(j->arena, maq_pet_section, capacity);
    if (!sections)
        return false;
    const maq_pet_encoding encoding = {.kind = j->joined.kind, .minor = j->joined.minor};
    uint32_t count = 0;
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (!has[tag] || tag == MAQ_PET_VERS)
            continue;
        sections[count++] = mq_pet_new_section((maq_pet_tag)tag, &encoding);
        j->joined.has[tag] = true;
    }
    uint64_t lost = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        const maq_pet *pet = j->parts[i].pet;
        for (uint32_t k = 0; k < pet->section_count; k++) {
            if (pet->sections[k].tag == MAQ_PET_OTHER)
                sections[count++] = pet->sections[k];
            else
                lost += pet->sections[k].state != MAQ_PET_DECODED;
        }
    }
    mq_pet_report_loss(
        j->findings, PET_LOSS_DUPLICATE, MAQ_NO_OFFSET, lost, "section", "sections",
        "dropped: repeated sections and those that cannot be decoded cannot be joined");
    j->joined.sections = sections;
    j->joined.section_count = count;
    return true;
}

// Keeps the parts for the scene that the joined puppet becomes.
static bool keep_parts(const pet_join *j, maq_document *out) {
    pet_part *parts = MQ_NEW_ARRAY(j->arena, pet_part, j->part_count);
    if (!parts)
        return false;
    pet_content *content = MQ_WRITABLE(pet_content, out->content);
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        if (part->pet->has[MAQ_PET_MESH])
            parts[content->part_count++] =
                (pet_part){part->pet, part->bones, part->textures, part->materials};
    }
    content->parts = parts;
    out->beyond_file = true;
    return true;
}

maq_status mq_pet_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out) {
    pet_join j = {.arena = out->arena, .findings = &out->findings, .for_scene = out->for_scene};
    // The newest version, and the layout of the game unless no input has it.
    maq_pet_encoding to, newest = {.layout = MAQ_PET_DOCUMENTED};
    bool parts_with_skins = false;
    inputs = by_kind(out->arena, inputs, count);
    if (!inputs)
        return mq_arena_status(out->arena);
    for (size_t i = 0; i < count; i++) {
        const maq_pet *pet = inputs[i].document->content;
        newest.minor = pet->minor > newest.minor ? pet->minor : newest.minor;
        if (pet->layout == MAQ_PET_CLIENT)
            newest.layout = MAQ_PET_CLIENT;
        parts_with_skins |= pet->kind == MAQ_PET_MPET && pet->has[MAQ_PET_MESH];
    }
    if (!mq_pet_requested_encoding(settings, out, &newest, &to))
        return MAQ_BAD_ARGUMENT;
    maq_status status = prepare_parts(&j, inputs, count, out);
    if (status != MAQ_OK)
        return status;
    // When one part has skins, all get them: those without a table get the default one.
    j.joined.kind = parts_with_skins ? MAQ_PET_MPET : MAQ_PET_PET;
    j.joined.minor = PET_MINOR_COUNT - 1;
    j.joined.version[1] = 1;
    if (!mq_pet_join_bones(&j) || !join_textures(&j) || !join_materials(&j) || !join_lists(&j) ||
        !mq_pet_join_animations(&j) || !mq_pet_join_mesh(&j) || !list_sections(&j))
        return mq_arena_status(j.arena) != MAQ_OK ? mq_arena_status(j.arena) : MAQ_OVER_LIMIT;
    j.joined.mesh.vertex_count = j.mesh.vertex_count;
    j.joined.mesh.triangle_count = j.mesh.triangle_count;
    status = mq_pet_convert_to(&j.joined, &(pet_file_mesh){.lists = j.mesh}, &to, out);
    if (status == MAQ_OK && j.for_scene && j.moved_vertices > 0 && !keep_parts(&j, out))
        status = mq_arena_status(j.arena);
    return status;
}
