// SPDX-License-Identifier: MIT
//
// Judging bones and what moves them: BONE, EXTR, ANIM.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_check_priv.h"
#include "formats/pet/pet_pose.h"

// What the game keeps of a name.
#define STORED_NAME 63

bool mq_pet_has_bone(checking *c, maq_pet_text name) {
    return !c->bone_names || mq_pet_find_name(c->bone_names, c->pet->bone_count, name);
}

// ------------------------------------------------------------------------------------------ bones

// One finding per ring, at the first of its bones.
static void check_rings(checking *c) {
    enum { NEW, ON_THE_WAY, DONE };
    const maq_pet *pet = c->pet;
    uint8_t *state = MQ_NEW_ARRAY(c->scratch, uint8_t, pet->bone_count);
    for (uint32_t i = 0; state && i < pet->bone_count; i++) {
        uint32_t at = i, end;
        while (state[at] == NEW) {
            state[at] = ON_THE_WAY;
            int32_t parent = pet->bones[at].parent.bone;
            if (parent < 0 || (uint32_t)parent >= pet->bone_count)
                break;
            at = (uint32_t)parent;
            if (state[at] == ON_THE_WAY)
                PET_FIND(c, BONE_CYCLE, pet->bones[at].offset, "bone %s is its own ancestor",
                         mq_pet_quoted(c, pet->bones[at].name));
        }
        for (end = i; state[end] == ON_THE_WAY;) {
            state[end] = DONE;
            int32_t parent = pet->bones[end].parent.bone;
            if (parent < 0 || (uint32_t)parent >= pet->bone_count)
                break;
            end = (uint32_t)parent;
        }
    }
}

