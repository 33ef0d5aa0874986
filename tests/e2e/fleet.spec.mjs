// Very many nodes: a cell for each, and the way from all of them to one Pod by wheel, keys and name.
import { fresh, test, expect } from "./fixture.mjs";
import { fleet } from "./fleet.mjs";
import { card, clock, fits, percent, phone, ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 180_000 });

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
const focused = (page) => page.locator("[role=gridcell]:focus");
/** Waits for the end of a flight of the camera. */
const still = async (page) => {
  await page.evaluate(() => new Promise((go) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(go)), 500)));
};

test("a node is found by its name, a drag moves the view and selects nothing, and a filter says how many nodes pass it", async ({ page }) => {
  await open(page, 5, 300, 0.2);
  await page.keyboard.press("Control+k");
  await page.locator("#palette-input").fill("grid-d-c-77");
  await page.locator(".hit").first().click();
  await still(page);
  await expect(near(page)).toHaveCount(1);
  await expect(page.locator("[role=gridcell]").filter({ hasText: /^grid-d-c-77: / })).toHaveCount(1);
  await expect(head(page)).toHaveText("grid-d-c-77");
  const box = await canvas(page).boundingBox();
  // In the middle of the area above slots and tray.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 32);
  await expect(card(page)).toHaveText(/^grid-d-c-77: /);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 100, box.y + box.height / 2 - 80, { steps: 5 });
  await page.mouse.up();
  await expect(head(page)).toHaveText("grid-d-c-77");
  // Shift F: everything again.
  await page.keyboard.press("Escape");
  await page.locator(".play").focus();
  await page.keyboard.press("Shift+F");
  await still(page);
  await expect(near(page)).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("us-east1-d");
  await expect(page.locator(".passing")).toHaveText(/ 1,5\d\d of 4,5\d\d nodes match$/);
  await page.keyboard.press("Escape");
  await expect(page.locator(".passing")).toBeEmpty();
  await expect(page.locator("#log-filter")).toHaveValue("");
});

test("the ruler stays above lanes that are scrolled, and a click on it seeks", async ({ page }) => {
  await open(page, 5, 20, 0.2);
  const [ruler, lanes] = [page.locator(".tl-ruler"), page.locator(".tl-host")];
  await expect.poll(async () => (await ruler.boundingBox())?.width).toBeGreaterThan(300);
  const before = await ruler.boundingBox();
  await lanes.focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => lanes.evaluate((host) => host.scrollTop)).toBeGreaterThan(50);
  expect(await ruler.boundingBox()).toEqual(before);
  await page.mouse.click(before.x + 152 + (before.width - 168) / 2, before.y + 26);
  await expect.poll(async () => Math.abs(await percent(page) - 50)).toBeLessThan(2);
  const flag = await page.locator(".handle").boundingBox();
  expect(flag.y).toBeGreaterThanOrEqual(before.y);
  expect(flag.y + flag.height).toBeLessThanOrEqual(before.y + before.height);
});

test("keys alone lead from a zone of small cells to a Pod of one of its nodes, and out again", async ({ page }) => {
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
  await expect(focused(page)).toHaveText(/^grid-a-b-\d+: /);
  await expect(page.locator("[role=row]").last()).toHaveAttribute("aria-label", /^Pods of grid-a-b-/);
  await page.keyboard.press("ArrowDown");
  await expect(focused(page)).toHaveText(/^\S+-\d+: ready$/);
  const name = (await focused(page).textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(head(page)).toHaveText(name);
  await sound(page, "a fleet");
  for (let n = 0; n < 14; n += 1) await page.keyboard.press("-");
  await still(page);
  await expect(near(page)).toHaveCount(0);
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("two fingers zoom into a fleet, and buttons that fingers hit do the same", async ({ page }) => {
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
    await fits(page, "a fleet");
    await shot(page, "fleet-phone");
  });
});

test("the largest preset is sought while it is computed, each node has a cell, and the wheel leads to one of them", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty [data-preset=fleet-15000]").click();
  await expect(page.locator(".canvas-host.dense")).toBeVisible({ timeout: 90_000 });
  await expect(page.locator(".states dd").first()).toHaveText("15,000", { timeout: 30_000 });
  // Jumps in the run: the clock follows, and so does the view.
  await page.locator(".play").focus();
  for (const key of ["9", "1", "8", "0"]) {
    const before = await clock(page).textContent();
    await page.keyboard.press(key);
    await expect(clock(page)).not.toHaveText(before, { timeout: 20_000 });
  }
  await expect(clock(page)).toHaveText("+00:00");
  // A cell and its gap are four pixels.
  const box = await canvas(page).boundingBox();
  // The part of the page that has the cards may still be on its way: then the next move of the pointer opens one.
  await expect(async () => {
    await page.mouse.move(box.x + 5, box.y + 46);
    await page.mouse.move(box.x + 4, box.y + 46);
    await expect(card(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  const nodes = new Set();
  for (let x = 6; x < 54; x += 1) {
    await page.mouse.move(box.x + x, box.y + 46);
    // A card opens once the pointer rests.
    await page.waitForTimeout(300);
    const said = (await page.locator(".stage .hover-card").textContent()) ?? "";
    if (/^blue-pool-a-\d+: /.test(said)) nodes.add(said.split(":")[0]);
  }
  expect(nodes.size).toBe(12);
  await page.mouse.move(box.x + 8, box.y + 46);
  for (let n = 0; n < 30; n += 1) await page.mouse.wheel(0, -120);
  await expect(near(page)).toHaveCount(1);
  await expect(page.locator("[role=gridcell]").filter({ hasText: /^blue-pool-a-\d+: / }).first()).toBeAttached();
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await expect(focused(page)).toHaveText(/^blue-pool-a-\d+: /);
  await page.keyboard.press("ArrowDown");
  await expect(focused(page)).toHaveText(/^[\w-]+: ready$/);
  const name = (await focused(page).textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(head(page)).toHaveText(name);
  await shot(page, "fleet-preset");
  // Its run ends as its card says.
  await expect(page).toHaveTitle("15,000 nodes, pool after pool: The upgrade succeeds: 15,000 nodes of 5 pools · Nodetide", { timeout: 60_000 });
  // Out again: pools are side by side, and each answers for its own part of a zone.
  await page.keyboard.press("Shift+F");
  await still(page);
  await expect(near(page)).toHaveCount(0);
  await page.locator("[role=gridcell][tabindex]").first().focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowDown");
  const row = page.locator("[role=row]:has(:focus)");
  await expect(row).toHaveAttribute("aria-label", "coral-pool, us-central1-b");
  await page.keyboard.press("ArrowLeft");
  await expect(row).toHaveAttribute("aria-label", "blue-pool, us-central1-b");
  await page.keyboard.press("w");
  await expect(page.locator("#inspector-why")).toContainText("Zone, blue-pool");
});
