// SPDX-License-Identifier: MIT
#include "options.h"

#include <stdint.h>
#include <string.h>

#include "format_settings.h"

#define ON(command) (1u << (command))
#define ON_READERS                                                                                 \
    (ON(CLI_INFO) | ON(CLI_CHECK) | ON(CLI_CONVERT) | ON(CLI_RENDER) | ON(CLI_EXTRACT))
#define ON_OPENERS (ON_READERS | ON(CLI_POSE) | ON(CLI_DIFF) | ON(CLI_VIEW))
#define ON_ALL (ON(CLI_COMMAND_COUNT) - 1)
#define ON_NONE ON(CLI_NO_COMMAND)

const cli_command cli_commands[CLI_COMMAND_COUNT] = {
    [CLI_FORMATS] =
        {
            .name = "formats",
            .operands = "",
            .values = CLI_NO_VALUE,
            .summary = "list what can be read, written and checked",
            .description = "Lists the formats with their names for --to, their file extensions, "
                           "and the targets that check knows for them.",
            .examples = {{"maquette formats", "the table of formats"},
                         {"maquette formats --json", "the same for programs"}},
        },
    [CLI_INFO] =
        {
            .name = "info",
            .operands = "PATH...",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "show what is in a model",
            .description =
                "Lists the meshes, materials and textures, joints, clips, attachments, boxes, "
                "events and bounds of each model, and how many findings check would have, which also "
                "reads its images to the end. With "
                "--json, it prints one object per file and line.\n\n"
                "With --join, all files are one model, as convert would join them.\n\n"
                "Problems in reading a file are listed on standard error.",
            .examples = {{"maquette info tank.pie", "a summary of one model"},
                         {"maquette info --join body.bpet dress.mpet walk.apet",
                          "the puppet that these parts are"},
                         {"maquette info --json models/ | jq .triangle_count",
                          "one number for each model of a folder"}},
        },
    [CLI_CHECK] =
        {
            .name = "check",
            .operands = "PATH...",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "find what is wrong with models",
            .description =
                "Checks models against the rules of a target (a game or a tool, in one version) "
                "and lists what it finds as path:line:column: severity[rule]: message. In binary "
                "files the position is a byte offset, @0x1f4. Levels and polygons are counted "
                "from 1, points from 0, as in the files. maquette rules explains the rules.\n\n"
                "Files that are checked together are also checked against each other: references "
                "that form a cycle and, when a folder is given, references to missing files. With "
                "--join, what joining them into one model finds is listed, too.\n\n"
                "With --fix, the command repairs in place what has only one right answer. All "
                "other bytes of the file stay. Fixes are listed as path:line:column: fixed[rule]: "
                "message, then the findings that remain. With - as PATH, the repaired text goes "
                "to standard output and the findings go to standard error.",
            .examples = {{"maquette check models/", "every model below a folder"},
                         {"maquette check base.wz mod.wz/structs", "models in archives"},
                         {"maquette check --level error '*.pie'", "only errors are listed"},
                         {"maquette check --sarif models/ > findings.sarif",
                          "a log for code hosts and editors"},
                         {"maquette check --fix tank.pie", "repair what can be repaired"},
                         {"maquette check --fix - < tank.pie | diff tank.pie -",
                          "what --fix would change"}},
        },
    [CLI_CONVERT] =
        {
            .name = "convert",
            .operands = "IN... -o OUT",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "write models in another format or version",
            .description =
                "Reads each IN and writes it as FORMAT. What the format cannot hold is listed on "
                "standard error as a loss, by name and number. --strict refuses such a "
                "conversion, and also an input that cannot be read in full.\n\n"
                "Several IN and one file OUT: they are joined into one model, such as a body and "
                "its animations or the parts of a puppet, whatever OUT is. --at before an IN "
                "attaches it to a node of the others instead. "
                "When one of them cannot be read, nothing is written. A file OUT that is found in "
                "a folder or by a pattern is not an input.\n\n"
                "Without --to, the extension of OUT chooses the format: the variant of the input "
                "when it has that extension, otherwise the most common one. When OUT is a folder "
                "or ends with a slash, or IN is a folder and OUT has no extension of a model, each "
                "input is written into OUT under its name with the new extension, and files below a folder keep their relative "
                "paths. --to is necessary then. Missing folders are created.\n\n"
                "Further settings depend on the format that is written. Settings of one input "
                "precede that IN (a folder or a pattern: they apply to all its files); all others "
                "may be anywhere.\n\n"
                "--scale changes all lengths: points, joints, animations, connectors, boxes. "
                "--axes is for files that do not follow the convention of their format, such as "
                "an IQE with y up or an OBJ with z up. AXES are the directions, in the "
                "coordinates of the file, that point up and to the front: +z-y means that z "
                "points up and that the model faces -y. y-up is short for +y+z, and z-up for "
                "+z-y. The conventions are +y+z for glTF and OBJ, +y-z for PIE, WZM and WZA, +z-y "
                "for IQE and IQM, +y+z for PET, APET, BPET and MPET. The model is rotated, never "
                "mirrored. With either option, a conversion within one format goes through the "
                "neutral scene, too, and what that loses is listed. (--scale from IQE to IQM is "
                "an exception.)\n\n"
                "--skip-existing continues a run that was interrupted. It looks whether the file of "
                "the model exists, not at its images, nor whether the input is newer. In a "
                "--report, models that were skipped have neither findings nor losses: the reports "
                "of both runs belong together, so name another file than the first time (one that "
                "exists is refused). --update is for runs each night: it skips a model when its output is "
                "newer than the file of the model.\n\n"
                "OBJ keeps its materials in a second file, which is written beside OUT with the "
                "extension .mtl.\n\n"
                "An existing file is replaced as a whole or not at all, so IN and OUT may be the "
                "same file.",
            .examples = {{"maquette convert tank.pie -o tank4.pie --to pie4", "one file"},
                         {"maquette convert models/ -o out/ --to pie3 -j 4",
                          "a folder with all files below it, four files at a time"},
                         {"maquette convert body.iqe --name walk walk.iqe -o player.iqm",
                          "a body and its animation, joined, with a name for the animation"},
                         {"maquette convert tree.obj --axes z-up --scale 128 -o tree.pie",
                          "an OBJ with z up, in metres, converted to the units of the game"},
                         {"maquette convert imp.iqe --axes=+z+x -o imp.glb", "an IQE that faces x"},
                         {"maquette convert - -o - --to pie3 < in.pie > out.pie", "in a pipeline"}},
        },
    [CLI_POSE] =
        {
            .name = "pose",
            .operands = "IN... -o OUT",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "write a model in the pose of one time of a clip",
            .description =
                "Reads IN, evaluates one of its clips at a time and writes what is visible then: "
                "meshes deformed by their joints and morph targets, textures at their frames. "
                "The result has neither joints nor clips; what it leaves out is listed. Without "
                "--clip, the model is written in its rest pose. maquette info lists the "
                "clips.\n\n"
                "Several IN are joined first, as in convert: a body and its animations, the parts "
                "of a puppet, a weapon on its hand (--at).\n\n"
                "With --every, OUT is a folder, and each pose becomes a file that is named after "
                "the clip: walk_0000.obj, walk_0001.obj, ...",
            .examples = {{"maquette pose tank.glb --clip roll --time 0.5 -o rolled.obj",
                          "one pose"},
                         {"maquette pose body.iqm walk.iqm --clip walk --every 0.1 -o frames/",
                          "ten poses a second, as OBJ"},
                         {"maquette pose cyborg.pie --clip animation --time 0.2 --like-game -o "
                          "out.pie",
                          "as Warzone 2100 shows it"},
                         {"maquette pose a.glb --clip walk --time 1 --fade run:0.5:0.25 -o b.glb",
                          "a quarter of the way from walking to running"}},
        },
    [CLI_DIFF] =
        {
            .name = "diff",
            .operands = "A B",
            .values = CLI_PATH_VALUE,
            .least = 2,
            .most = 2,
            .summary = "show what differs between two models",
            .description = "Compares the contents of two models of one format, not the layout of "
                           "their files: blanks, comments and the spelling of numbers do not "
                           "matter.",
            .examples = {{"maquette diff old.pie new.pie", "the differences, one per line"}},
        },
    [CLI_RENDER] =
        {
            .name = "render",
            .operands = "IN... -o OUT",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "draw pictures of models",
            .description =
                "Draws each IN as a PNG file, on the processor alone: no display is needed, and "
                "the same model gives the same bytes on every machine. Textures are searched "
                "where the game of the model has them. Those that are missing are listed on "
                "standard error, and the model is drawn without them.\n\n"
                "Several IN, or a folder: OUT is a folder, and each model becomes a picture in it. "
                "With --sheet they are arranged on one picture with their names, 100 to a sheet. "
                "Several sheets are named OUT with -1, -2, ... before its extension.\n\n"
                "With --join, several IN are one model and one picture, as convert would join "
                "them.\n\n"
                "--turntable and --play make an animated PNG.",
            .examples = {{"maquette render tank.pie -o tank.png --size 512", "one picture"},
                         {"maquette render player.iqm -o walk.png --play walk",
                          "a clip as an animated picture"},
                         {"maquette render models/ --sheet -o sheet.png",
                          "all models of a folder on one sheet"},
                         {"maquette render mod.wz/tank.pie --data base.wz -o tank.png",
                          "a model of a mod, with the textures of the game"},
                         {"maquette render tank.pie -o tank.png --show connectors,axes",
                          "with parts that the game does not show"}},
        },
    [CLI_EXTRACT] =
        {
            .name = "extract",
            .operands = "IN... -o FOLDER",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "save the images of models as files",
            .description =
                "Writes each image that a model embeds, and each that it names and that is found, to "
                "FOLDER, byte for byte, under its own name, and lists the new files. A file of other "
                "content is never replaced: the name of the image gets a number.",
            .examples = {{"maquette extract tank.glb -o textures", "the images of one model"},
                         {"maquette extract base.wz/structs -o pages",
                          "all textures that the structures of a game use"}},
        },
    [CLI_ASSEMBLE] =
        {
            .name = "assemble",
            .operands = "--data PATH... -o OUT",
            .values = CLI_NO_VALUE,
            .summary = "put droids and structures of Warzone 2100 together",
            .description =
                "Builds a droid of a body, a propulsion and what it carries, or a structure with "
                "its turrets, from the stats and models of the game, each part exactly where the "
                "game shows it. Parts are named by their ids, or by the names that players see: "
                "Body11ABT, or Python. --list shows both.\n\n"
                "--data names the data of the game in the order in which the game loads it: "
                "base.wz, mp.wz for multiplayer, then mods. Archives and folders are both read in "
                "place.\n\n"
                "OUT is a picture when it ends in .png, and otherwise a model of any format that "
                "convert writes: in glTF each part is a node, so that turrets can be turned.",
            .examples =
                {{"maquette assemble --data base.wz --body Python --propulsion Hover -o a.glb",
                  "a droid, as glTF; --weapon arms it"},
                 {"maquette assemble --data base.wz --structure GuardTower1 --turn 45 -o a.png",
                  "a picture of a tower with its turret turned"},
                 {"maquette assemble --data base.wz --data mp.wz --list weapons",
                  "the ids of all weapons in multiplayer"}},
        },
    [CLI_VIEW] =
        {
            .name = "view",
            .operands = "PATH... [-o PAGE]",
            .values = CLI_PATH_VALUE,
            .least = 1,
            .most = SIZE_MAX,
            .summary = "show models in a browser",
            .description =
                "Writes the page of the viewer with the models and the images that they name inside, "
                "and opens it with the browser of the desktop. The page needs no network "
                "and no other file, so it can be sent to others. Its path is printed. Without -o it "
                "is a temporary file, which stays.\n\n"
                "Several models make a gallery. With --join, or --at, they are one model, as convert "
                "would join them. A model that cannot be read is in the page with its findings.\n\n"
                "The page is part of the web build: make web.",
            .examples = {{"maquette view tank.pie", "one model"},
                         {"maquette view mod.wz --data base.wz -o mod.html --no-open",
                          "the models of a mod as a page to share, with the textures of the game"},
                         {"maquette view --join body.bpet dress.mpet walk.apet",
                          "the puppet that these parts are"}},
        },
    [CLI_RULES] =
        {
            .name = "rules",
            .operands = "[ID...]",
            .values = CLI_RULE_VALUE,
            .least = 0,
            .most = SIZE_MAX,
            .summary = "list or explain the rules that check applies",
            .description = "Lists all rules or explains those with the given IDs: why they "
                           "matter, what to do, and how severe they are for each target. The "
                           "meaning of an ID never changes.",
            .examples = {{"maquette rules", "all rules, one per line"},
                         {"maquette rules PIE-0107", "one rule explained"}},
        },
    [CLI_HELP] =
        {
            .name = "help",
            .operands = "[COMMAND]",
            .values = CLI_COMMAND_VALUE,
            .least = 0,
            .most = 1,
            .summary = "explain a command",
            .description = "Prints what a command does and which options it has.",
            .examples = {{"maquette help convert", "the help of convert"}},
        },
};

