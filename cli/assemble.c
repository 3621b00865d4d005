// SPDX-License-Identifier: MIT
//
// maquette assemble: droids and structures of Warzone 2100.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/value.h"
#include "commands.h"
#include "files.h"
#include "image_options.h"
#include "maquette/warzone.h"
#include "render.h"
#include "save.h"

typedef struct assemble_run {
    mq_arena *arena;
    const cli_arguments *arguments;
    cli_settings settings;
    maq_memory memory; // with the budget of the game's data and of what is assembled
    maq_warzone_design design;
    const maq_files *files;
    maq_warzone *game;
    maq_warzone_assembly *assembly;
    cli_saved_images saved_images;
} assemble_run;

// ----------------------------------------------------------------------------------------- options

static bool read_degrees(const cli_arguments *arguments, cli_option_id option, double *out) {
    const char *text = arguments->values[option];
    if (!text)
        return true;
    const char *end = text + strlen(text);
    if (text != end && mq_parse_double(text, end, out) == end && isfinite(*out))
        return true;
    cli_error("'%s' is not a value for --%s: it is a number of degrees", text,
              cli_options.items[option].name);
    return false;
}

static bool read_weapons(assemble_run *run) {
    size_t count = 0;
    for (size_t i = 0; i < run->arguments->setting_count; i++) {
        const cli_given_setting *given = &run->arguments->settings[i];
        if (given->option != &cli_options.items[CLI_OPT_WEAPON])
            continue;
        if (count == MAQ_WARZONE_MAX_WEAPONS) {
            cli_error("a droid has at most three weapons");
            return false;
        }
        run->design.weapons[count++] = given->value;
    }
    return true;
}

