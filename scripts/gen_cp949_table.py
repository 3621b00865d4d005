#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/formats/pet/pet_cp949_table.c: the characters of CP949, as the C library's iconv has them.

Usage: gen_cp949_table.py > src/formats/pet/pet_cp949_table.c

The 11,172 Hangul syllables need one bit each: those of KS X 1001 fill the rows B0 to C8 in the order
of Unicode, and all others fill what is left, also in the order of Unicode. Symbols (rows A1 to AC)
and Hanja (rows CA to FD) are stored as text, with a space for a code without a character. The script
stops when iconv does not agree with that.
"""

import ctypes

SYLLABLES = range(0xAC00, 0xD7A4)
ROWS = list(range(0xA1, 0xAD)) + list(range(0xCA, 0xFE))


def decoder():
    """A function from two bytes to their character, or 0."""
    libc = ctypes.CDLL(None)
    libc.iconv_open.restype = ctypes.c_void_p
    libc.iconv.restype = ctypes.c_size_t
    libc.iconv.argtypes = [ctypes.c_void_p] * 5
    handle = libc.iconv_open(b"UTF-32LE", b"CP949")
    assert handle != ctypes.c_void_p(-1).value

    def decode(lead, trail):
        source = (ctypes.c_ubyte * 2)(lead, trail)
        target = (ctypes.c_ubyte * 16)()
        source_at, source_left = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_size_t(2)
        target_at, target_left = ctypes.c_void_p(ctypes.addressof(target)), ctypes.c_size_t(16)
        libc.iconv(handle, ctypes.byref(source_at), ctypes.byref(source_left),
                   ctypes.byref(target_at), ctypes.byref(target_left))
        if source_left.value == 0 and target_left.value == 12:
            return int.from_bytes(bytes(target[:4]), "little")
        libc.iconv(handle, None, None, None, None)
        return 0

    return decode


def is_standard(code):
    """Whether a code lies in the Hangul rows of KS X 1001."""
    return 0xB0 <= code >> 8 <= 0xC8 and code & 0xFF >= 0xA1


def read_codes():
    decode = decoder()
    codes = {lead << 8 | trail: decode(lead, trail) for lead in range(0x80, 256) for trail in range(256)}
    return {code: character for code, character in codes.items() if character}


def check(codes):
    standard = [codes[code] for code in sorted(codes) if codes[code] in SYLLABLES and is_standard(code)]
    others = [codes[code] for code in sorted(codes) if codes[code] in SYLLABLES and not is_standard(code)]
    assert standard == sorted(standard) and others == sorted(others)
    assert sorted(standard + others) == list(SYLLABLES)
    for code, character in codes.items():
        if character not in SYLLABLES:
            assert code >> 8 in ROWS and code & 0xFF >= 0xA1 and character < 0x10000
    return set(standard)


def print_numbers(numbers, width, per_line):
    for start in range(0, len(numbers), per_line):
        print("    " + "".join(f"0x{number:0{width}x}," for number in numbers[start:start + per_line]))


def literal(characters):
    """A string literal; what cannot be seen is escaped."""
    hidden = {"\\": "\\\\", '"': '\\"', "\u00ad": "\\u00ad", "\u3000": "\\u3000"}
    return 'u"' + "".join(hidden.get(character, character) for character in characters) + '"'


def main():
    codes = read_codes()
    standard = check(codes)
    words = [0] * ((len(SYLLABLES) + 63) // 64)
    for index, syllable in enumerate(SYLLABLES):
        if syllable in standard:
            words[index // 64] |= 1 << index % 64
    print("// SPDX-License-Identifier: MIT")
    print("// Written by scripts/gen_cp949_table.py; change that script, not this file.")
    print('#include "formats/pet/pet_cp949.h"')
    print("\n// clang-format off")
    print("const uint64_t mq_cp949_standard_syllables[MQ_CP949_SYLLABLE_WORDS] = {")
    print_numbers(words, 16, 5)
    print("};\n\nconst uint16_t mq_cp949_rows[MQ_CP949_ROW_COUNT][MQ_CP949_ROW_SIZE + 1] = {")
    for lead in ROWS:
        row = [chr(codes.get(lead << 8 | trail, ord(" "))) for trail in range(0xA1, 0xFF)]
        print(f"    {literal(row[:47])}\n    {literal(row[47:])},")
    print("};\n// clang-format on")


if __name__ == "__main__":
    main()
