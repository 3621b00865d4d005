# SPDX-License-Identifier: MIT
#
# blender -b --factory-startup -P blender_inspect.py -- FILE...    what Blender sees in glTF files:
# one line of JSON for each, with a mark in front that separates it from Blender's own output.
import json
import sys

import bpy
import numpy

# Blender 3.4 counts on a name that newer versions of numpy lack.
if not hasattr(numpy, 'bool'):
    numpy.bool = bool


def has_pixels(image):
    pixels = numpy.empty(image.size[0] * image.size[1] * image.channels, dtype=numpy.float32)
    if pixels.size > 0:
        image.pixels.foreach_get(pixels)
    return pixels.size > 0 and bool(pixels.min() < pixels.max())


def look_at(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    # Armatures come with a shape of their own for bones to be drawn as; it is not of the model.
    shapes = {bone.custom_shape for thing in bpy.data.objects if thing.pose
              for bone in thing.pose.bones if bone.custom_shape}
    meshes = [thing for thing in bpy.data.objects if thing.type == 'MESH' and thing not in shapes]
    triangles = 0
    for mesh in {thing.data for thing in meshes}:
        mesh.calc_loop_triangles()
        triangles += len(mesh.loop_triangles)
    joints = sum(len(armature.bones) for armature in bpy.data.armatures)
    # A clip becomes an action for each thing that it moves, named after both.
    tracks = {track.name for thing in bpy.data.objects if thing.animation_data
              for track in thing.animation_data.nla_tracks}
    keys = [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    tracks |= {track.name for key in keys if key.animation_data
               for track in key.animation_data.nla_tracks}
    return {'file': path, 'meshes': len({thing.data for thing in meshes}),
            'triangles': triangles, 'joints': joints, 'actions': sorted(tracks),
            'images': sum(has_pixels(image) for image in bpy.data.images)}


for name in sys.argv[sys.argv.index('--') + 1:]:
    print('SEEN ' + json.dumps(look_at(name)))
