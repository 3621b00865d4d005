#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The Debian packages in a new system (debootstrap, as root): installed, used, built against, purged.
set -euo pipefail
cd "$(dirname "$0")/../.."
skip() {
    echo "skipped: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
for program in debootstrap dpkg-buildpackage lintian; do
    command -v $program > /dev/null || skip "there is no $program (scripts/setup packaging)"
done
[ "$(id -u)" -eq 0 ] || skip "debootstrap needs root"
scripts/build-deb
version=$(scripts/version)
root=$(mktemp -d)
trap 'umount "$root/proc" 2> /dev/null || :; rm -rf "$root"' EXIT
. /etc/os-release
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" > "$root.log" || { tail "$root.log"; exit 1; }
rm -f "$root.log"
mount -t proc proc "$root/proc"
# The same sources, and the same way to them.
cp /etc/resolv.conf "$root/etc/" 2> /dev/null || :
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2> /dev/null || :
# Of this system's environment, which may name another compiler, only the way to the network counts inside.
inside() {
    env -i "$(command -v chroot)" "$root" env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        LC_ALL=C.UTF-8 ${http_proxy:+"http_proxy=$http_proxy"} work="${work-}" version="$version" "$@"
}
# A folder of the new system for the packages and all that is made of them, by its name inside.
work=$(inside mktemp -d)
cp build/deb/*.deb "$root$work/"
cp -r tests/consumer examples "$root$work/"
inside apt-get -q update
list_files() {
    find "$root/etc" "$root/usr" "$root/var/lib" -path "$root/var/lib/apt" -prune -o -path "$root/var/lib/dpkg" -prune \
        -o -name '*maquette*' -print
}
list_files > "$root/before"

echo "-- install and use"
inside sh -c 'apt-get -q install -y --no-install-recommends "$work"/maquette_*.deb "$work"/maquette-doc_*.deb'
[ "$(inside maquette --version)" = "maquette $version" ]
inside maquette check "$work/examples/models/turret.pie"
inside maquette convert "$work/examples/models/turret.pie" -o "$work/turret.glb"
inside maquette render "$work/examples/models/turret.pie" -o "$work/turret.png"
inside sh -c 'test -s "$(ls /usr/share/doc/maquette/rules.md*)"'

echo "-- build against the library"
inside sh -c 'apt-get -q install -y --no-install-recommends gcc libc6-dev pkg-config cmake ninja-build \
    "$work"/libmaquette0_*.deb "$work"/libmaquette-dev_*.deb'
inside sh -euc '
    cd "$work/consumer"
    cc -o ../shared consumer.c $(pkg-config --cflags --libs maquette)
    cc -static -o ../static consumer.c $(pkg-config --cflags --static --libs maquette)
    cmake -G Ninja -S . -B ../project -DWANTED_VERSION="$version" > /dev/null
    cmake --build ../project
    for program in ../shared ../static ../project/with-shared ../project/with-static; do
        [ "$($program)" = "$version" ] || { echo "$program says $($program)"; exit 1; }
    done
    ldd ../shared | grep -q libmaquette.so.0'

echo "-- purge"
inside apt-get -q purge -y maquette maquette-doc libmaquette0 libmaquette-dev
list_files > "$root/after"
cmp "$root/before" "$root/after" || { diff "$root/before" "$root/after"; exit 1; }
echo "the packages work, and leave nothing"
