#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The Khronos validator finds neither errors nor warnings in what is written: the scene of the unit
# tests, the examples, and real models where they are there. scripts/node-setup gets the validator.
set -eu
cd "$MAQUETTE_SOURCE"
modules=${MAQUETTE_NODE_MODULES:-build/node_modules}
if ! command -v node > /dev/null || [ ! -d "$modules/gltf-validator" ]; then
    echo "skipped: no node, or no $modules/gltf-validator (scripts/node-setup)"
    exit 77
fi
if ! "$MAQUETTE" formats | grep -q glb; then
    echo "skipped: this build has no glTF"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

validate() { # FOLDER
    find "$1" -name '*.gl*' -print0 | sort -z | xargs -0 node tests/gltf_validate.js "$modules"
}

convert() { # FOLDER VARIANT NAME; what is wrong with models themselves is no matter here
    mkdir "$scratch/$3"
    "$MAQUETTE" convert "$1" --to "$2" -o "$scratch/$3" > /dev/null 2>&1 || true
    echo "$1 as $2:"
    validate "$scratch/$3"
}

mkdir "$scratch/full"
MAQUETTE_GLTF_OUT=$scratch/full "$(dirname "$MAQUETTE")/tests/test_gltf_write" > /dev/null 2>&1
echo "the full scene:"
validate "$scratch/full"
convert examples/models glb examples-glb
convert examples/models gltf examples-gltf
if [ -n "${MAQUETTE_CORPUS-}" ] && [ -d "$MAQUETTE_CORPUS/pie/debian" ]; then
    convert "$MAQUETTE_CORPUS/pie/debian" glb pie
fi
# Formats that have no way into a scene yet write nothing.
for format in iqm iqe pet; do
    folder=${MAQUETTE_CORPUS-}/$format
    [ -d "$folder" ] || continue
    mkdir "$scratch/$format"
    "$MAQUETTE" convert "$folder" --to glb -o "$scratch/$format" > /dev/null 2>&1 || true
    if [ -n "$(find "$scratch/$format" -name '*.glb' -print -quit)" ]; then
        echo "$folder as glb:"
        validate "$scratch/$format"
    else
        echo "$format: no way to glTF yet"
    fi
done
