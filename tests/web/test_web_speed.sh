#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The deep run: the package checks the PIE files of the corpus in at most three times the time that the
# native command needs on one thread, and does so from the first round on.
set -eu
. tests/web/package.sh
if [ -z "${MAQUETTE_DEEP-}" ] || [ ! -d "$MAQUETTE_CORPUS/pie/debian" ]; then
    echo "skipped: for the deep run, with a corpus" >&2
    exit 77
fi
exec node tests/web/speed.mjs "$MAQUETTE_CORPUS/pie/debian"
