// SPDX-License-Identifier: MIT
//
// Windows, by its wide functions: they know all of Unicode and paths of 32,767 characters, while the
// others depend on the code page of the user and end at 260.
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0601 // Windows 7
#include <windows.h>

#include <shellapi.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

// ------------------------------------------------------------------------------------------ errors

static int errno_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
        return ENOENT;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_CANNOT_MAKE:
    case ERROR_PRIVILEGE_NOT_HELD:
        return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
        return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
        return EPIPE;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_CANT_RESOLVE_FILENAME:
        return ELOOP;
    default:
        return EIO;
    }
}

static bool fail(void) {
    errno = errno_of(GetLastError());
    return false;
}

const char *mq_platform_error_text(int reason) {
    // The texts of the C library differ between its versions, and some of them say little.
    static const struct {
        int reason;
        const char *text;
    } texts[] = {
        {ENOENT, "No such file or directory"},
        {ENOTDIR, "Not a directory"},
        {EISDIR, "Is a directory"},
        {EACCES, "Permission denied"},
        {EBUSY, "The file is open in another program"},
        {EEXIST, "File exists"},
        {ENOSPC, "No space left on device"},
        {EPIPE, "Broken pipe"},
        {ENAMETOOLONG, "File name too long"},
        {EILSEQ, "The name is not valid UTF-8"},
        {ENOMEM, "Cannot allocate memory"},
        {EIO, "Input/output error"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].reason == reason)
            return texts[i].text;
    }
    return strerror(reason);
}

// ------------------------------------------------------------------------------------------- paths

enum {
    LONGEST = 32768,      // of a path, with its end
    LONG_PREFIX = 8,      // characters of "\\?\UNC\"
    SHORT_PATH_MAX = 240, // a folder's path must leave 12 characters of 260 for a file name
};

// A path for Windows.
typedef struct wide_path {
    wchar_t text[LONGEST + LONG_PREFIX];
} wide_path;

static bool has_prefix(const wchar_t *path) {
    return path[0] == L'\\' && path[1] == L'\\' && (path[2] == L'?' || path[2] == L'.') &&
           path[3] == L'\\';
}

// Turns a path into an absolute one, and adds the prefix without which a long one is refused. False
// leaves errno.
static bool widen(const char *path, wide_path *out) {
    wchar_t given[LONGEST];
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, given, LONGEST) == 0) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
        return false;
    }
    if (!*given) {
        errno = ENOENT;
        return false;
    }
    for (wchar_t *at = given; *at; at++) {
        if (*at == L'/')
            *at = L'\\';
    }
    wchar_t *whole = out->text + LONG_PREFIX;
    DWORD length = GetFullPathNameW(given, LONGEST, whole, NULL);
    if (length == 0)
        return fail();
    if (length >= LONGEST) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (length < SHORT_PATH_MAX || has_prefix(whole)) {
        memmove(out->text, whole, (length + 1) * sizeof *whole);
    } else if (whole[0] == L'\\' && whole[1] == L'\\') { // \\server\share -> \\?\UNC\server\share
        memcpy(out->text, L"\\\\?\\UNC\\", 8 * sizeof(wchar_t));
        memmove(out->text + 8, whole + 2, (length - 1) * sizeof *whole);
    } else {
        memcpy(out->text, L"\\\\?\\", 4 * sizeof(wchar_t));
        memmove(out->text + 4, whole, (length + 1) * sizeof *whole);
    }
    return true;
}

