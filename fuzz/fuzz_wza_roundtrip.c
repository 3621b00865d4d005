// SPDX-License-Identifier: MIT
//
// Whatever can be read as WZA can be written, and says the same when it is read again; so can what
// is joined with itself.
#include "targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_status status;
    maq_document *document = open_as(data, size, "wza", &status);
    if (status == MAQ_OK) {
        keep(document);
        convert_and_keep(document, "wza");
        maq_input inputs[] = {{.document = document}, {.document = document}};
        maq_document *joined;
        if (maq_join(inputs, 2, "wza", NULL, &joined) != MAQ_OK)
            abort();
        keep(joined);
        maq_close(joined);
    }
    maq_close(document);
    return 0;
}
