// SPDX-License-Identifier: MIT
//
// The one runner of all benchmarks: limits of the machine, readers and writers, bridges, pictures, and
// whole commands, with peers beside them where environment variables name their programs. See
// docs/performance.md.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static const char usage[] =
    "maquette-bench [OPTION...]\n"
    "  --group NAME       only limits, formats, bridges, pictures or commands\n"
    "  --only TEXT        only rows whose group, name and program have this text\n"
    "  --megabytes LIST   sizes of generated files (default: 0.1,1,10,100)\n"
    "  --runs N           runs of each row (default: 5)\n"
    "  --json FILE        also write the rows as JSON lines\n"
    "  --command PATH     measure this maquette as a whole, too\n"
    "  --busy             time of the processor instead of the clock\n"
    "  --list             list the operations whose instructions are counted\n"
    "  --count NAME       do one of these operations once\n";

static size_t read_list(const char *text, double *out, size_t most) {
    size_t count = 0;
    for (char *end; count < most && *text; text = *end == ',' ? end + 1 : end) {
        out[count] = strtod(text, &end);
        if (end == text)
            return 0;
        count++;
    }
    return count;
}

static int run(bench_options *options) {
    static const struct {
        const char *name;
        bool (*run)(const bench_options *);
    } groups[] = {{"limits", bench_limits},
                  {"formats", bench_readers},
                  {"bridges", bench_bridges},
                  {"pictures", bench_pictures},
                  {"commands", bench_commands}};
    char folder[BENCH_PATH];
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/maquette-bench.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        return EXIT_FAILURE;
    }
    options->folder = folder;
    bool good = true;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (!options->group || strcmp(options->group, groups[i].name) == 0)
            good = groups[i].run(options) && good;
    }
    char remove_all[BENCH_PATH + 16];
    snprintf(remove_all, sizeof remove_all, "rm -rf '%s'", folder);
    return system(remove_all) == 0 && good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    double megabytes[16] = {0.1, 1, 10, 100};
    bench_options options = {.runs = 5, .megabytes = megabytes, .megabyte_count = 4};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--list") == 0) {
            bench_list_operations();
            return EXIT_SUCCESS;
        }
        if (strcmp(argv[i], "--busy") == 0) {
            bench_use_busy_time();
            continue;
        }
        if (strcmp(argv[i], "--count") == 0)
            return bench_operate_once(value) ? EXIT_SUCCESS : EXIT_FAILURE;
        if (strcmp(argv[i], "--group") == 0)
            options.group = value;
        else if (strcmp(argv[i], "--only") == 0)
            options.only = value;
        else if (strcmp(argv[i], "--megabytes") == 0)
            options.megabyte_count = read_list(value, megabytes, 16);
        else if (strcmp(argv[i], "--runs") == 0)
            options.runs = atoi(value);
        else if (strcmp(argv[i], "--json") == 0)
            options.json = fopen(value, "w");
        else if (strcmp(argv[i], "--command") == 0)
            options.command = value;
        else
            *argv[i] = '\0';
        if (!*argv[i] || !*value || options.runs < 1 || options.runs > 99 ||
            options.megabyte_count == 0) {
            fputs(usage, stderr);
            return EXIT_FAILURE;
        }
        i++;
    }
    int code = run(&options);
    if (options.json && fclose(options.json) != 0)
        code = EXIT_FAILURE;
    return code;
}
