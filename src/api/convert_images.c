// SPDX-License-Identifier: MIT
#include "api/convert_images.h"

#include <string.h>

#include "api/convert_images_priv.h"
#include "api/document_files.h"
#include "api/image_file_name.h"
#include "base/folder.h"
#include "base/plural.h"
#include "base/sort.h"
#include "files/files.h"
#include "formats/gltf/gltf_passthrough.h"
#include "maquette/image.h"
#include "picture/image_rules.h"

// More images than any real model has; each is read, named and compared.
enum { MOST_IMAGES = 4096 };

bool mq_images_possible(const mq_format *format, const maq_convert_options *options) {
    if (!format)
        return options->images == MAQ_IMAGES_KEEP || options->images == MAQ_IMAGES_EMBED;
    return options->images <= MAQ_IMAGES_NONE &&
           (options->images != MAQ_IMAGES_EMBED || format->content_is_scene);
}

// ------------------------------------------------------------------------------ what there is

static moved_image *add_item(image_work *work, const maq_image_reference *reference) {
    if (work->count == MOST_IMAGES) {
        work->left_out++;
        return NULL;
    }
    moved_image *items =
        mq_arena_grow(work->arena, work->items, &work->capacity, work->count, sizeof *items);
    if (!items)
        return NULL;
    work->items = items;
    moved_image *item = &work->items[work->count++];
    *item = (moved_image){.reference = reference};
    return item;
}

static maq_scene_texture *find_texture(const maq_scene_material *material,
                                       const maq_image_reference *reference) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role == reference->role && texture->tileset == reference->tileset)
            return MQ_WRITABLE(maq_scene_texture, texture);
    }
    return NULL;
}

// The game finds the image by the name of the material: now it becomes a texture.
static maq_scene_texture *add_texture(image_work *work, maq_scene_material *material,
                                      const maq_image_reference *reference) {
    uint32_t count = material->texture_count;
    maq_scene_texture *textures = MQ_NEW_ARRAY(work->arena, maq_scene_texture, (size_t)count + 1);
    if (!textures)
        return NULL;
    if (count > 0)
        memcpy(textures, material->textures, count * sizeof *textures);
    const char *slash = strrchr(reference->file, '/');
    const char *file = slash ? slash + 1 : reference->file;
    textures[count] = (maq_scene_texture){.role = reference->role,
                                          .tileset = reference->tileset,
                                          .file = mq_arena_text(work->arena, file, strlen(file))};
    material->textures = textures;
    material->texture_count = count + 1;
    return &textures[count];
}

// The mask of a role that belongs to a texture; NULL when there is none, or it was not found.
static const maq_image_reference *find_mask(const maq_images *images, size_t at,
                                            maq_texture_role role) {
    const maq_image_reference *image = &images->items[at];
    for (size_t i = at; i < images->count && images->items[i].material == image->material; i++) {
        const maq_image_reference *mask = &images->items[i];
        if (mask->role == role && mask->tileset == image->tileset && mask->frame == image->frame &&
            (mask->data || mask->file))
            return mask;
    }
    return NULL;
}

static void collect_textures(image_work *work, const maq_images *images, maq_scene *scene) {
    for (size_t i = 0; i < images->count; i++) {
        const maq_image_reference *reference = &images->items[i];
        // Of a sequence of files, targets other than its own format show the first frame.
        if ((!reference->data && !reference->file) || reference->frame > 0 ||
            reference->role >= MAQ_TEXTURE_ROLE_COUNT ||
            (reference->role == MAQ_TEXTURE_TEAM_MASK && work->options->team_colour))
            continue;
        maq_scene_material *material =
            MQ_WRITABLE(maq_scene_material, &scene->materials[reference->material]);
        maq_scene_texture *texture = find_texture(material, reference);
        if (!texture && reference->file)
            texture = add_texture(work, material, reference);
        moved_image *item = texture ? add_item(work, reference) : NULL;
        if (!item)
            continue;
        item->texture = texture;
        if (reference->role != MAQ_TEXTURE_DIFFUSE)
            continue;
        if (work->to_scene_format)
            item->alpha = find_mask(images, i, MAQ_TEXTURE_ALPHA_MASK);
        if (work->options->team_colour)
            item->team = find_mask(images, i, MAQ_TEXTURE_TEAM_MASK);
    }
}

