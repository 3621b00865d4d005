// SPDX-License-Identifier: MIT
//
// The pictures of one model.
#include <math.h>
#include <string.h>

#include "clips.h"
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
    cli_model model;
    maq_scene *scene;
    maq_files *data, *files; // for --textures
    maq_textures *textures;
    maq_picture_options options;
    cli_render_pictures *out;
} drawing;

static void fail(drawing *d, cli_exit code, const char *message) {
    cli_put_failure(&d->job->messages, d->model.path,
                    message ? message : maq_status_text(MAQ_NO_MEMORY));
    d->job->code = cli_worse(d->job->code, code);
}

static void list_findings(drawing *d, const maq_findings *findings) {
    cli_exit code =
        cli_list_findings(&d->job->messages, &d->model, findings, d->settings, d->settings->level);
    d->job->code = cli_worse(d->job->code, code);
}

static bool open_model(drawing *d, const char *path) {
    cli_model_open(&d->model, path, d->settings);
    cli_exit code = cli_model_report(&d->job->messages, &d->model, d->settings);
    d->job->code = cli_worse(d->job->code, code);
    if (d->model.status != MAQ_OK)
        return false;
    maq_status status = maq_scene_from_document(d->model.document, NULL, &d->scene);
    if (status == MAQ_UNSUPPORTED)
        fail(d, CLI_WRONG_USAGE, "models of this format cannot be drawn");
    else if (status != MAQ_OK)
        fail(d, CLI_UNREADABLE, maq_status_text(status));
    else
        list_findings(d, maq_scene_findings(d->scene));
    return status == MAQ_OK;
}

// The set that images are searched for in: that of the model, or one over the folders of --textures.
static const maq_files *files_of(drawing *d, const char **name) {
    if (d->request->folder_count == 0)
        return maq_document_files(d->model.document, name);
    maq_files_new(NULL, &d->data);
    for (size_t i = d->request->folder_count; d->data && i > 0; i--)
        maq_files_add_path(d->data, d->request->folders[i - 1]);
    maq_files_options options = {.size = sizeof options, .below = d->data};
    maq_files_for_model(d->model.path, &options, &d->files, name);
    return d->files;
}

// A pattern replaces all textures.
static bool find_textures(drawing *d) {
    if (d->options.show & MAQ_SHOW_UV)
        return true;
    const char *name = NULL;
    const maq_files *files = files_of(d, &name);
    maq_textures_options options = {.size = sizeof options,
                                    .files = files,
                                    .name = name,
                                    .tileset = d->request->tileset,
                                    .store = d->request->store};
    maq_status status = maq_textures_find(d->scene, &options, &d->textures);
    if (status != MAQ_OK) {
        fail(d, CLI_UNREADABLE, maq_status_text(status));
        return false;
    }
    list_findings(d, maq_textures_findings(d->textures));
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
    return number != MAQ_SCENE_NONE || !given;
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
    d->out->frames = MQ_NEW_ARRAY(d->arena, maq_image *, d->out->count);
    maq_status status = d->out->frames ? MAQ_OK : MAQ_NO_MEMORY;
    for (uint32_t i = 0; status == MAQ_OK && i < d->out->count; i++) {
        maq_picture_options options;
        choose_frame(d, i, &options);
        status = maq_picture_draw(d->scene, &options, &d->out->frames[i]);
        // What cannot be drawn is nearly the same in all pictures of a model.
        if (status == MAQ_OK && i == 0)
            list_findings(d, maq_image_findings(d->out->frames[0]));
    }
    if (status != MAQ_OK)
        fail(d, CLI_UNREADABLE, maq_status_text(status));
}

void cli_render_model(cli_job *job, const cli_render_options *options, const cli_settings *settings,
                      unsigned threads, const char *path, cli_render_pictures *out) {
    *out = (cli_render_pictures){.arena = mq_arena_new(NULL)};
    drawing d = {.arena = out->arena,
                 .job = job,
                 .request = options,
                 .settings = settings,
                 .options = options->picture,
                 .out = out};
    d.options.threads = threads;
    if (!out->arena) {
        job->code = CLI_UNREADABLE;
        cli_put_failure(&job->messages, path, maq_status_text(MAQ_NO_MEMORY));
        return;
    }
    if (open_model(&d, path) && find_clip(&d) && find_textures(&d))
        draw(&d);
    maq_textures_free(d.textures);
    maq_files_free(d.files);
    maq_files_free(d.data);
    maq_scene_free(d.scene);
    cli_model_close(&d.model);
    if (job->code > CLI_PROBLEMS)
        cli_render_end(out);
}

void cli_render_end(cli_render_pictures *pictures) {
    for (uint32_t i = 0; pictures->frames && i < pictures->count; i++)
        maq_image_free(pictures->frames[i]);
    mq_arena_free(pictures->arena);
    *pictures = (cli_render_pictures){0};
}

#ifdef MQ_PICTURE
bool cli_render_can_write(void) {
    return true;
}

static maq_status encode(maq_image *const *frames, uint32_t count, uint32_t delay,
                         maq_buffer *bytes) {
    if (count == 1)
        return maq_image_write_png(frames[0], bytes);
    return maq_image_write_apng((const maq_image *const *)frames, count, delay, 0, bytes);
}
#else
bool cli_render_can_write(void) {
    return false;
}

static maq_status encode(maq_image *const *frames, uint32_t count, uint32_t delay,
                         maq_buffer *bytes) {
    (void)frames, (void)count, (void)delay, (void)bytes;
    return MAQ_UNSUPPORTED;
}
#endif

cli_exit cli_render_write(mq_text *text, maq_image *const *frames, uint32_t count, uint32_t delay,
                          const char *path) {
    maq_buffer bytes;
    maq_status status = encode(frames, count, delay, &bytes);
    if (status != MAQ_OK) {
        cli_put_failure(text, path, maq_status_text(status));
        return CLI_UNWRITABLE;
    }
    cli_exit code = cli_save_bytes(text, bytes.data, bytes.length, path);
    maq_buffer_free(&bytes);
    return code;
}
