#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette check --fix: repairs in place, once and for all, and touches nothing else.
. "$(dirname "$0")/../cli/lib.sh"
put_page
fixable_model > a.pie
model > good.pie
touch -d '2001-01-01' good.pie
chmod 640 a.pie

run 1 check a.pie
err_has "0 notes; 2 findings can be repaired by --fix"
run 0 check --fix a.pie good.pie
out_has "a.pie:1:1: fixed[PIE-0003]: the signature must be PIE; IMD is obsolete"
out_has "a.pie:4:1: fixed[PIE-"
[ "$(wc -l < "$scratch/out")" -eq 2 ] || fail "not just the two fixes are listed"
err_has "checked 2 files: 0 errors, 0 warnings, 0 notes; fixed 2 findings in 1 file"
grep -q '^PIE 3$' a.pie || fail "the signature was not repaired"
on_windows || [ "$(stat -c %a a.pie)" = 640 ] || fail "the mode was not kept"
[ "$(stat -c %Y good.pie)" = "$(date -d 2001-01-01 +%s)" ] || fail "a good file was written"
cp a.pie fixed.pie
run 0 check --fix a.pie
err_has "fixed 0 findings in 0 files"
same a.pie fixed.pie
[ "$(all_files)" = "./a.pie ./fixed.pie ./good.pie " ] || fail "files were left: $(all_files)"

# What cannot be repaired is listed.
{ fixable_model | sed 's/0 1 2 0/0 1 9 0/'; } > b.pie
run 1 check --fix b.pie
out_has "error[PIE-0218]"
out_lacks "error[PIE-0003]"
err_has "fixed 2 findings in 1 file"
run 1 check --fix b.pie
err_has "fixed 0 findings in 0 files"

# Lines that are not concerned stay as they are, byte for byte.
fixable_model | sed 's/10 10 0$/10.0  1e1 0/' > c.pie
run 0 check -q --level error --fix c.pie
grep -qF '10.0  1e1 0' c.pie || fail "an innocent line was changed"

# As a filter.
fixable_model | sed 's/0 1 2 0/0 1 9 0/' > d.pie
cp d.pie d.before
run 1 check --fix - < d.pie
same d.pie d.before
same "$scratch/out" b.pie
err_has "-:12:"
run 0 check --fix - < good.pie
same "$scratch/out" good.pie
echo "no model" > text.txt
run 3 check --fix - < text.txt
out_empty
run 3 check --fix text.txt
[ "$(cat text.txt)" = "no model" ] || fail "a file that is not a model was changed"

# With reports for programs.
run 1 check --fix --json d.pie
out_json '.[0] | .fixed == 2 and .counts.error == 1 and (.findings | length >= 1)'
out_json '.[0].fixes | length == 2 and .[0].rule == "PIE-0003" and .[0].line == 1'
cp d.before d.pie
run 1 check --fix --sarif d.pie
out_json '.[0].runs[0].results | length >= 1 and all(.ruleId != "PIE-0003")'

# A link stays a link.
fixable_model > real.pie
ln -s real.pie link.pie
run 0 check -q --fix link.pie
[ -L link.pie ] || fail "the link was replaced"
same real.pie fixed.pie

# A file that cannot be written.
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    fixable_model > locked/a.pie
    cp locked/a.pie before.pie
    chmod 555 locked
    run 4 check --fix locked/a.pie
    same locked/a.pie before.pie
fi

# What is not a model, also after a fix, stays as it is.
printf '\nnot a model\n' > other.pie
cp other.pie before.pie
run 3 check --fix other.pie
out_has "error[PIE-0001]"
err_has "fixed 0 findings in 0 files"
same other.pie before.pie
