#!/bin/bash
# SPDX-License-Identifier: MIT
#
# three.js moves joints and skinned vertices as maquette does, at 20 times of each clip, in GLB files
# made from IQM, PET and PIE, of what is baked into shapes, and of a model that is attached to a joint
# of another format. scripts/node-setup gets three.js.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge three
corpus=${MAQUETTE_CORPUS-}
count=0

# Clips of names that come twice are looked at once; those that glTF cannot show not at all.
look_at() { # NAME MODEL...
    local name=$1 glb=$scratch/$count.glb clip
    count=$((count + 1))
    shift
    "$MAQUETTE" convert -q "$@" -o "$glb" 2> /dev/null || [ $? -eq 1 ]
    while IFS=$'\t' read -r clip length; do
        local every folder=$scratch/$count.poses
        count=$((count + 1))
        every=$(jq -n "$length / 19")
        "$MAQUETTE" pose -q "$@" --clip "$clip" --every "$every" --to glb -o "$folder" 2> /dev/null
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
    look_at "$model" "$model"
done
# The hook of a puppet carries an IQM model, whose clip has the name of one of the puppet.
{
    printf '# Inter-Quake Export\n\njoint "grip" -1\npq 0 0 0 0 0 0 -1\njoint "barrel" 0\npq 1 0 0 0 0 0 -1\n'
    printf 'mesh "gun"\nmaterial "steel"\n'
    printf 'vp %s\nvt 0 0\nvn 0 0 1\nvb %s 1\n' "0 0 0" 0 "1 0 0" 1 "0 1 0" 0
    printf 'fm 0 1 2\nanimation "turn"\nframerate 10\n'
    for x in 1 1.5 2 2.5 3; do
        printf 'frame\npq 0 0 0 0 0 0 -1\npq %s 0 0 0 0 0 -1\n' $x
    done
} > "$scratch/gun.iqe"
"$MAQUETTE" convert -q "$scratch/gun.iqe" -o "$scratch/gun.iqm"
look_at "a gun on a hook" examples/models/crane.{bpet,mpet,apet} --at hook "$scratch/gun.iqm"
if [ -d "$corpus" ]; then
    bodies=$corpus/pie/debian/base/components/bodies
    for model in "$bodies"/{cybd_run,fireknee,runanim}.pie; do
        look_at "$model" "$model"
    done
    look_at "a puppet of 1.2" "$corpus"/pet/v12_small.{pet,apet}
    look_at "a puppet of 1.3" "$corpus"/pet/v13_small.{pet,apet}
    look_at "a guy" "$corpus"/iqm/raylib/guy.iqm
    "$MAQUETTE" convert -q --bake --bake-rate 10 "$corpus/iqm/raylib/guy.iqm" -o "$scratch/baked.glb" 2> /dev/null
    look_at "a baked guy" "$scratch/baked.glb"
    iqm=$corpus/iqm/cube2
    look_at "a rifle and its motions" "$iqm"/hudguns/rifle/rifle{,_idle.md5anim,_shoot.md5anim}.iqm
    look_at "a puppet and its motions" "$iqm"/frankie/Frankie{,_Run,_Kick}.iqm
fi
node tests/motion/motion_three.js "$modules" < "$scratch/cases"
