// SPDX-License-Identifier: MIT
//
// From IQE to IQM: the order of steps, for one input and for several.
#include <inttypes.h>
#include <string.h>

#include "formats/iq/iq_model.h"
#include "formats/iq/iqm_priv.h"

// ---------------------------------------------------------------------------------------- meshes

// Which lists can be used: one row for each vertex.
static bool usable(iq_model *model, const iq_input *input, const char *command, uint32_t count) {
    uint32_t vertices = input->iqe->lists[MAQ_IQE_POSITION].count;
    if (count == vertices)
        return count > 0;
    // The reference compiler ignores surplus rows.
    if (model->settings.reference && count > vertices)
        return true;
    if (count)
        IQ_REPORT(model, IQE_LIST_DROPPED, 1,
                  "%sthe list %s was dropped (rows: %" PRIu32 ", vertices: %" PRIu32 ")",
                  mq_iq_prefix(model, input), command, count, vertices);
    return false;
}

static void choose_lists(iq_model *model, iq_input *input) {
    const maq_iqe *iqe = input->iqe;
    iq_geometry *g = &input->geometry;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        // There, tangents are not found by vertex.
        bool any = model->settings.reference && list == MAQ_IQE_TANGENT;
        g->uses[list] =
            any ? iqe->lists[list].count > 0
                : usable(model, input, maq_iqe_list_command(list), iqe->lists[list].count);
    }
    g->uses_blends = usable(model, input, "vb", iqe->blends.count);
    g->uses_smooth_indices = usable(model, input, "vs", iqe->smooth_index_count);
}

static bool build_input(iq_model *model, iq_input *input) {
    iq_geometry *g = &input->geometry;
    if (model->input_count == 1) {
        g->triangle_arena = model->arena;
        g->spare_arena = model->settings.intermediate ? NULL : model->arena;
    }
    if (model->settings.reference) {
        bool good = mq_iq_reference_geometry(g, model->scratch);
        mq_iq_report_unsmoothed(model, input);
        return good;
    }
    uint64_t bad_faces = 0;
    if (!mq_iq_triangulate(g, model->scratch, false, &bad_faces) ||
        !mq_iqe_find_meshes(g->iqe, model->scratch, &g->meshes))
        return false;
    if (!g->uses[MAQ_IQE_NORMAL] && g->triangle_count && !mq_iq_smooth(g, model->scratch, false))
        return false;
    if (g->scene_lists)
        mq_iq_free_faces(g->scene_lists);
    mq_iq_report_unused_vertices(model, input);
    iq_builder builder = {.order = mq_iq_order};
    if (!mq_iq_build(g, model->scratch, builder))
        return false;
    mq_iq_report_geometry(model, input, bad_faces);
    mq_iq_report_unsmoothed(model, input);
    return true;
}

// The table of meshes, and where the vertices and triangles of each input are in the model.
static bool make_meshes(iq_model *model) {
    maq_iqm *iqm = model->iqm;
    uint64_t vertices = 0, triangles = 0, count = 0;
    for (size_t i = 0; i < model->input_count; i++) {
        iq_input *input = &model->inputs[i];
        input->first_vertex = (uint32_t)vertices;
        input->first_triangle = (uint32_t)triangles;
        input->has_mesh = input->geometry.meshes.count > 0;
        vertices += input->geometry.vertex_count;
        triangles += input->geometry.out_count;
        count += input->geometry.meshes.count;
        model->has_mesh |= input->has_mesh;
    }
    if (vertices > INT32_MAX || triangles > INT32_MAX / 3) {
        model->over_limit = true;
        return false;
    }
    iqm->vertex_count = (uint32_t)vertices;
    iqm->triangle_count = (uint32_t)triangles;
    maq_iqm_mesh *meshes = MQ_NEW_ARRAY(model->arena, maq_iqm_mesh, (size_t)count);
    if (!meshes)
        return false;
    iqm->meshes = meshes;
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        const iq_geometry *g = &input->geometry;
        for (uint32_t m = 0; m < g->meshes.count; m++) {
            const iqe_mesh *mesh = &g->meshes.items[m];
            bool whole = model->settings.reference;
            uint32_t name =
                mq_iq_add_text(&model->texts, mesh->name,
                               whole ? strlen(mesh->name) : mq_iqe_name_length(mesh->name));
            uint32_t material =
                mq_iq_add_text(&model->texts, mesh->material,
                               whole ? strlen(mesh->material) : mq_iqe_name_length(mesh->material));
            meshes[iqm->mesh_count++] = (maq_iqm_mesh){
                .name = name,
                .material = material,
                .first_vertex = input->first_vertex + g->ranges[m].first_vertex,
                .vertex_count = g->ranges[m].vertex_count,
                .first_triangle = input->first_triangle + g->ranges[m].first_triangle,
                .triangle_count = g->ranges[m].triangle_count,
                .offset = MAQ_IQM_NO_OFFSET};
        }
    }
    return true;
}

