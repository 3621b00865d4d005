#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Options, help, manual page, completions: all from one table, all saying the same.
. "$(dirname "$0")/../cli/lib.sh"

# ------------------------------------------------------------------------------------------- help
run 0 --version
grep -Eq '^maquette [0-9]+\.[0-9]+\.[0-9]+$' "$scratch/out" || fail "odd version"
err_empty

run 2
out_empty
err_has "Commands:"

run 0 --help
cp "$scratch/out" ../help
run 0 help
same "$scratch/out" ../help
run 0 -h
same "$scratch/out" ../help
for code in 0 1 2 3 4; do
    grep -Eq "^  $code  " ../help || fail "help does not explain exit code $code"
done

commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' ../help)
[ "$(echo "$commands" | tr '\n' ' ')" = "formats info check convert pose diff render assemble extract view rules help " ] ||
    fail "unexpected commands: $commands"

run 0 --man
cp "$scratch/out" ../man
run 2 --man=chek
err_has "did you mean 'check'?"
sed 's/\\-/-/g; s/\\f[BIR]//g' ../man > ../man.plain
for shell in bash zsh fish; do
    run 0 --completion $shell
    cp "$scratch/out" ../completion.$shell
done

# options HELP: the long options that a help text lists.
options() {
    sed -n 's/^  \(-[a-z],\|   \) --\([a-z-]*\).*/\2/p' "$1"
}

for command in $commands; do
    run 0 help "$command"
    cp "$scratch/out" ../help.one
    run 0 "--man=$command"
    sed 's/\\-/-/g; s/\\f[BIR]//g' "$scratch/out" > ../man.one
    grep -q "^maquette-$command - " ../man.one || fail "the manual page has no name: $command"
    for option in $(options ../help.one); do
        [ "$option" = help ] || grep -q -- "--$option" ../man.one ||
            fail "the manual page of $command lacks --$option"
    done
    run 0 "$command" --help
    same "$scratch/out" ../help.one
    out_has "Usage: maquette $command"
    out_has "Examples:"
    grep -Eq "^\.SS $command:" ../man || fail "the manual lacks $command"
    for shell in bash zsh fish; do
        grep -q "$command" ../completion.$shell || fail "completion for $shell lacks $command"
    done
    # Lines that are too wide would be broken by terminals.
    [ "$(awk 'length > 80' ../help.one | wc -l)" -eq 0 ] || fail "help $command is too wide"
    options ../help.one
done > ../options
options ../help >> ../options
[ "$(sort -u ../options | wc -l)" -ge 17 ] || fail "there should be more options"

sort -u ../options | while read -r option; do
    grep -q -- "--$option" ../man.plain || fail "the manual lacks --$option"
    grep -q -- "--$option" ../completion.bash || fail "completion for bash lacks --$option"
    grep -q -- "--$option" ../completion.zsh || fail "completion for zsh lacks --$option"
    grep -q -- " -l $option " ../completion.fish || fail "completion for fish lacks --$option"
done

# Words that come from the formats.
for word in pie4 game-4.3 PIE-0107; do
    for shell in bash zsh fish; do
        grep -q -- "$word" ../completion.$shell || fail "completion for $shell lacks $word"
    done
done
grep -q pie4 ../man || fail "the manual lacks the formats"
if command -v groff > /dev/null; then
    groff -man -Tascii -ww ../man > /dev/null 2> ../groff
    [ ! -s ../groff ] || { cat ../groff; fail "groff complains of the manual"; }
