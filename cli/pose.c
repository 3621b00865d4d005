// SPDX-License-Identifier: MIT
//
// maquette pose: a model as it stands at a moment of a clip, or at many.
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "commands.h"
#include "maquette/motion.h"
#include "model.h"
#include "outputs.h"

// More moments than this are a slip of the pen.
#define MOST_MOMENTS 100000

// A moment of a clip as the command line names it.
typedef struct moment {
    const char *clip; // NULL: at rest
    uint32_t number;
    double seconds;
} moment;

typedef struct pose_run {
    const cli_arguments *arguments;
    mq_arena *arena;
    cli_settings settings;
    maq_severity result_level;
    cli_inputs inputs;
    cli_outputs outputs;
    cli_model *models;
    maq_document *joined; // of several inputs; NULL: there is one
    maq_scene *scene;
    maq_motion *motion;
    moment at, fade;
    double part;  // of the fade; 0: there is none
    double every; // seconds; 0: one moment
    maq_motion_options options;
    cli_exit code;
    uint64_t written, losses;
} pose_run;

static bool wrong(pose_run *run) {
    run->code = cli_worse(run->code, CLI_WRONG_USAGE);
    return false;
}

// ---------------------------------------------------------------------------------- the command line

static bool read_seconds(const char *option, const char *text, size_t length, double *out) {
    const char *stop = mq_parse_double(text, text + length, out);
    if (stop == text || stop != text + length || !isfinite(*out)) {
        cli_error("'%.*s' is no value for --%s: a number is needed", (int)length, text, option);
        return false;
    }
    return true;
}

// NAME:TIME:PART, and names may have colons of their own.
static bool read_fade(pose_run *run, const char *text) {
    const char *last = strrchr(text, ':');
    const char *middle = last;
    while (middle && middle > text && *--middle != ':')
        continue;
    if (!middle || *middle != ':' || middle == last) {
        cli_error("'%s' is no value for --fade: NAME:TIME:PART is needed", text);
        return false;
    }
    run->fade.clip = mq_arena_text(run->arena, text, (size_t)(middle - text));
    if (!read_seconds("fade", middle + 1, (size_t)(last - middle - 1), &run->fade.seconds) ||
        !read_seconds("fade", last + 1, strlen(last + 1), &run->part))
        return false;
    if (!run->fade.clip || run->part < 0 || run->part > 1) {
        cli_error("the PART of --fade is a number from 0 to 1");
        return false;
    }
    return true;
}

static bool read_options(pose_run *run) {
    const cli_arguments *arguments = run->arguments;
    const char *time = arguments->values[CLI_OPT_TIME], *every = arguments->values[CLI_OPT_EVERY];
    run->at.clip = arguments->values[CLI_OPT_CLIP];
    run->options = (maq_motion_options){.size = sizeof run->options,
                                        .loop = MAQ_LOOP_CLAMP,
                                        .like_game = arguments->given[CLI_OPT_LIKE_GAME]};
    if ((time || every || arguments->given[CLI_OPT_FADE]) && !run->at.clip) {
        cli_error("which clip? Name it with --clip; maquette info lists them");
        return false;
    }
    if (time && every) {
        cli_error("--time means one moment, --every many: choose one of them");
        return false;
    }
    if (time && !read_seconds("time", time, strlen(time), &run->at.seconds))
        return false;
    if (every && !read_seconds("every", every, strlen(every), &run->every))
        return false;
    if (every && !(run->every > 0)) {
        cli_error("--every needs a number of seconds above 0");
        return false;
    }
    return !arguments->given[CLI_OPT_FADE] || read_fade(run, arguments->values[CLI_OPT_FADE]);
}

// ------------------------------------------------------------------------------------------- the clip

