// SPDX-License-Identifier: MIT
//
// The rules for what can be lost when a document becomes a scene.
// scene_rules.h makes an enumeration of this list, scene_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// clang-format off
RULE(MQ_SCENE_TRIANGLES_DROPPED, "SCN-0901", 0, E, "Triangles are left out",
     "They use vertices that do not exist. `maquette check` on the source says where.")
RULE(MQ_SCENE_NUMBERS_REPAIRED, "SCN-0902", 0, L, "Numbers are repaired",
     "Infinite values and NaN become 0, and vectors that must have length 1 are normalised "
     "(normals without a direction point up).")
RULE(MQ_SCENE_REFERENCE_CUT, "SCN-0903", 0, L,
     "A reference to something that does not exist is removed",
     "The model has no mesh, material, joint or parent of that number.")
RULE(MQ_SCENE_RING_CUT, "SCN-0904", 0, L, "A cycle of parents is broken",
     "A node is its own ancestor; one of the nodes of the cycle becomes a root.")
RULE(MQ_SCENE_KEYS_DROPPED, "SCN-0905", 0, L, "Keys of an animation are left out",
     "Their times are not finite numbers in ascending order.")
#undef RULE
