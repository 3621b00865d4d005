// SPDX-License-Identifier: MIT
//
// Maquette: read, check, write and convert game models. This header holds what all formats share.
//
// A document holds everything that a file says, in the terms of its format (pie.h, iqm.h, ...). A
// scene (scene.h) is the same model in neutral terms, ready for an engine. All calls, in the order
// in which a program meets them:
//
//     maq_open_file, maq_open_memory        a file or bytes become a document
//     maq_open_in_files                     the same for a model in an archive or a set (files.h)
//     maq_document_findings                 what reading found: problems, with positions
//     maq_check, maq_check_set              what the rules of a target find; the result is a report
//     maq_fix                               the file with all automatic fixes applied
//     maq_info, maq_describe, maq_diff      summaries and comparisons as trees (value.h)
//     maq_value_json                        a tree as JSON text
//     maq_convert, maq_join                 a document of another format, with its list of losses
//     maq_save_file, maq_save_memory        a document becomes a file or bytes
//     maq_scene_open_file                   from a path to a scene in one call (scene.h)
//     maq_scene_from_document               the scene of a document
//     maq_scene_join, maq_scene_convert     the scene of several documents; a document of a scene
//     maq_motion_new, maq_motion_pose       clips played, meshes deformed (motion.h)
//     maq_picture_draw                      a picture of a scene (picture.h)
//     maq_warzone_assemble, ..._check       droids, structures and mods of Warzone 2100 (warzone.h)
//     maq_close, maq_..._free               the end of whatever the calls above returned
//
// Ownership: what a call returns through `out` belongs to the caller, who ends it with maq_close()
// or with the ..._free() of its type. All pointers inside it live exactly as long as it does.
// A document, scene, report or tree does not depend on the object it was made from, which may be
// closed before; a motion and a picture's textures do need their scene.
//
// Options: every options struct begins with `size`, which is sizeof the struct in the caller's
// header, so that programs keep working with newer libraries. Zero everywhere, `size` included,
// means the default, and so does a NULL pointer.
//
// The library prints nothing, keeps no global state, never exits and ignores the locale. Different
// documents may be used on different threads at once; an open document is read-only.
#ifndef MAQUETTE_MAQUETTE_H
#define MAQUETTE_MAQUETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maquette/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAQ_VERSION_MAJOR 0
#define MAQ_VERSION_MINOR 1
#define MAQ_VERSION_PATCH 0

// The version of the library in use, as "major.minor.patch".
MAQ_API const char *maq_version(void);

// ---------------------------------------------------------------------------------------- status

// The result of a call. The values never change.
typedef enum maq_status {
    MAQ_OK = 0,
    MAQ_BAD_ARGUMENT = 1,   // the call itself is wrong: a missing pointer, an unknown name
    MAQ_NO_MEMORY = 2,      // the allocator returned NULL
    MAQ_OVER_LIMIT = 3,     // the input needs more than the limits in maq_memory allow
    MAQ_UNKNOWN_FORMAT = 4, // the library does not know the format of the input
    MAQ_BAD_DATA = 5,       // the format is known, but the input cannot be read as a model
    MAQ_UNSUPPORTED = 6,    // the format cannot do what was asked
    MAQ_CANNOT_READ = 7,    // the file cannot be opened or read (errno says why)
    MAQ_CANNOT_WRITE = 8, // the file cannot be written (errno says why); an old file stays as it is
    MAQ_LOSS_REFUSED = 9, // a strict conversion would have dropped something
} maq_status;

// A short description of a status, for people.
MAQ_API const char *maq_status_text(maq_status status);

// ---------------------------------------------------------------------------------------- memory

