// SPDX-License-Identifier: MIT
//
// What is wrong with the animations of a WZA file, and whether they fit a model.
#include "formats/wza/wza_priv.h"

#define FIND(c, rule, span, ...) MQ_CHECK_FIND(&(c)->check, rule, span, __VA_ARGS__)

typedef struct checker {
    mq_directive_check check;
    const maq_wza *model;   // NULL: not known
    const char *model_name; // NULL: the model is in the same file
    mq_arena *scratch;
} checker;

static maq_span token(const checker *c, uint32_t offset, unsigned index) {
    return mq_check_token(&c->check, offset, index);
}

// ------------------------------------------------------------------------------------------ the fit

static bool model_has_bone(const maq_wza *model, int32_t index) {
    return index >= 0 && (uint32_t)index < model->bone_count;
}

static bool model_has_shape(const maq_wza *model, int32_t index) {
    return index >= 0 && (uint32_t)index < model->shape_count;
}

static void check_fit(checker *c, const maq_wza_property *property) {
    const maq_wza *model = c->model;
    const char *other = c->model_name ? c->model_name : "the model";
    if (property->kind == MAQ_WZA_BONE) {
        if (!model_has_bone(model, property->index) && !model->bones_incomplete)
            FIND(c, WZA_PROPERTY_TARGET, token(c, property->offset, 2), "%s has no bone %d", other,
                 property->index);
    } else if (property->kind == MAQ_WZA_SHAPE) {
        if (!model_has_shape(model, property->index))
            FIND(c, WZA_PROPERTY_TARGET, token(c, property->offset, 2), "%s has no shape %d", other,
                 property->index);
    } else if (!model->texture.name) {
        FIND(c, WZA_PROPERTY_TARGET, token(c, property->offset, 1), "%s has no texture", other);
    } else if (!model->texture.animated) {
        FIND(c, WZA_TEXTURE_STILL, token(c, property->offset, 1),
             "the texture of %s has no frames: ANIMATED is 0", other);
    }
}

// --------------------------------------------------------------------------------------- properties

static void check_property(checker *c, const maq_wza_property *property) {
    if (property->kind == MAQ_WZA_TEXTURE) {
        maq_span index = token(c, property->offset, 2), flag = token(c, property->offset, 3);
        if (property->index != 0)
            mq_check_edit(&c->check,
                          FIND(c, WZA_TEXTURE_INDEX, index,
                               "a model has one texture, whose index is 0, not %d",
                               property->index),
                          index, "0");
        if (property->interpolate)
            mq_check_edit(&c->check,
                          FIND(c, WZA_TEXTURE_INTERPOLATED, flag,
                               "the frames of a texture are never interpolated"),
                          flag, "0");
    } else if (property->kind == MAQ_WZA_SHAPE && property->index == 0) {
        FIND(c, WZA_SHAPE_ZERO_ANIMATED, token(c, property->offset, 2), "shape 0 has no weight");
    }
}

// What a property animates, as one number: kinds in the high bits, all textures the same.
static int64_t target_of(const maq_wza_property *property) {
    int64_t index = property->kind == MAQ_WZA_TEXTURE ? 0 : property->index;
    return (int64_t)property->kind * ((int64_t)1 << 33) + index;
}

// Properties that share a number or a target. `keys` are the numbers in order.
static void check_doubles(checker *c, const maq_wza_animation *animation, const wza_key *keys) {
    uint32_t count = animation->property_count;
    wza_key *targets = MQ_NEW_ARRAY(c->scratch, wza_key, count);
    if (!targets)
        return;
    for (uint32_t i = 0; i < count; i++)
        targets[i] = (wza_key){target_of(&animation->properties[i]), i};
    targets = mq_wza_sort_keys(c->scratch, targets, count);
    if (!targets)
        return;
    for (uint32_t i = 1; i < count; i++) {
        const maq_wza_property *property = &animation->properties[keys[i].row];
        if (keys[i].number == keys[i - 1].number)
            FIND(c, WZA_PROPERTY_REPEATED, token(c, property->offset, 0),
                 "there are two properties %d", property->number);
        property = &animation->properties[targets[i].row];
        if (targets[i].number == targets[i - 1].number)
            FIND(c, WZA_PROPERTY_TWICE, token(c, property->offset, 1),
                 "%s %d is animated twice in this animation", mq_wza_kinds[property->kind],
                 property->index);
    }
}

// ------------------------------------------------------------------------------------------- points

// The time of the last point of a property.
typedef struct progress {
    bool begun;
    int32_t time;
} progress;

static void check_value(checker *c, const maq_wza_point *point) {
    if (point->kind == MAQ_WZA_TEXTURE && point->frame < 0)
        FIND(c, WZA_FRAME_NEGATIVE, token(c, point->offset, 2), "a frame cannot be negative: %d",
             point->frame);
    if (point->kind != MAQ_WZA_BONE)
        return;
    if (!mq_is_near_unit(point->values + 3, 4))
        FIND(c, WZA_QUATERNION, token(c, point->offset, 5),
             "this rotation is not a quaternion of length 1");
}

