// SPDX-License-Identifier: MIT
#include "inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"

const char *cli_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *cli_extension(const char *path) {
    const char *name = cli_base_name(path);
    const char *dot = strrchr(name, '.');
    // ".pie" is a hidden file without an extension.
    return dot && dot != name ? dot : "";
}

// Extensions are ASCII; tolower() depends on the locale.
static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool cli_same_ignoring_case(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

bool cli_is_model_name(const char *name) {
    const char *extension = cli_extension(name);
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->variant_count; k++) {
            if (cli_same_ignoring_case(extension, format->variants[k].extension))
                return true;
        }
    }
    return false;
}

static bool add(mq_arena *arena, cli_inputs *inputs, const char *path, const char *below,
                bool found) {
    cli_input *items = mq_arena_grow(arena, inputs->items, &inputs->capacity, inputs->count,
                                     sizeof *inputs->items);
    if (!items)
        return false;
    inputs->items = items;
    inputs->items[inputs->count++] = (cli_input){.path = path, .below = below, .found = found};
    return true;
}

static bool add_folder(mq_arena *arena, cli_inputs *inputs, const char *folder, cli_exit *code) {
    mq_path_list files = {0};
    size_t unreadable = 0;
    inputs->folder_given = true;
    inputs->several_possible = true;
    if (!mq_folder_walk(arena, folder, cli_is_model_name, &files, &unreadable))
        return false;
    if (unreadable > 0) {
        cli_error("%s: %zu %s could not be opened", folder, unreadable,
                  unreadable == 1 ? "folder" : "folders");
        *code = CLI_UNREADABLE;
    } else if (files.count == 0) {
        cli_error("%s: this folder contains no models", folder);
        *code = CLI_UNREADABLE;
    }
    size_t length = strlen(folder);
    for (size_t i = 0; i < files.count; i++) {
        const char *below = files.items[i] + length;
        below += strspn(below, "/");
        if (!add(arena, inputs, files.items[i], below, true))
            return false;
    }
    return true;
}

// Folders among the matches are walked; files among them count whatever their extension.
static bool add_pattern(mq_arena *arena, cli_inputs *inputs, const char *pattern, cli_exit *code) {
    mq_path_list matches = {0};
    inputs->several_possible = true;
    if (!mq_folder_glob(arena, pattern, &matches))
        return false;
    if (matches.count == 0) {
        cli_error("%s: no file matches this pattern", pattern);
        *code = CLI_UNREADABLE;
    }
    for (size_t i = 0; i < matches.count; i++) {
        const char *path = matches.items[i];
        bool good = mq_is_folder(path) ? add_folder(arena, inputs, path, code)
                                       : add(arena, inputs, path, cli_base_name(path), true);
        if (!good)
            return false;
    }
    return true;
}

static bool add_operand(mq_arena *arena, cli_inputs *inputs, const char *operand, cli_exit *code) {
    struct stat stat_buffer;
    if (strcmp(operand, "-") == 0) {
        if (inputs->standard_input) {
            cli_error("standard input (-) can only be read once");
            *code = CLI_WRONG_USAGE;
            return true;
        }
        inputs->standard_input = true;
        return add(arena, inputs, operand, operand, false);
    }
    if (mq_is_folder(operand))
        return add_folder(arena, inputs, operand, code);
    // An existing file wins, even if its name could be a pattern.
    if (stat(operand, &stat_buffer) != 0 && strpbrk(operand, "*?["))
        return add_pattern(arena, inputs, operand, code);
    size_t length = strlen(operand);
    if (length > 0 && operand[length - 1] == '/') {
        cli_error("%s: there is no such folder", operand);
        *code = CLI_UNREADABLE;
        return true;
    }
    // A file that does not exist stays on the list: opening it gives the reason.
    return add(arena, inputs, operand, cli_base_name(operand), false);
}

static int by_path_then_order(const void *a, const void *b) {
    const cli_input *const *x = a, *const *y = b;
    int order = strcmp((*x)->path, (*y)->path);
    return order != 0 ? order : (*x < *y ? -1 : 1);
}

bool cli_inputs_drop_repeated(mq_arena *arena, cli_inputs *inputs) {
    if (inputs->count < 2)
        return true;
    cli_input **sorted = MQ_NEW_ARRAY(arena, cli_input *, inputs->count);
    if (!sorted)
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        sorted[i] = &inputs->items[i];
    qsort(sorted, inputs->count, sizeof *sorted, by_path_then_order);
    const char *last = sorted[0]->path;
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(sorted[i]->path, last) == 0)
            sorted[i]->path = NULL;
        else
            last = sorted[i]->path;
    }
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->items[i].path)
            inputs->items[kept++] = inputs->items[i];
    }
    inputs->count = kept;
    return true;
}

static cli_exit without_memory(cli_inputs *inputs) {
    inputs->count = 0;
    return cli_no_memory();
}

cli_exit cli_inputs_find(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out) {
    *out = (cli_inputs){.several_possible = arguments->operand_count > 1};
    cli_exit code = CLI_CLEAN;
    bool good = true;
    for (size_t i = 0; good && i < arguments->operand_count; i++) {
        size_t first = out->count;
        good = add_operand(arena, out, arguments->operands[i], &code);
        if (code == CLI_WRONG_USAGE)
            return code;
        for (size_t k = first; k < out->count; k++)
            out->items[k].operand = i;
    }
    return good ? code : without_memory(out);
}

cli_exit cli_inputs_find_once(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out) {
    cli_exit code = cli_inputs_find(arena, arguments, out);
    if (code == CLI_WRONG_USAGE)
        return code;
    return cli_inputs_drop_repeated(arena, out) ? code : without_memory(out);
}
