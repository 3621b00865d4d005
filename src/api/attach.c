// SPDX-License-Identifier: MIT
#include "api/attach.h"

#include <string.h>

#include "api/common_rules.h"
#include "api/convert_images.h"
#include "base/plural.h"
#include "scene/merge.h"

// How many names a message lists.
#define MAX_LISTED 12

// A model that is part of the result: its name, and which nodes came from it.
typedef struct member {
    const char *stem;
    uint32_t first_node, end_node;
} member;

typedef struct assembly {
    mq_scene_builder builder;
    mq_arena *arena;
    member *members;
    size_t count;
} assembly;

// The file name without folder and extension; "#2" and so on tell equal ones apart.
static const char *stem_of(const assembly *a, const maq_document *document) {
    const char *name = document->file_name ? document->file_name : "model";
    for (const char *at = name; *at; at++) {
        if (*at == '/' || *at == '\\')
            name = at + 1;
    }
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    unsigned same = 1;
    for (size_t i = 0; i < a->count; i++) {
        const char *stem = a->members[i].stem;
        same += strncmp(stem, name, length) == 0 && (stem[length] == 0 || stem[length] == '#');
    }
    return same == 1 ? mq_arena_text(a->arena, name, length)
                     : mq_arena_format(a->arena, "%.*s#%u", (int)length, name, same);
}

// The node that a name means: one of the model that a stem before the slash names, else any.
static uint32_t find_node(assembly *a, const char *name) {
    const maq_scene *scene = &a->builder.scene;
    for (size_t i = a->count; i-- > 0;) {
        const member *m = &a->members[i];
        size_t length = strlen(m->stem);
        if (strncmp(name, m->stem, length) != 0 || name[length] != '/')
            continue;
        maq_scene part = *scene;
        part.node_count = m->end_node;
        // A node has its prefix already when another model has one of the same name.
        uint32_t node = mq_scene_find_attachment(&part, m->first_node, name + length + 1);
        if (node == MAQ_SCENE_NONE)
            node = mq_scene_find_attachment(&part, m->first_node, name);
        if (node != MAQ_SCENE_NONE)
            return node;
    }
    return mq_scene_find_attachment(scene, 0, name);
}

static void report_unknown(const assembly *a, const char *name, maq_document *made) {
    const maq_scene *scene = &a->builder.scene;
    mq_text list;
    uint32_t listed = 0, named = 0;
    mq_text_init(&list, mq_arena_memory(a->arena));
    // Attachments first: they are what most people mean.
    for (int attachments = 1; attachments >= 0; attachments--) {
        for (uint32_t i = 0; i < scene->node_count; i++) {
            const maq_scene_node *node = &scene->nodes[i];
            if (!node->name || !*node->name || mq_scene_is_connector(node) != attachments)
                continue;
            named++;
            if (listed == MAX_LISTED)
                continue;
            mq_text_format(&list, "%s\"%.60s\"", listed ? ", " : "", node->name);
            listed++;
        }
    }
    if (named > listed)
        mq_text_format(&list, " and %u more", named - listed);
    mq_text_char(&list, 0);
    mq_add_finding(&made->findings, &mq_common_rules[MQ_RULE_ATTACHMENT_UNKNOWN], MAQ_NO_OFFSET, 0,
                   "there is no attachment, joint or node \"%.80s\"; the model has %s", name,
                   named && list.status == MAQ_OK ? list.data : "no named nodes");
    mq_text_free(&list);
}

static bool add_member(assembly *a, const maq_scene *scene, uint32_t parent,
                       const maq_document *document, maq_document *made) {
    uint64_t dropped = 0;
    member *m = &a->members[a->count];
    m->stem = stem_of(a, document);
    m->first_node = a->builder.scene.node_count;
    if (!m->stem || !mq_scene_merge(&a->builder, scene, parent, m->stem, &dropped))
        return false;
    m->end_node = a->builder.scene.node_count;
    a->count++;
    if (dropped > 0)
        mq_add_loss(&made->findings, &mq_common_rules[MQ_RULE_ATTACHED_EVENTS], dropped,
                    "%llu %s of %.80s dropped", (unsigned long long)dropped,
                    MQ_PLURAL(dropped, "event", "events"), m->stem);
    return true;
}

static maq_status attach(assembly *a, const maq_input *input, const maq_convert_options *options,
                         maq_document *made) {
    maq_scene scene;
    mq_scene_builder builder;
    uint32_t node = find_node(a, input->attach_to);
    if (node == MAQ_SCENE_NONE) {
        report_unknown(a, input->attach_to, made);
        return MAQ_BAD_DATA;
    }
    mq_scene_begin(&builder, a->arena, &made->findings);
    maq_status status = mq_document_to_scene(input->document, &builder);
    if (status == MAQ_OK)
        status = mq_scene_finish(&builder, &scene);
    if (status == MAQ_OK)
        status = mq_convert_images(options, input->document, &scene, made);
    if (status == MAQ_OK && !add_member(a, &scene, node, input->document, made))
        status = mq_arena_status(a->arena);
    return status;
}

maq_status mq_attach_inputs(const maq_input *inputs, size_t count,
                            const maq_convert_options *options, const maq_document *document,
                            maq_scene *scene, maq_document *made) {
    assembly a = {.arena = made->arena, .members = MQ_NEW_ARRAY(made->arena, member, count + 1)};
    if (!a.members)
        return mq_arena_status(made->arena);
    mq_scene_begin(&a.builder, made->arena, &made->findings);
    if (!add_member(&a, scene, MAQ_SCENE_NONE, document, made))
        return mq_arena_status(made->arena);
    for (size_t i = 0; i < count; i++) {
        maq_status status = attach(&a, &inputs[i], options, made);
        if (status != MAQ_OK)
            return status;
    }
    return mq_scene_finish(&a.builder, scene);
}
