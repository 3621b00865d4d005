// SPDX-License-Identifier: MIT
//
// Decoding MESH: tested and measured when a file is read, decoded when a caller asks for it.
#include "base/words.h"
#include "formats/pet/pet_entries.h"

#define SKIN_SIZE 20

// ------------------------------------------------------------------------------------------ skins

const maq_pet_skin *mq_pet_skin_of(const maq_pet_skin *skins, uint32_t count, uint32_t triangle,
                                   uint32_t *hint) {
    for (uint32_t tried = 0; tried < count; tried++, *hint = *hint + 1 < count ? *hint + 1 : 0) {
        const maq_pet_skin *skin = &skins[*hint];
        if (triangle >= skin->first_triangle &&
            triangle - skin->first_triangle < skin->triangle_count)
            return skin;
    }
    return NULL;
}

static bool read_skins(pet_decoder *decoder, maq_pet_skin *skins, uint32_t count) {
    mq_cursor *cursor = &decoder->cursor;
    for (uint32_t i = 0; i < count; i++) {
        skins[i].offset = mq_pet_decoder_offset(decoder);
        mq_pet_visit_skin(&(pet_visitor){.cursor = cursor}, &skins[i]);
        decoder->implausible |= mq_pet_out_of_range(decoder->bones, skins[i].bone);
    }
    return !cursor->failed;
}

// ------------------------------------------------------------------------------- test and measure

static size_t vertex_head(const maq_pet_encoding *encoding) {
    return mq_pet_has_skins(encoding) ? 16 : 12;
}

static bool test_vertices(pet_decoder *decoder, uint32_t count, uint32_t *weights) {
    // A copy stays in registers.
    mq_cursor cursor = decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    size_t head = vertex_head(&decoder->encoding);
    uint32_t limit = decoder->bones.known ? decoder->bones.count : UINT32_MAX;
    uint32_t pairs = 0;
    bool implausible = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!mq_read_bytes(&cursor, head))
            return false;
        unsigned sum = 0;
        uint32_t own = 0;
        do {
            const unsigned char *pair = mq_read_bytes(&cursor, 2);
            if (!pair)
                return false;
            uint32_t bone = pair[1];
            if (client && bone >= 0xfe)
                bone = bone == 0xfe ? mq_read_u16(&cursor) : UINT32_MAX;
            implausible |= bone >= limit;
            sum += pair[0];
            own++;
        } while (sum < PET_FULL_WEIGHT);
        pairs += own;
        if (client && own == 1)
            mq_read_bytes(&cursor, 2);
        // The published document ends a list at exactly the full weight.
        implausible |= !client && sum != PET_FULL_WEIGHT;
    }
    decoder->implausible |= implausible;
    decoder->cursor = cursor;
    *weights = pairs;
    return !cursor.failed;
}

// Whether the vertex indices of corners stay in range, counted from their skin or from the mesh.
typedef struct corner_range {
    uint32_t from, to; // triangles
    uint32_t limit;    // vertices of their skin
    bool relative_bad, absolute_bad;
} corner_range;

static void test_index(corner_range *range, uint32_t vertex, uint32_t vertex_count) {
    range->relative_bad |= vertex >= range->limit;
    range->absolute_bad |= vertex >= vertex_count;
}

// The triangles from `at` on that belong to the same skin.
static corner_range next_range(const maq_pet_mesh_summary *mesh, uint32_t at, uint32_t *hint) {
    corner_range range = {at, mesh->triangle_count, mesh->vertex_count, false, false};
    const maq_pet_skin *skin = mq_pet_skin_of(mesh->skins, mesh->skin_count, at, hint);
    if (skin) {
        uint32_t left = skin->triangle_count - (at - skin->first_triangle);
        if (left < range.to - at)
            range.to = at + left;
        range.limit = skin->vertex_count;
    } else if (mesh->skin_count > 0) {
        range.to = at + 1;
    }
    return range;
}

