// SPDX-License-Identifier: MIT
//
// Writing glTF and GLB: the JSON first, which says where all binary data lies, then the data.
#include "formats/gltf/gltf_write.h"

#include <string.h>

static bool sort_names(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    return mq_gltf_sort_names(w->arena, scene->nodes, sizeof(maq_scene_node),
                              offsetof(maq_scene_node, name), scene->node_count, &w->node_names) &&
           mq_gltf_sort_names(w->arena, scene->materials, sizeof(maq_scene_material),
                              offsetof(maq_scene_material, name), scene->material_count,
                              &w->material_names) &&
           mq_gltf_sort_names(w->arena, scene->meshes, sizeof(maq_scene_mesh),
                              offsetof(maq_scene_mesh, name), scene->mesh_count, &w->mesh_names);
}

static bool number_meshes(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    w->mesh_numbers = MQ_NEW_ARRAY(w->arena, uint32_t, scene->mesh_count);
    w->carriers = MQ_NEW_ARRAY(w->arena, uint32_t, scene->node_count);
    w->textured = MQ_NEW_ARRAY(w->arena, bool, scene->material_count);
    w->bumpy = MQ_NEW_ARRAY(w->arena, bool, scene->material_count);
    if (!w->mesh_numbers || !w->carriers || !w->textured || !w->bumpy)
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        w->mesh_numbers[i] = scene->meshes[i].vertex_count ? next++ : GLTF_NONE;
    return true;
}

// The file that the scene was made from.
static void write_source(gltf_writer *w) {
    const maq_scene_source *source = &w->scene->source;
    w->source_view = GLTF_NONE;
    if (!source->data)
        return;
    w->source_view = mq_gltf_add_bytes(w, source->data, source->length);
}

static void write_json(gltf_writer *w, bool binary) {
    gltf_json *json = &w->json;
    mq_gltf_open(json, NULL, '{');
    mq_gltf_open(json, "asset", '{');
    mq_gltf_string(json, "version", "2.0");
    mq_gltf_string(json, "generator", "maquette");
    mq_gltf_write_members(json, mq_gltf_file_member(w, "asset"));
    mq_gltf_close(json, '}');
    mq_gltf_write_nodes(w);
    mq_gltf_write_materials(w);
    mq_gltf_write_meshes(w);
    mq_gltf_write_animations(w);
    mq_gltf_write_scene(w);
    write_source(w);
    mq_gltf_write_buffers(w, binary);
    mq_gltf_write_extensions(w);
    mq_gltf_write_root_extras(w);
    mq_gltf_close(json, '}');
}

// The length of a chunk is a multiple of 4: JSON is padded with blanks, data with zeros.
static uint64_t padding(uint64_t length) {
    return -length & 3u;
}

static void keep_first_failure(mq_text *out, maq_status status) {
    if (out->status == MAQ_OK)
        out->status = status;
}

// Writes the file of its JSON and its data.
static void write_glb(const gltf_writer *w, const mq_text *json, mq_text *out) {
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    static const char blanks[] = "   ", zeros[3] = {0};
    uint64_t text = json->length + padding(json->length);
    uint64_t data = w->data_length + padding(w->data_length);
    uint64_t whole = HEADER + CHUNK_HEADER + text + (data > 0 ? CHUNK_HEADER + data : 0);
    if (whole > UINT32_MAX) {
        keep_first_failure(out, MAQ_OVER_LIMIT);
        return;
    }
    mq_text_reserve(out, (size_t)whole);
    mq_text_u32(out, GLB_MAGIC);
    mq_text_u32(out, 2);
    mq_text_u32(out, (uint32_t)whole);
    mq_text_u32(out, (uint32_t)text);
    mq_text_u32(out, GLB_JSON);
    mq_text_bytes(out, json->data, json->length);
    mq_text_bytes(out, blanks, (size_t)padding(json->length));
    if (data > 0) {
        mq_text_u32(out, (uint32_t)data);
        mq_text_u32(out, GLB_BIN);
        mq_gltf_write_data(w, out);
        mq_text_bytes(out, zeros, (size_t)padding(w->data_length));
    }
}

void mq_gltf_write(const maq_document *document, mq_text *out) {
    bool binary = strcmp(document->variant->name, "glb") == 0;
    mq_arena *arena = mq_arena_new(&out->memory);
    if (!arena) {
        keep_first_failure(out, MAQ_NO_MEMORY);
        return;
    }
    mq_text json;
    gltf_writer w = {.scene = document->content,
                     .hide_images = document->hide_images,
                     .arena = arena,
                     .json = {binary ? &json : out, 0}};
    mq_text_init(&json, &out->memory);
    mq_text_init(&w.own_text, &out->memory);
    w.own.out = &w.own_text;
    if (sort_names(&w) && number_meshes(&w))
        write_json(&w, binary);
    keep_first_failure(out, json.status);
    keep_first_failure(out, w.own_text.status);
    keep_first_failure(out, mq_arena_status(arena));
    if (binary && out->status == MAQ_OK)
        write_glb(&w, &json, out);
    mq_text_free(&json);
    mq_text_free(&w.own_text);
    mq_arena_free(arena);
}
