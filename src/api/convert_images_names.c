// SPDX-License-Identifier: MIT
//
// Where the images of a model are written: under their own names, beside the model or in the folder that
// its game reads, and never over a file of other content.
#include <string.h>

#include "api/convert_images_priv.h"
#include "api/image_file_name.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/platform.h"
#include "files/files_model.h"
#include "files/files_names.h"
#include "maquette/files.h"

// After a few numbers that are taken, images get one that no other image of the model has. When all are
// taken, the folder cannot be read, and saving reports it.
enum { PLAIN_NUMBERS = 9, MOST_NUMBERS = 99 };

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// The folder of a companion: from that of the result ("" or "../texpages/"), and its path ("" or
// "game/texpages/"). Both are NULL when there is no memory.
typedef struct companion_folder {
    const char *name, *path;
} companion_folder;

static companion_folder folder_beside(const image_work *work, const char *name) {
    const char *output = work->options->output ? work->options->output : "";
    return (companion_folder){
        name,
        mq_arena_format(work->arena, "%.*s%s", (int)(last_part(output) - output), output, name)};
}

// "../" for each folder in a path.
static const char *up_from(mq_arena *arena, const char *path) {
    const char *up = "";
    for (const char *at = path; *at && up; at++) {
        if (*at == '/' && at[1] != '/')
            up = mq_arena_format(arena, "%s../", up);
    }
    return up;
}

static bool starts_with_folder(const image_work *work, const char *path, size_t length) {
    const char *folder = mq_arena_text(work->arena, path, length);
    return folder && mq_is_folder(folder);
}

// The length of the part of the output's path that is a folder which exists.
static size_t existing_folder(const image_work *work) {
    const char *output = work->options->output, *end = last_part(output);
    while (end > output && !starts_with_folder(work, output, (size_t)(end - output))) {
        for (end--; end > output && end[-1] != '/';)
            end--;
    }
    return (size_t)(end - output);
}

// The folder for images at the root of the tree of a game that the result lies in, if there is one already.
// The name is NULL when there is none, or no memory.
static companion_folder find_game_folder(const image_work *work, const char *images) {
    const char *output = work->options->output;
    size_t existing = existing_folder(work);
    maq_model_location *location = NULL;
    const char *model =
        mq_arena_format(work->arena, "%.*s%s", (int)existing, output, last_part(output));
    if (!model || maq_files_locate_model(model, mq_arena_memory(work->arena), &location) != MAQ_OK)
        return (companion_folder){0};
    const char *up = mq_arena_format(work->arena, "%s%s", up_from(work->arena, output + existing),
                                     up_from(work->arena, location->name));
    const char *path = mq_arena_format(work->arena, "%s/%s/", location->root, images);
    maq_model_location_free(location);
    if (!up || !path || !mq_is_folder(path))
        return (companion_folder){0};
    return (companion_folder){mq_arena_format(work->arena, "%s%s/", up, images), path};
}

// The same where the folder is missing, but the result goes to a folder in which the game searches for
// models: the folder for images is made beside that one.
static companion_folder find_mod_folder(const image_work *work, const char *images) {
    const char *output = work->options->output;
    size_t existing = existing_folder(work), length = (size_t)(last_part(output) - output);
    const char *folder = existing > 0 ? mq_arena_text(work->arena, output, existing) : ".";
    const char *real = folder ? mq_platform_real_path(work->arena, folder) : NULL;
    // Without the slash at the end.
    const char *whole = real && length > existing
                            ? mq_arena_format(work->arena, "%s/%.*s", real,
                                              (int)(length - existing - 1), output + existing)
                            : real;
    size_t root = whole ? mq_warzone_root_length(whole) : SIZE_MAX;
    if (root == SIZE_MAX)
        return (companion_folder){0};
    const char *up = up_from(work->arena, whole + root);
    return (companion_folder){up ? mq_arena_format(work->arena, "../%s%s/", up, images) : NULL,
                              mq_arena_format(work->arena, "%.*s%s/", (int)root, whole, images)};
}

