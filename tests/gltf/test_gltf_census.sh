#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Every real glTF file is read, or refused with a reason; as GLB it keeps all its names, its extras and
# its copyright, counted by their JSON paths. Exit 77: there are no real files, or there is no jq.
set -euo pipefail
corpus=${MAQUETTE_CORPUS:-$MAQUETTE_SOURCE/../shared/corpus}/gltf
if [ ! -d "$corpus" ] || ! command -v jq > /dev/null; then
    echo "skipped: no $corpus, or no jq"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

json_of() { # FILE: the JSON of a glTF or GLB file
    if [ "$(head -c 4 "$1")" = glTF ]; then
        head -c "$((20 + $(od -An -tu4 -j12 -N4 "$1")))" "$1" | tail -c +21
    else
        sed '1s/^\xef\xbb\xbf//' "$1"
    fi
}

# One line for each name, copyright and member of extras: its path without indices, and its value.
# The data layout (accessors, views, buffers) is made anew, cameras are reported as left out, and a
# mesh without vertices is in the extras of the scene.
census() { # FILE
    json_of "$1" | jq -c '
        del(.accessors, .bufferViews, .buffers, .cameras, .asset.generator, .asset.version)
        | [.. | objects | select(has("maquette")) .maquette.empty_meshes[]?.name] as $empty
        | [paths as $path | select(($path | length) > 1)
           | select($path[-1] == "name" or $path[-1] == "copyright" or $path[-2] == "extras")
           | select($path | index("maquette") | not)
           | {path: ($path | map(if type == "number" then "[]" else . end) | join(".")),
              value: getpath($path)}]
          + ($empty | map({path: "meshes.[].name", value: .}))
        | sort[] | "\(.path) \(.value)"' -r
}

read=0 refused=0 failed=0
while IFS= read -r file; do
    out=$scratch/out.glb
    rm -f "$out"
    "$MAQUETTE" convert -q "$file" -o "$out" 2> "$scratch/findings" || true
    if [ ! -f "$out" ]; then
        refused=$((refused + 1))
        if ! grep -q 'error\[GLT-' "$scratch/findings"; then
            failed=$((failed + 1))
            echo "refused without a reason: $file"
        fi
        continue
    fi
    read=$((read + 1))
    census "$file" > "$scratch/before"
    census "$out" > "$scratch/after"
    # Of objects that the writer shares (textures, samplers) one remains.
    if ! missing=$(comm -23 <(sort -u "$scratch/before") <(sort -u "$scratch/after")) ||
        [ -n "$missing" ]; then
        failed=$((failed + 1))
        echo "$file: lost: $missing"
    fi
done < <(find "$corpus" -name '*.gltf' -o -name '*.glb' | sort)
echo "$read files read, $refused refused, $failed failed"
[ "$failed" -eq 0 ] && [ "$read" -gt 0 ]
