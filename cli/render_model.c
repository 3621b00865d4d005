// SPDX-License-Identifier: MIT
//
// The pictures of one model.
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "render.h"

// How fast clips are played, how many pictures a clip is at the most, and how long one step of a
// turn is shown.
enum { FRAMES_PER_SECOND = 20, MOST_FRAMES = 240, TURN_DELAY = 80 };

typedef struct render_job {
    mq_arena *arena;
    const cli_render_options *wish;
    const cli_settings *settings;
    mq_text *trouble;
    cli_model model;
    maq_scene *scene;
    maq_textures *textures;
    maq_picture_options options;
    cli_render_pictures *out;
    cli_exit code;
} render_job;

static void fail(render_job *j, cli_exit code, const char *why) {
    if (why)
        cli_put_failure(j->trouble, cli_has_colours(CLI_STDERR), j->model.path, why);
    j->code = cli_worse(j->code, code);
}

static void tell(render_job *j, const maq_findings *findings) {
    cli_findings gathered;
    if (cli_findings_gather(j->arena, findings, NULL, j->settings->level, j->settings->max_findings,
                            &gathered))
        cli_put_findings(j->trouble, cli_has_colours(CLI_STDERR), &j->model, &gathered);
}

static bool open_model(render_job *j, const char *path) {
    cli_model_open(&j->model, path, j->settings);
    if (j->model.document) {
        const maq_findings *findings = maq_document_findings(j->model.document);
        tell(j, findings);
        if (findings->incomplete_reads > 0)
            j->code = cli_worse(j->code, CLI_PROBLEMS);
    }
    if (j->model.status != MAQ_OK) {
        fail(j, CLI_UNREADABLE, cli_model_failure(&j->model));
        return false;
    }
    maq_status status = maq_scene_from_document(j->model.document, NULL, &j->scene);
    if (status == MAQ_UNSUPPORTED)
        fail(j, CLI_WRONG_USAGE, "models of this format cannot be drawn");
    else if (status != MAQ_OK)
        fail(j, CLI_UNREADABLE, maq_status_text(status));
    else
        tell(j, maq_scene_findings(j->scene));
    return status == MAQ_OK;
}

// A pattern in place of all textures needs none.
static bool find_textures(render_job *j) {
    if (j->options.show & MAQ_SHOW_UV)
        return true;
    const char *path = j->model.path;
    maq_textures_options options = {.size = sizeof options,
                                    .model_path = strcmp(path, "-") == 0 ? NULL : path,
                                    .folders = j->wish->folders,
                                    .folder_count = j->wish->folder_count,
                                    .tileset = j->wish->tileset,
                                    .store = j->wish->store};
    maq_status status = maq_textures_find(j->scene, &options, &j->textures);
    if (status != MAQ_OK) {
        fail(j, CLI_UNREADABLE, maq_status_text(status));
        return false;
    }
    tell(j, maq_textures_findings(j->textures));
    j->options.textures = j->textures;
    return true;
}

static bool find_clip(render_job *j) {
    const char *name = j->wish->clip;
    if (!name)
        return true;
    mq_text known;
    mq_text_init(&known, NULL);
    for (uint32_t i = 0; i < j->scene->clip_count; i++) {
        const maq_scene_clip *clip = &j->scene->clips[i];
        if (strcmp(clip->name, name) == 0 && !j->options.clip)
            j->options.clip = clip;
        mq_text_format(&known, "%s %s", i > 0 ? "," : "", clip->name);
    }
    mq_text_char(&known, '\0');
    if (!j->options.clip)
        fail(j, CLI_WRONG_USAGE,
             mq_arena_format(j->arena, "there is no clip '%s'; there %s%s", name,
                             j->scene->clip_count > 0 ? "are:" : "are none",
                             j->scene->clip_count > 0 && known.data ? known.data : ""));
    mq_text_free(&known);
    return j->options.clip != NULL;
}

static void plan_frames(render_job *j) {
    cli_render_pictures *out = j->out;
    out->count = 1;
    if (j->wish->turns > 0) {
        out->count = j->wish->turns;
        out->delay = TURN_DELAY;
    } else if (j->wish->play && j->options.clip->duration > 0) {
        double duration = j->options.clip->duration, frames = ceil(duration * FRAMES_PER_SECOND);
        out->count = frames < MOST_FRAMES ? (uint32_t)frames : MOST_FRAMES;
        double delay = floor(duration * 1000 / out->count + 0.5);
        out->delay = delay < 1 ? 1 : delay < 65535 ? (uint32_t)delay : 65535;
    }
}

// Sets the options for one of the pictures. A turn begins where the view looks from.
static void choose_moment(render_job *j, uint32_t frame, maq_picture_options *options) {
    *options = j->options;
    if (j->wish->turns > 0) {
        if (options->view != MAQ_VIEW_ANGLES)
            maq_view_angles(options->view, &options->yaw, &options->pitch);
        options->view = MAQ_VIEW_ANGLES;
        options->yaw += 360.0f * (float)frame / (float)j->out->count;
    } else if (j->wish->play) {
        options->seconds = (double)options->clip->duration * frame / j->out->count;
    }
}

static void draw(render_job *j) {
    plan_frames(j);
    j->out->frames = MQ_NEW_ARRAY(j->arena, maq_image *, j->out->count);
    maq_status status = j->out->frames ? MAQ_OK : MAQ_NO_MEMORY;
    for (uint32_t i = 0; status == MAQ_OK && i < j->out->count; i++) {
        maq_picture_options options;
        choose_moment(j, i, &options);
        status = maq_picture_draw(j->scene, &options, &j->out->frames[i]);
        // What cannot be drawn is much the same in all pictures of a model.
        if (status == MAQ_OK && i == 0)
            tell(j, maq_image_findings(j->out->frames[0]));
    }
    if (status != MAQ_OK)
        fail(j, CLI_UNREADABLE, maq_status_text(status));
}

cli_exit cli_render_model(mq_arena *arena, const cli_render_options *wish,
                          const cli_settings *settings, unsigned threads, const char *path,
                          mq_text *trouble, cli_render_pictures *out) {
    render_job j = {.arena = arena,
                    .wish = wish,
                    .settings = settings,
                    .trouble = trouble,
                    .options = wish->picture,
                    .out = out};
    *out = (cli_render_pictures){0};
    j.options.threads = threads;
    if (open_model(&j, path) && find_clip(&j) && find_textures(&j))
        draw(&j);
    maq_textures_free(j.textures);
    maq_scene_free(j.scene);
    cli_model_close(&j.model);
    if (j.code > CLI_PROBLEMS)
        cli_render_end(out);
    return j.code;
}

void cli_render_end(cli_render_pictures *pictures) {
    for (uint32_t i = 0; pictures->frames && i < pictures->count; i++)
        maq_image_free(pictures->frames[i]);
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

cli_exit cli_render_write(const char *path, maq_image *const *frames, uint32_t count,
                          uint32_t delay, mq_text *trouble) {
    maq_buffer bytes;
    maq_status status = encode(frames, count, delay, &bytes);
    errno = 0;
    if (status == MAQ_OK) {
        status = mq_file_write(path, bytes.data, bytes.length);
        maq_buffer_free(&bytes);
    }
    if (status == MAQ_OK)
        return CLI_CLEAN;
    // A closed pipe is not worth a word: whoever closed it knows.
    if (status != MAQ_CANNOT_WRITE || errno != EPIPE)
        cli_put_failure(trouble, cli_has_colours(CLI_STDERR), path,
                        status == MAQ_CANNOT_WRITE ? strerror(errno) : maq_status_text(status));
    return CLI_UNWRITABLE;
}
