// SPDX-License-Identifier: MIT
//
// The list of models: search, filters, selection. Only the rows that are in view exist.

import { extensionOf, type Entry } from "./library";
import { byId, make } from "./page";

const ROW = 24;

/** What is known of the findings of a model. */
export type Verdict = "error" | "warning" | "clean";

/** What a click does: selects one model, adds one to those that are joined, or chooses the second of two. */
export type Mode = "one" | "join" | "compare";

export class ModelList {
  private all: Entry[] = [];
  shown: Entry[] = [];
  private selected: string[] = [];
  readonly verdicts = new Map<string, Verdict>();
  private list = byId("list", HTMLUListElement);
  private spacer = make("div", "spacer");
  private search = byId("search", HTMLInputElement);
  private format = byId("filter-format", HTMLSelectElement);
  private findings = byId("filter-findings", HTMLSelectElement);
  mode: Mode = "one";
  onFilter = (): void => {};
  /** A model was clicked, which asks to see it. */
  onClick = (): void => {};

  constructor(private onSelect: (names: string[]) => void) {
    this.list.onscroll = () => this.draw();
    new ResizeObserver(() => this.draw()).observe(this.list);
    for (const input of [this.search, this.format, this.findings]) input.oninput = () => this.filter();
    this.list.onclick = (event) => {
      const row = (event.target as HTMLElement).closest("li");
      if (!row?.dataset.name) return;
      this.onClick();
      this.choose(row.dataset.name, event.ctrlKey || event.metaKey);
    };
    this.list.onkeydown = (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.move(event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
    };
  }

  setEntries(entries: Entry[]): void {
    this.all = entries;
    const extensions = [...new Set(entries.map((entry) => extensionOf(entry.name)))].sort();
    const before = this.format.value;
    this.format.replaceChildren(new Option("all formats", ""), ...extensions.map((name) => new Option(name, name)));
    this.format.value = extensions.includes(before) ? before : "";
    this.filter();
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdict = this.findings.value;
    this.shown = this.all.filter((entry) => {
      const name = entry.name.toLowerCase();
      return words.every((word) => name.includes(word)) &&
        (!this.format.value || extensionOf(name) === this.format.value) &&
        (!verdict || this.verdicts.get(entry.name) === verdict);
    });
    const empty = byId("list-empty", HTMLElement);
    empty.hidden = this.shown.length > 0;
    empty.textContent = this.all.length > 0 ? "No model matches." : "No models are open.";
    this.draw();
    this.onFilter();
  }

  setVerdict(name: string, verdict: Verdict): void {
    if (this.verdicts.get(name) === verdict) return;
    this.verdicts.set(name, verdict);
    this.draw();
  }

  /** Whether the filter needs the findings of all models. */
  get needsVerdicts(): boolean {
    return this.findings.value !== "";
  }

  refresh(): void {
    this.filter();
  }

  /** What a click on a model does; `several` as in the mode "join". */
  choose(name: string, several = false): void {
    if (this.mode === "compare" && this.selected.length > 0) {
      this.select([...new Set([this.selected[0], name])]);
    } else if (several || this.mode === "join") {
      const without = this.selected.filter((one) => one !== name);
      this.select(without.length < this.selected.length ? without : [...this.selected, name]);
    } else this.select([name]);
  }

  private move(by: number, several: boolean): void {
    const at = this.shown.findIndex((entry) => entry.name === this.selected.at(-1));
    const next = this.shown[Math.min(this.shown.length - 1, Math.max(0, at + by))];
    if (!next) return;
    if (this.mode === "compare") this.choose(next.name);
    else this.select(several ? [...new Set([...this.selected, next.name])] : [next.name]);
  }

  select(names: string[]): void {
    if (names.length === 0) return;
    this.selected = names;
    const at = this.shown.findIndex((entry) => entry.name === names.at(-1));
    if (at >= 0) {
      const top = at * ROW;
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      else if (top + ROW > this.list.scrollTop + this.list.clientHeight)
        this.list.scrollTop = top + ROW - this.list.clientHeight;
    }
    this.draw();
    this.onSelect(names);
  }

  private draw(): void {
    this.spacer.style.height = `${this.shown.length * ROW}px`;
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 4);
    const rows = this.shown.slice(first, first + Math.ceil(this.list.clientHeight / ROW) + 8);
    this.list.replaceChildren(this.spacer, ...rows.map((entry, index) => {
      const slash = entry.name.lastIndexOf("/");
      const row = make("li", "", entry.name.slice(slash + 1));
      row.dataset.name = row.title = entry.name;
      row.role = "option";
      row.ariaSelected = String(this.selected.includes(entry.name));
      row.ariaPosInSet = String(first + index + 1);
      row.ariaSetSize = String(this.shown.length);
      row.style.top = `${(first + index) * ROW}px`;
      const verdict = this.verdicts.get(entry.name);
      if (verdict && verdict !== "clean") row.append(make("span", `mark ${verdict}`, verdict));
      if (slash > 0) row.append(make("span", "folder", entry.name.slice(0, slash)));
      return row;
    }));
  }
}
