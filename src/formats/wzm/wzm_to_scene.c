// SPDX-License-Identifier: MIT
//
// A WZM model as a scene: a node and a mesh for each mesh, its connectors below it, its frames as
// channels.
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/slerp.h"
#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_priv.h"
#include "maquette/image.h"
#include "scene/axes.h"

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];
typedef uint32_t corners[3];

// Of one mesh: translation, rotation, texture frame.
#define MOST_CHANNELS 3

static const maq_value *mesh_extras(mq_scene_builder *builder, const maq_wzm_mesh *mesh) {
    mq_node *root, *own = mq_extras_new(builder->arena, WZM_EXTRAS, &root);
    mq_put_integer(own, "team_colours", mesh->team_colours);
    mq_put_integer(own, "texture_arrays", mesh->texture_array_count);
    return mq_node_value(root);
}

// ------------------------------------------------------------------------------------------ meshes

static bool fill_vertices(mq_scene_builder *builder, const maq_wzm_mesh *mesh,
                          maq_scene_mesh *out) {
    uint32_t count = mesh->vertex_count;
    vec3 *positions = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, vec3, count);
    bool spaces = mesh->tangent_spaces != NULL;
    vec3 *normals = spaces ? MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, vec3, count) : NULL;
    vec4 *tangents = spaces ? MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, vec4, count) : NULL;
    if (!positions || (spaces && (!normals || !tangents)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const maq_wzm_position *p = &mesh->vertices[i];
        mq_axes_to_scene(MQ_AXES_WARZONE, (const float[]){p->x, p->y, p->z}, positions[i]);
        if (!spaces)
            continue;
        const maq_wzm_tangent_space *space = &mesh->tangent_spaces[i];
        mq_axes_to_scene(MQ_AXES_WARZONE, space->normal, normals[i]);
        mq_axes_to_scene(MQ_AXES_WARZONE, space->tangent, tangents[i]);
        // The axes are mirrored, and with them the handedness of normal, tangent and bitangent.
        tangents[i][3] = -space->tangent[3];
    }
    out->positions = (const float(*)[3])positions;
    out->normals = (const float(*)[3])normals;
    out->tangents = (const float(*)[4])tangents;
    return true;
}

static bool fill_uvs(mq_scene_builder *builder, const maq_wzm_mesh *mesh, maq_scene_mesh *out) {
    typedef const float(*uv_set)[2];
    uv_set *sets = MQ_NEW_ARRAY(builder->arena, uv_set, mesh->texture_array_count);
    if (!sets)
        return false;
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        const maq_wzm_texture_array *array = &mesh->texture_arrays[i];
        if (array->count != mesh->vertex_count) {
            mq_add_finding(builder->findings, &mq_wzm_rules[WZM_LOSS_TEXTURE_ARRAYS], MAQ_NO_OFFSET,
                           0,
                           "mesh \"%.60s\": texture array %u was dropped: it has %u %s for %u %s",
                           mesh->name, i, array->count, MQ_PLURAL(array->count, "row", "rows"),
                           mesh->vertex_count, MQ_PLURAL(mesh->vertex_count, "vertex", "vertices"));
            continue;
        }
        vec2 *uvs = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, vec2, array->count);
        if (!uvs)
            return false;
        for (uint32_t k = 0; k < array->count; k++) {
            uvs[k][0] = array->uvs[k].u;
            uvs[k][1] = array->uvs[k].v;
        }
        sets[out->uv_set_count++] = (uv_set)uvs;
    }
    out->uvs = sets;
    return true;
}

