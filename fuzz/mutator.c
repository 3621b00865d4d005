// SPDX-License-Identifier: MIT
//
// Mutations that keep the structure of binary models, for all targets: a change at random breaks a
// length first, and the reader ends there.
//
//     GLB    one chunk changes, and all lengths fit again
//     IQM    one word of the header or of a table changes, or any bytes; the size of the file fits again
//     PET    one section changes, is repeated or removed; its length fits again
//
// All other inputs, and one of four of these, are left to the mutations of libFuzzer.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static uint32_t get_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t *at, size_t value) {
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

// Changes `length` bytes at `at` by libFuzzer; what follows moves. Returns the new length of the part.
static size_t mutate_part(uint8_t *data, size_t *size, size_t max_size, size_t at, size_t length) {
    size_t rest = *size - at - length;
    size_t capacity = max_size - *size + length;
    uint8_t *part = malloc(capacity ? capacity : 1);
    if (!part || capacity == 0) {
        free(part);
        return length;
    }
    memcpy(part, data + at, length);
    size_t changed = LLVMFuzzerMutate(part, length, capacity);
    memmove(data + at + changed, data + at + length, rest);
    memcpy(data + at, part, changed);
    free(part);
    *size = at + changed + rest;
    return changed;
}

enum { GLB_HEADER = 12, CHUNK_HEADER = 8 };

static size_t mutate_glb(uint8_t *data, size_t size, size_t max_size, uint32_t random) {
    size_t json = get_u32(data + GLB_HEADER), at = GLB_HEADER + CHUNK_HEADER;
    if (json > size - at)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t second = at + json;
    if (next_random(&random) % 3 == 0 && size - second >= CHUNK_HEADER) {
        size_t changed =
            mutate_part(data, &size, max_size, second + CHUNK_HEADER, size - second - CHUNK_HEADER);
        put_u32(data + second, changed);
    } else {
        put_u32(data + GLB_HEADER, mutate_part(data, &size, max_size, at, json));
    }
    put_u32(data + 8, size);
    return size;
}

enum { IQM_HEADER = 124, IQM_SIZE_FIELD = 20 };

static size_t mutate_iqm(uint8_t *data, size_t size, size_t max_size, uint32_t random) {
    static const uint32_t numbers[] = {
        0,        1,          2,          3,          4,        5,          7,         8,
        10,       16,         124,        255,        256,      65535,      65536,     1u << 20,
        1u << 24, 0x3f800000, 0x7f800000, 0x7fc00000, 1u << 31, 0xfffffffe, 0xffffffff};
    uint32_t kind = next_random(&random) % 4;
    if (kind == 0) {
        size_t at = IQM_HEADER < size ? IQM_HEADER : size;
        mutate_part(data, &size, max_size, at, size - at);
    } else {
        size_t end = kind == 1 ? IQM_HEADER : size;
        uint8_t *word = data + 16 + next_random(&random) % ((end - 16) / 4) * 4;
        uint32_t value = get_u32(word);
        switch (next_random(&random) % 4) {
        case 0:
            value = numbers[next_random(&random) % (sizeof numbers / sizeof *numbers)];
            break;
        case 1:
            value += next_random(&random) % 9 - 4;
            break;
        case 2:
            value = get_u32(data + 16 + next_random(&random) % ((size - 16) / 4) * 4);
            break;
        default:
            value ^= 1u << next_random(&random) % 32;
        }
        put_u32(word, value);
    }
    put_u32(data + IQM_SIZE_FIELD, size);
    return size;
}

// The offset of a section of a puppet, chosen at random among those that lie in the file.
static size_t choose_section(const uint8_t *data, size_t size, uint32_t *random, size_t *length) {
    size_t chosen = 0, count = 0;
    for (size_t at = 0; size - at >= CHUNK_HEADER;) {
        size_t bytes = get_u32(data + at + 4);
        if (bytes > size - at - CHUNK_HEADER)
            break;
        if (next_random(random) % ++count == 0) {
            chosen = at;
            *length = bytes;
        }
        at += CHUNK_HEADER + bytes;
    }
    return count > 0 ? chosen : SIZE_MAX;
}

static size_t mutate_pet(uint8_t *data, size_t size, size_t max_size, uint32_t random) {
    size_t length = 0, at = choose_section(data, size, &random, &length);
    if (at == SIZE_MAX)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t whole = CHUNK_HEADER + length, end = at + whole;
    uint32_t kind = next_random(&random) % 8;
    if (kind == 0 && size - whole > 0) {
        memmove(data + at, data + end, size - end);
        return size - whole;
    }
    if (kind == 1 && max_size - size >= whole) {
        memmove(data + end + whole, data + end, size - end);
        memcpy(data + end, data + at, whole);
        return size + whole;
    }
    put_u32(data + at + 4, mutate_part(data, &size, max_size, at + CHUNK_HEADER, length));
    return size;
}

static int is_puppet(const uint8_t *data) {
    static const char tags[][5] = {"VERS", "TEXT", "SMTL", "BONE", "ANIM", "MESH",
                                   "FANM", "FRAM", "MOTI", "COLL", "EXTR"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (memcmp(data, tags[i], 4) == 0)
            return 1;
    }
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    uint32_t random = seed;
    if (size <= max_size && next_random(&random) % 4 > 0) {
        if (size >= GLB_HEADER + CHUNK_HEADER && memcmp(data, "glTF", 4) == 0)
            return mutate_glb(data, size, max_size, random);
        if (size >= IQM_HEADER && memcmp(data, "INTERQUAKEMODEL", 16) == 0)
            return mutate_iqm(data, size, max_size, random);
        if (size >= CHUNK_HEADER && is_puppet(data))
            return mutate_pet(data, size, max_size, random);
    }
    return LLVMFuzzerMutate(data, size, max_size);
}
