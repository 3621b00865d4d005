#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette render: what is written where, and what is said about it.
. "$(dirname "$0")/../cli/lib.sh"
examples=$MAQUETTE_SOURCE/examples/models
cp "$examples/crate.pie" a.pie

# png_is FILE WIDTH HEIGHT [FRAMES]: a PNG file of this size, animated if there are frames.
png_is() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is not a PNG file"
    size=$(od -An -tu1 -j16 -N8 "$1" | tr -s ' \n' '  ')
    # shellcheck disable=SC2086
    set -- "$@" -- $size
    file=$1 width=$2 height=$3 frames=1
    [ "$4" = -- ] || { frames=$4; shift; }
    shift 4
    [ "$((($3 * 256) + $4))x$((($7 * 256) + $8))" = "${width}x$height" ] ||
        fail "$file is $((($3 * 256) + $4))x$((($7 * 256) + $8)), not ${width}x$height"
    found=$(grep -aoc fcTL "$file" || :)
    if [ "$frames" -gt 1 ] && [ "$(grep -ao fcTL "$file" | wc -l)" -ne "$frames" ]; then
        fail "$file has $found frames, not $frames"
    fi
}

run 2 render
run 2 render a.pie
err_has "render needs to know where to write: -o OUT"

# --------------------------------------------------------------------------------------- one picture
run 0 render a.pie -o a.png
png_is a.png 256 256
err_has "drew 1 model"
err_has "a.pie: note[IMG-0108]: no textures are searched for"
mkdir -p bare/texpages
cp a.pie bare/a.pie
run 0 render bare/a.pie -o a.png
err_has "bare/a.pie: warning[IMG-0101]"
run 0 render -q --level error a.pie -o a.png --size 40x30
png_is a.png 40 30
err_empty
out_empty
run 0 render -q --level error a.pie -o - --size 32
cp "$scratch/out" piped.png
png_is piped.png 32 32
run 0 render -q --level error - -o b.png --size 32 < a.pie
same piped.png b.png
for view in three-quarter front back left right top bottom 30,20 -45.5,-1e1; do
    run 0 render -q --level error a.pie -o view.png --size 32 --view="$view"
done
run 0 render -q --level error a.pie -o white.png --size 32 --background white
! cmp -s white.png piped.png || fail "the background changes nothing"
run 0 render -q --level error a.pie -o wire.png --size 32 --wireframe
! cmp -s wire.png piped.png || fail "--wireframe changes nothing"
for show in normals joints connectors boxes bounds axes uv hidden normals,axes; do
    run 0 render -q --level error "$examples/turret.pie" -o show.png --size 32 --show $show
done
run 0 render -q --level error a.pie -o one.png --size 300 -j 1
run 0 render -q --level error a.pie -o two.png --size 300 -j 2
same one.png two.png

# ------------------------------------------------------------------------------------------ textures
mkdir -p pages other
"$MAQUETTE" render -q --level error a.pie -o pages/page-90-maquette.png --size 16 --background ff8000
run 0 render a.pie -o textured.png --size 32 --data other --data pages
err_lacks "texture page-90-maquette.png was not found"
! cmp -s textured.png piped.png || fail "the texture changes nothing"
run 2 render a.pie -o textured.png --textures pages
err_has "--textures is called --data PATH now"
run 0 render - -o input.png --size 32 --data pages < a.pie
same input.png textured.png
run 0 render -q --level error - -o input.png --size 32 < a.pie
same input.png piped.png

# The tree of the game, on the disk and as an archive; --no-files leaves the textures out.
mkdir -p game/structs game/texpages
cp a.pie game/structs/a.pie
cp pages/page-90-maquette.png game/texpages/
(cd game && python3 -m zipfile -c ../game.wz structs texpages)
run 0 render game/structs/a.pie -o game.png --size 32
same game.png textured.png
run 0 render game.wz/structs/a.pie -o game.png --size 32
same game.png textured.png
run 0 render -q --level error game/structs/a.pie -o game.png --size 32 --no-files
same game.png piped.png
# With --root, nothing outside of that folder is used, and no model there is opened.
for root in game game/ .; do
    run 0 render game/structs/a.pie -o game.png --size 32 --root $root
    same game.png textured.png
