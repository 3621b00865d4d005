// SPDX-License-Identifier: MIT
//
// Maquette for JavaScript: reads, checks, fixes and converts game models.

import { init, instance, MaquetteError, release } from "./instance.js";
import { Scene } from "./scene.js";

export { init, MaquetteError, Scene };

function bytesOf(data) {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new MaquetteError("a model is given as bytes: a Uint8Array or an ArrayBuffer", "BAD_ARGUMENT");
}

// ------------------------------------------------------------------------------------------- files

// Names in a set are relative to its root. Without one, "/models/a.obj" and "C:\\a.obj" are there
// without what stands before. Null when a name is not below the root.
function nameBelow(root, name) {
  const relative = (text) => text.replaceAll("\\", "/").replace(/^([A-Za-z]:)?\/+/, "");
  const folder = relative(root).replace(/\/*$/, "/");
  if (folder === "/" || root === ".") return relative(name);
  return relative(name).startsWith(folder) ? relative(name).slice(folder.length) : null;
}

function putTable(lib, entries) {
  const encoder = new TextEncoder();
  const blocks = [];
  try {
    const table = new Uint32Array(entries.length * 3);
    entries.forEach(([name, data], i) => {
      const bytes = bytesOf(data);
      blocks.push(lib.put(encoder.encode(name + "\0")));
      table[i * 3] = blocks.at(-1);
      blocks.push(lib.put(bytes));
      table[i * 3 + 1] = blocks.at(-1);
      table[i * 3 + 2] = bytes.length;
    });
    return lib.put(new Uint8Array(table.buffer));
  } catch (error) {
    if (!lib.dead) for (const block of blocks) lib.run("free", block);
    throw error;
  }
}

// The handle of a set in an instance, and the name of a model in a set.
let filesIn;
let nameIn;

/** Files that models may name, for many models: each instance of the module gets them once. */
export class Files {
  #entries;
  #root;
  #lib = null;
  #handle = 0;

  constructor(files, { root = "" } = {}) {
    this.#root = root;
    this.#entries = (files instanceof Map ? [...files] : Object.entries(files))
      .map(([name, data]) => [nameBelow(root, name), data]).filter(([name]) => name !== null);
  }

  static {
    filesIn = (files, lib) => files.#in(lib);
    nameIn = (files, name) => nameBelow(files.#root, name) ?? name;
  }

  #in(lib) {
    if (this.#lib !== lib || lib.dead) {
      this.close();
      const path = lib.put(new TextEncoder().encode(this.#root + "\0"));
      const reply = lib.call("files", putTable(lib, this.#entries), this.#entries.length, path);
      if (reply.handle === 0) throw lib.error(reply.status);
      this.#lib = lib;
      this.#handle = reply.handle;
    }
    return this.#handle;
  }

  close() {
    if (this.#lib && !this.#lib.dead) this.#lib.run("files_close", this.#handle);
    this.#lib = null;
  }
}

// ------------------------------------------------------------------------------------------ models

// The handle of a model: { instance, handle }.
let handleOf;

// The handles of models, all of the same instance.
function together(models) {
  const all = models.map(handleOf);
  if (all.some((kept) => kept.instance !== all[0].instance))
    throw new MaquetteError("the models were opened in different instances of the module; open them again",
      "BAD_ARGUMENT");
  return { lib: all[0].instance, handles: all.map((kept) => kept.handle) };
}

// Calls a function that takes an array of models.
function callWithModels(name, models, ...rest) {
  const { lib, handles } = together(models);
  const list = lib.put(lib.list(handles));
  try {
    return { lib, reply: lib.call(name, list, handles.length, ...rest) };
  } finally {
    if (!lib.dead) lib.run("free", list);
  }
}

function textOptions(settings = {}) {
  const texts = {};
  for (const [name, value] of Object.entries(settings))
    texts[name] = value === true ? "yes" : value === false ? "no" : String(value);
  return texts;
}

export class Model {
  #kept;

  constructor(lib, reply, name) {
    const { format, version, family, text } = JSON.parse(lib.text(reply));
    this.#kept = lib.keep(this, reply.handle, "close");
    this.name = name;
    this.format = format;
    this.version = version;
    this.family = family;
    this.text = text;
    this.error = reply.status === 0 ? null : lib.error(reply.status);
    if (this.error) this.error.findings = this.findings;
  }

  static {
    handleOf = (model) => model.#handle();
  }

  #handle() {
    if (!this.#kept.open) throw new MaquetteError(`${this.name ?? "the model"} is closed`, "CLOSED");
    this.#kept.instance.mustLive();
    return this.#kept;
  }

  #must(name, ...given) {
    const { instance: lib, handle } = this.#handle();
    if (this.error) throw this.error;
    return lib.must(name, handle, ...given);
  }

  #text(name, ...given) {
    return this.#handle().instance.text(this.#must(name, ...given));
  }

  get findings() {
    const { instance: lib, handle } = this.#handle();
    return JSON.parse(lib.text(lib.must("findings", handle))).findings;
  }

  get bytes() {
    const { instance: lib, handle } = this.#handle();
    return lib.must("source", handle).bytes.slice();
  }

  /** The line of `maquette info --json`. */
  infoText() {
    return this.#text("info");
  }

  info() {
    return JSON.parse(this.infoText());
  }

  check(options) {
    return checkAll([this], options)[0];
  }

  fix({ target } = {}) {
    const { instance: lib, handle } = this.#handle();
    const reply = lib.must("fix", handle, { target });
    return { bytes: reply.bytes.slice(), applied: reply.handle };
  }

  convert(to, options) {
    return join([this], to, options);
  }

  scene() {
    return new Scene(this.#handle().instance, this.#must("scene"));
  }

  diff(other) {
    const { lib, handles } = together([this, other]);
    const reply = lib.call("diff", ...handles);
    if (reply.status === 6)
      throw new MaquetteError("the models have different formats: convert one of them first", "UNSUPPORTED");
    if (reply.status !== 0) throw lib.error(reply.status);
    return JSON.parse(lib.text(reply));
  }

  close() {
    release(this.#kept);
  }
}

export async function open(data, { name, format, strict = false, files } = {}) {
  const bytes = bytesOf(data);
  const lib = await instance();
  const set = !files || files instanceof Files ? files : new Files(files);
  try {
    const name_in_files = set && name && nameIn(set, name);
    const reply = lib.call("open", bytes, set ? filesIn(set, lib) : 0, { name, name_in_files, format, strict });
    if (reply.handle === 0) throw lib.error(reply.status);
    return new Model(lib, reply, name);
  } finally {
    if (set !== files) set.close();
  }
}

/** The lines of `maquette check --json`. */
export function checkAllText(models, { target, complete = false } = {}) {
  if (models.length === 0) return "";
  const { lib, reply } = callWithModels("check", models, complete, { target });
  if (reply.status !== 0) throw lib.error(reply.status);
  return lib.text(reply);
}

export function checkAll(models, options) {
  return checkAllText(models, options).split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// ----------------------------------------------------------------------------------------- convert

// Why the module refused arguments: it only says that it did.
function refusal(lib, to, options) {
  const list = JSON.parse(lib.text(lib.must("formats")));
  const format = list.find((one) => one.variants.some((variant) => variant.name === to));
  if (!format) {
    const names = list.flatMap((one) => one.variants.filter((v) => v.write).map((v) => v.name));
    return `"${to}" is not a format; the formats are ${names.join(", ")}`;
  }
  for (const [name, value] of Object.entries(textOptions(options.settings))) {
    const known = format.settings.find((setting) => setting.name === name);
    if (!known) {
      const names = format.settings.map((setting) => setting.name).join(", ") || "none";
      return `${to} has no setting "${name}"; its settings: ${names}`;
    }
    if (known.values && !known.values.split(/[|, ]+/).includes(value) && !/[A-Z]/.test(known.values))
      return `"${value}" is not a value of the setting ${name}, which is ${known.values}`;
  }
  return null;
}

// What the result needs beside it: the material file of OBJ, and images that were copied.
function companions(lib, handle, name) {
  const nameFrom = (...call) => JSON.parse(lib.text(lib.must(...call))).name;
  const materials = nameFrom("companion_name", handle, name);
  const files = materials ? [{ name: materials, bytes: lib.must("companion", handle).bytes.slice() }] : [];
  for (let index = 0; ; index++) {
    const image = nameFrom("image_name", handle, index);
    if (image === null) return files;
    files.push({ name: image, bytes: lib.must("image_bytes", handle, index).bytes.slice() });
  }
}

function saved(lib, handle, name) {
  const findings = JSON.parse(lib.text(lib.must("findings", handle))).findings;
  return {
    bytes: lib.must("save", handle, name).bytes.slice(),
    files: name ? companions(lib, handle, name) : [],
    losses: findings.filter((finding) => finding.severity === "loss"),
    findings: findings.filter((finding) => finding.severity !== "loss"),
  };
}

export function join(models, to, options = {}) {
  const { name = "", strict, scale, axes, bake, bakeRate, images, settings, inputs = [] } = options;
  for (const model of models) if (model.error) throw model.error;
  const { lib, reply } = callWithModels("convert", models, {
    to, strict, scale, axes, bake, bake_rate: bakeRate, images, output: name || undefined, settings: textOptions(settings),
    inputs: inputs.map((input) => ({ at: input?.at, settings: textOptions(input?.settings) })),
  });
  const { status, handle } = reply;
  try {
    if (status === 0) return saved(lib, handle, name);
    const findings = handle ? JSON.parse(lib.text(lib.must("findings", handle))).findings : [];
    const error = lib.error(status, findings);
    error.message = (status === 1 && refusal(lib, to, options)) || error.message;
    throw error;
  } finally {
    if (handle && !lib.dead) lib.run("close", handle);
  }
}

// ------------------------------------------------------------------------------------------- lists

async function list(name) {
  const lib = await instance();
  return JSON.parse(lib.text(lib.must(name)));
}

export const formats = () => list("formats");
export const rules = () => list("rules");

export async function version() {
  const lib = await instance();
  return lib.text(lib.must("version"));
}

export async function memoryBytes() {
  return (await instance()).memory.buffer.byteLength;
}

export async function decodeImage(data) {
  const lib = await instance();
  const reply = lib.must("image", bytesOf(data));
  const width = reply.handle;
  return { width, height: reply.bytes.length / 4 / width, pixels: new Uint8ClampedArray(reply.bytes) };
}
