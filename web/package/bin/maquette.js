#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// maquette info | check | convert | formats | rules, for systems without the native command. The options
// and the output are those of the native command, of which this one knows the most important.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkAllText, Files, formats, join, MaquetteError, open, rules, version } from "../index.js";

const USAGE = `usage: maquette info PATH... [--json]
       maquette check PATH... [--target T] [--json] [--fix] [--strict]
       maquette convert IN... -o OUT [--to FORMAT] [--strict] [--scale S] [--axes A]
               [--images embed|copy|link|none] [--set NAME=VALUE]
       maquette formats | rules [--json]

PATH is a file or a folder. The native command has more: archives, the stats of mods, pose, render, diff, and
all options.
`;

const OPTIONS = {
  json: { type: "boolean" },
  fix: { type: "boolean" },
  strict: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  target: { type: "string" },
  to: { type: "string" },
  out: { type: "string", short: "o" },
  scale: { type: "string" },
  axes: { type: "string" },
  images: { type: "string" },
  set: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
};

const CODE = { clean: 0, problems: 1, usage: 2, unreadable: 3, unwritable: 4 };

class UsageError extends Error {}

let exitCode = CODE.clean;
function worse(code) {
  exitCode = Math.max(exitCode, code);
}

function print(text) {
  process.stdout.write(text);
}

function complain(text) {
  process.stderr.write(text + "\n");
}

function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

// ------------------------------------------------------------------------------------------ inputs

async function modelExtensions() {
  return new Set((await formats()).flatMap((format) => format.extensions));
}

// All models below a folder, in the order of the bytes of their names.
function walk(folder, extensions, found) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const byBytes = (a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
  for (const entry of entries.sort(byBytes)) {
    const full = folder.endsWith("/") ? folder + entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(full, extensions, found);
    else if (extensions.has(path.extname(entry.name).toLowerCase())) found.push(full);
  }
}

async function inputsOf(operands) {
  if (operands.length === 0) throw new UsageError("a file or folder is missing");
  const extensions = await modelExtensions();
  const paths = [];
  let folderGiven = false;
  for (const operand of operands) {
    if (!existsSync(operand) || !statSync(operand).isDirectory()) {
      paths.push(operand);
      continue;
    }
    folderGiven = true;
    const before = paths.length;
    walk(operand, extensions, paths);
    if (paths.length === before) {
      complain(`maquette: error: ${operand}: this folder contains no models`);
      worse(CODE.unreadable);
    }
  }
  return { paths: [...new Set(paths)], folderGiven };
}

// The tree that a model lies in: the highest folder, its own one or up to twelve above it, that has the
// images of Warzone 2100, or else its own folder.
function rootOf(file) {
  const own = path.dirname(file);
  let root = own;
  let folder = own;
  for (let i = 0; i < 12; i++) {
    if (existsSync(path.join(folder, "texpages"))) root = folder;
    if (folder === path.dirname(folder)) break;
    folder = path.dirname(folder);
  }
  return root;
}

const NAMED = /\.(bin|mtl|png|jpe?g|tga|bmp|dds)$/i;
const MOST_BYTES = 1 << 29; // of all files of a tree that a model may name
const trees = new Map();

function addNamed(folder, found) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = folder === "." ? entry.name : path.join(folder, entry.name);
    if (entry.isDirectory()) addNamed(full, found);
    else if (entry.isFile() && NAMED.test(entry.name) && found.bytes < MOST_BYTES) {
      const bytes = readFileSync(full);
      found.bytes += bytes.length;
      found.files.set(full, bytes);
    }
  }
}

// The files of a tree that models may name: buffers, material files, images. Each tree is read once.
function filesOf(root) {
  if (!trees.has(root)) {
    const found = { files: new Map(), bytes: 0 };
    addNamed(root, found);
    trees.set(root, new Files(found.files, { root }));
  }
  return trees.get(root);
}

// Opens a model; null, after a message, when there is no such file.
async function openPath(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    complain(`${file}: error: ${error.message}`);
    worse(CODE.unreadable);
    return null;
  }
  return open(bytes, { name: file, files: filesOf(rootOf(file)) });
}

// ---------------------------------------------------------------------------------------- findings

function position(finding) {
  if (finding.line !== null) return `:${finding.line}:${finding.column}`;
  return finding.offset === null ? "" : `:@0x${finding.offset.toString(16)}`;
}

function findingLine(file, finding) {
  return `${file}${position(finding)}: ${finding.severity}[${finding.rule}]: ${finding.message}`;
}

// What reading found, for commands other than check.
function complainAbout(model) {
  const findings = model.findings.filter((finding) => finding.severity !== "note");
  for (const finding of findings) complain(findingLine(model.name, finding));
  if (findings.some((finding) => finding.severity === "error")) worse(CODE.problems);
  if (model.error) worse(CODE.unreadable);
  if (model.error && !findings.some((finding) => finding.severity === "error"))
    complain(`${model.name}: error: ${model.error.message}`);
}

