// SPDX-License-Identifier: MIT
//
// The rules of OBJ files. obj_rules.h makes an enumeration of this list, obj_rules.c a table.
// RULE(name, id, flags, common, spec, title, explanation)
// Severities are for what today's programs read, and for the published document.
// clang-format off
// 00xx: the text as such
RULE(OBJ_NOT_OBJ, "OBJ-0001", INCOMPLETE, E, E, "The file has no statement of OBJ",
     "A model has lines that begin with v, f, o and the like. This file has none.")
RULE(OBJ_TOO_LARGE, "OBJ-0002", INCOMPLETE, E, E, "The file is 4 GiB or larger",
     "Offsets in the file have 32 bits. Split the model into several files.")
RULE(OBJ_BYTE_ORDER_MARK, "OBJ-0003", 0, N, W, "The text begins with a byte order mark",
     "Many readers treat it as a part of the first word and skip that line. Save the file as UTF-8 "
     "without it.")
RULE(OBJ_NUL_BYTE, "OBJ-0004", INCOMPLETE, W, E, "The text contains a NUL byte",
     "Maquette reads it as a blank; for other readers it ends the line. The file may be damaged.")
RULE(OBJ_UNKNOWN_STATEMENT, "OBJ-0005", 0, N, W, "A statement is unknown",
     "It is kept as it stands when the file is written again. Readers skip it.")
RULE(OBJ_FREE_FORM, "OBJ-0006", 0, N, S,
     "The file has free-form curves, surfaces or display settings",
     "Hardly any program reads them. Maquette keeps them as they stand and converts none of them.")
RULE(OBJ_UTF16, "OBJ-0007", INCOMPLETE, E, E, "The file is UTF-16",
     "OBJ and MTL are ASCII or UTF-8. Save the file as UTF-8; nothing of it is read.")
// 01xx: numbers
RULE(OBJ_BAD_NUMBER, "OBJ-0101", INCOMPLETE, E, E,
     "A word that is not a number stands where a number is expected",
     "Maquette reads it as 0; other readers stop or read something else.")
RULE(OBJ_MISSING_NUMBERS, "OBJ-0102", 0, W, E, "A statement has too few numbers",
     "v and vn need three, vt at least one. Missing numbers are read as 0.")
RULE(OBJ_SURPLUS_NUMBERS, "OBJ-0103", INCOMPLETE, W, W, "A statement has too many numbers",
     "v has 3, 4 (with a weight) or 6 (with a colour), vt up to 3, vn 3. The rest is dropped.")
RULE(OBJ_NOT_FINITE, "OBJ-0104", 0, E, E, "A coordinate is infinite or not a number",
     "No program can draw such a vertex. It usually comes from a division by zero in an exporter.")
RULE(OBJ_COLOURS, "OBJ-0105", 0, S, N, "Vertices have colours",
     "Three more numbers after a position are a common extension; the published document does not "
     "have them.")
RULE(OBJ_COLOURS_MISSING, "OBJ-0106", 0, N, N, "Some vertices have colours and others have none",
     "Those without a colour are white.")
RULE(OBJ_RATIONAL, "OBJ-0107", 0, N, S, "Vertices have weights other than 1",
     "The fourth number has a meaning for free-form curves and surfaces only, not for polygons.")
RULE(OBJ_BAD_SMOOTHING, "OBJ-0108", INCOMPLETE, W, E,
     "A smoothing group is neither a number nor off",
     "It is read as off.")
// 02xx: elements
RULE(OBJ_BAD_CORNER, "OBJ-0201", INCOMPLETE, E, E,
     "A corner is not of the form v, v/vt, v//vn or v/vt/vn",
     "Indices are whole numbers with slashes between them and no blanks.")
RULE(OBJ_INDEX_ZERO, "OBJ-0202", INCOMPLETE, E, E, "An index is 0",
     "Indices count from 1, or from -1 backwards. In a file that counts from 0 all indices are off "
     "by one.")
RULE(OBJ_INDEX_BEFORE, "OBJ-0203", INCOMPLETE, E, E, "A relative index is before the first vertex",
     "-1 is the last vertex before this line, and there are fewer vertices than the index says.")
RULE(OBJ_INDEX_RANGE, "OBJ-0204", 0, E, E, "An index is out of range",
     "There is no such vertex, texture coordinate or normal in the file. Most readers refuse it, "
     "some crash.")
RULE(OBJ_INDEX_FORWARD, "OBJ-0205", 0, N, W, "Elements use vertices that come later in the file",
     "Readers that resolve indices at once do not find them.")
RULE(OBJ_FEW_CORNERS, "OBJ-0206", 0, W, E, "An element has too few corners",
     "A face needs three, a line two, points one. Readers drop it.")
RULE(OBJ_MIXED_CORNERS, "OBJ-0207", 0, W, E, "The corners of an element are of different forms",
     "Either all corners have a texture coordinate (or normal) or none.")
RULE(OBJ_REPEATED_CORNER, "OBJ-0208", 0, N, N, "A face has the same vertex twice",
     "It has no area there, and its normal may be undefined.")
RULE(OBJ_NO_ELEMENTS, "OBJ-0209", 0, W, W, "There are no faces, lines or points",
     "Vertices alone are not shown.")
RULE(OBJ_ZERO_NORMAL, "OBJ-0210", 0, W, W, "A normal has the length 0",
     "It has no direction, so the light on the vertex is undefined.")
RULE(OBJ_NORMAL_LENGTH, "OBJ-0211", 0, N, S, "Normals are not of length 1",
     "Programs that do not normalise them draw the model too bright or too dark.")
// 03xx: materials
RULE(OBJ_LIBRARY_MISSING, "OBJ-0301", 0, N, N, "A material library cannot be read",
     "The model is read without the materials in it. Put the file beside the model.")
