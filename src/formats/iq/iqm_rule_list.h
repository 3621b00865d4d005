// SPDX-License-Identifier: MIT
//
// The rules of IQM files. iqm_rules.h makes an enumeration of this list, iqm_rules.c a table.
// RULE(name, id, flags, spec, ioq3, raylib, assimp, title, explanation)
// For spec: what makes a part of the file unusable is an error. For the others: what that loader
// refuses, or what breaks it, is an error; what it shows wrongly is a warning.
// clang-format off
// 00xx: the file as such
RULE(IQM_NOT_IQM, "IQM-0001", INCOMPLETE, E, E, E, E,
     "The file does not begin with INTERQUAKEMODEL",
     "The first 16 bytes are that word and a NUL. Without them no loader accepts the file.")
RULE(IQM_BAD_VERSION, "IQM-0002", INCOMPLETE, E, E, E, E, "The version is neither 1 nor 2",
     "Records differ between versions, so nothing can be read from an unknown one.")
RULE(IQM_VERSION_1, "IQM-0003", 0, N, E, E, E, "The file is of version 1",
     "Today's loaders accept version 2 alone. Convert the model to `iqm`; nothing is lost.")
RULE(IQM_SHORT_HEADER, "IQM-0004", INCOMPLETE, E, E, E, E, "The file ends within the header",
     "A header has 124 bytes. The file was cut off.")
RULE(IQM_WRONG_SIZE, "IQM-0005", INCOMPLETE, E, E, W, E, "The size in the header is wrong",
     "It is larger than the file, which was then cut off, or smaller than a header. Loaders that "
     "check it refuse the file.")
RULE(IQM_TRAILING_BYTES, "IQM-0006", INCOMPLETE, W, S, S, E,
     "The file goes on after the size that its header gives",
     "What follows does not belong to the model and is dropped when the model is written again. "
     "assimp demands the exact size.")
RULE(IQM_HEADER_FLAGS, "IQM-0007", 0, W, S, S, S, "The header has flags",
     "No flag has a meaning; the field should be 0. It is kept.")
RULE(IQM_OVER_16_MIB, "IQM-0008", 0, S, E, S, S, "The file is larger than 16 MiB",
     "ioquake3 and the reference upgrader refuse larger files.")
RULE(IQM_SECTION_IN_HEADER, "IQM-0009", INCOMPLETE, E, E, E, E,
     "A section begins inside the header",
     "Offsets count from the start of the file, whose first 124 bytes are the header. The section "
     "is dropped.")
RULE(IQM_SECTION_OUTSIDE, "IQM-0010", INCOMPLETE, E, E, E, E,
     "A section does not lie within the file",
     "Its offset and count lead past the end. Loaders that do not check this read memory outside "
     "of the file. The section is dropped.")
RULE(IQM_SECTION_ALIGNMENT, "IQM-0011", 0, W, W, W, W,
     "A section does not begin at a multiple of its numbers' size",
     "Loaders use the bytes in place, and some processors then stop with a bus error. Writing the "
     "model again repairs it.")
RULE(IQM_SECTIONS_OVERLAP, "IQM-0012", 0, W, W, W, W, "Two sections share bytes",
     "No two sections may share bytes. One of the offsets or counts is wrong.")
RULE(IQM_SECTIONS_TOO_MUCH, "IQM-0013", INCOMPLETE, E, W, W, W,
     "The sections claim far more bytes than the file has",
     "Sections that share their bytes could make a small file demand any amount of memory. What "
     "exceeds one and a half times the size of the file is dropped.")
RULE(IQM_UNUSED_BYTES, "IQM-0014", 0, N, N, N, N, "Bytes belong to no section",
     "Only a few zeros that align the next section are expected. An offset or count may be wrong; "
     "these bytes are dropped when the model is written again.")
RULE(IQM_COUNT_LIMIT, "IQM-0015", INCOMPLETE, E, E, E, E, "A count is above the limit in use",
     "The limit on elements (by default 64 Mi) protects from inputs that use up all memory.")
// 01xx: names
RULE(IQM_TEXT_NOT_ENDED, "IQM-0101", 0, E, E, E, E, "The last name has no NUL behind it",
     "Loaders that look for its end read into what follows.")
RULE(IQM_TEXT_FIRST, "IQM-0102", 0, N, S, S, S, "The first text is not the empty one",
     "Offset 0 stands for \"no name\" by custom, so the text begins with a NUL.")
