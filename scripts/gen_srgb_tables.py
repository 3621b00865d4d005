#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/picture/raster_srgb_tables.c: sRGB bytes as linear light, and the way back.

Usage: gen_srgb_tables.py > src/picture/raster_srgb_tables.c

The curve is evaluated with 60 decimal digits, so that every entry is correctly rounded and no
build has to compute a power.
"""
from decimal import Decimal, getcontext

getcontext().prec = 60


def linear(share):
    """Linear light of an sRGB value, both from 0 to 1."""
    if share <= Decimal("0.04045"):
        return share / Decimal("12.92")
    return ((share + Decimal("0.055")) / Decimal("1.055")) ** Decimal("2.4")


def rows(values, per_row):
    lines = []
    for i in range(0, len(values), per_row):
        lines.append("    " + ", ".join(values[i:i + per_row]) + ",")
    return "\n".join(lines)


def main():
    light = ["%.9gf" % float(linear(Decimal(i) / 255)) for i in range(256)]
    light = [text if "." in text or "e" in text else text[:-1] + ".0f" for text in light]
    # The least of 65,535 steps of light whose nearest byte on the curve is i.
    steps = []
    for i in range(256):
        edge = linear(max(Decimal(0), (Decimal(i) - Decimal("0.5")) / 255)) * 65535
        steps.append(str(int(edge.to_integral_value(rounding="ROUND_CEILING"))))
    print("// SPDX-License-Identifier: MIT\n//")
    print("// Written by scripts/gen_srgb_tables.py.")
    print('#include "picture/raster_srgb.h"\n')
    print("// clang-format off")
    print("const float mq_srgb_light[256] = {\n%s\n};\n" % rows(light, 6))
    print("const uint16_t mq_srgb_least[256] = {\n%s\n};" % rows(steps, 12))
    print("// clang-format on")


main()
