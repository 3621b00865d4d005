#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Paths into archives work wherever a path does, and --data, --no-files and the limits of archives.
. "$(dirname "$0")/../cli/lib.sh"

# zip ARCHIVE NAME=FILE...: an archive that holds these files.
zip() {
    python3 - "$@" << 'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for item in sys.argv[2:]:
        name, path = item.split("=")
        archive.write(path, name)
END
}

model > good.pie
bad_model > bad.pie
echo "just text" > text.txt
put_page
mv ../texpages/page-7.png page.png
rmdir ../texpages
zip base.wz texpages/page-7.png=page.png structs/good.pie=good.pie structs/sub/bad.pie=bad.pie features/tree.pie=good.pie \
    readme.txt=text.txt odd.model=good.pie
cp base.wz untouched.wz
mkdir disk disk/sub disk/texpages
cp page.png disk/texpages/page-7.png
cp good.pie disk/good.pie
cp bad.pie disk/sub/bad.pie

# ---------------------------------------------------------------------------------- what a path names
run 1 check base.wz
out_has "base.wz/structs/sub/bad.pie:12:12: error[PIE-0218]"
err_has "checked 3 files: 1 error, 1 warning"
run 0 check base.wz/structs/good.pie
err_has "checked 1 file: 0 errors"
run 1 check base.wz/structs
err_has "checked 2 files: 1 error"
run 1 check base.wz/structs/
run 1 check ./base.wz//structs/sub
err_has "checked 1 file: 1 error"
run 0 check 'base.wz/structs/*.pie'
err_has "checked 1 file"
run 1 check 'base.wz/*/*/*.pie'
err_has "checked 1 file"
run 1 check 'base.wz/struct?'
err_has "checked 2 files"
run 0 check 'b*.wz/f*/tree.pie' 'base.wz/odd.*'
err_has "checked 2 files"
run 1 check '*.wz'
err_has "checked 6 files"
run 0 check base.wz/structs/good.pie base.wz//structs/good.pie disk/good.pie
err_has "checked 2 files"
run 0 check base.wz/Structs/GOOD.pie
out_has "base.wz/Structs/GOOD.pie: warning[FIL-0102]"
cp base.wz renamed.bin
run 0 info -q --json renamed.bin
out_json 'length == 3 and .[0].file == "renamed.bin/features/tree.pie"'

# Folders and archives give the same.
run 1 check --json base.wz/structs
sed 's,base.wz/structs,disk,' "$scratch/out" > ../from-archive
run 1 check --json disk
same ../from-archive "$scratch/out"
run 0 convert -q base.wz/structs/good.pie -o from-archive.obj
run 0 convert -q disk/good.pie -o from-disk.obj
sed 's/from-archive/from-disk/' from-archive.obj > ../renamed.obj
same ../renamed.obj from-disk.obj
run 0 convert base.wz/structs -o out/ --to pie4
[ -f out/good.pie ] && [ -f out/sub/bad.pie ] || fail "the paths below the folder were not kept"
run 0 convert 'base.wz/str*' -o matched/ --to pie4
[ -f matched/good.pie ] && [ -f matched/sub/bad.pie ] || fail "a matched folder was not walked"
run 0 diff base.wz/structs/good.pie good.pie
run 0 diff 'base.wz/features/*.pie' good.pie
run 2 diff base.wz good.pie
err_has "diff compares two models"
run 0 pose -q base.wz/structs/good.pie -o posed.obj
# Archives are read in place: no temporary files, and no change.
mkdir "$scratch/temporary"
chmod 555 "$scratch/temporary"
TMPDIR=$scratch/temporary
export TMPDIR
run 0 convert -q base.wz/structs/good.pie --to pie3 -o -
unset TMPDIR
chmod 755 "$scratch/temporary"
# Wine has files there.
[ -z "$(find "$scratch/temporary" -mindepth 1 -maxdepth 1 ! -name "wine-*")" ] || fail "temporary files are left"
same base.wz untouched.wz

# ------------------------------------------------------------------------------- what cannot be read
run 3 check base.wz/none.pie
err_has "base.wz/none.pie: the archive has no such file or folder"
err_lacks "did you mean"
run 3 check base.wz/good.pie
err_has "the archive has no such file or folder; did you mean base.wz/structs/good.pie?"
run 3 check 'base.wz/*.none'
err_has "base.wz/*.none: no file of the archive matches this pattern"
if ! on_windows; then # which takes ".." together with what is before it
    run 3 check base.wz/../good.pie
    err_has "this name leads out of the archive"
