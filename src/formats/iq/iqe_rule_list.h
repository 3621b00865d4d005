// SPDX-License-Identifier: MIT
//
// The rules of IQE files and of compiling them.
// iqe_rules.h makes an enumeration of this list, iqe_rules.c a table.
// RULE(name, id, flags, spec, reference, title, explanation)
// Severities are for the published document and for its compiler.
// clang-format off
// 00xx: the text as such
RULE(IQE_NOT_IQE, "IQE-0001", INCOMPLETE, E, E, "The file does not begin with # Inter-Quake Export",
     "The first # of the first line must begin this very text. Every reader refuses the file "
     "without it.")
RULE(IQE_HEADER_LATE, "IQE-0002", FIXABLE, W, N, "Text precedes the first #",
     "The document demands # Inter-Quake Export at the very start; the reference compiler accepts "
     "any text without a # before it.")
RULE(IQE_UNKNOWN_COMMAND, "IQE-0003", INCOMPLETE, W, W,
     "A line does not begin with a known command",
     "Such lines are ignored. Commands are case-sensitive and end with a blank; a remark begins "
     "with #.")
RULE(IQE_UNREAD_TEXT, "IQE-0004", INCOMPLETE, W, W, "Text is where a number is expected",
     "Reading of the line ends there, and missing numbers have their defaults. Blanks separate "
     "numbers.")
RULE(IQE_SURPLUS, "IQE-0005", INCOMPLETE, N, N, "A line has more parameters than its command",
     "The surplus is ignored.")
RULE(IQE_NUL_BYTE, "IQE-0006", INCOMPLETE, W, W, "A NUL byte is in the text",
     "It hides the rest of its line. The file may be damaged.")
RULE(IQE_LONG_LINE, "IQE-0007", 0, S, E, "A line is longer than 511 bytes",
     "The reference compiler cuts it and reads the rest as a new line.")
RULE(IQE_UNTERMINATED_NAME, "IQE-0008", FIXABLE, W, W, "A name lacks its closing quote",
     "The name then extends to the end of the line, and the reference compiler includes the line "
     "break.")
RULE(IQE_NOT_FINITE, "IQE-0009", 0, E, E, "A number is not finite",
     "Infinities and NaN are useless as geometry.")
RULE(IQE_INTEGER_RANGE, "IQE-0010", INCOMPLETE, E, E, "A whole number does not fit into 32 bits",
     "The reference compiler uses the lowest 32 bits; here it becomes the nearest number that "
     "fits, which is not a valid index.")
// 01xx: vertices
RULE(IQE_LENGTHS, "IQE-0101", 0, E, E, "Vertex lists differ in length",
     "Each list must be absent or have one row for every vp. The reference compiler reads past the "
     "end of a short one; here it is dropped when compiling.")
RULE(IQE_NORMAL_LENGTH, "IQE-0102", 0, W, W, "Normals are not of length 1",
     "They are written as they are, and lighting is wrong.")
RULE(IQE_TANGENT_SIGN, "IQE-0103", 0, N, W, "The fourth number of a tangent is not 1 or -1",
     "Its sign alone counts in the document; the reference compiler writes it as it is.")
RULE(IQE_TANGENT_MIXED, "IQE-0104", 0, W, E, "Tangents have different forms",
     "Some lines have a sign and others a bitangent. The reference compiler gives the bitangents "
     "to the wrong vertices.")
RULE(IQE_BLEND_JOINT, "IQE-0105", 0, E, E, "A blend names a joint that does not exist",
     "Joints are counted from 0 in the order of the joint lines.")
RULE(IQE_BLEND_INFLUENCES, "IQE-0106", 0, N, N, "A vertex has more than four usable weights",
     "The four largest are kept and made to sum up to 1.")
RULE(IQE_BLEND_NONE, "IQE-0107", 0, W, W, "A vertex has no usable weight",
     "Weights up to 0.001 do not count. No joint moves the vertex: here and in ioquake3 it stays "
     "at rest, raylib draws it at the origin.")
RULE(IQE_BLEND_BYTE, "IQE-0108", 0, N, E, "Joint numbers above 255 are blended",
     "A byte cannot hold them: the reference compiler stores them modulo 256. Here the array "
     "becomes ushort, unless a vertexarray line says otherwise.")
