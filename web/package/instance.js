// SPDX-License-Identifier: MIT
//
// Instances of the WebAssembly module: calls, memory, and what happens when one fails.

const STATUS = [
  "OK", "BAD_ARGUMENT", "NO_MEMORY", "OVER_LIMIT", "UNKNOWN_FORMAT", "BAD_DATA", "UNSUPPORTED",
  "CANNOT_READ", "CANNOT_WRITE", "LOSS_REFUSED",
];

// WebAssembly memory never shrinks, so that an instance beyond this size is left to the garbage
// collector once nothing in it is in use.
const KEEP_BYTES = 32 << 20;

/** A call failed. `code` says why; `findings` has the reasons that lie in the file. */
export class MaquetteError extends Error {
  constructor(message, code, findings = []) {
    super(message);
    this.name = "MaquetteError";
    this.code = code;
    this.findings = findings;
  }
}

// ------------------------------------------------------------------------------------- the module

let source = null; // what init() was given
let compiled = null; // a promise of the module

export function init(given) {
  source = given;
  compiled = null;
  current = null;
}

async function compileDefault() {
  const url = new URL("maquette.wasm", import.meta.url);
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new MaquetteError(`${url}: ${response.status}`, "CANNOT_READ");
  return WebAssembly.compile(await response.arrayBuffer());
}

function compile() {
  if (source instanceof WebAssembly.Module) return source;
  return source ? WebAssembly.compile(source) : compileDefault();
}

// The module has no files and prints nothing: every call to the system answers that there is no such
// open file (EBADF) or no such function (ENOSYS).
function systemFor(module) {
  const answers = {};
  for (const { name } of WebAssembly.Module.imports(module))
    answers[name] = () => (name.startsWith("fd_") ? 8 : 52);
  answers.proc_exit = (code) => {
    throw new WebAssembly.RuntimeError(`it ended itself (${code})`);
  };
  return { wasi_snapshot_preview1: answers };
}

// ----------------------------------------------------------------------------------- one instance

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  constructor(instance) {
    this.exports = instance.exports;
    this.memory = instance.exports.memory;
    this.dead = false;
    this.users = 0; // models, scenes and sets of files in use
    this.exports._initialize();
    this.reply = this.exports.reply_at();
  }

  /** A view of the memory; it ends with the next call that makes the memory grow. */
  view(Type, address, length) {
    this.mustLive();
    return new Type(this.memory.buffer, address, length);
  }

  mustLive() {
    if (this.dead)
      throw new MaquetteError("the module crashed, and all that was open in it is gone", "CRASHED");
  }

  // Calls an exported function. A trap, or a stack that overflows, ends the instance.
  run(name, ...values) {
    this.mustLive();
    try {
      return this.exports[name](...values);
    } catch (error) {
      this.dead = true;
      retire(this);
      throw new MaquetteError(`the module crashed in ${name}: ${error.message}`, "CRASHED");
    }
  }

  // Copies bytes into the memory. Without memory for them, the next model gets a fresh instance.
  put(bytes) {
    const address = this.run("alloc", bytes.length) >>> 0;
    if (address === 0) {
      retire(this);
      throw new MaquetteError("there is not enough memory", "NO_MEMORY");
    }
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  // Calls a function that replies. Arguments that are strings, objects or bytes become an address and
  // a length. Returns { status, handle, bytes }, where the bytes are a view of the reply.
  call(name, ...given) {
    const blocks = [];
    const values = [];
    try {
      for (const value of given) {
        if (typeof value === "number" || typeof value === "boolean") {
          values.push(value);
          continue;
        }
        const bytes = value instanceof Uint8Array ? value
          : encoder.encode(typeof value === "string" ? value : JSON.stringify(value));
        blocks.push(this.put(bytes));
        values.push(blocks.at(-1), bytes.length);
      }
      const status = this.run(name, ...values);
      const [address, length, handle] = new Uint32Array(this.memory.buffer, this.reply, 3);
      if (status === 2) retire(this);
      return { status, handle, bytes: new Uint8Array(this.memory.buffer, address, length) };
    } finally {
      if (!this.dead) for (const block of blocks) this.run("free", block);
    }
  }

  text(reply) {
    return decoder.decode(reply.bytes);
  }

  // The reply of a call that must not fail.
  must(name, ...given) {
    const reply = this.call(name, ...given);
    if (reply.status !== 0) throw this.error(reply.status);
    return reply;
  }

  error(status, findings) {
    const message = this.text(this.call("status_text", status));
    return new MaquetteError(message, STATUS[status], findings);
  }

  // ------------------------------------------------------------------------------------- handles

  // Counts a handle as in use, and closes it when its owner is collected without having been closed.
  keep(owner, handle, close) {
    const kept = { instance: this, handle, close, open: true };
    this.users++;
    registry.register(owner, kept, kept);
    return kept;
  }

  // An array of the handles of models.
  list(handles) {
    return new Uint8Array(new Uint32Array(handles).buffer);
  }
}

export function release(kept) {
  if (!kept.open) return;
  kept.open = false;
  registry.unregister(kept);
  const instance = kept.instance;
  if (!instance.dead) instance.run(kept.close, kept.handle);
  instance.users--;
  if (instance.users === 0 && instance.memory.buffer.byteLength > KEEP_BYTES) retire(instance);
}

const registry = new FinalizationRegistry(release);

// ----------------------------------------------------------------------------- the instance in use

let current = null; // a promise of an instance

// Later calls get a fresh instance; what is open in this one stays usable unless it is dead.
function retire(instance) {
  if (current?.instance === instance) current = null;
}

/** The instance for new models. */
export async function instance() {
  while (!current) {
    compiled ??= compile();
    const module = await compiled;
    if (!current) {
      const made = { instance: null };
      made.ready = WebAssembly.instantiate(module, systemFor(module)).then((result) => {
        made.instance = new Instance(result);
        return made.instance;
      });
      current = made;
    }
  }
  return current.instance ?? current.ready;
}
