# SPDX-License-Identifier: MIT
#
# For scripts that have an outside judge of glTF files: source this file, then
#
#     need_judge MODULE    skips the test when there is no node, no such module, or no glTF
#
# $modules is then the folder that the module lies in, and $scratch one that goes away in the end.
cd "$MAQUETTE_SOURCE" || exit
modules=${MAQUETTE_NODE_MODULES:-build/node_modules}

need_judge() {
    if ! command -v node > /dev/null || [ ! -d "$modules/$1" ]; then
        echo "skipped: no node, or no $modules/$1 (scripts/node-setup)"
        exit 77
    fi
    if ! "$MAQUETTE" formats | grep -q glb; then
        echo "skipped: this build has no glTF"
        exit 77
    fi
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
}
