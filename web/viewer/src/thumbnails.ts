// SPDX-License-Identifier: MIT
//
// Small pictures of models, with small images, so that a game with hundreds of models needs little memory.

import type { Model } from "maquette-models";
import type { Color } from "three";
import { THUMBNAIL_SIDE, type Thumbnail } from "./gallery";
import { Textures } from "./images";
import type { Library } from "./library";
import { ModelView, NO_OVERLAYS } from "./model_view";
import { plural } from "./page";
import type { Stage } from "./stage";

/** Of images: along their longer side, in pixels. */
const IMAGE_SIDE = 512;

export class Thumbnails {
  private textures: Textures;

  constructor(library: Library, private stage: Stage) {
    this.textures = new Textures(library, IMAGE_SIDE);
  }

  /** The thumbnail of a model; files without a mesh show their skeleton. */
  async draw(model: Model, team: Color): Promise<Thumbnail> {
    if (model.error) return { picture: null, note: "cannot be read" };
    const view = new ModelView(model.scene(), this.textures, 0);
    await view.loaded;
    view.team.copy(team);
    view.show(NO_OVERLAYS, false);
    const picture = view.box.isEmpty() ? null : this.stage.thumbnail(view.group, view.box, THUMBNAIL_SIDE);
    const note = noteOn(view);
    view.close();
    return { picture: await picture, note };
  }

  /** Gives the memory of images back. */
  clear(): void {
    this.textures.clear();
  }
}

function noteOn(view: ModelView): string {
  if (view.hasMeshes) return "";
  const clips = view.scene.clips.length;
  if (clips > 0) return `animation, ${plural(clips, "clip", "clips")}`;
  return view.has("skeleton") ? "skeleton" : "no mesh";
}
