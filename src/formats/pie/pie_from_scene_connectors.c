// SPDX-License-Identifier: MIT
//
// Connectors: attachments, and nodes with the name of a connector, in the order of their names.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pie/pie_from_scene.h"

static char lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

// Compares names with the numbers in them as numbers: 2 comes before 10.
static int compare_names(const char *a, const char *b) {
    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            while (*a == '0' && is_digit(a[1]))
                a++;
            while (*b == '0' && is_digit(b[1]))
                b++;
            size_t m = 0, n = 0;
            while (is_digit(a[m]))
                m++;
            while (is_digit(b[n]))
                n++;
            int order = m != n ? (m < n ? -1 : 1) : memcmp(a, b, m);
            if (order != 0)
                return order;
            a += m;
            b += n;
        } else if (lower(*a) != lower(*b)) {
            return (unsigned char)lower(*a) < (unsigned char)lower(*b) ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != 0) - (*b != 0);
}

static int compare_nodes(const void *left, const void *right, const void *context) {
    const pie_from_scene *from = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t s = from->node_sources[a], t = from->node_sources[b];
    if (s != t)
        return s < t ? -1 : 1;
    return compare_names(from->scene->nodes[a].name, from->scene->nodes[b].name);
}

static bool is_turned(const maq_scene_node *node) {
    return memcmp(node->rest.rotation, mq_identity.rotation, sizeof mq_identity.rotation) != 0 ||
           memcmp(node->rest.scale, mq_identity.scale, sizeof mq_identity.scale) != 0;
}

static double round_within(double value, bool *rounded) {
    double limited = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
    double whole = rint(limited);
    *rounded = *rounded || fabs(whole - value) > 1e-6;
    return whole + 0.0; // -0 becomes 0
}

static maq_pie_connector make_connector(const pie_from_scene *from, uint32_t node, bool *rounded) {
    static const float origin[3] = {0, 0, 0};
    float at[3], file[3];
    mq_pie_transform_point(&from->world[node], origin, at);
    mq_axes_from_scene(MQ_AXES_PIE_CONNECTOR, at, file);
    return (maq_pie_connector){round_within(file[0], rounded), round_within(file[1], rounded),
                               round_within(file[2], rounded), MAQ_PIE_NO_OFFSET};
}

// The game turns levels that face the camera about their first connector.
static bool add_needed(pie_from_scene *from) {
    for (uint32_t i = 0; i < from->source_count; i++) {
        maq_pie_level *level = &from->levels[i];
        if (level->connector_count > 0 ||
            mq_pie_facing(mq_pie_level_type(from->pie, level)) == MAQ_FACING_NONE)
            continue;
        maq_pie_connector *connector = MQ_NEW(from->arena, maq_pie_connector);
        if (!connector)
            return false;
        connector->offset = MAQ_PIE_NO_OFFSET;
        level->connectors = connector;
        level->connector_count = 1;
        PIE_REPORT_LOSS(from, PIE_MADE_CONNECTOR, 1,
                        "level %u gets a connector to turn about when it faces the camera", i + 1);
    }
    return true;
}

bool mq_pie_build_connectors(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += mq_scene_is_connector(&scene->nodes[i]);
    uint32_t *items = MQ_NEW_ARRAY(from->arena, uint32_t, count);
    uint32_t *spare = MQ_NEW_ARRAY(from->arena, uint32_t, count);
    maq_pie_connector *connectors = MQ_NEW_ARRAY(from->arena, maq_pie_connector, count);
    if (!items || !spare || !connectors)
        return false;
    count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (mq_scene_is_connector(&scene->nodes[i]))
            items[count++] = i;
    }
    const uint32_t *sorted = mq_sort(items, spare, count, sizeof *items, compare_nodes, from);
    for (uint32_t i = 0; i < count; i++) {
        const maq_scene_node *node = &scene->nodes[sorted[i]];
        maq_pie_level *level = &from->levels[from->node_sources[sorted[i]]];
        if (level->connector_count++ == 0)
            level->connectors = &connectors[i];
        bool rounded = false;
        connectors[i] = make_connector(from, sorted[i], &rounded);
        if (rounded)
            PIE_REPORT_LOSS(from, PIE_LOSS_CONNECTOR, 1,
                            "connector \"%s\": its position was rounded to whole numbers",
                            node->name);
        if (is_turned(node))
            PIE_REPORT_LOSS(from, PIE_LOSS_CONNECTOR, 1,
                            "connector \"%s\": its direction was dropped", node->name);
    }
    return add_needed(from);
}
