// SPDX-License-Identifier: MIT
//
// WZA files that are cut off, damaged or hostile.
#include <stddef.h>

#include "support/hostile_text.h"

static const char *const files[] = {
    "tests/data/wza/model.wza",          "tests/data/wza/walk.wza",
    "tests/data/wza/rules/WZA-0008.wza", "tests/data/wza/rules/WZA-0017.wza",
    "tests/data/wza/rules/WZA-0018.wza", "tests/data/wza/rules/WZA-0021.wza",
    "tests/data/wza/rules/WZA-0024.wza", "tests/data/wza/rules/WZA-0214.wza",
    "tests/data/wza/rules/WZA-0304.wza", NULL};

static const char *const counts[] = {"WZA 1\nSHAPES",
                                     "WZA 1\nSHAPE 0\nVERTICES",
                                     "WZA 1\nSHAPE 0\nFACES",
                                     "WZA 1\nBONES",
                                     "WZA 1\nBONES 1\nBONE 0 -1 0 0 0 0",
                                     "WZA 1\nANIMATIONS",
                                     "WZA 1\nANIMATION 0 1\nPROPERTIES",
                                     "WZA 1\nANIMATION 0 1\nPROPERTIES 0\nPOINTS",
                                     NULL};

static const char *const heads[] = {
    "WZA 1\n",
    "WZA 1\nSHAPES 2\nSHAPE 0\nVERTICES 900000\n",
    "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 1\n0 0 0 0 0 0 0 0 0 0 0 0 0\nFACES 0\nBONES 1\nBONE 0 0 0 0 0 0 9999999\n",
    "WZA 1\nANIMATION 0 1\nPROPERTIES 900000\n",
    "WZA 1\nANIMATION 0 1\nPROPERTIES 1\n0 shape 1 1\nPOINTS 900000\n",
    NULL};

static const char *const patterns[] = {"#\n",
                                       " \n",
                                       "\t",
                                       "\r\n",
                                       "x ",
                                       "0 ",
                                       "1\n",
                                       "SHAPE\n",
                                       "SHAPE 0\n",
                                       "VERTICES 1\n",
                                       "FACES 1\n0 0 0 0 0 0 0 0 0 0\n",
                                       "BONE\n",
                                       "BONE 0 0 0 0 0 0 0\n",
                                       "BONE 1 0 0 0 0 0 1\n0\n",
                                       "ANIMATION\n",
                                       "ANIMATION 0 1\nPROPERTIES 1\n0 bone 0 0\n",
                                       "0 shape 1 1\n",
                                       "0 0 0\n",
                                       "0 0 0 0 0 0 0 0 0\n",
                                       "0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                                       "TEXTURE \"a\n",
                                       "TEXTURE \"a\" ",
                                       "\"",
                                       "ABC ",
                                       "\x1a",
                                       "\xff",
                                       NULL};

int main(void) {
    static const hostile_text text = {
        .format = "wza",
        .files = files,
        .counts = counts,
        .count_rule = "WZA-0022",
        .large_counts = "WZA 1\nSHAPES 60000000\nSHAPE 0\nVERTICES 60000000\nFACES 60000000\n"
                        "BONES 60000000\nBONE 0 -1 0 0 0 0 60000000\n1 2\nANIMATIONS 60000000\n"
                        "ANIMATION 0 1\nPROPERTIES 60000000\nPOINTS 60000000\n",
        .heads = heads,
        .patterns = patterns,
    };
    return run_hostile_text(&text);
}
