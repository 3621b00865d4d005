// SPDX-License-Identifier: MIT
//
// How fast puppets are read, decoded and written: one thread, from and to memory, the best of
// nine runs over a mesh puppet of some 50 MB.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "maquette/pet.h"

#define RUNS 9
#define BONES 60
#define VERTICES 400000u
#define TRIANGLES 580000u

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The same numbers in every run and on every machine.
static uint32_t random_state = 12345;
static uint32_t next_random(uint32_t below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

typedef struct output {
    unsigned char *at;
} output;

static void put8(output *o, unsigned value) {
    *o->at++ = (unsigned char)value;
}

static void put32(output *o, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        put8(o, value >> 8 * i & 255);
}

static void put_float(output *o, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put32(o, bits);
}

static unsigned char *begin(output *o, const char *name) {
    memcpy(o->at, name, 4);
    o->at += 8;
    return o->at;
}

static void end(output *o, unsigned char *start) {
    output length = {start - 4};
    put32(&length, (uint32_t)(o->at - start));
}

static void put_bones(output *o, unsigned minor) {
    unsigned char *start = begin(o, "BONE");
    put8(o, BONES);
    for (unsigned i = 0; i < BONES; i++) {
        o->at += sprintf((char *)o->at, "Bip01 %u", i) + 1;
        put8(o, i == 0 ? 0xff : i - 1);
        for (unsigned k = 0; k < 12; k++)
            put_float(o, k % 4 == 0 ? 1 : 0);
        if (minor >= 3)
            put_float(o, -1);
    }
    end(o, start);
}

static void put_mesh(output *o, unsigned minor) {
    unsigned char *start = begin(o, "MESH");
    put8(o, 1);
    put32(o, 0);
    put32(o, 0);
    put32(o, VERTICES);
    put32(o, 0);
    put32(o, TRIANGLES);
    put32(o, VERTICES);
    for (unsigned i = 0; i < VERTICES; i++) {
        for (unsigned k = 0; k < 3; k++)
            put_float(o, (float)next_random(10000) / 100);
        put_float(o, 1);
        unsigned first = 1 + next_random(255);
        put8(o, first);
        put8(o, next_random(BONES));
        if (first < 255) {
            put8(o, 255 - first);
            put8(o, next_random(BONES));
        } else {
            put8(o, 0);
            put8(o, 0);
        }
    }
    put32(o, TRIANGLES);
    for (unsigned i = 0; i < TRIANGLES * 3; i++) {
        put32(o, next_random(VERTICES));
        put_float(o, 0);
        put_float(o, 1);
        put_float(o, 0);
        if (minor >= 2)
            put8(o, 1);
        put_float(o, (float)next_random(1000) / 1000);
        put_float(o, (float)next_random(1000) / 1000);
    }
    for (unsigned i = 0; i < TRIANGLES * (minor >= 2 ? 2 : 1); i++)
        put8(o, 0xff);
    end(o, start);
}

static void print_speed(const char *what, size_t bytes, double best) {
    printf("%-22s %8.1f MB/s   (%.1f MB in %.1f ms)\n", what, (double)bytes / best / 1e6,
           (double)bytes / 1e6, best * 1e3);
}

static int measure(unsigned minor) {
    unsigned char *bytes = malloc(80u << 20);
    if (!bytes)
        return 1;
    output o = {bytes};
    if (minor > 0) {
        unsigned char *start = begin(&o, "VERS");
        put32(&o, 0xfffe0100u + minor);
        end(&o, start);
    }
    put_bones(&o, minor);
    put_mesh(&o, minor);
    size_t length = (size_t)(o.at - bytes);
    double read = 1e9, decode = 1e9, write = 1e9, copy = 1e9;
    for (int run = 0; run < RUNS; run++) {
        maq_open_options options = {.file_name = "x.mpet"};
        maq_document *document;
        double a = seconds();
        if (maq_open_memory(bytes, length, &options, &document) != MAQ_OK)
            return 1;
        double b = seconds();
        maq_pet_mesh mesh;
        if (maq_pet_mesh_open(document, NULL, &mesh) != MAQ_OK)
            return 1;
        double c = seconds();
        maq_pet_mesh_free(&mesh);
        double d = seconds();
        maq_buffer buffer;
        if (maq_save_memory(document, NULL, &buffer) != MAQ_OK)
            return 1;
        double e = seconds();
        if (buffer.length != length || memcmp(buffer.data, bytes, length) != 0)
            return 1;
        maq_buffer_free(&buffer);
        maq_close(document);
        // What copying the file into fresh memory costs by itself.
        double f = seconds();
        void *fresh = malloc(length);
        if (!fresh)
            return 1;
        memcpy(fresh, bytes, length);
        double g = seconds();
        // Compared, so that the compiler makes the copy.
        if (memcmp(fresh, bytes, length) != 0)
            return 1;
        free(fresh);
        read = b - a < read ? b - a : read;
        decode = c - b < decode ? c - b : decode;
        write = e - d < write ? e - d : write;
        copy = g - f < copy ? g - f : copy;
    }
    printf("mpet 1.%u\n", minor);
    print_speed("  read", length, read);
    print_speed("  decode the mesh", length, decode);
    print_speed("  write", length, write);
    print_speed("  (a copy of it)", length, copy);
    free(bytes);
    return 0;
}

int main(void) {
    return measure(0) || measure(3);
}