static uint32_t add_geometry(mq_scene_builder *builder, const maq_wzm_mesh *mesh,
                             uint32_t material) {
    corners *triangles = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, corners, mesh->triangle_count);
    maq_scene_part *part = MQ_NEW(builder->arena, maq_scene_part);
    maq_scene_mesh out = {.name = mq_arena_text(builder->arena, mesh->name, strlen(mesh->name)),
                          .vertex_count = mesh->vertex_count,
                          .triangle_count = mesh->triangle_count,
                          .triangles = (const uint32_t(*)[3])triangles,
                          .part_count = 1,
                          .parts = part,
                          .extras = mesh_extras(builder, mesh)};
    if (!triangles || !part || !fill_vertices(builder, mesh, &out) ||
        !fill_uvs(builder, mesh, &out))
        return MAQ_SCENE_NONE;
    bool swap = mq_axes_swap_corners(MQ_AXES_WARZONE);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *v = mesh->triangles[i].vertices;
        // A negative index becomes too large: the scene drops such triangles.
        triangles[i][0] = (uint32_t)v[0];
        triangles[i][1] = (uint32_t)v[swap ? 2 : 1];
        triangles[i][2] = (uint32_t)v[swap ? 1 : 2];
    }
    *part = (maq_scene_part){material, 0, mesh->triangle_count};
    return mq_scene_add_mesh(builder, &out);
}

static bool add_connectors(mq_scene_builder *builder, uint32_t version, const maq_wzm_mesh *mesh,
                           uint32_t parent) {
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        const maq_wzm_connector *connector = &mesh->connectors[i];
        maq_scene_node node = mq_scene_node(mq_arena_format(builder->arena, "connector %u", i + 1),
                                            MAQ_NODE_ATTACHMENT);
        node.parent = parent;
        mq_axes_to_scene(version == 3 ? MQ_AXES_WARZONE : MQ_AXES_PIE_CONNECTOR,
                         (const float[]){connector->x, connector->y, connector->z},
                         node.rest.translation);
        mq_node *root, *own = mq_extras_new(builder->arena, WZM_EXTRAS, &root);
        if (connector->type)
            mq_put_text(own, "type", connector->type);
        if (version == 2)
            mq_extras_put_integers(own, "values", connector->values, 3);
        node.extras = mq_node_value(root);
        if (mq_scene_add_node(builder, &node) == MAQ_SCENE_NONE)
            return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ frames

static bool texture_moves(const maq_wzm_mesh *mesh) {
    return mesh->team_colours != 1 && mesh->frame_count > 1 && mesh->texture_array_count > 1;
}

// A key of the animation: a frame, or a step between two frames that are far apart.
typedef struct step {
    double time;
    float translation[3], rotation[3];
    int32_t texture_array;
} step;

// Angles change linearly from frame to frame, but rotations of a scene go the short way: steps of at
// most this angle mean the same in both.
#define LARGEST_TURN 90
#define MOST_PIECES 8

static uint32_t pieces_between(const maq_wzm_frame *a, const maq_wzm_frame *b) {
    double turn = 0;
    for (unsigned k = 0; k < 3; k++)
        turn = fmax(turn, fabs((double)b->rotation[k] - a->rotation[k]));
    double pieces = ceil(turn / LARGEST_TURN);
    return pieces >= 1 && pieces <= MOST_PIECES ? (uint32_t)pieces : 1;
}

// The steps of one cycle, which ends with the first frame again unless a frame stays for ever.
static step *make_steps(mq_arena *arena, const maq_wzm_mesh *mesh, uint32_t *count) {
    step *steps = MQ_NEW_ARRAY(arena, step, (size_t)mesh->frame_count * MOST_PIECES + 1);
    *count = 0;
    double time = 0;
    bool stays = false;
    for (uint32_t i = 0; steps && i < mesh->frame_count && !stays; i++) {
        const maq_wzm_frame *frame = &mesh->frames[i];
        const maq_wzm_frame *next = &mesh->frames[i + 1 < mesh->frame_count ? i + 1 : 0];
        stays = !(frame->seconds > 0) || !isfinite(frame->seconds);
        uint32_t pieces = stays ? 1 : pieces_between(frame, next);
        for (uint32_t p = 0; p < pieces; p++) {
            step *at = &steps[(*count)++];
            float part = (float)p / (float)pieces;
            at->time = time + (double)frame->seconds * part;
            at->texture_array = frame->texture_array;
            for (unsigned k = 0; k < 3; k++) {
                at->translation[k] = frame->translation[k];
                at->rotation[k] = frame->rotation[k];
                if (p > 0) {
                    at->translation[k] += (next->translation[k] - frame->translation[k]) * part;
                    at->rotation[k] += (next->rotation[k] - frame->rotation[k]) * part;
                }
            }
            if (stays)
                at->time = time;
        }
        time += stays ? 0 : (double)frame->seconds;
    }
    if (steps && *count > 0 && !stays) {
        steps[*count] = steps[0];
        steps[(*count)++].time = time;
    }
    return steps;
}

static void put_rotation(const float degrees[3], float out[4]) {
    static const float none[4] = {0, 0, 0, 1};
    if (!mq_all_finite(degrees, 3)) {
        memcpy(out, none, sizeof none);
        return;
    }
    mq_quat q = mq_quat_multiply(
        mq_quat_multiply(mq_quat_about(0, degrees[0]), mq_quat_about(1, degrees[2])),
        mq_quat_about(2, degrees[1]));
    const float raw[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    mq_axes_rotation_to_scene(MQ_AXES_WARZONE, raw, out);
}

static bool add_channel(mq_arena *arena, const step *steps, uint32_t count, maq_channel_path path,
                        uint32_t target, maq_scene_clip *clip) {
    uint32_t width = mq_channel_width(path);
    float *times = MQ_NEW_ARRAY(arena, float, count);
    float *values = MQ_NEW_ARRAY(arena, float, (size_t)count *width);
    if (!times || !values)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        times[i] = (float)steps[i].time;
        float *value = values + (size_t)i * width;
        if (path == MAQ_CHANNEL_TRANSLATION)
            // The order x, depth, up is that of connectors.
            mq_axes_to_scene(MQ_AXES_PIE_CONNECTOR, steps[i].translation, value);
        else if (path == MAQ_CHANNEL_ROTATION)
            put_rotation(steps[i].rotation, value);
        else
            *value = (float)steps[i].texture_array;
    }
    MQ_WRITABLE(maq_scene_channel, clip->channels)
    [clip->channel_count++] = (maq_scene_channel){.path = path,
                                                  .target = target,
                                                  .step = path == MAQ_CHANNEL_TEXTURE_FRAME,
                                                  .key_count = count,
                                                  .times = times,
                                                  .values = values};
    clip->duration = fmaxf(clip->duration, times[count - 1]);
    return true;
}

static bool add_frames(mq_scene_builder *builder, const maq_wzm_mesh *mesh, uint32_t node,
                       uint32_t material, maq_scene_clip *clip) {
    bool moves = false, turns = false;
    for (uint32_t i = 0; i < mesh->frame_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            moves = moves || mesh->frames[i].translation[k] != 0;
            turns = turns || mesh->frames[i].rotation[k] != 0;
        }
    }
    bool changes = material != MAQ_SCENE_NONE;
    if (!moves && !turns && !changes)
        return true;
    uint32_t count;
    step *steps = make_steps(builder->arena, mesh, &count);
    return steps &&
           (!moves ||
            add_channel(builder->arena, steps, count, MAQ_CHANNEL_TRANSLATION, node, clip)) &&
           (!turns ||
            add_channel(builder->arena, steps, count, MAQ_CHANNEL_ROTATION, node, clip)) &&
           (!changes ||
            add_channel(builder->arena, steps, count, MAQ_CHANNEL_TEXTURE_FRAME, material, clip));
}

