// SPDX-License-Identifier: MIT
//
// Reading WZM 1, 2 and 3.
#include <string.h>

#include "formats/plain_rows.h"
#include "formats/wzm/wzm_priv.h"

// The fewest bytes of a row that cannot be read: one, and what separates it from the next. Rows are
// numbered by their order, so even such a one is kept.
#define SMALLEST_ROW 2

typedef struct wzm_reader {
    mq_directives text;
    mq_arena *arena;
    maq_wzm *wzm;
    maq_wzm_mesh *meshes;
    size_t mesh_capacity;
    mq_rows announced; // by MESHES
    uint32_t head_seen;
    int head_rank;
    const char *rows_of; // the list that was read last
} wzm_reader;

// The mesh that is being read.
typedef struct mesh_reader {
    maq_wzm_mesh *mesh;
    const char *begin, *end; // MESH, or the directive before which it is missing
    uint32_t seen;           // one bit a keyword
    int rank;
    mq_rows vertices, triangles, arrays; // the counts that come before the lists
    maq_wzm_texture_array *texture_arrays;
    size_t texture_array_capacity;
} mesh_reader;

#define FIND(reader, rule, begin, end, ...)                                                        \
    MQ_DIRECTIVE_REPORT(&(reader)->text, rule, begin, end, __VA_ARGS__)

static bool seen(uint32_t set, unsigned keyword) {
    return set >> keyword & 1;
}

// The rank of a directive in the order of a version, from 0; -1 when the version does not have it.
static int rank_in(unsigned keyword, uint32_t version) {
    static const signed char early[WZM_KEY_COUNT] = {
        [WZM_KEY_TEXTURE] = 1,     [WZM_KEY_MESHES] = 2,        [WZM_KEY_MESH] = 3,
        [WZM_KEY_TEAMCOLOURS] = 4, [WZM_KEY_VERTICES] = 5,      [WZM_KEY_FACES] = 6,
        [WZM_KEY_VERTEXARRAY] = 7, [WZM_KEY_TEXTUREARRAYS] = 8, [WZM_KEY_TEXTUREARRAY] = 9,
        [WZM_KEY_INDEXARRAY] = 10, [WZM_KEY_FRAMES] = 11,       [WZM_KEY_CONNECTORS] = 12,
    };
    static const signed char late[WZM_KEY_COUNT] = {
        [WZM_KEY_TEXTURE] = 1,     [WZM_KEY_TCMASK] = 2,      [WZM_KEY_NORMALMAP] = 3,
        [WZM_KEY_SPECULARMAP] = 4, [WZM_KEY_MATERIAL] = 5,    [WZM_KEY_MESHES] = 6,
        [WZM_KEY_MESH] = 7,        [WZM_KEY_TEAMCOLOURS] = 8, [WZM_KEY_MINMAX_TSCEN] = 9,
        [WZM_KEY_VERTICES] = 10,   [WZM_KEY_INDICES] = 11,    [WZM_KEY_VERTEXARRAY] = 12,
        [WZM_KEY_INDEXARRAY] = 13, [WZM_KEY_CONNECTORS] = 14,
    };
    return (version == 3 ? late : early)[keyword] - 1;
}

// Reports what is wrong with the position of a directive. False when it must not be read.
static bool accept(wzm_reader *reader, const mq_directive *next, uint32_t *set, int *reached) {
    int rank = rank_in(next->keyword, reader->wzm->version);
    const char *name = mq_wzm_keywords[next->keyword];
    if (rank < 0) {
        FIND(reader, WZM_OTHER_VERSION, next->begin, next->end,
             "version %u has no %s; it is not read", reader->wzm->version, name);
        return false;
    }
    if (seen(*set, next->keyword) && next->keyword != WZM_KEY_TEXTUREARRAY) {
        FIND(reader, WZM_REPEATED, next->begin, next->end, "%s is repeated; the first is kept",
             name);
        return false;
    }
    if (rank < *reached)
        FIND(reader, WZM_ORDER, next->begin, next->end, "%s comes too late here", name);
    else
        *reached = rank;
    *set |= 1u << next->keyword;
    return true;
}

