// SPDX-License-Identifier: MIT
//
// The pictures of one model.
#include <math.h>
#include <string.h>

#include "clips.h"
#include "formats/format.h"
#include "picture/draw.h"
#include "picture/image_priv.h"
#include "render.h"
#include "save.h"

// How fast clips are played, how many pictures a clip is at the most, and how long one step of a
// turn is shown.
enum { FRAMES_PER_SECOND = 20, MOST_FRAMES = 240, TURN_DELAY = 80 };

typedef struct drawing {
    mq_arena *arena;
    cli_job *job;
    const cli_render_options *request;
    const cli_settings *settings;
    const char *path; // what findings are listed under
    const maq_scene *scene;
    const maq_files *files; // of a scene that belongs to the caller
    const char *name;       // its name in them
    maq_textures *textures;
    maq_picture_options options;
    cli_render_pictures *out;
} drawing;

static void fail(drawing *d, cli_exit code, const char *message) {
    cli_put_failure(&d->job->messages, d->path, message ? message : maq_status_text(MAQ_NO_MEMORY));
    d->job->code = cli_worse(d->job->code, code);
}

static void list_findings(drawing *d, const maq_findings *findings, maq_severity level) {
    cli_model alone = {.path = d->path};
    const cli_model *subject = d->out->joined.count > 0 ? &d->out->joined.subject : &alone;
    cli_exit code = cli_list_findings(&d->job->messages, subject, findings, d->settings, level);
    d->job->code = cli_worse(d->job->code, code);
}

static bool open_model(drawing *d, const cli_inputs *inputs) {
    cli_joined *joined = &d->out->joined;
    bool good = cli_joined_open(d->arena, d->request->arguments, inputs, d->settings,
                                &d->job->messages, joined);
    joined->embed_images = true;
    good = good && cli_joined_make_scene(d->arena, d->settings, d->settings->level, false,
                                         &d->job->messages, joined);
    d->job->code = cli_worse(d->job->code, joined->code);
    d->scene = joined->scene;
    if (joined->subject.path)
        d->path = joined->subject.path;
    if (good && d->settings->memory_limit > 0)
        d->out->memory = &joined->models[0].memory;
    return good;
}

static bool has_tileset(const maq_scene *scene, uint32_t tileset) {
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (material->textures[k].tileset == tileset)
                return true;
        }
    }
    return false;
}

// Whether a texture is animated by a sequence of files, of which joining embeds the first alone.
static bool has_image_frames(const maq_scene *scene) {
    for (uint32_t i = 0; i < scene->material_count; i++) {
        if (scene->materials[i].frames.kind == MAQ_FRAMES_IMAGES)
            return true;
    }
    return false;
}

// The first input that has meshes: it names images, wherever it is among the others.
static const maq_document *model_with_meshes(const cli_joined *joined) {
    for (size_t i = 0; i < joined->count; i++) {
        const maq_document *document = joined->models[i].document;
        mq_counts counts = {0};
        document->format->count(document, &counts);
        if (counts.meshes > 0)
            return document;
    }
    return joined->models[0].document;
}

// A pattern replaces all textures.
static bool find_textures(drawing *d) {
    if (has_tileset(d->scene, d->request->tileset))
        atomic_store(d->request->tileset_found, true);
    if (d->options.show & MAQ_SHOW_UV)
        return true;
    const char *name = d->name;
    const maq_files *files = d->files;
    const cli_joined *joined = &d->out->joined;
    if (joined->count == 1 || (joined->count > 1 && has_image_frames(d->scene)))
        files = maq_document_files(model_with_meshes(joined), &name);
    maq_textures_options options = {.size = sizeof options,
                                    .files = files,
                                    .name = name,
                                    .tileset = d->request->tileset,
                                    .store = d->request->store};
    // --memory-limit replaces the limits of pixels. What a store holds belongs to no model.
    if (d->out->memory) {
        options.memory = d->out->memory;
        options.max_pixels = options.max_total_pixels = UINT64_MAX;
        options.store = NULL;
    }
    maq_status status = maq_textures_find(d->scene, &options, &d->textures);
    if (status != MAQ_OK) {
        fail(d, CLI_UNREADABLE, cli_status_text(d->arena, d->out->memory, status));
        return false;
    }
    // Also notes: they say why the picture has no texture, or another than the model names.
    list_findings(d, maq_textures_findings(d->textures), d->settings->result_level);
    d->options.textures = d->textures;
    return true;
}

static bool find_clip(drawing *d) {
    const char *given = d->request->clip;
    uint32_t number = given ? cli_find_clip(d->scene, given) : MAQ_SCENE_NONE;
    if (number != MAQ_SCENE_NONE)
        d->options.clip = &d->scene->clips[number];
    else if (given)
        fail(d, CLI_WRONG_USAGE, cli_unknown_clip(d->arena, d->scene, given));
    else if (d->request->needs_clip)
        fail(d, CLI_WRONG_USAGE, cli_missing_clip(d->arena, d->scene));
    return number != MAQ_SCENE_NONE || (!given && !d->request->needs_clip);
}

