#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# faults.py COMMAND LIBRARY [--all]    lets calls of the system fail under the command, and looks at what
# is left: the output file is what it should be or as it was before, and no temporary file is there.
#
# For one model of each format: every allocation, read and write fails in turn (a choice of them without
# --all), writes and reads are short or interrupted, the disk is full (also a real one, where mounting
# is allowed), signals come at random times, and the limits of the process are low.
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OLD = b"an old file\n"
MODELS = ["tests/data/full/pie3.pie", "tests/data/full/pie4.pie", "tests/data/full/wzm2.wzm",
          "tests/data/full/wza.wza", "tests/data/full/iqe.iqe", "examples/models/crane.iqm",
          "tests/data/full/obj.obj", "tests/data/full/gltf.gltf", "tests/data/full/glb.glb",
          "examples/models/crane.mpet", "examples/models/crane.bpet", "examples/models/crane.apet"]
TARGETS = ["pie3", "wzm2", "wza", "iqe", "iqm", "obj", "gltf", "glb", "pet"]
RANDOM = random.Random(1)


class Table:
    def __init__(self):
        self.rows, self.problems = {}, []

    def add(self, title, outcome):
        row = self.rows.setdefault(title, {"tried": 0, "whole": 0, "untouched": 0, "failed": 0})
        row["tried"] += 1
        row[outcome] += 1

    def print(self):
        print("| %-34s | %6s | %6s | %9s | %7s |" % ("fault", "tried", "whole", "untouched", "FAILED"))
        for title, row in self.rows.items():
            print("| %-34s | %6d | %6d | %9d | %7d |" % (title, row["tried"], row["whole"], row["untouched"],
                                                        row["failed"]))
        shown = {}
        for problem in self.problems:
            fault = problem.split(":")[0]
            shown[fault] = shown.get(fault, 0) + 1
            if shown[fault] <= 5:  # more of one kind say little more
                print("problem: " + problem)


def files_in(folder):
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Case:
    """A command with its output folder. Every output exists before, so that an old one is recognised."""

    def __init__(self, maquette, work, arguments):
        self.maquette, self.work, self.arguments = maquette, work, arguments
        self.out = os.path.join(work, "out")
        self.title = " ".join(arguments)
        self.reset(fresh=True)
        self.normal = self.start({}).wait()
        self.expected = files_in(self.out)

    def reset(self, fresh=False):
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        for name in [] if fresh else self.expected:
            os.makedirs(os.path.dirname(os.path.join(self.out, name)), exist_ok=True)
            with open(os.path.join(self.out, name), "wb") as file:
                file.write(OLD)

    def start(self, environment, **options):
        return subprocess.Popen([self.maquette] + self.arguments, env=dict(os.environ, LC_ALL="C", **environment),
                                cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, **options)

    def outcome(self, status, table, title, must_succeed=False, signals=()):
        left = files_in(self.out)
        wrong = []
        if status < 0 and -status not in signals:
            wrong.append("ended by signal %d" % -status)
        for name, content in left.items():
            if name not in self.expected:
                wrong.append("left " + name)
            elif content not in (OLD, self.expected[name]):
                wrong.append("%s is neither the old nor the new file (%d bytes)" % (name, len(content)))
        wrong += ["%s is gone" % name for name in self.expected if name not in left]
        whole = left == self.expected
        if (status == self.normal or must_succeed) and not whole:
            wrong.append("exit code %d without the whole output" % status)
        if must_succeed and status != self.normal:
            wrong.append("exit code %d instead of %d" % (status, self.normal))
        table.add(title, "failed" if wrong else "whole" if whole else "untouched")
        for one in wrong:
            table.problems.append("%s: %s: %s" % (title, self.title, one))