// --------------------------------------------------------------------------------------- the whole

// Adds a mesh with its node and connectors, and its channels to `clip`, which has capacity for
// MOST_CHANNELS more. `animated` is the material for texture frames; MAQ_SCENE_NONE: not needed.
// False: no memory.
static bool add_mesh(mq_scene_builder *builder, uint32_t version, const maq_wzm_mesh *mesh,
                     uint32_t material, uint32_t animated, maq_scene_clip *clip) {
    maq_scene_node node = mq_scene_node(
        mq_arena_text(builder->arena, mesh->name, strlen(mesh->name)), MAQ_NODE_GROUP);
    node.mesh = add_geometry(builder, mesh, animated == MAQ_SCENE_NONE ? material : animated);
    uint32_t number =
        node.mesh == MAQ_SCENE_NONE ? MAQ_SCENE_NONE : mq_scene_add_node(builder, &node);
    return number != MAQ_SCENE_NONE && add_connectors(builder, version, mesh, number) &&
           add_frames(builder, mesh, number, animated, clip);
}

// `frames`: the number of texture arrays that it is animated with; 0: it is not.
static uint32_t add_material(mq_scene_builder *builder, const maq_wzm *wzm, const char *name,
                             uint32_t frames) {
    const struct {
        maq_texture_role role;
        const char *file;
    } files[] = {
        {MAQ_TEXTURE_DIFFUSE, strcmp(wzm->texture, MAQ_WZM_NO_TEXTURE) ? wzm->texture : NULL},
        {MAQ_TEXTURE_TEAM_MASK, wzm->team_mask},
        {MAQ_TEXTURE_NORMAL, wzm->normal_map},
        {MAQ_TEXTURE_SPECULAR, wzm->specular_map},
    };
    maq_scene_texture *textures = MQ_NEW_ARRAY(builder->arena, maq_scene_texture, 4);
    maq_scene_material material = mq_scene_material(name);
    if (frames > 0)
        material.frames = (maq_scene_frames){MAQ_FRAMES_UV_SETS, frames, 1, {0, 0}};
    for (unsigned i = 0; textures && i < 4; i++) {
        if (files[i].file)
            textures[material.texture_count++] = (maq_scene_texture){
                .role = files[i].role,
                .file = mq_arena_text(builder->arena, files[i].file, strlen(files[i].file))};
    }
    material.textures = textures;
    if (wzm->material.present) {
        mq_node *root;
        mq_extras_put_floats(mq_extras_new(builder->arena, WZM_EXTRAS, &root), "material",
                             wzm->material.value, 13);
        material.extras = mq_node_value(root);
        for (unsigned k = 0; k < 3; k++)
            material.colour[k] = mq_clamp_unit(wzm->material.value[6 + k]);
    }
    return textures ? mq_scene_add_material(builder, &material) : MAQ_SCENE_NONE;
}

