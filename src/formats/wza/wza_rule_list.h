// SPDX-License-Identifier: MIT
//
// The rules of WZA files. wza_rules.h makes an enumeration of this list, wza_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// SHARED is the same for a rule of formats/directives.h.
// There is one target: the format as docs/wza.md describes it. What the format does not allow is an
// error; what it allows but is surely a mistake is a warning.
// clang-format off
// 00xx: the text as such, after the rules of mq_directive_rule
RULE(WZA_NOT_WZA, "WZA-0001", INCOMPLETE, E, "The file does not begin with WZA",
     "The word WZA and the version come first.")
RULE(WZA_BAD_VERSION, "WZA-0002", INCOMPLETE, E, "The version after WZA is missing or unknown",
     "There is version 1.")
SHARED(MQ_DR_BYTE_ORDER_MARK, "WZA-0003", FIXABLE, E, "A byte order mark stands before the text",
       "The word WZA comes first. Save the file as UTF-8 without the mark.")
SHARED(MQ_DR_NUL_BYTE, "WZA-0004", INCOMPLETE, E, "A NUL byte is in the text",
       "The file may be damaged.")
SHARED(MQ_DR_CONTROL_Z, "WZA-0005", FIXABLE, E, "A Ctrl-Z ends the text",
       "Old editors of DOS wrote it at the end. Nothing after it is read.")
SHARED(MQ_DR_COMMENT, "WZA-0006", 0, N, "A comment is in the file",
       "Comments are skipped, and not written again.")
SHARED(MQ_DR_KEYWORD_CASE, "WZA-0007", FIXABLE, E, "A keyword is not in capitals",
       "Keywords are in capitals.")
SHARED(MQ_DR_SHARED_LINE, "WZA-0008", FIXABLE, E, "A directive does not start a line",
       "There is one datum on a line.")
SHARED(MQ_DR_UNKNOWN_DIRECTIVE, "WZA-0009", INCOMPLETE, E,
       "A directive is unknown or where it cannot be",
       "It is not read, nor is what follows it up to the next directive.")
SHARED(MQ_DR_VALUE_MISSING, "WZA-0010", INCOMPLETE, E, "A directive lacks a value",
       "Values stand on the line of their directive.")
SHARED(MQ_DR_BAD_NUMBER, "WZA-0011", INCOMPLETE, E, "A number cannot be read",
       "Numbers are decimal, with a point and perhaps an exponent.")
SHARED(MQ_DR_NUMBER_RANGE, "WZA-0012", INCOMPLETE, E, "A number is too large for its field",
       "Fields have 32 bits; the value is cut to what fits.")
SHARED(MQ_DR_NOT_WHOLE, "WZA-0013", INCOMPLETE, E, "A whole number has decimals",
       "Indices, counts, times and frame numbers are whole; the rest is cut off.")
SHARED(MQ_DR_NOT_FINITE, "WZA-0014", 0, E, "A value is infinite or not a number",
       "The format has finite numbers alone.")
SHARED(MQ_DR_HEX_FLOAT, "WZA-0015", 0, E, "A value is written as a hexadecimal number",
       "Numbers are decimal.")
SHARED(MQ_DR_SURPLUS_TOKENS, "WZA-0016", FIXABLE | INCOMPLETE, E,
       "There is more on the line than belongs there",
       "The rest of the line is not read.")
SHARED(MQ_DR_ROWS_SHARE_LINE, "WZA-0017", FIXABLE, E, "A row is not on a line of its own",
       "There is one datum on a line.")
SHARED(MQ_DR_ROW_SPANS_LINES, "WZA-0018", FIXABLE, E, "A row goes on in the next line",
       "There is one datum on a line.")
SHARED(MQ_DR_SHORT_ROW, "WZA-0019", INCOMPLETE, E, "A row has too few values",
       "The row is not read.")
SHARED(MQ_DR_LIST_ENDS_EARLY, "WZA-0020", INCOMPLETE, E,
       "A list has fewer rows than its count says",
       "Correct the count, or add what is missing.")
