// SPDX-License-Identifier: MIT
#include "support/scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/format.h"

maq_document *document_from_scene(const maq_scene *scene, const char *variant,
                                  const char *const *settings) {
    const maq_format *description;
    const maq_variant *found = maq_find_variant(variant, &description);
    assert_non_null(found);
    const mq_format *row = NULL;
    for (size_t i = 0; (row = mq_format_row(i)) && &row->description != description; i++)
        continue;
    assert_true(row && row->from_scene);
    maq_setting items[8];
    mq_settings given = {items, 0};
    for (; settings && settings[0] && given.count < 8; settings += 2)
        items[given.count++] = (maq_setting){settings[0], settings[1]};
    maq_document *document = mq_document_new(NULL, row, found, 0);
    assert_non_null(document);
    assert_int_equal(row->from_scene(scene, &given, document), MAQ_OK);
    mq_document_show_findings(document);
    return document;
}
