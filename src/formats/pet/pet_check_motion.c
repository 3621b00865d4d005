// SPDX-License-Identifier: MIT
//
// Checking frames, motions and boxes: FRAM, MOTI, COLL.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_check_priv.h"

// The longest text of MOTI and COLL that the game reads.
#define MAX_TEXT 511

// ----------------------------------------------------------------------------------------- scripts

typedef enum script_state { SCRIPT_GOOD, SCRIPT_BAD, SCRIPT_UNKNOWN } script_state;

static bool is_name_letter(char letter) {
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

static void skip_blanks(maq_pet_text *text) {
    while (text->length > 0 && strchr(" \t\r\n", *text->bytes) && *text->bytes) {
        text->bytes++;
        text->length--;
    }
}

static bool skip(maq_pet_text *text, char wanted) {
    if (text->length == 0 || *text->bytes != wanted)
        return false;
    text->bytes++;
    text->length--;
    return true;
}

static bool is_command(maq_pet_text name) {
    static const char *const known[] = {"fx",       "msg",      "ptex",    "hidebone",
                                        "showbone", "hideclub", "showclub"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (mq_pet_same_text(name, (maq_pet_text){known[i], (uint32_t)strlen(known[i])}))
            return true;
    }
    return false;
}

// Arguments in quotes, up to the closing parenthesis if there was an opening one.
static bool skip_arguments(maq_pet_text *text) {
    bool enclosed = skip(text, '(');
    for (skip_blanks(text); skip(text, '"'); skip_blanks(text)) {
        const char *end = text->length > 0 ? memchr(text->bytes, '"', text->length) : NULL;
        if (!end)
            return false;
        text->length -= (uint32_t)(end - text->bytes) + 1;
        text->bytes = end + 1;
    }
    return !enclosed || skip(text, ')');
}

// A sequence of *name("argument" ...), the parentheses optional.
static script_state check_script(maq_pet_text text, maq_pet_text *unknown) {
    script_state state = SCRIPT_GOOD;
    for (skip_blanks(&text); text.length > 0; skip_blanks(&text)) {
        if (!skip(&text, '*'))
            return SCRIPT_BAD;
        maq_pet_text name = {text.bytes, 0};
        while (text.length > 0 && is_name_letter(*text.bytes)) {
            skip(&text, *text.bytes);
            name.length++;
        }
        skip_blanks(&text);
        if (name.length == 0 || !skip_arguments(&text))
            return SCRIPT_BAD;
        if (state == SCRIPT_GOOD && !is_command(name)) {
            state = SCRIPT_UNKNOWN;
            *unknown = name;
        }
    }
    return state;
}

static void check_frame(pet_checker *c, const maq_pet_frame *frame) {
    static const uint32_t most[PET_MINOR_COUNT] = {512, 512, 1024, UINT32_MAX};
    bool parts = frame->script[1].length > 0 || frame->script[2].length > 0;
    for (unsigned k = 0; k < 3; k++) {
        mq_pet_check_text(c, frame->script[k], frame->offset, "the script");
        if (frame->script[k].length > most[c->pet->minor])
            PET_FIND(c, SCRIPT_LONG, frame->offset,
                     "part %u of the script of frame %" PRIu32 " has %" PRIu32
                     " %s; the game reads at most %" PRIu32 " in version 1.%" PRIu32,
                     k + 1, frame->number, frame->script[k].length,
                     MQ_PLURAL(frame->script[k].length, "byte", "bytes"), most[c->pet->minor],
                     c->pet->minor);
    }
    if (parts)
        PET_FIND(c, SCRIPT_PARTS, frame->offset,
                 "the script of frame %" PRIu32 " continues in its second part", frame->number);
    maq_pet_text unknown;
    // A script in several parts could only be checked as a whole.
    switch (parts ? SCRIPT_GOOD : check_script(frame->script[0], &unknown)) {
    case SCRIPT_BAD:
        PET_FIND(c, SCRIPT_FORM, frame->offset,
                 "the script %s of frame %" PRIu32 " is not in the form *name(\"argument\")",
                 mq_pet_quoted(c, frame->script[0]), frame->number);
        break;
    case SCRIPT_UNKNOWN:
        PET_FIND(c, SCRIPT_COMMAND, frame->offset, "the command %s of frame %" PRIu32 " is unknown",
                 mq_pet_quoted(c, unknown), frame->number);
        break;
    case SCRIPT_GOOD:
        break;
    }
}

static void check_frames(pet_checker *c) {
    static const uint32_t most[PET_MINOR_COUNT] = {256, 512, 10000, 20000};
    const maq_pet *pet = c->pet;
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        const maq_pet_frame *frame = &pet->frames[i];
        check_frame(c, frame);
        if (i > 0 && frame->number < pet->frames[i - 1].number)
            PET_FIND(c, FRAME_ORDER, frame->offset, "frame %" PRIu32 " comes after frame %" PRIu32,
                     frame->number, pet->frames[i - 1].number);
        if (!frame->has_check)
            PET_FIND(c, FRAME_NO_CHECK, frame->offset, "the single frame lacks its last word");
    }
    if (pet->frame_count > most[pet->minor])
        PET_FIND(c, FRAME_COUNT, mq_pet_find_section(pet, MAQ_PET_FRAM)->offset,
                 "there %s %" PRIu32 " %s, but the game reads at most %" PRIu32
                 " in version 1.%" PRIu32,
                 MQ_PLURAL(pet->frame_count, "is", "are"), pet->frame_count,
                 MQ_PLURAL(pet->frame_count, "frame", "frames"), most[pet->minor], pet->minor);
}

