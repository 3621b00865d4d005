// SPDX-License-Identifier: MIT
//
// maquette pose: a model in the pose of one time of a clip, or of many.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "batch.h"
#include "clips.h"
#include "commands.h"
#include "format_settings.h"
#include "image_options.h"
#include "join.h"
#include "maquette/motion.h"
#include "outputs.h"
#include "save.h"

// More files than this are a mistake.
#define MOST_POSES 100000

// A time of a clip as the command line names it.
typedef struct clip_time {
    const char *clip; // NULL: the rest pose
    uint32_t number;
    double seconds;
} clip_time;

typedef struct pose_run {
    const cli_arguments *arguments;
    mq_arena *arena;
    cli_settings settings;
    cli_inputs inputs;
    cli_outputs outputs;
    cli_joined joined;
    maq_motion *motion;
    cli_image_options images;
    cli_saved_images saved_images;
    clip_time at, fade;
    double part;  // of the fade; 0: there is none
    double every; // seconds; 0: one pose
    maq_motion_options options;
    mq_text messages; // not printed yet
    bool needs_clip;
    cli_exit code;
    uint64_t written, losses;
} pose_run;

static void print_messages(pose_run *run) {
    cli_write_text(CLI_STDERR, &run->messages);
    mq_text_init(&run->messages, NULL);
}

// Always false.
static bool fail(pose_run *run, cli_exit code, const char *path, const char *message) {
    cli_put_failure(&run->messages, path, message ? message : maq_status_text(MAQ_NO_MEMORY));
    run->code = cli_worse(run->code, code);
    return false;
}

// ---------------------------------------------------------------------------------- the command line

static bool read_seconds(const char *option, const char *text, size_t length, double *out) {
    const char *stop = mq_parse_double(text, text + length, out);
    if (stop == text || stop != text + length || !isfinite(*out)) {
        cli_error("'%.*s' is not a value for --%s: it is a number", (int)length, text, option);
        return false;
    }
    return true;
}

