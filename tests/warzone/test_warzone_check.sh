#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette check of mods: ten planted faults, each found once, with the file, the line and the key; the
# same as text, JSON and SARIF; and no error in the data of the real game.
. "$(dirname "$0")/../cli/lib.sh"
if ! command -v python3 > ../python; then
    echo "SKIP: there is no python3"
    exit 77
fi
python3 "$MAQUETTE_SOURCE/tests/warzone/make_game.py" game.wz mod.wz

# found SEVERITY RULE TEXT: one line says this, and no other line has the rule.
found() {
    [ "$(grep -cF "$1[$2]: " "$scratch/out")" -eq 1 ] || fail "$2 is not there once"
    grep -F "$1[$2]: " "$scratch/out" | grep -qF -- "$3" || fail "$2 does not say: $3"
}
run 1 check --level note game.wz
out_has "game.wz: error[WZ-0105]: there is no model fxblood.pie"
[ "$(grep -c 'WZ-' "$scratch/out")" -eq 1 ] || fail "the game has other faults"

run 1 check mod.wz --data game.wz
found error WZ-0001 "mod.wz/messages/news.json:3:19: "
found error WZ-0101 "mod.wz/stats/weapons.json:7:3: error[WZ-0101]: Laser.model: there is no model laser.pie"
found error PIE-0401 "mod.wz/effects/beam.pie:3:11: error[PIE-0401]: material \"page-9\": texture page-9.png was not found in: game.wz/texpages"
found error WZ-0104 "mod.wz/components/prop/wheels.pie:4:1: error[WZ-0104]: there is no model spinning.pie for this EVENT; Wheels.model in mod.wz/diffs/wheels/stats/propulsion.json uses the model"
found error WZ-0105 "mod.wz: error[WZ-0105]: there is no model fxblood.pie"
found warning WZ-0202 "mod.wz/diffs/wheels/stats/propulsion.json:2:2: warning[WZ-0202]: Hull.propulsionExtraModels has no entry for Wheels"
found error WZ-0203 "mod.wz/stats/structure.json:5:4: error[WZ-0203]: Tower.structureModel[0]: the model tower.pie has 1 connector, but the structure has 2 weapons"
found error WZ-0301 "mod.wz/components/prop/Wheels2.pie: "
found note WZ-0302 "mod.wz/graphics_overrides/curr/components/bodies/hull.pie: note[WZ-0302]: this model has 1 connector, the one that it replaces has 2"
found note WZ-0303 "mod.wz/structs/forgotten.pie: "
[ "$(grep -c 'WZ-' "$scratch/out")" -eq 9 ] || fail "there are not nine findings of the mod as a whole"
grep 'WZ-' "$scratch/out" | sed 's/.*\[\(WZ-....\)\].*/\1/' | sort > ../rules
run 1 check --json mod.wz --data game.wz
jq -r '.findings[].rule | select(startswith("WZ"))' "$scratch/out" | sort > ../json
same ../rules ../json
out_json 'any(.[]; .file == "mod.wz/stats/weapons.json" and .findings[0].line == 7)'
# The report has them between the models, whatever the shards.
run 1 check --report ../one.jsonl mod.wz --data game.wz
jq -r '.findings[].rule | select(startswith("WZ"))' ../one.jsonl | sort > ../report
same ../rules ../report
LC_ALL=C sort -c ../one.jsonl || fail "the report is not sorted"
for i in 1 2 3; do
    "$MAQUETTE" check -q --shard $i/3 --report ../part-$i.jsonl mod.wz --data game.wz > ../out-$i || :
done
LC_ALL=C sort ../part-*.jsonl > ../merged.jsonl
same ../one.jsonl ../merged.jsonl
run 1 check --sarif mod.wz --data game.wz
jq -r '.runs[0].results[].ruleId | select(startswith("WZ"))' "$scratch/out" | sort > ../sarif
same ../rules ../sarif
out_json '.[0].runs[0] as $run | all($run.results[];
    .ruleIndex >= 0 and $run.tool.driver.rules[.ruleIndex].id == .ruleId)'

