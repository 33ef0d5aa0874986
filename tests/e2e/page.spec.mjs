// Use of the page, and what must hold while it plays.
import { readFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";

const pool = readFileSync("static/scenarios/three-zones.json", "utf8");

const open = async (page, preset = "docs-5-nodes") => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const clock = (page) => page.locator(".clk > b");
const renders = (page) => page.evaluate(() => document.documentElement.dataset.renders);

test("starts with a preset list and an import, and nothing else", async ({ page }) => {
  await page.goto("");
  await expect(page.locator(".empty .preset-list li")).not.toHaveCount(0);
  await expect(page.locator(".stage, .tl, .trans")).toHaveCount(0);
  await sound(page);
  await shot(page, "empty");
});

test("shows the nodes of the docs' example: 4 to 7", async ({ page }) => {
  await open(page);
  await expect(page.locator(".derive").first()).toContainText("4 to 7 registered nodes");
  await expect(page.locator(".kv").first()).toContainText("5 → 4–7 → 5");
  await sound(page);
  await shot(page, "docs");
});

test("plays without rendering a component, and pauses", async ({ page }) => {
  await open(page);
  await expect(page.locator(".forecast")).toBeVisible();
  await page.locator(".play").click();
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
  const before = await renders(page);
  const from = await clock(page).textContent();
  await page.waitForTimeout(1500);
  expect(await renders(page)).toBe(before);
  expect(await clock(page).textContent()).not.toBe(from);
  await page.locator(".play").click();
  const at = await clock(page).textContent();
  await page.waitForTimeout(300);
  expect(await clock(page).textContent()).toBe(at);
});

test("is used with the keyboard alone", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty [data-preset=three-zones]").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await expect(page.locator(".stats")).toContainText("100 %");
  await page.keyboard.press("Home");
  await expect(clock(page)).toHaveText("+00:00");
  await page.keyboard.press("ArrowRight");
  await expect(clock(page)).not.toHaveText("+00:00");
  await page.keyboard.press("5");
  await expect(page.locator(".stats")).toContainText("50 %");
  // From tile to tile in the grid, then why.
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=gridcell]:focus")).toContainText(/Pod/);
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why")).toContainText("What");
  await page.keyboard.press("Escape");
  await expect(page.locator("#inspector-why")).toBeHidden();
  await page.locator(".play").focus();
  await page.keyboard.press("/");
  await expect(page.locator("#log-filter")).toBeFocused();
  await page.locator(".play").focus();
  await page.keyboard.press("?");
  await expect(page.locator("dialog")).toContainText("Play or pause");
  await sound(page);
  await page.locator("dialog input[type=checkbox]").uncheck();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.locator(".play").focus();
  await page.keyboard.press("2");
  await expect(page.locator(".stats")).toContainText("50 %");
});

test("a click on the timeline seeks, and a drag marks a stretch to loop", async ({ page }) => {
  await open(page);
  const box = await page.locator(".tl-host canvas").boundingBox();
  const y = box.y + 120;
  await page.mouse.click(box.x + 152 + (box.width - 168) / 2, y);
  await expect(page.locator(".stats")).toContainText(/(49|50|51) %/);
  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator("[aria-label^='Loop']")).toHaveAttribute("aria-pressed", "true");
  const slider = page.locator("[role=slider]");
  await expect(slider).toHaveAttribute("aria-valuetext", /^\d\d:\d\d:\d\d, /);
});

test("an edit runs at once and keeps the event under the playhead", async ({ page }) => {
  await open(page);
  await page.locator(".play").focus();
  await page.keyboard.press("4");
  const first = await page.locator("html").getAttribute("data-digest");
  // The log follows at the next frame.
  await expect(page.locator(".event.on time")).not.toHaveText("00:00:00");
  const event = await page.locator(".event.on .what").textContent();
  await page.locator("#pool-upgradeSettings-maxSurge").fill("3");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveAttribute("data-digest", first);
  // Others may have joined it at the same instant.
  const now = await page.locator(".event.on time").textContent();
  await expect(page.locator(".event", { hasText: now }).filter({ hasText: event })).toHaveCount(1);
});

test("an error is said in a sentence with its pointer, and the last good run stays", async ({ page }) => {
  await open(page);
  const digest = await page.locator("html").getAttribute("data-digest");
  await page.locator("#pool-upgradeSettings-maxUnavailable").fill("0");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveAttribute("data-digest", digest);
  const good = await page.locator("html").getAttribute("data-digest");
  await page.locator("#pool-target").fill("soon");
  await page.keyboard.press("Enter");
  const alert = page.locator(".notice.bad");
  await expect(alert).toContainText("/script/0/version");
  await expect(alert).toContainText("Still showing the last successful run.");
  await expect(page.locator("html")).toHaveAttribute("data-digest", good);
  await sound(page);
  await shot(page, "error");
  await page.locator("#pool-target").fill("1.34");
  await page.keyboard.press("Enter");
  await expect(alert).toHaveCount(0);
});

test("imports what is pasted, once it is used", async ({ page }) => {
  await open(page);
  const before = await page.locator(".scenario-name").inputValue();
  await page.locator(".bar .import").click();
  await page.locator("#import-text").fill(pool);
  await expect(page.locator(".report .file")).toContainText("1 pool");
  await sound(page);
  await shot(page, "import");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".scenario-name")).toHaveValue(before);
  await page.locator(".bar .import").click();
  await expect(page.locator("#import-text")).toHaveValue("");
  await expect(page.locator(".report .file b")).toHaveText("Pasted text 1");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
});

