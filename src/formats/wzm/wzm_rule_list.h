// SPDX-License-Identifier: MIT
//
// The rules of WZM files. wzm_rules.h makes an enumeration of this list, wzm_rules.c a table.
// RULE(name, id, flags, spec, qwzm, wmit, title, explanation)
// SHARED is the same for a rule of formats/directives.h.
// Severities are for what the descriptions say, qwzm (the tool of versions 1 and 2) and wmit (the
// tool of version 3): what that reader refuses is an error.
// clang-format off
// 00xx: the text as such, after the rules of mq_directive_rule
RULE(WZM_NOT_WZM, "WZM-0001", INCOMPLETE, E, E, E, "The file does not begin with WZM",
     "Every reader expects the word WZM at the start and refuses the file without it.")
RULE(WZM_BAD_VERSION, "WZM-0002", INCOMPLETE, E, E, E,
     "The version after WZM is missing or unknown",
     "There are versions 1, 2 and 3; they differ too much to guess.")
SHARED(MQ_DR_BYTE_ORDER_MARK, "WZM-0003", FIXABLE, E, E, E,
       "A byte order mark stands before the text",
       "The mark hides the word WZM from every reader. Save the file without it.")
SHARED(MQ_DR_NUL_BYTE, "WZM-0004", INCOMPLETE, E, E, E, "A NUL byte is in the text",
       "The file may be damaged.")
SHARED(MQ_DR_CONTROL_Z, "WZM-0005", FIXABLE, W, W, W, "A Ctrl-Z ends the text",
       "Old editors of DOS wrote it at the end. Nothing after it is read.")
SHARED(MQ_DR_COMMENT, "WZM-0006", 0, N, E, E, "A comment is in the file",
       "The description has // comments, but no tool ever skipped them. They are read here and not "
       "written.")
SHARED(MQ_DR_KEYWORD_CASE, "WZM-0007", FIXABLE, E, E, E, "A keyword is not in capitals",
       "Keywords are compared letter for letter.")
SHARED(MQ_DR_SHARED_LINE, "WZM-0008", FIXABLE, N, S, S, "A directive does not start a line",
       "The tools ignore line breaks, but people read lines.")
SHARED(MQ_DR_UNKNOWN_DIRECTIVE, "WZM-0009", INCOMPLETE, E, E, E,
       "A directive is unknown or where it cannot be",
       "The tools find something else than they expect and refuse the file.")
SHARED(MQ_DR_VALUE_MISSING, "WZM-0010", INCOMPLETE, E, E, E, "A directive lacks a value",
       "The tools read the next word as the value, and everything after it wrongly.")
SHARED(MQ_DR_BAD_NUMBER, "WZM-0011", INCOMPLETE, E, E, E, "A number cannot be read",
       "The tools refuse the file.")
SHARED(MQ_DR_NUMBER_RANGE, "WZM-0012", INCOMPLETE, E, E, E, "A number is too large for its field",
       "The field holds 32 bits; the value is cut to what fits.")
SHARED(MQ_DR_NOT_WHOLE, "WZM-0013", INCOMPLETE, E, E, E, "A whole number has decimals",
       "The tools stop at the point and read the rest as the next value.")
SHARED(MQ_DR_NOT_FINITE, "WZM-0014", 0, E, W, E, "A value is infinite or not a number",
       "It cannot be drawn.")
SHARED(MQ_DR_HEX_FLOAT, "WZM-0015", 0, W, N, E, "A value is written as a hexadecimal number",
       "C functions read it, other tools do not.")
SHARED(MQ_DR_SURPLUS_TOKENS, "WZM-0016", FIXABLE | INCOMPLETE, E, E, E,
       "There is more on the line than belongs there",
       "The tools read it as the next value, and everything after it wrongly.")
SHARED(MQ_DR_ROWS_SHARE_LINE, "WZM-0017", FIXABLE, N, S, S, "Several rows are on one line",
       "The tools ignore line breaks, but people read lines.")
SHARED(MQ_DR_ROW_SPANS_LINES, "WZM-0018", FIXABLE, N, S, S, "A row goes on in the next line",
       "The tools ignore line breaks, but people read lines.")
SHARED(MQ_DR_SHORT_ROW, "WZM-0019", INCOMPLETE, E, E, E, "A row has too few values",
       "The tools read the values of the next row, and everything after them wrongly.")
SHARED(MQ_DR_LIST_ENDS_EARLY, "WZM-0020", INCOMPLETE, E, E, E,
       "A list has fewer rows than its count says",
       "The tools refuse the file.")
SHARED(MQ_DR_SURPLUS_ROWS, "WZM-0021", INCOMPLETE, E, E, E,
       "A list has more rows than its count says",
       "The tools expect the next directive here and refuse the file. Correct the count or remove "
       "the rows.")
SHARED(MQ_DR_COUNT_LIMIT, "WZM-0022", INCOMPLETE, E, E, E, "A count is above the limit",
       "Reading stops here.")
RULE(WZM_VERSION_3, "WZM-0023", 0, S, E, S, "Version 3 is not read by qwzm",
     "qwzm knows versions 1 and 2. Convert the model for it.")