# Unpacked, it is the same. A folder of models alone is not a mod.
mkdir mod game
python3 -m zipfile -e mod.wz mod
python3 -m zipfile -e game.wz game
run 1 check mod --data game
[ "$(grep -c 'WZ-' "$scratch/out")" -eq 9 ] || fail "the folder has other findings"
# With --fix, those that remain are reported.
cp -r mod ../fixed
run 1 check --fix --report ../fixed.jsonl ../fixed --data game
LC_ALL=C sort -c ../fixed.jsonl || fail "the report of --fix is not sorted"
[ "$(grep -c 'WZ-0101' ../fixed.jsonl)" -eq 1 ] || fail "the report of --fix has no findings of the mod"
run 0 check -q mod/effects
out_lacks "WZ-"
# The images of models that only the game has are not checked with the models of the mod.
mkdir without
cp -r game without
rm without/game/texpages/page-1.png
run 1 check mod --data without/game
out_has "without/game/components/bodies/hull.pie:3:1: error[WZ-0102]: there is no image page-1.png in texpages; Hull.model in without/game/stats/body.json uses the model"
out_lacks "mod/effects/beam.pie:3:1: error[WZ-0102]"
# Without the game, what is missing cannot be known.
run 1 check mod.wz
found note WZ-0006 "mod.wz: note[WZ-0006]: "
out_has "name it with --data"
err_has " JSON files: "
out_lacks "WZ-0101"
out_lacks "WZ-0102"
found error WZ-0001 "mod.wz/messages/news.json:3:19: "

# Other faults: unknown ids, wrong kinds, diffs that remove.
rm -rf small
mkdir -p small/stats small/diffs/a/stats small/diffs/b/stats
cat > small/stats/structure.json << 'END'
{
  "Tower": {"structureModel": "tower.pie", "weapons": ["Gun", "Nothing"], "ecmID": "Jammer"},
  "Hut": {"structureModel": [7]},
  "Shed": 5
}
END
echo '{"Hull": {"propulsionExtraModels": {"Legs": {"left": "tracks.pie"}}}}' > small/diffs/a/stats/body.json
run 1 check small --data game
out_has 'structure.json:2:63: error[WZ-0201]: Tower.weapons[1]: there is no weapon "Nothing"'
out_has 'structure.json:3:30: error[WZ-0204]: Hut.structureModel[0] is to be a text'
out_has 'structure.json:4:3: error[WZ-0004]: Shed is to be an object'
out_has 'small/diffs/a/stats/body.json:1:37: error[WZ-0201]: Hull.propulsionExtraModels: there is no propulsion "Legs"'
# Other JSON of the mod is read, too.
echo '[1, 2,]' > small/mod-info.json
run 1 check small --data game
out_has "small/mod-info.json:1:7: error[WZ-0001]: not valid JSON"
rm small/mod-info.json
echo '{"Hull": {"propulsionExtraModels": {"Legs": null}}}' > small/diffs/b/stats/body.json
run 1 check small --data game
out_lacks "Legs"

# ------------------------------------------------------------------------------------------ hostile
head -c 10000 /dev/zero | tr '\0' '[' > small/stats/weapons.json
run 1 check small --data game
out_has "small/stats/weapons.json:1:501: error[WZ-0001]: "
{
    printf '{"a": "'
    head -c 17000000 /dev/zero | tr '\0' 'x'
    printf '"}'
} > small/stats/weapons.json
run 1 check small --data game
out_has "small/stats/weapons.json: error[WZ-0002]: the file has 17000009 bytes"
run 3 assemble --data game --data small --list weapons
err_has "WZ-0002"

# ------------------------------------------------------------------------------------ the real game
data=$MAQUETTE_SOURCE/build/warzone-data
if [ -e "$data/base.wz" ] && [ -e "$data/mp.wz" ]; then
    ln -s "$data/base.wz" "$data/mp.wz" .
    # The time of processors, so that other programs do not count.
    times > "$scratch/times-before"
    run 0 check --level error base.wz
    out_empty
    run 0 check --level error mp.wz --data base.wz
    out_empty
    times > "$scratch/times-after"
    # The second line has the user and system times of finished commands: 0m1.23s 0m0.45s.
    milliseconds=$(awk -F'[ms ]+' 'FNR == 2 { then = now; now = 60 * ($1 + $3) + $2 + $4 }
        END { print int(1000 * (now - then)) }' "$scratch/times-before" "$scratch/times-after")
    echo "the whole game: $milliseconds ms"
    # Sanitizers and coverage may take longer.
    case $MAQUETTE in
    */release/*) [ "$milliseconds" -lt 2000 ] || fail "it takes $milliseconds ms" ;;
    esac
else
    echo "SKIP: there is no $data/base.wz (scripts/warzone-data)"
fi
