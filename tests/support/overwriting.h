// SPDX-License-Identifier: MIT
//
// Memory that is overwritten when it is released, so that a test notices who still reads it.
#ifndef TESTS_SUPPORT_OVERWRITING_H
#define TESTS_SUPPORT_OVERWRITING_H

#include "maquette/maquette.h"

extern const maq_memory overwriting_memory;

#endif
