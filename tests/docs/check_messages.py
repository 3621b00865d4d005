#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# check_messages.py [-v] FILE...    finds messages with a wrong number or article in C files.
#
# Every string with a number in it is printed once with 1 and once with 2 in its place, and the result
# is checked: "1 faces", "1 face are", "2 face is". A string such as "there is a %s" is wrong as soon as
# the word begins with a vowel. `-v` prints all renderings.
import re
import sys

# What stands between two literals of one string: PRIu64 and the like.
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
BETWEEN = re.compile(r"\s*(?:(PRI[a-z]+\d*)\s*)?")
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
NUMBER = re.compile(r"%[-+0 #]*\d*(?:hh|h|ll|l|z|j|t)?[dui]")
OTHER = re.compile(r"%[-+0 #*.\d]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]")

# Words that end a group of words such as "texture coordinates of polygon 3".
STOP = set("""of in is are has have had for to and or that with at on from but by was were could cannot can
    do does than as which where when while if into per each after before behind without must may not
    will would should be been it its they there here too only so because beyond outside inside
    instead until up down more away under over between use uses used refer refers lie lies become
    becomes get gets lack lacks need needs name names come comes make makes take takes go goes
    stand stands left found given missing follow follows differ differs exceed exceeds read reads
    repeat repeats stay stays keep keeps""".split())
PLURAL_VERBS = set("are were have do lie use refer become get lack need stand follow differ".split())
SINGULAR_VERBS = set("is was has does lies uses refers becomes gets lacks needs stands".split())
# Nouns that end in s without being plural, and plurals that do not.
SINGULAR_S = set("bias bus class less pass loss axis basis canvas mass radius radians hours".split())
PLURALS = set("vertices indices matrices data axes people children quaternions".split())
# A number behind one of these is a name ("level 1", "PIE 3"), not a count.
NAMED = re.compile(r"(?:\b[A-Z][A-Z]+|\b(?:polygon|level|point|event|frame|row|line|column|version|mesh|"
                   r"bone|joint|face|triangle|vertex|tileset|index|number|animation|shape|texture|"
                   r"material|clip|node|skin|box|offset|byte|type|parent|property|section|map|entry|"
                   r"corner|set|key|image|motion|connector|buffer|accessor|view|pose|channel|component|"
                   r"flags|size|hinge|parameter|model|track|player|at|to|part|group|step|layer|piece|"
                   r"slot|primitive|bufferView|scene))\s*[\"'(#]?$")


def strings(text):
    """(offset, string) for each literal, adjacent ones joined."""
    text = COMMENT.sub(lambda m: m.group() if m.group()[0] == '"' else " " * len(m.group()), text)
    at = 0
    while True:
        found = LITERAL.search(text, at)
        if not found:
            return
        start, joined, at = found.start(), found.group(1), found.end()
        while True:
            between = BETWEEN.match(text, at)
            following = LITERAL.match(text, between.end())
            if between.group(1):
                joined, at = joined + between.group(1)[3], between.end()
            if not following:
                break
            joined, at = joined + following.group(1), following.end()
        yield start, joined


def is_plural(noun):
    return noun in PLURALS or (noun.endswith("s") and noun not in SINGULAR_S and
                               not noun.endswith("ss"))


def renderings(template):
    """(number, text before it, words after it, whole text)"""
    parts = NUMBER.split(template)
    for number in ("1", "2"):
        whole = OTHER.sub("X", number.join(parts)).replace("%%", "%")
        yield number, whole
        before = ""
        for i, part in enumerate(parts[:-1]):
            before += part
            after = OTHER.sub("X", parts[i + 1])
            yield number, (before, after, whole)
            before += number


def complaint(number, before, after):
    # "version 1.3", "bone 3" with any word for bone, and "640 x 480 pixels" are no counts.
    if NAMED.search(before) or re.search(r"(?:[.v]|%s|\bx) ?$", before):
        return None
    words = re.match(r" ([a-z][a-z \-]*)", after)
    if not words:
        return None
    group = []
    verb = ""
    for word in words.group(1).split():
        if word in STOP:
            verb = word
            break
        group.append(word)
    if not group:
        return f"{number} {verb}" if number == "1" and verb in PLURAL_VERBS else None
    noun = group[-1]
    phrase = f"{number} {' '.join(group)} {verb}".strip()
    if number == "1" and (is_plural(noun) or verb in PLURAL_VERBS):
        return phrase
    if number == "2" and verb in SINGULAR_VERBS:
        return phrase
    return None


# Letters that are read one by one count by their sound ("an MTL file"), NUL and RAR are read as words.
ARTICLE = re.compile(r"(?<![<\-])\b(?:a|an) (?:\\?[\"'])?%s")
WRONG_ARTICLE = re.compile(r"(?<![<\-])\ba (?!NUL|RAR)(?:\\?[\"'])?(?:[aeio]|un[^i]|[AEFHILMNORSX][A-Z])|"
                           r"\ban (?:\\?[\"'])?(?:[bcdfgjklmnpqrstvwyz]|[BCDGJKPQTUVWYZ][A-Z])")


def check(path, verbose):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    wrong = []
    for offset, template in strings(text):
        line = text.count("\n", 0, offset) + 1
        place = f"{path}:{line}"
        if " " not in template:
            continue
        found = set()
        if ARTICLE.search(template):
            found.add(f"an article before a word that varies: {ARTICLE.search(template).group()}")
        plain = re.sub(r"%[a-z]+|\\n", " ", template)
        if WRONG_ARTICLE.search(plain):
            found.add(f"the wrong article: {WRONG_ARTICLE.search(plain).group()}...")
        if NUMBER.search(template):
            for number, item in renderings(template):
                if isinstance(item, str):
                    if verbose:
                        print(f"{place}: {item}")
                elif complaint(number, item[0], item[1]):
                    found.add("the wrong number: " + complaint(number, item[0], item[1]))
        wrong += [f"{place}: {entry}\n    {template}" for entry in sorted(found)]
    return wrong


def main():
    arguments = sys.argv[1:]
    verbose = arguments[:1] == ["-v"]
    paths = arguments[1:] if verbose else arguments
    wrong = [entry for path in paths for entry in check(path, verbose)]
    for entry in wrong:
        print(entry)
    print(f"files: {len(paths)}, wrong messages: {len(wrong)}")
    sys.exit(1 if wrong else 0)


main()