// A limit on the memory that several documents, scenes and reports hold together, in proportion to
// what they read: a model and all files that it names. All calls that get the same budget in their
// maq_memory share it, from any number of threads; it must outlive what they return. What would
// exceed it fails with MAQ_OVER_LIMIT. Without a budget only the limits of maq_memory apply.
typedef struct maq_budget maq_budget;
typedef struct maq_budget_options {
    uint32_t size;
    uint32_t bytes_per_byte; // how much memory each byte that is read justifies (default 56)
    uint64_t base_bytes;     // what any model may use (default 48 MiB)
} maq_budget_options;
MAQ_API maq_status maq_budget_new(const maq_budget_options *options, maq_budget **out);
MAQ_API void maq_budget_free(maq_budget *budget);

// How many bytes the budget allows at present, and whether anything was refused.
MAQ_API uint64_t maq_budget_limit(const maq_budget *budget);
MAQ_API bool maq_budget_exceeded(const maq_budget *budget);

// Where memory comes from, and limits on its use. All memory that the library allocates for a call
// comes from here.
typedef struct maq_memory {
    uint32_t size;
    void *context;
    // Set both or neither. allocate() returns memory aligned for any type, or NULL. With neither, of what is
    // released up to 64 MiB, or as much as is in use, stay with the process for later calls.
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *block, size_t bytes);
    // The most bytes that one document, scene or report may use (default 4 GiB).
    uint64_t byte_limit;
    // The most elements that one list of an input may announce (default 64 Mi).
    uint64_t element_limit;
    // For tests: the n-th allocation fails, and all after it (0: none does).
    uint64_t fail_at;
    // Shared with other calls; NULL: none.
    maq_budget *budget;
} maq_memory;

// -------------------------------------------------------------------------------------- findings

typedef enum maq_severity {
    MAQ_SILENT = 0,  // the rule does not apply (to the target in question)
    MAQ_NOTE = 1,    // worth knowing; nothing breaks
    MAQ_WARNING = 2, // the target repairs it, or complains and continues
    MAQ_ERROR = 3,   // the target refuses the file, or misreads it
    MAQ_LOSS = 4,    // a conversion dropped something that the target cannot hold
} maq_severity;

// "error", "warning", "note", "loss".
MAQ_API const char *maq_severity_name(maq_severity severity);

#define MAQ_MAX_TARGETS 4

// A rule that files can break. The meaning of an id never changes.
typedef struct maq_rule {
    const char *id;      // "PIE-0203"
    const char *title;   // one line, in general terms
    const char *explain; // why it matters and what to do
    bool fixable;        // a finding of this rule can carry edits that repair it
    // The severity for each target of the format, in the order of maq_format.targets.
    uint8_t severity[MAQ_MAX_TARGETS];
    // A file with this fault is not read in full: the document lacks something, or holds a guess.
    bool incomplete_read;
} maq_rule;

// A range of bytes in the file; `offset` is MAQ_NO_OFFSET when a finding has no position.
#define MAQ_NO_OFFSET UINT64_MAX
typedef struct maq_span {
    uint64_t offset;
    uint64_t length;
} maq_span;

// One replacement of bytes. The edits of one fix do not overlap.
typedef struct maq_edit {
    maq_span span;
    const char *text;
    size_t text_length;
} maq_edit;

typedef struct maq_finding {
    const maq_rule *rule;
    maq_severity severity;
    uint32_t edit_count; // 0: no automatic fix
    maq_span span;
    const char *message;   // UTF-8
    const maq_edit *edits; // applied together, they fix this finding
    uint64_t count;        // how many faults this finding stands for (at least 1)
    // The name of another file that it is about, such as an image that is missing; NULL: none. Findings of
    // many models with the same rule and subject have one cause.
    const char *subject;
} maq_finding;

// The list is capped (max_findings), the counts are not.
typedef struct maq_findings {
    const maq_finding *items;
    size_t count;
    uint64_t errors, warnings, notes, losses;
    uint64_t incomplete_reads; // how many of them say that the document is incomplete
} maq_findings;

// --------------------------------------------------------------------------------------- formats

// A format in one version; its name ("pie3") is what `--to` and maq_convert() take.
typedef struct maq_variant {
    const char *name;
    const char *title;
    const char *extension; // with the dot
    uint32_t version;
    bool writable;
} maq_variant;

