// SPDX-License-Identifier: MIT
#include "support/documents.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

bool say_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x, *y;
    assert_int_equal(maq_describe(a, NULL, &x), MAQ_OK);
    assert_int_equal(maq_describe(b, NULL, &y), MAQ_OK);
    bool same = maq_value_equal(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}
