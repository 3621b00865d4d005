// SPDX-License-Identifier: MIT
//
// Files of any size for each format: surfaces with normals and texture coordinates, as exporters write
// them. Numbers have six or seven digits, as those of real files. Binary files are made from the text files of
// their neighbours.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bench.h"

const char *const bench_formats[] = {"obj", "pie3", "wzm3", "wza", "iqe",
                                     "iqm", "glb",  "pet",  NULL};

static uint32_t random_state;

static uint32_t random_below(uint32_t below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

// From 0 up to but not including 1.
static float fraction(void) {
    return (float)random_below(1000000) / 1e6f;
}

static void put(mq_text *text, const char *before, const float *numbers, size_t count) {
    mq_text_string(text, before);
    mq_text_floats(text, numbers, count);
    mq_text_char(text, '\n');
}

// ----------------------------------------------------------------------------------------- surface

// A wavy square of `side` times `side` quads.
typedef struct vertex {
    float position[3], normal[3], uv[2];
} vertex;

static vertex surface(uint32_t side, uint32_t row, uint32_t column) {
    float x = (float)column / (float)side, y = (float)row / (float)side;
    float slope = cosf(x * 40) * 0.4f, length = sqrtf(1 + slope * slope);
    return (vertex){.position = {x * 100 + fraction() * 1e-3f, sinf(x * 40), y * 100},
                    .normal = {-slope / length, 1 / length, 0},
                    .uv = {x, y}};
}

// Texture coordinates of a vertex, the same for all corners there, with as many digits as real ones have.
static void put_uv(mq_text *text, uint32_t side, uint32_t corner) {
    float x = (float)(corner % (side + 1)), y = (float)(corner / (side + 1));
    mq_text_floats(
        text, (float[]){0.013f + x / (float)side * 0.971f, 0.017f + y / (float)side * 0.963f}, 2);
}

// The corners of a triangle of the surface, from 0.
static void triangle(uint32_t side, uint32_t number, uint32_t corners[3]) {
    uint32_t quad = number / 2, a = quad / side * (side + 1) + quad % side, b = a + side + 1;
    corners[0] = a + number % 2;
    corners[1] = b;
    corners[2] = number % 2 ? b + 1 : a + 1;
}

static void put_obj(mq_text *text, uint32_t side) {
    mq_text_string(text, "# a surface\nmtllib bench.mtl\no surface\n");
    for (int what = 0; what < 3; what++) {
        random_state = 1;
        for (uint32_t i = 0; i < (side + 1) * (side + 1); i++) {
            vertex v = surface(side, i / (side + 1), i % (side + 1));
            if (what == 0)
                put(text, "v", v.position, 3);
            else if (what == 1)
                put(text, "vt", v.uv, 2);
            else
                put(text, "vn", v.normal, 3);
        }
    }
    mq_text_string(text, "usemtl skin\n");
    for (uint32_t i = 0; i < side * side * 2; i++) {
        uint32_t corners[3];
        triangle(side, i, corners);
        mq_text_char(text, 'f');
        for (int k = 0; k < 3; k++) {
            uint32_t number = corners[k] + 1;
            mq_text_char(text, ' ');
            mq_text_integer(text, number);
            mq_text_char(text, '/');
            mq_text_integer(text, number);
            mq_text_char(text, '/');
            mq_text_integer(text, number);
        }
        mq_text_char(text, '\n');
    }
}

static void put_iqe(mq_text *text, uint32_t side) {
    enum { JOINTS = 20 };
    mq_text_string(text, "# Inter-Quake Export\n");
    for (int i = 0; i < JOINTS; i++)
        mq_text_format(text, "joint \"joint %d\" %d\n\tpq 0 0 1 0 0 0 -1 1 1 1\n", i, i - 1);
    mq_text_string(text, "mesh \"surface\"\nmaterial \"skin\"\n");
    for (uint32_t i = 0; i < (side + 1) * (side + 1); i++) {
        vertex v = surface(side, i / (side + 1), i % (side + 1));
        float weight = (float)(i % 100) / 100;
        uint32_t joint = i / (side + 1) * JOINTS / (side + 1);
        put(text, "vp", v.position, 3);
        put(text, "\tvt", v.uv, 2);
        put(text, "\tvn", v.normal, 3);
        put(text, "\tvb",
            (float[]){(float)joint, 1 - weight, (float)((joint + 1) % JOINTS), weight}, 4);
    }
    for (uint32_t i = 0; i < side * side * 2; i++) {
        uint32_t corners[3];
        triangle(side, i, corners);
        mq_text_format(text, "fm %u %u %u\n", corners[0], corners[1], corners[2]);
    }
}

// -------------------------------------------------------------------------------- formats in parts

// PIE and WZM are made of many meshes of some hundred points.
enum { PART_SIDE = 16, PART_VERTICES = (PART_SIDE + 1) * (PART_SIDE + 1), PART_TRIANGLES = 512 };

static void put_pie(mq_text *text, uint32_t parts) {
    mq_text_format(text, "PIE 3\nTYPE 200\nTEXTURE 0 page-90-maquette.png 0 0\nLEVELS %u\n", parts);
    for (uint32_t level = 1; level <= parts; level++) {
        mq_text_format(text, "LEVEL %u\nPOINTS %d\n", level, PART_VERTICES);
        for (uint32_t i = 0; i < PART_VERTICES; i++)
            put(text, "\t", surface(PART_SIDE, i / (PART_SIDE + 1), i % (PART_SIDE + 1)).position,
                3);
        mq_text_format(text, "POLYGONS %d\n", PART_TRIANGLES);
        for (uint32_t i = 0; i < PART_TRIANGLES; i++) {
            uint32_t corners[3];
            triangle(PART_SIDE, i, corners);
            mq_text_format(text, "\t200 3 %u %u %u", corners[0], corners[1], corners[2]);
            for (int k = 0; k < 3; k++)
                put_uv(text, PART_SIDE, corners[k]);
            mq_text_char(text, '\n');
        }
    }
}

static void put_wzm(mq_text *text, uint32_t parts) {
    mq_text_format(text, "WZM 3\nTEXTURE page-1.png\nMESHES %u\n", parts);
    for (uint32_t mesh = 0; mesh < parts; mesh++) {
        mq_text_format(text,
                       "MESH m%u\nTEAMCOLOURS 0\nMINMAX_TSCEN 0 0 0 1 1 1 0.5 0.5 0.5\n"
                       "VERTICES %d\nINDICES %d\nVERTEXARRAY\n",
                       mesh, PART_VERTICES, PART_TRIANGLES);
        for (uint32_t i = 0; i < PART_VERTICES; i++) {
            vertex v = surface(PART_SIDE, i / (PART_SIDE + 1), i % (PART_SIDE + 1));
            float numbers[12] = {v.position[0],
                                 v.position[1],
                                 v.position[2],
                                 v.uv[0],
                                 v.uv[1],
                                 v.normal[0],
                                 v.normal[1],
                                 v.normal[2],
                                 1,
                                 0,
                                 0,
                                 1};
            put(text, "\t", numbers, 12);
        }
        mq_text_string(text, "INDEXARRAY\n");
        for (uint32_t i = 0; i < PART_TRIANGLES; i++) {
            uint32_t corners[3];
            triangle(PART_SIDE, i, corners);
            mq_text_format(text, "\t%u %u %u\n", corners[0], corners[1], corners[2]);
        }
        mq_text_string(text, "CONNECTORS 0\n");
    }
}

// One shape with bones, and an animation of these.
static void put_wza(mq_text *text, uint32_t side) {
    enum { BONES = 40 };
    uint32_t vertices = (side + 1) * (side + 1), points = vertices / 2;
    mq_text_format(text, "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES %u\n", vertices);
    for (uint32_t i = 0; i < vertices; i++) {
        vertex v = surface(side, i / (side + 1), i % (side + 1));
        mq_text_char(text, '\t');
        mq_text_integer(text, i);
        mq_text_floats(text, v.position, 3);
        put(text, "", (float[]){v.normal[0], v.normal[1], v.normal[2], 1, 0, 0, 0, 0, 1}, 9);
    }
    mq_text_format(text, "FACES %u\n", side * side * 2);
    for (uint32_t i = 0; i < side * side * 2; i++) {
        uint32_t corners[3];
        triangle(side, i, corners);
        mq_text_format(text, "\t%u %u %u %u", i, corners[0], corners[1], corners[2]);
        for (int k = 0; k < 3; k++)
            put_uv(text, side, corners[k]);
        mq_text_char(text, '\n');
    }
    mq_text_format(text, "BONES %d\n", BONES);
    for (uint32_t bone = 0; bone < BONES; bone++) {
        uint32_t count = vertices / BONES;
        mq_text_format(text, "BONE %u %d %u %u 0 0 %u\n", bone, (int)bone - 1, bone % 2, bone,
                       count);
        for (uint32_t i = 0; i < count; i++)
            mq_text_format(text, "\t%u\n", bone * count + i);
    }
    mq_text_format(text, "ANIMATIONS 1\nANIMATION 0 %u\nPROPERTIES %d\n", points / BONES * 33 + 33,
                   BONES);
    for (int bone = 0; bone < BONES; bone++)
        mq_text_format(text, "\t%d bone %d 1\n", bone, bone);
    mq_text_format(text, "POINTS %u\n", points);
    for (uint32_t i = 0; i < points; i++) {
        // Every bone has a key at each frame.
        mq_text_format(text, "\t%u %u", i % BONES, i / BONES * 33);
        put(text, "", (float[]){fraction(), 0, 0, 0, 0, 0.6f, 0.8f}, 7);
    }
}

// --------------------------------------------------------------------------------------- the whole

// How a format is made: by a writer of text, or from the file of another format.
typedef struct generator {
    const char *format, *from;
    void (*put)(mq_text *text, uint32_t size);
    bool square;               // `size` is the side of a square, and not the number of parts
    double bytes_per_triangle; // about
} generator;

static const generator generators[] = {
    {"obj", NULL, put_obj, true, 73},   {"pie3", NULL, put_pie, false, 84},
    {"wzm3", NULL, put_wzm, false, 55}, {"wza", NULL, put_wza, true, 128},
    {"iqe", NULL, put_iqe, true, 75},   {"iqm", "iqe", NULL, true, 45},
    {"glb", "obj", NULL, true, 28},     {"pet", "obj", NULL, true, 40},
};

static const generator *find(const char *format) {
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        if (strcmp(generators[i].format, format) == 0)
            return &generators[i];
    }
    return NULL;
}