RULE(OBJ_LIBRARY_PATH, "OBJ-0302", 0, N, N, "A material library is not read",
     "Maquette only reads files in the tree of the model and in the data that were named, so that "
     "a model from an unknown source cannot make it read other files. It reads 64 libraries.")
RULE(OBJ_LIBRARY_NONE, "OBJ-0303", 0, N, W, "Materials are used, but no library is named",
     "Without mtllib only the names of the materials are known.")
RULE(OBJ_MATERIAL_MISSING, "OBJ-0304", 0, W, W, "No library defines a material",
     "Each program draws faces with it in its own way.")
RULE(OBJ_MATERIAL_REPEATED, "OBJ-0305", 0, W, W, "A material is defined twice",
     "Programs differ in which of the two they use.")
RULE(OBJ_MTL_STATEMENT, "OBJ-0306", 0, N, N, "A material library has unknown statements",
     "Within a material they are kept as they stand; those before the first material are dropped.")
RULE(OBJ_MTL_NUMBER, "OBJ-0307", INCOMPLETE, W, W, "A number of a material cannot be read",
     "It is read as 0.")
// 09xx: losses
RULE(OBJ_LOSS_ELEMENTS, "OBJ-0901", 0, L, L, "Lines and points are dropped",
     "Scenes consist of triangles.")
RULE(OBJ_LOSS_WEIGHTS, "OBJ-0902", 0, L, L, "Weights of vertices are dropped",
     "They have a meaning for free-form surfaces only.")
RULE(OBJ_LOSS_TEXCOORD_W, "OBJ-0903", 0, L, L, "Third texture coordinates are dropped",
     "Textures are flat images.")
RULE(OBJ_LOSS_UNUSED, "OBJ-0904", 0, L, L, "Vertices that no face uses are dropped",
     "Scenes hold the vertices of triangles.")
RULE(OBJ_LOSS_FACES, "OBJ-0905", 0, E, E, "Invalid faces are dropped",
     "They have fewer than three corners, or corners that do not exist.")
RULE(OBJ_LOSS_STATEMENT, "OBJ-0906", 0, L, L, "Unknown and free-form statements are dropped",
     "They have no meaning outside of OBJ.")
RULE(OBJ_FLAT_FACES, "OBJ-0907", 0, N, N, "Faces have no normals and no smoothing group",
     "Such faces are flat: each triangle gets a normal and three vertices of its own, which makes "
     "large scans several times as large. A line \"s 1\" before the faces makes them smooth.")
RULE(OBJ_LOSS_ROLE, "OBJ-0910", 0, L, L, "A mesh becomes an ordinary object",
     "OBJ does not distinguish shadow and collision meshes from visible ones.")
RULE(OBJ_LOSS_SKIN, "OBJ-0911", 0, L, L, "Joint weights are dropped",
     "OBJ has no skeletons. The mesh is written in its rest pose.")
RULE(OBJ_LOSS_CLIP, "OBJ-0912", 0, L, L, "Animation is dropped",
     "OBJ holds one pose of a model.")
RULE(OBJ_LOSS_SHAPE, "OBJ-0913", 0, L, L, "Morph targets are dropped",
     "OBJ has none. The mesh is written without them.")
RULE(OBJ_LOSS_UV_SET, "OBJ-0914", 0, L, L, "Further sets of texture coordinates are dropped",
     "OBJ has one set.")
RULE(OBJ_LOSS_TANGENTS, "OBJ-0915", 0, L, L, "Tangents are dropped",
     "OBJ has none. Programs compute them from normals and texture coordinates.")
RULE(OBJ_LOSS_ATTRIBUTE, "OBJ-0916", 0, L, L, "Custom attributes are dropped",
     "OBJ has positions, colours, normals and texture coordinates.")
RULE(OBJ_LOSS_ALPHA, "OBJ-0917", 0, L, L, "The opacity of vertices is dropped",
     "Colours of vertices are red, green and blue.")
RULE(OBJ_LOSS_TEXTURE, "OBJ-0918", 0, L, L, "Textures are dropped",
     "MTL names one file each for colour, normals, gloss and opacity. It contains no images and "
     "has neither team masks nor tilesets.")
RULE(OBJ_LOSS_MATERIAL, "OBJ-0919", 0, L, L, "Settings of a material are dropped",
     "MTL blends by opacity only, and has neither two-sided nor cut-out materials.")
RULE(OBJ_LOSS_NODES, "OBJ-0920", 0, L, L, "The tree of nodes is dropped",
     "Objects have no parents; the transforms of the nodes are applied to the vertices.")
RULE(OBJ_LOSS_ATTACHMENT, "OBJ-0921", 0, L, L, "Attachment points are dropped",
     "OBJ has none.")
RULE(OBJ_LOSS_BOX, "OBJ-0922", 0, L, L, "Boxes are dropped",
     "OBJ has none.")
RULE(OBJ_LOSS_EVENT, "OBJ-0923", 0, L, L, "Events are dropped",
     "OBJ has none.")
RULE(OBJ_LOSS_EXTRAS, "OBJ-0924", 0, N, N, "Settings of another format are dropped",
     "They have no meaning in OBJ.")
RULE(OBJ_LOSS_NAME, "OBJ-0925", 0, L, L, "A name is changed",
     "Names in OBJ are the rest of a line, so they have no line breaks and no blanks at either "
     "end.")
RULE(OBJ_LOSS_EMPTY, "OBJ-0926", 0, L, L, "There is no mesh",
     "OBJ holds meshes; an empty object is written.")
RULE(OBJ_LOSS_UNSHOWN, "OBJ-0927", 0, L, L, "Meshes that no node shows are dropped",
     "They are not visible in a scene, and every object of OBJ is visible.")
#undef RULE
