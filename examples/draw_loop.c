// SPDX-License-Identifier: MIT
//
// draw_loop MODEL [CLIP]    what an engine does with a skinned model: what it uploads once, and what it
// uploads and draws for each frame. There is no graphics library here: the program prints what it
// would upload.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maquette/motion.h"

enum { FRAMES = 4, INFLUENCES = 4 }; // a shader usually reads four joints for each vertex

// The layout of one vertex in the vertex buffer.
typedef struct vertex {
    float position[3], normal[3], uv[2];
    uint8_t joints[INFLUENCES];
    float weights[INFLUENCES];
} vertex;

// --------------------------------------------------------------------------------- once for a model

// The strongest four influences of a vertex. They come first, and their sum must be 1 again.
static void set_influences(vertex *out, const maq_scene_mesh *mesh, uint32_t index) {
    float sum = 0;
    uint32_t count = mesh->influence_count < INFLUENCES ? mesh->influence_count : INFLUENCES;
    for (uint32_t i = 0; i < count; i++) {
        size_t at = (size_t)index * mesh->influence_count + i;
        out->joints[i] = (uint8_t)mesh->joints[at];
        out->weights[i] = mesh->weights[at];
        sum += mesh->weights[at];
    }
    for (uint32_t i = 0; i < count && sum > 0; i++)
        out->weights[i] /= sum;
}

static bool upload_mesh(const maq_scene_mesh *mesh) {
    vertex *vertices = calloc(mesh->vertex_count + (size_t)1, sizeof *vertices);
    if (!vertices)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        memcpy(vertices[i].position, mesh->positions[i], sizeof vertices[i].position);
        if (mesh->normals)
            memcpy(vertices[i].normal, mesh->normals[i], sizeof vertices[i].normal);
        if (mesh->uv_set_count > 0)
            memcpy(vertices[i].uv, mesh->uvs[0][i], sizeof vertices[i].uv);
        set_influences(&vertices[i], mesh, i);
    }
    // Here an engine hands over `vertices` and `mesh->triangles`, which are 32-bit indices.
    printf("upload mesh '%s': %u vertices of %zu bytes, %u indices\n", mesh->name,
           mesh->vertex_count, sizeof *vertices, mesh->triangle_count * 3);
    free(vertices);
    return true;
}

static void upload_material(const maq_scene_material *material) {
    printf("upload material '%s':", material->name);
    for (uint32_t i = 0; i < material->texture_count; i++)
        printf(" %s", material->textures[i].file);
    printf(material->two_sided ? ", two-sided\n" : "\n");
}

// ---------------------------------------------------------------------------------- for each frame

// out = a * b, where both are the first three rows of a matrix whose last row is 0 0 0 1.
static void multiply(const float a[3][4], const float b[3][4], float out[3][4]) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++)
            out[row][column] = a[row][0] * b[0][column] + a[row][1] * b[1][column] +
                               a[row][2] * b[2][column] + (column == 3 ? a[row][3] : 0);
    }
}

// The matrices that a vertex shader multiplies with: from the bind pose to the current one.
static void upload_joints(const maq_scene *scene, const maq_pose *pose, uint32_t number) {
    const maq_scene_skin *skin = &scene->skins[number];
    printf("  upload %u joint matrices of skin %u\n", skin->joint_count, number);
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        float matrix[3][4];
        multiply(pose->worlds[skin->joints[i]], skin->inverse_bind[i], matrix);
        printf("    %s: x axis to %.2f %.2f %.2f\n", scene->nodes[skin->joints[i]].name,
               matrix[0][0], matrix[1][0], matrix[2][0]);
    }
}

static void draw_node(const maq_scene *scene, const maq_pose *pose, uint32_t number) {
    const maq_scene_node *node = &scene->nodes[number];
    const maq_scene_mesh *mesh = &scene->meshes[node->mesh];
    if (mesh->role != MAQ_MESH_VISUAL || !pose->visible[number])
        return;
    if (node->skin == MAQ_SCENE_NONE)
        printf("  upload the matrix of node '%s'\n", node->name);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const maq_scene_part *part = &mesh->parts[i];
        const char *material =
            part->material == MAQ_SCENE_NONE ? "none" : scene->materials[part->material].name;
        printf("  draw mesh '%s', indices %u to %u, material %s\n", mesh->name,
               part->first_triangle * 3, (part->first_triangle + part->triangle_count) * 3 - 1,
               material);
    }
}

static void draw_frame(const maq_scene *scene, maq_motion *motion, uint32_t clip, double seconds) {
    maq_motion_pose(motion, clip, seconds, NULL);
    const maq_pose *pose = maq_motion_current_pose(motion);
    printf("frame at %.2f s\n", seconds);
    for (uint32_t i = 0; i < scene->skin_count; i++)
        upload_joints(scene, pose, i);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE)
            draw_node(scene, pose, i);
    }
}

static uint32_t find_clip(const maq_scene *scene, const char *name) {
    for (uint32_t i = 0; name && i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, name) == 0)
            return i;
    }
    return MAQ_SCENE_NONE; // the rest pose
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: draw_loop MODEL [CLIP]\n");
        return 2;
    }
    maq_document *document = NULL;
    maq_scene *scene = NULL;
    maq_motion *motion = NULL;
    maq_status status = maq_open_file(arguments[1], NULL, &document);
    if (status == MAQ_OK)
        status = maq_scene_from_document(document, NULL, &scene);
    if (status == MAQ_OK)
        status = maq_motion_new(scene, NULL, &motion);
    // The scene does not need the document any more.
    maq_close(document);
    if (status != MAQ_OK) {
        fprintf(stderr, "%s: %s\n", arguments[1], maq_status_text(status));
        maq_scene_free(scene);
        return 1;
    }
    bool good = true;
    for (uint32_t i = 0; i < scene->material_count; i++)
        upload_material(&scene->materials[i]);
    for (uint32_t i = 0; good && i < scene->mesh_count; i++)
        good = upload_mesh(&scene->meshes[i]);
    uint32_t clip = find_clip(scene, count > 2 ? arguments[2] : NULL);
    double duration = clip == MAQ_SCENE_NONE ? 0 : scene->clips[clip].duration;
    for (int frame = 0; good && frame < FRAMES; frame++)
        draw_frame(scene, motion, clip, duration * frame / FRAMES);
    maq_motion_free(motion);
    maq_scene_free(scene);
    return good ? 0 : 1;
}
