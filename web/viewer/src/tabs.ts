// SPDX-License-Identifier: MIT
//
// The tabs of the details: which panel is shown. The arrow keys go from tab to tab.

import { byId } from "./page";

export class Tabs {
  private tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];

  constructor() {
    for (const tab of this.tabs) {
      tab.onclick = () => this.choose(tab.id.slice("tab-".length));
      tab.onkeydown = (event) => this.move(tab, event);
    }
    this.choose("findings");
  }

  choose(name: string): void {
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      byId(tab.getAttribute("aria-controls")!, HTMLElement).hidden = !on;
    }
  }

  private move(tab: HTMLElement, event: KeyboardEvent): void {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const visible = this.tabs.filter((one) => !one.hidden);
    const step = event.key === "ArrowRight" ? 1 : -1;
    const next = visible[(visible.indexOf(tab) + step + visible.length) % visible.length];
    this.choose(next.id.slice("tab-".length));
    next.focus();
  }
}
