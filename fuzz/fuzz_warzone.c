// SPDX-License-Identifier: MIT
//
// Any bytes as the stats of structures, and as a diff of bodies, over a small game: opened, assembled,
// checked.
#include "fuzz.h"
#include "maquette/warzone.h"

static const char model[] =
    "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t10 0 0\n"
    "\t0 10 0\nPOLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\nCONNECTORS 1\n\t1 2 3\n";
static const char body[] =
    "{\"A\": {\"model\": \"a.pie\", \"propulsionExtraModels\": {\"A\": {\"left\": "
    "\"a.pie\"}}, \"designable\": 1}}";
static const char propulsion[] = "{\"A\": {\"model\": \"a.pie\", \"designable\": 1}}";
static const char weapons[] = "{\"A\": {\"model\": \"a.pie\", \"mountModel\": \"a.pie\"}}";

static void touch(const maq_warzone_file *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fuzz_touch_text(files[i].path);
        for (size_t k = 0; k < files[i].findings->count; k++) {
            const maq_finding *finding = &files[i].findings->items[k];
            fuzz_touch_text(finding->message);
            if (files[i].document && finding->span.offset != MAQ_NO_OFFSET)
                maq_document_position(files[i].document, finding->span.offset);
        }
    }
}

static void assemble(const maq_warzone *game, const maq_warzone_design *design) {
    maq_warzone_assembly *assembly;
    maq_status status = maq_warzone_assemble(game, design, NULL, &assembly);
    if ((status != MAQ_OK && status != MAQ_BAD_DATA) ||
        (status == MAQ_OK) != (assembly->scene != NULL))
        abort();
    maq_warzone_assembly_free(assembly);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const maq_memory_file items[] = {
        {"structs/a.pie", model, sizeof model - 1},
        {"stats/body.json", body, sizeof body - 1},
        {"stats/propulsion.json", propulsion, sizeof propulsion - 1},
        {"stats/weapons.json", weapons, sizeof weapons - 1},
        {"stats/structure.json", data, size},
        {"diffs/x/stats/body.json", data, size},
        {"messages/x.json", data, size},
    };
    maq_files *files;
    if (maq_files_new(NULL, &files) != MAQ_OK ||
        maq_files_add_memory(files, "x", items, sizeof items / sizeof *items) != MAQ_OK)
        abort();
    maq_warzone *game;
    maq_status status = maq_warzone_open(files, NULL, &game);
    if (status != MAQ_OK && status != MAQ_BAD_DATA)
        abort();
    size_t count;
    const maq_warzone_file *found = maq_warzone_files(game, &count);
    touch(found, count);
    if (status == MAQ_OK) {
        const maq_warzone_item *structures = maq_warzone_items(game, MAQ_WARZONE_STRUCTURE, &count);
        for (size_t i = 0; i < count && i < 8; i++)
            assemble(game, &(maq_warzone_design){.structure = structures[i].id, .turn = 30});
        assemble(game, &(maq_warzone_design){.body = "A", .propulsion = "A", .weapons = {"A"}});
    }
    maq_warzone_free(game);
    maq_warzone_report *report;
    maq_warzone_check_options options = {.threads = 1};
    if (maq_warzone_check(files, &options, &report) != MAQ_OK)
        abort();
    touch(report->files, report->file_count);
    maq_warzone_report_free(report);
    maq_files_free(files);
    return 0;
}
