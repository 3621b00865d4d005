#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The command of the tarball works in a root that has no other program, library or configuration.
set -euo pipefail
cd "$(dirname "$0")/../.."
tarball=$(scripts/build-tarball | tail -n 1)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
tar -xf "$tarball" -C "$root" --strip-components=1
mkdir "$root/models" "$root/out"
cp -r examples/models/* "$root/models/"
inside() {
    if [ "$(id -u)" -eq 0 ]; then
        env -i "$(command -v chroot)" "$root" /bin/maquette "$@"
    else
        env -i "$(command -v unshare)" -r "$(command -v chroot)" "$root" /bin/maquette "$@"
    fi
}
[ "$(inside --version)" = "maquette $(scripts/version)" ]
inside check /models/turret.pie
inside convert /models/turret.pie -o /out/turret.glb
inside render /models/turret.pie -o /out/turret.png
# What it writes is what any other build writes.
scripts/build release maquette-command > /dev/null
(cd "$root" && "$OLDPWD/build/release/maquette" convert models/turret.pie -o other.glb &&
    "$OLDPWD/build/release/maquette" render models/turret.pie -o other.png)
cmp "$root/out/turret.glb" "$root/other.glb"
cmp "$root/out/turret.png" "$root/other.png"
echo "the static command works in an empty root"