#define OPTION(letter_, name_, value_, values_, words_, help_, commands_)                          \
    {                                                                                              \
        .letter = (letter_), .name = (name_), .value = (value_), .values = (values_),              \
        .words = (words_), .help = (help_), .commands = (commands_)                                \
    }

#define OPTIONAL(letter_, name_, value_, values_, words_, help_, commands_)                        \
    {                                                                                              \
        .letter = (letter_), .name = (name_), .value = (value_), .optional = true,                 \
        .values = (values_), .words = (words_), .help = (help_), .commands = (commands_)           \
    }

static const cli_option own[CLI_OPTION_COUNT] = {
    [CLI_OPT_OUT] =
        OPTION('o', "output", "OUT", CLI_PATH_VALUE, NULL,
               "write to this file or folder (- is standard output)",
               ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_RENDER) | ON(CLI_ASSEMBLE) | ON(CLI_VIEW)),
    [CLI_OPT_FOLDER] = OPTION('o', "output", "FOLDER", CLI_PATH_VALUE, NULL,
                              "write the images to this folder", ON(CLI_EXTRACT)),
    [CLI_OPT_NO_OPEN] = OPTION(0, "no-open", NULL, CLI_NO_VALUE, NULL,
                               "only write the page; open no browser", ON(CLI_VIEW)),
    [CLI_OPT_TO] =
        OPTION(0, "to", "FORMAT", CLI_VARIANT_VALUE, NULL,
               "write this format; see maquette formats (default: by the extension of OUT)",
               ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_CLIP] = OPTION(0, "clip", "NAME", CLI_CLIP_VALUE, NULL,
                            "the clip, by its name or number (default: the rest pose)",
                            ON(CLI_POSE) | ON(CLI_RENDER)),
    [CLI_OPT_TIME] = OPTION(0, "time", "SECONDS", CLI_ANY_VALUE, NULL,
                            "the time in the clip (default: 0)", ON(CLI_POSE) | ON(CLI_RENDER)),
    [CLI_OPT_EVERY] =
        OPTION(0, "every", "SECONDS", CLI_ANY_VALUE, NULL,
               "write a file for each pose from the start of the clip to its end, at this interval",
               ON(CLI_POSE)),
    [CLI_OPT_FADE] = OPTION(0, "fade", "NAME:TIME:PART", CLI_ANY_VALUE, NULL,
                            "blend this PART (0 to 1) of another clip at TIME in", ON(CLI_POSE)),
    [CLI_OPT_LIKE_GAME] =
        OPTION(0, "like-game", NULL, CLI_NO_VALUE, NULL,
               "animate PIE models as Warzone 2100 does, in whole degrees", ON(CLI_POSE)),
    [CLI_OPT_BAKE] = OPTION(0, "bake", NULL, CLI_NO_VALUE, NULL,
                            "turn the movement of meshes into morph targets, one for each frame, "
                            "for formats without joints",
                            ON(CLI_CONVERT)),
    [CLI_OPT_BAKE_RATE] =
        OPTION(0, "bake-rate", "N", CLI_ANY_VALUE, NULL,
               "with --bake: bake N frames a second (default: those of each clip, or 30)",
               ON(CLI_CONVERT)),
    [CLI_OPT_RESAMPLE] =
        OPTION(0, "resample", "RATE", CLI_ANY_VALUE, NULL,
               "give all clips a key at each of RATE frames a second", ON(CLI_CONVERT)),
    [CLI_OPT_TARGET] = OPTION(0, "target", "T", CLI_TARGET_VALUE, NULL,
                              "check against the rules of T; see maquette formats (default: the "
                              "first target of each format)",
                              ON(CLI_CHECK)),
    [CLI_OPT_LEVEL] =
        OPTION(0, "level", "LEVEL", CLI_WORD_VALUE, "error warning note",
               "list findings from this severity up: error, warning or note (default: "
               "note for check and for findings of a conversion, warning for findings of "
               "reading)",
               ON_OPENERS | ON(CLI_ASSEMBLE)),
    [CLI_OPT_STRICT] =
        OPTION(0, "strict", NULL, CLI_NO_VALUE, NULL,
               "write nothing for an input that cannot be read in full or would lose something",
               ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_STRICT_CHECK] =
        OPTION(0, "strict", NULL, CLI_NO_VALUE, NULL, "warnings count as errors", ON(CLI_CHECK)),
    [CLI_OPT_FIX] = OPTION(0, "fix", NULL, CLI_NO_VALUE, NULL,
                           "repair what can be repaired, in place", ON(CLI_CHECK)),
    [CLI_OPT_JSON] = OPTION(0, "json", NULL, CLI_NO_VALUE, NULL, "print JSON",
                            ON(CLI_FORMATS) | ON(CLI_INFO) | ON(CLI_CHECK) | ON(CLI_DIFF) |
                                ON(CLI_RULES) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_CLIPS] = OPTION(0, "clips", NULL, CLI_NO_VALUE, NULL,
                             "print only the names of the clips, one per line", ON(CLI_INFO)),
    [CLI_OPT_SARIF] = OPTION(0, "sarif", NULL, CLI_NO_VALUE, NULL,
                             "print one SARIF 2.1.0 log for the whole run", ON(CLI_CHECK)),
    [CLI_OPT_MARKDOWN] = OPTION(0, "markdown", NULL, CLI_NO_VALUE, NULL,
                                "print all rules as a page of documentation", ON(CLI_RULES)),
    [CLI_OPT_REPORT] = OPTION(
        0, "report", "FILE", CLI_PATH_VALUE, NULL,
        "write a line of JSON for each model, and for each other file with findings, to this file, "
        "sorted by path: its findings and, "
        "of a conversion, its losses",
        ON(CLI_CHECK) | ON(CLI_CONVERT)),
    [CLI_OPT_SHARD] =
        OPTION(0, "shard", "I/N", CLI_ANY_VALUE, NULL,
               "only part I of N of the models, chosen by their paths: each model is in one part",
               ON_READERS),
    [CLI_OPT_FILES_FROM] = OPTION(
        0, "files-from", "FILE", CLI_PATH_VALUE, NULL,
        "read more paths from this file, one per line or each with a NUL behind it "
        "(- is standard input); in a folder OUT, convert and render keep relative paths of files, "
        "and of absolute ones only the names",
        ON_READERS),
    [CLI_OPT_SKIP_EXISTING] = OPTION(0, "skip-existing", NULL, CLI_NO_VALUE, NULL,
                                     "skip models whose output exists, to continue a run, even if "
                                     "the input is newer",
                                     ON(CLI_CONVERT) | ON(CLI_RENDER)),
    [CLI_OPT_UPDATE] =
        OPTION(0, "update", NULL, CLI_NO_VALUE, NULL,
               "skip models whose output is newer than the file of the model, so that "
               "only what is new or changed is done (changed images do not count)",
               ON(CLI_CONVERT) | ON(CLI_RENDER)),
    [CLI_OPT_KEEP_EXTENSION] =
        OPTION(0, "keep-extension", NULL, CLI_NO_VALUE, NULL,
               "in a folder OUT, add the new extension to the name of the input, as in "
               "tank.pie.glb, so that tank.pie and tank.obj have an output each",
               ON(CLI_CONVERT) | ON(CLI_RENDER)),
    [CLI_OPT_SCALE] = {.name = "scale",
                       .value = "NUMBER",
                       .values = CLI_ANY_VALUE,
                       .help = "make the model NUMBER times as large; for IQM, between two IN: "
                               "only the second one",
                       .commands = ON(CLI_CONVERT),
                       .positional = true},
    [CLI_OPT_AT] =
        {.name = "at",
         .value = "NAME",
         .values = CLI_ANY_VALUE,
         .help = "attach the input that follows to the attachment, joint or node NAME of the "
                 "model so far, or to STEM/NAME of an attached file STEM",
         .commands = ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_RENDER) | ON(CLI_INFO) |
                     ON(CLI_CHECK) | ON(CLI_VIEW),
         .positional = true,
         .per_input = true},
    [CLI_OPT_JOIN] = OPTION(0, "join", NULL, CLI_NO_VALUE, NULL,
                            "join all inputs into one model, as convert and pose do; --at does so, "
                            "too",
                            ON(CLI_RENDER) | ON(CLI_INFO) | ON(CLI_CHECK) | ON(CLI_VIEW)),
    [CLI_OPT_AXES] =
        OPTION(0, "axes", "AXES", CLI_ANY_VALUE, NULL,
               "which directions are up and front in IN, if it does not follow its format: y-up, "
               "z-up, or two directions such as +z+x",
               ON(CLI_CONVERT)),
    [CLI_OPT_SIZE] = OPTION(0, "size", "SIZE", CLI_ANY_VALUE, NULL,
                            "the size of the picture in pixels, as 640x480 or 256 (default: 256; "
                            "on a sheet, 128)",
                            ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_VIEW] = OPTION(
        0, "view", "VIEW", CLI_SUGGESTED_VALUE, "three-quarter front back left right top bottom",
        "the view: three-quarter (default), front, back, left, right, top, bottom, or two "
        "angles YAW,PITCH in degrees, to the left side of the model and up",
        ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_PLAY] = OPTION(0, "play", "NAME", CLI_CLIP_VALUE, NULL,
                            "an animated picture of this clip", ON(CLI_RENDER)),
    [CLI_OPT_TURNTABLE] =
        OPTIONAL(0, "turntable", "N", CLI_ANY_VALUE, NULL,
                 "an animated picture of the model turning once, in N steps (default: 24)",
                 ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_SHEET] = OPTION(0, "sheet", NULL, CLI_NO_VALUE, NULL,
                             "arrange all models on one picture", ON(CLI_RENDER)),
    [CLI_OPT_WIREFRAME] =
        OPTION(0, "wireframe", NULL, CLI_NO_VALUE, NULL, "draw the edges of all triangles",
               ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_SHOW] = OPTION(0, "show", "LIST", CLI_LIST_VALUE,
                            "normals joints connectors boxes bounds axes uv hidden",
                            "also draw these, separated by commas: normals, joints, connectors, "
                            "boxes, bounds, axes, uv (a pattern instead of textures), hidden "
                            "(shadow and collision meshes, invisible nodes)",
                            ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_BACKGROUND] = OPTION(
        0, "background", "COLOUR", CLI_ANY_VALUE, NULL,
        "white, black, grey, red, green, blue, yellow, a colour as RRGGBB or RRGGBBAA, or none (default: none; on a "
        "sheet, grey)",
        ON(CLI_RENDER) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_IMAGES] = OPTION(
        0, "images", "WHAT", CLI_WORD_VALUE, "embed copy link none",
        "embed images in the output, copy them beside it, link to where they are, or none "
        "(default: embed for one .glb, copy for others, to OUT/textures in a folder; a PIE in a folder of the "
        "game, such as structs, has them in ../texpages)",
        ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_MAX_IMAGE_SIZE] = OPTION(0, "max-image-size", "N", CLI_ANY_VALUE, NULL,
                                      "halve images until no side has more than N pixels",
                                      ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_TEAM_COLOUR] = OPTION(
        0, "team-colour", "COLOUR", CLI_ANY_VALUE, NULL,
        "the colour of team parts: white, black, grey, red, green, blue, yellow or RRGGBB (default: "
        "107010, green, in pictures; convert keeps the "
        "mask as a separate image, unless a colour is given)",
        ON(CLI_RENDER) | ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_TILESET] = OPTION(0, "tileset", "N", CLI_ANY_VALUE, NULL,
                               "which tileset, where textures have several (default: 0)",
                               ON(CLI_RENDER) | ON(CLI_CONVERT) | ON(CLI_POSE) | ON(CLI_ASSEMBLE)),
    [CLI_OPT_DATA] =
        {.name = "data",
         .value = "PATH",
         .values = CLI_PATH_VALUE,
         .help =
             "a folder or an archive with files that models name, such as textures, "
             "where their own tree lacks them; of several that have a file, the last one counts",
         .commands = ON_OPENERS | ON(CLI_ASSEMBLE),
         .repeatable = true},
    [CLI_OPT_ROOT] =
        OPTION(0, "root", "FOLDER", CLI_PATH_VALUE, NULL,
               "open no model and no file that a model names outside of this folder; without it, "
               "a model belongs to the highest folder above it that has the folders of a game, "
               "such as texpages",
               ON_OPENERS),
    [CLI_OPT_NO_FILES] =
        OPTION(0, "no-files", NULL, CLI_NO_VALUE, NULL,
               "open no file that a model names (default for standard input)", ON_OPENERS),
    [CLI_OPT_FOLLOW_LINKS] =
        OPTION(0, "follow-links", NULL, CLI_NO_VALUE, NULL,
               "follow symbolic links that lead out of the tree of a model", ON_OPENERS),
    [CLI_OPT_ARCHIVE_LIMIT] = {.name = "archive-limit",
                               .value = "NAME=N",
                               .values = CLI_SUGGESTED_VALUE,
                               .words = "entries= file-bytes= total-bytes= ratio=",
                               .help = "what an archive may hold: entries (default: 1048576), "
                                       "file-bytes of one file unpacked (1073741824), total-bytes "
                                       "of all (17179869184), ratio of unpacked to packed bytes "
                                       "beyond the first 16 MiB (64)",
                               .commands = ON_OPENERS,
                               .repeatable = true},
    [CLI_OPT_BODY] =
        OPTION(0, "body", "ID", CLI_ANY_VALUE, NULL, "the body of a droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_PROPULSION] = OPTION(0, "propulsion", "ID", CLI_ANY_VALUE, NULL,
                                  "the propulsion of the droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_WEAPON] = {.name = "weapon",
                        .value = "ID",
                        .values = CLI_ANY_VALUE,
                        .help = "a weapon of the droid, up to three times",
                        .commands = ON(CLI_ASSEMBLE),
                        .repeatable = true},
    [CLI_OPT_SENSOR] =
        OPTION(0, "sensor", "ID", CLI_ANY_VALUE, NULL, "the sensor of the droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_ECM] = OPTION(0, "ecm", "ID", CLI_ANY_VALUE, NULL,
                           "the electronic countermeasures of the droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_REPAIR] = OPTION(0, "repair", "ID", CLI_ANY_VALUE, NULL,
                              "the repair unit of the droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_CONSTRUCT] = OPTION(0, "construct", "ID", CLI_ANY_VALUE, NULL,
                                 "the construction unit of the droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_BRAIN] =
        OPTION(0, "brain", "ID", CLI_ANY_VALUE, NULL,
               "the brain of a commander, which brings its own turret", ON(CLI_ASSEMBLE)),
    [CLI_OPT_STRUCTURE] =
        OPTION(0, "structure", "ID", CLI_ANY_VALUE, NULL,
               "a structure with its turrets, instead of a droid", ON(CLI_ASSEMBLE)),
    [CLI_OPT_FACTION] = OPTION(0, "faction", "NAME", CLI_WORD_VALUE, "normal nexus collective",
                               "whose variant of the structure: normal (default), nexus or "
                               "collective",
                               ON(CLI_ASSEMBLE)),
    [CLI_OPT_TURN] =
        OPTION(0, "turn", "DEGREES", CLI_ANY_VALUE, NULL,
               "turn the turrets to the left side of the model (default: 0)", ON(CLI_ASSEMBLE)),
    [CLI_OPT_PITCH] = OPTION(0, "pitch", "DEGREES", CLI_ANY_VALUE, NULL,
                             "raise the weapons (default: 0)", ON(CLI_ASSEMBLE)),
    [CLI_OPT_MOVING] =
        OPTION(0, "moving", NULL, CLI_NO_VALUE, NULL,
               "show what the droid shows while it moves, such as a jet", ON(CLI_ASSEMBLE)),
    [CLI_OPT_STATS] =
        OPTION(0, "stats", "NAME", CLI_ANY_VALUE, NULL,
               "use the stats in the folder stats/NAME, where there are several", ON(CLI_ASSEMBLE)),
    [CLI_OPT_LIST] =
        OPTION(0, "list", "KIND", CLI_WORD_VALUE,
               "bodies propulsions weapons sensors ecms repairs constructs brains structures stats",
               "list the ids of one kind with the names that players see: bodies, propulsions, "
               "weapons, sensors, ecms, repairs, constructs, brains, structures, stats",
               ON(CLI_ASSEMBLE)),
    [CLI_OPT_MAX_FINDINGS] =
        OPTION(0, "max-findings", "N", CLI_ANY_VALUE, NULL,
               "list no more than N findings per file (default: 10000); the counts include "
               "all",
               ON_READERS | ON(CLI_VIEW)),
    [CLI_OPT_MEMORY_LIMIT] = OPTION(0, "memory-limit", "MIB", CLI_ANY_VALUE, NULL,
                                    "how much memory one model may use beyond the size of its "
                                    "files, in MiB (default: 48 MiB and 56 times that size)",
                                    ON_OPENERS | ON(CLI_ASSEMBLE)),
    [CLI_OPT_JOBS] = OPTION('j', "jobs", "N", CLI_ANY_VALUE, NULL,
                            "work on N files at a time (default: one per core)", ON_READERS),
    [CLI_OPT_QUIET] = OPTION('q', "quiet", NULL, CLI_NO_VALUE, NULL,
                             "print neither summary nor progress", ON_OPENERS | ON(CLI_ASSEMBLE)),
    [CLI_OPT_HELP] = OPTION('h', "help", NULL, CLI_NO_VALUE, NULL, "print help", ON_ALL | ON_NONE),
    [CLI_OPT_VERSION] =
        OPTION(0, "version", NULL, CLI_NO_VALUE, NULL, "print the version", ON_NONE),
    [CLI_OPT_MAN] =
        OPTIONAL(0, "man", "COMMAND", CLI_COMMAND_VALUE, NULL,
                 "print the manual page of maquette, or of one command (roff)", ON_NONE),
    [CLI_OPT_COMPLETION] = OPTION(0, "completion", "SHELL", CLI_WORD_VALUE, "bash zsh fish",
                                  "print completions for bash, zsh or fish", ON_NONE),
};

const char *const cli_exit_meanings[CLI_EXIT_COUNT] = {
    "done; warnings, notes and losses do not change this",
    ("an error was listed, --strict refused something (check --strict: a warning was listed), or "
     "diff found a difference"),
    "the command line is wrong, or asks for something that is impossible",
    "an input cannot be read as a model; the other inputs are processed nevertheless",
    "an output cannot be written; an existing file stays as it was",
};

const cli_variable cli_variables[CLI_VARIABLE_COUNT] = {
    {"NO_COLOR", "when it is set, there is no colour, not even on a terminal"},
    {"TERM", "when it is dumb, there is neither colour nor a progress line"},
};

bool cli_command_takes(cli_command_id command, const cli_option *option) {
    return (option->commands & ON(command)) != 0;
}

cli_option_table cli_options;

bool cli_options_start(mq_arena *arena) {
    size_t count = CLI_OPTION_COUNT;
    cli_option *items = MQ_NEW_ARRAY(arena, cli_option, count + cli_most_format_options());
    if (!items)
        return false;
    memcpy(items, own, sizeof own);
    cli_add_format_options(arena, items, &count);
    cli_options = (cli_option_table){items, count};
    return mq_arena_status(arena) == MAQ_OK;
}
