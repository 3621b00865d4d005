// SPDX-License-Identifier: MIT
//
// The viewer with all models of a game: speed and memory.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { closePage, launch, openPage, picture, viewPage } from "./browser.mjs";

// The memory of all processes of the browser: data, and the whole with the files of the program. What
// processes share counts once; the files count less when another browser runs.
async function browserMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const parents = new Map(readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => {
    try {
      return [Number(name), Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))[1])];
    } catch {
      return [Number(name), 0]; // It has ended.
    }
  }));
  const top = processInfo.find(({ type }) => type === "browser").id;
  const belongs = (id) => id === top || (id > 1 && belongs(parents.get(id) ?? 0));
  const memory = { data: 0, whole: 0 };
  for (const id of [...parents.keys()].filter(belongs)) {
    try {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      const megabytes = (name) => (Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(text)[1]) * 1024) / 1e6;
      memory.data += megabytes("Pss_Anon") + megabytes("Pss_Shmem");
      memory.whole += megabytes("Pss");
    } catch {
      continue; // It has ended.
    }
  }
  return memory;
}

// In a browser that does nothing else: opens the models of a game, scrolls through the gallery and steps
// through the list. Fails when that needs too much memory; `empty` is what the browser needs with an empty page.
async function browseGame(page, empty, open) {
  const browser = page.context().browser();
  const most = { data: 0, whole: 0 };
  const measure = async () => {
    const now = await browserMemory(browser);
    for (const key of Object.keys(most)) most[key] = Math.max(most[key], now[key]);
  };
  await open();
  await page.click("#gallery-button");
  for (let top = 0; top < 30_000; top += 1_500) {
    await page.evaluate((to) => (document.getElementById("gallery").scrollTop = to), top);
    await page.waitForTimeout(500);
    await measure();
  }
  await page.click("#gallery-button");
  for (let i = 0; i < 40; i++) {
    await page.focus("#list");
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(100);
    await measure();
  }
  console.log(`${Math.round(most.data)} MB of data, ${Math.round(most.whole)} MB with the program; ` +
    `${Math.round(empty.data)} and ${Math.round(empty.whole)} MB with an empty page`);
  // All processes of the browser; and what the page needs beyond an empty one, with the code of the browser.
  assert.ok(most.data < 600, JSON.stringify(most));
  assert.ok(most.whole - empty.whole < 350, JSON.stringify({ most, empty }));
}

// A browser of which all memory is that of one page, and what it needs with an empty page.
async function openInFreshBrowser(options) {
  const browser = await launch();
  const blank = await browser.newPage();
  await blank.waitForTimeout(1_000);
  const empty = await browserMemory(browser);
  await blank.close();
  return { page: await openPage({ ...options, from: browser }), empty };
}

async function closeFresh(page) {
  const browser = page.context().browser();
  await closePage(page);
  await browser.close();
}

const GAME = "build/warzone-data/base.wz";
const skipsGame = !process.env.MAQUETTE_DEEP || !existsSync(GAME) ? "for the deep run, with scripts/warzone-data" : false;

test("the archive of a whole game is listed at once and browsed in little memory", { skip: skipsGame }, async () => {
  const { page, empty } = await openInFreshBrowser({ hash: "#model=structs/blhq.pie" });
  let times;
  await browseGame(page, empty, async () => {
    // Measured in the page, without the time of the test itself.
    await page.evaluate(() => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      document.getElementById("files").addEventListener("change", async () => {
        const started = performance.now();
        while (!/^753 models/.test(document.getElementById("status").textContent)) await frame();
        const listed = performance.now() - started;
        while (!globalThis.maquette.state.shown || globalThis.maquette.state.triangles === 0) await frame();
        globalThis.times = { listed, drawn: performance.now() - started };
      });
    });
    await page.setInputFiles("#files", GAME);
    await page.waitForFunction(() => globalThis.times);
    times = await page.evaluate(() => globalThis.times);
    console.log(`listed after ${Math.round(times.listed)} ms, the first model drawn after ${Math.round(times.drawn)} ms`);
  });
  assert.ok(times.listed < 3_000 && times.drawn < 3_000, JSON.stringify(times));
  await picture(page, "game");
  await closeFresh(page);
});

test("maquette view of a whole game", { skip: skipsGame }, async () => {
  const html = viewPage("game", GAME);
  const { page, empty } = await openInFreshBrowser({ html });
  await browseGame(page, empty, async () => {
    await page.waitForFunction(() => document.querySelectorAll("#gallery img").length > 10);
    await page.click("#gallery-button");
  });
  await closeFresh(page);
});
