// SPDX-License-Identifier: MIT
//
// Whether a scene still says what a puppet said when it became one. Numbers are the same or not;
// how vertices are numbered is no matter.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_from_scene.h"

static bool same_floats(const float *a, const float *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!(a[i] == b[i]))
            return false;
    }
    return true;
}

static bool same_string(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_nodes(const maq_scene *a, const maq_scene *b) {
    if (a->node_count != b->node_count)
        return false;
    for (uint32_t i = 0; i < a->node_count; i++) {
        const maq_scene_node *one = &a->nodes[i], *other = &b->nodes[i];
        if (!same_string(one->name, other->name) || one->parent != other->parent ||
            !same_floats(one->rest.translation, other->rest.translation, 3) ||
            !same_floats(one->rest.rotation, other->rest.rotation, 4) ||
            !same_floats(one->rest.scale, other->rest.scale, 3))
            return false;
    }
    return true;
}

static bool same_materials(const maq_scene *a, const maq_scene *b) {
    if (a->material_count != b->material_count)
        return false;
    for (uint32_t i = 0; i < a->material_count; i++) {
        const maq_scene_material *one = &a->materials[i], *other = &b->materials[i];
        if (!same_string(one->name, other->name) || one->blend != other->blend ||
            one->two_sided != other->two_sided || one->texture_count != other->texture_count ||
            !same_floats(one->colour, other->colour, 4))
            return false;
        for (uint32_t k = 0; k < one->texture_count; k++) {
            const maq_scene_texture *x = &one->textures[k], *y = &other->textures[k];
            if (x->role != y->role || x->tileset != y->tileset || !same_string(x->file, y->file))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------- meshes

// A mesh with the skin of the node that shows it.
typedef struct shown_mesh {
    const maq_scene_mesh *mesh;
    const maq_scene_skin *skin;
    uint32_t node;
} shown_mesh;

static shown_mesh shown(const maq_scene *scene, uint32_t index) {
    shown_mesh result = {&scene->meshes[index], NULL, MAQ_SCENE_NONE};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != index)
            continue;
        // Shown twice is not what a puppet says.
        if (result.node != MAQ_SCENE_NONE)
            return (shown_mesh){0};
        result.node = i;
        if (scene->nodes[i].skin != MAQ_SCENE_NONE)
            result.skin = &scene->skins[scene->nodes[i].skin];
    }
    return result;
}

static float weight_on(const shown_mesh *m, uint32_t vertex, uint32_t node) {
    const maq_scene_mesh *mesh = m->mesh;
    float sum = 0;
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)vertex * mesh->influence_count + i;
        if (m->skin->joints[mesh->joints[at]] == node)
            sum += mesh->weights[at];
    }
    return sum;
}

// Every weight of one is a weight of the other; all sum up to 1.
static bool same_weights(const shown_mesh *a, uint32_t va, const shown_mesh *b, uint32_t vb) {
    const maq_scene_mesh *mesh = a->mesh;
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)va * mesh->influence_count + i;
        if (mesh->weights[at] > 0) {
            float other = weight_on(b, vb, a->skin->joints[mesh->joints[at]]);
            if (!(fabsf(mesh->weights[at] - other) < 2e-6f))
                return false;
        }
    }
    return true;
}

static bool same_corner(const shown_mesh *a, uint32_t va, const shown_mesh *b, uint32_t vb) {
    const maq_scene_mesh *x = a->mesh, *y = b->mesh;
    if (!same_floats(x->positions[va], y->positions[vb], 3) ||
        (x->normals && !same_floats(x->normals[va], y->normals[vb], 3)))
        return false;
    for (uint32_t set = 0; set < x->uv_set_count; set++) {
        if (!same_floats(x->uvs[set][va], y->uvs[set][vb], 2))
            return false;
    }
    return !a->skin || same_weights(a, va, b, vb);
}

// The joints that both have are bound in the same place.
static bool same_skin(const maq_scene_skin *a, const maq_scene_skin *b) {
    if (a->joint_count != b->joint_count)
        return false;
    for (uint32_t i = 0; i < a->joint_count; i++) {
        if (a->joints[i] != b->joints[i])
            return false;
        for (int k = 0; k < 12; k++) {
            float x = a->inverse_bind[i][k / 4][k % 4], y = b->inverse_bind[i][k / 4][k % 4];
            if (!(fabsf(x - y) <= 1e-5f * fmaxf(1, fabsf(x))))
                return false;
        }
    }
    return true;
}