static bool test_corners(pet_decoder *decoder, maq_pet_mesh_summary *mesh) {
    mq_cursor cursor = decoder->cursor;
    bool counted = decoder->encoding.minor >= 2;
    bool relative_bad = false, absolute_bad = false;
    uint32_t uvs = 0, most = mesh->triangle_count > 0 && !counted ? 1 : 0, hint = 0;
    for (uint32_t at = 0; at < mesh->triangle_count;) {
        corner_range range = next_range(mesh, at, &hint);
        uint64_t corners = 3 * (uint64_t)(range.to - range.from);
        if (counted) {
            for (; corners > 0; corners--) {
                const unsigned char *corner = mq_read_bytes(&cursor, 17);
                if (!corner || !mq_read_bytes(&cursor, 8 * (size_t)corner[16]))
                    return false;
                test_index(&range, mq_word_at(corner), mesh->vertex_count);
                uvs += corner[16];
                most = corner[16] > most ? corner[16] : most;
            }
        } else {
            // 24 bytes each; the caller has checked that the section holds them.
            const unsigned char *corner = mq_read_bytes(&cursor, (size_t)corners * 24);
            if (!corner)
                return false;
            uvs += (uint32_t)corners;
            for (; corners > 0; corners--, corner += 24)
                test_index(&range, mq_word_at(corner), mesh->vertex_count);
        }
        relative_bad |= range.relative_bad;
        absolute_bad |= range.absolute_bad;
        at = range.to;
    }
    // Indices count from the first vertex of their skin, unless only the other reading is in range.
    mesh->absolute = mesh->skin_count > 0 && relative_bad && !absolute_bad;
    decoder->implausible |= mesh->absolute ? absolute_bad : relative_bad;
    mesh->uv_count = uvs;
    mesh->uv_sets = most;
    decoder->cursor = cursor;
    return true;
}

static bool test_surfaces(pet_decoder *decoder, uint32_t triangle_count) {
    const unsigned char *textures = mq_read_bytes(&decoder->cursor, triangle_count);
    bool with_specular = decoder->encoding.minor >= 2 && mq_pet_is_client(&decoder->encoding);
    const unsigned char *speculars =
        with_specular ? mq_read_bytes(&decoder->cursor, triangle_count) : NULL;
    if (decoder->cursor.failed)
        return false;
    bool implausible = false;
    for (uint32_t i = 0; i < triangle_count; i++)
        implausible |= textures[i] != 0xff && mq_pet_out_of_range(decoder->textures, textures[i]);
    for (uint32_t i = 0; speculars && i < triangle_count; i++)
        implausible |=
            speculars[i] != 0xff &&
            (speculars[i] > 127 || mq_pet_out_of_range(decoder->materials, speculars[i]));
    decoder->implausible |= implausible;
    return true;
}

bool mq_pet_decode_mesh(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    const maq_pet_encoding *encoding = &decoder->encoding;
    maq_pet_mesh_summary mesh = {0};
    maq_pet_skin local[UINT8_MAX], *skins = decoder->arena ? NULL : local;
    if (mq_pet_has_skins(encoding)) {
        mesh.skin_count = mq_read_u8(cursor);
        if (!mq_cursor_holds(cursor, mesh.skin_count, SKIN_SIZE) ||
            (decoder->arena &&
             !(skins = MQ_NEW_ARRAY(decoder->arena, maq_pet_skin, mesh.skin_count))) ||
            !read_skins(decoder, skins, mesh.skin_count))
            return false;
    }
    if (decoder->mesh_known) {
        mesh = decoder->mesh;
        mesh.skins = skins;
        decoder->pet->mesh = mesh;
        mq_read_bytes(cursor, mq_cursor_left(cursor));
        return true;
    }
    mesh.skins = skins;
    mesh.vertex_count = mq_read_u32(cursor);
    size_t smallest = vertex_head(encoding) + (mq_pet_is_client(encoding) ? 4 : 2);
    if (!mq_cursor_holds(cursor, mesh.vertex_count, smallest) ||
        !test_vertices(decoder, mesh.vertex_count, &mesh.weight_count))
        return false;
    mesh.triangle_count = mq_read_u32(cursor);
    if (!mq_cursor_holds(cursor, mesh.triangle_count, encoding->minor >= 2 ? 52 : 73) ||
        !test_corners(decoder, &mesh) || !test_surfaces(decoder, mesh.triangle_count))
        return false;
    decoder->mesh = mesh;
    // The skins of a test are on the stack.
    decoder->mesh.skins = NULL;
    if (decoder->arena)
        decoder->pet->mesh = mesh;
    return true;
}

// ----------------------------------------------------------------------------------------- decode

// The lists that are being filled.
typedef struct mesh_lists {
    maq_pet_vertex *vertices;
    maq_pet_weight *weights;
    maq_pet_triangle *triangles;
    maq_pet_uv *uvs;
} mesh_lists;

static void read_vertices(mq_cursor *cursor, const maq_pet_encoding *encoding, uint32_t count,
                          mesh_lists *lists) {
    bool client = mq_pet_is_client(encoding);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_vertex *vertex = &lists->vertices[i];
        *vertex = (maq_pet_vertex){.first_weight = next};
        mq_pet_read_floats(cursor, vertex->position, 3);
        vertex->seam = mq_pet_has_skins(encoding) ? mq_read_f32(cursor) : 1;
        unsigned sum = 0;
        do {
            maq_pet_weight *weight = &lists->weights[next++];
            weight->weight = mq_read_u8(cursor);
            if (client)
                weight->id = mq_pet_read_id(cursor, true);
            else
                weight->id = (maq_pet_id){mq_read_u8(cursor), false};
            sum += weight->weight;
        } while (sum < PET_FULL_WEIGHT && !cursor->failed);
        vertex->weight_count = next - vertex->first_weight;
        if (client && vertex->weight_count == 1) {
            vertex->pad[0] = mq_read_u8(cursor);
            vertex->pad[1] = mq_read_u8(cursor);
        }
    }
}