static void put_clips(mq_text *text, const maq_scene *scene) {
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        char seconds[MQ_NUMBER_TEXT_MAX];
        mq_print_float(seconds, scene->clips[i].duration);
        mq_text_string(text, i == 0 ? " '" : ", '");
        cli_put_safe(text, scene->clips[i].name, strlen(scene->clips[i].name));
        mq_text_format(text, "' (%s s)", seconds);
    }
}

static bool find_clip(pose_run *run, moment *at, const char *option) {
    const maq_scene *scene = run->scene;
    at->number = MAQ_SCENE_NONE;
    for (uint32_t i = 0; at->clip && i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, at->clip) == 0) {
            at->number = i;
            break;
        }
    }
    if (!at->clip)
        return true;
    char seconds[MQ_NUMBER_TEXT_MAX], length[MQ_NUMBER_TEXT_MAX];
    if (at->number == MAQ_SCENE_NONE) {
        mq_text text;
        mq_text_init(&text, NULL);
        mq_text_format(&text, "maquette: there is no clip '%s'; ", at->clip);
        mq_text_string(&text, scene->clip_count ? "there are:" : "the model has none");
        put_clips(&text, scene);
        mq_text_char(&text, '\n');
        cli_write_text(CLI_STDERR, &text);
        return wrong(run);
    }
    double all = scene->clips[at->number].duration;
    // A time that is written with fewer digits than the length has is meant to be within it.
    if (at->seconds < 0 || at->seconds > all + 1e-6 * fmax(1, all)) {
        mq_print_double(seconds, at->seconds);
        mq_print_float(length, scene->clips[at->number].duration);
        cli_error("--%s: %s is not within the clip '%s', which goes from 0 to %s seconds", option,
                  seconds, at->clip, length);
        return wrong(run);
    }
    return true;
}

// ----------------------------------------------------------------------------------------- the model

static void tell_findings(const pose_run *run, const cli_model *model, const maq_document *document,
                          maq_severity level) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_settings settings = run->settings;
    settings.level = level;
    cli_put_document_findings(&text, cli_has_colours(CLI_STDERR), model, document, &settings);
    cli_write_text(CLI_STDERR, &text);
}

static void tell_failure(pose_run *run, cli_exit code, const char *path, const char *failure) {
    mq_text text;
    mq_text_init(&text, NULL);
    if (failure)
        cli_put_failure(&text, cli_has_colours(CLI_STDERR), path, failure);
    cli_write_text(CLI_STDERR, &text);
    run->code = cli_worse(run->code, code);
}

static bool open_models(pose_run *run) {
    bool good = true;
    run->models = MQ_NEW_ARRAY(run->arena, cli_model, run->inputs.count);
    for (size_t i = 0; run->models && i < run->inputs.count; i++) {
        cli_model *model = &run->models[i];
        cli_model_open(model, run->inputs.items[i].path, &run->settings);
        if (model->document)
            tell_findings(run, model, model->document, run->settings.level);
        if (model->status != MAQ_OK)
            tell_failure(run, CLI_UNREADABLE, model->path, cli_model_failure(model));
        good = good && model->status == MAQ_OK;
    }
    return run->models && good;
}

// The first variant of a family that several models can be joined into.
static maq_status join_in_family(pose_run *run, const maq_input *inputs, const char *family) {
    maq_status status = MAQ_UNSUPPORTED;
    const maq_format *format;
    for (size_t i = 0; status == MAQ_UNSUPPORTED && (format = maq_format_at(i)); i++) {
        for (uint32_t k = 0; k < format->variant_count && status == MAQ_UNSUPPORTED; k++) {
            if (strcmp(format->family, family) == 0)
                status = maq_join(inputs, run->inputs.count, format->variants[k].name, NULL,
                                  &run->joined);
        }
    }
    return status;
}