static void pass_unread(wzm_reader *reader, const mq_directive *next) {
    mq_directives_pass(&reader->text, next);
    mq_directives_skip(&reader->text);
}

// -------------------------------------------------------------------------------------------- head

static void read_file_name(wzm_reader *reader, const char **name) {
    mq_directives_word(&reader->text, "the name of an image", name);
    mq_directives_end_line(&reader->text);
}

static bool read_floats(wzm_reader *reader, const char *what, float *values, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (!mq_directives_float(&reader->text, what, &values[i])) {
            mq_directives_skip(&reader->text);
            return false;
        }
    }
    mq_directives_end_line(&reader->text);
    return true;
}

static void read_head_directive(wzm_reader *reader, const mq_directive *next) {
    maq_wzm *wzm = reader->wzm;
    uint32_t offset = mq_directives_offset(&reader->text, next->begin);
    if (!accept(reader, next, &reader->head_seen, &reader->head_rank)) {
        pass_unread(reader, next);
        return;
    }
    mq_directives_pass(&reader->text, next);
    switch (next->keyword) {
    case WZM_KEY_TEXTURE:
        wzm->texture_offset = offset;
        read_file_name(reader, &wzm->texture);
        break;
    case WZM_KEY_TCMASK:
        wzm->team_mask_offset = offset;
        read_file_name(reader, &wzm->team_mask);
        break;
    case WZM_KEY_NORMALMAP:
        wzm->normal_map_offset = offset;
        read_file_name(reader, &wzm->normal_map);
        break;
    case WZM_KEY_SPECULARMAP:
        wzm->specular_map_offset = offset;
        read_file_name(reader, &wzm->specular_map);
        break;
    case WZM_KEY_MATERIAL:
        wzm->material.offset = offset;
        wzm->material.present =
            read_floats(reader, "a number of MATERIAL", wzm->material.value, 13);
        break;
    default:
        wzm->meshes_offset = offset;
        mq_rows_read_count(&reader->text, &reader->announced, "MESHES");
        break;
    }
}

// ------------------------------------------------------------------------------------------- lists

static void begin_rows(wzm_reader *reader, mq_rows *rows, const char *name, uint32_t row_size) {
    rows->keep_broken = true;
    mq_rows_begin(&reader->text, rows, name, row_size, SMALLEST_ROW);
}

typedef struct vertex_rows {
    maq_wzm_position *positions;
    // In version 3; otherwise NULL.
    maq_wzm_uv *uvs;
    maq_wzm_tangent_space *spaces;
} vertex_rows;

static void keep_vertex(const vertex_rows *all, uint32_t index, uint32_t offset,
                        const float values[12]) {
    all->positions[index] = (maq_wzm_position){values[0], values[1], values[2], offset};
    if (!all->spaces)
        return;
    all->uvs[index] = (maq_wzm_uv){values[3], values[4], offset};
    memcpy(all->spaces[index].normal, values + 5, 3 * sizeof(float));
    memcpy(all->spaces[index].tangent, values + 8, 4 * sizeof(float));
}

static bool read_plain_vertex(const void *context, mq_plain_row *row) {
    const vertex_rows *all = context;
    float values[12];
    if (!mq_plain_floats(row, values, all->spaces ? 12 : 3))
        return false;
    keep_vertex(all, row->index, row->offset, values);
    return true;
}

static void read_vertices(wzm_reader *reader, mesh_reader *state) {
    maq_wzm_mesh *mesh = state->mesh;
    bool full = reader->wzm->version == 3;
    unsigned floats = full ? 12 : 3;
    mq_rows rows = state->vertices;
    begin_rows(reader, &rows, "VERTEXARRAY", floats);
    vertex_rows all = {
        .positions = MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_wzm_position, rows.capacity)};
    if (full) {
        all.uvs = MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_wzm_uv, rows.capacity);
        all.spaces =
            MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_wzm_tangent_space, rows.capacity);
    }
    if (!all.positions || (full && (!all.uvs || !all.spaces)))
        return;
    mq_rows_read_plain(&rows, read_plain_vertex, &all);
    while (mq_rows_next(&rows)) {
        float values[12] = {0};
        mq_rows_floats(&rows, values, floats);
        keep_vertex(&all, rows.kept, mq_directives_offset(&reader->text, rows.begin), values);
        mq_rows_end(&rows);
    }
    mesh->vertices = all.positions;
    mesh->vertex_count = rows.kept;
    if (full) {
        state->texture_arrays[0] = (maq_wzm_texture_array){
            .count = rows.kept, .uvs = all.uvs, .offset = mesh->vertices_offset};
        mesh->tangent_spaces = all.spaces;
    }
}