RULE(WZM_VERSION_1_2, "WZM-0024", 0, S, S, E, "Versions 1 and 2 are not read by WMIT",
     "WMIT knows version 3 alone. Convert the model for it.")
// 01xx: the head
RULE(WZM_TEXTURE_MISSING, "WZM-0101", INCOMPLETE, E, E, E, "TEXTURE is missing",
     "It is mandatory; without it " MAQ_WZM_NO_TEXTURE " is used.")
RULE(WZM_MESHES_MISSING, "WZM-0102", INCOMPLETE, E, E, E, "MESHES is missing",
     "It must come before the first MESH.")
RULE(WZM_MESHES_COUNT, "WZM-0103", FIXABLE | INCOMPLETE, E, E, E,
     "MESHES announces a wrong number of meshes",
     "The tools read as many as it says: they miss the others, or refuse the file.")
RULE(WZM_ORDER, "WZM-0104", 0, E, E, E, "A directive comes too late",
     "The order of directives is fixed.")
RULE(WZM_REPEATED, "WZM-0105", INCOMPLETE, E, E, E, "A directive is repeated",
     "The first is kept and this one is not read.")
RULE(WZM_OTHER_VERSION, "WZM-0106", INCOMPLETE, E, E, E, "A directive belongs to another version",
     "It is not read.")
RULE(WZM_MESH_MISSING, "WZM-0107", INCOMPLETE, E, E, E,
     "MESH is missing before the content of a mesh",
     "Each mesh begins with the word MESH.")
// 02xx: meshes
RULE(WZM_SECTION_MISSING, "WZM-0201", INCOMPLETE, E, E, E, "A mesh lacks a directive",
     "All directives are mandatory, even for empty lists.")
RULE(WZM_MESH_NUMBER, "WZM-0202", 0, N, S, S, "A mesh of version 1 is not named by its number",
     "Files of version 1 number their meshes from 0; the tools take any word.")
RULE(WZM_NAME_LONG, "WZM-0203", 0, E, W, S, "The name of a mesh is longer than 20 characters",
     "Version 2 has names of up to 20 characters.")
RULE(WZM_NAME_CHARACTERS, "WZM-0204", 0, E, S, W,
     "The name of a mesh has characters that it cannot have",
     "Version 2 has letters, digits, _ and -; version 3 the point and the back-slash, too. WMIT "
     "empties other names.")
RULE(WZM_TEAM_COLOURS, "WZM-0205", 0, E, E, E, "TEAMCOLOURS is neither 0 nor 1",
     "The tools refuse other values.")
RULE(WZM_TEAM_ARRAYS, "WZM-0206", 0, E, E, S,
     "A mesh with team colours does not have 8 texture arrays",
     "The number of the player chooses the array: there must be one for each of the 8.")
RULE(WZM_ARRAY_LIMIT, "WZM-0207", 0, N, E, S, "A mesh has more than 16 texture arrays",
     "qwzm reserves memory for 16 and writes beyond it.")
RULE(WZM_ARRAY_NUMBER, "WZM-0208", FIXABLE, E, E, S, "A texture array is not numbered in order",
     "They count from 0.")
RULE(WZM_ARRAY_COUNT, "WZM-0209", FIXABLE, E, E, S,
     "TEXTUREARRAYS announces a wrong number of arrays",
     "The tools read as many as it says.")
RULE(WZM_INDEX_RANGE, "WZM-0210", 0, E, E, E,
     "A triangle has a corner that is not a vertex of its mesh",
     "The tools read beyond their memory.")
RULE(WZM_INDEX_16_BITS, "WZM-0211", 0, E, S, E, "An index does not fit into 16 bits",
     "Version 3 has indices of up to 65535. Split the mesh.")
RULE(WZM_INDEX_REPEATED, "WZM-0212", 0, N, N, N, "A triangle has the same corner twice",
     "It has no area and is not seen.")
RULE(WZM_UV_ABOVE_ONE, "WZM-0213", 0, W, S, E, "A texture coordinate is above 1",
     "WMIT refuses the file. The value is kept.")
RULE(WZM_UV_NEGATIVE, "WZM-0214", 0, N, S, S, "A texture coordinate is below 0",
     "The descriptions have 0 to 1; the tools take it. The value is kept.")
RULE(WZM_NORMAL_LENGTH, "WZM-0215", 0, W, S, W, "A normal or tangent is not of length 1",
     "Light falls wrongly on it.")
RULE(WZM_TANGENT_SIDE, "WZM-0216", 0, W, S, W, "The fourth value of a tangent is neither 1 nor -1",
     "It says to which side the bitangent points.")
// 03xx: frames and connectors
RULE(WZM_FRAME_ARRAY, "WZM-0301", 0, E, E, S, "A frame uses a texture array that does not exist",
     "Arrays count from 0.")
RULE(WZM_FRAME_TIME, "WZM-0302", 0, E, E, S, "The time of a frame is negative",
     "Times are seconds until the next frame; 0 stays.")
RULE(WZM_FRAME_ROTATION, "WZM-0303", 0, E, E, S, "A rotation is beyond 360 degrees",
     "Rotations lie within -360 and 360.")
