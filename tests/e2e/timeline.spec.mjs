// The timeline: ranges, zoom, the playhead, touch.
import { fresh, test, expect } from "./fixture.mjs";
import { card, clock, fits, open, percent, phone, shot } from "./steps.mjs";

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

const cross = (page) => page.locator(".cross");
const labels = (page) => page.locator(".cross-labels:not([hidden]) .cross-label");
const bar = (page) => page.locator(".range p");
/** What is drawn on the timeline is counted from here on. */
const countDraws = (page) => page.evaluate(() => {
  window.draws = 0;
  for (const name of ["fillRect", "fillText", "fill", "stroke", "clearRect"]) {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...of) {
      window.draws += this.canvas.closest(".tl") ? 1 : 0;
      return own.apply(this, of);
    };
  }
});

test("a line under the pointer has the time and each lane's value, redraws nothing, and goes when the pointer leaves", async ({ page }) => {
  await open(page, "three-zones");
  const box = await lanes(page).boundingBox();
  await page.mouse.move(box.x + 400, box.y + 120);
  await expect(cross(page)).toBeVisible();
  await expect(cross(page)).toHaveText(/^02:\d\d:\d\d$/);
  await expect(labels(page).filter({ hasText: /^\d+ nodes: \d+ / })).toHaveCount(1);
  await expect(labels(page).filter({ hasText: /^\d+ of \d+, minimum \d+$/ }).first()).toBeVisible();
  await expect(labels(page).filter({ hasText: /, for (\d+ min )?\d+ s$/ }).first()).toBeVisible();
  const before = await cross(page).textContent();
  await countDraws(page);
  for (let x = 410; x < 700; x += 10) await page.mouse.move(box.x + x, box.y + 120);
  await expect(cross(page)).not.toHaveText(before);
  expect(await page.evaluate(() => window.draws)).toBe(0);
  await shot(page, "cross-hair");
  await page.mouse.move(box.x + 60, box.y + 120);
  await expect(cross(page)).toBeHidden();
  await page.mouse.move(box.x + 400, box.y + 120);
  await expect(cross(page)).toBeVisible();
  await page.mouse.move(box.x + 400, 4);
  await expect(cross(page)).toBeHidden();
  await expect(labels(page)).toHaveCount(0);
});

test("the card of a node's bar names the node, its state and its zone, stays in the window, and goes at Escape", async ({ page }) => {
  await open(page, "pdb-never-moves");
  const box = await lanes(page).boundingBox();
  const found = async () => {
    for (let y = 60; y < box.height; y += 3) {
      await page.mouse.move(box.x + box.width - 60, box.y + y);
      await page.waitForTimeout(250);
      if ((await card(page).count()) && /^[\w-]+-\d+: /.test(await card(page).textContent())) return y;
    }
    throw new Error("no bar has a card");
  };
  const y = await found();
  await expect(card(page)).toHaveText(/^[\w-]+-\d+: (ready|draining|blocked|starting|cordoned|being|not).*since.*until.*double-click: whole run/);
  await expect(card(page).locator("svg rect.here")).toHaveCount(1);
  const place = await card(page).boundingBox();
  const { width, height } = page.viewportSize();
  expect(place.x >= 0 && place.y >= 0 && place.x + place.width <= width && place.y + place.height <= height).toBe(true);
  await shot(page, "hover-card");
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
  await page.mouse.move(box.x + box.width - 60, box.y + y);
  await page.mouse.move(4, 4);
  await expect(card(page)).toHaveCount(0);
});

test("a marked range says what happens in it, over the whole run the same as the run's numbers", async ({ page }) => {
  for (const preset of ["three-zones", "pdb-never-moves"]) {
    await open(page, preset);
    await expect(bar(page)).toBeEmpty();
    const box = await lanes(page).boundingBox();
    await page.mouse.move(box.x + box.width - 14, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 120, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(4, 4);
    await page.locator("#main").focus();
    await page.keyboard.press("End");
    const stat = async (name) => {
      const text = await page.locator(".stat", { hasText: name }).first().locator("b").textContent();
      return text.match(/^[\d,]+/)[0];
    };
    // The transport's numbers follow the playhead to the end.
    await expect.poll(async () => {
      const text = await bar(page).innerText();
      const [evictions, forced] = [await stat("evictions"), await stat("forced out")];
      return new RegExp(`(^|\\D)${evictions} evictions?`).test(text) && text.includes(`${forced} forced out`);
    }).toBe(true);
    await expect(bar(page)).toContainText(/\d+ nodes? came, \d+ went/);
    await expect(bar(page)).toContainText(/\d+ refusals?/);
    await shot(page, `range-of-${preset}`);
    await page.getByRole("button", { name: "Clear the range" }).click();
    await expect(bar(page)).toBeEmpty();
  }
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
  fresh("what a range says fits the page, and a finger gets no card", async ({ page }) => {
    await open(page, "three-zones");
    await page.locator("#main").focus();
    for (const key of ["2", "i", "6", "o"]) await page.keyboard.press(key);
    await expect(bar(page)).toContainText(/\d refusals?/);
    await bar(page).scrollIntoViewIfNeeded();
    await fits(page, "the bar of a range");
    const place = await page.locator(".range").boundingBox();
    expect(place.x >= 0 && place.x + place.width <= 390).toBe(true);
    await shot(page, "range-on-a-phone");
    await lanes(page).tap({ position: { x: 120, y: 100 } });
    await page.waitForTimeout(300);
    await expect(card(page)).toHaveCount(0);
    await expect(cross(page)).toBeHidden();
  });

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