def choose(count, most):
    """The numbers of calls to fail: all of them, or the first, the last and some between."""
    if count <= most:
        return range(1, count + 1)
    chosen = set(range(1, most // 3)) | set(range(count - most // 3, count + 1))
    return sorted(chosen | set(RANDOM.sample(range(1, count + 1), most // 3)))


def faults(case, library, table, most):
    preload = {"LD_PRELOAD": library}
    counts = os.path.join(case.work, "counts")
    case.reset()
    case.start(dict(preload, FAULT_COUNT=counts)).wait()
    with open(counts) as file:
        allocations, reads, writes = map(int, file.read().split())
    for kind, title, count in (("alloc", "allocation N and all after it", allocations),
                               ("read", "read N and all after it (EIO)", reads),
                               ("once_read", "read N alone (EIO)", reads),
                               ("write", "write N and all after it (EIO)", writes),
                               ("once_write", "write N alone (EIO)", writes),
                               ("full", "no space from write N on (ENOSPC)", writes)):
        # A picture without one of its images is still a picture.
        if "read" in kind and case.arguments[0] == "render":
            continue
        for number in choose(count, most):
            case.reset()
            status = case.start(dict(preload, FAULT_KIND=kind, FAULT_AT=str(number))).wait()
            case.outcome(status, table, title)
    for kind, title in (("short", "short reads and writes"), ("interrupt", "interrupted calls (EINTR)")):
        case.reset()
        case.outcome(case.start(dict(preload, FAULT_KIND=kind)).wait(), table, title, must_succeed=True)


def limits(case, table):
    for name, which, values in (("ulimit -v", resource.RLIMIT_AS, [(4 + 2 * i) << 20 for i in range(12)]),
                                ("ulimit -s", resource.RLIMIT_STACK, [128 << 10, 256 << 10, 1 << 20]),
                                ("ulimit -n", resource.RLIMIT_NOFILE, range(3, 9)),
                                ("ulimit -f", resource.RLIMIT_FSIZE, (0, 1, 100, 1000))):
        for value in values:
            case.reset()
            status = case.start({}, preexec_fn=lambda: resource.setrlimit(which, (value, value))).wait()
            # Below some size the system cannot even load the program.
            signals = (signal.SIGXFSZ,) if which == resource.RLIMIT_FSIZE else \
                (signal.SIGKILL, signal.SIGSEGV) if which == resource.RLIMIT_AS and value < 16 << 20 else ()
            case.outcome(status, table, name, signals=signals)


def interrupts(case, table, times):
    for i in range(times):
        number = (signal.SIGINT, signal.SIGTERM)[i % 2]
        case.reset()
        process = case.start({})
        time.sleep(RANDOM.random() * 0.03)
        process.send_signal(number)
        case.outcome(process.wait(), table, "SIGINT, SIGTERM at a random time", signals=(number,))


def full_disk(maquette, work, model, table):
    """On a real file system of a few pages, where mounting is allowed."""
    disk = os.path.join(work, "disk")
    os.makedirs(disk, exist_ok=True)
    for pages in (1, 2, 3, 4):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dk" % (4 * pages), "tmpfs", disk],
                          stderr=subprocess.DEVNULL).returncode != 0:
            return
        try:
            path = os.path.join(disk, "x.iqe")
            with open(path, "wb") as file:
                file.write(OLD)
            status = subprocess.run([maquette, "convert", "-q", "--images", "none", "--to", "iqe", "-o", path,
                                     model],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
            left = files_in(disk)
            good = list(left) == ["x.iqe"] and (left["x.iqe"] == OLD) == (status == 4)
            table.add("a full disk (tmpfs)", "failed" if not good else "untouched" if status == 4 else "whole")
            if not good:
                table.problems.append("a full disk of %d pages: exit code %d, %s" % (pages, status, list(left)))
        finally:
            subprocess.run(["umount", disk])


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: faults.py COMMAND LIBRARY [--all]")
    maquette, library = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    deep = sys.argv[3:] == ["--all"]
    most = 1000000 if deep else 12
    table = Table()
    with tempfile.TemporaryDirectory() as work:
        folder = os.path.join(work, "folder")
        shutil.copytree(os.path.join(ROOT, "tests/data/full"), folder)
        # Materials that cannot be read are left out with a finding: the file of materials is gone.
        os.remove(os.path.join(folder, "obj.mtl"))
        for i, model in enumerate(MODELS):
            path = os.path.join(ROOT, model)
            if model.endswith(".obj"):
                path = os.path.join(folder, os.path.basename(model))
            targets = TARGETS if deep else [TARGETS[i % len(TARGETS)]]
            # An image that cannot be read is left out with a finding, so that models alone are compared.
            cases = [["convert", "-q", "-j", "1", "--images", "none", "--to", target, "-o", "out/x." + target, path] for target in targets]
            cases.append(["pose", "-q", "--images", "none", "-o", "out/x.glb", path])
            cases.append(["render", "-q", "-j", "1", "--size", "16", "-o", "out/x.png", path])
            for arguments in cases:
                case = Case(maquette, work, arguments)
                faults(case, library, table, most)
                limits(case, table)
        case = Case(maquette, work, ["convert", "-q", "--images", "none", "--to", "glb", "-o", "out/", folder])
        faults(case, library, table, 3 * most)
        limits(case, table)
        interrupts(case, table, 400 if deep else 40)
        full_disk(maquette, work, os.path.join(ROOT, "tests/data/full/glb.glb"), table)
    table.print()
    tried = sum(row["tried"] for row in table.rows.values())
    print("%d faults tried, %d problems" % (tried, len(table.problems)))
    sys.exit(1 if table.problems else 0)


main()
