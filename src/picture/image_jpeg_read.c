// SPDX-License-Identifier: MIT
//
// JPEG, by libjpeg, which reports errors by longjmp(); the rows that it has decoded by then are kept.
#include <setjmp.h>
#include <string.h>

#include "picture/image_jpeg_memory.h"
#include "picture/image_priv.h"

#include <jerror.h>

// A block of 64 pixels has at least two bits; this is more than any file can reach.
#define MOST_PIXELS_PER_BYTE 1024

// Each scan costs a pass over all pixels and only a few bytes of the file.
#define MOST_SCANS 64
#define MOST_SCANNED_PIXELS ((uint64_t)1 << 30)

typedef struct jpeg_work {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    mq_jpeg_memory memory;
    mq_image_reader *reader;
    jmp_buf back;
    uint32_t rows;
    maq_status status;
    bool ended, damaged;
    char fault[JMSG_LENGTH_MAX], warning[JMSG_LENGTH_MAX];
} jpeg_work;

static bool matches(const unsigned char *bytes, size_t length) {
    return length >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

static jpeg_work *work_of(j_common_ptr info) {
    return info->client_data;
}

static void on_error(j_common_ptr info) {
    jpeg_work *work = work_of(info);
    info->err->format_message(info, work->fault);
    longjmp(work->back, 1);
}

static void on_no_memory(j_common_ptr info) {
    longjmp(work_of(info)->back, 1);
}

// Levels below 0 are warnings: something is wrong with the data.
static void on_message(j_common_ptr info, int level) {
    jpeg_work *work = work_of(info);
    if (level >= 0)
        return;
    work->ended |= info->err->msg_code == JWRN_JPEG_EOF;
    if (!work->damaged)
        info->err->format_message(info, work->warning);
    work->damaged = true;
}

static void on_output(j_common_ptr info) {
    (void)info;
}

static void on_progress(j_common_ptr info) {
    jpeg_work *work = work_of(info);
    int scan = work->info.input_scan_number;
    uint64_t pixels = (uint64_t)work->info.image_width * work->info.image_height;
    if (scan > MOST_SCANS || (scan > 0 && pixels > MOST_SCANNED_PIXELS / (uint64_t)scan)) {
        memcpy(work->fault, "too many scans", sizeof "too many scans");
        longjmp(work->back, 1);
    }
}

// Adobe programs store CMYK inverted, and mark such files.
static void expand_cmyk(const jpeg_work *work, const JSAMPLE *from, uint8_t *to, uint32_t count) {
    unsigned turned = work->info.saw_Adobe_marker ? 0 : 255;
    for (uint32_t i = 0; i < count; i++, from += 4, to += 4) {
        unsigned key = from[3] ^ turned;
        for (unsigned k = 0; k < 3; k++)
            to[k] = (uint8_t)(((from[k] ^ turned) * key + 127) / 255);
        to[3] = 255;
    }
}

static void expand_colours(const JSAMPLE *from, uint8_t *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, from += 3, to += 4) {
        memcpy(to, from, 3);
        to[3] = 255;
    }
}

// Everything that may longjmp() out. The state is in `work`: locals would be lost.
static void decode(jpeg_work *work) {
    struct jpeg_decompress_struct *info = &work->info;
    if (setjmp(work->back))
        return;
    jpeg_create_decompress(info);
    info->client_data = work;
    mq_jpeg_memory_use(&work->memory, (j_common_ptr)info, work->memory.arena, on_no_memory);
    work->progress.progress_monitor = on_progress;
    info->progress = &work->progress;
    jpeg_mem_src(info, work->reader->bytes, (unsigned long)work->reader->length);
    jpeg_read_header(info, TRUE);
    work->status =
        mq_image_begin(work->reader, info->image_width, info->image_height, MOST_PIXELS_PER_BYTE);
    if (work->status != MAQ_OK)
        return;
    bool cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
    info->dct_method = JDCT_ISLOW; // the one whose result does not depend on the machine
    jpeg_start_decompress(info);
    maq_image *image = work->reader->image;
    JSAMPARRAY row =
        info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, image->width * (cmyk ? 4 : 3), 1);
    while (info->output_scanline < info->output_height) {
        uint8_t *to = image->pixels + (size_t)info->output_scanline * image->width * 4;
        if (jpeg_read_scanlines(info, row, 1) != 1)
            return;
        if (cmyk)
            expand_cmyk(work, row[0], to, image->width);
        else
            expand_colours(row[0], to, image->width);
        work->rows++;
    }
}

static maq_status finish_read(jpeg_work *work) {
    mq_image_reader *reader = work->reader;
    if (work->status != MAQ_OK)
        return work->status;
    if (work->rows == 0) {
        MQ_IMAGE_REPORT(reader, BROKEN, MAQ_NO_OFFSET, "%s",
                        work->fault[0] ? work->fault : "it has no rows");
        return MAQ_BAD_DATA;
    }
    if (work->fault[0])
        MQ_IMAGE_REPORT(reader, DAMAGED, MAQ_NO_OFFSET, "row %u: %s", work->rows + 1, work->fault);
    else if (work->ended)
        MQ_IMAGE_REPORT(reader, ENDS_EARLY, reader->length, "the file ends within the pixels");
    else if (work->damaged)
        MQ_IMAGE_REPORT(reader, DAMAGED, MAQ_NO_OFFSET, "%s", work->warning);
    return MAQ_OK;
}

static maq_status read(mq_image_reader *reader) {
    mq_arena *scratch = mq_arena_scratch(reader->arena);
    jpeg_work *work = scratch ? MQ_NEW(scratch, jpeg_work) : NULL;
    if (work) {
        work->reader = reader;
        work->memory.arena = scratch;
        work->info.err = jpeg_std_error(&work->errors);
        work->info.client_data = work;
        work->errors.error_exit = on_error;
        work->errors.emit_message = on_message;
        work->errors.output_message = on_output;
        decode(work);
        mq_jpeg_memory_leave(&work->memory, (j_common_ptr)&work->info);
        jpeg_destroy_decompress(&work->info);
    }
    maq_status status = MAQ_NO_MEMORY;
    if (work && mq_arena_status(scratch) == MAQ_OK && mq_arena_status(reader->arena) == MAQ_OK)
        status = finish_read(work);
    mq_arena_end_scratch(reader->arena, scratch);
    return mq_arena_status(reader->arena) != MAQ_OK ? mq_arena_status(reader->arena) : status;
}

const mq_image_format mq_image_jpeg = {"JPEG", matches, read};
