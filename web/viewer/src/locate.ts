// SPDX-License-Identifier: MIT
//
// Where in the model the line of a text file is: the point or polygon that it describes.

import { Vector3 } from "three";

const wordsOf = (line: string | undefined) => (line ?? "").trim().split(/\s+/);

// The point of three numbers, in the axes of the scene.
function makePoint(words: string[], axes: (x: number, y: number, z: number) => Vector3): Vector3[] {
  const [x, y, z] = words.slice(0, 3).map(Number);
  return [x, y, z].every(Number.isFinite) ? [axes(x, y, z)] : [];
}

// ----------------------------------------------------------------------------------------------- PIE

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
    const [keyword, number] = wordsOf(line);
    if (keyword === "LEVEL") levels.push({ sections: [] });
    else if ((keyword === "POINTS" || keyword === "POLYGONS") && levels.length > 0)
      levels.at(-1)!.sections.push({ keyword, first: index + 1, count: Number(number) });
  });
  return levels;
}

// The axes of PIE are left-handed.
const piePoint = (line: string | undefined) => makePoint(wordsOf(line), (x, y, z) => new Vector3(x, y, -z));

function locateInPie(lines: string[], at: number): Vector3[] {
  for (const { sections } of readLevels(lines)) {
    const section = sections.find(({ first, count }) => at >= first && at < first + count);
    if (!section) continue;
    if (section.keyword === "POINTS") return piePoint(lines[at]);
    const points = sections.find(({ keyword }) => keyword === "POINTS");
    const numbers = wordsOf(lines[at]).map(Number);
    if (!points) return [];
    return numbers.slice(2, 2 + numbers[1])
      .flatMap((index) => (index < points.count ? piePoint(lines[points.first + index]) : []));
  }
  return [];
}

// ---------------------------------------------------------------------------------------- OBJ and IQE

// The lines that begin with a keyword.
const linesOf = (lines: string[], keyword: string) => lines.filter((line) => wordsOf(line)[0] === keyword);

const objPoint = (line: string | undefined) => makePoint(wordsOf(line).slice(1), (x, y, z) => new Vector3(x, y, z));

// Faces count vertices from 1, or back from the last vertex before them.
function locateInObj(lines: string[], at: number): Vector3[] {
  const [keyword, ...words] = wordsOf(lines[at]);
  if (keyword === "v") return objPoint(lines[at]);
  if (keyword !== "f" && keyword !== "l") return [];
  const vertices = linesOf(lines, "v");
  const before = linesOf(lines.slice(0, at), "v").length;
  return words.map((word) => parseInt(word, 10)).flatMap((n) => objPoint(vertices[n < 0 ? before + n : n - 1]));
}

// z is up in IQE.
const iqePoint = (line: string | undefined) => makePoint(wordsOf(line).slice(1), (x, y, z) => new Vector3(x, z, -y));

// "fm" counts the vertices of its mesh, "fa" those of the file.
function locateInIqe(lines: string[], at: number): Vector3[] {
  const [keyword, ...words] = wordsOf(lines[at]);
  if (keyword === "vp") return iqePoint(lines[at]);
  if (keyword !== "fm" && keyword !== "fa") return [];
  const mesh = keyword === "fa" ? 0 : lines.slice(0, at).findLastIndex((line) => wordsOf(line)[0] === "mesh");
  const vertices = linesOf(lines.slice(Math.max(0, mesh)), "vp");
  return words.map(Number).flatMap((n) => iqePoint(vertices[n]));
}

/** The points of what the line describes; none when it is neither a point nor a polygon. */
export function locateLine(format: string, lines: string[], line: number): Vector3[] {
  if (format.startsWith("pie")) return locateInPie(lines, line - 1);
  if (format === "obj") return locateInObj(lines, line - 1);
  return format === "iqe" ? locateInIqe(lines, line - 1) : [];
}
