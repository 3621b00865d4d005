# SPDX-License-Identifier: MIT
#
# check_mime.py MIME.xml THUMBNAILER FORMATS.json INFO.jsonl
#
# The types of share/mime against the registry of the command: endings are the same, and what the magic
# bytes say of real files is what the command says. FORMATS comes from `formats --json`, INFO from
# `info --json` over files of all formats.
import json
import re
import sys
import xml.etree.ElementTree as tree

NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
TYPES = {
    "pie": ["model/x-warzone-pie"], "wzm": ["model/x-warzone-wzm"], "wza": ["model/x-warzone-wza"],
    "iqe": ["model/x-iqe"], "iqm": ["model/x-iqm"], "pet": ["model/x-pangya-pet"],
    "obj": ["model/obj"], "gltf": ["model/gltf+json", "model/gltf-binary"],
}
faults = 0


def fault(text):
    global faults
    faults += 1
    print(text)


def plain_bytes(value):
    """The bytes of a magic value: \\0, \\xHH and plain characters."""
    return re.sub(r"\\x([0-9a-fA-F]{2})|\\(0)", lambda m: chr(int(m[1] or m[2], 16)),
                  value).encode("latin-1")


def matches(match, data):
    wanted = plain_bytes(match.get("value"))
    first, _, last = match.get("offset").partition(":")
    here = any(data[at:at + len(wanted)] == wanted
               for at in range(int(first), int(last or first) + 1))
    children = match.findall(NAMESPACE + "match")
    return here and (not children or any(matches(child, data) for child in children))


def main():
    mime, thumbnailer, formats, info = sys.argv[1:]
    types = tree.parse(mime).getroot().findall(NAMESPACE + "mime-type")
    by_name = {item.get("type"): item for item in types}

    format_of = {}
    for format in json.load(open(formats, encoding="utf-8")):
        name = format["name"]
        endings = {variant["extension"] for variant in format["variants"]}
        format_of.update({variant["name"]: name for variant in format["variants"]})
        globs = {glob.get("pattern")[1:] for type in TYPES.get(name, [])
                 for glob in by_name[type].findall(NAMESPACE + "glob")}
        if globs != endings:
            fault("%s: the endings are %s, the types have %s" % (name, endings, globs))
    owned = {type for name in TYPES for type in TYPES[name]}
    if set(by_name) != owned:
        fault("types of no format: %s" % (set(by_name) ^ owned))

    drawn = re.search(r"^MimeType=(.*)$", open(thumbnailer, encoding="utf-8").read(), re.M)[1]
    if set(drawn.strip(";").split(";")) != set(by_name):
        fault("the thumbnailer has other types: %s" % drawn)

    seen = {type: 0 for type in by_name}
    files = 0
    for line in open(info, encoding="utf-8"):
        about = json.loads(line)
        if not about.get("format"):
            continue
        files += 1
        data = open(about["file"], "rb").read(512)
        for type, item in by_name.items():
            if any(matches(match, data) for magic in item.findall(NAMESPACE + "magic")
                   for match in magic.findall(NAMESPACE + "match")):
                seen[type] += 1
                if type not in TYPES.get(format_of[about["format"]], []):
                    fault("%s is %s to the command, %s by magic"
                          % (about["file"], about["format"], type))
    for type, item in by_name.items():
        if item.find(NAMESPACE + "magic") is not None and seen[type] == 0:
            fault("no file has the magic of %s" % type)
    print("%d files, %d faults" % (files, faults))
    sys.exit(1 if faults or files == 0 else 0)


main()
