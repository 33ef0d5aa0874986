// The address names what is on the screen, and Back shows what was there before.
import { test, expect } from "./fixture.mjs";
import { clock, digestOf, fits, html, open, ran, shot, sound } from "./steps.mjs";

const empty = (page) => page.locator(".empty .preset-list");
const name = (page) => page.locator(".scenario-name");
const choose = async (page, preset) => {
  const before = await digestOf(page);
  await page.locator(".bar .presets").click();
  await page.locator(`dialog [data-preset=${preset}]`).click();
  await ran(page, before);
};

test("Back shows the preset before, then the start page, and Forward what was edited", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  const first = await ran(page);
  await expect(page).toHaveURL(/#preset=docs-5-nodes$/);
  await expect(page).toHaveTitle("Five nodes, two surge and one unavailable: Finishes, but api had 1 of 3 Pods ready at worst · Nodetide");
  await choose(page, "stockout");
  await expect(page).toHaveURL(/#preset=stockout$/);
  const second = await digestOf(page);
  await page.locator("#pool-upgradeSettings-maxSurge").fill("2");
  await page.keyboard.press("Enter");
  const edited = await ran(page, second);
  await expect(page).toHaveURL(/#own$/);
  await page.goBack();
  await expect(html(page)).toHaveAttribute("data-digest", first);
  await expect(page).toHaveURL(/#preset=docs-5-nodes$/);
  await page.goBack();
  await expect(empty(page)).toBeVisible();
  await expect(page).toHaveTitle("Nodetide");
  await page.reload();
  await expect(empty(page)).toBeVisible();
  await page.goForward();
  await expect(html(page)).toHaveAttribute("data-digest", first);
  await page.goForward();
  await expect(html(page)).toHaveAttribute("data-digest", edited);
  await expect(page).toHaveURL(/#own$/);
});

test("a reload restores the playhead and the calendar, and a preset is shown on the stage", async ({ page }) => {
  await open(page, "holiday-freeze");
  await page.keyboard.press("m");
  await expect(page.locator(".cal").first()).toBeVisible();
  await expect(page).toHaveURL(/#preset=holiday-freeze&view=calendar/);
  await page.locator(".play").focus();
  await page.keyboard.press("5");
  await expect(clock(page)).not.toHaveText("+00:00");
  const at = await clock(page).textContent();
  await expect(page).toHaveURL(/&view=calendar&t=\w+/);
  await page.reload();
  await ran(page);
  await expect(page.locator(".cal").first()).toBeVisible();
  await expect(clock(page)).toHaveText(at);
  await choose(page, "docs-5-nodes");
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page).toHaveURL(/#preset=docs-5-nodes$/);
  await page.goBack();
  await expect(page.locator(".cal").first()).toBeVisible();
  await expect(clock(page)).toHaveText(at);
  await page.goBack();
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(name(page)).toHaveValue("Holiday freeze");
});

test("presets stand in groups with outcome and picture, and are searched", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Search presets" }).click();
  const dialog = page.locator(".presets-dialog");
  const count = dialog.getByRole("status");
  await expect(count).toHaveText("37 of 37 presets");
  await expect(dialog.locator("h3")).toHaveCount(8);
  await expect(dialog.locator("[data-preset=pdb-never-moves]")).toContainText("Finishes, but 3 Pods are forced out, violating a PDB");
  await expect(dialog.locator("svg.preset-picture")).toHaveCount(37);
  await sound(page, "presets");
  await fits(page, "presets");
  await shot(page, "presets");
  await page.keyboard.type("blue-green soak");
  await expect(count).toHaveText(/^[2-4] of 37 presets$/);
  await expect(dialog.locator("h3").first()).toHaveText("Blue-green");
  await page.keyboard.type(" nothing");
  await expect(dialog).toContainText("No preset is about");
  await sound(page, "no preset");
  await dialog.getByRole("button", { name: "Show all presets" }).click();
  await expect(count).toHaveText("37 of 37 presets");
  await dialog.getByRole("searchbox").fill("preempt");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await ran(page);
  await expect(page).toHaveURL(/#preset=spot-surge$/);
});
