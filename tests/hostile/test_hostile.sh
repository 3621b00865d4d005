#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The limits of SECURITY.md, measured for hostile inputs: a choice of them in the quick run, all in the
# deep one. Sanitizers and counters need many times the memory and time, so that their builds skip it.
set -eu
case ${MAQUETTE:?is to name the command} in
*/asan/* | */tsan/* | */msan/* | */coverage/* | */debug/* | */ubsan/*) exit 77 ;;
esac
[ -z "${MAQUETTE_LAUNCHER-}" ] || exit 77
exec python3 "$(dirname "$0")/run.py" "$MAQUETTE" ${MAQUETTE_DEEP:+--all}
