// Keyboard help, reduced motion, more contrast, and the user's own colors.
import { test, expect } from "./fixture.mjs";
import { clock, open, percent, shot, sound } from "./steps.mjs";

test("the help lists the keys, and single keys can be switched off there", async ({ page }) => {
  await open(page, "three-zones");
  await page.keyboard.press("?");
  const help = page.locator(".help-dialog");
  for (const words of ["Play or pause", "Next event", "Zoom in at the playhead", "Command palette", "Move between zones and nodes", "Pan the stage"]) {
    await expect(help.locator("dd").filter({ hasText: words }).first(), words).toBeVisible();
  }
  await expect(help.locator("kbd").filter({ hasText: /^(Ctrl|⌘) K$/ })).toHaveCount(1);
  await sound(page, "help");
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("5");
  await page.keyboard.press("End");
  await expect.poll(() => percent(page)).toBe(100);
  await page.keyboard.press("5");
  await expect.poll(() => percent(page)).toBe(100);
});

test("with reduced motion nothing is animated, and the playhead moves in steps", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "docs-5-nodes");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(page.locator("#palette-input")).toHaveCount(0);
  await page.locator(".play").click();
  const seen = new Set();
  for (let n = 0; n < 20; n += 1) {
    seen.add(await clock(page).textContent());
    await page.waitForTimeout(100);
  }
  // A step every 0.8 s, where a glide would show another time at each look.
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.size).toBeLessThan(10);
});

test("in the user's own colors the canvas and the palette use the system's", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await open(page, "three-zones");
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
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type("b-6");
  // A list that follows the typing replaces its items.
  const colors = () => page.locator(".hit[aria-selected=false] mark").first().evaluate((mark) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "CanvasText";
    return [getComputedStyle(mark).color, getComputedStyle(probe).color];
  });
  await expect(async () => {
    const [of, wanted] = await colors();
    expect(of).toBe(wanted);
  }).toPass();
  await shot(page, "forced-palette");
  await sound(page, "forced colors");
});

test("with more contrast secondary text has the color of text", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await open(page, "three-zones");
  const [line, ink] = await page.evaluate(() => ["--ink-3", "--ink"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
  expect(line).toBe(ink);
  await sound(page, "more contrast");
});

test("what is cut off has a tooltip with the whole text", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await open(page, "three-zones");
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
