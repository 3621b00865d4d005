// SPDX-License-Identifier: MIT
//
// The rules of vertices, vertex arrays and faces. A fault of many rows is one finding at the first of
// them, with their number.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iqe_check_priv.h"
#include "formats/iq/iqe_meshes.h"

#define LENGTH_TOLERANCE 0.01

void mq_iqe_report_rows(iqe_check *check, iqe_rule rule, iqe_row kind, const mq_fault *fault,
                        const char *what) {
    if (fault->count == 0 || mq_iqe_rules[rule].severity[check->findings->target] == MAQ_SILENT)
        return;
    maq_span at = mq_iqe_row_span(check->document, kind, (uint32_t)fault->index);
    mq_finding_count(mq_add_finding(check->findings, &mq_iqe_rules[rule], at.offset, at.length,
                                    "%s%s", what, mq_in_all_of(fault->count).text),
                     fault->count);
}

// -------------------------------------------------------------------------------------- vertices

static void check_length(iqe_check *check, iqe_row kind, const char *command, uint32_t count) {
    uint32_t vertices = check->iqe->lists[MAQ_IQE_POSITION].count;
    if (count == 0 || count == vertices)
        return;
    maq_span at = mq_iqe_row_span(check->document, kind, count > vertices ? vertices : count - 1);
    mq_add_finding(check->findings, &mq_iqe_rules[IQE_LENGTHS], at.offset, at.length,
                   "%s has %u %s for %u %s", command, count, MQ_PLURAL(count, "row", "rows"),
                   vertices, MQ_PLURAL(vertices, "position", "positions"));
}

static void check_lengths(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++)
        check_length(check, (iqe_row)list, maq_iqe_list_command(list), iqe->lists[list].count);
    check_length(check, IQE_ROW_BLEND, "vb", iqe->blends.count);
    check_length(check, IQE_ROW_SMOOTH, "vs", iqe->smooth_index_count);
}

static void check_normals(iqe_check *check) {
    mq_fault fault = {0};
    for (uint32_t i = 0; i < check->iqe->lists[MAQ_IQE_NORMAL].count; i++) {
        double n[3];
        mq_iqe_get_row(check->iqe, MAQ_IQE_NORMAL, i, n);
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (isfinite(length) && fabs(length - 1) > LENGTH_TOLERANCE)
            mq_fault_add_item(&fault, 0, i);
    }
    mq_iqe_report_rows(check, IQE_NORMAL_LENGTH, (iqe_row)MAQ_IQE_NORMAL, &fault,
                       "the normal is not of length 1");
}

static void check_tangents(iqe_check *check) {
    const maq_iqe_rows *rows = &check->iqe->lists[MAQ_IQE_TANGENT];
    mq_fault sign = {0}, mixed = {0};
    for (uint32_t i = 0; i < rows->count; i++) {
        double t[6];
        mq_iqe_get_row(check->iqe, MAQ_IQE_TANGENT, i, t);
        bool both = mq_iqe_given_count(rows, i) > 4;
        if (!both && t[3] != 1 && t[3] != -1)
            mq_fault_add_item(&sign, 0, i);
        if (both != (mq_iqe_given_count(rows, 0) > 4))
            mq_fault_add_item(&mixed, 0, i);
    }
    mq_iqe_report_rows(check, IQE_TANGENT_SIGN, (iqe_row)MAQ_IQE_TANGENT, &sign,
                       "the tangent's fourth number is not 1 or -1");
    mq_iqe_report_rows(check, IQE_TANGENT_MIXED, (iqe_row)MAQ_IQE_TANGENT, &mixed,
                       "the tangent is not of the form of the first");
}

static void check_blends(iqe_check *check) {
    const maq_iqe_blends *blends = &check->iqe->blends;
    mq_fault joint = {0}, crowded = {0}, none = {0}, large = {0};
    for (uint32_t i = 0; i < blends->count; i++) {
        uint32_t usable = 0;
        bool bad = false, beyond = false;
        for (uint32_t k = blends->first[i]; k < blends->first[i + 1]; k++) {
            if (!(blends->weights[k] > IQ_LEAST_WEIGHT))
                continue;
            usable++;
            bad |= blends->joints[k] < 0 || (uint32_t)blends->joints[k] >= check->iqe->joint_count;
            beyond |= blends->joints[k] > 255;
        }
        if (bad)
            mq_fault_add_item(&joint, 0, i);
        if (beyond && !bad)
            mq_fault_add_item(&large, 0, i);
        if (usable > 4)
            mq_fault_add_item(&crowded, 0, i);
        if (usable == 0)
            mq_fault_add_item(&none, 0, i);
    }
    mq_iqe_report_rows(check, IQE_BLEND_JOINT, IQE_ROW_BLEND, &joint,
                       "the vertex is blended with a joint that does not exist");
    mq_iqe_report_rows(check, IQE_BLEND_BYTE, IQE_ROW_BLEND, &large,
                       "the vertex is blended with a joint above 255");
    mq_iqe_report_rows(check, IQE_BLEND_INFLUENCES, IQE_ROW_BLEND, &crowded,
                       "the vertex has more than four usable weights");
    mq_iqe_report_rows(check, IQE_BLEND_NONE, IQE_ROW_BLEND, &none,
                       "the vertex has no usable weight");
}

