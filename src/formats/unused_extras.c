// SPDX-License-Identifier: MIT
#include "formats/unused_extras.h"

#include <string.h>

#include "base/plural.h"

// There are fewer formats, but extras may hold anything: the last name stands for all others.
#define MAX_FORMATS 16

// How many properties a message names.
#define MAX_NAMES 6

typedef struct format_extras {
    const char *format;
    uint64_t count;               // of properties
    const char *names[MAX_NAMES]; // of the first ones, each once
    unsigned name_count;
    bool more_names;
} format_extras;

typedef struct unused_extras {
    const char *own;
    format_extras formats[MAX_FORMATS];
    unsigned count;
} unused_extras;

static void add_property(format_extras *extras, const char *name) {
    unsigned i = 0;
    extras->count++;
    while (i < extras->name_count && strcmp(extras->names[i], name) != 0)
        i++;
    if (i == MAX_NAMES)
        extras->more_names = true;
    else if (i == extras->name_count)
        extras->names[extras->name_count++] = name;
}

// Adds what an object has of one format: an object of properties, as a rule.
static void add_properties(format_extras *extras, const maq_value *value) {
    if (value->kind != MAQ_VALUE_OBJECT || value->as.children.count == 0) {
        add_property(extras, value->key);
        return;
    }
    for (const maq_value *child = value->as.children.first; child; child = child->next) {
        bool empty = child->kind >= MAQ_VALUE_ARRAY && child->as.children.count == 0;
        if (!empty)
            add_property(extras, child->key);
    }
}

static void add(unused_extras *t, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = extras->as.children.first; child; child = child->next) {
        // Reading glTF has reported what it keeps under "gltf_..." already.
        if (strcmp(child->key, t->own) == 0 || strncmp(child->key, "gltf_", 5) == 0)
            continue;
        unsigned i = 0;
        while (i < t->count && strcmp(t->formats[i].format, child->key) != 0)
            i++;
        if (i == MAX_FORMATS)
            i--;
        else if (i == t->count)
            t->formats[t->count++].format = child->key;
        add_properties(&t->formats[i], child);
    }
}

// "ambient, shininess and others"; NULL when there is no memory.
static const char *list_names(mq_arena *arena, const format_extras *extras) {
    const char *list = "";
    for (unsigned i = 0; list && i < extras->name_count; i++)
        list = mq_arena_format(arena, "%s%s%.60s", list, i > 0 ? ", " : "", extras->names[i]);
    return list && extras->more_names ? mq_arena_format(arena, "%s and others", list) : list;
}

void mq_report_unused_extras(const maq_scene *scene, const char *own, mq_findings *findings,
                             const maq_rule *rule) {
    unused_extras t = {.own = own};
    add(&t, scene->extras);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        add(&t, scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++)
        add(&t, scene->materials[i].extras);
    for (uint32_t i = 0; i < scene->node_count; i++)
        add(&t, scene->nodes[i].extras);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        add(&t, scene->clips[i].extras);
    for (uint32_t i = 0; i < scene->box_count; i++)
        add(&t, scene->boxes[i].extras);
    for (unsigned i = 0; i < t.count; i++) {
        const format_extras *extras = &t.formats[i];
        const char *names = list_names(findings->arena, extras);
        if (names)
            mq_add_loss(findings, rule, extras->count, "%llu %s that only %.60s has %s dropped: %s",
                        (unsigned long long)extras->count,
                        MQ_PLURAL(extras->count, "property", "properties"), extras->format,
                        MQ_PLURAL(extras->count, "was", "were"), names);
    }
}
