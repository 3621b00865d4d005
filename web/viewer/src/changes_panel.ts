// SPDX-License-Identifier: MIT
//
// What differs: between two models that are compared, or a file and its repaired copy.

import type { Change, Model } from "maquette-models";
import { baseName } from "./library";
import { diffLines, splitLines } from "./line_diff";
import { byId, download, make, makeButton, plural } from "./page";
import type { Tabs } from "./tabs";

const MOST_SHOWN = 500;

export interface ModelFile {
  model: Model;
  bytes: Uint8Array;
}

export class ChangesPanel {
  private tab = byId("tab-changes", HTMLElement);
  private panel = byId("panel-changes", HTMLElement);

  constructor(private tabs: Tabs) {}

  showComparison(a: Model, b: Model): void {
    this.show("Differences", ...modelChanges(a, b));
  }

  /** `isText`: the files have lines, which are compared. */
  showFix(before: ModelFile, after: ModelFile, applied: number, isText: boolean): void {
    const name = baseName(after.model.name ?? "model");
    const save = makeButton(`Download ${name}`, () => download(name, new Blob([after.bytes as BlobPart])));
    save.id = "download-fixed";
    this.show("Changes",
      make("p", "", `${plural(applied, "finding is", "findings are")} fixed in this copy. Your own file stays as it is.`),
      make("p", "", save),
      ...(isText ? lineChanges(before.bytes, after.bytes) : []),
      make("h2", "", "In the model"), ...modelChanges(before.model, after.model));
    save.focus();
  }

  hide(): void {
    if (this.tab.getAttribute("aria-selected") === "true") this.tabs.choose("findings");
    this.tab.hidden = true;
  }

  private show(title: string, ...content: HTMLElement[]): void {
    this.tab.textContent = title;
    this.tab.hidden = false;
    this.panel.replaceChildren(...content);
    this.tabs.choose("changes");
  }
}

function modelChanges(a: Model, b: Model): HTMLElement[] {
  try {
    const changes = a.diff(b);
    return [make("p", "", plural(changes.length, "difference", "differences")),
      make("ul", "changes", ...changes.slice(0, MOST_SHOWN).map((change) =>
        make("li", "", make("code", "", change.path), ` ${describeChange(change)}`)))];
  } catch (error) {
    return [make("p", "", (error as Error).message)];
  }
}

function lineChanges(before: Uint8Array, after: Uint8Array): HTMLElement[] {
  const changes = diffLines(splitLines(before), splitLines(after));
  if (!changes) return [];
  return [make("h2", "", "Lines"), make("div", "lines", ...changes.slice(0, MOST_SHOWN).map(({ sign, line, text }) =>
    make("div", sign === "-" ? "removed" : "added", make("b", "", String(line)), `${sign} ${text}`)))];
}

function short(value: unknown): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function describeChange(change: Change): string {
  if (change.kind !== "changed") return `${change.kind} ${short(change.a ?? change.b)}`;
  if (change.rows_changed) return `${plural(change.rows_changed, "row", "rows")} changed`;
  return `${short(change.a)} \u2192 ${short(change.b)}`;
}
