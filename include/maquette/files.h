// SPDX-License-Identifier: MIT
//
// Files: where everything comes from that a model names beyond its own bytes.
//
// A set of files is made of sources: folders, zip archives (.wz, .zip, .pk3, .dpk) and memory. Later
// sources lie over earlier ones, as a game lays a mod over its data. Files are listed and read; nothing
// is ever written, and archives are read in place, without temporary files.
//
//     maq_files *files;
//     maq_files_new(NULL, &files);
//     maq_files_add_path(files, "base.wz");
//     maq_files_add_path(files, "mods/my-mod");
//     maq_file *file;
//     if (maq_files_read(files, "texpages/page-1.png", NULL, &file) == MAQ_OK)
//         use(file->bytes, file->length);
//     maq_file_free(file);
//     maq_files_free(files);
//
// One thread makes a set and adds its sources. After that any number of threads may find, read, list
// and walk at once.
//
// Zip archives need zlib. In a library that was built without it they are a finding (FIL-0204).
#ifndef MAQUETTE_FILES_H
#define MAQUETTE_FILES_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------- names

// A name in a set is relative, with single slashes between its parts: "texpages/page-1.png". The root
// of a set is "".

// What cleaning a name came to. Every value but MAQ_NAME_CLEAN refuses the name.
typedef enum maq_name_status {
    MAQ_NAME_CLEAN = 0,
    MAQ_NAME_OUTSIDE = 1,  // ".." leads out of the root
    MAQ_NAME_ABSOLUTE = 2, // begins with a slash
    MAQ_NAME_DRIVE = 3,    // begins with a drive letter, "C:"
    MAQ_NAME_CONTROL = 4,  // holds a control character (below 0x20, or 0x7f)
} maq_name_status;

// Cleans a name: backslashes become slashes, empty parts and "." go away, ".." removes the part before
// it. `out` has space for length + 1 bytes and receives the clean name with a NUL behind it, or "" when
// the name is refused. All names in requests, archives and memory sources pass through this function.
MAQ_API maq_name_status maq_files_clean_name(const char *name, size_t length, char *out);

// ------------------------------------------------------------------------------------------- a set

// maq_files is declared in maquette.h, as documents refer to it.
typedef struct maq_files_options {
    uint32_t size;
    uint32_t max_findings; // how many findings of one source, file or list are kept (default 1,000)
    const maq_memory *memory;
    // A set that lies under this one. It has all its sources already, and lives at least as long. Many
    // sets can share it.
    const maq_files *below;
    uint64_t max_entries;     // of one archive (default 1 Mi)
    uint64_t max_file_bytes;  // of one file, unpacked (default 1 GiB)
    uint64_t max_total_bytes; // of one archive, unpacked, all entries together (default 16 GiB)
    // How many unpacked bytes there may be for each packed one, in an entry and in an archive as a whole
    // (default 64). The first 16 MiB of either are free.
    uint32_t max_ratio;
    // Follow symbolic links that lead out of a folder source. Off: such a link is a finding when it is
    // read, and missing in lists. Links that stay within their folder are always followed.
    bool follow_links;
} maq_files_options;

// Makes an empty set.
MAQ_API maq_status maq_files_new(const maq_files_options *options, maq_files **out);

// Ends a set with its sources, when no list of it is in use any more. Files stay. NULL is fine.
MAQ_API void maq_files_free(maq_files *files);

// Each of the following lays one more source over those that are there. A source that cannot be used
// (MAQ_CANNOT_READ, MAQ_BAD_DATA, MAQ_UNSUPPORTED, MAQ_OVER_LIMIT) is added, too: it is empty, and its
// findings say why. Only when an argument is wrong or memory runs out, the set stays as it was.

// A folder, an archive, or a folder in an archive ("mod.wz/sub"). A folder is listed when something is
// looked up in it for the first time, and what appears later is not seen. An archive stays open.
MAQ_API maq_status maq_files_add_path(maq_files *files, const char *path);

// An archive in memory, which is borrowed until the set ends. `path` is what is printed for it.
MAQ_API maq_status maq_files_add_archive(maq_files *files, const char *path, const void *bytes,
                                         size_t length);

// Files in memory. The names are copied; the bytes are borrowed until the set ends. `path` is printed
// before the names of the files; NULL: nothing is.
typedef struct maq_memory_file {
    const char *name;
    const void *bytes;
    size_t length;
} maq_memory_file;
MAQ_API maq_status maq_files_add_memory(maq_files *files, const char *path,
                                        const maq_memory_file *items, size_t count);

typedef enum maq_source_kind {
    MAQ_SOURCE_UNUSABLE = 0,
    MAQ_SOURCE_FOLDER = 1,
    MAQ_SOURCE_ARCHIVE = 2,
    MAQ_SOURCE_MEMORY = 3,
} maq_source_kind;

typedef struct maq_files_source {
    maq_source_kind kind;
    const char *path;             // as given; NULL for memory without a path
    const maq_findings *findings; // what adding it found; offsets are those in the archive
} maq_files_source;

// The sources from the lowest to the highest; those of the set below come first. NULL past the last.
MAQ_API const maq_files_source *maq_files_source_at(const maq_files *files, size_t index);

