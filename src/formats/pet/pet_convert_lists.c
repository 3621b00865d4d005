// SPDX-License-Identifier: MIT
//
// Converting bones, keys, frames, motions and boxes to another encoding. MESH is in
// pet_convert_mesh.c.
#include "formats/pet/pet_convert.h"

#include <string.h>

// The published document has one byte for the index of a bone, and 255 means none.
#define DOCUMENTED_BONES 255

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// --------------------------------------------------------------------------------------- textures

bool mq_pet_has_long_names(const maq_pet *pet, maq_pet_layout layout) {
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        if (mq_pet_has_long_name(&pet->textures[i], layout))
            return true;
    }
    return false;
}

bool mq_pet_convert_textures(pet_conversion *c) {
    maq_pet *pet = c->pet;
    maq_pet_layout layout = mq_pet_source_encoding(c, MAQ_PET_TEXT).layout;
    if (c->to.layout != MAQ_PET_CLIENT || !mq_pet_has_long_names(pet, layout))
        return true;
    maq_pet_texture *textures =
        MQ_COPY_ARRAY(&c->copying, maq_pet_texture, pet->textures, pet->texture_count);
    if (!c->copying.ok)
        return false;
    uint64_t cut = 0;
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        if (!mq_pet_has_long_name(&textures[i], layout))
            continue;
        maq_pet_texture texture = {.diffuse = UINT32_MAX, .offset = textures[i].offset};
        memcpy(texture.name, textures[i].name, sizeof texture.name - 1);
        textures[i] = texture;
        cut++;
    }
    PET_CONVERT_LOSS(c, TEXTURE_NAME, TEXT, cut, "texture name", "texture names",
                     "cut to 31 bytes, which is the most that the layout of the game has");
    pet->textures = textures;
    return true;
}

// ------------------------------------------------------------------------------------------ bones

// For each bone its index among the first DOCUMENTED_BONES, or that of its nearest ancestor there.
static bool map_bones(pet_conversion *c) {
    const maq_pet *pet = c->pet;
    int32_t *map = MQ_NEW_ARRAY(c->arena, int32_t, pet->bone_count);
    if (!map)
        return false;
    for (uint32_t i = 0; i < pet->bone_count; i++)
        map[i] = i < DOCUMENTED_BONES ? (int32_t)i : -1;
    for (uint32_t i = DOCUMENTED_BONES; i < pet->bone_count; i++) {
        // Up to the first ancestor that is mapped. Until it is found all map to bone 0, which stays so
        // when the parents lead nowhere or in a cycle. Then up again to set the ancestor.
        uint32_t at = i;
        while (map[at] < 0) {
            map[at] = 0;
            int32_t parent = pet->bones[at].parent.bone;
            if (parent >= 0 && (uint32_t)parent < pet->bone_count)
                at = (uint32_t)parent;
        }
        int32_t ancestor = map[at];
        for (uint32_t again = i; again != at && ancestor != 0;) {
            map[again] = ancestor;
            again = (uint32_t)pet->bones[again].parent.bone;
        }
    }
    c->bone_map = map;
    return true;
}

static maq_pet_id map_id(const pet_conversion *c, maq_pet_id id) {
    bool known = id.bone >= 0 && (uint32_t)id.bone < c->pet->bone_count;
    if (c->bone_map && known)
        id.bone = c->bone_map[id.bone];
    return id;
}

static bool has_rest_matrix(const maq_pet_bone *bone) {
    static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    return memcmp(bone->matrix, identity, sizeof identity) != 0;
}