static void check_points(checker *c, const maq_wza_animation *animation, const wza_key *keys) {
    progress *reached = MQ_NEW_ARRAY(c->scratch, progress, animation->property_count);
    if (!reached)
        return;
    for (uint32_t i = 0; i < animation->point_count; i++) {
        const maq_wza_point *point = &animation->points[i];
        const wza_key *key = mq_wza_find_key(keys, animation->property_count, point->property);
        if (!key && !animation->incomplete)
            FIND(c, WZA_POINT_PROPERTY, token(c, point->offset, 0), "there is no property %d",
                 point->property);
        if (point->time < 0)
            FIND(c, WZA_TIME_NEGATIVE, token(c, point->offset, 1), "a time cannot be negative: %d",
                 point->time);
        else if (point->time > animation->length && animation->length >= 0 &&
                 !animation->incomplete)
            FIND(c, WZA_TIME_LATE, token(c, point->offset, 1),
                 "time %d is after the end of the animation at %d", point->time, animation->length);
        if (key) {
            progress *own = &reached[key->row];
            if (own->begun && point->time <= own->time)
                FIND(c, WZA_TIME_ORDER, token(c, point->offset, 1),
                     "the point of property %d before this one is at %d", point->property,
                     own->time);
            *own = (progress){true, point->time};
        }
        check_value(c, point);
    }
    for (uint32_t i = 0; i < animation->property_count && !animation->incomplete; i++) {
        const maq_wza_property *property = &animation->properties[i];
        // Of two with one number the first has the points; the other was reported above.
        const wza_key *key = mq_wza_find_key(keys, animation->property_count, property->number);
        if (!reached[i].begun && key && key->row == i)
            FIND(c, WZA_PROPERTY_EMPTY, token(c, property->offset, 0), "property %d has no points",
                 property->number);
    }
}

// ---------------------------------------------------------------------------------------- the whole

static void check_indices(checker *c, const maq_wza *wza) {
    wza_key *keys = MQ_NEW_ARRAY(c->scratch, wza_key, wza->animation_count);
    if (!keys)
        return;
    for (uint32_t i = 0; i < wza->animation_count; i++)
        keys[i] = (wza_key){wza->animations[i].index, i};
    keys = mq_wza_sort_keys(c->scratch, keys, wza->animation_count);
    if (!keys)
        return;
    for (uint32_t i = 1; i < wza->animation_count; i++) {
        if (keys[i].number == keys[i - 1].number)
            FIND(c, WZA_ANIMATION_REPEATED, token(c, wza->animations[keys[i].row].offset, 1),
                 "there are two animations %d", wza->animations[keys[i].row].index);
    }
}

void mq_wza_check_animations(const maq_document *document, mq_findings *findings) {
    const maq_wza *wza = document->content;
    checker c = {.check = {document, mq_wza_rules, WZA_COMMENT, findings},
                 .scratch = findings->arena};
    check_indices(&c, wza);
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        const maq_wza_animation *animation = &wza->animations[i];
        if (animation->length < 0)
            FIND(&c, WZA_LENGTH_NEGATIVE, token(&c, animation->offset, 2),
                 "an animation cannot be %d milliseconds long", animation->length);
        for (uint32_t k = 0; k < animation->property_count; k++)
            check_property(&c, &animation->properties[k]);
        wza_key *keys =
            mq_wza_property_keys(c.scratch, animation->properties, animation->property_count);
        if (!keys)
            return;
        check_doubles(&c, animation, keys);
        check_points(&c, animation, keys);
    }
    // Animations in a file of a model are the model's own.
    if (wza->shape_count)
        mq_wza_check_fit(document, wza, NULL, findings);
}

void mq_wza_check_fit(const maq_document *document, const maq_wza *model, const char *model_name,
                      mq_findings *findings) {
    const maq_wza *wza = document->content;
    checker c = {.check = {document, mq_wza_rules, WZA_COMMENT, findings},
                 .model = model,
                 .model_name = model_name,
                 .scratch = findings->arena};
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        for (uint32_t k = 0; k < wza->animations[i].property_count; k++)
            check_fit(&c, &wza->animations[i].properties[k]);
    }
}

// Where there is one model, the animation files beside it are its own. Among several it is not known
// to which they belong.
void mq_wza_check_set(const mq_set_member *members, size_t count, bool roots_complete,
                      mq_arena *scratch) {
    (void)roots_complete;
    (void)scratch;
    const maq_document *model = NULL;
    for (size_t i = 0; i < count; i++) {
        const maq_wza *wza = members[i].document->content;
        if (!wza || wza->shape_count == 0)
            continue;
        if (model)
            return;
        model = members[i].document;
    }
    for (size_t i = 0; model && i < count; i++) {
        const maq_wza *wza = members[i].document->content;
        if (wza && mq_wza_is_animation_file(wza))
            mq_wza_check_fit(members[i].document, model->content,
                             model->file_name ? model->file_name : "the model",
                             members[i].findings);
    }
}
