// SPDX-License-Identifier: MIT
#include "subjects.h"

#include <pthread.h>
#include <string.h>

#include "base/sort.h"

// All models with findings of one rule about one subject. The model that is printed is the first in the
// order of paths, whatever the order in which threads finish.
typedef struct cause {
    maq_finding finding;
    const char *path, *position;
    uint64_t models;
} cause;

struct cli_subjects {
    mq_arena *arena;
    pthread_mutex_t lock;
    cause **table; // open addressing; NULL: free
    size_t count, size;
};

cli_subjects *cli_subjects_new(void) {
    mq_arena *arena = mq_arena_new(NULL);
    cli_subjects *subjects = arena ? MQ_NEW(arena, cli_subjects) : NULL;
    if (!subjects) {
        mq_arena_free(arena);
        return NULL;
    }
    subjects->arena = arena;
    pthread_mutex_init(&subjects->lock, NULL);
    return subjects;
}

void cli_subjects_free(cli_subjects *subjects) {
    if (!subjects)
        return;
    pthread_mutex_destroy(&subjects->lock);
    mq_arena_free(subjects->arena);
}

static size_t hash(const maq_finding *finding) {
    uint64_t value = 0xcbf29ce484222325u;
    for (const char *at = finding->rule->id; *at; at++)
        value = (value ^ (unsigned char)*at) * 0x100000001b3u;
    for (const char *at = finding->subject; *at; at++)
        value = (value ^ (unsigned char)*at) * 0x100000001b3u;
    return (size_t)(value ^ value >> 32);
}

static cause **slot_of(cause **table, size_t size, const maq_finding *finding) {
    size_t at = hash(finding) & (size - 1);
    while (table[at] && (table[at]->finding.rule != finding->rule ||
                         strcmp(table[at]->finding.subject, finding->subject) != 0))
        at = (at + 1) & (size - 1);
    return &table[at];
}

static bool grow(cli_subjects *subjects) {
    size_t size = subjects->size ? subjects->size * 2 : 64;
    cause **table = MQ_NEW_ARRAY(subjects->arena, cause *, size);
    for (size_t i = 0; table && i < subjects->size; i++) {
        if (subjects->table[i])
            *slot_of(table, size, &subjects->table[i]->finding) = subjects->table[i];
    }
    if (!table)
        return false;
    subjects->table = table;
    subjects->size = size;
    return true;
}

static const char *copy_text(cli_subjects *subjects, const char *text) {
    return mq_arena_text(subjects->arena, text, strlen(text));
}

static const char *position_of(cli_subjects *subjects, const cli_model *model,
                               const maq_finding *finding) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_put_position(&text, model, finding);
    const char *position = mq_arena_text(subjects->arena, text.data ? text.data : "", text.length);
    mq_text_free(&text);
    return position;
}

// False when there is no memory.
static bool collect(cli_subjects *subjects, const cli_model *model, const maq_finding *finding) {
    const char *path = model->path;
    if (subjects->count * 2 >= subjects->size && !grow(subjects))
        return false;
    cause **slot = slot_of(subjects->table, subjects->size, finding), *known = *slot;
    if (known && strcmp(known->path, path) == 0)
        return true;
    bool first = !known || strcmp(path, known->path) < 0;
    if (!known) {
        known = MQ_NEW(subjects->arena, cause);
        if (!known)
            return false;
    }
    if (first) {
        maq_finding copy = *finding;
        copy.message = copy_text(subjects, finding->message);
        copy.subject = copy_text(subjects, finding->subject);
        const char *own_path = copy_text(subjects, path);
        const char *position = position_of(subjects, model, finding);
        if (!copy.message || !copy.subject || !own_path || !position)
            return false;
        known->finding = copy;
        known->path = own_path;
        known->position = position;
    }
    known->models++;
    subjects->count += *slot == NULL;
    *slot = known;
    return true;
}

void cli_subjects_collect(cli_subjects *subjects, const cli_model *model, cli_findings *findings) {
    if (!subjects)
        return;
    pthread_mutex_lock(&subjects->lock);
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = findings->items[i];
        if (!finding->subject || !collect(subjects, model, finding))
            findings->items[kept++] = finding;
    }
    findings->count = kept;
    pthread_mutex_unlock(&subjects->lock);
}

static int by_path(const void *left, const void *right, const void *context) {
    (void)context;
    const cause *a = *(cause *const *)left, *b = *(cause *const *)right;
    int order = strcmp(a->path, b->path);
    uint64_t at = a->finding.span.offset, other = b->finding.span.offset;
    if (order == 0)
        order = (at > other) - (at < other);
    if (order == 0)
        order = strcmp(a->finding.rule->id, b->finding.rule->id);
    return order != 0 ? order : strcmp(a->finding.subject, b->finding.subject);
}

void cli_subjects_print(cli_subjects *subjects, cli_stream stream) {
    if (!subjects || subjects->count == 0)
        return;
    cause **sorted = MQ_NEW_ARRAY(subjects->arena, cause *, subjects->count);
    cause **spare = MQ_NEW_ARRAY(subjects->arena, cause *, subjects->count);
    if (!sorted || !spare) {
        cli_no_memory();
        return;
    }
    size_t count = 0;
    for (size_t i = 0; i < subjects->size; i++) {
        if (subjects->table[i])
            sorted[count++] = subjects->table[i];
    }
    sorted = mq_sort(sorted, spare, count, sizeof *sorted, by_path, NULL);
    mq_text text;
    mq_text_init(&text, NULL);
    for (size_t i = 0; i < count; i++)
        cli_put_shared_finding(&text, stream, sorted[i]->path, sorted[i]->position,
                               &sorted[i]->finding, sorted[i]->models - 1);
    cli_write_text(stream, &text);
    memset(subjects->table, 0, subjects->size * sizeof *subjects->table);
    subjects->count = 0;
}
