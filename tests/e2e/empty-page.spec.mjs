// The start page.
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";

test.describe("the empty page", () => {
  test("has three ways in, and says what it is", async ({ page }) => {
    await page.goto("");
    await expect(page.locator(".card")).toHaveCount(3);
    await expect(page.locator(".card .stays")).toContainText("Nothing leaves this tab");
    await expect(page.locator(".foot")).toContainText("not affiliated with Google");
    await sound(page);
    await shot(page, "empty-three");
    await page.getByRole("button", { name: "Paste", exact: true }).click();
    await expect(page.locator("#import-text")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.locator("#first-files").setInputFiles("static/scenarios/three-zones.json");
    await expect(page.locator(".report .file")).toContainText("1 pool");
  });
});

test("a preset's description has two lines where one is too short", async ({ page }) => {
  await page.goto("");
  const tallest = () => page.locator(".empty .preset-list span").evaluateAll((spans) => Math.max(...spans.map((one) => one.clientHeight)));
  await expect.poll(tallest).toBeGreaterThan(24);
  expect(await tallest()).toBeLessThan(40);
});
