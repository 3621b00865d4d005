#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The pages that come out of the program are what the program says today.
set -eu
cd "$MAQUETTE_SOURCE"

if ! "$MAQUETTE" rules --markdown | cmp -s - docs/rules.md; then
    echo "docs/rules.md is out of date: run scripts/make-docs" >&2
    exit 1
fi