static uint32_t material_at(const maq_scene_mesh *mesh, uint32_t triangle, uint32_t *part) {
    while (*part < mesh->part_count &&
           triangle - mesh->parts[*part].first_triangle >= mesh->parts[*part].triangle_count)
        ++*part;
    return *part < mesh->part_count ? mesh->parts[*part].material : MAQ_SCENE_NONE;
}

static bool same_mesh(const shown_mesh *a, const shown_mesh *b) {
    const maq_scene_mesh *x = a->mesh, *y = b->mesh;
    if (!x || !y || a->node != b->node || x->triangle_count != y->triangle_count ||
        x->uv_set_count != y->uv_set_count || !x->normals != !y->normals || !a->skin != !b->skin ||
        x->role != y->role || (a->skin && !same_skin(a->skin, b->skin)))
        return false;
    uint32_t part_a = 0, part_b = 0;
    for (uint32_t i = 0; i < x->triangle_count; i++) {
        if (material_at(x, i, &part_a) != material_at(y, i, &part_b))
            return false;
        for (int k = 0; k < 3; k++) {
            if (!same_corner(a, x->triangles[i][k], b, y->triangles[i][k]))
                return false;
        }
    }
    return true;
}

static bool same_meshes(const maq_scene *a, const maq_scene *b) {
    // A puppet has one at most.
    if (a->mesh_count != b->mesh_count || a->mesh_count > 1)
        return false;
    if (a->mesh_count == 0)
        return true;
    shown_mesh one = shown(a, 0), other = shown(b, 0);
    return same_mesh(&one, &other);
}

// ----------------------------------------------------------------------------------------- clips

static bool same_channel(const maq_scene_channel *a, const maq_scene_channel *b) {
    return a->path == b->path && a->target == b->target && a->step == b->step &&
           a->key_count == b->key_count && same_floats(a->times, b->times, a->key_count) &&
           same_floats(a->values, b->values, (size_t)a->key_count * mq_channel_width(a->path));
}

static bool same_clip(const maq_scene_clip *a, const maq_scene_clip *b) {
    if (!same_string(a->name, b->name) || !(fabsf(a->duration - b->duration) < 1e-6f) ||
        a->loop_count != b->loop_count || a->channel_count != b->channel_count ||
        a->marker_count != b->marker_count)
        return false;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        if (!same_channel(&a->channels[i], &b->channels[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->marker_count; i++) {
        if (a->markers[i].time != b->markers[i].time ||
            !same_string(a->markers[i].text, b->markers[i].text))
            return false;
    }
    return true;
}

static bool same_clips(const maq_scene *a, const maq_scene *b) {
    if (a->clip_count != b->clip_count)
        return false;
    for (uint32_t i = 0; i < a->clip_count; i++) {
        if (!same_clip(&a->clips[i], &b->clips[i]))
            return false;
    }
    return true;
}

static bool same_boxes(const maq_scene *a, const maq_scene *b) {
    if (a->box_count != b->box_count)
        return false;
    for (uint32_t i = 0; i < a->box_count; i++) {
        const maq_scene_box *one = &a->boxes[i], *other = &b->boxes[i];
        if (!same_string(one->name, other->name) || one->node != other->node ||
            !same_floats(one->min, other->min, 3) || !same_floats(one->max, other->max, 3))
            return false;
    }
    return true;
}

void mq_pet_compare(const maq_scene *old, const maq_scene *now, bool anew[MAQ_PET_KNOWN_TAGS]) {
    anew[MAQ_PET_BONE] = !same_nodes(old, now);
    anew[MAQ_PET_TEXT] = !same_materials(old, now);
    anew[MAQ_PET_SMTL] = anew[MAQ_PET_TEXT];
    anew[MAQ_PET_FANM] = anew[MAQ_PET_TEXT];
    anew[MAQ_PET_EXTR] = anew[MAQ_PET_BONE];
    // These have the numbers or names of bones and textures in them.
    anew[MAQ_PET_MESH] = anew[MAQ_PET_BONE] || anew[MAQ_PET_TEXT] || !same_meshes(old, now);
    anew[MAQ_PET_ANIM] = anew[MAQ_PET_BONE] || !same_clips(old, now);
    anew[MAQ_PET_MOTI] = anew[MAQ_PET_FRAM] = anew[MAQ_PET_ANIM];
    anew[MAQ_PET_COLL] = anew[MAQ_PET_BONE] || !same_boxes(old, now);
}
