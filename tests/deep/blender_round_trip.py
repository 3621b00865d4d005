# SPDX-License-Identifier: MIT
#
# blender -b --factory-startup -P blender_round_trip.py -- FILE.glb...    imports each file and exports
# it twice with the default settings: FILE.extras.glb with custom properties, FILE.plain.glb without.
import sys

import bpy
import numpy

# Blender 3.4 counts on a name that newer versions of numpy lack.
if not hasattr(numpy, 'bool'):
    numpy.bool = bool

for path in sys.argv[sys.argv.index('--') + 1:]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    for name, extras in (('extras', True), ('plain', False)):
        bpy.ops.export_scene.gltf(filepath=path.replace('.glb', '.%s.glb' % name),
                                  export_format='GLB', export_extras=extras)
