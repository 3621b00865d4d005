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
        sed -i '/^wine: /d' "$scratch/$name.$system/stderr" # Wine's own messages
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
# All fixtures in one folder, by names that give each its own output: one run for each format, since under an
# emulator a start takes longer than the work.
mkdir "$scratch/in"
for folder in tests/data/full tests/data/letters examples/models; do
    cp -r "$folder"/* "$scratch/in/"
    for extension in pie wzm wza iqe iqm pet apet bpet mpet gltf glb obj; do
        for file in "$folder"/*."$extension"; do
            [ ! -f "$file" ] || mv "$scratch/in/${file##*/}" "$scratch/in/$extension-${file##*/}"
        done
    done
done
formats=$("$MAQUETTE_NATIVE" formats --json | jq -r '.[].variants[] | select(.write) | .name')
[ -n "$formats" ]
[ -z "${MAQUETTE_SHORT-}" ] || formats="pie3 iqm bpet glb obj"
for format in $formats; do
    both convert convert "$scratch/in" -o OUT/ --to "$format" --images copy
done
both check check "$scratch/in"
both info info --json "$scratch/in"
both render render "$scratch/in" -o OUT/ --size 96
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