RULE(WZM_CONNECTOR_FORM, "WZM-0304", FIXABLE | INCOMPLETE, E, E, E,
     "A connector is written as another version has it",
     "Version 1 has `x y z type`, version 2 `type x y z angle restriction restriction`, version 3 "
     "`x y z`. What the version does not have is not kept.")
RULE(WZM_CONNECTOR_TYPE, "WZM-0305", 0, E, E, S,
     "The type of a connector of version 1 is not a whole number",
     "Words are for version 2.")
RULE(WZM_CONNECTORS_REFUSED, "WZM-0306", 0, S, E, S, "qwzm refuses connectors of version 2",
     "The tool counts the values of the row wrongly. Convert to version 1 for it.")
RULE(WZM_CONNECTORS_LAST, "WZM-0307", 0, S, S, W, "WMIT keeps the last connector only",
     "Each connector replaces the one before in the tool.")
// 09xx: losses of a conversion, and what it made up
RULE(WZM_LOSS_COMMENTS, "WZM-0901", 0, L, L, L, "Comments were dropped",
     "No tool skips comments, so none are written.")
RULE(WZM_LOSS_NAME, "WZM-0902", 0, L, L, L, "The name of a mesh was dropped",
     "Version 1 has numbers.")
RULE(WZM_LOSS_FRAMES, "WZM-0903", 0, L, L, L, "Animation was dropped",
     "Version 3 has no frames.")
RULE(WZM_LOSS_TEXTURE_ARRAYS, "WZM-0904", 0, L, L, L, "Texture arrays were dropped",
     "Version 3 has one set of texture coordinates; the first is kept.")
RULE(WZM_LOSS_CONNECTOR, "WZM-0905", 0, L, L, L,
     "The type, angle or restrictions of a connector were dropped",
     "Version 3 has a position only, version 1 a position and a number.")
RULE(WZM_LOSS_MAPS, "WZM-0906", 0, L, L, L, "Team mask, normal map or specular map was dropped",
     "Only version 3 has them.")
RULE(WZM_LOSS_MATERIAL, "WZM-0907", 0, L, L, L, "The material was dropped",
     "Only version 3 has one.")
RULE(WZM_LOSS_NORMALS, "WZM-0908", 0, L, L, L, "Normals and tangents were dropped",
     "Only version 3 has them.")
RULE(WZM_LOSS_BOUNDS, "WZM-0909", 0, L, L, L, "The stored bounds were dropped",
     "Only version 3 has them; every reader computes its own.")
RULE(WZM_MADE_NORMALS, "WZM-0910", 0, N, N, N, "Normals and tangents were made from the triangles",
     "Version 3 has them with each vertex, versions 1 and 2 do not.")
RULE(WZM_MADE_ARRAYS, "WZM-0911", 0, N, N, N, "The texture array was repeated for each player",
     "Versions 1 and 2 need 8 arrays for team colours.")
RULE(WZM_LOSS_ROLE, "WZM-0912", 0, L, L, L, "A shadow or collision mesh was dropped",
     "A model has visible meshes only, and a limited number of copies of a mesh.")
RULE(WZM_LOSS_STREAMS, "WZM-0913", 0, L, L, L, "Values of vertices were dropped",
     "Vertices have neither colours nor values of other names.")
RULE(WZM_LOSS_SKIN, "WZM-0914", 0, L, L, L, "Joints and weights were dropped",
     "A mesh moves as a whole.")
RULE(WZM_LOSS_SHAPES, "WZM-0915", 0, L, L, L, "Shapes were dropped",
     "A mesh has one shape.")
RULE(WZM_LOSS_TEXTURING, "WZM-0916", 0, L, L, L, "A part of a material was dropped",
     "A file has one texture for all meshes, and neither blending nor two-sided faces, other "
     "tilesets or embedded images.")
RULE(WZM_LOSS_NODES, "WZM-0917", 0, L, L, L, "Nodes were dropped",
     "Meshes and connectors have a position only: there are no names of connectors, groups, "
     "facing, rotation or scale.")
RULE(WZM_LOSS_MOTION, "WZM-0918", 0, L, L, L, "A part of an animation was dropped",
     "Meshes of versions 1 and 2 move and turn in one animation. Scale, visibility, weights of "
     "shapes, markers and further clips do not exist.")
RULE(WZM_LOSS_THINGS, "WZM-0919", 0, L, L, L, "Boxes or events were dropped",
     "A model has none.")
RULE(WZM_LOSS_EXTRAS, "WZM-0920", 0, N, N, N, "Settings of another format were dropped",
     "They have no meaning here.")
RULE(WZM_LOSS_ROUNDS, "WZM-0921", 0, L, L, L, "Meshes repeated their frames at different times",
     "Each mesh of versions 1 and 2 begins anew when its last frame is over. In other formats a "
     "clip is as long as its longest part.")
RULE(WZM_SPLIT, "WZM-0922", 0, N, N, N, "A mesh was split",
     "Version 3 numbers 65536 vertices in a mesh.")
#undef RULE
#undef SHARED
