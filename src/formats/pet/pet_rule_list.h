// SPDX-License-Identifier: MIT
//
// The rules of puppets. pet_rules.h makes an enumeration of this list, pet_rules.c a table.
// RULE(name, id, flags, client, season5, spec, title, explanation)
// What a reader refuses or misreads is an error for it, what it repairs or ignores is a warning.
// clang-format off
// 00xx: the file and its sections
RULE(PET_NOT_PET, "PET-0001", INCOMPLETE, E, E, E, "The file has no section",
     "A puppet is a sequence of sections: four capital letters, a length, and that many bytes.")
RULE(PET_CUT_SECTION, "PET-0002", INCOMPLETE, E, E, E, "The file ends within a section",
     "The length of the section is greater than what is left of the file. The file was cut off or "
     "the length is wrong; the section is kept as bytes.")
RULE(PET_TAIL, "PET-0003", 0, W, W, W, "Bytes follow the last section",
     "They are too few for a section. No reader uses them.")
RULE(PET_RAW_SECTION, "PET-0004", INCOMPLETE, E, E, E, "A section fits neither layout",
     "It is neither as the game reads it nor as the published document describes it, for any kind "
     "and version. It is kept byte for byte.")
RULE(PET_DUPLICATE_SECTION, "PET-0005", 0, W, W, W, "A section is repeated",
     "The game uses the first section of a name and ignores the others.")
RULE(PET_UNKNOWN_SECTION, "PET-0006", 0, N, N, W, "A section has an unknown name",
     "Readers skip it. It is kept byte for byte at its position.")
RULE(PET_OTHER_FORM, "PET-0007", 0, E, E, E, "A section has the form of another kind or version",
     "Readers choose the form by the extension and by VERS and misread this section.")
RULE(PET_KIND_NAME, "PET-0008", 0, E, E, W, "The extension is that of another kind of puppet",
     "The game chooses the form of BONE and MESH by the extension. Rename the file.")
RULE(PET_SECTION_OF_KIND, "PET-0009", 0, W, W, N,
     "A section does not belong to this kind of puppet",
     "The game does not load it from such a file.")
RULE(PET_DOCUMENTED_LAYOUT, "PET-0010", 0, E, E, S, "The file follows the published document",
     "The game uses another layout and misreads this file. Convert it with --layout client.")
RULE(PET_NOT_AS_DOCUMENTED, "PET-0011", 0, S, S, E,
     "A reader of the published document cannot read a section",
     "The section has something that the document leaves out.")
RULE(PET_MAJOR, "PET-0012", 0, E, E, E, "The major version is not 1",
     "All known puppets are of the versions 1.0 to 1.3.")
RULE(PET_MINOR, "PET-0013", 0, W, E, E, "The version is newer than 1.3",
     "It is read as 1.3.")
RULE(PET_VERS_LENGTH, "PET-0014", 0, W, W, W, "VERS has an unusual length",
     "It has four bytes in files of the game (two according to the published document).")
RULE(PET_VERS_TAIL, "PET-0015", 0, N, N, S, "VERS does not end in FE FF",
     "All known files have these two bytes; no reader is known to use them.")
RULE(PET_VERS_WRONG, "PET-0016", 0, E, E, E, "The sections are not of the version in VERS",
     "Readers choose the form of sections by it. Without VERS the version is 1.0.")
RULE(PET_VERS_LATE, "PET-0017", 0, N, N, W, "VERS is not the first section",
     "The game looks sections up by name; other readers go through the file once and need the "
     "version first.")
RULE(PET_SEASON5_VERSION, "PET-0018", 0, S, E, S, "The version is too new for this game",
     "The game of season 5 reads 1.0 and 1.1 only.")
RULE(PET_NO_BONES, "PET-0019", 0, E, E, E, "BONE is missing",
     "Weights, keys and boxes refer to the bones of the same file.")
RULE(PET_COUNT_LIMIT, "PET-0020", INCOMPLETE, E, E, E, "A list is longer than the limit",
     "The limit is an option of the program that reads the file.")
RULE(PET_SMTL_EARLY, "PET-0021", 0, N, W, S, "SMTL is in a file before 1.2",
     "Triangles cannot refer to it: MESH has the bytes for it from version 1.2 on.")
