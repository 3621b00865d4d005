// SPDX-License-Identifier: MIT
//
// What other formats left in the extras of a scene.
#ifndef MQ_FORMATS_UNUSED_EXTRAS_H
#define MQ_FORMATS_UNUSED_EXTRAS_H

#include "base/findings.h"
#include "maquette/scene.h"

// Tells, once for each other format, of extras that are not `own` (a loss).
void mq_report_unused_extras(const maq_scene *scene, const char *own, mq_findings *findings,
                             const maq_rule *rule);

#endif
