// SPDX-License-Identifier: MIT
//
// The skeleton of a model: that of the first input which has one, with parents before children,
// and how the joints of the other inputs are found in it.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_model.h"

// A joint without a base pose does not move anything.
static const iq_pose no_pose = {{0, 0, 0}, {0, 0, 0, -1}, {1, 1, 1}};

// The array holds the joints of all inputs.
static void add_joint(iq_model *model, iq_joint joint) {
    model->joints[model->joint_count++] = joint;
}

static iq_joint joint_of(const iq_model *model, const iq_input *input, uint32_t index,
                         uint64_t *off_count) {
    const maq_iqe *iqe = input->iqe;
    iq_joint joint = {.name = iqe->joints[index].name, .parent = -1, .base = no_pose};
    if (index < iqe->poses.base_count) {
        *off_count += mq_iq_pose(iqe, index, model->settings.reference, &joint.base) > 0;
        joint.has_base = true;
    }
    mq_iq_transform_pose(&joint.base, &input->settings.transform, iqe->joints[index].parent < 0,
                         model->settings.reference);
    return joint;
}

// The parent of a joint, -1 for none and for numbers that no joint has.
static int32_t parent_of(const maq_iqe *iqe, uint32_t joint) {
    int32_t parent = iqe->joints[joint].parent;
    return parent < 0 || (uint32_t)parent >= iqe->joint_count ? -1 : parent;
}

// Adds a joint after its parents, unless it is there already. A ring of parents is cut.
static void add_with_parents(iq_model *model, iq_input *input, uint32_t joint, uint32_t *stack,
                             uint64_t *off_count) {
    const maq_iqe *iqe = input->iqe;
    int32_t *map = input->joint_map;
    size_t depth = 0;
    for (int32_t at = (int32_t)joint; at >= 0 && map[at] == -1; at = parent_of(iqe, (uint32_t)at)) {
        map[at] = -2; // on the stack
        stack[depth++] = (uint32_t)at;
    }
    while (depth > 0) {
        uint32_t next = stack[--depth];
        iq_joint fresh = joint_of(model, input, next, off_count);
        int32_t parent = parent_of(iqe, next);
        if (parent >= 0 && map[parent] >= 0)
            fresh.parent = map[parent];
        map[next] = (int32_t)model->joint_count;
        add_joint(model, fresh);
    }
}

static void report_rotations(const iq_model *model, uint64_t count) {
    IQ_REPORT(model, IQE_ROTATION_MADE_UNIT, count,
              "skeleton: %" PRIu64 " %s normalised to length 1", count,
              MQ_PLURAL(count, "quaternion was", "quaternions were"));
}

// The first input with joints gives the skeleton.
static bool add_skeleton(iq_model *model, iq_input *input) {
    const maq_iqe *iqe = input->iqe;
    uint64_t off_count = 0;
    if (model->settings.reference) {
        for (uint32_t i = 0; i < iqe->joint_count; i++) {
            iq_joint joint = joint_of(model, input, i, &off_count);
            joint.parent = iqe->joints[i].parent;
            input->joint_map[i] = (int32_t)i;
            add_joint(model, joint);
        }
        return true;
    }
    uint32_t *stack = MQ_NEW_ARRAY(model->scratch, uint32_t, iqe->joint_count);
    if (!stack)
        return false;
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        add_with_parents(model, input, i, stack, &off_count);
    }
    report_rotations(model, off_count);
    return true;
}

// ---------------------------------------------------------------------------------- other inputs

static bool named(const iq_joint *joints, uint32_t count, mq_arena *arena, iq_name_table *names,
                  uint32_t **by_number) {
    *names = (iq_name_table){.arena = arena};
    *by_number = MQ_NEW_ARRAY(arena, uint32_t, count);
    if (!*by_number)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!joints[i].name[0])
            continue;
        uint32_t known = names->count, number = mq_iq_name_number(names, joints[i].name);
        if (number == UINT32_MAX)
            return false;
        if (number == known)
            (*by_number)[number] = i;
    }
    return true;
}

// Meshes that are moved by joints which the skeleton lacks bring them along.
static bool bring_joints(iq_model *model, iq_input *input, uint64_t missing) {
    uint32_t *stack = MQ_NEW_ARRAY(model->scratch, uint32_t, input->iqe->joint_count);
    uint64_t off_count = 0;
    if (!stack)
        return false;
    for (uint32_t i = 0; i < input->iqe->joint_count; i++) {
        add_with_parents(model, input, i, stack, &off_count);
    }
    IQ_REPORT(model, IQE_SKELETON_MISSING_JOINTS, missing, "%s%" PRIu64 " %s added to the skeleton",
              mq_iq_prefix(model, input), missing, MQ_PLURAL(missing, "joint was", "joints were"));
    report_rotations(model, off_count);
    return true;
}

