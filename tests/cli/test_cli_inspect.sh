#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette info, diff, formats and rules.
. "$(dirname "$0")/../cli/lib.sh"
put_page
model > a.pie
echo "no model" > text.txt

# -------------------------------------------------------------------------------------------- info
run 0 info a.pie
out_has "a.pie: pie3, 4 vertices, 2 triangles"
out_has "level 1"
out_has "page-7.png"
out_has "images (1)"
out_has "bounds  (0 0 0) to (10 10 0)"
out_has "findings: 0 errors, 0 warnings, 0 notes"
err_has "read 1 file: 1 mesh, 4 vertices, 2 triangles"
# Rests of rounding are left out, in proportion to the model.
model | sed -e 's/^\t0 0 0$/\t-0.00003 0 0.0000005/' -e 's/^\t10 10 0$/\t10.00004 10 0/' > rest.pie
run 0 info -q rest.pie
out_has "bounds  (0 0 0) to (10 10 0)"
model | sed -e 's/^\t0 0 0$/\t-0.00003 0 0/' -e 's/^\t10/\t0.0001/' -e 's/10 0$/0.0002 0/' > tiny.pie
run 0 info -q tiny.pie
out_has "bounds  (-3e-05 0 0) to (0.0001 0.0002 0)"
run 0 info -q a.pie
err_empty
run 0 info --json a.pie
out_json '.[0] | keys_unsorted == ["file", "format", "version", "meshes", "vertex_count",
    "triangle_count", "materials", "joints", "clips", "attachments", "boxes", "events", "bounds",
    "images", "findings"]'
out_json '.[0] | .file == "a.pie" and .format == "pie3" and .version == 3'
out_json '.[0].meshes[0] | keys_unsorted == ["name", "role", "vertices", "triangles", "material",
    "uv_sets", "shapes", "skinned"]'
out_json '.[0] | .vertex_count == 4 and .triangle_count == 2
    and .bounds == {min: [0, 0, 0], max: [10, 10, 0]}
    and .materials[0].textures.diffuse == "page-7.png"'
out_json '.[0].findings == {error: 0, warning: 0, note: 0}'
out_json '.[0].images | length == 1 and (.[0] | .role == "diffuse" and .source == "file"
    and .format == "png" and .width == 4 and .height == 4 and (.path | endswith("/texpages/page-7.png")))'
mkdir dir
model > dir/b.pie
bad_model > dir/c.pie
run 0 info --json a.pie dir
out_json 'map(.file) == ["a.pie", "dir/b.pie", "dir/c.pie"] and .[2].findings.error == 1'
[ "$(wc -l < "$scratch/out")" -eq 3 ] || fail "not one object per line"
run 3 info --json a.pie text.txt missing.pie dir/b.pie
out_json 'map(.file) == ["a.pie", "dir/b.pie"]'
err_has "text.txt:1:1: error[MAQ-0001]"
err_has "missing.pie: error: No such file or directory"
err_has "read 2 files"
err_has "2 files could not be read"
run 0 info -q --clips "$MAQUETTE_SOURCE/examples/models/crane.iqm"
[ "$(cat "$scratch/out")" = "turn
lift" ] || fail "not the names of the clips"
run 0 info -q --clips a.pie
out_empty
run 0 info - < a.pie
out_has "-: pie3"

# -------------------------------------------------------------------------------------------- diff
model | sed 's/	/  /; s/10 10 0/10.0 1e1 0/' > b.pie
run 0 diff a.pie b.pie
out_empty
err_has "compared 2 files: 0 differences"
model | sed 's/10 10 0/10 10 5/; s/page-7/page-8/' > c.pie
run 1 diff a.pie c.pie
out_has "page-7.png -> page-8.png"
out_has "10 10 0 -> 10 10 5"
err_has "2 differences"
run 1 diff -q a.pie - < c.pie
err_empty
# Numbers that differ are not shown as the same.
for digits in 1 15; do printf '# Inter-Quake Export\nvp 0.5 0.12345678%s 0\n' $digits > $digits.iqe; done
run 1 diff 1.iqe 15.iqe
out_has "0.5 0.123456781 0 -> 0.5 0.1234567815 0"
run 1 diff --json a.pie c.pie
out_json '.[0] | keys_unsorted == ["a", "b", "equal", "changes"]'
out_json '.[0] | .a == "a.pie" and .b == "c.pie" and .equal == false and (.changes | length == 2)'
run 0 diff --json a.pie b.pie
out_json '.[0] | .equal and .changes == []'
run 3 diff a.pie missing.pie
run 3 diff text.txt a.pie
err_has "MAQ-0001"
# Many rows are summed up.
many() {
    i=0
    model | sed '/^POINTS/,$d'
    echo "POINTS 24"
    while [ $i -lt 24 ]; do echo "	$i $1 0"; i=$((i + 1)); done
    model | sed -n '/^POLYGONS/,$p'
}
many 1 > many1.pie
many 2 > many2.pie
run 1 diff many1.pie many2.pie
out_has "24 of 24 rows changed (first #0: 0 1 0 -> 0 2 0)"

# ------------------------------------------------------------------------------- formats and rules
run 0 formats
out_has "pie4"
out_has "game (default)"
run 0 formats --json
out_json '.[0] | type == "array"'
out_json '.[0][] | select(.name == "pie")
    | .extensions == [".pie"] and (.targets | index("game")) == 0
    and ([.variants[].name] | index("pie4")) and .variants[0].read and .variants[0].check'
run 2 formats extra

run 0 rules
out_has "PIE-0107"
out_has "MAQ-0001"
cp "$scratch/out" ../rules
run 0 rules --json
out_json ".[0] | length == $(wc -l < ../rules)"
out_json '.[0][0] | keys_unsorted == ["id", "format", "title", "explain", "fixable", "severity",
    "targets"]'
