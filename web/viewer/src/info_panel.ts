// SPDX-License-Identifier: MIT
//
// What is in a model.

import type { Info } from "maquette-models";
import { limitsOf } from "./limits";
import type { Missing } from "./model_view";
import { byId, make, plural } from "./page";

function table(title: string, rows: (string | number)[][]): HTMLElement[] {
  if (rows.length === 0) return [];
  const body = make("table", "", ...rows.slice(0, 500).map((row) =>
    make("tr", "", ...row.map((cell) => make("td", "", String(cell))))));
  return [make("h2", "", `${title} (${rows.length})`), body];
}

// "540 triangles of at most 8,192 in one mesh (Warzone 2100)", for the largest mesh.
function limitLines(info: Info): HTMLElement[] {
  const limits = limitsOf(info.format);
  if (!limits) return [];
  return (["triangles", "vertices"] as const).flatMap((what) => {
    const most = limits[what];
    if (most === undefined) return [];
    const largest = Math.max(0, ...info.meshes.map((mesh) => mesh[what]));
    return [make("p", largest > most ? "limit error" : "limit",
      `${largest.toLocaleString("en")} ${what} in the largest mesh, of at most ${most.toLocaleString("en")} (${limits.program})`)];
  });
}

export function showInfo(info: Info, missing: Missing[]): void {
  byId("panel-model", HTMLElement).replaceChildren(
    make("p", "", `${info.format}, ${plural(info.vertex_count, "vertex", "vertices")}, ` +
      plural(info.triangle_count, "triangle", "triangles")),
    ...limitLines(info),
    ...(missing.length > 0 ? [
      make("h2", "warning", `Missing images (${missing.length})`),
      make("ul", "", ...missing.map((one) => make("li", "missing", `${one.name} (${one.role} of ${one.material})`))),
      make("p", "", "Drop the files or the folder that has them."),
    ] : []),
    ...table("Meshes", info.meshes.map((mesh) => [mesh.name ?? "", mesh.role, mesh.vertices, mesh.triangles])),
    ...table("Materials", info.materials.map((material) =>
      [material.name ?? "", Object.entries(material.textures).map(([role, file]) => `${role} ${file}`).join(", ")])),
    ...table("Clips", info.clips.map((clip) => [clip.name ?? "", `${clip.duration} s`])),
    ...table("Joints", info.joints.map((joint) => [joint.name ?? ""])),
    ...table("Connectors", info.attachments.map((one) => [one.name ?? "", one.position.join(" ")])),
  );
}
