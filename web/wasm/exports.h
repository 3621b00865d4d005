// SPDX-License-Identifier: MIT
//
// The functions of the WebAssembly module. JavaScript (web/package/) calls them; nothing else does.
//
// Texts and bytes go in as an address and a length, in memory of web_alloc(). Options go in as JSON
// text. Each call returns a maq_status, and leaves the rest of its answer in the reply (web_reply_at()):
// a handle, and bytes or JSON text that stay until the next call.
#ifndef WEB_EXPORTS_H
#define WEB_EXPORTS_H

#include "maquette/files.h"
#include "maquette/motion.h"

#define WEB_EXPORT(name) __attribute__((export_name(name), visibility("default")))

// A set of files in memory, which owns their bytes.
typedef struct web_files web_files;

// An open model. On a status other than MAQ_OK the document only holds findings.
typedef struct web_model {
    maq_document *document;
    maq_status status;
    web_files *files; // that the document was opened with; NULL: none
} web_model;

// A scene with its motion.
typedef struct web_scene web_scene;

// The layout is known to JavaScript.
typedef struct web_reply {
    const void *bytes;
    uint32_t length;
    void *handle;
} web_reply;

WEB_EXPORT("alloc") void *web_alloc(uint32_t length);
WEB_EXPORT("free") void web_free(void *block);
WEB_EXPORT("reply_at") const web_reply *web_reply_at(void);

// The text of a status, as JSON.
WEB_EXPORT("status_text") maq_status web_status_text(maq_status status);

// ------------------------------------------------------------------------------------------- files

// Makes a set of files, which owns the array and all it points to, and `path` (memory of web_alloc()), from
// now on, also when the call fails. `path` is the folder that messages name; it may be empty. The handle is a web_files; models that are opened with it keep it in use.
WEB_EXPORT("files")
maq_status web_files_new(maq_memory_file *items, uint32_t count, char *path);
WEB_EXPORT("files_close") void web_files_close(web_files *files);

// ------------------------------------------------------------------------------------------ models

// Opens a model. `files` may be NULL. Options: name, name_in_files, format, strict. The handle is a web_model also when the model cannot be
// read and only has findings; it is NULL when there is no memory. The JSON has format, version, text and
// family.
WEB_EXPORT("open")
maq_status web_open(const void *bytes, uint32_t length, web_files *files, const char *options,
                    uint32_t options_length);
WEB_EXPORT("close") void web_close(web_model *model);

// The findings of reading, or of the conversion that made the model: {findings, counts}.
WEB_EXPORT("findings") maq_status web_findings(const web_model *model);

// The line of `maquette info --json`.
WEB_EXPORT("info") maq_status web_info(const web_model *model);

// The lines of `maquette check --json`, one for each model. `complete` says that the models are a whole
// installation (see maq_check_set()). Options: target, which counts for the formats that have it.
WEB_EXPORT("check")
maq_status web_check(web_model *const *models, uint32_t count, bool complete, const char *options,
                     uint32_t options_length);

// The file with all fixes applied, in rounds until nothing is left to fix. The handle is the number of
// applied fixes. Options: target.
WEB_EXPORT("fix")
maq_status web_fix(const web_model *model, const char *options, uint32_t options_length);

// The bytes that a model was read from.
WEB_EXPORT("source") maq_status web_source(const web_model *model);

// What differs: the array of maq_diff().
WEB_EXPORT("diff") maq_status web_diff(const web_model *a, const web_model *b);

// Joins and converts models. Options: to, strict, scale, axes, bake, bake_rate, images (keep, embed, copy,
// link, none), output (the name of the result), settings (an object), and inputs: for each model an object with settings and at. The handle is a new web_model, also with
// MAQ_LOSS_REFUSED and MAQ_BAD_DATA; the JSON is that of web_open().
WEB_EXPORT("convert")
maq_status web_convert(web_model *const *models, uint32_t count, const char *options,
                       uint32_t options_length);

// The bytes of a model as the file `name` of its variant.
WEB_EXPORT("save")
maq_status web_save(const web_model *model, const char *name, uint32_t name_length);

// The second file that belongs beside `name`: its name (as JSON), and its bytes. The name is null when
// the model needs no second file.
WEB_EXPORT("companion_name")
maq_status web_companion_name(const web_model *model, const char *name, uint32_t name_length);
WEB_EXPORT("companion") maq_status web_companion(const web_model *model);

// The images that a conversion put beside the model: the name (as JSON; null past the last), and the bytes.
WEB_EXPORT("image_name") maq_status web_image_name(const web_model *model, uint32_t index);
WEB_EXPORT("image_bytes") maq_status web_image_bytes(const web_model *model, uint32_t index);

// ------------------------------------------------------------------------------------------- lists

// The lists of `maquette formats --json`, with the default variant of each format, and of `maquette rules
// --json`, and the version as a string.
WEB_EXPORT("formats") maq_status web_formats(void);
WEB_EXPORT("rules") maq_status web_rules(void);
WEB_EXPORT("version") maq_status web_version(void);

// ------------------------------------------------------------------------------------------ scenes

// Makes the scene of a model. The handle is a web_scene; the JSON describes it, with addresses for all
// arrays (0: there is none), which stay valid until web_scene_close().
WEB_EXPORT("scene") maq_status web_scene_new(const web_model *model);
WEB_EXPORT("scene_close") void web_scene_close(web_scene *scene);

// Sets the pose of a clip (MAQ_SCENE_NONE: the rest pose); the arrays of the pose are in the JSON of the
// scene.
WEB_EXPORT("pose")
maq_status web_pose(web_scene *scene, uint32_t clip, double seconds, maq_loop loop, bool like_game);

// The mesh of a node in the current pose, in the space of the model: positions, normals and the first set
// of texture coordinates, one array of floats after the other. Arrays that the mesh lacks are zeros.
WEB_EXPORT("deform") maq_status web_deform(web_scene *scene, uint32_t node);

// The bounding box of the current pose: six floats; nothing when there is no mesh.
WEB_EXPORT("bounds") maq_status web_bounds(web_scene *scene);

// The images that the materials name, as maq_images_find() finds them among the files of the model:
// {images, findings}. `tileset` may be MAQ_ALL_TILESETS.
WEB_EXPORT("images") maq_status web_images(const web_scene *scene, uint32_t tileset);

// ------------------------------------------------------------------------------------------ images

// Decodes an image (TGA, BMP, DDS). The bytes are pixels of four bytes; the handle is the width.
WEB_EXPORT("image") maq_status web_image(const void *bytes, uint32_t length);

#endif
