// SPDX-License-Identifier: MIT
//
// A user's program: public headers only. Asks for a model where there is none; prints the version.
#include <maquette/maquette.h>

#include <stdio.h>

int main(void) {
    static const char not_a_model[] = "no model";
    maq_document *document = NULL;
    maq_status status = maq_open_memory(not_a_model, sizeof not_a_model - 1, NULL, &document);
    maq_close(document);
    if (status != MAQ_UNKNOWN_FORMAT) {
        fprintf(stderr, "expected an unknown format, got: %s\n", maq_status_text(status));
        return 1;
    }
    printf("%s\n", maq_version());
    return 0;
}
