#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What desktops are told of our files is well-formed and agrees with what the command knows.
. "$(dirname "$0")/../cli/lib.sh"
share=$MAQUETTE_SOURCE/share
mime=$share/mime/maquette.xml

# A file of each kind.
variants=$("$MAQUETTE" formats --json | jq -r '.[].variants[] | select(.write) | .name + .extension')
for variant in $variants; do
    run 0 convert -q "$MAQUETTE_SOURCE/examples/models/crate.pie" --to "${variant%%.*}" \
        -o "crate-$variant"
done
"$MAQUETTE" formats --json > formats.json
"$MAQUETTE" info -q --json . "$MAQUETTE_SOURCE/tests/data" > info.jsonl 2> /dev/null || :
python3 "$tools/check_mime.py" "$mime" "$share/thumbnailers/maquette.thumbnailer" \
    formats.json info.jsonl

# The desktop's own judge, where it is there.
if command -v update-mime-database > /dev/null; then
    mkdir -p data/mime/packages
    cp "$mime" data/mime/packages
    XDG_DATA_DIRS=$PWD/data update-mime-database "$PWD/data/mime" 2> complaints
    # It says nothing of what it likes; it writes the list of endings.
    if [ -s complaints ]; then
        cat complaints
        exit 1
    fi
    grep -q '^model/x-warzone-pie:\*\.pie$' data/mime/globs
fi

# What the desktop will call, as it calls it: the picture's name has no ending.
line=$(sed -n 's/^Exec=maquette //p' "$share/thumbnailers/maquette.thumbnailer")
line=$(echo "$line" | sed 's|%s|96|; s|%o|picture|; s|%i|crate-pie3.pie|')
# shellcheck disable=SC2086  # a list of words
run 0 $line
python3 -c '
import struct
head = open("picture", "rb").read(24)
assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:]) == (96, 96), head'