// A texture that was appended moves the array of its material: the pointers are taken anew.
static void refresh_textures(image_work *work, const maq_scene *scene) {
    for (size_t i = 0; i < work->count; i++) {
        moved_image *item = &work->items[i];
        if (item->texture)
            item->texture =
                find_texture(&scene->materials[item->reference->material], item->reference);
    }
}

// Images that only glTF knows, such as that of roughness. They are named relative to the model.
static void collect_passthrough(image_work *work, const maq_scene *scene, const char *model) {
    const maq_value *images =
        maq_value_find(maq_value_find(scene->extras, GLTF_FILE_KEY), "images");
    const char *slash = model ? strrchr(model, '/') : NULL;
    for (const maq_value *image = mq_first_element(images); image; image = image->next) {
        const maq_value *file = maq_value_find(image, "file"),
                        *data = maq_value_find(image, "data");
        maq_image_reference *reference = MQ_NEW(work->arena, maq_image_reference);
        if (!reference || !file || file->kind != MAQ_VALUE_TEXT)
            continue;
        *reference =
            (maq_image_reference){.role = MAQ_TEXTURE_ROLE_COUNT, .name = file->as.text.bytes};
        if (data && data->kind == MAQ_VALUE_TEXT) {
            reference->data = (const unsigned char *)data->as.text.bytes;
            reference->bytes = data->as.text.length;
        } else if (work->files) {
            mq_findings findings;
            maq_file found = {0};
            mq_findings_init(&findings, work->arena, 8, 0);
            const char *name =
                mq_arena_format(work->arena, "%.*s%s", slash ? (int)(slash + 1 - model) : 0,
                                model ? model : "", file->as.text.bytes);
            if (!name ||
                mq_files_get(work->files, name, false, work->arena, &findings, &found) != MAQ_OK)
                continue;
            reference->file = found.name;
            reference->path = found.path;
            reference->bytes = found.length;
        }
        moved_image *item = reference->data || reference->file ? add_item(work, reference) : NULL;
        if (item)
            item->passthrough = MQ_WRITABLE(maq_value, image);
    }
}

// ------------------------------------------------------------------------------------------ load

