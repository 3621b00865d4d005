// SPDX-License-Identifier: MIT
#include "files.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/lock.h"
#include "base/number.h"
#include "base/platform.h"
#include "inputs.h"
#include "model.h"

struct cli_files {
    mq_lock lock; // for all that follows
    mq_arena *arena;
    maq_files_options options;
    maq_files *data; // of --data; NULL: none
    bool no_files;
    const char *root;      // of --root; NULL: each model has its own
    const char *real_root; // the same without links

    cli_tree **trees; // sorted by their roots
    size_t count, capacity;

    const char **roots; // the folders among the operands
    size_t root_count, root_capacity;

    // The last folder that was located: the models of a folder follow each other. Puppets have another
    // tree than other models of the same folder, so the extension counts, too.
    const char *folder, *extension;
    size_t folder_length;
    cli_tree *tree;
    const char *prefix; // what precedes the file name in the names of the set
    bool in_archive;
};

// ----------------------------------------------------------------------------------------- options

// Sets one limit, given as NAME=NUMBER. False: it is not one.
static bool set_limit(const char *text, maq_files_options *options) {
    const struct {
        const char *name;
        uint64_t *value;
    } limits[] = {{"entries", &options->max_entries},
                  {"file-bytes", &options->max_file_bytes},
                  {"total-bytes", &options->max_total_bytes},
                  {"ratio", NULL}};
    size_t length = strcspn(text, "=");
    const char *number = text + length + (text[length] == '=');
    const char *end = number + strlen(number);
    uint64_t value = 0;
    bool overflow = false;
    if (number == end || mq_parse_u64(number, end, &value, &overflow) != end || overflow ||
        value == 0)
        return false;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strlen(limits[i].name) != length || strncmp(limits[i].name, text, length) != 0)
            continue;
        if (limits[i].value)
            *limits[i].value = value;
        else if (value <= UINT32_MAX)
            options->max_ratio = (uint32_t)value;
        return limits[i].value || value <= UINT32_MAX;
    }
    return false;
}

static bool read_limits(const cli_arguments *arguments, maq_files_options *options) {
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        if (given->option != &cli_options.items[CLI_OPT_ARCHIVE_LIMIT] ||
            set_limit(given->value, options))
            continue;
        cli_error("'%s' is not a value for --archive-limit, which is NAME=NUMBER; the names are "
                  "entries, file-bytes, total-bytes and ratio",
                  given->value);
        return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------- data

static void list_source(const maq_files_source *source) {
    static const cli_settings settings = {.max_findings = 1000};
    mq_text text;
    mq_text_init(&text, NULL);
    cli_model model = {.path = source->path, .binary = true};
    cli_list_findings(&text, &model, source->findings, &settings, MAQ_WARNING);
    cli_write_text(CLI_STDERR, &text);
}

// Whether a folder has archives but none of the folders that games keep in their data: such as the one in
// which the game is installed.
static bool is_folder_of_archives(const char *path) {
    static const char *const folders[] = {"texpages", "stats", "structs", "components"};
    mq_path_list archives = {0};
    mq_arena *arena = mq_arena_new(NULL);
    bool found = arena && mq_is_folder(path) &&
                 mq_folder_glob(arena, mq_path_join(arena, path, "*.wz"), &archives) &&
                 archives.count > 0;
    for (size_t i = 0; found && i < sizeof folders / sizeof folders[0]; i++) {
        const char *folder = mq_path_join(arena, path, folders[i]);
        found = folder && !mq_is_folder(folder);
    }
    mq_arena_free(arena);
    return found;
}

// Opens what --data names, in its order: later ones lie over earlier ones.
static cli_exit open_data(cli_files *files, const cli_arguments *arguments) {
    cli_exit code = CLI_CLEAN;
    size_t count = 0;
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        if (given->option != &cli_options.items[CLI_OPT_DATA])
            continue;
        if (!files->data && maq_files_new(&files->options, &files->data) != MAQ_OK)
            return cli_no_memory();
        maq_status status = maq_files_add_path(files->data, given->value);
        if (status == MAQ_NO_MEMORY)
            return cli_no_memory();
        if (status == MAQ_BAD_ARGUMENT) {
            cli_error("--data needs the path of a folder or an archive");
            return CLI_WRONG_USAGE;
        }
        if (is_folder_of_archives(given->value)) {
            cli_error("--data %s: this folder holds archives; name them: --data %s/NAME.wz",
                      given->value, given->value);
            return CLI_WRONG_USAGE;
        }
        list_source(maq_files_source_at(files->data, count++));
        if (status != MAQ_OK)
            code = CLI_UNREADABLE;
    }
    return code;
}

