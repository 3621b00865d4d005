#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The images of a mod: where convert and pose put them, what their summaries say, and what check says when
# the game does not find one.
. "$(dirname "$0")/../cli/lib.sh"
if ! command -v python3 > ../python; then
    echo "SKIP: there is no python3"
    exit 77
fi
# The tree that put_page makes is beside, not above, the models of this test.
put_page
mv ../texpages source
mkdir -p source/tex
mv source/page-7.png source/tex/a.png
printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n' \
    > source/box.obj
printf 'newmtl m\nmap_Kd tex/a.png\n' > source/m.mtl

# ------------------------------------------------------------------------------- where images go
# A folder of the game's models has its images in texpages beside it, which is made.
run 0 convert source/box.obj -o mod/structs/box.pie
err_has "; 1 image was written to mod/texpages"
[ -f mod/texpages/a.png ] && [ ! -e mod/structs/a.png ] || fail "not in texpages: $(all_files)"
run 0 convert source/box.obj -o mod/structs/box.pie
err_has "; 1 image was there already"
err_lacks "written"
run 0 convert source/box.obj -o deep/components/prop/box.pie
[ -f deep/texpages/a.png ] || fail "not in texpages of two levels: $(all_files)"
mkdir -p inside/structs
(cd inside/structs && "$MAQUETTE" convert -q ../../source/box.obj --data ../../source -o box.pie)
[ -f inside/texpages/a.png ] || fail "not in texpages of the current folder: $(all_files)"
# A run over a folder does the same.
mkdir -p tree/structs tree/features
cp -r source/* tree/structs
cp -r source/* tree/features
run 0 convert tree --to pie -o mod2
err_has "; 1 image was written to mod2/texpages"
[ "$(find mod2 -name '*.png')" = mod2/texpages/a.png ] || fail "a folder: $(all_files)"
# Elsewhere they are beside the model; in a subfolder the game does not search for models.
run 0 convert source/box.obj -o plain/box.pie
err_has "; 1 image was written to plain"
run 0 convert source/box.obj -o plain/structs/sub/box.pie
[ -f plain/structs/sub/a.png ] || fail "not beside: $(all_files)"
run 0 convert source/box.obj -o box.pie
err_has "; 1 image was written to the current folder"
run 0 convert source/box.obj -o box.glb
err_has "; 1 image is embedded"

# A pose brings them along as a conversion does.
run 0 pose mod/structs/box.pie -o posed.glb
err_has "posed 1 file: 0 losses; 1 image is embedded"
[ "$("$MAQUETTE" extract -q posed.glb -o pages)" = pages/a.png ] || fail "a posed GLB has no image"
cmp pages/a.png source/tex/a.png || fail "a pose changes the image"
run 0 pose mod/structs/box.pie -o posed/box.obj
err_has "; 1 image was written to posed"
grep -qx 'map_Kd a.png' posed/box.mtl || fail "a posed OBJ: $(cat posed/box.mtl)"
run 0 pose mod/structs/box.pie -o linked/box.obj --images link
grep -qx 'map_Kd ../mod/texpages/a.png' linked/box.mtl || fail "a linked pose: $(cat linked/box.mtl)"
run 0 pose mod/structs/box.pie -o none/box.obj --images none
[ ! -e none/a.png ] || fail "an unwanted image: $(all_files)"
run 2 pose mod/structs/box.pie -o no.obj --images embed
err_has "--images embed is for .glb and .gltf"
run 0 pose mod/structs/box.pie --at "level 1" box.pie -o both.glb
err_has "; 2 images are embedded"

# A missing texture that keeps its name has nothing to rename.
printf 'newmtl m\nmap_Kd ..\\gone\\a.png\n' > source/gone.mtl
sed 's/m.mtl/gone.mtl/' source/box.obj > source/gone.obj
run 0 convert source/gone.obj -o gone/box.pie
err_has 'a.png now: PIE does not name folders'
printf 'newmtl m\nmap_Kd ..\\gone\\a b.png\n' > source/gone.mtl
run 0 convert source/gone.obj -o gone/box.pie
err_has 'a_b.png now: rename the file'

# ------------------------------------------------------------------------------------------ check
python3 "$MAQUETTE_SOURCE/tests/warzone/make_game.py" game.wz other.wz
python3 -m zipfile -e game.wz game
cp game/effects/fxsexp.pie game/effects/fxblood.pie
run 0 check -q mod
run 0 check -q mod --data game
# The game does not search beside the model.
mv mod/texpages/a.png mod/structs
for data in "" "--data game"; do
    # shellcheck disable=SC2086
    run 1 check mod $data
    out_has "mod/structs/box.pie:3:11: error[PIE-0401]"
    out_has "; the game does not search for it at mod/structs/a.png"
    [ "$(grep -c 'error\[' "$scratch/out")" -eq 1 ] || fail "one image is not one error"
done
# A mod without texpages lacks all images; a model alone may have been taken out of its game.
rm -r mod/texpages mod/structs/a.png
run 1 check mod
out_has "error[PIE-0401]: material \"a\": texture a.png was not found: there is no folder texpages; name the game's data with --data"
run 0 check mod/structs/box.pie
out_has "note[IMG-0108]"

# Capitals: the model changes, unless the game knows the page by the name that it has there.
mkdir mod/texpages
cp source/tex/a.png mod/texpages/A.png
run 1 check mod --data game
[ "$(grep -c 'error\[' "$scratch/out")" -eq 1 ] || fail "one image is not one error"
out_has "error[PIE-0403]"
# What the mod as a whole is found to have is from after the fix.
run 0 check --fix mod --data game
out_has "fixed[PIE-0403]"
grep -q '^TEXTURE 0 A.png' mod/structs/box.pie || fail "the name was not fixed"
out_lacks "a.png in texpages"
out_has 'does not start with page-N (in small letters), so the texture is not exchanged with the tileset; if it has to be, name the image page-NN-name.png'
mv mod/texpages/A.png mod/texpages/Page-7-A.png
sed 's/A\.png/page-7-a.png/' mod/structs/box.pie > renamed
cp renamed mod/structs/box.pie
run 1 check --fix mod
out_has "mod/texpages/Page-7-A.png, differ in capital letters: rename the file"
same renamed mod/structs/box.pie

# The summary counts the JSON files of the mod alone.
run 1 check mod --data game
err_has "checked 1 file: "

# Other formats find images in texpages of the data, too.
printf 'newmtl m\nmap_Kd page-9.png\n' > source/m.mtl
mkdir -p data/texpages
cp source/tex/a.png data/texpages/page-9.png
run 0 info source/box.obj --data data
out_has data/texpages/page-9.png

# assemble counts the images that it writes, too.
cp source/tex/a.png game/texpages/page-1.png
run 0 assemble --data game --body Hull --propulsion Tracks --weapon Gun -o tank/tank.gltf
err_has "assembled 3 parts; 1 image was written to tank"
run 0 assemble --data game --body Hull --propulsion Tracks --weapon Gun -o tank.glb
err_has "assembled 3 parts; 1 image is embedded"