// Three numbers each as bytes; `out` may be `numbers`.
static unsigned char *to_bytes(uint32_t *numbers, size_t count) {
    unsigned char *bytes = (unsigned char *)numbers;
    for (size_t i = 0; i < count; i++)
        mq_iq_put_u32(bytes + i * 4, numbers[i]);
    return bytes;
}

static bool make_adjacency(iq_model *model, const uint32_t *triangles) {
    maq_iqm *iqm = model->iqm;
    size_t corners = (size_t)iqm->triangle_count * 3;
    uint32_t *adjacency = model->input_count == 1
                              ? model->inputs[0].geometry.spare_corners
                              : MQ_NEW_UNINITIALIZED_ARRAY(model->arena, uint32_t, corners);
    mq_arena *scratch = adjacency ? mq_arena_scratch(model->scratch) : NULL;
    if (!scratch)
        return false;
    bool good = model->settings.reference
                    ? mq_iq_reference_adjacency(&model->inputs[model->mesh_input].geometry,
                                                adjacency, scratch)
                    : mq_iq_adjacency(triangles, iqm->triangle_count, model->keys,
                                      iqm->vertex_count, adjacency, scratch);
    mq_arena_end_scratch(model->scratch, scratch);
    iqm->adjacency = to_bytes(adjacency, corners);
    return good;
}

static bool make_triangles(iq_model *model) {
    size_t corners = (size_t)model->iqm->triangle_count * 3;
    if (corners == 0)
        return true;
    // Those of a single input are where they belong already.
    bool alone = model->input_count == 1;
    model->triangles = alone ? model->inputs[0].geometry.triangles
                             : MQ_NEW_UNINITIALIZED_ARRAY(model->arena, uint32_t, corners);
    if (!model->triangles)
        return false;
    for (size_t i = 0; !alone && i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        uint32_t *to = model->triangles + (size_t)input->first_triangle * 3;
        for (size_t k = 0; k < (size_t)input->geometry.out_count * 3; k++)
            to[k] = input->geometry.triangles[k] + input->first_vertex;
    }
    return model->settings.intermediate || make_adjacency(model, model->triangles);
}

static void free_keys(iq_model *model) {
    mq_arena_end_scratch(model->scratch, model->key_arena);
    model->key_arena = NULL;
    model->keys = NULL;
}

// Vertices, triangles and all that is made of them.
static bool make_geometry(iq_model *model) {
    if (!make_meshes(model) || !mq_iq_make_key_arrays(model))
        return false;
    bool needs_keys =
        model->iqm->triangle_count && !model->settings.reference && !model->settings.intermediate;
    if ((needs_keys && !mq_iq_make_keys(model)) || !make_triangles(model))
        return false;
    // Only the bounds of frames need them, too.
    if (model->joint_count == 0)
        free_keys(model);
    if (!mq_iq_make_arrays(model))
        return false;
    // Tangents need them as numbers.
    if (model->triangles)
        model->iqm->triangles = to_bytes(model->triangles, (size_t)model->iqm->triangle_count * 3);
    return true;
}

