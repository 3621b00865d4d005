// SPDX-License-Identifier: MIT
#include "inputs.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/pattern.h"
#include "base/platform.h"
#include "base/plural.h"
#include "base/sort.h"
#include "check_mod.h"
#include "model.h"

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

// What the operands are turned into, and what that needs.
typedef struct finder {
    mq_arena *arena;
    const cli_arguments *arguments;
    cli_files *files;
    cli_inputs *inputs;
    uint32_t operand; // the number of the one that is followed
    bool again;       // what leads to nothing was reported before
    bool in_parts;    // a large folder is listed in parts
    size_t listed;    // how many files were found in folders, in any shard, or cannot be used
    cli_exit code;
} finder;

// Adds a file, unless it is in another shard. `below` is the end of the path.
static bool add(finder *f, const char *path, const char *below, bool found) {
    cli_inputs *inputs = f->inputs;
    if (!path || !below)
        return false;
    if (!cli_shard_has(&inputs->shard, below))
        return true;
    cli_input *items = mq_arena_grow(f->arena, inputs->items, &inputs->capacity, inputs->count,
                                     sizeof *inputs->items);
    if (!items)
        return false;
    inputs->items = items;
    inputs->items[inputs->count++] = (cli_input){.path = path,
                                                 .below = (uint32_t)(below - path),
                                                 .operand = f->operand & INT32_MAX,
                                                 .found = found};
    return true;
}

// Allocates for so many more files at once: growing step by step would take twice the memory.
static bool reserve(finder *f, size_t more) {
    cli_inputs *inputs = f->inputs;
    if (inputs->shard.count > 0 || inputs->capacity - inputs->count >= more)
        return true;
    cli_input *items = MQ_NEW_UNINITIALIZED_ARRAY(f->arena, cli_input, inputs->count + more);
    if (!items)
        return false;
    if (inputs->count > 0)
        memcpy(items, inputs->items, inputs->count * sizeof *items);
    inputs->items = items;
    inputs->capacity = inputs->count + more;
    return true;
}

static void report_missing(finder *f, const char *path, const char *message) {
    if (!f->again)
        cli_error("%s: %s", path, message);
    f->code = CLI_UNREADABLE;
}

// More of them than this say little more.
enum { MOST_SKIPPED = 20 };

static void report_skipped(const mq_path_list *skipped) {
    mq_text text;
    mq_text_init(&text, NULL);
    for (size_t i = 0; i < skipped->count && i < MOST_SKIPPED; i++) {
        mq_text_string(&text, "maquette: ");
        cli_put_safe(&text, skipped->items[i], strlen(skipped->items[i]));
        mq_text_char(&text, '\n');
    }
    cli_write_text(CLI_STDERR, &text);
    if (skipped->count > MOST_SKIPPED)
        cli_error("%zu more folders cannot be read", skipped->count - MOST_SKIPPED);
}

// What a byte of a path begins with in JSON, where the end of the path is a quotation mark.
static int json_byte(unsigned char byte) {
    return byte == '\0' ? '"' : byte < ' ' || byte == '"' || byte == '\\' ? '\\' : byte;
}

// The order of paths in a report.
static int by_row(const char *left, const char *right) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    while (*a == *b && *a != '\0') {
        a++;
        b++;
    }
    int order = json_byte(*a) - json_byte(*b);
    return order != 0 ? order : *a - *b;
}

// Files of a large folder that are listed at once.
enum { PART = 4000 };

// Adds the next files below the folder that is walked.
static bool add_from_walk(finder *f, size_t most) {
    mq_path_list files = {0}, skipped = {0};
    cli_inputs *inputs = f->inputs;
    if (!mq_folder_walk_next(inputs->rest, f->arena, most, &files, &skipped) ||
        !reserve(f, files.count))
        return false;
    f->listed += files.count + skipped.count;
    if (skipped.count > 0) {
        mq_path_list_sort(&skipped, 0);
        if (!f->again)
            report_skipped(&skipped);
        f->code = CLI_UNREADABLE;
    }
    for (size_t i = 0; i < files.count; i++) {
        const char *below = files.items[i] + inputs->folder_length;
        below += strspn(below, "/");
        if (!add(f, files.items[i], below, true))
            return false;
    }
    return true;
}

