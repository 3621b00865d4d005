// SPDX-License-Identifier: MIT
//
// What a check finds in the images of models.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/image.h"
#include "support/disk.h"
#include "support/file_sets.h"
#include "support/hostile.h"

// ------------------------------------------------------------------------------------------- images

static maq_buffer png_of(uint32_t width, uint32_t height) {
    maq_image *image;
    maq_buffer out;
    assert_int_equal(maq_image_new(width, height, NULL, &image), MAQ_OK);
    assert_int_equal(maq_image_write_png(image, &out), MAQ_OK);
    maq_image_free(image);
    return out;
}

static void put_png(const char *name, uint32_t width, uint32_t height) {
    maq_buffer png = png_of(width, height);
    put_bytes(name, png.data, png.length);
    maq_buffer_free(&png);
}

// The checksum of the pixels is wrong.
static void put_broken_png(const char *name) {
    maq_buffer png = png_of(4, 4);
    png.data[png.length - 20] ^= 1;
    put_bytes(name, png.data, png.length);
    maq_buffer_free(&png);
}

static void put_sample(const char *name, const char *sample) {
    char path[256];
    size_t length;
    snprintf(path, sizeof path, "tests/data/image/%s", sample);
    char *bytes = read_whole(path, &length);
    put_bytes(name, bytes, length);
    free(bytes);
}

// ------------------------------------------------------------------------------------------- checks

typedef struct image_report {
    maq_document *document;
    maq_report *report;
    const maq_findings *findings;
} image_report;

static image_report check_with(const char *model, const maq_check_options *options) {
    image_report out = {0};
    assert_int_equal(maq_open_file(on_disk(model), NULL, &out.document), MAQ_OK);
    assert_int_equal(maq_check(out.document, options, &out.report), MAQ_OK);
    out.findings = maq_report_findings(out.report);
    return out;
}

static void end(image_report *checked) {
    maq_report_free(checked->report);
    maq_close(checked->document);
}

// A model has these findings and no others.
static void expect(const char *model, const char *target, const char *ids) {
    maq_check_options options = {.size = sizeof options, .target = target};
    image_report checked = check_with(model, &options);
    expect_rules(checked.findings, ids);
    end(&checked);
}

// Instead of a line: the finding has an offset, but the file has no lines.
#define IN_BINARY UINT64_MAX

// A model has one finding: of this rule and severity, about this file, at this position (0: none).
static void expect_one(const char *model, const char *target, const char *id, maq_severity severity,
                       const char *subject, uint64_t line, uint64_t column) {
    maq_check_options options = {.size = sizeof options, .target = target};
    image_report checked = check_with(model, &options);
    expect_rules(checked.findings, id);
    const maq_finding *finding = &checked.findings->items[0];
    assert_int_equal(finding->severity, severity);
    if (subject)
        assert_string_equal(finding->subject, subject);
    else
        assert_null(finding->subject);
    if (line == IN_BINARY) {
        assert_true(finding->span.offset != MAQ_NO_OFFSET);
    } else if (line > 0) {
        assert_true(finding->span.offset != MAQ_NO_OFFSET);
        maq_position at = maq_document_position(checked.document, finding->span.offset);
        assert_int_equal(at.line, line);
        assert_int_equal(at.column, column);
    } else {
        assert_true(finding->span.offset == MAQ_NO_OFFSET);
    }
    end(&checked);
}

#define LEVEL                                                                                      \
    "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"                                     \
    "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n"
#define MODEL "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\n" LEVEL
#define MASKED "PIE 3\nTYPE 10200\nTEXTURE 0 page-1-a.png 0 0\n" LEVEL

// --------------------------------------------------------------------------------------------- PIE

static void images_without_faults_have_no_findings(void **state) {
    (void)state;
    put_file("clean/structs/a.pie", MASKED);
    put_png("clean/texpages/page-1-a.png", 256, 16);
    put_png("clean/texpages/page-1_tcmask.png", 4096, 1);
    for (size_t i = 0; i < 3; i++)
        expect("clean/structs/a.pie", (const char *const[]){"game", "game-4.3", "wmit"}[i], "");
}

