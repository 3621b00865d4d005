#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The programs and models of examples/: each program runs and prints what it should, and each model of
# each family is there, is valid, and small.
set -eu
programs=$(dirname "$MAQUETTE")/examples
models=examples/models
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$MAQUETTE_SOURCE"

fail() {
    echo "FAILED: $*" >&2
    cat "$scratch/out" >&2
    exit 1
}
# run CODE PROGRAM ARGUMENT...
run() {
    expected=$1 program=$2
    shift 2
    code=0
    "$programs/example_$program" "$@" > "$scratch/out" 2>&1 || code=$?
    [ "$code" -eq "$expected" ] || fail "exit code $code instead of $expected: $program $*"
}
has() { grep -qF -- "$1" "$scratch/out" || fail "the output lacks: $1"; }

# ------------------------------------------------------------------------------------------ models
for format in pie2 pie3 pie4 wzm3 wza iqe iqm bpet mpet apet glb obj; do
    if ! "$MAQUETTE" formats | grep -q "^  $format "; then
        echo "not compared, as this build lacks $format"
        continue
    fi
    "$MAQUETTE" info -q --json $models 2> "$scratch/err" > "$scratch/out" || :
    jq -es "any(.format == \"$format\")" "$scratch/out" > "$scratch/jq" || fail "no model is $format"
done
for model in "$models"/*.*; do
    case $model in
        */faulty.pie | *.mtl) ;;
        *.glb)
            "$MAQUETTE" formats | grep -q "^  glb " || continue
            "$MAQUETTE" check -q --strict "$model" > "$scratch/out" 2>&1 || fail "$model is not valid"
            ;;
        *)
            # Puppets have their images elsewhere than the models of Warzone beside them.
            "$MAQUETTE" check -q --strict --data "$models/texpages" "$model" > "$scratch/out" 2>&1 ||
                fail "$model is not valid"
            ;;
    esac
    [ "$(wc -c < "$model")" -lt 65536 ] || fail "$model is large"
done

# ---------------------------------------------------------------------------------------- programs
if [ ! -x "$programs/example_draw_loop" ]; then
    echo "this build has no example programs" >&2
    exit 77
fi
run 0 draw_loop $models/crane.iqm turn
has "upload material 'texpages/page-90-maquette.png'"
has "upload mesh 'arm': 24 vertices of 52 bytes, 36 indices"
has "frame at 1."
has "upload 4 joint matrices"
has "draw mesh 'arm', indices 0 to 35"
[ "$(grep -c "^  draw mesh" "$scratch/out")" -eq 20 ] || fail "not 4 frames of 5 meshes"
# The mast turns once: after a quarter of the clip its x axis points to -z, after a half to -x.
for axis in '-\?0.00 0.00 -1.00' '-1.00 0.00 -\?0.00'; do
    grep -q "hook: x axis to $axis" "$scratch/out" || fail "the hook is never at $axis"
done
run 0 draw_loop $models/turret.pie
has "upload the matrix of node"
run 1 draw_loop README.md
run 2 draw_loop

run 0 check_models game $models/turret.pie $models/crane.iqm
run 1 check_models game $models/faulty.pie README.md $models/none.pie
has "$models/faulty.pie:2:1: error: "
has "[PIE-0010]"
has "README.md:1:1: error: "
has "$models/none.pie:1:1: error: "
run 1 check_models game-4.3 $models/tower.pie
has "[PIE-0005]"
run 2 check_models

run 0 convert_model $models/tower.pie pie2 "$scratch/tower.pie"
has "loss PIE-0901: "
has "9 losses"
[ "$(head -1 "$scratch/tower.pie")" = "PIE 2" ] || fail "not converted"
run 1 convert_model README.md pie2 "$scratch/none.pie"
run 1 convert_model $models/tower.pie pie2 "$scratch/no/such/folder.pie"
run 2 convert_model $models/tower.pie fbx "$scratch/none.pie"
has "pie4"

run 1 batch $models/turret.pie $models/crane.iqm README.md
has "$models/turret.pie: pie3, 64 triangles; at most "
has "$models/crane.iqm: iqm, 60 triangles; at most "
[ "$(grep -c ", 0 bytes left" "$scratch/out")" -eq 3 ] || fail "memory is left"
{
    printf 'PIE 3\nTYPE 200\nTEXTURE 0 page-7.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 999999999\n'
} > "$scratch/bomb.pie"
run 1 batch "$scratch/bomb.pie"
has ", 0 bytes left"

run 0 attachment $models/crane.iqm lift hook
has "0.0 s: "
run 1 attachment $models/crane.iqm lift nothing
run 1 attachment README.md lift hook
run 2 attachment
