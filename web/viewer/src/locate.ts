// SPDX-License-Identifier: MIT
//
// Where in the model the line of a PIE file is: the point or polygon that a row describes.

import { Vector3 } from "three";

interface Section {
  keyword: string;
  first: number; // the line of the first row
  count: number;
}

interface Level {
  sections: Section[];
}

function readLevels(lines: string[]): Level[] {
  const levels: Level[] = [];
  lines.forEach((line, index) => {
    const [keyword, number] = line.trim().split(/\s+/);
    if (keyword === "LEVEL") levels.push({ sections: [] });
    else if ((keyword === "POINTS" || keyword === "POLYGONS") && levels.length > 0)
      levels.at(-1)!.sections.push({ keyword, first: index + 1, count: Number(number) });
  });
  return levels;
}

// The axes of PIE are left-handed.
function pointOf(line: string | undefined): Vector3 | null {
  const [x, y, z] = (line ?? "").trim().split(/\s+/).map(Number);
  return [x, y, z].every(Number.isFinite) ? new Vector3(x, y, -z) : null;
}

/** The points of what the line describes; none when it is neither a point nor a polygon. */
export function locateLine(lines: string[], line: number): Vector3[] {
  const at = line - 1;
  for (const { sections } of readLevels(lines)) {
    const section = sections.find(({ first, count }) => at >= first && at < first + count);
    if (!section) continue;
    if (section.keyword === "POINTS") {
      const point = pointOf(lines[at]);
      return point ? [point] : [];
    }
    const points = sections.find(({ keyword }) => keyword === "POINTS");
    const numbers = lines[at].trim().split(/\s+/).map(Number);
    if (!points) return [];
    return numbers.slice(2, 2 + numbers[1])
      .map((index) => (index < points.count ? pointOf(lines[points.first + index]) : null))
      .filter((point) => point !== null);
  }
  return [];
}
