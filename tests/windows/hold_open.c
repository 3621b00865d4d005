// SPDX-License-Identifier: MIT
//
// hold_open FILE MILLISECONDS    opens a file so that no other program can, says "open", and waits.
#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    HANDLE file = CreateFileA(argv[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    puts("open");
    fflush(stdout);
    Sleep((DWORD)atoi(argv[2]));
    CloseHandle(file);
    return 0;
}
