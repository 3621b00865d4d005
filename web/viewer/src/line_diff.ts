// SPDX-License-Identifier: MIT
//
// Which lines differ between two texts: the shortest list of removed and added lines, by Myers' algorithm.

export interface LineChange {
  sign: "-" | "+";
  line: number; // from 1: of the old text when it was removed, of the new one when it was added
  text: string;
}

export function splitLines(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
}

/** More changes than this are not searched for the shortest list. */
const MOST_CHANGES = 2000;

/** The changes in order; null when there are too many. */
export function diffLines(a: string[], b: string[]): LineChange[] | null {
  // Of each number of changes: how far into `a` one gets on each diagonal x - y, from -changes to changes.
  const steps: Int32Array[] = [];
  for (let changes = 0; changes <= Math.min(a.length + b.length, MOST_CHANGES); changes++) {
    const before = steps.at(-1);
    const reached = new Int32Array(2 * changes + 1);
    steps.push(reached);
    for (let k = -changes; k <= changes; k += 2) {
      let x = before ? startOf(before, changes, k) : 0;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached[k + changes] = x;
      if (k === a.length - b.length && x >= a.length) return trace(a, b, steps);
    }
  }
  return null;
}

// Whether the last change on the way to diagonal k adds a line; `before` has one change fewer.
function adds(before: Int32Array, changes: number, k: number): boolean {
  return k === -changes || (k !== changes && before[k - 1 + changes - 1] < before[k + 1 + changes - 1]);
}

function startOf(before: Int32Array, changes: number, k: number): number {
  return adds(before, changes, k) ? before[k + 1 + changes - 1] : before[k - 1 + changes - 1] + 1;
}

// Goes back from the ends of both texts.
function trace(a: string[], b: string[], steps: Int32Array[]): LineChange[] {
  const found: LineChange[] = [];
  let k = a.length - b.length;
  for (let changes = steps.length - 1; changes > 0; changes--) {
    const before = steps[changes - 1];
    const x = startOf(before, changes, k);
    if (adds(before, changes, k)) {
      found.push({ sign: "+", line: x - k, text: b[x - k - 1] });
      k++;
    } else {
      found.push({ sign: "-", line: x, text: a[x - 1] });
      k--;
    }
  }
  return found.reverse();
}