static bool match(iq_model *model, iq_input *input) {
    const maq_iqe *iqe = input->iqe;
    iq_name_table names;
    uint32_t *by_number;
    if (!named(model->joints, model->joint_count, model->scratch, &names, &by_number))
        return false;
    uint32_t found = 0;
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        uint32_t number =
            iqe->joints[i].name[0] ? mq_iq_name_find(&names, iqe->joints[i].name) : UINT32_MAX;
        input->joint_map[i] = number == UINT32_MAX ? -1 : (int32_t)by_number[number];
        found += number != UINT32_MAX;
    }
    bool brings = input->has_mesh && iqe->blends.count;
    if (brings && found < iqe->joint_count)
        return bring_joints(model, input, iqe->joint_count - found);
    if (iqe->animation_count == 0)
        return true;
    if (found) {
        IQ_REPORT(model, IQE_JOINTS_BY_NAME, 1, "%s%" PRIu32 " %s matched by name",
                  mq_iq_prefix(model, input), found, MQ_PLURAL(found, "joint was", "joints were"));
        if (found < iqe->joint_count)
            IQ_REPORT(model, IQE_JOINT_DROPPED, iqe->joint_count - found,
                      "%sthe motion of %" PRIu32 " %s dropped", mq_iq_prefix(model, input),
                      iqe->joint_count - found,
                      MQ_PLURAL(iqe->joint_count - found, "joint that the skeleton lacks was",
                                "joints that the skeleton lacks was"));
    } else if (iqe->joint_count == model->joint_count) {
        for (uint32_t i = 0; i < iqe->joint_count; i++)
            input->joint_map[i] = (int32_t)i;
        IQ_REPORT(model, IQE_JOINTS_BY_COUNT, 1,
                  "%sjoints were matched by their number in the list (joints: %" PRIu32 ")",
                  mq_iq_prefix(model, input), iqe->joint_count);
    } else {
        IQ_REPORT(model, IQE_ANIMATION_DROPPED, iqe->animation_count,
                  "%sthe animations were dropped: the joints (%" PRIu32
                  ") match those of the skeleton (%" PRIu32 ") neither by name nor by number",
                  mq_iq_prefix(model, input), iqe->joint_count, model->joint_count);
        input->joint_map = NULL;
    }
    return true;
}

// As the reference compiler: the nth joint of every input is the nth of the skeleton.
static void match_by_number(const iq_model *model, iq_input *input) {
    for (uint32_t i = 0; i < input->iqe->joint_count; i++)
        input->joint_map[i] = i < model->joint_count ? (int32_t)i : -1;
}

// The input whose joints are the skeleton: the first that has joints. The reference compiler writes
// joints only of inputs from the mesh on, unless it is forced to.
static size_t choose_skeleton(iq_model *model) {
    size_t first = SIZE_MAX;
    for (size_t i = model->input_count; i-- > 0;) {
        if (model->inputs[i].iqe->joint_count)
            first = i;
    }
    if (!model->settings.reference || model->settings.force_joints)
        return first;
    for (size_t i = model->mesh_input; i < model->input_count; i++) {
        if (model->inputs[i].iqe->joint_count)
            return i;
    }
    model->leaves_out_joints = true;
    return first;
}

static bool make_joint_map(iq_model *model, iq_input *input) {
    uint32_t count = input->iqe->joint_count;
    input->joint_map = MQ_NEW_ARRAY(model->scratch, int32_t, count);
    for (uint32_t k = 0; input->joint_map && k < count; k++)
        input->joint_map[k] = -1;
    input->geometry.joint_map = input->joint_map;
    return input->joint_map != NULL;
}

bool mq_iq_make_skeleton(iq_model *model) {
    size_t capacity = 0;
    for (size_t i = 0; i < model->input_count; i++)
        capacity += model->inputs[i].iqe->joint_count;
    model->joints = MQ_NEW_ARRAY(model->scratch, iq_joint, capacity);
    if (!model->joints)
        return false;
    model->skeleton = choose_skeleton(model);
    if (model->skeleton == SIZE_MAX)
        return true;
    iq_input *first = &model->inputs[model->skeleton];
    if (!make_joint_map(model, first) || !add_skeleton(model, first))
        return false;
    for (size_t i = 0; i < model->input_count; i++) {
        iq_input *input = &model->inputs[i];
        if (i == model->skeleton || input->iqe->joint_count == 0)
            continue;
        if (!make_joint_map(model, input))
            return false;
        if (model->settings.reference)
            match_by_number(model, input);
        else if (!match(model, input))
            return false;
        input->geometry.joint_map = input->joint_map;
    }
    return true;
}

// --------------------------------------------------------------------------------------- to IQM

bool mq_iq_make_joints(iq_model *model) {
    if (model->joint_count == 0)
        return true;
    if (model->leaves_out_joints)
        return true;
    if (!model->has_mesh && !model->settings.force_joints) {
        if (!model->settings.reference && model->joints[0].name[0])
            IQ_REPORT(model, IQE_JOINTS_LEFT_OUT, model->joint_count,
                      "the skeleton was left out, since there is no mesh (joints: %" PRIu32
                      "); --force-joints keeps it",
                      model->joint_count);
        return true;
    }
    maq_iqm_joint *joints = MQ_NEW_ARRAY(model->arena, maq_iqm_joint, model->joint_count);
    if (!joints)
        return false;
    for (uint32_t i = 0; i < model->joint_count; i++) {
        const iq_joint *from = &model->joints[i];
        maq_iqm_joint *to = &joints[i];
        *to = (maq_iqm_joint){.parent = from->parent, .offset = MAQ_IQM_NO_OFFSET};
        to->name = mq_iq_add_text(&model->texts, from->name,
                                  model->settings.reference ? strlen(from->name)
                                                            : mq_iqe_name_length(from->name));
        // The reference compiler writes zeros where there is no base pose.
        if (model->settings.reference && !from->has_base)
            continue;
        for (int k = 0; k < 3; k++) {
            to->translation[k] = (float)from->base.translation[k];
            to->scale[k] = (float)from->base.scale[k];
        }
        for (int k = 0; k < 4; k++)
            to->rotation[k] = (float)from->base.rotation[k];
    }
    model->iqm->joints = joints;
    model->iqm->joint_count = model->joint_count;
    return true;
}
