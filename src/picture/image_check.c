// SPDX-License-Identifier: MIT
#include "picture/image_check.h"

#include <string.h>

#include "base/plural.h"
#include "files/files.h"
#include "picture/image_priv.h"
#include "picture/image_verify.h"
#include "picture/path_table.h"
#include "picture/texture_priv.h"

// What is verified: a small file can inflate to a thousand times its size, and the time is that of the
// inflated bytes.
#define MOST_BYTES ((uint64_t)64 << 20)
#define MOST_PIXELS_OF_MODEL ((uint64_t)128 << 20)
// Each file costs something, even when it is empty.
#define MOST_FILES_OF_MODEL 4096

#define LARGEST_SIDE 4096

typedef struct image_checker {
    mq_texture_search search;
    mq_path_table done; // the images that were checked
    uint64_t pixels_left, files_left;
    uint64_t not_verified;
    const maq_image_reference *first_not_verified;
    const char *first_reason;
} image_checker;

// ------------------------------------------------------------------------------------------- state

// Why an image of this size is not verified, or NULL.
static const char *exceeded_limit(image_checker *c, const mq_image_header *header) {
    uint64_t pixels = (uint64_t)header->width * header->height;
    if (mq_image_header_exceeds_limits(header))
        return MQ_IMAGE_LIMITS;
    if (pixels > c->pixels_left)
        return "the limit for all images of a model is 128 Mi pixels";
    c->pixels_left -= pixels;
    return NULL;
}

static void verify(image_checker *c, mq_arena *scratch, const unsigned char *bytes, size_t length,
                   mq_image_state *out) {
    if (length == 0) {
        out->status = MAQ_BAD_DATA;
        out->reason = "the file is empty";
        return;
    }
    out->header = mq_image_header_read(bytes, length);
    out->not_verified = mq_image_is_other_format(bytes, length)
                            ? "KTX and WebP images are not decoded"
                            : exceeded_limit(c, &out->header);
    if (out->not_verified)
        return;
    mq_findings findings;
    mq_findings_init(&findings, scratch, 8, 0);
    out->status = mq_image_verify(bytes, length, mq_arena_memory(scratch), &findings);
    // A library without libpng knows the header of a PNG, and no more.
    if (out->status == MAQ_UNKNOWN_FORMAT && out->header.format) {
        out->status = MAQ_OK;
        out->not_verified = "this build does not decode images of its format";
    }
    for (size_t i = 0; i < findings.list.count && !out->reason; i++) {
        if (findings.items[i].severity >= MAQ_WARNING)
            out->reason = findings.items[i].message;
    }
}

static void read_header(image_checker *c, const maq_image_reference *image, mq_image_state *out) {
    maq_image_reference about = *image;
    mq_texture_read_header(&c->search, &about);
    out->header = (mq_image_header){about.format, about.width, about.height, false};
}

static void read_file(image_checker *c, mq_arena *scratch, const maq_image_reference *image,
                      mq_image_state *out) {
    if (image->bytes > MOST_BYTES) {
        read_header(c, image, out);
        out->not_verified = "the limit is 64 MiB";
        return;
    }
    mq_findings findings;
    mq_findings_init(&findings, scratch, 8, 0);
    maq_file file;
    out->status =
        mq_files_get(c->search.folders.files, image->file, true, scratch, &findings, &file);
    if (out->status == MAQ_OK)
        verify(c, scratch, file.bytes, (size_t)file.length, out);
    else if (findings.list.count > 0)
        out->reason = findings.items[0].message;
}

// Finds out about an image. The state may refer to `scratch`.
static void find_state(image_checker *c, mq_arena *scratch, const mq_texture_request *request,
                       mq_image_state *out) {
    const maq_image_reference *image = &request->about;
    const mq_image_check *check = c->search.check;
    bool shared = check->known && !check->headers_only && image->file &&
                  mq_files_on_disk(check->files, request->source);
    const mq_image_state *known = shared ? mq_image_checks_find(check->known, image->path) : NULL;
    *out = known ? *known : (mq_image_state){0};
    if (known)
        return;
    uint64_t pixels_left = c->pixels_left;
    if (check->headers_only)
        read_header(c, image, out);
    else if (image->file)
        read_file(c, scratch, image, out);
    else
        verify(c, scratch, image->data, (size_t)image->bytes, out);
    if (out->status == MAQ_NO_MEMORY)
        mq_arena_fail(c->search.arena, out->status);
    // What one model leaves out because of its other images, another one can verify.
    else if (shared && !(out->not_verified && pixels_left < MQ_DEFAULT_MAX_PIXELS))
        mq_image_checks_put(check->known, image->path, out);
}

// ------------------------------------------------------------------------------------------ report

// The image for messages, and for the subjects of findings; an embedded one is not another file.
static const char *label_of(const maq_image_reference *image) {
    return image->path ? image->path : image->name ? image->name : "an image";
}

static bool is_power_of_two(uint32_t size) {
    return (size & (size - 1)) == 0;
}

