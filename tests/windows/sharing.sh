#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Files that another program has open, and Ctrl-C.
. "$(dirname "$0")/../cli/lib.sh"
: "${HOLD_OPEN:?is to name hold_open.exe}"
put_page
model > a.pie
wine=$(cd "$tools/../../scripts" && pwd)/wine

# A file that is open elsewhere stays as it is, and the message says why.
: > ../held
echo old > a.glb
"$wine" "$HOLD_OPEN" a.glb 20000 > ../held &
holder=$!
while ! grep -q open ../held; do sleep 0.1; done
run 4 convert a.pie -o a.glb
err_has "The file is open in another program"
[ "$(cat a.glb)" = old ] || fail "the file changed"
[ "$(all_files)" = "./a.glb ./a.pie " ] || fail "a file is left: $(all_files)"
kill "$holder" 2> /dev/null || :
wait "$holder" || :

# Ctrl-C in a long run: the files in progress are finished, and no temporary file is left.
mkdir many
for i in $(seq 400); do model > "many/$i.pie"; done
for count in 3 50 150; do
    rm -rf out
    code=0
    "$tools/../windows/press_ctrl_c.py" out $count "$MAQUETTE" convert many -o out/ --to glb -j 2 \
        > "$scratch/out" 2> "$scratch/err" || code=$?
    [ "$code" -eq 58 ] || fail "exit code $code instead of 58, the end of 0xc000013a" # by Ctrl-C
    grep -qa "files were not converted" "$scratch/out" || fail "nothing was interrupted"
    [ -z "$(find . -name '*.tmp')" ] || fail "a temporary file is left"
    [ -z "$(find out -size 0)" ] || fail "a file is empty"
    echo "Ctrl-C after $count files: $(find out -name '*.glb' | wc -l) are there, whole"
done
run 0 check out
