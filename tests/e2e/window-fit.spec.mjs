// Does an upgrade fit its window? By arithmetic at once, and by a run on request.
import { test, expect } from "./fixture.mjs";
import { ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const fits = (page) => page.locator("section", { has: page.getByRole("heading", { name: "Fits the window?" }) });
const cells = (page, name) => fits(page).locator("tr", { hasText: name }).locator("td");

test("an upgrade of six hundred nodes is run until one window is enough", async ({ page }) => {
  await page.goto("#preset=600-nodes-8-hour-weekend");
  await ran(page);
  await page.keyboard.press("m");
  await expect(fits(page)).toContainText("Quick estimate");
  await expect(cells(page, "by running")).toHaveCount(0);
  await fits(page).getByRole("button", { name: "Run it" }).press("Enter");
  await expect(fits(page).getByRole("status")).toContainText("of 15 runs");
  await expect(fits(page).getByRole("button", { name: "Stop" })).toHaveCount(0, { timeout: 60_000 });

  const windows = await cells(page, "by running").allTextContents();
  expect(windows.map((text) => Number(text) > 1)).toEqual([true, true, true]);
  expect(Number(windows[0])).toBeLessThan(Number(windows[2]));
  await expect(fits(page)).toContainText(/With slow nodes it is done (Sat|Sun) \d+ \w+ \d\d:\d\d, in \d+ windows\./);
  await expect(fits(page)).toContainText(/maxSurge \d+ is enough for one window\./);
  await sound(page, "fits");
  await shot(page, "fits");

  // The suggestion is applied, and checked again.
  const said = await fits(page).locator("li", { hasText: "maxSurge" }).textContent();
  const surge = Number(/maxSurge (\d+)/.exec(said)[1]);
  await fits(page).locator("li", { hasText: "maxSurge" }).getByRole("button", { name: "Apply" }).press("Enter");
  await expect(cells(page, "by running").nth(2)).toHaveText("1", { timeout: 60_000 });
  await expect(fits(page).locator("li")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Undo:/ })).toBeVisible();
  expect(surge).toBeGreaterThan(1);
});
