// SPDX-License-Identifier: MIT
//
// The vertex arrays of a model: which there are, in which form, and their bytes.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/plural.h"
#include "formats/iq/iq_model.h"

enum { POSITIONS = 0, JOINTS = 4, WEIGHTS = 5 }; // places in the plan

// The order of arrays in a model, and the forms that they have unless a vertexarray line says so.
static const struct {
    int type; // maq_iqe_list or IQE_TYPE_BLENDINDEXES, ...
    uint32_t iqm_type, format, size;
} plan[] = {
    [POSITIONS] = {MAQ_IQE_POSITION, MAQ_IQM_POSITION, MAQ_IQM_FLOAT, 3},
    {MAQ_IQE_TEXCOORD, MAQ_IQM_TEXCOORD, MAQ_IQM_FLOAT, 2},
    {MAQ_IQE_NORMAL, MAQ_IQM_NORMAL, MAQ_IQM_FLOAT, 3},
    {MAQ_IQE_TANGENT, MAQ_IQM_TANGENT, MAQ_IQM_FLOAT, 4},
    [JOINTS] = {IQE_TYPE_BLENDINDEXES, MAQ_IQM_BLENDINDEXES, MAQ_IQM_UBYTE, 4},
    [WEIGHTS] = {IQE_TYPE_BLENDWEIGHTS, MAQ_IQM_BLENDWEIGHTS, MAQ_IQM_UBYTE, 4},
    {MAQ_IQE_COLOR, MAQ_IQM_COLOR, MAQ_IQM_UBYTE, 3},
};
enum { PLAN_COUNT = sizeof plan / sizeof plan[0], CUSTOM_COUNT = 10 };

typedef struct form {
    int type;
    uint32_t format, size;
    const char *name;    // of a custom array
    bool said;           // by a vertexarray line
    int32_t most_joint;  // the number that joint numbers were widened for; 0: they were not
    uint64_t cut;        // vertices of which a number was cut off
    unsigned char *data; // NULL: the array is not made, or not there
    bool left_out;       // the array is listed without data
} form;

typedef struct iq_arrays {
    iq_model *model;
    maq_iqm_array *items;
    uint32_t count;
    bool reference;
    form forms[PLAN_COUNT]; // in the order of the plan
} arrays;

// ----------------------------------------------------------------------------------------- forms

// Applies the first vertexarray line of the type, in the first input that has one.
static void apply_line(const arrays *a, form *f) {
    for (size_t i = 0; i < a->model->input_count; i++) {
        const maq_iqe *iqe = a->model->inputs[i].iqe;
        for (uint32_t k = 0; k < iqe->format_count; k++) {
            const maq_iqe_format *line = &iqe->formats[k];
            int component = mq_iqe_format_component(line->component);
            if (mq_iqe_format_type(line->type) != f->type || component < 0)
                continue;
            int32_t size = line->size;
            if (a->reference)
                size = size < 1 ? 1 : size > 4 ? 4 : size;
            else if (size < 1 || size > 4)
                continue;
            f->format = (uint32_t)component;
            f->size = (uint32_t)size;
            f->said = true;
            if (line->name[0])
                f->name = line->name;
            return;
        }
    }
}

static bool has_list(const iq_model *model, int type) {
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        const iq_geometry *g = &input->geometry;
        if (!input->has_mesh)
            continue;
        bool has = false;
        if (type >= MAQ_IQE_LIST_COUNT)
            has = g->uses_blends;
        else if (type == MAQ_IQE_NORMAL)
            has = g->normals || g->uses[MAQ_IQE_NORMAL];
        else if (type == MAQ_IQE_TANGENT)
            has = g->uses[MAQ_IQE_TANGENT] ||
                  (g->uses[MAQ_IQE_TEXCOORD] && (g->normals || g->uses[MAQ_IQE_NORMAL]));
        else
            has = g->uses[type];
        if (has)
            return true;
    }
    return false;
}

