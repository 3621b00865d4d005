// SPDX-License-Identifier: MIT
#define _GNU_SOURCE          // d_type, madvise(), realpath(), sched_getaffinity()
#define _FILE_OFFSET_BITS 64 // files beyond 2 GiB on 32-bit systems
#include "base/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

// ------------------------------------------------------------------------------------------- paths

void mq_platform_use_slashes(char *path) {
    (void)path;
}

size_t mq_platform_root_length(const char *path) {
    return path[0] == '/' ? 1 : 0;
}

char *mq_platform_real_path(mq_arena *arena, const char *path) {
    // On the stack: realpath() would allocate past the caller's allocator.
    char real[PATH_MAX];
    return realpath(path, real) ? mq_arena_text(arena, real, strlen(real)) : NULL;
}

// ------------------------------------------------------------------------------------------- files

static mq_platform_info info_of(const struct stat *about) {
    mq_platform_info info = {.kind = MQ_PLATFORM_SPECIAL,
                             .size = about->st_size > 0 ? (uint64_t)about->st_size : 0,
                             .modified = (int64_t)about->st_mtim.tv_sec * 1000000000 +
                                         about->st_mtim.tv_nsec};
    if (S_ISREG(about->st_mode))
        info.kind = MQ_PLATFORM_FILE;
    if (S_ISDIR(about->st_mode))
        info.kind = MQ_PLATFORM_FOLDER;
    if (S_ISLNK(about->st_mode))
        info.kind = MQ_PLATFORM_LINK;
    return info;
}

bool mq_platform_path_info(const char *path, mq_platform_info *out) {
    struct stat about = {0};
    if (stat(path, &about) != 0)
        return false;
    *out = info_of(&about);
    return true;
}

bool mq_platform_link_info(const char *path, mq_platform_info *out) {
    struct stat about = {0};
    if (lstat(path, &about) != 0)
        return false;
    *out = info_of(&about);
    return true;
}

bool mq_platform_open(const char *path, mq_platform_mode mode, mq_platform_file *out) {
    static const int flags[] = {
        // Without O_NONBLOCK open() waits for the writer of a pipe.
        [MQ_PLATFORM_READ] = O_RDONLY | O_NONBLOCK,
        [MQ_PLATFORM_READ_NO_LINK] = O_RDONLY | O_NONBLOCK | O_NOFOLLOW,
        [MQ_PLATFORM_WRITE] = O_WRONLY,
        [MQ_PLATFORM_CREATE] = O_WRONLY | O_CREAT,
        [MQ_PLATFORM_CREATE_NEW] = O_WRONLY | O_CREAT | O_EXCL,
        [MQ_PLATFORM_CREATE_OWN] = O_WRONLY | O_CREAT | O_EXCL,
    };
    mode_t permissions = mode == MQ_PLATFORM_CREATE_OWN ? 0600 : 0666;
    int descriptor = open(path, flags[mode] | O_CLOEXEC | O_NOCTTY, permissions);
    *out = (mq_platform_file){.handle = descriptor};
    return descriptor >= 0;
}

mq_platform_file mq_platform_standard(int number) {
    return (mq_platform_file){.handle = number};
}

bool mq_platform_close(mq_platform_file file) {
    return close((int)file.handle) == 0;
}

bool mq_platform_file_info(mq_platform_file file, mq_platform_info *out) {
    struct stat about = {0};
    if (fstat((int)file.handle, &about) != 0)
        return false;
    *out = info_of(&about);
    return true;
}

static size_t at_most_int(size_t size) {
    return size < (size_t)INT_MAX ? size : (size_t)INT_MAX;
}

