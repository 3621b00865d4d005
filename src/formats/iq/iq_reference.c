// SPDX-License-Identifier: MIT
//
// What the reference compiler does otherwise, faults included, for compat=reference. Nothing here
// is used without that setting. A comment names each fault where it is reproduced.
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iqe_scan.h"

#define PI 3.14159265358979323846

// ----------------------------------------------------------------------------------------- lines

enum { LINE_BYTES = 511 };

// Copies text with a line break behind each 511 bytes of a line, up to the comment section. Returns
// the length of the copy; without `out` it is only measured. `*cut` counts the breaks.
static size_t cut_lines(const char *at, const char *end, char *out, uint64_t *cut) {
    size_t length = 0;
    bool in_comment = false;
    while (at < end) {
        // As much of the line as shows whether it is long.
        const char *line_end =
            mq_iqe_line_end(at, end - at > LINE_BYTES + 1 ? at + LINE_BYTES + 1 : end);
        bool is_long = !in_comment && line_end - at > LINE_BYTES;
        const char *next = in_comment ? end : is_long ? at + LINE_BYTES : line_end;
        next += !in_comment && !is_long && next < end; // the line break
        in_comment |= mq_iqe_word(mq_iqe_skip_blanks(at, line_end), line_end, "comment");
        if (out)
            memcpy(out + length, at, (size_t)(next - at));
        length += (size_t)(next - at);
        if (is_long && out)
            out[length] = '\n';
        length += is_long;
        *cut += is_long;
        at = next;
    }
    return length;
}

const maq_iqe *mq_iq_reference_read(const maq_document *document, mq_arena *arena, uint64_t *cut) {
    *cut = 0;
    const char *source = document->source, *end = source ? source + document->source_length : NULL;
    size_t length = source ? cut_lines(source, end, NULL, cut) : 0;
    if (*cut == 0)
        return maq_document_iqe(document);
    char *text = MQ_NEW_UNINITIALIZED_ARRAY(arena, char, length);
    if (!text)
        return NULL;
    *cut = 0;
    cut_lines(source, end, text, cut);
    maq_document copy = {.arena = arena,
                         .format = document->format,
                         .source = text,
                         .source_length = length,
                         .file_name = document->file_name};
    mq_findings_init(&copy.findings, arena, 0, 0);
    return mq_iqe_read(&copy) == MAQ_OK ? copy.content : NULL;
}

// ------------------------------------------------------------------------------------- smoothing

// Edge flags belong to triangles in the order of both, whatever face they were meant for: a missing
// fs line shifts all that follow.
bool mq_iq_reference_edge_flags(const iq_geometry *g, mq_arena *scratch, uint8_t **out) {
    const maq_iqe_edges *edges = &g->iqe->edges;
    *out = NULL;
    uint32_t at = 0;
    for (uint32_t row = 0; row < edges->count; row++) {
        const uint8_t *flag = edges->smooth + edges->first[row];
        uint32_t count = edges->first[row + 1] - edges->first[row];
        if (count < 3)
            continue;
        if (!*out) {
            *out = MQ_NEW_ARRAY(scratch, uint8_t, (size_t)g->triangle_count + 1);
            if (!*out)
                return false;
            memset(*out, 7, g->triangle_count);
        }
        for (uint32_t i = 0; i + 2 < count && at < g->triangle_count; i++, at++)
            (*out)[at] = (uint8_t)((i > 0 || flag[0] ? 1 : 0) | flag[i + 1] << 1 |
                                   (i + 3 < count || flag[i + 2] ? 4 : 0));
    }
    return true;
}

// The absolute value of the cosine: 120 degrees become 60.
double mq_iq_reference_limit(const maq_iqe_part *part) {
    if (!part->has_smooth_angle)
        return -1;
    double angle = part->smooth_angle < -180 ? -180 : part->smooth_angle;
    angle = angle > 180 ? 180 : angle;
    double sine, cosine;
    mq_radian_sine_and_cosine(angle * PI / 180, &sine, &cosine);
    return (float)fabs(cosine);
}

