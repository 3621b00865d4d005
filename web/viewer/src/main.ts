// SPDX-License-Identifier: MIT
//
// The viewer starts: unpacks the module, and takes what is dropped or chosen.

import { formats, init, rules } from "maquette-models";
import { App } from "./app";
import { decodeBase64, embeddedFiles } from "./embedded";
import { chosenFiles, droppedFiles } from "./library";
import { byId, setStatus } from "./page";

async function unpackModule(): Promise<void> {
  const packed = decodeBase64(byId("wasm", HTMLScriptElement).textContent!);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  init(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
}

async function start(): Promise<void> {
  await unpackModule();
  const app = new App(await formats(), await rules());
  (window as { maquette?: App }).maquette = app;

  for (const id of ["files", "folder"]) {
    const input = byId(id, HTMLInputElement);
    byId(`open-${id}`, HTMLButtonElement).onclick = () => input.click();
    input.onchange = async () => {
      const files = chosenFiles(input.files!);
      input.value = "";
      await app.addFiles(files);
    };
  }
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dragging");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dragging");
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dragging");
    if (event.dataTransfer) await app.addFiles(await droppedFiles(event.dataTransfer));
  });
  app.addEmbedded(embeddedFiles());
  document.body.dataset.ready = "true";
}

start().catch((error: Error) => setStatus(`The viewer cannot start: ${error.message}`));
