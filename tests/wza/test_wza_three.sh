#!/bin/bash
# SPDX-License-Identifier: MIT
#
# three.js moves the GLB files of random WZA models as maquette poses the models: bones of both
# hinges, shapes and steps are in glTF's own animation. scripts/node-setup gets three.js.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge three
models=20
[ -z "${MAQUETTE_DEEP-}" ] || models=200
program=$(dirname "$MAQUETTE")/tests/test_wza_motion
[ -x "$program" ] || program=$program.exe
${MAQUETTE_LAUNCHER-} "$program" --write "$scratch" $models
for model in "$scratch"/*.wza; do
    name=$(basename "$model" .wza)
    "$MAQUETTE" convert -q "$model" -o "$scratch/$name.glb" 2> /dev/null
    "$MAQUETTE" pose -q "$model" --clip "animation 7" --every 0.1337 --to glb \
        -o "$scratch/$name" 2> /dev/null
    jq -nc --arg name "$name" --arg glb "$scratch/$name.glb" \
        --args '{name: $name, glb: $glb, clip: "animation 7", poses: $ARGS.positional,
                 times: [range($ARGS.positional | length) * 0.1337 | if . > 2 then 2 else . end]}' \
        "$scratch/$name"/*.glb >> "$scratch/cases"
done
node tests/motion/motion_three.js "$modules" < "$scratch/cases"
