// SPDX-License-Identifier: MIT
//
// The rules of glTF files. gltf_rules.h makes an enumeration of this list, gltf_rules.c a table.
// RULE(name, id, flags, spec, title, explanation)
// clang-format off
// 00xx: the file as such
RULE(GLTF_NOT_JSON, "GLT-0001", INCOMPLETE, E, "The JSON of the file is not valid",
     "A glTF file is a JSON object; in a GLB file it is the first chunk. The finding is where the "
     "first error is.")
RULE(GLTF_GLB_HEADER, "GLT-0002", INCOMPLETE, E, "The header of the GLB file is wrong",
     "A GLB file begins with glTF, the version 2 and its length, and its first chunk is JSON. "
     "Version 1 is another format.")
RULE(GLTF_GLB_LENGTH, "GLT-0003", INCOMPLETE, E, "A length in the GLB file does not match the file",
     "The file was cut off, or it has bytes after its end. Maquette reads what is there.")
RULE(GLTF_GLB_CHUNK, "GLT-0004", INCOMPLETE, N, "A chunk of the GLB file is of an unknown type",
     "Only JSON and binary data have a meaning. The chunk is left out.")
RULE(GLTF_NOT_UTF8, "GLT-0005", INCOMPLETE, W, "The JSON is not UTF-8",
     "Other bytes are read as characters of Latin 1, and a text ends at a NUL.")
RULE(GLTF_ASSET_VERSION, "GLT-0006", INCOMPLETE, E, "The file is not glTF 2",
     "asset.version is the version of a file, and asset.minVersion the version that a reader must "
     "support. Maquette reads 2.0 only.")
RULE(GLTF_EXTENSION_REQUIRED, "GLT-0007", INCOMPLETE, E,
     "The file requires an extension that is not supported",
     "Without it the model would be wrong or empty. Export the model without the extension, for "
     "example without mesh compression.")
RULE(GLTF_EXTENSION_IGNORED, "GLT-0008", INCOMPLETE, W, "An extension is left out",
     "The model can be read without it, but its data is not kept. Extensions of materials are "
     "kept.")
RULE(GLTF_BUFFER_MISSING, "GLT-0009", INCOMPLETE, E, "A file with binary data is missing",
     "The numbers of meshes and animations can be in files beside the glTF file. They are read "
     "when the model is opened by its file name or in a set of files, and must be in the tree of "
     "the model.")
RULE(GLTF_BUFFER_SHORT, "GLT-0010", INCOMPLETE, E, "A buffer is shorter than its byteLength",
     "The file was cut off. Maquette reads what is there.")
RULE(GLTF_BUFFER_URI, "GLT-0011", INCOMPLETE, E, "The URI of a buffer is not supported",
     "It must be a data URI with base64, or the relative name of a file in the tree of the model.")
RULE(GLTF_TOO_MUCH, "GLT-0012", INCOMPLETE, E,
     "The file needs far more memory than its size justifies",
     "Accessors that share their bytes or have none could make a small file need any amount of "
     "memory. What exceeds the limit is left out.")
RULE(GLTF_REFERENCE, "GLT-0013", INCOMPLETE, E, "A reference is out of range",
     "Objects of a glTF file refer to each other by index. The reference is ignored.")
RULE(GLTF_JSON_LIMIT, "GLT-0014", INCOMPLETE, E, "The JSON is too deep or too large",
     "It is nested more than 500 levels deep, or needs more memory than the caller allows. Nothing "
     "of it is read.")
// 02xx: accessors
RULE(GLTF_ACCESSOR_RANGE, "GLT-0201", INCOMPLETE, E, "An accessor is out of range",
     "With its offset, stride and count it ends after the buffer view, or the buffer view ends "
     "after the buffer. It is left out.")
RULE(GLTF_ACCESSOR_TYPE, "GLT-0202", INCOMPLETE, E, "An accessor has the wrong type for its use",
     "Positions have three floats, indices are unsigned integers, and so on. It is left out.")
// 03xx: meshes
RULE(GLTF_MODE, "GLT-0301", INCOMPLETE, W, "Points or lines are left out",
     "Scenes consist of triangles; strips and fans are converted.")
RULE(GLTF_NO_POSITIONS, "GLT-0302", INCOMPLETE, W, "A primitive of a mesh has no positions",
     "It draws nothing and is left out.")
RULE(GLTF_NORMALS_MADE, "GLT-0303", 0, N, "A mesh has no normals",
     "Each triangle gets a flat normal, as glTF demands, with separate vertices.")
