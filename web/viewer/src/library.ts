// SPDX-License-Identifier: MIT
//
// The files that were opened: dropped files, folders and archives, later ones over earlier ones.

import { Files, open, type Model } from "maquette-models";
import { readZip } from "./zip";

export interface Entry {
  name: string;
  read(): Promise<Uint8Array>;
}

/** A file to open. */
export interface NewFile {
  name: string;
  file: Blob;
}

const ARCHIVE = /\.(wz|zip|pk3|dpk)$/i;
const IMAGE = /\.(png|jpe?g|webp|tga|bmp|dds|ktx2?)$/i;

export class Library {
  private entries = new Map<string, Entry>();
  private imageNames: Files | null = null;

  constructor(private extensions: Set<string>) {}

  /** Adds files; returns what could not be read. */
  async add(files: NewFile[]): Promise<string[]> {
    const problems: string[] = [];
    for (const { name, file } of files) {
      if (!ARCHIVE.test(name)) {
        this.put(name, async () => new Uint8Array(await file.arrayBuffer()));
        continue;
      }
      try {
        for (const entry of await readZip(file)) this.put(entry.name, entry.read);
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message}`);
      }
    }
    return problems;
  }

  /** Adds a file that is read when it is needed. */
  put(name: string, read: () => Promise<Uint8Array>): void {
    const clean = name.replaceAll("\\", "/").split("/").filter((part) => part && part !== "." && part !== "..").join("/");
    this.entries.set(clean, { name: clean, read });
    this.imageNames?.close();
    this.imageNames = null;
  }

  get(name: string): Entry | undefined {
    return this.entries.get(name);
  }

  get count(): number {
    return this.entries.size;
  }

  /** An image of this name in any folder, where neither the game nor the model would search. */
  findImage(name: string): Entry | undefined {
    const wanted = baseName(name.replaceAll("\\", "/")).toLowerCase();
    return [...this.entries.values()].find((entry) =>
      IMAGE.test(entry.name) && baseName(entry.name).toLowerCase() === wanted);
  }

  /** What a faction of Warzone 2100 has in place of a structure; the structure itself when it has nothing else. */
  ofFaction(name: string, suffix: string): Entry | undefined {
    const [, stem, extension] = /^(.*?)(\.[^./]*)?$/.exec(name)!;
    // Two structures have a number that those of the factions lack.
    const other = `${stem.replace(/\b(blwallc|blguard)1$/, "$1")}${suffix}${extension ?? ""}`;
    return (suffix && this.entries.get(other)) || this.entries.get(name);
  }

  models(): Entry[] {
    return [...this.entries.values()]
      .filter((entry) => this.extensions.has(extensionOf(entry.name)))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /**
   * Opens a model, which finds images by their names alone, and with their bytes the files that it needs
   * while it is read and the images that are named here.
   */
  async open(name: string, bytes: Uint8Array, images: string[] = []): Promise<Model> {
    const files = await this.filesFor(name, bytes, images);
    try {
      return await open(bytes, { name, files });
    } finally {
      if (files !== this.imageNames) files.close();
    }
  }

  private async filesFor(model: string, bytes: Uint8Array, images: string[]): Promise<Files> {
    const needed = namesIn(model, bytes).map((name) => this.findBeside(model, name));
    const whole = [...needed, ...images.map((name) => this.entries.get(name))].filter((entry) => entry !== undefined);
    if (whole.length === 0) return (this.imageNames ??= new Files(this.names()));
    const files = this.names();
    for (const entry of whole) files.set(entry.name, await entry.read());
    return new Files(files);
  }

  /** The files that a model needs while it is read and that are not there. */
  async missingNames(model: string): Promise<string[]> {
    const entry = this.entries.get(model);
    const names = entry ? namesIn(model, await entry.read()) : [];
    return names.filter((name) => !this.findBeside(model, name));
  }

  private names(): Map<string, Uint8Array> {
    const nothing = new Uint8Array(0);
    const images = [...this.entries.keys()].filter((name) => IMAGE.test(name));
    return new Map(images.map((name) => [name, nothing]));
  }

  private findBeside(model: string, name: string): Entry | undefined {
    const parts = model.split("/").slice(0, -1);
    for (const part of name.replaceAll("\\", "/").split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    const path = parts.join("/");
    const exact = this.entries.get(path);
    if (exact) return exact;
    return [...this.entries.values()].find((entry) => entry.name.toLowerCase() === path.toLowerCase());
  }
}

export function extensionOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? "";
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

// The buffers of a glTF file and the material files of an OBJ file.
function namesIn(name: string, bytes: Uint8Array): string[] {
  const extension = extensionOf(name);
  if (extension === ".gltf") {
    try {
      const root = JSON.parse(new TextDecoder().decode(bytes)) as { buffers?: { uri?: unknown }[] };
      return (root.buffers ?? []).map((buffer) => buffer?.uri)
        .filter((uri): uri is string => typeof uri === "string" && !uri.startsWith("data:"))
        .map((uri) => {
          try {
            return decodeURIComponent(uri);
          } catch {
            return uri;
          }
        });
    } catch {
      return []; // The library reports what is wrong with it.
    }
  }
  if (extension === ".obj") {
    const text = new TextDecoder().decode(bytes);
    return [...text.matchAll(/^\s*mtllib\s+(.+?)\s*$/gm)].map((match) => match[1]);
  }
  return [];
}

// ------------------------------------------------------------------------------------------ dropping

async function walkHandle(handle: FileSystemHandle, path: string, found: NewFile[]): Promise<void> {
  const name = path + handle.name;
  if (handle.kind === "file") {
    found.push({ name, file: await (handle as FileSystemFileHandle).getFile() });
    return;
  }
  const folder = handle as FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>;
  for await (const [, child] of folder) await walkHandle(child, `${name}/`, found);
}

async function walkEntry(entry: FileSystemEntry, found: NewFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((good, bad) => (entry as FileSystemFileEntry).file(good, bad));
    found.push({ name: entry.fullPath.slice(1), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((good, bad) => reader.readEntries(good, bad));
    if (batch.length === 0) return;
    for (const child of batch) await walkEntry(child, found);
  }
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** The files of a drop, folders walked. Items have to be asked before the event ends. */
export async function droppedFiles(data: DataTransfer): Promise<NewFile[]> {
  const found: NewFile[] = [];
  const waiting = [...data.items].filter((item) => item.kind === "file").map((item) => {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry?.() ?? null;
    const handle = entry?.isDirectory ? (item as HandleItem).getAsFileSystemHandle?.() : undefined;
    return async () => {
      if (!entry?.isDirectory) {
        if (file) found.push({ name: file.name, file });
        return;
      }
      const folder = await handle;
      if (folder) await walkHandle(folder, "", found);
      else await walkEntry(entry, found);
    };
  });
  for (const wait of waiting) await wait();
  return found;
}

/** The files of a file dialog. */
export function chosenFiles(list: FileList): NewFile[] {
  return [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}
