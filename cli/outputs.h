// SPDX-License-Identifier: MIT
//
// Where a conversion writes to, and in which format: decided for all inputs before anything is
// written.
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "inputs.h"

typedef struct cli_outputs {
    const char **paths;         // one for each input; just one when there is no folder
    size_t count;               // how many
    const maq_format *format;   // the format to write; NULL: several share the extension
    const maq_variant *variant; // the variant to write; NULL: that of the input if it is among
                                // `extension` or `format`, or else `fallback`
    const maq_variant *fallback;
    const char *extension; // NULL: what matters is the format
    bool folder;           // outputs go below a folder
    bool joined;           // several inputs become one output
    bool keeps_extension;  // names of outputs in a folder have the extension of the input, too
} cli_outputs;

// CLI_CLEAN, or another code after a message. In a folder each input becomes one output, and inputs
// that were given twice are dropped; without a folder, all inputs become one output.
cli_exit cli_outputs_plan(mq_arena *arena, const cli_arguments *arguments, cli_inputs *inputs,
                          cli_outputs *out);

// The same for pictures: each input becomes one file with this extension in a folder, unless there
// is just one input and `path` is its output.
cli_exit cli_outputs_plan_each(mq_arena *arena, const cli_arguments *arguments,
                               const char *extension, cli_inputs *inputs, cli_outputs *out);

// Whether a picture can have this name: false after a message when it promises another image format.
bool cli_output_is_png(const char *path);

// Whether there is a file of this name already. Outputs are replaced as a whole, so it is complete.
bool cli_output_exists(const char *path);

// Which outputs are left as they are.
typedef enum cli_skip {
    CLI_SKIP_NONE,
    CLI_SKIP_EXISTING,
    CLI_SKIP_NEWER, // than their inputs
} cli_skip;

// False after a message when the options exclude each other.
bool cli_skip_read(const cli_arguments *arguments, cli_skip *out);

// Whether the output of these inputs is left as it is.
bool cli_output_is_skipped(cli_skip skip, const char *path, const cli_input *inputs, size_t count);

// The variant that these inputs are written as: the first of theirs that was asked for, or else the
// default one.
const maq_variant *cli_output_variant(const cli_outputs *outputs, const maq_input *inputs,
                                      size_t count);

#endif