static void missing_pages_are_found(void **state) {
    (void)state;
    put_file("missing/structs/a.pie", MODEL);
    put_folder("missing/texpages");
    expect_one("missing/structs/a.pie", "game", "PIE-0401", MAQ_ERROR, "page-1-a.png", 3, 11);
    expect_one("missing/structs/a.pie", "wmit", "PIE-0401", MAQ_WARNING, "page-1-a.png", 3, 11);
    // There is nowhere to look.
    put_file("alone/a.pie", MODEL);
    expect_one("alone/a.pie", "game", "IMG-0108", MAQ_NOTE, "texpages", 0, 0);
    // Nobody is to look.
    maq_open_options options = {.size = sizeof options, .no_files = true};
    maq_document *document;
    maq_report *report;
    assert_int_equal(maq_open_file(on_disk("missing/structs/a.pie"), &options, &document), MAQ_OK);
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    expect_rules(maq_report_findings(report), "");
    maq_report_free(report);
    maq_close(document);
}

static void other_capitals_are_found(void **state) {
    (void)state;
    put_file("capitals/structs/a.pie", MODEL);
    put_png("capitals/texpages/Page-1-A.png", 4, 4);
    expect_one("capitals/structs/a.pie", "game", "PIE-0403", MAQ_ERROR, "page-1-a.png", 3, 11);
    expect_one("capitals/structs/a.pie", "spec", "PIE-0403", MAQ_WARNING, "page-1-a.png", 3, 11);
}

static void missing_team_masks_are_found(void **state) {
    (void)state;
    put_file("mask/structs/a.pie", MASKED);
    put_png("mask/texpages/page-1-a.png", 4, 4);
    expect_one("mask/structs/a.pie", "game", "PIE-0402", MAQ_ERROR, "page-1_tcmask.png", 3, 11);
    put_file("mask/structs/b.pie",
             "PIE 4\nTYPE 200\nTEXTURE 0 page-1-a.png\nTCMASK 0 page-1_tcmask.png\n" LEVEL);
    expect_one("mask/structs/b.pie", "game", "PIE-0402", MAQ_ERROR, "page-1_tcmask.png", 4, 10);
}

static void compressed_images_count(void **state) {
    (void)state;
    put_file("ktx2/structs/a.pie", MODEL);
    put_file("ktx2/texpages/page-1-a.ktx2", "\xabKTX 20\xbb\r\n\x1a\n");
    expect("ktx2/structs/a.pie", "game", "");
    put_png("ktx2/texpages/page-1-a.png", 4, 4);
    // The set of a tree does not see what appears later; this is a new one.
    expect_one("ktx2/structs/a.pie", "game", "PIE-0404", MAQ_NOTE, "page-1-a.png", 3, 11);
    expect("ktx2/structs/a.pie", "game-4.3", "");
}

static void broken_images_are_found(void **state) {
    (void)state;
    put_file("broken/structs/a.pie", MODEL);
    put_broken_png("broken/texpages/page-1-a.png");
    const char *path = on_disk("broken/texpages/page-1-a.png");
    expect_one("broken/structs/a.pie", "game", "IMG-0201", MAQ_ERROR, path, 3, 11);
    put_file("broken/texpages/page-1-a.png", "");
    expect_one("broken/structs/a.pie", "game", "IMG-0201", MAQ_ERROR, path, 3, 11);
}

static void images_that_are_not_png_are_found(void **state) {
    (void)state;
    put_file("jpeg/structs/a.pie", MODEL);
    const char *path = on_disk("jpeg/texpages/page-1-a.png");
    put_file("jpeg/texpages/page-1-a.png", "this is a text");
    expect_one("jpeg/structs/a.pie", "game", "PIE-0405", MAQ_ERROR, path, 3, 11);
    put_sample("jpeg/texpages/page-1-a.png", "colours.jpg");
    expect_one("jpeg/structs/a.pie", "game", "PIE-0405", MAQ_ERROR, path, 3, 11);
}

