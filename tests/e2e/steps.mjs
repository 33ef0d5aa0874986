// What several tests do with the page, and ask of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import { expect } from "./fixture.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing for axe to find in what is shown. */
export const sound = async (page, view) => {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`), view).toEqual([]);
};

export const html = (page) => page.locator("html");
export const clock = (page) => page.locator(".clk > b");
export const digestOf = (page) => html(page).getAttribute("data-digest");
/** Waits for a run that is whole, another one than `before`, and for all of the program; gives its digest. */
export const ran = async (page, before = "") => {
  await expect(html(page)).toHaveAttribute("data-digest", before ? new RegExp(`^(?!${before})[0-9a-f]{16}$`) : /^[0-9a-f]{16}$/, { timeout: 50_000 });
  await expect(html(page)).toHaveAttribute("data-whole", "");
  return digestOf(page);
};

/** Opens a preset by its address, with more of the address after it. */
export const open = async (page, preset = "docs-5-nodes", more = "") => {
  await page.goto(`#preset=${preset}${more}`);
  const digest = await ran(page);
  await expect(page.locator(".stage-canvas, .stage.tables, .cmp").first()).toBeVisible();
  return digest;
};

/** The part of a link that has a scenario. */
export const link = (document) => `s=1.${deflateRawSync(JSON.stringify(document)).toString("base64url")}`;

/** Opens a scenario as by a link. */
export const openScenario = async (page, document, more = "") => {
  await page.goto(`#${link(document)}${more}`);
  return ran(page);
};

/** Waits for what this page saves. */
export const kept = (page, part) => expect.poll(() => page.evaluate(() => localStorage.getItem("nodetide.scenario"))).toContain(part);

/** A file as a picker gives it. */
export const file = (name, content) => ({
  name, mimeType: "application/json",
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

/** Fires a paste of a text at what has the focus. */
export const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}, text);

export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The file that a button saves. */
export const saved = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

/** The card beside the pointer. */
export const card = (page) => page.locator(".hover-card:not([hidden])");

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Nothing is wider than the page. */
export const fits = async (page, view) => {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, view).toBeLessThanOrEqual(room);
};

/** Drops files onto the page, as a file manager does. */
export const drop = async (page, ...paths) => {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await client.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
  await client.detach();
};

/** What the setup says, field by field. */
export const settings = (page) => page.locator(".setup").locator("input, select, textarea").evaluateAll((fields) => fields.map((one) => [one.id, one.type === "checkbox" ? one.checked : one.value]));

/** A picture for people who look at the views; only with `SHOTS` set. */
export const shot = async (page, name) => {
  if (process.env.SHOTS) await page.screenshot({ path: `target/e2e-shots/${name}.png` });
};

/** Moves the focus there by a key. */
export const reach = async (page, locator, key = "Tab") => {
  for (let n = 0; n < 150; n += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${locator}`);
};

/** Where the playhead is, in percent of the run. */
export async function percent(page) {
  const playhead = page.getByRole("slider", { name: "Playhead" });
  const [now, end] = await Promise.all(["now", "max"].map((of) => playhead.getAttribute(`aria-value${of}`)));
  return Math.round(100 * now / end);
}
