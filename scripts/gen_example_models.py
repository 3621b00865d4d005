#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# gen_example_models.py FOLDER MAQUETTE    writes models of examples/ into FOLDER: in models/ a crane
# (IQE, with two animations) and a flag (WZA) as text, and all other formats but PIE by converting
# with the command MAQUETTE; in mod/ the models of a small mod (PIE).
import math
import subprocess
import sys

# ------------------------------------------------------------------------------------------- boxes

# The six faces of a box: the corners seen from outside, clockwise, as signs; and the normal.
FACES = [
    ([(-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)], (0, -1, 0)),
    ([(1, 1, 1), (-1, 1, 1), (-1, 1, -1), (1, 1, -1)], (0, 1, 0)),
    ([(-1, 1, 1), (-1, -1, 1), (-1, -1, -1), (-1, 1, -1)], (-1, 0, 0)),
    ([(1, -1, 1), (1, 1, 1), (1, 1, -1), (1, -1, -1)], (1, 0, 0)),
    ([(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)], (0, 0, 1)),
    ([(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)], (0, 0, -1)),
]


def box(centre, size, cell, across=4):
    """Vertices (position, uv, normal) and triangles. `cell` is one of the cells of a texture page,
    which has `across` in each row and column."""
    left, top, side = cell % across / across, cell // across / across, 1 / across
    corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
    vertices, triangles = [], []
    for signs, normal in FACES:
        first = len(vertices)
        for sign, uv in zip(signs, corners):
            position = tuple(c + s * d / 2 for c, s, d in zip(centre, sign, size))
            vertices.append((position, uv, normal))
        triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return vertices, triangles


def numbers(values):
    return " ".join(f"{value:.6g}" for value in values)


# ------------------------------------------------------------------------------------------- crane

# IQE: z is up, the front looks along -y.
JOINTS = [("base", -1, (0, 0, 0)), ("mast", 0, (0, 0, 6)), ("arm", 1, (0, 0, 50)),
          ("hook", 2, (0, -44, 0))]
PARTS = [  # mesh, joint, centre, size, texture cell
    ("base", 0, (0, 0, 3), (36, 36, 6), 1),
    ("mast", 1, (0, 0, 32), (8, 8, 52), 4),
    ("arm", 2, (0, -18, 59), (6, 64, 6), 8),
    ("weight", 2, (0, 18, 59), (12, 10, 12), 3),
    ("hook", 3, (0, -44, 48), (4, 4, 22), 10),
]


def quaternion(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) if i == axis else 0.0 for i in range(3)) + (math.cos(half),)


def skeleton():
    lines = []
    for name, parent, offset in JOINTS:
        lines += [f'joint "{name}" {parent}', f"pq {numbers(offset)} 0 0 0 1"]
    return lines


def crane():
    lines = ["# Inter-Quake Export", ""] + skeleton()
    for name, joint, centre, size, cell in PARTS:
        vertices, triangles = box(centre, size, cell)
        lines += ["", f'mesh "{name}"', 'material "texpages/page-90-maquette.png"']
        for position, uv, normal in vertices:
            lines += [f"vp {numbers(position)}", f"vt {numbers(uv)}", f"vn {numbers(normal)}",
                      f"vb {joint} 1"]
        lines += [f"fm {a} {b} {c}" for a, b, c in triangles]
    return lines


def animation(name, frames, turns):
    """turns(phase) -> {joint: (axis, degrees)}"""
    lines = ["# Inter-Quake Export", ""] + skeleton()
    lines += ["", f'animation "{name}"', "framerate 10"]
    for frame in range(frames + 1):
        turned = turns(frame / frames)
        lines.append("frame")
        for number, (_, _, offset) in enumerate(JOINTS):
            rotation = quaternion(*turned[number]) if number in turned else (0, 0, 0, 1)
            lines.append(f"pq {numbers(offset)} {numbers(rotation)}")
    return lines


def turn(phase):
    return {1: (2, 360 * phase)}


def lift(phase):
    angle = 25 * math.sin(math.pi * phase)
    return {2: (0, -angle), 3: (0, angle)}


# -------------------------------------------------------------------------------------------- flag

COLUMNS, ROWS = 6, 4
POLE, CLOTH = 60, (36, 22)


def wave(column, shift):
    """How far the cloth is from its plane."""
    return 4 * column / COLUMNS * math.sin(column * 1.1 + shift)


def wza_vertex(index, position, normal):
    """Tangent and bitangent are any two directions at right angles to the normal."""
    tangent = (1, 0, 0) if abs(normal[0]) < 0.5 else (0, 0, 1)
    n, t = normal, tangent
    bitangent = (n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0])
    return f"\t\t{index} {numbers(position)} {numbers(normal)} {numbers(tangent)} {numbers(bitangent)}"


def flag():
    """A pole, and a cloth with a front and a back that waves between two shapes. y is up."""
    vertices, corners = [], []  # corners: of triangles, as (vertex, uv)
    pole, triangles = box((0, 0, POLE / 2), (3, 3, POLE), 0)
    for (x, y, z), _, (nx, ny, nz) in pole:
        vertices.append(((x, z, y), (nx, nz, ny)))
    corners += [[(i, (0.98, 0.98)) for i in triangle] for triangle in triangles]
    bend = {}  # vertex -> column
    for side in (-1, 1):
        first = len(vertices)
        for row in range(ROWS + 1):
            for column in range(COLUMNS + 1):
                bend[len(vertices)] = column
                position = (1.5 + CLOTH[0] * column / COLUMNS, POLE - 2 - CLOTH[1] * row / ROWS, 0)
                vertices.append((position, (0, 0, side)))
        for row in range(ROWS):
            for column in range(COLUMNS):
                quad = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
                quad = quad if side < 0 else quad[::-1]
                points = [(first + r * (COLUMNS + 1) + c, (c / COLUMNS, r / ROWS)) for r, c in quad]
                corners += [[points[0], points[1], points[2]], [points[0], points[2], points[3]]]
    return vertices, corners, bend


