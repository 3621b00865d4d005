// SPDX-License-Identifier: MIT
#include "support/pet_dump.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ------------------------------------------------------------------------------------------ lines

typedef struct lines {
    char *text;
    size_t length, capacity;
} lines;

__attribute__((format(printf, 2, 3))) static void say(lines *out, const char *format, ...) {
    char piece[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof piece);
    if (out->length + (size_t)length + 1 > out->capacity) {
        out->capacity = (out->capacity + (size_t)length + 1) * 2;
        out->text = realloc(out->text, out->capacity);
        assert_non_null(out->text);
    }
    memcpy(out->text + out->length, piece, (size_t)length + 1);
    out->length += (size_t)length;
}

static void say_hex(lines *out, const char *what, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    say(out, "%s ", what);
    for (size_t i = 0; i < length; i++)
        say(out, "%02x", at[i]);
    say(out, "\n");
}

// ------------------------------------------------------------------------------------- from bytes

typedef struct parser {
    const unsigned char *at, *end;
    lines out;
    unsigned minor;
    bool client, matrices, skins;
} parser;

static const unsigned char *eat(parser *p, size_t length) {
    assert_true((size_t)(p->end - p->at) >= length);
    p->at += length;
    return p->at - length;
}

static unsigned eat8(parser *p) {
    return *eat(p, 1);
}

static unsigned long eat32(parser *p) {
    const unsigned char *b = eat(p, 4);
    return b[0] + 256UL * b[1] + 65536UL * b[2] + 16777216UL * b[3];
}

static void bits(parser *p, const char *what, size_t count) {
    say(&p->out, "%s", what);
    while (count-- > 0)
        say(&p->out, " %08lx", eat32(p));
    say(&p->out, "\n");
}

static void lstr(parser *p, const char *what) {
    size_t length = eat32(p);
    say_hex(&p->out, what, eat(p, length), length);
}

// -1 for none. Weights of the documented layout have no "none".
static long id(parser *p, bool has_none) {
    unsigned byte = eat8(p);
    if (byte == 255 && has_none)
        return -1;
    if (byte != 254 || !p->client)
        return (long)byte;
    unsigned low = eat8(p);
    return (long)(low + 256 * eat8(p));
}

static void parse_text(parser *p) {
    for (unsigned long n = eat32(p); n > 0; n--) {
        say_hex(&p->out, "texture", eat(p, 32), 32);
        int flag = (signed char)eat8(p);
        unsigned group = eat8(p);
        say(&p->out, "flag %d group %u\n", flag, group);
        say_hex(&p->out, "pad", eat(p, 2), 2);
        bits(p, "colour", 1);
        bits(p, "handle", 1);
    }
}

static void parse_smtl(parser *p) {
    static const unsigned words[] = {1, 1, 1, 2, 3, 4, 16};
    for (unsigned long n = eat32(p); n > 0; n--) {
        lstr(p, "material");
        for (unsigned long k = eat32(p); k > 0; k--) {
            lstr(p, "value");
            unsigned long type = eat32(p);
            say(&p->out, "type %lu\n", type);
            if (type == 8)
                lstr(p, "file");
            else
                bits(p, "words", words[type]);
        }
    }
}

static void parse_bone(parser *p) {
    unsigned n = eat8(p);
    if (n == 0 && p->client) {
        n = eat8(p);
        n += 256 * eat8(p);
    }
    for (; n > 0; n--) {
        size_t length = 0;
        while (p->at[length] != 0)
            length++;
        say_hex(&p->out, "bone", eat(p, length), length);
        eat(p, 1);
        say(&p->out, "parent %ld\n", id(p, true));
        if (p->matrices)
            bits(p, "matrix", 12);
        if (p->matrices && p->minor == 3)
            bits(p, "extra", 1);
    }
}

static void keys(parser *p, const char *what, unsigned long count, unsigned values) {
    for (; count > 0; count--)
        bits(p, what, values + 1);
}

static void late_keys(parser *p, unsigned long count) {
    for (; count > 0; count--) {
        const unsigned char *start = eat(p, 16);
        unsigned long time = eat32(p);
        const unsigned char *end = p->at;
        say(&p->out, "rotation %08lx", time);
        for (p->at = start; p->at < end - 4;)
            say(&p->out, " %08lx", eat32(p));
        say(&p->out, "\n");
        p->at = end;
    }
}

static void parse_anim(parser *p) {
    for (long bone; (bone = id(p, true)) >= 0;) {
        say(&p->out, "keys of %ld\n", bone);
        keys(p, "position", eat32(p), 3);
        unsigned long rotations = eat32(p);
        if (!p->client && p->minor < 2) {
            if (p->minor == 0)
                bits(p, "word", 1);
            late_keys(p, rotations);
        } else {
            keys(p, "rotation", rotations, 4);
        }
        if (p->client || p->minor >= 2)
            keys(p, "scale", eat32(p), 3);
        if (p->minor == 3)
            keys(p, "flag", eat32(p), 1);
    }
}

