// SPDX-License-Identifier: MIT
//
// The rules of OBJ that can be judged from the document.
#include <math.h>

#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"

typedef struct checker {
    const maq_document *document;
    const maq_obj *obj;
    mq_findings *findings;
} checker;

// Many of a kind are one finding, at the first of them.
typedef struct tally {
    uint64_t count;
    uint32_t index, offset;
} tally;

static void count(tally *t, uint32_t index, uint32_t offset) {
    if (t->count++ == 0) {
        t->index = index;
        t->offset = offset;
    }
}

static void tell(const checker *c, const tally *t, obj_rule rule, const char *what,
                 const char *how) {
    if (t->count == 0)
        return;
    maq_span place = mq_obj_word(c->document, t->offset, 0);
    maq_finding *finding =
        t->count == 1 ? mq_add_finding(c->findings, &mq_obj_rules[rule], place.offset, place.length,
                                       "%s %lu %s", what, (unsigned long)t->index + 1, how)
                      : mq_add_finding(c->findings, &mq_obj_rules[rule], place.offset, place.length,
                                       "%s %lu %s (%llu in all)", what, (unsigned long)t->index + 1,
                                       how, (unsigned long long)t->count);
    if (finding)
        finding->count = t->count;
}

// --------------------------------------------------------------------------------------- vertices

static bool are_finite(float x, float y, float z) {
    return isfinite(x) && isfinite(y) && isfinite(z);
}

static void check_positions(const checker *c) {
    const maq_obj *obj = c->obj;
    tally bad = {0}, weighted = {0}, coloured = {0}, plain = {0};
    for (uint32_t i = 0; i < obj->position_count; i++) {
        const maq_obj_position *p = &obj->positions[i];
        if (!are_finite(p->x, p->y, p->z))
            count(&bad, i, p->offset);
        if (obj->weights && obj->weights[i] != 1)
            count(&weighted, i, p->offset);
        if (obj->colours) {
            const maq_obj_colour *colour = &obj->colours[i];
            count(colour->given ? &coloured : &plain, i, p->offset);
            if (colour->given && !are_finite(colour->red, colour->green, colour->blue))
                count(&bad, i, p->offset);
        }
    }
    tell(c, &bad, OBJ_NOT_FINITE, "vertex", "has a number that is none");
    tell(c, &weighted, OBJ_RATIONAL, "vertex", "has a weight other than 1");
    tell(c, &coloured, OBJ_COLOURS, "vertex", "has a colour");
    if (coloured.count > 0)
        tell(c, &plain, OBJ_COLOURS_MISSING, "vertex", "has no colour, others have");
}

static void check_others(const checker *c) {
    const maq_obj *obj = c->obj;
    tally bad_texcoord = {0}, bad_normal = {0}, zero = {0}, length = {0};
    for (uint32_t i = 0; i < obj->texcoord_count; i++) {
        const maq_obj_texcoord *t = &obj->texcoords[i];
        if (!are_finite(t->u, t->v, t->w))
            count(&bad_texcoord, i, t->offset);
    }
    for (uint32_t i = 0; i < obj->normal_count; i++) {
        const maq_obj_normal *n = &obj->normals[i];
        double square = (double)n->x * n->x + (double)n->y * n->y + (double)n->z * n->z;
        if (!are_finite(n->x, n->y, n->z))
            count(&bad_normal, i, n->offset);
        else if (square == 0)
            count(&zero, i, n->offset);
        else if (square < 0.98 || square > 1.02)
            count(&length, i, n->offset);
    }
    tell(c, &bad_texcoord, OBJ_NOT_FINITE, "texture coordinate", "has a number that is none");
    tell(c, &bad_normal, OBJ_NOT_FINITE, "normal", "has a number that is none");
    tell(c, &zero, OBJ_ZERO_NORMAL, "normal", "has the length 0");
    tell(c, &length, OBJ_NORMAL_LENGTH, "normal", "is not of length 1");
}

// --------------------------------------------------------------------------------------- elements

