// SPDX-License-Identifier: MIT
//
// The findings of a model, and the lines of its file that they are about.

import type { Finding, Model, Rule } from "maquette-models";
import { splitLines } from "./line_diff";
import { byId, make, plural } from "./page";

const CONTEXT = 200; // lines around the one that is shown

// The programs whose rules `check` knows, in words.
const TARGET_TITLES: Record<string, string> = {
  game: "Warzone 2100 (4.4 and later)", "game-4.3": "Warzone 2100 4.3", wmit: "WMIT", qwzm: "qwzm",
  client: "the client of Pangya", season5: "the client of season 5", ioq3: "ioquake3", raylib: "raylib", assimp: "assimp",
  reference: "the reference compiler", common: "most programs", spec: "the specification",
};

// Messages name options of the command, where the page has files that are dropped; and the folder above all that
// was dropped has no name.
function inPage(message: string): string {
  return message.replace("name the game's data with --data", "drop the data of the game on this page, too")
    .replace(/ in: (.*, )?$/, (_, folders?: string) =>
      folders ? ` in: ${folders}or outside of any folder` : " among the open files");
}

export class FindingsPanel {
  private list = byId("findings", HTMLUListElement);
  private counts = byId("counts", HTMLElement);
  private source = byId("source", HTMLElement);
  private target = byId("target", HTMLSelectElement);
  private fix = byId("fix", HTMLButtonElement);
  private explanation = byId("explanation", HTMLElement);
  private model: Model | null = null;
  private wanted = ""; // the target that was chosen, for the formats that have it
  private bytes: Uint8Array = new Uint8Array(0);

  /** `onFix` gets the repaired file and the number of repairs; `onFinding` the finding that was clicked. */
  constructor(private rules: Rule[], private onFix: (bytes: Uint8Array, applied: number) => void,
    private onFinding: (finding: Finding) => void) {
    this.target.onchange = () => {
      this.wanted = this.target.value;
      this.check();
    };
    this.fix.onclick = () => {
      if (!this.model) return;
      const { bytes: fixed, applied } = this.model.fix({ target: this.target.value });
      this.onFix(fixed, applied);
    };
  }

  setModel(model: Model, bytes: Uint8Array, targets: string[]): void {
    this.model = model;
    this.bytes = bytes;
    this.target.replaceChildren(...targets.map((name) => new Option(TARGET_TITLES[name] ?? name, name)));
    this.target.value = targets.includes(this.wanted) ? this.wanted : (targets[0] ?? "");
    this.source.hidden = this.explanation.hidden = true;
    this.check();
  }

  private check(): void {
    if (!this.model) return;
    const report = this.model.check({ target: this.target.value || undefined });
    const { error, warning, note } = report.counts;
    // The page decodes images itself: that the module did not verify them is not worth a line.
    const findings = report.findings.filter((finding) => finding.rule !== "IMG-0203");
    const notes = note - (report.findings.length - findings.length);
    this.counts.textContent = `${report.error ? `${report.error}. ` : ""}${plural(error, "error", "errors")}, ` +
      `${plural(warning, "warning", "warnings")}, ${plural(notes, "note", "notes")}`;
    this.fix.disabled = !report.findings.some((finding) => finding.fixable);
    this.list.replaceChildren(...findings.slice(0, 1000).map((finding) => {
      const button = document.createElement("button");
      const where = finding.line !== null ? `${finding.line}:${finding.column} `
        : finding.offset !== null ? `@0x${finding.offset.toString(16)} ` : "";
      button.append(where, make("strong", finding.severity, finding.severity), ` ${finding.rule}: ${inPage(finding.message)}`);
      button.onclick = () => this.choose(finding);
      return make("li", "", button);
    }));
  }

  private choose(finding: Finding): void {
    const rule = this.rules.find(({ id }) => id === finding.rule);
    this.explanation.hidden = !rule;
    this.explanation.textContent = rule ? `${rule.title}. ${rule.explain}` : "";
    this.showSource(finding);
    this.onFinding(finding);
  }

  // The lines around a finding, with its bytes marked.
  private showSource(finding: Finding): void {
    this.source.hidden = finding.offset === null;
    if (finding.offset === null) return;
    if (finding.line === null) return this.showBytes(finding);
    const lines = this.lines();
    const line = finding.line - 1;
    const first = Math.max(0, line - CONTEXT);
    this.source.replaceChildren(...lines.slice(first, line + CONTEXT).map((text, index) => {
      const row = make("div", "", make("b", "", String(first + index + 1)));
      if (first + index !== line) {
        row.append(text);
        return row;
      }
      row.setAttribute("aria-current", "true");
      // Columns count bytes.
      const bytes = new TextEncoder().encode(text);
      const decode = (from: number, to?: number) => new TextDecoder().decode(bytes.subarray(from, to));
      const from = finding.column! - 1;
      const to = from + Math.max(1, finding.length ?? 1);
      row.append(decode(0, from), make("mark", "", decode(from, to) || " "), decode(to));
      return row;
    }));
    this.source.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  private showBytes(finding: Finding): void {
    const start = Math.max(0, (finding.offset! & ~15) - 128);
    const rows: HTMLElement[] = [];
    for (let at = start; at < Math.min(this.bytes.length, start + 512); at += 16) {
      const row = make("div", "", make("b", "", at.toString(16).padStart(6, "0")));
      for (let i = at; i < Math.min(at + 16, this.bytes.length); i++) {
        const text = `${this.bytes[i].toString(16).padStart(2, "0")} `;
        const marked = i >= finding.offset! && i < finding.offset! + Math.max(1, finding.length ?? 1);
        row.append(marked ? make("mark", "", text) : text);
      }
      rows.push(row);
    }
    this.source.replaceChildren(...rows);
    this.source.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  lines(): string[] {
    return splitLines(this.bytes);
  }
}
