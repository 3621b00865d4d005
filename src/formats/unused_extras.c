// SPDX-License-Identifier: MIT
#include "formats/unused_extras.h"

#include <string.h>

#include "base/plural.h"

// There are fewer formats, but extras may hold anything: the last name stands for all others.
#define MAX_NAMES 16

typedef struct extras_count {
    const char *own;
    const char *names[MAX_NAMES];
    uint64_t counts[MAX_NAMES];
    unsigned count;
} extras_count;

static void add(extras_count *t, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = extras->as.children.first; child; child = child->next) {
        // Reading glTF has reported what it keeps under "gltf_..." already.
        if (strcmp(child->key, t->own) == 0 || strncmp(child->key, "gltf_", 5) == 0)
            continue;
        unsigned i = 0;
        while (i < t->count && strcmp(t->names[i], child->key) != 0)
            i++;
        if (i == MAX_NAMES)
            i--;
        else if (i == t->count)
            t->names[t->count++] = child->key;
        t->counts[i]++;
    }
}

void mq_report_unused_extras(const maq_scene *scene, const char *own, mq_findings *findings,
                             const maq_rule *rule) {
    extras_count t = {.own = own};
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
    for (unsigned i = 0; i < t.count; i++)
        mq_add_loss(findings, rule, t.counts[i], "%llu %s that only %.60s has %s dropped",
                    (unsigned long long)t.counts[i],
                    MQ_PLURAL(t.counts[i], "property", "properties"), t.names[i],
                    MQ_PLURAL(t.counts[i], "was", "were"));
}