// Joint numbers must fit: a list of bytes becomes one of shorts where they do not.
static void widen(const arrays *a, form *f) {
    int32_t most = 0;
    if (a->model->joint_count <= 128)
        return;
    for (size_t i = 0; i < a->model->input_count; i++) {
        const iq_input *input = &a->model->inputs[i];
        const iq_geometry *g = &input->geometry;
        for (uint32_t v = 0; input->has_mesh && g->uses_blends && v < g->vertex_count; v++) {
            iq_blend blend = mq_iq_blend(g, g->vertices[v].source);
            for (uint32_t k = 0; k < blend.count; k++)
                most = blend.joints[k] > most ? blend.joints[k] : most;
        }
    }
    bool byte = f->format == MAQ_IQM_BYTE || f->format == MAQ_IQM_UBYTE;
    bool brief = byte || f->format == MAQ_IQM_SHORT || f->format == MAQ_IQM_USHORT;
    static const int32_t largest[] = {127, 255, 32767, 65535};
    if (!brief || most <= largest[f->format])
        return;
    f->format = most <= 65535 ? MAQ_IQM_USHORT : MAQ_IQM_UINT;
    f->most_joint = most;
}

// ------------------------------------------------------------------------------------------ rows

// The numbers of a vertex in a list that its input does not have.
static void absent(int type, double out[4]) {
    for (unsigned i = 0; i < 4; i++)
        out[i] = type == MAQ_IQE_COLOR || (type == MAQ_IQE_TANGENT && (i == 0 || i == 3)) ? 1 : 0;
}

static void put_float(unsigned char *out, double value, bool reference) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    // The one NaN that the reference compiler writes on the machines it runs on.
    if (reference && narrow != narrow)
        bits = 0xffc00000u;
    mq_iq_put_u32(out, bits);
}

static void put_whole(unsigned char *out, uint32_t format, uint32_t value) {
    switch (maq_iqm_format_size(format)) {
    case 1:
        out[0] = (unsigned char)value;
        break;
    case 2:
        if (format == MAQ_IQM_HALF)
            mq_iq_put_component(out, format, value);
        else
            mq_iq_put_u16(out, (uint16_t)value);
        break;
    default:
        if (format == MAQ_IQM_FLOAT || format == MAQ_IQM_DOUBLE)
            mq_iq_put_component(out, format, value);
        else
            mq_iq_put_u32(out, value);
    }
}

// One array for the vertices of one input, written by several threads; or that of joint numbers together with
// that of weights, as finding these takes longer than writing them.
typedef struct array_writer {
    const arrays *a;
    const form *f;
    const form *weights; // NULL: `f` is not that of joint numbers
    const iq_geometry *g;
    // Where a tangent comes from, unless the input gives it; both NULL: nowhere.
    const double (*tangents)[4];
    const iq_axes *axes;
    uint32_t first_vertex; // of the input, in the array
    uint64_t *cut;         // by chunk: how many vertices had a number cut off
} array_writer;

static size_t stride_of(const form *f) {
    return (size_t)maq_iqm_format_size(f->format) * f->size;
}

// Where a vertex of the input goes.
static unsigned char *place(const array_writer *p, const form *f, uint32_t vertex) {
    return f->data + ((size_t)p->first_vertex + vertex) * stride_of(f);
}

enum { PUT_CHUNK = 1 << 14 };

static void get_row(const array_writer *p, uint32_t v, double out[4]) {
    const iq_geometry *g = p->g;
    int type = p->f->type;
    iq_vertex vertex = g->vertices[v];
    switch (type) {
    case MAQ_IQE_POSITION:
        mq_iq_position(g, vertex.source, out);
        break;
    case MAQ_IQE_NORMAL: {
        mq_vec3 n = mq_iq_normal(g, vertex);
        out[0] = n.x;
        out[1] = n.y;
        out[2] = n.z;
        out[3] = 0;
        break;
    }
    case MAQ_IQE_TANGENT:
        if (p->tangents)
            memcpy(out, p->tangents[v], 4 * sizeof *out);
        else if (p->axes || (g->uses[MAQ_IQE_TANGENT] && !p->a->reference))
            mq_iq_tangent(g, p->axes, v, out);
        else
            absent(type, out);
        break;
    default:
        if (g->uses[type])
            mq_iq_get_row(g, (unsigned)type, vertex.source, out);
        else
            absent(type, out);
    }
}

