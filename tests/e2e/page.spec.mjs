// The start page, the first run, edits, themes, and what a crash leaves.
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, clock, digestOf, fits, html, open, percent, phone, ran, shot, sound } from "./steps.mjs";

const surge = (page) => page.locator("#pool-upgradeSettings-maxSurge");

test("the start page has four ways in, and two of them give the focus to the dialog", async ({ page }) => {
  await page.goto("");
  await expect(page.locator(".card")).toHaveCount(4);
  await expect(page.locator(".card button").first()).toHaveText("Paste");
  await expect(page.locator(".stage, .tl, .trans")).toHaveCount(0);
  await sound(page, "start page");
  await shot(page, "start");
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await expect(page.locator("#import-text")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.locator("#first-files").setInputFiles("static/scenarios/three-zones.json");
  await expect(page.locator(".report .file")).toContainText("1 pool");
  await page.keyboard.press("Escape");
  await page.locator(".empty [data-preset=three-zones]").click();
  await ran(page);
  await expect(page.locator("#main")).toBeFocused();
});

test("keys work after a preset from the start page and from the dialog: transport, grid, log, Escape", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty [data-preset=docs-5-nodes]").focus();
  await page.keyboard.press("Enter");
  await ran(page);
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => percent(page)).toBe(100);
  await page.locator(".bar .presets").click();
  await page.locator("dialog [data-preset=three-zones]").click();
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await ran(page);
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(clock(page)).toHaveText("+00:00");
  await page.keyboard.press("ArrowRight");
  await expect(clock(page)).not.toHaveText("+00:00");
  await page.keyboard.press("5");
  await expect.poll(() => percent(page)).toBe(50);
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
  await page.keyboard.type("web-0");
  await expect(page.locator(".log .passing")).toContainText("1 of 14 nodes match");
  await page.keyboard.press("Escape");
  await expect(page.locator("#log-filter")).toHaveValue("");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
});

test("an edit runs at once and keeps the event under the playhead", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator(".play").focus();
  await page.keyboard.press("4");
  const first = await digestOf(page);
  // The story follows at the next frame.
  await expect(page.locator(".event[aria-current] time")).not.toHaveText("00:00:00");
  const event = await page.locator(".event[aria-current] .what").textContent();
  await surge(page).fill("3");
  await page.keyboard.press("Enter");
  await ran(page, first);
  // Others may have joined it at the same instant.
  const now = await page.locator(".event[aria-current] time").textContent();
  await expect(page.locator(".event", { hasText: now }).filter({ hasText: event })).toHaveCount(1);
});

test("a theme follows the system until a person chooses one, and the choice is kept over a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "three-zones", "&t=20m");
  await expect(html(page)).toHaveAttribute("data-theme", "dark");
  await sound(page, "dark");
  await shot(page, "dark");
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(html(page)).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-theme", "light");
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("the page, its setup and the palette are one column without sideways scrolling, with targets of 44 pixels", async ({ page }) => {
    await open(page, "three-zones");
    await fits(page, "run");
    await page.locator(".stage-canvas").tap({ position: { x: 60, y: 90 } });
    await expect(page.locator(".panel.why")).toBeVisible();
    await shot(page, "phone-why");
    await page.locator(".setup-button").tap();
    await expect(page.locator(".setup")).toBeVisible();
    await shot(page, "phone-setup");
    const small = await page.locator(".bar button:visible, .tb button:visible, .setup .num button:visible").evaluateAll((all) =>
      all.map((one) => [one.getAttribute("aria-label"), one.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44));
    expect(small).toEqual([]);
    await sound(page, "setup on a phone");
    await page.keyboard.press("Escape");
    await page.locator(".bar .find").tap();
    await page.locator("#palette-input").fill("web");
    await shot(page, "phone-palette");
    await fits(page, "palette");
    await page.locator(".hit").first().tap();
    await expect(page.locator("dialog")).toHaveCount(0);
  });
});

test.describe("when the program breaks", () => {
  test.use({ provoked: [/panicked|unreachable|broken/] });
  test("the scenario's text and a report can be copied, and Restart brings the scenario back", async ({ page }) => {
    const before = await open(page, "docs-5-nodes");
    await surge(page).fill("3");
    await page.keyboard.press("Enter");
    await ran(page, before);
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
    await sound(page, "crash");
    await page.getByRole("button", { name: "Copy this report" }).click();
    await expect.poll(() => clipboard(page)).toMatch(/^Nodetide \d+\.\d+\.\d+, seed 1\n/);
    await page.getByRole("link", { name: "Restart" }).click();
    await expect(surge(page)).toHaveValue("3");
  });
});
