// SPDX-License-Identifier: MIT
//
// The structs of a scene as tables of fields. Copies, descriptions and digests walk these tables, so
// that a new field of maquette/scene.h takes one row there.
#ifndef MQ_SCENE_FIELDS_H
#define MQ_SCENE_FIELDS_H

#include "base/records.h"
#include "maquette/scene.h"

// All of maq_scene but node_order, which follows from the nodes, source_format and source.
extern const mq_record mq_scene_record;

#endif
