// The timeline: ranges, zoom, the playhead, touch.
import { fresh, test, expect } from "./fixture.mjs";
import { clock, open, percent, phone, shot } from "./steps.mjs";

const lanes = (page) => page.locator(".tl-host canvas");
const looping = (page) => page.locator(".trans [aria-label^='Loop']");
const now = (page) => page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuetext");

const seen = (page) => page.locator("[role=slider]").boundingBox();

test("a click on the timeline seeks, a drag marks a range to loop and to zoom to, and keys mark one", async ({ page }) => {
  await open(page, "three-zones");
  const box = await lanes(page).boundingBox();
  await page.mouse.click(box.x + 152 + (box.width - 168) / 2, box.y + 120);
  await expect.poll(async () => Math.abs(await percent(page) - 50)).toBeLessThan(2);
  await page.mouse.move(box.x + 300, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 120, { steps: 5 });
  await page.mouse.up();
  await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
  await shot(page, "range");
  await page.getByRole("button", { name: "Zoom to the range" }).click();
  await page.keyboard.press("9");
  await page.getByRole("button", { name: "Clear the range" }).click();
  await expect(looping(page)).toHaveAttribute("aria-pressed", "false");
  await page.locator("#main").focus();
  await page.keyboard.press("2");
  await page.keyboard.press("i");
  await page.keyboard.press("3");
  await page.keyboard.press("o");
  await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Clear the range" }).click();
  await expect(looping(page)).toHaveAttribute("aria-pressed", "false");
});

test("the timeline zooms by wheel and keys, and a double-click or Shift F shows all of it", async ({ page }) => {
  await open(page, "three-zones");
  await page.keyboard.press("5");
  await expect.poll(() => percent(page)).toBe(50);
  const whole = await seen(page);
  const box = await lanes(page).boundingBox();
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await seen(page)).x).not.toBe(whole.x);
  await page.mouse.dblclick(box.x + 400, box.y + 100);
  await page.keyboard.press("5");
  await expect.poll(async () => Math.round((await seen(page)).x)).toBe(Math.round(whole.x));
  await page.keyboard.press("Home");
  await page.keyboard.press("+");
  await page.keyboard.press("5");
  await page.keyboard.press("Shift+PageDown");
  await page.keyboard.press("Shift+f");
  await expect.poll(async () => Math.round((await seen(page)).x)).toBe(Math.round(whole.x));
});

test("the playhead is dragged by its flag, and its slider says where it is", async ({ page }) => {
  await open(page, "three-zones");
  await expect(page.locator("[role=slider]")).toHaveAttribute("aria-valuetext", /^02:00:00, upgrading, 12 nodes left$/);
  const flag = await seen(page);
  await page.mouse.move(flag.x + flag.width / 2, flag.y + flag.height / 2);
  await page.mouse.down();
  await page.mouse.move(flag.x + 300, flag.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(clock(page)).not.toHaveText("+00:00");
  await expect(page.locator("[role=slider]")).toHaveAttribute("aria-valuetext", /^\d\d:\d\d:\d\d, [a-z ]+, \d+ nodes? left$/);
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("one finger on the timeline moves the playhead, and two zoom the timeline and not the page", async ({ page }) => {
    await open(page, "three-zones");
    await lanes(page).scrollIntoViewIfNeeded();
    const box = await lanes(page).boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) });
    const y = 60;
    await touch("touchStart", [100, y]);
    for (const x of [120, 150, 180]) await touch("touchMove", [x, y]);
    await touch("touchEnd");
    await expect(clock(page)).not.toHaveText("+00:00");
    const before = await seen(page);
    await touch("touchStart", [150, y], [200, y]);
    for (const by of [10, 30, 60, 100]) await touch("touchMove", [150 - by, y], [200 + by, y]);
    await touch("touchEnd");
    await expect.poll(async () => Math.abs((await seen(page)).x - before.x)).toBeGreaterThan(1);
    expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
  });
});

test("a double-click on the timeline moves neither the playhead nor the selection", async ({ page }) => {
  await open(page, "pdb-never-moves");
  const before = await now(page);
  const canvas = page.locator(".tl-host canvas");
  const box = await canvas.boundingBox();
  const tab = page.getByRole("tab", { selected: true });
  const shown = await tab.textContent();
  // On a bar, on the ruler, and outside of both.
  for (const [x, y] of [[0.5, 70], [0.7, 8], [0.4, box.height - 30]]) {
    await page.mouse.dblclick(box.x + box.width * x, box.y + y);
    await expect.poll(() => now(page)).toBe(before);
    await expect(tab).toHaveText(shown);
  }
  await page.mouse.click(box.x + box.width * 0.7, box.y + 8);
  await expect.poll(() => now(page)).not.toBe(before);
});

test("a link names a moment, brackets go to the others, and so do the paragraphs of the story", async ({ page }) => {
  await open(page, "pdb-never-moves", "&moment=3");
  await expect(clock(page)).toHaveText("+1:03:01");
  await expect(page).toHaveURL(/&moment=3/);
  await page.keyboard.press("[");
  await expect(clock(page)).toHaveText("+03:01");
  await page.keyboard.press("]");
  await expect(clock(page)).toHaveText("+1:03:01");
  await page.getByRole("tab", { name: "Story" }).click();
  await expect(page.locator(".tale[aria-expanded=true]")).toContainText("Force-deleted");
  await page.locator(".log .scroller").evaluate((element) => (element.scrollTop = 0));
  await page.locator(".tale").first().click();
  await expect(clock(page)).toHaveText("+00:00");
  await expect(page.locator(".tale[aria-expanded=true]")).toContainText("starts");
  await expect(page).not.toHaveURL(/moment=/);
});

test("a link that names a moment beyond the last one says how many there are", async ({ page }) => {
  await open(page, "pdb-never-moves", "&moment=99");
  await expect(page.locator(".notice")).toContainText(/This run has \d moments\./);
});
