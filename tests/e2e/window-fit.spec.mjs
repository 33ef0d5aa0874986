// Does an upgrade fit its window? By arithmetic at once, and by a run on request.
import { test, expect } from "./fixture.mjs";
import { open, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const fits = (page) => page.locator("section", { has: page.getByRole("heading", { name: "Fits the window?" }) });
const cells = (page, name) => fits(page).locator("tr", { hasText: name }).locator("td");

test("runs in the background fill the table row by row until Stop is gone, and the suggestion is applied and run again", async ({ page }) => {
  test.setTimeout(150_000);
  await open(page, "600-nodes-8-hour-weekend");
  await page.keyboard.press("m");
  await expect(fits(page)).toContainText("Quick estimate");
  await expect(cells(page, "by running")).toHaveCount(0);
  await fits(page).getByRole("button", { name: "Run it" }).press("Enter");
  await expect(fits(page).getByRole("button", { name: "Stop" })).toHaveCount(0, { timeout: 60_000 });
  await expect(cells(page, "by running")).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/], { timeout: 60_000 });
  const suggestion = fits(page).locator("li", { hasText: "maxSurge" });
  await expect(suggestion).toBeVisible({ timeout: 60_000 });
  await sound(page, "fits");
  await shot(page, "fits");
  await suggestion.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(cells(page, "by running").nth(2)).toHaveText("1", { timeout: 60_000 });
  await expect(fits(page).locator("li")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Undo:/ })).toBeVisible();
});