// Whether the array has the numbers of the list as they are.
static bool keeps_numbers(const array_writer *p) {
    const iq_geometry *g = p->g;
    const iq_transform *t = g->transform;
    int type = p->f->type;
    bool changed = type == MAQ_IQE_TANGENT || p->a->reference || p->f->format != MAQ_IQM_FLOAT;
    if (type == MAQ_IQE_POSITION)
        changed |= t->scale != 1 || t->rotates || t->translates;
    if (type == MAQ_IQE_NORMAL)
        changed |= t->rotates || g->normals;
    return !changed && g->uses[type] && g->iqe->lists[type].width >= p->f->size;
}

static void put_kept_rows(const array_writer *p, uint32_t first, uint32_t end) {
    unsigned char *out = place(p, p->f, first);
    const iq_geometry *g = p->g;
    const maq_iqe_rows *rows = &g->iqe->lists[p->f->type];
    uint32_t size = p->f->size;
    for (uint32_t v = first; v < end; v++) {
        size_t at = (size_t)g->vertices[v].source * rows->width;
        for (uint32_t i = 0; i < size; i++, out += 4)
            put_float(out, g->floats ? (double)g->floats[p->f->type][at + i] : rows->values[at + i],
                      false);
    }
}

static void put_rows(const array_writer *p, uint32_t first, uint32_t end, uint64_t *cut) {
    const form *f = p->f;
    unsigned char *out = place(p, f, first);
    uint32_t step = maq_iqm_format_size(f->format);
    if (keeps_numbers(p)) {
        put_kept_rows(p, first, end);
        return;
    }
    for (uint32_t v = first; v < end; v++) {
        double row[6];
        get_row(p, v, row);
        bool outside = false;
        for (uint32_t i = 0; i < f->size; i++, out += step) {
            if (f->format == MAQ_IQM_FLOAT)
                put_float(out, row[i], p->a->reference);
            else
                outside |= mq_iq_put_component(out, f->format, row[i]);
        }
        *cut += outside;
    }
}

static void put_joints(const form *f, const iq_blend *blend, bool reference, unsigned char *out) {
    uint32_t step = maq_iqm_format_size(f->format);
    for (uint32_t i = 0; i < f->size; i++, out += step)
        put_whole(out, f->format,
                  reference ? (uint8_t)blend->joints[i] : (uint32_t)blend->joints[i]);
}

static void put_weights(const form *f, const iq_blend *blend, unsigned char *out) {
    if (f->format == MAQ_IQM_UBYTE) {
        uint8_t bytes[4];
        mq_iq_byte_weights(blend, bytes);
        memcpy(out, bytes, f->size);
        return;
    }
    uint32_t step = maq_iqm_format_size(f->format);
    for (uint32_t i = 0; i < f->size; i++, out += step)
        mq_iq_put_component(out, f->format, blend->weights[i]);
}

static void put_blends(const array_writer *p, uint32_t first, uint32_t end) {
    const iq_geometry *g = p->g;
    for (uint32_t v = first; v < end; v++) {
        iq_blend blend = {0};
        if (g->uses_blends)
            blend = mq_iq_blend(g, g->vertices[v].source);
        put_joints(p->f, &blend, p->a->reference, place(p, p->f, v));
        put_weights(p->weights, &blend, place(p, p->weights, v));
    }
}

static void put_chunk(void *context, size_t chunk) {
    const array_writer *p = context;
    uint32_t first = (uint32_t)chunk * PUT_CHUNK;
    uint32_t end = p->g->vertex_count - first > PUT_CHUNK ? first + PUT_CHUNK : p->g->vertex_count;
    if (p->weights)
        put_blends(p, first, end);
    else
        put_rows(p, first, end, &p->cut[chunk]);
}

// ---------------------------------------------------------------------------------------- arrays

// Tangents that are made from the directions of texture coordinates, share by share: these need not be
// kept for all vertices at once.
typedef struct tangent_writer {
    const array_writer *p;
    iq_axes_shares shares;
    uint32_t first_share;            // of those at hand
    iq_axes buffers[IQ_MOST_SHARES]; // one for each share at hand
} tangent_writer;

static void put_tangent_share(void *context, size_t index) {
    tangent_writer *w = context;
    uint32_t share = w->first_share + (uint32_t)index;
    mq_iq_sum_share(&w->shares, share, &w->buffers[index]);
    array_writer own = *w->p;
    own.axes = &w->buffers[index];
    put_rows(&own, own.axes->first, mq_iq_share_end(&w->shares, share), &own.cut[share]);
}