// A setting that a format takes when a document is converted to it.
typedef struct maq_setting_description {
    const char *name;   // "compat"
    const char *values; // "reference", "NUMBER", ...
    const char *title;
    bool per_input; // given for one input of maq_join() rather than for the conversion
} maq_setting_description;

// Variants that share one document type and one set of rules.
typedef struct maq_format {
    const char *name;   // "pie"
    const char *family; // formats of one family convert directly into each other
    const char *title;  // "Warzone 2100 model"
    bool text;          // all its files are text; see maq_document_is_text()
    uint32_t variant_count;
    const maq_variant *variants;
    uint32_t target_count;
    const char *const *targets; // programs whose rules `check` can apply; the first is the default
    uint32_t rule_count;
    const maq_rule *rules;
    uint32_t setting_count;
    const maq_setting_description *settings;
    // The index of the variant to write when only the format or its extension is given.
    uint32_t default_variant;
} maq_format;

// The formats in a fixed order; NULL past the last one.
MAQ_API const maq_format *maq_format_at(size_t index);

// Finds a variant by its name, and its format unless `format` is NULL. Returns NULL if unknown.
MAQ_API const maq_variant *maq_find_variant(const char *name, const maq_format **format);

// Rules that belong to no format (unreadable or unrecognised input).
MAQ_API const maq_rule *maq_common_rules(size_t *count);

// ------------------------------------------------------------------------------------- documents

typedef struct maq_document maq_document;

// A set of files: folders, archives, memory (files.h).
typedef struct maq_files maq_files;

typedef struct maq_open_options {
    uint32_t size;
    uint32_t max_findings; // how many findings are kept (default 10,000)
    const char *format;    // read as this variant or format; NULL: recognise it
    const char *file_name; // for recognition and messages; maq_open_file() sets it itself
    const maq_memory *memory;
    bool strict; // refuse (MAQ_BAD_DATA) what cannot be read in full instead of recovering
    // Where the files are searched for that the model names: buffers, material files, images. The set
    // must outlive the document. NULL: a model that maq_open_file() opens gets a set of the tree it lies
    // in (maq_files_for_model()) as soon as it names a file; other models find nothing.
    const maq_files *files;
    // The model's own name in that set ("structs/blhq.pie"), so that names in the model are relative to
    // its folder. NULL: the last part of the file name. Not used without `files`.
    const char *name;
    // The model finds no other file at all, whatever `files` is.
    bool no_files;
    // maq_open_file() reads regular files alone, for names that were found rather than given: a pipe or a
    // device is MAQ_CANNOT_READ, with a document whose finding says so (FIL-0003).
    bool regular_only;
} maq_open_options;

// Reads a model. The document keeps a copy of `data`.
//
// On MAQ_OK `*out` is the document. On MAQ_UNKNOWN_FORMAT, MAQ_BAD_DATA and MAQ_OVER_LIMIT `*out`
// may be a document that holds only the findings that say why; close it, too. In all other cases
// `*out` is NULL.
MAQ_API maq_status maq_open_memory(const void *data, size_t length, const maq_open_options *options,
                                   maq_document **out);

// The same for a file, or for a path into an archive ("base.wz/structs/blhq.pie"). MAQ_CANNOT_READ leaves the
// reason in errno.
MAQ_API maq_status maq_open_file(const char *path, const maq_open_options *options,
                                 maq_document **out);

// The same for a file of a set, which is found as maq_files_read() finds it and must outlive the document.
// The file name of the document is then the path of the file ("base.wz/structs/blhq.pie"). `files` and
// `name` of the options are not used. Beyond what the calls above return: MAQ_CANNOT_READ and
// MAQ_UNSUPPORTED (an encrypted entry, a link that leads out) may come with a document that holds
// findings (FIL-...), too.
MAQ_API maq_status maq_open_in_files(const maq_files *files, const char *name,
                                     const maq_open_options *options, maq_document **out);

