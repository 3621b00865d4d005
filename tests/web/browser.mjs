// SPDX-License-Identifier: MIT
//
// What the tests of the viewer share: Chromium, pages in which any request to anywhere fails a test, and what
// people do with a page.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(path.resolve("web/viewer/x"));
const { chromium } = require("playwright-core");

/** A folder for the files of tests. */
export const work = mkdtempSync(path.join(tmpdir(), "maquette-viewer-"));
const pictures = process.env.MAQUETTE_PICTURES; // a folder for screenshots
let browser; // that the tests share, once one of them needs it
const requests = [];
const failures = [];

export function launch() {
  return chromium.launch({
    executablePath: execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

const sharedBrowser = async () => (browser ??= await launch());

test.after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

export const newPage = async () => (await sharedBrowser()).newPage();

const LARGE = { width: 1280, height: 800 };

export async function openPage({ hash = "", viewport = LARGE, html = "build/viewer.html", from } = {}) {
  const page = await (from ?? (await sharedBrowser())).newPage({ viewport, acceptDownloads: true });
  requests.length = failures.length = 0;
  page.setDefaultTimeout(60_000);
  page.on("request", (request) => {
    const own = request.url().split("#")[0] === pathToFileURL(html).href;
    if (!own && !/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("crash", () => failures.push("the tab crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") failures.push(message.text());
  });
  await page.goto(pathToFileURL(html).href + hash);
  await page.waitForSelector("body[data-ready]");
  return page;
}

export async function closePage(page) {
  await page.close();
  assert.deepEqual(requests, [], "no request to anywhere");
  assert.deepEqual(failures, []);
}

export const state = (page) => page.evaluate(() => globalThis.maquette.state);

export async function until(page, what) {
  await page.waitForFunction(what, undefined, { polling: 50 });
}

export async function shown(page, name) {
  await page.waitForFunction((wanted) => globalThis.maquette.state.shown?.endsWith(wanted), name, { polling: 50 });
}

export async function choose(page, name) {
  await page.fill("#search", path.basename(name));
  await page.click(`#list li[data-name$="${name}"]`);
  await shown(page, name);
  await page.fill("#search", "");
}

// Drops files and folders as a person does.
export async function drop(page, files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: files.map((file) => path.resolve(file)), dragOperationsMask: 1 };
  const send = (type) => session.send("Input.dispatchDragEvent", { type, x: 150, y: 150, data });
  await send("dragEnter");
  await send("dragOver");
  await page.waitForSelector("body.dragging");
  // The browser knows by now that the page accepts the files.
  await send("dragOver");
  await send("drop");
  await session.detach();
}

export async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

export async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

// How many pixels of the view differ from the background.
export const drawnPixels = (page) => page.evaluate(async () => {
  const { stage } = globalThis.maquette;
  const bitmap = await createImageBitmap(await stage.picture());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let count = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
  return count;
});

// The page that `maquette view` writes.
export function viewPage(name, ...given) {
  const html = `${work}/${name}.html`;
  const result = spawnSync(process.env.MAQUETTE, ["view", "-q", ...given, "--no-open", "-o", html], { encoding: "utf8" });
  assert.equal(result.stdout, `${html}\n`, result.stderr);
  return html;
}