bool mq_pet_convert_bones(pet_conversion *c) {
    maq_pet *pet = c->pet;
    bool documented = c->to.layout == MAQ_PET_DOCUMENTED;
    bool matrices = mq_pet_has_matrices(&c->to);
    uint32_t kept = pet->bone_count;
    if (documented && kept > DOCUMENTED_BONES) {
        if (!map_bones(c))
            return false;
        kept = DOCUMENTED_BONES;
        PET_CONVERT_LOSS(
            c, BONES, BONE, pet->bone_count - kept, "bone", "bones",
            "dropped: this layout has at most 255; their vertices were moved to their parents");
    }
    maq_pet_bone *bones = MQ_COPY_ARRAY(&c->copying, maq_pet_bone, pet->bones, kept);
    if (!c->copying.ok)
        return false;
    uint64_t rests = 0, extras = 0, forms = documented && pet->wide_bone_count;
    for (uint32_t i = 0; i < kept; i++) {
        maq_pet_bone *bone = &bones[i];
        bone->parent = map_id(c, bone->parent);
        if (!matrices)
            rests += has_rest_matrix(bone);
        if (!matrices || c->to.minor < 3)
            extras += bits_of(bone->extra) != bits_of(-1.0f);
        if (documented) {
            forms += bone->parent.wide;
            bone->parent.wide = false;
            // A parent beyond what one byte can hold does not exist either.
            if (bone->parent.bone >= DOCUMENTED_BONES) {
                bone->parent.bone = -1;
                forms++;
            }
        }
    }
    PET_CONVERT_LOSS(c, MATRICES, BONE, rests, "rest matrix of a bone", "rest matrices of bones",
                     "dropped: apet files have none");
    PET_CONVERT_LOSS(c, BONE_EXTRA, BONE, extras, "last value of a bone", "last values of bones",
                     "dropped: versions before 1.3 and apet files have none");
    PET_CONVERT_LOSS(c, FORM, BONE, forms, "index of a bone", "indices of bones",
                     "shortened from the three-byte form to one byte");
    pet->bones = bones;
    return true;
}

bool mq_pet_convert_extras(pet_conversion *c) {
    maq_pet *pet = c->pet;
    if (!c->bone_map)
        return true;
    maq_pet_id *extras = MQ_COPY_ARRAY(&c->copying, maq_pet_id, pet->extras, pet->extra_count);
    for (uint32_t i = 0; extras && i < pet->extra_count; i++)
        extras[i] = map_id(c, extras[i]);
    pet->extras = extras;
    return c->copying.ok;
}

// ------------------------------------------------------------------------------------------- keys

bool mq_pet_convert_animations(pet_conversion *c) {
    maq_pet *pet = c->pet;
    const maq_pet_encoding *to = &c->to;
    maq_pet_encoding from = mq_pet_source_encoding(c, MAQ_PET_ANIM);
    bool documented = to->layout == MAQ_PET_DOCUMENTED;
    bool had_word = documented == (from.layout == MAQ_PET_DOCUMENTED) && documented &&
                    (from.minor == 0 || from.anim_form == MAQ_PET_ANIM_EXTRA_WORD);
    bool keep_word = had_word && to->minor == 0;
    maq_pet_animation *items =
        MQ_COPY_ARRAY(&c->copying, maq_pet_animation, pet->animations, pet->animation_count);
    if (!c->copying.ok)
        return false;
    uint64_t scales = 0, flags = 0, words = 0, forms = 0, bones = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        maq_pet_animation animation = items[i];
        if (documented) {
            bool moved = map_id(c, animation.id).bone != animation.id.bone;
            if (moved || animation.id.bone >= DOCUMENTED_BONES) {
                bones++;
                continue;
            }
            forms += animation.id.wide;
            animation.id.wide = false;
        }
        if (to->minor < 2) {
            scales += animation.scale.count;
            animation.scale.count = 0;
        }
        if (to->minor < 3) {
            flags += animation.flag.count;
            animation.flag.count = 0;
        }
        if (!keep_word) {
            words += animation.word != 0;
            animation.word = 0;
        }
        items[kept++] = animation;
    }
    PET_CONVERT_LOSS(c, SCALE, ANIM, scales, "scale key", "scale keys",
                     "dropped: versions before 1.2 have none");
    PET_CONVERT_LOSS(c, FLAGS, ANIM, flags, "key of the fourth track", "keys of the fourth track",
                     "dropped: versions before 1.3 have none");
    PET_CONVERT_LOSS(c, ANIM_WORD, ANIM, words, "extra word beside the rotation keys",
                     "extra words beside the rotation keys", "dropped");
    PET_CONVERT_LOSS(c, FORM, ANIM, forms, "index of a bone", "indices of bones",
                     "shortened from the three-byte form to one byte");
    PET_CONVERT_LOSS(c, BONES, ANIM, bones, "list of keys", "lists of keys",
                     "dropped: their bones are beyond the 255 that this layout has");
    pet->animations = items;
    pet->animation_count = kept;
    return true;
}

