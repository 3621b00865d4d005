// SPDX-License-Identifier: MIT
//
// Maquette: read, check, write and convert game models.
//
// The way of a model:   bytes --open--> document --convert--> document --save--> bytes
// A document says everything that its file says, in the terms of its own format (pie.h, ...).
// This header holds what all formats share.
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

// What a call came to. The values never change.
typedef enum maq_status {
    MAQ_OK = 0,
    MAQ_BAD_ARGUMENT = 1,   // the call itself is wrong: a missing pointer, an unknown name
    MAQ_NO_MEMORY = 2,      // the allocator gave none
    MAQ_OVER_LIMIT = 3,     // the input asks for more than the limits in maq_memory allow
    MAQ_UNKNOWN_FORMAT = 4, // the input is of no format that the library knows
    MAQ_BAD_DATA = 5,       // the format is known, but no model can be had from the input
    MAQ_UNSUPPORTED = 6,    // the format cannot do what was asked
    MAQ_CANNOT_READ = 7,    // the file cannot be opened or read (errno tells why)
    MAQ_CANNOT_WRITE = 8,   // the file cannot be written (errno tells why); any old file stands
    MAQ_LOSS_REFUSED = 9,   // strict conversion would have lost something
} maq_status;

// A short sentence for a status, for people.
MAQ_API const char *maq_status_text(maq_status status);

// ---------------------------------------------------------------------------------------- memory

// Where memory comes from and how much there may be of it. Zero means the default everywhere, and
// NULL stands for a zeroed struct. `size` is sizeof(maq_memory) of the caller's header.
typedef struct maq_memory {
    uint32_t size;
    void *context;
    // Both or neither. allocate() returns memory aligned for any type, or NULL.
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *block, size_t bytes);
    // The most bytes that one document or report may take (default 4 GiB).
    uint64_t byte_limit;
    // The most elements that one list of an input may announce (default 64 Mi).
    uint64_t element_limit;
    // Testing: the n-th request for memory fails, and all after it (0: none does).
    uint64_t fail_at;
} maq_memory;

// -------------------------------------------------------------------------------------- findings

typedef enum maq_severity {
    MAQ_SILENT = 0,  // the rule does not apply (to the target in question)
    MAQ_NOTE = 1,    // worth knowing; nothing breaks
    MAQ_WARNING = 2, // the target repairs or complains, and goes on
    MAQ_ERROR = 3,   // the target refuses the file, or worse
    MAQ_LOSS = 4,    // a conversion could not carry this over
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
    // How much it weighs for each target of the format, in the order of maq_format.targets.
    uint8_t severity[MAQ_MAX_TARGETS];
    // Where reading finds it, the document does not hold all that the file says: something was
    // dropped or guessed. Other findings are of things that were fully understood.
    bool incomplete_read;
} maq_rule;

// A run of bytes in the file; `offset` is MAQ_NO_OFFSET when there is no such place.
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
    const char *message;   // in the user's words, UTF-8
    const maq_edit *edits; // together they repair this finding
    uint64_t count;        // how many things of the file this finding stands for (at least 1)
} maq_finding;

// The list is capped (max_findings), the counts are not.
typedef struct maq_findings {
    const maq_finding *items;
    size_t count;
    uint64_t errors, warnings, notes, losses;
    uint64_t incomplete_read; // how many of all these say that the document is incomplete
} maq_findings;

// --------------------------------------------------------------------------------------- formats

// One name that `--to` and open options take: a format in one version ("pie3").
typedef struct maq_variant {
    const char *name;
    const char *title;
    const char *extension; // with the dot
    uint32_t version;
    bool writable;
} maq_variant;

// A setting that a format takes when one of its documents is made.
typedef struct maq_setting_description {
    const char *name;   // "compat"
    const char *values; // "reference", "NUMBER", ...
    const char *title;
    bool per_input; // given for one input of maq_join() rather than for the whole
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
    const char *const *targets; // whose eyes `check` can take; the first is the default
    uint32_t rule_count;
    const maq_rule *rules;
    uint32_t setting_count;
    const maq_setting_description *settings;
} maq_format;

// The formats in a fixed order; NULL past the last one.
MAQ_API const maq_format *maq_format_at(size_t index);