SHARED(MQ_DR_SURPLUS_ROWS, "WZA-0021", INCOMPLETE, E, "A list has more rows than its count says",
       "The rows behind the last that is announced are not read.")
SHARED(MQ_DR_COUNT_LIMIT, "WZA-0022", INCOMPLETE, E, "A count is above the limit",
       "Reading stops here.")
RULE(WZA_NOT_UTF8, "WZA-0023", 0, E, "The text is not UTF-8",
     "Save the file as UTF-8. Names are kept byte for byte.")
RULE(WZA_NAME_CHARACTERS, "WZA-0024", FIXABLE, E,
     "A name without quotes has characters that need them",
     "Bare names have letters, digits, the point, _ and - alone.")
RULE(WZA_NAME_UNCLOSED, "WZA-0025", INCOMPLETE, E, "A name in quotes does not end on its line",
     "The quote at the end is missing, or a back-slash stands before it. A name cannot be empty.")
RULE(WZA_ORDER, "WZA-0026", INCOMPLETE, E, "A directive comes too late",
     "The order is TEXTURE, SHAPES, BONES, ANIMATIONS; VERTICES come before FACES, PROPERTIES "
     "before POINTS.")
RULE(WZA_REPEATED, "WZA-0027", INCOMPLETE, E, "A directive is repeated",
     "The first is kept and this one is not read.")
RULE(WZA_COUNT_MISSING, "WZA-0028", INCOMPLETE, E, "A block is not announced",
     "SHAPES comes before SHAPE, BONES before BONE, ANIMATIONS before ANIMATION.")
RULE(WZA_COUNT_WRONG, "WZA-0029", FIXABLE | INCOMPLETE, E,
     "SHAPES, BONES or ANIMATIONS announces a wrong number",
     "The number must be that of the blocks that follow.")
RULE(WZA_EMPTY, "WZA-0030", 0, E, "The file has neither shapes nor animations",
     "A model has shapes, an animation file has animations.")
// 01xx: the texture
RULE(WZA_FLAG, "WZA-0101", INCOMPLETE, E, "A switch has a value that it cannot have",
     "Booleans are 0 or 1; NORMALMAP is 0, 1 or 2.")
// 02xx: shapes
RULE(WZA_SHAPES_MISSING, "WZA-0201", 0, E, "There are a texture or bones, but no shapes",
     "A file without SHAPES holds animations alone.")
RULE(WZA_SHAPE_ZERO_MISSING, "WZA-0202", 0, E, "Shape 0 is missing",
     "Shape 0 is the mesh; all others say how they differ from it.")
RULE(WZA_SHAPE_REPEATED, "WZA-0203", 0, E, "Two shapes have one number",
     "Shapes are numbered from 0, each number once.")
RULE(WZA_SHAPE_RANGE, "WZA-0204", 0, E, "The number of a shape is out of range",
     "Shapes are numbered from 0 up to one less than there are.")
RULE(WZA_LIST_MISSING, "WZA-0205", 0, E, "Shape 0 has no VERTICES or no FACES",
     "Shape 0 has both.")
RULE(WZA_VERTEX_REPEATED, "WZA-0206", 0, E, "A vertex is listed twice",
     "Each index is there once; in shape 0 another one is then missing.")
RULE(WZA_VERTEX_RANGE, "WZA-0207", 0, E, "The index of a vertex of shape 0 is out of range",
     "The n vertices of shape 0 have the indices 0 to n-1; so another one is missing.")
RULE(WZA_VERTEX_UNKNOWN, "WZA-0208", 0, E, "A shape lists a vertex that shape 0 does not have",
     "Every shape has the vertices of shape 0.")
RULE(WZA_FACE_REPEATED, "WZA-0209", 0, E, "A face is listed twice",
     "Each index is there once; in shape 0 another one is then missing.")
RULE(WZA_FACE_RANGE, "WZA-0210", 0, E, "The index of a face of shape 0 is out of range",
     "The n faces of shape 0 have the indices 0 to n-1; so another one is missing.")