RULE(IQE_UNUSED_VERTICES, "IQE-0109", 0, N, N, "No face uses some vertices",
     "The compiler drops them.")
// 02xx: how vertices are to be stored
RULE(IQE_FORMAT_TYPE, "IQE-0201", 0, W, N, "A vertexarray line has an unknown type",
     "The line is ignored.")
RULE(IQE_FORMAT_COMPONENT, "IQE-0202", 0, W, E, "A vertexarray line has an unknown component",
     "The document says to ignore the line; the reference compiler crashes.")
RULE(IQE_FORMAT_SIZE, "IQE-0203", 0, W, W, "A vertexarray line has a size other than 1 to 4",
     "The document says to ignore the line; the reference compiler uses the nearest size.")
RULE(IQE_FORMAT_REPEATED, "IQE-0204", 0, N, N, "A type has several vertexarray lines",
     "The first counts.")
RULE(IQE_FORMAT_CLAMPS, "IQE-0205", 0, W, W, "Whole-number components clamp values",
     "Bytes, shorts and ints stand for 0 to 1 or -1 to 1, in positions, too. Use half or float for "
     "values beyond.")
RULE(IQE_CUSTOM_UNUSED, "IQE-0206", 0, N, S, "A custom list has no vertexarray line",
     "By the document, such a list is not written. A line such as `vertexarray custom0 float 4 "
     "\"name\"` keeps it.")
RULE(IQE_ALPHA_UNUSED, "IQE-0207", 0, N, S, "Alpha is left out",
     "Colours have three components unless a line such as `vertexarray color ubyte 4` says "
     "otherwise.")
RULE(IQE_NORMAL_SIZE, "IQE-0208", 0, N, E, "A vertexarray line gives normals four components",
     "The fourth is 0; the reference compiler writes uninitialised memory.")
// 03xx: faces
RULE(IQE_INDEX_RANGE, "IQE-0301", 0, E, E, "A face names a vertex that does not exist",
     "Vertices are counted from 0. The reference compiler crashes; here the face is dropped.")
RULE(IQE_INDEX_BEFORE_FIRST, "IQE-0302", INCOMPLETE, E, E, "A negative index goes back too far",
     "It counts from the last vertex so far. The reference compiler uses vertex 0; here the face "
     "is dropped.")
RULE(IQE_SMALL_FACE, "IQE-0303", 0, W, W, "A face has fewer than three corners",
     "It has no triangle.")
RULE(IQE_DEGENERATE_FACE, "IQE-0304", 0, N, N, "A triangle has two equal corners",
     "The compiler drops it.")
RULE(IQE_EDGE_COUNT, "IQE-0305", 0, W, W, "The fs lines do not match the faces",
     "The nth fs line belongs to the nth face and has as many flags as that has corners. Missing "
     "flags count as smooth.")
RULE(IQE_EDGE_FLAG, "IQE-0306", INCOMPLETE, W, W, "An edge flag is neither 0 nor 1",
     "Below 0 counts as 0, above 1 as 1.")
RULE(IQE_NO_FACES, "IQE-0307", 0, N, W, "The file has vertices and no face",
     "Every three vertices of a mesh are then a triangle; the reference compiler writes nothing.")
RULE(IQE_SOUP_REMAINDER, "IQE-0308", 0, W, S,
     "The number of a mesh's vertices is not a multiple of three",
     "Without faces every three vertices are a triangle; the rest is dropped.")
RULE(IQE_MESH_REOPENED, "IQE-0309", 0, S, E, "A mesh is opened again later",
     "All of its triangles become one mesh; the reference compiler drops those of the later part.")
RULE(IQE_SMOOTH_INDEX, "IQE-0310", 0, S, W, "vs lines are used",
     "The reference compiler compares the wrong entries, so it smooths the wrong corners.")
RULE(IQE_SMOOTH_ANGLE, "IQE-0311", 0, S, W, "A smoothing angle is above 90 degrees",
     "The reference compiler uses 180 degrees minus the angle.")
RULE(IQE_SMOOTH_INDEX_MISSING, "IQE-0312", INCOMPLETE, W, W, "A vs line has no number",
     "It counts as 0; the reference compiler uses uninitialised memory.")
