// SPDX-License-Identifier: MIT
//
// The bytes of an image: read, and decoded and written again where something has to change.
#include <string.h>

#include "api/convert_images_priv.h"
#include "base/budget.h"
#include "base/plural.h"
#include "files/files.h"
#include "picture/image_colour_space.h"
#include "picture/image_edit.h"
#include "picture/image_header.h"
#include "picture/image_priv.h"

// The largest image that is brought along, and the largest sum of all.
#define LARGEST_IMAGE ((uint64_t)64 << 20)
#define LARGEST_SUM ((uint64_t)512 << 20)

typedef struct image_bytes {
    const unsigned char *bytes;
    size_t length;
} image_bytes;

const char *mq_image_label(const moved_image *image) {
    const maq_image_reference *reference = image->reference;
    return reference->path ? reference->path : reference->name ? reference->name : "an image";
}

// Reports why an image cannot be used. Its findings say more than the status does.
static void report_unreadable(image_work *work, const char *label, maq_status status,
                              const maq_findings *findings) {
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(work->arena, status);
    else
        mq_add_finding(&work->made->findings, &mq_image_rules[MQ_TEXTURE_UNREADABLE], MAQ_NO_OFFSET,
                       0, "%s: %s", label,
                       findings && findings->count ? findings->items[0].message
                       : status == MAQ_OVER_LIMIT
                           ? "it needs more memory than the limit allows; --memory-limit raises it"
                           : maq_status_text(status));
}

static image_bytes read_bytes(image_work *work, const maq_image_reference *reference) {
    if (reference->data)
        return (image_bytes){reference->data, (size_t)reference->bytes};
    if (reference->bytes > LARGEST_IMAGE || reference->bytes > LARGEST_SUM - work->bytes_read) {
        mq_add_finding(&work->made->findings, &mq_image_rules[MQ_TEXTURE_UNREADABLE], MAQ_NO_OFFSET,
                       0, "%s: %llu %s; the limit is 64 MiB for an image and 512 MiB for all",
                       reference->path, (unsigned long long)reference->bytes,
                       MQ_PLURAL(reference->bytes, "byte", "bytes"));
        return (image_bytes){NULL, 0};
    }
    work->bytes_read += reference->bytes;
    mq_findings findings;
    mq_findings_init(&findings, work->arena, 8, 0);
    maq_file file = {0};
    maq_status status =
        mq_files_get(work->files, reference->file, true, work->arena, &findings, &file);
    if (status == MAQ_OK)
        return (image_bytes){file.bytes, (size_t)file.length};
    report_unreadable(work, reference->path, status, &findings.list);
    return (image_bytes){NULL, 0};
}

// ----------------------------------------------------------------------------------------- change

static bool is(const char *format, const char *name) {
    return format && strcmp(format, name) == 0;
}

static bool ends_in_png(const char *name) {
    size_t length = name ? strlen(name) : 0;
    return length >= 4 && strcmp(name + length - 4, ".png") == 0;
}

// Whether the target cannot use the file as it is.
static bool must_become_png(const image_work *work, const moved_image *image) {
    const mq_format *format = work->made->format;
    if (is(image->content.format, "png"))
        return false;
    if (work->to_scene_format)
        return !is(image->content.format, "jpeg");
    return format->image_name && ends_in_png(format->image_name(
                                     mq_image_label(image), image->reference->role, work->arena));
}

static bool is_too_large(const image_work *work, const mq_image_header *header) {
    uint32_t most = work->options->max_image_size;
    return most > 0 && (header->width > most || header->height > most);
}

// NULL after a finding.
static maq_image *decode(image_work *work, const char *label, image_bytes file) {
    maq_memory memory = *mq_arena_memory(work->arena);
    memory.budget = mq_budget_of_pixels(memory.budget);
    maq_image_options options = {.size = sizeof options, .memory = &memory};
    maq_image *image = NULL;
    maq_status status =
        file.bytes ? maq_image_read(file.bytes, file.length, &options, &image) : MAQ_OK;
    if (file.bytes && status != MAQ_OK) {
        report_unreadable(work, label, status, image ? maq_image_findings(image) : NULL);
        maq_image_free(image);
        image = NULL;
    }
    return image;
}

