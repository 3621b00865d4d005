#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The example that follows an attachment over a clip, against values worked out by hand.
. "$(dirname "$0")/../cli/lib.sh"
example=$(dirname "$MAQUETTE")/examples/example_attachment
if [ ! -x "$example" ]; then
    echo "skipped: this build has no examples"
    exit 77
fi
# A connector 1 to the right and 3 up, on a level that goes 10 to the right and back.
model | sed -e '6,$d' > moves.pie
cat >> moves.pie << 'END'
POINTS 3
	0 0 0
	1 0 0
	0 1 0
POLYGONS 1
	200 3 0 1 2 0 0 1 0 0 1
CONNECTORS 1
	1 0 3
ANIMOBJECT 200 0 2
	0 0 0 0 0 0 0 1 1 1
	1 10000 0 0 0 0 0 1 1 1
END
"$example" moves.pie animation "connector 1" > "$scratch/out" 2> "$scratch/err" || fail "it failed"
[ "$(cat "$scratch/out")" = "0.0 s: 1 3 0
0.1 s: 6 3 0
0.2 s: 11 3 0
0.3 s: 6 3 0
0.4 s: 1 3 0" ] || fail "the places are others"
code=0
"$example" moves.pie walk "connector 1" > "$scratch/out" 2> "$scratch/err" || code=$?
[ "$code" -eq 1 ] || fail "an unknown clip: exit code $code"