// Frees a document and everything that its functions returned. NULL is allowed.
MAQ_API void maq_close(maq_document *document);

// The format of a document, NULL when it was not recognised.
MAQ_API const maq_format *maq_document_format(const maq_document *document);
MAQ_API const maq_variant *maq_document_variant(const maq_document *document);

// The name it was opened under, or NULL.
MAQ_API const char *maq_document_file_name(const maq_document *document);

// The set in which a document finds the files that it names, and the name of the model in that set
// (`name` may be NULL): for maq_images_find() and maq_textures_find(). NULL when there is none: the model
// was read from memory or standard input without a set, made by a conversion, or memory ran out. The set
// of a tree on the disk is made by the first call and lives as long as the document. Any number of
// threads may call this at once.
MAQ_API const maq_files *maq_document_files(const maq_document *document, const char **name);

// The bytes it was read from; NULL and 0 for a document that a conversion made, or whose bytes a conversion
// freed.
MAQ_API const void *maq_document_source(const maq_document *document, size_t *length);

// What reading found, with the severities of the default target; for a converted document, the list
// of losses.
MAQ_API const maq_findings *maq_document_findings(const maq_document *document);

// Whether positions in a document's source are best shown as lines and columns rather than as byte
// offsets: true of all text formats, and of text files of other formats.
MAQ_API bool maq_document_is_text(const maq_document *document);

// Line and column (both from 1, the column in bytes) of a byte of a document's source.
typedef struct maq_position {
    uint64_t line, column;
} maq_position;
MAQ_API maq_position maq_document_position(const maq_document *document, uint64_t offset);

// ----------------------------------------------------------------------------------------- check

typedef struct maq_report maq_report;

// What checks have found out about image files, for many models (image.h).
typedef struct maq_image_checks maq_image_checks;

typedef struct maq_check_options {
    uint32_t size;
    uint32_t max_findings;
    const char *target; // one of maq_format.targets; NULL: the first. Unknown: MAQ_BAD_ARGUMENT
    const maq_memory *memory;
    maq_image_checks *image_checks; // NULL: what is found out is not shared with other models
    // Of images only what their headers say: damage behind these is not found, which takes a tenth of the time.
    bool image_headers;
} maq_check_options;

// Checks a document against the rules of a target. The report has what reading found and what the
// rules find, in the order of the file. A document that only holds findings can be checked, too.
//
// The images that the materials name are searched for in the set of the document
// (maq_document_files()), and verified: that they are there, complete and of a size that the target can
// use. Without a set (maq_open_options.no_files) only embedded images are verified.
MAQ_API maq_status maq_check(const maq_document *document, const maq_check_options *options,
                             maq_report **out);

// Checks the references between documents of one installation: those that lead nowhere or in a
// cycle. Each document must have a file name; `roots_complete` says that all files of the
// installation are given, so that a missing one is a finding. `reports[i]` receives the findings
// about documents[i]; on MAQ_OK none is NULL and the caller frees each.
MAQ_API maq_status maq_check_set(const maq_document *const *documents, size_t count,
                                 bool roots_complete, const maq_check_options *options,
                                 maq_report **reports);

MAQ_API const maq_findings *maq_report_findings(const maq_report *report);
MAQ_API void maq_report_free(maq_report *report);

// Bytes that the caller owns and frees with maq_buffer_free().
typedef struct maq_buffer {
    char *data;
    size_t length;
    const void *owner; // the library's
} maq_buffer;
MAQ_API void maq_buffer_free(maq_buffer *buffer);

// The source of a document with all edits of `findings` applied; all other bytes stay. Of
// overlapping fixes the first is applied: open the result, check and fix it again until `*applied`
// (may be NULL) is 0.
MAQ_API maq_status maq_fix(const maq_document *document, const maq_findings *findings,
                           const maq_memory *memory, maq_buffer *out, size_t *applied);

// --------------------------------------------------------------------------------- convert, save