// Links to folders could lead in circles, or out of what was given. They are not errors.
static void report_folder_links(const mq_folder_walk *walk) {
    size_t links = mq_folder_walk_folder_links(walk);
    if (links > 0)
        cli_error("%s: %zu %s", mq_folder_walk_folder(walk), links,
                  MQ_PLURAL(links,
                            "link to a folder in it is not followed; name the link to include it",
                            "links to folders in it are not followed; name them to include them"));
}

// Adds files until there are some of the shard, or all were listed.
static bool add_part(finder *f, size_t most) {
    cli_inputs *inputs = f->inputs;
    size_t before = inputs->count;
    bool good = true;
    while (good && inputs->count == before && !mq_folder_walk_is_done(inputs->rest))
        good = add_from_walk(f, most);
    if (good && mq_folder_walk_is_done(inputs->rest) && !f->again)
        report_folder_links(inputs->rest);
    if (!good || mq_folder_walk_is_done(inputs->rest))
        cli_inputs_end(inputs);
    return good;
}

static bool add_folder(finder *f, const char *folder) {
    cli_inputs *inputs = f->inputs;
    size_t before = f->listed;
    inputs->folder_given = true;
    inputs->several_possible = true;
    inputs->folder_length = strlen(folder);
    inputs->rest = mq_folder_walk_new(mq_arena_memory(f->arena), folder, cli_is_model_name,
                                      inputs->sorted ? by_row : strcmp);
    if (!inputs->rest || !cli_files_add_root(f->files, folder) ||
        !add_part(f, f->in_parts ? PART : SIZE_MAX))
        return false;
    inputs->in_parts = inputs->rest != NULL;
    if (f->listed == before && !cli_is_mod(f->arguments, folder))
        report_missing(f, folder, "this folder contains no models");
    return true;
}

// ---------------------------------------------------------------------------------------- archives

// The archive with this path, which is opened and remembered. NULL when there is no memory.
static cli_tree *open_archive(finder *f, const char *path, size_t length) {
    const char *root = mq_arena_text(f->arena, path, length);
    cli_tree *tree = root ? cli_files_tree(f->files, root) : NULL;
    if (!tree || tree->listed)
        return tree;
    cli_inputs *inputs = f->inputs;
    cli_tree **archives = mq_arena_grow(f->arena, inputs->archives, &inputs->archive_capacity,
                                        inputs->archive_count, sizeof *archives);
    if (!archives)
        return NULL;
    inputs->archives = archives;
    archives[inputs->archive_count++] = tree;
    tree->listed = true;
    return tree;
}

// Whether a pattern matches the first parts of a name, as many as it has itself. `*rest` is what is behind
// them, "" when there is nothing.
static bool matches(mq_arena *arena, const char *pattern, const char *name, const char **rest) {
    const char *end = strchr(name, '/');
    for (const char *at = strchr(pattern, '/'); at && end; at = strchr(at + 1, '/'))
        end = strchr(end + 1, '/');
    *rest = end ? end + 1 : "";
    const char *begin = end ? mq_arena_text(arena, name, (size_t)(end - name)) : name;
    return begin && mq_pattern_matches(pattern, begin);
}

// Adds a file of an archive. `below` is the end of its name.
static bool add_archive_file(finder *f, const cli_tree *tree, const char *name, const char *below) {
    const char *path = mq_arena_format(f->arena, "%s/%s", tree->root, name);
    return path && add(f, path, path + strlen(path) - strlen(below), true);
}

