#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Failing calls of the system under the command: output is whole or untouched. A sanitizer has its own
# allocator, which the library of faults would replace.
set -eu
case ${MAQUETTE:?is to name the command} in
*/asan/* | */tsan/* | */msan/* | */coverage/* | */ubsan/*) exit 77 ;;
esac
[ -z "${MAQUETTE_LAUNCHER-}" ] || exit 77
library=$(dirname "$MAQUETTE")/tests/libmaquette-faults.so
[ -f "$library" ] || exit 77
exec python3 "$(dirname "$0")/faults.py" "$MAQUETTE" "$library" ${MAQUETTE_DEEP:+--all}
