#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette pose and convert --bake: what they write, say and answer with.
. "$(dirname "$0")/../cli/lib.sh"
model | sed -e '6,$d' > moves.pie
cat >> moves.pie << 'END'
POINTS 3
	0 0 0
	1 0 0
	0 1 0
POLYGONS 1
	200 3 0 1 2 0 0 1 0 0 1
ANIMOBJECT 100 0 2
	0 0 0 0 0 0 170000 1 1 1
	1 10000 0 0 0 0 -170000 1 1 1
END

# has FILE X Y: a vertex of an OBJ file whose z is next to nothing.
has() {
    grep -qE "^v $2 $3 (-?0|-?[0-9.]+e-[0-9]+)\$" "$1" || fail "no ($2, $3, 0) in $1: $(grep '^v ' "$1")"
}

# ------------------------------------------------------------------------------------- one pose
# 5 to the right, turned by 180 degrees, or by none in the game.
run 0 pose moves.pie --clip animation --time 0.05 -o exact.obj
err_has "note[MAQ-0901]"
err_has "posed 1 file: "
has exact.obj 4 0
# Clips have numbers, too: not all have a name.
run 0 pose moves.pie --clip 1 --time 0.05 -o numbered.obj
[ "$(grep '^v ' exact.obj)" = "$(grep '^v ' numbered.obj)" ] || fail "another pose"
run 2 pose moves.pie --clip 2 -o x.obj
run 0 pose moves.pie --clip animation --time 0.05 --like-game -o game.obj
has game.obj 6 0

# At rest, without a clip; half way to another pose.
run 0 pose -q moves.pie -o rest.obj
has rest.obj 1 0
run 0 pose -q moves.pie --clip animation --time 0 --fade animation:0.1:0.5 -o fade.obj
has fade.obj 4 0

# To standard output.
run 0 pose -q moves.pie --clip animation --to obj -o -
out_has "v "

# -------------------------------------------------------------------------------------- many poses
run 0 pose moves.pie --clip animation --every 0.05 -o new/frames
err_has "posed 5 files"
for number in 0 1 2 3 4; do
    [ -f "new/frames/animation_000$number.obj" ] || fail "no pose $number"
done
[ ! -e new/frames/animation_0005.obj ] || fail "a sixth pose"
run 0 pose -q moves.pie --clip animation --every 0.1 --to pie3 -o pies/
[ -f pies/animation_0002.pie ] || fail "no third PIE"

# ---------------------------------------------------------------------------------- several inputs
run 2 pose moves.pie moves.pie --clip animation -o two.obj
err_has "cannot be joined"
joint='# Inter-Quake Export\njoint a -1\npq 0 0 0 0 0 0 -1\n'
printf "${joint}mesh m\nmaterial x\nvp 0 0 0\nvb 0 1\nvp 1 0 0\nvb 0 1\nvp 0 1 0\nvb 0 1\nfm 0 1 2\n" > body.iqe
printf "${joint}animation lift\nframerate 10\nframe\npq 0 0 0 0 0 0 -1\nframe\npq 0 0 8 0 0 0 -1\n" > lift.iqe
run 0 pose -q body.iqe lift.iqe --clip lift --time 0.05 -o lifted.obj
has lifted.obj 1 4

# ------------------------------------------------------------------------------------- wrong usage
run 2 pose moves.pie --clip walk -o x.obj
err_has "there is no clip 'walk'; the clip is 'animation' (0.2 s)"
run 2 pose moves.pie --clip animation --time 0.3 -o x.obj
err_has "0.3 is not within the clip 'animation', which goes from 0 to 0.2 seconds"
run 2 pose moves.pie --clip animation --time -1 -o x.obj
run 2 pose moves.pie --clip animation --time soon -o x.obj
err_has "'soon' is not a value for --time"
run 2 pose moves.pie --clip animation --every 0 -o x
run 2 pose moves.pie --clip animation --every 1e-9 -o x
err_has "the limit is 100000"
run 2 pose moves.pie --clip animation --every 1 --time 1 -o x
run 2 pose moves.pie --time 1 -o x.obj
err_has "a time needs a clip: name it with --clip; the clip is 'animation' (0.2 s)"
run 2 pose moves.pie --clip animation --fade animation -o x.obj
err_has "NAME:TIME:PART"
run 2 pose moves.pie --clip animation --fade animation:0:2 -o x.obj
run 2 pose moves.pie --clip animation --fade animation:9:0.5 -o x.obj
err_has "--fade: 9 is not within the clip"
run 2 pose moves.pie --clip animation -o new/
err_has "pose needs to know what to write to a folder"
run 2 pose moves.pie --clip animation --to obj -o new/
err_has "one pose is one file"
run 2 pose moves.pie --clip animation
err_has "pose needs to know where to write"
run 3 pose none.pie --clip animation -o x.obj
run 0 pose -q moves.pie --clip animation -o made/x.obj
run 4 pose moves.pie --clip animation -o moves.pie/x.obj
err_has "moves.pie/x.obj: error: Not a directory"
model > still.pie
run 2 pose still.pie --clip x -o x.obj
err_has "the model has none"
[ ! -e x.obj ] || fail "something was written"

# ------------------------------------------------------------------------------------------ baking
if "$MAQUETTE" formats | grep -q glb; then
    run 0 convert moves.pie --bake -o baked.glb
    err_has "note[MAQ-0902]"
    run 0 info -q --json baked.glb
    out_json '.[0].meshes[0].shapes == 3'
    run 2 convert -q moves.pie --bake-rate 100 -o fine.glb
    err_has "--bake-rate says how --bake bakes: give --bake, too"
    run 0 convert -q moves.pie --bake --bake-rate 100 -o fine.glb
    run 0 info -q --json fine.glb
    out_json '.[0].meshes[0].shapes == 21'
    run 2 convert moves.pie --bake-rate many -o x.glb
    # Resampling: a key at each frame of the new rate, for any target.
    run 0 convert -q moves.pie --resample 100 -o dense.glb
    run 0 info -q --json dense.glb
    out_json '.[0].clips[0].frames == 21 and .[0].clips[0].rate == 100'
    run 2 convert moves.pie --resample 0 -o x.glb
    err_has "'0' is not a value for --resample"
    # Inputs are joined first, then baked.
    run 0 convert body.iqe lift.iqe --bake -o x.glb
    err_has "note[MAQ-0902]"
fi
