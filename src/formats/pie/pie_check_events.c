// SPDX-License-Identifier: MIT
//
// Checks where the events of many models lead. The game lower-cases the name of an event's model,
// searches it in a fixed order of folders, and loads it at once; so a ring of events never ends.
#include <string.h>

#include "base/plural.h"
#include "base/sort.h"
#include "files/files.h"
#include "formats/pie/pie_priv.h"

// Where the game looks, in this order, below each of its data roots.
static const char *const folders[] = {
    "structs",           "misc",     "effects",     "components/prop", "components/weapons",
    "components/bodies", "features", "misc/micnum", "misc/minum",      "misc/mivnum",
    "misc/researchimds",
};
#define FOLDER_COUNT (sizeof folders / sizeof folders[0])

#define NO_MODEL UINT32_MAX
// Rings of up to this many models are listed; of larger ones the size is reported. It also bounds
// the search for the shortest ring through an event.
#define LISTED_RING 64

typedef struct event_model {
    const char *base; // the name without its folders, NULL without a name
    const char *root; // the bytes of the path that are the data root
    size_t root_length;
    unsigned rank;                    // of the folder in the game's search
    uint32_t first_edge, edge_count;  // events that lead to a model, each model once
    uint32_t end_edge, missing_count; // events that lead nowhere: the last so many before end_edge
    uint32_t next_edge;               // of the walk
    uint32_t order, low;              // order of discovery from 1; the oldest model reachable
    uint32_t ring;                    // the strongly connected part it belongs to
    uint32_t seen_by;                 // the last search that came by
    uint32_t came_from;               // the model before it in that search
    bool on_stack;
} event_model;

// One event of a model.
typedef struct event_edge {
    uint32_t target; // NO_MODEL: not among the models
    uint32_t event;
} event_edge;

typedef struct event_graph {
    const mq_set_member *members;
    uint32_t count;
    mq_arena *scratch;
    event_model *models;
    event_edge *edges;
    uint32_t *sorted; // models with a name by name, root, rank and index
    uint32_t *best;   // for the first of each name in `sorted`: the one that the game loads
    uint32_t sorted_count;
    uint32_t *stack, *parts; // both of models: the walk's stack, then the models part by part
    uint32_t *part_begin;    // in parts; one more than there are parts
    uint32_t part_count;
} event_graph;

// ----------------------------------------------------------------------------------------- names

static bool is_slash(char c) {
    return c == '/' || c == '\\';
}

static bool ends_in_folder(const char *path, size_t length, const char *folder) {
    size_t wanted = strlen(folder);
    if (length < wanted || (length > wanted && !is_slash(path[length - wanted - 1])))
        return false;
    const char *end = path + length - wanted;
    for (size_t i = 0; i < wanted; i++)
        if (end[i] != folder[i] && !(folder[i] == '/' && is_slash(end[i])))
            return false;
    return true;
}

static void name_model(event_model *model, const char *path) {
    if (!path)
        return;
    size_t length = strlen(path);
    while (length && !is_slash(path[length - 1]))
        length--;
    model->base = path + length;
    if (length)
        length--; // the slash before the name
    model->root = path;
    model->root_length = length;
    model->rank = FOLDER_COUNT;
    for (unsigned i = 0; i < FOLDER_COUNT; i++) {
        if (ends_in_folder(path, length, folders[i])) {
            model->rank = i;
            model->root_length = length - strlen(folders[i]);
        }
    }
}

static int compare_roots(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int by_name_and_root(const void *left, const void *right, const void *context) {
    const event_model *models = context;
    const event_model *p = &models[*(const uint32_t *)left];
    const event_model *q = &models[*(const uint32_t *)right];
    int order = strcmp(p->base, q->base);
    if (!order)
        order = compare_roots(p->root, p->root_length, q->root, q->root_length);
    return order ? order : (p->rank > q->rank) - (p->rank < q->rank);
}

// Among models of one name the search order decides, then their order in the list.
static void choose_best(event_graph *graph) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < graph->sorted_count; i++) {
        uint32_t candidate = graph->sorted[i];
        if (i == 0 ||
            strcmp(graph->models[graph->sorted[first]].base, graph->models[candidate].base) != 0) {
            first = i;
            graph->best[first] = candidate;
            continue;
        }
        const event_model *held = &graph->models[graph->best[first]];
        const event_model *other = &graph->models[candidate];
        if (other->rank < held->rank ||
            (other->rank == held->rank && candidate < graph->best[first]))
            graph->best[first] = candidate;
    }
}

