#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette convert: formats, paths, losses, reports, and files that stay whole.
. "$(dirname "$0")/../cli/lib.sh"
model > three.pie
rich_model > rich.pie
bad_model > bad.pie
echo "no model" > text.txt
version() { head -1 "$1"; }

# --------------------------------------------------------------------------------------- one file
run 0 convert three.pie -o four.pie --to pie4
out_empty
[ "$(version four.pie)" = "PIE 4" ] || fail "not PIE 4"
[ "$(cat "$scratch/err")" = "converted 1 file: 1 mesh, 0 clips, 0 losses" ] || fail "summary"
run 0 convert -q three.pie -o same.pie
err_empty
cp same.pie same3.pie
[ "$(version same.pie)" = "PIE 3" ] || fail "the version of the input is not kept"
run 0 convert -q four.pie -o same.pie
[ "$(version same.pie)" = "PIE 4" ] || fail "the version of the input is not kept"
run 0 convert -q three.pie -o family.out --to pie
[ "$(version family.out)" = "PIE 3" ] || fail "--to pie"
run 0 convert -q three.pie --to=pie2 -ofile.pie
[ "$(version file.pie)" = "PIE 2" ] || fail "-oOUT"

# Onto itself.
cp three.pie self.pie
run 0 convert -q self.pie -o self.pie --to pie4
[ "$(version self.pie)" = "PIE 4" ] || fail "in place"

# Streams.
run 0 convert - -o - --to pie4 < three.pie
same "$scratch/out" four.pie
run 0 convert three.pie -o - --to pie4
same "$scratch/out" four.pie
run 0 convert - -o stream.pie --to pie4 < three.pie
same stream.pie four.pie
run 0 convert three.pie -o - --to PIE4
same "$scratch/out" four.pie

# ------------------------------------------------------------------------------------- wrong usage
run 2 convert three.pie
err_has "-o OUT"
run 2 convert three.pie -o - 
err_has "--to"
run 2 convert three.pie -o out.xyz
err_has "--to"
run 2 convert three.pie -o out.pie --to pie44
err_has "did you mean 'pie4'?"
run 2 convert three.pie -o out.fbx --to fbx
err_has "'fbx' is not a format that can be written; the formats are: pie2"
run 3 convert none/ -o out/ --to pie3
err_has "none/: there is no such folder"
run 2 convert three.pie -o - --to pie3 --report -
[ ! -e out.pie ] || fail "something was written"

# -------------------------------------------------------------------------------- losses and errors
run 0 convert rich.pie -o lossy.pie --to pie3
err_has "loss[PIE-0904]"
err_has "1 loss"
run 1 convert --strict rich.pie -o strict.pie --to pie3
err_has "loss[PIE-0904]"
err_has "1 file was not converted"
[ ! -e strict.pie ] || fail "--strict wrote what it refused"
run 0 convert --strict rich.pie -o strict.pie --to pie4

# What only the source format has is named.
printf 'newmtl m\nKa 0.1 0.2 0.3\nNs 30\nillum 2\n' > shiny.mtl
printf 'mtllib shiny.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n' > shiny.obj
run 0 convert shiny.obj -o shiny.pie
err_has "note[PIE-0937]: 4 properties that only obj has were dropped: libraries, ambient, shininess, illumination"

# What nobody can miss is not a loss: settings of the source format, and tangents that only the
# compiler of IQE makes.
{
    printf '# Inter-Quake Export\nmesh m\nmaterial x\n'
    for corner in "0 0" "1 0" "0 1"; do
        printf 'vp %s 0\nvt %s\nvn 0 0 1\n' "$corner" "$corner"
    done
    echo "fm 0 2 1"
} > plain.iqe
run 0 convert --strict plain.iqe -o plain.obj
err_has "0 losses"
run 0 convert --strict three.pie -o three.obj
run 0 convert --strict three.obj -o three.iqm

model | sed '3a\
NONSENSE 1' > wrong.pie
run 1 convert wrong.pie -o recovered.pie
err_has "wrong.pie:4:"
err_has "error["
[ -e recovered.pie ] || fail "not recovered"
cp three.pie kept.pie
run 1 convert --strict wrong.pie -o kept.pie
err_has "--strict"
same kept.pie three.pie

run 3 convert text.txt -o out.pie
err_has "text.txt:1:1: error[MAQ-0001]"
[ ! -e out.pie ] || fail "something was written"
run 3 convert missing.pie -o out.pie
err_has "missing.pie: error: No such file or directory"

