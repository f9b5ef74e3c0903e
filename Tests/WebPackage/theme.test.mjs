// Themes, which need no browser.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { completed, names } from "../../Public/web/theme/colors.js";
import { contrast, problemsOf, readTheme } from "../../Public/web/theme/theme.js";
import { h } from "../../Public/web/render/dom.js";

const root = new URL("../..", import.meta.url).pathname;
const tokens = readFileSync(join(root, "Public/web/style/tokens.css"), "utf8");

test("the themes of the applications that ship can be read", () => {
  const folder = join(root, "Public/themes");
  for (const file of readdirSync(folder)) {
    const written = [...readFileSync(join(folder, file), "utf8").matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)];
    assert.ok(written.length > 5, file);
    const colors = Object.fromEntries(["light", "dark"].map((scheme, index) => [scheme, Object.fromEntries(written.map(([, name, ...both]) => [name, both[index]]))]));
    assert.deepEqual(problemsOf({ colors }), [], file);
  }
});

test("the contrasts are those of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#ffffff", "#ffffff"), 1);
  assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48");
  assert.equal(contrast("#ffffff", "#767676").toFixed(2), "4.54");
});

test("the kit's own colors are those of its style sheet, and can be read", () => {
  const written = Object.fromEntries([...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...colors]) => [name, colors]));
  assert.deepEqual(Object.keys(written).sort(), [...names].sort());
  for (const [index, scheme] of ["light", "dark"].entries()) {
    assert.deepEqual(completed(scheme, {}), Object.fromEntries(names.map((name) => [name, written[name][index]])));
  }
  assert.deepEqual(problemsOf({}), []);
});

test("a pair of colors that can't be read is refused with the pair and what is missing", () => {
  assert.throws(() => readTheme({ colors: { light: { accent: "#ff6600" } } }), (failure) => {
    assert.ok(failure instanceof TypeError);
    assert.match(failure.message, /^In the light colors, accent \(#ff6600\) on ground \(#f6f3ed\) has a contrast of 2\.65:1, which is 1\.85 below the 4\.5:1 that WCAG 2\.2 \(1\.4\.3\) requires\.$/m);
    return true;
  });
  assert.deepEqual(problemsOf({ colors: { dark: { edge: "#303633" } } }), [
    "In the dark colors, edge (#303633) on ground (#141715) has a contrast of 1.46:1, which is 1.54 below the 3:1 that WCAG 2.2 (1.4.11) requires.",
    "In the dark colors, edge (#303633) on card (#1f2321) has a contrast of 1.28:1, which is 1.72 below the 3:1 that WCAG 2.2 (1.4.11) requires.",
  ]);
});

test("colors of a scheme that is not shown are not judged", () => {
  assert.deepEqual(problemsOf({ scheme: "dark", colors: { light: { accent: "#ff6600" } } }), []);
});

test("a mistake in a theme is named", () => {
  assert.deepEqual(problemsOf({ colors: { light: { accent: "green" } }, radius: 80, scheme: "night", fonts: { text: 5 } }), [
    "The light color accent is green, and must be like #0e6656.",
    "text of fonts must be a text.",
    'scheme is night, and must be "light dark", "light" or "dark".',
    "radius is 80, and must be from 0 to 40 pixels.",
  ]);
  assert.match(problemsOf({ colors: { light: { akzent: "#000000" } } })[0], /^The light colors have akzent, and only these are known: ground, card, /);
});

test("what a brand leaves out follows from what it has", () => {
  const colors = completed("light", { accent: "#7a1f5c" });
  assert.equal(colors["on-accent"], "#ffffff");
  assert.equal(colors["accent-pressed"], "#62194a");
  assert.equal(completed("light", { accent: "#7a1f5c", "accent-wash": "#ffffff" })["accent-wash"], "#ffffff");
  const { properties } = readTheme({ colors: { light: { accent: "#7a1f5c" }, dark: { accent: "#f2a6d8" } }, radius: 8, fonts: { heading: "Georgia, serif" } });
  assert.equal(properties["--accent"], "light-dark(#7a1f5c, #f2a6d8)");
  assert.deepEqual([properties["--radius-small"], properties["--radius"], properties["--radius-large"]], ["5px", "8px", "13px"]);
  assert.equal(properties["--font-heading"], "Georgia, serif");
});

test("icons take the place of symbols, wherever they are drawn", () => {
  const symbol = (name) => h("svg", { "data-symbol": name }, h("path", { d: "M0 0" }));
  const { transform } = readTheme({ icons: { cart: "M1 1" } });
  const [list] = transform([h("ul", {}, h("li", {}, symbol("cart"), "text"), symbol("toString"))]);
  const paths = [list.children[0].children[0], list.children[1]].map(({ children: [path] }) => path.props.d);
  assert.deepEqual(paths, ["M1 1", "M0 0"]);
  assert.equal(readTheme({}).transform, undefined);
});

test("a theme is set and removed as custom properties", () => {
  const set = new Map();
  const style = { setProperty: (name, value) => set.set(name, value), removeProperty: (name) => set.delete(name) };
  const stop = readTheme({ scheme: "light" }).applyTo({ style });
  assert.equal(set.get("color-scheme"), "light");
  stop();
  assert.equal(set.size, 0);
});

test("a build checks the file of a theme", () => {
  const file = join(mkdtempSync(join(tmpdir(), "theme-")), "theme.json");
  const check = join(root, "Public/web/theme/check.js");
  writeFileSync(file, JSON.stringify({ colors: { light: { accent: "#7a1f5c" } } }));
  assert.equal(execFileSync("node", [check, file], { encoding: "utf8" }), "");
  writeFileSync(file, JSON.stringify({ colors: { dark: { danger: "#550000" } } }));
  const { status, stderr } = spawnSync("node", [check, file], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^In the dark colors, danger \(#550000\) on ground \(#141715\) has a contrast of /);
});