// ----------------------------------------------------------------------------------------- motions

static void check_length(pet_checker *c, maq_pet_text text, uint64_t offset, const char *what) {
    mq_pet_check_text(c, text, offset, what);
    if (text.length > MAX_TEXT)
        PET_FIND(c, TEXT_LONG, offset, "%s %s has %" PRIu32 " %s; the game reads at most %d", what,
                 mq_pet_quoted(c, text), text.length, MQ_PLURAL(text.length, "byte", "bytes"),
                 MAX_TEXT);
}

static void check_motion(pet_checker *c, const maq_pet_motion *motion, const name_entry *names,
                         double last_frame) {
    const maq_pet *pet = c->pet;
    const char *name = mq_pet_quoted(c, motion->name);
    check_length(c, motion->name, motion->offset, "the name of the motion");
    check_length(c, motion->next, motion->offset, "the next motion");
    check_length(c, motion->method, motion->offset, "the method");
    check_length(c, motion->bone, motion->offset, "the name of the bone");
    if (motion->name.length == 0)
        PET_FIND(c, MOTION_NO_NAME, motion->offset,
                 "the motion of frames %" PRIu32 " to %" PRIu32 " has no name", motion->start,
                 motion->end);
    if (motion->end < motion->start)
        PET_FIND(c, MOTION_RANGE, motion->offset,
                 "motion %s starts at frame %" PRIu32 " and ends at %" PRIu32, name, motion->start,
                 motion->end);
    else if (pet->has[MAQ_PET_ANIM] && motion->end > last_frame) // which then fits 32 bits
        PET_FIND(c, MOTION_OUTSIDE, motion->offset,
                 "motion %s ends at frame %" PRIu32 ", but the last key is at frame %" PRIu32, name,
                 motion->end, (uint32_t)last_frame);
    if (motion->next.length > 0 && !mq_pet_find_name(names, pet->motion_count, motion->next))
        PET_FIND(c, MOTION_NEXT, motion->offset,
                 "the next motion of %s is %s, which does not exist", name,
                 mq_pet_quoted(c, motion->next));
    if (motion->bone.length > 0 && pet->has[MAQ_PET_BONE] && !mq_pet_has_bone(c, motion->bone))
        PET_FIND(c, MOTION_BONE, motion->offset, "motion %s drives bone %s, which does not exist",
                 name, mq_pet_quoted(c, motion->bone));
    if (!isfinite(motion->time) || motion->time < 0)
        PET_FIND(c, MOTION_TIME, motion->offset,
                 "the blending time of motion %s is negative or not finite", name);
}

static void check_motions(pet_checker *c) {
    const maq_pet *pet = c->pet;
    name_entry *unsorted = MQ_NEW_ARRAY(c->scratch, name_entry, pet->motion_count);
    for (uint32_t i = 0; unsorted && i < pet->motion_count; i++)
        unsorted[i] = (name_entry){pet->motions[i].name, 0, i};
    const name_entry *names =
        unsorted ? mq_pet_sort_names(c->scratch, unsorted, pet->motion_count) : NULL;
    if (!names)
        return;
    // Rounded up to a whole frame, with a tolerance for seconds in float32.
    double last_frame = ceil(mq_pet_last_key(pet) * PET_FRAMES_PER_SECOND - 0.01);
    for (uint32_t i = 0; i < pet->motion_count; i++)
        check_motion(c, &pet->motions[i], names, last_frame);
    for (uint32_t i = 1; i < pet->motion_count; i++) {
        if (names[i].name.length > 0 && mq_pet_same_text(names[i].name, names[i - 1].name))
            PET_FIND(c, MOTION_REPEATED, pet->motions[names[i].index].offset,
                     "a second motion has the name %s", mq_pet_quoted(c, names[i].name));
    }
}

// ------------------------------------------------------------------------------------------- boxes

static void check_box(pet_checker *c, const maq_pet_box *box) {
    const char *name = mq_pet_quoted(c, box->name);
    check_length(c, box->name, box->offset, "the name of the box");
    check_length(c, box->bone, box->offset, "the name of the bone");
    check_length(c, box->option[0], box->offset, "the first option");
    check_length(c, box->option[1], box->offset, "the second option");
    if (c->pet->has[MAQ_PET_BONE] && !mq_pet_has_bone(c, box->bone))
        PET_FIND(c, BOX_BONE, box->offset, "box %s is attached to bone %s, which does not exist",
                 name, mq_pet_quoted(c, box->bone));
    bool finite = true, inverted = false, thin = false;
    for (unsigned axis = 0; axis < 3; axis++) {
        float low = box->min[axis], high = box->max[axis];
        finite &= isfinite(low) && isfinite(high);
        inverted |= low > high && !(low >= 99999 && high <= -99999);
        thin |= low <= high && high - low < 0.001f;
    }
    if (!finite)
        PET_FIND(c, BOX_FINITE, box->offset, "box %s has a corner that is not finite", name);
    else if (inverted)
        PET_FIND(c, BOX_INVERTED, box->offset, "the minimum of box %s exceeds its maximum", name);
    else if (thin)
        PET_FIND(c, BOX_THIN, box->offset, "box %s has no thickness", name);
}

void mq_pet_check_motions(pet_checker *c) {
    check_frames(c);
    check_motions(c);
    for (uint32_t i = 0; i < c->pet->box_count; i++)
        check_box(c, &c->pet->boxes[i]);
}
