#!/bin/sh
# SPDX-License-Identifier: MIT
#
# info, check and convert give the same bytes as the native command: for all fixtures, and in the deep run
# for the corpus.
set -eu
. tests/web/package.sh
exec node tests/web/same_bytes.mjs
