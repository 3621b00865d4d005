// SPDX-License-Identifier: MIT
//
// Inter-Quake models, scenes, and the ways between them.
#ifndef TESTS_SUPPORT_IQ_BRIDGE_H
#define TESTS_SUPPORT_IQ_BRIDGE_H

#include "maquette/iqm.h"
#include "maquette/scene.h"
#include "support/iqm_model.h"

// Each fails the test when there is none.
maq_scene *iq_scene_of(const maq_document *document);
maq_document *iqm_document(const iqm_model *model);

// What a scene becomes. The result is good by the rules of its format.
maq_document *iq_from_scene(const maq_scene *scene, const char *to);

// Fails the test when there is a loss among findings.
void iq_no_losses(const maq_findings *findings, const char *name);

// The first numbers of a vertex in an array; 0 where there is no such array.
void iqm_get(const maq_iqm *iqm, uint32_t type, uint32_t vertex, float *out, size_t count);

// Six times the volume of an IQM by the right-hand rule: below 0, as its front faces are clockwise.
double iqm_volume(const maq_iqm *iqm);

#endif
