// SPDX-License-Identifier: MIT
//
// Puppets split into parts and joined again: the vertices stay at their positions, at rest and
// animated.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "scene/digest.h"
#include "support/hostile.h"
#include "support/pet_documents.h"

// ------------------------------------------------------------------- --- independent skinning

typedef struct matrix {
    double m[3][4];
} matrix;

static matrix times(matrix a, matrix b) {
    matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c] +
                          (c == 3 ? a.m[r][3] : 0);
    return out;
}

static matrix inverse(matrix a) {
    matrix out;
    const double(*m)[4] = (const double(*)[4])a.m;
    double d = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (c + 1) % 3, r2 = (c + 2) % 3, c1 = (r + 1) % 3, c2 = (r + 2) % 3;
            out.m[r][c] = (m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]) / d;
        }
    for (int r = 0; r < 3; r++)
        out.m[r][3] = -(out.m[r][0] * m[0][3] + out.m[r][1] * m[1][3] + out.m[r][2] * m[2][3]);
    return out;
}

// A turn that follows from the name of a bone, so that two skeletons can be posed alike.
static matrix turn_of(maq_pet_text name, double amount) {
    unsigned hash = 7;
    for (uint32_t i = 0; i < name.length; i++)
        hash = hash * 31 + (unsigned char)name.bytes[i];
    double angle = amount * (double)(hash % 100) / 50;
    double s = sin(angle), c = cos(angle);
    return (matrix){{{c, -s, 0, 0}, {s, c, 0, amount * (hash % 7)}, {0, 0, 1, 0}}};
}

static matrix world(const maq_pet *pet, int32_t bone, double amount) {
    const float *f = pet->bones[bone].matrix;
    matrix local = {
        {{f[0], f[3], f[6], f[9]}, {f[1], f[4], f[7], f[10]}, {f[2], f[5], f[8], f[11]}}};
    if (amount != 0)
        local = times(local, turn_of(pet->bones[bone].name, amount));
    int32_t parent = pet->bones[bone].parent.bone;
    return parent < 0 ? local : times(world(pet, parent, amount), local);
}

typedef struct point {
    double x[3];
} point;

static point apply(matrix a, point p) {
    point out;
    for (int r = 0; r < 3; r++)
        out.x[r] = a.m[r][0] * p.x[0] + a.m[r][1] * p.x[1] + a.m[r][2] * p.x[2] + a.m[r][3];
    return out;
}

// p = sum of w * Wpose * Wrest^-1 * (Wrest of the first bone * v). The pose is that of `skeleton`,
// by the names of bones.
static point skinned(const maq_pet *pet, const maq_pet_mesh *mesh, uint32_t index,
                     const maq_pet *skeleton, double amount) {
    const maq_pet_vertex *vertex = &mesh->vertices[index];
    const maq_pet_weight *weights = mesh->weights + vertex->first_weight;
    point v = {{vertex->position[0], vertex->position[1], vertex->position[2]}}, sum = {{0, 0, 0}};
    v = apply(world(pet, weights[0].id.bone, 0), v);
    double total = 0;
    for (uint32_t i = 0; i < vertex->weight_count; i++) {
        int32_t bone = weights[i].id.bone, there = -1;
        for (uint32_t k = 0; k < skeleton->bone_count && there < 0; k++)
            if (skeleton->bones[k].name.length == pet->bones[bone].name.length &&
                memcmp(skeleton->bones[k].name.bytes, pet->bones[bone].name.bytes,
                       pet->bones[bone].name.length) == 0)
                there = (int32_t)k;
        assert_true(there >= 0);
        matrix m = times(world(skeleton, there, amount), inverse(world(pet, bone, 0)));
        point p = apply(m, v);
        for (int r = 0; r < 3; r++)
            sum.x[r] += weights[i].weight * p.x[r];
        total += weights[i].weight;
    }
    for (int r = 0; r < 3; r++)
        sum.x[r] /= total;
    return sum;
}