// Adds the models of an archive below a folder ("": all), or what matches a pattern: files whatever
// their extension, and the models below folders. `*found` says whether there are files at all.
static bool add_from_archive(finder *f, const cli_tree *tree, const char *folder,
                             const char *pattern, bool *found) {
    maq_file_list *list;
    maq_files_walk(tree->files, folder, NULL, &list);
    mq_arena *scratch = mq_arena_new(NULL);
    bool good = scratch && list;
    for (size_t i = 0; good && i < list->count; i++) {
        const char *name = list->items[i].name;
        const char *below = name + strlen(folder) + (*folder != '\0');
        // The data of --data is in the set, too.
        if (list->items[i].source != tree->source ||
            (pattern && !matches(scratch, pattern, name, &below)))
            continue;
        *found = true;
        if (!*below)
            good = add_archive_file(f, tree, name, cli_base_name(name));
        else if (cli_is_model_name(name))
            good = add_archive_file(f, tree, name, below);
    }
    good = good && mq_arena_status(scratch) == MAQ_OK;
    mq_arena_free(scratch);
    maq_file_list_free(list);
    return good;
}

static bool add_archive_folder(finder *f, const cli_tree *tree, const char *folder, bool *found) {
    size_t before = f->inputs->count;
    if (!add_from_archive(f, tree, folder, NULL, found))
        return false;
    if (*found || !*folder) {
        f->inputs->folder_given = true;
        f->inputs->several_possible = true;
    }
    // What is wrong with an archive that cannot be used is among its findings.
    if (tree->status != MAQ_OK)
        f->code = CLI_UNREADABLE;
    else if (f->inputs->count == before && (*found || !*folder) &&
             (*folder || !cli_is_mod(f->arguments, tree->root)))
        report_missing(f, tree->root,
                       *folder ? "this folder of the archive contains no models"
                               : "this archive contains no models");
    return true;
}

// Whether the archive itself, not just the data below it, has a file of this name.
static bool archive_has(const cli_tree *tree, const char *name) {
    maq_file *file;
    maq_files_find(tree->files, name, NULL, &file);
    bool has = file && file->path && file->source == tree->source;
    maq_file_free(file);
    return has;
}

static bool add_archive_pattern(finder *f, const cli_tree *tree, const char *pattern, bool *found) {
    f->inputs->several_possible = true;
    return add_from_archive(f, tree, "", pattern, found);
}

// The path of the only file in an archive whose name ends like this one: "structs/blhq.pie" for
// "blhq.pie". NULL: there is none, or there are several.
static const char *find_only(finder *f, const cli_tree *tree, const char *name) {
    const char *only = NULL;
    size_t found = 0;
    maq_file_list *list;
    maq_files_walk(tree->files, "", NULL, &list);
    for (size_t i = 0; list && i < list->count; i++) {
        if (list->items[i].source == tree->source &&
            cli_same_ignoring_case(cli_base_name(list->items[i].name), cli_base_name(name)) &&
            found++ == 0)
            only = mq_arena_format(f->arena, "%s/%s", tree->root, list->items[i].name);
    }
    maq_file_list_free(list);
    return found == 1 ? only : NULL;
}

// Reports a path that leads to nothing in an archive.
static void report_missing_in_archive(finder *f, const cli_tree *tree, const char *operand,
                                      const char *name) {
    bool pattern = mq_pattern_is_special(name);
    const char *only = pattern ? NULL : find_only(f, tree, name);
    const char *message = only ? mq_arena_format(f->arena,
                                                 "the archive has no such file or folder; did you "
                                                 "mean %s?",
                                                 only)
                               : NULL;
    report_missing(f, operand,
                   message   ? message
                   : pattern ? "no file of the archive matches this pattern"
                             : "the archive has no such file or folder");
}