// ---------------------------------------------------------------------------------------- commands

function infoLines(info) {
  const lines = [`${info.file}: ${info.format}, ${count(info.vertex_count, "vertex", "vertices")}, ` +
    count(info.triangle_count, "triangle", "triangles")];
  for (const mesh of info.meshes)
    lines.push(`  mesh ${mesh.name ?? "-"}: ${mesh.role}, ${count(mesh.vertices, "vertex", "vertices")}, ` +
      count(mesh.triangles, "triangle", "triangles"));
  for (const material of info.materials)
    lines.push(`  material ${material.name ?? "-"}: ` +
      Object.entries(material.textures).map(([role, file]) => `${role} ${file}`).join(", "));
  for (const clip of info.clips)
    lines.push(`  clip ${clip.name ?? "-"}: ${count(clip.frames ?? 0, "frame", "frames")}, ${clip.duration} s`);
  const found = info.findings;
  lines.push(`  findings: ${count(found.error, "error", "errors")}, ` +
    `${count(found.warning, "warning", "warnings")}, ${count(found.note, "note", "notes")}`);
  return lines.join("\n") + "\n";
}

async function info(operands, options) {
  for (const file of (await inputsOf(operands)).paths) {
    const model = await openPath(file);
    if (!model) continue;
    complainAbout(model);
    if (!model.error) print(options.json ? model.infoText() + "\n" : infoLines(model.info()));
    model.close();
  }
}

// Replaces a file as a whole.
function writeWhole(file, bytes) {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, bytes);
    renameSync(temporary, file);
    return true;
  } catch (error) {
    complain(`${file}: error: ${error.message}`);
    worse(CODE.unwritable);
    return false;
  }
}

// Repairs a file, and opens it again when that changed it.
async function fixed(model, options) {
  const { bytes, applied } = model.fix(options);
  if (applied === 0 || !writeWhole(model.name, bytes)) return { model, applied: 0 };
  const { name } = model;
  model.close();
  return { model: await openPath(name), applied };
}

async function check(operands, options) {
  const { paths, folderGiven } = await inputsOf(operands);
  const known = (await formats()).some((format) => format.targets.includes(options.target));
  if (options.target && !known) throw new UsageError(`unknown target '${options.target}'`);
  const models = [];
  let repairs = 0;
  for (const file of paths) {
    let model = await openPath(file);
    if (model && options.fix) {
      const result = await fixed(model, { target: options.target });
      model = result.model;
      repairs += result.applied;
    }
    if (model) models.push(model);
  }
  const text = checkAllText(models, { target: options.target, complete: folderGiven });
  const totals = { error: 0, warning: 0, note: 0 };
  for (const line of text.split("\n").filter(Boolean)) {
    const report = JSON.parse(line);
    for (const severity of Object.keys(totals)) totals[severity] += report.counts[severity];
    if (report.error) worse(CODE.unreadable);
    if (!options.json) for (const finding of report.findings) print(findingLine(report.file, finding) + "\n");
  }
  if (options.json) print(text);
  if (totals.error > 0 || (options.strict && totals.warning > 0)) worse(CODE.problems);
  if (!options.quiet)
    complain(`checked ${count(models.length, "file", "files")}: ${count(totals.error, "error", "errors")}, ` +
      `${count(totals.warning, "warning", "warnings")}, ${count(totals.note, "note", "notes")}` +
      (options.fix ? `; fixed ${count(repairs, "finding", "findings")}` : ""));
  for (const model of models) model.close();
}

// The variant to write: the given one, that of the input where its extension fits, or the default.
async function variantFor(out, options, model) {
  const list = await formats();
  const writable = list.flatMap((format) => format.variants.filter((variant) => variant.write)
    .map((variant) => ({ ...variant, format })));
  if (options.to) {
    const named = writable.find((variant) => variant.name === options.to);
    const format = list.find((one) => one.name === options.to);
    if (named || format) return named?.name ?? format.default_variant;
    throw new UsageError(`'${options.to}' is not a format that can be written; the formats are: ` +
      writable.map((variant) => variant.name).join(" "));
  }
  const extension = path.extname(out).toLowerCase();
  const fitting = writable.filter((variant) => variant.extension === extension);
  if (fitting.length === 0) throw new UsageError(`${out}: --to is needed, as the name does not say the format`);
  const own = fitting.find((variant) => variant.name === model?.format);
  return (own ?? fitting.find((variant) => variant.name === variant.format.default_variant) ?? fitting[0]).name;
}