// An option of a format, by name ("compat" = "reference"). maq_format.settings lists them.
typedef struct maq_setting {
    const char *name;
    const char *value;
} maq_setting;

// What a conversion does with the images that a model names or embeds. They are searched for where the
// model lies (maq_document_files()).
typedef enum maq_images_mode {
    // Nothing: names stay as they are, and so do embedded images, where the target can embed them.
    MAQ_IMAGES_KEEP = 0,
    MAQ_IMAGES_EMBED = 1, // in the result: only glTF can. TGA, BMP and DDS become PNG
    // Beside the result, as its companions (maq_document_companion()). Those of a PIE model whose `output` is
    // in a tree of the game go to texpages at its root, or, in a folder such as structs, to texpages beside it.
    MAQ_IMAGES_COPY = 2,
    MAQ_IMAGES_LINK = 3, // by a path from `output` to the image, where names can be paths
    MAQ_IMAGES_NONE = 4, // glTF and OBJ: no image is shown; glTF keeps the names in extras
} maq_images_mode;

typedef struct maq_convert_options {
    uint32_t size;
    uint32_t max_findings;
    const maq_memory *memory;
    bool strict; // MAQ_LOSS_REFUSED instead of any loss
    uint32_t setting_count;
    const maq_setting *settings;
    // A factor for all lengths of the model (0: 1). Not a number above 0: MAQ_BAD_ARGUMENT.
    double scale;
    // Which axes of the input are up and front, when they are not those of its format: a sign and a
    // letter for each, "+z+x", or "y-up" (short for "+y+z") or "z-up" ("+z-y"). NULL: the usual
    // ones. Any other text, or the same axis twice: MAQ_BAD_ARGUMENT.
    //
    // With `axes`, or with `scale` unless the format has a setting of that name, a conversion within
    // a family goes through a scene, too; the list of losses has what that drops.
    const char *axes;
    // Turns the movement of meshes into shapes (morph targets), one for each frame, for formats
    // without joints.
    bool bake;
    double bake_rate; // frames a second; 0: those of each clip
    maq_images_mode images;
    // Where maq_scene_convert() searches for images: a set, and the name of the model in it. Documents know
    // their own.
    const maq_files *files;
    const char *name;
    // The path that the result will be saved under: for links, and so that the names of copied images
    // are not those of other files. NULL: unknown.
    const char *output;
    // The folder for copied images where names can be paths (glTF, OBJ), relative to that of the result:
    // "../textures". Many results can share it. NULL: the folder of the result.
    const char *image_folder;
    // Below that folder each image has the path that leads to it from here, without the ".." in it, so
    // that images of the same name stay apart. NULL: only its name.
    const char *image_root;
    // The texture that is shown where materials have one for each of several tilesets. Formats with
    // tilesets and glTF keep all of them.
    uint32_t tileset;
    // Images with a longer side are halved until they fit, and become PNG. 0: any size is fine.
    uint32_t max_image_size;
    // Three bytes, red, green, blue: the colour that is added to textures where their team mask says so.
    // The masks are then left out. NULL: masks stay separate images.
    const uint8_t *team_colour;
    // Gives all clips a key at each of this many frames a second, before they are baked; 0: they stay
    // as they are. A conversion within a family then goes through a scene, too. Below 0 or not
    // finite: MAQ_BAD_ARGUMENT.
    double resample;
    // The conversion may free what its inputs hold as soon as it does not need it: the bytes of their files,
    // unless the position of a finding needs them, and their content. An input without its bytes is as one
    // that a conversion made: maq_document_source() is NULL, and later findings have no positions. One without
    // its content has its findings and names alone; converting it again is MAQ_BAD_ARGUMENT. The content stays
    // when the result has companions: one whose names are taken can be made again. No other thread may use the
    // inputs meanwhile.
    bool free_inputs;
} maq_convert_options;

