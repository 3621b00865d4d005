// SPDX-License-Identifier: MIT
//
// The JSON reader: what it reads is printed, read again, and must be the same.
#include "base/arena.h"
#include "base/json.h"
#include "base/json_read.h"
#include "fuzz.h"

static void touch(const maq_value *value, size_t size) {
    if (mq_json_offset(value) > size)
        abort();
    if (value->key)
        fuzz_touch_text(value->key);
    if (value->kind == MAQ_VALUE_TEXT)
        fuzz_touch(value->as.text.bytes, value->as.text.length + 1);
    if (value->kind == MAQ_VALUE_ARRAY || value->kind == MAQ_VALUE_OBJECT) {
        size_t count = 0;
        for (const maq_value *child = value->as.children.first; child; child = child->next) {
            touch(child, size);
            count++;
        }
        if (count != value->as.children.count)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_json_result result = mq_json_read(arena, (const char *)data, size);
    if ((result.status == MAQ_OK) != (result.root != NULL) || result.offset > size)
        abort();
    if (result.root) {
        mq_text text;
        touch(result.root, size);
        mq_text_init(&text, NULL);
        mq_json_value(&text, result.root);
        mq_json_result again = mq_json_read(arena, text.data, text.length);
        // Infinite numbers are printed as null, and keys with a NUL are cut: compare what is left.
        if (again.status != MAQ_OK)
            abort();
        mq_text second;
        mq_text_init(&second, NULL);
        mq_json_value(&second, again.root);
        if (second.length != text.length || memcmp(second.data, text.data, text.length) != 0)
            abort();
        mq_text_free(&second);
        mq_text_free(&text);
    } else {
        fuzz_touch_text(result.message);
    }
    mq_arena_free(arena);
    return 0;
}
