// SPDX-License-Identifier: MIT
//
// Mods of Warzone 2100, and the data of the game itself, among the operands of check: they are checked
// as the game would load them over what --data names.
#ifndef CLI_CHECK_MOD_H
#define CLI_CHECK_MOD_H

#include "base/arena.h"
#include "maquette/warzone.h"
#include "model.h"

typedef struct cli_mods {
    maq_warzone_report **reports;
    size_t count;
} cli_mods;

// Whether check takes an operand for a mod: an archive or a folder that has stats or diffs, or, with
// --data, any folder that the game loads models, images or messages from.
bool cli_is_mod(const cli_arguments *arguments, const char *path);

// Checks the mods among the operands. CLI_CLEAN, or another code after a message. cli_mods_free() ends
// the reports in any case.
cli_exit cli_mods_check(mq_arena *arena, const cli_arguments *arguments,
                        const cli_settings *settings, cli_mods *out);
void cli_mods_free(cli_mods *mods);

#endif
