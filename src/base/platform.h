// SPDX-License-Identifier: MIT
//
// All that depends on the operating system: files, folders, paths, memory, threads' cores, time, the
// terminal, signals. platform_posix.c, platform_windows.c and platform_none.c (no operating system)
// implement it; no other file has a system's header or an #ifdef for one.
//
// Paths are UTF-8, and their parts are separated by '/'. What fails leaves errno, on all systems.
#ifndef MQ_BASE_PLATFORM_H
#define MQ_BASE_PLATFORM_H

#include "base/arena.h"

// ------------------------------------------------------------------------------------------- paths

// Replaces the separators that only this system has ('\\' on Windows) by '/'. Every path that a user
// or a caller gives passes through here once.
void mq_platform_use_slashes(char *path);

// How many bytes at the beginning of a path are its root, which always exists: 1 of "/x", 3 of "C:/x".
// 0: the path is relative.
size_t mq_platform_root_length(const char *path);

// The absolute path of something that exists, without links and "..". NULL leaves errno, or the status
// of the arena when memory ran out.
char *mq_platform_real_path(mq_arena *arena, const char *path);

// ------------------------------------------------------------------------------------------- files

typedef enum mq_platform_kind {
    MQ_PLATFORM_UNKNOWN, // a list of a folder does not say
    MQ_PLATFORM_FILE,
    MQ_PLATFORM_FOLDER,
    MQ_PLATFORM_LINK,    // a symbolic link, where links are not followed
    MQ_PLATFORM_SPECIAL, // a device, a pipe, a socket
} mq_platform_kind;

typedef struct mq_platform_info {
    mq_platform_kind kind;
    uint64_t size;
    int64_t modified; // when, to compare with that of other files
} mq_platform_info;

// What is at a path: behind all links, or the link itself.
bool mq_platform_path_info(const char *path, mq_platform_info *out);
bool mq_platform_link_info(const char *path, mq_platform_info *out);

// An open file; a value that can be copied.
typedef struct mq_platform_file {
    intptr_t handle;
    bool console; // text goes to a console that needs another encoding than UTF-8
} mq_platform_file;

typedef enum mq_platform_mode {
    MQ_PLATFORM_READ,         // does not wait for the writer of a pipe
    MQ_PLATFORM_READ_NO_LINK, // the same, and refuses a link
    MQ_PLATFORM_WRITE,        // an existing file
    MQ_PLATFORM_CREATE,       // makes it when it is missing
    MQ_PLATFORM_CREATE_NEW,   // EEXIST when it is there
    MQ_PLATFORM_CREATE_OWN,   // the same, and other users cannot read it
} mq_platform_mode;

bool mq_platform_open(const char *path, mq_platform_mode mode, mq_platform_file *out);

// Standard input, output and error: 0, 1, 2.
mq_platform_file mq_platform_standard(int number);

// Some file systems report a full disk only here.
bool mq_platform_close(mq_platform_file file);

bool mq_platform_file_info(mq_platform_file file, mq_platform_info *out);

// Each returns how many bytes it moved, which can be fewer than asked for, or -1. Reading returns 0 at
// the end. read_at() may change the position of read(); any number of threads may call it at once.
ptrdiff_t mq_platform_read(mq_platform_file file, void *bytes, size_t size);
ptrdiff_t mq_platform_read_at(mq_platform_file file, uint64_t offset, void *bytes, size_t size);
ptrdiff_t mq_platform_write(mq_platform_file file, const void *bytes, size_t size);

// Waits for somebody to write to a pipe that was opened for reading, up to two seconds. From then on it is read
// to its end, however long that takes; without a writer it is empty.
void mq_platform_await(mq_platform_file file);

// The next read() begins at the first byte.
bool mq_platform_rewind(mq_platform_file file);

// Waits until what was written is on the disk.
bool mq_platform_sync(mq_platform_file file);

// Makes the change of names in the folder of a file durable, as far as the system can.
void mq_platform_sync_folder(const char *path);

// Whether a file that exists may be replaced: false when it is protected, or another program has it
// open in a manner that excludes it.
bool mq_platform_may_replace(const char *path);

// Gives a new file the owner and the permissions of an old one.
bool mq_platform_copy_permissions(const char *from, mq_platform_file to);

// Replaces `to`, when it is there, in one step.
bool mq_platform_rename(const char *from, const char *to);
// EEXIST when `to` is there.
bool mq_platform_rename_new(const char *from, const char *to);
bool mq_platform_remove(const char *path);

// ----------------------------------------------------------------------------------------- folders

bool mq_platform_make_folder(const char *path);

// Calls entry(context, name, kind) for what is right in a folder, except "." and "..", in the system's
// order, until it returns false. False leaves errno: the folder cannot be read, or not to its end.
bool mq_platform_list_folder(const char *path,
                             bool (*entry)(void *context, const char *name, mq_platform_kind kind),
                             void *context);

// ------------------------------------------------------------------------------------------- other

// The system's allocator. Large blocks are of huge pages where the system has them; some of those that are freed
// are kept for the next, the rest goes back at once. A block is freed with the size that was asked for.
void *mq_platform_allocate(size_t bytes);
void mq_platform_free(void *block, size_t bytes);

// The number of processor cores that the process may use, at least 1.
unsigned mq_platform_cores(void);

// A clock that never goes back.
int64_t mq_platform_milliseconds(void);

// A number that differs between processes, threads and times: for names of temporary files.
uint64_t mq_platform_unique_number(void);

// What an errno means, for people.
const char *mq_platform_error_text(int reason);

// Opens a file with the program that the desktop has for web pages, without a shell. False when no such
// program can be started.
bool mq_platform_open_in_browser(const char *path);

// ------------------------------------------------------------------------------------- the process

// These change the whole process: only programs call them, never the library.

// At the start of a program: reserves the numbers of closed standard streams, so that no file gets
// them, and makes writing to a closed pipe an error instead of a signal. False: it cannot go on.
bool mq_platform_start(void);

// The arguments of main() in UTF-8; NULL when memory ran out.
char **mq_platform_arguments(mq_arena *arena, int *count, char **arguments);

// The absolute path of the program that runs; NULL when it cannot be found, or memory ran out.
char *mq_platform_executable(mq_arena *arena);

// The folder for temporary files of the user. NULL when memory ran out.
char *mq_platform_temporary_folder(mq_arena *arena);

// Whether a standard stream is a terminal that understands ANSI escape sequences.
bool mq_platform_is_terminal(int number);

// Calls handler(number), which may only set atomic variables, for the first request to end (Ctrl-C, a
// closed terminal, the end of the session). The second one ends the process at once.
void mq_platform_handle_interrupts(void (*handler)(int number));

// Ends the process as the request with this number would have, so that shells see it.
void mq_platform_end_by_interrupt(int number);

#endif