out_json '.[0] | all(.[]; .title != "" and .explain != "")'
out_json '.[0] | (map(.id) | unique | length) == length'
run 0 rules PIE-0003 MAQ-0001
out_has "PIE-0003: "
out_has "fixable:  yes"
out_has "MAQ-0001: "
run 0 rules --json PIE-0003
out_json '.[0] | length == 1 and .[0].id == "PIE-0003" and .[0].targets.game == "error"'
run 0 rules pie-0003
out_has "PIE-0003: "
run 2 rules PIE-0000000
run 2 rules PIE-0300
err_has "did you mean"
for number in 0403 403; do
    run 2 rules $number
    err_has "PIE-0403, "
done
err_lacks "PIE-0402"
run 2 rules 9999
err_lacks "did you mean"
run 0 rules --markdown
cut -d" " -f1 ../rules | while read -r id; do
    grep -q "^### <a id=\"$id\"></a>$id: " "$scratch/out" || fail "the page lacks $id"
    grep -q "^| \[$id\](#$id) |" "$scratch/out" || fail "the tables lack $id"
done
run 2 rules --markdown PIE-0003
run 2 rules --markdown --json

# A clip is as long in its own format as after a conversion, and as what pose accepts.
crane=$tools/../../examples/models/crane.iqm
run 0 info -q --json "$crane"
jq -c '[.clips[].duration * 1000 | round]' "$scratch/out" > ../lengths
run 0 convert -q "$crane" -o crane.iqe
run 0 info -q --json crane.iqe
jq -c '[.clips[].duration * 1000 | round]' "$scratch/out" | cmp -s - ../lengths ||
    fail "the clips have other lengths as IQE than as IQM"
if "$MAQUETTE" formats --json | jq -e 'any(.[]; any(.variants[]; .name == "glb"))' > ../jq; then
    run 0 convert -q "$crane" -o crane.glb
    run 0 info -q --json crane.glb
    jq -c '[.clips[].duration * 1000 | round]' "$scratch/out" | cmp -s - ../lengths ||
        fail "the clips have other lengths as GLB than as IQM"
    # Frames, rate and length agree where keys are rarer than frames.
    run 0 info -q --json "$MAQUETTE_SOURCE/tests/data/full/glb.glb"
    out_json '.[0].clips | any(.rate == 60) and
        all(.[]; .rate == 0 or .frames == (.duration * .rate + 1 | round))'
    # The texture animations of all levels are one clip, as in the GLB file and for pose.
    awk 'BEGIN {
        print "PIE 3\nTYPE 200\nTEXTURE 0 page-1-x.png 0 0\nLEVELS 2"
        for (i = 1; i <= 2; i++) {
            print "LEVEL " i "\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1"
            print "\t4200 3 0 1 2 4 " 100 * i " 0.25 0.25 0 0 0.25 0 0 0.25"
        }
    }' > two.pie
    run 0 convert two.pie -o two.glb
    err_has "2 meshes, 1 clip,"
    run 0 convert two.glb -o back.pie
    err_has "2 meshes, 1 clip,"
    run 0 info -q --clips two.pie
    [ "$(cat "$scratch/out")" = "texture animation" ] || fail "the clips are not those of pose"
    run 0 pose two.pie --clip "texture animation" --time 0.1 -o posed.obj
fi
