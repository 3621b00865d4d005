#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette view: what is in the page, where it is written, and how it is opened. tests/web has the page in a
# browser.
. "$(dirname "$0")/lib.sh"

# The command as it is installed, with a page that stands for the viewer's.
mkdir -p installed/bin installed/share/maquette
cp "$MAQUETTE" installed/bin/maquette
MAQUETTE=$PWD/installed/bin/maquette
page=installed/share/maquette/viewer.html

# files PAGE: the names of the files in a page with their bytes, as one line each; and what is shown.
files() {
    python3 - "$1" << 'END'
import base64, json, re, sys
text = open(sys.argv[1], encoding="ascii").read()
assert text.startswith("<p>before</p>") and text.endswith("<p>after</p>\n"), "the page around it"
elements = re.findall(r"<script ([^>]*)>([^<]*)</script>", text)
kind = 'type="application/octet-stream" '
assert [e[0] for e in elements] == [kind + 'id="embedded"'] + [kind + 'class="embedded"'] * (len(elements) - 1)
first, *rest = [base64.b64decode(e[1], validate=True) for e in elements]
content = json.loads(first)
assert len(content["files"]) == len(rest)
for name, data in sorted(zip(content["files"], rest)):
    print(name, sum(data) % 65536, len(data))
for part in content["show"]:
    print("show", part["name"], part["at"])
END
}
sum_of() { python3 -c 'import sys; data = open(sys.argv[1], "rb").read(); print(sum(data) % 65536, len(data))' "$1"; }

mkdir -p game/structs game/texpages
model > game/structs/a.pie
(cd game/structs && put_page)
[ -f game/texpages/page-7.png ] || fail "there is no image"

# Without the page of the viewer.
run 2 view game/structs/a.pie -o a.html --no-open
err_has "make web"
[ ! -e a.html ] || fail "a page was written"
echo '<p>another page</p>' > $page
run 3 view game/structs/a.pie -o a.html --no-open
err_has "viewer.html: this is not the page of the viewer"
printf '<p>before</p><script type="application/octet-stream" id="embedded"></script><p>after</p>\n' > $page

# One model: its name and those of its images are those in its tree.
run 0 view game/structs/a.pie -o a.html --no-open
out_has "a.html"
err_has "embedded 1 model: 1 file that they name"
files a.html > list
{
    echo "structs/a.pie $(sum_of game/structs/a.pie)"
    echo "texpages/page-7.png $(sum_of game/texpages/page-7.png)"
} > expected
same list expected
run 0 view -q game/structs/a.pie -o -
cp "$scratch/out" b.html
same a.html b.html
err_empty

# The same from standard input, which has no images, and from an archive.
"$MAQUETTE" view -q - -o b.html --no-open < game/structs/a.pie > /dev/null
files b.html > list
echo "standard-input.pie $(sum_of game/structs/a.pie)" > expected
same list expected
(cd game && python3 -m zipfile -c ../mod.wz structs texpages)
run 0 view mod.wz/structs/a.pie -o b.html --no-open
same a.html b.html
run 0 view --no-files game/structs/a.pie -o b.html --no-open
files b.html > list
[ "$(wc -l < list)" -eq 1 ] || fail "--no-files reads files"

# Several trees: a folder for each. Libraries of materials are in the page. Nothing is there twice.
mkdir -p other/deep
printf 'mtllib crate.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > other/deep/crate.obj
printf 'newmtl a\nKd 1 1 1\n' > other/deep/crate.mtl
cp game/structs/a.pie game/structs/b.pie
run 0 view game other -o b.html --no-open
files b.html | sed 's/ .*//' > list
printf '%s\n' game/structs/a.pie game/structs/b.pie game/texpages/page-7.png other/deep/crate.mtl \
    other/deep/crate.obj > expected
same list expected

# A name that would end its element is base64, too.
cp game/structs/a.pie "game/structs/<!--<b>.pie"
run 0 view game/structs/*b*.pie -o b.html --no-open
files b.html > list
grep -qF '<!--<b>.pie' list || fail "the name is changed"
rm "game/structs/<!--<b>.pie"

# Parts of one model, attached.
model | sed '$a\
CONNECTORS 1\
	1 2 3' > game/structs/base.pie
run 0 view game/structs/base.pie --at "connector 1" game/structs/a.pie -o b.html --no-open
files b.html | grep '^show' > list
printf '%s\n' "show structs/base.pie None" "show structs/a.pie connector 1" > expected
same list expected
run 2 view game/structs/base.pie --at "connector 9" game/structs/a.pie -o none.html --no-open
err_has "connector 9"
[ ! -e none.html ] || fail "a page of models that cannot be joined"

# A model that cannot be read is in the page with its findings; a missing one is not.
echo "PIE 99" > game/structs/broken.pie
run 3 view game/structs/broken.pie none.pie -o b.html --no-open
files b.html > list
grep -q '^game/structs/broken.pie' list || fail "the broken model is not in the page"
run 3 view none.pie -o none.html --no-open
[ ! -e none.html ] || fail "a page without a model"

# Names that are not for pages.
run 2 view game/structs/a.pie -o game/structs/a.pie
run 4 view game/structs/a.pie -o /dev/null/a.html --no-open

# It is opened by the desktop, also as a temporary file, which no one else can read.
mkdir desktop temporary
cat > desktop/xdg-open << 'END'
#!/bin/sh
echo "$1" > "$0.part"
mv "$0.part" "$0.opened"
END
chmod +x desktop/xdg-open
opened() {
    tries=0
    until [ -e desktop/xdg-open.opened ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || fail "nothing was opened"
        sleep 0.1
    done
    cat desktop/xdg-open.opened
    rm desktop/xdg-open.opened
}
usual=$PATH
PATH=$PWD/desktop:$usual
run 0 view game/structs/a.pie -o -a.html
[ "$(opened)" = "$PWD/-a.html" ] || fail "another file was opened"
TMPDIR=$PWD/temporary run 0 view game/structs/a.pie
written=$(cat "$scratch/out")
[ "$(opened)" = "$written" ] || fail "another file was opened"
case $written in "$PWD"/temporary/maquette-*.html) ;; *) fail "the temporary file is $written" ;; esac
same a.html "$written"
[ "$(stat -c %a "$written")" = 600 ] || fail "others can read it"
PATH=$PWD/none run 0 view game/structs/a.pie -o c.html
err_has "open c.html in a browser"
TMPDIR=$PWD/none run 4 view game/structs/a.pie --no-open