static bool read_plain_uv(const void *context, mq_plain_row *row) {
    maq_wzm_uv *uvs = *(maq_wzm_uv *const *)context;
    float values[2];
    if (!mq_plain_floats(row, values, 2))
        return false;
    uvs[row->index] = (maq_wzm_uv){values[0], values[1], row->offset};
    return true;
}

static void read_texture_array(wzm_reader *reader, mesh_reader *state, uint32_t offset) {
    maq_wzm_mesh *mesh = state->mesh;
    maq_wzm_texture_array array = {.offset = offset, .number = (int32_t)mesh->texture_array_count};
    mq_directives_int(&reader->text, "the number of the texture array", &array.number);
    mq_rows rows = state->vertices;
    begin_rows(reader, &rows, "TEXTUREARRAY", 2);
    maq_wzm_uv *uvs = MQ_NEW_ARRAY(reader->arena, maq_wzm_uv, rows.capacity);
    if (!uvs)
        return;
    mq_rows_read_plain(&rows, read_plain_uv, &uvs);
    while (mq_rows_next(&rows)) {
        maq_wzm_uv *uv = &uvs[rows.kept];
        uv->offset = mq_directives_offset(&reader->text, rows.begin);
        float values[2] = {0};
        mq_rows_floats(&rows, values, 2);
        uv->u = values[0];
        uv->v = values[1];
        mq_rows_end(&rows);
    }
    array.uvs = uvs;
    array.count = rows.kept;
    maq_wzm_texture_array *arrays =
        mq_arena_grow(reader->arena, state->texture_arrays, &state->texture_array_capacity,
                      mesh->texture_array_count, sizeof *arrays);
    if (!arrays)
        return;
    mesh->texture_arrays = state->texture_arrays = arrays;
    arrays[mesh->texture_array_count++] = array;
}

static bool read_plain_triangle(const void *context, mq_plain_row *row) {
    maq_wzm_triangle *triangle = *(maq_wzm_triangle *const *)context + row->index;
    triangle->offset = row->offset;
    return mq_plain_ints(row, triangle->vertices, 3);
}

static void read_triangles(wzm_reader *reader, mesh_reader *state) {
    mq_rows rows = state->triangles;
    begin_rows(reader, &rows, "INDEXARRAY", 3);
    maq_wzm_triangle *triangles =
        MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_wzm_triangle, rows.capacity);
    if (!triangles)
        return;
    mq_rows_read_plain(&rows, read_plain_triangle, &triangles);
    while (mq_rows_next(&rows)) {
        maq_wzm_triangle *triangle = &triangles[rows.kept];
        *triangle = (maq_wzm_triangle){.offset = mq_directives_offset(&reader->text, rows.begin)};
        mq_rows_ints(&rows, triangle->vertices, 3);
        mq_rows_end(&rows);
    }
    state->mesh->triangles = triangles;
    state->mesh->triangle_count = rows.kept;
}

static void read_frames(wzm_reader *reader, maq_wzm_mesh *mesh) {
    mq_rows rows;
    if (!mq_rows_read_count(&reader->text, &rows, "FRAMES") && reader->text.stop)
        return;
    begin_rows(reader, &rows, "FRAMES", 8);
    maq_wzm_frame *frames = MQ_NEW_ARRAY(reader->arena, maq_wzm_frame, rows.capacity);
    if (!frames)
        return;
    while (mq_rows_next(&rows)) {
        maq_wzm_frame *frame = &frames[rows.kept];
        frame->offset = mq_directives_offset(&reader->text, rows.begin);
        if (mq_rows_float(&rows, &frame->seconds) && mq_rows_int(&rows, &frame->texture_array) &&
            mq_rows_floats(&rows, frame->translation, 3))
            mq_rows_floats(&rows, frame->rotation, 3);
        mq_rows_end(&rows);
    }
    mesh->frames = frames;
    mesh->frame_count = rows.kept;
}

