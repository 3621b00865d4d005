// SPDX-License-Identifier: MIT
//
// One puppet from its parts: skeleton, meshes and animations.
#include "formats/pet/pet_join.h"

#include <inttypes.h>
#include <string.h>

#define NO_TEXTURE 255
#define MATERIALS 127

void mq_pet_join_add_loss(joining *j, pet_rule rule, uint64_t count, const char *what) {
    if (count == 0)
        return;
    maq_finding *finding = mq_add_finding(j->findings, &mq_pet_rules[rule], MAQ_NO_OFFSET, 0,
                                          "%s (%" PRIu64 ")", what, count);
    if (finding)
        finding->count = count;
}

// Every input in one form that holds all that any puppet can say.
static maq_status prepare(joining *j, const maq_input *inputs, size_t count, maq_document *out) {
    j->parts = MQ_NEW_ARRAY(j->arena, join_part, count);
    if (!j->parts)
        return mq_arena_status(j->arena);
    j->part_count = count;
    for (size_t i = 0; i < count; i++) {
        const maq_pet *source = inputs[i].document->content;
        maq_pet_encoding full = {.kind = source->kind, .minor = PET_MINOR_COUNT - 1};
        // Shares the arena and the list of losses.
        maq_document part = {.arena = j->arena, .format = out->format, .findings = out->findings};
        maq_status status = mq_pet_adapt(source, NULL, &full, &part);
        out->findings = part.findings;
        if (status != MAQ_OK)
            return status;
        j->parts[i].pet = part.content;
        mq_pet_join_add_loss(j, PET_LOSS_TAIL, source->tail_length,
                             "bytes after the last section of an input are lost");
    }
    return MAQ_OK;
}

// -------------------------------------------------------------------------- textures and materials

static bool same_texture(const maq_pet_texture *a, const maq_pet_texture *b) {
    return memcmp(a->name, b->name, sizeof a->name) == 0 && a->flag == b->flag &&
           a->group == b->group && memcmp(a->pad, b->pad, sizeof a->pad) == 0 &&
           a->diffuse == b->diffuse && a->handle == b->handle;
}

// A texture that several parts name alike is one; those of one part stay as many as they were.
static bool join_textures(joining *j) {
    maq_pet_texture *textures = MQ_NEW_ARRAY(j->arena, maq_pet_texture, NO_TEXTURE);
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
            if (at == count && count < NO_TEXTURE)
                textures[count++] = part->pet->textures[k];
            lost += at == NO_TEXTURE;
            part->textures[k] = at;
        }
    }
    mq_pet_join_add_loss(j, PET_LOSS_TEXTURES, lost, "textures beyond the 255th are lost");
    j->whole.textures = textures;
    j->whole.texture_count = count;
    return true;
}

static bool join_materials(joining *j) {
    maq_pet_material *materials = MQ_NEW_ARRAY(j->arena, maq_pet_material, MATERIALS);
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
            bool room = count < MATERIALS;
            part->materials[k] = room ? (int32_t)count : -1;
            if (room)
                materials[count++] = part->pet->materials[k];
            lost += !room;
        }
    }
    mq_pet_join_add_loss(j, PET_LOSS_MATERIAL_COUNT, lost,
                         "specular materials beyond the 127th are lost");
    j->whole.materials = materials;
    j->whole.material_count = count;
    return true;
}

// --------------------------------------------------------------------------- faces, boxes, extras

static bool join_lists(joining *j) {
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
    j->whole.faces = face;
    j->whole.boxes = box;
    j->whole.extras = extra;
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        for (uint32_t k = 0; k < part->pet->face_count; k++)
            face[j->whole.face_count++] = part->pet->faces[k];
        for (uint32_t k = 0; k < part->pet->box_count; k++)
            box[j->whole.box_count++] = part->pet->boxes[k];
        for (uint32_t k = 0; k < part->pet->extra_count; k++) {
            maq_pet_id id = part->pet->extras[k];
            if (id.bone >= 0 && (uint32_t)id.bone < part->pet->bone_count) {
                id.wide &= part->bones[id.bone] == id.bone;
                id.bone = part->bones[id.bone];
            }
            extra[j->whole.extra_count++] = id;
        }
    }
    return true;
}

// Every section that a part has, in the usual order, and the unknown ones behind them.
static bool list_sections(joining *j) {
    size_t room = MAQ_PET_KNOWN_TAGS;
    bool has[MAQ_PET_KNOWN_TAGS] = {false};
    for (size_t i = 0; i < j->part_count; i++) {
        room += j->parts[i].pet->section_count;
        for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++)
            has[tag] |= j->parts[i].pet->has[tag];
    }
    maq_pet_section *sections = MQ_NEW_ARRAY(j->arena, maq_pet_section, room);
    if (!sections)
        return false;
    uint32_t count = 0;
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (!has[tag] || tag == MAQ_PET_VERS)
            continue;
        maq_pet_section *section = &sections[count++];
        section->tag = (maq_pet_tag)tag;
        memcpy(section->name, mq_pet_names[tag], 4);
        section->encoding = (maq_pet_encoding){.kind = j->whole.kind, .minor = j->whole.minor};
        section->offset = MAQ_NO_OFFSET;
        j->whole.has[tag] = true;
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
    mq_pet_join_add_loss(j, PET_LOSS_SPARE, lost, "sections that are not understood are lost");
    j->whole.sections = sections;
    j->whole.section_count = count;
    return true;
}

maq_status mq_pet_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out) {
    joining j = {.arena = out->arena, .findings = &out->findings};
    uint32_t minor = 0;
    bool parts_with_skins = false;
    for (size_t i = 0; i < count; i++) {
        const maq_pet *pet = inputs[i].document->content;
        minor = pet->minor > minor ? pet->minor : minor;
        parts_with_skins |= pet->kind == MAQ_PET_MPET && pet->has[MAQ_PET_MESH];
    }
    maq_pet_encoding to;
    if (!mq_pet_wanted(settings, out, minor, &to))
        return MAQ_BAD_ARGUMENT;
    maq_status status = prepare(&j, inputs, count, out);
    if (status != MAQ_OK)
        return status;
    // All have skins once one has: those without get the usual one.
    j.whole.kind = parts_with_skins ? MAQ_PET_MPET : MAQ_PET_PET;
    j.whole.minor = PET_MINOR_COUNT - 1;
    j.whole.version[1] = 1;
    if (!mq_pet_join_bones(&j) || !join_textures(&j) || !join_materials(&j) || !join_lists(&j) ||
        !mq_pet_join_animations(&j) || !mq_pet_join_mesh(&j) || !list_sections(&j))
        return mq_arena_status(j.arena) != MAQ_OK ? mq_arena_status(j.arena) : MAQ_OVER_LIMIT;
    j.whole.mesh.vertex_count = j.mesh.vertex_count;
    j.whole.mesh.triangle_count = j.mesh.triangle_count;
    return mq_pet_adapt(&j.whole, &j.mesh, &to, out);
}