static bool all_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static void check_matrix(checking *c, const maq_pet_bone *bone) {
    if (!all_finite(bone->matrix, 12) || !isfinite(bone->extra)) {
        PET_FIND(c, MATRIX_FINITE, bone->offset,
                 "the matrix of bone %s has a value that is no number",
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

static void check_bone(checking *c, uint32_t index, tally *wide) {
    const maq_pet_bone *bone = &c->pet->bones[index];
    const char *name = mq_pet_quoted(c, bone->name);
    if (bone->parent.bone >= (int32_t)c->pet->bone_count)
        PET_FIND(c, PARENT_RANGE, bone->offset,
                 "bone %s has parent %" PRId32 ", but there are %" PRIu32 " bones", name,
                 bone->parent.bone, c->pet->bone_count);
    else if (bone->parent.bone > (int32_t)index)
        PET_FIND(c, PARENT_LATER, bone->offset, "bone %s comes before its parent", name);
    if (bone->name.length == 0)
        PET_FIND(c, BONE_NO_NAME, bone->offset, "bone %" PRIu32 " has no name", index);
    else if (bone->name.length > STORED_NAME)
        PET_FIND(c, BONE_NAME_LONG, bone->offset,
                 "the name of bone %s has %" PRIu32 " bytes; the game keeps %d", name,
                 bone->name.length, STORED_NAME);
    mq_pet_check_text(c, bone->name, bone->offset, "the name of the bone");
    check_matrix(c, bone);
    mq_pet_count(wide, bone->parent.wide, index);
}

static void check_extras(checking *c) {
    const maq_pet *pet = c->pet;
    if (pet->extra_count == 0)
        return;
    const maq_pet_section *section = mq_pet_find(pet, MAQ_PET_EXTR);
    tally beyond = {0};
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_pet_count(&beyond,
                     pet->has[MAQ_PET_BONE] && (pet->extras[i].bone < 0 ||
                                                (uint32_t)pet->extras[i].bone >= pet->bone_count),
                     i);
    if (beyond.count > 0)
        PET_FIND(c, EXTRA_RANGE, section->offset,
                 "entry %" PRIu32 " of EXTR is bone %" PRId32 ", but there are %" PRIu32,
                 beyond.first, pet->extras[beyond.first].bone, pet->bone_count);
}

void mq_pet_check_bones(checking *c) {
    const maq_pet *pet = c->pet;
    tally wide = {0};
    name_entry *unsorted = MQ_NEW_ARRAY(c->scratch, name_entry, pet->bone_count);
    if (!unsorted)
        return;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        check_bone(c, i, &wide);
        unsorted[i] = (name_entry){pet->bones[i].name, 0, i};
    }
    if (pet->wide_bone_count)
        mq_pet_count(&wide, true, 0);
    if (wide.count > 0)
        PET_FIND(c, WIDE_ID, pet->bones[wide.first].offset,
                 "%" PRIu64 " numbers of BONE are written longer than need be", wide.count);
    const name_entry *names = mq_pet_sort_names(c->scratch, unsorted, pet->bone_count);
    c->bone_names = names;
    for (uint32_t i = 1; names && i < pet->bone_count; i++) {
        if (names[i].name.length > 0 && mq_pet_same_text(names[i].name, names[i - 1].name))
            PET_FIND(c, BONE_REPEATED, pet->bones[names[i].index].offset, "there are two bones %s",
                     mq_pet_quoted(c, names[i].name));
    }
    check_rings(c);
    check_extras(c);
}

// ------------------------------------------------------------------------------------------- keys

typedef struct key_faults {
    tally order, finite, negative, length, flag;
} key_faults;

static void check_track(const maq_pet_track *track, unsigned values, key_faults *faults) {
    float before = -INFINITY;
    for (uint32_t i = 0; i < track->count; i++) {
        const maq_pet_key *key = &track->keys[i];
        bool finite = isfinite(key->time) && all_finite(key->value, values);
        mq_pet_count(&faults->finite, !finite, i);
        if (!finite)
            continue;
        mq_pet_count(&faults->order, key->time < before, i);
        mq_pet_count(&faults->negative, key->time < 0, i);
        before = key->time;
        if (values == 1)
            mq_pet_count(&faults->flag, key->value[0] != -1, i);
        if (values != 4)
            continue;
        double x = key->value[0], y = key->value[1], z = key->value[2], w = key->value[3];
        double length = x * x + y * y + z * z + w * w;
        mq_pet_count(&faults->length, !(length > 0.98 && length < 1.02), i);
    }
}

static void report_keys(checking *c, const char *bone, const maq_pet_track *track, const char *what,
                        unsigned values) {
    key_faults faults = {0};
    check_track(track, values, &faults);
    // Keys follow the count; all have the same size.
    uint64_t start = track->offset + 4, size = 4 + 4 * (uint64_t)values;
    if (faults.finite.count > 0)
        PET_FIND(c, KEY_FINITE, start + size * faults.finite.first,
                 "%s key %" PRIu32 " of %s holds a value that is no number", what,
                 faults.finite.first, bone);
    if (faults.order.count > 0)
        PET_FIND(c, KEY_ORDER, start + size * faults.order.first,
                 "%s key %" PRIu32 " of %s comes after a later one", what, faults.order.first,
                 bone);
    if (faults.negative.count > 0)
        PET_FIND(c, KEY_NEGATIVE, start + size * faults.negative.first,
                 "%s key %" PRIu32 " of %s lies before the beginning", what, faults.negative.first,
                 bone);
    if (faults.length.count > 0)
        PET_FIND(c, ROTATION_LENGTH, start + size * faults.length.first,
                 "%s key %" PRIu32 " of %s is not of length 1 (%" PRIu64 " such keys)", what,
                 faults.length.first, bone, faults.length.count);
    if (faults.flag.count > 0)
        PET_FIND(c, FLAG_VALUE, start + size * faults.flag.first,
                 "%s key %" PRIu32 " of %s is not -1", what, faults.flag.first, bone);
}

static void check_animation(checking *c, const maq_pet_animation *animation, bool ignores_word,
                            bool *seen) {
    const maq_pet *pet = c->pet;
    uint32_t bone = (uint32_t)animation->id.bone;
    const char *name = bone < pet->bone_count ? mq_pet_quoted(c, pet->bones[bone].name)
                                              : mq_arena_format(c->scratch, "bone %" PRIu32, bone);
    if (pet->has[MAQ_PET_BONE] && bone >= pet->bone_count)
        PET_FIND(c, KEY_BONE_RANGE, animation->offset,
                 "keys are for bone %" PRIu32 ", but there are %" PRIu32 " bones", bone,
                 pet->bone_count);
    if (bone < pet->bone_count) {
        if (seen[bone])
            PET_FIND(c, KEY_BONE_REPEATED, animation->offset, "keys of %s come twice", name);
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
                 "%s has scale keys, which came with version 1.2", name);
    if (animation->position.count == 0 && animation->rotation.count == 0 &&
        animation->scale.count == 0 && animation->flag.count == 0)
        PET_FIND(c, NO_KEYS, animation->offset, "%s is listed without keys", name);
    if (ignores_word && animation->word != 0)
        PET_FIND(c, IGNORED_WORD, animation->scale.offset,
                 "the word after the rotations of %s is %" PRIu32, name, animation->word);
}

void mq_pet_check_animations(checking *c) {
    static const uint32_t most[PET_MINOR_COUNT] = {127, 256, 512, 1024};
    const maq_pet *pet = c->pet;
    bool *seen = MQ_NEW_ARRAY(c->scratch, bool, pet->bone_count);
    if (!seen || pet->animation_count == 0)
        return;
    const maq_pet_section *section = mq_pet_find(pet, MAQ_PET_ANIM);
    bool ignores_word = section->encoding.anim_form == MAQ_PET_ANIM_IGNORED_WORD;
    for (uint32_t i = 0; i < pet->animation_count; i++)
        check_animation(c, &pet->animations[i], ignores_word, seen);
    if (pet->animation_count > most[pet->minor])
        PET_FIND(c, KEY_BONE_COUNT, section->offset,
                 "%" PRIu32 " bones are animated, and the game has room for %" PRIu32
                 " in version 1.%" PRIu32,
                 pet->animation_count, most[pet->minor], pet->minor);
}