static void read_triangles(mq_cursor *cursor, const maq_pet_encoding *encoding,
                           const maq_pet_mesh_summary *summary, mesh_lists *lists) {
    uint32_t next = 0, hint = 0;
    bool counted = encoding->minor >= 2;
    for (uint32_t i = 0; i < summary->triangle_count && !cursor->failed; i++) {
        const maq_pet_skin *skin = mq_pet_skin_of(summary->skins, summary->skin_count, i, &hint);
        uint32_t first = skin && !summary->absolute ? skin->first_vertex : 0;
        for (unsigned k = 0; k < 3; k++) {
            maq_pet_corner *corner = &lists->triangles[i].corners[k];
            *corner = (maq_pet_corner){.first_uv = next};
            const unsigned char *head = mq_read_bytes(cursor, counted ? 17 : 16);
            if (!head)
                break;
            corner->vertex = mq_word_at(head) + first;
            mq_copy_words(corner->normal, head + 4, 3);
            corner->uv_count = counted ? head[16] : 1;
            const unsigned char *uvs = mq_read_bytes(cursor, 8 * (size_t)corner->uv_count);
            if (!uvs)
                break;
            for (uint32_t set = 0; set < corner->uv_count; set++)
                mq_copy_words(&lists->uvs[next++], uvs + 8 * set, 2);
        }
    }
    for (uint32_t i = 0; i < summary->triangle_count; i++)
        lists->triangles[i].texture = mq_read_u8(cursor);
    bool with_specular = encoding->minor >= 2 && mq_pet_is_client(encoding);
    for (uint32_t i = 0; i < summary->triangle_count; i++)
        lists->triangles[i].specular = with_specular ? (int8_t)mq_read_u8(cursor) : -1;
}

bool mq_pet_mesh_decode(const maq_pet *pet, mq_arena *arena, maq_pet_mesh *out) {
    const maq_pet_section *section =
        pet->has[MAQ_PET_MESH] ? mq_pet_find_section(pet, MAQ_PET_MESH) : NULL;
    if (!section)
        return false;
    // The section was tested when the document was made, so the counts are right.
    const maq_pet_mesh_summary *summary = &pet->mesh;
    mesh_lists lists = {
        MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_vertex, summary->vertex_count),
        MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_weight, summary->weight_count),
        MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_triangle, summary->triangle_count),
        MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_uv, summary->uv_count)};
    maq_pet_skin *skins = MQ_NEW_ARRAY(arena, maq_pet_skin, summary->skin_count);
    if (!lists.vertices || !lists.weights || !lists.triangles || !lists.uvs || !skins)
        return false;
    if (summary->skin_count > 0)
        memcpy(skins, summary->skins, summary->skin_count * sizeof *skins);
    mq_cursor cursor = mq_cursor_over(section->bytes, section->length);
    if (mq_pet_has_skins(&section->encoding))
        mq_read_bytes(&cursor, 1 + SKIN_SIZE * (size_t)summary->skin_count);
    mq_read_u32(&cursor);
    read_vertices(&cursor, &section->encoding, summary->vertex_count, &lists);
    mq_read_u32(&cursor);
    read_triangles(&cursor, &section->encoding, summary, &lists);
    *out = (maq_pet_mesh){.vertices = lists.vertices,
                          .weights = lists.weights,
                          .triangles = lists.triangles,
                          .uvs = lists.uvs,
                          .skins = skins,
                          .vertex_count = summary->vertex_count,
                          .weight_count = summary->weight_count,
                          .triangle_count = summary->triangle_count,
                          .uv_count = summary->uv_count,
                          .skin_count = summary->skin_count,
                          .absolute = summary->absolute};
    return !cursor.failed;
}

maq_status maq_pet_mesh_open(const maq_document *document, const maq_memory *memory,
                             maq_pet_mesh *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_pet_mesh){0};
    const maq_pet *pet = maq_document_pet(document);
    if (!pet || !pet->has[MAQ_PET_MESH])
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;
    if (!mq_pet_mesh_decode(pet, arena, out)) {
        maq_status status = mq_arena_status(arena);
        mq_arena_free(arena);
        *out = (maq_pet_mesh){0};
        return status;
    }
    out->owner = arena;
    return MAQ_OK;
}

void maq_pet_mesh_free(maq_pet_mesh *mesh) {
    if (!mesh || !mesh->owner)
        return;
    mq_arena_free((mq_arena *)(uintptr_t)mesh->owner);
    *mesh = (maq_pet_mesh){0};
}
