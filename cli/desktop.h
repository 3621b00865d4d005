// SPDX-License-Identifier: MIT
//
// What the command asks of the system beyond files: where it is installed, and the desktop's browser.
#ifndef CLI_DESKTOP_H
#define CLI_DESKTOP_H

#include "base/arena.h"

// The folder that the executable lies in. NULL when the system does not say or there is no memory.
const char *cli_executable_folder(mq_arena *arena);

// Makes an empty file in the folder for temporary files, which only the user can read. NULL leaves errno.
const char *cli_temporary_page(mq_arena *arena);

// Opens a file with the program of the desktop for it, and does not wait for that program. False leaves
// errno: such a program cannot be started.
bool cli_open_on_desktop(const char *path);

#endif
