#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A small model that becomes a large one is refused with the limit and the option that raises it.
. "$(dirname "$0")/../cli/lib.sh"
inputs=$MAQUETTE_SOURCE/tests/hostile/inputs.py
python3 "$inputs" iqm_overlapping_anims . 12000 > /dev/null
run 3 convert m.iqm -o m.iqe
err_has '48 MiB and 56 times its size'
err_has '--memory-limit'
[ ! -e m.iqe ] || fail "half a file was written"
run 3 convert m.iqm -o m.iqe --memory-limit 60
err_has 'than --memory-limit allows'
yes 'v 0 0 0' | head -n 300000 > large.obj
run 3 check large.obj --memory-limit 1
err_has 'than --memory-limit allows'
run 0 convert m.iqm -o m.iqe --memory-limit 1000
[ -s m.iqe ] || fail "there is no output"
run 2 check m.iqm --memory-limit 0
err_has 'memory-limit'
