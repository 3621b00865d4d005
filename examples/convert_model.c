// SPDX-License-Identifier: MIT
//
// convert_model IN FORMAT OUT    converts a model to a format, such as "glb" or "pie4", and prints what
// the format cannot hold.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "maquette/maquette.h"

static int fail(const char *path, maq_status status) {
    bool system = status == MAQ_CANNOT_READ || status == MAQ_CANNOT_WRITE;
    fprintf(stderr, "%s: %s\n", path, system ? strerror(errno) : maq_status_text(status));
    return 1;
}

static void print_losses(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        printf("%s %s: %s\n", maq_severity_name(findings->items[i].severity),
               findings->items[i].rule->id, findings->items[i].message);
    printf("%llu %s\n", (unsigned long long)findings->losses,
           findings->losses == 1 ? "loss" : "losses");
}

int main(int count, char **arguments) {
    if (count != 4 || !maq_find_variant(arguments[2], NULL)) {
        fprintf(stderr, "usage: convert_model IN FORMAT OUT\nformats:");
        const maq_format *format;
        for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
            for (uint32_t k = 0; k < format->variant_count; k++)
                fprintf(stderr, " %s", format->variants[k].name);
        }
        fputc('\n', stderr);
        return 2;
    }
    maq_document *document = NULL, *result = NULL;
    int code = 0;
    maq_status status = maq_open_file(arguments[1], NULL, &document);
    if (status == MAQ_OK)
        status = maq_convert(document, arguments[2], NULL, &result);
    if (status != MAQ_OK) {
        code = fail(arguments[1], status);
    } else {
        print_losses(maq_document_findings(result));
        status = maq_save_file(result, NULL, arguments[3]);
        code = status == MAQ_OK ? 0 : fail(arguments[3], status);
    }
    // Both documents own their memory; either can be closed first.
    maq_close(result);
    maq_close(document);
    return code;
}
