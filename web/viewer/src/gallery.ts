// SPDX-License-Identifier: MIT
//
// Thumbnails of all models in the list, drawn as they come into view.

import type { Entry } from "./library";
import { baseName } from "./library";
import { byId, make } from "./page";

const WIDTH = 160;
const HEIGHT = 180;
const SIDE = 144;
const MOST_KEPT = 400;

export class Gallery {
  private box = byId("gallery", HTMLElement);
  private entries: Entry[] = [];
  private pictures = new Map<string, HTMLCanvasElement>();
  private busy = false;
  private chosen = "";

  /** `draw` draws a thumbnail; `onChoose` gets the model that was clicked. */
  constructor(private draw: (entry: Entry, to: HTMLCanvasElement) => Promise<void>,
    private onChoose: (name: string) => void) {
    this.box.onscroll = () => this.show();
    new ResizeObserver(() => this.show()).observe(this.box);
  }

  setEntries(entries: Entry[]): void {
    this.entries = entries;
    this.show();
  }

  /** The pictures are out of date, since files were added. */
  clear(): void {
    this.pictures.clear();
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

  private inView(): { entry: Entry; index: number; columns: number }[] {
    const columns = Math.max(1, Math.floor(this.box.clientWidth / WIDTH));
    const first = Math.max(0, Math.floor(this.box.scrollTop / HEIGHT)) * columns;
    const count = (Math.ceil(this.box.clientHeight / HEIGHT) + 1) * columns;
    return this.entries.slice(first, first + count).map((entry, i) => ({ entry, index: first + i, columns }));
  }

  private show(): void {
    if (!this.open) return;
    const cells = this.inView();
    const columns = cells[0]?.columns ?? 1;
    const spacer = make("div", "");
    spacer.style.height = `${Math.ceil(this.entries.length / columns) * HEIGHT}px`;
    this.box.replaceChildren(spacer, ...cells.map(({ entry, index }) => {
      const button = document.createElement("button");
      button.title = entry.name;
      button.onclick = () => this.onChoose(entry.name);
      if (entry.name === this.chosen) button.setAttribute("aria-current", "true");
      button.style.left = `${(index % columns) * WIDTH + 4}px`;
      button.style.top = `${Math.floor(index / columns) * HEIGHT + 4}px`;
      button.append(this.pictures.get(entry.name) ?? make("canvas", ""), make("span", "", baseName(entry.name)));
      return button;
    }));
    void this.fill();
  }

  // One picture after the other, always the first in view that is missing.
  private async fill(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (;;) {
      const next = this.open && this.inView().find(({ entry }) => !this.pictures.has(entry.name));
      if (!next) break;
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = SIDE;
      this.pictures.set(next.entry.name, canvas);
      if (this.pictures.size > MOST_KEPT) this.pictures.delete(this.pictures.keys().next().value!);
      await this.draw(next.entry, canvas);
      const button = [...this.box.querySelectorAll("button")].find((one) => one.title === next.entry.name);
      button?.querySelector("canvas")?.replaceWith(canvas);
    }
    this.busy = false;
  }
}