// 04xx: skeleton
RULE(IQE_JOINT_PARENT, "IQE-0401", 0, E, E, "The parent of a joint does not exist",
     "Parents are counted from 0; a joint cannot be above itself.")
RULE(IQE_PARENT_ORDER, "IQE-0402", 0, W, E, "A joint is listed before its parent",
     "Many engines need parents first, and the reference compiler computes wrong bounds.")
RULE(IQE_JOINT_NAME, "IQE-0403", 0, W, W, "Joints share a name",
     "Animations are matched to joints by name.")
RULE(IQE_BASE_POSES_FEW, "IQE-0404", 0, W, E, "A joint has no base pose",
     "It counts as no transformation; the reference compiler writes zeros.")
RULE(IQE_BASE_POSES_MANY, "IQE-0405", 0, W, W, "There are more base poses than joints",
     "The surplus is ignored. A missing animation line can be the reason.")
RULE(IQE_ROTATION_LENGTH, "IQE-0406", 0, W, W, "A quaternion is not of length 1",
     "Compiling normalises it; the reference compiler writes it as it is.")
RULE(IQE_MATRIX_SINGULAR, "IQE-0407", 0, E, E, "A pose's matrix flattens the model",
     "It holds no rotation.")
// 05xx: animation
RULE(IQE_BEFORE_ANIMATION, "IQE-0501", INCOMPLETE, W, W,
     "frame, framerate or loop precedes the first animation",
     "It is ignored.")
RULE(IQE_FRAME_EMPTY, "IQE-0502", 0, W, E, "A frame has no poses",
     "It is dropped; the reference compiler may give the next animation's first frame to this one.")
RULE(IQE_FRAME_SHORT, "IQE-0503", 0, W, W, "A frame has fewer poses than there are joints",
     "The other joints get the identity.")
RULE(IQE_FRAME_LONG, "IQE-0504", 0, W, W, "A frame has more poses than there are joints",
     "The surplus is ignored.")
RULE(IQE_ANIMATION_EMPTY, "IQE-0505", 0, W, E, "An animation has no frames",
     "It is written without frames; the reference compiler gives it the next animation's first "
     "frame.")
RULE(IQE_FRAMERATE, "IQE-0506", 0, W, W, "A frame rate is negative",
     "It counts as 0, which means none.")
RULE(IQE_ANIMATION_NAME, "IQE-0507", 0, N, N, "Animations share a name, or have none",
     "Games find animations by name.")
RULE(IQE_POSES_WITHOUT_JOINTS, "IQE-0508", 0, W, W, "There are poses but no joints",
     "No joint belongs to them, so they are dropped.")
// 06xx: compiling and joining
RULE(IQE_FACES_DROPPED, "IQE-0601", 0, E, E, "Faces were dropped",
     "They name vertices that do not exist.")
RULE(IQE_TRIANGLES_DROPPED, "IQE-0602", 0, N, N, "Triangles with two equal corners were dropped",
     "Two of their corners are the same vertex.")
RULE(IQE_LIST_DROPPED, "IQE-0603", 0, L, L, "A vertex list was dropped",
     "It does not have one row for every position.")
RULE(IQE_WEIGHTS_DROPPED, "IQE-0604", 0, L, L, "Weights beyond four a vertex were dropped",
     "The model holds four; the largest are kept and made to sum up to 1.")
RULE(IQE_VALUES_CLAMPED, "IQE-0605", 0, L, L,
     "Values were clamped to the range of their component type",
     "Whole-number components stand for 0 to 1 or -1 to 1. Use half or float for values beyond.")
RULE(IQE_INDEXES_WIDENED, "IQE-0606", 0, N, N, "Joint numbers are stored as ushort",
     "A byte cannot hold numbers above 255.")
RULE(IQE_JOINTS_BY_NAME, "IQE-0607", 0, N, N, "An animation was matched by the names of joints",
     "Joints that the input does not move keep their base pose.")
RULE(IQE_JOINTS_BY_COUNT, "IQE-0608", 0, N, N, "An animation was matched by the number of joints",
     "The input has no joint names, or other ones, but as many joints: the nth moves the nth.")
