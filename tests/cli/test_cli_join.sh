#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette convert: the settings of formats as options, and several inputs that become one model.
. "$(dirname "$0")/../cli/lib.sh"
model > a.pie
model 4 > b.pie
run 0 formats --json
cp "$scratch/out" ../formats.json
out_json '.[0] | all(.[]; .settings | type == "array")'
out_json '.[0] | all(.[].settings[]; keys_unsorted == ["name", "values", "title", "per_input"]
    and (.values == null or (.values | length > 0)) and (.title | length > 0))'

# has NAME...: whether all these formats or variants are known; what needs them is skipped else.
has() {
    for name; do
        if ! jq -e --arg name "$name" 'any(.[]; .name == $name or
                any(.variants[]; .name == $name))' ../formats.json > ../jq; then
            echo "SKIP: the format $name is not there"
            return 1
        fi
    done
}

# --------------------------------------------------------------------- the settings are options
run 0 formats
cp "$scratch/out" ../formats.txt
run 0 help convert
cp "$scratch/out" ../help
run 0 --man
sed 's/\\-/-/g; s/\\f[BIR]//g' "$scratch/out" > ../man
for shell in bash zsh fish; do
    run 0 --completion $shell
    cp "$scratch/out" ../completion.$shell
done
jq -r '.[].settings[].name' ../formats.json | sort -u > ../settings
[ -s ../settings ] || echo "SKIP: no format has settings"
while read -r name; do
    grep -qe "^    --$name\>" ../formats.txt || fail "formats lacks --$name"
    # Once, even if several formats have it, and not hidden by an option of the command itself.
    [ "$(grep -cE "^(      |  -., )--$name([[ ]|$)" ../help)" -eq 1 ] || fail "help: --$name"
    # The scale is an option of the command for all formats; see below.
    [ "$name" = scale ] || sed '1,/^Settings of /d' ../help | grep -qe "^      --$name\>" ||
        fail "no setting: --$name"
    sed -n '/^\.SS convert/,/^\.SS diff/p' ../man | grep -qe "^--$name\>" || fail "man: --$name"
    grep -qe "--$name\>" ../completion.bash || fail "bash: --$name"
    grep -qe "--$name\>" ../completion.zsh || fail "zsh: --$name"
    grep -qe " -l $name " ../completion.fish || fail "fish: --$name"
    run 2 info "--$name" 1 a.pie
    err_has "info does not take the option --$name"
done < ../settings
jq -r '.[] | select(.settings | length > 0) | .title' ../formats.json | while read -r title; do
    tr '\n' ' ' < ../help | grep -qF "$title" || fail "help lacks the heading '$title'"
    grep -q "^Settings of .*$title" ../man || fail "the manual lacks the heading '$title'"
done

# With and without a value.
jq -r '.[].settings[] | select(.values and .values != "yes|no") | .name' ../formats.json | while read -r name; do
    run 2 convert a.pie -o out.pie "--$name"
    err_has "option --$name needs a value"
done
jq -r '.[].settings[] | select(.values | not) | .name' ../formats.json | while read -r name; do
    run 2 convert a.pie -o out.pie "--$name=yes"
    err_has "option --$name takes no value"
done

# ------------------------------------------------------------------ given to the wrong format
run 2 convert --no-such-setting 3 a.pie -o out.pie
err_has "unknown option '--no-such-setting'"
jq -r '(.[] | select(.name == "pie") | [.settings[].name]) as $known | .[] | .title as $title |
    .settings[] | select(.name as $name | any($known[], "scale"; . == $name) | not) |
    [.name, if .values then "--\(.name)=1" else "--\(.name)" end, $title] | @tsv' \
    ../formats.json > ../others
tab=$(printf '\t')
while IFS=$tab read -r name option title; do
    run 2 convert "$option" a.pie -o out.pie
    err_has "--$name is not a setting of Warzone 2100 model"
    err_has "$title"
    run 2 convert "$option" a.pie b.pie -o out/ --to pie4
    [ "$(wc -l < "$scratch/err")" -eq 1 ] || fail "it is to be said once"
done < ../others
[ ! -e out.pie ] && [ ! -e out ] || fail "something was written"

# --------------------------------------------------------------------------- what cannot be joined
run 2 convert a.pie b.pie -o out.pie
err_has "out.pie: error: a.pie (pie3) and b.pie (pie4) cannot be joined into one model"
err_has "end it with /"
err_has "joined 0 files: 0 meshes, 0 clips, 0 losses; 2 files were not joined"
run 2 convert b.pie a.pie -o out.pie
err_has "b.pie (pie4) and a.pie (pie3) cannot be joined"
run 2 convert a.pie b.pie -o - --to pie2
err_has "a.pie (pie3) and b.pie (pie4) cannot be joined"
out_empty
mkdir in
cp a.pie b.pie in
run 2 convert in -o all.pie
err_has "2 files were not joined"
run 2 convert 'in/*.pie' -o all.pie
run 2 convert a.pie a.pie -o all.pie
[ ! -e out.pie ] && [ ! -e all.pie ] || fail "something was written"

# All problems are reported, and nothing is written.
model | sed '3a\
NONSENSE 1' > bad.pie
echo "no model" > text.txt
run 3 convert bad.pie text.txt missing.pie a.pie -o out.pie --report report.json
err_has "bad.pie:4:1: error["
err_has "text.txt:1:1: error[MAQ-0001]"
err_has "missing.pie: error: No such file or directory"
err_has "4 files were not joined"
cp report.json "$scratch/out"
out_json 'length == 1 and (.[0] | keys_unsorted ==
    ["files", "to", "out", "error", "losses", "result_findings", "counts"])'
