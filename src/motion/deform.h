// SPDX-License-Identifier: MIT
#ifndef MQ_MOTION_DEFORM_H
#define MQ_MOTION_DEFORM_H

#include "maquette/motion.h"

// maq_motion_mesh() with up to so many threads (0: one per core).
maq_status mq_motion_mesh(maq_motion *motion, uint32_t node, const maq_deformed_mesh *buffers,
                          uint32_t flags, unsigned threads);

#endif
