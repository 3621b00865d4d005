// SPDX-License-Identifier: MIT
//
// Whatever can be read as a puppet becomes a scene and comes back.
#include "fuzz_scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_there_and_back(data, size, "pet");
    return 0;
}