out_json '.[0] | .out == null and [.files[].file] ==
    ["bad.pie", "text.txt", "missing.pie", "a.pie"] and .files[3].from == "pie3"'
run 3 convert a.pie 'none*.pie' -o out.pie
err_has "no file matches"
err_has "1 file was not converted"
[ ! -e out.pie ] || fail "something was written"

# A folder or a pattern with one file does not join anything, and the output is not an input.
mkdir one
cp a.pie one
run 0 convert one -o one/b.pie --to pie4
err_has "converted 1 file: 1 mesh"
run 0 convert one -o one/b.pie --to pie4
err_has "converted 1 file: 1 mesh"
run 0 convert 'one/*.pie' -o ./one/b.pie --to pie4
run 2 convert one one/b.pie -o one/b.pie
err_has "2 files were not joined"
# Into a folder, each is converted on its own and once.
run 0 convert -q in/a.pie in -o each/ --to pie4
[ "$(cd each && all_files)" = "./a.pie ./b.pie " ] || fail "$(cd each && all_files)"

# ------------------------------------------------------------------------- Inter-Quake: IQE to IQM
body() {
    cat << END
# Inter-Quake Export

joint "root" -1
pq 0 0 0 0 0 0 -1
joint "arm" 0
pq 1 0 0 0 0 0 -1
mesh "body"
material "skin"
vp 0 0 0
vt 0 0
vn 0 0 1
vb 0 1
vp 1 0 0
vt 1 0
vn 0 0 1
vb 0 1
vp 0 1 0
vt 0 1
vn 0 0 1
vb 1 1
fm 0 1 2
END
}

# animation NAME: four frames of the same skeleton.
animation() {
    cat << END
# Inter-Quake Export

joint "root" -1
pq 0 0 0 0 0 0 -1
joint "arm" 0
pq 1 0 0 0 0 0 -1

animation "$1"
framerate 24
END
    for x in 1 2 3 4; do
        printf 'frame\npq 0 0 0 0 0 0 -1\npq %s 0 0 0 0 0 -1\n' $x
    done
}

if has iqe iqm; then
    body > body.iqe
    animation first > one.iqe
    animation second > two.iqe
    run 0 convert body.iqe --name walk --fps 30 --loop one.iqe --name run --start 1 --end 3 \
        two.iqe -o player.iqm
    err_has "joined 3 files into player.iqm: 1 mesh, 2 clips, 0 losses"
    run 0 info --json player.iqm
    out_json '.[0].clips | [.[].name] == ["walk", "run"] and .[0].rate == 30 and .[1].rate == 24
        and .[0].loop != .[1].loop and .[0].frames == 4 and .[1].frames < 4'
    # A value that can be left out may follow the option as a word.
    # To IQE, which is joined as IQM, too.
    run 0 convert body.iqe one.iqe two.iqe -o player.iqe
    err_has "1 mesh, 2 clips, 0 losses"
    [ "$(grep -cE '^(mesh|animation|joint) ' player.iqe)" -eq 5 ] || fail "player.iqe is not all of them"
    run 0 convert -q body.iqe --loop no one.iqe --loop yes two.iqe -o p.iqm
    run 0 info --json p.iqm
    out_json '.[0].clips | [.[].loop] == [false, true]'
    # One file can be two animations, and a setting of the whole may stand anywhere.
    run 0 convert body.iqe --name a --end 2 one.iqe --name b --start 2 one.iqe -o p.iqm --scale 2
    err_has "1 mesh, 2 clips"
    run 0 info --json p.iqm
    out_json '.[0] | [.clips[].name] == ["a", "b"] and .bounds.max[0] == 2'
    # What is said of one input holds for that one; behind the last there is none.
    run 2 convert body.iqe one.iqe -o p.iqm --name walk
    err_has "--name describes the IN that follows it"
    # Values.
    run 2 convert body.iqe --fps fast one.iqe -o bad.iqm
    err_has "'fast' is not a value for --fps"
    run 2 convert body.iqe --scale much -o bad.iqm
    err_has "'much' is not a value for --scale"
    [ ! -e bad.iqm ] || fail "something was written"
    # A folder: what is set for it holds for all its files.
    mkdir moves
    mv one.iqe two.iqe moves
    run 0 convert body.iqe --fps 12 moves -o p.iqm
    run 0 info --json p.iqm
    out_json '.[0].clips | [.[].rate] == [12, 12]'
    run 0 convert body.iqe moves/one.iqe -o p.iqm --report report.json
    cp report.json "$scratch/out"
    out_json '.[0] | .out == "p.iqm" and .to == "iqm" and .losses == []
        and [.files[].from] == ["iqe", "iqe"]'
    # Findings name settings as options.
    run 0 convert --start 50 moves/one.iqe -o p.iqm
    err_has "; --force-joints keeps it"
    err_has "is left between --start and --end"
    run 0 convert --force-joints --fps 0 moves/one.iqe -o p.iqm
    err_lacks "IQE-0611"
    err_has "--fps 0 has no effect"
    # Formats of different families.
    run 2 convert body.iqe a.pie -o p.iqm
    err_has "body.iqe (iqe) and a.pie (pie3) cannot be joined into one model: their formats"
