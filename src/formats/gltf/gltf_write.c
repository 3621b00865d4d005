// SPDX-License-Identifier: MIT
//
// Writing glTF and GLB: the JSON and the binary data are written side by side and then joined.
#include "formats/gltf/gltf_write.h"

#include <string.h>

#include "base/words.h"

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
    w->source_view = mq_gltf_begin_view(w, 0);
    mq_text_bytes(&w->bin, source->data, source->length);
    mq_gltf_end_view(w, w->source_view);
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
static void pad(mq_text *chunk, char filler) {
    while (chunk->length % 4 != 0 && chunk->status == MAQ_OK)
        mq_text_char(chunk, filler);
}

static void put_word(char **at, size_t value) {
    const uint32_t word = (uint32_t)value;
    mq_copy_words(*at, &word, 1);
    *at += sizeof word;
}

// Makes the file of its JSON and its data, in the memory of the data: to copy it once more takes as
// long as all else, since the system has to clear the pages.
static void write_glb(mq_text *json, mq_text *bin) {
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    pad(json, ' ');
    pad(bin, 0);
    size_t data = bin->length, front = HEADER + CHUNK_HEADER + json->length;
    front += data > 0 ? CHUNK_HEADER : 0;
    if ((uint64_t)front + data > UINT32_MAX)
        bin->status = MAQ_OVER_LIMIT;
    char *at = json->status == MAQ_OK ? mq_text_insert_front(bin, front) : NULL;
    if (!at)
        return;
    put_word(&at, GLB_MAGIC);
    put_word(&at, 2);
    put_word(&at, front + data);
    put_word(&at, json->length);
    put_word(&at, GLB_JSON);
    memcpy(at, json->data, json->length);
    at += json->length;
    if (data > 0) {
        put_word(&at, data);
        put_word(&at, GLB_BIN);
    }
}

static void keep_first_failure(mq_text *out, maq_status status) {
    if (out->status == MAQ_OK)
        out->status = status;
}

// About what the meshes and the source take, and some bytes for the JSON, so that the data need not be
// moved as it grows. What is not counted here (morph targets, animations, images) makes it grow.
static size_t bytes_of_data(const maq_scene *scene) {
    enum { JSON = 1 << 16, JSON_OF_MESH = 2048, JSON_OF_NODE = 512 };
    size_t bytes = scene->source.length + JSON + (size_t)scene->mesh_count * JSON_OF_MESH +
                   (size_t)scene->node_count * JSON_OF_NODE;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        size_t floats = (mesh->normals ? 6u : 3u) + (size_t)mesh->uv_set_count * 2 +
                        (mesh->tangents ? 4u : 0u) + (mesh->colours ? 4u : 0u);
        bytes += mesh->vertex_count * (floats * sizeof(float) + (size_t)mesh->influence_count * 6);
        bytes += (size_t)mesh->triangle_count * 3 * (mesh->vertex_count > UINT16_MAX ? 4 : 2);
    }
    return bytes;
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
    mq_text_init(&w.bin, &out->memory);
    mq_text_init(&w.own_text, &out->memory);
    mq_text_reserve(&w.bin, bytes_of_data(w.scene));
    w.own.out = &w.own_text;
    if (sort_names(&w) && number_meshes(&w))
        write_json(&w, binary);
    if (binary)
        write_glb(&json, &w.bin);
    keep_first_failure(out, json.status);
    keep_first_failure(out, w.bin.status);
    keep_first_failure(out, w.own_text.status);
    keep_first_failure(out, mq_arena_status(arena));
    if (binary && out->status == MAQ_OK) {
        mq_text_free(out);
        *out = w.bin;
        mq_text_init(&w.bin, &out->memory);
    }
    mq_text_free(&json);
    mq_text_free(&w.bin);
    mq_text_free(&w.own_text);
    mq_arena_free(arena);
}
