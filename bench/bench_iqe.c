// SPDX-License-Identifier: MIT
//
// How fast IQE is compiled, file to file, and how much memory that takes, as meshes and animations
// grow; and how well triangles are ordered for a vertex cache. With MAQUETTE_REFERENCE_IQM set to
// the path of the reference compiler the same files are given to it, and the two are compared: by
// the clock, and by the time that all threads took together, which other work on the machine harms
// less. An argument chooses the inputs whose names it is part of.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tests/support/vertex_cache.h"
#include "bench.h"

enum { RUNS = 5, PATH_MAX_LENGTH = 4096 };

static char folder[PATH_MAX_LENGTH / 2];

static void path_of(char out[PATH_MAX_LENGTH], const char *name) {
    snprintf(out, PATH_MAX_LENGTH, "%s/%s", folder, name);
}

// ----------------------------------------------------------------------------------------- inputs

static void write_skeleton(FILE *file, int joints) {
    fprintf(file, "# Inter-Quake Export\n");
    for (int i = 0; i < joints; i++)
        fprintf(file, "joint \"joint %d\" %d\n\tpq 0 0 1 0 0 0 -1 1 1 1\n", i, i - 1);
}

// A sphere of rings * segments quads, as exporters write it.
static void write_sphere(FILE *file, int rings, int segments, int odd_triangles) {
    enum { JOINTS = 20 };
    write_skeleton(file, JOINTS);
    fprintf(file, "mesh \"sphere\"\nmaterial \"skin\"\n");
    for (int i = 0; i <= rings; i++) {
        for (int k = 0; k <= segments; k++) {
            double a = 3.14159265358979 * i / rings, b = 6.28318530717959 * k / segments;
            double x = sin(a) * cos(b), y = sin(a) * sin(b), z = cos(a), w = k % 100 / 100.0;
            int joint = i * JOINTS / (rings + 1);
            fprintf(file,
                    "vp %.8f %.8f %.8f\n\tvt %.6f %.6f\n\tvn %.8f %.8f %.8f\n"
                    "\tvb %d %.4f %d %.4f\n",
                    x, y, z, (double)k / segments, (double)i / rings, x, y, z, joint, 1 - w,
                    (joint + 1) % JOINTS, w);
        }
    }
    for (int i = 0; i < rings; i++) {
        for (int k = 0; k < segments; k++) {
            int low = i * (segments + 1) + k, high = low + segments + 1;
            fprintf(file, "fm %d %d %d\nfm %d %d %d\n", low, high, low + 1, low + 1, high,
                    high + 1);
        }
    }
    for (int i = 0; i < odd_triangles; i++)
        fprintf(file, "fm %d %d %d\n", i, i + 1, i + segments + 2);
}

// Triangles round one point, without normals; `angle` limits their smoothing (0: not).
static void write_fan(FILE *file, int triangles, int angle) {
    fprintf(file, "# Inter-Quake Export\n");
    if (angle)
        fprintf(file, "smoothangle %d\n", angle);
    fprintf(file, "vp 0 0 0\n");
    for (int i = 0; i < triangles; i++) {
        double a = 6.28318530717959 * i / triangles;
        fprintf(file, "vp %.8f %.8f %.8f\n", cos(a), sin(a), -1.5);
    }
    for (int i = 0; i < triangles; i++)
        fprintf(file, "fm 0 %d %d\n", i + 1, (i + 1) % triangles + 1);
}

static void write_animation(FILE *file, int joints, int frames) {
    write_skeleton(file, joints);
    fprintf(file, "animation \"walk\"\nframerate 30\n");
    for (int f = 0; f < frames; f++) {
        fprintf(file, "frame %d\n", f);
        for (int i = 0; i < joints; i++) {
            double a = sin(f * 0.1 + i) * 0.5;
            fprintf(file, "pq %.8f %.8f %.8f %.8f %.8f %.8f %.8f 1.0 1.0 1.0\n", a, cos(f * 0.1),
                    i * 0.5, sin(a), 0.0, 0.0, -cos(a));
        }
    }
}

// ------------------------------------------------------------------------------------------- runs

typedef struct cost {
    double seconds; // the best of some runs
    double busy;    // of all threads, likewise
    long kib;       // the most memory that one took
} cost;