static void sizes_of_images_are_checked(void **state) {
    (void)state;
    put_file("size/structs/a.pie", MODEL);
    const char *path = on_disk("size/texpages/page-1-a.png");
    put_png("size/texpages/page-1-a.png", 4, 6);
    expect_one("size/structs/a.pie", "game", "PIE-0406", MAQ_NOTE, path, 3, 11);
    put_png("size/texpages/page-1-a.png", 8192, 2);
    expect_one("size/structs/a.pie", "game", "PIE-0407", MAQ_WARNING, path, 3, 11);
}

// All tilesets and levels count, and each image once.
static void every_image_of_a_model_is_checked(void **state) {
    (void)state;
    put_folder("all/texpages");
    put_file("all/structs/a.pie",
             "PIE 4\nTYPE 200\nTEXTURE 0 page-1-a.png\nTEXTURE 1 page-2-a.png\n"
             "NORMALMAP 0 page-1-a.png\nLEVELS 1\nLEVEL 1\n"
             "SPECULARMAP 2 page-3-a.png\n"
             "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
             "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n");
    image_report checked = check_with("all/structs/a.pie", NULL);
    expect_rules(checked.findings, "PIE-0401 PIE-0401 PIE-0401");
    assert_int_equal(checked.findings->items[0].count, 2);
    const char *const subjects[] = {"page-1-a.png", "page-2-a.png", "page-3-a.png"};
    const unsigned lines[] = {3, 4, 8};
    for (size_t i = 0; i < 3; i++) {
        const maq_finding *finding = &checked.findings->items[i];
        assert_string_equal(finding->subject, subjects[i]);
        assert_int_equal(maq_document_position(checked.document, finding->span.offset).line,
                         lines[i]);
    }
    end(&checked);
}

// ----------------------------------------------------------------------------------- other formats

static void images_of_obj_are_checked(void **state) {
    (void)state;
    put_file("obj/a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n");
    put_file("obj/a.mtl", "newmtl m\nmap_Kd Skin.png\n");
    expect_one("obj/a.obj", NULL, "IMG-0101", MAQ_WARNING, "Skin.png", 0, 0);
    put_png("obj/skin.png", 3, 5);
    expect_one("obj/a.obj", NULL, "IMG-0104", MAQ_WARNING, "Skin.png", 0, 0);
    assert_int_equal(remove(on_disk("obj/skin.png")), 0);
    put_png("obj/Skin.png", 3, 5);
    expect("obj/a.obj", NULL, ""); // any size will do
    put_broken_png("obj/Skin.png");
    expect_one("obj/a.obj", NULL, "IMG-0201", MAQ_ERROR, on_disk("obj/Skin.png"), 0, 0);
    put_file("obj/Skin.png", "this is a text");
    expect_one("obj/a.obj", NULL, "IMG-0102", MAQ_WARNING, on_disk("obj/Skin.png"), 0, 0);
    put_file("obj/Skin.png", "RIFF\x10\x10\x10\x10WEBPVP8 ");
    expect_one("obj/a.obj", NULL, "IMG-0203", MAQ_NOTE, on_disk("obj/Skin.png"), 0, 0);
    put_png("obj/Skin.png", 2, 4097);
    expect_one("obj/a.obj", NULL, "IMG-0202", MAQ_NOTE, on_disk("obj/Skin.png"), 0, 0);
}

#define GLTF(image)                                                                                \
    "{\"asset\":{\"version\":\"2.0\"},\"images\":[{" image "}],\"textures\":[{\"source\":0}],"     \
    "\"materials\":[{\"name\":\"m\",\"pbrMetallicRoughness\":{\"baseColorTexture\":"               \
    "{\"index\":0}}}]}"