static uint32_t lower_bound(const event_graph *graph, const char *base, const char *root,
                            size_t root_length) {
    uint32_t low = 0, high = graph->sorted_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const event_model *at = &graph->models[graph->sorted[middle]];
        int order = strcmp(at->base, base);
        if (!order)
            order = compare_roots(at->root, at->root_length, root, root_length);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The name that the game searches for: lower-cased, without folders. NULL when there is no memory.
static const char *searched_name(mq_arena *arena, const char *file) {
    size_t length = strlen(file);
    char *base = mq_arena_text(arena, file, length);
    for (char *c = base; c && *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 32);
    while (base && length > 0 && !is_slash(base[length - 1]))
        length--;
    return base ? base + length : NULL;
}

// The model that an event of `from` means.
static uint32_t find_model(const event_graph *graph, const event_model *from, const char *file) {
    const char *base = searched_name(graph->scratch, file);
    if (!base)
        return NO_MODEL;
    const char *root = from->base ? from->root : "";
    size_t root_length = from->base ? from->root_length : 0;
    uint32_t at = lower_bound(graph, base, root, root_length);
    if (at < graph->sorted_count) {
        const event_model *found = &graph->models[graph->sorted[at]];
        if (strcmp(found->base, base) == 0 &&
            compare_roots(found->root, found->root_length, root, root_length) == 0)
            return graph->sorted[at];
    }
    at = lower_bound(graph, base, "", 0);
    if (at < graph->sorted_count && strcmp(graph->models[graph->sorted[at]].base, base) == 0)
        return graph->best[at];
    return NO_MODEL;
}

size_t mq_pie_event_models(const maq_document *document, mq_arena *arena, const char ***names) {
    const maq_pie *pie = maq_document_pie(document);
    size_t count = 0;
    *names = MQ_NEW_ARRAY(arena, const char *, pie ? pie->event_count : 0);
    for (uint32_t i = 0; *names && pie && i < pie->event_count; i++) {
        const char *file = pie->events[i].file;
        const char *name = file && *file ? searched_name(arena, file) : NULL;
        if (name)
            (*names)[count++] = name;
    }
    return count;
}

// ----------------------------------------------------------------------------------------- graph

static bool build_names(event_graph *graph) {
    graph->models = MQ_NEW_ARRAY(graph->scratch, event_model, graph->count);
    graph->sorted = MQ_NEW_ARRAY(graph->scratch, uint32_t, graph->count);
    graph->best = MQ_NEW_ARRAY(graph->scratch, uint32_t, graph->count);
    if (!graph->models || !graph->sorted || !graph->best)
        return false;
    uint32_t *names = graph->sorted;
    for (uint32_t i = 0; i < graph->count; i++) {
        name_model(&graph->models[i], maq_document_file_name(graph->members[i].document));
        if (graph->models[i].base)
            names[graph->sorted_count++] = i;
    }
    graph->sorted = mq_sort(names, graph->best, graph->sorted_count, sizeof *names,
                            by_name_and_root, graph->models);
    // The other of the two arrays is free now.
    graph->best = graph->sorted == names ? graph->best : names;
    choose_best(graph);
    return true;
}

// Sorts a model's events into those that lead to a model not met before, which come first, and
// those that lead nowhere, which come last; the rest repeat one of them.
static void add_edges(event_graph *graph, uint32_t index, const maq_pie *pie) {
    event_model *from = &graph->models[index];
    for (uint32_t k = 0; k < pie->event_count; k++) {
        const char *file = pie->events[k].file;
        if (!file || !*file)
            continue;
        event_edge edge = {find_model(graph, from, file), k};
        if (edge.target == NO_MODEL) {
            graph->edges[from->end_edge - ++from->missing_count] = edge;
        } else if (graph->models[edge.target].seen_by != index + 1) {
            graph->models[edge.target].seen_by = index + 1;
            graph->edges[from->first_edge + from->edge_count++] = edge;
        }
    }
}

static bool build_edges(event_graph *graph) {
    size_t total = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        const maq_pie *pie = maq_document_pie(graph->members[i].document);
        graph->models[i].first_edge = (uint32_t)total;
        total += pie ? pie->event_count : 0;
        if (total >= NO_MODEL)
            return false;
        graph->models[i].end_edge = (uint32_t)total;
    }
    graph->edges = MQ_NEW_ARRAY(graph->scratch, event_edge, total);
    if (!graph->edges)
        return false;
    for (uint32_t i = 0; i < graph->count; i++) {
        const maq_pie *pie = maq_document_pie(graph->members[i].document);
        if (pie)
            add_edges(graph, i, pie);
    }
    return mq_arena_status(graph->scratch) == MAQ_OK;
}

