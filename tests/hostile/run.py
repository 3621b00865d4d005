#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# run.py COMMAND [--all | NAME...]    runs the commands over hostile inputs (inputs.py), and measures.
#
# Without names and --all, only inputs that once exceeded a limit are tried, with a choice of formats.
#
# The limits are those of SECURITY.md: CPU time up to 1 s per MiB of input + 0.5 s, memory up to 64
# times the input + 64 MiB. For commands that decode images their pixels are added, up to the limit
# of pixels. The input is everything in its folder. Prints a table with the worst command of each
# input; exit 1 when one is over a limit, crashes, hangs, or leaves a file behind after a failure.
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1 << 20
SECONDS_PER_MIB, SECONDS = 1.0, 0.5
TIMES, BYTES = 64, 64 * MIB
# The default limit of pixels of all images of a model, with their mip levels.
PIXEL_BYTES = 4 * 128 * MIB * 4 // 3
# What drawing itself takes: the picture with four samples of colour and depth for each pixel.
PICTURE_BYTES = 24 * MIB
# In seconds of the clock: a run that waits for something shall end, too. A busy machine may be slow.
HANG = 240


def variants(command):
    """One name for --to for each format and extension: that of the newest version."""
    text = subprocess.run([command, "formats", "--json"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return list({(one["name"], variant["extension"]): variant["name"]
                 for one in json.loads(text) for variant in one["variants"]
                 if variant["name"] != "pie5"}.values())  # a draft that splits meshes by its limits


def size_of(folder):
    return sum(os.lstat(os.path.join(base, name)).st_size for base, _, names in os.walk(folder) for name in names)


def measure(arguments, environment):
    """Exit status (negative: signal), seconds of CPU, bytes of memory."""
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment)
    end = time.monotonic() + HANG
    pause = 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() > end:
            process.kill()
        time.sleep(pause)
        pause = min(pause * 1.3, 0.05)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def commands(maquette, names, out):
    """Title, arguments, path of the result, whether images are decoded."""
    yield "check", ["check", "-q"], None, True
    yield "info", ["info", "-q"], None, False
    for name in names:
        path = os.path.join(out, "x." + name)
        yield "convert " + name, ["convert", "-q", "--to", name, "-o", path], path, True
    yield "pose", ["pose", "-q", "-o", os.path.join(out, "x.glb")], os.path.join(out, "x.glb"), False
    yield "render", ["render", "-q", "--size", "256", "-o", os.path.join(out, "x.png")], os.path.join(out, "x.png"), True


# Commands beyond those that every input gets.
FURTHER = {
    "gltf_clips_and_nodes": [("pose clip", ["pose", "--clip", "c1", "--time", "0.5"]),
                             ("bake", ["convert", "--bake", "--to", "wza"])],
    "gltf_clips_of_a_year": [("bake", ["convert", "--bake", "--to", "wza"]),
                             ("resample", ["convert", "--resample", "30", "--to", "iqm"]),
                             ("play", ["render", "--play", "c1", "--size", "64"])],
    "iqe_frames_and_vertices": [("play", ["render", "--play", "a", "--size", "64"]),
                                ("reference", ["convert", "--compat", "reference", "--to", "iqm"])],
    "iqe_equal_points": [("reference", ["convert", "--compat", "reference", "--to", "iqm"])],
    "iqe_points": [("reference", ["convert", "--compat", "reference", "--to", "iqm"])],
    "iqe_fan": [("reference", ["convert", "--compat", "reference", "--to", "iqm"])],
    "iqe_meshes": [("reference", ["convert", "--compat", "reference", "--to", "iqm"])],
    "image_of_many_pixels": [("turntable", ["render", "--turntable=12", "--size", "64"]),
                             ("embed", ["convert", "--images", "embed", "--to", "glb"])],
    "images_embedded": [("turntable", ["render", "--turntable=12", "--size", "64"]),
                        ("extract", ["extract"])],
}


# What exceeded a limit once, or is close to one.
QUICK_INPUTS = """obj_one_polygon obj_equal_objects obj_materials pie_connectors pie_comments
    pie_largest_count wza_animations iqe_equal_points iqe_frames_and_vertices iqe_joints_and_empty_frames
    iqm_frames_without_channels
    iqm_overlapping_meshes iqm_overlapping_anims pet_overlapping_motions pet_motions_of_any_length
    gltf_instances_of_a_large_mesh gltf_accessors_of_one_view gltf_accessor_without_bytes
    gltf_buffers_that_name_the_model gltf_clips_and_nodes gltf_clips_of_many_keys gltf_clips_of_a_year
    gltf_nested_json image_of_many_pixels images_embedded images_of_one_file images_missing
    reference_to_a_fifo reference_to_a_device library_that_is_a_fifo page_that_is_a_fifo
    links_out_of_the_folder archive_that_unpacks_to_much archive_models""".split()
QUICK_FORMATS = ("pie4", "wza", "iqe", "pet", "glb")


def table_row(name, size, worst):
    seconds, memory = worst["seconds"], worst["memory"]
    return "| %-38s | %8.1f | %6.2f %5.0f%% %-14s | %7.1f %5.0f%% %-14s |" % (
        name, size / 1024, seconds[1], 100 * seconds[0], seconds[2], memory[1] / MIB, 100 * memory[0], memory[2])


def run_input(maquette, names, name, work):
    folder, out = os.path.join(work, "in"), os.path.join(work, "out")
    for path in (folder, out):
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
    made = subprocess.run([sys.executable, os.path.join(HERE, "inputs.py"), name, folder], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()
    model = os.path.join(folder, made)
    size = size_of(folder)
    environment = dict(os.environ, LC_ALL="C")
    problems, worst = [], {"seconds": (0, 0, ""), "memory": (0, 0, "")}
    todo = list(commands(maquette, names, out))
    for title, arguments in FURTHER.get(name, []):
        path = os.path.join(out, "y") + (".png" if arguments[0] == "render" else
                                         ".glb" if arguments[0] == "pose" else "")
        todo.append((title, arguments + ["-q", "-o", path], path, True))
    for title, arguments, path, images in todo:
        if made.endswith(".wz") and path:  # an archive is many models: the result is a folder
            path = path + ".folder/"
            arguments = arguments[:-1] + [path]
        time_limit = SECONDS + SECONDS_PER_MIB * size / MIB
        memory_limit = BYTES + TIMES * size
        if images and name.startswith("image"):
            memory_limit += PIXEL_BYTES
            # Pixels are input as well: a decoder gives some hundred MiB a second.
            time_limit += 2.5
        if arguments[0] == "render":
            memory_limit += PICTURE_BYTES
        status, seconds, memory = measure([maquette] + arguments + [model], environment)
        # On a virtual machine, the time in which its host supplies fresh pages counts as well: hundreds of
        # MiB can take seconds, but rarely twice in a row.
        for _ in range(2):
            if seconds > time_limit:
                status, seconds, memory = min(
                    (status, seconds, memory), measure([maquette] + arguments + [model], environment),
                    key=lambda run: run[1])
        if os.environ.get("HOSTILE_VERBOSE"):
            print("%s %s: %d, %.2f s of %.2f, %.1f MiB of %.1f" %
                  (name, title, status, seconds, time_limit, memory / MIB, memory_limit / MIB), flush=True)
        # Commands that every input gets need not suit it; those of FURTHER do.
        wrong_usage = status == 2 and (title, arguments[:-3]) in FURTHER.get(name, [])
        if status < 0 or status > 4 or wrong_usage:
            problems.append("%s %s: ended with %d after %.1f s" % (name, title, status, seconds))
        if seconds > time_limit:
            problems.append("%s %s: %.2f s, the limit is %.2f" % (name, title, seconds, time_limit))
        if memory > memory_limit:
            problems.append("%s %s: %.1f MiB, the limit is %.1f" % (name, title, memory / MIB, memory_limit / MIB))
        worst["seconds"] = max(worst["seconds"], (seconds / time_limit, seconds, title))
        worst["memory"] = max(worst["memory"], (memory / memory_limit, memory, title))
        left = [entry for entry in os.listdir(out) if entry.startswith(".")]
        if left or (status > 1 and path and os.path.isfile(path)):
            problems.append("%s %s: leaves %s" % (name, title, left or path))
        shutil.rmtree(out)
        os.mkdir(out)
    print(table_row(name, size, worst), flush=True)
    return len(todo), problems


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: run.py COMMAND [--all | NAME...]")
    maquette = os.path.abspath(sys.argv[1])
    listed = subprocess.run([sys.executable, os.path.join(HERE, "inputs.py")], stdout=subprocess.PIPE, check=True,
                            text=True).stdout.split()
    names = variants(maquette)
    chosen = sys.argv[2:]
    if chosen == ["--all"]:
        chosen = listed
    elif not chosen:
        chosen, names = QUICK_INPUTS, [name for name in names if name in QUICK_FORMATS]
    print("| %-38s | %8s | %-29s | %-30s |" % ("input", "KiB", "most CPU: s, of limit, command",
                                               "most MiB, of limit, command"))
    runs, problems = 0, []
    with tempfile.TemporaryDirectory() as work:
        for name in chosen:
            count, found = run_input(maquette, names, name, work)
            runs, problems = runs + count, problems + found
    for problem in problems:
        print("over the limit: " + problem)
    print("%d inputs, %d runs, %d problems" % (len(chosen), runs, len(problems)))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
