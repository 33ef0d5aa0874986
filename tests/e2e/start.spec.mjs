// A page with a file that can't be loaded says so, and starts as soon as it can be.
import { broken, reported } from "./broken.mjs";
import { test, expect } from "./fixture.mjs";
import { ran, shot, sound } from "./steps.mjs";

const files = {
  "the boot script": /\/boot-\w+\.js$/,
  "the app's script": /\/app-\w+\.js$/,
  "the app's wasm": /\/app-\w+_bg\.wasm\?/,
  "the messages": /\/en-\w+\.first\.ftl\.txt$/,
  "a style sheet": /\/page-\w+\.css$/,
};
const preset = (page) => page.locator(".empty [data-preset=docs-5-nodes]");
const said = (page) => page.getByRole("alert");
const reload = (page) => page.getByRole("button", { name: "Reload" }).click();

test.describe("a page of which", () => {
  test.use({ provoked: [reported] });
  for (const [what, file] of Object.entries(files)) {
    for (const [way, answer] of Object.entries(broken)) {
      // Half a style sheet is a style sheet.
      if (what === "a style sheet" && way === "is cut off") continue;
      test(`${what} ${way} says so`, async ({ page }) => {
        await page.route(file, answer);
        await page.goto("");
        await expect(said(page).getByRole("heading")).toHaveText("Nodetide couldn’t be loaded");
        await expect(said(page)).toContainText(/The file (boot|app|en|page)-[\w.]+\.(js|wasm|txt|css) is missing or incomplete/);
        await expect(said(page)).not.toContainText("Nothing is lost");
        await sound(page);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await reload(page);
        await expect(preset(page)).toBeVisible();
        await expect(said(page)).toHaveCount(0);
      });
    }
  }

  test("a file is broken says that the scenario is saved, and goes on with it", async ({ page }) => {
    await page.goto("");
    await preset(page).click();
    const digest = await ran(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("nodetide.scenario"))).toBeTruthy();
    for (const file of Object.values(files)) {
      await page.route(file, broken["is missing"]);
      await page.goto("");
      await expect(said(page)).toContainText("Your scenario is saved in this browser. Nothing is lost.");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    await reload(page);
    expect(await ran(page)).toBe(digest);
  });

  test("a file is broken keeps the address", async ({ page }) => {
    await page.route(files["the boot script"], broken["is missing"]);
    await page.goto("#preset=three-zones");
    await expect(said(page)).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await reload(page);
    await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  });

  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      test.describe(`a file is broken, ${width} pixels wide, ${colorScheme},`, () => {
        test.use({ colorScheme, viewport: { width, height } });
        test("can be read", async ({ page }) => {
          await page.addInitScript(() => localStorage.setItem("nodetide.scenario", "preset:docs-5-nodes"));
          await page.route(files["the app's wasm"], broken["is replaced by a sign-in page"]);
          await page.goto("");
          await expect(said(page)).toBeVisible();
          await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
          await sound(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await shot(page, `start-${width}-${colorScheme}`);
        });
      });
    }
  }
});

test("a page that takes long says so, and starts when it can", async ({ page }) => {
  let come;
  const held = new Promise((resolve) => (come = resolve));
  await page.clock.install();
  await page.route(files["the boot script"], async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("", { waitUntil: "commit" });
  await page.clock.runFor(16_000);
  await expect(said(page).getByRole("heading")).toHaveText("Nodetide is still loading");
  await sound(page);
  come();
  await preset(page).click();
  await ran(page);
  await expect(said(page)).toHaveCount(0);
});