// Writes as the reference compiler does: maq_save_file() also waits for the disk.
static bool compile_here(const char *from, const char *to) {
    maq_document *text, *model;
    maq_buffer bytes;
    if (maq_open_file(from, NULL, &text) != MAQ_OK ||
        maq_convert(text, "iqm", NULL, &model) != MAQ_OK)
        return false;
    maq_close(text); // a program that has no more use for it does so before the model is written
    if (maq_save_memory(model, NULL, &bytes) != MAQ_OK)
        return false;
    FILE *file = fopen(to, "wb");
    return file && fwrite(bytes.data, 1, bytes.length, file) == bytes.length && fclose(file) == 0;
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

// Runs one compiler in a process, so that its memory can be measured.
static bool run(const char *reference, const char *from, const char *to, cost *out) {
    *out = (cost){1e9, 1e9, 0};
    for (int i = 0; i < RUNS; i++) {
        fflush(stdout);
        double begin = bench_seconds();
        pid_t child = fork();
        if (child == 0) {
            if (reference) {
                if (!freopen("/dev/null", "w", stdout))
                    _exit(1);
                execl(reference, reference, to, from, (char *)NULL);
                _exit(1);
            }
            _exit(compile_here(from, to) ? 0 : 1);
        }
        int status;
        struct rusage usage;
        if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
            return false;
        bench_keep_best(&out->seconds, begin);
        double busy = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
        out->busy = busy < out->busy ? busy : out->busy;
        if (usage.ru_maxrss > out->kib)
            out->kib = usage.ru_maxrss;
    }
    return true;
}

static double fetches(const char *path) {
    maq_document *document;
    if (maq_open_file(path, NULL, &document) != MAQ_OK)
        return 0;
    double ratio = vertex_fetches(maq_document_iqm(document));
    maq_close(document);
    return ratio;
}

static long file_size(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 0;
    long size = ftell(file);
    fclose(file);
    return size;
}

static bool measure(const char *what, const char *path) {
    char ours[PATH_MAX_LENGTH], theirs[PATH_MAX_LENGTH];
    path_of(ours, "ours.iqm");
    path_of(theirs, "theirs.iqm");
    cost here, there;
    if (!run(NULL, path, ours, &here))
        return false;
    double size = (double)file_size(path);
    printf("%-26s %6.1f MB %8.1f ms (busy %.1f) %6.2f ns/byte  memory %5.2f x file  fetches %.4f",
           what, size / 1e6, here.seconds * 1e3, here.busy * 1e3, here.seconds / size * 1e9,
           (double)here.kib * 1024 / size, fetches(ours));
    const char *reference = getenv("MAQUETTE_REFERENCE_IQM");
    if (reference) {
        if (!run(reference, path, theirs, &there)) {
            printf("  | the reference fails\n");
            return true;
        }
        printf("  | reference %8.1f ms (%.1f x, busy %.1f x)  memory %5.2f x  fetches %.4f",
               there.seconds * 1e3, there.seconds / here.seconds, there.busy / here.busy,
               (double)there.kib * 1024 / size, fetches(theirs));
    }
    printf("\n");
    remove(ours);
    remove(theirs);
    return true;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        enum { SPHERE, FAN, ANIMATION } kind;
        int a, b, c;
    } inputs[] = {
        {"mesh of 1 MB", SPHERE, 80, 81, 0},
        {"mesh of 10 MB", SPHERE, 256, 257, 0},
        {"mesh, 174763 triangles", SPHERE, 295, 296, 123},
        {"mesh of 100 MB", SPHERE, 814, 817, 0},
        {"fan of 20000", FAN, 20000, 0, 0},
        {"fan of 20000, 30 degrees", FAN, 20000, 30, 0},
        {"60 joints, 500 frames", ANIMATION, 60, 500, 0},
        {"60 joints, 5000 frames", ANIMATION, 60, 5000, 0},
    };
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/bench_iqe.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return 1;
    char path[PATH_MAX_LENGTH];
    path_of(path, "input.iqe");
    bool good = true;
    for (size_t i = 0; good && i < sizeof inputs / sizeof inputs[0]; i++) {
        if (argc > 1 && !strstr(inputs[i].name, argv[1]))
            continue;
        FILE *file = fopen(path, "wb");
        if (!file)
            return 1;
        if (inputs[i].kind == SPHERE)
            write_sphere(file, inputs[i].a, inputs[i].b, inputs[i].c);
        else if (inputs[i].kind == FAN)
            write_fan(file, inputs[i].a, inputs[i].b);
        else
            write_animation(file, inputs[i].a, inputs[i].b);
        good = fclose(file) == 0 && measure(inputs[i].name, path);
    }
    remove(path);
    rmdir(folder);
    return good ? 0 : 1;
}
