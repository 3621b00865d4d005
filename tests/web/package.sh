# SPDX-License-Identifier: MIT
#
# Sourced by the tests of the package: skips unless node and a package of these sources are there. The
# package is compared with the release build; other builds give the same bytes.
case $MAQUETTE in
    */build/release/maquette | build/release/maquette) ;;
    *)
        echo "skipped: only the release build is compared with the package" >&2
        exit 77
        ;;
esac
if ! command -v node > /dev/null; then
    echo "skipped: there is no node" >&2
    exit 77
fi
if [ ! -f build/npm/maquette.wasm ]; then
    echo "skipped: the package is not built (make web)" >&2
    exit 77
fi
newer=$(find src include web/package web/wasm -type f -newer build/npm/index.js -print | head -n 1)
if [ -n "$newer" ]; then
    echo "skipped: the package is older than $newer (make web)" >&2
    exit 77
fi
