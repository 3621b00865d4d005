#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Messages of the library and the command have the right number and article: every template is printed
# with 1 and with 2.
set -eu
cd "$MAQUETTE_SOURCE"
checker=tests/docs/check_messages.py
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The checker finds what it is made for, and nothing else.
cat > "$scratch/wrong.c" << 'END'
report("%u faces are left out", count);
report("mesh \"%s\": %llu vertices", name, count);
report("%" PRIu64 " texture coordinates are rounded", count);
report("%zu node is left out", count);
report("there is a %s before this one", name);
report("this is a ANIM section");
report("an model");
END
cat > "$scratch/right.c" << 'END'
report("polygon %u uses point %u, but there is no such point", a, b); // "%u faces are" in a comment
report("%u %s left out", count, MQ_PLURAL(count, "face is", "faces are"));
report("number of faces: %u", count);
report("this is an ANIM section of PIE %u", version);
END
python3 $checker "$scratch/wrong.c" > "$scratch/out" && { echo "nothing is found" >&2; exit 1; }
[ "$(grep -c "^$scratch" "$scratch/out")" -eq 7 ] ||
    { echo "not all seven are found:" >&2; cat "$scratch/out" >&2; exit 1; }
python3 $checker "$scratch/right.c" || { echo "right messages are refused" >&2; exit 1; }

find src cli -name '*.c' | LC_ALL=C sort > "$scratch/files"
[ "$(wc -l < "$scratch/files")" -gt 100 ]
xargs python3 $checker < "$scratch/files"