// Finds a variant by its name and, when `format` is not NULL, tells its format. NULL if unknown.
MAQ_API const maq_variant *maq_find_variant(const char *name, const maq_format **format);

// Rules that belong to no format (unreadable or unrecognised input).
MAQ_API const maq_rule *maq_common_rules(size_t *count);

// ------------------------------------------------------------------------------------- documents

typedef struct maq_document maq_document;

typedef struct maq_open_options {
    uint32_t size;
    uint32_t max_findings; // how many findings are kept (default 10,000)
    const char *format;    // read as this variant or format; NULL: recognise it
    const char *file_name; // helps recognition and messages; maq_open_file() sets it itself
    const maq_memory *memory;
    bool strict; // refuse (MAQ_BAD_DATA) what cannot be read in full, instead of recovering
} maq_open_options;

// Reads a model. `data` is copied where needed and may go away afterwards.
//
// On MAQ_OK `*out` is the document. On MAQ_UNKNOWN_FORMAT, MAQ_BAD_DATA and MAQ_OVER_LIMIT `*out`
// may be a document that holds nothing but the findings that say why; it is to be closed, too. In
// all other cases `*out` is NULL.
MAQ_API maq_status maq_open_memory(const void *data, size_t length, const maq_open_options *options,
                                   maq_document **out);

// The same for a file. MAQ_CANNOT_READ leaves the reason in errno.
MAQ_API maq_status maq_open_file(const char *path, const maq_open_options *options,
                                 maq_document **out);

// Ends a document and all that was had from it. NULL is fine.
MAQ_API void maq_close(maq_document *document);

// The format of a document, NULL when it was not recognised.
MAQ_API const maq_format *maq_document_format(const maq_document *document);
MAQ_API const maq_variant *maq_document_variant(const maq_document *document);

// The name it was opened under, or NULL.
MAQ_API const char *maq_document_file_name(const maq_document *document);

// The bytes it was read from; NULL and 0 for a document that a conversion made.
MAQ_API const void *maq_document_source(const maq_document *document, size_t *length);

// What reading found, weighed for the default target; for a converted document: the loss list.
MAQ_API const maq_findings *maq_document_findings(const maq_document *document);

// Whether places in a document's source are best told as lines and columns rather than as byte
// offsets: in all files of text formats, and in those files of others that are text.
MAQ_API bool maq_document_is_text(const maq_document *document);

// Line and column (both from 1, the column in bytes) of a byte of a document's source.
typedef struct maq_position {
    uint64_t line, column;
} maq_position;
MAQ_API maq_position maq_document_position(const maq_document *document, uint64_t offset);

// ----------------------------------------------------------------------------------------- check

typedef struct maq_report maq_report;

typedef struct maq_check_options {
    uint32_t size;
    uint32_t max_findings;
    const char *target; // one of maq_format.targets; NULL: the first. Unknown: MAQ_BAD_ARGUMENT
    const maq_memory *memory;
} maq_check_options;

// Judges a document with the eyes of a target: what reading found and what the rules find, in the
// order of the file. Works on a document that only holds findings, too.
MAQ_API maq_status maq_check(const maq_document *document, const maq_check_options *options,
                             maq_report **out);

// Judges many documents as one installation: references between them that lead nowhere or in a
// ring. Each must have a file name; `roots_complete` says that all files of the installation are
// here, so that a missing one is worth a finding. `reports[i]` receives the findings that
// documents[i] earned by it (each to be freed, none is NULL on MAQ_OK).
MAQ_API maq_status maq_check_set(const maq_document *const *documents, size_t count,
                                 bool roots_complete, const maq_check_options *options,
                                 maq_report **reports);

MAQ_API const maq_findings *maq_report_findings(const maq_report *report);
MAQ_API void maq_report_free(maq_report *report);

// A block of bytes that the caller owns; maq_buffer_free() ends it.
typedef struct maq_buffer {
    char *data;
    size_t length;
    const void *owner; // the library's
} maq_buffer;
MAQ_API void maq_buffer_free(maq_buffer *buffer);

// The source of a document with all edits of `findings` done; bytes outside of them stay as they
// are. Of overlapping fixes the first is done: open the result, check and fix it again until
// `*applied` (may be NULL) says 0.
MAQ_API maq_status maq_fix(const maq_document *document, const maq_findings *findings,
                           const maq_memory *memory, maq_buffer *out, size_t *applied);