// Converts a document to variant `to` ("pie4"). The findings of the new document are the list of
// losses: everything that the target cannot hold, by name, position and number. On MAQ_OK, and on
// MAQ_LOSS_REFUSED and MAQ_BAD_DATA (inputs that do not fit together), the caller closes `*out`; on
// the latter two it holds only findings. An unknown setting, or one whose value is not allowed, is
// MAQ_BAD_ARGUMENT.
MAQ_API maq_status maq_convert(const maq_document *document, const char *to,
                               const maq_convert_options *options, maq_document **out);

// One of several inputs, with the settings for it alone.
typedef struct maq_input {
    const maq_document *document;
    uint32_t setting_count;
    const maq_setting *settings;
    // NULL: the input is joined with the others. Otherwise it is attached: the name of an attachment,
    // joint or node of the model so far, whose movement it follows; or "STEM/NAME" for a node of an
    // input that was attached before, STEM being its file name without folder and extension (the
    // second of the same name is "STEM#2").
    const char *attach_to;
} maq_input;

// Joins several documents of one family (a model and its animations, the parts of a puppet) into
// one and converts that to variant `to`, of any family. `to` may be NULL: the result is then of the
// variant that the family joins to. Inputs with `attach_to` may be of any family; at least one input
// must be without. MAQ_UNSUPPORTED when the documents cannot be joined.
MAQ_API maq_status maq_join(const maq_input *inputs, size_t count, const char *to,
                            const maq_convert_options *options, maq_document **out);

// Writes a document as a file of its variant.
MAQ_API maq_status maq_save_memory(const maq_document *document, const maq_memory *memory,
                                   maq_buffer *out);

// An image that belongs to a document and is written beside it.
typedef struct maq_companion {
    const char *name; // relative to the folder of the model's file: "textures/hull.png"
    const void *bytes;
    size_t length;
} maq_companion;

// The images that a conversion put beside the model; NULL past the last. They live as long as the document.
MAQ_API const maq_companion *maq_document_companion(const maq_document *document, size_t index);

// The same into a file, which is replaced as a whole or not at all. Files that belong beside it are
// written first, in the same way: its companions, and the materials of an OBJ model, in a file of the same
// name that ends in .mtl. A companion never replaces a file of other content: that is MAQ_CANNOT_WRITE
// with errno EEXIST. Into memory and to standard output ("-") only the model is written.
MAQ_API maq_status maq_save_file(const maq_document *document, const maq_memory *memory,
                                 const char *path);

// --------------------------------------------------------------------------- info, describe, diff

// A tree of values that the caller owns and frees with maq_tree_free().
typedef struct maq_tree maq_tree;
MAQ_API const maq_value *maq_tree_root(const maq_tree *tree);
MAQ_API void maq_tree_free(maq_tree *tree);

// What is in a model, in terms that all formats share: an object with the keys format, version,
// meshes, vertex_count, triangle_count, materials, joints, clips, attachments, boxes, events,
// bounds, images. The latter has an object for each image that a material names, as maq_images_find()
// finds them: material (its name), role, tileset, frame, name, source ("file", "embedded" or "missing"),
// path, format, width, height, bytes; null where it is not known.
MAQ_API maq_status maq_info(const maq_document *document, const maq_memory *memory, maq_tree **out);

// Everything that a document holds, in its format's terms: two documents are equal exactly when
// these trees are (maq_value_equal).
MAQ_API maq_status maq_describe(const maq_document *document, const maq_memory *memory,
                                maq_tree **out);

// What changed from `a` to `b`: an array of objects {path, kind: added | removed | changed, a, b},
// in the order of the description; rows of long lists are summed up (rows_changed, rows_a,
// rows_b). Empty when the documents are equal.
MAQ_API maq_status maq_diff(const maq_document *a, const maq_document *b, const maq_memory *memory,
                            maq_tree **out);

// A value and its children as JSON text (RFC 8259), on one line or indented. Bytes that are not
// UTF-8 become the code points U+0080 to U+00FF, and numbers that JSON lacks become null.
MAQ_API maq_status maq_value_json(const maq_value *value, bool indent, const maq_memory *memory,
                                  maq_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
