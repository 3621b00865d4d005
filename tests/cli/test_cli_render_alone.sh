#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette render without a graphics card, a display, and a home folder that can be written to. Skipped
# where such an environment cannot be made.
. "$(dirname "$0")/../cli/lib.sh"
model > a.pie
"$MAQUETTE" render -q --level error a.pie -o expected.png
mkdir home empty
chmod 555 home

# alone COMMAND...: with an empty /dev/dri and /tmp/.X11-unix, and without the variables of a display.
if command -v bwrap > /dev/null && bwrap --ro-bind / / true 2> /dev/null; then
    alone() {
        bwrap --ro-bind / / --bind "$PWD" "$PWD" --dev /dev --tmpfs /run --unshare-net \
            env -i HOME="$PWD/home" PATH=/nowhere "$@"
    }
elif unshare --user --map-root-user --mount --net true 2> /dev/null; then
    alone() {
        # shellcheck disable=SC2016
        unshare --user --map-root-user --mount --net sh -c '
            for folder in /dev/dri /run; do
                [ ! -d "$folder" ] || mount --bind empty "$folder"
            done
            mount --bind home home && mount -o remount,bind,ro home
            exec env -i HOME="$PWD/home" PATH=/nowhere "$@"' sh "$@"
    }
else
    echo "neither bwrap nor unshare works here" >&2
    exit 77
fi
alone "$MAQUETTE" render -q --level error a.pie -o alone.png > "$scratch/out" 2> "$scratch/err" ||
    fail "no picture without a display"
same alone.png expected.png
