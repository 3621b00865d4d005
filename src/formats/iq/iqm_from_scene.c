// SPDX-License-Identifier: MIT
//
// From a scene to IQM and IQE: the scene becomes an IQE in memory, and the compiler does the rest.
// Extensions, which IQE has not, are added to the result.
#include <string.h>

#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_from_scene.h"

// ----------------------------------------------------------------------------------------- extras

static bool has_joints(const maq_value *extras) {
    return mq_value_flag(maq_value_find(extras, "joints"), true);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The bytes of a text of hexadecimal digits; NULL when it is not one, or there is no memory.
static unsigned char *read_hex(const maq_value *value, mq_arena *arena, uint32_t *size) {
    if (!value || value->kind != MAQ_VALUE_TEXT || value->as.text.length % 2 ||
        value->as.text.length > UINT32_MAX)
        return NULL;
    *size = (uint32_t)(value->as.text.length / 2);
    unsigned char *bytes = MQ_NEW_ARRAY(arena, unsigned char, *size);
    for (size_t i = 0; bytes && i < *size; i++) {
        int high = hex_digit(value->as.text.bytes[i * 2]);
        int low = hex_digit(value->as.text.bytes[i * 2 + 1]);
        if (high < 0 || low < 0)
            return NULL;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return bytes;
}

// Adds a name to the end of the texts, which are padded with zeros.
static uint32_t add_text(maq_iqm *iqm, mq_arena *arena, const char *name) {
    size_t length = strlen(name) + 1, size = iqm->text_size + length;
    size_t padded = (size + 3) & ~(size_t)3;
    char *text = MQ_NEW_ARRAY(arena, char, padded + 1);
    if (!text || padded > UINT32_MAX)
        return 0;
    memcpy(text, iqm->text, iqm->text_size);
    memcpy(text + iqm->text_size, name, length);
    uint32_t offset = iqm->text_size;
    iqm->text = text;
    iqm->text_size = (uint32_t)padded;
    return offset;
}

// The extensions of a scene, as long as their names are not among the texts of the model.
typedef struct extension_list {
    maq_iqm_extension *items;
    const char **names;
    uint32_t count;
} extension_list;

static void read_extensions(extension_list *out, const maq_value *extras, mq_arena *arena) {
    const maq_value *list = maq_value_find(extras, "extensions");
    // Each adds to the texts: a real model has fewer than these.
    enum { MOST = 64 };
    if (!list || list->kind != MAQ_VALUE_ARRAY || list->as.children.count > MOST)
        return;
    out->items = MQ_NEW_ARRAY(arena, maq_iqm_extension, list->as.children.count);
    out->names = MQ_NEW_ARRAY(arena, const char *, list->as.children.count);
    if (!out->items || !out->names)
        return;
    for (const maq_value *item = list->as.children.first; item; item = item->next) {
        const maq_value *name = maq_value_find(item, "name");
        uint32_t size = 0;
        const unsigned char *data = read_hex(maq_value_find(item, "data"), arena, &size);
        if (!data || !name || name->kind != MAQ_VALUE_TEXT)
            continue;
        out->names[out->count] = mq_arena_text(arena, name->as.text.bytes, name->as.text.length);
        if (!out->names[out->count])
            return;
        out->items[out->count++] = (maq_iqm_extension){.size = size,
                                                       .data = data,
                                                       .data_offset = MAQ_IQM_NO_OFFSET,
                                                       .offset = MAQ_IQM_NO_OFFSET};
    }
}

static void set_extensions(maq_iqm *iqm, const extension_list *list, mq_arena *arena) {
    for (uint32_t i = 0; i < list->count; i++)
        list->items[i].name = add_text(iqm, arena, list->names[i]);
    iqm->extensions = list->items;
    iqm->extension_count = list->count;
}

// --------------------------------------------------------------------------------------- the whole

// The comment section, without the zeros that end and pad it in the file.
static bool set_comment(const iq_exporter *exporter) {
    const maq_value *comment = maq_value_find(exporter->own, "comment");
    if (!comment || comment->kind != MAQ_VALUE_TEXT)
        return true;
    exporter->iqe->has_comment = true;
    exporter->iqe->comment =
        mq_arena_text(exporter->arena, comment->as.text.bytes, comment->as.text.length);
    exporter->iqe->comment_length = comment->as.text.length;
    return exporter->iqe->comment != NULL;
}

// Frees the scene: the IQE has what is needed of it.
static maq_status compile(iq_exporter *exporter, const mq_settings *settings, bool intermediate,
                          maq_document *out) {
    maq_setting *items = MQ_NEW_ARRAY(exporter->arena, maq_setting, settings->count + 2);
    if (!items)
        return mq_arena_status(exporter->arena);
    // Files of animations alone have no joints; other skeletons without a mesh keep theirs.
    items[0] = (maq_setting){"force-joints", has_joints(exporter->own) ? "yes" : "no"};
    if (settings->count)
        memcpy(items + 1, settings->items, settings->count * sizeof *items);
    mq_document_end_scene(out);
    exporter->scene = NULL;
    exporter->own = NULL;
    if (!mq_iq_export_face_starts(exporter))
        return mq_arena_status(exporter->arena);
    mq_settings all = {items, settings->count + 1};
    if (intermediate)
        items[all.count++] = (maq_setting){IQ_INTERMEDIATE, "yes"};
    maq_document source = {.arena = exporter->arena,
                           .format = &mq_iqe_format,
                           .content = exporter->iqe,
                           .file_name = "the scene"};
    return mq_iqm_compile_scene(&source, &exporter->lists, &all, out);
}

// `intermediate`: the model only becomes an IQE.
static maq_status from_scene(const maq_scene *scene, const mq_settings *settings, bool intermediate,
                             maq_document *out) {
    const maq_value *own = mq_scene_own_extras(scene->extras, IQM_EXTRAS);
    extension_list extensions = {0};
    read_extensions(&extensions, own, out->arena);
    mq_arena *scratch = mq_arena_scratch(out->arena);
    if (!scratch)
        return mq_arena_status(out->arena);
    iq_exporter exporter = {.scene = scene,
                            .own = own,
                            .findings = &out->findings,
                            .arena = scratch,
                            .result_arena = out->arena,
                            .lists.arena = scratch,
                            .iqe = MQ_NEW(scratch, maq_iqe)};
    maq_status status = MAQ_OK;
    if (exporter.iqe && set_comment(&exporter) && mq_iq_export_joints(&exporter) &&
        mq_iq_export_meshes(&exporter) && mq_iq_export_clips(&exporter)) {
        mq_iq_report_export_losses(&exporter);
        status = compile(&exporter, settings, intermediate, out);
    } else {
        status = exporter.over_limit ? MAQ_OVER_LIMIT : MAQ_NO_MEMORY;
    }
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++)
        mq_iq_free_list(&exporter.lists, list);
    mq_iq_free_faces(&exporter.lists);
    mq_arena_end_scratch(out->arena, scratch);
    if (status != MAQ_OK || mq_arena_status(out->arena) != MAQ_OK)
        return status == MAQ_OK || status == MAQ_NO_MEMORY ? mq_arena_status(out->arena) : status;
    set_extensions(MQ_WRITABLE(maq_iqm, out->content), &extensions, out->arena);
    return mq_arena_status(out->arena);
}

maq_status mq_iqm_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    return from_scene(scene, settings, false, out);
}

maq_status mq_iqe_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    maq_document compiled = *out;
    compiled.arena = mq_arena_scratch(out->arena);
    if (!compiled.arena)
        return mq_arena_status(out->arena);
    compiled.format = &mq_iqm_format;
    compiled.variant = mq_iqm_variant(2);
    maq_status status = from_scene(scene, settings, true, &compiled);
    out->findings = compiled.findings;
    out->scene_arena = compiled.scene_arena;
    mq_arena_count_requests(out->arena, compiled.arena);
    if (status == MAQ_OK)
        out->content = mq_iqe_from_iqm(compiled.content, out->arena, &out->findings);
    mq_arena_end_scratch(out->arena, compiled.arena);
    return status == MAQ_OK ? mq_arena_status(out->arena) : status;
}