// ---------------------------------------------------------------------------- frames and motions

static bool join_script(mq_arena *arena, maq_pet_frame *frame) {
    size_t length =
        (size_t)frame->script[0].length + frame->script[1].length + frame->script[2].length;
    char *bytes = MQ_NEW_ARRAY(arena, char, length);
    if (!bytes)
        return false;
    size_t at = 0;
    for (unsigned k = 0; k < 3; k++) {
        if (frame->script[k].length > 0)
            memcpy(bytes + at, frame->script[k].bytes, frame->script[k].length);
        at += frame->script[k].length;
        frame->script[k] = (maq_pet_text){"", 0};
    }
    // All parts come from one section, whose length has 32 bits.
    frame->script[0] = (maq_pet_text){bytes, (uint32_t)length};
    return true;
}

bool mq_pet_convert_frames(pet_conversion *c) {
    maq_pet *pet = c->pet;
    if (mq_pet_source_encoding(c, MAQ_PET_FRAM).layout == c->to.layout)
        return true;
    maq_pet_frame *frames =
        MQ_COPY_ARRAY(&c->copying, maq_pet_frame, pet->frames, pet->frame_count);
    if (!c->copying.ok)
        return false;
    uint64_t parts = 0, vectors = 0, checks = 0;
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        maq_pet_frame *frame = &frames[i];
        if (c->to.layout == MAQ_PET_DOCUMENTED) {
            if (frame->script[1].length > 0 || frame->script[2].length > 0) {
                parts++;
                if (!join_script(c->arena, frame))
                    return false;
            }
            checks += !frame->has_check;
            // The bytes of two empty texts and a number are those of three numbers.
            frame->vector[0] = frame->vector[1] = 0;
            frame->vector[2] = float_of(frame->check);
            continue;
        }
        frame->script[1] = frame->script[2] = (maq_pet_text){"", 0};
        bool plain = bits_of(frame->vector[0]) == 0 && bits_of(frame->vector[1]) == 0;
        vectors += !plain;
        frame->check = plain ? bits_of(frame->vector[2]) : 0;
        frame->has_check = true;
    }
    PET_CONVERT_LOSS(c, SCRIPT_PARTS, FRAM, parts, "script in several parts",
                     "scripts in several parts", "joined to one text each");
    PET_CONVERT_LOSS(c, CHECK, FRAM, checks, "single frame without its last word",
                     "single frames without their last word", "completed with 0");
    PET_CONVERT_LOSS(c, FRAME_VECTOR, FRAM, vectors, "vector of a frame", "vectors of frames",
                     "dropped: the layout of the game has none");
    pet->frames = frames;
    return true;
}

bool mq_pet_convert_motions(pet_conversion *c) {
    maq_pet *pet = c->pet;
    uint64_t times = 0;
    for (uint32_t i = 0; i < pet->motion_count; i++)
        times += bits_of(pet->motions[i].time) != 0;
    if (c->to.layout == MAQ_PET_DOCUMENTED)
        PET_CONVERT_LOSS(c, MOTION_TIME, MOTI, times, "blending time of a motion",
                         "blending times of motions", "dropped: the documented layout has none");
    return true;
}

