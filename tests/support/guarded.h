// SPDX-License-Identifier: MIT
//
// Memory whose blocks end at a page that can be neither read nor written, so that a test ends when something
// touches what is behind a block; 15 bytes may be between, as blocks are aligned for any type. On Windows it
// is plain memory.
#ifndef TESTS_SUPPORT_GUARDED_H
#define TESTS_SUPPORT_GUARDED_H

#include "maquette/maquette.h"

maq_memory guarded_memory(void);

#endif
