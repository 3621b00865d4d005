// SPDX-License-Identifier: MIT
//
// The viewer with models inside, as `maquette view` writes it, and as an element of other pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import test from "node:test";
import { closePage, downloaded, drawnPixels, newPage, openPage, picture, shown, state, until, viewPage, work } from "./browser.mjs";

test("maquette view: one model with its images", async () => {
  const page = await openPage({ html: viewPage("one", "examples/models/tower.pie") });
  await shown(page, "tower.pie");
  await until(page, () => globalThis.maquette.state.textured === 2);
  assert.deepEqual((await state(page)).missing, []);
  assert.ok((await drawnPixels(page)) > 10_000);
  await closePage(page);
});

test("maquette view: a gallery of several models, and a link to one", async () => {
  const html = viewPage("several", "examples/models");
  const page = await openPage({ html });
  await page.waitForFunction(() => document.querySelectorAll("#gallery img").length === 15);
  await page.click('#gallery button[title="crate.obj"]');
  await shown(page, "crate.obj");
  await until(page, () => globalThis.maquette.state.textured === 1);
  await closePage(page);
  const linked = await openPage({ hash: "#model=radar.pie", html });
  await shown(linked, "radar.pie");
  assert.ok(await linked.isVisible("#canvas"));
  await linked.evaluate(() => (location.hash = "#model=tower.pie"));
  await shown(linked, "tower.pie");
  await closePage(linked);
});

test("maquette view: parts are one model, attached where the command says", async () => {
  const parts = ["examples/models/turret.pie", "--at", "connector 1", "examples/models/radar.pie"];
  const page = await openPage({ html: viewPage("parts", ...parts) });
  await shown(page, "turret.pie and 1 more.glb");
  const { box } = await state(page);
  const info = JSON.parse(spawnSync(process.env.MAQUETTE, ["info", "-q", "--json", ...parts], { encoding: "utf8" }).stdout);
  const expected = [...info.bounds.min, ...info.bounds.max];
  box.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-3, `${box} is not ${expected}`));
  await page.click("#tab-convert");
  await page.selectOption("#to", "glb");
  await page.click("#convert");
  const result = await downloaded(page, () => page.click("#download"));
  spawnSync(process.env.MAQUETTE, ["convert", "-q", ...parts, "-o", `${work}/turret.glb`]);
  assert.deepEqual(result.bytes, readFileSync(`${work}/turret.glb`));
  await closePage(page);
});

test("maquette view: files and names that look like HTML", async () => {
  const folder = `${work}/<b>&amp;`;
  mkdirSync(folder);
  const text = readFileSync("examples/models/crate.pie", "utf8").replace(/TEXTURE 0 \S+/, "TEXTURE 0 </script><b>.png");
  writeFileSync(`${folder}/"><!--<script>.pie`, text);
  const page = await openPage({ html: viewPage("html", folder) });
  await shown(page, '"><!--<script>.pie');
  assert.match((await state(page)).missing[0], /script/);
  assert.equal(await page.locator("b:not(#source b), body > script:not([type])").count(), 0);
  await closePage(page);
});

test("the custom element shows a model of a server", async () => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
  const files = { "/": '<script type="module" src="/element/maquette-viewer.js"></script>' +
    '<maquette-viewer src="/models/crate.obj"></maquette-viewer>' };
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url);
    const file = name.startsWith("/element/") ? `build${name}` : `examples${name}`;
    if (files[name] === undefined && !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.extname(name) || ".html"] ?? "application/octet-stream" });
    response.end(files[name] ?? readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const page = await newPage();
  try {
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const element = document.querySelector("maquette-viewer");
        element.addEventListener("load", () => (globalThis.outcome = "loaded"));
        element.addEventListener("error", (event) => (globalThis.outcome = event.message));
      });
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.outcome);
    assert.equal(await page.evaluate(() => globalThis.outcome), "loaded");
    assert.equal(await page.evaluate(() => document.querySelector("maquette-viewer").view.texturedCount), 1);
    await page.evaluate(() => {
      globalThis.outcome = "";
      document.querySelector("maquette-viewer").setAttribute("src", "/models/none.pie");
    });
    await page.waitForFunction(() => globalThis.outcome);
    assert.match(await page.evaluate(() => globalThis.outcome), /none\.pie cannot be loaded/);
    assert.match(await page.evaluate(() => document.querySelector("maquette-viewer").shadowRoot.textContent), /cannot be loaded/);
    assert.equal(await page.evaluate(() => document.querySelector("maquette-viewer").view), null);
    await picture(page, "element");
  } finally {
    await page.close();
    server.close();
  }
});
