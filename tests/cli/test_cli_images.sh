#!/bin/bash
# SPDX-License-Identifier: MIT
#
# What convert does with images: copied beside the output, stored once for a folder, linked, left out,
# changed for the target, and given back as files.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() {
    echo "$*" >&2
    exit 1
}
uris() { jq -r '.images[].uri // "-"' "$1" | sort | tr '\n' ' '; }
same_picture() {
    "$MAQUETTE" render -q "$1" -o a.png && "$MAQUETTE" render -q "$2" -o b.png && cmp a.png b.png
}

# A small game: models in structs and structs/deep, pages in texpages, and the same as an archive.
images=$MAQUETTE_SOURCE/tests/data/image
mkdir -p game/structs/deep game/texpages
cp "$images/rgba8.png" game/texpages/page-9-one.png
cp "$images/rgb8.png" game/texpages/page-9_tcmask.png
for name in structs/a structs/deep/b; do
    cat > game/$name.pie << 'END'
PIE 3
TYPE 10200
TEXTURE 0 page-9-one.png 0 0
LEVELS 1
LEVEL 1
POINTS 3
	0 0 0
	100 0 0
	0 100 0
POLYGONS 1
	200 3 0 1 2 0 0 1 0 0 1
END
done
(cd game && python3 -c "
import os, zipfile
with zipfile.ZipFile('../game.wz', 'w') as out:
    for folder, _, names in os.walk('.'):
        for name in names:
            out.write(os.path.join(folder, name))")

# One model: embedded in .glb, beside .gltf and .obj; the output can be moved as a whole.
"$MAQUETTE" convert -q --strict game/structs/a.pie -o one/a.glb
[ "$(ls one)" = a.glb ] || fail "embedding wrote other files: $(ls one)"
"$MAQUETTE" convert -q game/structs/a.pie -o two/a.gltf
[ "$(uris two/a.gltf)" = "page-9-one.png " ] || fail "gltf: $(uris two/a.gltf)"
cmp two/page-9-one.png game/texpages/page-9-one.png
cmp two/page-9_tcmask.png game/texpages/page-9_tcmask.png
"$MAQUETTE" convert -q game/structs/a.pie -o three/a.obj 2> /dev/null
grep -qx 'map_Kd page-9-one.png' three/a.mtl
[ -f three/page-9-one.png ] || fail "obj: no image beside it"
mkdir elsewhere
mv one two elsewhere
same_picture game/structs/a.pie elsewhere/one/a.glb || fail "a moved .glb shows something else"
same_picture game/structs/a.pie elsewhere/two/a.gltf || fail "a moved .gltf shows something else"

# Without its images it names these as missing; it does not ask for the folders of a game.
cp -R elsewhere/two alone
rm alone/*.png
"$MAQUETTE" check alone/a.gltf > said 2>&1
grep -q 'IMG-0101.*page-9-one.png was not found' said || fail "alone: $(cat said)"
! grep -q IMG-0108 said || fail "alone, a folder of the game: $(cat said)"

# A folder: each image once. From the archive the bytes are the same.
"$MAQUETTE" convert -q game/structs -o out --to gltf
"$MAQUETTE" convert -q game.wz/structs -o packed --to gltf
diff -r out packed || fail "the archive gives something else"
[ "$(find out -name '*.png' | sort | tr '\n' ' ')" = \
    "out/textures/texpages/page-9-one.png out/textures/texpages/page-9_tcmask.png " ] ||
    fail "folder: $(find out -name '*.png')"
[ "$(uris out/deep/b.gltf)" = "../textures/texpages/page-9-one.png " ] || fail "$(uris out/deep/b.gltf)"
# Once more, over what is there: nothing changes.
cp -r out before
"$MAQUETTE" convert -q game/structs -o out --to gltf
diff -r out before || fail "a second run changes files"
# Images of the same name in other folders stay apart.
mkdir -p iq/x iq/y
for name in x y; do
    printf '# Inter-Quake Export\nmesh m\nmaterial skin\nvp 0 0 0\nvt 0 0\nvp 1 0 0\nvt 1 0\nvp 0 1 0\nvt 0 1\nfm 0 1 2\n' \
        > iq/$name/m.iqe
done
cp "$images/rgba8.png" iq/x/skin.png
cp "$images/grey8.png" iq/y/skin.png
"$MAQUETTE" convert -q iq -o iqout --to glb 2> /dev/null
cmp iqout/textures/x/skin.png iq/x/skin.png
cmp iqout/textures/y/skin.png iq/y/skin.png

# A folder that was given is searched as a whole; a single model gets the option that finds its image.
mkdir -p project/models project/tex
cp "$images/rgba8.png" project/tex/a.png
printf 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl m\nf 1/1/1 2/1/1 3/1/1\n' > project/models/a.obj
printf 'newmtl m\nmap_Kd -s 2 2 2 ..\\tex\\a.png\n' > project/models/a.mtl
"$MAQUETTE" convert -q project/ -o projected --to gltf 2> said
[ ! -s said ] && [ "$(uris projected/models/a.gltf)" = "../textures/tex/a.png " ] || fail "project: $(cat said)"
"$MAQUETTE" convert -q project/models/a.obj -o alone.glb 2> said
grep -q 'IMG-0101.*: name the folder that has it with --data$' said || fail "no remedy: $(cat said)"
"$MAQUETTE" convert -q project/models/a.obj --data project -o alone.glb 2> said
! grep -q IMG-0101 said || fail "the remedy does not help: $(cat said)"

# Relative names lead to the same files after the result moved to another folder, or are reported.
mkdir -p far/textures
cat > far/names.gltf << 'END'
{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
"materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
"textures": [{"source": 0}], "images": [{"uri": "textures/skin.png"}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36,
"uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
END
"$MAQUETTE" convert far/names.gltf -o elsewhere/names.gltf 2> said
grep -q 'IMG-0101.*textures/skin.png was not found' said || fail "a name that leads nowhere: $(cat said)"
cp "$images/rgba8.png" far/textures/skin.png
"$MAQUETTE" convert -q far/names.gltf --images link -o elsewhere/names.gltf
[ "$(uris elsewhere/names.gltf)" = "../far/textures/skin.png " ] || fail "$(uris elsewhere/names.gltf)"
"$MAQUETTE" convert -q far/names.gltf -o elsewhere/names.gltf
cmp "elsewhere/$(uris elsewhere/names.gltf | tr -d ' ')" far/textures/skin.png

# Links lead to the image from the output; an archive cannot be linked into.
"$MAQUETTE" convert -q game/structs/deep/b.pie --images link -o links/far/b.gltf
[ "$(uris links/far/b.gltf)" = "../../game/texpages/page-9-one.png " ] || fail "$(uris links/far/b.gltf)"
"$MAQUETTE" convert -q game.wz/structs/a.pie --images link -o links/a.gltf 2> said
grep -q 'MAQ-0907.*archive' said || fail "links into archives: $(cat said)"
# Nothing at all, but the names stay in extras.
"$MAQUETTE" convert -q game/structs/a.pie --images none -o none/a.gltf
[ "$(ls none)" = a.gltf ] || fail "--images none wrote $(ls none)"
jq -e '(.images // []) == [] and (.materials[0].extras.maquette.textures[0].file == "page-9-one.png")' \
    none/a.gltf > /dev/null || fail "--images none: $(cat none/a.gltf)"
# Standard output is one file.
"$MAQUETTE" convert -q game/structs/a.pie --to glb -o - > stream.glb
same_picture game/structs/a.pie stream.glb || fail "a streamed .glb shows something else"

# The way back: the model, and the images as they were.
"$MAQUETTE" convert -q --strict elsewhere/one/a.glb -o back/a.pie
"$MAQUETTE" diff game/structs/a.pie back/a.pie
cmp back/page-9-one.png game/texpages/page-9-one.png
# In a game's tree they go to its folder for images, and never over a file of other content.
mkdir -p mod/texpages mod/structs
"$MAQUETTE" convert -q elsewhere/one/a.glb -o mod/structs/a.pie
cmp mod/texpages/page-9-one.png game/texpages/page-9-one.png
[ "$(ls mod/structs)" = a.pie ] || fail "beside the model: $(ls mod/structs)"
# Also when folders of its path are still missing.
"$MAQUETTE" convert -q elsewhere/one/a.glb -o mod/structs/new/deep/a.pie
[ "$(ls mod/structs/new/deep mod/texpages | tr '\n' ' ')" = \
    "mod/structs/new/deep: a.pie  mod/texpages: page-9-one.png page-9_tcmask.png " ] ||
    fail "in a new folder: $(ls mod/structs/new/deep mod/texpages)"
echo "something else" > mod/texpages/page-9-one.png
"$MAQUETTE" convert -q elsewhere/one/a.glb -o mod/structs/newer/a.pie 2> said
cmp mod/texpages/page-9-one-2.png game/texpages/page-9-one.png
mkdir taken
echo "something else" > taken/page-9-one.png
"$MAQUETTE" convert -q game/structs/a.pie -o taken/a.gltf 2> said
[ "$(cat taken/page-9-one.png)" = "something else" ] || fail "a file was replaced"
[ "$(uris taken/a.gltf)" = "page-9-one-2.png " ] || fail "$(uris taken/a.gltf)"
grep -q 'MAQ-0906.*page-9-one-2.png' said || fail "unsaid: $(cat said)"

# A colour profile, which glTF viewers must ignore, is hidden in glTF files and comes back from them. An image
# that lies beside the result already is used as it is.
python3 - "$images/rgba8.png" profile.png << 'END'
import struct, sys, zlib
png = open(sys.argv[1], 'rb').read()
chunk = b'iCCPname\0\0' + zlib.compress(b'profile')
chunk = struct.pack('>I', len(chunk) - 4) + chunk + struct.pack('>I', zlib.crc32(chunk))
open(sys.argv[2], 'wb').write(png[:33] + chunk + png[33:])
END
mkdir profile
sed 's/page-9-one/profile/' game/structs/a.pie > profile/a.pie
cp profile.png profile
"$MAQUETTE" convert -q --strict profile/a.pie -o profile.glb
! grep -q iCCP profile.glb || fail "glTF files have colour profiles"
"$MAQUETTE" convert -q profile.glb -o profiled/a.pie
cmp profiled/profile.png profile.png
"$MAQUETTE" convert -q profile/a.pie -o profile/a.gltf
[ "$(ls profile | tr '\n' ' ')" = "a.gltf a.pie profile.png " ] || fail "profile: $(ls profile)"
"$MAQUETTE" convert -q profile/a.pie -o separate/a.gltf
! grep -q iCCP separate/profile.png || fail "images of glTF files have colour profiles"
"$MAQUETTE" extract -q separate/a.gltf -o separate/extracted > /dev/null
cmp separate/extracted/profile.png profile.png

# extract gives back the very bytes, and never replaces other files.
"$MAQUETTE" extract -q elsewhere/one/a.glb -o pages > listed
[ "$(sort listed | tr '\n' ' ')" = "pages/page-9-one.png pages/page-9_tcmask.png " ] || fail "$(cat listed)"
cmp pages/page-9-one.png game/texpages/page-9-one.png
cmp pages/page-9_tcmask.png game/texpages/page-9_tcmask.png
echo "something else" > pages/page-9-one.png
"$MAQUETTE" extract -q game.wz -o pages > listed
grep -qx pages/page-9-one-2.png listed || fail "extract: $(cat listed)"
cmp pages/page-9-one-2.png game/texpages/page-9-one.png
[ "$(cat pages/page-9-one.png)" = "something else" ] || fail "extract replaced a file"
"$MAQUETTE" extract -q elsewhere/one/a.glb 2> said && fail "extract without -o"
# It says why an image is missing.
mkdir lonely
cp "$MAQUETTE_SOURCE/examples/models/crate.pie" lonely
"$MAQUETTE" extract lonely -o pages 2> said
grep -q "note\[IMG-0108\]" said && grep -q "1 image was not found" said || fail "extract: $(cat said)"

# Many images of one name: each gets a number.
python3 - > twelve.gltf << 'END'
import base64, json, struct, zlib
def png(value):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes([0, value]))) + chunk(b"IEND", b""))
count = range(12)
print(json.dumps({
    "asset": {"version": "2.0"},
    "images": [{"name": "a.png", "uri": "data:image/png;base64," + base64.b64encode(png(i)).decode()}
               for i in count],
    "textures": [{"source": i} for i in count],
    "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in count]}))
END
"$MAQUETTE" extract -q twelve.gltf -o twelve > listed
[ "$(sort -u listed | wc -l)" -eq 12 ] && [ "$(ls twelve | wc -l)" -eq 12 ] || fail "twelve: $(cat listed)"
"$MAQUETTE" convert -q twelve.gltf --images copy -o apart/twelve.gltf 2> /dev/null
[ "$(ls apart/*.png | wc -l)" -eq 12 ] || fail "twelve copies: $(ls apart)"

# What glTF cannot hold becomes PNG, also in names with the other slash.
mkdir -p obj/tex
cp "$images/rgb24.tga" obj/tex/a.tga
printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n' > obj/m.obj
printf 'newmtl m\nmap_Kd -s 2 2 2 tex\\a.tga\n' > obj/m.mtl
"$MAQUETTE" convert -q obj/m.obj -o tga.gltf --images embed
[ "$(jq -r '.images[0].mimeType' tga.gltf)" = image/png ] || fail "TGA: $(jq -c .images tga.gltf)"
same_picture obj/m.obj tga.gltf || fail "a TGA that became PNG shows something else"

# The mask of a puppet becomes the alpha of its texture: here it shows the left half.
mkdir pet
python3 - "$MAQUETTE_SOURCE/tests/data/pet/client-1.0.pet" << 'END'
import struct, sys
model = open(sys.argv[1], 'rb').read()
open('pet/a.pet', 'wb').write(model.replace(b'skin.jpg', b'[a.bmp\0\0').replace(b'face.jpg', b'face.bmp'))
def bmp(name, colours):  # one row of 4 pixels
    pixels = b''.join(bytes(reversed(colour)) for colour in colours)
    open('pet/' + name, 'wb').write(b'BM' + struct.pack('<IHHI', 54 + len(pixels), 0, 0, 54) +
        struct.pack('<IiiHHIIiiII', 40, 4, 1, 1, 24, 0, len(pixels), 0, 0, 0, 0) + pixels)
bmp('[a.bmp', [(200, 100, 50)] * 4)
bmp('[a_mask.bmp', [(255, 255, 255)] * 2 + [(0, 0, 0)] * 2)
bmp('face.bmp', [(1, 2, 3)] * 4)
END
"$MAQUETTE" convert -q --strict pet/a.pet -o pet.glb 2> said
[ ! -s said ] || fail "a puppet: $(cat said)"
"$MAQUETTE" extract -q pet.glb -o puppet > /dev/null
python3 - 'puppet/[a.png' << 'END' || fail "the mask of a puppet is not the alpha of its texture"
import struct, sys, zlib
png, at, packed = open(sys.argv[1], 'rb').read(), 8, b''
while at < len(png):
    length, kind = struct.unpack('>I4s', png[at:at + 8])
    packed += png[at + 8:at + 8 + length] if kind == b'IDAT' else b''
    at += length + 12
rows = zlib.decompress(packed)
pixels = bytearray(rows[1:])
if rows[0] == 1:
    for i in range(4, len(pixels)):
        pixels[i] = (pixels[i] + pixels[i - 4]) % 256
sys.exit(bytes(pixels) != bytes((200, 100, 50, 255) * 2 + (200, 100, 50, 0) * 2))
END

# Joined models find their images each in its own tree.
mkdir -p first/structs first/texpages second/structs second/texpages
cp game/structs/a.pie first/structs
sed 's/page-9-one/page-8-two/; s/TYPE 10200/TYPE 200/' game/structs/a.pie > second/structs/b.pie
cp game/texpages/* first/texpages
cp "$images/rgb8.png" second/texpages/page-8-two.png
"$MAQUETTE" render -q first/structs/a.pie --at 'level 1' second/structs/b.pie -o joined.png 2> said
[ ! -s said ] || fail "render --at: $(cat said)"
"$MAQUETTE" info -q --json first/structs/a.pie --at 'level 1' second/structs/b.pie |
    jq -e '[.images[] | .path] == ["first/texpages/page-9-one.png", "first/texpages/page-9_tcmask.png",
        "second/texpages/page-8-two.png"]' > /dev/null || fail "info --at lists other images"

# The summary counts images that many models share once.
"$MAQUETTE" convert game/structs -o counted --to gltf 2>&1 | grep -q '; 2 images were written to counted/textures/texpages$' || fail "the summary"

# check --fix corrects the capitals of a name.
mkdir -p capitals/structs capitals/texpages
cp game/texpages/page-9-one.png capitals/texpages/page-9-One.png
sed 's/TYPE 10200/TYPE 200/' game/structs/a.pie > capitals/structs/a.pie
"$MAQUETTE" check -q --fix capitals/structs/a.pie > said || fail "the capitals were not corrected: $(cat said)"
grep -q 'fixed\[PIE-0403\]' said || fail "the correction is not listed: $(cat said)"
grep -qx 'TEXTURE 0 page-9-One.png 0 0' capitals/structs/a.pie || fail "$(cat capitals/structs/a.pie)"

# Findings about images have positions, in the order of the file.
mkdir positions
printf '{"asset":{"version":"2.0"},\n"images":[\n{"uri":"gone.png"},{"uri":"a%%20b.png"}],\n%s%s%s' \
    '"textures":[{"source":0},{"source":1}],"materials":[' \
    '{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}},' \
    '{"normalTexture":{"index":1}}]}' > positions/a.gltf
"$MAQUETTE" check -q positions/a.gltf > said
[ "$(cut -d ' ' -f 1,2 said | tr '\n' ' ')" = "positions/a.gltf:3:1: warning[IMG-0101]: positions/a.gltf:3:20: warning[IMG-0101]: " ] || fail "positions in glTF: $(cat said)"
cp "$MAQUETTE_SOURCE/examples/models/crane.iqm" positions
"$MAQUETTE" check -q positions/crane.iqm > said
at=$(grep -obUa 'texpages/page-90' positions/crane.iqm | head -n 1 | cut -d : -f 1)
grep -q "crane.iqm:@0x$(printf %x "$at"): warning\[IMG-0101\]" said || fail "positions in IQM: $(cat said)"

# Smaller images, a baked team colour.
"$MAQUETTE" convert -q game/structs/a.pie -o small/a.gltf --max-image-size 4
"$MAQUETTE" info --json small/a.gltf > /dev/null
python3 - small/page-9-one.png << 'END' || fail "--max-image-size"
import struct, sys
width, height = struct.unpack(">II", open(sys.argv[1], "rb").read()[16:24])
sys.exit(not (1 <= width <= 4 and 1 <= height <= 4))
END
# The memory of a model follows its bytes; one that packs well is made smaller all the same.
mkdir flat
python3 - flat/a.png << 'END'
import struct, sys, zlib
def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4096, 4096, 8, 0, 0, 0, 0)) +
    chunk(b"IDAT", zlib.compress(bytes(4097 * 4096))) + chunk(b"IEND", b""))
END
cp project/models/a.obj flat/a.obj
printf 'newmtl m\nmap_Kd a.png\n' > flat/a.mtl
"$MAQUETTE" convert -q flat/a.obj -o flat/a.gltf --images copy --max-image-size 16 2> said || fail "flat: $(cat said)"
"$MAQUETTE" info --json flat/a.gltf | jq -e '.images[0].width == 16' > info || fail "flat: $(cat said info)"
"$MAQUETTE" convert -q flat/a.obj -o flat/b.gltf --images copy --max-image-size 16 --memory-limit 16 2> said
grep -q 'IMG-0102.*--memory-limit raises it' said || fail "flat, limited: $(cat said)"
"$MAQUETTE" convert -q game/structs/a.pie -o team/a.gltf --team-colour ff0000
[ "$(ls team)" = "$(printf 'a.gltf\npage-9-one.png')" ] || fail "team colour: $(ls team)"
cmp -s team/page-9-one.png game/texpages/page-9-one.png && fail "the team colour changes nothing"

# The path of the current folder is not a part of names.
(cd game/structs && "$MAQUETTE" convert -q a.pie --to glb -o ../../here/)
[ -f here/textures/texpages/page-9-one.png ] || fail "names from the current folder: $(find here)"

# --strict refuses neither a model without its materials nor one without its images, as SECURITY.md says.
mkdir strict
cp project/models/a.obj strict/a.obj
"$MAQUETTE" convert -q --strict --root strict --level note strict/a.obj -o strict/a.glb 2> said ||
    fail "strict, without materials: $(cat said)"
grep -q 'note.OBJ-0301' said || fail "strict, without materials: $(cat said)"
printf 'newmtl m\nmap_Kd none.png\n' > strict/a.mtl
"$MAQUETTE" convert -q --strict --root strict strict/a.obj -o strict/a.glb 2> said ||
    fail "strict, without images: $(cat said)"
grep -q 'warning.IMG-0101' said || fail "strict, without images: $(cat said)"

# Wrong usage.
for wrong in "--images inside -o x.glb" "--images embed -o x.obj" "--max-image-size x -o x.glb" \
    "--team-colour purple -o x.glb"; do
    # shellcheck disable=SC2086
    "$MAQUETTE" convert -q game/structs/a.pie $wrong 2> said && fail "accepted: $wrong"
    [ -s said ] || fail "no message: $wrong"
done
[ ! -e x.glb ] && [ ! -e x.obj ] || fail "wrong usage wrote a file"
