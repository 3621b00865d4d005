#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The images of a model have a limit of pixels, which --memory-limit replaces: then images, drawing and the
# pictures count against it together. What is left out names the option.
. "$(dirname "$0")/../cli/lib.sh"
inputs=$MAQUETTE_SOURCE/tests/hostile/inputs.py
python3 "$inputs" image_of_many_pixels . 8200 > /dev/null

# The image is left out, and the model is drawn without it.
run 0 render m.gltf -o m.png
err_has 'a.png: 8200 x 8200 pixels; the limit is 67108864; --memory-limit raises it'
[ -s m.png ] || fail "there is no picture"
cp m.png without.png
run 0 render m.gltf -o m.png --memory-limit 100
err_has 'a.png: it needs more memory than the limit allows; --memory-limit raises it'
cmp -s m.png without.png || fail "the image is in the picture in spite of the limit"
run 0 render m.gltf -o m.png --memory-limit 1000
err_lacks 'IMG-'
cmp -s m.png without.png && fail "the image is not in the picture"

# All pictures of a model count together, and nothing is written when they exceed the limit.
cp without.png before.png
run 3 render m.gltf -o before.png --size 2048 --memory-limit 40
err_has '--memory-limit 40; try --memory-limit 80'
cmp -s before.png without.png || fail "an old picture was touched"
run 3 render m.gltf -o turns.png --turntable=36 --size 512 --memory-limit 30
err_has '--memory-limit 30; try --memory-limit 60'
[ ! -e turns.png ] || fail "half of a turntable was written"
run 0 render m.gltf -o turns.png --turntable=36 --size 512 --memory-limit 100
[ -s turns.png ] || fail "there is no turntable"

# Each model of a sheet has the limit for itself.
mkdir other
python3 "$inputs" images_embedded other 8 > /dev/null
run 0 render --sheet m.gltf other/m.gltf -o sheet.png --memory-limit 100
err_has 'm.gltf: warning[IMG-0102]: ./a.png: it needs more memory'
err_has 'other/m.gltf: warning[IMG-0102]: an image in the model: it needs more memory'
[ -s sheet.png ] || fail "there is no sheet"