// Several inputs become one as in convert: of the variant of the first, or of one that can be.
static bool join_models(pose_run *run, const maq_input *inputs) {
    const maq_document *first = run->models[0].document;
    maq_status status =
        maq_join(inputs, run->inputs.count, maq_document_variant(first)->name, NULL, &run->joined);
    if (status == MAQ_UNSUPPORTED)
        status = join_in_family(run, inputs, maq_document_format(first)->family);
    if (run->joined)
        tell_findings(run, &run->models[0], run->joined, run->result_level);
    if (status == MAQ_UNSUPPORTED)
        cli_error("these models cannot be joined into one (%s)", maq_document_variant(first)->name);
    else if (status != MAQ_OK)
        cli_error("the models cannot be joined: %s", maq_status_text(status));
    if (status != MAQ_OK)
        run->code =
            cli_worse(run->code, status == MAQ_UNSUPPORTED ? CLI_WRONG_USAGE : CLI_UNREADABLE);
    return status == MAQ_OK;
}

static bool make_motion(pose_run *run) {
    const maq_document *document = run->joined ? run->joined : run->models[0].document;
    maq_status status = maq_scene_from_document(document, NULL, &run->scene);
    if (status == MAQ_OK)
        status = maq_motion_new(run->scene, NULL, &run->motion);
    if (status != MAQ_OK) {
        bool unsupported = status == MAQ_UNSUPPORTED;
        tell_failure(run, unsupported ? CLI_WRONG_USAGE : CLI_UNREADABLE, run->models[0].path,
                     unsupported ? "this format has no poses" : maq_status_text(status));
    }
    return status == MAQ_OK;
}

// ---------------------------------------------------------------------------------------- the output

// Brings the model to a moment and writes it. `told`: what it leaves out has been said already.
static bool write_moment(pose_run *run, const maq_variant *to, double seconds, const char *path,
                         bool told) {
    maq_status status =
        run->part > 0 ? maq_motion_crossfade(run->motion, run->at.number, seconds, run->fade.number,
                                             run->fade.seconds, run->part, &run->options)
                      : maq_motion_pose(run->motion, run->at.number, seconds, &run->options);
    maq_document *made = NULL;
    maq_convert_options options = {.size = sizeof options,
                                   .max_findings = run->settings.max_kept,
                                   .strict = run->settings.strict};
    if (status == MAQ_OK)
        status = maq_motion_document(run->motion, to->name, &options, &made);
    if (made) {
        run->losses += maq_document_findings(made)->losses;
        if (!told)
            tell_findings(run, &run->models[0], made, run->result_level);
    }
    errno = 0;
    if (status == MAQ_OK)
        status = maq_save_file(made, NULL, path);
    maq_close(made);
    if (status == MAQ_CANNOT_WRITE)
        tell_failure(run, CLI_UNWRITABLE, path, errno == EPIPE ? NULL : strerror(errno));
    else if (status == MAQ_LOSS_REFUSED)
        tell_failure(run, CLI_PROBLEMS, path, "not written, because of the losses (--strict)");
    else if (status != MAQ_OK)
        tell_failure(run, status == MAQ_UNSUPPORTED ? CLI_WRONG_USAGE : CLI_UNREADABLE, path,
                     maq_status_text(status));
    run->written += status == MAQ_OK;
    return status == MAQ_OK;
}

// The name of a clip as part of a file's name.
static const char *file_stem(mq_arena *arena, const char *clip) {
    char *stem = mq_arena_text(arena, *clip ? clip : "clip", *clip ? strlen(clip) : 4);
    for (char *c = stem; c && *c; c++) {
        if ((unsigned char)*c < 32 || strchr("/\\:*?\"<>|", *c))
            *c = '_';
    }
    return stem;
}