// Text of Windows in UTF-8. NULL when memory ran out.
static char *narrow(mq_arena *arena, const wchar_t *wide) {
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? MQ_NEW_ARRAY(arena, char, (size_t)size) : NULL;
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

void mq_platform_use_slashes(char *path) {
    for (; *path; path++) {
        if (*path == '\\')
            *path = '/';
    }
}

static bool is_slash(char byte) {
    return byte == '/' || byte == '\\';
}

// The length of the next part of a path, with the slash behind it.
static size_t part_length(const char *path) {
    size_t length = strcspn(path, "/\\");
    return length + (path[length] != '\0');
}

size_t mq_platform_root_length(const char *path) {
    bool letter = (path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z');
    if (letter && path[1] == ':')
        return is_slash(path[2]) ? 3 : 2;
    if (!is_slash(path[0]))
        return 0;
    if (!is_slash(path[1]))
        return 1;
    size_t server = 2 + part_length(path + 2); // //server/share/
    return server + part_length(path + server);
}

char *mq_platform_real_path(mq_arena *arena, const char *path) {
    wide_path wide;
    if (!widen(path, &wide))
        return NULL;
    HANDLE handle =
        CreateFileW(wide.text, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        fail();
        return NULL;
    }
    DWORD length = GetFinalPathNameByHandleW(handle, wide.text, LONGEST, FILE_NAME_NORMALIZED);
    if (length == 0 || length >= LONGEST)
        fail();
    CloseHandle(handle);
    if (length == 0 || length >= LONGEST)
        return NULL;
    wchar_t *plain = wide.text;
    if (wcsncmp(plain, L"\\\\?\\UNC\\", 8) == 0) {
        plain += 6;
        plain[0] = L'\\';
    } else if (wcsncmp(plain, L"\\\\?\\", 4) == 0) {
        plain += 4;
    }
    char *real = narrow(arena, plain);
    if (real)
        mq_platform_use_slashes(real);
    return real;
}

// ------------------------------------------------------------------------------------------- files

static HANDLE handle_of(mq_platform_file file) {
    return (HANDLE)file.handle;
}

// ERROR_PATH_NOT_FOUND does not say whether a folder on the way is missing or is a file.
static bool fail_at(const wide_path *path) {
    DWORD error = GetLastError();
    errno = errno_of(error);
    if (error != ERROR_PATH_NOT_FOUND)
        return false;
    wide_path part = *path;
    for (wchar_t *slash; (slash = wcsrchr(part.text, L'\\')) && slash > part.text + 2;) {
        *slash = L'\0';
        DWORD attributes = GetFileAttributesW(part.text);
        if (attributes == INVALID_FILE_ATTRIBUTES)
            continue;
        if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
            errno = ENOTDIR;
        break;
    }
    return false;
}

static mq_platform_info info_of(DWORD attributes, DWORD size_high, DWORD size_low,
                                FILETIME written) {
    uint64_t modified = (uint64_t)written.dwHighDateTime << 32 | written.dwLowDateTime;
    bool folder = attributes & FILE_ATTRIBUTE_DIRECTORY;
    return (mq_platform_info){.kind = folder ? MQ_PLATFORM_FOLDER : MQ_PLATFORM_FILE,
                              .size = folder ? 0 : (uint64_t)size_high << 32 | size_low,
                              .modified = (int64_t)modified};
}

// Other reparse points (files that are kept in the cloud, say) are files for everybody but Windows.
static bool is_link(DWORD attributes, DWORD tag) {
    return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
           (tag == IO_REPARSE_TAG_SYMLINK || tag == IO_REPARSE_TAG_MOUNT_POINT);
}

static mq_platform_info handle_info(HANDLE handle) {
    BY_HANDLE_FILE_INFORMATION about;
    // A handle from another program may lack the right to ask: Wine's standard input is one. It is read like
    // a pipe.
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &about))
        return (mq_platform_info){.kind = MQ_PLATFORM_SPECIAL};
    return info_of(about.dwFileAttributes, about.nFileSizeHigh, about.nFileSizeLow,
                   about.ftLastWriteTime);
}

