#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# gen_example_textures.py FOLDER    paints the texture pages of examples/ into FOLDER/models/texpages and
# FOLDER/mod/texpages: pages of four by four cells, one pattern each, and the masks of the parts that
# have the colour of a team.
import struct
import sys
import zlib

CELL = 64
PAGE = 4 * CELL


def write_png(path, pixel, size=PAGE):
    """An RGB file of size x size pixels, pixel(x, y) -> (r, g, b) of 0..255."""
    rows = b"".join(
        b"\0" + bytes(part for x in range(size) for part in pixel(x, y)) for y in range(size))

    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data +
                struct.pack(">I", zlib.crc32(kind + data)))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                  chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def grain(x, y, seed=0):
    """Noise of -1..1 that is the same in every run."""
    value = (x * 374761393 + y * 668265263 + seed * 974634777) & 0xFFFFFFFF
    value = ((value ^ value >> 13) * 1274126177) & 0xFFFFFFFF
    return ((value ^ value >> 16) & 0xFFFF) / 32767.5 - 1


def shade(colour, light):
    """In steps, which keep the files small."""
    light = round(light * 24) / 24
    return tuple(max(0, min(255, round(part * light))) for part in colour)


# Patterns: (x, y) within a cell -> (r, g, b).

def plates(colour):
    def pattern(x, y):
        u, v = x % 32, y % 32
        light = 1 + 0.05 * grain(x, y)
        if u == 0 or v == 0:
            light *= 0.55
        elif u == 1 or v == 1:
            light *= 1.15
        elif (u - 5) ** 2 + (v - 5) ** 2 < 5:
            light *= 1.25
        return shade(colour, light)
    return pattern


def planks(colour):
    def pattern(x, y):
        board = y // 16
        light = 0.85 + 0.1 * grain(0, board, 7) + 0.07 * grain(x // 9, y, 3)
        if y % 16 == 0:
            light *= 0.4
        return shade(colour, light)
    return pattern


def bricks(colour):
    def pattern(x, y):
        row = y // 11
        along = x + (12 if row % 2 else 0)
        if y % 11 == 0 or along % 24 == 0:
            return shade(colour, 0.55 + 0.05 * grain(x, y))
        return shade(colour, 0.95 + 0.13 * grain(along // 24, row, 5) + 0.06 * grain(x, y))
    return pattern


def stripes(first, second):
    def pattern(x, y):
        return shade(first if (x + y) // 11 % 2 else second, 1 + 0.05 * grain(x, y))
    return pattern


def rings(colour):
    def pattern(x, y):
        return shade(colour, (0.75 if y // 5 % 2 else 1.1) + 0.05 * grain(x, y))
    return pattern


def plain(colour):
    return lambda x, y: shade(colour, 1 + 0.06 * grain(x, y))


def write_page(path, cells):
    """cells: sixteen patterns, row after row."""
    write_png(path, lambda x, y: cells[y // CELL * 4 + x // CELL](x % CELL, y % CELL))


STEEL, DARK, RUST = (142, 148, 156), (74, 78, 86), (140, 92, 60)
WOOD, TEAM = (156, 112, 66), (118, 122, 118)
PAINT, COAL = (214, 170, 44), (40, 40, 44)

# Base, deck, rings; sides of the turret and its roof; barrel, muzzle, caps; spare.
MACHINE = [plates(DARK), stripes(PAINT, COAL), plates(STEEL), plain(RUST),
           plates(STEEL), plates(TEAM), plates(TEAM), planks(WOOD),
           rings(DARK), rings(STEEL), plain(DARK), plain(COAL),
           planks(WOOD), planks(RUST), plain(STEEL), plain(DARK)]
MACHINE_TEAM = {5, 6}


def stone(colour):
    trim = shade(colour, 0.7)
    return [bricks(colour)] * 5 + [plates(TEAM), bricks(trim), bricks(trim), bricks(trim),
                                   plain(trim)] + [bricks(colour)] * 6


STONE_TEAM = {5}


def lamp(x, y):
    return shade((255, 214, 130), 0.55 + 0.45 * (1 - abs(x - 32) / 32) * (1 - abs(y - 32) / 32))


def write_mask(path, team):
    inside, outside = plain((230, 230, 230)), lambda x, y: (0, 0, 0)
    write_page(path, [inside if i in team else outside for i in range(16)])


def main():
    folder = f"{sys.argv[1]}/models/texpages"
    write_page(f"{folder}/page-90-maquette.png", MACHINE)
    write_mask(f"{folder}/page-90_tcmask.png", MACHINE_TEAM)
    for name, colour in (("arizona", (186, 140, 92)), ("urban", (128, 128, 132)),
                         ("rockies", (150, 158, 170))):
        write_page(f"{folder}/page-91-maquette-{name}.png", stone(colour))
    write_mask(f"{folder}/page-91-maquette-mask.png", STONE_TEAM)
    write_page(f"{folder}/page-92-maquette-lamp.png", [lamp] * 16)
    flag = (PAINT, (236, 236, 230), (60, 96, 168))
    write_png(f"{folder}/flag_diff.png",
              lambda x, y: shade(flag[y * 3 // PAGE], 1 + 0.04 * grain(x // 4, y // 4)))
    depot = [bricks((150, 96, 76)), plates(STEEL), planks(WOOD), stripes(PAINT, COAL)]
    write_png(f"{sys.argv[1]}/mod/texpages/page-93-depot.png",
              lambda x, y: depot[y // 64 * 2 + x // 64](x % 64, y % 64), 128)


main()
