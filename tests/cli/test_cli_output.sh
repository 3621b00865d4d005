#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Standard output that fails, closed streams.
. "$(dirname "$0")/../cli/lib.sh"
model > good.pie
bad_model > bad.pie
mkdir many
i=0
while [ $i -lt 200 ]; do
    bad_model > "many/m$i.pie"
    i=$((i + 1))
done

# ------------------------------------------------------------------------------------ a full disk
# to FILE CODE ARGUMENT...: standard output goes to FILE.
to() {
    file=$1 expected=$2
    shift 2
    code=0
    "$MAQUETTE" "$@" > "$file" 2> "$scratch/err" || code=$?
    [ $code -eq "$expected" ] || fail "exit code $code instead of $expected: $* > $file"
}
: > "$scratch/out"
for arguments in "--version" "--help" "--man" "formats" "formats --json" "rules" "info good.pie" \
    "info --json good.pie" "check bad.pie" "check --json bad.pie" "check --sarif bad.pie" \
    "diff good.pie bad.pie" "convert good.pie -o - --to pie3"; do
    # shellcheck disable=SC2086  # words
    to /dev/full 4 $arguments
    err_has "No space left on device"
done

# ---------------------------------------------------------------------------------- closed streams
code=0
"$MAQUETTE" check bad.pie >&- 2> "$scratch/err" || code=$?
[ $code -eq 4 ] || fail "exit code $code with standard output closed"
# A model must not get the number of a closed stream: messages would be written into it.
code=0
"$MAQUETTE" convert bad.pie -o out.pie --level note >&- 2>&- || code=$?
[ $code -eq 0 ] || fail "exit code $code with streams closed"
head -1 out.pie | grep -q '^PIE 3$' || fail "messages in the model"
"$MAQUETTE" convert -q many -o open/ --to pie3 --level note 2> "$scratch/err"
"$MAQUETTE" convert many -o closed/ --to pie3 --level note -j 4 >&- 2>&-
diff -r open closed > "$scratch/out" || fail "messages in the models"
code=0
"$MAQUETTE" check - <&- > "$scratch/out" 2> "$scratch/err" || code=$?
[ $code -eq 3 ] || fail "exit code $code with standard input closed"

# A reader that has seen enough: no message, no signal.
{ code=0; "$MAQUETTE" check many 2> "$scratch/err" || code=$?; echo $code > ../code; } | head -1 \
    > "$scratch/out"
case $(cat ../code) in
    4) ;;
    1) ;; # all was written before the reader went away
    *) fail "exit code $(cat ../code) with a closed pipe" ;;
esac
err_lacks "Broken pipe"
{ sleep 0.2; code=0; "$MAQUETTE" check many 2> "$scratch/err" || code=$?; echo $code > ../code; } |
    : > "$scratch/out"
[ "$(cat ../code)" -eq 4 ] || fail "exit code $(cat ../code) with a pipe closed from the start"
err_lacks "Broken pipe"
