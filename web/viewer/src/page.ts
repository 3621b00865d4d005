// SPDX-License-Identifier: MIT
//
// Elements of the page.

/** The element of an id. */
export function byId<T extends HTMLElement>(id: string, Type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof Type)) throw new Error(`the page lacks #${id}`);
  return element;
}

/** A new element with a class and children. */
export function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function makeButton(text: string, onclick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = text;
  button.onclick = onclick;
  return button;
}

/** A button that is on or off. */
export function toggleButton(id: string, change: (on: boolean) => void): (on?: boolean) => void {
  const button = byId(id, HTMLButtonElement);
  const set = (on = button.getAttribute("aria-pressed") !== "true") => {
    button.setAttribute("aria-pressed", String(on));
    change(on);
  };
  button.onclick = () => set();
  return set;
}

export function download(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function setStatus(text: string): void {
  byId("status", HTMLElement).textContent = text;
}