RULE(IQM_NAME_OUTSIDE, "IQM-0103", 0, E, E, E, E, "A name does not lie within the text",
     "The offset leads elsewhere: loaders show garbage or crash. The name counts as empty.")
RULE(IQM_LONG_NAME, "IQM-0104", 0, S, S, W, S, "A name has more than 31 bytes",
     "raylib keeps 32 bytes of a name; a longer one has no NUL at its end there.")
RULE(IQM_SAME_JOINT_NAME, "IQM-0105", 0, W, W, W, W, "Two joints have the same name",
     "Engines attach things and match animations by the names of joints; the second is never "
     "found.")
RULE(IQM_SAME_ANIM_NAME, "IQM-0106", 0, N, S, N, N, "Two animations have the same name",
     "Engines that start animations by name never find the second.")
// 02xx: vertex arrays
RULE(IQM_ARRAY_FORMAT, "IQM-0201", INCOMPLETE, E, E, E, W, "A vertex array has an unknown format",
     "Formats are 0 (byte) to 8 (double). The array is dropped.")
RULE(IQM_ARRAY_COMPONENTS, "IQM-0202", INCOMPLETE, E, E, E, W,
     "A vertex array does not have 1 to 4 numbers per vertex",
     "The array is dropped.")
RULE(IQM_ARRAY_RESERVED, "IQM-0203", 0, W, S, S, S, "A vertex array has a reserved type",
     "Types 7 to 15 have no meaning yet. Custom arrays begin at 16. The array is kept.")
RULE(IQM_ARRAY_TWICE, "IQM-0204", 0, W, W, W, E, "Two vertex arrays have the same type",
     "Some loaders use the first, some the last; assimp leaks memory.")
RULE(IQM_ARRAY_ORDER, "IQM-0205", 0, W, S, S, S,
     "Vertex arrays are not in the order of their types",
     "The document demands position, texture coordinates, normal, tangent, blend indexes, blend "
     "weights, colour, custom.")
RULE(IQM_ARRAY_FLAGS, "IQM-0206", 0, W, S, S, S, "A vertex array has flags",
     "No flag has a meaning; the field should be 0. It is kept.")
RULE(IQM_ARRAY_UNUSUAL, "IQM-0207", 0, N, E, E, W,
     "A vertex array does not have the standard format or size",
     "Loaders need only know float 3 (position, normal), float 2 (texture coordinates), float 4 "
     "(tangent), ubyte 4 (blends, colour). ioquake3 refuses others, raylib misreads them, assimp "
     "skips most.")
RULE(IQM_BLEND_UNUSUAL, "IQM-0208", 0, N, S, E, S, "Blend indexes are ints or blend weights floats",
     "Noesis writes them so and ioquake3 accepts them. raylib reads their bytes as ubytes.")
RULE(IQM_CUSTOM_FORMAT, "IQM-0209", 0, S, E, S, S,
     "A custom array has a format that ioquake3 does not know",
     "It refuses the file for shorts, halves and doubles in any array, used or not.")
RULE(IQM_NO_POSITIONS, "IQM-0210", 0, W, E, W, E, "There are vertices but no positions",
     "Nothing can be drawn without them.")
RULE(IQM_MISSING_ARRAY, "IQM-0211", 0, S, E, S, S, "An array that ioquake3 needs is missing",
     "Models with meshes must have texture coordinates, normals and (for its second renderer) "
     "tangents.")
RULE(IQM_BLEND_INCOMPLETE, "IQM-0212", 0, W, W, W, S,
     "Blend indexes and blend weights do not come together",
     "One has no meaning without the other. Some engines crash without weights.")
RULE(IQM_JOINTS_UNBOUND, "IQM-0213", 0, N, E, N, S,
     "There are joints and meshes, but no blend arrays",
     "The joints move nothing. ioquake3 refuses the file.")
RULE(IQM_VERTEX_NOT_FINITE, "IQM-0214", 0, W, W, W, W,
     "A vertex array holds numbers that are not finite",
     "Tangents without a direction are the usual case (texture coordinates without area). Lighting "
     "and bounds are then wrong.")
RULE(IQM_BLEND_RANGE, "IQM-0215", 0, E, E, E, S, "A vertex is bound to a joint that does not exist",
     "Engines use the number unchecked and read memory outside of the skeleton.")
