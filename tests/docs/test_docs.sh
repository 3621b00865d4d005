#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The pages that the program writes are up to date. In a build without a format, the rest of the page is
# compared.
set -eu
cd "$MAQUETTE_SOURCE"

# A section of rules is headed "## Title (format)".
sections_of() { sed -n 's/^## .* (\([a-z0-9]*\))$/\1/p'; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$MAQUETTE" rules --markdown > "$scratch/said"
sections_of < "$scratch/said" > "$scratch/known"
sections_of < docs/rules.md | grep -vxFf "$scratch/known" > "$scratch/missing" || true
if grep -qvx gltf "$scratch/missing"; then
    echo "docs/rules.md has formats that the program does not know: run scripts/make-docs" >&2
    exit 1
fi
if [ -s "$scratch/missing" ]; then
    echo "not compared, as this build has no such format: $(tr '\n' ' ' < "$scratch/missing")"
fi
# The blank line before a section goes with it.
awk 'FILENAME == ARGV[1] { missing[$0] = 1; next }
    /^## / { name = $0; sub(/.*\(/, "", name); sub(/\).*/, "", name); out = name in missing }
    /^$/ { blanks++; next }
    !out { for (; blanks > 0; blanks--) print ""; print }
    { blanks = 0 }' "$scratch/missing" docs/rules.md > "$scratch/expected"
if ! cmp -s "$scratch/said" "$scratch/expected"; then
    echo "docs/rules.md is out of date: run scripts/make-docs" >&2
    exit 1
fi

# The picture of the README is up to date: it has the same pixels, however they are compressed.
pixels_of() {
    python3 - "$1" << 'PYTHON'
import struct, sys, zlib
data, at, packed = open(sys.argv[1], "rb").read(), 8, b""
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        print(data[at + 8:at + 8 + length].hex())
    packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
    at += 12 + length
print(zlib.crc32(zlib.decompress(packed)))
PYTHON
}
status=0
(cd examples/models && "$MAQUETTE" render crate.pie radar.pie tower.pie turret.pie flag.wza \
    crane.glb --sheet --size 160 -o "$scratch/models.png" > /dev/null 2> "$scratch/log") || status=$?
if [ "$status" -eq 2 ]; then
    echo "not compared, as this build draws no PNG: docs/pictures/models.png"
elif [ "$(pixels_of "$scratch/models.png")" != "$(pixels_of docs/pictures/models.png)" ]; then
    echo "docs/pictures/models.png is out of date: run scripts/make-docs" >&2
    exit 1
fi