static companion_folder find_companion_folder(const image_work *work, const moved_image *image) {
    const maq_convert_options *options = work->options;
    const char *images = work->made->format->image_folder;
    if (work->made->format->image_paths && options->image_folder && !image->reference->data)
        return folder_beside(work, mq_arena_format(work->arena, "%s/", options->image_folder));
    if (work->made->format->image_paths || !images || !options->output)
        return folder_beside(work, "");
    companion_folder folder = find_game_folder(work, images);
    if (!folder.name)
        folder = find_mod_folder(work, images);
    return folder.name ? folder : folder_beside(work, "");
}

// The name of a found image in a folder that many results share.
static const char *shared_name(const image_work *work, const maq_image_reference *reference) {
    const char *root = work->options->image_root, *path = NULL;
    if (root)
        path = mq_path_relative(
            work->arena, mq_arena_format(work->arena, "%s/.", *root ? root : "."), reference->path);
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
        mq_image_safe_name(own && *own ? own : "image", shared && !reference->data, work->arena);
    if (name && format->image_name)
        name = format->image_name(name, reference->role, work->arena);
    if (name)
        name = mq_image_name_for_format(name, image->content.format, work->arena);
    // Many models share the folders of such a run.
    if (name && shared && reference->data && work->options->output) {
        const char *model = last_part(work->options->output);
        name = mq_arena_format(work->arena, "%.*s-%s", (int)mq_stem_length(model), model, name);
    }
    return name;
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
static name_state state_of(const image_work *work, const moved_image *image,
                           const companion_folder *folder, const char *file) {
    const char *name = mq_arena_format(work->arena, "%s%s", folder->name, file);
    const maq_companion *other = name ? find_companion(work->made, name) : NULL;
    if (other)
        return other->length == image->content.length &&
                       memcmp(other->bytes, image->content.bytes, image->content.length) == 0
                   ? NAME_HAS_IT
                   : NAME_TAKEN;
    if (!work->options->output)
        return NAME_FREE;
    const char *path = mq_arena_format(work->arena, "%s%s", folder->path, file);
    const image_content *content = &image->content;
    if (!path || mq_file_compare(path, content->bytes, content->length) != MQ_FILE_DIFFERS)
        return NAME_FREE;
    // The image itself may lie there.
    return mq_file_compare(path, content->found, content->length) == MQ_FILE_EQUAL ? NAME_HAS_IT
                                                                                   : NAME_TAKEN;
}

// The bytes of an image for as long as the result lives: the input, which may have them, can be closed.
static const void *own_bytes(const image_work *work, const image_content *content, bool in_input) {
    bool borrowed = in_input && !content->encoded && content->bytes == content->found;
    return borrowed ? mq_arena_text(work->arena, (const char *)content->bytes, content->length)
                    : (const char *)content->bytes;
}

static void add(image_work *work, const moved_image *image, const char *name) {
    maq_document *made = work->made;
    const void *bytes = own_bytes(work, &image->content, image->reference->data != NULL);
    if (!bytes)
        return;
    maq_companion *companions =
        mq_arena_grow(work->arena, made->companions, &made->companion_capacity,
                      made->companion_count, sizeof *companions);
    if (!companions)
        return;
    made->companions = companions;
    made->companions[made->companion_count++] = (maq_companion){name, bytes, image->content.length};
}

void mq_image_add_companion(image_work *work, moved_image *image) {
    companion_folder folder = find_companion_folder(work, image);
    const char *wanted = wanted_name(work, image), *name = wanted;
    size_t number = 2;
    name_state state = NAME_FREE;
    while (folder.name && folder.path && name &&
           (state = state_of(work, image, &folder, name)) == NAME_TAKEN && number <= MOST_NUMBERS) {
        size_t shown = number > PLAIN_NUMBERS ? number + work->made->companion_count : number;
        name = mq_image_numbered_name(wanted, shown, work->arena);
        number++;
    }
    image->name =
        name && folder.name ? mq_arena_format(work->arena, "%s%s", folder.name, name) : NULL;
    if (!image->name || state == NAME_HAS_IT)
        return;
    add(work, image, image->name);
    if (number > 2)
        MQ_IMAGE_NOTE(work, IMAGE_RENAMED,
                      "the image \"%.200s\" is saved as %s: another file is called %s%s",
                      mq_image_label(image), image->name, folder.name, wanted);
}