def wza():
    vertices, corners, bend = flag()
    lines = ["WZA 1", "TEXTURE flag", "SHAPES 3", "SHAPE 0", f"\tVERTICES {len(vertices)}"]
    lines += [wza_vertex(i, *vertex) for i, vertex in enumerate(vertices)]
    lines.append(f"\tFACES {len(corners)}")
    for i, triangle in enumerate(corners):
        uvs = " ".join(numbers(uv) for _, uv in triangle)
        lines.append(f"\t\t{i} {' '.join(str(v) for v, _ in triangle)} {uvs}")
    for shape, shift in ((1, 0), (2, math.pi / 2)):
        moved = {i: c for i, c in bend.items() if c > 0}
        lines += [f"SHAPE {shape}", f"\tVERTICES {len(moved)}"]
        for i, column in moved.items():
            (x, y, _), normal = vertices[i]
            lines.append(wza_vertex(i, (x, y, wave(column, shift)), normal))
    lines += ["BONES 1", f"BONE 0 -1 0 0 {POLE - 2} 0 {len(bend)}",
              "\t" + " ".join(str(i) for i in bend)]
    lines += ["ANIMATIONS 1", "ANIMATION 0 1600", "\tPROPERTIES 3", "\t\t0 bone 0 1",
              "\t\t1 shape 1 1", "\t\t2 shape 2 1", "\tPOINTS 27"]
    steps = [(i * 200, i * math.pi / 4) for i in range(9)]
    for time, angle in steps:
        turned = quaternion(1, 12 * math.sin(angle))
        lines.append(f"\t\t0 {time} 0 0 0 {numbers(turned)}")
    lines += [f"\t\t1 {time} {math.cos(angle):.6f}" for time, angle in steps]
    lines += [f"\t\t2 {time} {math.sin(angle):.6f}" for time, angle in steps]
    return lines


# --------------------------------------------------------------------------------------------- mod

def pie(texture, boxes, extra=()):
    """boxes: (centre, size, cell), in the axes of box(); PIE has y and z the other way round."""
    points, polygons = [], []
    for centre, size, cell in boxes:
        vertices, triangles = box(centre, size, cell, 2)
        for triangle in triangles:
            row = []
            for x, z, y in (vertices[corner][0] for corner in triangle):
                if (x, y, z) not in points:
                    points.append((x, y, z))
                row.append(points.index((x, y, z)))
            uvs = [numbers(vertices[corner][1]) for corner in triangle]
            polygons.append(f"\t200 3 {' '.join(map(str, row))} {' '.join(uvs)}")
    return (["PIE 3", "TYPE 200", f"TEXTURE 0 {texture} 0 0", *extra, "LEVELS 1", "LEVEL 1",
             f"POINTS {len(points)}", *("\t" + numbers(point) for point in points),
             f"POLYGONS {len(polygons)}", *polygons])


DEPOT = [((0, 0, 16), (88, 64, 32), 0), ((0, 0, 35), (96, 72, 6), 1), ((0, -33, 12), (24, 4, 24), 2)]
GATE = [((-36, 0, 20), (12, 12, 40), 0), ((36, 0, 20), (12, 12, 40), 0), ((0, 0, 34), (60, 8, 8), 3)]


# -------------------------------------------------------------------------------------------- files

def main():
    folder, maquette = sys.argv[1:]

    def write(name, lines):
        with open(f"{folder}/{name}", "w") as out:
            out.write("\n".join(lines) + "\n")

    def convert(*arguments):
        subprocess.run([maquette, "convert", "-q", *arguments], cwd=f"{folder}/models", check=True)

    write("models/crane.iqe", crane())
    write("models/crane-turn.iqe", animation("turn", 40, turn))
    write("models/crane-lift.iqe", animation("lift", 20, lift))
    write("models/flag.wza", wza())
    convert("crane.iqe", "--loop", "crane-turn.iqe", "crane-lift.iqe", "-o", "crane.iqm")
    convert("crane.iqm", "-o", "crane.glb")
    for part in ("bpet", "mpet", "apet"):
        convert("crane.iqm", "-o", f"crane.{part}")
    convert("crate.pie", "--to", "wzm3", "-o", "crate.wzm")
    convert("crate.pie", "-o", "crate.obj")
    # A PIE model names its texture page without the folder.
    with open(f"{folder}/models/crate.mtl") as materials:
        text = materials.read().replace("map_Kd ", "map_Kd texpages/")
    with open(f"{folder}/models/crate.mtl", "w") as materials:
        materials.write(text)

    write("mod/structs/depot.pie", pie("page-93-depot.png", DEPOT, ["EVENT 1 depot_open.pie"]))
    write("mod/structs/depot_open.pie", pie("page-93-depot.png", DEPOT[:2]))
    # With two typical faults: the game hangs at the comment, and there is no such model.
    gate = pie("page-93-depot.png", GATE, ["# the bar is the last box", "EVENT 3 gate_ruin.pie"])
    write("mod/structs/gate.pie", gate)


main()