// Adds an operand that is an archive, or a file, a folder or a pattern in one.
static bool add_in_archive(finder *f, const char *operand, size_t archive_length) {
    const char *inside = operand + archive_length;
    inside += strspn(inside, "/");
    size_t length = strlen(inside);
    char *name = mq_arena_text(f->arena, inside, length);
    const cli_tree *tree = open_archive(f, operand, archive_length);
    bool found = false;
    if (!name || !tree)
        return false;
    if (maq_files_clean_name(inside, length, name) != MAQ_NAME_CLEAN) {
        report_missing(f, operand, "this name leads out of the archive");
        return true;
    }
    if (*name && tree->status == MAQ_OK && archive_has(tree, name)) {
        const char *path = mq_arena_format(f->arena, "%s/%s", tree->root, name);
        return path && add(f, path, cli_base_name(path), false);
    }
    if (!add_archive_folder(f, tree, name, &found))
        return false;
    if (found || !*name || tree->status != MAQ_OK)
        return true;
    if (mq_pattern_is_special(name) && !add_archive_pattern(f, tree, name, &found))
        return false;
    if (!found)
        report_missing_in_archive(f, tree, operand, name);
    return true;
}

// ---------------------------------------------------------------------------------------- patterns

// Adds what a pattern matches in archives whose own paths match the beginning of it: "mods/*.wz/*.pie".
static bool add_pattern_in_archives(finder *f, const char *pattern, bool *found) {
    const char *slash = strchr(strpbrk(pattern, "*?["), '/');
    for (; slash; slash = strchr(slash + 1, '/')) {
        mq_path_list matching = {0};
        const char *start = mq_arena_text(f->arena, pattern, (size_t)(slash - pattern));
        if (!start || !mq_folder_glob(f->arena, start, &matching))
            return false;
        for (size_t i = 0; i < matching.count; i++) {
            size_t length;
            if (mq_is_folder(matching.items[i]) ||
                !maq_files_split_path(matching.items[i], &length))
                continue;
            const cli_tree *tree = open_archive(f, matching.items[i], length);
            if (!tree || !add_archive_pattern(f, tree, slash + strspn(slash, "/"), found))
                return false;
        }
    }
    return true;
}

static bool add_match(finder *f, const char *path) {
    size_t length;
    if (mq_is_folder(path))
        return add_folder(f, path);
    // Only names that are not those of models are looked into, since that takes time.
    if (!cli_is_model_name(path) && maq_files_split_path(path, &length))
        return add_in_archive(f, path, length);
    return add(f, path, cli_base_name(path), true);
}

// Folders and archives among the matches are walked; files among them count whatever their extension.
static bool add_pattern(finder *f, const char *pattern) {
    mq_path_list matching = {0};
    bool found = false;
    f->inputs->several_possible = true;
    if (!mq_folder_glob(f->arena, pattern, &matching))
        return false;
    for (size_t i = 0; i < matching.count; i++) {
        if (!add_match(f, matching.items[i]))
            return false;
    }
    if (!add_pattern_in_archives(f, pattern, &found))
        return false;
    if (matching.count == 0 && !found)
        report_missing(f, pattern, "no file matches this pattern");
    return true;
}

static bool refuse_second_standard_input(finder *f) {
    cli_error("standard input (-) can only be read once");
    f->code = CLI_WRONG_USAGE;
    return true;
}

static bool add_operand(finder *f, const char *operand) {
    mq_platform_info info;
    size_t length;
    if (strcmp(operand, "-") == 0) {
        if (f->inputs->standard_input)
            return refuse_second_standard_input(f);
        f->inputs->standard_input = true;
        return add(f, operand, operand, false);
    }
    if (mq_is_folder(operand))
        return add_folder(f, operand);
    if (maq_files_split_path(operand, &length))
        return add_in_archive(f, operand, length);
    // An existing file wins, even if its name could be a pattern.
    if (!mq_platform_path_info(operand, &info) && mq_pattern_is_special(operand))
        return add_pattern(f, operand);
    length = strlen(operand);
    if (length > 0 && operand[length - 1] == '/') {
        report_missing(f, operand, "there is no such folder");
        return true;
    }
    // A file that does not exist stays on the list: opening it gives the reason.
    return add(f, operand, cli_base_name(operand), false);
}