// ---------------------------------------------------------------------------------------- the rest

// The comment section of the first input that has one, with a NUL behind it.
static bool make_comment(iq_model *model) {
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        const maq_iqe *iqe = input->iqe;
        if (!iqe->has_comment)
            continue;
        if (model->iqm->comment) {
            IQ_REPORT(model, IQE_LOSS_COMMENT_SECTION, 1, "%sthe comment section was dropped",
                      mq_iq_prefix(model, input));
            continue;
        }
        size_t length = (size_t)iqe->comment_length + 1;
        size_t padded = (length + 3) & ~(size_t)3;
        if (padded > UINT32_MAX) {
            model->over_limit = true;
            return false;
        }
        char *comment = MQ_NEW_ARRAY(model->arena, char, padded);
        if (!comment)
            return false;
        if (iqe->comment_length)
            memcpy(comment, iqe->comment, (size_t)iqe->comment_length);
        model->iqm->comment = comment;
        model->iqm->comment_size = (uint32_t)padded;
    }
    return true;
}

static bool make_texts(iq_model *model) {
    iq_texts *texts = &model->texts;
    while (texts->size % 4) {
        char *bytes =
            mq_arena_grow(texts->arena, texts->bytes, &texts->byte_capacity, texts->size, 1);
        if (!bytes)
            return false;
        texts->bytes = bytes;
        bytes[texts->size++] = '\0';
    }
    model->iqm->text = mq_arena_text(model->arena, texts->bytes, texts->size);
    model->iqm->text_size = texts->size;
    return model->iqm->text != NULL;
}

// The reference compiler adds names input by input: those of animations before the mesh come first.
static void add_early_names(iq_model *model) {
    for (size_t i = 0; i < model->mesh_input; i++) {
        const maq_iqe *iqe = model->inputs[i].iqe;
        for (uint32_t a = 0; iqe->joint_count && a < iqe->animation_count; a++)
            mq_iq_add_text(&model->texts, iqe->animations[a].name, strlen(iqe->animations[a].name));
    }
}

static bool run(iq_model *model) {
    for (size_t i = 0; i < model->input_count; i++) {
        iq_input *input = &model->inputs[i];
        choose_lists(model, input);
        mq_iq_report_input(model, input);
        // Whether there will be a mesh must be known before joints are matched.
        input->has_mesh = input->iqe->faces.count > 0 || input->iqe->lists[0].count >= 3;
        if (i > 0 && input->has_mesh && !model->settings.reference)
            IQ_REPORT(model, IQE_MESH_INPUT_MERGED, 1, "%sits meshes were added to the model",
                      mq_iq_prefix(model, input));
    }
    if (model->settings.reference)
        add_early_names(model);
    if (!mq_iq_make_skeleton(model))
        return false;
    for (size_t i = 0; i < model->input_count; i++) {
        if (!build_input(model, &model->inputs[i]))
            return false;
    }
    return make_geometry(model) && mq_iq_make_joints(model) && mq_iq_make_motion(model) &&
           make_comment(model) && make_texts(model);
}

static maq_status compile(iq_model *model) {
    model->arena = model->out->arena;
    model->texts.arena = model->scratch;
    model->iqm = MQ_NEW(model->arena, maq_iqm);
    bool good = model->iqm != NULL;
    if (good) {
        model->iqm->version = 2;
        model->iqm->text_offset = MAQ_IQM_NO_OFFSET;
        good = run(model);
    }
    bool over_limit = model->over_limit;
    maq_iqm *iqm = model->iqm;
    free_keys(model);
    mq_arena_end_scratch(model->out->arena, model->scratch);
    if (over_limit)
        return MAQ_OVER_LIMIT;
    if (!good)
        return mq_arena_status(model->out->arena);
    model->out->content = iqm;
    return mq_arena_status(model->out->arena);
}

