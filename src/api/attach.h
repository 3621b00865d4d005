// SPDX-License-Identifier: MIT
//
// Models attached to nodes of another: a turret on a connector, a weapon in a hand.
#ifndef MQ_API_ATTACH_H
#define MQ_API_ATTACH_H

#include "formats/format.h"

// Replaces *scene, made from `document`, by the scene with all inputs attached in order. All inputs
// have an attach_to. Memory and findings are those of `made`. MAQ_BAD_DATA, with a finding that lists
// what there is, when a name is unknown.
maq_status mq_attach_inputs(const maq_input *inputs, size_t count,
                            const maq_convert_options *options, const maq_document *document,
                            maq_scene *scene, maq_document *made);

#endif