// ------------------------------------------------------------------------------------------ boxes

// The game has two texts where the document has two numbers, and in 1.0 a byte before them. The
// bytes agree when the texts are short enough.
#define MAX_WORD_BYTES 9

static size_t words_of_box(const maq_pet_box *box, bool with_byte,
                           unsigned char out[MAX_WORD_BYTES]) {
    pet_writer writer = {.out = out};
    if (with_byte)
        write_u8(&writer, box->unknown_byte);
    write_u32(&writer, box->unknown[0]);
    write_u32(&writer, box->unknown[1]);
    return (size_t)writer.length;
}

static bool options_from_words(pet_conversion *c, maq_pet_box *box, bool with_byte, bool *lost) {
    static const unsigned char zeros[MAX_WORD_BYTES] = {0};
    unsigned char *bytes = MQ_NEW_ARRAY(c->arena, unsigned char, MAX_WORD_BYTES);
    if (!bytes)
        return false;
    size_t length = words_of_box(box, with_byte, bytes);
    mq_cursor cursor = mq_cursor_over(bytes, length);
    for (unsigned k = 0; k < 2; k++)
        box->option[k] = mq_pet_read_text(&cursor);
    *lost = (cursor.failed || mq_cursor_left(&cursor) > 0) && memcmp(bytes, zeros, length) != 0;
    if (cursor.failed || mq_cursor_left(&cursor) > 0)
        box->option[0] = box->option[1] = (maq_pet_text){"", 0};
    return true;
}

static void words_from_options(maq_pet_box *box, bool with_byte, bool *lost) {
    size_t length = 8 + (size_t)box->option[0].length + box->option[1].length;
    box->unknown_byte = 0;
    box->unknown[0] = box->unknown[1] = 0;
    *lost = length > 8;
    if (length != (with_byte ? 9 : 8))
        return;
    *lost = false;
    unsigned char bytes[MAX_WORD_BYTES];
    pet_writer writer = {.out = bytes};
    write_text(&writer, box->option[0]);
    write_text(&writer, box->option[1]);
    mq_cursor cursor = mq_cursor_over(bytes, length);
    if (with_byte)
        box->unknown_byte = mq_read_u8(&cursor);
    box->unknown[0] = mq_read_u32(&cursor);
    box->unknown[1] = mq_read_u32(&cursor);
}

bool mq_pet_convert_boxes(pet_conversion *c) {
    maq_pet *pet = c->pet;
    maq_pet_encoding from = mq_pet_source_encoding(c, MAQ_PET_COLL);
    const maq_pet_encoding *to = &c->to;
    bool from_client = mq_pet_is_client(&from), to_client = mq_pet_is_client(to);
    maq_pet_box *boxes = MQ_COPY_ARRAY(&c->copying, maq_pet_box, pet->boxes, pet->box_count);
    if (!c->copying.ok)
        return false;
    uint64_t options = 0, unknowns = 0;
    for (uint32_t i = 0; boxes && i < pet->box_count; i++) {
        maq_pet_box *box = &boxes[i];
        bool lost = false;
        if (from_client && !to_client) {
            words_from_options(box, to->minor == 0, &lost);
            options += lost;
        } else if (!from_client && to_client) {
            if (!options_from_words(c, box, from.minor == 0, &lost))
                return false;
            unknowns += lost;
        } else if (!from_client && to->minor > 0) {
            unknowns += box->unknown_byte != 0;
            box->unknown_byte = 0;
        }
    }
    PET_CONVERT_LOSS(c, BOX_OPTIONS, COLL, options, "box", "boxes",
                     "stripped of the options, which the documented layout lacks");
    PET_CONVERT_LOSS(c, BOX_UNKNOWN, COLL, unknowns, "box", "boxes",
                     "stripped of values of unknown meaning");
    pet->boxes = boxes;
    return true;
}
