// SPDX-License-Identifier: MIT
//
// What the groups of benchmarks share: measuring in a process, and rows of results.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdio.h>

#include "maquette/maquette.h"

// What the command line chose.
typedef struct bench_options {
    const char *group; // NULL: all
    const char *only;  // rows whose "group name" has this text; NULL: all
    int runs;
    const double *megabytes; // the sizes of generated files
    size_t megabyte_count;
    const char *command; // the path of maquette; NULL: no commands are measured
    const char *folder;  // for files, empty at the beginning
    FILE *json;          // NULL: none is wanted
} bench_options;

// One row of the table.
typedef struct bench_row {
    const char *group;
    char name[64];
    const char *who;             // "maquette", or whose program it is
    size_t bytes;                // that it goes through; 0: bytes do not matter
    uint64_t numbers, triangles; // the same
    int runs;                    // 0: as many as the options say
    const size_t *result;        // the work sets it: bytes that it makes; NULL: they do not matter
} bench_row;

typedef struct bench_cost {
    double best, median; // seconds
    size_t memory;       // bytes that the process took beyond what it had before
    size_t result;       // bytes that the work made
} bench_cost;

// Does a piece of work once and gives the seconds that count. False when it fails.
typedef bool (*bench_work)(void *context, double *seconds);

bool bench_is_wanted(const bench_options *options, const bench_row *row);

// Does the work `runs` times in a process, prints the row and gives its cost (may be NULL). False when the
// work fails, which is printed. A row that is not wanted is skipped, with a cost of 0.
bool bench_measure(const bench_options *options, const bench_row *row, bench_work work,
                   void *context, bench_cost *out);

// The same for a program, from its start to its end.
bool bench_measure_program(const bench_options *options, const bench_row *row,
                           const char *const *arguments, bench_cost *out);

// The same for a program that prints the seconds that count, by the clock and of the processor: a peer.
// `variable` is the environment variable
// with its path; without it, nothing is done.
bool bench_measure_peer(const bench_options *options, const bench_row *row, const char *variable,
                        const char *file);

double bench_seconds(void);

// From here on, the time of the processor counts, of all threads together: other work on the machine harms
// it less.
void bench_use_busy_time(void);

// --------------------------------------------------------------------------------------- generators

// The formats that there is a generator for, in the order of the table; NULL ends them.
extern const char *const bench_formats[];

// A file of about so many bytes. The same on every machine. False when it cannot be made.
bool bench_generate(const char *format, double bytes, maq_buffer *out);

// The same with about so many triangles.
bool bench_generate_triangles(const char *format, double triangles, maq_buffer *out);

// An IQE file of an animation.
bool bench_generate_animation(int joints, int frames, maq_buffer *out);

// How many numbers and triangles are in it.
void bench_count(const maq_buffer *bytes, bench_row *row);

// Writes a file into the folder of the options; `path` receives its path. False after a message.
enum { BENCH_PATH = 4096 };
bool bench_write_file(const bench_options *options, const char *name, const maq_buffer *bytes,
                      char path[BENCH_PATH]);

// ------------------------------------------------------------------------------------------- groups

bool bench_limits(const bench_options *options);
bool bench_readers(const bench_options *options);
bool bench_bridges(const bench_options *options);
bool bench_pictures(const bench_options *options);
bool bench_commands(const bench_options *options);

// Does one operation on a small file once, for the counting of instructions: "obj read". False when there
// is none of this name, or it fails.
bool bench_operate_once(const char *name);

// Lists the names of these operations, one per line.
void bench_list_operations(void);

#endif
