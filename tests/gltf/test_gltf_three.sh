#!/bin/bash
# SPDX-License-Identifier: MIT
#
# three.js sees in GLB files of every family what maquette says: triangles, bounds at rest, clips
# and their lengths. scripts/node-setup gets three.js.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge three
corpus=${MAQUETTE_CORPUS-}
count=0

# The bounds at rest come by way of OBJ, which has every vertex where its node puts it.
look_at() { # NAME MODEL...
    local name=$1 glb=$scratch/$count.glb obj=$scratch/$count.obj info rest source
    count=$((count + 1))
    shift
    if [ $# -gt 1 ]; then
        "$MAQUETTE" convert -q "$@" -o "$scratch/joined.iqm" 2> /dev/null || [ $? -eq 1 ]
        set -- "$scratch/joined.iqm"
    fi
    "$MAQUETTE" convert -q "$1" -o "$glb" 2> /dev/null || [ $? -eq 1 ]
    info=$("$MAQUETTE" info -q --json "$glb" 2> /dev/null) || [ $? -eq 1 ]
    rest='{"bounds": null}'
    # Motions alone have no triangles, and there is nothing that three.js could show.
    if [ "$(jq .triangle_count <<< "$info")" -gt 0 ]; then
        "$MAQUETTE" pose -q "$glb" -o "$obj" 2> /dev/null || [ $? -eq 1 ]
        rest=$("$MAQUETTE" info -q --json "$obj" 2> /dev/null) || [ $? -eq 1 ]
    fi
    source=$("$MAQUETTE" info -q --json "$1" 2> /dev/null) || [ $? -eq 1 ]
    jq -nc --arg name "$name" --arg glb "$glb" --argjson info "$info" --argjson source "$source" \
        --argjson rest "$rest" \
        '{name: $name, glb: $glb, info: $info, source: $source, rest: $rest.bounds}' \
        >> "$scratch/cases"
}

for model in examples/models/*.pie tests/data/wzm/*.wzm tests/data/wza/*.wza tests/data/iqm/*.iqm \
    tests/data/iqe/*.iqe tests/data/pet/*.*pet tests/data/obj/*.obj; do
    look_at "$model" "$model"
done
if [ -d "$corpus" ]; then
    for model in "$corpus"/pet/*.*pet; do
        look_at "$model" "$model"
    done
    mapfile -t models < <(find "$corpus/pie" "$corpus/iqe" -name '*.pie' -o -name '*.iqe' | sort)
    step=$((${MAQUETTE_DEEP:-0} ? 1 : 40))
    for ((i = 0; i < ${#models[@]}; i += step)); do
        look_at "${models[i]}" "${models[i]}"
    done
    # Files that are refused have a reason, which test_gltf_census asks for.
    mapfile -t models < <(find "$corpus/gltf" -name '*.gltf' -o -name '*.glb' | sort)
    step=$((${MAQUETTE_DEEP:-0} ? 1 : 6))
    for ((i = 0; i < ${#models[@]}; i += step)); do
        "$MAQUETTE" info -q "${models[i]}" > "$scratch/said" 2>&1 || [ $? -ne 3 ] || continue
        look_at "${models[i]}" "${models[i]}"
    done
    iqm=$corpus/iqm/cube2
    look_at "a rifle and its motions" "$iqm"/hudguns/rifle/rifle{,_idle.md5anim,_shoot.md5anim}.iqm
    look_at "a grenade launcher and its motions" "$iqm"/hudguns/gl/gl{,_idle.md5anim,_shoot.md5anim}.iqm
    look_at "a puppet and its motions" "$iqm"/frankie/Frankie{,_Run,_Kick}.iqm
fi
node tests/gltf/gltf_three.js "$modules" < "$scratch/cases"
