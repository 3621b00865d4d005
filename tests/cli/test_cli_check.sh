#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette check: findings, exit codes, paths, order, JSON.
. "$(dirname "$0")/../cli/lib.sh"
put_page
model > good.pie
bad_model > bad.pie
warned_model > warned.pie
echo "no model at all" > text.txt
echo "nor this" > broken.pie

# -------------------------------------------------------------------------------------- exit codes
run 0 check good.pie
out_empty
[ "$(cat "$scratch/err")" = "checked 1 file: 0 errors, 0 warnings, 0 notes" ] || fail "summary"
run 0 check -q good.pie
err_empty

run 1 check bad.pie
grep -Eq '^bad\.pie:12:[0-9]+: error\[PIE-0218\]: ' "$scratch/out" || fail "no error in line 12"
grep -Eq '^bad\.pie:13:[0-9]+: warning\[PIE-0233\]: ' "$scratch/out" || fail "no warning in 13"
err_has "checked 1 file: 1 error, 1 warning, "

run 0 check warned.pie
out_has "warning[PIE-0233]"
err_has "0 errors, 1 warning, 0 notes"
run 1 check --strict warned.pie
run 0 check --strict good.pie

run 3 check text.txt
out_has "text.txt:1:1: error[MAQ-0001]: "
run 3 check broken.pie
out_has "error[PIE-0001]"
err_has "; 1 file could not be read"
printf '\211PNG\r\n\032\n\0\0\0\rIHDR' > image.pie
run 3 check image.pie
out_has "image.pie:1:1: error[MAQ-0001]: not a model file that Maquette recognises (it looks like a PNG image)"
printf 'BM 1\nPIE\n' > letters.pie
run 3 check letters.pie
out_has "error[PIE-0001]"
run 3 check missing.pie
err_has "missing.pie: error: No such file or directory"
run 3 check good.pie missing.pie bad.pie
out_has "error[PIE-0218]"
err_has "checked 3 files: 1 error, 1 warning, 0 notes; 1 file could not be read"

# ------------------------------------------------------------------------------- level and maximum
run 1 check --level error bad.pie
[ "$(wc -l < "$scratch/out")" -eq 1 ] || fail "more than the error is listed"
err_has "1 error, 1 warning, "
run 1 check --max-findings 1 bad.pie
[ "$(wc -l < "$scratch/out")" -eq 2 ] || fail "one finding and one line about the rest"
out_has "bad.pie: 1 more finding is not listed"
out_has "bad.pie:12:"
err_has "1 error, 1 warning, 0 notes"

# ------------------------------------------------------------------------------------------ targets
model 4 > four.pie
run 0 check --target game four.pie
run 1 check --target game-4.3 four.pie
out_has "error[PIE-0005]"

# ---------------------------------------------------------------------- folders, patterns, streams
mkdir -p tree/deep 'tree/odd [name]'
model > tree/b.pie
bad_model > tree/deep/a.PIE
bad_model > 'tree/odd [name]/c[1].pie'
echo "not looked at" > tree/readme.txt
run 1 check tree
err_has "checked 3 files: 2 errors, 2 warnings, "
out_has "tree/deep/a.PIE:12:"
run 3 check 'tree/*'
err_has "checked 4 files"
out_has "tree/readme.txt:1:1: error[MAQ-0001]"
run 1 check 'tree/*/*.[Pp][Ii][Ee]'
err_has "checked 2 files: 2 errors"
# A file whose name could be a pattern is found by that name.
run 1 check 'tree/odd [name]/c[1].pie'
out_has 'tree/odd [name]/c[1].pie:12:'
# What is met twice counts once.
run 1 check tree tree/deep/a.PIE tree
err_has "checked 3 files"
run 3 check 'nothing*.pie'
err_has "nothing*.pie: no file matches"
run 3 check 'nothing*.pie' bad.pie
out_has "bad.pie:12:"
run 3 check none/
err_has "none/: there is no such folder"
mkdir empty
run 3 check empty
err_has "empty: this folder contains no models"
if ! on_windows; then
    mkdir links models
    model > models/tank.pie
    ln -s ../models links/one
    run 3 check links
    err_has "links: 1 link to a folder in it is not followed; name the link to include it"
    err_has "links: this folder contains no models"
    ln -s ../models links/two
    run 3 check links
    err_has "links: 2 links to folders in it are not followed; name them to include them"
    model > links/tank.pie
    run 0 check --no-files links
    err_has "links: 2 links to folders"
    err_has "checked 1 file:"
    rm links/tank.pie
    run 0 check --no-files links/one 'links/t*'
    err_has "checked 2 files"
    rm -r links models
fi

run 1 check - < bad.pie
out_has "-:12:"
run 0 check - < good.pie
run 3 check - < /dev/null
run 1 check - good.pie < bad.pie
err_has "checked 2 files: 1 error"

# ------------------------------------------------------------------- files that belong together
mkdir set
model > set/a.pie
sed -i '3a\
EVENT 1 missing.pie' set/a.pie
run 0 check set/a.pie
out_lacks "PIE-0123"
run 0 check set
out_has "set/a.pie:4:"
out_has "PIE-0123"
model | sed '3a\
EVENT 1 c.pie' > set/b.pie
model | sed '3a\
EVENT 1 b.pie' > set/c.pie
run 1 check set/b.pie set/c.pie
out_has "PIE-0124"