static void images_of_gltf_are_checked(void **state) {
    (void)state;
    put_file("gltf/a.gltf", GLTF("\"uri\":\"skin.png\""));
    expect_one("gltf/a.gltf", NULL, "IMG-0101", MAQ_WARNING, "skin.png", 1, 38);
    put_broken_png("gltf/skin.png");
    expect_one("gltf/a.gltf", NULL, "IMG-0201", MAQ_ERROR, on_disk("gltf/skin.png"), 1, 38);
    put_png("gltf/skin.png", 5, 5);
    expect("gltf/a.gltf", NULL, "");
    // An image that breaks off behind its signature, in the model itself.
    put_file("gltf/b.gltf", GLTF("\"uri\":\"data:image/png;base64,iVBORw0KGgo=\""));
    expect_one("gltf/b.gltf", NULL, "IMG-0201", MAQ_ERROR, NULL, 1, 38);
}

static void images_of_iq_models_are_checked(void **state) {
    (void)state;
    static const char text[] = "# Inter-Quake Export\nmesh body\nmaterial skin.png\n"
                               "vp 0 0 0\nvt 0 0\nvp 1 0 0\nvt 1 0\nvp 0 1 0\nvt 0 1\nfm 0 1 2\n";
    put_file("iq/a.iqe", text);
    expect_one("iq/a.iqe", NULL, "IMG-0101", MAQ_WARNING, "skin.png", 3, 1);
    maq_document *iqe, *iqm;
    assert_int_equal(maq_open_file(on_disk("iq/a.iqe"), NULL, &iqe), MAQ_OK);
    assert_int_equal(maq_convert(iqe, "iqm", NULL, &iqm), MAQ_OK);
    assert_int_equal(maq_save_file(iqm, NULL, on_disk("iq/a.iqm")), MAQ_OK);
    maq_close(iqm);
    maq_close(iqe);
    expect_one("iq/a.iqm", NULL, "IMG-0101", MAQ_WARNING, "skin.png", IN_BINARY, 0);
    put_png("iq/skin.png", 6, 4);
    expect("iq/a.iqe", NULL, "");
    expect("iq/a.iqm", "raylib", "");
    expect_one("iq/a.iqm", "ioq3", "IQM-0701", MAQ_NOTE, on_disk("iq/skin.png"), IN_BINARY, 0);
}

static void images_of_warzone_experiments_are_checked(void **state) {
    (void)state;
    put_folder("wzm/texpages");
    put_file("wzm/a.wzm", "WZM 3\nTEXTURE skin.png\nNORMALMAP bumps.png\nMESHES 0\n");
    image_report checked = check_with("wzm/a.wzm", NULL);
    size_t found = 0;
    for (size_t i = 0; i < checked.findings->count; i++) {
        const maq_finding *finding = &checked.findings->items[i];
        if (strcmp(finding->rule->id, "IMG-0101") != 0)
            continue;
        assert_int_equal(maq_document_position(checked.document, finding->span.offset).line,
                         strcmp(finding->subject, "skin.png") == 0 ? 2 : 3);
        found++;
    }
    assert_int_equal(found, 2);
    end(&checked);
}

static void images_of_puppets_are_checked(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("examples/models/crane.mpet", &length);
    put_bytes("pet/crane.mpet", bytes, length);
    free(bytes);
    image_report checked = check_with("pet/crane.mpet", NULL);
    expect_rules(checked.findings, "IMG-0101");
    assert_string_equal(checked.findings->items[0].subject, "page-90-maquette.png");
    assert_true(checked.findings->items[0].span.offset < length);
    end(&checked);
    put_png("pet/page-90-maquette.png", 5, 5);
    expect("pet/crane.mpet", NULL, "");
}

// ----------------------------------------------------------------------------------------- sharing

