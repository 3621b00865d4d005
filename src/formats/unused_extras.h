// SPDX-License-Identifier: MIT
//
// Properties in the extras of a scene that belong to other formats.
#ifndef MQ_FORMATS_UNUSED_EXTRAS_H
#define MQ_FORMATS_UNUSED_EXTRAS_H

#include "base/findings.h"
#include "maquette/scene.h"

// Adds a loss for each format other than `own` that has extras in the scene.
void mq_report_unused_extras(const maq_scene *scene, const char *own, mq_findings *findings,
                             const maq_rule *rule);

#endif
