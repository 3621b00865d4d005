// SPDX-License-Identifier: MIT
//
// Imports without any post-processing.
#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "peer.h"

int main(int argc, char **argv) {
    peer_begin();
    const struct aiScene *scene = argc > 1 ? aiImportFile(argv[1], 0) : NULL;
    return peer_end(scene && scene->mNumMeshes > 0);
}
