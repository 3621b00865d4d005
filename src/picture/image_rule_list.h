// SPDX-License-Identifier: MIT
//
// The rules for images and for finding textures.
// image_rules.h makes an enumeration of this list, image_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// clang-format off
RULE(MQ_IMAGE_UNKNOWN, "IMG-0001", INCOMPLETE, E, "The file is not an image of a known format",
     "Images are recognised by their content, not by their names. PNG, JPEG, TGA, BMP and DDS are "
     "known.")
RULE(MQ_IMAGE_TOO_LARGE, "IMG-0002", INCOMPLETE, E, "The image is larger than the limits allow",
     "A few bytes can declare an image that fills all memory, so its size is checked before it is "
     "decoded. A side may have 16,384 pixels; the number of all pixels is an option.")
RULE(MQ_IMAGE_BROKEN, "IMG-0003", INCOMPLETE, E, "The image cannot be decoded",
     "Its header is not valid, or none of its pixels can be decoded. Save it again with an image "
     "editor.")
RULE(MQ_IMAGE_UNSUPPORTED, "IMG-0004", INCOMPLETE, E,
     "The image uses a variant of its format that is not supported",
     "The format is known, but this way of storing pixels is rare. Save it as PNG.")
RULE(MQ_IMAGE_ENDS_EARLY, "IMG-0005", INCOMPLETE, W, "The image is truncated",
     "The file ends before the last pixel. Missing pixels are transparent, or as the decoder "
     "leaves them.")
RULE(MQ_IMAGE_DAMAGED, "IMG-0006", INCOMPLETE, W, "A part of the image cannot be decoded",
     "The file is damaged. The pixels before the damage are used.")
RULE(MQ_IMAGE_ODD, "IMG-0007", 0, N, "The image violates its format in a minor way",
     "All pixels could be read. A stricter program may refuse the file.")
RULE(MQ_TEXTURE_MISSING, "IMG-0101", 0, W, "A texture is missing",
     "A material names an image that is not in any of the folders where its game searches. Name "
     "more folders, or put the image beside the model.")
RULE(MQ_TEXTURE_UNREADABLE, "IMG-0102", 0, W, "A texture cannot be read",
     "The file exists, but it cannot be decoded as an image.")
RULE(MQ_TEXTURE_DAMAGED, "IMG-0103", 0, W, "A texture is damaged",
     "A part of the image could not be read; the rest is used.")
RULE(MQ_TEXTURE_OTHER_CASE, "IMG-0104", FIXABLE, W,
     "The name of a texture differs from its file in upper and lower case",
     "Windows ignores the difference. On other systems the game does not find the image. Use the "
     "same spelling for both.")
RULE(MQ_TEXTURE_NAME_CUT, "IMG-0105", 0, W,
     "The path of a texture leads out of the folders of the model",
     "Absolute paths do not work on another machine, and a model must not read folders beyond its "
     "tree and the data that were named. The rest of the name is searched for in these: of an "
     "absolute path the last part, of others what is left without the .. in front.")
RULE(MQ_TEXTURE_STANDS_IN, "IMG-0106", 0, N, "Another file is used for a texture that is missing",
     "A file of the same name with another extension or without its prefix, or an earlier frame, "
     "is used, as the game and its tools do.")
RULE(MQ_TEXTURE_NOT_NAMED, "IMG-0107", 0, N, "No image has the name of a material",
     "The material names no image file, and no image file has the name of the material plus an "
     "extension.")
RULE(MQ_TEXTURE_NOWHERE, "IMG-0108", 0, N, "There is no folder to search for textures",
     "Models of Warzone 2100 name textures that are in the folder texpages of the game's data. Put "
     "the model into such a tree, or name the data with `--data`.")
RULE(MQ_TEXTURE_BROKEN, "IMG-0201", 0, E, "The image of a texture is broken",
     "The file is damaged or incomplete: a checksum is wrong, compressed pixels cannot be inflated, or "
     "the file ends early. Programs refuse it or show a part of it. Save it again with an image editor.")
RULE(MQ_TEXTURE_LARGE, "IMG-0202", 0, N, "The image of a texture is larger than 4096 pixels",
     "Older graphics hardware and phones have no textures of more than 4096 pixels in width or height; "
     "programs scale such an image down or show none.")
RULE(MQ_TEXTURE_NOT_VERIFIED, "IMG-0203", 0, N, "The image of a texture was not verified",
     "Damage is searched for in images of PNG, JPEG, TGA, BMP and DDS, up to 64 MiB and 64 Mi pixels "
     "each and 128 Mi pixels in one model.")
#undef RULE
