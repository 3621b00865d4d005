// SPDX-License-Identifier: MIT
#include "outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/platform.h"
#include "maquette/gltf.h"

// ----------------------------------------------------------------------------------------- formats

// Whether the given extension or the given name of a format includes a variant.
static bool is_included(const cli_outputs *outputs, const maq_format *format,
                        const maq_variant *variant) {
    if (!variant->writable)
        return false;
    return outputs->extension ? cli_same_ignoring_case(variant->extension, outputs->extension)
                              : format == outputs->format;
}

static bool find_fallback(cli_outputs *outputs) {
    const maq_format *format, *first = NULL;
    bool several = false;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->variant_count; k++) {
            const maq_variant *variant = &format->variants[k];
            if (!is_included(outputs, format, variant))
                continue;
            if (!outputs->fallback || (k > 0 && k == format->default_variant))
                outputs->fallback = variant;
            if (!first)
                first = format;
            several = several || format != first;
        }
    }
    outputs->format = several ? NULL : first;
    return outputs->fallback != NULL;
}

const maq_variant *cli_output_variant(const cli_outputs *outputs, const maq_input *inputs,
                                      size_t count) {
    if (outputs->variant)
        return outputs->variant;
    for (size_t i = 0; i < count; i++) {
        const maq_variant *own = maq_document_variant(inputs[i].document);
        const maq_format *format = maq_document_format(inputs[i].document);
        if (own && format && is_included(outputs, format, own))
            return own;
        // What a glTF file was made of is what it goes back to.
        const maq_scene *scene = maq_document_gltf(inputs[i].document);
        own = scene && scene->source.data ? maq_find_variant(scene->source.variant, &format) : NULL;
        if (own && is_included(outputs, format, own))
            return own;
    }
    return outputs->fallback;
}

static void report_unwritable(const char *given) {
    mq_text known;
    mq_text_init(&known, NULL);
    cli_suggestion near = {0};
    const maq_format *format;
    // Of equally near names, the most common variant of a format is offered.
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++)
        cli_suggest(&near, given, format->variants[format->default_variant].name);
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->variant_count; k++) {
            if (!format->variants[k].writable)
                continue;
            mq_text_format(&known, " %s", format->variants[k].name);
            cli_suggest(&near, given, format->variants[k].name);
        }
    }
    mq_text_char(&known, '\0');
    const char *names = known.status == MAQ_OK ? known.data : " those of maquette formats";
    if (near.word)
        cli_error("'%s' is not a format that can be written; did you mean '%s'? The formats "
                  "are:%s",
                  given, near.word, names);
    else
        cli_error("'%s' is not a format that can be written; the formats are:%s", given, names);
    mq_text_free(&known);
}

// The name of a variant goes before that of a format. Capitals do not matter.
static bool choose_by_name(cli_outputs *outputs, const char *name) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->variant_count; k++) {
            const maq_variant *variant = &format->variants[k];
            if (variant->writable && cli_same_ignoring_case(variant->name, name)) {
                outputs->variant = variant;
                outputs->format = format;
                return true;
            }
        }
    }
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (cli_same_ignoring_case(format->name, name))
            outputs->format = format;
    }
    if (outputs->format && find_fallback(outputs))
        return true;
    report_unwritable(name);
    return false;
}

// A name that ends like another format is a mistake more often than not.
static void warn_of_extension(const cli_outputs *outputs, const char *out) {
    const maq_variant *variant = outputs->variant ? outputs->variant : outputs->fallback;
    const char *extension = cli_extension(out);
    if (!cli_same_ignoring_case(extension, variant->extension) && cli_is_model_name(out))
        cli_error("warning: %s is written as %s, although its name ends in %s", out, variant->name,
                  extension);
}

static bool choose_by_extension(cli_outputs *outputs, const char *out) {
    outputs->extension = cli_extension(out);
    if (find_fallback(outputs))
        return true;
    cli_error("%s: no format has this extension; use one of those that maquette formats lists, or "
              "name the format with --to",
              out);
    return false;
}

// ------------------------------------------------------------------------------------------- paths

static const char *path_below(mq_arena *arena, const char *folder, const char *below,
                              const char *extension, bool keeps_extension) {
    size_t length = strlen(folder);
    int stem = (int)(strlen(below) - (keeps_extension ? 0 : strlen(cli_extension(below))));
    return mq_arena_format(arena, "%s%s%.*s%s", folder,
                           length > 0 && folder[length - 1] == '/' ? "" : "/", stem, below,
                           extension);
}

// A file of a conversion: its real path, however it is spelled on the command line.
typedef struct part {
    const char *real;
    const char *path;
    size_t index;
    bool output;
} part;

static int by_real_path(const void *a, const void *b) {
    const part *x = a, *y = b;
    int order = strcmp(x->real, y->real);
    if (order != 0)
        return order;
    return x->index < y->index ? -1 : x->index > y->index;
}

