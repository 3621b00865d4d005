// SPDX-License-Identifier: MIT
//
// The viewer for everybody: small screens, keyboard, names, contrast, reduced motion.
import assert from "node:assert/strict";
import test from "node:test";
import { choose, closePage, drop, openPage, picture, shown, state, until } from "./browser.mjs";

test("it can be used at 360 pixels", async () => {
  const page = await openPage({ viewport: { width: 360, height: 640 } });
  await drop(page, ["examples/models/crate.pie"]);
  await shown(page, "crate.pie");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  for (const id of ["#list", "#canvas", "#tab-convert"]) {
    await page.locator(id).scrollIntoViewIfNeeded();
    assert.ok(await page.isVisible(id));
  }
  await picture(page, "narrow");
  await closePage(page);
});

test("controls have names, the order of the focus is that of the page", async () => {
  const page = await openPage();
  await drop(page, ["examples/models/faulty.pie"]);
  await shown(page, "faulty.pie");
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, canvas, " +
    "[role=tab], [role=listbox], [role=tabpanel], dialog, nav, aside, section")]
    .filter((one) => !one.getAttribute("aria-label") && !one.getAttribute("aria-labelledby") && !one.labels?.length &&
      !one.textContent.trim() && !one.hidden && one.ariaHidden !== "true")
    .map((one) => one.outerHTML.slice(0, 80)));
  assert.deepEqual(unnamed, []);
  // What the tab key reaches, from the top of the page to the last control.
  await page.evaluate(() => document.activeElement?.blur());
  const reached = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const one = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      globalThis.controls ??= [...document.querySelectorAll("*")];
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { id: element.id || element.textContent.slice(0, 30), position: globalThis.controls.indexOf(element),
        outline: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (!one || reached.some(({ position }) => position === one.position)) break;
    assert.ok(one.outline, `the focus on ${one.id} is visible`);
    assert.ok(reached.length === 0 || one.position > reached.at(-1).position, `${one.id} is in order`);
    reached.push(one);
  }
  const ids = reached.map(({ id }) => id);
  for (const id of ["open-files", "help-button", "search", "list", "frame", "canvas", "tab-findings", "target", "fix"])
    assert.ok(ids.includes(id), `the tab key reaches ${id}`);
  await closePage(page);
});

test("the keyboard turns the camera and selects several models", async () => {
  const page = await openPage();
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "crane.iqe");
  const angles = () => page.evaluate(() => {
    const { camera } = globalThis.maquette.stage;
    return [camera.rotation.y, camera.rotation.x, camera.position.length()];
  });
  for (const [key, part] of [["ArrowLeft", 0], ["ArrowUp", 1], ["+", 2]]) {
    await page.focus("#canvas");
    const before = await angles();
    await page.keyboard.press(key);
    assert.notEqual((await angles())[part], before[part], key);
  }
  await page.keyboard.press("o");
  const zoom = await page.evaluate(() => globalThis.maquette.stage.camera.zoom);
  await page.keyboard.press("-");
  assert.ok((await page.evaluate(() => globalThis.maquette.stage.camera.zoom)) < zoom);
  await page.focus("#list");
  await page.keyboard.press("Shift+ArrowUp");
  await until(page, () => globalThis.maquette.state.names.length === 2);
  await closePage(page);
});

test("text has a readable contrast", async () => {
  const page = await openPage();
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "faulty.pie");
  await page.click('#findings button:has-text("PIE-0233")');
  const poor = await page.evaluate(() => {
    const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
    const linear = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const backOf = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        if (colour.length === 3 || colour[3] === 1) return colour;
      }
      return [255, 255, 255];
    };
    return [...document.body.querySelectorAll("*")]
      .filter((one) => one.checkVisibility() && !one.matches(":disabled, script, style") &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
      .flatMap((one) => {
        const [a, b] = [luminance(parse(getComputedStyle(one).color)), luminance(backOf(one))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        return ratio < 4.5 ? [`${ratio.toFixed(1)}: ${one.textContent.trim().slice(0, 30)}`] : [];
      });
  });
  assert.deepEqual(poor, []);
  await closePage(page);
});

test("nothing moves by itself", async () => {
  const page = await openPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "crane.iqm");
  await page.waitForTimeout(300);
  assert.equal((await state(page)).seconds, 0);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await closePage(page);
});