// -------------------------------------------------------------------------------------- connectors

// How many values a connector has in each version.
static const unsigned connector_size[] = {0, 4, 7, 3};

// The version whose form the current row has: the file's own unless its line fits another better.
static uint32_t form_of_row(const mq_rows *rows, uint32_t version) {
    if (!rows->starts_line)
        return version;
    unsigned count = mq_rows_tokens_ahead(rows, 8);
    for (uint32_t other = 1; other <= 3; other++) {
        if (count == connector_size[other])
            return other;
    }
    return version;
}

static bool read_connector_values(mq_rows *rows, uint32_t form, maq_wzm_connector *connector) {
    float at[3];
    if (form == 2 && !mq_rows_word(rows, &connector->type))
        return false;
    if (!mq_rows_floats(rows, at, 3))
        return false;
    connector->x = at[0];
    connector->y = at[1];
    connector->z = at[2];
    if (form == 1)
        return mq_rows_word(rows, &connector->type);
    for (int i = 0; form == 2 && i < 3; i++) {
        if (!mq_rows_int(rows, &connector->values[i]))
            return false;
    }
    return true;
}

// A connector in the form of another version is read as far as the file's own version has it. A
// position alone, or a position and a number, is the same in version 2 followed by zeros.
static void convert_connector(wzm_reader *reader, const mq_rows *rows, uint32_t form,
                              maq_wzm_connector *connector) {
    uint32_t version = reader->wzm->version;
    const char *end = reader->text.last_end;
    maq_finding *finding =
        FIND(reader, WZM_CONNECTOR_FORM, rows->begin, end,
             "this connector is written as in version %u, not as in version %u", form, version);
    if (version == 1 && connector->type && !mq_wzm_is_number(connector->type))
        connector->type = "0";
    if (!(version == 2 && form == 1) || !connector->type)
        return;
    // `x y z type` becomes `type x y z 0 0 0`.
    const char *type = end - strlen(connector->type), *position_end = type;
    while (position_end > rows->begin && mq_lexer_gap[(unsigned char)position_end[-1]])
        position_end--;
    const char *front = mq_arena_format(reader->arena, "%s ", connector->type);
    if (!front)
        return;
    mq_directives_edit(&reader->text, finding, rows->begin, rows->begin, front, strlen(front));
    mq_directives_edit(&reader->text, finding, position_end, end, " 0 0 0", 6);
}

static void read_connectors(wzm_reader *reader, maq_wzm_mesh *mesh) {
    uint32_t version = reader->wzm->version;
    mq_rows rows;
    if (!mq_rows_read_count(&reader->text, &rows, "CONNECTORS") && reader->text.stop)
        return;
    rows.words = version == 2;
    begin_rows(reader, &rows, "CONNECTORS", connector_size[version]);
    maq_wzm_connector *connectors = MQ_NEW_ARRAY(reader->arena, maq_wzm_connector, rows.capacity);
    if (!connectors)
        return;
    while (mq_rows_next(&rows)) {
        maq_wzm_connector *connector = &connectors[rows.kept];
        connector->offset = mq_directives_offset(&reader->text, rows.begin);
        uint32_t form = form_of_row(&rows, version);
        if (read_connector_values(&rows, form, connector) && form != version)
            convert_connector(reader, &rows, form, connector);
        if (version == 3)
            connector->type = NULL;
        else if (!connector->type)
            connector->type = "0";
        if (version != 2)
            memset(connector->values, 0, sizeof connector->values);
        mq_rows_end(&rows);
    }
    mesh->connectors = connectors;
    mesh->connector_count = rows.kept;
}

// ------------------------------------------------------------------------------------------ meshes

