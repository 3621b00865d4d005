#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Many models: lists of files, shards, reports that merge, runs that continue, and memory that does not
# grow with the number of files.
. "$(dirname "$0")/lib.sh"

# Models of several kinds, in folders: valid, with a finding, unreadable, and with references between
# models in a ring, to a missing model, and to a valid one.
mkdir -p models/a/b models/c models/effects
for i in 1 2 3 4 5 6 7 8; do
    model > models/a/good$i.pie
    bad_model > "models/a/b/bad $i.pie"
    model | sed "3a\\
EVENT 1 ring$((i % 8 + 1)).pie" > models/effects/ring$i.pie
    model | sed "3a\\
EVENT 2 $(if [ $((i % 2)) = 0 ]; then echo good$i.pie; else echo missing$i.pie; fi)" > models/c/event$i.pie
done
echo nonsense > models/c/wrong.pie
if on_windows; then
    quote="'"
else
    quote='"'
fi
model > "models/a/quote$quote.pie"
model > "models/a/quote$quote.pie.pie"
model > 'models/a/quote.pie'
model > 'models/a/quote.pie .pie'

# ------------------------------------------------------------------------------------------ shards
# Each model is in one of the shards, and what is found in it does not depend on them.
run 3 check --report one.jsonl models
[ "$(wc -l < one.jsonl)" -eq 37 ] || fail "the report has not one line for each model"
LC_ALL=C sort -c one.jsonl || fail "the report is not sorted"
grep -q PIE-0124 one.jsonl || fail "no ring was found"
[ "$(grep -c 'does not exist' one.jsonl)" -eq 4 ] || fail "the missing models were not found"
for count in 1 2 8 50; do
    i=1
    while [ $i -le $count ]; do
        "$MAQUETTE" check -q --shard $i/$count --report shard-$i.jsonl models > /dev/null 2>&1 || :
        i=$((i + 1))
    done
    LC_ALL=C sort shard-*.jsonl > merged.jsonl
    same one.jsonl merged.jsonl
    rm shard-*.jsonl
done
run 3 check --json models
LC_ALL=C sort "$scratch/out" > lines
same one.jsonl lines

# The same with GNU parallel, as docs/scale.md has it.
if command -v parallel > /dev/null && parallel --version | grep -q GNU; then
    seq 8 | parallel -j 2 "'$MAQUETTE' check -q --shard {}/8 --report part-{}.jsonl models" \
        > /dev/null 2>&1 || :
    LC_ALL=C sort part-*.jsonl > merged.jsonl
    same one.jsonl merged.jsonl
    rm part-*.jsonl
fi

# Models whose outputs would be one file are in one shard.
run 0 convert models/a/good1.pie -o models/a/good1.obj
refused=0
for i in 1 2 3 4; do
    "$MAQUETTE" convert -q --shard $i/4 models/a -o out --to glb > "$scratch/out" 2> "$scratch/err" ||
        [ $? -ne 2 ] || refused=$((refused + 1))
done
[ $refused -eq 1 ] || fail "$refused shards instead of 1 refuse two inputs of one output"
rm -rf out models/a/good1.obj models/a/good1.mtl

for wrong in 0/4 5/4 4 /4 1/ 1/0 a/b 1/4x -1/4; do
    run 2 check "--shard=$wrong" models
    err_has "is not a value for --shard"
done
run 2 convert --shard 1/2 models/a/good1.pie -o x.glb
err_has "--shard is for outputs in a folder"
run 2 info --join --shard 1/2 models
err_has "--shard is for models that are not joined"
run 0 info -q --json --shard 1/1 models/a/good1.pie
out_json 'length == 1'

