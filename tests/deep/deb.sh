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
mkdir "$root/packages"
cp build/deb/*.deb "$root/packages/"
cp -r tests/consumer examples "$root/packages/"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"; }
inside apt-get -q update
find "$root/etc" "$root/usr" "$root/var/lib" -path "$root/var/lib/apt" -prune -o -path "$root/var/lib/dpkg" -prune \
    -o -name '*maquette*' -print > "$root/before"

echo "-- install and use"
inside sh -c 'apt-get -q install -y --no-install-recommends /packages/maquette_*.deb /packages/maquette-doc_*.deb'
[ "$(inside maquette --version)" = "maquette $version" ]
inside maquette check /packages/examples/models/turret.pie
inside maquette convert /packages/examples/models/turret.pie -o /tmp/turret.glb
inside maquette render /packages/examples/models/turret.pie -o /tmp/turret.png
inside sh -c 'test -s "$(ls /usr/share/doc/maquette/rules.md*)"'

echo "-- build against the library"
inside sh -c 'apt-get -q install -y --no-install-recommends gcc libc6-dev pkg-config cmake ninja-build \
    /packages/libmaquette0_*.deb /packages/libmaquette-dev_*.deb'
inside sh -euc '
    cd /packages/consumer
    cc -o /tmp/shared consumer.c $(pkg-config --cflags --libs maquette)
    cc -static -o /tmp/static consumer.c $(pkg-config --cflags --static --libs maquette)
    cmake -G Ninja -S . -B /tmp/project -DWANTED_VERSION='"$version"' > /dev/null
    cmake --build /tmp/project
    for program in /tmp/shared /tmp/static /tmp/project/with-shared /tmp/project/with-static; do
        [ "$($program)" = '"$version"' ] || { echo "$program says $($program)"; exit 1; }
    done
    ldd /tmp/shared | grep -q libmaquette.so.0'

echo "-- purge"
inside apt-get -q purge -y maquette maquette-doc libmaquette0 libmaquette-dev
find "$root/etc" "$root/usr" "$root/var/lib" -path "$root/var/lib/apt" -prune -o -path "$root/var/lib/dpkg" -prune \
    -o -name '*maquette*' -print > "$root/after"
cmp "$root/before" "$root/after" || { diff "$root/before" "$root/after"; exit 1; }
echo "the packages work, and leave nothing"