static void read_mesh_directive(wzm_reader *reader, mesh_reader *state, const mq_directive *next) {
    maq_wzm_mesh *mesh = state->mesh;
    mq_directives *text = &reader->text;
    uint32_t offset = mq_directives_offset(text, next->begin);
    mq_directives_pass(text, next);
    reader->rows_of = NULL;
    switch (next->keyword) {
    case WZM_KEY_TEAMCOLOURS:
        mesh->team_colours_offset = offset;
        mq_directives_int(text, "0 or 1", &mesh->team_colours);
        mq_directives_end_line(text);
        return;
    case WZM_KEY_MINMAX_TSCEN:
        mesh->bounds_offset = offset;
        mesh->has_bounds = read_floats(reader, "a number of MINMAX_TSCEN", mesh->bounds, 9);
        return;
    case WZM_KEY_VERTICES:
        mq_rows_read_count(text, &state->vertices, "VERTICES");
        return;
    case WZM_KEY_FACES:
    case WZM_KEY_INDICES:
        mq_rows_read_count(text, &state->triangles, mq_wzm_keywords[next->keyword]);
        return;
    case WZM_KEY_TEXTUREARRAYS:
        mesh->texture_arrays_offset = offset;
        mq_rows_read_count(text, &state->arrays, "TEXTUREARRAYS");
        return;
    case WZM_KEY_VERTEXARRAY:
        mesh->vertices_offset = offset;
        read_vertices(reader, state);
        break;
    case WZM_KEY_TEXTUREARRAY:
        read_texture_array(reader, state, offset);
        break;
    case WZM_KEY_INDEXARRAY:
        mesh->triangles_offset = offset;
        read_triangles(reader, state);
        break;
    case WZM_KEY_FRAMES:
        mesh->frames_offset = offset;
        read_frames(reader, mesh);
        break;
    default:
        mesh->connectors_offset = offset;
        read_connectors(reader, mesh);
        break;
    }
    reader->rows_of = mq_wzm_keywords[next->keyword];
}

static void end_mesh(wzm_reader *reader, const mesh_reader *state) {
    const maq_wzm_mesh *mesh = state->mesh;
    for (unsigned keyword = WZM_KEY_TEAMCOLOURS; keyword < WZM_KEY_COUNT; keyword++) {
        if (keyword != WZM_KEY_TEXTUREARRAY && rank_in(keyword, reader->wzm->version) >= 0 &&
            !seen(state->seen, keyword))
            FIND(reader, WZM_SECTION_MISSING, state->begin, state->end, "mesh %s has no %s",
                 mesh->name, mq_wzm_keywords[keyword]);
    }
    mq_report_wrong_count(&reader->text, WZM_ARRAY_COUNT, &state->arrays,
                          mesh->texture_array_count);
}

// MESH and its name, and the directives up to the next. Only the first mesh can lack the word.
static bool read_mesh(wzm_reader *reader, const mq_directive *first) {
    maq_wzm *wzm = reader->wzm;
    mq_directives *text = &reader->text;
    if (wzm->mesh_count == reader->mesh_capacity)
        return false;
    uint32_t number = wzm->mesh_count++;
    maq_wzm_mesh *mesh = &reader->meshes[number];
    *mesh = mq_wzm_new_mesh(MAQ_WZM_NO_NAME);
    if (wzm->version == 1 && !(mesh->name = mq_arena_format(reader->arena, "%u", number)))
        return false;
    mesh_reader state = {.mesh = mesh, .begin = first->begin, .end = first->end, .rank = -1};
    if (wzm->version == 3) {
        // The texture coordinates of version 3 come with the vertices.
        mesh->texture_arrays = state.texture_arrays = MQ_NEW(reader->arena, maq_wzm_texture_array);
        if (!state.texture_arrays)
            return false;
        mesh->texture_array_count = 1;
    }
    if (first->keyword == WZM_KEY_MESH) {
        mesh->offset = mq_directives_offset(text, first->begin);
        mq_directives_pass(text, first);
        mq_directives_word(text, "the name of the mesh", &mesh->name);
        mq_directives_end_line(text);
    } else {
        FIND(reader, WZM_MESH_MISSING, first->begin, first->end, "MESH must come before %s",
             mq_wzm_keywords[first->keyword]);
    }
    reader->head_rank = rank_in(WZM_KEY_MESH, wzm->version);
    reader->rows_of = NULL;
    for (;;) {
        mq_directive next = mq_directives_peek(text, reader->rows_of);
        if (next.keyword == MQ_NO_KEYWORD || next.keyword == WZM_KEY_MESH)
            break;
        if (next.keyword < WZM_KEY_MESH)
            read_head_directive(reader, &next);
        else if (accept(reader, &next, &state.seen, &state.rank))
            read_mesh_directive(reader, &state, &next);
        else
            pass_unread(reader, &next);
    }
    if (!text->stop)
        end_mesh(reader, &state);
    return mq_arena_status(reader->arena) == MAQ_OK;
}