model | sed -e 's/POINTS 4/POINTS 0/' -e 's/POLYGONS 2/POLYGONS 0/' -e '/^	/d' > void.pie
run 0 convert void.pie -o out.pie

# ------------------------------------------------------------------------- what cannot be written
cp three.pie kept.pie
run 0 convert -q three.pie -o made/folders/a.pie
same made/folders/a.pie same3.pie
run 4 convert three.pie -o three.pie/below/a/file.pie
err_has "three.pie/below/a/file.pie: error: Not a directory"
if ! on_windows; then
    run 4 convert three.pie -o /dev/full --to pie3
    err_has "No space left"
fi
mkdir dir.pie
run 2 convert three.pie -o dir.pie
rmdir dir.pie
# The limit breaks the write in the middle, as a full disk does.
i=0
{ model | sed 's/POINTS 4/POINTS 5004/; /^POLYGONS/,$d'
  while [ $i -lt 5000 ]; do echo "	$i.125 $i.25 $i.5"; i=$((i + 1)); done
  model | sed -n '/^POLYGONS/,$p'; } > large.pie
# In a subshell: the limit applies to the output files of the tests, too.
before=$(all_files)
code=0
(trap '' XFSZ; ulimit -f 20; exec "$MAQUETTE" convert -q large.pie -o kept.pie) \
    > "$scratch/out" 2> "$scratch/err" || code=$?
[ $code -eq 4 ] || fail "exit code $code for a disk that is full"
same kept.pie three.pie
[ "$(all_files)" = "$before" ] || fail "a temporary file was left: $(all_files)"
for kind in glb gltf; do
    code=0
    (trap '' XFSZ; ulimit -f 20; exec "$MAQUETTE" convert -q large.pie -o kept.pie --to $kind) \
        > "$scratch/out" 2> "$scratch/err" || code=$?
    [ $code -eq 4 ] || fail "exit code $code for a disk that is full, $kind"
    same kept.pie three.pie
    [ "$(all_files)" = "$before" ] || fail "a temporary file was left: $(all_files)"
done

# ----------------------------------------------------------------------------------------- folders
mkdir -p in/sub
model > in/a.pie
model > in/sub/b.PIE
bad_model > in/sub/c.pie
echo "no model" > in/d.txt
run 0 convert in -o out --to pie4 --level error
[ "$(cd out && all_files)" = "./a.pie ./sub/b.pie ./sub/c.pie " ] || fail "$(cd out && all_files)"
[ "$(version out/sub/b.pie)" = "PIE 4" ] || fail "not converted"
err_has "converted 3 files: 3 meshes"
run 0 convert -q three.pie four.pie -o new/folder/ --to pie2 --level error
[ "$(cd new && all_files)" = "./folder/four.pie ./folder/three.pie " ] || fail "no files in folder/"
run 0 convert -q 'in/*.pie' 'in/sub/*.pie' -o out --to pie3
[ "$(version out/c.pie)" = "PIE 3" ] || fail "patterns"
run 2 convert in -o out
err_has "--to"
run 2 convert - -o out --to pie3 < three.pie

# The rest is done when some fail.
echo "no model" > in/sub/broken.pie
rm -rf out
run 3 convert in -o out --to pie4
[ "$(cd out && all_files)" = "./a.pie ./sub/b.pie ./sub/c.pie " ] || fail "the rest is not done"
err_has "1 file was not converted"
touch in2
run 4 convert -q in/a.pie -o in2/ --to pie4

# Two outputs of one name: nothing at all is written.
mkdir -p clash/x clash/y
model > clash/x/a.pie
model > clash/y/a.pie
run 2 convert clash/x clash/y -o clashed --to pie3
err_has "clashed/a.pie: two inputs would be written to this file: clash/x/a.pie and clash/y/a.pie; \
write them to different folders with -o"
[ ! -e clashed ] || fail "something was written"
# Names that differ in what is replaced alone.
model > clash/x/b.pie
printf '# Inter-Quake Export\nvp 0 0 0\nvp 1 0 0\nvp 0 0 1\nfa 0 2 1\n' > clash/x/b.iqe
run 2 convert clash/x -o clashed --to obj
err_has "clashed/b.obj: two inputs would be written to this file: clash/x/b.iqe and clash/x/b.pie; \
choose one kind of file by a pattern, such as \"*.iqe\""
run 2 convert clash/x -o clashed --to iqe
err_has 'such as "*.pie"'
[ ! -e clashed ] || fail "something was written"
# An output that is the input of another.
mkdir -p ring/ring
model > ring/a.pie
model 4 > ring/ring/a.pie
run 2 convert ring -o . --to pie2
err_has "ring/a.pie: this input would be overwritten by the output of another one, ring/ring/a.pie"
[ "$(version ring/a.pie)" = "PIE 3" ] || fail "an input was overwritten"
# In place, a whole folder.
run 0 convert -q ring -o ring --to pie4
[ "$(version ring/ring/a.pie)" = "PIE 4" ] || fail "in place"

