#!/bin/bash
# SPDX-License-Identifier: MIT
#
# three.js moves joints and skinned vertices as maquette does, at 20 times of each clip, in GLB files
# made from IQM, PET and PIE, and of what is baked into shapes. scripts/node-setup gets three.js.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge three
corpus=${MAQUETTE_CORPUS-}
count=0

# Clips of names that come twice are looked at once; those that glTF cannot show not at all.
look_at() { # NAME JOINED MODEL...
    local name=$1 joined=$2 glb=$scratch/$count.glb clip
    count=$((count + 1))
    shift 2
    if [ $# -gt 1 ]; then
        "$MAQUETTE" convert -q "$@" -o "$scratch/joined.$joined" 2> /dev/null || [ $? -eq 1 ]
        set -- "$scratch/joined.$joined"
    fi
    "$MAQUETTE" convert -q "$1" -o "$glb" 2> /dev/null || [ $? -eq 1 ]
    while IFS=$'\t' read -r clip length; do
        local every folder=$scratch/$count.poses
        count=$((count + 1))
        every=$(jq -n "$length / 19")
        "$MAQUETTE" pose -q "$1" --clip "$clip" --every "$every" --to glb -o "$folder" 2> /dev/null
        jq -nc --arg name "$name" --arg glb "$glb" --arg clip "$clip" --arg folder "$folder" \
            --argjson every "$every" --argjson length "$length" \
            --args '{name: $name, glb: $glb, clip: $clip, poses: $ARGS.positional,
                     times: [range($ARGS.positional | length) * $every |
                             if . > $length then $length else . end]}' \
            "$folder"/*.glb >> "$scratch/cases"
    done < <("$MAQUETTE" info -q --json "$glb" 2> /dev/null | jq -r '.clips | unique_by(.name)[] |
        select(.duration > 0 and .name != "texture animation") | [.name, .duration] | @tsv')
}

for model in examples/models/*.pie; do
    look_at "$model" "" "$model"
done
if [ -d "$corpus" ]; then
    bodies=$corpus/pie/debian/base/components/bodies
    for model in "$bodies"/{cybd_run,fireknee,runanim}.pie; do
        look_at "$model" "" "$model"
    done
    look_at "a puppet of 1.2" pet "$corpus"/pet/v12_small.{pet,apet}
    look_at "a puppet of 1.3" pet "$corpus"/pet/v13_small.{pet,apet}
    look_at "a guy" "" "$corpus"/iqm/raylib/guy.iqm
    "$MAQUETTE" convert -q --bake --bake-rate 10 "$corpus/iqm/raylib/guy.iqm" -o "$scratch/baked.glb" 2> /dev/null
    look_at "a baked guy" "" "$scratch/baked.glb"
    iqm=$corpus/iqm/cube2
    look_at "a rifle and its motions" iqm "$iqm"/hudguns/rifle/rifle{,_idle.md5anim,_shoot.md5anim}.iqm
    look_at "a puppet and its motions" iqm "$iqm"/frankie/Frankie{,_Run,_Kick}.iqm
fi
node tests/motion/motion_three.js "$modules" < "$scratch/cases"
