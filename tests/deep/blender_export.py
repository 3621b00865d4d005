# SPDX-License-Identifier: MIT
#
# blender -b --factory-startup -P blender_export.py -- FOLDER    two small models as Blender writes
# them: a crate without animation, and an arm with a texture, two joints and a motion.
import os
import sys

import bpy
import numpy

# Blender 3.4 counts on a name that newer versions of numpy lack.
if not hasattr(numpy, 'bool'):
    numpy.bool = bool

folder = sys.argv[sys.argv.index('--') + 1]


def textured(name, file):
    image = bpy.data.images.new(file, 4, 4)
    image.filepath_raw = os.path.join(folder, file)
    image.file_format = 'PNG'
    image.save()
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes = material.node_tree.nodes
    texture = nodes.new('ShaderNodeTexImage')
    texture.image = image
    material.node_tree.links.new(texture.outputs['Color'], nodes['Principled BSDF'].inputs[0])
    return material


def export(name, **more):
    path = os.path.join(folder, name)
    bpy.ops.export_scene.gltf(filepath=path + '.glb', export_format='GLB', **more)
    bpy.ops.export_scene.gltf(filepath=path + '_apart.gltf', export_format='GLTF_SEPARATE', **more)


def make_crate():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_cube_add(size=40, location=(0, 0, 20))
    bpy.context.object.data.materials.append(textured('crate', 'page-90-crate.png'))
    export('crate')
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, 'crate_obj.obj'))


def make_arm():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_cylinder_add(vertices=8, radius=5, depth=40, location=(0, 0, 20))
    mesh = bpy.context.object
    mesh.data.materials.append(textured('arm', 'page-91-arm.png'))
    bpy.ops.object.armature_add(location=(0, 0, 0))
    skeleton = bpy.context.object
    bpy.ops.object.mode_set(mode='EDIT')
    lower = skeleton.data.edit_bones[0]
    lower.name, lower.tail = 'lower', (0, 0, 20)
    upper = skeleton.data.edit_bones.new('upper')
    upper.head, upper.tail, upper.parent = (0, 0, 20), (0, 0, 40), lower
    bpy.ops.object.mode_set(mode='OBJECT')
    for name, above in (('lower', False), ('upper', True)):
        group = mesh.vertex_groups.new(name=name)
        group.add([v.index for v in mesh.data.vertices if (v.co.z > 0) == above], 1, 'REPLACE')
    mesh.parent = skeleton
    mesh.modifiers.new('skeleton', 'ARMATURE').object = skeleton
    bone = skeleton.pose.bones['upper']
    bone.rotation_mode = 'QUATERNION'
    for frame, turn in ((1, (1, 0, 0, 0)), (13, (0.7071068, 0.7071068, 0, 0)), (25, (1, 0, 0, 0))):
        bone.rotation_quaternion = turn
        bone.keyframe_insert('rotation_quaternion', frame=frame)
    skeleton.animation_data.action.name = 'wave'
    bpy.context.scene.frame_end = 25
    export('arm')
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, 'arm_obj.obj'))


make_crate()
make_arm()
