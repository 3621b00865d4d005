// SPDX-License-Identifier: MIT
//
// The settings of compiling and joining, from their texts.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "formats/iq/iq_compile.h"

const maq_setting_description mq_iq_setting_descriptions[IQ_SETTING_COUNT] = {
    {"compat", "reference",
     "write what the reference compiler would write, faults included; adjacency that it reads from "
     "beyond its lists is none",
     false},
    {"scale", "NUMBER", "scale the model", false},
    {"rotate", "X,Y,Z", "rotate the model, in degrees about x, then y, then z", false},
    {"translate", "X,Y,Z", "move the mesh (one number: along z)", false},
    {"force-joints", "yes|no", "write the skeleton of a model without a mesh, too", false},
    {"name", "TEXT", "name of the input's animation", true},
    {"fps", "NUMBER", "frame rate of the input's animation", true},
    {"loop", "yes|no", "whether the input's animation loops", true},
    {"start", "FRAME", "first frame of the input's animation to use, from 0", true},
    {"end", "FRAME", "last frame to use; -2 is the last one, -3 the one before", true},
    {"scale", "NUMBER", "scale this input", true},
    {"rotate", "X,Y,Z", "rotate this input", true},
    {"translate", "X,Y,Z", "move the mesh of this input", true},
};

// Up to `most` numbers with commas between them; how many, or 0 when the text is not such a list.
static unsigned read_numbers(const char *text, double *out, unsigned most) {
    const char *end = text + strlen(text);
    for (unsigned count = 0; count < most;) {
        while (text < end && *text == ' ')
            text++;
        const char *next = mq_parse_double(text, end, &out[count]);
        if (next == text || !isfinite(out[count]))
            return 0;
        count++;
        while (next < end && *next == ' ')
            next++;
        if (next == end)
            return count;
        if (*next != ',')
            return 0;
        text = next + 1;
    }
    return 0;
}

static bool read_whole(const char *text, int32_t *out) {
    const char *end = text + strlen(text);
    int64_t value;
    bool overflow;
    if (text == end || mq_parse_i64(text, end, &value, &overflow) != end || overflow ||
        value > INT32_MAX || value < INT32_MIN)
        return false;
    *out = (int32_t)value;
    return true;
}

static bool read_yes(const char *text, bool *out) {
    if (strcmp(text, "yes") == 0 || strcmp(text, "") == 0 || strcmp(text, "1") == 0)
        *out = true;
    else if (strcmp(text, "no") == 0 || strcmp(text, "0") == 0)
        *out = false;
    else
        return false;
    return true;
}

// Adds the settings scale, rotate and translate to a transform.
static bool read_transform(const mq_settings *settings, iq_transform *transform) {
    const char *text;
    double numbers[3] = {0};
    if ((text = mq_setting(settings, "scale"))) {
        if (read_numbers(text, numbers, 1) != 1 || !(numbers[0] > 0))
            return false;
        transform->scale *= fmin(fmax(numbers[0], 1e-8), 1e8);
    }
    if ((text = mq_setting(settings, "rotate"))) {
        numbers[0] = numbers[1] = numbers[2] = 0;
        if (read_numbers(text, numbers, 3) == 0)
            return false;
        transform->rotation = mq_quat_multiply(transform->rotation, mq_iq_from_degrees(numbers));
        transform->rotates = true;
    }
    if ((text = mq_setting(settings, "translate"))) {
        numbers[1] = numbers[2] = 0;
        unsigned count = read_numbers(text, numbers, 3);
        if (count == 0)
            return false;
        if (count == 1) {
            numbers[2] = numbers[0];
            numbers[0] = 0;
        }
        transform->translation =
            mq_add(transform->translation, (mq_vec3){numbers[0], numbers[1], numbers[2]});
        transform->translates = true;
    }
    return true;
}

bool mq_iq_read_settings(const mq_settings *settings, iq_settings *out) {
    *out = (iq_settings){.transform = {.scale = 1, .rotation = {0, 0, 0, 1}}};
    const char *text = mq_setting(settings, "compat");
    if (text && strcmp(text, "reference") != 0)
        return false;
    out->reference = text != NULL;
    out->for_scene = mq_setting(settings, IQ_FOR_SCENE) != NULL;
    out->intermediate = out->for_scene || mq_setting(settings, IQ_INTERMEDIATE) != NULL;
    text = mq_setting(settings, "force-joints");
    if (text && !read_yes(text, &out->force_joints))
        return false;
    return read_transform(settings, &out->transform);
}

bool mq_iq_read_input_settings(const maq_input *input, const iq_settings *settings,
                               iq_input_settings *out) {
    *out = (iq_input_settings){.end = -1, .transform = settings->transform};
    mq_settings own = {input->settings, input->setting_count};
    out->name = mq_setting(&own, "name");
    const char *fps = mq_setting(&own, "fps"), *loop = mq_setting(&own, "loop");
    const char *start = mq_setting(&own, "start"), *end = mq_setting(&own, "end");
    out->given = out->name || fps || loop || start || end;
    if ((fps && (read_numbers(fps, &out->fps, 1) != 1 || out->fps < 0)) ||
        (loop && !read_yes(loop, &out->loop)) ||
        (start && (!read_whole(start, &out->start) || out->start < 0)) ||
        (end && !read_whole(end, &out->end)))
        return false;
    out->fps_is_zero = fps && out->fps == 0;
    return read_transform(&own, &out->transform);
}