# -------------------------------------------------------------------------------------- --files-from
find models -name 'good*.pie' > list
run 0 check --files-from list
err_has "checked 8 files"
run 0 check --files-from - < list
err_has "checked 8 files"
# Each file counts once; empty lines and the line ends of Windows are allowed.
{ cat list; echo; sed 's/$/\r/' list; } > twice
printf '\n\n' > none
run 3 check --files-from none
err_has "none: this list names no file"
run 0 check models/a/good1.pie --files-from twice
err_has "checked 8 files"
# Names with NULs behind them, one with a line break.
cp models/a/good1.pie 'models/a/line
break.pie'
{ tr '\n' '\0' < list; printf 'models/a/line\nbreak.pie\0'; } > nul
run 0 check --files-from nul
err_has "checked 9 files"
rm 'models/a/line
break.pie'
printf '\0\0' > none
run 3 check --files-from none
err_has "none: this list names no file"
# A relative path is kept below the folder of outputs.
run 0 convert -q --files-from list -o out/ --to glb
[ "$(find out -name '*.glb' | wc -l)" -eq 8 ] || fail "not all models were converted"
[ -e out/models/a/good1.glb ] || fail "the path was not kept"
rm -rf out
find "$PWD/models" -name 'good*.pie' > absolute
run 0 convert -q --files-from absolute -o out/ --to glb
[ -e out/good1.glb ] || fail "an absolute path was not shortened to its name"
mkdir other
model > other/good1.pie
for folder in models/a other; do echo "$PWD/$folder/good1.pie"; done > same
run 2 convert -q --files-from same -o out/ --to glb
err_has "good1.pie; list them by their paths relative to a common folder, and run the command there"
for folder in models/a other; do echo $folder/good1.pie; done > same
run 0 convert -q --files-from same -o out/ --to glb
[ -e out/other/good1.glb ] || fail "the path was not kept"
rm -r other
rm -rf out
echo models/none.pie > bad
run 3 check --files-from bad
err_has "models/none.pie: error: No such file or directory"
run 3 check --files-from no-list
err_has "no-list: No such file or directory"
echo - > bad
run 2 check --files-from - < bad
err_has "standard input (-) can only be read once"
run 2 check - --files-from - < list
err_has "standard input (-) can only be read once"
run 2 check
err_has "check needs PATH"
# Shards of a list from standard input know the other models, too.
find models -name '*.pie' > list
for i in 1 2 3; do
    "$MAQUETTE" check -q --shard $i/3 --report shard-$i.jsonl --files-from - < list > /dev/null 2>&1 || :
done
"$MAQUETTE" check -q --report listed.jsonl --files-from list > /dev/null 2>&1 || :
LC_ALL=C sort shard-*.jsonl > merged.jsonl
same listed.jsonl merged.jsonl

# ----------------------------------------------------------------------------------- --skip-existing
run 1 convert -q models/a -o out --to glb
rm out/good3.glb
echo stays > out/good4.glb
run 0 convert models/a -o out --to glb --skip-existing --report report.jsonl
err_has "converted 1 file: 1 mesh"
err_has "19 outputs exist already"
[ "$(cat out/good4.glb)" = stays ] || fail "an output was replaced"
[ -s out/good3.glb ] || fail "the missing output was not made"
cp report.jsonl "$scratch/out"
out_json 'map(select(.skipped)) | length == 19 and all(.[]; .out)'
LC_ALL=C sort -c report.jsonl || fail "the report is not sorted"
# The questions of docs/scale.md work with skipped models, which have neither findings nor losses.
sed -n "s/^\$ jq -r '\(.*\)' .*/\1/p" "$MAQUETTE_SOURCE/docs/scale.md" > questions
[ "$(wc -l < questions)" -ge 3 ] || fail "docs/scale.md has no questions"
while read -r question; do
    [ -z "$(jq -r "$question" report.jsonl 2>&1)" ] || fail "with skipped models: $question"
done < questions
# A report of an earlier run is not lost.
cp report.jsonl first.jsonl
run 2 convert models/a -o out --to glb --skip-existing --report report.jsonl
err_has "report.jsonl: this report exists already"
err_has "name another file with --report"
same report.jsonl first.jsonl
: > empty.jsonl
run 0 convert -q models/a -o out --to glb --skip-existing --report empty.jsonl
[ -s empty.jsonl ] || fail "an empty file was not used for the report"
rm first.jsonl empty.jsonl
if "$MAQUETTE" render models/a/good1.pie -o pictures/ > /dev/null 2>&1; then
    run 0 render models/a/good1.pie models/a/good2.pie -o pictures/ --skip-existing
    err_has "drew 1 model; 1 picture exists already"
    run 2 render models/a -o sheet.png --sheet --skip-existing
fi

