#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A small model that becomes a large one is refused with the limit and the option that raises it.
. "$(dirname "$0")/../cli/lib.sh"
inputs=$MAQUETTE_SOURCE/tests/hostile/inputs.py
python3 "$inputs" iqm_overlapping_anims . 12000 > /dev/null
run 3 convert m.iqm -o m.iqe
limit=$((48 * 1048576 + 56 * $(wc -c < m.iqm)))
err_has "it needs more than $((limit / 1048576)) MiB, the limit for a model of its size; try"
err_has "try --memory-limit $(((2 * limit + 1048575) / 1048576))"
[ ! -e m.iqe ] || fail "half a file was written"
run 3 convert m.iqm -o m.iqe --memory-limit 60
err_has 'it needs more than 60 MiB in addition to the size of its files'
err_has 'the limit of --memory-limit 60; try --memory-limit 120'
yes 'v 0 0 0' | head -n 300000 > large.obj
run 3 check large.obj --memory-limit 1
err_has '--memory-limit 1; try --memory-limit 2'
# Also when a finding says what takes so much.
python3 -c 'print("{\"asset\":{\"version\":\"2.0\"},\"extras\":[" + ",".join(["[]"] * 300000) + "]}")' > large.gltf
run 3 check large.gltf --memory-limit 4
out_has 'needs more memory than the limit leaves'
err_has '--memory-limit 4; try --memory-limit 8'
run 0 convert m.iqm -o m.iqe --memory-limit 1000
[ -s m.iqe ] || fail "there is no output"
run 2 check m.iqm --memory-limit 0
err_has 'memory-limit'
for value in 512M 1.5; do
    run 2 check m.iqm --memory-limit $value
    err_has "'$value' is not a value for --memory-limit: it is a whole number from 1 to"
done
