// The app's wasm comes in three parts. Whoever is quicker than a later one, or never gets it, must notice as little as can
// be.
import { test, expect } from "./fixture.mjs";

const rest = (url) => url.pathname.endsWith("_rest.wasm");
const dialogs = (url) => url.pathname.endsWith("_dialogs.wasm");
const preset = (page) => page.locator(".empty [data-preset=docs-5-nodes]");
const digest = (page) => expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);

test("shows the first screen without the rest, and does a click when the rest is there", async ({ page }) => {
  let come;
  const asked = new Promise((resolve) => {
    page.route(rest, async (route) => {
      resolve();
      await new Promise((go) => (come = go));
      await route.continue();
    });
  });
  await page.goto("");
  await asked;
  await preset(page).click();
  await expect(page.locator("html")).toHaveAttribute("data-waits", "");
  await expect(preset(page)).toBeVisible();
  come();
  await digest(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-waits");
});

test("takes a file that is dropped before the rest is there", async ({ page }) => {
  let come;
  const held = new Promise((resolve) => (come = resolve));
  await page.route(rest, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("");
  await expect(preset(page)).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"kind":"List","items":[]}'], "mine.json"));
    document.querySelector(".empty").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  });
  come();
  await expect(page.locator(".import-dialog")).toContainText("mine.json");
});

test.describe("when all of the program is there before the page is drawn", () => {
  // The worker gets the same start, which is none for it.
  test.use({ provoked: [/document is not defined/] });
  test("simulates", async ({ page }) => {
    await page.route(/boot-/, (route) => route.fulfill({
      contentType: "text/javascript",
      body: `const wasm = document.querySelector("link[rel=preload][href*='/app-']");
        const script = document.querySelector("link[rel=modulepreload][href*='/app-']").href;
        const app = await import(script);
        const first = await app.default({ module_or_path: wasm.href });
        const rest = await WebAssembly.compile(await (await fetch(new URL(wasm.dataset.rest, script))).arrayBuffer());
        await WebAssembly.instantiate(rest, { first });
        app.page(import.meta.url, script, () => {});
        app.ready([rest, new URL(wasm.dataset.dialogs, script).href]);`,
    }));
    await page.goto("");
    await preset(page).click();
    await digest(page);
  });
});

test("has the rest at once where something cannot wait", async ({ page }) => {
  // Only what is fetched is held back: a call that cannot wait asks otherwise.
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (address, ...more) => (String(address).includes("_rest.wasm") ? new Promise(() => {}) : real(address, ...more));
  });
  await page.goto("");
  await expect(preset(page)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("resize")));
  await preset(page).click();
  await digest(page);
});

test.describe("when the rest cannot be loaded", () => {
  // The browser itself, and the page, report what they could not have.
  test.use({ provoked: [/Failed to load resource|ERR_FAILED|Failed to fetch/] });
  test("says so, and tries again at a click", async ({ page }) => {
    await page.route(rest, (route) => route.abort());
    await page.goto("");
    const said = page.getByRole("alert");
    await expect(said).toContainText("couldn't be loaded");
    await page.screenshot({ path: "target/e2e-shots/incomplete.png" });
    await page.unroute(rest);
    await preset(page).click();
    await digest(page);
    await expect(said).toHaveCount(0);
  });
});

test("simulates, paints and plays without what only dialogs use, and has that at once when one is opened", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => dialogs(new URL(request.url())) && asked.push(request.resourceType()));
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (address, ...more) => (String(address).includes("_dialogs.wasm") ? new Promise(() => {}) : real(address, ...more));
  });
  await page.goto("");
  await preset(page).click();
  await digest(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(1000);
  for (const tab of await page.getByRole("tab").all()) await tab.click();
  expect(asked).toEqual([]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(asked).toEqual(["xhr"]);
});

test.describe("when what only dialogs use cannot be loaded", () => {
  test.use({ provoked: [/Failed to load resource|ERR_FAILED|Failed to fetch/] });
  test("tries again by itself", async ({ page }) => {
    await page.route(dialogs, (route) => route.abort());
    await page.goto("");
    await preset(page).click();
    await digest(page);
    await page.unroute(dialogs);
    await page.waitForResponse((answer) => dialogs(new URL(answer.url())) && answer.ok());
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});
