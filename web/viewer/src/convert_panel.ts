// SPDX-License-Identifier: MIT
//
// Conversion with the list of losses, and the download of the result.

import { join, type Format, type Model } from "maquette-models";
import { baseName } from "./library";
import { byId, download, make, makeButton, plural } from "./page";
import { writeZip } from "./zip";

export class ConvertPanel {
  private to = byId("to", HTMLSelectElement);
  private result = byId("converted", HTMLElement);
  private models: Model[] = [];
  private inputs: { at?: string }[] = [];

  constructor(private formats: Format[]) {
    this.to.append(...formats.flatMap((format) => format.variants.filter((variant) => variant.write)
      .map((variant) => new Option(`${variant.name}: ${variant.title}`, variant.name))));
    this.to.value = "glb";
    byId("convert", HTMLButtonElement).onclick = () => this.convert();
  }

  /** Several models are joined; `inputs` says where they are attached. */
  setModels(models: Model[], inputs: { at?: string }[]): void {
    this.models = models;
    this.inputs = inputs;
    this.result.replaceChildren();
  }

  private outputName(): string {
    const variant = this.formats.flatMap((format) => format.variants).find((one) => one.name === this.to.value)!;
    return baseName(this.models[0].name ?? "model").replace(/\.[^.]*$/, "") + variant.extension;
  }

  private convert(): void {
    if (this.models.length === 0) return;
    const name = this.outputName();
    try {
      const { bytes, files, losses, findings } = join(this.models, this.to.value, { name,
        images: this.to.value === "glb" ? "embed" : "copy", inputs: this.inputs });
      const all = [{ name, bytes }, ...files];
      const save = makeButton(`Download ${name}${files.length > 0 ? " and more (.zip)" : ""}`, () =>
        files.length > 0 ? download(name.replace(/\.[^.]*$/, ".zip"), writeZip(all))
          : download(name, new Blob([bytes as BlobPart])));
      save.id = "download";
      this.result.replaceChildren(
        make("p", "", `${plural(bytes.length, "byte", "bytes")}, ${plural(losses.length, "loss", "losses")}`), save,
        make("ul", "", ...[...losses, ...findings].map((one) =>
          make("li", one.severity, `${one.rule}: ${one.message}`))));
      save.focus();
    } catch (error) {
      this.result.replaceChildren(make("p", "error", (error as Error).message));
    }
  }
}