// Compares vertices `first` on of `joined` with those of a part on the skeleton of `joined`.
static void expect_same_positions(const maq_document *part, const maq_document *joined,
                                  uint32_t first, double amount) {
    const maq_pet *a = maq_document_pet(part), *b = maq_document_pet(joined);
    maq_pet_mesh x, y;
    assert_int_equal(maq_pet_mesh_open(part, NULL, &x), MAQ_OK);
    assert_int_equal(maq_pet_mesh_open(joined, NULL, &y), MAQ_OK);
    assert_true(first + x.vertex_count <= y.vertex_count);
    double size = 1e-30, worst = 0;
    for (uint32_t i = 0; i < x.vertex_count; i++) {
        point p = skinned(a, &x, i, b, amount), q = skinned(b, &y, first + i, b, amount);
        for (int r = 0; r < 3; r++) {
            size = fmax(size, fabs(p.x[r]));
            worst = fmax(worst, fabs(p.x[r] - q.x[r]));
        }
    }
    if (!(worst <= 1e-5 * size))
        fail_msg("vertices are off by %g of %g", worst, size);
    maq_pet_mesh_free(&x);
    maq_pet_mesh_free(&y);
}

static maq_document *join(const maq_document *const *parts, size_t count, const char *to) {
    maq_input inputs[8] = {0};
    for (size_t i = 0; i < count; i++)
        inputs[i].document = parts[i];
    maq_document *out = NULL;
    assert_int_equal(maq_join(inputs, count, to, NULL, &out), MAQ_OK);
    return out;
}

// ---------------------------------------------------------------------------------- split and join

static void split_and_join(const pet_bytes *b) {
    maq_document *whole = pet_open(b, "x.pet");
    maq_document *parts[3] = {pet_convert(whole, "bpet", NULL, NULL),
                              pet_convert(whole, "mpet", NULL, NULL),
                              pet_convert(whole, "apet", NULL, NULL)};
    maq_document *joined = join((const maq_document *const *)parts, 3, "pet");
    const maq_pet *before = maq_document_pet(whole), *after = maq_document_pet(joined);
    assert_int_equal(after->minor, before->minor);
    assert_int_equal(after->bone_count, before->bone_count);
    assert_int_equal(after->animation_count, before->animation_count);
    assert_int_equal(after->motion_count, before->motion_count);
    assert_int_equal(after->frame_count, before->frame_count);
    assert_int_equal(after->box_count, before->box_count);
    assert_int_equal(after->texture_count, before->texture_count);
    assert_int_equal(after->mesh.triangle_count, before->mesh.triangle_count);
    expect_same_positions(whole, joined, 0, 0);
    expect_same_positions(whole, joined, 0, 0.3);
    // Nothing is lost: only the order of the sections differs.
    for (uint32_t i = 0; i < before->section_count; i++) {
        const maq_pet_section *section = &before->sections[i], *same = NULL;
        for (uint32_t k = 0; k < after->section_count; k++)
            if (memcmp(after->sections[k].name, section->name, 4) == 0)
                same = &after->sections[k];
        if (!same || same->length != section->length ||
            memcmp(same->bytes, section->bytes, section->length) != 0)
            fail_msg("%.4s is not the same", section->name);
    }
    assert_int_equal(maq_document_findings(joined)->losses, 0);
    maq_close(joined);
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    maq_close(whole);
}

static void a_puppet_is_split_and_joined(void **state) {
    (void)state;
    for (unsigned minor = 0; minor < 4; minor++) {
        pet_bytes b = {0};
        pet_file(&b, "pet", (pet_form){minor, true, true}, minor > 0);
        split_and_join(&b);
        pet_free(&b);
    }
}

static void split_sample(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)path;
    if (strcmp(kind, "pet") == 0)
        split_and_join(bytes);
}