// The real path of a file that need not exist yet: its folder is resolved if that exists. NULL when
// there is no memory.
static const char *real_path(mq_arena *arena, const char *path) {
    const char *real = mq_platform_real_path(arena, path);
    if (real)
        return real;
    const char *name = cli_base_name(path);
    const char *folder = name == path ? "." : mq_arena_text(arena, path, (size_t)(name - path));
    const char *real_folder = folder ? mq_platform_real_path(arena, folder) : NULL;
    if (mq_arena_status(arena) != MAQ_OK)
        return NULL;
    return real_folder ? mq_path_join(arena, real_folder, name) : path;
}

// Files that differ in their extensions alone keep these, or are chosen by a pattern; others need a folder each. A list
// has one folder for all of them, but keeps relative paths.
static void report_same_output(const char *output, const char *a, const char *b, bool listed) {
    if (cli_same_ignoring_case(cli_extension(a), cli_extension(b)))
        cli_error("%s: two inputs would be written to this file: %s and %s; %s", output, a, b,
                  listed ? "list them by their paths relative to a common folder, and run the "
                           "command there"
                         : "write them to different folders with -o");
    else {
        // An earlier output among the inputs is hardly meant.
        bool other = cli_same_ignoring_case(cli_extension(a), cli_extension(output));
        cli_error(
            "%s: two inputs would be written to this file: %s and %s; choose one kind of "
            "file by a pattern, such as \"*%s\", or by a list (--files-from), or give each an output "
            "of its own with --keep-extension",
            output, a, b, cli_extension(other ? b : a));
    }
}

// With the parts sorted, those of one file are neighbours. An output of one job must not be the
// input or the output of another one, or the result would depend on which is first.
static bool no_clash(const cli_inputs *inputs, const part *parts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && strcmp(parts[i].real, parts[k].real) == 0; k++) {
            if (parts[i].index == parts[k].index || (!parts[i].output && !parts[k].output))
                continue;
            if (parts[i].output && parts[k].output)
                report_same_output(parts[k].path, inputs->items[parts[i].index].path,
                                   inputs->items[parts[k].index].path, inputs->list != NULL);
            else
                cli_error("%s: this input would be overwritten by the output of another one, %s",
                          parts[i].output ? parts[k].path : parts[i].path,
                          inputs->items[parts[parts[i].output ? i : k].index].path);
            return false;
        }
    }
    return true;
}

static bool outputs_are_distinct(mq_arena *arena, const cli_inputs *inputs,
                                 const cli_outputs *outputs) {
    size_t count = 0;
    part *parts = MQ_NEW_ARRAY(arena, part, inputs->count * 2);
    bool good = parts != NULL;
    for (size_t i = 0; good && i < inputs->count * 2; i++) {
        bool output = i >= inputs->count;
        size_t index = output ? i - inputs->count : i;
        const char *path = output ? outputs->paths[index] : inputs->items[index].path;
        if (strcmp(path, "-") == 0)
            continue;
        parts[count] = (part){real_path(arena, path), path, index, output};
        good = parts[count].real != NULL;
        count += good;
    }
    if (!good) {
        cli_no_memory();
    } else {
        qsort(parts, count, sizeof *parts, by_real_path);
        good = no_clash(inputs, parts, count);
    }
    return good;
}

// ------------------------------------------------------------------------------------------ plan

static bool names_folder(const char *out) {
    size_t length = strlen(out);
    return mq_is_folder(out) || (length > 0 && out[length - 1] == '/');
}

static bool is_folder_meant(const cli_inputs *inputs, const char *out) {
    if (names_folder(out))
        return true;
    return inputs->folder_given && strcmp(out, "-") != 0 && !cli_is_model_name(out);
}

// An OUT from an earlier run is not an input of this one, unless it is named as one.
static bool drop_output(mq_arena *arena, cli_inputs *inputs, const char *path) {
    const char *output = real_path(arena, path);
    size_t kept = 0;
    bool good = output != NULL;
    for (size_t i = 0; good && i < inputs->count; i++) {
        const char *input = inputs->items[i].found ? real_path(arena, inputs->items[i].path) : NULL;
        good = input || !inputs->items[i].found;
        if (!input || strcmp(input, output) != 0)
            inputs->items[kept++] = inputs->items[i];
    }
    inputs->count = kept;
    return good;
}

bool cli_output_exists(const char *path) {
    mq_platform_info info;
    return mq_platform_path_info(path, &info) && info.kind == MQ_PLATFORM_FILE;
}

bool cli_skip_read(const cli_arguments *arguments, cli_skip *out) {
    bool existing = arguments->given[CLI_OPT_SKIP_EXISTING];
    bool newer = arguments->given[CLI_OPT_UPDATE];
    if (existing && newer)
        cli_error("--skip-existing and --update exclude each other");
    *out = existing ? CLI_SKIP_EXISTING : newer ? CLI_SKIP_NEWER : CLI_SKIP_NONE;
    return !(existing && newer);
}

