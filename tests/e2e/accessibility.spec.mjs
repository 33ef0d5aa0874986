// Keyboard, reduced motion, more contrast, the user's own colors, and texts that are cut off.
import { test, expect } from "./fixture.mjs";
import { open, openAddress, shot, sound } from "./steps.mjs";

const clock = (page) => page.locator(".clk > b");

test("every key of the table is in the help, and single keys can be switched off", async ({ page }) => {
  await open(page);
  await page.keyboard.press("?");
  const help = page.locator(".help-dialog");
  for (const words of [
    "Play or pause", "Faster", "Slower", "Loop the visible or marked range", "Start the range here", "Next event", "Previous event",
    "Next phase", "Previous phase", "Next marker", "Previous marker", "Forward one second", "Back one second", "Start", "End",
    "Jump to 0 % … 90 % of the run", "Fit the selection", "Fit the whole run", "Zoom in at the playhead", "Why?",
    "Filter the stage and the event log", "Command palette", "Help and keyboard shortcuts", "Move between zones and nodes", "Zoom the stage", "Pan the stage", "Zoom at the pointer",
  ]) await expect(help.locator("dd").filter({ hasText: words }).first(), words).toBeVisible();
  await expect(help.locator("kbd").filter({ hasText: /^(Ctrl|⌘) K$/ })).toHaveCount(1);
  await sound(page);
  await shot(page, "keys");
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("5");
  await expect(page.locator(".stats")).not.toContainText("50 %");
  await page.keyboard.press("End");
  await expect(page.locator(".stats")).toContainText("100 %");
});

test.describe("with less motion", () => {
  test.use({ reducedMotion: "reduce" });
  test("nothing moves by itself but the playhead, step by step", async ({ page }) => {
    await open(page);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press("Control+k");
    await expect(page.locator("#palette-input")).toBeFocused();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(page.locator("#palette-input")).toHaveCount(0);
    await page.keyboard.press("Space");
    await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
    await expect(clock(page)).not.toHaveText("+00:00");
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`in a person's own colours, ${colorScheme}, everything can be seen`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await open(page);
    await page.keyboard.press("3");
    await expect(page.locator(".stats")).toContainText("30 %");
    await page.locator("[role=gridcell][tabindex='0']").focus();
    await shot(page, `forced-${colorScheme}`);
    // The background of the canvas is the system's.
    const [drawn, wanted] = await page.evaluate(() => {
      const canvas = document.querySelector(".tl-host canvas");
      const [r, g, b] = canvas.getContext("2d").getImageData(2, canvas.height - 2, 1, 1).data;
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "Canvas";
      const wanted = getComputedStyle(probe).color;
      probe.remove();
      return [`rgb(${r}, ${g}, ${b})`, wanted];
    });
    expect(drawn).toBe(wanted);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("b-6");
    await shot(page, `forced-palette-${colorScheme}`);
    await sound(page);
  });
}

test("with more contrast nothing is pale", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await open(page);
  await shot(page, "contrast");
  const [line, ink] = await page.evaluate(() => ["--ink-3", "--ink"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
  expect(line).toBe(ink);
  await sound(page);
});

test("what is cut off can be read whole", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await openAddress(page, "three-zones");
  await page.keyboard.press("End");
  await expect(page.locator(".log .event").first()).toHaveAttribute("title", /./);
  await page.locator(".setup-button").click();
  await page.getByRole("button", { name: /^Workloads/ }).click();
  const cut = await page.evaluate(() => [...document.querySelectorAll("#page *")]
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth && one.clientWidth > 0)
    .filter((one) => !one.closest("[title]") && !one.matches("input, select") && !one.closest(".twin"))
    .map((one) => one.outerHTML.slice(0, 120)));
  expect(cut).toEqual([]);
});
