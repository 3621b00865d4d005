// SPDX-License-Identifier: MIT
#include <sys/socket.h>