static int compare_pointers(const void *a, const void *b) {
    return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int compare_sources(const maq_image_reference *a, const maq_image_reference *b) {
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    int order = compare_pointers(a->data, b->data);
    if (order != 0 || a->data)
        return order;
    return strcmp(a->file, b->file);
}

// Items of the same source, with the same changes, are neighbours in this order.
static int by_source(const void *left, const void *right, const void *context) {
    (void)context;
    const moved_image *a = *(moved_image *const *)left, *b = *(moved_image *const *)right;
    int order = compare_sources(a->reference, b->reference);
    if (order == 0)
        order = compare_sources(a->alpha, b->alpha);
    return order != 0 ? order : compare_sources(a->team, b->team);
}

// Loads each file once, however many textures use it.
static void load_all(image_work *work) {
    moved_image **sorted = MQ_NEW_ARRAY(work->arena, moved_image *, work->count);
    moved_image **spare = MQ_NEW_ARRAY(work->arena, moved_image *, work->count);
    if (!sorted || !spare)
        return;
    for (size_t i = 0; i < work->count; i++)
        sorted[i] = &work->items[i];
    sorted = mq_sort(sorted, spare, work->count, sizeof *sorted, by_source, NULL);
    for (size_t i = 0; i < work->count && mq_arena_status(work->arena) == MAQ_OK; i++) {
        if (i > 0 && by_source(&sorted[i - 1], &sorted[i], NULL) == 0) {
            sorted[i]->content = sorted[i - 1]->content;
        } else {
            mq_image_load(work, sorted[i]);
        }
    }
}

// ----------------------------------------------------------------------------------------- apply

static void set_file(moved_image *item, const char *file) {
    if (item->texture)
        item->texture->file = file;
    if (item->passthrough) {
        maq_value *text = MQ_WRITABLE(maq_value, maq_value_find(item->passthrough, "file"));
        text->as.text.bytes = file;
        text->as.text.length = strlen(file);
    }
}

static void set_data(image_work *work, moved_image *item, const unsigned char *bytes,
                     size_t length) {
    if (item->texture) {
        item->texture->data = bytes;
        item->texture->data_length = length;
    }
    if (!item->passthrough)
        return;
    maq_value *file = MQ_WRITABLE(maq_value, maq_value_find(item->passthrough, "file"));
    maq_value *data = MQ_WRITABLE(maq_value, maq_value_find(item->passthrough, "data"));
    if (!bytes && data) {
        // The data follows the file; nothing else is in such an object.
        file->next = NULL;
        item->passthrough->as.children.count = 1;
    } else if (bytes && !data && (data = MQ_NEW(work->arena, maq_value))) {
        *data = (maq_value){.kind = MAQ_VALUE_TEXT, .key = "data"};
        file->next = data;
        item->passthrough->as.children.count++;
    }
    if (bytes && data) {
        data->as.text.bytes = (const char *)bytes;
        data->as.text.length = length;
    }
}

static void embed(image_work *work, moved_image *item) {
    const char *name = item->texture ? item->texture->file : item->reference->name;
    // Images that are embedded already keep their names.
    if (!item->reference->data || item->content.encoded)
        name = mq_image_name_for_format(name && *name ? name : "image", item->content.format,
                                        work->arena);
    if (!name)
        return;
    set_data(work, item, item->content.bytes, item->content.length);
    set_file(item, name);
}

static void copy(image_work *work, moved_image *item) {
    mq_image_add_companion(work, item);
    if (!item->name)
        return;
    // Formats whose images lie in one folder name them without it.
    const char *slash = strrchr(item->name, '/');
    set_file(item, slash && !work->made->format->image_paths ? slash + 1 : item->name);
    set_data(work, item, NULL, 0);
}

static void link_to(image_work *work, moved_image *item) {
    const maq_image_reference *reference = item->reference;
    const char *output = work->options->output;
    size_t archive_length;
    if (reference->data || !reference->path || !work->made->format->image_paths)
        return;
    if (maq_files_split_path(reference->path, &archive_length)) {
        MQ_IMAGE_NOTE(work, IMAGE_NOT_LINKED, "the image %s cannot be linked: it is in an archive",
                      reference->path);
        return;
    }
    const char *path = mq_path_relative(work->arena, output ? output : "model", reference->path);
    if (path)
        set_file(item, path);
}

static void drop_baked_masks(const image_work *work, maq_scene *scene) {
    for (uint32_t i = 0; work->options->team_colour && i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        maq_scene_texture *textures = MQ_WRITABLE(maq_scene_texture, material->textures);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (textures[k].role != MAQ_TEXTURE_TEAM_MASK)
                textures[kept++] = textures[k];
        }
        material->texture_count = kept;
    }
}

static void choose_tileset(const maq_convert_options *options, maq_scene *scene) {
    for (uint32_t i = 0; options->tileset && i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (material->textures[k].tileset == options->tileset)
                material->tileset = options->tileset;
        }
    }
}

// glTF names images that it does not show in extras; OBJ has no place for them. All other formats need
// the names of textures, and only embedded images are dropped.
static void hide_images(maq_scene *scene, maq_document *made) {
    uint64_t dropped = 0;
    made->hide_images = true;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        for (uint32_t k = 0; k < material->texture_count; k++) {
            maq_scene_texture *texture = MQ_WRITABLE(maq_scene_texture, &material->textures[k]);
            dropped += texture->data != NULL;
            texture->data = NULL;
            texture->data_length = 0;
        }
        if (made->format->image_paths && !made->format->content_is_scene)
            material->texture_count = 0;
    }
    const maq_value *images =
        maq_value_find(maq_value_find(scene->extras, GLTF_FILE_KEY), "images");
    for (const maq_value *image = mq_first_element(images); image; image = image->next)
        dropped += made->format->content_is_scene && maq_value_find(image, "data");
    mq_add_loss(&made->findings, &mq_common_rules[MQ_RULE_IMAGES_DROPPED], dropped,
                "%llu embedded %s dropped", (unsigned long long)dropped,
                MQ_PLURAL(dropped, "image was", "images were"));
}