static bool put_made_tangents(const array_writer *p, mq_arena *scratch) {
    tangent_writer w = {.p = p, .shares = mq_iq_share_axes(p->g)};
    uint32_t together = mq_cores() < w.shares.count ? mq_cores() : w.shares.count;
    size_t vertices = (size_t)1 << w.shares.shift;
    vertices = vertices < p->g->vertex_count ? vertices : p->g->vertex_count;
    for (uint32_t i = 0; i < together; i++) {
        w.buffers[i].pairs = MQ_NEW_UNINITIALIZED_ARRAY(scratch, iq_axis_pair, vertices);
        if (!w.buffers[i].pairs)
            return false;
    }
    for (; w.first_share < w.shares.count; w.first_share += together) {
        uint32_t left = w.shares.count - w.first_share;
        mq_parallel(left < together ? left : together, 0, put_tangent_share, NULL, &w);
    }
    return true;
}

// Whether tangents are made from texture coordinates.
static bool makes_tangents(const arrays *a, const iq_geometry *g) {
    return !a->reference && !g->uses[MAQ_IQE_TANGENT] && (g->normals || g->uses[MAQ_IQE_NORMAL]) &&
           g->uses[MAQ_IQE_TEXCOORD];
}

// Makes what other tangents need, if there are any.
static bool find_tangents(array_writer *p, mq_arena *scratch) {
    const iq_geometry *g = p->g;
    bool has_normals = g->normals || g->uses[MAQ_IQE_NORMAL];
    if (!p->a->reference ||
        (!g->uses[MAQ_IQE_TANGENT] && !(has_normals && g->uses[MAQ_IQE_TEXCOORD])))
        return true;
    double(*tangents)[4];
    bool good = mq_iq_reference_tangents(g, scratch, &tangents);
    p->tangents = (const double(*)[4])tangents;
    return good;
}

static bool put_input(const arrays *a, const form *f, const form *weights, const iq_input *input,
                      uint64_t *cut) {
    const iq_geometry *g = &input->geometry;
    mq_arena *scratch = mq_arena_scratch(a->model->scratch);
    size_t chunks = ((size_t)g->vertex_count + PUT_CHUNK - 1) / PUT_CHUNK;
    size_t cuts = chunks > IQ_MOST_SHARES ? chunks : IQ_MOST_SHARES;
    array_writer p = {
        .a = a, .f = f, .weights = weights, .g = g, .first_vertex = input->first_vertex};
    p.cut = scratch ? MQ_NEW_ARRAY(scratch, uint64_t, cuts) : NULL;
    bool good = p.cut && (f->type != MAQ_IQE_TANGENT || find_tangents(&p, scratch));
    if (good && f->type == MAQ_IQE_TANGENT && makes_tangents(a, g))
        good = put_made_tangents(&p, scratch);
    else if (good)
        mq_parallel(chunks, 0, put_chunk, NULL, &p);
    for (size_t i = 0; good && i < cuts; i++)
        *cut += p.cut[i];
    mq_arena_end_scratch(a->model->scratch, scratch);
    return good;
}

// `weights`: the form of weights, if `f` is that of joint numbers.
static bool make_array(const arrays *a, form *f, form *weights) {
    const iq_model *model = a->model;
    form *made[] = {f, weights};
    for (unsigned i = 0; i < (weights ? 2 : 1); i++) {
        made[i]->data = mq_arena_alloc_uninitialized(model->arena, model->iqm->vertex_count,
                                                     stride_of(made[i]), alignof(double));
        if (!made[i]->data)
            return false;
    }
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        if (input->has_mesh && !put_input(a, f, weights, input, &f->cut))
            return false;
    }
    return true;
}

static void add_array(arrays *a, const form *f, uint32_t iqm_type) {
    a->items[a->count++] = (maq_iqm_array){.type = iqm_type,
                                           .format = f->format,
                                           .size = f->size,
                                           .data = f->data,
                                           .data_offset = MAQ_IQM_NO_OFFSET,
                                           .offset = MAQ_IQM_NO_OFFSET};
    if (f->cut && !a->reference)
        IQ_REPORT(a->model, IQE_VALUES_CLAMPED, f->cut,
                  "%s: values of %" PRIu64 " %s clamped to the range of %s",
                  mq_iqe_type_names[f->type], f->cut,
                  MQ_PLURAL(f->cut, "vertex were", "vertices were"),
                  mq_iqe_component_names[f->format]);
}

