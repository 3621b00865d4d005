// SPDX-License-Identifier: MIT
//
// Each row is measured in a process, so that its memory can be measured, too.
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/platform.h"
#include "bench.h"

enum { MOST_RUNS = 99 };

static bool busy_time;

void bench_use_busy_time(void) {
    busy_time = true;
}

double bench_seconds(void) {
    struct timespec now;
    clock_gettime(busy_time ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool bench_is_wanted(const bench_options *options, const bench_row *row) {
    char whole[256];
    snprintf(whole, sizeof whole, "%s %s %s", row->group, row->name, row->who);
    return !options->only || strstr(whole, options->only);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bench_cost summarize(double *seconds, int runs, size_t memory) {
    qsort(seconds, (size_t)runs, sizeof *seconds, by_value);
    return (bench_cost){.best = seconds[0], .median = seconds[runs / 2], .memory = memory};
}

// -------------------------------------------------------------------------------------------- rows

static void print_json(FILE *file, const bench_row *row, const bench_cost *cost) {
    fprintf(
        file,
        "{\"group\":\"%s\",\"name\":\"%s\",\"who\":\"%s\",\"bytes\":%zu,\"best_ns\":%.0f,"
        "\"median_ns\":%.0f,\"memory\":%zu,\"result\":%zu,\"numbers\":%llu,\"triangles\":%llu}\n",
        row->group, row->name, row->who, row->bytes, cost->best * 1e9, cost->median * 1e9,
        cost->memory, cost->result, (unsigned long long)row->numbers,
        (unsigned long long)row->triangles);
}

static void print_each(const char *what, uint64_t count, double seconds) {
    if (count > 0)
        printf("  %6.1f ns/%s", seconds * 1e9 / (double)count, what);
}

static void print_row(const bench_options *options, const bench_row *row, const bench_cost *cost) {
    // A result that is larger than the file bounds time and memory more than the file does.
    size_t larger = row->bytes > cost->result ? row->bytes : cost->result;
    printf("%-9s %-34s %-10s %10.2f ms  median %10.2f ms", row->group, row->name, row->who,
           cost->best * 1e3, cost->median * 1e3);
    if (row->bytes > 0)
        printf("  %8.1f MB/s", (double)row->bytes / cost->best / 1e6);
    if (cost->result > 0)
        printf(", of the larger %8.1f MB/s", (double)larger / cost->best / 1e6);
    if (cost->memory > 0)
        printf("  %7.1f MB", (double)cost->memory / 1e6);
    if (row->bytes > 1000000 && cost->memory > 0)
        printf(" = %4.2f x %s", (double)cost->memory / (double)larger,
               cost->result > 0 ? "the larger" : "file");
    print_each("number", row->numbers, cost->best);
    print_each("triangle", row->triangles, cost->best);
    printf("\n");
    fflush(stdout);
    if (options->json)
        print_json(options->json, row, cost);
}

static bool print_failure(const bench_row *row) {
    printf("%-9s %-34s %-10s FAILED\n", row->group, row->name, row->who);
    return false;
}

// --------------------------------------------------------------------------------------- processes

// Memory that this process holds now.
static size_t memory_now(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long size = 0, resident = 0;
    if (file && fscanf(file, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

// The library keeps some of the memory that it frees. That of making the files shall not count for a row, and
// its process would have to copy it: a block larger than all of it makes it go.
static void drop_kept_memory(void) {
    size_t large = (size_t)1 << 30;
    void *block = mq_platform_allocate(large);
    if (block)
        mq_platform_free(block, large);
}

// What the process of a row sends back.
typedef struct measured {
    double seconds[MOST_RUNS];
    size_t memory; // after the first run: later ones find memory that was freed in pieces
    size_t result;
} measured;

static void do_runs(const bench_row *row, bench_work work, void *context, int runs, int to) {
    measured all = {0};
    for (int i = 0; i < runs; i++) {
        if (!work(context, &all.seconds[i]))
            _exit(1);
        struct rusage usage;
        if (i == 0 && getrusage(RUSAGE_SELF, &usage) == 0)
            all.memory = (size_t)usage.ru_maxrss * 1024;
    }
    all.result = row->result ? *row->result : 0;
    _exit(write(to, &all, sizeof all) == (ssize_t)sizeof all ? 0 : 1);
}

bool bench_measure(const bench_options *options, const bench_row *row, bench_work work,
                   void *context, bench_cost *out) {
    int runs = row->runs > 0 ? row->runs : options->runs, ends[2], status;
    measured all;
    if (out)
        *out = (bench_cost){0};
    if (!bench_is_wanted(options, row))
        return true;
    fflush(NULL);
    drop_kept_memory();
    size_t before = memory_now();
    if (pipe(ends) != 0)
        return print_failure(row);
    pid_t child = fork();
    if (child == 0)
        do_runs(row, work, context, runs, ends[1]);
    close(ends[1]);
    bool good = child > 0 && read(ends[0], &all, sizeof all) == (ssize_t)sizeof all;
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0 || !good)
        return print_failure(row);
    bench_cost cost = summarize(all.seconds, runs, all.memory > before ? all.memory - before : 0);
    cost.result = all.result;
    print_row(options, row, &cost);
    if (out)
        *out = cost;
    return true;
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

// Runs a program. What it prints to standard output goes to `answer` (may be NULL), up to `size` bytes.
static bool run_program(const char *const *arguments, char *answer, size_t size, size_t *memory,
                        double *seconds) {
    int ends[2], status;
    drop_kept_memory();
    double begin = bench_seconds();
    struct rusage usage;
    size_t length = 0;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        if (dup2(ends[1], 1) < 0 || !freopen("/dev/null", "w", stderr))
            _exit(127);
        close(ends[0]);
        close(ends[1]);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    close(ends[1]);
    char unused[4096];
    for (ssize_t got = 1; child > 0 && got > 0;) {
        bool wanted = answer && length + 1 < size;
        got = read(ends[0], wanted ? answer + length : unused,
                   wanted ? size - length - 1 : sizeof unused);
        length += wanted && got > 0 ? (size_t)got : 0;
    }
    close(ends[0]);
    if (answer)
        answer[length] = '\0';
    if (child < 0 || wait4(child, &status, 0, &usage) < 0)
        return false;
    *seconds = busy_time ? seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)
                         : bench_seconds() - begin;
    if ((size_t)usage.ru_maxrss * 1024 > *memory)
        *memory = (size_t)usage.ru_maxrss * 1024;
    // 1 is what the command returns when there are errors in models.
    return WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

bool bench_measure_program(const bench_options *options, const bench_row *row,
                           const char *const *arguments, bench_cost *out) {
    int runs = row->runs > 0 ? row->runs : options->runs;
    double seconds[MOST_RUNS];
    size_t memory = 0;
    if (out)
        *out = (bench_cost){0};
    if (!bench_is_wanted(options, row))
        return true;
    for (int i = 0; i < runs; i++) {
        if (!run_program(arguments, NULL, 0, &memory, &seconds[i]))
            return print_failure(row);
    }
    bench_cost cost = summarize(seconds, runs, memory);
    print_row(options, row, &cost);
    if (out)
        *out = cost;
    return true;
}

bool bench_measure_peer(const bench_options *options, const bench_row *row, const char *variable,
                        const char *file) {
    const char *program = getenv(variable);
    int runs = row->runs > 0 ? row->runs : options->runs;
    double seconds[MOST_RUNS];
    size_t memory = 0;
    if (!program || !bench_is_wanted(options, row))
        return true;
    for (int i = 0; i < runs; i++) {
        char answer[64];
        double whole, wall, busy;
        if (!run_program((const char *[]){program, file, NULL}, answer, sizeof answer, &memory,
                         &whole) ||
            sscanf(answer, "%lf %lf", &wall, &busy) != 2)
            return print_failure(row);
        seconds[i] = busy_time ? busy : wall;
    }
    bench_cost cost = summarize(seconds, runs, memory);
    print_row(options, row, &cost);
    return true;
}

bool bench_write_file(const bench_options *options, const char *name, const maq_buffer *bytes,
                      char path[BENCH_PATH]) {
    snprintf(path, BENCH_PATH, "%s/%s", options->folder, name);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
    if ((file && fclose(file) != 0) || !good) {
        printf("%s cannot be written\n", path);
        return false;
    }
    return true;
}
