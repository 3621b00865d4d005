// SPDX-License-Identifier: MIT
//
// Zip archives, read by slices: the directory first, and each entry when it is wanted.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** No entry of an archive unpacks to more. */
const MOST_BYTES = 1 << 30;

export interface ZipEntry {
  name: string;
  read(): Promise<Uint8Array>;
}

async function slice(blob: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}

// Where the directory lies. A comment of up to 64 KiB may follow the end record.
async function findDirectory(blob: Blob): Promise<{ offset: number; length: number; count: number }> {
  const from = Math.max(0, blob.size - END_LENGTH - 0xffff);
  const tail = await slice(blob, from, blob.size);
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const length = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    if (offset + length > from + at) throw new Error("the directory of the archive lies outside of it");
    return { offset, length, count: tail.getUint16(at + 10, true) };
  }
  throw new Error("this is not a zip archive, or its end is missing");
}

async function inflate(packed: Blob, size: number): Promise<Uint8Array> {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > size) {
      await reader.cancel();
      throw new Error("an entry of the archive is larger than its directory says");
    }
    bytes.set(value, filled);
    filled += value.length;
  }
  if (filled < size) throw new Error("an entry of the archive is cut off");
  return bytes;
}

async function readEntry(blob: Blob, local: number, method: number, packed: number, size: number): Promise<Uint8Array> {
  const header = await slice(blob, local, local + LOCAL_LENGTH);
  if (header.byteLength < LOCAL_LENGTH || header.getUint32(0, true) !== LOCAL)
    throw new Error("an entry of the archive is missing");
  const start = local + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const body = blob.slice(start, start + packed);
  if (method === 8) return inflate(body, size);
  if (method !== 0) throw new Error("an entry is packed in a way that is not read");
  return new Uint8Array(await body.arrayBuffer());
}

/** The files of an archive. */
export async function readZip(blob: Blob): Promise<ZipEntry[]> {
  const directory = await findDirectory(blob);
  const view = await slice(blob, directory.offset, directory.offset + directory.length);
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + ENTRY_LENGTH <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(new Uint8Array(view.buffer, at + ENTRY_LENGTH, nameLength));
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    // Folders, encrypted entries, and sizes that cannot be true.
    if (name.endsWith("/") || (flags & 1) !== 0 || size > MOST_BYTES || size > packed * 1032 + 64) continue;
    entries.push({ name, read: () => readEntry(blob, local, method, packed, size) });
  }
  return entries;
}

// ----------------------------------------------------------------------------------------- writing

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function record(signature: number, fields: [number, number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 + fields.reduce((sum, [, width]) => sum + width, 0)));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return new Uint8Array(view.buffer);
}

/** An archive of stored files. */
export function writeZip(files: { name: string; bytes: Uint8Array }[]): Blob {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  let directoryLength = 0;
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored, the first day of the format.
    const common: [number, number][] = [
      [20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4],
      [encoded.length, 2], [0, 2],
    ];
    const local = record(LOCAL, common);
    const entry = record(ENTRY, [[20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]);
    parts.push(local, encoded, bytes);
    directory.push(entry, encoded);
    offset += local.length + encoded.length + bytes.length;
    directoryLength += entry.length + encoded.length;
  }
  const end = record(END, [
    [0, 2], [0, 2], [files.length, 2], [files.length, 2], [directoryLength, 4], [offset, 4], [0, 2],
  ]);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: "application/zip" });
}