fi

# ---------------------------------------------------------- WZA: a model and the animations beside it
# wza_animations LENGTH...: each moves the only bone.
wza_animations() {
    echo "ANIMATIONS $#"
    index=0
    for length; do
        printf 'ANIMATION %s %s\n\tPROPERTIES 1\n\t\t0 bone 0 1\n' $index "$length"
        printf '\tPOINTS 2\n\t\t0 0 0 0 0 0 0 0 1\n\t\t0 %s 1 0 0 0 0 0 1\n' "$length"
        index=$((index + 1))
    done
}

if has wza; then
    {
        printf 'WZA 1\nSHAPES 1\nSHAPE 0\n\tVERTICES 3\n'
        printf '\t\t%s 0 0 1 1 0 0 0 1 0\n' '0 0 0 0' '1 1 0 0' '2 0 1 0'
        printf '\tFACES 1\n\t\t0 0 1 2 0 0 1 0 0 1\nBONES 1\nBONE 0 -1 0 0 0 0 3\n\t0 1 2\n'
    } > model.wza
    { echo "WZA 1" && wza_animations 500; } > walk.wza
    { echo "WZA 1" && wza_animations 700 900; } > more.wza
    run 0 convert model.wza walk.wza more.wza -o whole.wza
    err_has "joined 3 files into whole.wza: 1 mesh, 3 clips, 0 losses"
    run 0 info --json whole.wza
    out_json '.[0] | (.joints | length == 1) and ([.clips[].duration] == [0.5, 0.7, 0.9])'
    run 0 convert -q model.wza walk.wza more.wza -o - --to wza
    same "$scratch/out" whole.wza
    # Two models are not one.
    run 2 convert model.wza a.pie -o p.wza
    err_has "model.wza (wza) and a.pie (pie3) cannot be joined"
fi

# ------------------------------------------------------------------ PET: the parts of a puppet
if has pet bpet mpet apet; then
    small=${MAQUETTE_CORPUS:-}/pet/v12_small
    if [ -e "$small.bpet" ] && [ -e "$small.mpet" ] && [ -e "$small.apet" ]; then
        run 0 convert "$small.bpet" "$small.mpet" "$small.apet" -o e.pet
        err_has "joined 3 files into e.pet: "
        run 0 info --json e.pet
        out_json '.[0] | .format == "pet" and (.meshes | length > 0) and (.joints | length > 0)
            and (.clips | length > 0)'
        run 0 convert -q e.pet --pet-version 1.3 --layout documented -o new.pet
        run 0 convert -q --layout=documented --pet-version=1.3 e.pet -o again.pet
        same new.pet again.pet
        run 2 convert e.pet --pet-version 9 -o bad.pet
        err_has "'9' is not a value for --pet-version, which is 1.0"
        [ ! -e bad.pet ] || fail "something was written"
    else
        echo "SKIP: there are no parts of a puppet in the corpus"
    fi
fi

# ------------------------------------------------------------------------------------- attaching
# A connector 5 above the ground carries a second model.
model > base.pie
printf 'CONNECTORS 1\n\t0 0 5\n' >> base.pie
if has glb obj; then
    run 0 convert base.pie --at "connector 1" a.pie -o tower.glb
    run 0 info -q --json tower.glb
    out_json '.[0].meshes | length == 2'
    run 0 convert base.pie --at "connector 1" a.pie --at "connector 1" b.pie -o tower.obj
    run 2 convert base.pie --at nothing a.pie -o none.glb
    err_has 'MAQ-0904'
    err_has 'there is no attachment, joint or node "nothing"; the model has "connector 1"'
    err_lacks "cannot be read"
    [ ! -e none.glb ] || fail "a model without its part was written"
    run 2 convert base.pie a.pie --at "connector 1" -o none.glb
    err_has "--at describes the IN that follows it"
    # Each attached to the other, or one to nothing: there is no model to begin with.
    run 2 convert --at "connector 1" base.pie --at "connector 1" a.pie -o none.glb
    err_has "at least one IN must be without it"
    run 2 convert --at "connector 1" base.pie -o none.glb
    err_has "at least one IN must be without it"
fi
