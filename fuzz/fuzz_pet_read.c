// SPDX-License-Identifier: MIT
//
// Any bytes as a puppet: reading, and everything that a caller can ask of what came of it. The last
// byte chooses the name that the bytes go by.
#include <stdlib.h>
#include <string.h>

#include "maquette/pet.h"

// What was read must be touched for a sanitizer to see that it is there.
static volatile uint64_t sum;

static void touch(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++)
        total += at[i];
    sum += total;
}

static void touch_text(maq_pet_text text) {
    touch(text.bytes, text.length);
    maq_buffer buffer;
    if (maq_pet_utf8(text.bytes, text.length, NULL, &buffer) == MAQ_OK)
        touch(buffer.data, buffer.length + 1);
    maq_buffer_free(&buffer);
}

static void touch_track(const maq_pet_track *track) {
    touch(track->keys, track->count * sizeof *track->keys);
}

static void touch_pet(const maq_pet *pet) {
    for (uint32_t i = 0; i < pet->section_count; i++)
        touch(pet->sections[i].bytes, pet->sections[i].length);
    touch(pet->tail, pet->tail_length);
    touch(pet->textures, pet->texture_count * sizeof *pet->textures);
    touch(pet->faces, pet->face_count * sizeof *pet->faces);
    touch(pet->extras, pet->extra_count * sizeof *pet->extras);
    touch(pet->mesh.skins, pet->mesh.skin_count * sizeof *pet->mesh.skins);
    for (uint32_t i = 0; i < pet->material_count; i++) {
        touch_text(pet->materials[i].name);
        for (uint32_t k = 0; k < pet->materials[i].value_count; k++) {
            touch_text(pet->materials[i].values[k].name);
            touch_text(pet->materials[i].values[k].text);
        }
    }
    for (uint32_t i = 0; i < pet->bone_count; i++)
        touch_text(pet->bones[i].name);
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        touch_track(&pet->animations[i].position);
        touch_track(&pet->animations[i].rotation);
        touch_track(&pet->animations[i].scale);
        touch_track(&pet->animations[i].flag);
    }
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        for (unsigned k = 0; k < 3; k++)
            touch_text(pet->frames[i].script[k]);
    }
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        touch_text(pet->motions[i].name);
        touch_text(pet->motions[i].next);
        touch_text(pet->motions[i].method);
        touch_text(pet->motions[i].bone);
    }
    for (uint32_t i = 0; i < pet->box_count; i++) {
        touch_text(pet->boxes[i].name);
        touch_text(pet->boxes[i].bone);
        touch_text(pet->boxes[i].option[0]);
        touch_text(pet->boxes[i].option[1]);
    }
}

static void touch_mesh(const maq_document *document) {
    maq_pet_mesh mesh;
    if (maq_pet_mesh_open(document, NULL, &mesh) != MAQ_OK)
        return;
    touch(mesh.weights, mesh.weight_count * sizeof *mesh.weights);
    touch(mesh.uvs, mesh.uv_count * sizeof *mesh.uvs);
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        const maq_pet_vertex *vertex = &mesh.vertices[i];
        if (vertex->weight_count == 0 || vertex->first_weight > mesh.weight_count ||
            vertex->weight_count > mesh.weight_count - vertex->first_weight)
            abort();
    }
    for (uint32_t i = 0; i < mesh.triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            const maq_pet_corner *corner = &mesh.triangles[i].corners[k];
            if (corner->first_uv > mesh.uv_count ||
                corner->uv_count > mesh.uv_count - corner->first_uv)
                abort();
        }
    }
    maq_pet_mesh_free(&mesh);
}

static void check_all(const maq_document *document) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; format && i < format->target_count; i++) {
        maq_check_options options = {.target = format->targets[i]};
        maq_report *report;
        if (maq_check(document, &options, &report) != MAQ_OK)
            continue;
        const maq_findings *findings = maq_report_findings(report);
        for (size_t k = 0; k < findings->count; k++)
            touch(findings->items[k].message, strlen(findings->items[k].message));
        maq_report_free(report);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"x.pet", "x.apet", "x.bpet", "x.mpet", "x"};
    const char *name = names[size > 0 ? data[size - 1] % 5 : 0];
    maq_open_options options = {.format = "pet", .file_name = name};
    maq_document *document = NULL;
    maq_status status = maq_open_memory(data, size, &options, &document);
    if (document)
        check_all(document);
    if (status == MAQ_OK) {
        touch_pet(maq_document_pet(document));
        touch_mesh(document);
        maq_tree *tree;
        if (maq_info(document, NULL, &tree) == MAQ_OK)
            maq_tree_free(tree);
        if (maq_describe(document, NULL, &tree) == MAQ_OK)
            maq_tree_free(tree);
    }
    maq_close(document);
    return 0;
}
