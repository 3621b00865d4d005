// SPDX-License-Identifier: MIT
//
// docs/conversions.md: what came of all conversions.
#ifndef TESTS_SUPPORT_CONVERSIONS_PAGE_H
#define TESTS_SUPPORT_CONVERSIONS_PAGE_H

#include <stdio.h>

#include "support/conversions.h"

// Writes the page from what conversions_run() found.
void conversions_page(FILE *out);

#endif
