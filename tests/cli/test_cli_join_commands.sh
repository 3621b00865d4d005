#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Several inputs as one model in pose, render, info and check: --join and --at. The order of inputs
# decides nothing, and what does not go together is an error that names both files.
. "$(dirname "$0")/../cli/lib.sh"
models=$MAQUETTE_SOURCE/examples/models
model > a.pie
model 4 > b.pie
"$MAQUETTE" formats | grep -q glb || { echo "SKIP: this build has no glTF"; exit 77; }

# all_orders CHECK BPET MPET APET: every order of the three parts.
all_orders() {
    "$1" "$2" "$3" "$4"
    "$1" "$2" "$4" "$3"
    "$1" "$3" "$2" "$4"
    "$1" "$3" "$4" "$2"
    "$1" "$4" "$2" "$3"
    "$1" "$4" "$3" "$2"
}

# same_model FILE...: what they are joined to is what the files in the folder `whole` are.
same_model() {
    for extension in glb iqm pet obj; do
        run 0 convert -q "$@" -o order.$extension
        sed -i 's/^mtllib .*//' order.obj 2> ../sed || :
        same order.$extension whole/order.$extension
    done
    run 0 render -q "$@" --join --size 64 -o order.png
    same order.png whole/order.png
    run 0 info -q --json --join "$@"
    jq -S 'del(.file)' "$scratch/out" > order.json
    same order.json whole/order.json
}

# Each version of the parts, and 20 poses of the joined file.
poses=0
for parts in "$models/crane" "${MAQUETTE_CORPUS:-none}"/pet/v10_small \
    "${MAQUETTE_CORPUS:-none}"/pet/v12_small "${MAQUETTE_CORPUS:-none}"/pet/v13_small; do
    if [ ! -e "$parts.bpet" ]; then
        echo "SKIP: there is no $parts.bpet"
        continue
    fi
    rm -rf whole
    mkdir whole
    for extension in glb iqm pet obj; do
        run 0 convert -q "$parts.bpet" "$parts.mpet" "$parts.apet" -o whole/order.$extension
    done
    sed -i 's/^mtllib .*//' whole/order.obj
    run 0 render -q whole/order.pet --size 64 -o whole/order.png
    run 0 info -q --json --join "$parts.bpet" "$parts.mpet" "$parts.apet"
    jq -S 'del(.file)' "$scratch/out" > whole/order.json
    all_orders same_model "$parts.bpet" "$parts.mpet" "$parts.apet"
    run 0 info -q --clips whole/order.pet
    clip=$(head -1 "$scratch/out")
    run 0 info -q --json whole/order.pet
    every=$(jq '.clips[0].duration / 19' "$scratch/out")
    run 0 pose -q "$parts.apet" "$parts.mpet" "$parts.bpet" --clip "$clip" --every "$every" -o parts
    run 0 pose -q whole/order.pet --clip "$clip" --every "$every" -o poses
    for pose in poses/*.obj; do
        grep -q '^v ' "$pose" || fail "$pose is empty"
        same "$pose" "parts/${pose#poses/}"
        poses=$((poses + 1))
    done
    rm -rf parts poses
done
[ "$poses" -ge 20 ] || fail "$poses poses instead of 20 a version"

# ------------------------------------------------------------------------------------- attaching
model > base.pie
printf 'CONNECTORS 1\n\t0 0 5\n' >> base.pie
run 0 info --json base.pie --at "connector 1" a.pie --at "connector 1" a.pie
out_json '.[0] | .file == "base.pie and 2 more" and .format == "pie" and .vertex_count == 12
    and .bounds.max[1] == 15'
err_has "read 3 files"
run 0 render base.pie --at "connector 1" a.pie -o tower.png
err_has "drew 1 model"
run 0 pose -q base.pie --at "connector 1" a.pie -o tower.obj
grep -q '^v 10 15 ' tower.obj || fail "no vertex at (10, 15): $(grep '^v ' tower.obj)"
run 0 check base.pie --at "connector 1" a.pie
err_has "checked 2 files: 0 errors"
# Onto what was attached before; the second of the same name is mast#2.
cp base.pie mast.pie
run 0 pose -q base.pie --at "connector 1" mast.pie --at "mast/connector 1" a.pie -o high.obj
grep -q '^v 10 20 ' high.obj || fail "no vertex at (10, 20): $(grep '^v ' high.obj)"
run 0 pose -q base.pie --at "connector 1" mast.pie --at "connector 1" mast.pie \
    --at "mast#2/connector 1" a.pie -o high.obj
grep -q '^v 10 20 ' high.obj || fail "no vertex at (10, 20)"
# Nothing can be attached to itself or to what comes later: there is no ring.
run 2 pose base.pie --at "mast/connector 1" mast.pie -o ring.obj
err_has 'there is no attachment, joint or node "mast/connector 1"; the model has "connector 1"'
run 2 info base.pie --at "b/connector 1" mast.pie --at "mast/connector 1" b.pie
err_has "MAQ-0904"
[ ! -e ring.obj ] || fail "something was written"
for command in info check "render -o x.png" "pose -o x.obj"; do
    run 2 $command base.pie a.pie --at "connector 1"
    err_has "--at describes the IN that follows it"
    run 2 $command --at "connector 1" base.pie
    err_has "at least one IN must be without it"
done

# ------------------------------------------------------------------------- what does not go together
for command in "info --join" "check --join" "render --join -o x.png" "pose -o x.obj"; do
    run 2 $command a.pie b.pie
    err_has "a.pie (pie3) and b.pie (pie4) cannot be joined into one model: neither is"
    run 2 $command "$models/crane.iqm" a.pie
    err_has "crane.iqm (iqm) and a.pie (pie3) cannot be joined into one model: their formats"
    run 3 $command a.pie missing.pie
    err_has "missing.pie: error: No such file or directory"
    run 3 $command a.pie 'none*.pie'
    err_has "no file matches"
done
run 2 render --join --sheet a.pie b.pie -o x.png
err_has "--sheet excludes --join"
[ ! -e x.png ] && [ ! -e x.obj ] || fail "something was written"

# check: what each file has, and what joining finds, in all three forms.
run 2 check base.pie --at nothing a.pie
out_has 'base.pie and 1 more: error[MAQ-0904]'
run 2 check --json base.pie --at nothing a.pie
out_json '(length == 3) and (.[2].findings | map(.rule) == ["MAQ-0904"])'
run 2 check --sarif base.pie --at nothing a.pie
out_json '.[0].runs[0].results | map(.ruleId) == ["MAQ-0904"]'
