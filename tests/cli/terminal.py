#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""terminal.py COMMAND...: runs a command on a terminal and prints what it wrote there."""
import os
import pty
import sys

chunks = []
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(master, 65536)
    except OSError:
        break
    if not data:
        break
    chunks.append(data)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(b"".join(chunks))
sys.exit(os.waitstatus_to_exitcode(status))
