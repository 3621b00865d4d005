// SPDX-License-Identifier: MIT
//
// What the options of `maquette render` mean.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "image_options.h"
#include "render.h"

enum { DEFAULT_SIZE = 256, DEFAULT_SIZE_ON_SHEET = 128, DEFAULT_TURNS = 24, MOST_TURNS = 360 };

static bool refuse(const char *name, const char *value, const char *wanted) {
    cli_error("'%s' is not a value for --%s: %s", value, name, wanted);
    return false;
}

// A whole number up to `most` at the beginning of a text; where it ends, or NULL.
static const char *whole_number(const char *text, uint64_t least, uint64_t most, uint32_t *out) {
    uint64_t value = 0;
    bool overflow = false;
    const char *end = mq_parse_u64(text, text + strlen(text), &value, &overflow);
    if (end == text || overflow || value < least || value > most)
        return NULL;
    *out = (uint32_t)value;
    return end;
}

static bool read_size(const char *text, maq_picture_options *out) {
    const char *end = whole_number(text, 1, MAQ_IMAGE_MAX_SIDE, &out->width);
    if (end && *end == '\0') {
        out->height = out->width;
        return true;
    }
    if (end && (*end == 'x' || *end == 'X'))
        end = whole_number(end + 1, 1, MAQ_IMAGE_MAX_SIDE, &out->height);
    else
        end = NULL;
    return (end && *end == '\0') ||
           refuse("size", text, "write it as 256 or as 640x480, with numbers up to 16384");
}

static bool read_number(const char *text, const char *end, double *out) {
    return text != end && mq_parse_double(text, end, out) == end && isfinite(*out);
}

static bool read_view(const char *text, maq_picture_options *out) {
    static const char *const names[] = {
        [MAQ_VIEW_THREE_QUARTER] = "three-quarter",
        [MAQ_VIEW_FRONT] = "front",
        [MAQ_VIEW_BACK] = "back",
        [MAQ_VIEW_LEFT] = "left",
        [MAQ_VIEW_RIGHT] = "right",
        [MAQ_VIEW_TOP] = "top",
        [MAQ_VIEW_BOTTOM] = "bottom",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) == 0) {
            out->view = (maq_view)i;
            return true;
        }
    }
    const char *comma = strchr(text, ',');
    double yaw, pitch;
    if (!comma || !read_number(text, comma, &yaw) ||
        !read_number(comma + 1, comma + strlen(comma), &pitch) || fabs(yaw) > 1e6 ||
        fabs(pitch) > 1e6)
        return refuse("view", text,
                      "the views are three-quarter, front, back, left, right, top, bottom, and "
                      "angles such as 30,20");
    out->view = MAQ_VIEW_ANGLES;
    out->yaw = (float)yaw;
    out->pitch = (float)pitch;
    return true;
}

static bool read_show(const char *text, uint32_t *out) {
    static const struct {
        const char *name;
        uint32_t flag;
    } names[] = {{"normals", MAQ_SHOW_NORMALS},
                 {"joints", MAQ_SHOW_JOINTS},
                 {"boxes", MAQ_SHOW_BOXES},
                 {"connectors", MAQ_SHOW_CONNECTORS},
                 {"bounds", MAQ_SHOW_BOUNDS},
                 {"axes", MAQ_SHOW_AXES},
                 {"uv", MAQ_SHOW_UV},
                 {"hidden", MAQ_SHOW_HIDDEN},
                 {"wireframe", MAQ_SHOW_WIREFRAME}};
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, ","), i = 0;
        while (i < sizeof names / sizeof *names &&
               (strlen(names[i].name) != length || strncmp(names[i].name, word, length) != 0))
            i++;
        if (i == sizeof names / sizeof *names)
            return refuse(
                "show", text,
                "it lists normals, joints, connectors, boxes, bounds, axes, uv or hidden");
        *out |= names[i].flag;
        word += length;
        word += *word == ',';
    }
    return true;
}

static bool read_motion(const cli_arguments *arguments, cli_render_options *out) {
    const char *time = arguments->values[CLI_OPT_TIME];
    const char *turns = arguments->values[CLI_OPT_TURNTABLE];
    out->clip = arguments->values[CLI_OPT_CLIP];
    if (arguments->given[CLI_OPT_PLAY]) {
        if (out->clip || time || arguments->given[CLI_OPT_TURNTABLE]) {
            cli_error("--play excludes --clip, --time and --turntable");
            return false;
        }
        out->clip = arguments->values[CLI_OPT_PLAY];
        out->play = true;
    }
    out->needs_clip = time != NULL;
    if (time && !read_number(time, time + strlen(time), &out->picture.seconds))
        return refuse("time", time, "it is a number of seconds");
    if (!arguments->given[CLI_OPT_TURNTABLE])
        return true;
    out->turns = DEFAULT_TURNS;
    const char *end = turns ? whole_number(turns, 2, MOST_TURNS, &out->turns) : "";
    return (end && *end == '\0') ||
           refuse("turntable", turns, "it is a whole number from 2 to 360");
}

static bool read_appearance(const cli_arguments *arguments, cli_render_options *out) {
    const char *const *values = arguments->values;
    maq_picture_options *picture = &out->picture;
    const char *tileset = values[CLI_OPT_TILESET];
    if (arguments->given[CLI_OPT_WIREFRAME])
        picture->show |= MAQ_SHOW_WIREFRAME;
    const char *end = tileset ? whole_number(tileset, 0, 1000, &out->tileset) : "";
    if (!end || *end)
        return refuse("tileset", tileset, "it is a whole number from 0 to 1000");
    return (!values[CLI_OPT_SIZE] || read_size(values[CLI_OPT_SIZE], picture)) &&
           (!values[CLI_OPT_VIEW] || read_view(values[CLI_OPT_VIEW], picture)) &&
           (!values[CLI_OPT_SHOW] || read_show(values[CLI_OPT_SHOW], &picture->show)) &&
           (!values[CLI_OPT_BACKGROUND] ||
            cli_read_colour("background", values[CLI_OPT_BACKGROUND], picture->background)) &&
           (!values[CLI_OPT_TEAM_COLOUR] ||
            cli_read_colour("team-colour", values[CLI_OPT_TEAM_COLOUR], picture->team_colour));
}

bool cli_render_read(const cli_arguments *arguments, cli_render_options *out) {
    *out = (cli_render_options){.sheet = arguments->given[CLI_OPT_SHEET], .arguments = arguments};
    out->picture.size = sizeof out->picture;
    out->picture.width = out->picture.height = out->sheet ? DEFAULT_SIZE_ON_SHEET : DEFAULT_SIZE;
    if (out->sheet) {
        static const uint8_t grey[4] = {112, 118, 128, 255}; // dark and bright models both show
        memcpy(out->picture.background, grey, sizeof grey);
    }
    if (!read_motion(arguments, out) || !read_appearance(arguments, out))
        return false;
    if (out->sheet && (out->play || out->turns > 0)) {
        cli_error("a sheet is not animated: --sheet excludes --play and --turntable");
        return false;
    }
    if (out->sheet && cli_join_is_wanted(arguments)) {
        cli_error("a sheet shows many models: --sheet excludes --join and --at");
        return false;
    }
    out->picture.fit = out->turns > 0 ? MAQ_FIT_TURN : out->clip ? MAQ_FIT_CLIP : MAQ_FIT_POSE;
    return true;
}