// Tarjan's strongly connected components; came_from replaces the call stack.
static void walk_from(event_graph *graph, uint32_t start, uint32_t *order, uint32_t *stack_size,
                      uint32_t *done) {
    event_model *models = graph->models;
    uint32_t at = start;
    models[at].came_from = NO_MODEL;
    for (;;) {
        event_model *here = &models[at];
        if (!here->order) {
            here->order = here->low = ++*order;
            here->on_stack = true;
            graph->stack[(*stack_size)++] = at;
        }
        if (here->next_edge < here->edge_count) {
            uint32_t target = graph->edges[here->first_edge + here->next_edge++].target;
            if (!models[target].order) {
                models[target].came_from = at;
                at = target;
            } else if (models[target].on_stack && models[target].order < here->low) {
                here->low = models[target].order;
            }
            continue;
        }
        if (here->low == here->order) {
            graph->part_begin[graph->part_count] = *done;
            uint32_t member;
            do {
                member = graph->stack[--*stack_size];
                models[member].on_stack = false;
                models[member].ring = graph->part_count;
                graph->parts[(*done)++] = member;
            } while (member != at);
            graph->part_begin[++graph->part_count] = *done;
        }
        uint32_t back = here->came_from;
        if (back == NO_MODEL)
            return;
        if (here->low < models[back].low)
            models[back].low = here->low;
        at = back;
    }
}

static bool find_parts(event_graph *graph) {
    graph->stack = MQ_NEW_ARRAY(graph->scratch, uint32_t, graph->count);
    graph->parts = MQ_NEW_ARRAY(graph->scratch, uint32_t, graph->count);
    graph->part_begin = MQ_NEW_ARRAY(graph->scratch, uint32_t, (size_t)graph->count + 1);
    if (!graph->stack || !graph->parts || !graph->part_begin)
        return false;
    uint32_t order = 0, stack_size = 0, done = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        if (!graph->models[i].order)
            walk_from(graph, i, &order, &stack_size, &done);
    // From here on only events inside of a part matter.
    for (uint32_t i = 0; i < graph->count; i++) {
        event_model *from = &graph->models[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < from->edge_count; k++) {
            event_edge edge = graph->edges[from->first_edge + k];
            if (graph->models[edge.target].ring == from->ring)
                graph->edges[from->first_edge + kept++] = edge;
        }
        from->edge_count = kept;
        from->seen_by = 0;
    }
    return true;
}

// -------------------------------------------------------------------------------------- findings

// The shortest way from `start` back to `goal` inside their part, which has at most LISTED_RING
// models. The ways are left in came_from. `search` is a number that no search had before.
static void search_path(event_graph *graph, uint32_t start, uint32_t goal, uint32_t search) {
    event_model *models = graph->models;
    uint32_t queue[LISTED_RING];
    uint32_t head = 0, tail = 0;
    queue[tail++] = start;
    models[start].seen_by = search;
    models[start].came_from = NO_MODEL;
    while (head < tail) {
        uint32_t at = queue[head++];
        if (at == goal)
            return;
        for (uint32_t k = 0; k < models[at].edge_count; k++) {
            uint32_t target = graph->edges[models[at].first_edge + k].target;
            if (models[target].seen_by == search)
                continue;
            models[target].seen_by = search;
            models[target].came_from = at;
            queue[tail++] = target;
        }
    }
}

