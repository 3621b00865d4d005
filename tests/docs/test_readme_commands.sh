#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every command block of README.md and docs/*.md runs as it stands, and prints what is quoted.
set -eu
for format in glb pie4 iqm pet wza; do
    if ! "$MAQUETTE" formats | grep -q "^  $format "; then
        echo "this build lacks $format, which the pages use" >&2
        exit 77
    fi
done
exec python3 "$(dirname "$0")/run_commands.py" "$MAQUETTE" "$MAQUETTE_SOURCE"