static bool read_design(assemble_run *run) {
    const char *const *values = run->arguments->values;
    maq_warzone_design *design = &run->design;
    const char *faction = values[CLI_OPT_FACTION];
    *design = (maq_warzone_design){.size = sizeof *design,
                                   .body = values[CLI_OPT_BODY],
                                   .propulsion = values[CLI_OPT_PROPULSION],
                                   .sensor = values[CLI_OPT_SENSOR],
                                   .ecm = values[CLI_OPT_ECM],
                                   .repair = values[CLI_OPT_REPAIR],
                                   .construction = values[CLI_OPT_CONSTRUCT],
                                   .brain = values[CLI_OPT_BRAIN],
                                   .structure = values[CLI_OPT_STRUCTURE],
                                   .moving = run->arguments->given[CLI_OPT_MOVING]};
    if (faction && strcmp(faction, "normal") != 0)
        design->faction = faction;
    if (!read_weapons(run) || !read_degrees(run->arguments, CLI_OPT_TURN, &design->turn) ||
        !read_degrees(run->arguments, CLI_OPT_PITCH, &design->pitch))
        return false;
    if (run->arguments->given[CLI_OPT_LIST])
        return true;
    bool droid = design->body || design->propulsion || design->weapons[0] || design->sensor ||
                 design->ecm || design->repair || design->construction || design->brain;
    if (design->structure && droid) {
        cli_error("a structure has the weapons of its stats: --structure excludes the parts of "
                  "droids");
        return false;
    }
    if (!design->structure && !design->body) {
        cli_error("assemble needs a --body or a --structure; --list bodies shows what there is");
        return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ listing

static void list_stats(const assemble_run *run, mq_text *text, mq_node *list) {
    size_t count;
    const char *const *names = maq_warzone_stats(run->game, &count);
    for (size_t i = 0; i < count; i++) {
        mq_put_text(list, NULL, names[i]);
        if (run->settings.json)
            continue;
        if (*names[i])
            cli_put_safe(text, names[i], strlen(names[i]));
        else
            mq_text_string(text, "(in the folder stats itself: --stats is not needed)");
        mq_text_char(text, '\n');
    }
}

static void list_items(const assemble_run *run, maq_warzone_kind kind, mq_text *text,
                       mq_node *list) {
    size_t count;
    const maq_warzone_item *items = maq_warzone_items(run->game, kind, &count);
    for (size_t i = 0; i < count; i++) {
        mq_node *object = mq_put_object(list, NULL);
        mq_put_text(object, "id", items[i].id);
        mq_put_text(object, "name", items[i].name);
        mq_put_bool(object, "designable", items[i].designable);
        if (run->settings.json)
            continue;
        size_t width = strlen(items[i].id);
        cli_put_safe(text, items[i].id, width);
        do
            mq_text_char(text, ' ');
        while (++width < 30);
        cli_put_safe(text, items[i].name, strlen(items[i].name));
        mq_text_string(text, items[i].designable ? "\n" : " (players cannot choose it)\n");
    }
}

static void print_list(const assemble_run *run, const char *kind) {
    // In the order of maq_warzone_kind.
    static const char *const kinds[MAQ_WARZONE_KIND_COUNT] = {
        "bodies",  "propulsions", "weapons", "sensors",   "ecms",
        "repairs", "constructs",  "brains",  "structures"};
    mq_text text;
    mq_text_init(&text, NULL);
    mq_node *list = mq_value_root(run->arena, MAQ_VALUE_ARRAY);
    size_t i = 0;
    while (i < MAQ_WARZONE_KIND_COUNT && strcmp(kinds[i], kind) != 0)
        i++;
    if (i == MAQ_WARZONE_KIND_COUNT)
        list_stats(run, &text, list);
    else
        list_items(run, (maq_warzone_kind)i, &text, list);
    if (run->settings.json)
        cli_put_json(&text, run->arena, list, false);
    cli_write_text(CLI_STDOUT, &text);
}

// ------------------------------------------------------------------------------------------- output

static cli_exit draw(assemble_run *run, cli_job *job, const char *out) {
    cli_render_options options;
    maq_image_store *store = NULL;
    if (!cli_render_can_write()) {
        cli_error("this build cannot write pictures: it was made without libpng");
        return CLI_WRONG_USAGE;
    }
    if (!cli_render_read(run->arguments, &options))
        return CLI_WRONG_USAGE;
    if (maq_image_store_new(NULL, &store) != MAQ_OK)
        return cli_no_memory();
    atomic_bool tileset_found = false;
    options.store = store;
    options.tileset_found = &tileset_found;
    cli_render_pictures pictures;
    cli_render_scene(job, &options, &run->settings, out, run->assembly->scene, &run->memory,
                     run->files, run->assembly->parts[0].model, &pictures);
    if (pictures.count > 0)
        job->code = cli_worse(job->code, cli_render_write(&job->messages, &pictures, out));
    cli_render_end(&pictures);
    maq_image_store_free(store);
    return job->code;
}

static cli_exit convert(assemble_run *run, cli_job *job, const char *out) {
    cli_inputs none = {0};
    cli_outputs outputs;
    cli_exit code = cli_outputs_plan(run->arena, run->arguments, &none, &outputs);
    if (code != CLI_CLEAN)
        return code;
    if (outputs.folder) {
        cli_error("%s: a model is one file: name it with -o", out);
        return CLI_WRONG_USAGE;
    }
    maq_document *document = NULL;
    cli_model subject = {.path = out};
    maq_convert_options options = {.size = sizeof options,
                                   .max_findings = run->settings.max_kept,
                                   .strict = run->settings.strict,
                                   .memory = &run->memory,
                                   .files = run->files,
                                   .name = run->assembly->parts[0].model};
    const maq_variant *variant = cli_output_variant(&outputs, NULL, 0);
    cli_image_options images;
    if (!cli_image_options_read(run->arguments, &images))
        return CLI_WRONG_USAGE;
    if (cli_image_options_problem(&images, &outputs)) {
        cli_error("%s", cli_image_options_problem(&images, &outputs));
        return CLI_WRONG_USAGE;
    }
    cli_image_options_apply(&images, &outputs, variant, out, NULL, run->arena, &options);
    maq_status status = maq_scene_convert(run->assembly->scene, variant->name, &options, &document);
    if (document)
        code = cli_list_findings(&job->messages, &subject, maq_document_findings(document),
                                 &run->settings, run->settings.result_level);
    if (status == MAQ_OK) {
        const char *failure;
        code = cli_worse(code, cli_save_document(run->arena, document, &run->memory, out,
                                                 &run->saved_images, &failure));
        if (failure)
            cli_put_failure(&job->messages, out, failure);
    } else {
        cli_put_failure(&job->messages, out,
                        status == MAQ_LOSS_REFUSED
                            ? "not written, because of the losses (--strict)"
                            : cli_status_text(run->arena, &run->memory, status));
        code = cli_worse(code, cli_exit_for(status));
    }
    maq_close(document);
    return code;
}

// --------------------------------------------------------------------------------------- the whole

// Lists what the stats of the game have wrong.
static cli_exit report_game(const assemble_run *run, mq_text *text) {
    size_t count = 0;
    cli_exit code = CLI_CLEAN;
    const maq_warzone_file *files = run->game ? maq_warzone_files(run->game, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        cli_model model = {.path = files[i].path,
                           .document = MQ_WRITABLE(maq_document, files[i].document)};
        code = cli_worse(code, cli_list_findings(text, &model, files[i].findings, &run->settings,
                                                 run->settings.level));
    }
    return code;
}

// Whether the names of the stats are asked for: they are known before one of them is chosen and read.
static bool lists_stats(const assemble_run *run) {
    const char *list = run->arguments->values[CLI_OPT_LIST];
    size_t count = 0;
    if (run->game)
        maq_warzone_stats(run->game, &count);
    return list && strcmp(list, "stats") == 0 && count > 0;
}

static cli_exit open_game(assemble_run *run, mq_text *text) {
    maq_warzone_options options = {.size = sizeof options,
                                   .stats = run->arguments->values[CLI_OPT_STATS],
                                   .memory = &run->memory};
    maq_status status = maq_warzone_open(run->files, &options, &run->game);
    if (lists_stats(run))
        return CLI_CLEAN;
    cli_exit code = report_game(run, text);
    if (status == MAQ_OK)
        return code;
    if (status != MAQ_BAD_DATA)
        cli_error("%s", cli_status_text(run->arena, &run->memory, status));
    return cli_worse(code, CLI_UNREADABLE);
}

static cli_exit assemble(assemble_run *run, cli_job *job, const char *out) {
    maq_status status = maq_warzone_assemble(run->game, &run->design, &run->memory, &run->assembly);
    // What cannot be assembled is about the options or the data, not about OUT.
    cli_model subject = {.path = status == MAQ_OK ? out : "maquette"};
    cli_exit code = CLI_CLEAN;
    if (run->assembly)
        code = cli_list_findings(&job->messages, &subject, run->assembly->findings, &run->settings,
                                 run->settings.result_level);
    if (status == MAQ_BAD_DATA)
        return CLI_WRONG_USAGE; // the findings say why
    if (status != MAQ_OK) {
        cli_error("%s", cli_status_text(run->arena, &run->memory, status));
        return CLI_UNREADABLE;
    }
    bool picture =
        cli_same_ignoring_case(cli_extension(out), ".png") && !run->arguments->given[CLI_OPT_TO];
    return cli_worse(code, picture ? draw(run, job, out) : convert(run, job, out));
}

static cli_exit run_assemble(assemble_run *run) {
    const char *out = run->arguments->values[CLI_OPT_OUT];
    const char *list = run->arguments->values[CLI_OPT_LIST];
    if (!list && (!out || !*out)) {
        cli_error("assemble needs to know where to write: -o OUT");
        return CLI_WRONG_USAGE;
    }
    run->files = cli_files_data(run->arguments->files);
    if (!run->files) {
        cli_error("assemble needs the data of the game: --data base.wz --data mp.wz");
        return CLI_WRONG_USAGE;
    }
    cli_job job = {.index = 0};
    mq_text_init(&job.messages, NULL);
    cli_exit code = open_game(run, &job.messages);
    if (code < CLI_WRONG_USAGE && list)
        print_list(run, list);
    else if (code < CLI_WRONG_USAGE)
        code = cli_worse(code, assemble(run, &job, out));
    cli_write_text(CLI_STDERR, &job.messages);
    if (code < CLI_WRONG_USAGE && !list) {
        cli_summary summary;
        cli_summary_start(&summary, "assembled", run->assembly->part_count, "part", "parts");
        cli_saved_images_put(&run->saved_images, &summary);
        cli_summary_print(&summary, &run->settings);
    }
    return code;
}

cli_exit cli_assemble(mq_arena *arena, const cli_arguments *arguments) {
    assemble_run run = {.arena = arena, .arguments = arguments};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) || !read_design(&run))
        return CLI_WRONG_USAGE;
    if (cli_memory_make(&run.settings, &run.memory) != MAQ_OK)
        return cli_no_memory();
    cli_exit code = cli_saved_images_init(&run.saved_images) ? run_assemble(&run) : cli_no_memory();
    cli_saved_images_free(&run.saved_images);
    maq_warzone_assembly_free(run.assembly);
    maq_warzone_free(run.game);
    maq_budget_free(run.memory.budget);
    return code;
}
