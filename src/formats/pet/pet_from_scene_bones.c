// SPDX-License-Identifier: MIT
//
// Nodes of a scene as bones, and boxes, which are attached to bones.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_from_scene.h"

#define MAX_BONES 65535
#define ROOT_NAME "root"

// Which nodes are not bones: those that only show a skinned mesh, which its joints move.
static bool *find_mesh_holders(const maq_scene *scene, mq_arena *arena) {
    bool *holder = MQ_NEW_ARRAY(arena, bool, scene->node_count);
    if (!holder)
        return NULL;
    for (uint32_t i = 0; i < scene->node_count; i++)
        holder[i] =
            scene->nodes[i].kind == MAQ_NODE_GROUP && scene->nodes[i].skin != MAQ_SCENE_NONE;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].parent != MAQ_SCENE_NONE)
            holder[scene->nodes[i].parent] = false;
    }
    for (uint32_t i = 0; i < scene->box_count; i++) {
        if (scene->boxes[i].node != MAQ_SCENE_NONE)
            holder[scene->boxes[i].node] = false;
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            holder[scene->skins[i].joints[k]] = false;
    }
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            if (clip->channels[k].path <= MAQ_CHANNEL_SCALE)
                holder[clip->channels[k].target] = false;
        }
    }
    return holder;
}

static bool compute_world_matrices(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    from->world = MQ_NEW_ARRAY(from->arena, mq_mat34, scene->node_count);
    for (uint32_t i = 0; from->world && i < scene->node_count; i++) {
        uint32_t at = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[at];
        const float *r = node->rest.rotation;
        mq_mat34 local = mq_mat34_from(mq_vec3_load(node->rest.translation),
                                       mq_quat_normalize((mq_quat){r[0], r[1], r[2], r[3]}),
                                       mq_vec3_load(node->rest.scale));
        from->world[at] = node->parent == MAQ_SCENE_NONE
                              ? local
                              : mq_mat34_multiply(&from->world[node->parent], &local);
    }
    return from->world != NULL;
}

static void report_node_losses(pet_from_scene *from) {
    uint64_t attachments = 0, rotations = 0, facings = 0;
    for (uint32_t i = 0; i < from->scene->node_count; i++) {
        const maq_scene_node *node = &from->scene->nodes[i];
        attachments += node->kind == MAQ_NODE_ATTACHMENT;
        rotations += node->ignores_parent_rotation;
        facings += node->facing != MAQ_FACING_NONE;
    }
    PET_SCENE_LOSS(from, NODE, attachments, "attachment", "attachments",
                   "changed to an ordinary bone");
    PET_SCENE_LOSS(from, NODE, rotations, "bone", "bones",
                   "made to turn with the parent, unlike the node");
    PET_SCENE_LOSS(from, NODE, facings, "bone", "bones",
                   "left without turning to the camera, unlike the node");
}

// Whether parents come before children. If not, the bones get the order of scene->node_order.
static bool parents_come_first(const maq_scene *scene) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].parent != MAQ_SCENE_NONE && scene->nodes[i].parent > i)
            return false;
    }
    return true;
}

// Whether a bone must be made for meshes or boxes without nodes.
static bool needs_root(const maq_scene *scene, uint32_t bone_count) {
    if (bone_count > 0)
        return false;
    return scene->mesh_count > 0 || scene->box_count > 0;
}

static const maq_pet_bone plain_bone = {.parent = {.bone = -1},
                                        .matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                                        .extra = -1,
                                        .offset = MAQ_NO_OFFSET};

// Boxes, motions and other puppets refer to bones by name, so names must be unique.
static bool make_names_unique(pet_from_scene *from, maq_pet_bone *bones, uint32_t count) {
    const name_entry *sorted = mq_pet_sort_bone_names(&from->pet, from->arena);
    uint64_t renamed = 0;
    for (uint32_t i = 0; sorted && i < count; i++) {
        maq_pet_text name = sorted[i].name;
        bool repeated = i > 0 && mq_pet_same_text(name, sorted[i - 1].name);
        if (name.length > 0 && !repeated)
            continue;
        maq_pet_bone *bone = &bones[sorted[i].index];
        char *text = mq_arena_format(from->arena, "%.*s#%u", (int)name.length, name.bytes,
                                     (unsigned)sorted[i].index);
        if (!text)
            return false;
        bone->name = (maq_pet_text){text, (uint32_t)strlen(text)};
        renamed++;
    }
    PET_SCENE_LOSS(from, NAMES, renamed, "bone", "bones", "renamed: every bone has a unique name");
    return sorted != NULL;
}

