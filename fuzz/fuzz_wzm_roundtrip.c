// SPDX-License-Identifier: MIT
//
// Whatever can be read as WZM can be written, and says the same when it is read again; so can what
// is converted to every other version.
#include "targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_status status;
    maq_document *document = open_as(data, size, "wzm", &status);
    if (status == MAQ_OK) {
        keep(document);
        convert_and_keep(document, "wzm1");
        convert_and_keep(document, "wzm2");
        convert_and_keep(document, "wzm3");
    }
    maq_close(document);
    return 0;
}
