// SPDX-License-Identifier: MIT
//
// Sheets: many models on one picture, with their names.
#include <string.h>

#include "base/parallel.h"
#include "picture/font.h"
#include "render.h"

enum { ACROSS = 10, PER_SHEET = 100, GAP = 8, LABEL = MQ_FONT_HEIGHT + 6 };

typedef struct sheet_item {
    mq_text trouble;
    cli_exit code;
    bool begun, drawn;
} sheet_item;

typedef struct sheet_run {
    const cli_render_options *wish;
    const cli_settings *settings;
    const cli_inputs *inputs;
    size_t first, count; // of the inputs, on the sheet at work
    uint32_t columns;
    maq_image *page;
    sheet_item *items;
    cli_progress progress;
    cli_exit code;
    uint64_t drawn;
} sheet_run;

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// How many models a sheet has in a row and a column: no more than an image can hold.
static uint32_t columns_of(const cli_render_options *wish) {
    uint32_t fitting = (MAQ_IMAGE_MAX_SIDE - GAP) / (wish->picture.width + GAP);
    return least(fitting > 0 ? fitting : 1, ACROSS);
}

static uint32_t rows_of(const cli_render_options *wish) {
    uint32_t fitting = (MAQ_IMAGE_MAX_SIDE - GAP) / (wish->picture.height + LABEL + GAP);
    return least(fitting > 0 ? fitting : 1, PER_SHEET / ACROSS);
}

static void put_picture(maq_image *page, const maq_image *picture, uint32_t x, uint32_t y) {
    for (uint32_t row = 0; row < picture->height; row++)
        memcpy(page->pixels + ((size_t)(y + row) * page->width + x) * 4,
               picture->pixels + (size_t)row * picture->width * 4, (size_t)picture->width * 4);
}

// The name of the file without its extension; what does not fit is cut off at a tilde.
static void put_label(const sheet_run *run, const char *path, uint32_t x, uint32_t y) {
    char label[512];
    const uint32_t side = run->wish->picture.width;
    const char *name = cli_base_name(path);
    size_t stem = strlen(name) - strlen(cli_extension(name)), room = side / MQ_FONT_WIDTH;
    stem = stem < sizeof label - 8 ? stem : sizeof label - 8;
    memcpy(label, name, stem);
    label[stem] = '\0';
    if (mq_font_length(label) > room && room > 0)
        strcpy(label + mq_font_bytes(label, room - 1), "~");
    const uint8_t *background = run->wish->picture.background;
    bool dark = background[3] > 127 && background[0] + background[1] + background[2] < 400;
    const uint8_t ink[4] = {dark ? 230 : 40, dark ? 230 : 44, dark ? 235 : 52, 255};
    size_t width = mq_font_length(label) * MQ_FONT_WIDTH;
    uint32_t indent = width < side ? (uint32_t)(side - width) / 2 : 0;
    mq_font_write(run->page, (int32_t)(x + indent), (int32_t)y, 1, ink, label);
}

static void work(void *context, size_t index) {
    sheet_run *run = context;
    sheet_item *item = &run->items[index];
    if (cli_interrupted())
        return;
    const char *path = run->inputs->items[run->first + index].path;
    const maq_picture_options *picture = &run->wish->picture;
    uint32_t column = (uint32_t)index % run->columns, row = (uint32_t)index / run->columns;
    uint32_t x = GAP + column * (picture->width + GAP);
    uint32_t y = GAP + row * (picture->height + LABEL + GAP);
    mq_arena *arena = mq_arena_new(NULL);
    cli_render_pictures pictures = {0};
    item->begun = true;
    mq_text_init(&item->trouble, NULL);
    item->code = arena ? cli_render_model(arena, run->wish, run->settings, 1, path, &item->trouble,
                                          &pictures)
                       : CLI_UNREADABLE;
    // Cells do not touch each other, so all threads may write to the page at once.
    if (pictures.count > 0) {
        put_picture(run->page, pictures.frames[0], x, y);
        item->drawn = true;
    }
    put_label(run, path, x, y + picture->height + 2);
    cli_render_end(&pictures);
    mq_arena_free(arena);
}

static void done(void *context, size_t index) {
    sheet_run *run = context;
    sheet_item *item = &run->items[index];
    if (!item->begun)
        return;
    if (item->trouble.length > 0)
        cli_progress_clear(&run->progress);
    cli_write_text(CLI_STDERR, &item->trouble);
    run->code = cli_worse(run->code, item->code);
    run->drawn += item->drawn;
    cli_progress_step(&run->progress);
}

static bool begin_page(sheet_run *run) {
    const maq_picture_options *picture = &run->wish->picture;
    uint32_t count = (uint32_t)run->count, columns = least(run->columns, count);
    uint32_t rows = (count + run->columns - 1) / run->columns;
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

static cli_exit write_page(sheet_run *run, const char *path) {
    mq_text trouble;
    mq_text_init(&trouble, NULL);
    cli_exit code = cli_render_write(path, &run->page, 1, 0, &trouble);
    cli_write_text(CLI_STDERR, &trouble);
    return code;
}

cli_exit cli_render_sheets(mq_arena *arena, const cli_render_options *wish,
                           const cli_settings *settings, const cli_inputs *inputs, const char *out,
                           uint64_t *drawn, uint64_t *sheets) {
    sheet_run run = {.wish = wish, .settings = settings, .inputs = inputs};
    run.columns = columns_of(wish);
    size_t most = (size_t)run.columns * rows_of(wish);
    run.items = MQ_NEW_ARRAY(arena, sheet_item, most);
    if (!run.items) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    size_t pages = (inputs->count + most - 1) / most;
    if (pages > 1 && strcmp(out, "-") == 0) {
        cli_error("%zu sheets cannot all go to standard output: name a file", pages);
        return CLI_WRONG_USAGE;
    }
    cli_progress_start(&run.progress, "drawing", inputs->count, settings->quiet);
    for (size_t page = 0; page < pages && !cli_interrupted(); page++) {
        run.first = page * most;
        run.count = inputs->count - run.first < most ? inputs->count - run.first : most;
        memset(run.items, 0, most * sizeof *run.items);
        const char *path = page_path(arena, out, page, pages);
        if (!path || !begin_page(&run)) {
            cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
            run.code = cli_worse(run.code, CLI_UNREADABLE);
            break;
        }
        mq_parallel(run.count, settings->threads, work, done, &run);
        cli_progress_clear(&run.progress);
        cli_exit written = cli_interrupted() ? CLI_UNWRITABLE : write_page(&run, path);
        *sheets += written == CLI_CLEAN;
        run.code = cli_worse(run.code, written);
        maq_image_free(run.page);
    }
    *drawn = run.drawn;
    return run.code;
}
