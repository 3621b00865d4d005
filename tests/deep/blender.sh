#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Blender sees in GLB files of five families what maquette says is there, and what Blender itself
# writes as glTF and OBJ becomes PIE and IQM that pass `check`. A stage of scripts/deep; $MAQUETTE
# is the command. Exit 77: there is no Blender.
set -euo pipefail
cd "$(dirname "$0")/../.."
maquette=${MAQUETTE:-build/release/maquette}
export PYTHONWARNINGS=ignore
if ! command -v blender > /dev/null; then
    echo "skipped: no blender (scripts/setup deep)"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
verdict() { # WHAT STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}
# Exit 1 is for errors in a model; it is written all the same.
convert() { "$maquette" convert -q "$@" 2> "$scratch/said" || [ $? -eq 1 ]; }
run_blender() { # SCRIPT ARGUMENT...
    local script=$1
    shift
    if ! blender -b --factory-startup --python-exit-code 3 -P "tests/deep/$script" -- "$@" \
        > "$scratch/blender.log" 2>&1; then
        tail -n 20 "$scratch/blender.log"
        echo "0 passed, 1 failed, 0 skipped"
        exit 1
    fi
}

# ------------------------------------------------------------------ what maquette writes, imported

corpus=${MAQUETTE_CORPUS:-../shared/corpus}
convert examples/models/radar.pie -o "$scratch/pie.glb"
convert tests/data/wzm/old-tools.wzm -o "$scratch/wzm.glb"
convert tests/data/obj/house.obj -o "$scratch/obj.glb"
convert tests/data/pet/client-1.3.pet -o "$scratch/pet.glb"
convert tests/data/iqm/valid-2.iqm -o "$scratch/iqm.glb"
frankie=$corpus/iqm/cube2/frankie
if [ -d "$frankie" ]; then
    convert "$frankie"/Frankie{,_Run,_Kick}.iqm -o "$scratch/joined.iqm"
    convert "$scratch/joined.iqm" -o "$scratch/iqm-joined.glb"
else
    echo "no real models: only those of the tests"
fi
run_blender blender_inspect.py "$scratch"/*.glb
for glb in "$scratch"/*.glb; do
    said=$("$maquette" info -q --json "$glb" 2> /dev/null | jq -c '{meshes: (.meshes | length),
        triangles: .triangle_count, joints: (.joints | length), actions: [.clips[].name] | sort}')
    seen=$(sed -n 's/^SEEN //p' "$scratch/blender.log" |
        jq -c --arg file "$glb" 'select(.file == $file) | {meshes, triangles, joints, actions}')
    echo "$(basename "$glb"): $seen"
    [ "$said" = "$seen" ] && status=0 || status=1
    verdict "$(basename "$glb"): maquette says $said" $status
done

# ------------------------------------------------------------------ what Blender writes, converted

mkdir "$scratch/made"
run_blender blender_export.py "$scratch/made"
for model in "$scratch"/made/*.{glb,gltf,obj}; do
    for to in pie4 iqm; do
        name=$(basename "$model") out=$scratch/out/$(basename "$model").${to%4}
        mkdir -p "$scratch/out"
        status=0
        "$maquette" convert -q "$model" --to $to -o "$out" 2> "$scratch/said" || status=$?
        verdict "$name to $to: $(cat "$scratch/said")" $status
        status=0
        "$maquette" check -q "$out" > "$scratch/said" 2>&1 || status=$?
        [ -s "$scratch/said" ] && status=1
        verdict "check of $name as $to: $(cat "$scratch/said")" $status
    done
    info=$("$maquette" info -q --json "$model" 2> /dev/null)
    case $model in
        *crate*) wanted='[12,0,[]]' ;;
        *.obj) wanted='[28,0,[]]' ;;
        *) wanted='[28,2,["wave"]]' ;;
    esac
    seen=$(jq -c '[.triangle_count, (.joints | length), [.clips[].name]]' <<< "$info")
    [ "$seen" = "$wanted" ] && status=0 || status=1
    verdict "$(basename "$model"): $seen, not $wanted" $status
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