bool mq_pet_make_bones(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    from->bone_of_node = MQ_NEW_ARRAY(from->arena, uint32_t, scene->node_count);
    const bool *holder = find_mesh_holders(scene, from->arena);
    maq_pet_bone *bones = MQ_NEW_ARRAY(from->arena, maq_pet_bone, (size_t)scene->node_count + 1);
    maq_pet_id *extras = MQ_NEW_ARRAY(from->arena, maq_pet_id, scene->node_count);
    if (!from->bone_of_node || !holder || !bones || !extras || !compute_world_matrices(from))
        return false;
    bool keep_order = parents_come_first(scene);
    uint32_t count = 0;
    uint64_t beyond = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t at = keep_order ? i : scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[at];
        from->bone_of_node[at] = MAQ_SCENE_NONE;
        if (holder[at])
            continue;
        if (count == MAX_BONES) {
            beyond++;
            continue;
        }
        maq_pet_bone *bone = &bones[count];
        *bone = plain_bone;
        bone->name = mq_pet_file_text(from, node->name);
        uint32_t parent =
            node->parent == MAQ_SCENE_NONE ? MAQ_SCENE_NONE : from->bone_of_node[node->parent];
        bone->parent.bone = parent == MAQ_SCENE_NONE ? -1 : (int32_t)parent;
        mq_pet_transform_from_scene(&node->rest, bone->matrix);
        const maq_value *own = mq_scene_own_extras(node->extras, PET_EXTRAS);
        const maq_value *is_extra = maq_value_find(own, "extra_bone");
        double value;
        if (maq_value_number(maq_value_find(own, "extra_value"), &value) && fabs(value) < 1e30)
            bone->extra = (float)value;
        if (mq_value_flag(is_extra, false))
            extras[from->pet.extra_count++].bone = (int32_t)count;
        from->bone_of_node[at] = count++;
    }
    if (needs_root(scene, count)) {
        bones[count] = plain_bone;
        bones[count++].name = mq_pet_text_of(ROOT_NAME);
    }
    PET_SCENE_LOSS(from, SCENE_SIZE, beyond, "node", "nodes",
                   "dropped: a puppet has at most 65535 bones");
    report_node_losses(from);
    from->pet.extras = extras;
    from->pet.bones = bones;
    from->pet.bone_count = count;
    return make_names_unique(from, bones, count);
}

// ------------------------------------------------------------------------------------------ boxes

// The box around a transformed box.
static void transform_box(const mq_mat34 *matrix, float min[3], float max[3]) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int corner = 0; corner < 8; corner++) {
        mq_vec3 at = {(corner & 1) ? max[0] : min[0], (corner & 2) ? max[1] : min[1],
                      (corner & 4) ? max[2] : min[2]};
        float moved[3];
        mq_pet_set_vec3(moved, mq_mat34_point(matrix, at));
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], moved[k]);
            high[k] = fmaxf(high[k], moved[k]);
        }
    }
    memcpy(min, low, sizeof low);
    memcpy(max, high, sizeof high);
}

static void box_from_scene(const maq_scene_box *box, maq_pet_box *made) {
    mq_axes_from_scene(MQ_AXES_PANGYA, box->min, made->min);
    mq_axes_from_scene(MQ_AXES_PANGYA, box->max, made->max);
    for (int k = 0; k < 3; k++) {
        if (made->min[k] > made->max[k]) {
            float swap = made->min[k];
            made->min[k] = made->max[k];
            made->max[k] = swap;
        }
    }
}

bool mq_pet_make_boxes(pet_from_scene *from) {
    const maq_scene *scene = from->scene;
    maq_pet_box *boxes = MQ_NEW_ARRAY(from->arena, maq_pet_box, scene->box_count);
    mq_mat34 *rest = mq_pet_rest_matrices(&from->pet, from->arena);
    if (!boxes || !rest)
        return false;
    // Boxes without a node are attached to a root, and transformed to its space.
    uint32_t root = 0;
    while (root < from->pet.bone_count && from->pet.bones[root].parent.bone >= 0)
        root++;
    uint32_t count = 0;
    uint64_t unattached = 0;
    for (uint32_t i = 0; i < scene->box_count && root < from->pet.bone_count; i++) {
        const maq_scene_box *box = &scene->boxes[i];
        const maq_value *own = mq_scene_own_extras(box->extras, PET_EXTRAS);
        uint32_t bone =
            box->node == MAQ_SCENE_NONE ? MAQ_SCENE_NONE : from->bone_of_node[box->node];
        maq_pet_box *made = &boxes[count++];
        *made =
            (maq_pet_box){.shape = (uint32_t)mq_pet_extra_number(own, "shape", 0, UINT32_MAX, 1),
                          .show = (uint32_t)mq_pet_extra_number(own, "show", 0, UINT32_MAX, 1),
                          .name = mq_pet_file_text(from, box->name),
                          .option = {mq_pet_extra_text(from, own, "option1"),
                                     mq_pet_extra_text(from, own, "option2")},
                          .offset = MAQ_NO_OFFSET};
        box_from_scene(box, made);
        if (bone == MAQ_SCENE_NONE) {
            mq_mat34 inverse;
            if (mq_pet_inverse(&rest[root], &inverse))
                transform_box(&inverse, made->min, made->max);
            bone = root;
            unattached++;
        }
        made->bone = from->pet.bones[bone].name;
    }
    PET_SCENE_LOSS(from, NODE, unattached, "box", "boxes",
                   "attached to the first root bone, because each needs a bone");
    from->pet.boxes = boxes;
    from->pet.box_count = count;
    return true;
}
