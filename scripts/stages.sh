# SPDX-License-Identifier: MIT
#
# For bash scripts that run many checks and close with one sum: source this file, then
#
#     stage TITLE COMMAND...     once for each check
#     tests_of PRESET [CTEST OPTION...]
#                                the check most have: builds a preset and runs its tests
#     close_stages               prints "N passed, N failed, N skipped"; false when any failed
#
# A command whose last line is such a sum counts with that; any other counts as one.
passed=0 failed=0 skipped=0
stages_failed=()
stage_sum='^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$'
stage_log=$(mktemp)
trap 'rm -f "$stage_log"' EXIT

stage() {
    local title=$1 began=$SECONDS status f=0
    shift
    printf '\n== %s\n' "$title"
    # Indented, so that the closing line is the only one of its kind at the left edge.
    "$@" 2>&1 | tee "$stage_log" | sed -u 's/^/   /'
    status=${PIPESTATUS[0]}
    if [[ $(tail -n 1 "$stage_log") =~ $stage_sum ]]; then
        ((passed += BASH_REMATCH[1], f = BASH_REMATCH[2], skipped += BASH_REMATCH[3])) || true
    elif ((status == 0)); then
        ((passed += 1))
    fi
    # A command that failed counts as failed whatever it said.
    ((status == 0 || f > 0)) || f=1
    ((failed += f)) || true
    local verdict=ok
    if ((f > 0)); then
        verdict=FAILED
        stages_failed+=("$title")
    fi
    printf '== %s: %s, %d s\n' "$title" $verdict $((SECONDS - began))
}

tests_of() {
    scripts/build "$1" && scripts/run-tests "build/$1" "${@:2}"
}

close_stages() {
    local title
    echo
    for title in "${stages_failed[@]}"; do
        echo "FAILED: $title"
    done
    echo "$passed passed, $failed failed, $skipped skipped"
    ((failed == 0 && passed > 0))
}
