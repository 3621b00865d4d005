// SPDX-License-Identifier: MIT
#include "api/file_type.h"

#include <stdbool.h>
#include <string.h>

const char *mq_file_type(const char *bytes, size_t length) {
    static const struct {
        const char *magic;
        size_t length;
        const char *type;
    } types[] = {
        {"PK\003\004", 4, "a zip archive"},
        {"PK\005\006", 4, "an empty zip archive"},
        {"\x89PNG\r\n", 6, "a PNG image"},
        {"\xff\xd8\xff", 3, "a JPEG image"},
        {"DDS ", 4, "a DDS image"},
        {"BM", 2, "a BMP image"},
        {"GIF8", 4, "a GIF image"},
        {"\xabKTX", 4, "a KTX image"},
        {"Kaydara FBX", 11, "an FBX model, which Maquette does not read"},
        {"; FBX", 5, "an FBX model, which Maquette does not read"},
        {"BLENDER", 7, "a Blender file: export it as glTF"},
        {"IDP3", 4, "a Quake 3 model (MD3), which Maquette does not read"},
        {"IDP2", 4, "a Quake 2 model (MD2), which Maquette does not read"},
        {"MD5Version", 10, "a Doom 3 model (MD5), which Maquette does not read"},
        {"\x1f\x8b", 2, "a gzip file"},
        {"\xfd"
         "7zXZ",
         5, "an xz file"},
        {"7z\xbc\xaf", 4, "a 7-Zip archive"},
        {"Rar!", 4, "a RAR archive"},
        {"%PDF", 4, "a PDF document"},
        {"\x7f"
         "ELF",
         4, "a program"},
        {"MZ", 2, "a Windows program"},
        {"<?xml", 5, "XML"},
        {"\xff\xfe", 2, "text in UTF-16: save it as UTF-8"},
        {"\xfe\xff", 2, "text in UTF-16: save it as UTF-8"},
    };
    // Two letters can begin a text, too, which has no NUL.
    bool binary = memchr(bytes, '\0', length < 64 ? length : 64) != NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].length == 2 && !binary)
            continue;
        if (length >= types[i].length && memcmp(bytes, types[i].magic, types[i].length) == 0)
            return types[i].type;
    }
    return NULL;
}
