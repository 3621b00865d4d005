#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Blender sees in GLB files of five families what maquette says is there, what Blender itself writes as
# glTF and OBJ becomes PIE and IQM that pass `check`, and what goes to Blender and back keeps what
# docs/blender.md lists. A stage of scripts/deep; $MAQUETTE is the command. Exit 77: there is no Blender.
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

# Structures of the real game: each has its images, inside and beside it.
data=build/warzone-data/base.wz
if [ -f "$data" ]; then
    convert "$data/structs" --to glb --images embed -o "$scratch/inside"
    convert "$data/structs" --to glb --images copy -o "$scratch/beside"
    mapfile -t structures < <(ls "$scratch"/{inside,beside}/*.glb | awk 'NR % 16 == 1')
    run_blender blender_inspect.py "${structures[@]}"
    for glb in "${structures[@]}"; do
        images=$(sed -n 's/^SEEN //p' "$scratch/blender.log" |
            jq --arg file "$glb" 'select(.file == $file) | .images')
        [ "${images:-0}" -gt 0 ] && status=0 || status=1
        verdict "${glb#"$scratch"/}: Blender shows no image" $status
    done
    echo "${#structures[@]} structures of the game"
else
    echo "no game: only the models of the tests (scripts/warzone-data)"
fi

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
# --------------------------------------------------------------------------- to Blender and back

cat > "$scratch/full.pie" << 'EOF_PIE'
PIE 4
TYPE 10200
TEXTURE 0 page-7-x.png
TEXTURE 1 page-8-x.png
EVENT 1 fire.pie
LEVELS 1
LEVEL 1
POINTS 4
	-10 0 -10
	10 0 -10
	10 5 10
	-10 5 10
POLYGONS 2
	4200 3 0 1 2 4 1 0.1 0.1 0 0 0.5 0 0.5 0.5
	200 3 0 2 3 0 0 0.5 0.5 0 0.5
CONNECTORS 1
	1 2 3
EOF_PIE
mkdir "$scratch/trip"
convert "$scratch/full.pie" -o "$scratch/trip/full.glb"
convert examples/models/crane.iqm -o "$scratch/trip/crane.glb"
# Each fixture of each family: its file, its name in the trip, and its variant.
fixtures() {
    local model
    for model in tests/data/full/*.{pie,iqe,obj,wza,wzm} examples/models/*.{pie,iqm,wza} \
        tests/data/pet/{client,documented}-1.{0,3}.*pet tests/data/iqm/valid-{1,2}.iqm; do
        [ "$model" != examples/models/faulty.pie ] || continue
        echo "$model $(basename "$model" | tr . -) $("$maquette" info -q --json "$model" \
            2> /dev/null | jq -r .format)"
    done
}
fixtures > "$scratch/fixtures"
while read -r model name variant; do
    convert "$model" -o "$scratch/trip/$name.glb"
done < "$scratch/fixtures"
run_blender blender_round_trip.py "$scratch"/trip/*.glb
# What must survive, as one line. Blender drops file extensions of images, and makes names unique.
summary() { # FILE
    "$maquette" info -q --json "$1" 2> /dev/null | jq -c '{triangles: .triangle_count,
        materials: [.materials[] | {name, textures: (.textures | tostring | gsub("\\.png"; ""))}]
            | sort_by(.name),
        joints: ([.joints[].name] | sort), clips: ([.clips[] | .name] | sort),
        attachments: ([.attachments[].name | sub("\\.[0-9]{3}$"; "")] | sort), boxes: (.boxes | map(.name)), events}'
}
while read -r model name variant; do
    before=$(summary "$scratch/trip/$name.glb") after=$(summary "$scratch/trip/$name.extras.glb")
    # Blender drops materials that no triangle has.
    jq -e -n --argjson before "$before" --argjson after "$after" '$before.materials as $known |
        ($before | del(.materials)) == ($after | del(.materials)) and
        all($after.materials[]; IN($known[]))' > /dev/null && status=0 || status=1
    verdict "$name through Blender with extras: $after, not $before" $status
    # Without extras a shadow is a mesh like others, a skeleton without a mesh is a group of nodes, and
    # textures do not move.
    plain=$(summary "$scratch/trip/$name.plain.glb")
    jq -e -n --argjson before "$before" --argjson after "$plain" '
        $after.triangles >= $before.triangles and
        ($before.triangles == 0 or $before.joints == $after.joints) and
        ($before.clips - ["texture animation"]) == $after.clips' > /dev/null && status=0 || status=1
    verdict "$name through Blender without extras: $plain, not $before" $status
    for kind in extras plain; do
        status=0
        "$maquette" convert "$scratch/trip/$name.$kind.glb" --to "$variant" \
            -o "$scratch/back/$kind/$(basename "$model")" 2> "$scratch/said" || status=$?
        verdict "$name from Blender, $kind: $(cat "$scratch/said")" $status
        # Without extras the loss is reported.
        [ "$(grep -c 'GLT-0702' "$scratch/said")" = "$([ $kind = plain ] && echo 1 || echo 0)" ] &&
            status=0 || status=1
        verdict "$name from Blender, $kind: GLT-0702" $status
        echo "$name, $kind: $(grep -c 'loss\[' "$scratch/said") losses," \
            "$("$maquette" diff "$model" "$scratch/back/$kind/$(basename "$model")" 2>&1 | tail -n 1)"
    done
done < <(cat "$scratch/fixtures"; echo "$scratch/full.pie full pie4"; \
    echo "examples/models/crane.iqm crane iqm")
# The same PIE but for what is not a matter of shape: numbers are rounded, and order is Blender's.
convert "$scratch/trip/full.extras.glb" --to pie4 -o "$scratch/trip/back.pie"
for line in 'TYPE 10200' 'TEXTURE 0 page-7-x.png' 'TEXTURE 1 page-8-x.png' 'EVENT 1 fire.pie' \
    'CONNECTORS 1'; do
    grep -q "^$line" "$scratch/trip/back.pie" && status=0 || status=1
    verdict "$line survives Blender" $status
done
grep -q '4200 3 .* 4 1 0.1 0.1 ' "$scratch/trip/back.pie" && status=0 || status=1
verdict "the texture animation survives Blender" $status
# The object that Blender puts around a skeleton is not a joint, and its frame rate is recognised.
convert "$scratch/trip/crane.plain.glb" -o "$scratch/trip/crane.iqm"
seen=$("$maquette" info -q --json "$scratch/trip/crane.iqm" 2> /dev/null |
    jq -c '[(.joints | length), ([.clips[].rate] | unique)]')
[ "$seen" = '[4,[24]]' ] && status=0 || status=1
verdict "the crane from Blender: joints and rates are $seen" $status
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
