// SPDX-License-Identifier: MIT
//
// WZA models made from random numbers: bones of both hinges, shapes, a texture, points at random
// times, interpolated and not. The same number gives the same model.
#ifndef TESTS_SUPPORT_WZA_MODELS_H
#define TESTS_SUPPORT_WZA_MODELS_H

#include "maquette/wza.h"

// All times of points are below this, in milliseconds.
#define WZA_MODEL_LENGTH 2000

maq_document *random_wza(uint32_t number);

#endif
