// SPDX-License-Identifier: MIT
#include "formats/unused_extras.h"

#include <stdio.h>
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

// A name in a message is cut to MAX_NAME bytes.
enum { MAX_NAME = 60, LIST_SIZE = MAX_NAMES * (MAX_NAME + 2) + 16 };

// "ambient, shininess and others". On the stack: findings that are only counted have no arena.
static void list_names(const format_extras *extras, char list[LIST_SIZE]) {
    size_t length = 0;
    list[0] = '\0';
    for (unsigned i = 0; i < extras->name_count; i++)
        length += (size_t)snprintf(list + length, LIST_SIZE - length, "%s%.*s", i > 0 ? ", " : "",
                                   MAX_NAME, extras->names[i]);
    if (extras->more_names)
        snprintf(list + length, LIST_SIZE - length, " and others");
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
        char names[LIST_SIZE];
        list_names(extras, names);
        mq_add_loss(findings, rule, extras->count, "%llu %s that only %.60s has %s dropped: %s",
                    (unsigned long long)extras->count,
                    MQ_PLURAL(extras->count, "property", "properties"), extras->format,
                    MQ_PLURAL(extras->count, "was", "were"), names);
    }
}