RULE(IQM_WEIGHT_SUM, "IQM-0216", 0, N, N, N, S, "The weights of a vertex do not add up to 1",
     "The vertex moves too little or too much.")
RULE(IQM_WEIGHTS_ZERO, "IQM-0217", 0, W, W, W, S, "A vertex has no weight",
     "No joint moves it: here and in ioquake3 it stays at rest, raylib draws it at the origin.")
RULE(IQM_POSITION_UNUSUAL, "IQM-0218", 0, N, E, E, E, "Positions are not float 3",
     "ioquake3 refuses the file, raylib misreads it, and assimp loads a model without vertices.")
// 03xx: meshes and triangles
RULE(IQM_MESH_VERTICES, "IQM-0301", 0, E, E, E, E, "A mesh has vertices that do not exist",
     "Its first vertex and count lead past the number in the header.")
RULE(IQM_MESH_TRIANGLES, "IQM-0302", 0, E, E, E, E, "A mesh has triangles that do not exist",
     "Its first triangle and count lead past the number in the header.")
RULE(IQM_MESH_EMPTY, "IQM-0303", 0, N, E, N, N, "A mesh has no triangles",
     "It shows nothing. ioquake3 refuses an empty mesh at the end of the tables.")
RULE(IQM_MESH_LARGE, "IQM-0304", 0, S, E, S, S, "A mesh is larger than ioquake3 allows",
     "At most 999 vertices and 1999 triangles are allowed. Split the mesh.")
RULE(IQM_MESH_16_BIT, "IQM-0305", 0, S, S, E, S, "A mesh has more than 65536 vertices",
     "raylib keeps indices in 16 bits; beyond that they wrap. Split the mesh.")
RULE(IQM_TRIANGLE_INDEX, "IQM-0306", 0, E, E, E, E, "A triangle has a vertex that does not exist",
     "Its index is not below the number of vertices in the header.")
RULE(IQM_TRIANGLE_OTHER_MESH, "IQM-0307", 0, W, S, E, E, "A triangle uses vertices of another mesh",
     "Old exporters wrote such files. Engines that draw from one buffer show them correctly; those "
     "that split the buffer by meshes do not.")
RULE(IQM_TRIANGLES_UNUSED, "IQM-0308", 0, N, N, N, N, "Triangles belong to no mesh",
     "They are never drawn.")
RULE(IQM_TRIANGLES_SHARED, "IQM-0309", 0, W, W, W, W, "Two meshes have triangles in common",
     "They are drawn twice.")
RULE(IQM_TRIANGLE_DEGENERATE, "IQM-0310", 0, N, N, N, N, "A triangle has the same vertex twice",
     "It shows nothing.")
RULE(IQM_ADJACENCY_RANGE, "IQM-0311", 0, W, S, S, S,
     "A triangle has a neighbour that does not exist",
     "Entries of the adjacency are triangles, or 0xffffffff for none. The reference compiler "
     "itself can write others.")
RULE(IQM_NO_MESHES, "IQM-0312", 0, S, S, S, E, "The file has no meshes with vertices",
     "Files of animations alone are so. assimp loads an empty model.")
// 04xx: joints and poses
RULE(IQM_JOINT_PARENT, "IQM-0401", 0, E, E, E, S, "The parent of a joint does not exist",
     "A parent is the number of another joint, or -1 for none.")
RULE(IQM_JOINT_ORDER, "IQM-0402", 0, W, W, W, S, "A joint comes before its parent",
     "Engines process the joints once, in order, and would use the parent before it is known.")
RULE(IQM_JOINT_RING, "IQM-0403", 0, E, E, E, S, "Joints are their own ancestors",
     "A skeleton that runs in a ring has no shape, and loaders may hang.")
RULE(IQM_JOINT_NOT_FINITE, "IQM-0404", 0, E, E, E, S, "A joint holds numbers that are not finite",
     "Everything bound to it disappears.")
RULE(IQM_JOINT_ROTATION, "IQM-0405", 0, N, N, N, S,
     "The rotation of a joint is not a unit quaternion",
     "Engines normalise it, or deform the model. All zeros means that the base pose was not given.")
RULE(IQM_JOINT_LIMIT, "IQM-0406", 0, S, E, S, S, "There are more than 128 joints",
     "ioquake3 refuses the file.")