static void samples_are_split_and_joined(void **state) {
    (void)state;
    pet_for_each_sample(split_sample);
}

// -------------------------------------------------------------------------- parts that differ

static const pet_form form = {2, true, false};

static void bone_at(pet_bytes *b, const char *name, unsigned parent, float x, float y) {
    pet_cstr(b, name);
    pet_u8(b, parent);
    pet_floats(b, 12, (const float[]){1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, 0});
}

static void skeleton(pet_bytes *b) {
    pet_vers(b, form);
    pet_begin(b, "BONE");
    pet_u8(b, 3);
    bone_at(b, "Bip01", 0xff, 0, 1);
    bone_at(b, "Bip01 Spine", 0, 0, 2);
    bone_at(b, "Bip01 Head", 1, 0, 3);
    pet_end(b);
}

// A part with bones in another order, one that the skeleton lacks, and (`moved`) a head with another
// rest position.
static void part(pet_bytes *b, const char *texture, float moved) {
    pet_vers(b, form);
    pet_begin(b, "TEXT");
    pet_u32(b, 2);
    pet_texture(b, "shared.dds", 0);
    pet_texture(b, texture, 0);
    pet_end(b);
    pet_begin(b, "BONE");
    pet_u8(b, 5);
    bone_at(b, "PART", 0xff, 0, 0);
    bone_at(b, "Bip01", 0xff, 0, 1);
    bone_at(b, "Bip01 Spine", 1, 0, 2);
    bone_at(b, "Bip01 Head", 2, moved, 3);
    bone_at(b, "Ribbon", 3, 1, 0);
    pet_end(b);
    pet_begin(b, "MESH");
    pet_u8(b, 1);
    pet_u32(b, 0);
    pet_u32(b, 0);
    pet_u32(b, 3);
    pet_u32(b, 0);
    pet_u32(b, 1);
    pet_u32(b, 3);
    for (unsigned i = 0; i < 3; i++) {
        pet_floats(b, 4, (const float[]){(float)i, 0.25f, (float)(i * i), 1});
        if (i == 0)
            pet_raw(b, "\xff\x03\x00\x00", 4);
        else if (i == 1)
            pet_raw(b, "\x80\x02\x7f\x03", 4);
        else
            pet_raw(b, "\x80\x04\x7f\x01", 4);
    }
    pet_u32(b, 1);
    for (unsigned i = 0; i < 3; i++) {
        pet_u32(b, i);
        pet_floats(b, 3, (const float[]){0, 0, 1});
        pet_u8(b, 1);
        pet_floats(b, 2, (const float[]){0, 0});
    }
    pet_u8(b, 1);
    pet_u8(b, 0xff);
    pet_end(b);
}

static void parts_are_matched_by_the_names_of_bones(void **state) {
    (void)state;
    pet_bytes bones = {0}, first = {0}, second = {0};
    skeleton(&bones);
    part(&first, "first.dds", 0);
    part(&second, "second.dds", 0);
    maq_document *parts[3] = {pet_open(&first, "e_a.mpet"), pet_open(&second, "e_b.mpet"),
                              pet_open(&bones, "e_def.bpet")};
    maq_document *joined = join((const maq_document *const *)parts, 3, "pet");
    const maq_pet *pet = maq_document_pet(joined);
    // The skeleton first, then what it lacks: the root of the parts and the ribbon on the head.
    assert_int_equal(pet->bone_count, 5);
    assert_memory_equal(pet->bones[3].name.bytes, "PART", 4);
    assert_memory_equal(pet->bones[4].name.bytes, "Ribbon", 6);
    assert_int_equal(pet->bones[3].parent.bone, -1);
    assert_int_equal(pet->bones[4].parent.bone, 2);
    assert_int_equal(pet->texture_count, 3);
    maq_pet_mesh mesh;
    assert_int_equal(maq_pet_mesh_open(joined, NULL, &mesh), MAQ_OK);
    assert_int_equal(mesh.triangles[0].texture, 1);
    assert_int_equal(mesh.triangles[1].texture, 2);
    assert_int_equal(mesh.triangles[1].corners[2].vertex, 5);
    maq_pet_mesh_free(&mesh);
    for (unsigned pose = 0; pose < 2; pose++) {
        expect_same_positions(parts[0], joined, 0, 0.4 * pose);
        expect_same_positions(parts[1], joined, 3, 0.4 * pose);
    }
    const maq_findings *findings = maq_document_findings(joined);
    assert_int_equal(pet_findings_of(findings, "PET-0909"), 1);
    assert_int_equal(findings->count, 1);
    maq_close(joined);

    // The same as a mesh puppet: the skins stay.
    joined = join((const maq_document *const *)parts, 2, "mpet");
    assert_int_equal(maq_document_findings(joined)->count, 0);
    assert_int_equal(maq_document_pet(joined)->mesh.skin_count, 2);
    expect_same_positions(parts[1], joined, 3, 0.4);
    maq_close(joined);
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&first);
    pet_free(&second);
}

