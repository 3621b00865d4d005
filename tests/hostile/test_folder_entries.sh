#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Entries of folders and names of outputs that are not those of plain files.
. "$(dirname "$0")/../cli/lib.sh"
model=$MAQUETTE_SOURCE/examples/models/crate.pie

# Pipes and links to nothing are files that cannot be read, in all outputs; folders whose paths are too long
# are named; the other files are read.
mkdir models
cp "$model" models/a.pie
mkfifo models/pipe.pie
ln -s nowhere models/lost.pie
ln -s a.pie models/linked.pie
python3 - models << 'END'
import os, sys
folder = os.open(sys.argv[1], os.O_RDONLY)
for i in range(20):
    os.mkdir("d" * 250, dir_fd=folder)
    folder = os.open("d" * 250, os.O_RDONLY, dir_fd=folder)
os.close(os.open("deep.pie", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
END
run 3 check models --report report.jsonl
out_has 'models/pipe.pie: error[FIL-0003]: not a regular file'
err_has 'models/lost.pie: error: a symbolic link to a file that does not exist'
err_has 'File name too long'
err_has 'checked 4 files'
err_has '2 files could not be read'
[ "$(grep -c '"error":"' report.jsonl)" = 2 ] || fail "rows with errors: $(cat report.jsonl)"
[ "$(wc -l < report.jsonl)" -eq 4 ] || fail "rows: $(cat report.jsonl)"
run 3 check --sarif models
out_has 'a symbolic link to a file that does not exist'
for shard in 1/2 2/2; do
    run 3 check models --shard $shard --report part-$(echo $shard | cut -c1).jsonl
done
LC_ALL=C sort part-*.jsonl | cmp - report.jsonl || fail "reports of shards differ"
run 3 convert models -o out --to glb
err_has 'models/pipe.pie: error[FIL-0003]: not a regular file'
[ -s out/a.glb ] || fail "the plain file was not converted"

# A line break in the name of the output stays out of the line that names the materials.
name=$(printf 'a\nb')
run 0 convert "$MAQUETTE_SOURCE/examples/models/crate.obj" -o "$name.obj"
[ "$(grep -c '^mtllib a_b.mtl$' "$name.obj")" = 1 ] || fail "mtllib: $(head -3 "$name.obj")"
[ -f a_b.mtl ] || fail "there is no a_b.mtl"
run 0 check "$name.obj"
