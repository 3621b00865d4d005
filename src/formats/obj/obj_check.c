// SPDX-License-Identifier: MIT
//
// The rules of OBJ that concern the content of a document.
#include <math.h>

#include "base/fault.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"

typedef struct checker {
    const maq_document *document;
    const maq_obj *obj;
    mq_findings *findings;
} checker;

// One finding for all faults of a kind, at the first.
static void report(const checker *c, const mq_fault *fault, obj_rule rule, const char *what,
                   const char *how) {
    if (fault->count == 0)
        return;
    maq_span span = mq_obj_word(c->document, (uint32_t)fault->offset, 0);
    maq_finding *finding =
        fault->count == 1
            ? mq_add_finding(c->findings, &mq_obj_rules[rule], span.offset, span.length,
                             "%s %llu %s", what, (unsigned long long)fault->index + 1, how)
            : mq_add_finding(c->findings, &mq_obj_rules[rule], span.offset, span.length,
                             "%s %llu %s (%llu in all)", what, (unsigned long long)fault->index + 1,
                             how, (unsigned long long)fault->count);
    if (finding)
        finding->count = fault->count;
}

// --------------------------------------------------------------------------------------- vertices

static bool are_finite(float x, float y, float z) {
    return isfinite(x) && isfinite(y) && isfinite(z);
}

static void check_positions(const checker *c) {
    const maq_obj *obj = c->obj;
    mq_fault bad = {0}, weighted = {0}, coloured = {0}, plain = {0};
    for (uint32_t i = 0; i < obj->position_count; i++) {
        const maq_obj_position *p = &obj->positions[i];
        if (!are_finite(p->x, p->y, p->z))
            mq_fault_add_item(&bad, p->offset, i);
        if (obj->weights && obj->weights[i] != 1)
            mq_fault_add_item(&weighted, p->offset, i);
        if (obj->colours) {
            const maq_obj_colour *colour = &obj->colours[i];
            mq_fault_add_item(colour->given ? &coloured : &plain, p->offset, i);
            if (colour->given && !are_finite(colour->red, colour->green, colour->blue))
                mq_fault_add_item(&bad, p->offset, i);
        }
    }
    report(c, &bad, OBJ_NOT_FINITE, "vertex", "has a coordinate that is infinite or not a number");
    report(c, &weighted, OBJ_RATIONAL, "vertex", "has a weight other than 1");
    report(c, &coloured, OBJ_COLOURS, "vertex", "has a colour");
    if (coloured.count > 0)
        report(c, &plain, OBJ_COLOURS_MISSING, "vertex", "has no colour, but others have one");
}

static void check_others(const checker *c) {
    const maq_obj *obj = c->obj;
    mq_fault bad_texcoord = {0}, bad_normal = {0}, zero = {0}, length = {0};
    for (uint32_t i = 0; i < obj->texcoord_count; i++) {
        const maq_obj_texcoord *t = &obj->texcoords[i];
        if (!are_finite(t->u, t->v, t->w))
            mq_fault_add_item(&bad_texcoord, t->offset, i);
    }
    for (uint32_t i = 0; i < obj->normal_count; i++) {
        const maq_obj_normal *n = &obj->normals[i];
        double square = (double)n->x * n->x + (double)n->y * n->y + (double)n->z * n->z;
        if (!are_finite(n->x, n->y, n->z))
            mq_fault_add_item(&bad_normal, n->offset, i);
        else if (square == 0)
            mq_fault_add_item(&zero, n->offset, i);
        else if (square < 0.98 || square > 1.02)
            mq_fault_add_item(&length, n->offset, i);
    }
    report(c, &bad_texcoord, OBJ_NOT_FINITE, "texture coordinate",
           "has a coordinate that is infinite or not a number");
    report(c, &bad_normal, OBJ_NOT_FINITE, "normal",
           "has a coordinate that is infinite or not a number");
    report(c, &zero, OBJ_ZERO_NORMAL, "normal", "has length 0");
    report(c, &length, OBJ_NORMAL_LENGTH, "normal", "is not of length 1");
}

// --------------------------------------------------------------------------------------- elements

// Whether an index is past the end of its list. The reader reports those that are 0 or lead before
// the first.
static bool is_out(uint32_t index, uint32_t list_count) {
    return index < MAQ_OBJ_INVALID && index >= list_count;
}

// One finding for an element, at the first such corner: finding the offset of each corner would
// take a walk over the line.
static void report_range(const checker *c, const maq_obj_element *element, uint32_t corner,
                         uint64_t bad) {
    const maq_obj *obj = c->obj;
    const maq_obj_corner *at = &obj->corners[element->first_corner + corner];
    maq_span span = mq_obj_word(c->document, element->offset, corner + 1);
    bool position = is_out(at->position, obj->position_count);
    bool texcoord = !position && is_out(at->texcoord, obj->texcoord_count);
    uint32_t index = position ? at->position : texcoord ? at->texcoord : at->normal;
    maq_finding *finding = mq_add_finding(
        c->findings, &mq_obj_rules[OBJ_INDEX_RANGE], span.offset, span.length,
        "corner %lu uses %s %llu%s of %lu", (unsigned long)corner + 1,
        position   ? "vertex"
        : texcoord ? "texture coordinate"
                   : "normal",
        (unsigned long long)index + 1, index == OBJ_INDEX_HIGHEST ? " or higher" : "",
        (unsigned long)(position   ? obj->position_count
                        : texcoord ? obj->texcoord_count
                                   : obj->normal_count));
    if (finding)
        finding->count = bad;
}

