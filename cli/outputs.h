// SPDX-License-Identifier: MIT
//
// Where a conversion writes to, and in which format: decided for all inputs before anything is
// written.
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "inputs.h"

typedef struct cli_outputs {
    const char **paths;         // one for each input
    const maq_format *format;   // the wanted one
    const maq_variant *variant; // the wanted one; NULL: that of the input if it is among
                                // `extension` or `format`, or else `fallback`
    const maq_variant *fallback;
    const char *extension; // NULL: what matters is the format
    bool folder;           // outputs go below a folder
} cli_outputs;

// CLI_CLEAN, or CLI_WRONG_USAGE after a message.
cli_exit cli_outputs_plan(mq_arena *arena, const cli_arguments *arguments, const cli_inputs *inputs,
                          cli_outputs *out);

// The variant that an input of some variant is written as.
const maq_variant *cli_output_variant(const cli_outputs *outputs, const maq_document *input);

// Makes the folder of a path, and those above it. False leaves errno.
bool cli_make_folder_of(const char *path);

#endif
