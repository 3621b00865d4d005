// SPDX-License-Identifier: MIT
//
// A small tree of values, as `info`, `describe` and `diff` return it and as `extras` have it. Read-only
// for callers; it lives as long as the maq_tree, scene or document that it came from.
#ifndef MAQUETTE_VALUE_H
#define MAQUETTE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) || !defined(__GNUC__)
#define MAQ_API
#else
#define MAQ_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum maq_value_kind {
    MAQ_VALUE_NULL = 0,
    MAQ_VALUE_BOOL = 1,
    MAQ_VALUE_INTEGER = 2,
    MAQ_VALUE_FLOAT = 3,  // a float32, printed as the shortest text that reads back as the same
    MAQ_VALUE_DOUBLE = 4, // a float64
    MAQ_VALUE_TEXT = 5,   // bytes; usually UTF-8, but a file may have others
    MAQ_VALUE_ARRAY = 6,
    MAQ_VALUE_OBJECT = 7, // children in the order they were added, each with a key
} maq_value_kind;

typedef struct maq_value maq_value;
struct maq_value {
    maq_value_kind kind;
    const char *key; // in an object: its name; else NULL
    union {
        bool boolean;
        int64_t integer;
        float float32;
        double float64;
        struct {
            const char *bytes; // followed by a NUL
            size_t length;
        } text;
        struct {
            const maq_value *first;
            size_t count;
        } children;
    } as;
    const maq_value *next; // the next child of the same parent
};

// The child of an object with a key, or NULL (also when `object` is NULL or not an object).
MAQ_API const maq_value *maq_value_find(const maq_value *object, const char *key);

// The number that an integer, float or double value holds. False, with *number untouched, for
// others (and NULL).
MAQ_API bool maq_value_number(const maq_value *value, double *number);

// Whether two values are equal: numbers bit for bit, objects in order.
MAQ_API bool maq_value_equal(const maq_value *a, const maq_value *b);

#ifdef __cplusplus
}
#endif

#endif
