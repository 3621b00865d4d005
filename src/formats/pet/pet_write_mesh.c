// SPDX-License-Identifier: MIT
//
// Encoding MESH: the reverse of pet_read_mesh.c.
#include "base/words.h"
#include "formats/pet/pet_entries.h"

static void encode_skins(const maq_pet_mesh *mesh, pet_writer *writer) {
    writer->failed |= mesh->skin_count > UINT8_MAX;
    write_u8(writer, (uint8_t)mesh->skin_count);
    for (uint32_t i = 0; i < mesh->skin_count; i++)
        mq_pet_visit_skin(&(pet_visitor){.writer = writer},
                          MQ_WRITABLE(maq_pet_skin, &mesh->skins[i]));
}

// A reader stops at the pair that completes the full weight, so that must be the last one.
static void encode_weights(const maq_pet_mesh *mesh, const maq_pet_vertex *vertex, bool client,
                           pet_writer *writer) {
    if (vertex->first_weight > mesh->weight_count ||
        vertex->weight_count > mesh->weight_count - vertex->first_weight) {
        writer->failed = true;
        return;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i < vertex->weight_count; i++) {
        const maq_pet_weight *weight = &mesh->weights[vertex->first_weight + i];
        writer->failed |= sum >= PET_FULL_WEIGHT;
        sum += weight->weight;
        write_u8(writer, weight->weight);
        if (client) {
            mq_pet_write_id(writer, weight->id, true);
        } else {
            writer->failed |= weight->id.bone < 0 || weight->id.bone > UINT8_MAX;
            write_u8(writer, (uint8_t)weight->id.bone);
        }
    }
    writer->failed |= sum < PET_FULL_WEIGHT;
    if (client && vertex->weight_count == 1)
        write_bytes(writer, vertex->pad, sizeof vertex->pad);
}

enum { CORNER_HEAD = 17, UV = 8 }; // bytes

static void encode_corner(const pet_triangle_block *block, const maq_pet_corner *corner,
                          uint32_t first, bool counted, pet_writer *writer) {
    if (corner->first_uv > block->uv_count ||
        corner->uv_count > block->uv_count - corner->first_uv || corner->uv_count > UINT8_MAX ||
        (!counted && corner->uv_count != 1)) {
        writer->failed = true;
        return;
    }
    // The head and the first texture coordinates at once: there are millions of corners.
    unsigned char bytes[CORNER_HEAD + UV];
    uint32_t vertex = corner->vertex - first, written = corner->uv_count > 0;
    size_t head = counted ? CORNER_HEAD : CORNER_HEAD - 1;
    if (!writer->out && !writer->expect) {
        writer->length += head + (uint64_t)UV * corner->uv_count;
        return;
    }
    mq_copy_words(bytes, &vertex, 1);
    mq_copy_words(bytes + 4, corner->normal, 3);
    bytes[CORNER_HEAD - 1] = (unsigned char)corner->uv_count;
    if (written)
        mq_copy_words(bytes + head, &block->uvs[corner->first_uv], 2);
    if (head + UV * written == sizeof bytes)
        write_bytes(writer, bytes, sizeof bytes);
    else
        write_bytes(writer, bytes, head + UV * written);
    for (uint32_t i = written; i < corner->uv_count; i++)
        write_floats(
            writer,
            (const float[]){block->uvs[corner->first_uv + i].u, block->uvs[corner->first_uv + i].v},
            2);
}

static void encode_vertices(const pet_file_mesh *mesh, bool client, bool skins,
                            pet_writer *writer) {
    const maq_pet_mesh *lists = &mesh->lists;
    write_u32(writer, lists->vertex_count);
    for (uint32_t i = 0; i < lists->vertex_count; i++) {
        const maq_pet_vertex *vertex = &lists->vertices[i];
        write_floats(writer, vertex->position, 3);
        if (skins)
            write_f32(writer, vertex->seam);
        encode_weights(lists, vertex, client, writer);
    }
    if (writer->out && mesh->vertex_arena) {
        mq_arena_free(*mesh->vertex_arena);
        *mesh->vertex_arena = NULL;
    }
}

static void encode_corners(const pet_file_mesh *mesh, bool skins, bool counted,
                           pet_writer *writer) {
    const maq_pet_mesh *lists = &mesh->lists;
    pet_triangle_block block;
    uint32_t hint = 0;
    // Triangles that are made fit an encoding that counts texture coordinates; the others get a list.
    if (mesh->make && !writer->out && !writer->expect) {
        writer->length += (uint64_t)lists->triangle_count * 3 * CORNER_HEAD + mesh->corner_uvs * UV;
        return;
    }
    for (uint32_t first = 0; first < lists->triangle_count; first += block.count) {
        mq_pet_triangle_block(mesh, first, &block);
        for (uint32_t i = 0; i < block.count; i++) {
            const maq_pet_skin *skin =
                skins && !lists->absolute
                    ? mq_pet_skin_of(lists->skins, lists->skin_count, first + i, &hint)
                    : NULL;
            for (unsigned k = 0; k < 3; k++)
                encode_corner(&block, &block.triangles[i].corners[k], skin ? skin->first_vertex : 0,
                              counted, writer);
        }
    }
}

void mq_pet_encode_mesh(const pet_file_mesh *mesh, const maq_pet_encoding *encoding,
                        pet_writer *writer) {
    const maq_pet_mesh *lists = &mesh->lists;
    bool client = mq_pet_is_client(encoding), skins = mq_pet_has_skins(encoding);
    bool counted = encoding->minor >= 2;
    if (skins)
        encode_skins(lists, writer);
    encode_vertices(mesh, client, skins, writer);
    write_u32(writer, lists->triangle_count);
    encode_corners(mesh, skins, counted, writer);
    if (mesh->make) {
        write_bytes(writer, mesh->textures, lists->triangle_count);
        if (counted && client)
            write_bytes(writer, mesh->speculars, lists->triangle_count);
        return;
    }
    for (uint32_t i = 0; i < lists->triangle_count; i++)
        write_u8(writer, lists->triangles[i].texture);
    for (uint32_t i = 0; counted && client && i < lists->triangle_count; i++)
        write_u8(writer, (uint8_t)lists->triangles[i].specular);
}
