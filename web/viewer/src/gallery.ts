// SPDX-License-Identifier: MIT
//
// Thumbnails of all models in the list, drawn as they come into view.

import type { Entry } from "./library";
import { baseName } from "./library";
import { byId, make } from "./page";

const WIDTH = 160;
const HEIGHT = 196;
/** Pixels of a thumbnail, along each side. */
export const THUMBNAIL_SIDE = 144;

export interface Thumbnail {
  picture: Blob | null; // null: there is nothing to draw
  note: string; // a line below the name, such as "animation, 2 clips"
}

interface Kept {
  address: string; // of the picture; empty: there is none
  note: string;
}

export class Gallery {
  private box = byId("gallery", HTMLElement);
  private entries: Entry[] = [];
  private kept = new Map<string, Kept>();
  private busy = false;
  private chosen = "";

  /** `draw` draws a thumbnail; `onChoose` gets the model that was clicked. */
  constructor(private draw: (entry: Entry) => Promise<Thumbnail>, private onChoose: (name: string) => void) {
    this.box.onscroll = () => this.show();
    this.box.onkeydown = (event) => this.moveFocus(event);
    new ResizeObserver(() => this.show()).observe(this.box);
  }

  setEntries(entries: Entry[]): void {
    this.entries = entries;
    this.show();
  }

  /** The pictures are out of date, since files were added. */
  clear(): void {
    for (const { address } of this.kept.values()) if (address) URL.revokeObjectURL(address);
    this.kept.clear();
    this.show();
  }

  /** The model that is marked. */
  set current(name: string) {
    this.chosen = name;
    this.show();
  }

  get open(): boolean {
    return !this.box.hidden;
  }

  set open(on: boolean) {
    this.box.hidden = !on;
    this.show();
  }

  private get columns(): number {
    return Math.max(1, Math.floor(this.box.clientWidth / WIDTH));
  }

  private inView(): { entry: Entry; index: number }[] {
    const first = Math.max(0, Math.floor(this.box.scrollTop / HEIGHT)) * this.columns;
    const count = (Math.ceil(this.box.clientHeight / HEIGHT) + 1) * this.columns;
    return this.entries.slice(first, first + count).map((entry, i) => ({ entry, index: first + i }));
  }

  private cellOf(name: string): HTMLButtonElement | undefined {
    return [...this.box.querySelectorAll("button")].find((one) => one.title === name);
  }

  private show(): void {
    if (!this.open) return;
    const focused = this.box.contains(document.activeElement) ? (document.activeElement as HTMLElement).title : "";
    const spacer = make("div", "");
    spacer.style.height = `${Math.ceil(this.entries.length / this.columns) * HEIGHT}px`;
    this.box.replaceChildren(spacer, ...this.inView().map(({ entry, index }) => this.makeCell(entry, index)));
    this.cellOf(focused)?.focus({ preventScroll: true });
    void this.fill();
  }

  private makeCell(entry: Entry, index: number): HTMLButtonElement {
    const button = document.createElement("button");
    button.title = entry.name;
    button.onclick = () => this.onChoose(entry.name);
    if (entry.name === this.chosen) button.setAttribute("aria-current", "true");
    button.style.left = `${(index % this.columns) * WIDTH + 4}px`;
    button.style.top = `${Math.floor(index / this.columns) * HEIGHT + 4}px`;
    const kept = this.kept.get(entry.name);
    button.append(...this.content(kept), make("span", "", baseName(entry.name)), make("small", "", kept?.note ?? ""));
    return button;
  }

  private content(kept: Kept | undefined): HTMLElement[] {
    if (!kept?.address) return [make("div", "")];
    const image = document.createElement("img");
    image.alt = "";
    image.src = kept.address;
    return [image];
  }

  // The arrow keys move the focus from cell to cell.
  private moveFocus(event: KeyboardEvent): void {
    const steps: Record<string, number> =
      { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns };
    const step = steps[event.key];
    const at = this.entries.findIndex((entry) => entry.name === (event.target as HTMLElement).title);
    const next = this.entries[at + step];
    if (step === undefined || at < 0 || !next) return;
    event.preventDefault();
    const top = Math.floor((at + step) / this.columns) * HEIGHT;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + HEIGHT > this.box.scrollTop + this.box.clientHeight)
      this.box.scrollTop = top + HEIGHT - this.box.clientHeight;
    this.show();
    this.cellOf(next.name)?.focus({ preventScroll: true });
  }

  // One picture after the other, always the first in view that is missing.
  private async fill(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (;;) {
      const next = this.open && this.inView().find(({ entry }) => !this.kept.has(entry.name));
      if (!next) break;
      const kept: Kept = { address: "", note: "" };
      this.kept.set(next.entry.name, kept);
      const { picture, note } = await this.draw(next.entry);
      if (this.kept.get(next.entry.name) !== kept) continue; // The pictures were cleared meanwhile.
      if (picture) kept.address = URL.createObjectURL(picture);
      kept.note = note;
      const cell = this.cellOf(next.entry.name);
      cell?.firstElementChild?.replaceWith(...this.content(kept));
      if (cell) cell.lastElementChild!.textContent = note;
    }
    this.busy = false;
  }
}
