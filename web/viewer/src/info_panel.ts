// SPDX-License-Identifier: MIT
//
// What is in a model.

import type { Info } from "maquette-models";
import { limitsOf } from "./limits";
import type { MaterialImage } from "./model_view";
import { byId, make, plural } from "./page";

function table(title: string, columns: string[], rows: (string | number)[][]): HTMLElement[] {
  if (rows.length === 0) return [];
  const line = (tag: string, cells: (string | number)[]) =>
    make("tr", "", ...cells.map((cell) => make(tag, "", String(cell))));
  const lines = rows.slice(0, 500).map((row) => line("td", row));
  return [make("h2", "", `${title} (${rows.length})`),
    make("table", "", ...(columns.length > 0 ? [line("th", columns)] : []), ...lines)];
}

const ROLES: Record<string, string> = { diffuse: "colour", normal: "normal map", specular: "specular map",
  team_mask: "team colour mask", alpha_mask: "alpha mask", emissive: "emissive map" };

// A picture of each image beside its name.
function imageRow(image: MaterialImage): HTMLElement {
  const picture = document.createElement("canvas");
  picture.ariaHidden = "true"; // The name says it.
  picture.width = picture.height = image.preview?.width ?? 1;
  if (image.preview) picture.getContext("2d")!.drawImage(image.preview, 0, 0);
  const text = make("span", "", `${ROLES[image.role] ?? image.role}: ${image.name || "embedded"}`);
  if (image.elsewhere) text.append(make("strong", "warning", ` (shown from ${image.elsewhere})`));
  else if (image.missing) text.append(make("strong", "warning", " (missing)"));
  return make("li", "", picture, text);
}

function materialList(info: Info, images: MaterialImage[]): HTMLElement[] {
  if (info.materials.length === 0) return [];
  return [make("h2", "", `Materials (${info.materials.length})`), ...info.materials.flatMap((material, index) => [
    make("h3", "", material.name || `material ${index + 1}`),
    make("ul", "images", ...images.filter((image) => image.material === index).map(imageRow)),
  ])];
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

export function showInfo(info: Info, images: MaterialImage[]): void {
  const missing = [...new Set(images.filter((image) => image.missing && !image.elsewhere).map(({ name }) => name))];
  const misplaced = images.some((image) => image.elsewhere);
  byId("panel-model", HTMLElement).replaceChildren(
    make("p", "", `${info.format}, ${plural(info.vertex_count, "vertex", "vertices")}, ` +
      plural(info.triangle_count, "triangle", "triangles")),
    ...limitLines(info),
    ...(missing.length > 0 ? [
      make("h2", "warning", `Missing images (${missing.length})`),
      make("ul", "", ...missing.map((name) => make("li", "missing", name))),
      make("p", "", "Drop these files here, or a folder or archive that has them, such as the data of the game."),
    ] : []),
    ...(misplaced ? [make("p", "warning", "Images are not where they are searched for; others of that name are shown.")] : []),
    ...table("Meshes", ["name", "role", "vertices", "triangles"],
      info.meshes.map((mesh) => [mesh.name ?? "", mesh.role, mesh.vertices, mesh.triangles])),
    ...materialList(info, images),
    ...table("Clips", ["name", "length", "frames"],
      info.clips.map((clip) => [clip.name ?? "", `${Number(clip.duration.toFixed(3))} s`, clip.frames ?? ""])),
    ...table("Joints", [], info.joints.map((joint) => [joint.name ?? ""])),
    ...table("Connectors", ["name", "position"], info.attachments.map((one) => [one.name ?? "", one.position.join(" ")])),
  );
}