# -------------------------------------------------------------------------------------------- reports
# A run that is killed leaves the old report; what stops it by Ctrl-C ends the new one.
if ! on_windows; then
    echo old > old.jsonl
    mkfifo pipe.pie
    "$MAQUETTE" check -q models/a/good1.pie pipe.pie --report old.jsonl > /dev/null 2>&1 &
    sleep 0.3
    kill -9 $!
    wait $! 2> /dev/null || :
    [ "$(cat old.jsonl)" = old ] || fail "a killed run changed the report"
    rm -f pipe.pie .maquette-*.tmp
fi

# Pipes and devices are not read unless they are named themselves, and then within --memory-limit.
if ! on_windows; then
    mkdir devices
    mkfifo devices/pipe.pie
    ln -s /dev/zero devices/zero.pie
    for operand in devices 'devices/*.pie'; do
        run 3 check "$operand" --report devices.jsonl
        out_has "devices/pipe.pie: error[FIL-0003]: not a regular file"
        out_has "devices/zero.pie: error[FIL-0003]: not a regular file"
        err_has "checked 2 files: 2 errors, 0 warnings, 0 notes; 2 files could not be read"
        [ "$(grep -c '"rule":"FIL-0003"' devices.jsonl)" = 2 ] || fail "$(cat devices.jsonl)"
    done
    # One that nobody writes to does not hold up the others.
    run 3 check devices/pipe.pie models/a/good1.pie
    out_has "devices/pipe.pie:1:1: error[MAQ-0001]: the file is empty"
    err_has "checked 2 files"
    run 3 check --memory-limit 16 devices/zero.pie
    err_has "--memory-limit 16; try --memory-limit 32"
    rm -r devices devices.jsonl
fi

# ------------------------------------------------------------------------------------- large folders
# A folder of more than 4000 files comes in parts, which does not change what is found: references lead
# from part to part, and the folder "3-" comes before what is in "3".
mkdir many
awk 'BEGIN {
    for (i = 0; i < 6000; i++) {
        folder = "many/" int(i / 1000) (i % 2000 < 500 ? "-" : "")
        if (i % 500 == 0) system("mkdir -p " folder)
        file = folder "/m" i ".pie"
        while ((getline line < "models/a/good1.pie") > 0) {
            print line > file
            if (line ~ /^TEXTURE/ && i % 10 == 0) print "EVENT 1 m" (i * 7 + 1) % 6500 ".pie" > file
        }
        close("models/a/good1.pie")
        close(file)
    }
}'
run 0 check -q --no-files --report parts.jsonl many
[ "$(wc -l < parts.jsonl)" -eq 6000 ] || fail "not all models are in the report"
LC_ALL=C sort -c parts.jsonl || fail "the report is not sorted"
grep -q "does not exist" parts.jsonl || fail "no missing model was found"
LC_ALL=C sort "$scratch/out" > findings
rm shard-*.jsonl
# With two operands there are no parts.
run 0 check -q --no-files --report whole.jsonl many many/0
same parts.jsonl whole.jsonl
LC_ALL=C sort "$scratch/out" | diff findings - || fail "the findings depend on the parts"
for i in 1 2; do
    "$MAQUETTE" check -q --no-files --shard $i/2 --report shard-$i.jsonl many > /dev/null 2>&1 || :
done
LC_ALL=C sort shard-*.jsonl > merged.jsonl
same parts.jsonl merged.jsonl
run 0 info -q --json --no-files many
out_json 'length == 6000'

# Memory does not grow with the number of files, except by names where models have references to others.
# Tools that watch memory take more themselves.
if [ "$(uname)" = Linux ] && ! nm -D "$MAQUETTE" 2>/dev/null | grep -qE '__(a|t|m)san'; then
    peak() { # KiB of the command for these folders
        python3 -c 'import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss)' "$MAQUETTE" check -j 1 --json --no-files "$@"
    }
    few=$(peak many/0 many/1)
    all=$(peak many)
    [ $((all - few)) -lt 2000 ] || fail "2000 files take $few KiB, 6000 take $all KiB"
    python3 -c 'import os
for i in range(24000):
    for folder in ["few/%d" % (i // 1000)] * (i < 6000) + ["all/%d" % (i // 1000)]:
        os.makedirs(folder, exist_ok=True)
        os.link("models/a/good1.pie", "%s/m%d.pie" % (folder, i))'
    few=$(peak few)
    all=$(peak all)
    [ $((all - few)) -lt 400 ] || fail "6000 files take $few KiB, 24000 take $all KiB"
fi