// The head of the part has another rest position: at rest all vertices follow the skeleton.
static void another_rest_pose_is_fitted(void **state) {
    (void)state;
    pet_bytes bones = {0}, other = {0};
    skeleton(&bones);
    part(&other, "x.dds", 0.5f);
    maq_document *parts[2] = {pet_open(&bones, "e_def.bpet"), pet_open(&other, "e_a.mpet")};
    maq_document *joined = join((const maq_document *const *)parts, 2, "pet");
    expect_same_positions(parts[1], joined, 0, 0);
    const maq_findings *findings = maq_document_findings(joined);
    // Two vertices have weights on the head, or the ribbon below it, and on another bone.
    assert_int_equal(pet_findings_of(findings, "PET-0926"), 1);
    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->items[i].rule->id, "PET-0926") == 0)
            assert_int_equal(findings->items[i].count, 2);
    maq_close(joined);
    for (size_t i = 0; i < 2; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&other);
}

// ------------------------------------------------------------------------------------- in a scene

// A matrix of the scene in the axes of the file: x is mirrored.
static matrix mirrored(const float rows[3][4]) {
    matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out.m[r][c] = (double)rows[r][c] * ((r == 0) == (c == 0) ? 1 : -1);
    return out;
}

// A corner of the scene, moved by the skeleton as the test's pose has it.
static point skinned_corner(const maq_scene *scene, const maq_scene_node *node, uint32_t corner,
                            const maq_pet *skeleton, double amount) {
    const maq_scene_mesh *mesh = &scene->meshes[node->mesh];
    const maq_scene_skin *skin = &scene->skins[node->skin];
    uint32_t vertex = mesh->triangles[corner / 3][corner % 3];
    const float *p = mesh->positions[vertex];
    point at = {{-(double)p[0], p[1], p[2]}}, sum = {{0, 0, 0}};
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t k = (size_t)vertex * mesh->influence_count + i;
        const char *name = scene->nodes[skin->joints[mesh->joints[k]]].name;
        int32_t bone = -1;
        for (uint32_t b = 0; b < skeleton->bone_count; b++)
            if (strlen(name) == skeleton->bones[b].name.length &&
                memcmp(name, skeleton->bones[b].name.bytes, strlen(name)) == 0)
                bone = (int32_t)b;
        assert_true(bone >= 0);
        point moved = apply(
            times(world(skeleton, bone, amount), mirrored(skin->inverse_bind[mesh->joints[k]])),
            at);
        for (int r = 0; r < 3; r++)
            sum.x[r] += (double)mesh->weights[k] * moved.x[r];
    }
    return sum;
}

// The largest coordinate of a part at rest.
static double size_of(const maq_pet *own, const maq_pet_mesh *mesh, const maq_pet *joined) {
    double size = 0;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        point p = skinned(own, mesh, mesh->triangles[i / 3].corners[i % 3].vertex, joined, 0);
        for (int r = 0; r < 3; r++)
            size = fmax(size, fabs(p.x[r]));
    }
    return size;
}

