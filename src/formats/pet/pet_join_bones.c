// SPDX-License-Identifier: MIT
//
// Joining skeletons: bones are matched by their names, never by their indices.
#include <string.h>

#include "formats/pet/pet_join.h"

// Bones by name: a hash table with open addressing; the first bone of a name wins.
typedef struct name_table {
    const maq_pet_bone *bones;
    uint32_t *slots; // 1 + index
    uint32_t mask;
    bool by_motion_name;
} name_table;

// The name of a bone without its biped: "L Hand" for "Bip01 L Hand". False for other bones.
static bool motion_name(maq_pet_text name, maq_pet_text *out) {
    if (name.length < 3 || memcmp(name.bytes, "Bip", 3) != 0)
        return false;
    const char *blank = memchr(name.bytes, ' ', name.length);
    uint32_t skip = blank ? (uint32_t)(blank - name.bytes) + 1 : name.length;
    *out = (maq_pet_text){name.bytes + skip, name.length - skip};
    return true;
}

static bool key_of(const name_table *table, maq_pet_text name, maq_pet_text *key) {
    *key = name;
    return !table->by_motion_name || motion_name(name, key);
}

// The slot of a name, or the free one for it.
static uint32_t *slot_of(const name_table *table, maq_pet_text key) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < key.length; i++)
        hash = (hash ^ (unsigned char)key.bytes[i]) * 16777619u;
    for (uint32_t at = hash & table->mask;; at = (at + 1) & table->mask) {
        uint32_t *slot = &table->slots[at];
        maq_pet_text other;
        if (*slot == 0)
            return slot;
        if (key_of(table, table->bones[*slot - 1].name, &other) && mq_pet_same_text(key, other))
            return slot;
    }
}

static bool make_table(mq_arena *arena, const maq_pet_bone *bones, uint32_t capacity,
                       bool by_motion_name, name_table *table) {
    uint32_t size = 16;
    while (size / 2 < capacity)
        size *= 2;
    *table = (name_table){bones, MQ_NEW_ARRAY(arena, uint32_t, size), size - 1, by_motion_name};
    return table->slots != NULL;
}

static void add_name(name_table *table, uint32_t bone) {
    maq_pet_text key;
    if (!key_of(table, table->bones[bone].name, &key))
        return;
    uint32_t *slot = slot_of(table, key);
    if (*slot == 0)
        *slot = bone + 1;
}

static int32_t find_name(const name_table *table, maq_pet_text name) {
    maq_pet_text key;
    return key_of(table, name, &key) ? (int32_t)*slot_of(table, key) - 1 : -1;
}

// ------------------------------------------------------------------------------------------ order

// The part whose skeleton the joined puppet takes: a skeleton puppet, else a complete one, else any
// that has matrices, else any.
static size_t base_part(const pet_join *j) {
    static const maq_pet_kind order[] = {MAQ_PET_BPET, MAQ_PET_PET, MAQ_PET_MPET, MAQ_PET_APET};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        for (size_t i = 0; i < j->part_count; i++) {
            if (j->parts[i].pet->kind == order[k] && j->parts[i].pet->has[MAQ_PET_BONE])
                return i;
        }
    }
    return 0;
}

// Finds the bones of a part in the joined skeleton. A new one becomes a child of what its parent was
// mapped to.
static void map_part(join_part *part, maq_pet_bone *bones, uint32_t *count, name_table *names,
                     name_table *motion_names, uint64_t *merged) {
    const maq_pet *pet = part->pet;
    uint32_t before = *count;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        int32_t found = find_name(names, pet->bones[i].name);
        if (found < 0 && pet->kind == MAQ_PET_APET)
            found = find_name(motion_names, pet->bones[i].name);
        if (found < 0) {
            found = (int32_t)*count;
            bones[*count] = pet->bones[i];
            add_name(names, *count);
            add_name(motion_names, *count);
            *count += 1;
        } else if ((uint32_t)found >= before) {
            *merged += 1;
        }
        part->bones[i] = found;
    }
    // Parents are mapped after all bones: they may come later in the list.
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        uint32_t own = (uint32_t)part->bones[i];
        int32_t parent = pet->bones[i].parent.bone;
        if (own < before)
            continue;
        bool known = parent >= 0 && (uint32_t)parent < pet->bone_count;
        bones[own].parent = (maq_pet_id){known ? part->bones[parent] : -1, false};
    }
}

// A motion of another biped drives the bone with the same name but for the biped.
static bool name_motion_bones(pet_join *j, join_part *part, const name_table *names,
                              const name_table *motion_names) {
    const maq_pet *pet = part->pet;
    part->motion_bones = MQ_NEW_ARRAY(j->arena, maq_pet_text, pet->motion_count);
    for (uint32_t i = 0; part->motion_bones && i < pet->motion_count; i++) {
        maq_pet_text name = pet->motions[i].bone;
        int32_t found = find_name(names, name);
        if (found < 0 && name.length > 0)
            found = find_name(motion_names, name);
        part->motion_bones[i] = found < 0 ? name : names->bones[found].name;
    }
    return part->motion_bones != NULL;
}

bool mq_pet_join_bones(pet_join *j) {
    size_t capacity = 0;
    for (size_t i = 0; i < j->part_count; i++)
        capacity += j->parts[i].pet->bone_count;
    maq_pet_bone *bones = MQ_NEW_ARRAY(j->arena, maq_pet_bone, capacity);
    name_table names, motion_names;
    if (!bones || !make_table(j->arena, bones, (uint32_t)capacity, false, &names) ||
        !make_table(j->arena, bones, (uint32_t)capacity, true, &motion_names))
        return false;
    uint32_t count = 0;
    uint64_t merged = 0;
    size_t base = base_part(j);
    const maq_pet *skeleton = j->parts[base].pet;
    for (size_t i = 0; i < j->part_count; i++) {
        join_part *part = &j->parts[i];
        part->bones = MQ_NEW_ARRAY(j->arena, int32_t, part->pet->bone_count);
        if (!part->bones)
            return false;
    }
    // The base keeps all of its bones, even those that share a name.
    for (; count < skeleton->bone_count; count++) {
        bones[count] = skeleton->bones[count];
        j->parts[base].bones[count] = (int32_t)count;
        add_name(&names, count);
        add_name(&motion_names, count);
    }
    for (size_t i = 0; i < j->part_count; i++) {
        if (i != base)
            map_part(&j->parts[i], bones, &count, &names, &motion_names, &merged);
    }
    for (size_t i = 0; i < j->part_count; i++) {
        if (!name_motion_bones(j, &j->parts[i], &names, &motion_names))
            return false;
    }
    mq_pet_report_loss(j->findings, PET_LOSS_BONE_MERGED, MAQ_NO_OFFSET, merged, "bone", "bones",
                       "merged with another bone of the same input and name");
    j->joined.bones = bones;
    j->joined.bone_count = count;
    j->joined.wide_bone_count = skeleton->wide_bone_count;
    return true;
}
