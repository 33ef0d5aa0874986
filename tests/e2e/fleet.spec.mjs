// Very many nodes: a cell for each, and the way from all of them to one Pod by wheel, keys and name.
import { test, expect } from "./fixture.mjs";
import { fleet } from "./fleet.mjs";
import { ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 120_000 });

const open = async (page, ...size) => {
  await page.goto("");
  await page.locator(".bar .import").click();
  await page.locator("#import-text").fill(JSON.stringify(fleet(...size)));
  await page.locator(".import-dialog .btn.pri:not(:disabled)").click({ timeout: 60_000 });
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/, { timeout: 90_000 });
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const canvas = (page) => page.locator(".stage-canvas");
const near = (page) => page.locator(".canvas-host.near");
const head = (page) => page.locator("#inspector-why h2");
/** The instant after which nothing moves. */
const still = async (page) => {
  await page.evaluate(() => new Promise((go) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(go)), 500)));
};

test("15,000 nodes: ten jumps in time, the wheel down to one Pod, and why", async ({ page }) => {
  await open(page, 5, 1000, 0.2);
  await expect(page.locator(".states")).toContainText("Nodes by state");
  await page.locator(".play").focus();
  for (const key of ["9", "1", "8", "2", "7", "3", "6", "4", "5", "0"]) {
    await page.keyboard.press(key);
    await expect(page.locator(".stats")).toContainText(new RegExp(`${key === "0" ? "ends" : key}0 %`));
  }
  await expect(page.locator(".states dd").first()).toHaveText(/^1[45],\d{3}$/);
  const box = await canvas(page).boundingBox();
  // The first cell of the first zone has a Pod of `cart` at the start.
  await page.mouse.move(box.x + 7, box.y + 46);
  await expect(canvas(page)).toHaveAttribute("title", /^grid-a-b-0: /);
  await expect(near(page)).toHaveCount(0);
  for (let n = 0; n < 30; n += 1) await page.mouse.wheel(0, -120);
  await expect(near(page)).toHaveCount(1);
  // The wheel kept the middle of the node; a drag reveals its corner with the Pod.
  await page.mouse.move(box.x + 300, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 700, box.y + 350, { steps: 8 });
  await page.mouse.up();
  let found = false;
  for (let y = 60; y < 240 && !found; y += 12) {
    for (let x = 10; x < 60 && !found; x += 12) {
      await page.mouse.move(box.x + x, box.y + y);
      found = /^cart-0: ready$/.test(await canvas(page).getAttribute("title"));
    }
  }
  expect(found, "the Pod is under the pointer").toBe(true);
  await page.mouse.down();
  await page.mouse.up();
  await expect(head(page)).toHaveText("cart-0");
  await shot(page, "fleet-pod");
  // A drag moves the view, and selects nothing else.
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 150, { steps: 5 });
  await page.mouse.up();
  await expect(head(page)).toHaveText("cart-0");
  await page.getByRole("button", { name: "Show the whole stage" }).click();
  await still(page);
  await expect(near(page)).toHaveCount(0);
});

test("the ruler stays above lanes that are scrolled, and seeks there", async ({ page }) => {
  await open(page, 5, 20, 0.2);
  const [ruler, lanes] = [page.locator(".tl-ruler"), page.locator(".tl-host")];
  const before = await ruler.boundingBox();
  await lanes.focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => lanes.evaluate((host) => host.scrollTop)).toBeGreaterThan(50);
  expect(await ruler.boundingBox()).toEqual(before);
  await page.mouse.click(before.x + 152 + (before.width - 168) / 2, before.y + 26);
  await expect(page.locator(".stats")).toContainText(/(49|50|51) %/);
  const flag = await page.locator(".handle").boundingBox();
  expect(flag.y).toBeGreaterThanOrEqual(before.y);
  expect(flag.y + flag.height).toBeLessThanOrEqual(before.y + before.height);
});

test("a node is found by its name, and a filter says how many pass it", async ({ page }) => {
  await open(page, 5, 1000, 0.2);
  await page.keyboard.press("Control+k");
  await page.locator("#palette-input").fill("grid-d-c-777");
  await page.locator(".hit").first().click();
  await still(page);
  await expect(near(page)).toHaveCount(1);
  await expect(page.locator("[role=gridcell]").filter({ hasText: /^grid-d-c-777: / })).toHaveCount(1);
  await expect(head(page)).toHaveText("grid-d-c-777");
  const box = await canvas(page).boundingBox();
  const seen = page.locator("[role=gridcell]").filter({ hasText: /^grid-d-c-7/ });
  expect(await seen.count()).toBeGreaterThan(2);
  // In the middle of the area above slots and tray.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 32);
  await expect(canvas(page)).toHaveAttribute("title", /^grid-d-c-777: /);
  // Shift F: everything again.
  await page.keyboard.press("Escape");
  await page.locator(".play").focus();
  await page.keyboard.press("Shift+F");
  await still(page);
  await expect(near(page)).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("cart");
  await expect(page.locator(".passing")).toHaveText(/ events so far and 100 of 15,0\d\d nodes match$/);
  await shot(page, "fleet-filter");
  await page.keyboard.press("Escape");
  await expect(page.locator(".passing")).toBeEmpty();
  await expect(page.locator("#log-filter")).toHaveValue("");
  await page.keyboard.type("us-east1-d");
  await expect(page.locator(".passing")).toHaveText(/ 5,0\d\d of 15,0\d\d nodes match$/);
});

