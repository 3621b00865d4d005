#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tests/data/letters: the letter F in each format, as that format's own documents have it.

The letter is described once by what someone sees who stands before it: how far right, how far up and
how far towards the viewer a point is. Each writer below says which of its axes these are and which
way round its faces run, from the documents of the format alone; nothing here comes from Maquette.
tests/scene/test_orientation.c reads the files.
"""

import base64
import json
import math
import os
import struct

FOLDER = os.path.join(os.path.dirname(__file__), "..", "tests", "data", "letters")

# The outline, counter-clockwise as it is seen: (right, up).
OUTLINE = [(0, 0), (2, 0), (2, 4), (5, 4), (5, 6), (2, 6), (2, 8), (7, 8), (7, 10), (0, 10)]
FRONT = [(0, 1, 2), (2, 3, 4), (2, 4, 5), (0, 2, 5), (0, 5, 6), (0, 6, 9), (6, 7, 8), (6, 8, 9)]
NEAR, FAR = 2, -1  # towards the viewer
TIP = (7, 9, 1)  # in the middle of the end of the upper arm
HALF = math.sqrt(0.5)


def faces():
    """All triangles, each with its outward normal; corners counter-clockwise from outside."""
    for a, b, c in FRONT:
        yield [OUTLINE[i] + (NEAR,) for i in (a, b, c)], (0, 0, 1)
        yield [OUTLINE[i] + (FAR,) for i in (a, c, b)], (0, 0, -1)
    for i, a in enumerate(OUTLINE):
        b = OUTLINE[(i + 1) % len(OUTLINE)]
        along = (b[0] - a[0], b[1] - a[1])
        length = abs(along[0]) + abs(along[1])
        normal = (along[1] // length, -along[0] // length, 0)
        quad = [a + (NEAR,), a + (FAR,), b + (FAR,), b + (NEAR,)]
        yield [quad[0], quad[1], quad[2]], normal
        yield [quad[0], quad[2], quad[3]], normal


def uv(point):
    """The picture is 8 wide and 16 high; its upper left corner lies 2 above the letter."""
    return point[0] / 8, (12 - point[1]) / 16


def cross(a, b):
    return tuple(a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def number(value):
    value = 0.0 if value == 0 else float(value)
    return repr(int(value)) if value == int(value) else repr(value)


def row(values):
    return " ".join(number(value) for value in values)


class Letter:
    """Rows of vertices and triangles by the conventions of one format.

    axes: from (right, up, towards the viewer) to the numbers of the file
    outward: whether (b - a) x (c - a) by the plain formula on these numbers points outward
    flip: whether v runs up from the lower edge of the picture
    """

    def __init__(self, axes, outward=True, flip=False):
        self.axes = axes
        self.vertices = []  # (position, normal, uv, tangent, seen normal)
        self.triangles = []
        numbers = {}
        for corners, normal in faces():
            triangle = []
            for point in corners:
                u, v = uv(point)
                tangent = (1, 0, 0) if normal[0] == 0 else (0, 0, 1)
                vertex = (axes(*point), axes(*normal), (u, 1 - v if flip else v), axes(*tangent),
                          axes(*cross(normal, tangent)))
                if vertex not in numbers:
                    numbers[vertex] = len(self.vertices)
                    self.vertices.append(vertex)
                triangle.append(numbers[vertex])
            a, b, c = (self.vertices[i][0] for i in triangle)
            points_out = dot(cross(minus(b, a), minus(c, a)), axes(*normal)) > 0
            if points_out != outward:
                triangle[1], triangle[2] = triangle[2], triangle[1]
            self.triangles.append(triangle)


def write(name, content):
    mode = "wb" if isinstance(content, bytes) else "w"
    with open(os.path.join(FOLDER, name), mode) as file:
        file.write(content)


# ------------------------------------------------------------------------------------------ Warzone

# y is up, z goes away from the viewer, and a letter is read from its front, -z.
def warzone(right, up, near):
    return right, up, -near


def pie(version):
    letter = Letter(warzone, flip=version == 5)
    page = 256 if version == 2 else 1
    texture = {2: "TEXTURE 0 letter.png 256 256", 3: "TEXTURE 0 letter.png 0 0",
               4: "TEXTURE 0 letter.png", 5: "TEXTURE letter.png"}[version]
    points = sorted({vertex[0] for vertex in letter.vertices})
    lines = [f"PIE {version} # SPDX-License-Identifier: MIT", "TYPE 200 # the front of the F looks along -z",
             texture + " # its arms point along +x, its top is at +y", "LEVELS 1", "LEVEL 1",
             f"POINTS {len(points)} # left-handed: seen from -z, x goes right and y goes up"]
    lines += ["\t" + row(point) for point in points]
    lines.append(f"POLYGONS {len(letter.triangles)} # clockwise as they are seen; v goes "
                 + ("up from the lower edge" if version == 5 else "down from the upper edge"))
    for triangle in letter.triangles:
        indices = [points.index(letter.vertices[i][0]) for i in triangle]
        coordinates = [x * page for i in triangle for x in letter.vertices[i][2]]
        lines.append(f"\t200 3 {row(indices)} {row(coordinates)}")
    # x, the z of points, the y of points.
    lines += ["CONNECTORS 1 # the end of the upper arm; here z goes up",
              "\t" + row((TIP[0], -TIP[2], TIP[1]))]
    if version < 5:
        # Angles are thousandths of degrees about x, z, y, with the sign turned: -90 about y by the
        # plain formula brings x to +z, which is away from the viewer.
        lines += ["ANIMOBJECT 1000 0 2 # the arms turn away from the viewer, to +z",
                  "\t0 0 0 0 0 0 0 1 1 1", "\t1 0 0 0 0 0 90000 1 1 1"]
    write(f"letter{version}.pie", "\n".join(lines) + "\n")


def wzm(version):
    letter = Letter(warzone)
    lines = [f"WZM {version}", "// SPDX-License-Identifier: MIT",
             "// Left-handed, y up: the front of the F looks along -z, its arms point along +x.",
             "TEXTURE letter.png", "MESHES 1", "MESH 0" if version == 1 else "MESH letter",
             "TEAMCOLOURS 0"]
    if version == 3:
        lines.append("MINMAX_TSCEN 0 0 -2 7 10 1 3.5 5 -0.5")
    lines += [f"VERTICES {len(letter.vertices)}",
              ("INDICES " if version == 3 else "FACES ") + str(len(letter.triangles)), "VERTEXARRAY"]
    for position, normal, coordinates, tangent, bitangent in letter.vertices:
        if version < 3:
            lines.append(row(position))
            continue
        hand = 1 if dot(cross(normal, tangent), bitangent) > 0 else -1
        lines.append(row(position + coordinates + normal + tangent + (hand,)))
    if version < 3:
        lines += ["TEXTUREARRAYS 1", "TEXTUREARRAY 0"]
        lines += [row(vertex[2]) for vertex in letter.vertices]
    lines.append("INDEXARRAY")
    lines += [row(triangle) for triangle in letter.triangles]
    if version < 3:
        # Degrees about x, z, y by the plain formula: x goes to +z, away from the viewer.
        lines += ["FRAMES 2", "1 0 0 0 0 0 0 0", "1 0 0 0 0 0 0 -90"]
    lines.append("CONNECTORS 1")
    connector = (TIP[0], -TIP[2], TIP[1])
    if version == 1:
        lines.append(row(connector) + " 0")
    elif version == 2:
        lines.append("tip " + row(connector) + " 0 0 0")
    else:
        lines.append(row(warzone(*TIP)))
    write(f"letter{version}.wzm", "\n".join(lines) + "\n")


def wza():
    letter = Letter(warzone)
    lines = ["WZA 1", "# SPDX-License-Identifier: MIT",
             "# Left-handed, y up: the front of the F looks along -z, its arms point along +x.",
             "TEXTURE letter", "SHAPES 1", "SHAPE 0", f"VERTICES {len(letter.vertices)}"]
    for i, (position, normal, _, tangent, bitangent) in enumerate(letter.vertices):
        lines.append(f"\t{i} " + row(position + normal + tangent + bitangent))
    lines.append(f"FACES {len(letter.triangles)}")
    for i, triangle in enumerate(letter.triangles):
        coordinates = [x for k in triangle for x in letter.vertices[k][2]]
        lines.append(f"\t{i} {row(triangle)} {row(coordinates)}")
    lines += ["BONES 2", f"BONE 0 -1 1 0 0 0 {len(letter.vertices)}",
              "\t" + row(range(len(letter.vertices))),
              "# The end of the upper arm.", f"BONE 1 0 1 {row(warzone(*TIP))} 0",
              "ANIMATIONS 1", "ANIMATION 0 1000", "PROPERTIES 1", "\t0 bone 0 1", "POINTS 2",
              "\t0 0 0 0 0 0 0 0 1", "# -90 degrees about y: x goes to +z, away from the viewer.",
              f"\t0 1000 0 0 0 0 {-HALF!r} 0 {HALF!r}"]
    write("letter.wza", "\n".join(lines) + "\n")


# -------------------------------------------------------------------------------------- Inter-Quake

# Right-handed, z is up; a letter is read from its front, -y.
def inter_quake(right, up, near):
    return right, -near, up


def iqe():
    letter = Letter(inter_quake, outward=False)
    lines = ["# Inter-Quake Export", "# SPDX-License-Identifier: MIT",
             "# Right-handed, z up: the front of the F looks along -y, its arms point along +x.",
             "# Faces run clockwise as they are seen.", "",
             'joint "letter" -1', "pq 0 0 0 0 0 0 -1 1 1 1", 'joint "tip" 0',
             f"pq {row(inter_quake(*TIP))} 0 0 0 -1 1 1 1", 'mesh "letter"', 'material "letter.png"']
    for position, normal, coordinates, _, _ in letter.vertices:
        lines += ["vp " + row(position), "vt " + row(coordinates), "vn " + row(normal), "vb 0 1"]
    lines += ["fm " + row(triangle) for triangle in letter.triangles]
    tip = f"pq {row(inter_quake(*TIP))} 0 0 0 -1 1 1 1"
    lines += ['animation "turn"', "framerate 1", "frame", "pq 0 0 0 0 0 0 -1 1 1 1", tip,
              "# 90 degrees about z: x goes to +y, away from the viewer.", "frame",
              f"pq 0 0 0 0 0 {-HALF!r} {-HALF!r} 1 1 1", tip]
    write("letter.iqe", "\n".join(lines) + "\n")


def iqm():
    letter = Letter(inter_quake, outward=False)
    count = len(letter.vertices)
    text = b"\0letter\0letter.png\0tip\0turn\0"
    text += b"\0" * (-len(text) % 4)
    names = {name: text.index(b"\0" + name + b"\0") + 1
             for name in (b"letter", b"letter.png", b"tip", b"turn")}
    comment = (b"Right-handed, z up: the front of the F looks along -y, its arms point along +x. "
               b"SPDX-License-Identifier: MIT\0")
    comment += b"\0" * (-len(comment) % 4)
    arrays = [(0, 7, 3, b"".join(struct.pack("<3f", *v[0]) for v in letter.vertices)),
              (1, 7, 2, b"".join(struct.pack("<2f", *v[2]) for v in letter.vertices)),
              (2, 7, 3, b"".join(struct.pack("<3f", *v[1]) for v in letter.vertices)),
              (4, 1, 4, b"\0\0\0\0" * count), (5, 1, 4, b"\xff\0\0\0" * count)]
    joints = b"".join(
        struct.pack("<Ii10f", names[name], parent, *place, 0, 0, 0, -1, 1, 1, 1)
        for name, parent, place in ((b"letter", -1, (0, 0, 0)), (b"tip", 0, inter_quake(*TIP))))
    # Only the z and w of the first joint's rotation move: from 0 to -HALF, and from -1 to -HALF.
    poses = struct.pack("<iI10f10f", -1, 1 << 5 | 1 << 6, 0, 0, 0, 0, 0, -HALF, -1, 1, 1, 1,
                        0, 0, 0, 0, 0, HALF / 65535, (1 - HALF) / 65535, 0, 0, 0)
    poses += struct.pack("<iI10f10f", 0, 0, *inter_quake(*TIP), 0, 0, 0, -1, 1, 1, 1, *[0] * 10)
    frames = struct.pack("<4H", 65535, 0, 0, 65535)
    triangles = b"".join(struct.pack("<3I", *triangle) for triangle in letter.triangles)
    header = {}
    body = b""

    def put(key, data):
        nonlocal body
        header[key] = 124 + len(body)
        body += data

    put("text", text)
    put("meshes", struct.pack("<6I", names[b"letter"], names[b"letter.png"], 0, count, 0,
                              len(letter.triangles)))
    data_at = 124 + len(body) + 20 * len(arrays)
    records, data = b"", b""
    for kind, form, size, content in arrays:
        records += struct.pack("<5I", kind, 0, form, size, data_at + len(data))
        data += content
    put("arrays", records + data)
    put("triangles", triangles)
    put("joints", joints)
    put("poses", poses)
    put("anims", struct.pack("<3IfI", names[b"turn"], 0, 2, 1, 0))
    put("frames", frames)
    put("comment", comment)
    head = b"INTERQUAKEMODEL\0" + struct.pack(
        "<27I", 2, 124 + len(body), 0, len(text), header["text"], 1, header["meshes"], len(arrays),
        count, header["arrays"], len(letter.triangles), header["triangles"], 0, 2, header["joints"],
        2, header["poses"], 1, header["anims"], 2, 2, header["frames"], 0, len(comment),
        header["comment"], 0, 0)
    write("letter.iqm", head + body)


# ------------------------------------------------------------------------------------------- Pangya

# Left-handed, y is up; a letter is read from its front, +z, and x goes left from there.
def pangya(right, up, near):
    return -right, up, near


def pet():
    letter = Letter(pangya)

    def string(text):
        return struct.pack("<I", len(text)) + text

    def bone(name, parent, place):
        return name + b"\0" + bytes([parent]) + struct.pack("<12f", 1, 0, 0, 0, 1, 0, 0, 0, 1, *place)

    places = sorted({vertex[0] for vertex in letter.vertices})
    mesh = struct.pack("<I", len(places))
    for place in places:
        mesh += struct.pack("<3f", *place) + bytes([255, 0, 0, 0])
    mesh += struct.pack("<I", len(letter.triangles))
    for triangle in letter.triangles:
        for i in triangle:
            position, normal, coordinates, _, _ = letter.vertices[i]
            mesh += struct.pack("<I3fB2f", places.index(position), *normal, 1, *coordinates)
    mesh += b"\0" * len(letter.triangles) + b"\xff" * len(letter.triangles)
    # Stored rotations are conjugated: (0, s, 0, c) turns -90 degrees about y by the plain formula,
    # so that -x goes to -z, away from the viewer.
    anim = b"\0" + struct.pack("<I", 0) + struct.pack("<I5f5f", 2, 0, 0, 0, 0, 1, 1, 0, HALF, 0, HALF)
    anim += struct.pack("<I", 0) + b"\xff"
    moti = struct.pack("<I", 1) + string(b"turn") + struct.pack("<2I", 0, 30) + string(b"turn")
    moti += string(b"blending") + struct.pack("<f", 0) + string(b"letter")
    # Around the whole letter, in the space of the bone.
    coll = struct.pack("<3I", 1, 1, 1) + string(b"bound") + string(b"letter") + string(b"") + string(b"")
    coll += struct.pack("<6f", -7, 0, FAR, 0, 10, NEAR)
    sections = [
        (b"VERS", bytes([2, 1, 0xFE, 0xFF])),
        (b"TEXT", struct.pack("<I32sBBHIi", 1, b"letter.png", 0, 0, 0, 0xFFFFFFFF, 0)),
        (b"SMTL", struct.pack("<I", 0)),
        (b"BONE", b"\2" + bone(b"letter", 255, (0, 0, 0)) + bone(b"tip", 0, pangya(*TIP))),
        (b"ANIM", anim), (b"MESH", mesh), (b"FANM", struct.pack("<I", 0)),
        (b"FRAM", struct.pack("<I", 0)), (b"MOTI", moti), (b"COLL", coll)]
    write("letter.pet", b"".join(tag + struct.pack("<I", len(data)) + data for tag, data in sections))


# ------------------------------------------------------------------------------------- OBJ and glTF

# Right-handed, y is up; a letter is read from its front, +z.
def usual(right, up, near):
    return right, up, near


def obj():
    letter = Letter(usual, flip=True)
    lines = ["# SPDX-License-Identifier: MIT",
             "# Right-handed, y up: the front of the F looks along +z, its arms point along +x.",
             "# Faces run counter-clockwise as they are seen; v goes up from the lower edge.",
             "mtllib letter.mtl", "o letter"]
    lists = []
    for key, field in (("v", 0), ("vt", 2), ("vn", 1)):
        values = sorted({vertex[field] for vertex in letter.vertices})
        lists.append((values, field))
        lines += [f"{key} {row(value)}" for value in values]
    lines.append("usemtl letter")
    for triangle in letter.triangles:
        corners = ["/".join(str(values.index(letter.vertices[i][field]) + 1) for values, field in lists)
                   for i in triangle]
        lines.append("f " + " ".join(corners))
    write("letter.obj", "\n".join(lines) + "\n")
    write("letter.mtl", "# SPDX-License-Identifier: MIT\nnewmtl letter\nKd 1 1 1\nmap_Kd letter.png\n")


def gltf():
    letter = Letter(usual)
    chunks = [b"".join(struct.pack("<3f", *v[0]) for v in letter.vertices),
              b"".join(struct.pack("<3f", *v[1]) for v in letter.vertices),
              b"".join(struct.pack("<2f", *v[2]) for v in letter.vertices),
              b"".join(struct.pack("<3H", *t) for t in letter.triangles),
              struct.pack("<2f", 0, 1), struct.pack("<8f", 0, 0, 0, 1, 0, HALF, 0, HALF)]
    views, data = [], b""
    for chunk in chunks:
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(chunk)})
        data += chunk + b"\0" * (-len(chunk) % 4)
    count = len(letter.vertices)
    accessors = [
        {"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3",
         "min": [0, 0, FAR], "max": [7, 10, NEAR]},
        {"bufferView": 1, "componentType": 5126, "count": count, "type": "VEC3"},
        {"bufferView": 2, "componentType": 5126, "count": count, "type": "VEC2"},
        {"bufferView": 3, "componentType": 5123, "count": 3 * len(letter.triangles), "type": "SCALAR"},
        {"bufferView": 4, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
        {"bufferView": 5, "componentType": 5126, "count": 2, "type": "VEC4"}]
    scene = {
        "asset": {"version": "2.0", "copyright": "SPDX-License-Identifier: MIT",
                  "generator": "Right-handed, y up: the front of the F looks along +z, its arms point "
                               "along +x. 90 degrees about y bring x to -z, away from the viewer."},
        "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "level 1", "mesh": 0, "children": [1]},
                  {"name": "connector 1", "translation": list(TIP)}],
        "meshes": [{"name": "letter", "primitives": [
            {"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3,
             "material": 0}]}],
        "materials": [{"name": "letter", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0},
                                                                  "metallicFactor": 0}}],
        "textures": [{"source": 0}], "images": [{"uri": "letter.png"}],
        "animations": [{"name": "turn", "samplers": [{"input": 4, "output": 5}],
                        "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}],
        "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64,"
                     + base64.b64encode(data).decode()}]}
    write("letter.gltf", json.dumps(scene, indent=1) + "\n")


os.makedirs(FOLDER, exist_ok=True)
for number_of_pie in (2, 3, 4, 5):
    pie(number_of_pie)
for number_of_wzm in (1, 2, 3):
    wzm(number_of_wzm)
wza()
iqe()
iqm()
pet()
obj()
gltf()