static bool read_root(cli_files *files, const cli_arguments *arguments) {
    if (!arguments->given[CLI_OPT_ROOT])
        return true;
    files->root = arguments->values[CLI_OPT_ROOT];
    if (mq_is_folder(files->root))
        files->real_root = mq_platform_real_path(files->arena, files->root);
    if (!files->real_root)
        cli_error("--root %s: there is no such folder", files->root);
    return files->real_root != NULL;
}

cli_exit cli_files_new(const cli_arguments *arguments, cli_files **out) {
    mq_arena *arena = mq_arena_new(NULL);
    cli_files *files = *out = arena ? MQ_NEW(arena, cli_files) : NULL;
    if (!files) {
        mq_arena_free(arena);
        return cli_no_memory();
    }
    *files = (cli_files){.arena = arena, .no_files = arguments->given[CLI_OPT_NO_FILES]};
    files->options.size = sizeof files->options;
    files->options.follow_links = arguments->given[CLI_OPT_FOLLOW_LINKS];
    mq_lock_init(&files->lock);
    if (!read_limits(arguments, &files->options))
        return CLI_WRONG_USAGE;
    if (files->no_files && arguments->given[CLI_OPT_DATA]) {
        cli_error("--no-files and --data exclude each other");
        return CLI_WRONG_USAGE;
    }
    if (!read_root(files, arguments))
        return CLI_WRONG_USAGE;
    cli_exit code = open_data(files, arguments);
    files->options.below = files->data;
    return code;
}

void cli_files_free(cli_files *files) {
    if (!files)
        return;
    for (size_t i = 0; i < files->count; i++)
        maq_files_free(files->trees[i]->files);
    maq_files_free(files->data);
    mq_lock_destroy(&files->lock);
    mq_arena_free(files->arena);
}

const maq_files *cli_files_data(const cli_files *files) {
    return files->data;
}

// ------------------------------------------------------------------------------------------ trees

const maq_findings *cli_tree_findings(const cli_tree *tree) {
    return maq_files_source_at(tree->files, tree->source)->findings;
}

static cli_tree *make_tree(cli_files *files, const char *root) {
    cli_tree *tree = MQ_NEW(files->arena, cli_tree);
    cli_tree **trees = mq_arena_grow(files->arena, files->trees, &files->capacity, files->count,
                                     sizeof *files->trees);
    if (!tree || !trees)
        return NULL;
    files->trees = trees;
    tree->root = mq_arena_text(files->arena, root, strlen(root));
    if (!tree->root || maq_files_new(&files->options, &tree->files) != MAQ_OK)
        return NULL;
    tree->status = maq_files_add_path(tree->files, root);
    if (tree->status == MAQ_NO_MEMORY || tree->status == MAQ_BAD_ARGUMENT) {
        maq_files_free(tree->files);
        return NULL;
    }
    while (maq_files_source_at(tree->files, tree->source + 1))
        tree->source++;
    return tree;
}

// The tree with this root, which is made when there is none yet. The caller holds the lock.
static cli_tree *find_tree(cli_files *files, const char *root) {
    size_t first = 0, end = files->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(files->trees[middle]->root, root);
        if (order == 0)
            return files->trees[middle];
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    cli_tree *tree = make_tree(files, root);
    if (tree) {
        memmove(files->trees + first + 1, files->trees + first,
                (files->count - first) * sizeof *files->trees);
        files->trees[first] = tree;
        files->count++;
    }
    return tree;
}

cli_tree *cli_files_tree(cli_files *files, const char *root) {
    mq_lock_acquire(&files->lock);
    cli_tree *tree = find_tree(files, root);
    mq_lock_release(&files->lock);
    return tree;
}

// ---------------------------------------------------------------------------------------- location

static bool is_last_folder(const cli_files *files, const char *path, size_t folder_length) {
    return files->tree && folder_length == files->folder_length &&
           memcmp(path, files->folder, folder_length) == 0 &&
           strcmp(cli_extension(path), files->extension) == 0;
}

bool cli_files_add_root(cli_files *files, const char *folder) {
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    mq_lock_acquire(&files->lock);
    const char *root = mq_arena_text(files->arena, folder, length);
    const char **roots = mq_arena_grow(files->arena, files->roots, &files->root_capacity,
                                       files->root_count, sizeof *roots);
    if (root && roots) {
        files->roots = roots;
        files->roots[files->root_count++] = root;
    }
    mq_lock_release(&files->lock);
    return root && roots;
}

// The operand that a path lies below, and its name there; NULL when there is none.
static const char *find_root(const cli_files *files, const char *path, const char **name) {
    for (size_t i = 0; i < files->root_count; i++) {
        size_t length = strlen(files->roots[i]);
        if (strncmp(path, files->roots[i], length) != 0 || path[length] != '/')
            continue;
        *name = path + length + strspn(path + length, "/");
        return files->roots[i];
    }
    return NULL;
}

