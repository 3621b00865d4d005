// SPDX-License-Identifier: MIT
#include "formats/unused_extras.h"

#include <string.h>

// More formats than there are; extras may hold anything.
#define MOST_NAMES 16

typedef struct tally {
    const char *own;
    const char *names[MOST_NAMES];
    uint64_t counts[MOST_NAMES];
    unsigned count;
} tally;

static void add(tally *t, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = extras->as.children.first; child; child = child->next) {
        if (strcmp(child->key, t->own) == 0)
            continue;
        unsigned i = 0;
        while (i < t->count && strcmp(t->names[i], child->key) != 0)
            i++;
        if (i == MOST_NAMES)
            i--;
        else if (i == t->count)
            t->names[t->count++] = child->key;
        t->counts[i]++;
    }
}

void mq_report_unused_extras(const maq_scene *scene, const char *own, mq_findings *findings,
                             const maq_rule *rule) {
    tally t = {.own = own};
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
        maq_finding *finding =
            mq_add_finding(findings, rule, MAQ_NO_OFFSET, 0,
                           "settings of %.60s that have no meaning here", t.names[i]);
        if (finding)
            finding->count = t.counts[i];
    }
}