// ----------------------------------------------------------------------------------------- arrays

static bool is_whole_format(int component) {
    return component >= 0 && component < 6;
}

// Whether a whole-number format cuts values of a list off.
static void check_clamping(iqe_check *check, unsigned list, const maq_iqe_format *line,
                           int component) {
    bool has_negatives = component % 2 == 0;
    uint32_t size = (uint32_t)line->size;
    mq_fault fault = {0};
    for (uint32_t i = 0; i < check->iqe->lists[list].count; i++) {
        double row[6];
        mq_iqe_get_row(check->iqe, list, i, row);
        for (uint32_t k = 0; k < size && k < mq_iqe_max_numbers[list]; k++) {
            if (row[k] > 1 || row[k] < (has_negatives ? -1 : 0)) {
                mq_fault_add_item(&fault, 0, i);
                break;
            }
        }
    }
    mq_iqe_report_rows(check, IQE_FORMAT_CLAMPS, (iqe_row)list, &fault,
                       "the row has values that its whole-number components cut off");
}

static void check_formats(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    bool seen[IQE_TYPE_COUNT] = {false};
    for (uint32_t i = 0; i < iqe->format_count; i++) {
        const maq_iqe_format *line = &iqe->formats[i];
        int type = mq_iqe_format_type(line->type);
        int component = mq_iqe_format_component(line->component);
        if (type < 0) {
            IQE_REPORT_LINE(check, IQE_FORMAT_TYPE, line->offset, "the type \"%s\" is unknown",
                            line->type);
            continue;
        }
        if (component < 0) {
            IQE_REPORT_LINE(check, IQE_FORMAT_COMPONENT, line->offset,
                            "the component \"%s\" is unknown", line->component);
            continue;
        }
        if (line->size < 1 || line->size > 4) {
            IQE_REPORT_LINE(check, IQE_FORMAT_SIZE, line->offset, "the size is %d, not 1 to 4",
                            line->size);
            continue;
        }
        if (seen[type]) {
            IQE_REPORT_LINE(check, IQE_FORMAT_REPEATED, line->offset,
                            "there is an earlier line for %s", mq_iqe_type_names[type]);
            continue;
        }
        seen[type] = true;
        if (type == MAQ_IQE_NORMAL && line->size == 4)
            IQE_REPORT_LINE(check, IQE_NORMAL_SIZE, line->offset, "normals have three components");
        if (type < MAQ_IQE_LIST_COUNT && is_whole_format(component))
            check_clamping(check, (unsigned)type, line, component);
    }
    for (unsigned list = MAQ_IQE_CUSTOM; list < MAQ_IQE_LIST_COUNT; list++) {
        mq_fault rows = {.count = iqe->lists[list].count, .index = 0};
        if (!seen[list] && rows.count) {
            rows.count = 1;
            mq_iqe_report_rows(check, IQE_CUSTOM_UNUSED, (iqe_row)list, &rows,
                               "the list has no vertexarray line and is left out");
        }
    }
    mq_fault alpha = {0};
    const maq_iqe_rows *colors = &iqe->lists[MAQ_IQE_COLOR];
    for (uint32_t i = 0; !seen[MAQ_IQE_COLOR] && colors->width > 3 && i < colors->count; i++) {
        if (colors->values[(size_t)i * colors->width + 3] != 1)
            mq_fault_add_item(&alpha, 0, i);
    }
    mq_iqe_report_rows(check, IQE_ALPHA_UNUSED, (iqe_row)MAQ_IQE_COLOR, &alpha,
                       "the colour's alpha is left out");
}

// ------------------------------------------------------------------------------------------ faces

static bool equal_corners(const uint32_t *corner, uint32_t count) {
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (corner[i] == corner[i + 1] || corner[0] == corner[i] || corner[0] == corner[i + 1])
            return true;
    }
    return false;
}