// "a.pie -> b.pie -> a.pie" for the ring that leaves `from` by an event for `to`. NULL: no memory.
static const char *list_ring(event_graph *graph, uint32_t from, uint32_t to, uint32_t search) {
    const event_model *models = graph->models;
    const char *text = models[from].base;
    search_path(graph, to, from, search);
    // came_from leads from the end of the way to its start: the text grows at its front.
    for (uint32_t at = from; text && at != to; at = models[at].came_from)
        text = mq_arena_format(graph->scratch, "%s -> %s", models[models[at].came_from].base, text);
    return text ? mq_arena_format(graph->scratch, "%s -> %s", models[from].base, text) : NULL;
}

static void report_ring(event_graph *graph, uint32_t from, const event_edge *edge,
                        uint32_t search) {
    const mq_set_member *member = &graph->members[from];
    const maq_pie *pie = maq_document_pie(member->document);
    const event_model *here = &graph->models[from];
    maq_span at = mq_pie_token(member->document, pie->events[edge->event].offset, 2);
    uint32_t size = graph->part_begin[here->ring + 1] - graph->part_begin[here->ring];
    if (size > LISTED_RING) {
        mq_add_finding(member->findings, &mq_pie_rules[PIE_EVENT_RING], at.offset, at.length,
                       "events lead back to this model: %s -> %s -> ... -> %s (%u %s in rings)",
                       here->base, graph->models[edge->target].base, here->base, size,
                       MQ_PLURAL(size, "model", "models"));
        return;
    }
    const char *ring = list_ring(graph, from, edge->target, search);
    if (ring)
        mq_add_finding(member->findings, &mq_pie_rules[PIE_EVENT_RING], at.offset, at.length,
                       "events lead back to this model: %s", ring);
}

// Whether the set that the model lies in has the target of an event: the data of the game, say, that a mod
// is laid over. The data root is the one of the model, or the root of the set.
static bool is_in_files(const mq_set_member *member, const maq_pie_event *event,
                        mq_arena *scratch) {
    const maq_files *files;
    const char *own;
    if (mq_document_files(member->document, &files, &own) != MAQ_OK || !files)
        return false;
    event_model model = {.rank = FOLDER_COUNT};
    name_model(&model, own);
    const char *base = searched_name(scratch, event->file);
    bool own_root = model.rank < FOLDER_COUNT && model.root_length > 0;
    for (size_t i = 0; base && i < FOLDER_COUNT * (own_root ? 2 : 1); i++) {
        int root = i < FOLDER_COUNT && own_root ? (int)model.root_length : 0;
        const char *name = mq_arena_format(scratch, "%.*s%s/%s", root, root ? model.root : "",
                                           folders[i % FOLDER_COUNT], base);
        maq_file file;
        if (name && mq_files_find_clean(files, name, false, scratch, &file))
            return true;
    }
    return false;
}

static void report_missing(const mq_set_member *member, const maq_pie_event *event,
                           mq_arena *arena) {
    mq_arena *scratch = mq_arena_scratch(arena);
    bool there = scratch && is_in_files(member, event, scratch);
    mq_arena_end_scratch(arena, scratch);
    if (there)
        return;
    maq_span at = mq_pie_token(member->document, event->offset, 2);
    mq_add_finding(member->findings, &mq_pie_rules[PIE_EVENT_TARGET], at.offset, at.length,
                   "event %d: the model \"%s\" does not exist", event->number, event->file);
}

void mq_pie_check_events(const mq_set_member *members, size_t count, bool roots_complete,
                         mq_arena *scratch) {
    event_graph graph = {.members = members, .count = (uint32_t)count, .scratch = scratch};
    if (!count || count >= NO_MODEL || !build_names(&graph) || !build_edges(&graph) ||
        !find_parts(&graph))
        return;
    uint32_t search = 0;
    for (uint32_t i = 0; i < graph.count; i++) {
        const event_model *from = &graph.models[i];
        const maq_pie *pie = maq_document_pie(members[i].document);
        for (uint32_t k = from->missing_count; roots_complete && k > 0; k--)
            report_missing(&members[i], &pie->events[graph.edges[from->end_edge - k].event],
                           scratch);
        for (uint32_t k = 0; k < from->edge_count; k++)
            report_ring(&graph, i, &graph.edges[from->first_edge + k], ++search);
    }
}
