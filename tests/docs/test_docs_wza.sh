#!/bin/sh
# SPDX-License-Identifier: MIT
#
# docs/wza.md names every rule of WZA, and the tests that it names are there.
set -eu
cd "$MAQUETTE_SOURCE"
status=0
for rule in $(grep -o '"WZA-[0-9]*"' src/formats/wza/wza_rule_list.h | tr -d '"'); do
    if ! grep -q "$rule" docs/wza.md; then
        echo "docs/wza.md does not name $rule" >&2
        status=1
    fi
done
for test in $(grep -o '`[a-z][a-z0-9]*_[a-z0-9_]*`' docs/wza.md | tr -d '`' | grep -v '^maq_' | sort -u); do
    if ! grep -q "cmocka_unit_test($test)" tests/wza/test_wza*.c; then
        echo "docs/wza.md names the test $test, which is not there" >&2
        status=1
    fi
done
exit $status