static void write_moments(pose_run *run, const maq_variant *to, const char *folder) {
    double length = run->scene->clips[run->at.number].duration;
    double steps = floor(length / run->every + 1e-6);
    if (steps >= MOST_MOMENTS) {
        cli_error("--every would make more than %d files", MOST_MOMENTS);
        wrong(run);
        return;
    }
    cli_progress progress;
    const char *stem = file_stem(run->arena, run->at.clip);
    cli_finish_on_interrupt();
    cli_progress_start(&progress, "posing", (size_t)steps + 1, run->settings.quiet);
    for (uint32_t i = 0; i <= (uint32_t)steps && !cli_interrupted(); i++) {
        const char *path =
            stem ? mq_arena_format(run->arena, "%s%s_%04u%s", folder, stem, i, to->extension)
                 : NULL;
        bool good = path && cli_make_folder_of(path);
        if (!good)
            tell_failure(run, CLI_UNWRITABLE, folder, path ? strerror(errno) : "no memory");
        if (!good || !write_moment(run, to, fmin(i * run->every, length), path, i > 0))
            break;
        cli_progress_step(&progress);
    }
    cli_progress_clear(&progress);
}

static void tell_summary(const pose_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "posed ");
    cli_put_count(&text, run->written, "file", "files");
    mq_text_string(&text, ": ");
    cli_put_count(&text, run->losses, "loss", "losses");
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDERR, &text);
}

// With --every OUT is a folder, there or not, and OBJ what everything reads.
static cli_arguments for_folder(pose_run *run) {
    cli_arguments arguments = *run->arguments;
    const char *out = arguments.values[CLI_OPT_OUT];
    if (run->every > 0 && out && *out)
        arguments.values[CLI_OPT_OUT] =
            mq_arena_format(run->arena, "%s%s", out, out[strlen(out) - 1] == '/' ? "" : "/");
    if (run->every > 0 && !arguments.values[CLI_OPT_TO])
        arguments.values[CLI_OPT_TO] = "obj";
    return arguments;
}

static void run_pose(pose_run *run) {
    cli_arguments arguments = for_folder(run);
    cli_exit found = cli_inputs_find(run->arena, run->arguments, &run->inputs);
    if (found != CLI_CLEAN || run->inputs.count == 0) {
        run->code = cli_worse(found, CLI_UNREADABLE);
        return;
    }
    run->code = cli_outputs_plan(run->arena, &arguments, &run->inputs, &run->outputs);
    if (run->code != CLI_CLEAN)
        return;
    if (run->outputs.folder && !(run->every > 0)) {
        cli_error("one moment is one file: name it with -o, or use --every");
        wrong(run);
        return;
    }
    if (!open_models(run))
        return;
    maq_input *inputs = MQ_NEW_ARRAY(run->arena, maq_input, run->inputs.count);
    for (size_t i = 0; inputs && i < run->inputs.count; i++)
        inputs[i].document = run->models[i].document;
    if (!inputs || (run->inputs.count > 1 && !join_models(run, inputs)) || !make_motion(run) ||
        !find_clip(run, &run->at, "time") || !find_clip(run, &run->fade, "fade"))
        return;
    const maq_variant *to = cli_output_variant(&run->outputs, inputs, run->inputs.count);
    if (run->every > 0)
        write_moments(run, to, arguments.values[CLI_OPT_OUT]);
    else
        write_moment(run, to, run->at.seconds, run->outputs.paths[0], false);
    if (!run->settings.quiet)
        tell_summary(run);
}

cli_exit cli_pose(const cli_arguments *arguments) {
    pose_run run = {.arguments = arguments, .result_level = MAQ_NOTE, .arena = mq_arena_new(NULL)};
    if (!run.arena) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) || !read_options(&run)) {
        run.code = CLI_WRONG_USAGE;
    } else {
        if (arguments->given[CLI_OPT_LEVEL])
            run.result_level = run.settings.level;
        run_pose(&run);
    }
    maq_motion_free(run.motion);
    maq_scene_free(run.scene);
    maq_close(run.joined);
    for (size_t i = 0; run.models && i < run.inputs.count; i++)
        cli_model_close(&run.models[i]);
    mq_arena_free(run.arena);
    return run.code;
}
