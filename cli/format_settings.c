// SPDX-License-Identifier: MIT
#include "format_settings.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "output.h"
#include "scene/model_transform.h"

const maq_setting_description *cli_format_setting(const maq_format *format, const char *name,
                                                  bool per_input) {
    for (uint32_t i = 0; i < format->setting_count; i++) {
        if (strcmp(format->settings[i].name, name) == 0 &&
            format->settings[i].per_input == per_input)
            return &format->settings[i];
    }
    return NULL;
}

static bool is_known(const maq_format *format, const char *name) {
    return cli_format_setting(format, name, false) || cli_format_setting(format, name, true);
}

bool cli_setting_has_value(const maq_setting_description *description) {
    return description && description->values && *description->values;
}

// ------------------------------------------------------------------------------------ the options

// "A, B and C": the formats that declare a setting, by their titles.
static const char *formats_with(mq_arena *arena, const char *name) {
    const char *titles = NULL, *last = NULL;
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (!is_known(format, name))
            continue;
        if (last)
            titles = titles ? mq_arena_format(arena, "%s, %s", titles, last) : last;
        last = format->title;
    }
    return titles ? mq_arena_format(arena, "%s and %s", titles, last) : last;
}

// The words of a list ("1.2, 1.3"), separated by `by`.
static const char *words_of(mq_arena *arena, const char *list, char by) {
    static const char separators[] = "|, ";
    char *words = mq_arena_text(arena, list, strlen(list));
    char *to = words;
    for (const char *at = list + strspn(list, separators); words && *at;) {
        size_t length = strcspn(at, separators);
        memcpy(to, at, length);
        to += length;
        at += length;
        at += strspn(at, separators);
        *to = *at ? by : '\0';
        to += *at ? 1 : 0;
    }
    return words;
}

// Whether values are listed, rather than named by their kind ("NUMBER").
static bool are_words(const char *values) {
    return !strpbrk(values, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static const char *help_for(mq_arena *arena, const maq_setting_description *whole,
                            const maq_setting_description *own) {
    if (!own)
        return whole->title;
    if (!whole)
        return mq_arena_format(arena, "for the IN that follows: %s", own->title);
    return mq_arena_format(arena, "%s; between two IN, for the second one: %s", whole->title,
                           own->title);
}

static cli_option option_for(mq_arena *arena, const maq_format *format,
                             const maq_setting_description *description) {
    const maq_setting_description *whole = cli_format_setting(format, description->name, false);
    const maq_setting_description *own = cli_format_setting(format, description->name, true);
    cli_option option = {.name = description->name,
                         .values = CLI_NO_VALUE,
                         .help = help_for(arena, whole, own),
                         .commands = 1u << CLI_CONVERT,
                         .formats = formats_with(arena, description->name),
                         .per_input = own != NULL};
    if (cli_setting_has_value(description) && are_words(description->values)) {
        option.value = words_of(arena, description->values, '|');
        option.words = words_of(arena, description->values, ' ');
        option.values = CLI_WORD_VALUE;
        option.optional = option.words && strcmp(option.words, "yes no") == 0;
    } else if (cli_setting_has_value(description)) {
        option.value = description->values;
        option.values = CLI_ANY_VALUE;
    }
    return option;
}

size_t cli_most_format_options(void) {
    size_t count = 0;
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++)
        count += format->setting_count;
    return count;
}

static bool is_taken(const cli_option *options, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(options[i].name, name) == 0 && cli_command_takes(CLI_CONVERT, &options[i]))
            return true;
    }
    return false;
}

// After the last one of the same formats, or else at the end.
static void insert(cli_option *options, size_t *count, cli_option option) {
    size_t at = *count;
    while (at > 0 && !(options[at - 1].formats && option.formats &&
                       strcmp(options[at - 1].formats, option.formats) == 0))
        at--;
    if (at == 0)
        at = *count;
    memmove(options + at + 1, options + at, (*count - at) * sizeof *options);
    options[at] = option;
    (*count)++;
}

