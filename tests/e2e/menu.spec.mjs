// Context menus.
import { fresh, test, expect } from "./fixture.mjs";
import { open, phone, shot, sound } from "./steps.mjs";

const lanes = (page) => page.locator(".tl-host canvas");
const looping = (page) => page.locator(".trans [aria-label^='Loop']");

test.describe("a context menu", () => {
  const menu = (page) => page.getByRole("menu");
  test("of a node opens by Shift F10, moves by keys, and gives the focus back", async ({ page }) => {
    await open(page, "three-zones");
    const cell = page.locator("[role=gridcell]").filter({ hasText: "web-pool-a-2" });
    await cell.focus();
    await page.keyboard.press("Shift+F10");
    await expect(menu(page)).toHaveAttribute("aria-label", /web-pool-a-2/);
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await sound(page);
    await shot(page, "menu");
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem").last()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toHaveCount(0);
    await expect(cell).toBeFocused();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: /^Filter the log/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("#log-filter")).toHaveValue("web-pool-a-2");
    await expect(page.locator("#log-filter")).toBeFocused();
  });
  test("belongs to what is under the pointer, on the stage, in the log and on the timeline", async ({ page }) => {
    await open(page, "three-zones");
    await page.keyboard.press("End");
    const stage = page.locator(".stage-canvas");
    for (const [place, position, name] of [
      [stage, { x: 60, y: 12 }, /^web-pool:/],
      [stage, { x: 60, y: 40 }, /^europe-west4-a:/],
      [page.locator(".event").first(), undefined, /:/],
      [lanes(page), { x: 60, y: 109 }, /europe-west4/],
    ]) {
      await place.click({ button: "right", position });
      await expect(menu(page)).toHaveAttribute("aria-label", name);
      await page.keyboard.press("Escape");
      await expect(menu(page)).toHaveCount(0);
    }
    await lanes(page).click({ button: "right", position: { x: 400, y: 109 } });
    await page.getByRole("menuitem", { name: "Start the range here" }).click();
    await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
  });
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("a context menu opens where a finger rests, within the window, and not where it scrolls", async ({ page }) => {
    const menu = (page) => page.getByRole("menu");
    await open(page, "three-zones");
    const stage = await page.locator(".stage-canvas").boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const at = [stage.x + stage.width - 40, stage.y + 80];
    await touch("touchStart", at);
    await page.waitForTimeout(700);
    await touch("touchEnd");
    await expect(menu(page)).toBeVisible();
    const box = await menu(page).boundingBox();
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    await expect(page.locator("#inspector-why")).toBeHidden();
    await shot(page, "menu-phone");
    await page.locator(".menus .veil").click({ position: { x: 5, y: 5 } });
    await expect(menu(page)).toHaveCount(0);
    await touch("touchStart", at);
    await touch("touchMove", [at[0], at[1] - 40]);
    await page.waitForTimeout(700);
    await touch("touchEnd");
    await expect(menu(page)).toHaveCount(0);
  });
});