RULE(PET_TEXT_NUL, "PET-0022", 0, W, W, W, "A text contains a NUL",
     "Readers cut it there.")
RULE(PET_NOT_CP949, "PET-0023", 0, W, W, W, "A text is not CP949",
     "The game reads all text as Korean (CP949). Other bytes are displayed as wrong characters.")
RULE(PET_NAME_NOT_ENDED, "PET-0024", 0, E, E, N, "A name fills its field",
     "The field of 32 bytes has no NUL that ends the name: the game reads on into what follows.")
// 01xx: textures and faces
RULE(PET_TEXTURE_NO_NAME, "PET-0101", 0, W, W, W, "A texture has no name",
     "Use the name \"null\" for a surface without a texture.")
RULE(PET_TEXTURE_PATH, "PET-0102", 0, W, W, W, "A texture name contains a folder",
     "The game looks textures up by the file name alone.")
RULE(PET_TEXTURE_TYPE, "PET-0103", 0, W, W, N, "The game cannot load this type of texture",
     "It loads .bmp, .jpg, .png, .tga and .dds.")
RULE(PET_TEXTURE_COUNT, "PET-0104", 0, W, W, W,
     "There are more textures than triangles can refer to",
     "The index of a texture is one byte, and 255 means none.")
RULE(PET_FACE_TEXTURE, "PET-0111", 0, E, E, E,
     "A face animation names a texture that is not in TEXT",
     "The names must be equal except for upper and lower case.")
RULE(PET_FACE_GROUP, "PET-0112", 0, W, W, W, "A face animation is for a group that no texture has",
     "Nothing changes when it is played.")
RULE(PET_FACE_REPEATED, "PET-0113", 0, W, W, W, "A face animation is repeated",
     "The game uses the first one of a name and group.")
// 02xx: bones
RULE(PET_PARENT_RANGE, "PET-0201", 0, E, E, E, "The parent of a bone does not exist",
     "The index is beyond the list of bones.")
RULE(PET_PARENT_LATER, "PET-0202", 0, E, E, W, "A bone precedes its parent",
     "The game links bones while it reads them, so the parent must come first.")
RULE(PET_BONE_CYCLE, "PET-0203", 0, E, E, E, "Bones are parents of each other",
     "The chain of parents never ends at a root.")
RULE(PET_BONE_REPEATED, "PET-0204", 0, W, W, W, "Two bones have the same name",
     "Bones are found by name, so only one of these can be found.")
RULE(PET_BONE_NAME_LONG, "PET-0205", 0, W, W, S, "The name of a bone is too long",
     "The game stores 63 bytes of it.")
RULE(PET_BONE_NO_NAME, "PET-0206", 0, W, W, W, "A bone has no name",
     "Keys, boxes and parts refer to bones by name.")
RULE(PET_MATRIX_FINITE, "PET-0207", 0, E, E, E,
     "The matrix of a bone contains a value that is not finite",
     "Everything that is attached to the bone disappears.")
RULE(PET_MATRIX_FLAT, "PET-0208", 0, W, W, W, "The matrix of a bone cannot be inverted",
     "It flattens what is attached to the bone, and skinning needs the inverse.")
RULE(PET_BONE_EXTRA, "PET-0209", 0, N, S, N, "The last value of a bone is not -1",
     "It is -1 in every known file of version 1.3. Its meaning is not known.")
RULE(PET_WIDE_ID, "PET-0210", 0, N, N, S, "A number has more bytes than necessary",
     "The index of a bone below 254, or the count of bones, has three bytes. All readers of the "
     "game's layout accept it.")
RULE(PET_EXTRA_RANGE, "PET-0211", 0, E, E, E, "EXTR names a bone that does not exist",
     "The index is beyond the list of bones.")
// 03xx: keys
RULE(PET_KEY_BONE_RANGE, "PET-0301", 0, E, E, E, "Keys are for a bone that does not exist",
     "The index is beyond the list of bones.")
RULE(PET_KEY_BONE_REPEATED, "PET-0302", 0, W, W, W, "A bone has a second list of keys",
     "Only one of the lists can have an effect.")
RULE(PET_KEY_ORDER, "PET-0303", 0, E, E, E, "Keys are not in the order of time",
     "The game searches them as a sorted list.")