// Whether any colour is not opaque.
static bool has_alpha(const iq_model *model) {
    for (size_t i = 0; i < model->input_count; i++) {
        const maq_iqe_rows *rows = &model->inputs[i].iqe->lists[MAQ_IQE_COLOR];
        for (uint32_t k = 0; rows->width > 3 && k < rows->count; k++) {
            double row[4];
            mq_iq_get_first(&model->inputs[i].geometry, MAQ_IQE_COLOR, k, row, 4);
            if (row[3] != 1)
                return true;
        }
    }
    return false;
}

// The reference compiler keeps alpha, and so do scenes.
static bool keeps_alpha(const arrays *a) {
    return a->reference || a->model->settings.for_scene;
}

// Tangents that are only made are not part of a model: a scene gets none, and no format can lose them. How
// they are stored is a property of the model.
static bool leaves_out_tangents(const iq_model *model) {
    bool given = false;
    for (size_t i = 0; i < model->input_count; i++)
        given |= model->inputs[i].iqe->lists[MAQ_IQE_TANGENT].count > 0;
    return model->settings.for_scene && !given;
}

// The form of an array of the plan. False: the model does not have it.
static bool choose_form(arrays *a, unsigned index) {
    form *f = &a->forms[index];
    *f = (form){.type = plan[index].type, .format = plan[index].format, .size = plan[index].size};
    if (!has_list(a->model, f->type))
        return false;
    if (keeps_alpha(a) && f->type == MAQ_IQE_COLOR)
        f->size = 4;
    apply_line(a, f);
    if (f->type == IQE_TYPE_BLENDINDEXES && !a->reference)
        widen(a, f);
    f->left_out = f->type == MAQ_IQE_TANGENT && leaves_out_tangents(a->model);
    return !f->left_out;
}

// Frees the lists of a scene that no array and no bounds need once the array of a type is made.
static void free_lists(const arrays *a, int type) {
    const iq_geometry *g = &a->model->inputs[0].geometry;
    iq_scene_lists *lists = g->scene_lists;
    if (!lists || a->reference)
        return;
    // Tangents that are made need the other lists. Given ones have four numbers, and need none.
    bool all = type == MAQ_IQE_TANGENT;
    if (!all && makes_tangents(a, g))
        return;
    static const int needed[] = {MAQ_IQE_POSITION, MAQ_IQE_TEXCOORD, MAQ_IQE_NORMAL,
                                 MAQ_IQE_TANGENT};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        bool bounds_need_it = needed[i] == MAQ_IQE_POSITION && g->uses_blends;
        if ((all || needed[i] == type) && !bounds_need_it)
            mq_iq_free_list(lists, (unsigned)needed[i]);
    }
}

static void add_planned(arrays *a, unsigned index) {
    const form *f = &a->forms[index];
    if (!f->data && !f->left_out)
        return;
    if (f->most_joint)
        IQ_REPORT(a->model, IQE_INDEXES_WIDENED, 1,
                  "joint numbers go up to %" PRId32 ": stored as %s", f->most_joint,
                  mq_iqe_component_names[f->format]);
    bool lacks_alpha = f->type == MAQ_IQE_COLOR && !f->said && !keeps_alpha(a);
    if (lacks_alpha && has_alpha(a->model))
        IQ_REPORT(a->model, IQE_ALPHA_UNUSED, 1,
                  "alpha was left out; `vertexarray color ubyte 4` keeps it");
    else if (lacks_alpha)
        IQ_REPORT(a->model, IQE_COLOR_WITHOUT_ALPHA, 1,
                  "colours have three components, which ioquake3 and raylib refuse; `vertexarray "
                  "color ubyte 4` stores four");
    add_array(a, f, plan[index].iqm_type);
}

