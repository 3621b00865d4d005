// SPDX-License-Identifier: MIT
//
// What a format implements: one row of functions. registry.c lists the rows.
#ifndef MQ_FORMATS_FORMAT_H
#define MQ_FORMATS_FORMAT_H

#include "base/arena.h"
#include "base/findings.h"
#include "base/text.h"
#include "base/value.h"
#include "scene/image_faults.h"
#include "scene/model_transform.h"

// Where a file describes an image.
typedef struct mq_image_location {
    const char *file; // as in the scene; NULL: it is not used
    uint64_t offset;
} mq_image_location;

// A document of any format. The format's own struct is `content`.
struct maq_document {
    mq_arena *arena;
    const struct mq_format *format;
    const maq_variant *variant;
    const void *content; // NULL: only findings
    // The arena of `content` and of all else that a reader made. NULL: that is `arena`.
    mq_arena *content_arena;
    const char *source; // with a NUL behind it; NULL: made by a conversion
    size_t source_length;
    // The arena of `source`. A document that carries the file of another one shares that one's. NULL: none.
    mq_arena *source_arena;
    const char *file_name;
    const maq_files *files;     // where the files that it names are searched for, or NULL
    const char *name;           // its name in that set
    struct mq_tree_files *tree; // NULL, or the set of its tree on the disk (api/document_files.c)
    // The file that it was restored from by a conversion: it is written as it was. NULL: none.
    const char *verbatim;
    size_t verbatim_length;
    bool hide_images;  // made by a conversion: images are not shown, only named in extras
    bool for_scene;    // while it is joined: the result only becomes a scene
    bool frees_inputs; // while a conversion makes it: nobody needs its inputs any more
    // While it is made from a scene: the arena of the scene, for formats with `copies_scene`; or NULL.
    mq_arena *scene_arena;
    bool beyond_file; // set by a join for a scene: the content has more than its file could hold
    const mq_image_location *images; // of the file, when its content does not have them
    size_t image_count;
    const char *companion;     // while it is written: the name of its file of materials, or NULL
    maq_companion *companions; // images that are written beside it
    size_t companion_count, companion_capacity;
    uint64_t embedded_images; // how many a conversion embedded in it
    const char **files_read;  // the names in the set of the files that were read with it
    size_t files_read_count, files_read_capacity;
    bool text_source; // set by a reader: this file is text, though not all of the format are
    struct mq_line_marks *line_marks; // api/position.c
    mq_findings findings;             // of reading, for every target; of a conversion, the losses
    mq_findings shown;                // the same for the default target
};

// One image that a material names (maquette/image.h).
struct maq_image_reference;

// How sure a format is that a file is one of its own.
typedef enum mq_match_confidence {
    MQ_NO_MATCH = 0,
    MQ_MATCH_BY_NAME = 1,
    MQ_MATCH_BY_CONTENT = 2
} mq_match_confidence;

// One document of a set, for the check of references between them.
typedef struct mq_set_member {
    const maq_document *document;
    mq_findings *findings;
} mq_set_member;

// The settings of a conversion. All names are settings that the format declares.
typedef struct mq_settings {
    const maq_setting *items;
    size_t count;
} mq_settings;

// The value of a setting, the last one given; NULL when there is none.
const char *mq_setting(const mq_settings *settings, const char *name);

typedef struct mq_counts {
    uint64_t meshes, clips;
} mq_counts;