// What is known of a file is not found out again.
static void each_file_is_verified_once(void **state) {
    (void)state;
    put_file("shared/structs/a.pie", MODEL);
    put_file("shared/structs/b.pie", MODEL);
    put_broken_png("shared/texpages/page-1-a.png");
    maq_check_options options = {.size = sizeof options};
    assert_int_equal(maq_image_checks_new(NULL, &options.image_checks), MAQ_OK);
    image_report checked = check_with("shared/structs/a.pie", &options);
    expect_rules(checked.findings, "IMG-0201");
    char first[512];
    snprintf(first, sizeof first, "%s", checked.findings->items[0].message);
    end(&checked);
    put_png("shared/texpages/page-1-a.png", 4, 4);
    checked = check_with("shared/structs/b.pie", &options);
    expect_rules(checked.findings, "IMG-0201");
    assert_string_equal(checked.findings->items[0].message, first);
    end(&checked);
    maq_image_checks_free(options.image_checks);
    expect("shared/structs/b.pie", NULL, "");
    assert_int_equal(maq_image_checks_new(NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_image_checks_free(NULL);
}

// The sizes are those of the file, but its damage is not looked for; what is known of it is not passed on.
static void headers_alone_say_nothing_of_damage(void **state) {
    (void)state;
    put_file("headers/structs/a.pie", MODEL);
    put_broken_png("headers/texpages/page-1-a.png");
    maq_check_options options = {.size = sizeof options, .image_headers = true};
    assert_int_equal(maq_image_checks_new(NULL, &options.image_checks), MAQ_OK);
    image_report checked = check_with("headers/structs/a.pie", &options);
    expect_rules(checked.findings, "");
    end(&checked);
    options.image_headers = false;
    checked = check_with("headers/structs/a.pie", &options);
    expect_rules(checked.findings, "IMG-0201");
    end(&checked);
    maq_image_checks_free(options.image_checks);
    put_png("headers/texpages/page-1-a.png", 5, 4);
    options = (maq_check_options){.size = sizeof options, .image_headers = true};
    checked = check_with("headers/structs/a.pie", &options);
    expect_rules(checked.findings, "PIE-0406");
    end(&checked);
}

typedef struct repeated_check {
    char path[512];
    maq_check_options options;
} repeated_check;

static void *check_many_times(void *context) {
    const repeated_check *check = context;
    size_t found = 0;
    for (int i = 0; i < 20; i++) {
        maq_document *document;
        maq_report *report = NULL;
        if (maq_open_file(check->path, NULL, &document) == MAQ_OK &&
            maq_check(document, &check->options, &report) == MAQ_OK)
            found += maq_report_findings(report)->count;
        maq_report_free(report);
        maq_close(document);
    }
    return found == 0 ? NULL : context;
}

static void threads_share_what_they_find(void **state) {
    (void)state;
    put_file("shared/structs/a.pie", MASKED);
    put_png("shared/texpages/page-1-a.png", 512, 512);
    put_png("shared/texpages/page-1_tcmask.png", 512, 512);
    repeated_check check = {.options = {.size = sizeof check.options}};
    snprintf(check.path, sizeof check.path, "%s", on_disk("shared/structs/a.pie"));
    assert_int_equal(maq_image_checks_new(NULL, &check.options.image_checks), MAQ_OK);
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, check_many_times, &check), 0);
    for (size_t i = 0; i < 4; i++) {
        void *fault;
        pthread_join(threads[i], &fault);
        assert_null(fault);
    }
    maq_image_checks_free(check.options.image_checks);
}

// ----------------------------------------------------------------------------------------- hostile

static void only_files_of_the_tree_are_read(void **state) {
    (void)state;
    put_png("secret.png", 4, 4);
    put_file("hostile/structs/a.pie", MODEL);
    put_pipe("hostile/texpages/page-1-a.png");
    const char *path = on_disk("hostile/texpages/page-1-a.png");
    expect_one("hostile/structs/a.pie", NULL, "IMG-0102", MAQ_WARNING, path, 3, 11);
    put_file("link/structs/a.pie", MODEL);
    put_link("link/texpages/page-1-a.png", "../../secret.png");
    path = on_disk("link/texpages/page-1-a.png");
    expect_one("link/structs/a.pie", NULL, "IMG-0102", MAQ_WARNING, path, 3, 11);
    put_file("out/structs/a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n");
    put_file("out/structs/a.mtl", "newmtl m\nmap_Kd ../../../secret.png\n");
    expect("out/structs/a.obj", NULL, "IMG-0105 IMG-0101");
}

