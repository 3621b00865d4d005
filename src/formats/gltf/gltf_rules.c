// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_rules.h"

#define E MAQ_ERROR
#define W MAQ_WARNING
#define N MAQ_NOTE
#define RULE(name, id, spec, title, explain)                                                       \
    [GLTF_##name] = {id, title, explain, false, {spec}, false}
// The same for what keeps reading from holding all that the file says.
#define DAMAGE(name, id, spec, title, explain)                                                     \
    [GLTF_##name] = {id, title, explain, false, {spec}, true}

// clang-format off
const maq_rule mq_gltf_rules[GLTF_RULE_COUNT] = {
    DAMAGE(NOT_JSON, "GLT-0001", E,
           "The JSON of the file cannot be read",
           "A glTF file is a JSON object, in a GLB file the first chunk is. The place is where "
           "reading it stopped."),
    DAMAGE(GLB_HEADER, "GLT-0002", E,
           "The header of the GLB file is wrong",
           "A GLB file begins with glTF, the version 2 and its length, and its first chunk is "
           "JSON. Version 1 is another format."),
    DAMAGE(GLB_LENGTH, "GLT-0003", E,
           "A length in the GLB file does not fit the file",
           "The file was cut off, or bytes follow its end. What is there is read."),
    DAMAGE(GLB_CHUNK, "GLT-0004", N,
           "A chunk of the GLB file is of an unknown kind",
           "Only JSON and binary data have a meaning. The chunk is left out."),
    DAMAGE(NOT_UTF8, "GLT-0005", W,
           "The JSON is not UTF-8",
           "Stray bytes are taken for the characters of Latin 1, and text ends at a NUL."),
    DAMAGE(ASSET_VERSION, "GLT-0006", E,
           "The file is not of glTF 2",
           "asset.version says which version a file is of, and asset.minVersion what a reader must "
           "know. Only 2.0 is read."),
    DAMAGE(EXTENSION_REQUIRED, "GLT-0007", E,
           "The file needs an extension that is not supported",
           "Without it the model would be wrong or empty. Export the model without it: meshes "
           "without compression, for one."),
    DAMAGE(EXTENSION_IGNORED, "GLT-0008", W,
           "An extension is left out",
           "The model can be shown without it, but what it adds is not kept. Extensions within "
           "materials are."),
    DAMAGE(BUFFER_MISSING, "GLT-0009", E,
           "A file with binary data is not there",
           "Numbers of meshes and animations lie in files beside the glTF file. They are found when "
           "the model is opened by its file name, and must lie in its folder or below."),
    DAMAGE(BUFFER_SHORT, "GLT-0010", E,
           "A buffer is shorter than it says",
           "The file was cut off. What lies within is read."),
    DAMAGE(BUFFER_URI, "GLT-0011", E,
           "The address of a buffer cannot be read",
           "Either a relative file name without \"..\" or a data URI with base64."),
    DAMAGE(TOO_MUCH, "GLT-0012", E,
           "The file asks for far more memory than it has bytes",
           "Accessors that share their bytes or have none could make a small file ask for any "
           "amount. What goes beyond is left out."),
    DAMAGE(REFERENCE, "GLT-0013", E,
           "Something refers to what does not exist",
           "Parts of a glTF file refer to each other by number. The reference is cut."),
    DAMAGE(JSON_LIMIT, "GLT-0014", E,
           "The JSON is too deep or too large",
           "It is nested more than 500 levels deep, or a tree of it would take more memory than the "
           "caller allows. Nothing of it is read."),

    DAMAGE(ACCESSOR_RANGE, "GLT-0201", E,
           "An accessor does not lie within its data",
           "Its offset, stride and count lead past the end of the view, or the view past the end of "
           "the buffer. It is left out."),
    DAMAGE(ACCESSOR_TYPE, "GLT-0202", E,
           "An accessor has the wrong type for its use",
           "Positions have three floats, indices are whole numbers without a sign, and so on. It is "
           "left out."),

    DAMAGE(MODE, "GLT-0301", W,
           "Points or lines are left out",
           "Only triangles, strips and fans are kept."),
    DAMAGE(NO_POSITIONS, "GLT-0302", W,
           "A part of a mesh has no positions",
           "It shows nothing and is left out."),
    RULE(NORMALS_MADE, "GLT-0303", N,
           "A mesh has no normals",
           "Each triangle gets its own, as glTF asks for, with vertices of its own."),
    DAMAGE(ATTRIBUTE_IGNORED, "GLT-0304", W,
           "An attribute of the vertices is left out",
           "Its name is unknown (own ones begin with an underscore), or its numbers do not fit."),
    DAMAGE(TRIANGLES_DROPPED, "GLT-0305", E,
           "Triangles use vertices that do not exist",
           "They are left out."),
    DAMAGE(NUMBERS_MENDED, "GLT-0306", W,
           "Numbers are no numbers, or not of length 1",
           "Infinite values and NaN are replaced, and normals, tangents and rotations get length 1."),

    DAMAGE(NODE_TREE, "GLT-0401", E,
           "Nodes are no trees",
           "A node has two parents, or is above itself. One of the links is cut."),
    DAMAGE(NODE_MATRIX, "GLT-0402", W,
           "The matrix of a node cannot be taken apart",
           "It skews, or has no volume. The nearest translation, rotation and scale are used."),
    DAMAGE(OTHER_SCENES, "GLT-0403", W,
           "Parts outside the default scene are left out",
           "A model is one scene: the default one, or the first."),
    DAMAGE(CAMERA, "GLT-0404", W,
           "Cameras and lights are left out",
           "Models have none."),

    DAMAGE(CUBIC_SPLINE, "GLT-0501", W,
           "A curve becomes straight pieces",
           "Cubic splines are taken at their keys and four times between them."),
    DAMAGE(KEYS_DROPPED, "GLT-0502", W,
           "Keys of an animation are left out",
           "Their times do not rise, or are no numbers."),
    DAMAGE(CHANNEL_IGNORED, "GLT-0503", W,
           "A channel of an animation is left out",
           "It moves nothing that is known, or its numbers do not fit."),

    DAMAGE(MATERIAL_IGNORED, "GLT-0601", W,
           "Properties of a material are left out",
           "What materials and samplers say is kept, with extensions of materials. Extensions of "
           "textures are not: of several images of one texture one stays."),
    DAMAGE(IMAGE_BROKEN, "GLT-0602", W,
           "An image has no data",
           "It has neither a file name nor bytes that can be read. The texture is left out."),
    RULE(IMAGE_NOT_PACKED, "GLT-0603", W,
           "A texture file is not packed",
           "With embed=yes the texture files beside a model become part of the glTF file. This one "
           "is not there, lies elsewhere, is larger than 64 MiB (all together: 512), or is neither "
           "PNG nor JPEG. It is named as before."),

    DAMAGE(EXTRAS_IGNORED, "GLT-0701", W,
           "Extras of Maquette do not fit",
           "They are not as they were written, or no longer go with what the file says beside them. "
           "They are left out."),

    [GLTF_LOSS_IMAGE] = {"GLT-0901", "Images are named, not carried along",
           "With embed=no an image that lies within the model stays behind; its file must be put "
           "beside the glTF file.", false, {MAQ_LOSS}, false},
    [GLTF_LOSS_LOOK] = {"GLT-0902", "Properties of a material have no meaning in other formats",
           "Metal and roughness, emission, occlusion, samplers and extensions of materials go from "
           "one glTF file to the next. Other formats have no place for them.", false, {MAQ_LOSS},
           false},
    [GLTF_LOSS_SHAPE_WEIGHTS] = {"GLT-0903", "Shapes are not at work while nothing moves",
           "A glTF file can show a mesh with some of its shapes at work from the start. Elsewhere "
           "all of them are at rest until a clip moves them.", false, {MAQ_LOSS}, false},
};
