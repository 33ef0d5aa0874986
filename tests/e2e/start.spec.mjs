// A page with a file that can't be loaded says so, and starts as soon as it can be.
import { broken, reported } from "./broken.mjs";
import { fresh as test, expect } from "./fixture.mjs";
import { fits, phone, ran, shot, sound } from "./steps.mjs";

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

test.describe("a file that can't be loaded", () => {
  test.use({ provoked: [reported] });
  test("is named on a page that can be read, whichever it is, and Reload starts the page at the same address", async ({ page }) => {
    for (const [what, way] of [
      ["the boot script", "is missing"], ["the app's script", "is replaced by a sign-in page"], ["the app's wasm", "is cut off"],
      ["the messages", "is missing"], ["a style sheet", "is replaced by a sign-in page"],
    ]) {
      await test.step(`${what} ${way}`, async () => {
        await page.goto("blank");
        await page.evaluate(() => localStorage.clear());
        await page.route(files[what], broken[way]);
        await page.goto("#preset=three-zones");
        await expect(said(page).getByRole("heading")).toHaveText("Nodetide couldn’t be loaded");
        await expect(said(page)).toContainText(/The file (boot|app|en|page)-[\w.]+\.(js|wasm|txt|css) is missing or incomplete/);
        await expect(said(page)).not.toContainText("Nothing is lost");
        await sound(page, what);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await reload(page);
        await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
        await expect(said(page)).toHaveCount(0);
      });
    }
  });

  test.describe("on a phone, in dark colors", () => {
    test.use({ ...phone, colorScheme: "dark" });
    test("loses no scenario: the page says that it is saved, and goes on with it", async ({ page }) => {
      await page.goto("");
      await preset(page).click();
      const digest = await ran(page);
      await expect.poll(() => page.evaluate(() => localStorage.getItem("nodetide.scenario"))).toBeTruthy();
      for (const file of [files["the boot script"], files["the app's wasm"]]) {
        await page.route(file, broken["is missing"]);
        await page.goto("about:blank");
        await page.goto("");
        await expect(said(page)).toContainText("Your scenario is saved in this browser. Nothing is lost.");
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await fits(page, "a file is missing");
      await sound(page, "a file is missing");
      await shot(page, "start-phone");
      await reload(page);
      expect(await ran(page)).toBe(digest);
    });
  });
});

test("a page that takes long to load says so, and starts when its files have come", async ({ page }) => {
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