// The first vertex of the skin that a triangle is in.
static unsigned long first_of(const unsigned long table[][5], unsigned skins, unsigned long t) {
    for (unsigned i = 0; i < skins; i++)
        if (t >= table[i][3] && t < table[i][3] + table[i][4])
            return table[i][1];
    return 0;
}

static void parse_mesh(parser *p) {
    unsigned long table[255][5];
    unsigned skins = p->skins ? eat8(p) : 0;
    for (unsigned i = 0; i < skins; i++) {
        table[i][0] = eat8(p);
        say_hex(&p->out, "skin", eat(p, 3), 3);
        for (unsigned k = 1; k < 5; k++)
            table[i][k] = eat32(p);
        say(&p->out, "range %lu %lu %lu %lu %lu\n", table[i][0], table[i][1], table[i][2],
            table[i][3], table[i][4]);
    }
    unsigned long vertices = eat32(p);
    for (unsigned long i = 0; i < vertices; i++) {
        bits(p, "vertex", 3);
        if (p->skins)
            bits(p, "seam", 1);
        unsigned sum = 0, pairs = 0;
        for (; sum < 255; pairs++) {
            unsigned weight = eat8(p);
            sum += weight;
            say(&p->out, "weight %u", weight);
            say(&p->out, " on %ld\n", id(p, p->client));
        }
        if (pairs == 1 && p->client)
            say_hex(&p->out, "pad", eat(p, 2), 2);
    }
    unsigned long triangles = eat32(p);
    for (unsigned long i = 0; i < triangles * 3; i++) {
        say(&p->out, "corner %lu\n",
            eat32(p) + first_of((const unsigned long(*)[5])table, skins, i / 3));
        bits(p, "normal", 3);
        unsigned sets = p->minor >= 2 ? eat8(p) : 1;
        for (; sets > 0; sets--)
            bits(p, "uv", 2);
    }
    for (unsigned long i = 0; i < triangles; i++)
        say(&p->out, "texture %u\n", eat8(p));
    for (unsigned long i = 0; i < triangles && p->client && p->minor >= 2; i++)
        say(&p->out, "specular %d\n", (signed char)eat8(p));
}

static void parse_fanm(parser *p) {
    for (unsigned long n = eat32(p); n > 0; n--) {
        say(&p->out, "group %u\n", eat8(p));
        say_hex(&p->out, "face", eat(p, 32), 32);
        say_hex(&p->out, "of", eat(p, 32), 32);
    }
}

static void parse_fram(parser *p) {
    for (unsigned long n = eat32(p); n > 0; n--) {
        say(&p->out, "frame %lu\n", eat32(p));
        lstr(p, "script");
        if (p->client) {
            lstr(p, "script");
            lstr(p, "script");
            if (p->at < p->end)
                bits(p, "check", 1);
        } else {
            bits(p, "vector", 3);
        }
    }
}

static void parse_moti(parser *p) {
    for (unsigned long n = eat32(p); n > 0; n--) {
        lstr(p, "motion");
        unsigned long start = eat32(p), end = eat32(p);
        say(&p->out, "from %lu to %lu\n", start, end);
        lstr(p, "next");
        lstr(p, "method");
        if (p->client)
            bits(p, "time", 1);
        lstr(p, "bone");
    }
}

static void parse_extr(parser *p) {
    bool client = p->client;
    p->client = true;
    for (unsigned long n = eat32(p); n > 0; n--)
        say(&p->out, "extra %ld\n", id(p, true));
    p->client = client;
}

static void parse_coll(parser *p) {
    for (unsigned long n = eat32(p); n > 0; n--) {
        unsigned long shape = eat32(p), show = eat32(p);
        say(&p->out, "box %lu %lu\n", shape, show);
        lstr(p, "name");
        lstr(p, "bone");
        if (p->client) {
            lstr(p, "option");
            lstr(p, "option");
        } else {
            if (p->minor == 0)
                say(&p->out, "byte %u\n", eat8(p));
            bits(p, "unknown", 2);
        }
        bits(p, "min", 3);
        bits(p, "max", 3);
    }
}