static int by_path_then_order(const void *a, const void *b) {
    const cli_input *const *x = a, *const *y = b;
    int order = strcmp((*x)->path, (*y)->path);
    return order != 0 ? order : (*x < *y ? -1 : 1);
}

static int inputs_by_row(const void *a, const void *b, const void *context) {
    (void)context;
    return by_row(((const cli_input *)a)->path, ((const cli_input *)b)->path);
}

static bool sort_by_row(mq_arena *arena, cli_inputs *inputs) {
    // The files of one folder are in order already.
    size_t i = 1;
    while (i < inputs->count && by_row(inputs->items[i - 1].path, inputs->items[i].path) <= 0)
        i++;
    if (i >= inputs->count)
        return true;
    inputs->items =
        mq_sort_in(arena, inputs->items, inputs->count, sizeof *inputs->items, inputs_by_row, NULL);
    return inputs->items != NULL;
}

static bool drop_repeated(mq_arena *arena, cli_inputs *inputs) {
    cli_input **sorted = MQ_NEW_ARRAY(arena, cli_input *, inputs->count);
    if (!sorted)
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        sorted[i] = &inputs->items[i];
    qsort(sorted, inputs->count, sizeof *sorted, by_path_then_order);
    const char *last = NULL;
    for (size_t i = 0; i < inputs->count; i++) {
        if (last && strcmp(sorted[i]->path, last) == 0)
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

bool cli_inputs_drop_repeated(mq_arena *arena, cli_inputs *inputs) {
    return (!inputs->repeats_possible || drop_repeated(arena, inputs)) &&
           (!inputs->sorted || sort_by_row(arena, inputs));
}

static cli_exit without_memory(cli_inputs *inputs) {
    inputs->count = 0;
    cli_inputs_end(inputs);
    return cli_no_memory();
}

// Lists what opening the archives found.
static cli_exit list_archives(const cli_arguments *arguments, const cli_inputs *inputs) {
    cli_settings settings;
    cli_exit code = CLI_CLEAN;
    mq_text text;
    if (!cli_settings_read(arguments, MAQ_WARNING, &settings))
        return CLI_WRONG_USAGE;
    mq_text_init(&text, NULL);
    for (size_t i = 0; i < inputs->archive_count; i++) {
        cli_model archive = {.path = inputs->archives[i]->root, .binary = true};
        code = cli_worse(code,
                         cli_list_findings(&text, &archive, cli_tree_findings(inputs->archives[i]),
                                           &settings, settings.level));
    }
    cli_write_text(CLI_STDERR, &text);
    return code;
}

// ------------------------------------------------------------------------------------ --files-from

// Adds a name of the list, as an operand. A relative path of a file is kept below a folder of outputs.
static bool add_name(finder *f, const char *name, size_t length) {
    size_t first = f->inputs->count;
    const char *path = mq_arena_text(f->arena, name, length);
    if (!path || !add_operand(f, path))
        return false;
    bool leads_out = *path == '/' || strncmp(path, "../", 3) == 0 || strstr(path, "/../");
    if (f->inputs->count == first + 1 && f->inputs->items[first].path == path && !leads_out)
        f->inputs->items[first].below = strncmp(path, "./", 2) == 0 ? 2 : 0;
    return true;
}

// Reads the list. It is done once: standard input cannot be read again.
static bool read_list(finder *f, const char *path) {
    cli_inputs *inputs = f->inputs;
    if (strcmp(path, "-") == 0 && inputs->standard_input)
        return refuse_second_standard_input(f);
    errno = 0;
    maq_status status = mq_file_read(f->arena, path, &inputs->list, &inputs->list_length);
    if (status != MAQ_OK)
        report_missing(f, path,
                       status == MAQ_CANNOT_READ ? mq_platform_error_text(errno)
                                                 : maq_status_text(status));
    return status != MAQ_NO_MEMORY;
}

static bool add_list(finder *f, const char *path) {
    cli_inputs *inputs = f->inputs;
    bool good = inputs->list || read_list(f, path), model = inputs->standard_input;
    inputs->several_possible = true;
    // No line can mean standard input when the list is read from there.
    inputs->standard_input = model || strcmp(path, "-") == 0;
    // A name is a line, or, as in the output of find -print0, what ends with a NUL.
    bool lines = inputs->list && !memchr(inputs->list, '\0', inputs->list_length), any = false;
    for (const char *at = inputs->list, *end = at + inputs->list_length; good && at < end;) {
        const char *name_end = memchr(at, lines ? '\n' : '\0', (size_t)(end - at));
        name_end = name_end ? name_end : end;
        size_t length = (size_t)(name_end - at);
        length -= lines && length > 0 && at[length - 1] == '\r';
        if (length > 0)
            good = add_name(f, at, length) && f->code != CLI_WRONG_USAGE;
        any = any || length > 0;
        at = name_end + 1;
    }
    if (inputs->list && !any)
        report_missing(f, path, "this list names no file");
    inputs->standard_input = model;
    return good || f->code == CLI_WRONG_USAGE;
}

// ----------------------------------------------------------------------------------------- finding

static cli_exit find(mq_arena *arena, const cli_arguments *arguments, bool again, bool in_parts,
                     cli_inputs *out) {
    bool listed = arguments->given[CLI_OPT_FILES_FROM];
    out->several_possible = arguments->operand_count > 1;
    out->repeats_possible = out->several_possible || listed;
    out->sorted = arguments->given[CLI_OPT_REPORT];
    finder f = {.arena = arena,
                .arguments = arguments,
                .files = arguments->files,
                .inputs = out,
                .again = again,
                .in_parts = in_parts && arguments->operand_count == 1 && !listed};
    bool good = true;
    for (size_t i = 0; good && i < arguments->operand_count; i++) {
        f.operand = (uint32_t)i;
        good = add_operand(&f, arguments->operands[i]);
        if (f.code == CLI_WRONG_USAGE)
            return f.code;
    }
    f.operand = (uint32_t)arguments->operand_count;
    if (good && listed)
        good = add_list(&f, arguments->values[CLI_OPT_FILES_FROM]);
    return good ? f.code : without_memory(out);
}

static cli_exit find_new(mq_arena *arena, const cli_arguments *arguments, bool in_parts,
                         cli_inputs *out) {
    *out = (cli_inputs){0};
    if (!cli_shard_read(arguments, &out->shard))
        return CLI_WRONG_USAGE;
    cli_exit code = find(arena, arguments, false, in_parts, out);
    return code == CLI_WRONG_USAGE || arguments->command == CLI_CHECK
               ? code
               : cli_worse(code, list_archives(arguments, out));
}

cli_exit cli_inputs_find(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out) {
    return find_new(arena, arguments, false, out);
}

cli_exit cli_inputs_find_all(mq_arena *arena, const cli_arguments *arguments,
                             const cli_inputs *of_shard, cli_inputs *out) {
    *out = (cli_inputs){.list = of_shard->list, .list_length = of_shard->list_length};
    return find(arena, arguments, true, false, out);
}

cli_exit cli_inputs_find_once(mq_arena *arena, const cli_arguments *arguments, bool in_parts,
                              cli_inputs *out) {
    cli_exit code = find_new(arena, arguments, in_parts, out);
    if (code == CLI_WRONG_USAGE)
        return code;
    return cli_inputs_drop_repeated(arena, out) ? code : without_memory(out);
}

cli_exit cli_inputs_next(mq_arena *arena, cli_inputs *inputs) {
    finder f = {.arena = arena, .inputs = inputs};
    inputs->items = NULL;
    inputs->count = inputs->capacity = 0;
    return add_part(&f, PART) ? f.code : without_memory(inputs);
}

void cli_inputs_end(cli_inputs *inputs) {
    mq_folder_walk_free(inputs->rest);
    inputs->rest = NULL;
}
