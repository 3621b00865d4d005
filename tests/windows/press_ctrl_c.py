#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# press_ctrl_c.py FOLDER COUNT COMMAND...    runs a command in a terminal and presses Ctrl-C as soon as the
# folder has so many files. Prints what the command prints, and exits with its code.
import fcntl
import os
import pty
import select
import struct
import sys
import termios

folder, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    # Wide enough for every line.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", 50, 500, 0, 0))
    os.execvp(command[0], command)
pressed = False
while True:
    ready, _, _ = select.select([terminal], [], [], 0.01)
    if ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # the end, for Linux
            data = b""
        if not data:
            break
        sys.stdout.buffer.write(data)
    if not pressed and os.path.isdir(folder) and len(os.listdir(folder)) >= count:
        os.write(terminal, b"\x03")
        pressed = True
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