// The entries at the numbers of the corners in their triangles, 0 to 2, are compared instead of those
// of the vertices. Comparisons that need a missing entry are skipped; see unite_listed() in
// iq_smooth.c for two entries.
int32_t mq_iq_reference_smooth_index(const maq_iqe *iqe, unsigned corner) {
    return iqe->smooth_index_count >= 3 ? iqe->smooth_indices[corner] : 0;
}

// ---------------------------------------------------------------------------------------- meshes

// Whether a part has a face that opens a mesh: two corners are enough.
static bool opens(const maq_iqe *iqe, uint32_t part) {
    uint32_t first = iqe->parts[part].first_face;
    for (uint32_t i = first; i < first + mq_iqe_part_faces(iqe, part); i++) {
        if (iqe->faces.first[i + 1] - iqe->faces.first[i] >= 2)
            return true;
    }
    return false;
}

// A mesh that is opened again loses the triangles of the later part: both count as done when the
// first is, and only the first is used.
static bool find_meshes(iq_geometry *g, mq_arena *keep) {
    const maq_iqe *iqe = g->iqe;
    iqe_meshes *meshes = &g->meshes;
    *meshes = (iqe_meshes){.items = MQ_NEW_ARRAY(keep, iqe_mesh, iqe->part_count),
                           .mesh_of_part = MQ_NEW_ARRAY(keep, uint32_t, iqe->part_count),
                           .next_part = MQ_NEW_ARRAY(keep, uint32_t, iqe->part_count)};
    if (!meshes->items || !meshes->mesh_of_part || !meshes->next_part)
        return false;
    mq_arena *scratch = mq_arena_scratch(keep);
    iq_name_table names = {.arena = scratch};
    const maq_iqe_part *last = NULL;
    uint32_t last_part = 0;
    bool kept = false, good = scratch != NULL;
    for (uint32_t p = 0; good && p < iqe->part_count; p++) {
        const maq_iqe_part *part = &iqe->parts[p];
        meshes->mesh_of_part[p] = meshes->next_part[p] = UINT32_MAX;
        if (!opens(iqe, p))
            continue;
        uint32_t triangles = g->part_triangles[p + 1] - g->part_triangles[p];
        if (!last || strcmp(last->mesh, part->mesh) != 0 ||
            strcmp(last->material, part->material) != 0) {
            // The two names as one: no name holds a byte of 1 and a line's end after it.
            char *both = mq_arena_format(scratch, "%s\001\n%s", part->mesh, part->material);
            uint32_t known = names.count;
            uint32_t number = both ? mq_iq_name_number(&names, both) : UINT32_MAX;
            good = number != UINT32_MAX;
            kept = number == known;
            if (kept)
                meshes->items[meshes->count++] =
                    (iqe_mesh){.name = part->mesh, .material = part->material, .first_part = p};
            last = part;
        } else if (kept) {
            meshes->next_part[last_part] = p;
        }
        if (kept)
            meshes->items[meshes->count - 1].triangle_count += triangles;
        last_part = p;
    }
    mq_arena_end_scratch(keep, scratch);
    // Meshes without a triangle are dropped.
    uint32_t count = 0;
    for (uint32_t m = 0; m < meshes->count; m++) {
        if (!meshes->items[m].triangle_count)
            continue;
        for (uint32_t p = meshes->items[m].first_part; p != UINT32_MAX; p = meshes->next_part[p])
            meshes->mesh_of_part[p] = count;
        meshes->items[count++] = meshes->items[m];
    }
    meshes->count = count;
    return good;
}

bool mq_iq_reference_geometry(iq_geometry *g, mq_arena *keep) {
    uint64_t bad_faces = 0;
    if (mq_iqe_triangle_soup(g->iqe))
        return true; // nothing comes of a file without faces
    if (!mq_iq_triangulate(g, keep, true, &bad_faces) || !find_meshes(g, keep))
        return false;
    if (!g->uses[MAQ_IQE_NORMAL] && !mq_iq_smooth(g, keep, true))
        return false;
    iq_builder builder = {.order = mq_iq_reference_order, .reference = true};
    return mq_iq_build(g, keep, builder);
}

// -------------------------------------------------------------------------------------- tangents

