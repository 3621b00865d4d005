#!/bin/bash
# SPDX-License-Identifier: MIT
#
# All structures of the real game as GLB, with their images: from the folder and from the archive, embedded
# and beside them. The Khronos validator finds neither errors nor warnings, three.js decodes every image,
# `extract` gives back the very files, and models come back as they were. scripts/warzone-data gets
# the game. With MAQUETTE_DEEP=1 all models of the game come back.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge gltf-validator
need_judge three
data=$MAQUETTE_SOURCE/build/warzone-data
if [ ! -d "$data/base/structs" ] || [ ! -f "$data/base.wz" ]; then
    echo "skipped: there is no $data (scripts/warzone-data)"
    exit 77
fi
fail() {
    echo "$*" >&2
    exit 1
}
convert() { # ARGUMENT...; every image must be found
    "$MAQUETTE" convert "$@" 2> "$scratch/said" || fail "convert $*: $(cat "$scratch/said")"
    ! grep -q 'IMG-\|MAQ-09' "$scratch/said" || fail "convert $*: $(cat "$scratch/said")"
    tail -n 1 "$scratch/said"
}
validate() { # FOLDER
    find "$1" -name '*.glb' -print0 | sort -z > "$scratch/files"
    xargs -0 node tests/gltf/gltf_validate.js "$modules" < "$scratch/files"
    xargs -0 node tests/gltf/gltf_three_images.js "$modules" < "$scratch/files"
}

for images in copy embed; do
    convert "$data/base/structs" --to glb --images $images -o "$scratch/$images"
    convert "$data/base.wz/structs" --to glb --images $images -o "$scratch/$images-wz"
    diff -r "$scratch/$images" "$scratch/$images-wz" || fail "the archive gives something else"
    validate "$scratch/$images"
done

# The images that models embed come back as they were, and so do models; PIE files get their images in a
# folder of the game.
round_trip() { # FOLDER
    local out=$scratch/round page model
    mkdir -p "$out/game/texpages"
    convert "$data/$1" --to glb --images embed -o "$out/glb"
    "$MAQUETTE" extract "$out/glb" -o "$out/pages" > /dev/null
    for page in "$out"/pages/*; do
        cmp "$page" "$data/base/texpages/$(basename "$page")" || fail "extract gives something else"
    done
    convert "$out/glb" --to pie -o "$out/game/models"
    diff -r "$out/pages" "$out/game/texpages" || fail "the images of PIE files are others"
    (cd "$data/$1" && find . -name '*.pie') > "$scratch/models"
    while read -r model; do
        cmp "$out/game/models/$model" "$data/$1/$model" || fail "a model came back as another"
    done < "$scratch/models"
    echo "$1: $(wc -l < "$scratch/models") models and $(ls "$out/pages" | wc -l) images came back"
    rm -r "$out"
}

"$MAQUETTE" extract "$scratch/copy" -o "$scratch/pages" > /dev/null
for page in "$scratch"/pages/*; do
    cmp "$page" "$data/base/texpages/$(basename "$page")" || fail "extract gives something else"
done
round_trip base/structs
if [ "${MAQUETTE_DEEP:-0}" != 0 ]; then
    round_trip base
    round_trip mp
fi
