// SPDX-License-Identifier: MIT
//
// The rules of IQM files, by name. iqm_rules.c holds what each says and weighs.
#ifndef MQ_IQM_RULES_H
#define MQ_IQM_RULES_H

#include "maquette/maquette.h"

#endif
