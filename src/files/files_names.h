// SPDX-License-Identifier: MIT
//
// Names of files: their order, and how messages show them. maq_files_clean_name() is in the same file.
#ifndef MQ_FILES_FILES_NAMES_H
#define MQ_FILES_FILES_NAMES_H

#include "maquette/files.h"

// Compares without regard to the case of ASCII letters: below 0, 0, above 0.
int mq_name_compare_folded(const char *a, size_t a_length, const char *b, size_t b_length);

// The same for bytes as they are.
int mq_name_compare(const char *a, size_t a_length, const char *b, size_t b_length);

// Whether `name` begins with `folder` and a slash, without regard to case. Every name begins with "".
bool mq_name_below(const char *name, size_t length, const char *folder, size_t folder_length);

// Why a name is refused, as the end of a sentence that begins with the name.
const char *mq_name_fault(maq_name_status status);

// A name for a message: in quotes, what is not printable UTF-8 as \xNN, a long one cut. It lies in a
// buffer of the caller, so that findings beyond the most that are kept take no memory.
#define MQ_NAME_SHOWN 200
#define MQ_NAME_QUOTED (4 * MQ_NAME_SHOWN + 6) // four bytes for each, quotes, three dots, the NUL
const char *mq_name_quote(char out[MQ_NAME_QUOTED], const char *name, size_t length);
#define MQ_QUOTE(name, length) mq_name_quote((char[MQ_NAME_QUOTED]){0}, (name), (length))

#endif