void cli_add_format_options(mq_arena *arena, cli_option *options, size_t *count) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->setting_count; k++) {
            const maq_setting_description *description = &format->settings[k];
            if (!is_taken(options, *count, description->name))
                insert(options, count, option_for(arena, format, description));
        }
    }
}

// -------------------------------------------------------------------------------------- the values

// Whether a setting applies to the input that follows. One that exists for both does when it is
// between two inputs: before the first input, most people mean the whole result.
static bool is_for_input(const cli_arguments *arguments, const cli_given_setting *given,
                         const maq_format *format) {
    if (!cli_format_setting(format, given->option->name, true))
        return false;
    return !cli_format_setting(format, given->option->name, false) ||
           (given->operand > 0 && given->operand < arguments->operand_count);
}

static bool is_at(const cli_given_setting *given) {
    return given->option == &cli_options.items[CLI_OPT_AT];
}

const char *cli_attachment_problem(const cli_arguments *arguments) {
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        if (is_at(given) && given->operand >= arguments->operand_count)
            return "--at describes the IN that follows it: put it before its IN";
    }
    return NULL;
}

const char *cli_attachment_of(const cli_arguments *arguments, size_t operand) {
    const char *name = NULL;
    for (size_t i = 0; i < arguments->setting_count; i++) {
        if (is_at(&arguments->settings[i]) && arguments->settings[i].operand == operand)
            name = arguments->settings[i].value;
    }
    return name;
}

const char *cli_settings_problem(mq_arena *arena, const cli_arguments *arguments,
                                 const maq_format *format) {
    if (cli_attachment_problem(arguments))
        return cli_attachment_problem(arguments);
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        const char *name = given->option->name;
        if (!given->option->formats)
            continue;
        if (!is_known(format, name))
            return mq_arena_format(arena, "--%s is not a setting of %s, but of %s", name,
                                   format->title, given->option->formats);
        if (is_for_input(arguments, given, format) && given->operand >= arguments->operand_count)
            return mq_arena_format(
                arena, "--%s describes the IN that follows it: put it before its IN", name);
    }
    return NULL;
}

// The given settings that apply to one operand (`per_input`) or else to the whole result.
static bool gather(mq_arena *arena, const cli_arguments *arguments, const maq_format *format,
                   bool per_input, size_t operand, const maq_setting **items, uint32_t *count) {
    maq_setting *made = MQ_NEW_ARRAY(arena, maq_setting, arguments->setting_count);
    if (!made)
        return false;
    *items = made;
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        bool for_input = is_for_input(arguments, given, format);
        if (is_known(format, given->option->name) && for_input == per_input &&
            (per_input ? given->operand == operand : !given->option->positional))
            made[(*count)++] = (maq_setting){given->option->name, given->value};
    }
    return true;
}

static bool is_scale(const cli_given_setting *given) {
    return given->option == &cli_options.items[CLI_OPT_SCALE];
}

// Reads a scale; false when it is not a number above 0.
static bool read_scale(const char *text, double *out) {
    const char *end = text + strlen(text);
    return mq_parse_double(text, end, out) == end && text != end && *out > 0 && isfinite(*out);
}

bool cli_scale_and_axes_are_valid(const cli_arguments *arguments) {
    mq_model_transform transform;
    double scale;
    const char *axes = arguments->values[CLI_OPT_AXES];
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        if (!is_scale(given) || read_scale(given->value, &scale))
            continue;
        cli_error("'%s' is not a value for --%s, which is a number above 0", given->value,
                  given->option->name);
        return false;
    }
    if (mq_model_transform_parse(1, axes, MQ_AXES_SCENE, &transform))
        return true;
    cli_error(
        "'%s' is not a value for --axes, which is y-up, z-up, or the direction that is up and the "
        "one that is front, such as +z+x",
        axes);
    return false;
}

