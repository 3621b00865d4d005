#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs that are repeated: only what is new or changed is done, and each model has an output of its own.
. "$(dirname "$0")/lib.sh"

obj() { printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n'; }

# ---------------------------------------------------------------------------------------- --update
put_page
mkdir in
model > in/a.pie
model > in/b.pie
python3 -m zipfile -c in/pack.zip in/a.pie
touch -d '2020-01-01' in/*
for command in convert render; do
    if [ $command = convert ]; then
        set -- convert in -o out --to glb --update
        ending=glb folder=out
    else
        set -- render in -o pictures --update
        ending=png folder=pictures
    fi
    run 0 "$@"
    err_lacks "up to date"
    touch -d '2021-01-01' $folder/*.$ending
    run 0 "$@"
    err_has "s are up to date"
    # Changed, and new; an input of the same time as its output may be changed, too.
    touch -d '2021-01-01' in/a.pie
    model > in/c.pie
    touch -d '2020-01-01' in/c.pie
    run 0 "$@"
    err_has "up to date"
    [ -n "$(find $folder/a.$ending -newermt 2022-01-01)" ] || fail "a changed model was skipped"
    [ -z "$(find $folder/b.$ending -newermt 2022-01-01)" ] || fail "a model was done again"
    [ -e $folder/c.$ending ] || fail "a new model was skipped"
    rm in/c.pie
    touch -d '2020-01-01' in/a.pie
    run 2 "$@" --skip-existing
    err_has "--skip-existing and --update exclude each other"
done

# A model in an archive is as old as the archive.
run 0 convert in/pack.zip -o packed --to glb --update
touch -d '2021-01-01' packed/a.glb
run 0 convert in/pack.zip -o packed --to glb --update
err_has "up to date"
touch in/pack.zip
run 0 convert in/pack.zip -o packed --to glb --update
err_lacks "up to date"

# Joined inputs: each counts.
run 0 convert in/a.pie --at "level 1" in/b.pie -o both.obj --update
touch -d '2021-01-01' both.obj
run 0 convert in/a.pie --at "level 1" in/b.pie -o both.obj --update
err_has "up to date"
touch in/b.pie
run 0 convert in/a.pie --at "level 1" in/b.pie -o both.obj --update
err_lacks "up to date"

# A report would lack what was skipped.
run 0 convert in -o out --to glb --update --report report.jsonl
run 2 convert in -o out --to glb --update --report report.jsonl
err_has "--update would replace it"

# ------------------------------------------------------------------------------- --keep-extension
mkdir mixed
model > mixed/tank.pie
obj > mixed/tank.obj
run 2 convert mixed -o kept --to glb
err_has "--keep-extension"
run 0 convert mixed -o kept --to glb --keep-extension
run 0 render mixed -o kept --keep-extension
[ "$(cd kept && find . -name 'tank*' | LC_ALL=C sort | tr '\n' ' ')" = \
    "./tank.obj.glb ./tank.obj.png ./tank.pie.glb ./tank.pie.png " ] || fail "kept: $(ls kept)"
run 0 convert kept -o back --to pie --keep-extension
[ -e back/tank.pie.glb.pie ] || fail "back: $(ls back)"