// `follow`: what is behind links.
static bool wide_info(const wide_path *path, bool follow, mq_platform_info *out) {
    WIN32_FILE_ATTRIBUTE_DATA about;
    if (wcsncmp(path->text, L"\\\\.\\", 4) == 0) { // NUL, CON and their like
        *out = (mq_platform_info){.kind = MQ_PLATFORM_SPECIAL};
        return true;
    }
    if (!GetFileAttributesExW(path->text, GetFileExInfoStandard, &about))
        return fail_at(path);
    *out = info_of(about.dwFileAttributes, about.nFileSizeHigh, about.nFileSizeLow,
                   about.ftLastWriteTime);
    if (!(about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return true;
    if (!follow) {
        WIN32_FIND_DATAW found;
        HANDLE search = FindFirstFileW(path->text, &found);
        if (search == INVALID_HANDLE_VALUE)
            return fail();
        FindClose(search);
        if (is_link(found.dwFileAttributes, found.dwReserved0))
            out->kind = MQ_PLATFORM_LINK;
        return true;
    }
    HANDLE handle = CreateFileW(path->text, FILE_READ_ATTRIBUTES,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_at(path);
    *out = handle_info(handle);
    CloseHandle(handle);
    return true;
}

bool mq_platform_path_info(const char *path, mq_platform_info *out) {
    wide_path wide;
    return widen(path, &wide) && wide_info(&wide, true, out);
}

bool mq_platform_link_info(const char *path, mq_platform_info *out) {
    wide_path wide;
    return widen(path, &wide) && wide_info(&wide, false, out);
}

bool mq_platform_open(const char *path, mq_platform_mode mode, mq_platform_file *out) {
    static const DWORD creation[] = {
        [MQ_PLATFORM_READ] = OPEN_EXISTING,    [MQ_PLATFORM_READ_NO_LINK] = OPEN_EXISTING,
        [MQ_PLATFORM_WRITE] = OPEN_EXISTING,   [MQ_PLATFORM_CREATE] = OPEN_ALWAYS,
        [MQ_PLATFORM_CREATE_NEW] = CREATE_NEW,
        [MQ_PLATFORM_CREATE_OWN] = CREATE_NEW, // the folder of the user decides
    };
    wide_path wide;
    mq_platform_info info;
    if (!widen(path, &wide))
        return false;
    if (mode == MQ_PLATFORM_READ_NO_LINK && wide_info(&wide, false, &info) &&
        info.kind == MQ_PLATFORM_LINK) {
        errno = ELOOP;
        return false;
    }
    DWORD access = mode >= MQ_PLATFORM_WRITE ? GENERIC_WRITE : GENERIC_READ;
    // Folders can be opened only with this flag; that they are folders shows afterwards.
    DWORD flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS;
    HANDLE handle =
        CreateFileW(wide.text, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    creation[mode], flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_at(&wide);
    *out = (mq_platform_file){.handle = (intptr_t)handle};
    return true;
}

mq_platform_file mq_platform_standard(int number) {
    static const DWORD numbers[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    HANDLE handle = GetStdHandle(numbers[number]);
    DWORD mode;
    return (mq_platform_file){.handle = (intptr_t)handle,
                              .console = number > 0 && GetConsoleMode(handle, &mode)};
}

bool mq_platform_close(mq_platform_file file) {
    return CloseHandle(handle_of(file)) || fail();
}

bool mq_platform_file_info(mq_platform_file file, mq_platform_info *out) {
    *out = handle_info(handle_of(file));
    return true;
}

enum { MOST_AT_ONCE = 1 << 30 };

static DWORD at_most(size_t size, DWORD most) {
    return size < most ? (DWORD)size : most;
}

// The result of ReadFile(): the end of a pipe is an error for Windows.
static ptrdiff_t read_result(BOOL good, DWORD got) {
    if (good)
        return (ptrdiff_t)got;
    DWORD error = GetLastError();
    if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE)
        return 0;
    fail();
    return -1;
}

ptrdiff_t mq_platform_read(mq_platform_file file, void *bytes, size_t size) {
    DWORD got = 0;
    BOOL good = ReadFile(handle_of(file), bytes, at_most(size, MOST_AT_ONCE), &got, NULL);
    return read_result(good, got);
}

ptrdiff_t mq_platform_read_at(mq_platform_file file, uint64_t offset, void *bytes, size_t size) {
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD got = 0;
    BOOL good = ReadFile(handle_of(file), bytes, at_most(size, MOST_AT_ONCE), &got, &at);
    return read_result(good, got);
}

// Writes a part of a text to a console, up to the end of a character.
static ptrdiff_t write_console(HANDLE console, const char *bytes, size_t size) {
    enum { PIECE = 4096 };
    wchar_t wide[PIECE];
    size_t length = size < PIECE ? size : PIECE;
    while (length > 0 && length < size && ((unsigned char)bytes[length] & 0xc0) == 0x80)
        length--;
    if (length == 0)
        length = size < PIECE ? size : PIECE;
    int count = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, wide, PIECE);
    DWORD put;
    if (count > 0 && !WriteConsoleW(console, wide, (DWORD)count, &put, NULL)) {
        fail();
        return -1;
    }
    return (ptrdiff_t)length;
}

ptrdiff_t mq_platform_write(mq_platform_file file, const void *bytes, size_t size) {
    DWORD put = 0;
    if (file.console)
        return write_console(handle_of(file), bytes, size);
    if (!WriteFile(handle_of(file), bytes, at_most(size, MOST_AT_ONCE), &put, NULL)) {
        fail();
        return -1;
    }
    return (ptrdiff_t)put;
}

void mq_platform_await(mq_platform_file file) {
    (void)file;
}

bool mq_platform_rewind(mq_platform_file file) {
    return SetFilePointerEx(handle_of(file), (LARGE_INTEGER){0}, NULL, FILE_BEGIN) || fail();
}

bool mq_platform_sync(mq_platform_file file) {
    return FlushFileBuffers(handle_of(file)) || fail();
}

void mq_platform_sync_folder(const char *path) {
    (void)path; // The file system keeps a journal of names.
}

bool mq_platform_may_replace(const char *path) {
    wide_path wide;
    if (!widen(path, &wide))
        return false;
    HANDLE handle = CreateFileW(wide.text, GENERIC_WRITE | DELETE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    CloseHandle(handle);
    return true;
}

bool mq_platform_copy_permissions(const char *from, mq_platform_file to) {
    (void)from; // A file has the permissions of its folder, unless somebody changed them.
    (void)to;
    return true;
}

static bool move_file(const char *from, const char *to, DWORD flags) {
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    // Programs that look into every new file (virus scanners, indexers) keep it for some milliseconds.
    for (DWORD delay = 1; delay < 500; delay *= 2) {
        if (MoveFileExW(wide_from.text, wide_to.text, flags))
            return true;
        if (GetLastError() != ERROR_SHARING_VIOLATION && GetLastError() != ERROR_ACCESS_DENIED)
            break;
        Sleep(delay);
    }
    return fail();
}

bool mq_platform_rename(const char *from, const char *to) {
    return move_file(from, to, MOVEFILE_REPLACE_EXISTING);
}

bool mq_platform_rename_new(const char *from, const char *to) {
    return move_file(from, to, 0);
}

bool mq_platform_remove(const char *path) {
    wide_path wide;
    return widen(path, &wide) && (DeleteFileW(wide.text) || fail());
}

// ----------------------------------------------------------------------------------------- folders

bool mq_platform_make_folder(const char *path) {
    wide_path wide;
    return widen(path, &wide) && (CreateDirectoryW(wide.text, NULL) || fail_at(&wide));
}

static mq_platform_kind kind_in_list(const WIN32_FIND_DATAW *found) {
    if (is_link(found->dwFileAttributes, found->dwReserved0))
        return MQ_PLATFORM_LINK;
    return found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? MQ_PLATFORM_FOLDER
                                                              : MQ_PLATFORM_FILE;
}

bool mq_platform_list_folder(const char *path,
                             bool (*entry)(void *context, const char *name, mq_platform_kind kind),
                             void *context) {
    wide_path wide;
    if (!widen(path, &wide))
        return false;
    size_t length = wcslen(wide.text);
    if (length + 3 > LONGEST) {
        errno = ENAMETOOLONG;
        return false;
    }
    mq_platform_info info;
    if (!wide_info(&wide, true, &info))
        return false;
    if (info.kind != MQ_PLATFORM_FOLDER) {
        errno = ENOTDIR;
        return false;
    }
    wcscpy(wide.text + length, wide.text[length - 1] == L'\\' ? L"*" : L"\\*");
    WIN32_FIND_DATAW found;
    HANDLE search =
        FindFirstFileExW(wide.text, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, 0);
    if (search == INVALID_HANDLE_VALUE)
        return fail();
    bool more = true, good = true;
    while (more) {
        char name[MAX_PATH * 3 + 1]; // A character of UTF-16 has at most 3 bytes in UTF-8.
        int size =
            WideCharToMultiByte(CP_UTF8, 0, found.cFileName, -1, name, sizeof name, NULL, NULL);
        if (size > 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
            !entry(context, name, kind_in_list(&found)))
            break;
        more = FindNextFileW(search, &found);
        if (!more && GetLastError() != ERROR_NO_MORE_FILES)
            good = fail();
    }
    FindClose(search);
    return good;
}

// ------------------------------------------------------------------------------------------- other

void *mq_platform_allocate(size_t bytes) {
    return malloc(bytes);
}

void mq_platform_free(void *block, size_t bytes) {
    (void)bytes;
    free(block);
}

unsigned mq_platform_cores(void) {
    DWORD cores = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return cores < 1 ? 1 : (unsigned)cores;
}

int64_t mq_platform_milliseconds(void) {
    return (int64_t)GetTickCount64();
}

uint64_t mq_platform_unique_number(void) {
    LARGE_INTEGER ticks;
    FILETIME now;
    QueryPerformanceCounter(&ticks);
    GetSystemTimeAsFileTime(&now);
    // The address of a local variable differs between the threads of one process.
    return (uint64_t)ticks.QuadPart ^ (uint64_t)now.dwHighDateTime << 32 ^ now.dwLowDateTime ^
           (uint64_t)GetCurrentProcessId() << 20 ^ (uintptr_t)&now;
}

bool mq_platform_open_in_browser(const char *path) {
    wide_path wide;
    if (!widen(path, &wide))
        return false;
    // By its documentation: a value above 32 is success.
    if ((INT_PTR)ShellExecuteW(NULL, L"open", wide.text, NULL, NULL, SW_SHOWNORMAL) > 32)
        return true;
    errno = ENOENT;
    return false;
}

// ------------------------------------------------------------------------------------- the process

bool mq_platform_start(void) {
    return true;
}

char **mq_platform_arguments(mq_arena *arena, int *count, char **arguments) {
    (void)arguments; // in the code page of the user
    int wide_count;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **narrowed = wide ? MQ_NEW_ARRAY(arena, char *, (size_t)wide_count + 1) : NULL;
    for (int i = 0; narrowed && i < wide_count; i++) {
        narrowed[i] = narrow(arena, wide[i]);
        if (!narrowed[i])
            narrowed = NULL;
    }
    if (wide)
        LocalFree(wide);
    *count = narrowed ? wide_count : 0;
    return narrowed;
}

char *mq_platform_executable(mq_arena *arena) {
    wchar_t path[LONGEST];
    DWORD length = GetModuleFileNameW(NULL, path, LONGEST);
    char *narrowed = length > 0 && length < LONGEST ? narrow(arena, path) : NULL;
    if (narrowed)
        mq_platform_use_slashes(narrowed);
    return narrowed;
}

char *mq_platform_temporary_folder(mq_arena *arena) {
    wchar_t path[MAX_PATH + 1];
    DWORD length = GetTempPathW(MAX_PATH + 1, path);
    char *folder = length > 0 && length <= MAX_PATH ? narrow(arena, path) : narrow(arena, L".");
    if (folder)
        mq_platform_use_slashes(folder);
    return folder;
}

bool mq_platform_is_terminal(int number) {
    // Before Windows 10 consoles print escape sequences as they are, and refuse this.
    HANDLE console = handle_of(mq_platform_standard(number));
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

// Windows calls its handler with the event alone.
static void (*interrupt_handler)(int number);
static LONG interrupt_count;

static BOOL WINAPI on_event(DWORD event) {
    if (InterlockedIncrement(&interrupt_count) > 1)
        return FALSE; // The next handler ends the process.
    interrupt_handler((int)event + 1);
    // After the other events the process ends when this returns: the files in progress need time. Windows
    // ends the process after some seconds anyway.
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return TRUE;
}

void mq_platform_handle_interrupts(void (*handler)(int number)) {
    interrupt_handler = handler;
    SetConsoleCtrlHandler(on_event, TRUE);
}

void mq_platform_end_by_interrupt(int number) {
    (void)number;
    ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}