test("by keys alone from a zone to a Pod of one of its nodes", async ({ page }) => {
  await open(page, 1, 100, 10);
  await page.locator("[role=gridcell][tabindex='0']").focus();
  const cells = () => page.locator("[role=gridcell]").count();
  const before = await cells();
  for (let n = 0; n < 12 && await cells() === before; n += 1) {
    await page.keyboard.press("+");
    await still(page);
  }
  expect(await cells()).toBeGreaterThan(before);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=gridcell]:focus")).toHaveText(/^grid-a-b-\d+: /);
  await expect(page.locator("[role=row]").last()).toHaveAttribute("aria-label", /^Pods of grid-a-b-/);
  await page.keyboard.press("ArrowDown");
  const pod = page.locator("[role=gridcell]:focus");
  await expect(pod).toHaveText(/^\S+-\d+: ready$/);
  const name = (await pod.textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(head(page)).toHaveText(name);
  await sound(page, "a fleet");
  for (let n = 0; n < 14; n += 1) await page.keyboard.press("-");
  await still(page);
  await expect(near(page)).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("two fingers zoom, and buttons that fingers hit do the same", async ({ page }) => {
    await open(page, 2, 300, 0.5);
    const button = page.getByRole("button", { name: "Zoom in" });
    expect((await button.boundingBox()).height).toBeGreaterThanOrEqual(44);
    await button.tap();
    await expect(near(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Show the whole stage" }).tap();
    await expect(near(page)).toHaveCount(0);
    const box = await canvas(page).boundingBox();
    const client = await page.context().newCDPSession(page);
    const touch = (type, apart) => client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [-1, 1].map((side, id) => ({ x: box.x + 150 + side * apart, y: box.y + 120, id })),
    });
    await touch("touchStart", 20);
    for (const apart of [30, 50, 80, 110]) await touch("touchMove", apart);
    await touch("touchEnd");
    await expect(near(page)).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await shot(page, "fleet-phone");
  });
});

test("the largest preset: sought while it is computed, then by wheel and keys to one Pod and why", async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto("");
  await page.locator(".empty [data-preset=fleet-15000]").click();
  await expect(page.locator(".canvas-host.dense")).toBeVisible({ timeout: 90_000 });
  await expect(page.locator(".states dd").first()).toHaveText("15,000", { timeout: 30_000 });
  // Ten jumps in the run: the clock follows, and so does the view.
  await page.locator(".play").focus();
  const clock = page.locator(".clk > b");
  const seen = new Set();
  for (const key of ["9", "1", "8", "2", "7", "3", "6", "4", "5", "0"]) {
    const before = await clock.textContent();
    await page.keyboard.press(key);
    await expect(clock).not.toHaveText(before, { timeout: 20_000 });
    seen.add(await clock.textContent());
  }
  expect(seen.size).toBe(10);
  await expect(clock).toHaveText("+00:00");
  // A cell and its gap are four pixels, and pools with their zones are side by side.
  const box = await canvas(page).boundingBox();
  // The browser reports a move with its next frame.
  const hint = async (x, y) => {
    await page.mouse.move(box.x + x, box.y + y);
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    return (await canvas(page).getAttribute("title")) ?? "";
  };
  const names = [];
  for (let x = 4; x < box.width; x += 40) {
    const title = await hint(x, 36);
    if (!names.includes(title)) names.push(title);
  }
  expect(names.some((name) => name.startsWith("us-central1-a: "))).toBe(true);
  const nodes = new Set();
  for (let x = 6; x < 54; x += 1) {
    const title = await hint(x, 46);
    if (/^blue-pool-a-\d+: /.test(title)) nodes.add(title.split(":")[0]);
  }
  expect(nodes.size).toBe(12);
  // The wheel leads to one node, and the keys to a Pod on it.
  await page.mouse.move(box.x + 8, box.y + 46);
  for (let n = 0; n < 30; n += 1) await page.mouse.wheel(0, -120);
  await expect(near(page)).toHaveCount(1);
  const there = (pool) => page.locator("[role=gridcell]").filter({ hasText: new RegExp(`^${pool}-\\d+: `) }).first();
  await expect(there("blue-pool-a")).toBeAttached();
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  const focused = page.locator("[role=gridcell]:focus");
  await expect(focused).toHaveText(/^blue-pool-a-\d+: /);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveText(/^[\w-]+: ready$/);
  const name = (await focused.textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(head(page)).toHaveText(name);
  await expect(page.locator("#inspector-why")).toContainText(/blue-pool-a-\d+/);
  await shot(page, "fleet-preset");
  // Out again, and to a zone of another pool: each pool has its own.
  await page.keyboard.press("Shift+F");
  await still(page);
  await expect(near(page)).toHaveCount(0);
  await page.locator("[role=gridcell][tabindex]").first().focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowDown");
  const row = page.locator("[role=row]:has(:focus)");
  await expect(row).toHaveAttribute("aria-label", "coral-pool, us-central1-b");
  // Pools are side by side, and each answers for its own part of the zone.
  await page.keyboard.press("ArrowLeft");
  await expect(row).toHaveAttribute("aria-label", "blue-pool, us-central1-b");
  await page.keyboard.press("w");
  await expect(page.locator("#inspector-why")).toContainText("Zone, blue-pool");
  await page.keyboard.press("ArrowRight");
  await expect(row).toHaveAttribute("aria-label", "coral-pool, us-central1-b");
  await page.keyboard.press("w");
  await expect(page.locator("#inspector-why")).toContainText("Zone, coral-pool");
  for (let n = 0; n < 16 && await there("coral-pool-b").count() === 0; n += 1) {
    await page.keyboard.press("+");
    await still(page);
  }
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveText(/^coral-pool-b-\d+: /);
});