// A header of a hundred bytes announces an image of 1 TiB, or one that inflates for minutes.
static void bombs_are_not_inflated(void **state) {
    (void)state;
    put_file("bomb/structs/a.pie", MODEL);
    maq_buffer png = png_of(4, 4);
    memcpy(png.data + 16, "\0\1\0\0\0\1\0\0", 8);
    put_bytes("bomb/texpages/page-1-a.png", png.data, png.length);
    maq_buffer_free(&png);
    counted_memory counted;
    count_memory(&counted);
    maq_check_options options = {.size = sizeof options, .memory = &counted.memory};
    image_report checked = check_with("bomb/structs/a.pie", &options);
    expect_rules(checked.findings, "PIE-0407 IMG-0203");
    assert_non_null(strstr(checked.findings->items[1].message,
                           "not verified: the limits are 16384 pixels in a side"));
    assert_true(counted.most < (1 << 20));
    end(&checked);
    assert_int_equal(counted.held, 0);
}

// Only so many images of one model are read.
static void many_images_have_a_limit(void **state) {
    (void)state;
    enum { IMAGES = 4100 };
    char *text = malloc((size_t)IMAGES * 40), *at = text;
    assert_non_null(text);
    maq_memory_file *items = calloc(IMAGES + 2, sizeof *items);
    char(*names)[16] = calloc(IMAGES, sizeof *names);
    assert_true(items && names);
    maq_buffer png = png_of(4, 4);
    for (int i = 0; i < IMAGES; i++) {
        snprintf(names[i], sizeof names[i], "%d.png", i);
        at += sprintf(at, "newmtl m%d\nmap_Kd %d.png\n", i, i);
        items[i] = (maq_memory_file){names[i], png.data, png.length};
    }
    static const char obj[] = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m1\nf 1 2 3\n";
    items[IMAGES] = (maq_memory_file){"a.mtl", text, (size_t)(at - text)};
    items[IMAGES + 1] = (maq_memory_file){"a.obj", obj, sizeof obj - 1};
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_memory(files, NULL, items, IMAGES + 2), MAQ_OK);
    maq_document *document;
    maq_report *report;
    assert_int_equal(maq_open_in_files(files, "a.obj", NULL, &document), MAQ_OK);
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    expect_rules(findings, "IMG-0203");
    assert_int_equal(findings->items[0].count, IMAGES - 4096);
    assert_string_equal(
        findings->items[0].message,
        "4096.png and 3 more images were not verified: the limit for a model is 4096 images");
    maq_report_free(report);
    maq_close(document);
    maq_files_free(files);
    maq_buffer_free(&png);
    free(items);
    free(names);
    free(text);
}

static maq_status check_in_memory(const maq_memory *memory, void *context) {
    maq_check_options options = {.size = sizeof options, .memory = memory};
    maq_report *report;
    maq_status status = maq_check(context, &options, &report);
    if (status == MAQ_OK)
        expect_rules(maq_report_findings(report), "PIE-0403 PIE-0402 IMG-0201");
    maq_report_free(report);
    return status;
}

static maq_status list_in_memory(const maq_memory *memory, void *context) {
    maq_tree *tree;
    maq_status status = maq_info(context, memory, &tree);
    if (status == MAQ_OK)
        assert_int_equal(maq_value_find(maq_tree_root(tree), "images")->as.children.count, 2);
    else
        assert_null(tree);
    maq_tree_free(tree);
    return status;
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    put_file("memory/structs/a.pie", MASKED);
    put_broken_png("memory/texpages/Page-1-a.png");
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk("memory/structs/a.pie"), NULL, &document), MAQ_OK);
    assert_true(fail_each_request(check_in_memory, document) > 20);
    assert_true(fail_each_request(list_in_memory, document) > 20);
    maq_close(document);
}

