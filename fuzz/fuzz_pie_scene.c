// SPDX-License-Identifier: MIT
//
// Whatever can be read as PIE becomes a scene and comes back.
#include "fuzz_scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_there_and_back(data, size, "pie");
    return 0;
}
