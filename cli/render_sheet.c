// SPDX-License-Identifier: MIT
//
// Sheets: many models on one picture, with their names.
#include <stdlib.h>
#include <string.h>

#include "picture/font.h"
#include "render.h"

enum { ACROSS = 10, PER_SHEET = 100, GAP = 8, LABEL = MQ_FONT_HEIGHT + 6 };

typedef struct sheet_run {
    const cli_render_options *options;
    const cli_settings *settings;
    const cli_inputs *inputs;
    bool *with_extension; // whether the label of an input needs the extension
    size_t first;         // the input that comes first on the current sheet
    uint32_t columns;
    maq_image *page;
    cli_sheets *written;
} sheet_run;

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// How many models a sheet has in a row and a column: no more than an image can hold.
static uint32_t columns_of(const cli_render_options *options) {
    uint32_t fitting = (MAQ_IMAGE_MAX_SIDE - GAP) / (options->picture.width + GAP);
    return least(fitting > 0 ? fitting : 1, ACROSS);
}

static uint32_t rows_of(const cli_render_options *options) {
    uint32_t fitting = (MAQ_IMAGE_MAX_SIDE - GAP) / (options->picture.height + LABEL + GAP);
    return least(fitting > 0 ? fitting : 1, PER_SHEET / ACROSS);
}

static void put_picture(maq_image *page, const maq_image *picture, uint32_t x, uint32_t y) {
    for (uint32_t row = 0; row < picture->height; row++)
        memcpy(page->pixels + ((size_t)(y + row) * page->width + x) * 4,
               picture->pixels + (size_t)row * picture->width * 4, (size_t)picture->width * 4);
}

// The length of a name without its extension.
static size_t stem_length(const char *name) {
    return strlen(name) - strlen(cli_extension(name));
}

static int by_stem(const void *a, const void *b) {
    const char *x = cli_base_name((*(const cli_input *const *)a)->path);
    const char *y = cli_base_name((*(const cli_input *const *)b)->path);
    size_t length = stem_length(x), other = stem_length(y);
    int order = memcmp(x, y, length < other ? length : other);
    return order != 0 ? order : (length > other) - (length < other);
}

// Marks the inputs whose names differ from that of another one in the extension alone.
static bool find_equal_stems(mq_arena *arena, sheet_run *run) {
    size_t count = run->inputs->count;
    const cli_input **sorted = MQ_NEW_ARRAY(arena, const cli_input *, count);
    run->with_extension = MQ_NEW_ARRAY(arena, bool, count);
    if (!sorted || !run->with_extension)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &run->inputs->items[i];
    qsort(sorted, count, sizeof *sorted, by_stem);
    for (size_t i = 1; i < count; i++) {
        if (by_stem(&sorted[i - 1], &sorted[i]) == 0)
            run->with_extension[sorted[i - 1] - run->inputs->items] =
                run->with_extension[sorted[i] - run->inputs->items] = true;
    }
    return true;
}

// The name of the file, without its extension unless that is needed; what does not fit is cut off at a
// tilde.
static void put_label(const sheet_run *run, size_t input, uint32_t x, uint32_t y) {
    char label[512];
    const uint32_t side = run->options->picture.width;
    const char *name = cli_base_name(run->inputs->items[input].path);
    size_t shown = run->with_extension[input] ? strlen(name) : stem_length(name);
    size_t capacity = side / MQ_FONT_WIDTH;
    shown = shown < sizeof label - 8 ? shown : sizeof label - 8;
    memcpy(label, name, shown);
    label[shown] = '\0';
    if (mq_font_length(label) > capacity && capacity > 0)
        strcpy(label + mq_font_bytes(label, capacity - 1), "~");
    const uint8_t *background = run->options->picture.background;
    bool dark = background[3] > 127 && background[0] + background[1] + background[2] < 400;
    const uint8_t ink[4] = {dark ? 230 : 40, dark ? 230 : 44, dark ? 235 : 52, 255};
    size_t width = mq_font_length(label) * MQ_FONT_WIDTH;
    uint32_t indent = width < side ? (uint32_t)(side - width) / 2 : 0;
    mq_font_write(run->page, (int32_t)(x + indent), (int32_t)y, 1, ink, label);
}

