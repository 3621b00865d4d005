// SPDX-License-Identifier: MIT
//
// The data of a game that --data names, as one set of files.
#ifndef CLI_GAME_DATA_H
#define CLI_GAME_DATA_H

#include "maquette/files.h"
#include "model.h"

// Makes a set of what --data names, in its order, and of `path` (NULL: nothing more) over it. `*count`
// is the number of sources of --data. Findings about the sources are listed. CLI_CLEAN, or another
// code after a message. maq_files_free() ends the set in any case.
cli_exit cli_open_data(const cli_arguments *arguments, const cli_settings *settings,
                       const char *path, maq_files **out, size_t *count);

#endif
