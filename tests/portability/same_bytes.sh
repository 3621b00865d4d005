#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The command of a build for another system writes and prints what that of this machine does, byte for byte:
# every fixture converted to every format, checks, info and pictures. MAQUETTE_NATIVE names the latter.
set -euo pipefail
: "${MAQUETTE:?}" "${MAQUETTE_NATIVE:?is to name the command of this machine}"
export LC_ALL=C NO_COLOR=1
root=$(cd "$(dirname "$0")/../.." && pwd)
corpus=${MAQUETTE_CORPUS:-$root/../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 compared=0

# both FOLDER ARGUMENT...: runs both commands, each in a folder of its own; what they print and write and
# their exit codes go to $scratch/FOLDER.native and .other. "OUT" in an argument is the folder to write to.
both() {
    local name=$1 system command code
    shift
    for system in native other; do
        command=$MAQUETTE
        [ "$system" = other ] || command=$MAQUETTE_NATIVE
        mkdir -p "$scratch/$name.$system/out"
        code=0
        "$command" "${@//OUT/$scratch/out}" > "$scratch/$name.$system/stdout" \
            2> "$scratch/$name.$system/stderr" || code=$?
        echo "$code" > "$scratch/$name.$system/code"
        [ ! -d "$scratch/out" ] || mv "$scratch/out" "$scratch/$name.$system/"
    done
    compared=$((compared + $(find "$scratch/$name.native" -type f | wc -l)))
    if ! diff -r "$scratch/$name.native" "$scratch/$name.other" > "$scratch/diff"; then
        echo "differs: maquette $*"
        head -10 "$scratch/diff"
        failed=1
    fi
    rm -rf "$scratch/$name.native" "$scratch/$name.other"
}

cd "$root"
# The fixtures by folder and kind, so that no two have the same output.
formats=$("$MAQUETTE_NATIVE" formats --json | jq -r '.[].variants[] | select(.write) | .name')
[ -n "$formats" ]
[ -z "${MAQUETTE_SHORT-}" ] || formats="pie3 iqm bpet glb obj"
for extension in pie wzm wza iqe iqm pet apet bpet mpet gltf glb obj; do
    for folder in tests/data/full examples/models tests/data/letters; do
        ls "$folder"/*."$extension" > /dev/null 2>&1 || continue
        for format in $formats; do
            both convert convert "$folder/*.$extension" -o OUT/ --to "$format" --images copy
        done
        both check check "$folder/*.$extension"
        both info info --json "$folder/*.$extension"
        both render render "$folder/*.$extension" -o OUT/ --size 96
    done
done
for folder in tests/data/*/; do
    both check check "$folder" --json
done
if [ -d "$corpus/pie" ]; then
    for folder in "$corpus"/*/; do
        both corpus check "$folder"
    done
else
    echo "no corpus at $corpus"
fi
echo "$compared files compared"
exit $failed
