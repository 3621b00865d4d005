# SPDX-License-Identifier: MIT
#
# What the script tests share. They source it, and then stand in an empty folder of their own.
# shellcheck shell=sh
set -eu
: "${MAQUETTE:?is to name the command}"
tools=$(cd "$(dirname "$0")/../cli" && pwd)
LC_ALL=C
NO_COLOR=1
export LC_ALL NO_COLOR tools
scratch=$(mktemp -d)
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"
mkdir work
cd work

# fail MESSAGE: what the last command printed helps to see why.
fail() {
    echo "FAILED: $*" >&2
    echo "--- standard output" >&2
    head -50 "$scratch/out" >&2 || :
    echo "--- standard error" >&2
    head -50 "$scratch/err" >&2 || :
    exit 1
}

# run CODE ARGUMENT...: runs the command, keeps what it prints in $scratch/out and $scratch/err, and
# insists on the exit code.
run() {
    expected=$1
    shift
    code=0
    "$MAQUETTE" "$@" > "$scratch/out" 2> "$scratch/err" || code=$?
    [ "$code" -eq "$expected" ] || fail "exit code $code instead of $expected: maquette $*"
}

# out_has TEXT..., err_has TEXT...: a line of the output that holds the text; _lacks: there is none.
out_has() { grep -qF -- "$1" "$scratch/out" || fail "standard output lacks: $1"; }
err_has() { grep -qF -- "$1" "$scratch/err" || fail "standard error lacks: $1"; }
out_lacks() { ! grep -qF -- "$1" "$scratch/out" || fail "standard output has: $1"; }
err_lacks() { ! grep -qF -- "$1" "$scratch/err" || fail "standard error has: $1"; }
out_empty() { [ ! -s "$scratch/out" ] || fail "standard output is not empty"; }
err_empty() { [ ! -s "$scratch/err" ] || fail "standard error is not empty"; }

# out_json FILTER: standard output is JSON (one value or many), and the filter is true for it all.
out_json() {
    jq -es "$1" < "$scratch/out" > "$scratch/jq" 2>&1 || fail "JSON is not as expected: $1"
}

# on_windows: the command is that of Windows, where files have other names and no modes.
on_windows() { [ "${MAQUETTE_SYSTEM-}" = Windows ]; }

# The files below the folder the test stands in, to see that nothing was left behind.
all_files() { find . ! -type d | LC_ALL=C sort | tr '\n' ' '; }

same() { cmp -s "$1" "$2" || fail "$1 and $2 differ"; }

# put_page: puts the page of the model below into the tree around the folder of the test.
put_page() {
    mkdir -p ../texpages
    python3 -c 'import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(bytes(4 * 5))) + chunk(b"IEND", b""))' > ../texpages/page-7.png
}

# model [VERSION]: a small model that no one has anything to say against.
model() {
    cat << END
PIE ${1:-3}
TYPE 200
TEXTURE 0 page-7.png 0 0
LEVELS 1
LEVEL 1
POINTS 4
	0 0 0
	10 0 0
	0 10 0
	10 10 0
POLYGONS 2
	200 3 0 1 2 0 0 1 0 0 1
	200 3 1 3 2 1 0 1 1 0 1
END
}

# An error in line 12 (a point that does not exist), a warning in line 13 (a coordinate below 0).
bad_model() { model | sed -e '12s/0 1 2/0 1 9/' -e '13s/1 0 1 1/-1 0 1 1/'; }
warned_model() { model | sed -e '13s/1 0 1 1/-1 0 1 1/'; }

# What --fix repairs: the signature of old, and a comment that hangs the game.
fixable_model() { model | sed -e '1s/PIE/IMD/' -e '4i\
# a comment'; }

# What PIE 3 cannot hold.
rich_model() { model 4 | sed '3a\
TCMASK 0 page-9_mask.png'; }