// The parts of a scene are bound to their own rest poses, so that they move exactly as in the game.
static void parts_keep_their_own_inverse_binds(void **state) {
    (void)state;
    pet_bytes bones = {0}, first = {0}, second = {0};
    skeleton(&bones);
    part(&first, "first.dds", 0.5f);
    part(&second, "second.dds", 0);
    maq_document *parts[3] = {pet_open(&first, "e_a.mpet"), pet_open(&bones, "e_def.bpet"),
                              pet_open(&second, "e_b.mpet")};
    maq_document *fitted = join((const maq_document *const *)parts, 3, "pet");
    assert_int_equal(pet_findings_of(maq_document_findings(fitted), "PET-0926"), 1);
    const maq_pet *joined = maq_document_pet(fitted);
    maq_document *glb = join((const maq_document *const *)parts, 3, "glb");
    assert_int_equal(pet_findings_of(maq_document_findings(glb), "PET-0926"), 0);
    maq_scene *scene = NULL;
    assert_int_equal(maq_scene_from_document(glb, NULL, &scene), MAQ_OK);
    assert_int_equal(scene->mesh_count, 2);
    unsigned found = 0;
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const maq_scene_node *node = &scene->nodes[n];
        if (node->mesh == MAQ_SCENE_NONE)
            continue;
        const maq_document *own = parts[found == 0 ? 0 : 2];
        maq_pet_mesh mesh;
        assert_int_equal(maq_pet_mesh_open(own, NULL, &mesh), MAQ_OK);
        double size = size_of(maq_document_pet(own), &mesh, joined);
        for (uint32_t corner = 0; corner < 3 * mesh.triangle_count; corner++) {
            // Mirroring swaps the last two corners.
            uint32_t k = corner % 3 == 0 ? 0 : 3 - corner % 3;
            uint32_t vertex = mesh.triangles[corner / 3].corners[k].vertex;
            for (unsigned pose = 0; pose < 3; pose++) {
                point p = skinned(maq_document_pet(own), &mesh, vertex, joined, 0.4 * pose);
                point q = skinned_corner(scene, node, corner, joined, 0.4 * pose);
                for (int r = 0; r < 3; r++)
                    assert_true(fabs(p.x[r] - q.x[r]) <= 1e-5 * size);
            }
        }
        maq_pet_mesh_free(&mesh);
        found++;
    }
    assert_int_equal(found, 2);
    // The file of the joined puppet cannot say this, so the reverse conversion reports it.
    maq_document *back = NULL;
    assert_int_equal(maq_convert(glb, "pet", NULL, &back), MAQ_OK);
    assert_int_equal(pet_findings_of(maq_document_findings(back), "PET-0939"), 1);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(glb);
    maq_close(fitted);
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&first);
    pet_free(&second);
}

// Joins to a scene in one call, with the parts in the order that `order` gives.
static maq_scene *join_scene(maq_document *const parts[3], const unsigned order[3]) {
    maq_input inputs[3] = {0};
    maq_scene *scene = NULL;
    for (unsigned i = 0; i < 3; i++)
        inputs[i].document = parts[order[i]];
    assert_int_equal(maq_scene_join(inputs, 3, NULL, &scene), MAQ_OK);
    return scene;
}

// The positions of all vertices of a mesh at rest, as the motion of a scene has them.
static void posed_corner(maq_motion *motion, const maq_scene *scene, uint32_t node, uint32_t corner,
                         double out[3]) {
    const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[node].mesh];
    float(*positions)[3] = calloc(mesh->vertex_count, sizeof *positions);
    assert_non_null(positions);
    maq_deformed_mesh buffers = {.positions = positions};
    assert_int_equal(maq_motion_mesh(motion, node, &buffers, 0), MAQ_OK);
    const float *p = positions[mesh->triangles[corner / 3][corner % 3]];
    for (int r = 0; r < 3; r++)
        out[r] = (double)(r == 0 ? -p[r] : p[r]);
    free(positions);
}

