#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The Khronos validator finds neither errors nor warnings in what is written, as GLB and as .gltf:
# the scene of the unit tests, the examples, the data of the tests, and real models where they are
# there. Of real models one in seven is tried as .gltf, and all with MAQUETTE_DEEP=1.
# scripts/node-setup gets the validator.
set -euo pipefail
. "$MAQUETTE_SOURCE/tests/support/validator.sh"
need_judge gltf-validator

validate() { # FOLDER
    find "$1" -name '*.gl*' -print0 | sort -z | xargs -0 node tests/gltf/gltf_validate.js "$modules"
}

# Links to the models of a folder, one in STEP of them. Models of one name (a.iqe, a.iqm) would be
# written to the same file: with such the ending becomes a part of the name.
link_models() { # FOLDER STEP TO
    mkdir -p "$3"
    cp -rs "$(realpath "$1")/." "$3"
    find "$3" -regextype egrep -regex '.*\.(pie|wzm|wza|iqe|iqm|[abm]?pet|obj|gltf|glb)' | sort \
        > "$scratch/models"
    awk -v step="$2" 'step > 1 && NR % step != 1' "$scratch/models" | xargs -r -d '\n' rm
    awk -v step="$2" 'step == 1 || NR % step == 1' "$scratch/models" > "$scratch/kept"
    awk '{ sub(/\.[^.]*$/, "") } $0 == last; { last = $0 }' \
        "$scratch/kept" | sort -u | while IFS= read -r name; do
        for model in "$name".*; do
            mv "$model" "$name-${model##*.}.${model##*.}"
        done
    done
}

convert() { # FOLDER VARIANT STEP; faults of the models themselves do not count here
    local from=$scratch/in to=$scratch/out sum written
    rm -rf "$from" "$to"
    link_models "$1" "$3" "$from"
    sum=$("$MAQUETTE" convert "$from" --to "$2" -o "$to/" 2>&1 > /dev/null | tail -n 1) || true
    echo "$1 as $2: $sum"
    written=$(find "$to" -name "*.$2" | wc -l)
    if [[ ! $sum =~ ^converted\ ([0-9]+)\ file ]] || ((BASH_REMATCH[1] != written)); then
        echo "$written files were written" >&2
        exit 1
    fi
    validate "$to"
}

mkdir "$scratch/full"
if [ -x "$(dirname "$MAQUETTE")/tests/test_gltf_write" ]; then
    MAQUETTE_GLTF_OUT=$scratch/full "$(dirname "$MAQUETTE")/tests/test_gltf_write" > /dev/null 2>&1
    echo "the full scene:"
    validate "$scratch/full"
fi
for folder in examples tests/data/{pie,wzm,wza,iqe,iqm,pet,obj,gltf}; do
    convert "$folder" glb 1
    convert "$folder" gltf 1
done
for family in pie iqm iqe pet; do
    folder=${MAQUETTE_CORPUS-}/$family
    if [ ! -d "$folder" ]; then
        echo "no real models: $family"
        continue
    fi
    models=$(find "$folder" -type f | wc -l)
    convert "$folder" glb 1
    convert "$folder" gltf $((models > 50 && ! ${MAQUETTE_DEEP:-0} ? 7 : 1))
done
