// SPDX-License-Identifier: MIT
//
// Parses, validates, and unpacks all accessors into floats and indices, as a user needs them.
#define CGLTF_IMPLEMENTATION
#include "cgltf.h"

#include <stdlib.h>

#include "peer.h"

static int unpack(const cgltf_accessor *accessor, int indices) {
    size_t count = accessor->count * (indices ? 1 : cgltf_num_components(accessor->type));
    void *to = malloc(count * 4 + 1);
    return to && (indices ? cgltf_accessor_unpack_indices(accessor, to, 4, count)
                          : cgltf_accessor_unpack_floats(accessor, to, count)) == count;
}

int main(int argc, char **argv) {
    cgltf_options options = {0};
    cgltf_data *data = NULL;
    peer_begin();
    int good = argc > 1 && cgltf_parse_file(&options, argv[1], &data) == cgltf_result_success &&
               cgltf_load_buffers(&options, data, argv[1]) == cgltf_result_success &&
               cgltf_validate(data) == cgltf_result_success;
    for (size_t i = 0; good && i < data->meshes_count; i++) {
        for (size_t k = 0; good && k < data->meshes[i].primitives_count; k++) {
            const cgltf_primitive *part = &data->meshes[i].primitives[k];
            good = !part->indices || unpack(part->indices, 1);
            for (size_t n = 0; good && n < part->attributes_count; n++)
                good = unpack(part->attributes[n].data, 0);
        }
    }
    return peer_end(good);
}