static void check_size(image_checker *c, const maq_image_reference *image,
                       const mq_image_header *header) {
    static const struct {
        mq_image_fault fault;
        const char *text;
    } faults[] = {{MQ_IMAGE_FAULT_NOT_POWER_OF_TWO, "which are not powers of two"},
                  {MQ_IMAGE_FAULT_TOO_LARGE, "more than 4096 in a side"}};
    const bool found[] = {!is_power_of_two(header->width) || !is_power_of_two(header->height),
                          header->width > LARGEST_SIDE || header->height > LARGEST_SIDE};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const maq_rule *rule = found[i] ? mq_texture_rule(&c->search, faults[i].fault) : NULL;
        if (rule)
            mq_texture_set_subject(&c->search,
                                   mq_add_finding(c->search.findings, rule, MAQ_NO_OFFSET, 0,
                                                  "%s: %u x %u pixels, %s", label_of(image),
                                                  (unsigned)header->width, (unsigned)header->height,
                                                  faults[i].text),
                                   image, image->path);
    }
}

static void leave_out(image_checker *c, const maq_image_reference *image, const char *reason) {
    if (c->not_verified++ == 0) {
        c->first_not_verified = image;
        c->first_reason = reason;
    }
}

static void report(image_checker *c, const maq_image_reference *image,
                   const mq_image_state *state) {
    const mq_image_header *header = &state->header;
    const maq_rule *not_png = mq_texture_rule(&c->search, MQ_IMAGE_FAULT_NOT_PNG);
    const maq_rule *rule = NULL;
    const char *reason = state->reason ? state->reason : maq_status_text(state->status);
    // A file that could not be read has no header either.
    bool read = state->status == MAQ_OK || state->status == MAQ_UNKNOWN_FORMAT || header->format;
    if (not_png && read && (!header->format || strcmp(header->format, "png") != 0)) {
        rule = not_png;
        reason = mq_arena_format(c->search.arena, "the content is %s, not PNG",
                                 header->format ? header->format : "of another format");
    } else if (state->status == MAQ_BAD_DATA) {
        rule = mq_texture_rule(&c->search, MQ_IMAGE_FAULT_BROKEN);
    } else if (state->status != MAQ_OK) {
        rule = &mq_image_rules[MQ_TEXTURE_UNREADABLE];
    } else if (state->not_verified) {
        leave_out(c, image, state->not_verified);
    }
    if (rule)
        mq_texture_set_subject(&c->search,
                               mq_add_finding(c->search.findings, rule, MAQ_NO_OFFSET, 0, "%s: %s",
                                              label_of(image), reason ? reason : ""),
                               image, image->path);
    check_size(c, image, header);
}

static void report_not_verified(image_checker *c) {
    const maq_image_reference *image = c->first_not_verified;
    if (c->not_verified == 0)
        return;
    maq_finding *finding =
        c->not_verified == 1
            ? MQ_TEXTURE_REPORT(&c->search, NOT_VERIFIED, "%s was not verified: %s",
                                label_of(image), c->first_reason)
            : MQ_TEXTURE_REPORT(&c->search, NOT_VERIFIED, "%s and %llu more %s not verified: %s",
                                label_of(image), (unsigned long long)c->not_verified - 1,
                                MQ_PLURAL(c->not_verified - 1, "image were", "images were"),
                                c->first_reason);
    if (finding)
        finding->count = c->not_verified;
    mq_texture_set_subject(&c->search, finding, image, image->path);
}

// ------------------------------------------------------------------------------------------- images

// Whether an image is the same as that of a request before it.
static bool is_repeated(image_checker *c, const maq_image_reference *image) {
    const char *key = image->file
                          ? image->file
                          : mq_arena_format(c->search.arena, "//%p", (const void *)image->data);
    if (!key || mq_path_table_find(&c->done, key))
        return true;
    mq_path_table_add(&c->done, key, c);
    return false;
}

static void check_image(image_checker *c, const mq_texture_request *request) {
    const maq_image_reference *image = &request->about;
    if (!image->file && !image->data)
        return;
    if (c->files_left == 0) {
        leave_out(c, image, "the limit for a model is 4096 images");
        return;
    }
    if (is_repeated(c, image))
        return;
    c->files_left--;
    // The bytes of a file, which may exceed limits of memory that the model itself does not.
    mq_arena *scratch = mq_arena_new(mq_arena_memory(c->search.arena));
    if (!scratch) {
        mq_arena_fail(c->search.arena, MAQ_NO_MEMORY);
        return;
    }
    mq_image_state state;
    find_state(c, scratch, request, &state);
    report(c, image, &state);
    mq_arena_free(scratch);
}

void mq_images_check(const mq_image_check *check, mq_findings *findings) {
    mq_arena *scratch = mq_arena_scratch(findings->arena);
    if (!scratch)
        return;
    image_checker c = {.search = {.arena = scratch,
                                  .findings = findings,
                                  .scene = check->scene,
                                  .tileset = MAQ_ALL_TILESETS,
                                  .check = check},
                       .pixels_left = MOST_PIXELS_OF_MODEL,
                       .files_left = MOST_FILES_OF_MODEL};
    c.done.arena = scratch;
    mq_texture_search_run(&c.search, check->files, check->name);
    for (size_t i = 0; i < c.search.count && mq_arena_status(scratch) == MAQ_OK; i++)
        check_image(&c, &c.search.requests[i]);
    if (mq_arena_status(scratch) == MAQ_OK)
        report_not_verified(&c);
    mq_arena_end_scratch(findings->arena, scratch);
}
