// SPDX-License-Identifier: MIT
//
// How large one mesh may be for the programs that load a format. `check` has rules about the same numbers.

export interface Limits {
  triangles?: number;
  vertices?: number;
  program: string;
}

const LIMITS: [RegExp, Limits][] = [
  [/^pie/, { triangles: 8192, program: "Warzone 2100" }],
  [/^iqm/, { triangles: 1999, vertices: 999, program: "ioquake3" }],
  [/pet$/, { vertices: 65535, program: "Pangya" }],
];

/** The limits of a variant, such as "pie3"; null when there are none. */
export function limitsOf(variant: string): Limits | null {
  return LIMITS.find(([pattern]) => pattern.test(variant))?.[1] ?? null;
}