fi
run 3 check base.wz/readme.txt
out_has "base.wz/readme.txt:1:1: error[MAQ-0001]"
zip empty.zip readme.txt=text.txt sub/readme.txt=text.txt
run 3 check empty.zip
err_has "empty.zip: this archive contains no models"
run 3 info empty.zip/sub
err_has "this folder of the archive contains no models"
mkdir beside
cp good.pie beside
zip beside/more.zip good.pie=good.pie
run 0 check --no-files beside
err_has "checked 1 file:"
run 0 check --no-files beside beside/more.zip
err_has "checked 2 files:"
run 3 check --archive-limit file-bytes=10 beside/more.zip
out_has "the limit is 10; --archive-limit file-bytes=N raises it"
head -c 100 base.wz > cut.wz
run 3 check cut.wz good.pie
out_has "cut.wz:@0x"
out_has "error[FIL-02"
err_has "checked 1 file: 1 error, 0 warnings, 0 notes; 1 file could not be read"
run 3 info cut.wz
err_has "error[FIL-02"
run 3 diff cut.wz/good.pie good.pie
err_has "error[FIL-02"
run 3 check --json cut.wz
out_json '.[0] | .file == "cut.wz" and .counts.error == 1 and (.findings[0].offset > 0)'
run 3 check --sarif cut.wz
out_json '.[0].runs[0] | (.results | length == 1) and .results[0].ruleIndex >= 0 and
    (.results[0].locations[0].physicalLocation.region.byteOffset > 0)'
python3 - << 'END'
import zipfile
with zipfile.ZipFile("evil.wz", "w") as archive:
    archive.write("good.pie", "../../evil.pie")
    archive.write("good.pie", "a.pie")
data = bytearray(open("evil.wz", "rb").read())
with zipfile.ZipFile("broken.wz", "w") as archive:
    archive.write("good.pie", "a.pie")
    archive.write("good.pie", "b.pie")
data = bytearray(open("broken.wz", "rb").read())
data[60] ^= 1
open("broken.wz", "wb").write(data)
END
run 0 check evil.wz
out_has "warning[FIL-0301]"
err_has "checked 1 file: 0 errors, 1 warning"
run 1 check --strict evil.wz
run 3 check broken.wz
out_has "broken.wz/a.pie: error[FIL-"
err_has "checked 2 files: 1 error, 0 warnings, 1 note; 1 file could not be read"
run 3 convert broken.wz -o some/ --to pie4
[ -f some/b.pie ] && [ ! -e some/a.pie ] || fail "not just the whole entry was converted"

# ---------------------------------------------------------------------------------- archives are read
for out in base.wz base.wz/new.obj base.wz/new/ new.wz new.ZIP; do
    run 2 convert good.pie -o $out --to obj
    err_has "$out: archives are only read"
done
run 2 pose good.pie -o base.wz/posed.obj
run 2 convert good.pie -o x.obj --report base.wz
run 2 check --fix base.wz/structs/good.pie
err_has "--fix cannot change models in an archive"
same base.wz untouched.wz

# ------------------------------------------------------------------------------------------- options
run 3 check --archive-limit entries=2 base.wz
out_has "the limit is 2"
run 0 check --archive-limit entries=9 --archive-limit ratio=1000 base.wz/features
run 3 check --archive-limit file-bytes=10 base.wz/features
for wrong in entries entries= entries=0 entries=x =1 files=1 ratio=99999999999; do
    run 2 check --archive-limit "$wrong" base.wz
    err_has "is not a value for --archive-limit"
done
run 3 check --data none good.pie
err_has "none: error[FIL-0001]"
run 3 check --data cut.wz good.pie
err_has "cut.wz:@0x"
run 2 check --data . --no-files good.pie
err_has "exclude each other"
run 2 rules --data .
# Data is searched below the tree of a model; it is not an input.
mkdir data
sed 's/page-7/page-8/' good.pie > data/extra.pie
run 1 check --data data base.wz
err_has "checked 3 files"
run 3 check --data data base.wz/extra.pie
err_has "the archive has no such file or folder"
run 1 check --data data --data base.wz --follow-links data/extra.pie
out_has "error[PIE-0401]"
run 0 check --no-files base.wz/features

# What a model names is found in its tree, in its archive, in the data; standard input has the data alone.
mkdir named materials
printf 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl stone\nf 1 2 3\n' > named/a.obj
printf 'newmtl stone\nmap_Kd wall.png\n' > materials/a.mtl
zip without.zip a.obj=named/a.obj
zip with.zip m/a.obj=named/a.obj m/a.mtl=materials/a.mtl
# textured ARGUMENT..., plain ARGUMENT...: whether info finds the texture that the material names.
textured() {
    run 0 info -q --json "$@"
    out_json '.[0].materials[0].textures.diffuse == "wall.png"'
}
plain() {
    run 0 info -q --json "$@"
    out_json '.[0].materials[0].textures == {}'
}
for input in named/a.obj without.zip; do
    plain $input
    textured --data materials $input
    textured --data with.zip/m $input
done
textured with.zip
plain --no-files with.zip
cp materials/a.mtl named/a.mtl
textured named
plain --no-files named
plain - < named/a.obj
textured --data materials - < named/a.obj

# A tree with many threads at once.
mkdir many
i=0
while [ $i -lt 40 ]; do
    cp good.pie many/m$i.pie
    i=$((i + 1))
done
# shellcheck disable=SC2046
zip many.wz $(cd many && for file in *; do echo "a/$file=many/$file"; done)
run 0 check -j 8 many.wz many
err_has "checked 80 files: 0 errors"
