// SPDX-License-Identifier: MIT
//
// Compares the package with the native command ($MAQUETTE), file by file.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkAllText, Files, formats, join, open } from "../../build/npm/index.js";

const native = process.env.MAQUETTE;
const list = await formats();
const extensions = new Set(list.flatMap((format) => format.extensions));
const variants = list.flatMap((format) => format.variants.filter((variant) => variant.write));

// The output of the native command, whatever its exit code: faults of the inputs are part of the test.
function run(...options) {
  try {
    return execFileSync(native, options, { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status === null) throw error;
    return error.stdout;
  }
}

function walk(folder) {
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...walk(full));
    else if (entry.isFile()) found.push(full);
  }
  return found;
}

const isModel = (file) => extensions.has(path.extname(file).toLowerCase());

// The native command verifies images by libpng and libjpeg, which the module lacks: it has the note IMG-0203
// instead, and nothing else may differ.
const fewerNotes = (text) => text.replace(/"note":(\d+)\}\}$/, (_, count) => `"note":${count - 1}}}`);

function withoutNote(line) {
  const without = line.replace(/,\{"rule":"IMG-0203"[^}]*\}|\{"rule":"IMG-0203"[^}]*\},?/, "");
  return without === line ? line : fewerNotes(without);
}

const isUnverified = (model) => model.check().findings.some((finding) => finding.rule === "IMG-0203");

let compared = 0;
let differing = 0;
const kinds = new Map(); // how many results of one kind differ

// The first few of each kind are named.
function report(kind, what) {
  differing++;
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (kinds.get(kind) <= 3) console.log(`differs: ${kind}: ${what}`);
}

function compare(kind, what, a, b) {
  compared++;
  if (!Buffer.from(a).equals(Buffer.from(b))) report(kind, what);
}

// Line by line, so that a difference names its file.
function compareLines(what, nativeText, text) {
  const a = nativeText.toString().split("\n");
  const b = text.split("\n");
  if (a.length !== b.length) report(what, `${a.length} lines and ${b.length}`);
  for (let i = 0; i < Math.min(a.length, b.length); i++) compare(what, a[i].slice(0, 100), a[i], b[i]);
}

// The files beside a model that it may name, by folder.
const beside = new Map();

function filesBeside(file) {
  const folder = path.dirname(file);
  if (!beside.has(folder)) {
    const files = walk(folder).filter((other) => !isModel(other));
    beside.set(folder, new Map(files.map((other) => [other, readFileSync(other)])));
  }
  return beside.get(folder);
}

async function openAll(files) {
  const models = [];
  for (const file of files) {
    const set = new Files(filesBeside(file), { root: path.dirname(file) });
    models.push(await open(readFileSync(file), { name: file, files: set }));
    set.close();
  }
  return models;
}

function convertAll(models, folder, out, variant) {
  run("convert", "-q", folder, "--to", variant.name, "--images", "none", "-o", `${out}/`);
  for (const model of models) {
    const relative = path.relative(folder, model.name);
    const stem = `${out}/${relative.slice(0, relative.length - path.extname(relative).length)}`;
    const expected = existsSync(stem + variant.extension) ? readFileSync(stem + variant.extension) : null;
    const kind = `convert ${path.extname(model.name)} to ${variant.name}`;
    let result = null;
    try {
      result = join([model], variant.name, { name: path.basename(stem + variant.extension), images: "none" });
    } catch (error) {
      if (error.name !== "MaquetteError") throw error;
      if (error.code === "CRASHED") throw error;
    }
    if (!expected || !result) {
      compared++;
      if (expected || result) report(kind, `${model.name}: only one of both writes a file`);
      continue;
    }
    compare(kind, model.name, expected, result.bytes);
    for (const file of result.files)
      compare(kind, file.name, readFileSync(path.join(path.dirname(stem), file.name)), file.bytes);
  }
  rmSync(out, { recursive: true, force: true });
}

// One kind of model at a time: outputs are named after their inputs.
async function compareFolder(source, work) {
  const endings = new Set(walk(source).filter(isModel).map((file) => path.extname(file)));
  for (const ending of endings) {
    const folder = `${work}/in`;
    rmSync(folder, { recursive: true, force: true });
    beside.clear();
    cpSync(source, folder, {
      recursive: true,
      filter: (file) => !isModel(file) || path.extname(file) === ending,
    });
    const files = walk(folder).filter(isModel);
    const models = await openAll(files);
    compareLines(`info ${ending}`, run("info", "-q", "--json", ...files),
      models.filter((model) => !model.error)
        .map((model) => (isUnverified(model) ? fewerNotes(model.infoText()) : model.infoText()) + "\n").join(""));
    compareLines(`check ${ending}`, run("check", "-q", "--json", ...files),
      checkAllText(models).split("\n").map(withoutNote).join("\n"));
    for (const variant of variants) convertAll(models, folder, `${work}/out`, variant);
    for (const model of models) model.close();
  }
}

const work = mkdtempSync(path.join(tmpdir(), "maquette-web-"));
try {
  await compareFolder("tests/data", work);
  const corpus = process.env.MAQUETTE_CORPUS;
  if (process.env.MAQUETTE_DEEP && existsSync(corpus))
    for (const entry of readdirSync(corpus, { withFileTypes: true }))
      if (entry.isDirectory()) await compareFolder(`${corpus}/${entry.name}`, work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const [kind, count] of kinds) console.log(`${count} differ: ${kind}`);
console.log(`${compared} results compared, ${differing} differ`);
process.exitCode = differing > 0 || compared === 0 ? 1 : 0;
