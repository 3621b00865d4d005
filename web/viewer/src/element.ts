// SPDX-License-Identifier: MIT
//
// <maquette-viewer src="tower.pie"></maquette-viewer>: a model on any page. Loads the model and its images
// from where `src` says, and maquette.wasm from beside this script. Fires "load", or "error" with a message.

import { formats, type Model } from "maquette-models";
import { Box3 } from "three";
import { Textures } from "./images";
import { Library } from "./library";
import { ModelView, NO_OVERLAYS, teamColour } from "./model_view";
import { Stage } from "./stage";

const STYLE = ":host { display: block; height: 300px; } div { position: relative; height: 100%; overflow: hidden; }" +
  " canvas { width: 100%; height: 100%; display: block; } section { position: absolute; inset: 0; pointer-events: none; }" +
  " p { position: absolute; inset: 0; margin: auto; height: fit-content; padding: 0 1em; text-align: center; color: #fff; }";

// Where games keep the images of a model: beside it, or in a folder beside or above.
const FOLDERS = ["", "texpages/", "../texpages/", "../../texpages/", "textures/"];

async function fetchFile(url: URL): Promise<File | null> {
  const response = await fetch(url).catch(() => null);
  return response?.ok ? new File([await response.blob()], url.pathname) : null;
}

const pathOf = (url: URL) => decodeURIComponent(url.pathname.slice(1));

class MaquetteViewer extends HTMLElement {
  static observedAttributes = ["src"];
  private stage: Stage | null = null;
  private view: ModelView | null = null;
  private message = document.createElement("p"); // why there is nothing to see
  private turn = 0;

  connectedCallback(): void {
    if (this.stage) return;
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const [box, canvas, labels] = ["div", "canvas", "section"].map((tag) => document.createElement(tag));
    canvas.setAttribute("aria-label", this.getAttribute("alt") ?? "3D model");
    canvas.tabIndex = 0;
    this.message.role = "alert";
    box.append(canvas, labels, this.message);
    root.append(box);
    this.stage = new Stage(canvas as HTMLCanvasElement, labels);
    void this.load();
  }

  attributeChangedCallback(): void {
    if (this.stage) void this.load();
  }

  private async load(): Promise<void> {
    const src = this.getAttribute("src");
    const turn = ++this.turn;
    if (!src || !this.stage) return;
    this.message.textContent = "";
    try {
      const view = await this.makeView(new URL(src, document.baseURI));
      if (turn !== this.turn) return view.close();
      this.view?.close();
      this.view = view;
      this.stage.world.add(view.group);
      view.onChange = () => this.stage?.redraw();
      this.stage.beforeDraw = (camera) => view.faceCamera(camera);
      await view.loaded;
      if (turn !== this.turn) return;
      if (this.hasAttribute("team")) view.team.copy(teamColour(this.getAttribute("team")!));
      view.show(NO_OVERLAYS, false);
      this.stage.setGrid(this.hasAttribute("grid"));
      this.stage.frame(new Box3().copy(view.box));
      this.dispatchEvent(new Event("load"));
    } catch (error) {
      if (turn !== this.turn) return;
      this.view?.close();
      this.view = null;
      this.stage.beforeDraw = () => {};
      this.stage.redraw();
      this.message.textContent = (error as Error).message;
      this.dispatchEvent(new ErrorEvent("error", { message: (error as Error).message }));
    }
  }

  private async makeView(url: URL): Promise<ModelView> {
    const file = await fetchFile(url);
    if (!file) throw new Error(`${url.href} cannot be loaded`);
    const library = new Library(new Set((await formats()).flatMap((format) => format.extensions)));
    await library.add([{ name: pathOf(url), file }]);
    await this.addNamed(url, library, (await library.missingNames(pathOf(url))));
    const named = await this.openModel(url, library);
    const scene = named.scene();
    const images = scene.images().images.flatMap((image) => (image.name && !image.data ? [image.name] : []));
    scene.close();
    named.close();
    await this.addNamed(url, library, images);
    const model = await this.openModel(url, library);
    const view = new ModelView(model.scene(), new Textures(library), 0);
    model.close();
    return view;
  }

  private async openModel(url: URL, library: Library): Promise<Model> {
    const entry = library.get(pathOf(url))!;
    const model = await library.open(entry.name, await entry.read());
    if (model.error) throw model.error;
    return model;
  }

  private async addNamed(base: URL, library: Library, names: string[]): Promise<void> {
    for (const name of new Set(names)) {
      for (const folder of FOLDERS) {
        const url = new URL(folder + name.split("/").map(encodeURIComponent).join("/"), base);
        // Images come from where the model comes from.
        const file = url.origin === base.origin ? await fetchFile(url) : null;
        if (!file) continue;
        await library.add([{ name: pathOf(url), file }]);
        break;
      }
    }
  }
}

customElements.define("maquette-viewer", MaquetteViewer);
