// SPDX-License-Identifier: MIT
//
// For tests that put a socket into a folder, which Windows has not: they are skipped.
#ifndef TESTS_WINDOWS_SOCKET_H
#define TESTS_WINDOWS_SOCKET_H

enum { AF_UNIX = 1, SOCK_STREAM = 1 };

struct sockaddr {
    int sa_family;
};

struct sockaddr_un {
    int sun_family;
    char sun_path[108];
};

int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *address, unsigned length);

#endif
