// SPDX-License-Identifier: MIT
//
// Rules that belong to no format.
// common_rules.h makes an enumeration of this list, common_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// clang-format off
RULE(MQ_RULE_UNKNOWN_FORMAT, "MAQ-0001", INCOMPLETE, E, "The file is not a model of a known format",
     "Neither the first bytes of the file nor its name belong to a format that Maquette reads. "
     "`maquette formats` lists those.")
RULE(MQ_RULE_POSE, "MAQ-0901", 0, N, "A posed model has no animation",
     "`maquette pose` writes a model as it is at one time of a clip. Clips, joints and shapes "
     "(morph targets) are applied to the meshes and not written.")
RULE(MQ_RULE_BAKED, "MAQ-0902", 0, N, "Movement was turned into shapes",
     "`--bake` puts one shape for each frame in place of joints and moving nodes. Between two "
     "frames vertices move in straight lines.")
RULE(MQ_RULE_BAKED_SLOWER, "MAQ-0903", 0, L,
     "Movement is baked with fewer frames than the source has",
     "All clips together would need more shapes than the limit. Bake fewer clips, or choose a "
     "lower `--bake-rate`.")
RULE(MQ_RULE_ATTACHMENT_UNKNOWN, "MAQ-0904", INCOMPLETE, E,
     "There is no node of that name to attach to",
     "`--at NAME` takes the name of an attachment, a joint or a node of the model, as `maquette "
     "info` lists them.")
RULE(MQ_RULE_ATTACHED_EVENTS, "MAQ-0905", 0, L, "Events of an attached model are dropped",
     "Events belong to a model as a whole. The result has those of the model that the others are "
     "attached to.")
RULE(MQ_RULE_IMAGE_RENAMED, "MAQ-0906", 0, N, "An image is saved under another name",
     "A file of that name with other content exists, and is not replaced. The model names the new "
     "file.")
RULE(MQ_RULE_IMAGE_NOT_LINKED, "MAQ-0907", 0, W, "An image cannot be linked",
     "It is in an archive, where other programs do not find it. Use `--images copy` or `--images "
     "embed`.")
RULE(MQ_RULE_IMAGES_DROPPED, "MAQ-0908", 0, L, "Embedded images are dropped",
     "`--images none` leaves out all images, also those that are in the model's file and nowhere "
     "else. `maquette extract` saves them.")
RULE(MQ_RULE_RESAMPLED, "MAQ-0909", 0, L, "Resampling changes clips",
     "`--resample` puts keys at the frames of the new rate. Keys between two frames are replaced by "
     "the values at these frames, and a clip ends at the first frame that is not before its end.")
RULE(MQ_RULE_NOT_RESAMPLED, "MAQ-0910", 0, L, "A clip is too long to be resampled",
     "All clips together would need more than 16,777,216 numbers. Choose a lower rate. The clip "
     "stays as it was.")
#undef RULE
