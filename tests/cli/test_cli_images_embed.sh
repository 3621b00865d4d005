#!/bin/bash
# SPDX-License-Identifier: MIT
#
# --images embed packs the texture files that a model names, and lists those that it cannot pack.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/model" "$scratch/model/sub"
cd "$scratch/model"
pixel=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==
base64 -d <<< "$pixel" > here.png
cp here.png sub/below.png
cp here.png ../above.png
echo "no image" > text.png
base64 -d <<< "$pixel" > large.png
truncate -s 70M large.png
files="here.png sub/below.png gone.png ../above.png text.png large.png here.png"
{
    printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n'
    i=0
    for file in $files; do
        printf 'newmtl m%d\nmap_Kd %s\n' "$i" "$file" >&3
        printf 'usemtl m%d\nf 1/1/1 2/1/1 3/1/1\n' "$i"
        i=$((i + 1))
    done
} > m.obj 3> m.mtl

fail() {
    echo "$*" >&2
    exit 1
}
# What each image of a .gltf file is: its name or address, and whether it is inside.
images() { jq -r '.images[] | (.name // .uri) + " " + (if .bufferView then "in" else "out" end)' "$1"; }

# From another folder: files are looked for beside the model, not where the command runs.
cd /
"$MAQUETTE" convert "$scratch/model/m.obj" --images embed -o "$scratch/m.gltf" 2> "$scratch/said" ||
    fail "--images embed failed: $(cat "$scratch/said")"
images "$scratch/m.gltf" > "$scratch/images"
diff - "$scratch/images" << END || fail "other images"
here.png in
sub/below.png in
gone.png out
../above.png out
text.png out
large.png out
END
grep -o 'warning\[.*' "$scratch/said" | sed "s#$scratch/##g" | sort > "$scratch/warnings"
diff - "$scratch/warnings" << 'END' || fail "other findings"
warning[IMG-0101]: material "m2": texture gone.png was not found in: model
warning[IMG-0101]: material "m3": texture above.png was not found in: model; its name leads out of there: name the folder that has it with --data
warning[IMG-0102]: model/large.png: 73400320 bytes; the limit is 64 MiB for an image and 512 MiB for all
warning[IMG-0102]: model/text.png: the file is not a PNG, JPEG, TGA, BMP or DDS image
warning[IMG-0105]: "../above.png" is searched for as "above.png"
END
[ "$(stat -c %s "$scratch/m.gltf")" -lt 100000 ] || fail "the file is too large"

# Twice the same, and the bytes are those of the file.
"$MAQUETTE" convert -q "$scratch/model/m.obj" --images embed -o "$scratch/alone/m.glb" 2> /dev/null
"$MAQUETTE" convert -q "$scratch/alone/m.glb" --images embed -o "$scratch/again.gltf" 2> /dev/null
cmp "$scratch/m.gltf" "$scratch/again.gltf" || fail "GLB says something else"
view=$(jq -r '.images[0].bufferView as $v | .bufferViews[$v] | "\(.byteOffset) \(.byteLength)"' \
    "$scratch/m.gltf")
jq -r '.buffers[0].uri' "$scratch/m.gltf" | sed 's/.*,//' | base64 -d |
    tail -c "+$((${view% *} + 1))" | head -c "${view#* }" | cmp - "$scratch/model/here.png" ||
    fail "other bytes"

# By default a .gltf file has its images beside it, and what is piped in finds nothing.
"$MAQUETTE" convert -q "$scratch/model/m.obj" -o "$scratch/plain.gltf" 2> /dev/null
images "$scratch/plain.gltf" | grep -q " in" && fail "packed without being asked"
"$MAQUETTE" convert -q - --images embed --to gltf -o "$scratch/piped.gltf" < "$scratch/plain.gltf" 2> /dev/null
images "$scratch/piped.gltf" | grep -q " in" && fail "packed what was piped in"

# From one glTF file to the next, with what only glTF has: its images are packed, too.
cp "$MAQUETTE_SOURCE/tests/data/gltf/materials.gltf" "$scratch/model"
cp "$scratch/model/here.png" "$scratch/model/surface of it.png"
"$MAQUETTE" convert -q "$scratch/model/materials.gltf" --images embed -o "$scratch/materials.gltf"
[ "$(images "$scratch/materials.gltf" | tr '\n' ';')" = "colour.png in;surface of it.png in;" ] ||
    fail "materials: $(images "$scratch/materials.gltf")"