// Whether a corner uses a vertex that the file defines after the element.
static bool uses_later(const maq_obj *obj, const maq_obj_corner *corner, uint32_t offset) {
    return (corner->position < obj->position_count &&
            obj->positions[corner->position].offset > offset) ||
           (corner->texcoord < obj->texcoord_count &&
            obj->texcoords[corner->texcoord].offset > offset) ||
           (corner->normal < obj->normal_count && obj->normals[corner->normal].offset > offset);
}

typedef struct element_sums {
    mq_fault forward, few, mixed, repeated;
} element_sums;

static void check_element(const checker *c, uint32_t number, element_sums *sums) {
    static const uint32_t least[] = {3, 2, 1};
    const maq_obj *obj = c->obj;
    const maq_obj_element *element = &obj->elements[number];
    const maq_obj_corner *corners = obj->corners + element->first_corner;
    bool forward = false, mixed = false, repeated = false;
    uint32_t first_bad = 0;
    uint64_t bad = 0;
    for (uint32_t i = 0; i < element->corner_count; i++) {
        const maq_obj_corner *corner = &corners[i];
        if (is_out(corner->position, obj->position_count) ||
            is_out(corner->texcoord, obj->texcoord_count) ||
            is_out(corner->normal, obj->normal_count)) {
            first_bad = bad ? first_bad : i;
            bad++;
        }
        forward = forward || uses_later(obj, corner, element->offset);
        mixed =
            mixed || (corner->texcoord == MAQ_OBJ_NONE) != (corners[0].texcoord == MAQ_OBJ_NONE);
        mixed = mixed || (corner->normal == MAQ_OBJ_NONE) != (corners[0].normal == MAQ_OBJ_NONE);
        // Only neighbours: a polygon may touch itself on purpose.
        repeated =
            repeated || corner->position == corners[i ? i - 1 : element->corner_count - 1].position;
    }
    if (bad > 0)
        report_range(c, element, first_bad, bad);
    if (forward && element->offset != MAQ_OBJ_NO_OFFSET)
        mq_fault_add_item(&sums->forward, element->offset, number);
    if (mixed)
        mq_fault_add_item(&sums->mixed, element->offset, number);
    if (element->corner_count < least[element->kind])
        mq_fault_add_item(&sums->few, element->offset, number);
    else if (repeated && element->kind == MAQ_OBJ_FACE && corners[0].position < MAQ_OBJ_INVALID)
        mq_fault_add_item(&sums->repeated, element->offset, number);
}

static void check_elements(const checker *c) {
    element_sums sums = {0};
    for (uint32_t i = 0; i < c->obj->element_count; i++)
        check_element(c, i, &sums);
    report(c, &sums.forward, OBJ_INDEX_FORWARD, "element", "uses a vertex that comes later");
    report(c, &sums.few, OBJ_FEW_CORNERS, "element", "has too few corners");
    report(c, &sums.mixed, OBJ_MIXED_CORNERS, "element", "has corners of different forms");
    report(c, &sums.repeated, OBJ_REPEATED_CORNER, "element", "repeats a vertex");
    if (c->obj->element_count == 0)
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_NO_ELEMENTS], MAQ_NO_OFFSET, 0,
                       "there are no faces, lines or points");
}

// -------------------------------------------------------------------------------------- materials

static void check_materials(const checker *c) {
    const maq_obj *obj = c->obj;
    obj_names names = {.arena = c->findings->arena};
    for (uint32_t i = 0; i < obj->material_count; i++)
        mq_obj_names_add(&names, obj->materials[i].name);
    for (uint32_t i = 0; obj->materials_known && i < obj->use_count; i++) {
        const maq_obj_name *use = &obj->uses[i];
        if (!*use->text || mq_obj_names_find(&names, use->text) != UINT32_MAX)
            continue;
        maq_span span = mq_obj_word(c->document, use->offset, 1);
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_MATERIAL_MISSING], span.offset, span.length,
                       "no library defines the material %s", use->text);
    }
    if (obj->use_count > 0 && obj->library_count == 0 && c->document->source) {
        maq_span span = mq_obj_word(c->document, obj->uses[0].offset, 0);
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_LIBRARY_NONE], span.offset, span.length,
                       "material %s is used, but no library is named", obj->uses[0].text);
    }
}

void mq_obj_check(const maq_document *document, mq_findings *findings) {
    checker c = {document, document->content, findings};
    check_positions(&c);
    check_others(&c);
    check_elements(&c);
    check_materials(&c);
}