// ------------------------------------------------------------------------------------ find and read

// A file of a set. maq_file_free() ends it.
typedef struct maq_file {
    const char *name;    // as its source spells it: "texpages/page-1.png"; NULL when there is none
    const char *path;    // to print: "base.wz/texpages/page-1.png"; NULL when there is none
    size_t source;       // for maq_files_source_at()
    bool other_capitals; // `name` differs from the name asked for, in capital letters alone
    const void *bytes;   // NULL unless it was read; a NUL follows the last byte
    uint64_t length;
    const maq_findings *findings; // offsets are those in the archive
} maq_file;

// Looks a file up without reading it. The name is cleaned, then searched for exactly in all sources
// from the highest to the lowest, then in the same order without regard to capital letters. Letters
// outside ASCII have to be equal byte by byte.
//
// On MAQ_OK `*out` is the file; that only capitals differ is a finding, too (FIL-0102). Otherwise `*out`
// is a file that holds the findings and is to be freed, too, or NULL when an argument is wrong or memory
// runs out. Its `path` is NULL when no source has a file of that name (MAQ_CANNOT_READ, errno ENOENT) and
// when the name is refused (MAQ_BAD_DATA). It is not NULL when the name is there but must not be opened:
// a pipe, a device, a link that leads out (MAQ_UNSUPPORTED). `memory` NULL: that of the set.
MAQ_API maq_status maq_files_find(const maq_files *files, const char *name,
                                  const maq_memory *memory, maq_file **out);

// Finds a file and reads it whole. Beyond what maq_files_find() returns: MAQ_CANNOT_READ with a path
// (errno says why), MAQ_BAD_DATA (a broken entry), MAQ_UNSUPPORTED (encrypted, or packed in a way that is
// not read), MAQ_OVER_LIMIT (more bytes than the options or `memory` allow).
MAQ_API maq_status maq_files_read(const maq_files *files, const char *name,
                                  const maq_memory *memory, maq_file **out);

MAQ_API void maq_file_free(maq_file *file);

// ------------------------------------------------------------------------------------ list and walk

typedef struct maq_file_entry {
    const char *name; // from the root of the set, as its source spells it
    size_t source;    // of the highest source that has this name
    bool folder;
} maq_file_entry;

// maq_file_list_free() ends a list, which must not outlive its set. The names are in the order of their
// bytes; each is there once, or twice when it is a file in one source and a folder in another.
typedef struct maq_file_list {
    const maq_file_entry *items;
    size_t count;
    const maq_findings *findings; // folders that cannot be listed
} maq_file_list;

// The files and folders right in a folder ("" is the root), whose name may differ in capitals. On
// MAQ_CANNOT_READ (no source has such a folder) and MAQ_BAD_DATA (the name is refused) `*out` is an empty
// list that holds the findings; it is to be freed, too.
MAQ_API maq_status maq_files_list(const maq_files *files, const char *folder,
                                  const maq_memory *memory, maq_file_list **out);

// All files below a folder, without the folders. Links to folders are not followed.
MAQ_API maq_status maq_files_walk(const maq_files *files, const char *folder,
                                  const maq_memory *memory, maq_file_list **out);

MAQ_API void maq_file_list_free(maq_file_list *list);

// ------------------------------------------------------------------------------------------- paths

// Whether a path of the system names an archive or something in one: "data/base.wz/structs/blhq.pie".
// If so, *archive_length is the length of the archive's path ("data/base.wz"), and what is behind the
// slashes after it is a name in the archive. An archive is a regular file that begins as zip archives do,
// or whose name ends in .wz, .zip, .pk3 or .dpk.
MAQ_API bool maq_files_split_path(const char *path, size_t *archive_length);

// The tree that a model lies in. A model on the disk lies in the tree of its game: the highest folder, the
// model's own one or up to twelve above it, that has a folder in which the game keeps images (texpages of
// Warzone 2100; z_common, map_source ... of Pangya for .pet, .apet, .bpet and .mpet). Without any it is the
// model's own folder. For a path into an archive it is the archive.
typedef struct maq_model_location {
    const char *root; // for maq_files_add_path(): "data", "data/base.wz"
    const char *name; // of the model below it: "base/structs/blhq.pie"
} maq_model_location;

// Finds the tree of a model without reading anything: models with the same root can share one set.
// MAQ_BAD_DATA when the path leads out of an archive by "..". `*out` is NULL unless the result is MAQ_OK.
MAQ_API maq_status maq_files_locate_model(const char *path, const maq_memory *memory,
                                          maq_model_location **out);
MAQ_API void maq_model_location_free(maq_model_location *location);

// Makes the set of that tree, over `options->below`. `*name` is the model's name in the set and lives as
// long. The result is that of maq_files_locate_model() or maq_files_add_path(); as there, a tree that
// cannot be used is an empty source with findings. `*files` is NULL when no set was made.
MAQ_API maq_status maq_files_for_model(const char *path, const maq_files_options *options,
                                       maq_files **files, const char **name);

// The rules of the findings of this header (FIL-...).
MAQ_API const maq_rule *maq_files_rules(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
