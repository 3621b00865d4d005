#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Files that another program has open, and Ctrl-C.
. "$(dirname "$0")/../cli/lib.sh"
: "${MAQUETTE_HELPER:?is to name helper.exe}"
put_page
model > a.pie
wine=$(cd "$tools/../../scripts" && pwd)/wine

# A file that is open elsewhere stays as it is, and the message says why.
echo old > a.glb
"$wine" "$MAQUETTE_HELPER" hold a.glb 20000 > ../held &
holder=$!
while ! grep -q open ../held; do sleep 0.1; done
run 4 convert a.pie -o a.glb
err_has "The file is open in another program"
[ "$(cat a.glb)" = old ] || fail "the file changed"
[ "$(all_files)" = "./a.glb ./a.pie " ] || fail "a file is left: $(all_files)"
kill "$holder" 2> /dev/null || :
wait "$holder" || :

# Ctrl-Break, which goes to one group of processes where Ctrl-C cannot, at several times in a long run: what
# is there is whole, and no temporary file is left. A terminal is needed: script makes one.
mkdir many
for i in $(seq 400); do model > "many/$i.pie"; done
for delay in 300 500 700 900 1200 1500; do
    rm -rf out
    script -qec "'$wine' '$MAQUETTE_HELPER' interrupt $delay '$MAQUETTE_EXE' convert many -o out/ --to glb -j 2" \
        /dev/null < /dev/null > ../interrupted
    ! grep -q "no console\|does not end\|cannot start" ../interrupted || {
        cat ../interrupted
        fail "the interruption does not work"
    }
    [ -z "$(find . -name '*.tmp')" ] || fail "a temporary file is left"
    echo "after $delay ms: $(find out -name '*.glb' 2> /dev/null | wc -l) files, $(grep -ao 'exit code 0x[0-9a-f]*' ../interrupted)"
    for file in $(find out -name '*.glb' -size 0 2> /dev/null); do fail "$file is empty"; done
done