static void plan_frames(drawing *d) {
    cli_render_pictures *out = d->out;
    out->count = 1;
    if (d->request->turns > 0) {
        out->count = d->request->turns;
        out->delay = TURN_DELAY;
    } else if (d->request->play && d->options.clip->duration > 0) {
        double duration = d->options.clip->duration, frames = ceil(duration * FRAMES_PER_SECOND);
        out->count = frames < MOST_FRAMES ? (uint32_t)frames : MOST_FRAMES;
        double delay = floor(duration * 1000 / out->count + 0.5);
        out->delay = delay < 1 ? 1 : delay < 65535 ? (uint32_t)delay : 65535;
    }
}

// Sets the options for one of the pictures. A turntable begins with the chosen view.
static void choose_frame(drawing *d, uint32_t frame, maq_picture_options *options) {
    *options = d->options;
    if (d->request->turns > 0) {
        if (options->view != MAQ_VIEW_ANGLES)
            maq_view_angles(options->view, &options->yaw, &options->pitch);
        options->view = MAQ_VIEW_ANGLES;
        options->yaw += 360.0f * (float)frame / (float)d->out->count;
    } else if (d->request->play) {
        options->seconds = (double)options->clip->duration * frame / d->out->count;
    }
}

static void draw(drawing *d) {
    plan_frames(d);
    d->options.memory = d->out->memory;
    d->out->frames = MQ_NEW_ARRAY(d->arena, maq_image *, d->out->count);
    maq_status status = d->out->frames ? MAQ_OK : MAQ_NO_MEMORY;
    mq_clip_reach reach = {0};
    for (uint32_t i = 0; status == MAQ_OK && i < d->out->count; i++) {
        maq_picture_options options;
        choose_frame(d, i, &options);
        status = mq_picture_draw(d->scene, &options, &reach, &d->out->frames[i]);
        // What cannot be drawn is nearly the same in all pictures of a model.
        if (status == MAQ_OK && i == 0)
            list_findings(d, maq_image_findings(d->out->frames[0]), d->settings->level);
    }
    if (status != MAQ_OK)
        fail(d, CLI_UNREADABLE, cli_status_text(d->arena, d->out->memory, status));
}

// Begins with an arena of its own for the pictures. False when there is no memory, which is reported.
static bool begin(drawing *d, const char *path) {
    *d->out = (cli_render_pictures){.arena = mq_arena_new(NULL)};
    d->arena = d->out->arena;
    d->options = d->request->picture;
    d->path = path;
    if (!d->arena)
        fail(d, CLI_UNREADABLE, NULL);
    return d->arena != NULL;
}

static void draw_scene(drawing *d) {
    if (find_clip(d) && find_textures(d))
        draw(d);
    maq_textures_free(d->textures);
}

// Drops the pictures of a model that could not be drawn, at last: the arena holds more than these.
static void end(drawing *d) {
    if (d->job->code > CLI_PROBLEMS)
        cli_render_end(d->out);
}

void cli_render_model(cli_job *job, const cli_render_options *options, const cli_settings *settings,
                      unsigned threads, const cli_inputs *inputs, cli_render_pictures *out) {
    drawing d = {.job = job, .request = options, .settings = settings, .out = out};
    if (!begin(&d, inputs->items[0].path))
        return;
    d.options.threads = out->threads = threads;
    if (open_model(&d, inputs))
        draw_scene(&d);
    end(&d);
}

void cli_render_scene(cli_job *job, const cli_render_options *options, const cli_settings *settings,
                      const char *path, const maq_scene *scene, const maq_memory *memory,
                      const maq_files *files, const char *name, cli_render_pictures *out) {
    drawing d = {.job = job,
                 .request = options,
                 .settings = settings,
                 .scene = scene,
                 .files = files,
                 .name = name,
                 .out = out};
    if (!begin(&d, path))
        return;
    out->memory = settings->memory_limit > 0 ? memory : NULL;
    draw_scene(&d);
    end(&d);
}

void cli_render_end(cli_render_pictures *pictures) {
    for (uint32_t i = 0; pictures->frames && i < pictures->count; i++)
        maq_image_free(pictures->frames[i]);
    cli_joined_close(&pictures->joined);
    mq_arena_free(pictures->arena);
    *pictures = (cli_render_pictures){0};
}

bool cli_render_can_write(void) {
#ifdef MQ_PICTURE
    return true;
#else
    return false;
#endif
}

cli_exit cli_render_write(mq_text *text, const cli_render_pictures *pictures, const char *path) {
    maq_image *const *frames = pictures->frames;
    maq_buffer bytes;
    maq_status status =
        pictures->count == 1
            ? mq_image_encode_png(frames[0], pictures->threads, pictures->memory, &bytes)
            : mq_image_encode_apng((const maq_image *const *)frames, pictures->count,
                                   pictures->delay, 0, pictures->threads, pictures->memory, &bytes);
    if (status != MAQ_OK) {
        cli_put_status(text, path, pictures->memory, status);
        return CLI_UNWRITABLE;
    }
    cli_exit code = cli_save_bytes(text, bytes.data, bytes.length, path);
    maq_buffer_free(&bytes);
    return code;
}
