// SPDX-License-Identifier: MIT
#define FAST_OBJ_IMPLEMENTATION
#include "fast_obj.h"

#include "peer.h"

int main(int argc, char **argv) {
    peer_begin();
    fastObjMesh *mesh = argc > 1 ? fast_obj_read(argv[1]) : NULL;
    return peer_end(mesh && mesh->face_count > 0);
}