static maq_image *decode_reference(image_work *work, const maq_image_reference *reference) {
    const char *label = reference->path ? reference->path : "an image in the model";
    return decode(work, label, read_bytes(work, reference));
}

static void apply_masks(image_work *work, const moved_image *image, maq_image *pixels) {
    maq_image *alpha = image->alpha ? decode_reference(work, image->alpha) : NULL;
    maq_image *team = image->team ? decode_reference(work, image->team) : NULL;
    if (alpha)
        mq_image_apply_alpha_mask(pixels, alpha);
    if (team)
        mq_image_apply_team_colour(pixels, team, work->options->team_colour);
    maq_image_free(alpha);
    maq_image_free(team);
}

static void encode(image_work *work, moved_image *image, maq_image *pixels) {
    maq_buffer png = {0};
    maq_status status = MAQ_OK;
    if (work->options->max_image_size)
        status = mq_image_shrink(pixels, work->options->max_image_size,
                                 mq_texture_kind_of(image->reference->role));
    if (status == MAQ_OK)
        status = mq_image_encode_png(pixels, 0, mq_arena_memory(work->arena), &png);
    if (status != MAQ_OK) {
        report_unreadable(work, mq_image_label(image), status, NULL);
        return;
    }
    image->content = (image_content){
        .bytes = (const unsigned char *)mq_arena_text(work->arena, png.data, png.length),
        .length = png.length,
        .format = "png",
        .encoded = true};
    image->content.found = image->content.bytes;
    maq_buffer_free(&png);
}

// The file as it is, but for the chunks that glTF files hide.
static void keep(const image_work *work, moved_image *image, image_bytes file) {
    image->content.found = file.bytes;
    image->content.length = file.length;
    image->content.bytes =
        work->to_scene_format ? mq_image_hide_colour_space(work->arena, file.bytes, file.length)
                              : mq_image_restore_colour_space(work->arena, file.bytes, file.length);
}

// An image that is kept is not decoded: its header alone shows whether others can read it.
static void check_header(image_work *work, const moved_image *image, image_bytes file,
                         const mq_image_header *header) {
    const char *label = mq_image_label(image);
    if (!header->format && !mq_image_is_other_format(file.bytes, file.length))
        mq_add_finding(
            &work->made->findings, &mq_image_rules[MQ_TEXTURE_UNREADABLE], MAQ_NO_OFFSET, 0,
            "%s: the file is not a PNG, JPEG, TGA, BMP or DDS image; it is kept as it is", label);
    else if (mq_image_header_exceeds_limits(header))
        mq_add_finding(&work->made->findings, &mq_image_rules[MQ_TEXTURE_UNREADABLE], MAQ_NO_OFFSET,
                       0, "%s: %u x %u pixels; " MQ_IMAGE_LIMITS "; it is kept as it is", label,
                       (unsigned)header->width, (unsigned)header->height);
}

void mq_image_load(image_work *work, moved_image *image) {
    image_bytes file = read_bytes(work, image->reference);
    mq_image_header header = mq_image_header_read(file.bytes, file.length);
    image->content.format = header.format;
    bool wrong_format = must_become_png(work, image);
    if (file.bytes && !wrong_format && !is_too_large(work, &header) && !image->alpha &&
        !image->team) {
        check_header(work, image, file, &header);
        keep(work, image, file);
        return;
    }
    maq_image *pixels = decode(work, mq_image_label(image), file);
    if (pixels) {
        apply_masks(work, image, pixels);
        encode(work, image, pixels);
        maq_image_free(pixels);
    } else if (file.bytes && !wrong_format) {
        keep(work, image, file);
    }
}