RULE(IQM_POSE_COUNT, "IQM-0407", 0, W, E, W, S, "There are not as many poses as joints",
     "Each joint has one pose. It is unclear which joint a pose moves.")
RULE(IQM_POSES_ALONE, "IQM-0408", 0, S, E, S, S, "The file has poses but no joints",
     "Files of animations alone are so. ioquake3 refuses them: it needs model and animations in "
     "one file.")
RULE(IQM_POSE_PARENT, "IQM-0409", 0, E, W, E, S, "The parent of a pose does not exist",
     "A parent is the number of an earlier pose, or -1 for none.")
RULE(IQM_POSE_PARENT_DIFFERS, "IQM-0410", 0, W, W, W, S, "A pose has another parent than its joint",
     "The animation was made for another skeleton, or the joints were reordered.")
RULE(IQM_POSE_MASK, "IQM-0411", 0, W, W, W, S, "The mask of a pose has unknown bits",
     "There are 10 channels (9 in version 1). The other bits are ignored.")
RULE(IQM_POSE_NOT_FINITE, "IQM-0412", 0, W, W, W, S, "A pose holds numbers that are not finite",
     "Everything bound to the joint disappears while the animation plays.")
RULE(IQM_CHANNEL_SUM, "IQM-0413", 0, E, E, E, S,
     "The masks of the poses do not agree with the number of channels",
     "A frame has one number for each bit of all masks. Otherwise numbers go to the wrong joints.")
// 05xx: animations, frames, bounds
RULE(IQM_ANIM_FRAMES, "IQM-0501", 0, E, E, E, S, "An animation has frames that do not exist",
     "Its first frame and count lead past the number in the header.")
RULE(IQM_ANIM_EMPTY, "IQM-0502", 0, N, N, N, S, "An animation has no frames",
     "There is nothing to play.")
RULE(IQM_ANIM_RATE, "IQM-0503", 0, W, W, S, S, "The rate of an animation is negative or not finite",
     "Frames a second are expected; 0 stands for a rate that the game gives.")
RULE(IQM_ANIM_NO_RATE, "IQM-0504", 0, N, S, S, S, "An animation has no rate",
     "Engines then use their default.")
RULE(IQM_ANIM_FLAGS, "IQM-0505", 0, W, S, S, S, "An animation has unknown flags",
     "Bit 0 (loop) is the only one known. They are kept.")
RULE(IQM_FRAMES_UNUSED, "IQM-0506", 0, N, N, N, N, "Frames belong to no animation",
     "They are never played.")
RULE(IQM_BOUNDS_SHORT, "IQM-0507", INCOMPLETE, E, E, W, S, "There are fewer bounds than frames",
     "The table has one record for each frame, and is not long enough. The reference compiler "
     "writes such files when an animation comes before the mesh.")
RULE(IQM_BOUNDS_BAD, "IQM-0508", 0, W, W, S, S,
     "The bounds of a frame are inside out or not finite",
     "Engines would not draw the model in that frame.")
// 06xx: comment and extensions
RULE(IQM_COMMENT_NOT_ENDED, "IQM-0601", 0, N, S, S, S, "The comment has no NUL behind it",
     "The reference compiler writes one, and readers may rely on it.")
RULE(IQM_EXTENSION_LIST, "IQM-0602", INCOMPLETE, E, S, S, S, "The list of extensions is broken",
     "Each extension holds the offset of the next, the last one 0, and the header their number. "
     "What cannot be reached or lies outside is dropped.")
// 07xx: the images that materials name
RULE(IQM_IMAGE_NOT_POWER_OF_TWO, "IQM-0701", 0, S, N, S, S,
     "The sides of an image are not powers of two",
     "ioquake3 scales such an image to the next powers of two, which blurs it.")
// 09xx: losses of conversions between the versions
RULE(IQM_LOSS_JOINT_W, "IQM-0901", 0, L, L, L, L,
     "The rotation of a joint cannot be held by version 1",
     "Version 1 stores x, y and z of a unit quaternion and finds w from them. A quaternion of "
     "another length becomes one of length 1.")
RULE(IQM_LOSS_POSE_W, "IQM-0902", 0, L, L, L, L, "Rotations of a pose cannot be held by version 1",
     "Version 1 stores x, y and z of a unit quaternion and finds w from them. The w of these "
     "frames comes out different by more than a step of its storage.")