static void read_meshes(wzm_reader *reader) {
    mq_directives *text = &reader->text;
    // A mesh is large and its least text small: as many as the words MESH, and one without it.
    reader->mesh_capacity = mq_directives_count(text, WZM_KEY_MESH) + 1;
    reader->wzm->meshes = reader->meshes =
        MQ_NEW_ARRAY(reader->arena, maq_wzm_mesh, reader->mesh_capacity);
    if (!reader->meshes)
        return;
    for (;;) {
        mq_directive next = mq_directives_peek(text, reader->rows_of);
        if (next.keyword == MQ_NO_KEYWORD)
            break;
        if (next.keyword < WZM_KEY_MESH)
            read_head_directive(reader, &next);
        else if (!read_mesh(reader, &next))
            break;
    }
}

static void check_head(wzm_reader *reader) {
    maq_wzm *wzm = reader->wzm;
    const char *start = reader->text.lexer.begin;
    if (!seen(reader->head_seen, WZM_KEY_TEXTURE))
        FIND(reader, WZM_TEXTURE_MISSING, start, start, "TEXTURE is missing in the head");
    if (!wzm->texture)
        wzm->texture = MAQ_WZM_NO_TEXTURE;
    if (!seen(reader->head_seen, WZM_KEY_MESHES))
        FIND(reader, WZM_MESHES_MISSING, start, start, "MESHES is missing in the head");
    else
        mq_report_wrong_count(&reader->text, WZM_MESHES_COUNT, &reader->announced, wzm->mesh_count);
}

maq_status mq_wzm_read(maq_document *document) {
    if (document->source_length >= MAQ_WZM_NO_OFFSET)
        return MAQ_OVER_LIMIT;
    wzm_reader reader = {.text = {.document = document,
                                  .rules = mq_wzm_rules,
                                  .keywords = mq_wzm_keywords,
                                  .keyword_count = WZM_KEY_COUNT,
                                  .free_lines = true},
                         .arena = document->arena,
                         .wzm = MQ_NEW(document->arena, maq_wzm),
                         .head_rank = -1};
    if (!reader.wzm)
        return mq_arena_status(document->arena);
    reader.wzm->texture_offset = reader.wzm->team_mask_offset = MAQ_WZM_NO_OFFSET;
    reader.wzm->normal_map_offset = reader.wzm->specular_map_offset = MAQ_WZM_NO_OFFSET;
    reader.wzm->material.offset = reader.wzm->meshes_offset = MAQ_WZM_NO_OFFSET;
    mq_directives_start(&reader.text, WZM_COMMENT);
    reader.wzm->version =
        mq_directives_signature(&reader.text, "WZM", 3, WZM_NOT_WZM, WZM_BAD_VERSION);
    maq_status status = reader.wzm->version ? MAQ_OK : MAQ_BAD_DATA;
    if (status == MAQ_OK) {
        document->variant = &mq_wzm_format.description.variants[reader.wzm->version - 1];
        read_meshes(&reader);
        if (reader.text.stop)
            status = MAQ_OVER_LIMIT;
        else
            check_head(&reader);
        reader.wzm->comment_count = reader.text.comment_count;
    }
    mq_findings_sort(&document->findings);
    if (status == MAQ_OK)
        document->content = reader.wzm;
    return status;
}