ptrdiff_t mq_platform_read(mq_platform_file file, void *bytes, size_t size) {
    ssize_t got;
    do
        got = read((int)file.handle, bytes, at_most_int(size));
    while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t mq_platform_read_at(mq_platform_file file, uint64_t offset, void *bytes, size_t size) {
    ssize_t got;
    do
        got = pread((int)file.handle, bytes, at_most_int(size), (off_t)offset);
    while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t mq_platform_write(mq_platform_file file, const void *bytes, size_t size) {
    ssize_t put;
    do
        put = write((int)file.handle, bytes, at_most_int(size));
    while (put < 0 && errno == EINTR);
    return put;
}

void mq_platform_await(mq_platform_file file) {
    enum { MILLISECONDS = 2000 };
    struct pollfd input = {.fd = (int)file.handle, .events = POLLIN};
    poll(&input, 1, MILLISECONDS);
    fcntl((int)file.handle, F_SETFL, O_RDONLY);
}

bool mq_platform_rewind(mq_platform_file file) {
    return lseek((int)file.handle, 0, SEEK_SET) == 0;
}

bool mq_platform_sync(mq_platform_file file) {
    return fsync((int)file.handle) == 0;
}

void mq_platform_sync_folder(const char *path) {
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof folder)
        return;
    if (slash) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

bool mq_platform_may_replace(const char *path) {
    // Renaming would circumvent the write protection of a file.
    return access(path, W_OK) == 0;
}

bool mq_platform_copy_permissions(const char *from, mq_platform_file to) {
    struct stat about = {0};
    if (stat(from, &about) != 0)
        return false;
    // Only privileged users can keep the owner of a file of somebody else; others do without.
    if ((about.st_uid != geteuid() || about.st_gid != getegid()) &&
        fchown((int)to.handle, about.st_uid, about.st_gid) != 0)
        errno = 0;
    return fchmod((int)to.handle, about.st_mode & 07777) == 0;
}

bool mq_platform_rename(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool mq_platform_rename_new(const char *from, const char *to) {
    if (link(from, to) == 0)
        return unlink(from) == 0;
    // File systems without links (FAT) cannot do it in one step.
    struct stat about = {0};
    if (errno == EEXIST || lstat(to, &about) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

bool mq_platform_remove(const char *path) {
    return unlink(path) == 0;
}

// ----------------------------------------------------------------------------------------- folders

bool mq_platform_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

static mq_platform_kind kind_in_list(const struct dirent *found) {
#ifdef DT_REG
    switch (found->d_type) {
    case DT_REG:
        return MQ_PLATFORM_FILE;
    case DT_DIR:
        return MQ_PLATFORM_FOLDER;
    case DT_LNK:
        return MQ_PLATFORM_LINK;
    case DT_UNKNOWN:
        return MQ_PLATFORM_UNKNOWN;
    default:
        return MQ_PLATFORM_SPECIAL;
    }
#else
    (void)found;
    return MQ_PLATFORM_UNKNOWN;
#endif
}

bool mq_platform_list_folder(const char *path,
                             bool (*entry)(void *context, const char *name, mq_platform_kind kind),
                             void *context) {
    DIR *stream = opendir(path);
    if (!stream)
        return false;
    int reason;
    for (;;) {
        errno = 0;
        const struct dirent *found = readdir(stream);
        reason = found ? 0 : errno;
        if (!found)
            break;
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
            continue;
        if (!entry(context, found->d_name, kind_in_list(found)))
            break;
    }
    closedir(stream);
    errno = reason;
    return reason == 0;
}

// ------------------------------------------------------------------------------------------- other

// Large blocks are used once from end to end, and with small pages the page faults cost as much as the work:
// they are mapped, and the system is asked for huge pages. Clearing these costs as much again, so some of what
// is freed is kept for the next blocks: the text of a model, once read, becomes the arrays of the result.
// Smaller blocks are left to malloc(). Sanitizers see only what comes from malloc().
#define HUGE_PAGE ((size_t)2 << 20)
#define SMALL_UNIT ((size_t)64 << 10) // of pages of any size that systems have
#define MAPPED_SIZE ((size_t)512 << 10)
#define ALWAYS_KEPT ((size_t)64 << 20)

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined MADV_HUGEPAGE && !defined SANITIZED && !defined __SANITIZE_ADDRESS__
#define MAP_LARGE_BLOCKS
#endif

#ifdef MAP_LARGE_BLOCKS

// Memory that was freed and is still mapped, in order of address. Each part of it can be given to the system for
// itself.
typedef struct kept {
    struct kept *next;
    size_t size;
} kept;

// A thread takes the whole list and puts back what is left; others find nothing meanwhile.
static _Atomic(kept *) kept_list;

static atomic_size_t bytes_in_use; // of mapped blocks

static char *end_of(const kept *range) {
    return (char *)range + range->size;
}

// Adds a range, joined with what is right before and behind it.
static kept *add_range(kept *list, void *block, size_t size) {
    kept *before = NULL, *next = list, *fresh = block;
    for (; next && next < fresh; next = next->next)
        before = next;
    *fresh = (kept){next, size};
    if (next && end_of(fresh) == (char *)next)
        *fresh = (kept){next->next, size + next->size};
    if (!before)
        return fresh;
    before->next = fresh;
    if (end_of(before) == (char *)fresh)
        *before = (kept){fresh->next, before->size + fresh->size};
    return list;
}

static void put_back(kept *list) {
    kept *expected = NULL;
    while (list && !atomic_compare_exchange_strong(&kept_list, &expected, list)) {
        // Another thread was faster.
        for (kept *other = atomic_exchange(&kept_list, NULL), *next; other; other = next) {
            next = other->next;
            list = add_range(list, other, other->size);
        }
        expected = NULL;
    }
}

// Takes a block from the smallest range that has it. If none has, as much as the block needs goes to the
// system: a new one does not come on top of what is kept.
static void *take_kept(size_t size) {
    kept *list = atomic_exchange(&kept_list, NULL), **best = NULL;
    for (kept **at = &list; *at; at = &(*at)->next) {
        if ((*at)->size >= size && (!best || (*at)->size < (*best)->size))
            best = at;
    }
    char *block = NULL;
    if (best) {
        (*best)->size -= size;
        block = end_of(*best);
        if ((*best)->size == 0)
            *best = (*best)->next;
    }
    for (size_t given = 0; !block && list && given < size;) {
        kept *first = list;
        list = first->next;
        given += first->size;
        munmap(first, first->size);
    }
    put_back(list);
    return block;
}

// Up to ALWAYS_KEPT, or as much as is in use, is kept: a process that frees its models frees this, too.
static void keep_or_unmap(void *block, size_t size) {
    size_t in_use = atomic_fetch_sub(&bytes_in_use, size) - size;
    size_t limit = in_use > ALWAYS_KEPT ? in_use : ALWAYS_KEPT, sum = 0;
    kept *list = add_range(atomic_exchange(&kept_list, NULL), block, size);
    for (const kept *k = list; k; k = k->next)
        sum += k->size;
    while (sum > limit) {
        kept *first = list;
        size_t surplus = sum - limit < first->size ? sum - limit : first->size;
        sum -= surplus;
        first->size -= surplus;
        if (first->size == 0)
            list = first->next;
        munmap(end_of(first), surplus);
    }
    put_back(list);
}

// What is mapped for a block: whole huge pages, but of the last only what is needed unless it is more than half.
static size_t mapped_size(size_t bytes) {
    size_t unit = bytes % HUGE_PAGE > HUGE_PAGE / 2 ? HUGE_PAGE : SMALL_UNIT;
    return (bytes + unit - 1) / unit * unit;
}

static bool is_mapped(size_t bytes) {
    return bytes >= MAPPED_SIZE && bytes <= SIZE_MAX - 2 * HUGE_PAGE;
}

static char *map_fresh(size_t size) {
    // One page more than is needed has a part that begins at a huge page; the rest is given back.
    size_t more = HUGE_PAGE;
    char *block =
        mmap(NULL, size + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)block & (HUGE_PAGE - 1);
    if (before > 0)
        munmap(block, before);
    block += before;
    munmap(block + size, more - before);
    // It is advice: whether it succeeds does not matter.
    madvise(block, size, MADV_HUGEPAGE);
    return block;
}

static void *map_block(size_t bytes) {
    size_t size = mapped_size(bytes);
    char *block = take_kept(size);
    if (!block)
        block = map_fresh(size);
    if (block)
        atomic_fetch_add(&bytes_in_use, size);
    return block;
}

#endif

void *mq_platform_allocate(size_t bytes) {
#ifdef MAP_LARGE_BLOCKS
    if (is_mapped(bytes))
        return map_block(bytes);
#endif
    return malloc(bytes);
}

void mq_platform_free(void *block, size_t bytes) {
#ifdef MAP_LARGE_BLOCKS
    if (is_mapped(bytes)) {
        keep_or_unmap(block, mapped_size(bytes));
        return;
    }
#endif
    (void)bytes;
    free(block);
}

unsigned mq_platform_cores(void) {
#ifdef CPU_COUNT
    // Those that this process may use, as taskset and containers limit them. sysconf() reads a file.
    cpu_set_t usable;
    if (sched_getaffinity(0, sizeof usable, &usable) == 0)
        return (unsigned)CPU_COUNT(&usable);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (unsigned)cores;
}

int64_t mq_platform_milliseconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

uint64_t mq_platform_unique_number(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    // The address of a local variable differs between the threads of one process.
    return (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 20 ^
           (uintptr_t)&now;
}

const char *mq_platform_error_text(int reason) {
    return strerror(reason);
}

// Starts a program without waiting for it. Its messages would mix with ours, so it has no streams; it does
// not get the signals of our terminal, and has the usual reaction to a closed pipe.
static int spawn(char *const arguments[]) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t child;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    for (int number = 0; !failed && number <= 2; number++)
        failed = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
    if (!failed && (failed = posix_spawnattr_init(&attributes)) == 0) {
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        failed = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool mq_platform_open_in_browser(const char *path) {
    // A path that begins with '-' is not an option, and an absolute one never does.
    char real[PATH_MAX];
    if (!realpath(path, real))
        return false;
    char program[] = "xdg-open";
    char *const arguments[] = {program, real, NULL};
    errno = spawn(arguments);
    return errno == 0;
}

// ------------------------------------------------------------------------------------- the process

bool mq_platform_start(void) {
    // A file opened while 0, 1 or 2 is closed would get that number, and messages would end up in a
    // model. Opened in the wrong direction, the number is in use, and using it fails as it should.
    for (int number = 0; number <= 2; number++) {
        if (fcntl(number, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number)
            return false;
    }
    // Otherwise a reader that closes the pipe could end the process between the creation of a
    // temporary file and its removal.
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    // A file beyond the limit of the process (ulimit -f) is a failed write.
    signal(SIGXFSZ, SIG_IGN);
#endif
    return true;
}

char **mq_platform_arguments(mq_arena *arena, int *count, char **arguments) {
    (void)arena;
    (void)count;
    return arguments;
}

char *mq_platform_executable(mq_arena *arena) {
    return mq_platform_real_path(arena, "/proc/self/exe");
}

char *mq_platform_temporary_folder(mq_arena *arena) {
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    return mq_arena_text(arena, folder, strlen(folder));
}

bool mq_platform_is_terminal(int number) {
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") != 0 && isatty(number);
}

void mq_platform_handle_interrupts(void (*handler)(int number)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        // A signal that is ignored (nohup) stays ignored.
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void mq_platform_end_by_interrupt(int number) {
    signal(number, SIG_DFL);
    raise(number);
}
