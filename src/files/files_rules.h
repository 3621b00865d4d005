// SPDX-License-Identifier: MIT
//
// What can be wrong with files, their names, and archives.
#ifndef MQ_FILES_FILES_RULES_H
#define MQ_FILES_FILES_RULES_H

#include "maquette/files.h"

typedef enum mq_files_rule {
    MQ_SOURCE_UNREADABLE,
    MQ_FILE_UNREADABLE,
    MQ_FILE_SPECIAL,
    MQ_FILE_OUTSIDE,
    MQ_FOLDER_UNREADABLE,
    MQ_FILE_TOO_LARGE,
    MQ_NAME_REFUSED,
    MQ_NAME_OTHER_CAPITALS,
    MQ_ARCHIVE_UNKNOWN,
    MQ_ARCHIVE_TRUNCATED,
    MQ_ARCHIVE_BROKEN,
    MQ_ARCHIVE_UNSUPPORTED,
    MQ_ARCHIVE_TOO_MANY,
    MQ_ARCHIVE_TOO_LARGE,
    MQ_ENTRY_UNSAFE,
    MQ_ENTRY_CLEANED,
    MQ_ENTRY_DUPLICATE,
    MQ_ENTRY_ENCRYPTED,
    MQ_ENTRY_UNSUPPORTED,
    MQ_ENTRY_BROKEN,
    MQ_ENTRY_SIZE,
    MQ_ENTRY_RATIO,
    MQ_ENTRY_DISAGREES,
    MQ_FILES_RULE_COUNT
} mq_files_rule;

extern const maq_rule mq_files_rules[MQ_FILES_RULE_COUNT];

#endif