RULE(WZA_FACE_UNKNOWN, "WZA-0211", 0, E, "A shape lists a face that shape 0 does not have",
     "Every shape has the faces of shape 0.")
RULE(WZA_CORNER_RANGE, "WZA-0212", 0, E, "A face has a corner that is not a vertex",
     "Corners are indices of vertices of shape 0.")
RULE(WZA_CORNER_REPEATED, "WZA-0213", 0, W, "A face has the same corner twice",
     "It has no area and is not seen.")
RULE(WZA_TOPOLOGY, "WZA-0214", FIXABLE, E,
     "A face of a further shape has other corners than in shape 0",
     "Faces can change their texture coordinates, not their vertices.")
RULE(WZA_VECTOR_LENGTH, "WZA-0215", 0, W, "A normal, tangent or bitangent is not of length 1",
     "Light falls wrongly on it.")
RULE(WZA_UV_TILES, "WZA-0216", 0, N, "A texture coordinate is outside 0 to 1",
     "The texture is repeated there.")
// 03xx: bones
RULE(WZA_BONE_REPEATED, "WZA-0301", 0, E, "Two bones have one index",
     "Bones are numbered from 0, each number once.")
RULE(WZA_BONE_RANGE, "WZA-0302", 0, E, "The index of a bone is out of range",
     "The n bones have the indices 0 to n-1; so another one is missing.")
RULE(WZA_PARENT_UNKNOWN, "WZA-0303", 0, E, "The parent of a bone does not exist",
     "It is the index of a bone, or -1 for none.")
RULE(WZA_BONE_CYCLE, "WZA-0304", 0, E, "Bones are each other's parents",
     "Going from parent to parent must end at a bone without one.")
RULE(WZA_BONE_VERTEX_RANGE, "WZA-0305", 0, E, "A bone lists a vertex that is not there",
     "These are indices of vertices of shape 0.")
RULE(WZA_BONE_VERTEX_REPEATED, "WZA-0306", 0, E, "A bone lists a vertex twice",
     "Once is enough: a vertex that k bones list gets 1/k of each.")
// 04xx: animations
RULE(WZA_ANIMATION_REPEATED, "WZA-0401", 0, E, "Two animations have one index",
     "Each animation has a different index.")
RULE(WZA_LENGTH_NEGATIVE, "WZA-0402", 0, E, "The length of an animation is negative",
     "Lengths are milliseconds from 0 on.")
RULE(WZA_PROPERTY_KIND, "WZA-0403", INCOMPLETE, E, "The kind of a property is unknown",
     "Properties are a bone, a shape or a texture, in small letters.")
RULE(WZA_PROPERTY_REPEATED, "WZA-0404", 0, E, "Two properties have one number",
     "Points name their property by its number.")
RULE(WZA_PROPERTY_TWICE, "WZA-0405", 0, E, "The same thing is animated twice in one animation",
     "A bone, shape or texture has one value at a time.")
RULE(WZA_PROPERTY_TARGET, "WZA-0406", 0, E, "An animation moves what the model does not have",
     "The index is that of a bone or shape; only a model with a texture can animate it. An "
     "animation file may belong to another model.")
RULE(WZA_SHAPE_ZERO_ANIMATED, "WZA-0407", 0, W, "Shape 0 is animated",
     "It has no weight: weights are of the shapes from 1 on.")
RULE(WZA_TEXTURE_INDEX, "WZA-0408", FIXABLE, E, "The index of the texture is not 0",
     "A model has one texture.")
RULE(WZA_TEXTURE_STILL, "WZA-0409", 0, W, "Frames are animated of a texture that has none",
     "ANIMATED must be 1 for it.")
RULE(WZA_TEXTURE_INTERPOLATED, "WZA-0410", FIXABLE, N,
     "A texture property is marked as interpolated",
     "Frames of a texture are never interpolated; the mark has no effect.")
RULE(WZA_PROPERTY_EMPTY, "WZA-0411", 0, W, "A property has no points",
     "It stays at rest.")
