#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The npm package: its functions, the examples of its README, and what `npm pack` puts into it.
set -eu
. tests/web/package.sh
exec node --test tests/web/package.test.mjs tests/web/readme.test.mjs tests/web/pack.test.mjs
