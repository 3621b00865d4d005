#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette convert --scale and --axes, and --split: by numbers that can be followed with a pencil.
. "$(dirname "$0")/../cli/lib.sh"

# numbers WORD FILE: the rows that begin with a word, -0 as 0.
numbers() { sed -n "s/^$1 //p" "$2" | sed -e 's/-0\>/0/g' | tr '\n' ';'; }
is() { [ "$1" = "$2" ] || fail "'$1' instead of '$2'"; }

# A flag in an OBJ with z up: its pole on the z axis, its cloth along +x, seen from -y.
cat > flag.obj << END
v 0 0 0
v 0 0 4
v 2 0 4
vt 0 0
vt 0 1
vt 1 1
vn 0 -1 0
f 1/1/1 3/3/1 2/2/1
END

# ------------------------------------------------------------------------------------------ axes
run 0 convert -q flag.obj --axes z-up -o up.obj
is "$(numbers v up.obj)" "0 0 0;2 4 0;0 4 0;" # in the order of the face
is "$(numbers vn up.obj)" "0 0 1;"
is "$(numbers vt up.obj)" "0 0;1 1;0 1;"
is "$(numbers f up.obj)" "1/1/1 2/2/1 3/3/1;"
run 0 convert -q flag.obj --axes=+z-y -o same.obj
same up.obj same.obj
# What is usual changes nothing.
run 0 convert -q flag.obj --axes y-up -o usual.obj
is "$(numbers v usual.obj)" "0 0 0;0 0 4;2 0 4;"
# Another front: the cloth comes to lie along the way that the model looks.
run 0 convert -q flag.obj --axes +z+x -o front.obj
is "$(numbers v front.obj)" "0 0 0;0 4 2;0 4 0;"
run 0 convert -q flag.obj --axes -y+x -o lying.obj
is "$(numbers v lying.obj)" "0 0 0;4 0 2;4 0 0;"

# An IQE that was made with y up. IQM has z up: the result stands there as if it had been.
printf '# Inter-Quake Export\nvp 0 0 0\nvp 0 4 0\nvp 2 4 0\nfa 0 1 2\n' > flag.iqe
run 0 convert -q flag.iqe --axes y-up -o flag.pie --to pie3
sed -n '/POINTS/,/POLYGONS/s/^\t//p' flag.pie | sort > points
is "$(sed 's/-0\>/0/g' points | tr '\n' ';')" "0 0 0;0 4 0;2 4 0;"
# Without, y is depth: the front of an IQE looks along -y, that of a PIE along -z.
run 0 convert -q flag.iqe -o flag.pie --to pie3
sed -n '/POINTS/,/POLYGONS/s/^\t//p' flag.pie | sort > points
is "$(sed 's/-0\>/0/g' points | tr '\n' ';')" "0 0 0;0 0 4;2 0 4;"

# ----------------------------------------------------------------------------------------- scale
rich_model > rich.pie
run 0 convert -q flag.obj --axes z-up --scale 128 -o flag.pie --to pie4
sed -n '/POINTS/,/POLYGONS/s/^\t//p' flag.pie | sort > points
is "$(sed 's/-0\>/0/g' points | tr '\n' ';')" "0 0 0;0 512 0;256 512 0;"

# Within one format nothing else changes: by half, and back.
cat > all.pie << END
PIE 3
TYPE 10200
TEXTURE 0 page-7.png 0 0
EVENT 1 other.pie
LEVELS 1
LEVEL 1
POINTS 5
	0 0 0
	10 0 0
	0 10 0
	10 10 0
	6 8 4
POLYGONS 2
	200 3 0 1 2 0 0 1 0 0 1
	4200 3 1 3 2 4 1 0.125 0.25 1 0 1 1 0 1
CONNECTORS 1
	2 4 6
ANIMOBJECT 100 0 2
	0 0 0 0 0 0 0 1 1 1
	1 2000 4000 6000 0 0 90000 1 1 1
SHADOWPOINTS 3
	0 0 0
	10 0 0
	0 10 0
SHADOWPOLYGONS 1
	0 3 0 1 2
END
run 0 convert all.pie --scale 0.5 -o half.pie
err_has "0 losses"
grep -qx '	3 4 2' half.pie || fail "a point that no polygon uses is as it was"
grep -qx '	1 2 3' half.pie || fail "the connector is as it was"
grep -qx '	1 1000 2000 3000 0 0 90000 1 1 1' half.pie || fail "the frames are as they were"
grep -qx '	4200 3 1 3 2 4 1 0.125 0.25 1 0 1 1 0 1' half.pie || fail "the picture has changed"
run 0 convert half.pie --scale 2 -o back.pie
run 0 diff all.pie back.pie
run 0 convert --strict all.pie --scale 1 -o one.pie
run 0 diff all.pie one.pie

# For all files of a folder; and from IQE to IQM as its own compiler does it.
mkdir in
cp all.pie in/a.pie
cp flag.obj in/b.obj
run 0 convert -q in -o out --to pie4 --scale 3 --level error
grep -qx '	30 30 0' out/a.pie || fail "not in a folder"
run 0 convert -q flag.iqe --scale 3 -o flag.iqm
run 0 convert -q flag.iqm -o three.iqe
is "$(numbers vp three.iqe | tr ';' '\n' | sort | tr '\n' ';')" "0 0 0;0 12 0;6 12 0;"
# Between two inputs it is for the second of them alone.
run 0 convert -q flag.iqe --scale 3 flag.iqe -o two.iqm
run 0 convert -q two.iqm -o two.iqe
numbers vp two.iqe | tr ';' '\n' | grep -qx '2 4 0' || fail "the first input is scaled"
numbers vp two.iqe | tr ';' '\n' | grep -qx '6 12 0' || fail "the second input is not scaled"

# --------------------------------------------------------------------------------------- nonsense
for axes in "" y +y yz +y+y +y-y +y+w +y+z+x up Y-up x-up; do
    run 2 convert flag.obj "--axes=$axes" -o no.pie
    err_has "'$axes' is not a value for --axes"
done
for scale in "" 0 -1 much 1x inf nan 1,5; do
    run 2 convert flag.obj "--scale=$scale" -o no.pie
    err_has "'$scale' is not a value for --scale"
done
# Before anything is read.
run 2 convert missing.obj --axes sideways -o no.pie
err_lacks "missing.obj"
run 2 info --axes z-up flag.obj
err_has "info does not take the option --axes"
[ ! -e no.pie ] || fail "something was written"
run 0 help convert
out_has "--axes z-up --scale 128"
out_has "+z-y"

# ------------------------------------------------------------------------------------------ split
awk 'BEGIN {
    for (i = 0; i < 9000; i++) {
        printf "v %d 0 0\nv %d 1 0\nv %d 0 1\n", i, i, i
        printf "f %d %d %d\n", 3 * i + 1, 3 * i + 2, 3 * i + 3
    }
}' > large.obj
run 1 convert large.obj -o large.pie --to pie4
err_has "has 9000 polygons, and the game refuses levels with more than 8192: --split cuts it"
run 0 convert large.obj --split -o large.pie --to pie4
err_lacks "PIE-0938"
is "$(grep -c '^LEVEL ' large.pie)" 2
is "$(sed -n 's/^POLYGONS //p' large.pie | tr '\n' ' ')" "8192 808 "
run 0 check -q --level error large.pie
