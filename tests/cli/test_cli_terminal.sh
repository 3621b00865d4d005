#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What only a terminal gets to see: colours and progress. And signals.
. "$(dirname "$0")/../cli/lib.sh"
if ! python3 -c 'import os; os.openpty()' 2> /dev/null; then
    echo "skipped: there are no terminals to be had here"
    exit 77
fi
model > good.pie
bad_model > bad.pie
mkdir many
i=0
while [ $i -lt 20 ]; do
    bad_model > "many/m$i.pie"
    i=$((i + 1))
done

unset NO_COLOR
escape=$(printf '\033')
on_terminal() {
    code=0
    TERM=${TERM:-xterm} python3 "$tools/terminal.py" "$@" > "$scratch/out" || code=$?
    [ $code -eq 1 ] || fail "exit code $code on a terminal"
}
TERM=xterm
export TERM
on_terminal "$MAQUETTE" check bad.pie
out_has "${escape}["
on_terminal env NO_COLOR=1 "$MAQUETTE" check bad.pie
out_lacks "${escape}["
on_terminal env TERM=dumb "$MAQUETTE" check bad.pie
out_lacks "${escape}["
run 1 check bad.pie
out_lacks "${escape}["
err_lacks "${escape}["

# Nothing about progress when the work is short, or nobody watches.
on_terminal "$MAQUETTE" check bad.pie good.pie
out_lacks "checking:"

# A file that arrives after a second shows progress, which is removed at the end. The
# second counts from when the command opens it: a busy machine may take long to start it.
mkfifo slow.pie
slowly() { sleep 0.8; model; }
slowly > slow.pie &
on_terminal "$MAQUETTE" check -j 1 slow.pie many
wait
out_has "checking: "
last=$(tr '\r' '\n' < "$scratch/out" | grep -n 'checking: ' | tail -1 | cut -d: -f1)
tr '\r' '\n' < "$scratch/out" | tail -n "+$((last + 1))" | grep -q "^${escape}\[K" ||
    fail "the progress line was left on the screen"
slowly > slow.pie &
on_terminal "$MAQUETTE" check -q -j 1 slow.pie many
wait
out_lacks "checking: "

# A signal lets the model in progress be finished, which is a pipe here; the next one is not begun.
"$MAQUETTE" convert -j 1 good.pie slow.pie many/m0.pie -o stopped/ --to pie4 2> "$scratch/err" &
process=$!
until [ -s stopped/good.pie ]; do
    kill -0 $process || fail "the command ended"
    sleep 0.1
done
exec 3> slow.pie # waits until the command reads it
kill $process
model >&3
exec 3>&-
! wait $process || fail "the signal is not in the exit code"
err_has "converted 2 files"
err_has "1 file was not converted; interrupted, continue with --skip-existing"
[ ! -e stopped/m0.pie ] || fail "the run went on"