static void work(void *context, cli_job *job) {
    const sheet_run *run = context;
    size_t number = run->first + job->index;
    cli_inputs input = {.items = &run->inputs->items[number], .count = 1};
    const maq_picture_options *picture = &run->options->picture;
    uint32_t column = (uint32_t)job->index % run->columns;
    uint32_t row = (uint32_t)job->index / run->columns;
    uint32_t x = GAP + column * (picture->width + GAP);
    uint32_t y = GAP + row * (picture->height + LABEL + GAP);
    cli_render_pictures pictures;
    cli_render_model(job, run->options, run->settings, 1, &input, &pictures);
    // Cells do not touch each other, so all threads may write to the page at once.
    if (pictures.count > 0) {
        put_picture(run->page, pictures.frames[0], x, y);
        job->succeeded = true;
    }
    put_label(run, number, x, y + picture->height + 2);
    cli_render_end(&pictures);
}

static bool new_page(sheet_run *run, size_t count) {
    const maq_picture_options *picture = &run->options->picture;
    uint32_t columns = least(run->columns, (uint32_t)count);
    uint32_t rows = ((uint32_t)count + run->columns - 1) / run->columns;
    maq_image_options options = {.size = sizeof options, .max_pixels = UINT64_MAX};
    if (maq_image_new(GAP + columns * (picture->width + GAP),
                      GAP + rows * (picture->height + LABEL + GAP), &options, &run->page) != MAQ_OK)
        return false;
    size_t pixels = (size_t)run->page->width * run->page->height;
    for (size_t i = 0; i < pixels; i++)
        memcpy(run->page->pixels + i * 4, picture->background, 4);
    return true;
}

// "sheet.png" where there is one, or else "sheet-1.png", "sheet-2.png", ...
static const char *page_path(mq_arena *arena, const char *out, size_t page, size_t pages) {
    if (pages == 1)
        return out;
    const char *extension = cli_extension(out);
    return mq_arena_format(arena, "%.*s-%zu%s", (int)(strlen(out) - strlen(extension)), out,
                           page + 1, extension);
}

// Draws `count` models on one sheet and writes it, unless none of them could be drawn.
static cli_exit draw_page(sheet_run *run, size_t count, const char *path) {
    if (!path || !new_page(run, count))
        return cli_no_memory();
    cli_batch batch = {.activity = "drawing",
                       .settings = run->settings,
                       .count = count,
                       .work = work,
                       .context = run};
    if (cli_batch_run(&batch) && batch.succeeded > 0 && !cli_interrupted()) {
        mq_text messages;
        mq_text_init(&messages, NULL);
        cli_render_pictures sheet = {.frames = &run->page, .count = 1};
        cli_exit written = cli_render_write(&messages, &sheet, path);
        cli_write_text(CLI_STDERR, &messages);
        if (written == CLI_CLEAN) {
            run->written->first = run->written->count++ == 0 ? path : run->written->first;
            run->written->last = path;
        }
        batch.code = cli_worse(batch.code, written);
    }
    run->written->models += batch.succeeded;
    maq_image_free(run->page);
    return batch.code;
}

cli_exit cli_render_sheets(mq_arena *arena, const cli_render_options *options,
                           const cli_settings *settings, const cli_inputs *inputs, const char *out,
                           cli_sheets *written) {
    sheet_run run = {
        .options = options, .settings = settings, .inputs = inputs, .written = written};
    run.columns = columns_of(options);
    size_t most = (size_t)run.columns * rows_of(options);
    size_t pages = (inputs->count + most - 1) / most;
    if (pages > 1 && strcmp(out, "-") == 0) {
        cli_error("more than one sheet cannot go to standard output: name a file with -o");
        return CLI_WRONG_USAGE;
    }
    if (!find_equal_stems(arena, &run))
        return cli_no_memory();
    cli_exit code = CLI_CLEAN;
    for (size_t page = 0; page < pages && code < CLI_UNWRITABLE && !cli_interrupted(); page++) {
        run.first = page * most;
        size_t count = inputs->count - run.first < most ? inputs->count - run.first : most;
        code = cli_worse(code, draw_page(&run, count, page_path(arena, out, page, pages)));
    }
    return code;
}