done
run 0 render -q --level error game/structs/a.pie -o game.png --size 32 --root game/structs
same game.png piped.png
for root in game/texpages pages; do
    run 3 render game/structs/a.pie -o none.png --size 32 --root $root
    err_has "game/structs/a.pie: error: it is not below the folder that --root names"
done
mkdir -p rooted/in other
cp game/structs/a.pie other/a.pie
ln -s ../../other/a.pie rooted/in/file.pie
ln -s ../../other rooted/in/folder
ln -s ../game.wz rooted/link.wz
ln -s a.pie rooted/inner.pie
cp other/a.pie rooted/a.pie
for model in in/file.pie in/folder/a.pie link.wz/structs/a.pie; do
    run 3 render rooted/$model -o none.png --size 32 --root rooted
    err_has "rooted/$model: error: it is not below the folder that --root names"
done
run 3 info rooted --root rooted
out_has "rooted/inner.pie: pie"
err_has "rooted/in/file.pie: error: it is not below"
for model in in/file.pie link.wz/structs/a.pie; do
    run 0 render -q --level error rooted/$model -o none.png --size 32 --root rooted --follow-links
done
[ ! -e none.png ] || rm none.png
(cd game/structs && run 0 render -q --level error a.pie -o ../../game.png --size 32 --root .)
same game.png piped.png
run 2 render game/structs/a.pie -o game.png --root missing
err_has "--root missing: there is no such folder"
# Later data lies over earlier data, and the model's own tree over both.
mkdir low
"$MAQUETTE" render -q --level error a.pie -o low/page-90-maquette.png --size 16 --background 0000ff
run 0 render -q a.pie -o order.png --size 32 --data low --data game.wz/texpages --level error
same order.png textured.png
run 0 render -q a.pie -o order.png --size 32 --data game.wz/texpages --data low --level error
! cmp -s order.png textured.png || fail "later data does not come first"
run 0 render -q game.wz/structs/a.pie -o order.png --size 32 --data low --level error
same order.png textured.png
# A link that leaves the tree. Wine does not show that it is one.
if ! on_windows; then
    mkdir -p linked/texpages
    cp a.pie linked/a.pie
    ln -s ../../pages/page-90-maquette.png linked/texpages/page-90-maquette.png
    run 0 render linked/a.pie -o linked.png --size 32 --level error
    same linked.png piped.png
    run 3 extract linked/a.pie -o extracted
    err_has "a symbolic link that leads out of its folder"
    run 0 render linked/a.pie -o linked.png --size 32 --level error --follow-links
    same linked.png textured.png
fi

# -------------------------------------------------------------------------------------------- motion
run 0 render -q --level error "$examples/radar.pie" -o still.png --size 24 --clip animation --time 0.5
png_is still.png 24 24
run 0 render -q --level error "$examples/radar.pie" -o turn.png --size 24 --turntable=6
png_is turn.png 24 24 6
run 0 render -q --level error "$examples/radar.pie" -o play.png --size 24 --play animation
png_is play.png 24 24 58
run 2 render -q "$examples/radar.pie" -o none.png --play fly
err_has "there is no clip 'fly'; the clip is 'animation' (2.88 s)"
run 2 render -q a.pie -o none.png --clip fly
err_has "there is no clip 'fly'; the model has none"
run 2 render -q "$examples/radar.pie" -o none.png --time 1
err_has "a time needs a clip: name it with --clip; the clip is 'animation' (2.88 s)"
[ ! -e none.png ] || fail "a picture was written nevertheless"

# A picture loses nothing that another format could not hold.
if "$MAQUETTE" formats --json | jq -e 'any(.[]; any(.variants[]; .name == "gltf"))' > ../jq; then
    run 0 convert "$MAQUETTE_SOURCE/tests/data/gltf/materials.gltf" -o materials.obj
    err_has "loss[GLT-0902]"
    run 0 render -q "$MAQUETTE_SOURCE/tests/data/gltf/materials.gltf" -o materials.png --size 24
    err_lacks "loss["
fi