void mq_wzm_add_materials(const maq_document *document, mq_scene_builder *builder) {
    add_material(builder, document->content, "material", 0);
}

maq_span mq_wzm_image_span(const maq_document *document, const maq_image_reference *image) {
    const maq_wzm *wzm = document->content;
    uint32_t offset = image->role == MAQ_TEXTURE_TEAM_MASK  ? wzm->team_mask_offset
                      : image->role == MAQ_TEXTURE_NORMAL   ? wzm->normal_map_offset
                      : image->role == MAQ_TEXTURE_SPECULAR ? wzm->specular_map_offset
                                                            : wzm->texture_offset;
    return (maq_span){document->source && offset < document->source_length ? offset : MAQ_NO_OFFSET,
                      0};
}

maq_status mq_wzm_to_scene(const maq_document *document, mq_scene_builder *builder) {
    const maq_wzm *wzm = document->content;
    mq_node *root;
    mq_put_integer(mq_extras_new(builder->arena, WZM_EXTRAS, &root), "version", wzm->version);
    builder->scene.extras = mq_node_value(root);
    mq_add_loss(builder->findings, &mq_wzm_rules[WZM_LOSS_COMMENTS], wzm->comment_count,
                "comments were dropped");
    maq_scene_channel *channels =
        MQ_NEW_ARRAY(builder->arena, maq_scene_channel, (size_t)wzm->mesh_count * MOST_CHANNELS);
    maq_scene_clip clip = {.name = "animation", .channels = channels};
    uint32_t material = add_material(builder, wzm, "material", 0);
    for (uint32_t i = 0; channels && i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        uint32_t animated =
            texture_moves(mesh)
                ? add_material(builder, wzm, mq_arena_format(builder->arena, "material %u", i),
                               mesh->texture_array_count)
                : MAQ_SCENE_NONE;
        if (!add_mesh(builder, wzm->version, mesh, material, animated, &clip))
            break;
    }
    uint64_t shorter = 0;
    for (uint32_t i = 0; i < clip.channel_count; i++)
        shorter += channels[i].times[channels[i].key_count - 1] < clip.duration;
    mq_add_loss(builder->findings, &mq_wzm_rules[WZM_LOSS_ROUNDS], shorter,
                "frames of some meshes repeated sooner than those of others; now all repeat "
                "with the longest");
    if (clip.channel_count)
        mq_scene_add_clip(builder, &clip);
    return mq_arena_status(builder->arena);
}