char *pet_dump_bytes(const void *bytes, size_t length, const char *kind, pet_form form) {
    static const struct {
        const char *name;
        void (*parse)(parser *);
    } sections[] = {{"TEXT", parse_text}, {"SMTL", parse_smtl}, {"BONE", parse_bone},
                    {"ANIM", parse_anim}, {"MESH", parse_mesh}, {"FANM", parse_fanm},
                    {"FRAM", parse_fram}, {"MOTI", parse_moti}, {"EXTR", parse_extr},
                    {"COLL", parse_coll}};
    parser p = {.at = bytes,
                .minor = form.minor,
                .client = form.client,
                .matrices = !form.client || strcmp(kind, "apet") != 0,
                .skins = form.client && strcmp(kind, "mpet") == 0};
    const unsigned char *end = p.at + length;
    while (p.at < end) {
        p.end = end;
        char name[5] = {0};
        memcpy(name, eat(&p, 4), 4);
        size_t size = eat32(&p);
        p.end = p.at + size;
        assert_true(p.end <= end);
        say(&p.out, "== %s\n", name);
        bool known = false;
        for (size_t i = 0; i < sizeof sections / sizeof sections[0] && !known; i++) {
            known = strcmp(sections[i].name, name) == 0;
            if (known)
                sections[i].parse(&p);
        }
        if (!known)
            say_hex(&p.out, "bytes", eat(&p, size), size);
        assert_ptr_equal(p.at, p.end);
    }
    return p.out.text;
}

// ---------------------------------------------------------------------------------- from documents

static void say_floats(lines *out, const char *what, const float *values, size_t count) {
    say(out, "%s", what);
    for (size_t i = 0; i < count; i++) {
        unsigned word;
        memcpy(&word, &values[i], sizeof word);
        say(out, " %08x", word);
    }
    say(out, "\n");
}

static void say_text(lines *out, const char *what, maq_pet_text text) {
    say_hex(out, what, text.bytes, text.length);
}

static void dump_track(lines *out, const char *what, const maq_pet_track *track, size_t values) {
    for (uint32_t i = 0; i < track->count; i++) {
        float row[5] = {track->keys[i].time};
        memcpy(row + 1, track->keys[i].value, values * sizeof *row);
        say_floats(out, what, row, values + 1);
    }
}

static void dump_mesh(lines *out, const maq_document *document, const maq_pet_encoding *encoding) {
    maq_pet_mesh mesh;
    assert_int_equal(maq_pet_mesh_open(document, NULL, &mesh), MAQ_OK);
    bool client = encoding->layout == MAQ_PET_CLIENT;
    for (uint32_t i = 0; i < mesh.skin_count; i++) {
        const maq_pet_skin *skin = &mesh.skins[i];
        say_hex(out, "skin", skin->pad, 3);
        say(out, "range %u %u %u %u %u\n", skin->bone, skin->first_vertex, skin->vertex_count,
            skin->first_triangle, skin->triangle_count);
    }
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        const maq_pet_vertex *vertex = &mesh.vertices[i];
        say_floats(out, "vertex", vertex->position, 3);
        if (client && encoding->kind == MAQ_PET_MPET)
            say_floats(out, "seam", &vertex->seam, 1);
        for (uint32_t k = 0; k < vertex->weight_count; k++) {
            const maq_pet_weight *weight = &mesh.weights[vertex->first_weight + k];
            say(out, "weight %u on %d\n", weight->weight, weight->id.bone);
        }
        if (client && vertex->weight_count == 1)
            say_hex(out, "pad", vertex->pad, 2);
    }
    for (uint32_t i = 0; i < mesh.triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            const maq_pet_corner *corner = &mesh.triangles[i].corners[k];
            say(out, "corner %u\n", corner->vertex);
            say_floats(out, "normal", corner->normal, 3);
            for (uint32_t set = 0; set < corner->uv_count; set++)
                say_floats(out, "uv", &mesh.uvs[corner->first_uv + set].u, 2);
        }
    }
    for (uint32_t i = 0; i < mesh.triangle_count; i++)
        say(out, "texture %u\n", mesh.triangles[i].texture);
    for (uint32_t i = 0; i < mesh.triangle_count && client && encoding->minor >= 2; i++)
        say(out, "specular %d\n", mesh.triangles[i].specular);
    maq_pet_mesh_free(&mesh);
}

static void dump_smtl(lines *out, const maq_pet *pet) {
    static const unsigned words[] = {0, 0, 1, 2, 3, 4, 16};
    for (uint32_t i = 0; i < pet->material_count; i++) {
        say_text(out, "material", pet->materials[i].name);
        for (uint32_t k = 0; k < pet->materials[i].value_count; k++) {
            const maq_pet_value *value = &pet->materials[i].values[k];
            say_text(out, "value", value->name);
            say(out, "type %u\n", (unsigned)value->type);
            if (value->type == MAQ_PET_TEXTURE)
                say_text(out, "file", value->text);
            else if (value->type <= MAQ_PET_INT)
                say(out, "words %08x\n", value->word);
            else
                say_floats(out, "words", value->floats, words[value->type]);
        }
    }
}

