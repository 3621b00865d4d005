#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# Hostile inputs: models that are made to cost more than their size. Each has a size n, so that the
# table of limits (run.py) and the table of growth (scripts/growth) use the same inputs.
#
#     inputs.py                       lists the names
#     inputs.py NAME FOLDER [N]       makes the input in a folder and prints the path of the model
#
# This is a program rather than a module of run.py, because the memory of a process that starts
# another one counts as memory of that one.
import base64
import json
import os
import random
import struct
import sys
import zipfile
import zlib

INPUTS = {}  # name -> (default n, function of (folder, n) that returns the name of the model)


def hostile(n):
    def add(function):
        INPUTS[function.__name__] = (n, function)
        return function
    return add


def write(folder, name, content):
    mode = "wb" if isinstance(content, bytes) else "w"
    with open(os.path.join(folder, name), mode) as file:
        file.write(content)
    return name


def rows(n, row):
    """n rows of text: the same text each, or that of a function of the number."""
    return "".join(row(i) for i in range(n)) if callable(row) else row * n


# ------------------------------------------------------------------------------------------- OBJ

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"


@hostile(40000)
def obj_points(folder, n):
    return write(folder, "m.obj", rows(n, lambda i: "v %d %d 0\n" % (i % 300, i // 300)) + "f 1 2 301\n")


@hostile(30000)
def obj_equal_points(folder, n):
    return write(folder, "m.obj", "v 1 2 3\n" * n +
                 rows(n // 3, lambda i: "f %d %d %d\n" % (3 * i + 1, 3 * i + 2, 3 * i + 3)))


@hostile(40000)
def obj_one_polygon(folder, n):
    return write(folder, "m.obj", rows(n, lambda i: "v %d %d 0\n" % (i, i * i % 1000)) +
                 "f " + " ".join(str(i + 1) for i in range(n)) + "\n")


@hostile(40000)
def obj_faces(folder, n):
    return write(folder, "m.obj", TRIANGLE + "f 1 2 3\n" * n)


@hostile(30000)
def obj_texture_coordinates(folder, n):
    return write(folder, "m.obj", TRIANGLE + rows(n, lambda i: "vt 0.%d 0\nvn 0 0 1\n" % i) +
                 rows(n // 3, lambda i: "f 1/%d/%d 2/%d/%d 3/1/1\n" % (i + 1, i + 1, i + 2, i + 2)))


@hostile(20000)
def obj_groups(folder, n):
    return write(folder, "m.obj", TRIANGLE + rows(n, lambda i: "g a%d\nf 1 2 3\n" % i))


@hostile(20000)
def obj_objects(folder, n):
    return write(folder, "m.obj", TRIANGLE + rows(n, lambda i: "o a%d\nf 1 2 3\n" % i))


@hostile(20000)
def obj_equal_objects(folder, n):
    return write(folder, "m.obj", TRIANGLE + "o a\nf 1 2 3\n" * n)


@hostile(15000)
def obj_materials(folder, n):
    write(folder, "m.mtl", rows(n, lambda i: "newmtl a%d\nKd 1 0 0\nmap_Kd a%d.png\n" % (i, i)))
    return write(folder, "m.obj", "mtllib m.mtl\n" + TRIANGLE +
                 rows(n, lambda i: "usemtl a%d\nf 1 2 3\n" % i))


@hostile(15000)
def obj_unknown_materials(folder, n):
    return write(folder, "m.obj", TRIANGLE + rows(n, lambda i: "usemtl a%d\nf 1 2 3\n" % i))


@hostile(20000)
def obj_libraries(folder, n):
    write(folder, "m.mtl", "newmtl a\nKd 1 0 0\n" * 1000)
    return write(folder, "m.obj", "mtllib m.mtl\n" * n + TRIANGLE + "f 1 2 3\n")


@hostile(20000)
def obj_missing_libraries(folder, n):
    return write(folder, "m.obj", rows(n, lambda i: "mtllib a%d.mtl\n" % i) + TRIANGLE + "f 1 2 3\n")


@hostile(20000)
def obj_smoothing(folder, n):
    return write(folder, "m.obj", TRIANGLE + rows(n, lambda i: "s %d\nf 1 2 3\n" % (i + 1)))


@hostile(50000)
def obj_lines(folder, n):
    return write(folder, "m.obj", TRIANGLE + "l 1 2\np 3\n" * n)


@hostile(40000)
def obj_findings(folder, n):
    return write(folder, "m.obj", TRIANGLE + "f 7 8 9\nq\n" * n)


@hostile(400000)
def obj_long_line(folder, n):
    return write(folder, "m.obj", "# " + "x" * n + "\ng " + "y" * n + "\n" + TRIANGLE + "f 1 2 3\n")


@hostile(100000)
def obj_continued_line(folder, n):
    return write(folder, "m.obj", TRIANGLE + "f 1 2 3" + " \\\n" * n + "\n")


# ------------------------------------------------------------------------------------------- PIE

PIE_HEAD = "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\n"
PIE_POINTS = "POINTS 3\n0 0 0\n1 0 0\n0 1 0\n"
PIE_POLYGON = "200 3 0 1 2 0 0 1 0 0 1\n"
PIE_LEVEL = "LEVEL 1\n" + PIE_POINTS + "POLYGONS 1\n" + PIE_POLYGON


def pie_of(levels, body):
    return PIE_HEAD + "LEVELS %d\n" % levels + body


@hostile(40000)
def pie_points(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\nPOINTS %d\n" % n +
                 rows(n, lambda i: "%d %d 0\n" % (i % 300, i // 300)) + "POLYGONS 1\n" + PIE_POLYGON))


@hostile(40000)
def pie_equal_points(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\nPOINTS %d\n" % n + "1 2 3\n" * n +
                 "POLYGONS %d\n" % (n // 3) +
                 rows(n // 3, lambda i: "200 3 %d %d %d 0 0 1 0 0 1\n" % (3 * i, 3 * i + 1, 3 * i + 2))))


@hostile(20000)
def pie_polygons(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\n" + PIE_POINTS + "POLYGONS %d\n" % n + PIE_POLYGON * n))


@hostile(10000)
def pie_texture_animation(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\n" + PIE_POINTS + "POLYGONS %d\n" % n +
                 rows(n, lambda i: "4200 3 0 1 2 %d %d 0.1 0.1 0 0 1 0 0 1\n" % (i % 64 + 1, i % 999 + 1))))


@hostile(6000)
def pie_levels(folder, n):
    return write(folder, "m.pie", pie_of(n, rows(n, lambda i: PIE_LEVEL.replace("LEVEL 1", "LEVEL %d" % (i + 1)))))


@hostile(50000)
def pie_connectors(folder, n):
    return write(folder, "m.pie", pie_of(1, PIE_LEVEL + "CONNECTORS %d\n" % n + "1 2 3\n" * n))


@hostile(15000)
def pie_frames(folder, n):
    return write(folder, "m.pie", pie_of(1, PIE_LEVEL + "ANIMOBJECT 100 0 %d\n" % n +
                 rows(n, lambda i: "%d 1000 0 0 0 90000 0 1 1 1\n" % i)))


@hostile(1500)
def pie_levels_with_frames(folder, n):
    frames = "ANIMOBJECT 1 0 20\n" + rows(20, lambda i: "%d 0 0 0 0 0 0 1 1 1\n" % i)
    return write(folder, "m.pie", pie_of(n, rows(n, lambda i:
                 PIE_LEVEL.replace("LEVEL 1", "LEVEL %d" % (i + 1)) + frames)))


@hostile(20000)
def pie_events(folder, n):
    return write(folder, "m.pie", PIE_HEAD + rows(n, lambda i: "EVENT %d a%d.pie\n" % (i % 9, i)) +
                 "LEVELS 1\n" + PIE_LEVEL)


@hostile(40000)
def pie_textures(folder, n):
    return write(folder, "m.pie", "PIE 3\nTYPE 200\n" +
                 rows(n, lambda i: "TEXTURE %d page-%d.png 0 0\n" % (i, i)) + "LEVELS 1\n" + PIE_LEVEL)


@hostile(50000)
def pie_findings(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\n" + PIE_POINTS + "POLYGONS %d\n" % n +
                 "200 3 7 8 9 x y\n" * n))


@hostile(50000)
def pie_unknown_directives(folder, n):
    return write(folder, "m.pie", pie_of(1, PIE_LEVEL + rows(n, lambda i: "FOO%d 1\n" % i)))


@hostile(500000)
def pie_one_line(folder, n):
    return write(folder, "m.pie", pie_of(1, "LEVEL 1\nPOINTS %d\n" % (n // 6) + "1 2 3 " * (n // 6) +
                 "\nPOLYGONS 1\n" + PIE_POLYGON))


@hostile(200000)
def pie_comments(folder, n):
    return write(folder, "m.pie", pie_of(1, "#\n" * n + PIE_LEVEL))


@hostile(4000000000)
def pie_largest_count(folder, n):
    return write(folder, "m.pie", pie_of(n, "LEVEL 1\nPOINTS %d\n0 0 0\nPOLYGONS %d\n" % (n, n)))


# ------------------------------------------------------------------------------------ WZM and WZA

def wzm_mesh(name, vertices, faces, tail="", frames=0):
    return ("MESH %s\nTEAMCOLOURS 0\nVERTICES %d\nFACES %d\nVERTEXARRAY\n%sTEXTUREARRAYS 1\nTEXTUREARRAY 0\n%s"
            "INDEXARRAY\n%sFRAMES %d\n%s" % (name, vertices, faces,
            rows(vertices, lambda i: "%d %d 0\n" % (i % 99, i // 99)), "0 0\n" * vertices,
            "0 1 2\n" * faces, frames, tail))


WZM_HEAD = "WZM 2\nTEXTURE page-1.png\n"


@hostile(20000)
def wzm_vertices(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES 1\n" + wzm_mesh("a", n, n))


@hostile(20000)
def wzm_frames(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES 1\n" +
                 wzm_mesh("a", 3, 1, "0.5 0 0 0 0 0 0 0\n" * n, n) + "CONNECTORS 0\n")


@hostile(3000)
def wzm_meshes(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES %d\n" % n + rows(n, lambda i: wzm_mesh("a%d" % i, 3, 1)))


@hostile(3000)
def wzm_equal_meshes(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES %d\n" % n + wzm_mesh("a", 3, 1) * n)


@hostile(20000)
def wzm_connectors(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES 1\n" + wzm_mesh("a", 3, 1) +
                 "CONNECTORS %d\n" % n + rows(n, lambda i: "c%d 1 2 3\n" % i))


@hostile(50000)
def wzm_findings(folder, n):
    return write(folder, "m.wzm", WZM_HEAD + "MESHES 1\n" + wzm_mesh("a", 3, 1) + "what 1\n" * n)


def wza_file(shapes, bones, animations):
    return ("WZA 1\nTEXTURE \"a\"\n\tANIMATED 0\n\tNORMALMAP 0\n\tSPECMAP 0\n\tTCMASK 0\nSHAPES %d\n%s"
            "BONES %d\n%sANIMATIONS %d\n%s" % (len(shapes), "".join(shapes), len(bones), "".join(bones),
                                               len(animations), "".join(animations)))


def wza_shape(number, vertices, faces):
    return "SHAPE %d\nVERTICES %d\n%sFACES %d\n%s" % (
        number, vertices, rows(vertices, lambda i: "%d %d 0 0 0 1 0 1 0 0 0 0 1\n" % (i, i * i % 77)), faces,
        rows(faces, lambda i: "%d 0 1 2 0 0 1 0 0 1\n" % i))


def wza_bone(number, parent, vertices="0 1 2\n"):
    return "BONE %d %d 0 0 0 0 %d\n%s" % (number, parent, len(vertices.splitlines()), vertices)


def wza_animation(number, properties, points, length=1000):
    return "ANIMATION %d %d\nPROPERTIES %d\n%sPOINTS %d\n%s" % (
        number, length, len(properties), "".join(properties), len(points), "".join(points))


@hostile(10000)
def wza_vertices(folder, n):
    return write(folder, "m.wza", wza_file([wza_shape(0, n, n)], [wza_bone(0, -1)], []))


@hostile(5000)
def wza_shapes(folder, n):
    shapes = [wza_shape(0, 3, 1)] + [wza_shape(i, 1, 0) for i in range(1, n)]
    return write(folder, "m.wza", wza_file(shapes, [wza_bone(0, -1)], []))


@hostile(3000)
def wza_played_shapes(folder, n):
    shapes = [wza_shape(0, 3, 1)] + [wza_shape(i, 1, 0) for i in range(1, n)]
    animation = wza_animation(0, ["%d shape %d 1\n" % (i - 1, i) for i in range(1, n)],
                              ["%d %d 1\n" % (i - 1, i % 1000) for i in range(1, n)])
    return write(folder, "m.wza", wza_file(shapes, [wza_bone(0, -1)], [animation]))


@hostile(10000)
def wza_bones_in_a_chain(folder, n):
    return write(folder, "m.wza", wza_file([wza_shape(0, 3, 1)],
                 [wza_bone(i, i - 1) for i in range(n)], []))


@hostile(6000)
def wza_animations(folder, n):
    return write(folder, "m.wza", wza_file([wza_shape(0, 3, 1)], [wza_bone(0, -1)],
                 [wza_animation(i, ["0 bone 0 1\n"], ["0 0 0 0 0 0 0 0 1\n"]) for i in range(n)]))


@hostile(20000)
def wza_points(folder, n):
    return write(folder, "m.wza", wza_file([wza_shape(0, 3, 1)], [wza_bone(0, -1)],
                 [wza_animation(0, ["0 bone 0 1\n"], rows(n, lambda i: "0 %d 0 0 0 0 0 0 1\n" % i).splitlines(True), n)]))


# ------------------------------------------------------------------------------------- IQE and IQM

IQE_HEAD = "# Inter-Quake Export\n"
IQE_MESH = "mesh a\nmaterial b\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\nfm 0 1 2\n"


@hostile(40000)
def iqe_points(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "mesh a\nmaterial b\n" +
                 rows(n, lambda i: "vp %d %d 0\n" % (i % 300, i // 300)) +
                 rows(n // 3, lambda i: "fm %d %d %d\n" % (3 * i, 3 * i + 1, 3 * i + 2)))


@hostile(40000)
def iqe_equal_points(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "mesh a\nmaterial b\n" + "vp 1 2 3\n" * n +
                 rows(n // 3, lambda i: "fm %d %d %d\n" % (3 * i, 3 * i + 1, 3 * i + 2)))


@hostile(20000)
def iqe_fan(folder, n):
    """All triangles meet in one point and none is equal to another."""
    return write(folder, "m.iqe", IQE_HEAD + "mesh a\nmaterial b\nvp 0 0 0\n" +
                 rows(n + 1, lambda i: "vp 1 %d %d\n" % (i % 999, i * i % 1009)) +
                 rows(n, lambda i: "fm 0 %d %d\n" % (i + 1, i + 2)))


@hostile(60000)
def iqe_hubs(folder, n):
    """All triangles meet in one point, and their other corners have many triangles, too."""
    side = max(int(n ** 0.5), 1)
    return write(folder, "m.iqe", IQE_HEAD + "mesh a\nmaterial b\nvp 0 0 0\n" +
                 rows(2 * side + 2, lambda i: "vp 1 %d %d\n" % (i, i * i % 1009)) +
                 rows(n, lambda i: "fa 0 %d %d\n" % (1 + i % side, 1 + side + i // side)))


@hostile(40000)
def iqe_one_polygon(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "mesh a\nmaterial b\n" +
                 rows(n, lambda i: "vp %d %d 0\n" % (i, i * i % 1000)) +
                 "fa " + " ".join(str(i) for i in range(n)) + "\n")


@hostile(8000)
def iqe_meshes(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + rows(n, lambda i: IQE_MESH.replace("mesh a", "mesh a%d" % i)))


@hostile(8000)
def iqe_equal_meshes(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + IQE_MESH * n)


@hostile(10000)
def iqe_joints_in_a_chain(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + rows(n, lambda i: "joint j%d %d\npq 0 0 1\n" % (i, i - 1)) + IQE_MESH)


@hostile(10000)
def iqe_equal_joints(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "joint j -1\npq 0 0 1\n" * n + IQE_MESH)


@hostile(60000)
def iqe_frames(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "joint j -1\npq 0 0 0\n" + IQE_MESH + "animation a\n" +
                 "frame\npq 0 0 0\n" * (n // 2))


# No two vertices in a row have the same weights.
@hostile(20000)
def iqe_frames_and_vertices(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "joint j -1\npq 0 0 0\njoint k 0\npq 0 0 1\nmesh m\n" +
                 rows(n, lambda i: "vp %d %d 0\nvb %d 1\n" % (i, i * i % 7, i % 2)) +
                 rows(n // 3, lambda i: "fm %d %d %d\n" % (3 * i, 3 * i + 1, 3 * i + 2)) + "animation a\n" +
                 rows(n, lambda i: "frame\npq %d 0 0\n" % i))


@hostile(2000)
def iqe_joints_and_empty_frames(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + rows(n, lambda i: "joint j%d -1\npq 0 0 1\n" % i) + IQE_MESH +
                 "animation a\n" + "frame\n" * (10 * n))


@hostile(20000)
def iqe_animations(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "joint j -1\npq 0 0 0\n" + IQE_MESH +
                 rows(n, lambda i: "animation a%d\nframe\npq 0 0 0\n" % i))


@hostile(30000)
def iqe_findings(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + IQE_MESH + "fm 7 8 9\nvb 1 x\nfoo\n" * n)


@hostile(500000)
def iqe_long_line(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "mesh \"" + "x" * n + "\"\n" + IQE_MESH)


@hostile(20000)
def iqe_weights(folder, n):
    return write(folder, "m.iqe", IQE_HEAD + "joint j -1\npq 0 0 0\nmesh a\nmaterial b\n" +
                 "vp 0 0 0\nvb" + " 0 .1" * n + "\nvp 1 0 0\nvp 0 1 0\nfm 0 1 2\n")


class Iqm:
    """Tables one after the other; the header has a count and an offset for each."""
    ORDER = ("text", "meshes", "arrays", "triangles", "adjacency", "joints", "poses", "anims", "frames",
             "bounds", "comment", "extensions")

    def __init__(self, vertices=3, version=2):
        self.sections, self.counts, self.vertices, self.version = {}, {}, vertices, version
        self.channels = 0

    def put(self, name, count, content=b""):
        self.counts[name], self.sections[name] = count, content

    def bytes(self):
        offsets, body, at = {}, b"", 124
        for name in self.ORDER:
            content = self.sections.get(name, b"")
            offsets[name] = at if content or self.counts.get(name) else 0
            body += content + bytes(-len(content) % 4)
            at = 124 + len(body)
        data = at
        arrays = self.sections.get("arrays", b"")
        if arrays:  # one array of positions, whose data comes last
            body += bytes(12 * self.vertices)
            where = offsets["arrays"] - 124 + 16
            body = body[:where] + struct.pack("<I", data) + body[where + 4:]
        c = lambda name: self.counts.get(name, 0)
        o = offsets
        head = struct.pack("<27I", self.version, 124 + len(body), 0, c("text"), o["text"], c("meshes"), o["meshes"],
                           c("arrays"), self.vertices, o["arrays"], c("triangles"), o["triangles"], 0,
                           c("joints"), o["joints"], c("poses"), o["poses"], c("anims"), o["anims"],
                           c("frames"), self.channels, o["frames"], 0, c("comment"), o["comment"],
                           c("extensions"), o["extensions"])
        return b"INTERQUAKEMODEL\0" + head + body


def iqm_model(vertices=3, triangles=1, meshes=1):
    iqm = Iqm(vertices)
    iqm.put("text", 4, b"\0ab\0")
    iqm.put("meshes", meshes, struct.pack("<6I", 1, 2, 0, vertices, 0, triangles) * meshes)
    iqm.put("arrays", 1, struct.pack("<5I", 0, 0, 7, 3, 0))
    iqm.put("triangles", triangles, struct.pack("<3I", 0, 1, 2) * triangles)
    return iqm


def iqm_joint(parent):
    return struct.pack("<Ii10f", 1, parent, 0, 0, 0, 0, 0, 0, -1, 1, 1, 1)


def iqm_pose(parent, mask=0):
    return struct.pack("<iI20f", parent, mask, 0, 0, 0, 0, 0, 0, -1, 1, 1, 1, *[1] * 10)


@hostile(20000)
def iqm_triangles(folder, n):
    return write(folder, "m.iqm", iqm_model(n, n).bytes())


@hostile(1500)
def iqm_overlapping_meshes(folder, n):
    """Every mesh shows all triangles."""
    return write(folder, "m.iqm", iqm_model(n, n, n).bytes())


@hostile(10000)
def iqm_joints_in_a_chain(folder, n):
    iqm = iqm_model()
    iqm.put("joints", n, b"".join(iqm_joint(i - 1) for i in range(n)))
    return write(folder, "m.iqm", iqm.bytes())


def iqm_without_channels(joints, frames):
    iqm = iqm_model()
    iqm.put("joints", joints, iqm_joint(-1) * joints)
    iqm.put("poses", joints, iqm_pose(-1) * joints)
    iqm.put("anims", 1, struct.pack("<3IfI", 1, 0, frames, 24, 0))
    iqm.put("frames", frames)
    return iqm.bytes()


@hostile(70000000)
def iqm_frames_without_channels(folder, n):
    return write(folder, "m.iqm", iqm_without_channels(1, n))


@hostile(3000)
def iqm_joints_and_frames_without_channels(folder, n):
    return write(folder, "m.iqm", iqm_without_channels(n, n))


@hostile(4000)
def iqm_overlapping_anims(folder, n):
    """Every clip plays all frames."""
    iqm = iqm_model()
    iqm.channels = 1
    iqm.put("joints", 1, iqm_joint(-1))
    iqm.put("poses", 1, iqm_pose(-1, 1))
    iqm.put("anims", n, struct.pack("<3IfI", 1, 0, n, 24, 0) * n)
    iqm.put("frames", n, bytes(range(256)) * (n // 128 + 1))
    return write(folder, "m.iqm", iqm.bytes())


@hostile(20000)
def iqm_texts(folder, n):
    iqm = iqm_model()
    iqm.put("text", 12 * n, b"abcdefghijk\0" * n)
    iqm.put("meshes", n // 8, b"".join(struct.pack("<6I", i * 12, i * 12 + 4, 0, 3, 0, 1) for i in range(n // 8)))
    return write(folder, "m.iqm", iqm.bytes())


# ------------------------------------------------------------------------------------------- PET

def pet_file(version, **sections):
    def section(tag, content):
        return tag.encode() + struct.pack("<I", len(content)) + content
    return section("VERS", bytes((version, 1, 0xFE, 0xFF))) + b"".join(section(t, c) for t, c in sections.items())


def lstr(text):
    return struct.pack("<I", len(text)) + text


def pet_id(i):
    return b"\xff" if i < 0 else bytes((i,)) if i < 0xFE else b"\xfe" + struct.pack("<H", i)


UNIT = struct.pack("<12f", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1)


def pet_bones(n, parent, version=1, name=lambda i: b"b%d" % i):
    head = bytes((n,)) if 0 < n < 256 else b"\0" + struct.pack("<H", n)
    ext = struct.pack("<f", -1) if version >= 3 else b""
    return head + b"".join(name(i) + b"\0" + pet_id(parent(i)) + UNIT + ext for i in range(n))


def pet_mesh(vertices, triangles, version=1):
    uvs = b"\1" if version >= 2 else b""
    corner = lambda v: struct.pack("<I3f", v, 0, 0, 1) + uvs + struct.pack("<2f", 0, 0)
    face = corner(0) + corner(1) + corner(2)
    return (struct.pack("<I", vertices) + b"".join(struct.pack("<3f", i, i * i % 77, 0) + b"\xff\0\0\0"
                                                  for i in range(vertices)) +
            struct.pack("<I", triangles) + face * triangles + bytes(triangles) +
            (b"\xff" * triangles if version >= 2 else b""))


PET_TEXT = struct.pack("<I", 1) + b"a.jpg".ljust(32, b"\0") + b"\0\0\0\0\xff\xff\xff\xff" + bytes(4)


@hostile(5000)
def pet_triangles(folder, n):
    return write(folder, "m.pet", pet_file(2, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1, 2), MESH=pet_mesh(n, n, 2)))


@hostile(8000)
def pet_bones_in_a_chain(folder, n):
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(n, lambda i: i - 1), MESH=pet_mesh(3, 1)))


@hostile(8000)
def pet_equal_bones(folder, n):
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(n, lambda i: -1, 1, lambda i: b"b"),
                                           MESH=pet_mesh(3, 1)))


def pet_keys(n):
    return (b"\0" + struct.pack("<I", n) + b"".join(struct.pack("<4f", i / 30, 0, 0, 0) for i in range(n)) +
            struct.pack("<II", 0, 0))


def pet_motions(n, last):
    return struct.pack("<I", n) + b"".join(lstr(b"m%d" % i) + struct.pack("<II", 0, last) + lstr(b"") * 2 +
                                           struct.pack("<f", 0) + lstr(b"") for i in range(n))


@hostile(20000)
def pet_key_rows(folder, n):
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=pet_mesh(3, 1),
                                           ANIM=pet_keys(n) + b"\xff"))


@hostile(4000)
def pet_overlapping_motions(folder, n):
    """Every motion plays all keys."""
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=pet_mesh(3, 1),
                                           ANIM=pet_keys(n) + b"\xff", MOTI=pet_motions(n, n)))


@hostile(4000)
def pet_motions_of_any_length(folder, n):
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=pet_mesh(3, 1),
                                           ANIM=pet_keys(2) + b"\xff", MOTI=pet_motions(n, 0xFFFFFFFF)))


@hostile(15000)
def pet_frames(folder, n):
    frame = lambda i: struct.pack("<I", i) + lstr(b"*fx(\"a\")") + lstr(b"") * 2 + struct.pack("<I", 1)
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=pet_mesh(3, 1),
                                           ANIM=pet_keys(2) + b"\xff", MOTI=pet_motions(9, n),
                                           FRAM=struct.pack("<I", n) + b"".join(frame(i) for i in range(n))))


@hostile(10000)
def pet_boxes(folder, n):
    box = struct.pack("<II", 1, 1) + lstr(b"bound") + lstr(b"b0") + lstr(b"") * 2 + struct.pack("<6f", 0, 0, 0, 1, 1, 1)
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=pet_mesh(3, 1),
                                           COLL=struct.pack("<I", n) + box * n))


@hostile(40000)
def pet_sections(folder, n):
    return write(folder, "m.pet", pet_file(1) + b"XXXX\0\0\0\0" * n)


@hostile(1500)
def pet_vertex_of_many_weights(folder, n):
    mesh = struct.pack("<I", n) + (struct.pack("<3f", 0, 0, 0) + b"\1\0" * 255) * n + struct.pack("<I", 0)
    return write(folder, "m.pet", pet_file(1, TEXT=PET_TEXT, BONE=pet_bones(1, lambda i: -1), MESH=mesh))


# ------------------------------------------------------------------------------------------ glTF

def gltf(folder, model, data=None, name="m.gltf"):
    model = dict(asset={"version": "2.0"}, **model)
    if data is not None:
        write(folder, "m.bin", data)
        model.setdefault("buffers", [{"uri": "m.bin", "byteLength": len(data)}])
    return write(folder, name, json.dumps(model, separators=(",", ":")))


POINT_DATA = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)


def gltf_triangle(**more):
    """A mesh of one triangle in m.bin, which further views and accessors can follow."""
    model = {"bufferViews": [{"buffer": 0, "byteLength": 36}],
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                            "min": [0, 0, 0], "max": [1, 1, 0]}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
             "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0}
    model.update(more)
    return model


@hostile(10000)
def gltf_nodes_in_a_chain(folder, n):
    nodes = [{"children": [i + 1]} for i in range(n - 1)] + [{"mesh": 0}]
    return gltf(folder, gltf_triangle(nodes=nodes), POINT_DATA)


@hostile(20000)
def gltf_instances(folder, n):
    return gltf(folder, gltf_triangle(nodes=[{"mesh": 0}] * n, scenes=[{"nodes": list(range(n))}]), POINT_DATA)


@hostile(5000)
def gltf_instances_of_a_large_mesh(folder, n):
    model = gltf_triangle(nodes=[{"mesh": 0}] * n, scenes=[{"nodes": list(range(n))}])
    count = 3 * n
    model["bufferViews"][0]["byteLength"] = 12 * count
    model["accessors"][0]["count"] = count
    return gltf(folder, model, POINT_DATA * n)


@hostile(3000)
def gltf_accessors_of_one_view(folder, n):
    """Every mesh has its own accessor of the same bytes."""
    model = gltf_triangle()
    count = 3 * n
    model["bufferViews"][0]["byteLength"] = 12 * count
    model["accessors"] = [dict(model["accessors"][0], count=count)] * n
    model["meshes"] = [{"primitives": [{"attributes": {"POSITION": i}}]} for i in range(n)]
    model["nodes"] = [{"mesh": i} for i in range(n)]
    model["scenes"] = [{"nodes": list(range(n))}]
    return gltf(folder, model, POINT_DATA * n)


@hostile(5000)
def gltf_primitives(folder, n):
    model = gltf_triangle()
    model["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}}] * n}]
    return gltf(folder, model, POINT_DATA)


@hostile(3000)
def gltf_shapes(folder, n):
    model = gltf_triangle()
    model["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * n}]}]
    return gltf(folder, model, POINT_DATA)


@hostile(60000000)
def gltf_accessor_without_bytes(folder, n):
    model = gltf_triangle()
    model["accessors"] = [{"componentType": 5126, "count": n, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}]
    return gltf(folder, model, POINT_DATA)


@hostile(6000)
def gltf_buffers_that_name_the_model(folder, n):
    model = gltf_triangle()
    model["buffers"] = [{"uri": "m.gltf", "byteLength": 36}] * n
    return gltf(folder, model)


def gltf_clip_data(keys):
    return POINT_DATA + struct.pack("<%df" % keys, *range(keys)) + bytes(12 * keys)


def gltf_moving(nodes, clips, keys=2, last=None):
    times = list(range(keys))
    if last:
        times[-1] = last
    data = POINT_DATA + struct.pack("<%df" % keys, *times) + bytes(12 * keys)
    model = gltf_triangle(nodes=[{"mesh": 0, "name": "n%d" % i} if i == 0 else {} for i in range(nodes)],
                          scenes=[{"nodes": list(range(nodes))}])
    model["bufferViews"] += [{"buffer": 0, "byteOffset": 36, "byteLength": 4 * keys},
                             {"buffer": 0, "byteOffset": 36 + 4 * keys, "byteLength": 12 * keys}]
    model["accessors"] += [{"bufferView": 1, "componentType": 5126, "count": keys, "type": "SCALAR",
                            "min": [0], "max": [times[-1]]},
                           {"bufferView": 2, "componentType": 5126, "count": keys, "type": "VEC3"}]
    model["animations"] = [{"name": "c%d" % i, "samplers": [{"input": 1, "output": 2}],
                            "channels": [{"sampler": 0, "target": {"node": i % nodes, "path": "translation"}}]}
                           for i in range(clips)]
    return model, data


@hostile(4000)
def gltf_clips_and_nodes(folder, n):
    return gltf(folder, *gltf_moving(n, n))


@hostile(2000)
def gltf_clips_of_many_keys(folder, n):
    return gltf(folder, *gltf_moving(1, n, 8 * n))


@hostile(100)
def gltf_clips_of_a_year(folder, n):
    return gltf(folder, *gltf_moving(1, n, 2, 3e7))


@hostile(40000)
def gltf_keys(folder, n):
    return gltf(folder, *gltf_moving(1, 1, n))


@hostile(1500)
def gltf_skins(folder, n):
    """Every skin has all nodes as joints."""
    model = gltf_triangle(nodes=[{"mesh": 0, "skin": i} for i in range(n)], scenes=[{"nodes": list(range(n))}])
    model["skins"] = [{"joints": list(range(min(n, 300)))}] * n
    return gltf(folder, model, POINT_DATA)


@hostile(400000)
def gltf_nested_json(folder, n):
    return write(folder, "m.gltf", "{\"asset\":{\"version\":\"2.0\"},\"extras\":" + "[" * n + "]" * n + "}")


@hostile(60000)
def gltf_extras(folder, n):
    return gltf(folder, gltf_triangle(extras={"k%d" % i: i for i in range(n)}), POINT_DATA)


@hostile(60000)
def gltf_equal_keys(folder, n):
    return write(folder, "m.gltf", "{\"asset\":{\"version\":\"2.0\"}" + ",\"a\":1" * n + "}")


@hostile(10000)
def gltf_materials(folder, n):
    model = gltf_triangle(materials=[{"name": "a"}] * n)
    model["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(n)]}]
    return gltf(folder, model, POINT_DATA)


@hostile(20000)
def gltf_findings(folder, n):
    return gltf(folder, gltf_triangle(nodes=[{"mesh": 7, "children": [-1]}] * n), POINT_DATA)


@hostile(500000)
def gltf_long_text(folder, n):
    return gltf(folder, gltf_triangle(nodes=[{"mesh": 0, "name": "x" * n}]), POINT_DATA)


# ------------------------------------------------------------------------------- images and references

def png(width, height, colour=0):
    """A picture of one colour: a thousand times smaller than its pixels."""
    def chunk(tag, content):
        return struct.pack(">I", len(content)) + tag + content + struct.pack(">I", zlib.crc32(tag + content))
    pack = zlib.compressobj(9)
    row = bytes((0,)) + bytes((colour, 0, 0, 255)) * width
    data = b"".join(pack.compress(row) for _ in range(height)) + pack.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", data) + chunk(b"IEND", b""))


def gltf_textured(images):
    model = gltf_triangle(images=images, textures=[{"source": i} for i in range(len(images))],
                          materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}}
                                     for i in range(len(images))])
    model["bufferViews"].append({"buffer": 0, "byteOffset": 36, "byteLength": 24})
    model["accessors"].append({"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"})
    model["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": i}
                                       for i in range(len(images))]}]
    return model


def data_uri(content):
    return {"uri": "data:image/png;base64," + base64.b64encode(content).decode()}


@hostile(8192)
def image_of_many_pixels(folder, n):
    write(folder, "a.png", png(n, n))
    return gltf(folder, gltf_textured([{"uri": "a.png"}]), POINT_DATA + bytes(24))


@hostile(30)
def images_embedded(folder, n):
    return gltf(folder, gltf_textured([data_uri(png(2048, 2048, i)) for i in range(n)]), POINT_DATA + bytes(24))


@hostile(2000)
def images_of_one_file(folder, n):
    write(folder, "a.png", png(1024, 1024))
    return gltf(folder, gltf_textured([{"uri": "a.png"}] * n), POINT_DATA + bytes(24))


@hostile(5000)
def images_missing(folder, n):
    return gltf(folder, gltf_textured([{"uri": "a%d.png" % i} for i in range(n)]), POINT_DATA + bytes(24))


@hostile(1)
def reference_to_a_fifo(folder, n):
    os.mkfifo(os.path.join(folder, "m.bin"))
    os.mkfifo(os.path.join(folder, "a.png"))
    model = gltf_textured([{"uri": "a.png"}])
    model["buffers"] = [{"uri": "m.bin", "byteLength": 60}]
    return gltf(folder, model)


@hostile(1)
def reference_to_a_device(folder, n):
    for name in ("m.bin", "a.png"):
        os.symlink("/dev/zero", os.path.join(folder, name))
    model = gltf_textured([{"uri": "a.png"}])
    model["buffers"] = [{"uri": "m.bin", "byteLength": 60}]
    return gltf(folder, model)


@hostile(1)
def library_that_is_a_fifo(folder, n):
    os.mkfifo(os.path.join(folder, "m.mtl"))
    os.mkfifo(os.path.join(folder, "a.png"))
    return write(folder, "m.obj", "mtllib m.mtl\nusemtl a\n" + TRIANGLE + "f 1 2 3\n")


@hostile(1)
def page_that_is_a_fifo(folder, n):
    os.mkfifo(os.path.join(folder, "page-1.png"))
    return write(folder, "m.pie", pie_of(1, PIE_LEVEL))


@hostile(1)
def links_out_of_the_folder(folder, n):
    for name, target in (("m.bin", "/etc/passwd"), ("a.png", "../../../../../../etc/passwd")):
        os.symlink(target, os.path.join(folder, name))
    model = gltf_textured([{"uri": "a.png"}])
    model["buffers"] = [{"uri": "m.bin", "byteLength": 60}]
    return gltf(folder, model)


# --------------------------------------------------------------------------------------- archives

def archive(folder, entries):
    with zipfile.ZipFile(os.path.join(folder, "m.wz"), "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries:
            file.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return "m.wz"


@hostile(40)
def archive_that_unpacks_to_much(folder, n):
    """n MiB of zeros in some KiB."""
    return archive(folder, [("a.pie", bytes(n << 20))])


@hostile(6000)
def archive_entries(folder, n):
    return archive(folder, [("a/%d.txt" % i, b"x") for i in range(n)])


@hostile(100)
def archive_models(folder, n):
    return archive(folder, [("a/%d.pie" % i, pie_of(1, PIE_LEVEL)) for i in range(n)])


@hostile(3000)
def archive_of_deep_folders(folder, n):
    return archive(folder, [("a/" * n + "m.pie", pie_of(1, PIE_LEVEL))])


@hostile(60000)
def archive_of_random_bytes(folder, n):
    return write(folder, "m.wz", b"PK\3\4" + random.Random(1).randbytes(n) + b"PK\5\6" + bytes(18))


def main():
    if len(sys.argv) == 1:
        print("\n".join(INPUTS))
        return
    n, function = INPUTS[sys.argv[1]]
    print(function(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else n))


if __name__ == "__main__":
    main()
