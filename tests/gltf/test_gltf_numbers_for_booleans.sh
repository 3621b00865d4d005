#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Blender writes 1 and 0 for true and false in custom properties. A model whose extras went through that
# becomes the same file again. Exit 77: there is no jq.
set -euo pipefail
command -v jq > /dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$MAQUETTE_SOURCE"
tried=0 changed=0
for model in tests/data/full/*.{pie,iqe,obj,wza,wzm} tests/data/pet/{client,documented}-1.{0,3}.*pet \
    tests/data/iqm/valid-{1,2}.iqm; do
    name=$(basename "$model") variant=$("$MAQUETTE" info -q --json "$model" 2> /dev/null | jq -r .format)
    "$MAQUETTE" convert -q "$model" --to gltf -o "$scratch/x.gltf" 2> "$scratch/findings" || true
    # A moved node: the stored file does not count any more.
    jq '.nodes[0].translation = ((.nodes[0].translation // [0, 0, 0]) | .[0] += 0.25)' \
        "$scratch/x.gltf" > "$scratch/booleans.gltf"
    jq 'def plain: walk(if . == true then 1 elif . == false then 0 else . end);
        walk(if type == "object" and has("extras") then .extras |= plain else . end)' \
        "$scratch/booleans.gltf" > "$scratch/numbers.gltf"
    cmp -s "$scratch/booleans.gltf" "$scratch/numbers.gltf" || changed=$((changed + 1))
    for kind in booleans numbers; do
        "$MAQUETTE" convert -q --images none "$scratch/$kind.gltf" --to "$variant" \
            -o "$scratch/$kind.${name##*.}" 2> "$scratch/$kind" || true
        sed -i "s,$scratch/$kind,," "$scratch/$kind"
    done
    sed -i 's/numbers\.mtl/booleans.mtl/' "$scratch/numbers.${name##*.}"
    if ! cmp "$scratch/booleans.${name##*.}" "$scratch/numbers.${name##*.}" ||
        ! diff "$scratch/booleans" "$scratch/numbers"; then
        echo "FAILED: $model"
        exit 1
    fi
    tried=$((tried + 1))
done
echo "$tried models, $changed with booleans in their extras"
[ "$changed" -ge 5 ]