RULE(IQM_LOSS_REQUANTISED, "IQM-0903", 0, L, L, L, L, "Rotations of a pose were quantised again",
     "Version 1 needs w below 0. Quaternions with w above 0 were negated, which is the same "
     "rotation, and the channels were rounded to steps of their new range.")
RULE(IQM_LOSS_CHANNELS, "IQM-0904", 0, L, L, L, L,
     "Numbers of frames that no mask names were dropped",
     "The masks of the poses and the number of channels do not agree, so converted frames hold "
     "only the channels of poses.")
// 0911 and on: losses of the conversion to a scene
RULE(IQM_LOSS_UNOWNED, "IQM-0911", 0, L, L, L, L, "Vertices, triangles or meshes were dropped",
     "A mesh of a scene has its vertices and triangles to itself. Those that belong to no mesh are "
     "never drawn.")
RULE(IQM_LOSS_ARRAY, "IQM-0912", 0, L, L, L, L, "A scene cannot hold a vertex array",
     "Reserved types have no meaning, of two arrays of one type the first is used, and positions, "
     "normals and texture coordinates have no further numbers.")
RULE(IQM_LOSS_POSES, "IQM-0913", 0, L, L, L, L, "Poses do not agree with the joints",
     "In a scene the skeleton and the targets of clips are the same nodes. Surplus poses become "
     "joints; parents are those of the joints.")
RULE(IQM_LOSS_FRAMES, "IQM-0914", 0, L, L, L, L, "Frames were dropped",
     "They belong to no animation, or too many animations share them.")
RULE(IQM_LOSS_NAMES, "IQM-0915", 0, L, L, L, L, "Long names were cut",
     "No more than 255 bytes of a name are kept.")
// 0921 and on: losses of the conversion from a scene
RULE(IQM_LOSS_MESH, "IQM-0921", 0, L, L, L, L, "A mesh was dropped",
     "IQM shows every mesh: those for shadows or collisions, and those that no node shows, would "
     "become visible.")
RULE(IQM_LOSS_SHAPES, "IQM-0922", 0, L, L, L, L, "Morph targets were dropped",
     "IQM moves vertices by joints alone.")
RULE(IQM_LOSS_ATTRIBUTE, "IQM-0923", 0, L, L, L, L, "An attribute of the vertices was dropped",
     "At most ten custom arrays are written.")
RULE(IQM_LOSS_MATERIAL, "IQM-0924", 0, L, L, L, L, "Properties of a material were dropped",
     "IQM has one text for a material: the file of its first texture, or its name.")
RULE(IQM_LOSS_NODES, "IQM-0925", 0, L, L, L, L, "Nodes or their properties were dropped",
     "Nodes are kept as joints when a skin or a clip uses them. The transforms of the others are "
     "applied to the vertices. Joints never face the viewer, and always inherit rotations.")
RULE(IQM_LOSS_BIND, "IQM-0926", 0, L, L, L, L, "The bind pose was changed",
     "IQM has one base pose. Where skins disagree, the first one holds. A rest pose that differs "
     "from it shows in animations only.")
RULE(IQM_LOSS_TRACKS, "IQM-0927", 0, L, L, L, L, "Channels of a clip were dropped",
     "IQM animates the translation, rotation and scale of joints, nothing else.")
RULE(IQM_LOSS_KEYS, "IQM-0928", 0, L, L, L, L, "Keys lie between frames",
     "IQM has poses at even steps of time. What lies between two steps is approximated.")
RULE(IQM_LOSS_MARKERS, "IQM-0929", 0, L, L, L, L,
     "Markers or the number of loops of a clip were dropped",
     "An animation of IQM loops for ever or not at all, and has no markers.")
RULE(IQM_LOSS_BOXES, "IQM-0930", 0, L, L, L, L, "Boxes were dropped",
     "IQM has bounds of frames only, which are computed.")
RULE(IQM_LOSS_EVENTS, "IQM-0931", 0, L, L, L, L, "Events were dropped",
     "IQM does not name other models.")
RULE(IQM_LOSS_UNUSED_EXTRAS, "IQM-0932", 0, N, N, N, N, "Extras of another format were dropped",
     "They have no meaning here.")
RULE(IQM_SPLIT, "IQM-0933", 0, N, N, N, N, "A mesh was split",
     "A mesh of IQM has one material.")
#undef RULE