// What is known of the file at a path, or of the archive that it is in. False: there is none.
static bool file_info(const char *path, mq_platform_info *out) {
    mq_arena *scratch = mq_arena_new(NULL);
    char *file = scratch ? mq_arena_text(scratch, path, strlen(path)) : NULL;
    bool found = false;
    for (char *slash; file && !(found = mq_platform_path_info(file, out)); *slash = '\0') {
        slash = strrchr(file, '/');
        if (!slash)
            break;
    }
    mq_arena_free(scratch);
    return found && out->kind == MQ_PLATFORM_FILE;
}

bool cli_output_is_skipped(cli_skip skip, const char *path, const cli_input *inputs, size_t count) {
    mq_platform_info input, output;
    if (skip == CLI_SKIP_NONE || !cli_output_exists(path))
        return false;
    bool skipped = skip == CLI_SKIP_EXISTING || mq_platform_path_info(path, &output);
    for (size_t i = 0; skipped && skip == CLI_SKIP_NEWER && i < count; i++)
        skipped = file_info(inputs[i].path, &input) && input.modified < output.modified;
    return skipped;
}

static bool choose_paths(mq_arena *arena, cli_inputs *inputs, const char *path,
                         const char *extension, cli_outputs *out) {
    if (out->folder && !cli_inputs_drop_repeated(arena, inputs))
        return false;
    if (!out->folder && inputs->count > 1 && !drop_output(arena, inputs, path))
        return false;
    out->joined = !out->folder && inputs->count > 1;
    out->count = out->folder || inputs->count == 0 ? inputs->count : 1;
    out->paths = MQ_NEW_ARRAY(arena, const char *, out->count);
    for (size_t i = 0; out->paths && i < out->count; i++) {
        const cli_input *input = &inputs->items[i];
        out->paths[i] = out->folder ? path_below(arena, path, input->path + input->below, extension,
                                                 out->keeps_extension)
                                    : path;
    }
    return mq_arena_status(arena) == MAQ_OK;
}

static cli_exit plan_paths(mq_arena *arena, cli_inputs *inputs, const char *path,
                           const char *extension, cli_outputs *out) {
    if (!choose_paths(arena, inputs, path, extension, out))
        return cli_no_memory();
    return !out->folder || outputs_are_distinct(arena, inputs, out) ? CLI_CLEAN : CLI_WRONG_USAGE;
}

static cli_exit refuse_standard_input(void) {
    cli_error("standard input has no file name to use in a folder");
    return CLI_WRONG_USAGE;
}

cli_exit cli_outputs_plan(mq_arena *arena, const cli_arguments *arguments, cli_inputs *inputs,
                          cli_outputs *out) {
    *out = (cli_outputs){.keeps_extension = arguments->given[CLI_OPT_KEEP_EXTENSION]};
    const char *to = arguments->values[CLI_OPT_TO];
    const char *path = arguments->values[CLI_OPT_OUT];
    if (!path || !*path) {
        cli_error("%s needs to know where to write: -o OUT", cli_commands[arguments->command].name);
        return CLI_WRONG_USAGE;
    }
    out->folder = is_folder_meant(inputs, path);
    if (!to && (out->folder || strcmp(path, "-") == 0)) {
        cli_error("%s needs to know what to write to %s: --to FORMAT",
                  cli_commands[arguments->command].name,
                  out->folder ? "a folder" : "standard output");
        return CLI_WRONG_USAGE;
    }
    if (to ? !choose_by_name(out, to) : !choose_by_extension(out, path))
        return CLI_WRONG_USAGE;
    if (to && !out->folder)
        warn_of_extension(out, path);
    if (out->folder && inputs->standard_input)
        return refuse_standard_input();
    const maq_variant *variant = out->variant ? out->variant : out->fallback;
    return plan_paths(arena, inputs, path, variant->extension, out);
}

// Whether a name promises an image that is not a PNG. Any other extension is fine: thumbnailers use
// names such as "thumbnail.XYZ123".
static bool is_other_image(const char *path) {
    static const char *const extensions[] = {".jpg", ".jpeg", ".gif",  ".bmp", ".tga",
                                             ".tif", ".tiff", ".webp", ".dds", ".svg"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        if (cli_same_ignoring_case(cli_extension(path), extensions[i]))
            return true;
    }
    return false;
}

bool cli_output_is_png(const char *path) {
    if (!is_other_image(path))
        return true;
    cli_error("%s: pictures are written as PNG; use the extension .png", path);
    return false;
}

cli_exit cli_outputs_plan_each(mq_arena *arena, const cli_arguments *arguments,
                               const char *extension, cli_inputs *inputs, cli_outputs *out) {
    const char *path = arguments->values[CLI_OPT_OUT];
    *out = (cli_outputs){.keeps_extension = arguments->given[CLI_OPT_KEEP_EXTENSION]};
    out->folder = names_folder(path) || (inputs->several_possible && strcmp(path, "-") != 0 &&
                                         !cli_same_ignoring_case(cli_extension(path), extension));
    if (out->folder && inputs->standard_input)
        return refuse_standard_input();
    if (!out->folder && inputs->count > 1) {
        cli_error("more than one model cannot go to %s: name a folder with -o", path);
        return CLI_WRONG_USAGE;
    }
    return plan_paths(arena, inputs, path, extension, out);
}
