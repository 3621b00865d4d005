#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette assemble: what it takes, lists, writes and refuses, with a small game of its own.
. "$(dirname "$0")/../cli/lib.sh"
if ! command -v python3 > ../python; then
    echo "SKIP: there is no python3"
    exit 77
fi
python3 "$MAQUETTE_SOURCE/tests/warzone/make_game.py" game.wz mod.wz
tank="--data game.wz --body Hull --propulsion Tracks --weapon Gun"

# ------------------------------------------------------------------------------------------- lists
run 0 assemble --data game.wz --list bodies
[ "$(cat "$scratch/out")" = "Hull                          Big Hull" ] || fail "the list of bodies"
run 0 assemble --data game.wz --list weapons --json
out_json '.[0] == [{"id": "Gun", "name": "", "designable": true}]'
run 0 assemble --data game.wz --data mod.wz --list propulsions
out_has "Wheels"
run 2 assemble --data game.wz --list tanks
err_has "the values are: bodies propulsions"

# ------------------------------------------------------------------------------------------ models
if "$MAQUETTE" formats | grep -q glb; then
    run 0 assemble $tank -o tank.glb
    err_has "assembled 3 parts"
    run 0 info -q --json tank.glb
    # The gun is at the connector of the hull, which is 5 above the ground.
    out_json '.[0] | .triangle_count == 3 and .bounds.max[1] == 15'
    out_json '.[0].meshes | map(.name) ==
        ["propulsion left/level 1", "body/level 1", "weapon 1/level 1"]'
    run 0 assemble -q $tank --turn 90 -o turned.glb
    run 0 info -q --json turned.glb
    # The gun, 10 long to the left side of the model, turns to its back.
    out_json '.[0].bounds.min[2] < -9.99'
    run 0 assemble -q $tank --pitch 90 -o raised.glb
    run 0 info -q --json raised.glb
    out_json '.[0].bounds | .max[1] == 10 and .min[2] < -9.99'
    run 0 assemble -q $tank -o again.glb
    same tank.glb again.glb
    run 1 assemble --strict $tank -o strict.pie
    err_has "because of the losses"
    [ ! -e strict.pie ] || fail "it was written"
fi
for extension in pie obj iqm pet; do
    run 0 assemble -q $tank -o tank.$extension
    run 0 info -q --json tank.$extension
    out_json '.[0].triangle_count == 3'
done
run 0 assemble -q --data game.wz --structure Tower --to obj -o -
grep -c '^f ' "$scratch/out" > ../faces
[ "$(cat ../faces)" -eq 2 ] || fail "the tower has other parts"
run 0 assemble -q $tank -o tank.png --size 64
[ -s tank.png ] || fail "there is no picture"
run 3 assemble -q $tank -o large.png --size 2048 --memory-limit 10
err_has "--memory-limit 10; try --memory-limit 20"
[ ! -e large.png ] || fail "it was written"
yes '{"text": 0},' | head -n 200000 | sed '1s/^/[/; $s/,$/]/' > body.json
mkdir -p large/stats
cp body.json large/stats/body.json
run 3 assemble --data large --list bodies --memory-limit 1
err_has "--memory-limit 1; try --memory-limit 2"

# Parts by the names that players see, in any case; a name that two parts have is refused.
run 0 assemble --data game.wz --body "big hull" --propulsion Tracks --weapon Gun --to obj -o -
cp "$scratch/out" named.obj
run 0 assemble $tank --to obj -o -
same named.obj "$scratch/out"
err_lacks "WZ-0403"
mkdir -p twins/stats twins/components/bodies
echo '{"A": {"model": "hull.pie", "name": "Twin"}, "B": {"model": "hull.pie", "name": "Twin"}}' \
    > twins/stats/body.json
model > twins/components/bodies/hull.pie
run 2 assemble --data twins --body Twin -o x.obj
err_has 'there is no body "Twin"; there are A (Twin), B (Twin)'

run 0 assemble --data game.wz --body Hull -o hull.obj
err_has "note[WZ-0403]: the droid has no propulsion"

# Diffs and mods count: the wheels are in a mod, the body has no models for them.
run 0 assemble --data game.wz --data mod.wz --body Hull --propulsion Wheels -o wheels.obj
err_has "warning[WZ-0402]: the body Hull has no models for the propulsion Wheels"

# ----------------------------------------------------------------------------------------- refused
run 2 assemble --data game.wz --body Hul -o x.obj
err_has 'maquette: error[WZ-0401]: there is no body "Hul"; did you mean Hull (Big Hull)?'
run 2 assemble --data game.wz --body "Bigg Hull" -o x.obj
err_has 'did you mean Hull (Big Hull)?'
run 2 assemble --data game.wz --body Cabin -o x.obj
err_has 'there is no body "Cabin"; there are Hull (Big Hull)'
run 2 assemble --data game.wz --body Hull --weapon Cannon -o x.obj
err_has 'there is no weapon "Cannon"; there are Gun'
run 2 assemble --data game.wz --data mod.wz --body Hull --weapon Laser -o x.obj
err_has "error[WZ-0101]: the model laser.pie of the weapon 1 is not in the data"
run 2 assemble --data game.wz --data mod.wz --structure Tower -o x.obj
err_has "error[WZ-0203]: the structure has 1 connector, but weapon 2 needs one, too"
run 2 assemble --data game.wz -o x.obj
err_has "needs a --body or a --structure"
run 2 assemble --data game.wz --structure Tower --weapon Gun -o x.obj
err_has "--structure excludes the parts of droids"
run 2 assemble --body Hull -o x.obj
err_has "needs the data of the game"
run 2 assemble $tank
err_has "needs to know where to write"
run 2 assemble $tank --weapon Gun --weapon Gun --weapon Gun -o x.obj
err_has "a droid has at most three weapons"
run 2 assemble $tank --turn far -o x.obj
err_has "'far' is not a value for --turn"
run 2 assemble $tank -o x/
err_has "to a folder"
run 3 assemble --data game.wz --stats mp --body Hull -o x.obj
err_has 'there are no stats "mp"; the data has ""'
run 3 assemble --data none.wz --body Hull -o x.obj
mkdir empty
run 3 assemble --data empty --body Hull -o x.obj
err_has "there are no stats in this data"
[ ! -e x.obj ] || fail "something was written"

# The stats that there are.
run 0 assemble --data game.wz --list stats
out_has "in the folder stats itself"

# Several stats.
mkdir -p several/stats/mp several/stats/campaign several/components/bodies
echo '{"Hull": {"model": "hull.pie"}}' > several/stats/mp/body.json
echo '{"Cabin": {"model": "hull.pie"}}' > several/stats/campaign/body.json
model > several/components/bodies/hull.pie
run 3 assemble --data several --list bodies
err_has 'the data has several stats, choose one of them: "campaign", "mp"'
run 0 assemble --data several --list stats
out_has campaign
out_has mp
run 0 assemble --data several --stats campaign --list bodies
out_has "Cabin"
run 0 assemble --data several --stats mp --body Hull -o hull.obj
