// SPDX-License-Identifier: MIT
//
// Lists that are so large that their rows are read on all cores, compared with what is read from the same
// text row by row.
#ifndef TESTS_SUPPORT_PLAIN_ROWS_H
#define TESTS_SUPPORT_PLAIN_ROWS_H

#include "maquette/maquette.h"

typedef struct plain_list {
    const char *format;
    const char *before; // the file up to the number of rows
    const char *after;  // from the line break behind the number up to the first row
    const char *tail;   // behind the last row
    const char *comment;
    const char *odd[2]; // further rows that are not plain, or NULL
    // Prints the values of a row with one blank between them.
    int (*print)(char *text, size_t size, unsigned row);
    // Fails the test unless the lists of two documents are the same, with their offsets.
    void (*compare)(const maq_document *a, const maq_document *b);
} plain_list;

// Reads a list of plain rows, and one for each odd thing that can be in a row, between rows, or wrong with
// the list as a whole; with MAQUETTE_DEEP=1 at several places. Fails the test unless document, findings
// and file are those of the sequential reading.
void read_odd_lists(const plain_list *list);

// Reads the list with rows of every width from `narrowest` on: chunks begin at each byte of a row.
void read_lists_of_all_widths(const plain_list *list, unsigned narrowest);

// A text of so many plain rows, to be freed.
char *print_plain_list(const plain_list *list, unsigned rows, size_t *length);

#endif
