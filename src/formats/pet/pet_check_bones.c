// SPDX-License-Identifier: MIT
//
// Checking bones and their keys: BONE, EXTR, ANIM.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_check_priv.h"
#include "formats/pet/pet_rest_pose.h"

// How many bytes of a name the game stores.
#define STORED_NAME 63

bool mq_pet_has_bone(pet_checker *c, maq_pet_text name) {
    return !c->bone_names || mq_pet_find_name(c->bone_names, c->pet->bone_count, name);
}

// ------------------------------------------------------------------------------------------ bones

// One finding per cycle, at the first of its bones.
static void check_cycles(pet_checker *c) {
    enum { NEW, VISITING, DONE };
    const maq_pet *pet = c->pet;
    uint8_t *state = MQ_NEW_ARRAY(c->scratch, uint8_t, pet->bone_count);
    for (uint32_t i = 0; state && i < pet->bone_count; i++) {
        uint32_t at = i, end;
        while (state[at] == NEW) {
            state[at] = VISITING;
            int32_t parent = pet->bones[at].parent.bone;
            if (parent < 0 || (uint32_t)parent >= pet->bone_count)
                break;
            at = (uint32_t)parent;
            if (state[at] == VISITING)
                PET_FIND(c, BONE_CYCLE, pet->bones[at].offset, "bone %s is its own ancestor",
                         mq_pet_quoted(c, pet->bones[at].name));
        }
        for (end = i; state[end] == VISITING;) {
            state[end] = DONE;
            int32_t parent = pet->bones[end].parent.bone;
            if (parent < 0 || (uint32_t)parent >= pet->bone_count)
                break;
            end = (uint32_t)parent;
        }
    }
}

static void check_matrix(pet_checker *c, const maq_pet_bone *bone) {
    if (!mq_all_finite(bone->matrix, 12) || !isfinite(bone->extra)) {
        PET_FIND(c, MATRIX_FINITE, bone->offset,
                 "the matrix of bone %s contains a value that is not finite",
                 mq_pet_quoted(c, bone->name));
        return;
    }
    mq_mat34 local = mq_pet_local(bone), inverse;
    if (!mq_pet_inverse(&local, &inverse))
        PET_FIND(c, MATRIX_FLAT, bone->offset, "the matrix of bone %s cannot be inverted",
                 mq_pet_quoted(c, bone->name));
    if (bone->extra != -1)
        PET_FIND(c, BONE_EXTRA, bone->offset, "the last value of bone %s is not -1",
                 mq_pet_quoted(c, bone->name));
}

static void check_bone(pet_checker *c, uint32_t index, mq_fault *wide) {
    const maq_pet_bone *bone = &c->pet->bones[index];
    const char *name = mq_pet_quoted(c, bone->name);
    if (bone->parent.bone >= (int32_t)c->pet->bone_count)
        PET_FIND(c, PARENT_RANGE, bone->offset,
                 "the parent of bone %s is bone %" PRId32 ", but the file has %" PRIu32 " %s", name,
                 bone->parent.bone, c->pet->bone_count,
                 MQ_PLURAL(c->pet->bone_count, "bone", "bones"));
    else if (bone->parent.bone > (int32_t)index)
        PET_FIND(c, PARENT_LATER, bone->offset, "bone %s precedes its parent", name);
    if (bone->name.length == 0)
        PET_FIND(c, BONE_NO_NAME, bone->offset, "bone %" PRIu32 " has no name", index);
    else if (bone->name.length > STORED_NAME)
        PET_FIND(c, BONE_NAME_LONG, bone->offset,
                 "the name of bone %s has %" PRIu32 " %s; the game stores %d", name,
                 bone->name.length, MQ_PLURAL(bone->name.length, "byte", "bytes"), STORED_NAME);
    mq_pet_check_text(c, bone->name, bone->offset, "the name of the bone");
    check_matrix(c, bone);
    mq_pet_count_fault(wide, bone->parent.wide, index);
}

static void check_extras(pet_checker *c) {
    const maq_pet *pet = c->pet;
    if (pet->extra_count == 0)
        return;
    const maq_pet_section *section = mq_pet_find_section(pet, MAQ_PET_EXTR);
    mq_fault beyond = {0};
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_pet_count_fault(
            &beyond,
            pet->has[MAQ_PET_BONE] &&
                (pet->extras[i].bone < 0 || (uint32_t)pet->extras[i].bone >= pet->bone_count),
            i);
    if (beyond.count > 0)
        PET_FIND(c, EXTRA_RANGE, section->offset,
                 "entry %" PRIu64 " of EXTR is bone %" PRId32 ", but the file has %" PRIu32 " %s",
                 beyond.index, pet->extras[beyond.index].bone, pet->bone_count,
                 MQ_PLURAL(pet->bone_count, "bone", "bones"));
}

void mq_pet_check_bones(pet_checker *c) {
    const maq_pet *pet = c->pet;
    mq_fault wide = {0};
    for (uint32_t i = 0; i < pet->bone_count; i++)
        check_bone(c, i, &wide);
    if (pet->wide_bone_count)
        mq_pet_count_fault(&wide, true, 0);
    if (wide.count > 0)
        PET_FIND(c, WIDE_ID, pet->bones[wide.index].offset,
                 "%" PRIu64 " %s of BONE %s more bytes than necessary", wide.count,
                 MQ_PLURAL(wide.count, "number", "numbers"), MQ_PLURAL(wide.count, "has", "have"));
    const name_entry *names = mq_pet_sort_bone_names(pet, c->scratch);
    c->bone_names = names;
    for (uint32_t i = 1; names && i < pet->bone_count; i++) {
        if (names[i].name.length > 0 && mq_pet_same_text(names[i].name, names[i - 1].name))
            PET_FIND(c, BONE_REPEATED, pet->bones[names[i].index].offset,
                     "a second bone has the name %s", mq_pet_quoted(c, names[i].name));
    }
    check_cycles(c);
    check_extras(c);
}

