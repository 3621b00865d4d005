// SPDX-License-Identifier: MIT
//
// What is in a model.

import type { Info } from "maquette-models";
import type { Missing } from "./model_view";
import { byId, make, plural } from "./page";

function table(title: string, rows: (string | number)[][]): HTMLElement[] {
  if (rows.length === 0) return [];
  const body = make("table", "", ...rows.slice(0, 500).map((row) =>
    make("tr", "", ...row.map((cell) => make("td", "", String(cell))))));
  return [make("h2", "", `${title} (${rows.length})`), body];
}

export function showInfo(info: Info, missing: Missing[]): void {
  byId("panel-model", HTMLElement).replaceChildren(
    make("p", "", `${info.format}, ${plural(info.vertex_count, "vertex", "vertices")}, ` +
      plural(info.triangle_count, "triangle", "triangles")),
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
