// SPDX-License-Identifier: MIT
//
// The tests of numbers once more, on the code for machines without SSE2 and without integers of 128 bits.
// These definitions come before those of the library.
#define MQ_NO_SSE2
#define MQ_NO_INT128
#define PART 8
#include "base/number_parse.c"
#include "base/number_print.c"
#include "base/number_tables.c"

#include "test_number.c"