RULE(PET_KEY_FINITE, "PET-0304", 0, E, E, E, "A key contains a value that is not finite",
     "It is infinite or not a number.")
RULE(PET_KEY_NEGATIVE, "PET-0305", 0, W, W, W, "A key has a negative time",
     "Time starts at 0.")
RULE(PET_ROTATION_LENGTH, "PET-0306", 0, W, W, W, "A rotation is not of length 1",
     "The game normalises it, which is not possible for a length of 0.")
RULE(PET_SCALE_EARLY, "PET-0307", 0, W, W, E, "Scale keys are in a file before 1.2",
     "The game ignores the word that counts them and misreads the keys.")
RULE(PET_FLAG_VALUE, "PET-0308", 0, N, S, N, "A key of the fourth track is not -1",
     "It is -1 in every known file. Its meaning is not known.")
RULE(PET_KEY_BONE_COUNT, "PET-0309", 0, W, W, S, "More bones are animated than the game reads",
     "It reads 127, 256, 512 and 1024 in the versions 1.0 to 1.3.")
RULE(PET_NO_KEYS, "PET-0310", 0, N, N, N, "A bone is listed without keys",
     "Only bones with keys need to be listed.")
RULE(PET_IGNORED_WORD, "PET-0311", 0, W, W, W, "A word after the rotations is not 0",
     "Before 1.2 the game ignores it; other readers take it for a number of scale keys that are "
     "not there.")
// 04xx: the mesh
RULE(PET_WEIGHT_BONE, "PET-0401", 0, E, E, E, "A vertex has a weight on a bone that does not exist",
     "The index is beyond the list of bones.")
RULE(PET_WEIGHT_SUM, "PET-0402", 0, W, W, E, "The weights of a vertex exceed 255",
     "Their sum should be 255; the vertex moves too far.")
RULE(PET_WEIGHT_COUNT, "PET-0403", 0, E, E, S, "A vertex has more than 16 weights",
     "The game reads at most 16.")
RULE(PET_VERTEX_RANGE, "PET-0405", 0, E, E, E, "A triangle has a vertex that does not exist",
     "The index is beyond the list of vertices, or beyond those of its skin.")
RULE(PET_TEXTURE_RANGE, "PET-0406", 0, W, W, E, "A triangle has a texture that does not exist",
     "It is drawn without a texture. Use 255 for a triangle without one.")
RULE(PET_SPECULAR_RANGE, "PET-0407", 0, W, S, S,
     "A triangle has a specular material that does not exist",
     "Use -1 for a triangle without one.")
RULE(PET_NO_UV, "PET-0408", 0, W, S, W, "A corner has no texture coordinates",
     "It needs at least one set.")
RULE(PET_MESH_FINITE, "PET-0409", 0, E, E, E, "The mesh contains a value that is not finite",
     "A position, normal or texture coordinate is infinite or not a number.")
RULE(PET_NORMAL_LENGTH, "PET-0410", 0, W, W, W, "A normal is not of length 1",
     "The surface is lit too bright or too dark. (For a normal of zeros the game computes one.)")
RULE(PET_DEGENERATE, "PET-0411", 0, W, W, W, "A triangle has the same vertex twice",
     "It is not visible.")
RULE(PET_SKIN_RANGE, "PET-0412", 0, E, E, S, "The range of a skin ends beyond the mesh",
     "Its range of vertices or triangles ends after the last one.")
RULE(PET_SKIN_GAP, "PET-0413", 0, W, W, S, "The skins do not cover the mesh exactly once",
     "Each vertex and each triangle belongs to exactly one skin.")
RULE(PET_SKIN_BONE, "PET-0414", 0, E, E, S, "A skin is attached to a bone that does not exist",
     "The index is beyond the list of bones.")
RULE(PET_ABSOLUTE, "PET-0416", 0, E, E, S,
     "Vertex indices do not count from the first vertex of their skin",
     "The game adds the first vertex of the skin; some tools do not subtract it.")
RULE(PET_MESH_SIZE, "PET-0417", 0, W, W, S, "A mesh has more than 65535 vertices",
     "The game has 16 bits for the index of a vertex.")
RULE(PET_UV_SETS, "PET-0418", 0, N, S, N, "Corners have different numbers of texture coordinates",
     "This is allowed; textures use the first set.")
