// A run on paper.
import { test, expect } from "./fixture.mjs";
import { open, percent, shot, sound } from "./steps.mjs";

test("on paper a run is a page of text with its pictures, black on white, also from a dark screen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "three-zones");
  await page.keyboard.press("3");
  await expect.poll(() => percent(page)).toBe(30);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".paper");
  await expect(paper.locator("h1")).toHaveText("web-pool to 1.33, Saturday night");
  await expect(paper.locator("img")).toHaveCount(2);
  expect(await paper.locator("ol li").count()).toBeGreaterThan(100);
  await expect(page.locator(".bar, .setup, .trans, .insp, .stage").first()).toBeHidden();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await sound(page, "paper");
  await shot(page, "paper");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