// Makes IQM 2 from any inputs. `lists`: the numbers of a single one; or NULL.
static maq_status join(const maq_input *inputs, size_t count, iq_scene_lists *lists,
                       const mq_settings *settings, maq_document *out) {
    iq_model model = {.out = out};
    if (!mq_iq_read_settings(settings, &model.settings))
        return MAQ_BAD_ARGUMENT;
    model.settings.intermediate |= out->for_scene;
    model.scratch = mq_arena_scratch(out->arena);
    if (!model.scratch)
        return mq_arena_status(out->arena);
    model.inputs = MQ_NEW_ARRAY(model.scratch, iq_input, count);
    model.input_count = count;
    maq_status status = model.inputs ? MAQ_OK : MAQ_NO_MEMORY;
    size_t mesh_count = 0;
    for (size_t i = 0; status == MAQ_OK && i < count; i++) {
        iq_input *input = &model.inputs[i];
        const maq_document *document = inputs[i].document;
        input->file_name = document->file_name;
        const maq_iqm *iqm = maq_document_iqm(document);
        if (iqm)
            input->iqe = mq_iqe_from_iqm(iqm, model.scratch, &out->findings);
        else if (model.settings.reference)
            input->iqe = mq_iq_reference_read(document, model.scratch, &input->lines_cut);
        else
            input->iqe = maq_document_iqe(document);
        if (!input->iqe)
            status = mq_arena_status(model.scratch) == MAQ_OK ? MAQ_BAD_DATA : MAQ_NO_MEMORY;
        else if (!mq_iq_read_input_settings(&inputs[i], &model.settings, &input->settings))
            status = MAQ_BAD_ARGUMENT;
        else if (model.settings.reference && input->iqe->faces.count && mesh_count++)
            status = MAQ_UNSUPPORTED; // its result for several meshes is undefined
        else if (input->iqe->faces.count)
            model.mesh_input = i;
        input->geometry.iqe = input->iqe;
        input->geometry.scene_lists = lists;
        input->geometry.floats = lists ? lists->floats : NULL;
        input->geometry.transform = &input->settings.transform;
    }
    // No finding of the compiler has a position.
    bool frees = out->frees_inputs && !model.settings.reference;
    for (size_t i = 0; status == MAQ_OK && frees && i < count; i++)
        mq_document_free_source(inputs[i].document, &out->findings);
    if (status == MAQ_OK)
        return compile(&model);
    mq_arena_end_scratch(out->arena, model.scratch);
    return status;
}

static maq_status join_to_variant(const maq_input *inputs, size_t count, iq_scene_lists *lists,
                                  const mq_settings *settings, maq_document *out) {
    if (out->variant->version != 1)
        return join(inputs, count, lists, settings, out);
    // Version 1 is made from version 2, in the same arena.
    maq_document second = *out;
    second.variant = mq_iqm_variant(2);
    maq_status status = join(inputs, count, lists, settings, &second);
    out->findings = second.findings;
    return status == MAQ_OK ? mq_iqm_change_version(&second, settings, out) : status;
}

maq_status mq_iqm_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out) {
    return join_to_variant(inputs, count, NULL, settings, out);
}

maq_status mq_iqm_compile_scene(const maq_document *document, iq_scene_lists *lists,
                                const mq_settings *settings, maq_document *out) {
    maq_input input = {.document = document};
    return join_to_variant(&input, 1, lists, settings, out);
}

maq_status mq_iqm_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    // Without settings a model keeps its vertices and triangles.
    if (document->format == &mq_iqm_format && settings->count == 0)
        return mq_iqm_change_version(document, settings, out);
    maq_input input = {.document = document};
    return mq_iqm_join(&input, 1, settings, out);
}
