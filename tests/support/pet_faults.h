// SPDX-License-Identifier: MIT
//
// For each rule of puppets (losses aside) a file that breaks it and no other.
#ifndef TESTS_SUPPORT_PET_FAULTS_H
#define TESTS_SUPPORT_PET_FAULTS_H

#include "support/pet_bytes.h"

// Writes the file of a rule; the test fails when there is none.
void pet_fault(const char *id, pet_bytes *b);

// The name under which it is faulty (NULL: any), and the target that minds, by the rule's number.
const char *pet_fault_name(unsigned number);
const char *pet_fault_target(unsigned number);

#endif
