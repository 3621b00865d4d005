// SPDX-License-Identifier: MIT
//
// The bytes of MESH.
#include "formats/pet/pet_priv.h"

#define FULL_WEIGHT 255

static void encode_skins(const maq_pet_mesh *mesh, pet_sink *sink) {
    sink->unfit |= mesh->skin_count > UINT8_MAX;
    sink_u8(sink, (uint8_t)mesh->skin_count);
    for (uint32_t i = 0; i < mesh->skin_count; i++) {
        const maq_pet_skin *skin = &mesh->skins[i];
        sink_u8(sink, skin->bone);
        sink_bytes(sink, skin->pad, sizeof skin->pad);
        sink_u32(sink, skin->first_vertex);
        sink_u32(sink, skin->vertex_count);
        sink_u32(sink, skin->first_triangle);
        sink_u32(sink, skin->triangle_count);
    }
}

// A reader stops at the pair that fills the weight up: that has to be the last one.
static void encode_weights(const maq_pet_mesh *mesh, const maq_pet_vertex *vertex, bool client,
                           pet_sink *sink) {
    if (vertex->first_weight > mesh->weight_count ||
        vertex->weight_count > mesh->weight_count - vertex->first_weight) {
        sink->unfit = true;
        return;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i < vertex->weight_count; i++) {
        const maq_pet_weight *weight = &mesh->weights[vertex->first_weight + i];
        sink->unfit |= sum >= FULL_WEIGHT;
        sum += weight->weight;
        sink_u8(sink, weight->weight);
        if (client) {
            mq_pet_sink_id(sink, weight->id, true);
        } else {
            sink->unfit |= weight->id.bone < 0 || weight->id.bone > UINT8_MAX;
            sink_u8(sink, (uint8_t)weight->id.bone);
        }
    }
    sink->unfit |= sum < FULL_WEIGHT;
    if (client && vertex->weight_count == 1)
        sink_bytes(sink, vertex->pad, sizeof vertex->pad);
}

static void encode_corner(const maq_pet_mesh *mesh, const maq_pet_corner *corner, uint32_t first,
                          bool counted, pet_sink *sink) {
    if (corner->first_uv > mesh->uv_count || corner->uv_count > mesh->uv_count - corner->first_uv ||
        corner->uv_count > UINT8_MAX || (!counted && corner->uv_count != 1)) {
        sink->unfit = true;
        return;
    }
    sink_u32(sink, corner->vertex - first);
    sink_floats(sink, corner->normal, 3);
    if (counted)
        sink_u8(sink, (uint8_t)corner->uv_count);
    for (uint32_t i = 0; i < corner->uv_count; i++) {
        sink_f32(sink, mesh->uvs[corner->first_uv + i].u);
        sink_f32(sink, mesh->uvs[corner->first_uv + i].v);
    }
}

void mq_pet_encode_mesh(const maq_pet_mesh *mesh, const maq_pet_encoding *encoding,
                        pet_sink *sink) {
    bool client = mq_pet_is_client(encoding), skins = mq_pet_has_skins(encoding);
    bool counted = encoding->minor >= 2;
    if (skins)
        encode_skins(mesh, sink);
    sink_u32(sink, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const maq_pet_vertex *vertex = &mesh->vertices[i];
        sink_floats(sink, vertex->position, 3);
        if (skins)
            sink_f32(sink, vertex->seam);
        encode_weights(mesh, vertex, client, sink);
    }
    sink_u32(sink, mesh->triangle_count);
    uint32_t hint = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const maq_pet_skin *skin = skins && !mesh->absolute
                                       ? mq_pet_skin_of(mesh->skins, mesh->skin_count, i, &hint)
                                       : NULL;
        for (unsigned k = 0; k < 3; k++)
            encode_corner(mesh, &mesh->triangles[i].corners[k], skin ? skin->first_vertex : 0,
                          counted, sink);
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        sink_u8(sink, mesh->triangles[i].texture);
    for (uint32_t i = 0; counted && client && i < mesh->triangle_count; i++)
        sink_u8(sink, (uint8_t)mesh->triangles[i].specular);
}
