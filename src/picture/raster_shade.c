// SPDX-License-Identifier: MIT
//
// Shading: the colour of a surface at one point, from textures, team colour, normal and light.
#include <math.h>
#include <string.h>

#include "picture/raster_priv.h"

static float dot3(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross3(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// Normalises a vector; false, with the vector unchanged, when it has no length.
static bool unit3(float v[3]) {
    float square = dot3(v, v);
    if (!(square > 1e-30f && square < 1e30f))
        return false;
    float scale = 1 / sqrtf(square);
    for (int i = 0; i < 3; i++)
        v[i] *= scale;
    return true;
}

// From the first corner of the source triangle to another, in the axes of the camera.
static void side_of(const mq_shading *s, int corner, float out[3]) {
    const float *a = s->surface->positions[s->corners[0]],
                *b = s->surface->positions[s->corners[corner]];
    out[0] = b[0] - a[0];
    out[1] = b[1] - a[1];
    out[2] = a[2] - b[2];
}

// The tangent and bitangent of the texture, for normal maps.
static void set_texture_axes(mq_shading *s, const float first[3], const float second[3]) {
    const float(*uvs)[2] = s->surface->uvs;
    const float *a = uvs[s->corners[0]], *b = uvs[s->corners[1]], *c = uvs[s->corners[2]];
    float u1 = b[0] - a[0], v1 = b[1] - a[1], u2 = c[0] - a[0], v2 = c[1] - a[1];
    float sign = u1 * v2 - u2 * v1 < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        s->tangent[i] = (first[i] * v2 - second[i] * v1) * sign;
        // Images have their rows downwards, normal maps their y upwards.
        s->upward[i] = (first[i] * u2 - second[i] * u1) * sign;
    }
    if (!unit3(s->tangent) || !unit3(s->upward)) {
        memset(s->tangent, 0, sizeof s->tangent);
        memset(s->upward, 0, sizeof s->upward);
    }
}

void mq_shading_begin(mq_shading *s, const mq_raster *raster, const mq_raster_item *item) {
    const mq_surface *surface = item->surface;
    const mq_raster_material *material = surface->material;
    s->surface = surface;
    s->light = &raster->light;
    s->corners = surface->triangles[item->source];
    s->clipped = item->clipped == MQ_NOT_CLIPPED
                     ? NULL
                     : (const mq_clipped_corners *)&raster->clipped[item->clipped];
    s->swapped = item->swapped;
    s->backward = item->backward;
    s->textured =
        surface->uvs && (material->diffuse || material->normal || material->specular ||
                         material->team_mask || material->alpha_mask || material->emissive);
    bool bumpy = s->textured && material->normal && !surface->tangents;
    if (material->unlit || (surface->normals && !bumpy))
        return;
    float first[3], second[3];
    side_of(s, 1, first);
    side_of(s, 2, second);
    cross3(first, second, s->flat);
    // The normal of a flat face points towards the camera.
    if (!item->swapped) {
        for (int i = 0; i < 3; i++)
            s->flat[i] = -s->flat[i];
    }
    if (!unit3(s->flat)) {
        s->flat[0] = s->flat[1] = 0;
        s->flat[2] = 1;
    }
    if (bumpy)
        set_texture_axes(s, first, second);
}

// Converts weights of the corners of an item to weights of the corners of its source.
static mq_barycentric source_weights(const mq_shading *s, const mq_barycentric *given) {
    mq_barycentric weights = *given;
    if (s->swapped) {
        weights.of[1] = given->of[2];
        weights.of[2] = given->of[1];
    }
    if (!s->clipped)
        return weights;
    mq_barycentric whole;
    for (int i = 0; i < 3; i++)
        whole.of[i] = weights.of[0] * (*s->clipped)[0][i] + weights.of[1] * (*s->clipped)[1][i] +
                      weights.of[2] * (*s->clipped)[2][i];
    return whole;
}

// Interpolates a row of numbers of the corners.
static void mix(const mq_shading *s, const mq_barycentric *weights, const float *rows,
                unsigned width, float *out) {
    const float *a = rows + (size_t)s->corners[0] * width;
    const float *b = rows + (size_t)s->corners[1] * width;
    const float *c = rows + (size_t)s->corners[2] * width;
    for (unsigned i = 0; i < width; i++)
        out[i] = a[i] * weights->of[0] + b[i] * weights->of[1] + c[i] * weights->of[2];
}

// Texture coordinates, and their differences to the next pixels.
typedef struct texture_point {
    float uv[2], right[2], below[2];
} texture_point;

static void find_texture_point(const mq_shading *s, const mq_barycentric *at,
                               const mq_barycentric *right, const mq_barycentric *below,
                               texture_point *out) {
    const float *uvs = s->surface->uvs[0];
    mq_barycentric next = source_weights(s, right), under = source_weights(s, below);
    mix(s, at, uvs, 2, out->uv);
    mix(s, &next, uvs, 2, out->right);
    mix(s, &under, uvs, 2, out->below);
    for (int i = 0; i < 2; i++) {
        out->right[i] -= out->uv[i];
        out->below[i] -= out->uv[i];
    }
}

static const mq_texture_mapping unchanged = {0};

static texture_point map_point(const mq_texture_mapping *mapping, const texture_point *p) {
    if (!mapping->transformed)
        return *p;
    texture_point mapped;
    for (int i = 0; i < 2; i++) {
        const float *m = mapping->transform[i];
        mapped.uv[i] = m[0] * p->uv[0] + m[1] * p->uv[1] + m[2];
        mapped.right[i] = m[0] * p->right[0] + m[1] * p->right[1];
        mapped.below[i] = m[0] * p->below[0] + m[1] * p->below[1];
    }
    return mapped;
}

static void sample(const mq_texture *texture, const mq_texture_mapping *mapping,
                   const texture_point *p, bool light, float out[4]) {
    texture_point at = map_point(mapping, p);
    mq_texture_sample(texture, mapping->wrap, at.uv[0], at.uv[1],
                      mq_texture_level_for(texture, at.right, at.below), light, out);
}

// The value of a mask, 0 to 1: its alpha where it has one, or else its brightness.
static float mask_at(const mq_texture *mask, const texture_point *p) {
    float texel[4];
    sample(mask, &unchanged, p, false, texel);
    return (mask->solid ? texel[0] : texel[3]) / 255;
}

// The diffuse texture with the team colour added as the game does it: in sRGB values, where half grey
// changes nothing.
static void put_diffuse(const mq_raster_material *material, const texture_point *p,
                        float colour[4]) {
    float texel[4];
    sample(material->diffuse, &material->diffuse_mapping, p, material->team_mask == NULL, texel);
    float mask = material->team_mask ? mask_at(material->team_mask, p) : 0;
    for (int i = 0; i < 3; i++) {
        float light = material->team_mask
                          ? mq_srgb_light_between(texel[i] + (material->team[i] - 127.5f) * mask)
                          : texel[i] / 255;
        colour[i] *= light;
    }
    colour[3] *= texel[3] / 255;
}

static void put_surface_colour(const mq_shading *s, const mq_barycentric *at,
                               const texture_point *p, float colour[4]) {
    const mq_raster_material *material = s->surface->material;
    memcpy(colour, material->colour, sizeof material->colour);
    if (s->surface->colours) {
        float own[4];
        mix(s, at, s->surface->colours[0], 4, own);
        for (int i = 0; i < 4; i++)
            colour[i] *= own[i];
    }
    if (s->textured && material->diffuse)
        put_diffuse(material, p, colour);
    if (s->textured && material->alpha_mask)
        colour[3] *= mask_at(material->alpha_mask, p);
}

static void apply_normal_map(const mq_shading *s, const mq_barycentric *at, const texture_point *p,
                             float normal[3]) {
    float texel[4], tangent[4], upward[3];
    const mq_raster_material *material = s->surface->material;
    sample(material->normal, &material->normal_mapping, p, false, texel);
    if (s->surface->tangents) {
        mix(s, at, s->surface->tangents[0], 4, tangent);
        cross3(normal, tangent, upward);
        for (int i = 0; i < 3; i++)
            upward[i] *= tangent[3] < 0 ? -1.0f : 1.0f;
    } else {
        memcpy(tangent, s->tangent, sizeof s->tangent);
        memcpy(upward, s->upward, sizeof upward);
    }
    float x = texel[0] / 127.5f - 1, y = texel[1] / 127.5f - 1, z = texel[2] / 127.5f - 1;
    float bent[3];
    for (int i = 0; i < 3; i++)
        bent[i] = tangent[i] * x + upward[i] * y + normal[i] * z;
    if (unit3(bent))
        memcpy(normal, bent, sizeof bent);
}

static void find_normal(const mq_shading *s, const mq_barycentric *at, const texture_point *p,
                        float normal[3]) {
    const mq_surface *surface = s->surface;
    if (surface->normals) {
        mix(s, at, surface->normals[0], 3, normal);
        if (!unit3(normal)) {
            normal[0] = normal[1] = 0;
            normal[2] = 1;
        }
    } else {
        memcpy(normal, s->flat, sizeof s->flat);
    }
    if (surface->normals && s->backward) {
        for (int i = 0; i < 3; i++)
            normal[i] = -normal[i];
    }
    if (s->textured && surface->material->normal)
        apply_normal_map(s, at, p, normal);
}

static void add_emission(const mq_shading *s, const texture_point *p, float colour[4]) {
    const mq_raster_material *material = s->surface->material;
    float texel[4] = {255, 255, 255, 255};
    if (s->textured && material->emissive)
        sample(material->emissive, &material->emissive_mapping, p, true, texel);
    for (int i = 0; i < 3; i++)
        colour[i] += material->emission[i] * texel[i] / 255;
}

void mq_shade(const mq_shading *s, const mq_barycentric *at, const mq_barycentric *right,
              const mq_barycentric *below, float out[4]) {
    const mq_raster_material *material = s->surface->material;
    mq_barycentric here = source_weights(s, at);
    texture_point p = {0};
    if (s->textured)
        find_texture_point(s, &here, right, below, &p);
    put_surface_colour(s, &here, &p, out);
    if (material->unlit)
        return;
    float normal[3], diffuse, specular_light;
    find_normal(s, &here, &p, normal);
    mq_light_on(s->light, normal, &diffuse, &specular_light);
    for (int i = 0; i < 3; i++)
        out[i] *= diffuse;
    if (s->textured && material->specular) {
        float texel[4];
        sample(material->specular, &unchanged, &p, true, texel);
        for (int i = 0; i < 3; i++)
            out[i] += texel[i] / 255 * specular_light;
    }
    if (material->emits)
        add_emission(s, &p, out);
}

float mq_shade_alpha(const mq_shading *s, const mq_barycentric *at, const mq_barycentric *right,
                     const mq_barycentric *below) {
    const mq_raster_material *material = s->surface->material;
    mq_barycentric here = source_weights(s, at);
    texture_point p = {0};
    float alpha = material->colour[3], texel[4];
    if (s->surface->colours) {
        mix(s, &here, s->surface->colours[0], 4, texel);
        alpha *= texel[3];
    }
    if (!s->textured)
        return alpha;
    find_texture_point(s, &here, right, below, &p);
    if (material->diffuse) {
        texture_point q = map_point(&material->diffuse_mapping, &p);
        float level = mq_texture_level_for(material->diffuse, q.right, q.below);
        alpha *= mq_texture_alpha(material->diffuse, material->diffuse_mapping.wrap, q.uv[0],
                                  q.uv[1], level) /
                 255;
    }
    if (material->alpha_mask)
        alpha *= mask_at(material->alpha_mask, &p);
    return alpha;
}
