// SPDX-License-Identifier: MIT
//
// The files inside the page, as `maquette view` writes them: a list of names, and an element with the bytes of
// each file in base64. They are decoded when they are read.

import { byId } from "./page";

/** A part of the model that is shown first; `at`: where it is attached. */
export interface Part {
  name: string;
  at: string | null;
}

export interface Embedded {
  files: { name: string; read(): Promise<Uint8Array> }[];
  show: Part[];
}

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

export function embeddedFiles(): Embedded {
  const text = byId("embedded", HTMLScriptElement).textContent!;
  if (text === "") return { files: [], show: [] };
  const list = JSON.parse(new TextDecoder().decode(decodeBase64(text))) as { files: string[]; show: Part[] };
  const elements = document.getElementsByClassName("embedded");
  return {
    files: list.files.map((name, index) =>
      ({ name, read: async () => decodeBase64(elements[index].textContent!) })),
    show: list.show,
  };
}
