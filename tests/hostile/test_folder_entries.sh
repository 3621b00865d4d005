#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Entries of folders and names of outputs that are not those of plain files.
. "$(dirname "$0")/../cli/lib.sh"
model=$MAQUETTE_SOURCE/examples/models/crate.pie

# Pipes, links to nothing and paths that are too long are named; the other files are read.
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
run 3 check models
err_has 'models/pipe.pie: not a regular file'
err_has 'models/lost.pie: a symbolic link to a file that does not exist'
err_has 'File name too long'
err_has 'checked 2 files'
run 3 convert models -o out --to glb
err_has 'models/pipe.pie: not a regular file'
[ -s out/a.glb ] || fail "the plain file was not converted"

# A line break in the name of the output stays out of the line that names the materials.
name=$(printf 'a\nb')
run 0 convert "$MAQUETTE_SOURCE/examples/models/crate.obj" -o "$name.obj"
[ "$(grep -c '^mtllib a_b.mtl$' "$name.obj")" = 1 ] || fail "mtllib: $(head -3 "$name.obj")"
[ -f a_b.mtl ] || fail "there is no a_b.mtl"
run 0 check "$name.obj"
