// SPDX-License-Identifier: MIT
#include "picture/image_rules.h"

#define RULE(name, id, severity, incomplete_read, title, explain)                                  \
    [MQ_##name] = {                                                                                \
        id, title, explain, false, {severity, severity, severity, severity}, incomplete_read}

const maq_rule mq_image_rules[MQ_IMAGE_RULE_COUNT] = {
    RULE(IMAGE_UNKNOWN, "IMG-0001", MAQ_ERROR, true, "The file is no image of a known format",
         "Images are told by their content, not by their names. PNG, JPEG, TGA, BMP and DDS are "
         "known."),
    RULE(IMAGE_TOO_LARGE, "IMG-0002", MAQ_ERROR, true, "The image is larger than the limits allow",
         "A few bytes can announce an image that fills all memory, so its size is judged before it "
         "is decoded. A side may have 16,384 pixels; the number of all pixels is an option."),
    RULE(IMAGE_BROKEN, "IMG-0003", MAQ_ERROR, true, "No image can be had from the file",
         "Its head makes no sense, or nothing of the pixels can be decoded. Save it again with a "
         "drawing program."),
    RULE(
        IMAGE_UNSUPPORTED, "IMG-0004", MAQ_ERROR, true,
        "The image is of a kind of its format that is not read",
        "The format is known, but this way of storing pixels is rare and not read. Save it as PNG."),
    RULE(IMAGE_ENDS_EARLY, "IMG-0005", MAQ_WARNING, true, "The image ends early",
         "The file stops before the last pixel. What is missing is left transparent, or as the "
         "decoder leaves it."),
    RULE(IMAGE_DAMAGED, "IMG-0006", MAQ_WARNING, true, "A part of the image cannot be decoded",
         "Bytes of the file have changed since it was written. What comes before the damage is "
         "there."),
    RULE(IMAGE_ODD, "IMG-0007", MAQ_NOTE, false, "The image is not quite as its format wants it",
         "All pixels could be read. A stricter program may refuse the file."),
    RULE(TEXTURE_MISSING, "IMG-0101", MAQ_WARNING, false, "A texture is not there",
         "A material names an image that is in none of the places where its game looks. Name more "
         "places, or put the image beside the model."),
    RULE(TEXTURE_UNREADABLE, "IMG-0102", MAQ_WARNING, false, "A texture cannot be read",
         "The file is there, but no image can be had from it."),
    RULE(TEXTURE_DAMAGED, "IMG-0103", MAQ_WARNING, false, "A texture is damaged",
         "A part of the image could not be read; the rest is used."),
    RULE(TEXTURE_OTHER_CASE, "IMG-0104", MAQ_WARNING, false,
         "A texture is spelt with other capital letters than its file",
         "Windows does not care, other systems do: there the game does not find the image. Spell "
         "both alike."),
    RULE(TEXTURE_NAME_CUT, "IMG-0105", MAQ_WARNING, false,
         "The path of a texture leads out of the model's folder",
         "Absolute paths and such with .. are of no use on another machine, and a model must not "
         "reach into folders that are none of its business. Only the last part of the name is "
         "looked for."),
    RULE(TEXTURE_STANDS_IN, "IMG-0106", MAQ_NOTE, false,
         "A texture stands in for one that is not there",
         "A file of the same name with another ending, or an earlier frame, is used, as the game "
         "does."),
    RULE(TEXTURE_NOT_NAMED, "IMG-0107", MAQ_NOTE, false, "No image goes by the name of a material",
         "The material names no image file, and there is none that has the material's name with "
         "an ending of images behind it."),
};

const maq_rule *maq_image_rules(size_t *count) {
    if (count)
        *count = MQ_IMAGE_RULE_COUNT;
    return mq_image_rules;
}