RULE(PET_INSIDE_OUT, "PET-0419", 0, W, W, N, "The triangles face inward",
     "The order of their corners contradicts their normals: front and back are swapped.")
// 05xx: frames and motions
RULE(PET_FRAME_ORDER, "PET-0501", 0, W, W, W, "Frames are not in order",
     "The game plays them as a sorted list.")
RULE(PET_FRAME_COUNT, "PET-0502", 0, W, W, S, "There are more frames than the game reads",
     "It reads 256, 512, 10000 and 20000 in the versions 1.0 to 1.3.")
RULE(PET_SCRIPT_LONG, "PET-0503", 0, W, W, S, "A part of a script is too long",
     "The game reads 512, 512 and 1024 bytes in the versions 1.0 to 1.2.")
RULE(PET_SCRIPT_PARTS, "PET-0504", 0, N, N, W, "A script continues in its second or third part",
     "The game uses the first part.")
RULE(PET_SCRIPT_FORM, "PET-0505", 0, W, W, W, "A script is not in the form *name(\"argument\")",
     "The game cannot run it.")
RULE(PET_SCRIPT_COMMAND, "PET-0506", 0, N, N, N, "A script has an unknown command",
     "The known commands are fx, msg, ptex, hidebone, showbone, hideclub and showclub.")
RULE(PET_FRAME_NO_CHECK, "PET-0507", 0, N, N, W, "The last word of a single empty frame is missing",
     "The game does not read it there. Other readers may expect it.")
RULE(PET_MOTION_RANGE, "PET-0511", 0, E, E, E, "A motion ends before it starts",
     "Its last frame is below its first.")
RULE(PET_MOTION_OUTSIDE, "PET-0512", 0, W, W, W, "A motion ends after the last key",
     "The puppet stands still for the rest of the motion.")
RULE(PET_MOTION_NEXT, "PET-0513", 0, W, W, W, "The next motion of a motion does not exist",
     "No motion has this name.")
RULE(PET_MOTION_BONE, "PET-0514", 0, W, W, W, "A motion drives a bone that does not exist",
     "No bone has this name.")
RULE(PET_MOTION_REPEATED, "PET-0515", 0, W, W, W, "Two motions have the same name",
     "Motions are found by name.")
RULE(PET_MOTION_NO_NAME, "PET-0516", 0, W, W, W, "A motion has no name",
     "Motions are found by name.")
RULE(PET_MOTION_TIME, "PET-0517", 0, W, W, S, "The blending time of a motion is not valid",
     "It is a number of seconds and not negative.")
RULE(PET_TEXT_LONG, "PET-0518", 0, E, E, S, "A text is longer than the game can read",
     "It reads at most 511 bytes in MOTI and COLL.")
// 06xx: boxes
RULE(PET_BOX_BONE, "PET-0601", 0, E, E, E, "A box is attached to a bone that does not exist",
     "No bone has this name.")
RULE(PET_BOX_INVERTED, "PET-0602", 0, W, W, W, "The minimum of a box exceeds its maximum",
     "Only 99999 and -99999 are used on purpose: for an empty box.")
RULE(PET_BOX_FINITE, "PET-0603", 0, E, E, E, "A box contains a value that is not finite",
     "It is infinite or not a number.")
RULE(PET_BOX_THIN, "PET-0604", 0, N, N, N, "A box has no thickness",
     "The game widens boxes below 0.001.")
// 09xx: losses of conversions
RULE(PET_LOSS_SECTION, "PET-0901", 0, L, L, L, "A section is dropped",
     "The kind of puppet that is written does not have it.")
RULE(PET_LOSS_SCALE, "PET-0902", 0, L, L, L, "Scale keys are dropped",
     "Versions before 1.2 have none.")
RULE(PET_LOSS_FLAGS, "PET-0903", 0, L, L, L, "Keys of the fourth track are dropped",
     "Versions before 1.3 have none.")
RULE(PET_LOSS_BONE_EXTRA, "PET-0904", 0, L, L, L, "The last values of bones are dropped",
     "Versions before 1.3 and animation puppets have none.")
RULE(PET_LOSS_UV_SETS, "PET-0905", 0, L, L, L,
     "Texture coordinates beyond the first set are dropped",
     "Versions before 1.2 have one set.")
