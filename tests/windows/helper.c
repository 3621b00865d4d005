// SPDX-License-Identifier: MIT
//
// What the tests under Wine need of Windows:
//   helper hold FILE MILLISECONDS              opens a file so that nobody else can, and waits
//   helper interrupt MILLISECONDS PROGRAM...   runs a program and presses Ctrl-Break then; prints its exit code
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <windows.h>

static int hold(const char *path, DWORD milliseconds) {
    HANDLE file = CreateFileA(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    puts("open");
    fflush(stdout);
    Sleep(milliseconds);
    CloseHandle(file);
    return 0;
}

static int interrupt(DWORD milliseconds, int count, char **program) {
    static char line[30000];
    for (int i = 0; i < count; i++) {
        strcat(line, i ? " \"" : "\"");
        strcat(line, program[i]);
        strcat(line, "\"");
    }
    STARTUPINFOA start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &start,
                        &process)) {
        printf("cannot start: %lu\n", GetLastError());
        return 1;
    }
    Sleep(milliseconds);
    if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId))
        printf("no console: %lu\n", GetLastError());
    if (WaitForSingleObject(process.hProcess, 60000) != WAIT_OBJECT_0)
        puts("does not end");
    DWORD code = 0;
    GetExitCodeProcess(process.hProcess, &code);
    printf("exit code 0x%lx\n", code);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "hold") == 0)
        return hold(argv[2], (DWORD)atoi(argv[3]));
    if (argc > 3 && strcmp(argv[1], "interrupt") == 0)
        return interrupt((DWORD)atoi(argv[2]), argc - 3, argv + 3);
    return 2;
}