// The rest of a path without links that is --root or lies below it; NULL when it does not.
static const char *rest_below_root(const cli_files *files, const char *real) {
    size_t root = strlen(files->real_root);
    if (root == 1) // the root of the system
        root = 0;
    if (strncmp(real, files->real_root, root) != 0 || (real[root] != '/' && real[root] != '\0'))
        return NULL;
    return real + root + (real[root] == '/');
}

// The name of a file in a folder below --root; NULL when it does not lie there, or there is no memory.
static const char *name_below_root(cli_files *files, const char *path) {
    size_t folder = (size_t)(cli_base_name(path) - path);
    const char *given = folder > 0 ? mq_arena_text(files->arena, path, folder) : ".";
    const char *real = given ? mq_platform_real_path(files->arena, given) : NULL;
    const char *rest = real ? rest_below_root(files, real) : NULL;
    return rest ? mq_arena_format(files->arena, "%s%s%s", rest, *rest ? "/" : "",
                                  cli_base_name(path))
                : NULL;
}

// Whether the file, or the archive that has it, exists and is not below --root. A link there is what it
// leads to, unless links are followed.
static bool is_outside_root(const cli_files *files, const char *path) {
    mq_arena *scratch = files->root ? mq_arena_new(NULL) : NULL;
    size_t length = strlen(path), archive_length;
    if (!scratch)
        return false;
    if (maq_files_split_path(path, &archive_length))
        length = archive_length;
    const char *file = mq_arena_text(scratch, path, length);
    size_t folder = file ? (size_t)(cli_base_name(file) - file) : 0;
    if (files->options.follow_links)
        file = folder > 0 ? mq_arena_text(scratch, path, folder) : ".";
    const char *real = file ? mq_platform_real_path(scratch, file) : NULL;
    bool outside = real && !rest_below_root(files, real);
    mq_arena_free(scratch);
    return outside;
}

// Locates the folder of a model. The caller holds the lock.
static maq_status locate_folder(cli_files *files, const char *path, size_t folder_length) {
    maq_model_location *location;
    maq_status status = maq_files_locate_model(path, NULL, &location);
    if (status != MAQ_OK)
        return status;
    size_t archive_length;
    const char *extension = cli_extension(path), *name = location->name, *root = NULL;
    bool in_archive = maq_files_split_path(path, &archive_length);
    if (files->root && !in_archive) {
        root = files->root;
        name = name_below_root(files, path);
        if (!name) {
            maq_model_location_free(location);
            return MAQ_BAD_DATA;
        }
    } else if (!in_archive && !strchr(location->name, '/')) {
        // A model outside of a game has the folder that the user gave.
        root = find_root(files, path, &name);
    }
    files->tree = find_tree(files, root ? root : location->root);
    files->folder = mq_arena_text(files->arena, path, folder_length);
    files->folder_length = folder_length;
    files->extension = mq_arena_text(files->arena, extension, strlen(extension));
    files->prefix = mq_arena_text(files->arena, name, strlen(name) - strlen(cli_base_name(name)));
    files->in_archive = in_archive;
    maq_model_location_free(location);
    if (files->tree && files->folder && files->extension && files->prefix)
        return MAQ_OK;
    files->tree = NULL;
    return MAQ_NO_MEMORY;
}

static maq_status locate(cli_files *files, const char *path, cli_location *out) {
    const char *base = cli_base_name(path);
    size_t folder_length = (size_t)(base - path);
    maq_status status = is_last_folder(files, path, folder_length)
                            ? MAQ_OK
                            : locate_folder(files, path, folder_length);
    // A path that leads out of its archive names nothing that can be opened; neither does an archive
    // itself. Opening the path as a file gives the reason.
    if (status == MAQ_BAD_DATA)
        return MAQ_OK;
    if (status != MAQ_OK)
        return status;
    size_t prefix = strlen(files->prefix), length = strlen(base);
    out->name = malloc(prefix + length + 1);
    if (!out->name)
        return MAQ_NO_MEMORY;
    memcpy(out->name, files->prefix, prefix);
    memcpy(out->name + prefix, base, length + 1);
    out->files = files->tree->files;
    out->in_archive = files->in_archive && strcmp(path, files->tree->root) != 0;
    return MAQ_OK;
}

maq_status cli_files_locate(cli_files *files, const char *path, cli_location *out) {
    *out = (cli_location){.no_files = files->no_files};
    // Standard input lies in no tree: it has the data alone.
    if (strcmp(path, "-") == 0) {
        out->files = files->data;
        return MAQ_OK;
    }
    if (is_outside_root(files, path)) {
        out->outside_root = true;
        return MAQ_OK;
    }
    mq_lock_acquire(&files->lock);
    maq_status status = locate(files, path, out);
    mq_lock_release(&files->lock);
    return status;
}