// ------------------------------------------------------------------------------------------- keys

typedef struct key_faults {
    mq_fault order, finite, negative, length, flag;
} key_faults;

static void check_track(const maq_pet_track *track, unsigned values, key_faults *faults) {
    float before = -INFINITY;
    for (uint32_t i = 0; i < track->count; i++) {
        const maq_pet_key *key = &track->keys[i];
        bool finite = isfinite(key->time) && mq_all_finite(key->value, values);
        mq_pet_count_fault(&faults->finite, !finite, i);
        if (!finite)
            continue;
        mq_pet_count_fault(&faults->order, key->time < before, i);
        mq_pet_count_fault(&faults->negative, key->time < 0, i);
        before = key->time;
        if (values == 1)
            mq_pet_count_fault(&faults->flag, key->value[0] != -1, i);
        if (values != 4)
            continue;
        double x = key->value[0], y = key->value[1], z = key->value[2], w = key->value[3];
        double length = x * x + y * y + z * z + w * w;
        mq_pet_count_fault(&faults->length, !(length > 0.98 && length < 1.02), i);
    }
}

static void report_keys(pet_checker *c, const char *bone, const maq_pet_track *track,
                        const char *what, unsigned values) {
    key_faults faults = {0};
    check_track(track, values, &faults);
    // Keys follow the count; all have the same size.
    uint64_t start = track->offset + 4, size = 4 + 4 * (uint64_t)values;
    if (faults.finite.count > 0)
        PET_FIND(c, KEY_FINITE, start + size * faults.finite.index,
                 "%s key %" PRIu64 " of %s contains a value that is not finite", what,
                 faults.finite.index, bone);
    if (faults.order.count > 0)
        PET_FIND(c, KEY_ORDER, start + size * faults.order.index,
                 "%s key %" PRIu64 " of %s is earlier than the key before it", what,
                 faults.order.index, bone);
    if (faults.negative.count > 0)
        PET_FIND(c, KEY_NEGATIVE, start + size * faults.negative.index,
                 "%s key %" PRIu64 " of %s has a negative time", what, faults.negative.index, bone);
    if (faults.length.count > 0)
        PET_FIND(c, ROTATION_LENGTH, start + size * faults.length.index,
                 "%s key %" PRIu64 " of %s is not of length 1 (%" PRIu64 " such %s)", what,
                 faults.length.index, bone, faults.length.count,
                 MQ_PLURAL(faults.length.count, "key", "keys"));
    if (faults.flag.count > 0)
        PET_FIND(c, FLAG_VALUE, start + size * faults.flag.index,
                 "%s key %" PRIu64 " of %s is not -1", what, faults.flag.index, bone);
}

static void check_animation(pet_checker *c, const maq_pet_animation *animation, bool ignores_word,
                            bool *seen) {
    const maq_pet *pet = c->pet;
    uint32_t bone = (uint32_t)animation->id.bone;
    const char *name = bone < pet->bone_count ? mq_pet_quoted(c, pet->bones[bone].name)
                                              : mq_arena_format(c->scratch, "bone %" PRIu32, bone);
    if (pet->has[MAQ_PET_BONE] && bone >= pet->bone_count)
        PET_FIND(c, KEY_BONE_RANGE, animation->offset,
                 "keys are for bone %" PRIu32 ", but the file has %" PRIu32 " %s", bone,
                 pet->bone_count, MQ_PLURAL(pet->bone_count, "bone", "bones"));
    if (bone < pet->bone_count) {
        if (seen[bone])
            PET_FIND(c, KEY_BONE_REPEATED, animation->offset, "%s has a second list of keys", name);
        seen[bone] = true;
    }
    if (!name)
        return;
    report_keys(c, name, &animation->position, "position", 3);
    report_keys(c, name, &animation->rotation, "rotation", 4);
    report_keys(c, name, &animation->scale, "scale", 3);
    report_keys(c, name, &animation->flag, "flag", 1);
    if (pet->minor < 2 && animation->scale.count > 0)
        PET_FIND(c, SCALE_EARLY, animation->scale.offset,
                 "%s has scale keys, which versions before 1.2 do not have", name);
    if (animation->position.count == 0 && animation->rotation.count == 0 &&
        animation->scale.count == 0 && animation->flag.count == 0)
        PET_FIND(c, NO_KEYS, animation->offset, "%s is listed without keys", name);
    if (ignores_word && animation->word != 0)
        PET_FIND(c, IGNORED_WORD, animation->scale.offset,
                 "the word after the rotations of %s is %" PRIu32, name, animation->word);
}

void mq_pet_check_animations(pet_checker *c) {
    static const uint32_t most[PET_MINOR_COUNT] = {127, 256, 512, 1024};
    const maq_pet *pet = c->pet;
    bool *seen = MQ_NEW_ARRAY(c->scratch, bool, pet->bone_count);
    if (!seen || pet->animation_count == 0)
        return;
    const maq_pet_section *section = mq_pet_find_section(pet, MAQ_PET_ANIM);
    bool ignores_word = section->encoding.anim_form == MAQ_PET_ANIM_IGNORED_WORD;
    for (uint32_t i = 0; i < pet->animation_count; i++)
        check_animation(c, &pet->animations[i], ignores_word, seen);
    if (pet->animation_count > most[pet->minor])
        PET_FIND(c, KEY_BONE_COUNT, section->offset,
                 "the number of animated bones is %" PRIu32 ", but the game reads at most %" PRIu32
                 " in version 1.%" PRIu32,
                 pet->animation_count, most[pet->minor], pet->minor);
}