static void dump_anim(lines *out, const maq_pet *pet, const maq_pet_encoding *encoding) {
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        const maq_pet_animation *animation = &pet->animations[i];
        say(out, "keys of %d\n", animation->id.bone);
        dump_track(out, "position", &animation->position, 3);
        if (encoding->layout == MAQ_PET_DOCUMENTED && encoding->minor == 0)
            say(out, "word %08x\n", animation->word);
        dump_track(out, "rotation", &animation->rotation, 4);
        dump_track(out, "scale", &animation->scale, 3);
        dump_track(out, "flag", &animation->flag, 1);
    }
}

static void dump_section(lines *out, const maq_document *document, const maq_pet *pet,
                         const maq_pet_section *section) {
    const maq_pet_encoding *encoding = &section->encoding;
    bool client = encoding->layout == MAQ_PET_CLIENT;
    switch (section->tag) {
    case MAQ_PET_TEXT:
        for (uint32_t i = 0; i < pet->texture_count; i++) {
            const maq_pet_texture *texture = &pet->textures[i];
            say_hex(out, "texture", texture->name, 32);
            say(out, "flag %d group %u\n", texture->flag, texture->group);
            say_hex(out, "pad", texture->pad, 2);
            say(out, "colour %08x\nhandle %08x\n", texture->diffuse, (unsigned)texture->handle);
        }
        break;
    case MAQ_PET_SMTL:
        dump_smtl(out, pet);
        break;
    case MAQ_PET_BONE:
        for (uint32_t i = 0; i < pet->bone_count; i++) {
            const maq_pet_bone *bone = &pet->bones[i];
            bool matrices = !client || encoding->kind != MAQ_PET_APET;
            say_text(out, "bone", bone->name);
            say(out, "parent %d\n", bone->parent.bone);
            if (matrices)
                say_floats(out, "matrix", bone->matrix, 12);
            if (matrices && encoding->minor == 3)
                say_floats(out, "extra", &bone->extra, 1);
        }
        break;
    case MAQ_PET_ANIM:
        dump_anim(out, pet, encoding);
        break;
    case MAQ_PET_MESH:
        dump_mesh(out, document, encoding);
        break;
    case MAQ_PET_FANM:
        for (uint32_t i = 0; i < pet->face_count; i++) {
            say(out, "group %u\n", pet->faces[i].group);
            say_hex(out, "face", pet->faces[i].name, 32);
            say_hex(out, "of", pet->faces[i].texture, 32);
        }
        break;
    case MAQ_PET_FRAM:
        for (uint32_t i = 0; i < pet->frame_count; i++) {
            const maq_pet_frame *frame = &pet->frames[i];
            say(out, "frame %u\n", frame->number);
            for (unsigned k = 0; k < (client ? 3 : 1); k++)
                say_text(out, "script", frame->script[k]);
            if (!client)
                say_floats(out, "vector", frame->vector, 3);
            else if (frame->has_check)
                say(out, "check %08x\n", frame->check);
        }
        break;
    case MAQ_PET_MOTI:
        for (uint32_t i = 0; i < pet->motion_count; i++) {
            const maq_pet_motion *motion = &pet->motions[i];
            say_text(out, "motion", motion->name);
            say(out, "from %u to %u\n", motion->start, motion->end);
            say_text(out, "next", motion->next);
            say_text(out, "method", motion->method);
            if (client)
                say_floats(out, "time", &motion->time, 1);
            say_text(out, "bone", motion->bone);
        }
        break;
    case MAQ_PET_EXTR:
        for (uint32_t i = 0; i < pet->extra_count; i++)
            say(out, "extra %d\n", pet->extras[i].bone);
        break;
    case MAQ_PET_COLL:
        for (uint32_t i = 0; i < pet->box_count; i++) {
            const maq_pet_box *box = &pet->boxes[i];
            say(out, "box %u %u\n", box->shape, box->show);
            say_text(out, "name", box->name);
            say_text(out, "bone", box->bone);
            if (client) {
                say_text(out, "option", box->option[0]);
                say_text(out, "option", box->option[1]);
            } else {
                if (encoding->minor == 0)
                    say(out, "byte %u\n", box->unknown_byte);
                say(out, "unknown %08x %08x\n", box->unknown[0], box->unknown[1]);
            }
            say_floats(out, "min", box->min, 3);
            say_floats(out, "max", box->max, 3);
        }
        break;
    case MAQ_PET_VERS:
    case MAQ_PET_OTHER:
        say_hex(out, "bytes", section->bytes, section->length);
        break;
    }
}

char *pet_dump_document(const maq_document *document) {
    const maq_pet *pet = maq_document_pet(document);
    lines out = {0};
    assert_non_null(pet);
    for (uint32_t i = 0; i < pet->section_count; i++) {
        const maq_pet_section *section = &pet->sections[i];
        say(&out, "== %.4s\n", section->name);
        if (section->state == MAQ_PET_DECODED)
            dump_section(&out, document, pet, section);
        else
            say_hex(&out, "bytes", section->bytes, section->length);
    }
    return out.text;
}