# ------------------------------------------------------------- the same, whatever the threads do
mkdir many
i=0
while [ $i -lt 120 ]; do
    if [ $((i % 3)) -eq 0 ]; then bad_model; else model; fi > "many/m$i.pie"
    i=$((i + 1))
done
run 1 check -j 1 many
cp "$scratch/out" ../one
cp "$scratch/err" ../one.err
sort -s -t: -k1,1 ../one > ../sorted
same ../one ../sorted
for threads in 2 7; do
    run 1 check -j $threads many
    same "$scratch/out" ../one
    same "$scratch/err" ../one.err
done
run 1 check many
same "$scratch/out" ../one

# -------------------------------------------------------------------------------------------- json
run 3 check --json good.pie bad.pie text.txt missing.pie
out_json 'length == 4'
out_json '.[0] | keys_unsorted == ["file", "format", "version", "target", "findings", "counts"]'
out_json '.[0] | .file == "good.pie" and .format == "pie3" and .version == 3 and .target == "game"'
out_json '.[0] | .findings == [] and .counts == {error: 0, warning: 0, note: 0}'
out_json '.[1].counts | .error == 1 and .warning == 1'
out_json '.[1].findings[0] | keys_unsorted == ["rule", "severity", "message", "line", "column",
    "offset", "length", "fixable", "count"]'
out_json '.[1].findings[] | select(.rule == "PIE-0218")
    | .severity == "error" and .line == 12 and .offset > 0 and .fixable == false'
out_json '.[2] | .format == null and .error != null and .counts.error == 1'
out_json '.[3] | .error == "No such file or directory"'
[ "$(wc -l < "$scratch/out")" -eq 4 ] || fail "not one object per line"
run 1 check --json --level error bad.pie
out_json '.[0] | (.findings | length == 1) and .counts.warning == 1'
run 1 check --json --target game-4.3 four.pie
out_json '.[0].target == "game-4.3"'
# A name that is not UTF-8, with a quote and a line break, is still JSON.
if ! on_windows; then
    odd=$(printf 'o"d\n\344.pie')
    model > "$odd"
    run 0 check --json "$odd"
    out_json '.[0].file == "o\"d\nä.pie"'
fi
run 3 check "$(printf 'esc\033x')"
err_has 'esc\x1bx: error'
# C1, in UTF-8 and as a byte, and what turns the direction of text; letters stay.
run 3 check "$(printf 'a\302\233b\342\200\256c\342\201\246d\303\244\342\200\223')"
err_has "$(printf 'a\\xc2\\x9bb\\xe2\\x80\\xaec\\xe2\\x81\\xa6d\303\244\342\200\223: error')"
on_windows || { run 3 check "$(printf 'a\233b')" && err_has 'a\x9bb: error'; }

# Many findings of one rule in a row are one line for people; JSON has them all.
awk 'BEGIN {
    print "PIE 3\nTYPE 200\nTEXTURE 0 page-1-x.png 256 256\nLEVELS 1\nLEVEL 1\nPOINTS 3"
    print "\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 24"
    for (i = 0; i < 24; i++) print "\t200 3 0 1 9 0 0 1 0 0 1"
}' > many.pie
run 1 check --level error many.pie
[ "$(grep -c PIE-0218 "$scratch/out")" -eq 1 ] || fail "PIE-0218 is not summed up"
out_has "; and 23 more of this kind"
run 1 check --level error --json many.pie
[ "$(grep -o PIE-0218 "$scratch/out" | wc -l)" -ge 24 ] || fail "JSON lacks findings"

# ------------------------------------------------------------------------------------------ images
mkdir -p game/texpages game/structs data/texpages
for i in 1 2 3; do model | sed 's/page-7/page-8/' > game/structs/$i.pie; done
cp ../texpages/page-7.png data/texpages/page-8.png
run 1 check game
[ "$(wc -l < "$scratch/out")" -eq 1 ] || fail "one missing page is not one line"
out_has 'game/structs/1.pie:3:11: error[PIE-0401]: material "page-8": texture page-8.png was not found in: '
out_has "; the same in 2 more models"
err_has "checked 3 files: 3 errors, 0 warnings, 0 notes"
run 1 check --json game
out_json 'length == 3 and all(.[]; .findings[0] | .rule == "PIE-0401" and .line == 3)'
run 0 check --no-files game
out_lacks "page-8"
run 0 check --data data game
out_lacks "page-8"
cp data/texpages/page-8.png game/texpages/PAGE-8.png
run 1 check game/structs/1.pie
out_has "error[PIE-0403]"
head -c 60 data/texpages/page-8.png > game/texpages/page-8.png
run 1 check game
[ "$(grep -c 'error\[IMG-0201\]' "$scratch/out")" -eq 1 ] || fail "one broken page is not one line"
rm game/texpages/*
if ! on_windows; then
    mkfifo game/texpages/page-8.png
    run 0 check game
    out_has "warning[IMG-0102]"
fi
