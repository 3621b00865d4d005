#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The exit codes: every row of the table in docs/exit-codes.md, for every command with the same inputs.
. "$(dirname "$0")/../cli/lib.sh"
page=$MAQUETTE_SOURCE/docs/exit-codes.md

model > good.pie
model | sed 's/10 10 0/1e1 10.0  0/' > good2.pie
# A warning of reading, though all is read: a connector with decimals. An error: no such directive.
{ model && printf 'CONNECTORS 1\n\t1.0 2.0 3.0\n'; } > warning.pie
model | sed '3a\
NONSENSE 1' > error.pie
bad_model | sed '13s/-1 0 1 1/1 0 1 1/' > dropped.pie
rich_model > lossy.pie
mkdir -p lacking/texpages
model > lacking/a.pie
echo "not a model" > text.txt
model | sed 's/10 10 0/10 10 5/' > differs.pie
printf 'PK\003\004 and nothing else' > broken.wz
cat > no-uvs.gltf << 'END'
{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36,
"uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
END

# has_finding SEVERITY FILE: the input is what the table says; otherwise the test proves nothing.
has_finding() {
    "$MAQUETTE" info --level note "$2" > "$scratch/out" 2> "$scratch/err" || :
    grep -q "$1\[" "$scratch/err" || fail "reading $2 finds no $1"
}
has_finding error error.pie
has_finding warning warning.pie
for kind in error warning; do
    "$MAQUETTE" info --level note good.pie > "$scratch/out" 2> "$scratch/err"
    ! grep -q "$kind\[" "$scratch/err" || fail "good.pie has a finding"
done
run 0 convert --to pie3 lossy.pie -o lossy-out.pie
err_has "loss["

# arguments COMMAND FILE: a command line that reads the file and writes nothing of importance.
arguments() {
    case $1 in
        info | check) echo "$1 $2" ;;
        convert) echo "convert $2 --to pie3 -o out.pie" ;;
        pose) echo "pose $2 --to pie3 -o out.pie" ;;
        render) echo "render $2 --size 8 -o out.png" ;;
        diff) echo "diff $2 $2" ;;
        extract) echo "extract $2 -o images/" ;;
    esac
}

# row NAME FUNCTION: compares a row of the table with what happens. FUNCTION COMMAND prints the
# arguments.
row() {
    cells=$(tr -d '`' < "$page" | grep -F "| $1 |" | sed -n "${3:-1}p" | cut -d'|' -f3-9 | tr '|' ' ')
    [ -n "$cells" ] || fail "the page has no row: $1"
    # shellcheck disable=SC2086  # words
    set -- "$1" "$2" $cells
    name=$1 function=$2
    shift 2
    for command in info check convert pose render diff extract; do
        if [ "$1" != - ]; then
            [ "$command" != render ] || "$MAQUETTE" render good.pie --size 8 -o out.png 2> "$scratch/err" || {
                echo "not tried, as this build draws no PNG: render, $name"
                shift
                continue
            }
            # shellcheck disable=SC2046  # words
            run "$1" $($function $command)
            rows=$((rows + 1))
        fi
        shift
    done
}
rows=0

good() { arguments "$1" good.pie; }
warning() { arguments "$1" warning.pie; }
error() { arguments "$1" error.pie; }
warning_strict() { echo "$(arguments "$1" warning.pie) --strict"; }
error_strict() { echo "$(arguments "$1" error.pie) --strict"; }
lossy() { arguments "$1" lossy.pie; }
lossy_strict() { echo "$(arguments "$1" lossy.pie) --strict"; }
dropped() { arguments "$1" dropped.pie | sed 's/--to pie3 -o out.pie/--to obj -o out.obj/'; }
lacking() { arguments "$1" lacking/a.pie; }
lacking_spec() { echo "$(arguments "$1" lacking/a.pie) --target spec"; }
no_uvs() { arguments "$1" no-uvs.gltf | sed 's/--to pie3 -o out.pie/--to obj -o out.obj/'; }
archive() { arguments "$1" broken.wz; }
unknown_node() { arguments "$1" "good.pie --at nowhere good2.pie" | sed 's/^check\|^info\|^render/& --join/'; }
text() { arguments "$1" text.txt; }
missing() { arguments "$1" missing.pie; }
wrong_option() { echo "$(arguments "$1" good.pie) --frobnicate"; }
row "a model without errors" good
row "a warning in reading" warning
row "the same with --strict" warning_strict 1
row "an error in reading" error
row "the same with --strict" error_strict 2
row "a listed loss" lossy
row "the same with --strict" lossy_strict 3
row "an image that a PIE model lacks" lacking
row "the same with --target spec" lacking_spec
row "a dropped triangle" dropped
row "dropped texture coordinates" no_uvs
row "a file that is not a model" text
row "an archive that cannot be read" archive
row "a name of --at that the model lacks" unknown_node
row "a file that does not exist" missing
row "a wrong option or value" wrong_option
[ "$rows" -ge 70 ] || fail "only $rows cells of the table were tried"

# -q and --level change nothing.
for command in info check convert pose diff; do
    # shellcheck disable=SC2046
    run 1 $(error $command) -q --level error
    # shellcheck disable=SC2046
    run 0 $(warning $command) -q --level error
done

# Outputs: standard output, and files.
for command in "info good.pie" "check error.pie" "diff good.pie differs.pie" "formats" "rules"; do
    code=0
    # shellcheck disable=SC2086
    "$MAQUETTE" $command > /dev/full 2> "$scratch/err" || code=$?
    [ $code -eq 4 ] || fail "exit code $code with a full disk: $command"
done
for command in "convert good.pie -o good.pie/x.pie" "pose good.pie -o good.pie/x.obj" \
    "render good.pie -o good.pie/x.png"; do
    # shellcheck disable=SC2086
    run 4 $command
done
run 1 diff good.pie differs.pie
run 0 diff good.pie good2.pie

# The highest code counts, and the other inputs are processed.
rm -f out/*
run 3 convert error.pie text.txt good.pie --to pie3 -o out/
[ -f out/error.pie ] && [ -f out/good.pie ] || fail "the other inputs are not converted"
run 3 check error.pie text.txt
run 3 info error.pie missing.pie

# A file beyond the limit is not read: it has no bytes on the disk either.
truncate -s 5G huge.obj
run 3 check huge.obj
err_has "huge.obj: error: the input exceeds the limits, such as 4 GiB of memory without --memory-limit"
rm huge.obj

# The table of the page and the manual have the same codes.
"$MAQUETTE" --man > "$scratch/man"
for code in 0 1 2 3 4; do
    grep -q "^| $code | " "$page" || fail "the page lacks $code"
    sed -n '/^\.SH EXIT STATUS/,/^\.SH ENV/p' "$scratch/man" | grep -q "^\.B $code" || fail "man: $code"
done