// A skeleton and two parts, one with another rest pose, become the same scene wherever the skeleton
// stands among them, and the pose of the library is that of the calculation above.
static void the_order_of_parts_decides_nothing_in_a_scene(void **state) {
    (void)state;
    static const unsigned orders[][3] = {{0, 1, 2}, {2, 0, 1}, {0, 2, 1}};
    pet_bytes bones = {0}, first = {0}, second = {0};
    skeleton(&bones);
    part(&first, "first.dds", 0.5f);
    part(&second, "second.dds", 0);
    maq_document *parts[3] = {pet_open(&first, "e_a.mpet"), pet_open(&second, "e_b.mpet"),
                              pet_open(&bones, "e_def.bpet")};
    maq_document *fitted = join((const maq_document *const *)parts, 3, "pet");
    const maq_pet *joined = maq_document_pet(fitted);
    uint64_t digest = 0;
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        maq_scene *scene = join_scene(parts, orders[o]);
        assert_int_equal(pet_findings_of(maq_scene_findings(scene), "PET-0926"), 0);
        if (o == 0)
            digest = mq_scene_digest(scene);
        assert_true(digest == mq_scene_digest(scene));
        maq_motion *motion = NULL;
        assert_int_equal(maq_motion_new(scene, NULL, &motion), MAQ_OK);
        unsigned found = 0;
        for (uint32_t n = 0; n < scene->node_count; n++) {
            if (scene->nodes[n].mesh == MAQ_SCENE_NONE)
                continue;
            const maq_document *own = parts[found++];
            maq_pet_mesh mesh;
            assert_int_equal(maq_pet_mesh_open(own, NULL, &mesh), MAQ_OK);
            double size = size_of(maq_document_pet(own), &mesh, joined);
            for (uint32_t corner = 0; corner < 3 * mesh.triangle_count; corner++) {
                uint32_t k = corner % 3 == 0 ? 0 : 3 - corner % 3;
                uint32_t vertex = mesh.triangles[corner / 3].corners[k].vertex;
                point p = skinned(maq_document_pet(own), &mesh, vertex, joined, 0);
                double q[3];
                posed_corner(motion, scene, n, corner, q);
                for (int r = 0; r < 3; r++)
                    assert_true(fabs(p.x[r] - q[r]) <= 1e-5 * size);
            }
            maq_pet_mesh_free(&mesh);
        }
        assert_int_equal(found, 2);
        maq_motion_free(motion);
        maq_scene_free(scene);
    }
    maq_close(fitted);
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&first);
    pet_free(&second);
}

// An animation for any biped, one after another.
static void animation(pet_bytes *b, const char *bone, const char *motion) {
    pet_vers(b, form);
    pet_begin(b, "BONE");
    pet_u8(b, 1);
    pet_cstr(b, bone);
    pet_u8(b, 0xff);
    pet_end(b);
    pet_begin(b, "ANIM");
    pet_u8(b, 0);
    pet_u32(b, 2);
    pet_key(b, 0, 3, (const float[]){0, 0, 0});
    pet_key(b, 1, 3, (const float[]){0, 1, 0});
    pet_u32(b, 0);
    pet_u32(b, 0);
    pet_u8(b, 0xff);
    pet_end(b);
    pet_begin(b, "FRAM");
    pet_u32(b, 2);
    for (unsigned i = 0; i < 2; i++) {
        pet_u32(b, 5 + i);
        pet_lstr(b, "*msg(\"x\")");
        pet_lstr(b, "");
        pet_lstr(b, "");
        pet_u32(b, 1);
    }
    pet_end(b);
    pet_begin(b, "MOTI");
    pet_u32(b, 1);
    pet_lstr(b, motion);
    pet_u32(b, 0);
    pet_u32(b, 30);
    pet_lstr(b, motion);
    pet_lstr(b, "");
    pet_f32(b, 0);
    pet_lstr(b, bone);
    pet_end(b);
}

