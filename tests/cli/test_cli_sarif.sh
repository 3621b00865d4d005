#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette check --sarif: one log for the whole run that other programs can trust.
. "$(dirname "$0")/../cli/lib.sh"
put_page

# sarif FILTER: standard output is a good log, and the filter is true for its run.
sarif() {
    python3 "$tools/check_sarif.py" < "$scratch/out" || fail "not SARIF"
    out_json ".[0].runs[0] | $1"
}

model > good.pie
run 0 check --sarif good.pie
sarif '.results == [] and .invocations[0].executionSuccessful'
sarif '.tool.driver | .name == "maquette" and (.rules | length > 20)'

bad_model > bad.pie
fixable_model > fix.pie
echo "no model" > text.txt
mkdir -p 'odd name/ä'
bad_model > 'odd name/ä/a:b%.pie'
run 3 check --sarif bad.pie fix.pie text.txt missing.pie 'odd name' ./good.pie
sarif '[.results[].ruleId] | index("PIE-0218") and index("MAQ-0001") and index("PIE-0003")'
sarif '.results[] | select(.ruleId == "PIE-0218")
    | .level == "error" and .locations[0].physicalLocation.region.startLine == 12'
sarif '.results | any(.locations[0].physicalLocation.artifactLocation.uri
    == "odd%20name/%C3%A4/a%3Ab%25.pie")'
sarif '.results[] | select(.ruleId == "PIE-0003") | .fixes[0].artifactChanges[0]
    | .artifactLocation.uri == "fix.pie" and .replacements[0].insertedContent.text == "PIE"
    and .replacements[0].deletedRegion.byteOffset == 0'
sarif '.invocations[0] | .executionSuccessful == false
    and (.toolExecutionNotifications | length == 1)
    and .toolExecutionNotifications[0].locations[0].physicalLocation.artifactLocation.uri
        == "missing.pie"'

# The edits of a fix, done by someone else, are what --fix does.
run 1 check --sarif fix.pie
python3 - "$scratch/out" fix.pie << 'END' > ../edited.pie
import json, sys
data = open(sys.argv[2], "rb").read()
edits = []
for result in json.load(open(sys.argv[1]))["runs"][0]["results"]:
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                text = replacement.get("insertedContent", {}).get("text", "")
                edits.append((region["byteOffset"], region["byteLength"], text.encode()))
for offset, length, text in sorted(edits, reverse=True):
    data = data[:offset] + text + data[offset + length:]
sys.stdout.buffer.write(data)
END
run 0 check -q --fix fix.pie
same fix.pie ../edited.pie

# Absolute paths are file URIs.
run 1 check --sarif "$PWD/bad.pie"
sarif '.results[0].locations[0].physicalLocation.artifactLocation.uri | startswith("file:///")'

# Columns count characters, not bytes.
model | sed '3s/page-7.png 0 0/page-ä.png 0 0 surplus/' > wide.pie
run 0 check --sarif --no-files wide.pie
sarif '.results[] | select(.ruleId == "PIE-0014")
    | .locations[0].physicalLocation.region.startColumn == 26'
sarif '.columnKind == "unicodeCodePoints"'