RULE(PET_LOSS_NO_UV, "PET-0906", 0, L, L, L, "Corners without texture coordinates get 0, 0",
     "Before version 1.2 each corner has exactly one set.")
RULE(PET_LOSS_SPECULAR, "PET-0907", 0, L, L, L, "The specular materials of triangles are dropped",
     "Versions before 1.2 and the published document have none.")
RULE(PET_LOSS_MATERIALS, "PET-0908", 0, L, L, L, "Specular materials are dropped",
     "Versions before 1.2 have none.")
RULE(PET_LOSS_SKINS, "PET-0909", 0, L, L, L, "The skin table is dropped or merged",
     "Only the mesh puppets of the game have one.")
RULE(PET_LOSS_SEAMS, "PET-0910", 0, L, L, L, "The seam values of vertices are dropped",
     "Only the mesh puppets of the game have them.")
RULE(PET_LOSS_MATRICES, "PET-0911", 0, L, L, L, "The rest matrices of bones are dropped",
     "Animation puppets have none.")
RULE(PET_LOSS_NORMALS, "PET-0912", 0, L, L, L, "Normals are rounded",
     "They are converted between the space of a bone and model space.")
RULE(PET_LOSS_MOTION_TIME, "PET-0913", 0, L, L, L, "Blending times are dropped",
     "The published document does not have them.")
RULE(PET_LOSS_SCRIPT_PARTS, "PET-0914", 0, L, L, L, "The parts of scripts are joined",
     "The published document has one text per frame.")
RULE(PET_LOSS_BOX_OPTIONS, "PET-0915", 0, L, L, L, "Options of boxes are dropped",
     "The published document does not have them.")
RULE(PET_LOSS_FORM, "PET-0916", 0, L, L, L, "Longer forms of numbers and padding bytes are dropped",
     "The published document does not have them.")
RULE(PET_LOSS_BONES, "PET-0917", 0, L, L, L, "Bones are dropped",
     "The published document has one byte for the index of a bone.")
RULE(PET_LOSS_OVER_WEIGHT, "PET-0918", 0, L, L, L, "Weights beyond 255 are cut",
     "The published document ends a list at exactly 255.")
RULE(PET_LOSS_FRAME_VECTOR, "PET-0919", 0, L, L, L, "The vectors of frames are dropped",
     "The layout of the game does not have them.")
RULE(PET_LOSS_BOX_UNKNOWN, "PET-0920", 0, L, L, L, "The unknown values of boxes are dropped",
     "The game has texts there, and these bytes are not texts.")
RULE(PET_LOSS_ANIM_WORD, "PET-0921", 0, L, L, L, "A word beside the keys is dropped",
     "Its meaning is not known, and the form that is written does not have it.")
RULE(PET_LOSS_RAW, "PET-0922", 0, L, L, L, "A section that cannot be decoded is copied",
     "It may not fit the kind, version and layout that is written.")
RULE(PET_LOSS_VERS, "PET-0923", 0, L, L, L, "A VERS that says 1.0 is replaced",
     "A conversion to 1.0 writes no VERS.")
RULE(PET_LOSS_TEXTURES, "PET-0924", 0, L, L, L, "Textures beyond the 255th are dropped",
     "The index of a texture is one byte.")
RULE(PET_LOSS_MATERIAL_COUNT, "PET-0925", 0, L, L, L,
     "Specular materials beyond the 127th are dropped",
     "The index of a specular material is one byte with a sign.")
RULE(PET_LOSS_REST_POSE, "PET-0926", 0, L, L, L, "Vertices are moved to another rest pose",
     "A part and the skeleton have different rest poses for some bones, and the joined puppet has "
     "one.")
RULE(PET_LOSS_TIMELINES, "PET-0927", 0, L, L, L,
     "Bones have no keys in some of the joined animations",
     "In an animation without keys for it, a bone keeps the pose of another animation.")
RULE(PET_LOSS_CHECK, "PET-0928", 0, L, L, L, "A single frame gets its last word",
     "The published document always has it.")
RULE(PET_LOSS_DUPLICATE, "PET-0929", 0, L, L, L, "A repeated section is dropped",
     "Its purpose is not known.")
