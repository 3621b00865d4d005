#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The viewer in Chromium.
set -eu
. tests/web/package.sh
if ! command -v chromium > /dev/null || [ ! -d web/viewer/node_modules/playwright-core ]; then
    echo "skipped: there is no chromium, or no playwright-core (make web)" >&2
    exit 77
fi
newer=$(find web/viewer/src web/viewer/build.mjs -type f -newer build/viewer.html -print | head -n 1)
if [ -n "$newer" ]; then
    echo "skipped: the viewer is older than $newer (make web)" >&2
    exit 77
fi
node --test tests/web/viewer.test.mjs
# Memory is measured while no other browser runs.
exec node --test tests/web/viewer_game.test.mjs
