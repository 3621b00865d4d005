// SPDX-License-Identifier: MIT
//
// build.mjs WASM OUT ELEMENT    makes the viewer: one HTML file with script, styles and module inside; and
// in the folder ELEMENT the custom element for other pages, with the module beside it.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [wasm, out, element] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const options = {
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  target: "es2022",
  external: ["node:fs/promises"],
  alias: { "maquette-models": here("../package/index.js") },
  legalComments: "none",
};
const bundle = await build({ ...options, entryPoints: [here("src/main.ts")] });
const style = await build({ entryPoints: [here("src/style.css")], minify: true, write: false });

// Inline text must not end its element early.
const script = bundle.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const css = style.outputFiles[0].text.trim();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Nothing but this script and these styles runs, and nothing is requested from anywhere.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(css)}`,
  "img-src blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const three = JSON.parse(readFileSync(here("node_modules/three/package.json"), "utf8"));
const notice = `Maquette, MIT licence. Contains three.js ${three.version}, MIT licence, (c) three.js authors.`;
const page = readFileSync(here("src/index.html"), "utf8")
  .replace("{{policy}}", () => policy)
  .replace("{{notice}}", () => notice)
  .replace("{{style}}", () => css)
  .replace("{{wasm}}", () => gzipSync(readFileSync(wasm), { level: 9 }).toString("base64"))
  .replace("{{script}}", () => script);
writeFileSync(out, page);
console.log(`${out}: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} packed`);

mkdirSync(element, { recursive: true });
copyFileSync(wasm, `${element}/maquette.wasm`);
const own = await build({ ...options, entryPoints: [here("src/element.ts")], banner: { js: `/* ${notice} */` } });
writeFileSync(`${element}/maquette-viewer.js`, own.outputFiles[0].text);