RULE(WZA_POINT_PROPERTY, "WZA-0412", 0, E, "The property of a point does not exist",
     "Its first number is that of a property of the same animation.")
RULE(WZA_TIME_ORDER, "WZA-0413", 0, E, "The points of a property are not in the order of time",
     "Each is later than the one before.")
RULE(WZA_TIME_NEGATIVE, "WZA-0414", 0, E, "The time of a point is negative",
     "Times are milliseconds from 0 on.")
RULE(WZA_TIME_LATE, "WZA-0415", 0, W, "A point is after the end of its animation",
     "It is never reached.")
RULE(WZA_QUATERNION, "WZA-0416", 0, W, "A rotation is not a quaternion of length 1",
     "It is brought to length 1; all zeros mean no rotation.")
RULE(WZA_FRAME_NEGATIVE, "WZA-0417", 0, E, "The number of a texture frame is negative",
     "Frames count from 0.")
// 05xx: images; texture_sequence.c reports these. WZA-0501 is retired.
RULE(WZA_FRAME_MISSING, "WZA-0502", 0, E, "A texture frame is missing, and all frames before it",
     "A missing frame is shown by the last one before it; there must be one.")
RULE(WZA_FRAME_STANDS_IN, "WZA-0503", 0, N, "A texture frame is shown by one before it",
     "A missing frame is shown by the last one before it.")
// 09xx: losses of a conversion, and what it changed
RULE(WZA_LOSS_COMMENTS, "WZA-0901", 0, L, "Comments were dropped",
     "They are read, but not written.")
RULE(WZA_LOSS_SECOND_MODEL, "WZA-0902", 0, L, "A second model was dropped",
     "A file holds one model. Of further ones the animations are used.")
RULE(WZA_RENUMBERED, "WZA-0903", 0, N, "An animation has a new index",
     "An animation of an earlier file has its index.")
RULE(WZA_LOSS_SIZE, "WZA-0904", 0, L, "A part of a model is too large for a conversion",
     "Bones of a vertex beyond the eighth, shapes whose vertices lie on very many seams, and very "
     "long chains of turning bones are dropped.")
RULE(WZA_LOSS_SHAPES, "WZA-0905", 0, L, "Shapes or their names were dropped",
     "Shapes change shape 0, and have numbers instead of names.")
RULE(WZA_LOSS_ROLE, "WZA-0906", 0, L, "A shadow or collision mesh was dropped",
     "A model has visible meshes only.")
RULE(WZA_LOSS_STREAMS, "WZA-0907", 0, L, "Values of vertices were dropped",
     "Vertices have one set of texture coordinates, and neither colours nor values of other names.")
RULE(WZA_LOSS_WEIGHTS, "WZA-0908", 0, L, "Weights of vertices were changed",
     "A vertex that k bones list gets 1/k of each.")
RULE(WZA_LOSS_MATERIAL, "WZA-0909", 0, L, "A part of a material was dropped",
     "A model has one texture, whose images are named after it, and neither blending nor colour "
     "nor two-sided faces.")
RULE(WZA_LOSS_NODES, "WZA-0910", 0, L, "Nodes were dropped",
     "Bones have a position and no name; there are no attachments, no facing and no scale.")
RULE(WZA_LOSS_MOTION, "WZA-0911", 0, L, "A part of an animation was dropped",
     "Bones move and turn, shapes have weights, the texture has frames; times are whole "
     "milliseconds. There are no scale, visibility, markers, names and loop counts.")
RULE(WZA_LOSS_THINGS, "WZA-0912", 0, L, "Boxes or events were dropped",
     "A model has none.")
RULE(WZA_LOSS_EXTRAS, "WZA-0913", 0, N, "Settings of another format were dropped",
     "They have no meaning here.")
RULE(WZA_MADE_VECTORS, "WZA-0914", 0, N, "Normals or tangents were made from the triangles",
     "Every vertex of WZA has them.")
RULE(WZA_LOSS_ONE_MESH, "WZA-0915", 0, L, "Meshes became one",
     "A model has one mesh without a name; bones move its parts.")
#undef RULE
#undef SHARED