static bool add_custom(arrays *a, int number) {
    form f = {.type = MAQ_IQE_CUSTOM + number, .format = MAQ_IQM_FLOAT, .size = 4, .name = ""};
    if (!has_list(a->model, f.type))
        return true;
    f.name = mq_iqe_type_names[f.type];
    apply_line(a, &f);
    if (!f.said && !a->reference) {
        IQ_REPORT(a->model, IQE_CUSTOM_UNUSED, 1,
                  "v%d was left out; `vertexarray custom%d float 4` keeps it", number, number);
        return true;
    }
    size_t length = a->reference ? strnlen(f.name, 259) : mq_iqe_name_length(f.name);
    uint32_t type = MAQ_IQM_CUSTOM + mq_iq_add_text(&a->model->texts, f.name, length);
    if (!make_array(a, &f, NULL))
        return false;
    add_array(a, &f, type);
    return true;
}

static bool is_key(unsigned index) {
    return index == POSITIONS || index == JOINTS || index == WEIGHTS;
}

bool mq_iq_make_key_arrays(iq_model *model) {
    if (!model->has_mesh)
        return true;
    arrays *a = MQ_NEW(model->scratch, arrays);
    model->arrays = a;
    if (!a)
        return false;
    a->model = model;
    a->reference = model->settings.reference;
    if (choose_form(a, POSITIONS) && !make_array(a, &a->forms[POSITIONS], NULL))
        return false;
    // A model has both of these, or none.
    bool has_blends = choose_form(a, JOINTS) && choose_form(a, WEIGHTS);
    if (has_blends && !make_array(a, &a->forms[JOINTS], &a->forms[WEIGHTS]))
        return false;
    free_lists(a, MAQ_IQE_POSITION);
    return true;
}

bool mq_iq_make_arrays(iq_model *model) {
    if (!model->has_mesh)
        return true;
    arrays *a = model->arrays;
    a->items = MQ_NEW_ARRAY(model->arena, maq_iqm_array, PLAN_COUNT + CUSTOM_COUNT);
    if (!a->items)
        return false;
    for (unsigned i = 0; i < PLAN_COUNT; i++) {
        if (is_key(i))
            continue;
        if (choose_form(a, i) && !make_array(a, &a->forms[i], NULL))
            return false;
        free_lists(a, plan[i].type);
    }
    for (unsigned i = 0; i < PLAN_COUNT; i++)
        add_planned(a, i);
    for (int i = 0; i < CUSTOM_COUNT; i++) {
        if (!add_custom(a, i))
            return false;
    }
    model->iqm->arrays = a->items;
    model->iqm->array_count = a->count;
    return true;
}

// ------------------------------------------------------------------------------------------ keys

// What makes vertices equal for adjacency and bounds: position and blend. -0 equals 0.
typedef struct key_arrays {
    const form *arrays[3];
    unsigned count;
} key_arrays;

static uint64_t get_word(const unsigned char *bytes, uint32_t length) {
    uint64_t word = 0;
    for (uint32_t i = 0; i < length; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static unsigned key_words(const void *context, uint32_t v, uint64_t *out) {
    const key_arrays *p = context;
    unsigned length = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const form *array = p->arrays[i];
        uint32_t step = maq_iqm_format_size(array->format);
        const unsigned char *at = array->data + (size_t)step * array->size * v;
        if (step == 1 && array->size == 4) {
            out[length++] = mq_iq_get_u32(at);
            continue;
        }
        for (uint32_t k = 0; k < array->size; k++, at += step) {
            uint64_t word = step == 4 ? mq_iq_get_u32(at) : get_word(at, step);
            bool negative_zero = step > 0 && word == (uint64_t)1 << (8 * step - 1);
            out[length++] = negative_zero && array->format >= MAQ_IQM_HALF ? 0 : word;
        }
    }
    return length;
}

bool mq_iq_make_keys(iq_model *model) {
    key_arrays p = {.count = 0};
    for (unsigned i = 0; i < PLAN_COUNT; i++) {
        if (is_key(i) && model->arrays->forms[i].data)
            p.arrays[p.count++] = &model->arrays->forms[i];
    }
    model->key_arena = mq_arena_scratch(model->scratch);
    return model->key_arena && mq_iq_find_equals(model->iqm->vertex_count, key_words, &p,
                                                 model->key_arena, &model->keys);
}