// -------------------------------------------------------------------------------------------- info

static const maq_value *image_at(const maq_value *images, size_t index) {
    const maq_value *image = images->as.children.first;
    while (index-- > 0)
        image = image->next;
    return image;
}

static void expect_text_at(const maq_value *object, const char *key, const char *text) {
    const maq_value *value = maq_value_find(object, key);
    assert_non_null(value);
    if (!text) {
        assert_int_equal(value->kind, MAQ_VALUE_NULL);
        return;
    }
    assert_int_equal(value->kind, MAQ_VALUE_TEXT);
    assert_string_equal(value->as.text.bytes, text);
}

static void expect_number_at(const maq_value *object, const char *key, int64_t number) {
    const maq_value *value = maq_value_find(object, key);
    assert_true(value && value->kind == MAQ_VALUE_INTEGER);
    assert_int_equal(value->as.integer, number);
}

static void info_lists_the_images(void **state) {
    (void)state;
    put_png("info/texpages/page-1-a.png", 8, 4);
    put_sample("info/texpages/page-1-b.png", "colours.jpg");
    put_file("info/structs/a.pie", "PIE 4\nTYPE 200\nTEXTURE 0 page-1-a.png\nTEXTURE 1 "
                                   "page-1-b.png\nTCMASK 0 lost.png\n" LEVEL);
    maq_document *document;
    maq_tree *tree;
    assert_int_equal(maq_open_file(on_disk("info/structs/a.pie"), NULL, &document), MAQ_OK);
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *images = maq_value_find(maq_tree_root(tree), "images");
    assert_int_equal(images->as.children.count, 3);
    const maq_value *image = image_at(images, 0);
    expect_text_at(image, "material", "page-1-a");
    expect_text_at(image, "role", "diffuse");
    expect_text_at(image, "name", "page-1-a.png");
    expect_text_at(image, "source", "file");
    expect_text_at(image, "path", on_disk("info/texpages/page-1-a.png"));
    expect_text_at(image, "format", "png");
    expect_number_at(image, "width", 8);
    expect_number_at(image, "height", 4);
    maq_buffer png = png_of(8, 4);
    expect_number_at(image, "bytes", (int64_t)png.length);
    maq_buffer_free(&png);
    image = image_at(images, 1);
    expect_number_at(image, "tileset", 1);
    expect_text_at(image, "format", "jpeg");
    image = image_at(images, 2);
    expect_text_at(image, "role", "team_mask");
    expect_text_at(image, "source", "missing");
    expect_text_at(image, "path", NULL);
    maq_tree_free(tree);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_without_faults_have_no_findings),
        cmocka_unit_test(missing_pages_are_found),
        cmocka_unit_test(other_capitals_are_found),
        cmocka_unit_test(missing_team_masks_are_found),
        cmocka_unit_test(compressed_images_count),
        cmocka_unit_test(broken_images_are_found),
        cmocka_unit_test(images_that_are_not_png_are_found),
        cmocka_unit_test(sizes_of_images_are_checked),
        cmocka_unit_test(every_image_of_a_model_is_checked),
        cmocka_unit_test(images_of_obj_are_checked),
        cmocka_unit_test(images_of_gltf_are_checked),
        cmocka_unit_test(images_of_iq_models_are_checked),
        cmocka_unit_test(images_of_warzone_experiments_are_checked),
        cmocka_unit_test(images_of_puppets_are_checked),
        cmocka_unit_test(each_file_is_verified_once),
        cmocka_unit_test(headers_alone_say_nothing_of_damage),
        cmocka_unit_test(threads_share_what_they_find),
        cmocka_unit_test(only_files_of_the_tree_are_read),
        cmocka_unit_test(bombs_are_not_inflated),
        cmocka_unit_test(many_images_have_a_limit),
        cmocka_unit_test(failing_memory_is_reported),
        cmocka_unit_test(info_lists_the_images),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
