// SPDX-License-Identifier: MIT
#include "picture/image_rules.h"

#define RULE(name, id, severity, incomplete_read, title, explain)                                  \
    [MQ_##name] = {                                                                                \
        id, title, explain, false, {severity, severity, severity, severity}, incomplete_read}

const maq_rule mq_image_rules[MQ_IMAGE_RULE_COUNT] = {
    RULE(IMAGE_UNKNOWN, "IMG-0001", MAQ_ERROR, true, "The file is not an image of a known format",
         "Images are recognised by their content, not by their names. PNG, JPEG, TGA, BMP and DDS "
         "are known."),
    RULE(IMAGE_TOO_LARGE, "IMG-0002", MAQ_ERROR, true, "The image is larger than the limits allow",
         "A few bytes can declare an image that fills all memory, so its size is checked before it "
         "is decoded. A side may have 16,384 pixels; the number of all pixels is an option."),
    RULE(IMAGE_BROKEN, "IMG-0003", MAQ_ERROR, true, "The image cannot be decoded",
         "Its header is not valid, or none of its pixels can be decoded. Save it again with an "
         "image editor."),
    RULE(IMAGE_UNSUPPORTED, "IMG-0004", MAQ_ERROR, true,
         "The image uses a variant of its format that is not supported",
         "The format is known, but this way of storing pixels is rare. Save it as PNG."),
    RULE(IMAGE_ENDS_EARLY, "IMG-0005", MAQ_WARNING, true, "The image is truncated",
         "The file ends before the last pixel. Missing pixels are transparent, or as the decoder "
         "leaves them."),
    RULE(IMAGE_DAMAGED, "IMG-0006", MAQ_WARNING, true, "A part of the image cannot be decoded",
         "The file is damaged. The pixels before the damage are used."),
    RULE(IMAGE_ODD, "IMG-0007", MAQ_NOTE, false, "The image violates its format in a minor way",
         "All pixels could be read. A stricter program may refuse the file."),
    RULE(TEXTURE_MISSING, "IMG-0101", MAQ_WARNING, false, "A texture is missing",
         "A material names an image that is not in any of the folders where its game searches. "
         "Name more folders, or put the image beside the model."),
    RULE(TEXTURE_UNREADABLE, "IMG-0102", MAQ_WARNING, false, "A texture cannot be read",
         "The file exists, but it cannot be decoded as an image."),
    RULE(TEXTURE_DAMAGED, "IMG-0103", MAQ_WARNING, false, "A texture is damaged",
         "A part of the image could not be read; the rest is used."),
    RULE(TEXTURE_OTHER_CASE, "IMG-0104", MAQ_WARNING, false,
         "The name of a texture differs from its file in upper and lower case",
         "Windows ignores the difference. On other systems the game does not find the image. Use "
         "the same spelling for both."),
    RULE(TEXTURE_NAME_CUT, "IMG-0105", MAQ_WARNING, false,
         "The path of a texture leads out of the folders of the model",
         "Absolute paths do not work on another machine, and a model must not read folders beyond "
         "its tree and the data that were named. The rest of the name is searched for in these: "
         "of an absolute path the last part, of others what is left without the .. in front."),
    RULE(
        TEXTURE_STANDS_IN, "IMG-0106", MAQ_NOTE, false,
        "Another file is used for a texture that is missing",
        "A file of the same name with another extension or without its prefix, or an earlier frame, "
        "is used, as the game and its tools do."),
    RULE(TEXTURE_NOT_NAMED, "IMG-0107", MAQ_NOTE, false, "No image has the name of a material",
         "The material names no image file, and no image file has the name of the material plus an "
         "extension."),
};

const maq_rule *maq_image_rules(size_t *count) {
    if (count)
        *count = MQ_IMAGE_RULE_COUNT;
    return mq_image_rules;
}