// Whether an index leads past the end of its list. What led nowhere is found in reading.
static bool is_out(uint32_t index, uint32_t list_count) {
    return index < MAQ_OBJ_INVALID && index >= list_count;
}

// One finding for an element, at the first such corner: finding its place takes a walk.
static void tell_range(const checker *c, const maq_obj_element *element, uint32_t corner,
                       uint64_t bad) {
    const maq_obj *obj = c->obj;
    const maq_obj_corner *at = &obj->corners[element->first_corner + corner];
    maq_span place = mq_obj_word(c->document, element->offset, corner + 1);
    bool position = is_out(at->position, obj->position_count);
    bool texcoord = !position && is_out(at->texcoord, obj->texcoord_count);
    maq_finding *finding =
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_INDEX_RANGE], place.offset, place.length,
                       "corner %lu uses %s %llu, but there are %lu", (unsigned long)corner + 1,
                       position   ? "vertex"
                       : texcoord ? "texture coordinate"
                                  : "normal",
                       (unsigned long long)(position   ? at->position
                                            : texcoord ? at->texcoord
                                                       : at->normal) +
                           1,
                       (unsigned long)(position   ? obj->position_count
                                       : texcoord ? obj->texcoord_count
                                                  : obj->normal_count));
    if (finding)
        finding->count = bad;
}

// Whether a corner uses something that stands behind the element.
static bool looks_ahead(const maq_obj *obj, const maq_obj_corner *corner, uint32_t offset) {
    return (corner->position < obj->position_count &&
            obj->positions[corner->position].offset > offset) ||
           (corner->texcoord < obj->texcoord_count &&
            obj->texcoords[corner->texcoord].offset > offset) ||
           (corner->normal < obj->normal_count && obj->normals[corner->normal].offset > offset);
}

typedef struct element_sums {
    tally forward, few, mixed, repeated;
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
        forward = forward || looks_ahead(obj, corner, element->offset);
        mixed =
            mixed || (corner->texcoord == MAQ_OBJ_NONE) != (corners[0].texcoord == MAQ_OBJ_NONE);
        mixed = mixed || (corner->normal == MAQ_OBJ_NONE) != (corners[0].normal == MAQ_OBJ_NONE);
        // Neighbours; a polygon that touches itself elsewhere may be meant.
        repeated =
            repeated || corner->position == corners[i ? i - 1 : element->corner_count - 1].position;
    }
    if (bad > 0)
        tell_range(c, element, first_bad, bad);
    if (forward && element->offset != MAQ_OBJ_NO_OFFSET)
        count(&sums->forward, number, element->offset);
    if (mixed)
        count(&sums->mixed, number, element->offset);
    if (element->corner_count < least[element->kind])
        count(&sums->few, number, element->offset);
    else if (repeated && element->kind == MAQ_OBJ_FACE && corners[0].position < MAQ_OBJ_INVALID)
        count(&sums->repeated, number, element->offset);
}

static void check_elements(const checker *c) {
    element_sums sums = {0};
    for (uint32_t i = 0; i < c->obj->element_count; i++)
        check_element(c, i, &sums);
    tell(c, &sums.forward, OBJ_INDEX_FORWARD, "element", "uses vertices that come later");
    tell(c, &sums.few, OBJ_FEW_CORNERS, "element", "has too few corners");
    tell(c, &sums.mixed, OBJ_MIXED_CORNERS, "element", "has corners of different forms");
    tell(c, &sums.repeated, OBJ_REPEATED_CORNER, "element", "has a vertex twice in a row");
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
        maq_span place = mq_obj_word(c->document, use->offset, 1);
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_MATERIAL_MISSING], place.offset, place.length,
                       "there is no material %s", use->text);
    }
    if (obj->use_count > 0 && obj->library_count == 0 && c->document->source) {
        maq_span place = mq_obj_word(c->document, obj->uses[0].offset, 0);
        mq_add_finding(c->findings, &mq_obj_rules[OBJ_LIBRARY_NONE], place.offset, place.length,
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
