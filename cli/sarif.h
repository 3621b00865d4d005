// SPDX-License-Identifier: MIT
//
// Findings as a SARIF 2.1.0 log (Static Analysis Results Interchange Format), which code hosts and
// editors read.
#ifndef CLI_SARIF_H
#define CLI_SARIF_H

#include "model.h"

// One log: begin, the results of each file with a comma between files, end.
void cli_sarif_begin(mq_text *text);
void cli_sarif_results(mq_text *text, const cli_model *model, const cli_findings *findings);

// `failed` are the files that could not be read at all, which have no findings.
void cli_sarif_end(mq_text *text, const cli_model *const *failed, size_t failed_count);

#endif
