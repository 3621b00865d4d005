// SPDX-License-Identifier: MIT
//
// batch FILE...    reads files from strangers, as a server would: with an allocator that counts, and with
// limits on the memory and the number of elements of each file.
#include <stdio.h>
#include <stdlib.h>

#include "maquette/scene.h"

// What the allocator counts. The library passes it to every call, so there is no global state.
typedef struct counter {
    size_t now, most;
} counter;

static void *count_allocate(void *context, size_t bytes) {
    counter *c = context;
    void *block = malloc(bytes);
    if (!block)
        return NULL;
    c->now += bytes;
    c->most = c->now > c->most ? c->now : c->most;
    return block;
}

static void count_release(void *context, void *block, size_t bytes) {
    counter *c = context;
    c->now -= bytes;
    free(block);
}

static maq_status read_model(const char *path, const maq_memory *memory) {
    maq_open_options options = {.size = sizeof options, .memory = memory, .max_findings = 100};
    maq_document *document = NULL;
    maq_scene *scene = NULL;
    maq_status status = maq_open_file(path, &options, &document);
    if (status == MAQ_OK)
        status = maq_scene_from_document(document, memory, &scene);
    if (status == MAQ_OK) {
        uint64_t triangles = 0;
        for (uint32_t i = 0; i < scene->mesh_count; i++)
            triangles += scene->meshes[i].triangle_count;
        printf("%s: %s, %llu triangles", path, maq_document_variant(document)->name,
               (unsigned long long)triangles);
    } else {
        printf("%s: %s", path, maq_status_text(status));
    }
    maq_scene_free(scene);
    maq_close(document);
    return status;
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: batch FILE...\n");
        return 2;
    }
    int refused = 0;
    for (int i = 1; i < count; i++) {
        counter c = {0};
        maq_memory memory = {.size = sizeof memory,
                             .context = &c,
                             .allocate = count_allocate,
                             .release = count_release,
                             .byte_limit = 8u << 20,
                             .element_limit = 100000};
        refused += read_model(arguments[i], &memory) != MAQ_OK;
        printf("; at most %zu KiB, %zu bytes left\n", (c.most + 1023) / 1024, c.now);
    }
    return refused > 0 ? 1 : 0;
}
