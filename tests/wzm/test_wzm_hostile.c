// SPDX-License-Identifier: MIT
//
// WZM files that are cut off, damaged or hostile.
#include <stddef.h>

#include "support/hostile_text.h"

static const char *const files[] = {"tests/data/wzm/rules/valid-1.wzm",
                                    "tests/data/wzm/rules/valid-2.wzm",
                                    "tests/data/wzm/rules/valid-3.wzm",
                                    "tests/data/wzm/rules/WZM-0006.wzm",
                                    "tests/data/wzm/rules/WZM-0009.wzm",
                                    "tests/data/wzm/rules/WZM-0017.wzm",
                                    "tests/data/wzm/rules/WZM-0018.wzm",
                                    "tests/data/wzm/rules/WZM-0019.wzm",
                                    "tests/data/wzm/rules/WZM-0020.wzm",
                                    "tests/data/wzm/rules/WZM-0021.wzm",
                                    "tests/data/wzm/rules/WZM-0106.wzm",
                                    "tests/data/wzm/rules/WZM-0304.wzm",
                                    NULL};

static const char *const counts[] = {"WZM 1\nMESHES",
                                     "WZM 1\nMESH 0\nVERTICES",
                                     "WZM 1\nMESH 0\nFACES",
                                     "WZM 2\nMESH 0\nFRAMES",
                                     "WZM 3\nMESH a\nCONNECTORS",
                                     "WZM 1\nMESH 0\nTEXTUREARRAYS",
                                     NULL};

static const char *const heads[] = {
    "WZM 1\n", "WZM 2\nTEXTURE a\nMESHES 1\nMESH a\n",
    "WZM 3\nMESH a\nVERTICES 9999999\nINDICES 9999999\nVERTEXARRAY\n",
    "WZM 2\nMESH a\nVERTICES 3\nCONNECTORS 999999\n", NULL};

static const char *const patterns[] = {"//\n",
                                       " \n",
                                       "\t",
                                       "\r\n",
                                       "x ",
                                       "0 ",
                                       "1\n",
                                       "MESH\n",
                                       "MESH a\n",
                                       "MESH ",
                                       "TEXTUREARRAY 0\n",
                                       "TEXTUREARRAY\n0\n",
                                       "VERTICES 1\n",
                                       "VERTEXARRAY\n",
                                       "VERTEXARRAY\n0 0\n",
                                       "CONNECTORS 1\n0 0 0 0\n",
                                       "a 0 0 0 0 0 0\n",
                                       "FRAMES 9\n0 0\n",
                                       "ABC ",
                                       "ABC\n",
                                       "\x1a",
                                       "nan ",
                                       "0 0 0 0 0 0 0 0 0 0 0 0\n",
                                       "/",
                                       NULL};

int main(void) {
    static const hostile_text text = {
        .format = "wzm",
        .files = files,
        .counts = counts,
        .count_rule = "WZM-0022",
        .large_counts =
            "WZM 1\nMESHES 60000000\nMESH 0\nVERTICES 60000000\nFACES 60000000\nVERTEXARRAY\n0 0 0\n"
            "TEXTUREARRAYS 60000000\nTEXTUREARRAY 0\n0 0\nINDEXARRAY\n0 0 0\n"
            "FRAMES 60000000\nCONNECTORS 60000000\n",
        .heads = heads,
        .patterns = patterns,
    };
    return run_hostile_text(&text);
}
