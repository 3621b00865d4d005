// SPDX-License-Identifier: MIT
//
// A model joined with the animations of files beside it.
#include <string.h>

#include "formats/wza/wza_priv.h"

static const char *name_of(const maq_document *document, const char *unnamed) {
    return document->file_name ? document->file_name : unnamed;
}

typedef struct joiner {
    maq_document *out;
    maq_wza *wza;
    maq_wza_animation *animations;
    uint32_t count;
    wza_key *used; // indices of the animations so far, in order
    uint32_t used_count;
    int64_t next; // an index that none has
} joiner;

// Gives another index to an animation whose index another file has used.
static void number_animation(joiner *j, maq_wza_animation *animation, const char *file) {
    if (!mq_wza_find_key(j->used, j->used_count, animation->index) || j->next > INT32_MAX)
        return;
    mq_add_finding(&j->out->findings, &mq_wza_rules[WZA_RENUMBERED], MAQ_NO_OFFSET, 0,
                   "animation %d of %s became animation %lld", animation->index, file,
                   (long long)j->next);
    animation->index = (int32_t)j->next++;
}

// Sorts the indices in the array that has capacity for all that are still to come.
static bool sort_used(joiner *j) {
    wza_key *sorted = mq_wza_sort_keys(j->out->arena, j->used, j->count);
    if (!sorted)
        return false;
    if (sorted != j->used)
        memcpy(j->used, sorted, j->count * sizeof *sorted);
    j->used_count = j->count;
    return true;
}

static bool add_animations(joiner *j, const maq_document *document) {
    const maq_wza *from = document->content;
    maq_wza_animation *added = j->animations + j->count;
    const maq_wza_animation *copies = mq_record_copy(j->out->arena, &mq_wza_animation_record,
                                                     from->animations, from->animation_count);
    if (!copies && from->animation_count)
        return false;
    if (copies)
        memcpy(added, copies, from->animation_count * sizeof *added);
    for (uint32_t i = 0; i < from->animation_count; i++) {
        if (added[i].index >= j->next)
            j->next = (int64_t)added[i].index + 1;
    }
    for (uint32_t i = 0; i < from->animation_count; i++)
        number_animation(j, &added[i], name_of(document, "the animation file"));
    for (uint32_t i = 0; i < from->animation_count; i++)
        j->used[j->count + i] = (wza_key){added[i].index, 0};
    j->count += from->animation_count;
    return sort_used(j);
}

// Reports what a further model has that is dropped.
static void report_second_model(joiner *j, const maq_document *document) {
    const maq_wza *wza = document->content;
    uint64_t count = (uint64_t)wza->shape_count + wza->bone_count + (wza->texture.name != NULL);
    mq_add_loss(&j->out->findings, &mq_wza_rules[WZA_LOSS_SECOND_MODEL], count,
                "the texture, shapes and bones of %s were dropped: a file holds one model",
                name_of(document, "another file"));
}

// What an animation file moves that the model does not have, as findings of the result: offsets in
// the animation file mean nothing there, so the message names the file.
static void report_misfits(joiner *j, const maq_document *document, const maq_document *model) {
    mq_findings *findings = &j->out->findings;
    size_t before = findings->list.count;
    mq_wza_check_fit(document, model->content, name_of(model, "the model"), findings);
    for (size_t i = before; i < findings->list.count; i++) {
        maq_finding *finding = &findings->items[i];
        const char *message = mq_arena_format(
            findings->arena, "%s: %s", name_of(document, "the animation file"), finding->message);
        if (message)
            finding->message = message;
        finding->span = (maq_span){MAQ_NO_OFFSET, 0};
    }
}

// The first input with shapes; the first of all when there is none.
static size_t find_model(const maq_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const maq_wza *wza = inputs[i].document->content;
        if (wza->shape_count)
            return i;
    }
    return 0;
}

maq_status mq_wza_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out) {
    (void)settings;
    uint64_t total = 0, comments = 0;
    for (size_t i = 0; i < count; i++) {
        const maq_wza *wza = inputs[i].document->content;
        total += wza->animation_count;
        comments += wza->comment_count;
    }
    if (total > UINT32_MAX)
        return MAQ_OVER_LIMIT;
    size_t model = find_model(inputs, count);
    const maq_document *first = inputs[model].document;
    bool has_model = ((const maq_wza *)first->content)->shape_count > 0;
    joiner j = {.out = out,
                .wza = mq_record_copy(out->arena, &mq_wza_record, first->content, 1),
                .animations = MQ_NEW_ARRAY(out->arena, maq_wza_animation, (size_t)total),
                .used = MQ_NEW_ARRAY(out->arena, wza_key, (size_t)total)};
    if (!j.wza || !j.animations || !j.used || !add_animations(&j, first))
        return mq_arena_status(out->arena);
    for (size_t i = 0; i < count; i++) {
        if (i == model)
            continue;
        report_second_model(&j, inputs[i].document);
        if (has_model)
            report_misfits(&j, inputs[i].document, first);
        if (!add_animations(&j, inputs[i].document))
            return mq_arena_status(out->arena);
    }
    mq_wza_report_comments(out, comments);
    j.wza->animations = j.animations;
    j.wza->animation_count = j.count;
    j.wza->comment_count = 0;
    out->content = j.wza;
    return MAQ_OK;
}