typedef struct mq_format {
    maq_format description;

    // The content of a document is a maq_scene: true of glTF alone.
    bool content_is_scene;
    // A written file says all that its document says, without a second file beside it.
    bool one_file_holds_all;
    // The content of a document has pointers into its source.
    bool content_in_source;

    // `name` is the file name, or NULL.
    mq_match_confidence (*recognise)(const char *bytes, size_t length, const char *name);

    // Reads document->source into document->content and ->variant, with memory from document->arena,
    // which is meanwhile that of the content; faults go to document->findings. MAQ_OK, MAQ_BAD_DATA (it
    // cannot be read as a model), MAQ_OVER_LIMIT (declared counts) or the arena's status.
    maq_status (*read)(maq_document *document);

    // Writes a document of this format in its variant. The text may go to a file in parts: write() cannot go
    // back in it.
    void (*write)(const maq_document *document, mq_text *out);

    // For formats that need a second file: its path when the document goes to `path` (NULL: there is
    // nothing to write, or no memory), and its bytes. NULL: one file is enough.
    const char *(*companion_name)(const maq_document *document, const char *path, mq_arena *arena);
    void (*write_companion)(const maq_document *document, mq_text *out);

    // The name under which the game of this format can use an image, from any name that another format
    // has for it. When it ends in ".png", the image has to be a PNG. NULL: any name, any image.
    const char *(*image_name)(const char *file, maq_texture_role role, mq_arena *arena);
    // Names of images can be paths. Otherwise images lie beside the model, or in the folder of this name
    // at the root of a game's tree, if the model is in one.
    bool image_paths;
    const char *image_folder;

    // Adds the materials and the extras that the search for images needs, without meshes. NULL: to_scene
    // is used.
    void (*materials)(const maq_document *document, mq_scene_builder *builder);
    // Where the file names an image of these materials. NULL: that is not known.
    maq_span (*image_span)(const maq_document *document, const struct maq_image_reference *image);
    // Rules for the faults of images. NULL: the one that all formats share (IMG-...), or none.
    const maq_rule *image_rules[MQ_IMAGE_FAULT_COUNT];

    // Adds what the rules find in the content. The caller adds what reading found.
    void (*check)(const maq_document *document, mq_findings *findings);

    // Adds faults in references between documents of this format. NULL: they have none.
    void (*check_set)(const mq_set_member *members, size_t count, bool roots_complete,
                      mq_arena *scratch);
    // Lists the names, without folders, of the files that check_set searches for on behalf of this
    // document, in the arena. Without any, check_set has nothing to say about it. NULL: it needs all
    // documents of the format.
    size_t (*references)(const maq_document *document, mq_arena *arena, const char ***names);

    // Fills out->content from a document of the same family for the variant out->variant; losses go
    // to out->findings. `out` is of this format, `document` perhaps of another of its family.
    maq_status (*retarget)(const maq_document *document, const mq_settings *settings,
                           maq_document *out);

    // The same from several documents, all of this family. NULL: they cannot be joined. The variant
    // that they become when the result is to be of another family.
    const char *joined_variant;
    maq_status (*join)(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out);

    // The bridges: adds a document to a scene, and fills out->content from a scene; losses go to the
    // builder's findings and to out->findings. NULL: there is no bridge. A scene shares no memory with
    // the document it comes from; the one that from_scene gets is in out->arena, and out->content may
    // keep it. With `copies_scene` out->content keeps none of it: from_scene may free the scene with
    // mq_document_end_scene() once it has copied what it needs.
    bool copies_scene;
    maq_status (*to_scene)(const maq_document *document, mq_scene_builder *builder);
    maq_status (*from_scene)(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);

    mq_axes axes; // of its files

    // Adds the keys of maq_info() from "meshes" on to the object (base/info.h).
    void (*info)(const maq_document *document, mq_node *object);

    // Counts the meshes and clips that `info` lists, without building the tree. `out` is zero before.
    void (*count)(const maq_document *document, mq_counts *out);

    // Adds everything the content holds to the object, except offsets in the file.
    void (*describe)(const maq_document *document, mq_node *object);
} mq_format;

// Frees the source of an input of a conversion, unless its content or a finding with a position needs it.
// `losses` are the findings of the conversion so far; none that follow may have a position.
void mq_document_free_source(const maq_document *document, const mq_findings *losses);
// Frees the content of an input: only its findings and names are left.
void mq_document_free_content(const maq_document *document);

// Frees the scene that a document is made from, if that has its own arena.
static inline void mq_document_end_scene(maq_document *out) {
    mq_arena_end_scratch(out->arena, out->scene_arena);
    out->scene_arena = NULL;
}

// Declares the row of a format and the functions that every row has, one file each.
#define MQ_DECLARE_FORMAT(f)                                                                       \
    extern const mq_format mq_##f##_format;                                                        \
    maq_status mq_##f##_read(maq_document *document);                                              \
    void mq_##f##_write(const maq_document *document, mq_text *out);                               \
    void mq_##f##_check(const maq_document *document, mq_findings *findings);                      \
    maq_status mq_##f##_convert(const maq_document *document, const mq_settings *settings,         \
                                maq_document *out);                                                \
    maq_status mq_##f##_to_scene(const maq_document *document, mq_scene_builder *builder);         \
    maq_status mq_##f##_from_scene(const maq_scene *scene, const mq_settings *settings,            \
                                   maq_document *out);                                             \
    void mq_##f##_info(const maq_document *document, mq_node *object);                             \
    void mq_##f##_counts(const maq_document *document, mq_counts *out);                            \
    void mq_##f##_describe(const maq_document *document, mq_node *object)
// The same functions as members of the row.
#define MQ_FORMAT_FUNCTIONS(f)                                                                     \
    .read = mq_##f##_read, .write = mq_##f##_write, .check = mq_##f##_check,                       \
    .retarget = mq_##f##_convert, .to_scene = mq_##f##_to_scene,                                   \
    .from_scene = mq_##f##_from_scene, .info = mq_##f##_info, .count = mq_##f##_counts,            \
    .describe = mq_##f##_describe

// The row at an index, NULL past the last.
const mq_format *mq_format_row(size_t index);

// Adds what a document says to a scene, which then names the format.
maq_status mq_document_to_scene(const maq_document *document, mq_scene_builder *builder);

// A document without content, in a new arena. NULL when there is no memory. Whoever fills it calls
// mq_document_show_findings() at the end.
maq_document *mq_document_new(const maq_memory *memory, const mq_format *format,
                              const maq_variant *variant, uint32_t max_findings);
void mq_document_show_findings(maq_document *document);

// Whether a document has a set of files, or makes one as soon as a file is asked for.
bool mq_document_has_files(const maq_document *document);

// The set in which a document finds other files, and its name there; NULL when there is none. Not MAQ_OK
// when memory ran out.
maq_status mq_document_files(const maq_document *document, const maq_files **files,
                             const char **name);

#endif