// --------------------------------------------------------------------------------- convert, save

// A format's own options, by name ("compat" = "reference"). maq_format.settings lists them.
typedef struct maq_setting {
    const char *name;
    const char *value;
} maq_setting;

typedef struct maq_convert_options {
    uint32_t size;
    uint32_t max_findings;
    const maq_memory *memory;
    bool strict; // MAQ_LOSS_REFUSED instead of any loss
    uint32_t setting_count;
    const maq_setting *settings;
    // All lengths of the model times this (0: 1). No number above 0: MAQ_BAD_ARGUMENT.
    double scale;
    // Which directions of the input are up and front, when its author had other habits than those of
    // the format: a sign and a letter for each, "+z+x", or "y-up" (short for "+y+z") or "z-up"
    // ("+z-y"), in the axes that the file has. NULL: the usual ones. Any other text, or the same axis
    // twice: MAQ_BAD_ARGUMENT.
    const char *axes;
    // With `axes`, or with `scale` unless the format has a setting of that name, the way leads through
    // a scene within one family, too: what is lost there is in the loss list.
    // Turns the movement of meshes into shapes, one for each frame, for formats without joints. Of
    // one input; formats that cannot become a scene: MAQ_UNSUPPORTED.
    bool bake;
    double bake_rate; // frames a second; 0: those of each clip
} maq_convert_options;

// Makes a document of variant `to` ("pie4") from another. The findings of the new document are the
// loss list: everything that the target cannot hold, by name, place and number. On MAQ_OK and on
// MAQ_LOSS_REFUSED and MAQ_BAD_DATA (inputs that do not go together) `*out` is to be closed; on the
// latter two it holds the findings alone. A setting that the formats do not know, or whose value
// makes no sense, is MAQ_BAD_ARGUMENT.
MAQ_API maq_status maq_convert(const maq_document *document, const char *to,
                               const maq_convert_options *options, maq_document **out);

// One of several inputs, with the settings that hold for it alone.
typedef struct maq_input {
    const maq_document *document;
    uint32_t setting_count;
    const maq_setting *settings;
} maq_input;

// Makes one document of variant `to` from several (a model and its animations, the parts of a
// puppet, ...), as maq_convert() does from one. MAQ_UNSUPPORTED when the formats cannot be joined.
MAQ_API maq_status maq_join(const maq_input *inputs, size_t count, const char *to,
                            const maq_convert_options *options, maq_document **out);

// Writes a document as a file of its own variant.
MAQ_API maq_status maq_save_memory(const maq_document *document, const maq_memory *memory,
                                   maq_buffer *out);

// The same into a file, which is replaced as a whole or not at all. A format that takes two files
// puts the second beside it, first and in the same way: the materials of an OBJ model go to a file
// of the same name that ends in .mtl, and the model names that one. Into memory and to standard
// output ("-") only the first goes.
MAQ_API maq_status maq_save_file(const maq_document *document, const maq_memory *memory,
                                 const char *path);

// --------------------------------------------------------------------------- info, describe, diff

// A tree of values with an owner. maq_tree_free() ends it.
typedef struct maq_tree maq_tree;
MAQ_API const maq_value *maq_tree_root(const maq_tree *tree);
MAQ_API void maq_tree_free(maq_tree *tree);

// What is in a model, in terms that all formats share: an object with the keys format, version,
// meshes, vertex_count, triangle_count, materials, joints, clips, attachments, boxes, events,
// bounds.
MAQ_API maq_status maq_info(const maq_document *document, const maq_memory *memory, maq_tree **out);

// Everything a document says, in its format's terms: two documents say the same exactly when these
// trees are equal (maq_value_equal).
MAQ_API maq_status maq_describe(const maq_document *document, const maq_memory *memory,
                                maq_tree **out);

// What changed from `a` to `b`: an array of objects {path, kind: added | removed | changed, a, b},
// in the order of the description; rows of long lists are summed up (rows_changed, rows_a,
// rows_b). Empty when they say the same.
MAQ_API maq_status maq_diff(const maq_document *a, const maq_document *b, const maq_memory *memory,
                            maq_tree **out);

#ifdef __cplusplus
}
#endif

#endif