test("imports files, and says of each what became of it", async ({ page }) => {
  await open(page);
  await page.locator(".bar .import").click();
  await page.locator("#import-files").setInputFiles([
    { name: "pool.json", mimeType: "application/json", buffer: Buffer.from(pool) },
    { name: "broken.json", mimeType: "application/json", buffer: Buffer.from('{"nodePools": [') },
  ]);
  await expect(page.locator(".report .file")).toHaveCount(2);
  await expect(page.locator(".report .file").nth(1).locator(".error")).not.toBeEmpty();
  await expect(page.getByRole("button", { name: "Use", exact: true })).toBeEnabled();
});

test("a broken file leaves everything as it was", async ({ page }) => {
  await open(page);
  const digest = await page.locator("html").getAttribute("data-digest");
  await page.locator(".bar .import").click();
  await page.locator("#import-files").setInputFiles({ name: "x\u202Egnp.json", mimeType: "application/json", buffer: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) });
  await expect(page.locator(".report .error")).not.toBeEmpty();
  await expect(page.getByRole("button", { name: "Use", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-digest", digest);
  await expect(page.locator(".stage-canvas")).toBeVisible();
});

test("names with markup are text", async ({ page }) => {
  const name = "<img src=x onerror=alert(1)>";
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify({ version: 1, name, pools: [{ name: "a", initialNodeCount: 2 }], script: [{ at: "0s", do: "upgrade", pool: "a", version: "1.34" }] }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.locator(".scenario-name")).toHaveValue(name);
  await expect(page.locator("img")).toHaveCount(0);
});

test("the log lets through what the filter names", async ({ page }) => {
  await open(page, "three-zones");
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await page.locator("#log-filter").fill("redis-1");
  await expect(page.locator(".event .what").first()).toContainText("redis-1");
  for (const text of await page.locator(".event .what").allTextContents()) expect(text).toContain("redis-1");
  await page.locator(".event").last().click();
  await expect(page.locator("#inspector-why h2")).toHaveText("redis-1");
});

test("the story is told, and not faster than every two seconds", async ({ page }) => {
  await open(page);
  await page.getByRole("tab", { name: "Story" }).click();
  await page.locator(".play").focus();
  await page.keyboard.press("6");
  await expect(page.locator(".tale").first()).toContainText(/^\d+\./);
  const log = page.locator("[role=log]");
  await expect(log).not.toBeEmpty();
  await log.evaluate((element) => {
    window.said = 0;
    new MutationObserver(() => (window.said += 1)).observe(element, { childList: true, subtree: true, characterData: true });
  });
  await page.keyboard.press("Home");
  await page.waitForTimeout(100);
  await page.evaluate(() => (window.said = 0));
  await page.locator(".play").click();
  await page.waitForTimeout(3000);
  expect(await page.evaluate(() => window.said)).toBeLessThanOrEqual(2);
});

test("a script entry is added at the playhead and taken away again", async ({ page }) => {
  await open(page);
  await page.locator(".play").focus();
  await page.keyboard.press("3");
  await page.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("button", { name: "At the playhead" }).click();
  await expect(page.locator(".script li")).toHaveCount(2);
  await expect(page.locator(".panel .kv, .panel h2").first()).toBeAttached();
  await page.getByRole("tab", { name: /Findings/ }).click();
  await expect(page.locator("#inspector-findings h2")).toHaveText("The upgrade is canceled");
  await page.getByRole("button", { name: "Remove: Cancel" }).click();
  await expect(page.locator("#inspector-findings h2")).toHaveText("The upgrade succeeds");
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  test("follows the system, and the choice of the person", async ({ page }) => {
    await open(page, "three-zones");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.locator(".play").focus();
    await page.keyboard.press("5");
    await sound(page);
    await shot(page, "dark");
    await page.getByRole("button", { name: "Light theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("is one column without sideways scrolling, with targets of 44 pixels", async ({ page }) => {
    await open(page, "three-zones");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator(".stage-canvas").tap({ position: { x: 60, y: 90 } });
    await expect(page.locator(".panel.why")).toBeVisible();
    await shot(page, "phone-why");
    await page.locator(".setup-button").tap();
    await expect(page.locator(".setup")).toBeVisible();
    await shot(page, "phone-setup");
    const small = await page.locator(".bar button:visible, .tb button:visible, .setup .num button:visible").evaluateAll((all) =>
      all.map((one) => [one.getAttribute("aria-label"), one.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44));
    expect(small).toEqual([]);
    await sound(page);
  });
});

test.describe("with less motion", () => {
  test.use({ reducedMotion: "reduce" });
  test("steps from event to event", async ({ page }) => {
    await open(page);
    await page.locator(".play").click();
    const seen = new Set();
    for (let n = 0; n < 20; n += 1) {
      seen.add(await clock(page).textContent());
      await page.waitForTimeout(100);
    }
    // A step every 0.8 s: between them nothing glides.
    expect(seen.size).toBeGreaterThan(1);
    expect(seen.size).toBeLessThan(6);
  });
});

test.describe("when the program breaks", () => {
  test.use({ provoked: [/panicked|unreachable|broken/] });
  test("keeps the scenario's text to copy", async ({ page }) => {
    await open(page);
    await page.evaluate(() => {
      const set = Element.prototype.setAttribute;
      Element.prototype.setAttribute = function (name, value) {
        if (name === "aria-expanded") {
          Element.prototype.setAttribute = set;
          throw new Error("broken");
        }
        return set.call(this, name, value);
      };
    });
    await page.getByRole("button", { name: /^Assumptions/ }).click();
    await expect(page.locator("#crash h1")).toHaveText("Something went wrong");
    expect(JSON.parse(await page.locator("#crash-text").inputValue()).version).toBe(1);
    await sound(page);
  });
});
