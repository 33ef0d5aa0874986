// The story of a run.
import { test, expect } from "./fixture.mjs";
import { sound } from "./steps.mjs";

const open = async (page, preset) => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const key = async (page, name) => {
  await page.locator(".play").focus();
  await page.keyboard.press(name);
};
const why = (page) => page.locator("#inspector-why");

test("the story is the whole run from 1, with the sentences in sight alone", async ({ page }) => {
  await open(page, "surge-20-0");
  await page.getByRole("tab", { name: "Story" }).click();
  await expect(page.locator(".tale.on")).toBeVisible();
  await page.locator(".tales .scroller").evaluate((element) => (element.scrollTop = 0));
  await expect(page.locator(".tale").first()).toContainText(/^1\./);
  await key(page, "End");
  await expect(page.locator(".tale.on")).toBeVisible();
  await expect(page.locator(".tale.on .no")).not.toHaveText(/^.{0,3}$/);
  expect(await page.locator(".tale").count()).toBeLessThan(40);
  const all = Number(await page.locator(".tales li").first().getAttribute("aria-setsize"));
  expect(all).toBeGreaterThan(80);
  await expect(page.locator(".tale[tabindex='0']")).toHaveCount(1);
  await page.locator(".tale[tabindex='0']").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(why(page)).toContainText("What");
});

test("on a phone the story has a window of its own", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "surge-20-0");
  await page.getByRole("tab", { name: "Story" }).click();
  await expect(page.locator(".tale.on")).toBeVisible();
  const { height } = await page.locator(".tales .scroller").boundingBox();
  expect(height).toBeGreaterThan(300);
  await sound(page);
});
