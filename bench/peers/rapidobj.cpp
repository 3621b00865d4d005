// SPDX-License-Identifier: MIT
#include "rapidobj/rapidobj.hpp"

#include "peer.h"

int main(int argc, char **argv) {
    peer_begin();
    auto result = rapidobj::ParseFile(argc > 1 ? argv[1] : "", rapidobj::MaterialLibrary::Ignore());
    return peer_end(!result.error && !result.shapes.empty());
}
