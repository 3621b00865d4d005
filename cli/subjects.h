// SPDX-License-Identifier: MIT
//
// Findings of many models that have one cause, such as an image that all of them miss: one line each for
// the whole run.
#ifndef CLI_SUBJECTS_H
#define CLI_SUBJECTS_H

#include "model.h"

typedef struct cli_subjects cli_subjects;

// NULL when there is no memory: all findings are then listed with their models.
cli_subjects *cli_subjects_new(void);
void cli_subjects_free(cli_subjects *subjects);

// Moves the findings that have a subject from a list into the collection. Several threads may do so at
// once. NULL: nothing is moved.
void cli_subjects_collect(cli_subjects *subjects, const cli_model *model, cli_findings *findings);

// Prints what was collected, sorted by path, and forgets it.
void cli_subjects_print(cli_subjects *subjects, cli_stream stream);

#endif
