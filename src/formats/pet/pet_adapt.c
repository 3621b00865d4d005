// SPDX-License-Identifier: MIT
//
// Bones, keys, frames, motions and boxes in another form. MESH is in pet_adapt_mesh.c.
#include "formats/pet/pet_adapt.h"

#include <string.h>

// The published document numbers bones with one byte, and 255 means none.
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

// A copy of a list that may be changed.
static void *copy_list(mq_arena *arena, const void *items, uint32_t count, size_t size) {
    void *copy = mq_arena_alloc(arena, count, size, alignof(max_align_t));
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

// ------------------------------------------------------------------------------------------ bones

// For each bone the one that takes its place among the first DOCUMENTED_BONES: itself, or its
// nearest ancestor there.
static bool map_bones(pet_adaption *adaption) {
    const maq_pet *pet = adaption->pet;
    int32_t *map = MQ_NEW_ARRAY(adaption->arena, int32_t, pet->bone_count);
    if (!map)
        return false;
    for (uint32_t i = 0; i < pet->bone_count; i++)
        map[i] = i < DOCUMENTED_BONES ? (int32_t)i : -1;
    for (uint32_t i = DOCUMENTED_BONES; i < pet->bone_count; i++) {
        // Up to the first that has a place. On the way all go to the first bone, which is where
        // those stay that lead nowhere or in a ring; then up again to tell the others.
        uint32_t at = i;
        while (map[at] < 0) {
            map[at] = 0;
            int32_t parent = pet->bones[at].parent.bone;
            if (parent >= 0 && (uint32_t)parent < pet->bone_count)
                at = (uint32_t)parent;
        }
        int32_t place = map[at];
        for (uint32_t again = i; again != at && place != 0;) {
            map[again] = place;
            again = (uint32_t)pet->bones[again].parent.bone;
        }
    }
    adaption->bone_map = map;
    return true;
}

static maq_pet_id map_id(const pet_adaption *adaption, maq_pet_id id) {
    bool known = id.bone >= 0 && (uint32_t)id.bone < adaption->pet->bone_count;
    if (adaption->bone_map && known)
        id.bone = adaption->bone_map[id.bone];
    return id;
}

static bool has_rest(const maq_pet_bone *bone) {
    static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    return memcmp(bone->matrix, identity, sizeof identity) != 0;
}

bool mq_pet_adapt_bones(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    bool documented = adaption->to.layout == MAQ_PET_DOCUMENTED;
    bool matrices = mq_pet_has_matrices(&adaption->to);
    uint32_t kept = pet->bone_count;
    if (documented && kept > DOCUMENTED_BONES) {
        if (!map_bones(adaption))
            return false;
        kept = DOCUMENTED_BONES;
        mq_pet_add_loss(
            adaption, PET_LOSS_BONES, MAQ_PET_BONE, pet->bone_count - kept,
            "bones from the 256th on are lost; what hangs on them moves to their parents");
    }
    maq_pet_bone *bones = copy_list(adaption->arena, pet->bones, kept, sizeof *bones);
    if (!bones)
        return false;
    uint64_t rests = 0, extras = 0, forms = documented && pet->wide_bone_count;
    for (uint32_t i = 0; i < kept; i++) {
        maq_pet_bone *bone = &bones[i];
        bone->parent = map_id(adaption, bone->parent);
        if (!matrices)
            rests += has_rest(bone);
        if (!matrices || adaption->to.minor < 3)
            extras += bits_of(bone->extra) != bits_of(-1.0f);
        if (documented) {
            forms += bone->parent.wide;
            bone->parent.wide = false;
            // A parent beyond what a byte can say does not exist either.
            if (bone->parent.bone >= DOCUMENTED_BONES) {
                bone->parent.bone = -1;
                forms++;
            }
        }
    }
    mq_pet_add_loss(adaption, PET_LOSS_MATRICES, MAQ_PET_BONE, rests,
                    "the rest matrices of bones are lost: an animation puppet has none");
    mq_pet_add_loss(adaption, PET_LOSS_BONE_EXTRA, MAQ_PET_BONE, extras,
                    "the last value of bones, where it is not -1, is lost before 1.3");
    mq_pet_add_loss(adaption, PET_LOSS_FORM, MAQ_PET_BONE, forms,
                    "numbers of bones lose their longer form");
    pet->bones = bones;
    // References are still mapped with the old count.
    return true;
}

bool mq_pet_adapt_extras(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    if (!adaption->bone_map)
        return true;
    maq_pet_id *extras = copy_list(adaption->arena, pet->extras, pet->extra_count, sizeof *extras);
    for (uint32_t i = 0; extras && i < pet->extra_count; i++)
        extras[i] = map_id(adaption, extras[i]);
    pet->extras = extras;
    return extras != NULL;
}

// ------------------------------------------------------------------------------------------- keys

bool mq_pet_adapt_animations(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    const maq_pet_encoding *to = &adaption->to;
    maq_pet_encoding from = mq_pet_source_form(adaption, MAQ_PET_ANIM);
    bool documented = to->layout == MAQ_PET_DOCUMENTED;
    bool had_word = documented == (from.layout == MAQ_PET_DOCUMENTED) && documented &&
                    (from.minor == 0 || from.anim_form == MAQ_PET_ANIM_EXTRA_WORD);
    bool keep_word = had_word && to->minor == 0;
    maq_pet_animation *items =
        copy_list(adaption->arena, pet->animations, pet->animation_count, sizeof *items);
    if (!items)
        return false;
    uint64_t scales = 0, flags = 0, words = 0, forms = 0, bones = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        maq_pet_animation animation = items[i];
        if (documented) {
            bool moved = map_id(adaption, animation.id).bone != animation.id.bone;
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
    mq_pet_add_loss(adaption, PET_LOSS_SCALE, MAQ_PET_ANIM, scales,
                    "scale keys are lost before version 1.2");
    mq_pet_add_loss(adaption, PET_LOSS_FLAGS, MAQ_PET_ANIM, flags,
                    "keys of the fourth track are lost before version 1.3");
    mq_pet_add_loss(adaption, PET_LOSS_ANIM_WORD, MAQ_PET_ANIM, words,
                    "a word beside the rotations is lost");
    mq_pet_add_loss(adaption, PET_LOSS_FORM, MAQ_PET_ANIM, forms,
                    "numbers of bones lose their longer form");
    mq_pet_add_loss(adaption, PET_LOSS_BONES, MAQ_PET_ANIM, bones,
                    "keys of bones from the 256th on are lost");
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
    // The three come from one section, whose length has 32 bits.
    frame->script[0] = (maq_pet_text){bytes, (uint32_t)length};
    return true;
}

bool mq_pet_adapt_frames(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    if (mq_pet_source_form(adaption, MAQ_PET_FRAM).layout == adaption->to.layout)
        return true;
    maq_pet_frame *frames =
        copy_list(adaption->arena, pet->frames, pet->frame_count, sizeof *frames);
    if (!frames)
        return false;
    uint64_t parts = 0, vectors = 0, checks = 0;
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        maq_pet_frame *frame = &frames[i];
        if (adaption->to.layout == MAQ_PET_DOCUMENTED) {
            if (frame->script[1].length > 0 || frame->script[2].length > 0) {
                parts++;
                if (!join_script(adaption->arena, frame))
                    return false;
            }
            checks += !frame->has_check;
            // Where the game has two empty texts and a number, the document sees three numbers.
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
    mq_pet_add_loss(adaption, PET_LOSS_SCRIPT_PARTS, MAQ_PET_FRAM, parts,
                    "scripts of several parts become one text each");
    mq_pet_add_loss(adaption, PET_LOSS_CHECK, MAQ_PET_FRAM, checks,
                    "the lone frame gets the last word that it lacks");
    mq_pet_add_loss(adaption, PET_LOSS_FRAME_VECTOR, MAQ_PET_FRAM, vectors,
                    "the three numbers of frames are lost");
    pet->frames = frames;
    return true;
}

bool mq_pet_adapt_motions(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    uint64_t times = 0;
    for (uint32_t i = 0; i < pet->motion_count; i++)
        times += bits_of(pet->motions[i].time) != 0;
    if (adaption->to.layout == MAQ_PET_DOCUMENTED)
        mq_pet_add_loss(adaption, PET_LOSS_MOTION_TIME, MAQ_PET_MOTI, times,
                        "the blending times of motions are lost");
    return true;
}

// ------------------------------------------------------------------------------------------ boxes

// Where the game has two texts the document has two numbers, and in 1.0 a byte before them: the
// bytes agree when the texts are short enough.
#define BOX_WORDS 9

static size_t words_of_box(const maq_pet_box *box, bool with_byte, unsigned char out[BOX_WORDS]) {
    pet_sink sink = {.out = out};
    if (with_byte)
        sink_u8(&sink, box->unknown_byte);
    sink_u32(&sink, box->unknown[0]);
    sink_u32(&sink, box->unknown[1]);
    return sink.length;
}

static bool options_from_words(pet_adaption *adaption, maq_pet_box *box, bool with_byte,
                               bool *lost) {
    static const unsigned char zeros[BOX_WORDS] = {0};
    unsigned char *bytes = MQ_NEW_ARRAY(adaption->arena, unsigned char, BOX_WORDS);
    if (!bytes)
        return false;
    size_t length = words_of_box(box, with_byte, bytes);
    mq_cursor cursor = mq_cursor_over(bytes, length);
    for (unsigned k = 0; k < 2; k++)
        box->option[k] = mq_pet_take_text(&cursor);
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
    unsigned char bytes[BOX_WORDS];
    pet_sink sink = {.out = bytes};
    sink_text(&sink, box->option[0]);
    sink_text(&sink, box->option[1]);
    mq_cursor cursor = mq_cursor_over(bytes, sink.length);
    if (with_byte)
        box->unknown_byte = mq_read_u8(&cursor);
    box->unknown[0] = mq_read_u32(&cursor);
    box->unknown[1] = mq_read_u32(&cursor);
}

bool mq_pet_adapt_boxes(pet_adaption *adaption) {
    maq_pet *pet = adaption->pet;
    maq_pet_encoding from = mq_pet_source_form(adaption, MAQ_PET_COLL);
    const maq_pet_encoding *to = &adaption->to;
    bool from_client = mq_pet_is_client(&from), to_client = mq_pet_is_client(to);
    maq_pet_box *boxes = copy_list(adaption->arena, pet->boxes, pet->box_count, sizeof *boxes);
    if (!boxes)
        return false;
    uint64_t options = 0, unknowns = 0;
    for (uint32_t i = 0; i < pet->box_count; i++) {
        maq_pet_box *box = &boxes[i];
        bool lost = false;
        if (from_client && !to_client) {
            words_from_options(box, to->minor == 0, &lost);
            options += lost;
        } else if (!from_client && to_client) {
            if (!options_from_words(adaption, box, from.minor == 0, &lost))
                return false;
            unknowns += lost;
        } else if (!from_client && to->minor > 0) {
            unknowns += box->unknown_byte != 0;
            box->unknown_byte = 0;
        }
    }
    mq_pet_add_loss(adaption, PET_LOSS_BOX_OPTIONS, MAQ_PET_COLL, options,
                    "the options of boxes are lost");
    mq_pet_add_loss(adaption, PET_LOSS_BOX_UNKNOWN, MAQ_PET_COLL, unknowns,
                    "the unknown values of boxes are lost");
    pet->boxes = boxes;
    return true;
}