function convertOptions(options) {
  const settings = {};
  for (const given of options.set ?? []) {
    const at = given.indexOf("=");
    settings[at < 0 ? given : given.slice(0, at)] = at < 0 ? "yes" : given.slice(at + 1);
  }
  const scale = options.scale === undefined ? undefined : Number(options.scale);
  if (scale !== undefined && !(scale > 0)) throw new UsageError(`'${options.scale}' is not a value for --scale`);
  if (options.images && !["embed", "copy", "link", "none"].includes(options.images))
    throw new UsageError(`'${options.images}' is not a value for --images, which is embed, copy, link or none`);
  return { strict: options.strict, scale, axes: options.axes, images: options.images, settings };
}

function convertTogether(models, to, out, options) {
  try {
    const images = options.images ?? (to === "glb" ? "embed" : "copy");
    const result = join(models, to, { ...options, images, name: path.basename(out) });
    for (const finding of [...result.losses, ...result.findings])
      complain(findingLine(models.length === 1 ? models[0].name : out, finding));
    if (result.findings.some((finding) => finding.severity === "error")) worse(CODE.problems);
    for (const beside of result.files) writeWhole(path.join(path.dirname(out), beside.name), beside.bytes);
    return writeWhole(out, result.bytes);
  } catch (error) {
    if (!(error instanceof MaquetteError)) throw error;
    for (const finding of error.findings) complain(findingLine(models[0].name, finding));
    complain(`${models[0].name}: error: ${error.message}`);
    const codes = { LOSS_REFUSED: CODE.problems, UNSUPPORTED: CODE.usage, BAD_ARGUMENT: CODE.usage };
    worse(codes[error.code] ?? CODE.unreadable);
    return false;
  }
}

async function convert(operands, options) {
  if (!options.out) throw new UsageError("-o OUT is missing");
  const { paths, folderGiven } = await inputsOf(operands);
  const settings = convertOptions(options);
  const intoFolder = folderGiven || options.out.endsWith("/") ||
    (existsSync(options.out) && statSync(options.out).isDirectory());
  const groups = intoFolder ? paths.map((one) => [one]) : [paths];
  let written = 0;
  for (const group of groups) {
    const models = (await Promise.all(group.map(openPath))).filter(Boolean);
    for (const model of models) complainAbout(model);
    if (models.length === group.length && models.every((model) => !model.error)) {
      const to = await variantFor(options.out, options, models[0]);
      const variant = (await formats()).flatMap((format) => format.variants).find((one) => one.name === to);
      const out = intoFolder ? path.join(options.out, below(group[0], operands, variant.extension)) : options.out;
      if (convertTogether(models, to, out, settings)) written += group.length;
    }
    for (const model of models) model.close();
  }
  if (!options.quiet) complain(`converted ${count(written, "file", "files")}`);
}

// The name of an output in a folder: as below the operand, with the new extension.
function below(file, operands, extension) {
  const folder = operands.find((operand) => file.startsWith(operand.endsWith("/") ? operand : operand + "/"));
  const relative = folder ? path.relative(folder, file) : path.basename(file);
  return relative.slice(0, relative.length - path.extname(relative).length) + extension;
}

async function printFormats(operands, options) {
  const list = await formats();
  if (options.json) return print(JSON.stringify(list, null, 2) + "\n");
  for (const format of list) {
    print(format.title + "\n");
    for (const variant of format.variants)
      print(`  ${variant.name.padEnd(6)} ${variant.extension.padEnd(6)} ${variant.title}\n`);
    print(`  targets: ${format.targets.join(" ")}\n`);
  }
}

async function printRules(operands, options) {
  const wanted = operands.map((id) => id.toUpperCase());
  const list = (await rules()).filter((rule) => wanted.length === 0 || wanted.includes(rule.id));
  if (options.json) return print(JSON.stringify(list, null, 2) + "\n");
  for (const rule of list) {
    print(`${rule.id}  ${rule.severity.padEnd(7)} ${rule.fixable ? "fix" : "   "} ${rule.title}\n`);
    if (wanted.length > 0) print(`\n  ${rule.explain}\n`);
  }
}

// -------------------------------------------------------------------------------------------- main

const COMMANDS = { info, check, convert, formats: printFormats, rules: printRules };

async function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.version) return print(`maquette ${await version()} (WebAssembly)\n`);
  if (values.help || positionals[0] === "help") return print(USAGE);
  const [name, ...operands] = positionals;
  if (!Object.hasOwn(COMMANDS, name ?? "")) throw new UsageError(name ? `unknown command '${name}'` : "a command is missing");
  await COMMANDS[name](operands, values);
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError || error.code?.startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof MaquetteError)) throw error;
  complain(`maquette: error: ${error.message}`);
  if (isUsage) complain(USAGE.trimEnd());
  worse(isUsage ? CODE.usage : CODE.unreadable);
}
process.exitCode = exitCode;
