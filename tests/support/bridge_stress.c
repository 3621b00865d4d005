// SPDX-License-Identifier: MIT
#include "support/bridge_stress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "support/hostile.h"

static void assert_can_be_read(const maq_document *document) {
    maq_buffer buffer;
    maq_document *again = NULL;
    maq_open_options options = {.size = sizeof options,
                                .format = maq_document_variant(document)->name};
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, &options, &again), MAQ_OK);
    const maq_findings *findings = maq_document_findings(again);
    for (size_t i = 0; i < findings->count && findings->incomplete_reads; i++) {
        if (findings->items[i].rule->incomplete_read)
            fail_msg("%s: %s %s\n%.4000s", options.format, findings->items[i].rule->id,
                     findings->items[i].message, buffer.data);
    }
    maq_close(again);
    maq_buffer_free(&buffer);
}

static maq_status from_scene(const maq_scene *scene, const mq_format *format,
                             const maq_variant *variant, const maq_memory *memory, bool read) {
    maq_document *made = mq_document_new(memory, format, variant, 0);
    if (!made)
        return MAQ_NO_MEMORY;
    maq_status status = format->from_scene(scene, &(mq_settings){NULL, 0}, made);
    mq_document_show_findings(made);
    if (status == MAQ_OK)
        status = mq_arena_status(made->arena);
    if (status == MAQ_OK && read)
        assert_can_be_read(made);
    maq_close(made);
    return status;
}

// The scene without any extras.
static maq_scene bare_of(mq_arena *arena, const maq_scene *scene) {
    maq_scene bare = *scene;
    bare.extras = NULL;
#define BARE(type, list, number)                                                                   \
    type *list = MQ_NEW_ARRAY(arena, type, scene->number);                                         \
    assert_non_null(list);                                                                         \
    for (uint32_t i = 0; i < scene->number; i++) {                                                 \
        list[i] = scene->list[i];                                                                  \
        list[i].extras = NULL;                                                                     \
    }                                                                                              \
    bare.list = list;
    BARE(maq_scene_mesh, meshes, mesh_count)
    BARE(maq_scene_material, materials, material_count)
    BARE(maq_scene_node, nodes, node_count)
    BARE(maq_scene_clip, clips, clip_count)
    BARE(maq_scene_box, boxes, box_count)
#undef BARE
    return bare;
}

static maq_status there_and_back(const maq_document *document, const maq_memory *memory) {
    maq_scene *scene = NULL;
    maq_status status = maq_scene_from_document(document, memory, &scene);
    const maq_format *description = &document->format->description;
    mq_arena *arena = mq_arena_new(NULL);
    for (uint32_t i = 0; status == MAQ_OK && i < description->variant_count; i++) {
        maq_scene bare = bare_of(arena, scene);
        // A document that came back whole has the faults that it had.
        bool read = memory == NULL;
        status = from_scene(scene, document->format, &description->variants[i], memory,
                            read && maq_document_findings(document)->incomplete_reads == 0);
        if (status == MAQ_OK)
            status = from_scene(&bare, document->format, &description->variants[i], memory, read);
    }
    mq_arena_free(arena);
    maq_scene_free(scene);
    return status;
}

maq_status bridge_there_and_back(const void *bytes, size_t length, const char *name,
                                 const maq_memory *memory) {
    maq_open_options options = {.size = sizeof options, .file_name = name};
    maq_document *document = NULL;
    maq_status status = maq_open_memory(bytes, length, &options, &document);
    if (status == MAQ_OK) {
        status = there_and_back(document, memory);
        assert_true(status == MAQ_OK || status == MAQ_OVER_LIMIT ||
                    (memory && status == MAQ_NO_MEMORY));
    } else {
        status = MAQ_BAD_DATA;
    }
    maq_close(document);
    return status;
}

void bridge_failing_memory(const void *bytes, size_t length, const char *name) {
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t fail_at = 1; status == MAQ_NO_MEMORY; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        status = bridge_there_and_back(bytes, length, name, &counted.memory);
        assert_int_equal(counted.blocks, 0);
        assert_true(fail_at < 100000);
    }
    assert_int_equal(status, MAQ_OK);
}

void bridge_failing_memory_from(const maq_scene *scene, const char *variant) {
    const maq_format *description = NULL;
    const maq_variant *found = maq_find_variant(variant, &description);
    const mq_format *format = NULL;
    for (size_t i = 0; (format = mq_format_row(i)) && &format->description != description; i++)
        continue;
    assert_true(found && format);
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t fail_at = 1; status == MAQ_NO_MEMORY; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        status = from_scene(scene, format, found, &counted.memory, false);
        assert_int_equal(counted.blocks, 0);
        assert_true(fail_at < 100000);
    }
    assert_int_equal(status, MAQ_OK);
}