static void check_faces(iqe_check *check, mq_arena *scratch) {
    const maq_iqe *iqe = check->iqe;
    uint32_t vertices = iqe->lists[MAQ_IQE_POSITION].count;
    uint8_t *used = MQ_NEW_ARRAY(scratch, uint8_t, vertices);
    if (!used || iqe->faces.count == 0)
        return;
    mq_fault range = {0}, degenerate = {0}, edges = {0}, unused = {0};
    for (uint32_t i = 0; i < iqe->faces.count; i++) {
        const uint32_t *corner = iqe->faces.corners + iqe->faces.first[i];
        uint32_t count = iqe->faces.first[i + 1] - iqe->faces.first[i];
        bool bad = false;
        for (uint32_t k = 0; k < count; k++) {
            if (corner[k] < vertices)
                used[corner[k]] = 1;
            else
                bad |= corner[k] != MAQ_IQE_NO_VERTEX;
        }
        if (bad)
            mq_fault_add_item(&range, 0, i);
        else if (equal_corners(corner, count))
            mq_fault_add_item(&degenerate, 0, i);
        if (iqe->edges.count && i < iqe->edges.count &&
            iqe->edges.first[i + 1] - iqe->edges.first[i] != count)
            mq_fault_add_item(&edges, 0, i);
    }
    mq_iqe_report_rows(check, IQE_INDEX_RANGE, IQE_ROW_FACE, &range,
                       "the face names a vertex that does not exist");
    mq_iqe_report_rows(check, IQE_DEGENERATE_FACE, IQE_ROW_FACE, &degenerate,
                       "the face has two equal corners");
    if (iqe->edges.count && iqe->edges.count != iqe->faces.count && edges.count == 0)
        edges = (mq_fault){.count = 1, .index = iqe->edges.count - 1};
    mq_iqe_report_rows(check, IQE_EDGE_COUNT, IQE_ROW_EDGE, &edges,
                       "the fs lines do not match the faces");
    for (uint32_t i = 0; i < vertices; i++) {
        if (!used[i])
            mq_fault_add_item(&unused, 0, i);
    }
    mq_iqe_report_rows(check, IQE_UNUSED_VERTICES, (iqe_row)MAQ_IQE_POSITION, &unused,
                       "no face uses the vertex");
}

static void check_triangle_soup(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    uint32_t vertices = iqe->lists[MAQ_IQE_POSITION].count;
    if (!mq_iqe_triangle_soup(iqe) || vertices == 0)
        return;
    mq_fault all = {.count = 1, .index = 0};
    mq_iqe_report_rows(check, IQE_NO_FACES, (iqe_row)MAQ_IQE_POSITION, &all,
                       "there is no face: every three vertices are a triangle");
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        bool last =
            p + 1 == iqe->part_count || iqe->parts[p + 1].mesh_vertex != iqe->parts[p].mesh_vertex;
        uint32_t end = iqe->parts[p].first_vertex + mq_iqe_part_vertices(iqe, p);
        if (last && (end - iqe->parts[p].mesh_vertex) % 3 != 0) {
            mq_fault rest = {.count = 1, .index = end - 1};
            mq_iqe_report_rows(check, IQE_SOUP_REMAINDER, (iqe_row)MAQ_IQE_POSITION, &rest,
                               "the number of the mesh's vertices is not a multiple of three");
            return;
        }
    }
}

static void check_parts(iqe_check *check, mq_arena *scratch) {
    const maq_iqe *iqe = check->iqe;
    iqe_meshes meshes;
    if (!mq_iqe_find_meshes(iqe, scratch, &meshes))
        return;
    for (uint32_t m = 0; m < meshes.count; m++) {
        if (!meshes.items[m].reopened)
            continue;
        uint32_t part = meshes.items[m].first_part;
        while (meshes.next_part[part] == part + 1)
            part++;
        if (meshes.next_part[part] != UINT32_MAX)
            part = meshes.next_part[part];
        IQE_REPORT_LINE(check, IQE_MESH_REOPENED, iqe->parts[part].offset,
                        "the mesh \"%s\" with material \"%s\" was opened before",
                        meshes.items[m].name, meshes.items[m].material);
    }
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        if (iqe->parts[p].has_smooth_angle && fabs(iqe->parts[p].smooth_angle) > 90) {
            IQE_REPORT_LINE(
                check, IQE_SMOOTH_ANGLE, iqe->parts[p].offset,
                "the reference compiler uses another angle (180 degrees minus this one)");
            break;
        }
    }
    if (iqe->smooth_index_count) {
        mq_fault rows = {.count = 1, .index = 0};
        mq_iqe_report_rows(check, IQE_SMOOTH_INDEX, IQE_ROW_SMOOTH, &rows,
                           "the reference compiler compares the wrong smoothing indices");
    }
}

void mq_iqe_check(const maq_document *document, mq_findings *findings) {
    iqe_check check = {document, document->content, findings};
    check_lengths(&check);
    check_normals(&check);
    check_tangents(&check);
    check_blends(&check);
    check_formats(&check);
    check_triangle_soup(&check);
    mq_arena *scratch = mq_arena_scratch(findings->arena);
    if (scratch) {
        check_faces(&check, scratch);
        check_parts(&check, scratch);
        mq_iqe_check_skeleton(&check, scratch);
    }
    mq_arena_end_scratch(findings->arena, scratch);
}