static void animations_follow_each_other(void **state) {
    (void)state;
    pet_bytes bones = {0}, idle = {0}, swing = {0};
    skeleton(&bones);
    animation(&idle, "Bip02 Head", "idle"); // another biped's head is a head
    animation(&swing, "Bip01 Spine", "swing");
    maq_document *parts[3] = {pet_open(&bones, "e_def.bpet"), pet_open(&idle, "e_idle.apet"),
                              pet_open(&swing, "e_swing.apet")};
    maq_document *joined = join((const maq_document *const *)parts, 3, "pet");
    const maq_pet *pet = maq_document_pet(joined);
    assert_int_equal(pet->bone_count, 3);
    assert_int_equal(pet->animation_count, 2);
    assert_int_equal(pet->animations[0].id.bone, 2);
    assert_int_equal(pet->animations[1].id.bone, 1);
    assert_int_equal(pet->motions[0].bone.length, 10);
    assert_memory_equal(pet->motions[0].bone.bytes, "Bip01 Head", 10);
    assert_int_equal(pet->motions[1].start, 31);
    assert_int_equal(pet->motions[1].end, 61);
    assert_int_equal(pet->frames[2].number, 36);
    assert_true(fabsf(pet->animations[1].position.keys[0].time - 31 / 30.0f) < 1e-6f);
    assert_true(pet->animations[0].position.keys[1].time == 1);
    const maq_findings *findings = maq_document_findings(joined);
    assert_int_equal(findings->count, 1);
    assert_string_equal(findings->items[0].rule->id, "PET-0927");
    assert_int_equal(findings->items[0].count, 2);
    maq_close(joined);
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&idle);
    pet_free(&swing);
}

static void joining_survives_failing_memory(void **state) {
    (void)state;
    pet_bytes bones = {0}, first = {0}, idle = {0};
    skeleton(&bones);
    part(&first, "first.dds", 0.5f);
    animation(&idle, "Bip01 Head", "idle");
    maq_document *parts[3] = {pet_open(&bones, "e_def.bpet"), pet_open(&first, "e_a.mpet"),
                              pet_open(&idle, "e_idle.apet")};
    maq_input inputs[3] = {{.document = parts[0]}, {.document = parts[1]}, {.document = parts[2]}};
    static const char *const targets[] = {"pet", "glb"};
    for (unsigned target = 0; target < 2; target++) {
        maq_status status = MAQ_NO_MEMORY;
        for (uint64_t fail_at = 1; status != MAQ_OK; fail_at++) {
            counted_memory counted;
            count_memory(&counted);
            counted.memory.fail_at = fail_at;
            maq_convert_options options = {.memory = &counted.memory};
            maq_document *out = NULL;
            status = maq_join(inputs, 3, targets[target], &options, &out);
            maq_close(out);
            assert_int_equal(counted.held, 0);
            assert_true(status == MAQ_OK || status == MAQ_NO_MEMORY);
            assert_true(fail_at < 10000);
        }
    }
    for (size_t i = 0; i < 3; i++)
        maq_close(parts[i]);
    pet_free(&bones);
    pet_free(&first);
    pet_free(&idle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puppet_is_split_and_joined),
        cmocka_unit_test(samples_are_split_and_joined),
        cmocka_unit_test(parts_are_matched_by_the_names_of_bones),
        cmocka_unit_test(another_rest_pose_is_fitted),
        cmocka_unit_test(parts_keep_their_own_inverse_binds),
        cmocka_unit_test(the_order_of_parts_decides_nothing_in_a_scene),
        cmocka_unit_test(animations_follow_each_other),
        cmocka_unit_test(joining_survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
