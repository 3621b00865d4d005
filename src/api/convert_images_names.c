// SPDX-License-Identifier: MIT
//
// Where the images of a model are written: under their own names, beside the model or in the folder that
// its game reads, and never over a file of other content.
#include <string.h>

#include "api/convert_images_priv.h"
#include "base/file.h"
#include "base/folder.h"
#include "files/files_names.h"
#include "maquette/files.h"

// After a few numbers that are taken, images get one that no other image of the model has. When all are
// taken, the folder cannot be read, and saving reports it.
enum { PLAIN_NUMBERS = 9, MOST_NUMBERS = 99 };

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static size_t stem_length(const char *name) {
    const char *dot = strrchr(last_part(name), '.');
    return dot && dot != last_part(name) ? (size_t)(dot - name) : strlen(name);
}

const char *mq_image_name_for_format(const char *name, const char *format, mq_arena *arena) {
    static const struct {
        const char *format, *extension, *other;
    } rows[] = {{"png", ".png", NULL},
                {"jpeg", ".jpg", ".jpeg"},
                {"tga", ".tga", NULL},
                {"bmp", ".bmp", NULL},
                {"dds", ".dds", NULL}};
    size_t stem = stem_length(name);
    const char *extension = name + stem;
    for (size_t i = 0; format && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(format, rows[i].format) != 0)
            continue;
        if (mq_name_compare_folded(extension, strlen(extension), rows[i].extension,
                                   strlen(rows[i].extension)) == 0 ||
            (rows[i].other && mq_name_compare_folded(extension, strlen(extension), rows[i].other,
                                                     strlen(rows[i].other)) == 0))
            return name;
        return mq_arena_format(arena, "%.*s%s", (int)stem, name, rows[i].extension);
    }
    return name;
}

// A name that is safe in a file system; folders in it stay if `folders`.
static const char *safe_name(const char *name, bool folders, mq_arena *arena) {
    size_t length = strlen(name);
    char *clean = mq_arena_alloc(arena, length + 1, 1, 1);
    if (!clean)
        return NULL;
    char *copy = mq_arena_text(arena, name, length);
    for (char *at = copy; at && *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f || strchr(":*?\"<>|", *at))
            *at = '_';
    }
    if (!copy || maq_files_clean_name(copy, length, clean) != MAQ_NAME_CLEAN || !*clean) {
        const char *end = copy ? last_part(copy) : "";
        return *end && strcmp(end, "..") != 0 && !strchr(end, '\\') ? end : "image";
    }
    return folders ? clean : last_part(clean);
}

// The folder of the companions relative to that of the result: "" or "../texpages/".
static const char *companion_folder(const image_work *work, const moved_image *image) {
    const maq_convert_options *options = work->options;
    if (work->made->format->image_paths)
        return options->image_folder && !image->reference->data
                   ? mq_arena_format(work->arena, "%s/", options->image_folder)
                   : "";
    if (!work->made->format->image_folder || !options->output)
        return "";
    // Up to the root of the game's tree, when the result lies in one.
    maq_model_location *location;
    if (maq_files_locate_model(options->output, mq_arena_memory(work->arena), &location) != MAQ_OK)
        return "";
    const char *folder = "";
    for (const char *at = location->name; *at && folder; at++) {
        if (*at == '/')
            folder = mq_arena_format(work->arena, "%s../", folder);
    }
    const char *wanted =
        folder ? mq_arena_format(work->arena, "%s%s/", folder, work->made->format->image_folder)
               : NULL;
    bool exists = wanted && mq_is_folder(mq_arena_format(work->arena, "%s/%s", location->root,
                                                         work->made->format->image_folder));
    maq_model_location_free(location);
    return exists ? wanted : "";
}

// The name of a found image in a folder that many results share.
static const char *shared_name(const image_work *work, const maq_image_reference *reference) {
    const char *root = work->options->image_root, *path = NULL;
    if (root)
        path = mq_path_relative(work->arena, mq_arena_format(work->arena, "%s/.", root),
                                reference->path);
    if (!path)
        return last_part(reference->file);
    while (strncmp(path, "../", 3) == 0)
        path += 3;
    return path;
}

static const char *wanted_name(image_work *work, const moved_image *image) {
    const mq_format *format = work->made->format;
    const maq_image_reference *reference = image->reference;
    bool shared = format->image_paths && work->options->image_folder;
    const char *own = reference->data ? reference->name
                      : shared        ? shared_name(work, reference)
                                      : reference->file;
    const char *name =
        safe_name(own && *own ? own : "image", shared && !reference->data, work->arena);
    if (name && format->image_name)
        name = format->image_name(name, reference->role, work->arena);
    if (name)
        name = mq_image_name_for_format(name, image->format, work->arena);
    // Many models share the folders of such a run.
    if (name && shared && reference->data && work->options->output) {
        const char *model = last_part(work->options->output);
        name = mq_arena_format(work->arena, "%.*s-%s", (int)stem_length(model), model, name);
    }
    const char *folder = name ? companion_folder(work, image) : NULL;
    return folder ? mq_arena_format(work->arena, "%s%s", folder, name) : NULL;
}

// The companion of that name, or NULL. Names that differ only in capitals are one file on some systems.
static const maq_companion *find_companion(const maq_document *made, const char *name) {
    for (size_t i = 0; i < made->companion_count; i++) {
        const char *other = made->companions[i].name;
        if (mq_name_compare_folded(other, strlen(other), name, strlen(name)) == 0)
            return &made->companions[i];
    }
    return NULL;
}

typedef enum name_state { NAME_FREE, NAME_HAS_IT, NAME_TAKEN } name_state;

// Whether a name is free, or taken by a file with the same or with other content.
static name_state state_of(const image_work *work, const moved_image *image, const char *name) {
    const maq_companion *other = find_companion(work->made, name);
    if (other)
        return other->length == image->length &&
                       memcmp(other->bytes, image->bytes, image->length) == 0
                   ? NAME_HAS_IT
                   : NAME_TAKEN;
    const char *output = work->options->output;
    if (!output)
        return NAME_FREE;
    const char *path =
        mq_arena_format(work->arena, "%.*s%s", (int)(last_part(output) - output), output, name);
    return path && mq_file_compare(path, image->bytes, image->length) == MQ_FILE_DIFFERS
               ? NAME_TAKEN
               : NAME_FREE;
}

static void add(image_work *work, const moved_image *image, const char *name) {
    maq_document *made = work->made;
    maq_companion *companions =
        mq_arena_grow(work->arena, made->companions, &made->companion_capacity,
                      made->companion_count, sizeof *companions);
    if (!companions)
        return;
    made->companions = companions;
    made->companions[made->companion_count++] = (maq_companion){name, image->bytes, image->length};
}

void mq_image_add_companion(image_work *work, moved_image *image) {
    const char *wanted = wanted_name(work, image), *name = wanted;
    size_t number = 2;
    name_state state = NAME_FREE;
    while (name && (state = state_of(work, image, name)) == NAME_TAKEN && number <= MOST_NUMBERS) {
        size_t shown = number > PLAIN_NUMBERS ? number + work->made->companion_count : number;
        name = mq_arena_format(work->arena, "%.*s-%zu%s", (int)stem_length(wanted), wanted, shown,
                               wanted + stem_length(wanted));
        number++;
    }
    if (!name)
        return;
    image->name = name;
    if (state != NAME_HAS_IT) {
        add(work, image, name);
        if (number > 2)
            MQ_IMAGE_NOTE(work, IMAGE_RENAMED,
                          "the image \"%.200s\" is saved as %s: another file is called %s",
                          mq_image_label(image), name, wanted);
    }
}