// Scale and axes of the whole result: the last scale that is not for one input counts.
static void add_scale_and_axes(const cli_arguments *arguments, cli_join *join) {
    join->options.axes = arguments->values[CLI_OPT_AXES];
    for (size_t i = 0; i < arguments->setting_count; i++) {
        const cli_given_setting *given = &arguments->settings[i];
        if (is_scale(given) && !is_for_input(arguments, given, join->format))
            read_scale(given->value, &join->options.scale);
    }
}

bool cli_join_add_settings(mq_arena *arena, const cli_arguments *arguments, const cli_input *files,
                           cli_join *join) {
    add_scale_and_axes(arguments, join);
    bool good = gather(arena, arguments, join->format, false, 0, &join->options.settings,
                       &join->options.setting_count);
    for (size_t i = 0; good && i < join->count; i++) {
        maq_input *input = &join->inputs[i];
        input->attach_to = cli_attachment_of(arguments, files[i].operand);
        good = gather(arena, arguments, join->format, true, files[i].operand, &input->settings,
                      &input->setting_count);
    }
    return good;
}

// -------------------------------------------------------------------------------- refused settings

static bool is_refused(const cli_join *join, const maq_input *inputs, size_t count,
                       const maq_setting *whole) {
    maq_convert_options options = join->options;
    options.settings = whole;
    options.setting_count = whole ? 1 : 0;
    maq_document *out;
    maq_status status = maq_join(inputs, count, join->variant->name, &options, &out);
    maq_close(out);
    return status == MAQ_BAD_ARGUMENT;
}

static const char *explain_value(mq_arena *arena, const maq_setting *setting,
                                 const maq_setting_description *description) {
    if (!cli_setting_has_value(description))
        return mq_arena_format(arena, "--%s does not apply to these models", setting->name);
    return mq_arena_format(arena, "'%s' is not a value for --%s, which is %s (%s)", setting->value,
                           setting->name, description->values, description->title);
}

// The text with settings added as they were given.
static const char *put_settings(mq_arena *arena, const maq_format *format, const char *list,
                                const maq_setting *settings, uint32_t count, bool per_input) {
    for (uint32_t i = 0; list && i < count; i++) {
        bool has_value =
            cli_setting_has_value(cli_format_setting(format, settings[i].name, per_input));
        list = mq_arena_format(arena, "%s --%s%s%s", list, settings[i].name, has_value ? "=" : "",
                               has_value ? settings[i].value : "");
    }
    return list;
}

// The first setting of an input that is refused when both are the only ones.
static const maq_setting *refused_of(const cli_join *join, const maq_input *input) {
    for (uint32_t i = 0; i < input->setting_count; i++) {
        maq_input alone = {
            .document = input->document, .setting_count = 1, .settings = &input->settings[i]};
        if (is_refused(join, &alone, 1, NULL))
            return &input->settings[i];
    }
    return NULL;
}

// The first setting of the whole result that is refused when it is the only one.
static const maq_setting *refused_of_whole(mq_arena *arena, const cli_join *join) {
    maq_input *plain = MQ_NEW_ARRAY(arena, maq_input, join->count);
    for (size_t i = 0; plain && i < join->count; i++)
        plain[i].document = join->inputs[i].document;
    for (uint32_t i = 0; plain && i < join->options.setting_count; i++) {
        if (is_refused(join, plain, join->count, &join->options.settings[i]))
            return &join->options.settings[i];
    }
    return NULL;
}

const char *cli_join_refused(mq_arena *arena, const cli_join *join) {
    const maq_format *format = join->format;
    const maq_setting *refused = refused_of_whole(arena, join);
    if (refused)
        return explain_value(arena, refused, cli_format_setting(format, refused->name, false));
    uint32_t count = join->options.setting_count;
    const char *list = put_settings(
        arena, format, "these settings exclude each other:", join->options.settings, count, false);
    for (size_t i = 0; i < join->count; i++) {
        const maq_input *input = &join->inputs[i];
        refused = refused_of(join, input);
        if (refused)
            return explain_value(arena, refused, cli_format_setting(format, refused->name, true));
        count += input->setting_count;
        list = put_settings(arena, format, list, input->settings, input->setting_count, true);
    }
    return count > 0 ? list : NULL;
}