# ------------------------------------------------------------------------------------- many, sheets
mkdir -p dir/sub
model > dir/b.pie
model > dir/sub/c.pie
echo "no model" > dir/d.pie
run 3 render --level error dir a.pie -o pictures --size 16
png_is pictures/a.png 16 16
png_is pictures/b.png 16 16
png_is pictures/sub/c.png 16 16
[ ! -e pictures/d.png ] || fail "a file that is not a model was drawn"
err_has "drew 3 models; 1 model was not drawn"
run 2 render dir -o one.png
err_has "more than one model cannot go to one.png: name a folder"
rm dir/d.pie
run 0 render --level error dir a.pie --sheet -o sheet.png --size 20
png_is sheet.png 92 51
err_has "drew 3 models on 1 sheet"
mkdir many
i=0
while [ $i -lt 103 ]; do
    model > many/m$i.pie
    i=$((i + 1))
done
run 0 render --level error many --sheet -o pages.png --size 8
err_has "drew 103 models on 2 sheets, pages-1.png to pages-2.png"
png_is pages-1.png 168 318
png_is pages-2.png 56 39
[ ! -e pages.png ] || fail "there is a sheet too many"
run 2 render many --sheet -o -
err_has "more than one sheet cannot go to standard output"
run 2 render many --sheet -o pages
err_has "pages: a sheet is a PNG file"

# Labels of files that differ in their extensions have these.
mkdir alike
cp a.pie alike/a.pie.pie
cp a.pie alike/a.imd.pie
run 0 render -q --level error alike/a.pie.pie alike/a.imd.pie --sheet -o stems.png --size 64
mv alike/a.pie.pie alike/a.pie
mv alike/a.imd.pie alike/a.imd
run 0 render -q --level error alike/a.pie alike/a.imd --sheet -o extensions.png --size 64
same stems.png extensions.png
run 2 render alike/a.pie alike/a.imd -o pictures/
err_has 'choose one kind of file by a pattern, such as "*.pie"'

# A tileset that no texture is for.
run 0 render a.pie -o tileset.png --tileset 9
err_has "warning: no texture is for tileset 9; tileset 0 was drawn"
run 0 render a.pie -o tileset.png
err_lacks "tileset"

# The value of an option is not another option.
run 2 render a.pie --play -o played.png
err_has "option --play needs a value: --play NAME"
err_has "as the value it would be --play=-o"
run 2 render a.pie -o played.png --play --sheet
run 0 render -q --level error a.pie -o angles.png --view -30,20

# ------------------------------------------------------------------------------------------- trouble
for extension in jpg JPEG gif webp; do
    run 2 render a.pie -o "wrong.$extension"
    err_has "pictures are written as PNG"
    [ ! -e "wrong.$extension" ] || fail "a PNG was written as $extension"
done
run 2 render a.pie --sheet -o wrong.jpg
run 0 render -q --level error a.pie -o thumbnail.XYZ123 --size 16
png_is thumbnail.XYZ123 16 16
run 3 render none/ --sheet -o none.png
err_has "none/: there is no such folder"
run 3 render none.pie --sheet -o none.png
err_has "none.pie: error: No such file or directory"
err_has "drew 0 models on 0 sheets; 1 model was not drawn"
[ ! -e none.png ] || fail "an empty sheet was written"
run 3 render missing.pie -o x.png
err_has "missing.pie: error: No such file or directory"
run 4 render -q --level error a.pie -o a.pie/x.png
printf 'o nothing\nv 0 0 0\n' > empty.obj
run 0 render empty.obj -o empty.png
err_has "PIC-0002"
png_is empty.png 256 256
for wrong in "--size 0" "--size 5x" "--size 99999" "--view above" "--view 1" "--view 1,nan" \
    "--show all" "--background rose" "--background 12345" "--team-colour #12" "--tileset x" \
    "--time 1" "--turntable=1" "--clip c --time soon" "--play a --turntable" "--sheet --play a"; do
    # shellcheck disable=SC2086
    run 2 render a.pie -o wrong.png $wrong
    [ ! -e wrong.png ] || fail "a picture was written with $wrong"
done