RULE(GLTF_ATTRIBUTE_IGNORED, "GLT-0304", INCOMPLETE, W, "A vertex attribute is left out",
     "Its name is unknown (custom ones begin with an underscore), or its type or count is wrong.")
RULE(GLTF_TRIANGLES_DROPPED, "GLT-0305", INCOMPLETE, E, "Triangles use vertices that do not exist",
     "They are left out.")
RULE(GLTF_NUMBERS_REPAIRED, "GLT-0306", INCOMPLETE, W,
     "Numbers are infinite, not a number, or not of length 1",
     "Infinite values and NaN are replaced, and normals, tangents and rotations are normalised.")
RULE(GLTF_UVS_DROPPED, "GLT-0307", INCOMPLETE, E, "The texture coordinates of a mesh are left out",
     "The first set, TEXCOORD_0, has another type or count than the mesh needs, so the mesh has no "
     "texture. Export the model again.")
// 04xx: nodes
RULE(GLTF_NODE_TREE, "GLT-0401", INCOMPLETE, E, "The nodes are not trees",
     "A node has two parents, or is its own ancestor. One of the links is removed.")
RULE(GLTF_NODE_MATRIX, "GLT-0402", INCOMPLETE, W, "The matrix of a node cannot be decomposed",
     "It has shear, or is singular. The nearest translation, rotation and scale are used.")
RULE(GLTF_OTHER_SCENES, "GLT-0403", INCOMPLETE, W, "Parts outside the default scene are left out",
     "Maquette reads one scene: the default one, or the first.")
RULE(GLTF_CAMERA, "GLT-0404", INCOMPLETE, W, "Cameras and lights are left out",
     "Scenes of Maquette have none.")
// 05xx: animations
RULE(GLTF_CUBIC_SPLINE, "GLT-0501", INCOMPLETE, W, "A cubic spline becomes linear",
     "It is sampled at its keys and at three times between each two.")
RULE(GLTF_KEYS_DROPPED, "GLT-0502", INCOMPLETE, W, "Keys of an animation are left out",
     "Their times do not increase, or are not numbers.")
RULE(GLTF_CHANNEL_IGNORED, "GLT-0503", INCOMPLETE, W, "A channel of an animation is left out",
     "Its target is unknown, or its keys and values do not match.")
// 06xx: materials
RULE(GLTF_MATERIAL_IGNORED, "GLT-0601", INCOMPLETE, W, "Properties of a material are left out",
     "Extensions of textures are not kept: a texture has one image.")
RULE(GLTF_IMAGE_BROKEN, "GLT-0602", INCOMPLETE, W, "An image has no data",
     "It has neither a file name nor data that can be read. The texture is left out.")
// 07xx: extras
RULE(GLTF_EXTRAS_IGNORED, "GLT-0701", INCOMPLETE, W, "Extras of Maquette are ignored",
     "They were changed, or do not match the rest of the file any more. Only the entry of the "
     "finding is left out.")
RULE(GLTF_NO_CUSTOM_PROPERTIES, "GLT-0702", 0, N,
     "Blender wrote the file without custom properties",
     "If the model was converted to glTF before, what only its first format has is lost: TYPE, team "
     "masks, tilesets, texture animation, connectors, events, boxes, markers, loop counts, comments. "
     "Turn on Include > Custom Properties in Blender's export dialog; docs/blender.md lists what "
     "survives.")
// 09xx: losses
RULE(GLTF_LOSS_MATERIAL, "GLT-0902", 0, L, "Properties of a material are dropped",
     "Metal and roughness, emission, occlusion, samplers and extensions of materials are kept from "
     "one glTF file to the next. Other formats do not have them.")
RULE(GLTF_LOSS_SHAPE_WEIGHTS, "GLT-0903", 0, L, "Rest weights of morph targets are dropped",
     "In a glTF file morph targets can have weights without an animation. In other formats they "
     "have none until a clip moves them.")
RULE(GLTF_LOSS_FILE, "GLT-0904", 0, L, "The copyright or extras of a glTF file are dropped",
     "The copyright and extras of the asset, and extras of scenes, skins and primitives are kept "
     "from one glTF file to the next. Other formats do not have them.")
RULE(GLTF_LOSS_VERTEX_DATA, "GLT-0905", 0, L, "Vertex data of a mesh is dropped",
     "Maquette reads at most 16 sets of texture coordinates and 64 further attributes of a mesh in a "
     "glTF file, so it writes no more.")
#undef RULE