fi
if command -v bash > /dev/null; then
    bash -n ../completion.bash || fail "the completion for bash is not a script"
    # COMP_* as bash sets them when a user types "maquette convert --rep" and Tab.
    bash -c '. ../completion.bash; COMP_WORDS=(maquette convert --rep) COMP_CWORD=2
        _maquette; [ "${COMPREPLY[*]}" = --report ]' || fail "bash does not complete --rep"
    bash -c '. ../completion.bash; COMP_WORDS=(maquette convert --to pie) COMP_CWORD=3
        _maquette; [ "${COMPREPLY[*]}" = "pie2 pie3 pie4 pie5" ]' || fail "bash lacks formats"
    bash -c '. ../completion.bash; COMP_WORDS=(maquette render --view b) COMP_CWORD=3
        _maquette; [ "${COMPREPLY[*]}" = "back bottom" ]' || fail "bash does not complete --view"
    bash -c '. ../completion.bash; COMP_WORDS=(maquette render --show axes,b) COMP_CWORD=3
        _maquette; [ "${COMPREPLY[*]}" = "axes,boxes axes,bounds" ]' || fail "bash: --show"
    cp "$MAQUETTE_SOURCE/examples/models/crane.iqm" "two words.iqm"
    for option in --clip --play; do
        bash -c '. ../completion.bash
            COMP_WORDS=("$MAQUETTE" render "two words.iqm" $0 t) COMP_CWORD=4
            _maquette; [ "${COMPREPLY[*]}" = turn ]' $option || fail "bash does not complete $option"
    done
    bash -c '. ../completion.bash; COMP_WORDS=(maquette ch) COMP_CWORD=1
        _maquette; [ "${COMPREPLY[*]}" = check ]' || fail "bash does not complete ch"
fi

# Colours have names.
for option in background team-colour; do
    "$MAQUETTE" render --help | tr -s ' \n' ' ' > "$scratch/out"
    sed -i "s/.*--$option COLOUR\\(.*\\)/\\1/; s/ --.*//" "$scratch/out"
    out_has "grey, red, green, blue, yellow"
done

# What an option does is said for its command alone.
run 0 check --help
out_has "--strict          warnings count as errors"
run 0 assemble --help
out_lacks "warnings count as errors"
run 0 convert --help
out_has "-o, --output OUT      write to this file or folder (- is standard output)"
run 0 extract --help
out_has "-o, --output FOLDER   write the images to this folder"
out_lacks "standard output)"
for command in check info view; do
    run 0 $command --help
    ! grep -qw IN "$scratch/out" || fail "$command --help calls an input IN"
done

# -------------------------------------------------------------------------------- wrong usage is 2
model > a.pie
run 2 chekc a.pie
err_has "did you mean 'check'?"
run 2 frobnicate
err_has "unknown command 'frobnicate'"
run 2 validate x.pie
err_has "unknown command 'validate'; did you mean 'check'?"
for name in fix repair; do
    run 2 $name x.pie
    err_has "unknown command '$name'; did you mean 'check --fix'?"
done
run 2 help chekc
err_has "did you mean 'check'?"
# Options and rules given like commands.
run 2 version
err_has "did you mean 'maquette --version'?"
run 2 help exit-codes
err_has "maquette help lists the commands and exit codes"
run 2 help rules PIE-0403
err_has "maquette rules PIE-0403 explains the rule"
run 2 render a.pie --turntable 12 -o a.png
err_has "--turntable=12"
[ ! -e a.png ] || fail "a picture was drawn"
run 2 check --jsno a.pie
err_has "did you mean '--json'?"
run 2 check --utterly-unknown a.pie
err_has "unknown option '--utterly-unknown'"
run 2 check -z a.pie
err_has "unknown option '-z'"
run 2 info --fix a.pie
err_has "info does not take the option --fix"
run 2 --json
err_has "needs a command"
run 2 check
err_has "needs PATH"
run 2 diff a.pie
run 2 diff a.pie a.pie a.pie
err_has "unexpected argument"
run 2 check --json=yes a.pie
err_has "takes no value"
run 2 convert a.pie -o
err_has "needs a value"
run 2 check --level loud a.pie
err_has "error warning note"
run 2 check --target moon a.pie
err_has "unknown target 'moon'"
err_has "game-4.3"
run 2 check --json --sarif a.pie
run 2 info --json --clips a.pie
run 2 check -j 0 a.pie
run 2 check -j many a.pie
run 2 check --max-findings -1 a.pie
run 2 --completion ksh
run 2 check - -
run 2 diff - -
out_empty

# --------------------------------------------------------------------------------- ways to say it
run 0 check -qj2 a.pie
err_empty
run 0 check -j2 -q a.pie
run 0 check -q --level=error --target game a.pie
run 0 check -q a.pie --level error
mkdir opt
model > opt/--json
(cd opt && run 0 check -q -- --json) || fail "-- does not end the options"
run 0 check -q opt/--json
