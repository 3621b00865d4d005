// SPDX-License-Identifier: MIT
//
// Whatever can be read as WZA can be written, and says the same when it is read again; so can what
// is joined with itself.
#include "fuzz.h"
#include "maquette/wza.h"

static void join_with_itself(const maq_document *document) {
    maq_input inputs[] = {{.document = document}, {.document = document}};
    maq_document *joined;
    if (maq_join(inputs, 2, "wza", NULL, &joined) != MAQ_OK ||
        maq_document_wza(joined)->animation_count !=
            2 * maq_document_wza(document)->animation_count)
        abort();
    fuzz_keep(joined);
    maq_close(joined);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "wza"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        maq_buffer bytes;
        maq_document *again = fuzz_drop_comments(document, &bytes);
        fuzz_keep(again);
        join_with_itself(again);
        maq_close(again);
        maq_buffer_free(&bytes);
    }
    maq_close(document);
    return 0;
}
