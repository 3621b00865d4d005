// SPDX-License-Identifier: MIT
//
// The rules for what cannot be drawn.
// draw_rules.h makes an enumeration of this list, draw_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// clang-format off
RULE(MQ_DRAW_NO_TRIANGLES, "PIC-0001", 0, N, "There is no surface to draw",
     "The model has no visible triangles at this time of the clip. Its joints and attachments are "
     "drawn instead.")
RULE(MQ_DRAW_NOTHING, "PIC-0002", 0, W, "There is nothing to draw",
     "The model has neither visible triangles nor joints or attachments. The picture is empty.")
RULE(MQ_DRAW_TOO_LARGE, "PIC-0003", 0, W, "Parts of the model are too far away to be drawn",
     "Scales and translations lead to numbers beyond the range of coordinates. These vertices are "
     "left out, with their triangles.")
RULE(MQ_DRAW_TOO_MUCH, "PIC-0004", 0, W, "The model repeats its meshes too often to be drawn",
     "Many nodes show the same large mesh. No more than eight times the size of all meshes is "
     "drawn, so that a small file cannot keep the program busy for hours.")
RULE(MQ_DRAW_TOO_DENSE, "PIC-0005", 0, W, "The model has too many surfaces behind each other",
     "Its triangles cover the picture hundreds of times. The last ones are left out.")
#undef RULE
