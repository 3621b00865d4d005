// SPDX-License-Identifier: MIT
//
// What can be wrong with files, their names, and archives.
#ifndef MQ_FILES_FILES_RULES_H
#define MQ_FILES_FILES_RULES_H

#include "maquette/files.h"

typedef enum mq_files_rule {
#define RULE(name, ...) name,
#include "files/files_rule_list.h"
    MQ_FILES_RULE_COUNT,
} mq_files_rule;

extern const maq_rule mq_files_rules[MQ_FILES_RULE_COUNT];

#endif