// NAME:TIME:PART, where the name may contain colons.
static bool read_fade(pose_run *run, const char *text) {
    const char *last = strrchr(text, ':');
    const char *middle = last;
    while (middle && middle > text && *--middle != ':')
        continue;
    if (!middle || *middle != ':' || middle == last) {
        cli_error("'%s' is not a value for --fade: write it as NAME:TIME:PART", text);
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
    if (cli_attachment_problem(arguments)) {
        cli_error("%s", cli_attachment_problem(arguments));
        return false;
    }
    if (!cli_image_options_read(arguments, &run->images))
        return false;
    const char *time = arguments->values[CLI_OPT_TIME], *every = arguments->values[CLI_OPT_EVERY];
    run->at.clip = arguments->values[CLI_OPT_CLIP];
    run->options = (maq_motion_options){.size = sizeof run->options,
                                        .loop = MAQ_LOOP_CLAMP,
                                        .like_game = arguments->given[CLI_OPT_LIKE_GAME]};
    run->needs_clip = time || every || arguments->given[CLI_OPT_FADE];
    if (time && every) {
        cli_error("--time asks for one pose, --every for many: use one of them");
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

// With --every OUT is a folder, whether it exists or not, and OBJ is the default format.
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

// ----------------------------------------------------------------------------------------- the model

static void list_findings(pose_run *run, const maq_findings *findings) {
    cli_exit code = cli_list_findings(&run->messages, &run->joined.subject, findings,
                                      &run->settings, run->settings.result_level);
    run->code = cli_worse(run->code, code);
}

// Several inputs become one model, as in convert.
static bool open_model(pose_run *run) {
    bool good = cli_joined_open(run->arena, run->arguments, &run->inputs, &run->settings,
                                &run->messages, &run->joined);
    run->joined.embed_images =
        run->images.mode != MAQ_IMAGES_LINK && run->images.mode != MAQ_IMAGES_NONE;
    good = good && cli_joined_make_scene(run->arena, &run->settings, run->settings.result_level,
                                         true, &run->messages, &run->joined);
    run->code = cli_worse(run->code, run->joined.code);
    if (!good)
        return false;
    const maq_memory *memory = &run->joined.models[0].memory;
    maq_status status = maq_motion_new(run->joined.scene, memory, &run->motion);
    return status == MAQ_OK || fail(run, cli_exit_for(status), run->joined.subject.path,
                                    cli_status_text(run->arena, memory, status));
}

static bool find_clip(pose_run *run, clip_time *at, const char *option) {
    const maq_scene *scene = run->joined.scene;
    const char *path = run->joined.subject.path;
    at->number = MAQ_SCENE_NONE;
    if (!at->clip)
        return at != &run->at || !run->needs_clip ||
               fail(run, CLI_WRONG_USAGE, path, cli_missing_clip(run->arena, scene));
    at->number = cli_find_clip(scene, at->clip);
    if (at->number == MAQ_SCENE_NONE)
        return fail(run, CLI_WRONG_USAGE, path, cli_unknown_clip(run->arena, scene, at->clip));
    double duration = scene->clips[at->number].duration;
    // A time that is written with fewer digits than the duration has still counts as within it.
    if (at->seconds >= 0 && at->seconds <= duration + 1e-6 * fmax(1, duration))
        return true;
    char seconds[MQ_NUMBER_TEXT_MAX], end[MQ_NUMBER_TEXT_MAX];
    mq_print_double(seconds, at->seconds);
    mq_print_float(end, scene->clips[at->number].duration);
    return fail(run, CLI_WRONG_USAGE, path,
                mq_arena_format(run->arena,
                                "--%s: %s is not within the clip '%s', which goes from 0 to %s "
                                "seconds",
                                option, seconds, at->clip, end));
}

// ---------------------------------------------------------------------------------------- the output

// What becomes of the images of a pose that goes to `path`. False when there is no memory.
static bool set_image_options(const pose_run *run, const maq_variant *to, const char *path,
                              maq_convert_options *options) {
    // All files of --every are right in the folder, wherever the model is.
    cli_input input = run->inputs.items[0];
    const char *slash = strrchr(input.path, '/');
    input.below = slash ? (uint32_t)(slash + 1 - input.path) : 0;
    options->files = maq_document_files(run->joined.models[0].document, &options->name);
    return cli_image_options_apply(&run->images, &run->outputs, to, path, &input, run->arena,
                                   options);
}

// Writes the pose at one time. Losses are nearly the same in all poses, so one pose lists them.
static bool write_pose(pose_run *run, const maq_variant *to, double seconds, const char *path,
                       bool list) {
    maq_status status =
        run->part > 0 ? maq_motion_crossfade(run->motion, run->at.number, seconds, run->fade.number,
                                             run->fade.seconds, run->part, &run->options)
                      : maq_motion_pose(run->motion, run->at.number, seconds, &run->options);
    maq_document *posed = NULL;
    const maq_memory *memory = &run->joined.models[0].memory;
    maq_convert_options options = {.size = sizeof options,
                                   .memory = memory,
                                   .max_findings = run->settings.max_kept,
                                   .strict = run->settings.strict};
    if (status == MAQ_OK && !set_image_options(run, to, path, &options))
        status = MAQ_NO_MEMORY;
    if (status == MAQ_OK)
        status = maq_motion_document(run->motion, to->name, &options, &posed);
    if (posed) {
        run->losses += maq_document_findings(posed)->losses;
        if (list)
            list_findings(run, maq_document_findings(posed));
    }
    bool good = status == MAQ_OK;
    if (good) {
        const char *failure;
        cli_exit code =
            cli_save_document(run->arena, posed, memory, path, &run->saved_images, &failure);
        if (failure)
            cli_put_failure(&run->messages, path, failure);
        run->code = cli_worse(run->code, code);
        good = code == CLI_CLEAN;
    } else {
        fail(run, cli_exit_for(status), path,
             status == MAQ_LOSS_REFUSED ? "not written, because of the losses (--strict)"
                                        : cli_status_text(run->arena, memory, status));
    }
    maq_close(posed);
    run->written += good;
    return good;
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

static bool write_poses(pose_run *run, const maq_variant *to, const char *folder) {
    double duration = run->joined.scene->clips[run->at.number].duration;
    double steps = floor(duration / run->every + 1e-6);
    if (steps >= MOST_POSES)
        return fail(run, CLI_WRONG_USAGE, run->joined.subject.path,
                    mq_arena_format(run->arena,
                                    "--every would make too many files: the limit is %d",
                                    MOST_POSES));
    cli_progress progress;
    const char *stem = file_stem(run->arena, run->at.clip);
    cli_finish_on_interrupt();
    cli_progress_start(&progress, "posing", (size_t)steps + 1, run->settings.quiet);
    bool good = true;
    for (uint32_t i = 0; good && i <= (uint32_t)steps && !cli_interrupted(); i++) {
        const char *path =
            stem ? mq_arena_format(run->arena, "%s%s_%04u%s", folder, stem, i, to->extension)
                 : NULL;
        good = path ? write_pose(run, to, fmin(i * run->every, duration), path, i == 0)
                    : fail(run, CLI_UNREADABLE, folder, NULL);
        if (run->messages.length > 0)
            cli_progress_clear(&progress);
        print_messages(run);
        cli_progress_step(&progress);
    }
    cli_progress_clear(&progress);
    return good;
}

static void run_pose(pose_run *run) {
    cli_arguments arguments = for_folder(run);
    cli_exit found = cli_inputs_find(run->arena, run->arguments, &run->inputs);
    if (found != CLI_CLEAN || run->inputs.count == 0) {
        run->code = cli_worse(found, CLI_UNREADABLE);
        return;
    }
    // The files in a folder are named after the clip, so inputs of one name do not clash.
    cli_inputs first = run->inputs;
    first.count = 1;
    run->code = cli_outputs_plan(run->arena, &arguments, run->every > 0 ? &first : &run->inputs,
                                 &run->outputs);
    if (run->code != CLI_CLEAN)
        return;
    if (run->outputs.folder && !(run->every > 0)) {
        cli_error("one pose is one file: name it with -o, or use --every");
        run->code = CLI_WRONG_USAGE;
        return;
    }
    const char *problem = cli_image_options_problem(&run->images, &run->outputs);
    if (problem) {
        cli_error("%s", problem);
        run->code = CLI_WRONG_USAGE;
        return;
    }
    if (!open_model(run) || !find_clip(run, &run->at, "time") ||
        !find_clip(run, &run->fade, "fade"))
        return;
    const maq_variant *to =
        cli_output_variant(&run->outputs, run->joined.inputs, run->joined.count);
    if (run->every > 0)
        write_poses(run, to, arguments.values[CLI_OPT_OUT]);
    else
        write_pose(run, to, run->at.seconds, run->outputs.paths[0], true);
    print_messages(run);
    cli_summary summary;
    cli_summary_start(&summary, "posed", run->written, "file", "files");
    cli_summary_count(&summary, run->losses, "loss", "losses");
    cli_saved_images_put(&run->saved_images, &summary);
    cli_summary_print(&summary, &run->settings);
}

cli_exit cli_pose(mq_arena *arena, const cli_arguments *arguments) {
    pose_run run = {.arguments = arguments, .arena = arena};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) || !read_options(&run))
        return CLI_WRONG_USAGE;
    mq_text_init(&run.messages, NULL);
    if (cli_saved_images_init(&run.saved_images))
        run_pose(&run);
    else
        run.code = cli_no_memory();
    print_messages(&run);
    maq_motion_free(run.motion);
    cli_joined_close(&run.joined);
    cli_saved_images_free(&run.saved_images);
    return run.code;
}