# Any number of threads writes the same.
mkdir many
i=0
while [ $i -lt 60 ]; do
    rich_model | sed "s/10 10 0/$i.5 10 0/" > "many/m$i.pie"
    i=$((i + 1))
done
run 0 convert many -o many1 --to pie3 -j 1
cp "$scratch/err" ../one.err
run 0 convert many -o many8 --to pie3 -j 8
same "$scratch/err" ../one.err
diff -r many1 many8 || fail "threads change the output"

# ------------------------------------------------------------------------------------------ counts
# The summary counts what info lists.
for source in "$MAQUETTE_SOURCE"/examples/models/*.*; do
    extension=${source##*.}
    [ "$extension" != mtl ] && [ "${source##*/}" != faulty.pie ] || continue
    "$MAQUETTE" formats | grep -q " \.$extension " || continue
    run 0 convert "$source" -o "counted.$extension"
    counted=$(sed -n 's/^converted 1 file: \([0-9]*\) mesh.*, \([0-9]*\) clip.*/\1 \2/p' "$scratch/err")
    run 0 info -q --json "counted.$extension"
    out_json ".[0] | \"\\(.meshes | length) \\(.clips | length)\" == \"$counted\""
done

# ------------------------------------------------------------------------------------------ report
run 3 convert three.pie rich.pie wrong.pie text.txt -o rep/ --to pie3 --report report.json
cp report.json "$scratch/out"
out_json 'map(.file) == ["rich.pie", "text.txt", "three.pie", "wrong.pie"]'
out_json '.[2] | keys_unsorted ==
    ["file", "from", "to", "out", "losses", "result_findings", "findings", "counts"]'
out_json '.[2] | .from == "pie3" and .to == "pie3" and .out == "rep/three.pie" and .losses == []'
out_json '.[0].losses[0] | .rule == "PIE-0904" and .count == 1 and (.message | length > 0)'
out_json '.[3].findings[0] | .severity == "error" and .line == 4'
out_json '.[3] | .counts.error > 0 and
    .counts.error == ([.findings[] | select(.severity == "error")] | length)'
out_json '.[1] | .out == null and .error != null and .findings[0].rule == "MAQ-0001"'
run 1 convert --strict rich.pie -o strict2.pie --to pie3 --report -
out_json '.[0] | .out == null and (.losses | length == 1)'
if [ -c /dev/full ] && ! on_windows; then
    run 4 convert -q three.pie -o /dev/full --to pie3 --report -
    err_has "/dev/full: error: No space left on device"
    out_json '.[0] | .out == null and .error == "No space left on device"'
fi
run 0 convert -q three.pie -o out.pie --report made/report.json
[ -s made/report.json ] || fail "no report"
run 4 convert -q three.pie -o out.pie --report three.pie/report.json
# Its finding says which limit; the reason must not name another.
printf 'PIE 2\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 4294967295\n0 0 0\n' > limit.pie
run 3 convert limit.pie -o limit.glb --report limit.json
jq -e '.error == "the input exceeds the limits" and (.findings[0].message | test("4294967295"))' \
    limit.json > /dev/null || fail "the report of a limit: $(cat limit.json)"

# A name that ends like another format is reported; the model is written nevertheless.
model > plain.pie
run 0 convert --to obj plain.pie -o named.pie
err_has "warning: named.pie is written as obj, although its name ends in .pie"
run 0 convert --to pie3 plain.pie -o named.bin
err_lacks "warning"
run 0 convert --to pie3 plain.pie -o named.PIE
err_lacks "warning"
run 2 convert --to pie9 plain.pie -o named.pie
err_has "did you mean 'pie4'?"