// The signs of given tangents, from bitangents that are counted by themselves.
static bool given_tangents(const iq_geometry *g, mq_arena *scratch, double (**out)[4]) {
    const maq_iqe_rows *rows = &g->iqe->lists[MAQ_IQE_TANGENT];
    double(*tangents)[4] = mq_arena_alloc(scratch, rows->count, sizeof *tangents, alignof(double));
    mq_vec3 *bitangents = MQ_NEW_ARRAY(scratch, mq_vec3, rows->count);
    *out = tangents;
    if (!tangents || !bitangents)
        return false;
    uint32_t bitangent_count = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        double row[6];
        mq_iq_get_row(g, MAQ_IQE_TANGENT, i, row);
        mq_vec3 t = {row[0], row[1], row[2]}, b = {row[3], row[4], row[5]};
        if (g->transform->rotates) {
            t = mq_iq_rotate(g->transform->rotation, t);
            b = mq_iq_rotate(g->transform->rotation, b);
        }
        bool both = mq_iqe_given_count(rows, i) > 4;
        if (both)
            bitangents[bitangent_count++] = b;
        tangents[i][0] = t.x;
        tangents[i][1] = t.y;
        tangents[i][2] = t.z;
        tangents[i][3] = both ? 0 : row[3];
    }
    uint32_t normals = g->normals ? g->normal_count : g->iqe->lists[MAQ_IQE_NORMAL].count;
    for (uint32_t i = 0; i < bitangent_count && i < normals; i++) {
        mq_vec3 t = {tangents[i][0], tangents[i][1], tangents[i][2]};
        mq_vec3 n = mq_iq_normal(g, (iq_vertex){i, i});
        tangents[i][3] = mq_dot(mq_cross(n, t), bitangents[i]) < 0 ? -1 : 1;
    }
    return true;
}

bool mq_iq_reference_tangents(const iq_geometry *g, mq_arena *keep, double (**out)[4]) {
    double(*tangents)[4] = mq_arena_alloc(keep, g->vertex_count, sizeof *tangents, alignof(double));
    mq_arena *scratch = tangents ? mq_arena_scratch(keep) : NULL;
    *out = tangents;
    bool good = scratch != NULL;
    uint32_t given = g->iqe->lists[MAQ_IQE_TANGENT].count;
    if (good && given) {
        double(*all)[4] = NULL;
        good = given_tangents(g, scratch, &all);
        // Given ones are used by the number of the model's vertex, not of the file's; what lies
        // behind the last is undefined.
        for (uint32_t i = 0; good && i < g->vertex_count && i < given; i++)
            memcpy(tangents[i], all[i], sizeof tangents[i]);
    } else if (good) {
        iq_axes axes;
        good = mq_iq_sum_axes(g, scratch, &axes);
        for (uint32_t i = 0; good && i < g->vertex_count; i++) {
            mq_vec3 n = mq_iq_normal(g, g->vertices[i]), t = axes.pairs[i].along_u;
            mq_vec3 across = mq_subtract(t, mq_scale(n, mq_dot(n, t)));
            across = mq_scale(across, 1.0 / mq_length(across)); // NaN where all cancel out
            tangents[i][0] = across.x;
            tangents[i][1] = across.y;
            tangents[i][2] = across.z;
            tangents[i][3] = mq_dot(mq_cross(n, t), axes.pairs[i].along_v) < 0 ? -1 : 1;
        }
    }
    mq_arena_end_scratch(keep, scratch);
    return good;
}

// ------------------------------------------------------------------------------------- adjacency

// The keys of an edge are numbers of the model's vertices, but the positions and blends that they
// are compared by are those of the file's vertices of these numbers; and which end comes first is
// decided by any coordinate that is less. Numbers past the file's last vertex are undefined there:
// such edges have no neighbours here.
typedef struct edge {
    uint32_t first, last;
    uint32_t triangles[2];
    bool used;
} edge;

