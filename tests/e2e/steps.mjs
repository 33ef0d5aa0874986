// What several tests do with the page, and ask of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "./fixture.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing for axe to find in what is shown. */
export const sound = async (page, view) => {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`), view).toEqual([]);
};

export const html = (page) => page.locator("html");
export const digestOf = (page) => html(page).getAttribute("data-digest");
/** Waits for a run that is whole, another one than `before`, and for all of the program; gives its digest. */
export const ran = async (page, before = "") => {
  await expect(html(page)).toHaveAttribute("data-digest", before ? new RegExp(`^(?!${before})[0-9a-f]{16}$`) : /^[0-9a-f]{16}$/, { timeout: 25_000 });
  await expect(html(page)).toHaveAttribute("data-whole", "");
  return digestOf(page);
};

/** Opens a preset from the empty page. */
export const open = async (page, preset = "three-zones") => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
};

/** Opens a preset by its address. */
export const openAddress = async (page, preset) => {
  await page.goto(`#preset=${preset}`);
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Drops files onto the page, as a file manager does. */
export const drop = async (page, ...paths) => {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await client.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
};

/** What the setup says, field by field. */
export const settings = (page) => page.locator(".setup").locator("input, select, textarea").evaluateAll((fields) => fields.map((one) => [one.id, one.type === "checkbox" ? one.checked : one.value]));

export const shot = (page, name) => page.screenshot({ path: `target/e2e-shots/${name}.png` });

/** Moves the focus there by a key. */
export const reach = async (page, locator, key = "Tab") => {
  for (let n = 0; n < 150; n += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${locator}`);
};
