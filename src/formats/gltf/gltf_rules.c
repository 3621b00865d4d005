// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_rules.h"

#define E MAQ_ERROR
#define W MAQ_WARNING
#define N MAQ_NOTE
#define L MAQ_LOSS
#define RULE(name, id, spec, title, explain)                                                       \
    [GLTF_##name] = {id, title, explain, false, {spec}, false}
// The same for rules after which the document does not hold all of the file.
#define INCOMPLETE(name, id, spec, title, explain)                                                 \
    [GLTF_##name] = {id, title, explain, false, {spec}, true}

// clang-format off
const maq_rule mq_gltf_rules[GLTF_RULE_COUNT] = {
    INCOMPLETE(NOT_JSON, "GLT-0001", E,
           "The JSON of the file is not valid",
           "A glTF file is a JSON object; in a GLB file it is the first chunk. The finding is where "
           "the first error is."),
    INCOMPLETE(GLB_HEADER, "GLT-0002", E,
           "The header of the GLB file is wrong",
           "A GLB file begins with glTF, the version 2 and its length, and its first chunk is "
           "JSON. Version 1 is another format."),
    INCOMPLETE(GLB_LENGTH, "GLT-0003", E,
           "A length in the GLB file does not match the file",
           "The file was cut off, or it has bytes after its end. Maquette reads what is there."),
    INCOMPLETE(GLB_CHUNK, "GLT-0004", N,
           "A chunk of the GLB file is of an unknown type",
           "Only JSON and binary data have a meaning. The chunk is left out."),
    INCOMPLETE(NOT_UTF8, "GLT-0005", W,
           "The JSON is not UTF-8",
           "Other bytes are read as characters of Latin 1, and a text ends at a NUL."),
    INCOMPLETE(ASSET_VERSION, "GLT-0006", E,
           "The file is not glTF 2",
           "asset.version is the version of a file, and asset.minVersion the version that a reader "
           "must support. Maquette reads 2.0 only."),
    INCOMPLETE(EXTENSION_REQUIRED, "GLT-0007", E,
           "The file requires an extension that is not supported",
           "Without it the model would be wrong or empty. Export the model without the extension, "
           "for example without mesh compression."),
    INCOMPLETE(EXTENSION_IGNORED, "GLT-0008", W,
           "An extension is left out",
           "The model can be read without it, but its data is not kept. Extensions of materials are "
           "kept."),
    INCOMPLETE(BUFFER_MISSING, "GLT-0009", E,
           "A file with binary data is missing",
           "The numbers of meshes and animations can be in files beside the glTF file. They are read "
           "when the model is opened by its file name or in a set of files, and must be in the tree of "
           "the model."),
    INCOMPLETE(BUFFER_SHORT, "GLT-0010", E,
           "A buffer is shorter than its byteLength",
           "The file was cut off. Maquette reads what is there."),
    INCOMPLETE(BUFFER_URI, "GLT-0011", E,
           "The URI of a buffer is not supported",
           "It must be a data URI with base64, or the relative name of a file in the tree of the model."),
    INCOMPLETE(TOO_MUCH, "GLT-0012", E,
           "The file needs far more memory than its size justifies",
           "Accessors that share their bytes or have none could make a small file need any amount "
           "of memory. What exceeds the limit is left out."),
    INCOMPLETE(REFERENCE, "GLT-0013", E,
           "A reference is out of range",
           "Objects of a glTF file refer to each other by index. The reference is ignored."),
    INCOMPLETE(JSON_LIMIT, "GLT-0014", E,
           "The JSON is too deep or too large",
           "It is nested more than 500 levels deep, or needs more memory than the caller allows. "
           "Nothing of it is read."),

    INCOMPLETE(ACCESSOR_RANGE, "GLT-0201", E,
           "An accessor is out of range",
           "With its offset, stride and count it ends after the buffer view, or the buffer view ends "
           "after the buffer. It is left out."),
    INCOMPLETE(ACCESSOR_TYPE, "GLT-0202", E,
           "An accessor has the wrong type for its use",
           "Positions have three floats, indices are unsigned integers, and so on. It is left out."),

    INCOMPLETE(MODE, "GLT-0301", W,
           "Points or lines are left out",
           "Scenes consist of triangles; strips and fans are converted."),
    INCOMPLETE(NO_POSITIONS, "GLT-0302", W,
           "A primitive of a mesh has no positions",
           "It draws nothing and is left out."),
    RULE(NORMALS_MADE, "GLT-0303", N,
           "A mesh has no normals",
           "Each triangle gets a flat normal, as glTF demands, with separate vertices."),
    INCOMPLETE(ATTRIBUTE_IGNORED, "GLT-0304", W,
           "A vertex attribute is left out",
           "Its name is unknown (custom ones begin with an underscore), or its type or count is wrong."),
    INCOMPLETE(TRIANGLES_DROPPED, "GLT-0305", E,
           "Triangles use vertices that do not exist",
           "They are left out."),
    INCOMPLETE(NUMBERS_REPAIRED, "GLT-0306", W,
           "Numbers are infinite, not a number, or not of length 1",
           "Infinite values and NaN are replaced, and normals, tangents and rotations are normalised."),

    INCOMPLETE(NODE_TREE, "GLT-0401", E,
           "The nodes are not trees",
           "A node has two parents, or is its own ancestor. One of the links is removed."),
    INCOMPLETE(NODE_MATRIX, "GLT-0402", W,
           "The matrix of a node cannot be decomposed",
           "It has shear, or is singular. The nearest translation, rotation and scale are used."),
    INCOMPLETE(OTHER_SCENES, "GLT-0403", W,
           "Parts outside the default scene are left out",
           "Maquette reads one scene: the default one, or the first."),
    INCOMPLETE(CAMERA, "GLT-0404", W,
           "Cameras and lights are left out",
           "Scenes of Maquette have none."),

    INCOMPLETE(CUBIC_SPLINE, "GLT-0501", W,
           "A cubic spline becomes linear",
           "It is sampled at its keys and at three times between each two."),
    INCOMPLETE(KEYS_DROPPED, "GLT-0502", W,
           "Keys of an animation are left out",
           "Their times do not increase, or are not numbers."),
    INCOMPLETE(CHANNEL_IGNORED, "GLT-0503", W,
           "A channel of an animation is left out",
           "Its target is unknown, or its keys and values do not match."),

    INCOMPLETE(MATERIAL_IGNORED, "GLT-0601", W,
           "Properties of a material are left out",
           "Extensions of textures are not kept: a texture has one image."),
    INCOMPLETE(IMAGE_BROKEN, "GLT-0602", W,
           "An image has no data",
           "It has neither a file name nor data that can be read. The texture is left out."),
    RULE(IMAGE_NOT_EMBEDDED, "GLT-0603", W,
           "A texture file is not embedded",
           "With embed=yes the texture files beside a model become part of the glTF file. This one "
           "is missing, in another folder, larger than 64 MiB (all together: 512), or neither PNG "
           "nor JPEG. The glTF file refers to it by name."),

    INCOMPLETE(EXTRAS_IGNORED, "GLT-0701", W,
           "Extras of Maquette are ignored",
           "They were changed, or do not match the rest of the file any more. Only the entry of the "
           "finding is left out."),

    RULE(LOSS_IMAGE, "GLT-0901", L,
           "The data of embedded images is dropped",
           "With embed=no only the names of embedded images stay; their files must be put beside "
           "the glTF file."),
    RULE(LOSS_MATERIAL, "GLT-0902", L,
           "Properties of a material are dropped",
           "Metal and roughness, emission, occlusion, samplers and extensions of materials are kept "
           "from one glTF file to the next. Other formats do not have them."),
    RULE(LOSS_SHAPE_WEIGHTS, "GLT-0903", L,
           "Rest weights of morph targets are dropped",
           "In a glTF file morph targets can have weights without an animation. In other formats "
           "they have none until a clip moves them."),
    RULE(LOSS_FILE, "GLT-0904", L,
           "The copyright or extras of a glTF file are dropped",
           "The copyright and extras of the asset, and extras of scenes, skins and primitives are "
           "kept from one glTF file to the next. Other formats do not have them."),
};
