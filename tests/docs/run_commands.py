#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# run_commands.py [--update] MAQUETTE SOURCE
#
# Runs the command blocks of README.md and docs/*.md and compares their output with what the pages
# quote. With --update, each quoted line that differs is replaced by the printed line that is most like
# it.
#
#   ```sh        a script without output; every command must succeed
#   ```console   lines that begin with "$ " are commands (continued while a line ends with a
#                backslash); the lines after each are its output, both streams together, where a line
#                "..." stands for any number of lines
#
# A comment before a block says more of it:
#   <!-- exit 1: why -->     every command of the block ends with this code
#   <!-- not run: why -->    the block cannot run in a test; the blocks of this kind are counted
#
# The blocks of one page run in order in one folder, which looks like the root of a project that has
# been built: it has copies of examples/ and docs/, and build/release/maquette.
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

COMMENT = re.compile(r"<!-- (exit|not run)\b\s*(\d*):?\s*(.*?)\s*-->$")
# A line of an indented block that is a command.
INDENTED = re.compile(r"^    (\$ |maquette |make\b|cc |cmake |scripts/)")


class Block:
    def __init__(self, kind, line):
        self.kind, self.line, self.lines = kind, line, []
        self.exit, self.not_run = 0, None


def blocks_of(text, path):
    """The fenced blocks of a page, with the comment right before them."""
    blocks, block, comment = [], None, None
    for number, line in enumerate(text.split("\n"), 1):
        if block is not None:
            if line.strip() == "```":
                blocks.append(block)
                block = None
            else:
                block.lines.append(line)
            continue
        if line.startswith("```"):
            block = Block(line[3:].strip(), number)
            if comment and comment.group(1) == "exit":
                block.exit = int(comment.group(2))
            elif comment:
                block.not_run = comment.group(3)
                if not block.not_run:
                    sys.exit(f"{path}:{number}: a block that is not run needs a reason")
            comment = None
        elif INDENTED.match(line):
            sys.exit(f"{path}:{number}: commands belong into a ```sh or ```console block")
        elif line.strip():
            comment = COMMENT.match(line.strip())
    if block is not None:
        sys.exit(f"{path}:{block.line}: this block has no end")
    return blocks


def commands_of(block):
    """(line, command, quoted output or None)"""
    if block.kind == "sh":
        joined, start = "", block.line + 1
        for number, line in enumerate(block.lines, block.line + 1):
            joined += line
            if line.endswith("\\"):
                joined += "\n"
                continue
            if joined.strip() and not joined.startswith("#"):
                yield start, joined, None
            joined, start = "", number + 1
        return
    command, output, start = None, [], 0
    lines = iter(enumerate(block.lines, block.line + 1))
    for number, line in lines:
        if not line.startswith("$ "):
            output.append(line)
            continue
        if command is not None:
            yield start, command, output
        command, output, start = line[2:], [], number
        while command.endswith("\\"):
            command += "\n" + next(lines)[1]
    if command is not None:
        yield start, command, output


def matches(quoted, printed):
    """Whether the printed lines are the quoted ones, with "..." for any number of lines."""
    if not quoted:
        return not printed
    if quoted[0] == "...":
        return any(matches(quoted[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and quoted[0].rstrip() == printed[0].rstrip() and \
        matches(quoted[1:], printed[1:])


def update(lines, start, quoted, printed):
    """Replaces quoted lines of a page, which begin at the line `start`."""
    for i, line in enumerate(quoted):
        if line != "..." and line not in printed:
            like = difflib.get_close_matches(line, printed, 1, 0.1)
            lines[start + i] = like[0] if like else "..."


def run_page(path, maquette, source, updating):
    """(commands that ran, blocks that did not, failures)"""
    with open(path) as page:
        text = page.read()
    blocks = blocks_of(text, path)
    lines = text.split("\n")
    ran, skipped, failures = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "docs"):
            shutil.copytree(os.path.join(source, name), os.path.join(folder, name))
        os.makedirs(os.path.join(folder, "build/release"))
        os.symlink(maquette, os.path.join(folder, "build/release/maquette"))
        environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8",
                           PATH=os.path.join(folder, "build/release") + ":" + os.environ["PATH"])
        for block in blocks:
            if block.kind not in ("sh", "console"):
                continue
            if block.not_run:
                skipped.append((block.line, block.not_run))
                continue
            for line, command, quoted in commands_of(block):
                result = subprocess.run(["sh", "-c", command], cwd=folder, env=environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, timeout=300, check=False)
                ran += 1
                text = result.stdout.decode(errors="replace")
                place = f"{path}:{line}: {command}"
                if result.returncode != block.exit:
                    failures.append(f"{place}\n  exit code {result.returncode}, not {block.exit}:\n"
                                    + text)
                    continue
                printed = text.rstrip("\n").split("\n") if text else []
                if quoted is not None and not matches(quoted, printed):
                    failures.append(f"{place}\n  prints something else:\n{text}")
                    update(lines, line + command.count("\n"), quoted, printed)
    if updating and failures:
        with open(path, "w") as page:
            page.write("\n".join(lines))
    return ran, skipped, failures


def main():
    arguments = sys.argv[1:]
    updating = arguments[0] == "--update"
    maquette, source = (os.path.abspath(path) for path in arguments[updating:])
    docs = os.path.join(source, "docs")
    pages = [os.path.join(source, "README.md")] + sorted(
        os.path.join(docs, name) for name in os.listdir(docs) if name.endswith(".md"))
    total, failed = 0, 0
    for path in pages:
        ran, skipped, failures = run_page(path, maquette, source, updating)
        total, failed = total + ran, failed + len(failures)
        name = os.path.relpath(path, source)
        print(f"{name}: {ran} commands run, {len(failures)} failed, {len(skipped)} blocks not run")
        for line, reason in skipped:
            print(f"  {name}:{line}: not run: {reason}")
        for failure in failures:
            print(failure)
    if total < 20:
        print(f"only {total} commands were found: is the pattern of blocks broken?")
        failed += 1
    sys.exit(1 if failed else 0)


main()