RULE(PET_LOSS_VERS_BYTES, "PET-0930", 0, L, L, L, "Bytes of VERS are dropped",
     "The form that is written does not have them.")
RULE(PET_LOSS_TAIL, "PET-0931", 0, L, L, L, "Bytes after the last section are dropped",
     "A joined puppet does not have them.")
RULE(PET_LOSS_BONE_MERGED, "PET-0932", 0, L, L, L, "Bones of the same name become one",
     "Parts are matched by the names of their bones.")
RULE(PET_LOSS_SHEAR, "PET-0933", 0, L, L, L, "Sheared bones are straightened",
     "The transform of a scene node is a scale, a rotation and a translation.")
RULE(PET_LOSS_SCENE_KEYS, "PET-0934", 0, L, L, L, "Keys out of order are dropped",
     "The times of keys in a scene rise.")
RULE(PET_LOSS_SCENE_LIMIT, "PET-0935", 0, L, L, L, "A limit of scenes is exceeded",
     "What is beyond the limit is not part of the scene.")
RULE(PET_LOSS_MESH_DATA, "PET-0936", 0, L, L, L, "Data of a mesh is dropped",
     "Puppets have no vertex colours, tangents, morph targets or custom attributes.")
RULE(PET_LOSS_MESH_ROLE, "PET-0937", 0, L, L, L, "A mesh that is not visible is dropped",
     "All triangles of a puppet are visible; shadow and collision meshes, and meshes that no node "
     "shows, are dropped.")
RULE(PET_LOSS_WEIGHTS, "PET-0938", 0, L, L, L, "Weights are rounded or dropped",
     "A weight is a part of 255, and a vertex has at most 16.")
RULE(PET_LOSS_BIND, "PET-0939", 0, L, L, L, "Vertices are bound to another pose",
     "A puppet has one pose for resting and for binding, and the scene has two.")
RULE(PET_LOSS_IMAGE, "PET-0940", 0, L, L, L, "A texture is dropped",
     "A material of a puppet has a texture and a specular texture, both in files of their own.")
RULE(PET_LOSS_TEXTURE_NAME, "PET-0941", 0, L, L, L, "The name of a texture changes",
     "It has at most 31 bytes and no folder.")
RULE(PET_LOSS_BLEND, "PET-0942", 0, L, L, L, "The blend mode, sides or colour of a material change",
     "The name of the texture determines how the game draws it: [ and + alpha, ] and { cutout, ~ "
     "additive, 2# two-sided.")
RULE(PET_LOSS_NODE, "PET-0943", 0, L, L, L, "Properties of nodes are dropped",
     "A bone is a name, a parent and a matrix.")
RULE(PET_LOSS_CHANNEL, "PET-0944", 0, L, L, L, "Animation channels are dropped",
     "Only the translation, rotation and scale of bones can be animated.")
RULE(PET_LOSS_TIMING, "PET-0945", 0, L, L, L, "Times are rounded to frames",
     "Motions and scripts count in frames, 30 per second.")
RULE(PET_LOSS_LOOPS, "PET-0946", 0, L, L, L, "The number of repetitions is dropped",
     "A motion repeats for ever or not at all.")
RULE(PET_LOSS_NAMES, "PET-0947", 0, L, L, L, "A name changes",
     "Names are CP949, names of bones are unique, and materials have the names of their textures.")
RULE(PET_LOSS_EVENTS, "PET-0948", 0, L, L, L, "Events are dropped",
     "Puppets have scripts at frames, and no other events.")
RULE(PET_LOSS_UNUSED_EXTRAS, "PET-0949", 0, N, N, N, "Settings of another format are dropped",
     "They have no meaning in a puppet.")
RULE(PET_LOSS_EDITED, "PET-0950", 0, L, L, L, "Details of the puppet are dropped",
     "What they referred to does not exist in the scene.")
RULE(PET_LOSS_SCENE_SIZE, "PET-0951", 0, L, L, L, "A limit of puppets is exceeded",
     "A puppet has at most 65535 bones, and its timeline and its mesh are limited.")
RULE(PET_LOSS_ONE_MESH, "PET-0952", 0, L, L, L, "Meshes become one",
     "A puppet has one mesh without a name.")
#undef RULE
