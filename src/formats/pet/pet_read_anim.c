// SPDX-License-Identifier: MIT
//
// Decoding ANIM: the key tracks of bones.
#include "formats/pet/pet_priv.h"

// What the file has for one key of a track.
typedef struct key_form {
    uint32_t values; // numbers beside the time
    bool time_last;
} key_form;

static bool read_track(pet_decoder *decoder, key_form form, uint32_t count, maq_pet_track *track) {
    mq_cursor *cursor = &decoder->cursor;
    size_t size = 4 + 4 * (size_t)form.values;
    if (!mq_cursor_holds(cursor, count, size))
        return false;
    maq_pet_key *keys = NULL;
    if (decoder->arena && !(keys = MQ_NEW_ARRAY(decoder->arena, maq_pet_key, count)))
        return false;
    track->keys = keys;
    track->count = count;
    float before = 0;
    for (uint32_t i = 0; i < count; i++) {
        maq_pet_key key = {0};
        if (!form.time_last)
            key.time = mq_read_f32(cursor);
        mq_pet_read_floats(cursor, key.value, form.values);
        if (form.time_last)
            key.time = mq_read_f32(cursor);
        // The comparison is false for NaN, too.
        decoder->implausible |= !(key.time >= before);
        before = key.time;
        if (keys)
            keys[i] = key;
    }
    return true;
}

static bool read_animation(pet_decoder *decoder, maq_pet_animation *animation) {
    mq_cursor *cursor = &decoder->cursor;
    const maq_pet_encoding *encoding = &decoder->encoding;
    bool client = mq_pet_is_client(encoding);
    animation->position.offset = mq_pet_decoder_offset(decoder);
    if (!read_track(decoder, (key_form){3, false}, mq_read_u32(cursor), &animation->position))
        return false;
    animation->rotation.offset = mq_pet_decoder_offset(decoder);
    uint32_t rotations = mq_read_u32(cursor);
    if (!client && (encoding->minor == 0 || encoding->anim_form == MAQ_PET_ANIM_EXTRA_WORD))
        animation->word = mq_read_u32(cursor);
    if (!read_track(decoder, (key_form){4, !client && encoding->minor < 2}, rotations,
                    &animation->rotation))
        return false;
    animation->scale.offset = mq_pet_decoder_offset(decoder);
    if (client && encoding->anim_form == MAQ_PET_ANIM_IGNORED_WORD) {
        animation->word = mq_read_u32(cursor);
        decoder->implausible = true;
    } else if (client || encoding->minor >= 2) {
        if (!read_track(decoder, (key_form){3, false}, mq_read_u32(cursor), &animation->scale))
            return false;
    }
    animation->flag.offset = mq_pet_decoder_offset(decoder);
    return encoding->minor < 3 ||
           read_track(decoder, (key_form){1, false}, mq_read_u32(cursor), &animation->flag);
}

// Reads the whole section in one form; `items` is NULL or has the capacity for all entries.
static bool read_animations(pet_decoder *decoder, maq_pet_animation *items) {
    mq_cursor *cursor = &decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    uint32_t count = 0;
    for (;;) {
        maq_pet_animation animation = {.offset = mq_pet_decoder_offset(decoder)};
        animation.id = mq_pet_read_id(cursor, client);
        if (cursor->failed)
            return false;
        if (animation.id.bone < 0)
            break;
        decoder->implausible |= mq_pet_out_of_range(decoder->bones, (uint32_t)animation.id.bone);
        if (!read_animation(decoder, &animation) || cursor->failed)
            return false;
        if (items)
            items[count] = animation;
        count++;
    }
    decoder->entry_count = count;
    return mq_cursor_left(cursor) == 0;
}

// Tests a form without storing anything. When it fits, the decoder takes it over.
static bool try_form(pet_decoder *decoder, maq_pet_anim_form form) {
    pet_decoder attempt = *decoder;
    attempt.arena = NULL;
    attempt.encoding.anim_form = form;
    if (!read_animations(&attempt, NULL))
        return false;
    attempt.arena = decoder->arena;
    if (decoder->arena)
        attempt.cursor = decoder->cursor;
    *decoder = attempt;
    return true;
}

bool mq_pet_decode_animations(pet_decoder *decoder) {
    bool client = mq_pet_is_client(&decoder->encoding);
    uint32_t minor = decoder->encoding.minor;
    bool fits = try_form(decoder, MAQ_PET_ANIM_USUAL) ||
                (client && minor < 2 && try_form(decoder, MAQ_PET_ANIM_IGNORED_WORD)) ||
                (!client && minor == 1 && try_form(decoder, MAQ_PET_ANIM_EXTRA_WORD));
    if (!fits || !decoder->arena)
        return fits;
    uint32_t count = decoder->entry_count;
    maq_pet_animation *items = MQ_NEW_ARRAY(decoder->arena, maq_pet_animation, count);
    if (!items || !read_animations(decoder, items))
        return false;
    decoder->pet->animations = items;
    decoder->pet->animation_count = count;
    return true;
}
