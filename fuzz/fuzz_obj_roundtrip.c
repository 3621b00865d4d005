// SPDX-License-Identifier: MIT
//
// Whatever can be read can be written, and says the same when it is read again.
#include "fuzz.h"
#include "maquette/obj.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    maq_document *document;
    // A file whose only statement is broken is written without it, and not recognised any more.
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK &&
        maq_document_obj(document)->position_count > 0)
        fuzz_keep(document);
    maq_close(document);
    return 0;
}
