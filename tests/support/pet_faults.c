// SPDX-License-Identifier: MIT
#include "support/pet_faults.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_pieces.h"

void pet_fault(const char *id, pet_bytes *b) {
    static const float position[4] = {0, 1, 2, 3}, rotation[5] = {0, 0, 0, 0, 1};
    unsigned number = (unsigned)atoi(id + 4);
    switch (number) {
    case 1:
        pet_raw(b, "no puppet", 9);
        break;
    case 2:
        piece_bones(b);
        b->length--;
        break;
    case 3:
        piece_bones(b);
        pet_raw(b, "tail", 4);
        break;
    case 4:
        piece_bones(b);
        pet_begin(b, "COLL");
        pet_u32(b, 9);
        pet_end(b);
        break;
    case 5:
        piece_bones(b);
        pet_bones(b, piece_v13, true);
        break;
    case 6:
        piece_bones(b);
        pet_begin(b, "XTRA");
        pet_end(b);
        break;
    case 7:
        pet_vers(b, piece_v13);
        pet_bones(b, piece_v13, false);
        pet_anim(b, piece_v13);
        pet_moti(b, (pet_form){3, false, false});
        break;
    case 8:
        pet_vers(b, piece_v13);
        pet_bones(b, piece_v13, false);
        pet_anim(b, piece_v13);
        break;
    case 9:
        pet_file(b, "mpet", piece_v12, true);
        pet_coll(b, piece_v12);
        break;
    case 10:
        pet_file(b, "pet", (pet_form){2, false, false}, true);
        break;
    case 11:
        pet_vers(b, piece_v12);
        pet_bones(b, piece_v12, true);
        pet_anim(b, piece_v12);
        pet_moti(b, piece_v12);
        break;
    case 12:
        piece_vers(b, 3, 2, 0xfffe, 4);
        pet_bones(b, piece_v13, true);
        break;
    case 13:
        piece_vers(b, 4, 1, 0xfffe, 4);
        pet_bones(b, piece_v13, true);
        break;
    case 14:
        piece_vers(b, 3, 1, 0xfffe, 5);
        pet_bones(b, piece_v13, true);
        break;
    case 15:
        piece_vers(b, 3, 1, 0, 4);
        pet_bones(b, piece_v13, true);
        break;
    case 16:
        piece_vers(b, 2, 1, 0xfffe, 4);
        pet_bones(b, piece_v13, true);
        break;
    case 17:
        pet_bones(b, piece_v13, true);
        pet_vers(b, piece_v13);
        break;
    case 18:
        pet_vers(b, piece_v12);
        pet_bones(b, piece_v12, true);
        break;
    case 19:
        pet_coll(b, piece_v10);
        break;
    case 21:
        pet_text(b);
        pet_smtl(b);
        pet_bones(b, piece_v10, true);
        pet_mesh(b, piece_v10, false);
        break;
    case 22:
        pet_bones(b, piece_v10, false);
        pet_begin(b, "MOTI");
        pet_u32(b, 1);
        pet_u32(b, 3);
        pet_raw(b, "a\0b", 3);
        pet_u32(b, 0);
        pet_u32(b, 0);
        pet_lstr(b, "");
        pet_lstr(b, "");
        pet_f32(b, 0);
        pet_lstr(b, "");
        pet_end(b);
        break;
    case 23:
        piece_one_bone(b, "\xbc", 0xff);
        break;
    case 24:
        piece_one_texture(b, "a.name.of.exactly.32.letters.jpg");
        break;
    case 101:
        piece_one_texture(b, "");
        break;
    case 102:
        piece_one_texture(b, "folder/a.jpg");
        break;
    case 103:
        piece_one_texture(b, "a.gif");
        break;
    case 104:
        pet_begin(b, "TEXT");
        pet_u32(b, 256);
        for (unsigned i = 0; i < 256; i++)
            pet_texture(b, "null", 0);
        pet_end(b);
        break;
    case 111:
    case 112:
    case 113:
        pet_text(b);
        pet_begin(b, "FANM");
        pet_u32(b, number == 113 ? 2 : 1);
        piece_face(b, number == 112 ? 9 : 1, "smile", number == 111 ? "none.jpg" : "skin.jpg");
        if (number == 113)
            piece_face(b, 1, "smile", "face.jpg");
        pet_end(b);
        break;
    case 201:
        piece_two_bones(b, "a", 0xff, "b", 7);
        break;
    case 202:
        piece_two_bones(b, "a", 1, "b", 0xff);
        break;
    case 203:
        piece_one_bone(b, "a", 0);
        break;
    case 204:
        piece_two_bones(b, "a", 0xff, "a", 0);
        break;
    case 205:
        piece_one_bone(b, "a name that is longer than the sixty-three bytes that the game keeps",
                       0xff);
        break;
    case 206:
        piece_one_bone(b, "", 0xff);
        break;
    case 207:
        piece_matrix(b, INFINITY, -1);
        break;
    case 208:
        piece_matrix(b, 0, -1);
        break;
    case 209:
        piece_matrix(b, 1, 0);
        break;
    case 210:
        pet_begin(b, "BONE");
        pet_u8(b, 0);
        pet_u16(b, 1);
        pet_bone(b, piece_v10, "a", 0xff, true);
        pet_end(b);
        break;
    case 211:
        piece_bones(b);
        pet_begin(b, "EXTR");
        pet_u32(b, 1);
        pet_u8(b, 9);
        pet_end(b);
        break;
    case 301:
        piece_animation(b, 7, position, NULL, NULL, NULL);
        break;
    case 302:
    case 303:
        pet_vers(b, piece_v13);
        pet_bones(b, piece_v13, false);
        pet_begin(b, "ANIM");
        if (number == 302) {
            piece_keys(b, 1, position, NULL, NULL, NULL);
            piece_keys(b, 1, position, NULL, NULL, NULL);
        } else {
            pet_u8(b, 1);
            pet_u32(b, 2);
            pet_floats(b, 8, FLOATS(1, 0, 0, 0, 0, 0, 0, 0));
            for (unsigned i = 0; i < 3; i++)
                pet_u32(b, 0);
        }
        pet_u8(b, 0xff);
        pet_end(b);
        break;
    case 304:
        piece_animation(b, 1, FLOATS(0, NAN, 0, 0), NULL, NULL, NULL);
        break;
    case 305:
        piece_animation(b, 1, FLOATS(-1, 0, 0, 0), NULL, NULL, NULL);
        break;
    case 306:
        piece_animation(b, 1, NULL, FLOATS(0, 0, 0, 0, 0), NULL, NULL);
        break;
    case 307:
        pet_bones(b, piece_v10, false);
        pet_begin(b, "ANIM");
        pet_u8(b, 1);
        pet_u32(b, 0);
        pet_u32(b, 0);
        pet_u32(b, 1);
        pet_floats(b, 4, FLOATS(0, 1, 1, 1));
        pet_u8(b, 0xff);
        pet_end(b);
        break;
    case 308:
        piece_animation(b, 1, NULL, NULL, NULL, FLOATS(0, 1));
        break;
    case 309:
        pet_begin(b, "BONE");
        pet_u8(b, 128);
        for (unsigned i = 0; i < 128; i++) {
            char name[8];
            snprintf(name, sizeof name, "b%u", i);
            pet_bone(b, piece_v10, name, i == 0 ? 0xff : 0, false);
        }
        pet_end(b);
        pet_begin(b, "ANIM");
        for (unsigned i = 0; i < 128; i++) {
            pet_u8(b, i);
            pet_u32(b, 0);
            pet_u32(b, 1);
            pet_floats(b, 5, rotation);
            pet_u32(b, 0);
        }
        pet_u8(b, 0xff);
        pet_end(b);
        break;
    case 310:
        piece_animation(b, 1, NULL, NULL, NULL, NULL);
        break;
    case 311:
        // The word cannot count keys, and the times rule the document's reading out.
        pet_bones(b, piece_v10, false);
        pet_begin(b, "ANIM");
        pet_u8(b, 1);
        pet_u32(b, 0);
        pet_u32(b, 2);
        pet_floats(b, 5, FLOATS(0, 0, 0, 0, 1));
        pet_floats(b, 5, FLOATS(2, 0, 0, 0, 1));
        pet_f32(b, 1);
        pet_u8(b, 0xff);
        pet_end(b);
        break;
    case 401:
        piece_triangle(b, (piece_corner_case){.weights = "\xff\x09\x00\x00", .weights_length = 4});
        break;
    case 402:
        piece_triangle(b, (piece_corner_case){.weights = "\xfe\x00\xff\x01", .weights_length = 4});
        break;
    case 403:
        piece_triangle(
            b, (piece_corner_case){.weights = "\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0\1\0"
                                              "\1\0\1\0\1\0\xef\1",
                                   .weights_length = 34});
        break;
    case 405:
        piece_triangle(b, (piece_corner_case){.vertex = 9});
        break;
    case 406:
        piece_triangle(b, (piece_corner_case){.texture = 9});
        break;
    case 407:
        piece_triangle(b, (piece_corner_case){.specular = 9});
        break;
    case 408:
        piece_triangle(b, (piece_corner_case){.sets = -1});
        break;
    case 409:
        piece_triangle(b, (piece_corner_case){.x = NAN});
        break;
    case 410:
        piece_triangle(b, (piece_corner_case){.normal = 2});
        break;
    case 411:
        piece_triangle(b, (piece_corner_case){.vertex = 1});
        break;
    case 412:
        piece_skins(b, 2, (const uint32_t[][5]){{0, 0, 3, 0, 1}, {0, 3, 9, 1, 1}}, false);
        break;
    case 413:
        piece_skins(b, 1, (const uint32_t[][5]){{0, 0, 6, 0, 1}}, false);
        break;
    case 414:
        piece_skins(b, 2, (const uint32_t[][5]){{0, 0, 3, 0, 1}, {9, 3, 3, 1, 1}}, false);
        break;
    case 416:
        piece_skins(b, 2, (const uint32_t[][5]){{0, 0, 3, 0, 1}, {0, 3, 3, 1, 1}}, true);
        break;
    case 417:
        pet_bones(b, piece_v10, true);
        pet_begin(b, "MESH");
        pet_u32(b, 65536);
        for (unsigned i = 0; i < 65536; i++)
            pet_raw(b, "\0\0\0\0\0\0\0\0\0\0\0\0\xff\0\0\0", 16);
        pet_u32(b, 0);
        pet_end(b);
        break;
    case 418:
        piece_triangle(b, (piece_corner_case){.sets = 2});
        break;
    case 419:
        piece_triangle(b, (piece_corner_case){.inside_out = true});
        break;
    case 501:
        piece_frames(b, 2, 9, "*msg(\"x\")", "");
        break;
    case 502:
        piece_frames(b, 257, 5, "", "");
        break;
    case 503:
        pet_bones(b, piece_v10, false);
        pet_begin(b, "FRAM");
        pet_u32(b, 1);
        pet_u32(b, 0);
        pet_u32(b, 518);
        pet_raw(b, "*msg(\"", 6);
        piece_repeated(b, 'x', 510);
        pet_raw(b, "\")", 2);
        pet_lstr(b, "");
        pet_lstr(b, "");
        pet_u32(b, 1);
        pet_end(b);
        break;
    case 504:
        piece_frames(b, 2, 0, "*msg(\"x", "y\")");
        break;
    case 505:
        piece_frames(b, 2, 0, "msg x", "");
        break;
    case 506:
        piece_frames(b, 2, 0, "*dance(\"x\")", "");
        break;
    case 507:
        pet_bones(b, piece_v10, false);
        pet_begin(b, "FRAM");
        pet_u32(b, 1);
        for (unsigned i = 0; i < 4; i++)
            pet_u32(b, 0);
        pet_end(b);
        break;
    case 511:
        piece_motions(b, &(piece_motion){"a", "a", "", 9, 3, 0}, 1);
        break;
    case 512:
        piece_motions(b, &(piece_motion){"a", "a", "", 0, 99, 0}, 1);
        break;
    case 513:
        piece_motions(b, &(piece_motion){"a", "b", "", 0, 9, 0}, 1);
        break;
    case 514:
        piece_motions(b, &(piece_motion){"a", "a", "Tail", 0, 9, 0}, 1);
        break;
    case 515:
        piece_motions(b, (piece_motion[]){{"a", "a", "", 0, 9, 0}, {"a", "a", "", 0, 9, 0}}, 2);
        break;
    case 516:
        piece_motions(b, &(piece_motion){"", "", "", 0, 9, 0}, 1);
        break;
    case 517:
        piece_motions(b, &(piece_motion){"a", "a", "", 0, 9, -1}, 1);
        break;
    case 518: {
        char name[600];
        memset(name, 'x', sizeof name - 1);
        name[sizeof name - 1] = '\0';
        piece_motions(b, &(piece_motion){name, "", "", 0, 9, 0}, 1);
        break;
    }
    case 601:
        piece_box(b, "Tail", 0, 1);
        break;
    case 602:
        piece_box(b, "Bip01", 1, 0);
        break;
    case 603:
        piece_box(b, "Bip01", 0, INFINITY);
        break;
    case 604:
        piece_box(b, "Bip01", 0, 0);
        break;
    default:
        fail_msg("%s has no file", id);
    }
}

const char *pet_fault_name(unsigned number) {
    switch (number) {
    case 8:
        return "x.pet";
    case 9:
    case 412:
    case 413:
    case 414:
    case 416:
        return "x.mpet";
    default:
        return NULL;
    }
}

const char *pet_fault_target(unsigned number) {
    return number == 11 ? "spec" : number == 18 ? "season5" : "client";
}
