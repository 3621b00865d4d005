#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Models that are converted at the same time, each with another image of the same name: none is lost, and each
# model names its own.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
count=24

mkdir models
cp "$MAQUETTE_SOURCE/examples/models/crate.pie" model.pie
page=$(sed -n 's/^TEXTURE [0-9]* \([^ ]*\).*/\1/p' model.pie | head -n 1 | tr -d '\r')
for ((i = 0; i < count; i++)); do
    python3 -c "
import struct, sys, zlib
def chunk(kind, content):
    return struct.pack('>I', len(content)) + kind + content + struct.pack('>I', zlib.crc32(kind + content))
sys.stdout.buffer.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 2, 0, 0, 0)) +
    chunk(b'IDAT', zlib.compress(bytes([0, $i, 0, 0]))) + chunk(b'IEND', b''))" > "$page"
    "$MAQUETTE" convert -q model.pie -o models/m$i.glb 2> /dev/null
    mv "$page" $i.png
done

for round in 1 2 3; do
    "$MAQUETTE" convert -q -j 8 models/*.glb -o out$round/ --to iqe 2> /dev/null
    for ((i = 0; i < count; i++)); do
        image=$(sed -n 's/^material "\(.*\)"$/\1/p' out$round/m$i.iqe)
        cmp "out$round/$image" $i.png
    done
    [ "$(find out$round -name '*.png' | wc -l)" = $count ]
done