static bool convert(const maq_buffer *from, const char *format, maq_buffer *out) {
    maq_document *source = NULL, *result = NULL;
    maq_open_options options = {.size = sizeof options, .no_files = true};
    bool good = maq_open_memory(from->data, from->length, &options, &source) == MAQ_OK &&
                maq_convert(source, format, NULL, &result) == MAQ_OK &&
                maq_save_memory(result, NULL, out) == MAQ_OK;
    maq_close(result);
    maq_close(source);
    return good;
}

bool bench_generate_triangles(const char *format, double triangles, maq_buffer *out) {
    const generator *by = find(format);
    *out = (maq_buffer){0};
    if (!by)
        return false;
    if (by->from) {
        maq_buffer from;
        bool good =
            bench_generate_triangles(by->from, triangles, &from) && convert(&from, format, out);
        maq_buffer_free(&from);
        return good;
    }
    double size = by->square ? sqrt(triangles / 2) : triangles / PART_TRIANGLES;
    mq_text text;
    mq_text_init(&text, NULL);
    random_state = 1;
    by->put(&text, size > 1 ? (uint32_t)size : 1);
    return mq_text_release_to(&text, out) == MAQ_OK;
}

bool bench_generate(const char *format, double bytes, maq_buffer *out) {
    const generator *by = find(format);
    return by && bench_generate_triangles(format, bytes / by->bytes_per_triangle, out);
}