static void apply_all(image_work *work, maq_images_mode mode) {
    for (size_t i = 0; i < work->count && mq_arena_status(work->arena) == MAQ_OK; i++) {
        moved_image *item = &work->items[i];
        bool usable = item->content.bytes != NULL;
        if (mode == MAQ_IMAGES_LINK)
            link_to(work, item);
        else if (usable && mode == MAQ_IMAGES_EMBED)
            embed(work, item);
        else if (usable && mode == MAQ_IMAGES_COPY)
            copy(work, item);
    }
}

// ----------------------------------------------------------------------------------------- public

// An image that is missing does not ruin the model, however severe it is for a check of the input.
static void add_findings(mq_findings *out, const maq_findings *found) {
    for (size_t i = 0; i < found->count; i++) {
        maq_finding finding = found->items[i];
        if (finding.severity == MAQ_ERROR)
            finding.rule = &mq_image_rules[MQ_TEXTURE_MISSING];
        mq_findings_add_copies(out, &(maq_findings){.items = &finding, .count = 1});
    }
}

static maq_status find(const image_work *work, const maq_scene *scene, const char *name,
                       maq_images **out) {
    maq_images_options options = {.size = sizeof options,
                                  .tileset = MAQ_ALL_TILESETS,
                                  .files = work->files,
                                  .name = name,
                                  .memory = mq_arena_memory(work->arena)};
    return maq_images_find(scene, &options, out);
}

maq_status mq_convert_images(const maq_convert_options *options, const maq_document *document,
                             maq_scene *scene, maq_document *made) {
    image_work work = {.options = options,
                       .made = made,
                       .arena = made->arena,
                       .to_scene_format = made->format->content_is_scene};
    choose_tileset(options, scene);
    if (options->images == MAQ_IMAGES_NONE)
        hide_images(scene, made);
    if (options->images == MAQ_IMAGES_KEEP || options->images == MAQ_IMAGES_NONE)
        return MAQ_OK;
    const char *name = options->name;
    work.files = options->files;
    maq_status status = document ? mq_document_files(document, &work.files, &name) : MAQ_OK;
    maq_images *images = NULL;
    if (status == MAQ_OK)
        status = find(&work, scene, name, &images);
    if (status != MAQ_OK)
        return status;
    add_findings(&made->findings, images->findings);
    collect_textures(&work, images, scene);
    refresh_textures(&work, scene);
    if (work.to_scene_format)
        collect_passthrough(&work, scene, name);
    if (work.left_out > 0)
        mq_add_finding(&made->findings, &mq_image_rules[MQ_TEXTURE_UNREADABLE], MAQ_NO_OFFSET, 0,
                       "%zu more %s not brought along: the limit is %d", work.left_out,
                       MQ_PLURAL(work.left_out, "image is", "images are"), MOST_IMAGES);
    if (options->images != MAQ_IMAGES_LINK)
        load_all(&work);
    apply_all(&work, options->images);
    drop_baked_masks(&work, scene);
    maq_images_free(images);
    return mq_arena_status(work.arena);
}

maq_status mq_extract_images(const maq_convert_options *options, const maq_scene *scene,
                             maq_document *made) {
    image_work work = {.options = options, .made = made, .arena = made->arena};
    maq_images *images = NULL;
    if (options->images != MAQ_IMAGES_COPY)
        return MAQ_OK;
    maq_status status = find(&work, scene, NULL, &images);
    if (status != MAQ_OK)
        return status;
    for (size_t i = 0; i < images->count; i++) {
        if (images->items[i].data)
            add_item(&work, &images->items[i]);
    }
    load_all(&work);
    for (size_t i = 0; i < work.count; i++) {
        if (work.items[i].content.bytes)
            mq_image_add_companion(&work, &work.items[i]);
    }
    maq_images_free(images);
    return mq_arena_status(work.arena);
}
