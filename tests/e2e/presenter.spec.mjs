// A run that is presented.
import { test, expect } from "./fixture.mjs";
import { html, open, ran, shot, sound } from "./steps.mjs";

const time = (page) => page.locator(".present-time");
const presented = (page) => expect(page.locator(".present-foot")).toBeVisible();
const left = async (page) => {
  await expect(page.locator(".present-foot")).toHaveCount(0);
  await expect(page.locator(".trans")).toBeVisible();
};

test("a run is presented by a key, from moment to moment, and left by Escape and by Back", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await page.keyboard.press("p");
  await presented(page);
  await expect(page).toHaveURL(/view=present/);
  await expect(page.locator(".bar, .setup, .insp, .tl")).toHaveCount(0);
  await expect(page.locator(".caption")).toBeVisible();
  await expect(time(page)).toHaveText("+00:00");
  // A caption of one line stands beside the clock's middle.
  await page.locator(".caption").evaluate((caption) => (caption.textContent = "One line"));
  const middles = await page.locator(".caption, .present-time").evaluateAll((both) => both.map((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const { top, bottom } = text.getBoundingClientRect();
    return (top + bottom) / 2;
  }));
  expect(Math.abs(middles[0] - middles[1])).toBeLessThan(3);
  await expect(page.locator(".present-now")).toContainText(/^1 of \d/);
  for (const key of ["]", "PageDown"]) await page.keyboard.press(key);
  await expect(page.locator(".present-now")).toContainText(/^3 of \d/);
  await page.keyboard.press("[");
  await expect(page.locator(".present-now")).toContainText(/^2 of \d/);
  await page.getByRole("button", { name: "Next moment: ], Page down" }).click();
  await expect(page.locator(".present-now")).toContainText(/^3 of \d/);
  // After the last moment it says how the run ends.
  const verdict = page.locator(".present-end");
  await expect(verdict).toBeHidden();
  await page.keyboard.press("End");
  await expect(verdict).toHaveText("at the endFinishes, but 3 Pods are forced out, violating a PDB");
  await expect(verdict).toBeVisible();
  await sound(page, "presentation");
  await shot(page, "presentation");
  await page.keyboard.press("Escape");
  await left(page);
  await page.locator(".bar").getByRole("button", { name: "Presentation" }).click();
  await presented(page);
  await page.goBack();
  await left(page);
});

test("a link opens the presentation, in which a ring follows the pointer as long as people want", async ({ page }) => {
  await page.goto("#preset=docs-5-nodes&view=present&t=3m1s");
  await ran(page);
  await presented(page);
  await expect(time(page)).toHaveText("+03:01");
  await page.keyboard.press("h");
  await page.mouse.move(400, 300);
  const ring = page.locator(".present-ring");
  const place = await ring.boundingBox();
  expect(place.x + place.width / 2).toBeCloseTo(400, 0);
  await page.keyboard.press("h");
  await expect(ring).toHaveCount(0);
  await page.getByRole("button", { name: /^Light or dark theme/ }).click();
  await expect(html(page)).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "End the presentation: Esc" }).click();
  await left(page);
});