bool bench_generate_animation(int joints, int frames, maq_buffer *out) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "# Inter-Quake Export\n");
    for (int i = 0; i < joints; i++)
        mq_text_format(&text, "joint \"joint %d\" %d\n\tpq 0 0 1 0 0 0 -1 1 1 1\n", i, i - 1);
    mq_text_string(&text, "animation \"walk\"\nframerate 30\n");
    for (int frame = 0; frame < frames; frame++) {
        mq_text_format(&text, "frame %d\n", frame);
        for (int i = 0; i < joints; i++) {
            float angle = sinf((float)frame * 0.1f + (float)i) * 0.5f;
            float numbers[10] = {angle,
                                 cosf((float)frame * 0.1f),
                                 (float)i * 0.5f,
                                 sinf(angle),
                                 0,
                                 0,
                                 -cosf(angle),
                                 1,
                                 1,
                                 1};
            put(&text, "pq", numbers, 10);
        }
    }
    return mq_text_release_to(&text, out) == MAQ_OK;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void bench_count(const maq_buffer *bytes, bench_row *row) {
    bool text = true;
    for (size_t i = 0; i < bytes->length && i < 4096; i++)
        text = text && bytes->data[i] != '\0';
    row->bytes = bytes->length;
    row->numbers = 0;
    for (size_t i = 1; text && i < bytes->length; i++) {
        char before = bytes->data[i - 1];
        row->numbers += is_digit(bytes->data[i]) && !is_digit(before) && before != '.';
    }
}