static bool less(const iq_geometry *g, uint32_t a, uint32_t b) {
    double p[4], q[4];
    mq_iq_get_row(g, MAQ_IQE_POSITION, a, p);
    mq_iq_get_row(g, MAQ_IQE_POSITION, b, q);
    return p[0] < q[0] || p[1] < q[1] || p[2] < q[2] || p[3] < q[3];
}

// A key for each vertex of the file: equal for equal position and blend.
static bool adjacency_keys(const iq_geometry *g, mq_arena *scratch, uint32_t **out) {
    iq_geometry some = *g;
    for (unsigned list = 1; list < MAQ_IQE_LIST_COUNT; list++)
        some.uses[list] = false;
    return mq_iq_equal_vertices(&some, scratch, true, out);
}

bool mq_iq_reference_adjacency(const iq_geometry *g, uint32_t *out, mq_arena *scratch) {
    uint32_t vertices = g->iqe->lists[MAQ_IQE_POSITION].count, *keys;
    size_t edges = (size_t)g->out_count * 3, slot_count = 64;
    while (slot_count < edges * 2)
        slot_count *= 2;
    edge *slots = MQ_NEW_ARRAY(scratch, edge, slot_count);
    edge **of_edge = MQ_NEW_ARRAY(scratch, edge *, edges);
    if (!slots || !of_edge || !adjacency_keys(g, scratch, &keys))
        return false;
    for (size_t i = 0; i < edges; i++) {
        uint32_t t = (uint32_t)(i / 3);
        uint32_t a = g->triangles[i], b = g->triangles[i % 3 == 2 ? i - 2 : i + 1];
        out[i] = MAQ_IQM_NO_TRIANGLE;
        if (a >= vertices || b >= vertices)
            continue;
        bool in_order = less(g, a, b);
        uint32_t first = keys[in_order ? a : b], last = keys[in_order ? b : a];
        uint64_t mixed = ((uint64_t)first << 32 | last) * 0x9e3779b97f4a7c15u;
        size_t at = (size_t)(mixed >> 32) & (slot_count - 1);
        while (slots[at].used && (slots[at].first != first || slots[at].last != last))
            at = (at + 1) & (slot_count - 1);
        edge *e = of_edge[i] = &slots[at];
        if (!e->used)
            *e = (edge){first, last, {t, MAQ_IQM_NO_TRIANGLE}, true};
        else if (e->triangles[1] != MAQ_IQM_NO_TRIANGLE)
            e->triangles[0] = e->triangles[1] = MAQ_IQM_NO_TRIANGLE;
        else if (e->triangles[0] != MAQ_IQM_NO_TRIANGLE)
            e->triangles[1] = t;
    }
    for (size_t i = 0; i < edges; i++) {
        const edge *e = of_edge[i];
        if (e)
            out[i] = e->triangles[e->triangles[0] == i / 3 ? 1 : 0];
    }
    return true;
}

// ---------------------------------------------------------------------------------------- frames

// An animation begins a frame unless the last one is still empty: then that one, which is the
// animation's before, gets its poses.
bool mq_iq_reference_find_frames(const maq_iqe *iqe, mq_arena *scratch, iq_reference_frames *out) {
    size_t most = (size_t)iqe->animation_count + iqe->frame_count + 1;
    *out = (iq_reference_frames){MQ_NEW_ARRAY(scratch, uint32_t, (size_t)iqe->animation_count + 1),
                                 MQ_NEW_ARRAY(scratch, uint32_t, most), 0};
    if (!out->first || !out->starts)
        return false;
    uint32_t count = 0, poses = iqe->poses.base_count;
    for (uint32_t a = 0; a < iqe->animation_count; a++) {
        const maq_iqe_animation *animation = &iqe->animations[a];
        out->first[a] = count;
        if (count == 0 || out->starts[count - 1] != poses)
            out->starts[count++] = poses;
        for (uint32_t f = 0; f < animation->frame_count; f++) {
            uint32_t frame = animation->first_frame + f;
            if (out->starts[count - 1] != poses)
                out->starts[count++] = poses;
            poses += maq_iqe_frame_poses(iqe, frame);
        }
    }
    out->first[iqe->animation_count] = count;
    out->starts[count] = iqe->poses.rows.count;
    out->count = count;
    return true;
}