RULE(IQE_ANIMATION_DROPPED, "IQE-0609", 0, L, L, "An animation was dropped",
     "Its joints match the skeleton neither by name nor by number.")
RULE(IQE_INPUT_SETTINGS_UNUSED, "IQE-0610", 0, N, N, "Settings of an input have no effect",
     "--name, --fps, --loop, --start and --end are for inputs with exactly one animation.")
RULE(IQE_JOINTS_LEFT_OUT, "IQE-0611", 0, N, N, "The skeleton was left out",
     "A model without a mesh has a skeleton only with --force-joints.")
RULE(IQE_ROTATION_MADE_UNIT, "IQE-0612", 0, N, N, "Quaternions were normalised",
     "Their length was not 1, by more than 0.0001.")
RULE(IQE_MESH_INPUT_MERGED, "IQE-0613", 0, N, N, "A further input has meshes",
     "They were added to the model.")
RULE(IQE_JOINT_DROPPED, "IQE-0614", 0, L, L, "Joints of an animation were dropped",
     "The skeleton has no joints of these names.")
RULE(IQE_SKELETON_MISSING_JOINTS, "IQE-0615", 0, N, N,
     "The skeleton grew by joints of a further input",
     "Its meshes are moved by them.")
RULE(IQE_CLIP_EMPTY, "IQE-0616", 0, W, W, "An animation has no frames after start and end",
     "--start is behind the last frame, or --end is before --start. The animation is written "
     "without frames.")
RULE(IQE_COLOR_WITHOUT_ALPHA, "IQE-0617", 0, N, N, "Colours are stored with three components",
     "The document says so for files without a vertexarray line. ioquake3 and raylib accept four "
     "alone: a line `vertexarray color ubyte 4` stores four.")
RULE(IQE_LINES_CUT, "IQE-0618", 0, W, W, "Long lines were cut as the reference compiler does",
     "It reads at most 511 bytes of a line and reads the rest as the next line. Only "
     "--compat reference does so.")
RULE(IQE_ORDER_DIFFERS, "IQE-0619", 0, W, W,
     "Triangles are not in the order of the reference compiler",
     "Thousands of them share a vertex, and comparing them as it does would take very long. The "
     "model is the same. Only --compat reference is affected.")
RULE(IQE_BOUNDS_OF_JOINTS, "IQE-0620", 0, N, N, "The bounds of frames may be larger than the model",
     "To move all vertices in all frames would take very long. The bounds of a frame enclose a box for "
     "each joint instead, with all vertices that the joint moves.")
// 09xx: losses of the conversion from IQM, and of compiling
RULE(IQE_LOSS_EXTENSION, "IQE-0901", 0, L, L, "Extensions were dropped",
     "IQE has no extensions.")
RULE(IQE_LOSS_ARRAY, "IQE-0902", 0, L, L, "A vertex array was dropped",
     "IQE has no command for it: a reserved type, or more than ten custom ones.")
RULE(IQE_LOSS_NAME, "IQE-0903", 0, L, L, "A name was changed",
     "A name in IQE cannot hold a line break, nor both a quote and a blank.")
RULE(IQE_LOSS_TRIANGLE, "IQE-0904", 0, E, E, "Triangles were dropped",
     "They name vertices that do not exist, or belong to no mesh.")
RULE(IQE_LOSS_FRAMES, "IQE-0905", 0, L, L, "Frames outside of any animation were dropped",
     "In IQE every frame belongs to an animation.")
RULE(IQE_LOSS_FLAGS, "IQE-0906", 0, L, L, "Flags were dropped",
     "IQE has no command for them.")
RULE(IQE_LOSS_FRAME_SKELETON, "IQE-0907", 0, L, L,
     "Parents in the poses differ from those of the joints",
     "IQE has one skeleton for both.")
RULE(IQE_LOSS_COMMENT_SECTION, "IQE-0908", 0, L, L, "A second comment section was dropped",
     "A model has one; the first is kept.")
RULE(IQE_LOSS_SMOOTHING, "IQE-0909", 0, L, L, "Smoothing by angle was incomplete",
     "Thousands of triangles meet in one point, in many directions and under many angles. Some "
     "were not compared with all others there and are not smoothed; give normals (vn), or fewer "
     "different values of smoothangle.")
#undef RULE
