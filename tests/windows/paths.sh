#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Paths of Windows: slashes of both kinds, drives, names of all languages, long paths.
. "$(dirname "$0")/../cli/lib.sh"
put_page
model > a.pie
here=$(pwd)
drive="Z:$(echo "$here" | tr / '\\')"

# Backslashes, drives, and what is printed.
mkdir -p sub/deep
model > sub/deep/b.pie
run 0 check 'sub\deep\b.pie'
run 0 check "$drive\\sub\\deep\\b.pie"
run 0 info "Z:$here/sub/deep/b.pie" --json
out_json "all(.[]; .file == \"Z:$here/sub/deep/b.pie\")"
run 0 convert 'sub\deep\b.pie' -o 'new\folder\b.obj'
[ -f new/folder/b.obj ] && [ -f new/folder/b.mtl ] || fail "the companion is not beside the model"
run 0 convert sub -o "$drive\\out\\" --to glb
[ -f out/deep/b.glb ] || fail "a folder with backslashes"
run 0 check 'sub\*\*.pie'
err_has "checked 1 file"

# Names with blanks, of other languages, and beyond the Basic Multilingual Plane.
for name in "a b" "모델" "模型 ä" "😀🎮"; do
    mkdir "$name"
    model > "$name/$name.pie"
    run 0 check "$name"
    err_has "checked 1 file"
    run 0 convert "$name/$name.pie" -o "$name\\$name.glb"
    [ -f "$name/$name.glb" ] || fail "no file $name"
    bad_model > "$name/bad.pie"
    run 1 check "$name/bad.pie"
    out_has "$name/bad.pie:12:"
    run 1 check "$name"
    err_has "checked 3 files" # with the new one
done
run 1 check '?*/ba[c-e].pie'
err_has "checked 4 files"

# Paths beyond 260 characters, relative and absolute. Windows itself limits the current folder to 258.
part=a_folder_with_a_name_of_fifty_characters_0123456789
long=.
for i in 1 2 3 4 5 6 7 8; do
    long=$long/$part$i
done
mkdir -p "$long"
model > "$long/model.pie"
mkdir -p ../texpages
run 0 check "$long/model.pie"
run 0 check "$long"
err_has "checked 1 file"
run 0 convert "$long/model.pie" -o "$long/made/here/model.glb"
[ -f "$long/made/here/model.glb" ] || fail "no file at the end of a long path"
run 0 convert "$drive\\$(echo "$long" | cut -c3- | tr / '\\')\\model.pie" -o "$long/model.obj"
[ -f "$long/model.obj" ] || fail "no file at an absolute long path"
run 0 check "$long/*.pie"
top=$part'1/'$part'2'
cd "$top"
run 0 check "../../$long/model.pie"
run 0 convert "${long#"./$top/"}/model.pie" -o "${long#"./$top/"}/from-inside.glb"
cd "$here"
same "$long/from-inside.glb" "$long/made/here/model.glb"

# What cannot be written says so, and leaves nothing.
run 4 convert a.pie -o /sys/a.glb
err_has "Permission denied"
run 4 convert a.pie -o a.pie/b/c.glb
err_has "Not a directory"
run 3 check 'missing\file.pie'
err_has "No such file or directory"
[ -z "$(find . -name '*.tmp')" ] || fail "a temporary file is left"
echo "all paths work"
