#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The zip archive that scripts/build-windows made, unpacked elsewhere: its checksums are right, the command runs
# from there, and programs link both of its libraries.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
name=maquette-$("$root/scripts/version")-windows-x86_64
if [ -n "${MAQUETTE_SHORT-}" ]; then
    echo "skipped: only the whole run builds the archive"
    exit 77
fi
if [ ! -f "$root/build/$name.zip" ]; then
    echo "skipped: there is no archive (scripts/build-windows)"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(cd "$root/build" && sha256sum --quiet -c "$name.zip.sha256")
mkdir "$scratch/un packed"
cd "$scratch/un packed"
unzip -q "$root/build/$name.zip"
cd "$name"
sha256sum --quiet -c SHA256SUMS
[ "$(find . -type f ! -name SHA256SUMS | wc -l)" -eq "$(wc -l < SHA256SUMS)" ]
for file in README.txt LICENSE.txt licences/VERSIONS.txt manual/maquette.html; do
    [ -s "$file" ] || { echo "there is no $file"; exit 1; }
done
if grep -rlF -e "$root" -e "${HOME:-/root}/" .; then
    echo "these files have a path of this machine"
    exit 1
fi

maquette() { "$root/scripts/wine" bin/maquette.exe "$@" 2> "$scratch/err" || { cat "$scratch/err"; exit 1; }; }
[ "$(maquette --version)" = "maquette $("$root/scripts/version")" ]
maquette check "$root/examples/models/turret.pie"
maquette convert "$root/examples/models/turret.pie" -o turret.glb
maquette render "$root/examples/models/turret.pie" -o turret.png
"$MAQUETTE_NATIVE" convert "$root/examples/models/turret.pie" -o native.glb 2> "$scratch/err"
"$MAQUETTE_NATIVE" render "$root/examples/models/turret.pie" -o native.png 2> "$scratch/err"
cmp turret.glb native.glb
cmp turret.png native.png
if [ -f share/maquette/viewer.html ]; then
    maquette view "$root/examples/models/turret.pie" -o page.html
    "$MAQUETTE_NATIVE" view "$root/examples/models/turret.pie" -o native.html 2> "$scratch/err" ||
        echo "this machine's command has no viewer to compare with"
    [ ! -f native.html ] || cmp page.html native.html
else
    echo "the archive has no viewer (make web)"
fi

cmake -G Ninja -S "$root/tests/consumer" -B "$scratch/consumer" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/Windows.cmake" \
    -Dmaquette_DIR="$PWD/lib/cmake/maquette" -DWANTED_VERSION="$("$root/scripts/version")" > "$scratch/log"
cmake --build "$scratch/consumer" > "$scratch/log" || { cat "$scratch/log"; exit 1; }
cp bin/maquette.dll "$scratch/consumer/"
for program in with-shared with-static; do
    [ "$("$root/scripts/wine" "$scratch/consumer/$program.exe" | tr -d '\r')" = "$("$root/scripts/version")" ]
done
echo "the archive works where it is unpacked"
