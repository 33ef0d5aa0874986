// The app's wasm comes in three parts: what the page shows before a later part has come, and without it.
import { broken, reported } from "./broken.mjs";
import { fresh as test, expect } from "./fixture.mjs";
import { phone, shot, sound } from "./steps.mjs";

const rest = (url) => url.pathname.endsWith("_rest.wasm");
const later = (url) => url.pathname.endsWith("_later.wasm");
const preset = (page) => page.locator(".empty [data-preset=docs-5-nodes]");
const said = (page) => page.getByRole("alert");
/** Below or above what was clicked, and nowhere else. */
const beside = async (page, clicked) => {
  const [box, target] = [await said(page).boundingBox(), await clicked.boundingBox()];
  const gap = box.y > target.y ? box.y - target.y - target.height : target.y - box.y - box.height;
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(20);
  expect(box.x).toBeLessThanOrEqual(target.x + target.width);
  expect(box.x + box.width).toBeGreaterThanOrEqual(target.x);
};
const digest = (page) => expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);

test("the first screen is shown without the rest of the program, and a click is done when the rest has come", async ({ page }) => {
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

test("a file that is dropped before the rest has come is imported", async ({ page }) => {
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

test.describe("when all of the program has come before the page is drawn", () => {
  // The worker gets the same start, which is none for it.
  test.use({ provoked: [/document is not defined/] });
  test("a preset runs", async ({ page }) => {
    await page.route(/boot-/, (route) => route.fulfill({
      contentType: "text/javascript",
      body: `const wasm = document.querySelector("link[rel=preload][href*='/app-']");
        const script = document.querySelector("link[rel=modulepreload][href*='/app-']").href;
        const app = await import(script);
        const first = await app.default({ module_or_path: wasm.href });
        const rest = await WebAssembly.compile(await (await fetch(new URL(wasm.dataset.rest, script))).arrayBuffer());
        await WebAssembly.instantiate(rest, { first });
        startup.file = script;
        const link = document.querySelector("link[rel=locale]");
        const messages = [link.href, link.dataset.rest, link.dataset.later].map(async (address) => (await fetch(address)).text());
        app.speak((await Promise.all(messages)).join(""));
        app.page(import.meta.url, script, () => {}, () => {});
        app.ready([rest, new URL(wasm.dataset.later, script).href]);`,
    }));
    await page.goto("");
    await preset(page).click();
    await digest(page);
  });
});

test("the rest is loaded at once where a call can't wait", async ({ page }) => {
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

test.describe("when the rest can't be loaded", () => {
  test.use({ provoked: [reported] });
  test("the page says so beside what was clicked, and a button tries again", async ({ page }) => {
    await page.route(rest, broken["is cut off"]);
    await page.goto("");
    // Before anybody asks for it, too.
    await expect(said(page)).toContainText("Part of Nodetide couldn’t be loaded");
    await preset(page).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-waits");
    await beside(page, preset(page));
    await sound(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await said(page).getByRole("button", { name: "Try again" }).click();
    await digest(page);
    await expect(said(page)).toHaveCount(0);
  });

  test("in the middle of a call that can't wait, the page says so and starts over", async ({ page }) => {
    await page.addInitScript(() => {
      const real = window.fetch;
      window.fetch = (address, ...more) => (String(address).includes("_rest.wasm") && window.stuck !== false ? new Promise(() => {}) : real(address, ...more));
    });
    await page.route(rest, broken["is missing"]);
    await page.goto("");
    await expect(preset(page)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event("resize")));
    await expect(said(page).getByRole("heading")).toHaveText("Nodetide couldn’t be loaded");
    await sound(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(() => (window.stuck = false));
    await page.addInitScript(() => (window.stuck = false));
    await page.getByRole("button", { name: "Reload" }).click();
    await preset(page).click();
    await digest(page);
  });
});

test("a run is shown and played without the later part, and what was asked for last is shown when that has come", async ({ page }) => {
  let come;
  const held = new Promise((resolve) => (come = resolve));
  const asked = [];
  await page.route(later, async (route) => {
    asked.push(route.request().resourceType());
    await held;
    await route.continue();
  });
  await page.goto("");
  await preset(page).click();
  await digest(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(1000);
  for (const name of ["Story", "Findings"]) await page.getByRole("tab", { name }).click();
  await page.locator(".stage-canvas").hover();
  // It was asked for in the background, and by nobody who could not wait.
  expect(asked).toEqual(["fetch"]);
  const waits = page.getByRole("status").filter({ hasText: "Loading this part of Nodetide…" });
  await page.keyboard.press("?");
  await expect(waits).toBeVisible();
  // What is asked for last counts.
  await page.getByRole("tab", { name: "Operations" }).click();
  await expect(waits).toBeVisible();
  come();
  await expect(page.locator("#inspector-operations .op").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("#late")).toHaveCount(0);
  expect(asked).toEqual(["fetch"]);
});

test("the later part is requested when the first run is on the screen, also for an address that selects something", async ({ page }) => {
  const asked = [];
  await page.route(later, async (route) => {
    asked.push([route.request().resourceType(), await page.locator("html").getAttribute("data-digest")]);
    await route.continue();
  });
  await page.goto("#preset=docs-5-nodes");
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toEqual(["fetch", expect.stringMatching(/^[0-9a-f]{16}$/)]);
  await page.goto("about:blank");
  await page.goto("#preset=docs-5-nodes&select=pool/default-pool&tab=why");
  await expect(page.locator("#inspector-why")).toContainText("default-pool");
  expect(asked.map(([type]) => type)).toEqual(["fetch", "fetch"]);
});

test.describe("when the later part can't be loaded", () => {
  test.use({ provoked: [reported] });
  test("the page tries again by itself", async ({ page }) => {
    await page.route(later, broken["is missing"]);
    await page.goto("");
    await preset(page).click();
    await digest(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.waitForResponse((answer) => later(new URL(answer.url())) && answer.ok());
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  test("the page says so beside what was clicked, goes on otherwise, and a button tries again", async ({ page }) => {
    await page.route(later, broken["is replaced by a sign-in page"]);
    await page.goto("");
    await preset(page).click();
    await digest(page);
    // What is said depends on whether the scenario is saved, which takes a moment.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("nodetide.scenario"))).not.toBeNull();
    for (const name of ["Share", "Import"]) {
      const button = page.locator(".bar").getByRole("button", { name }).first();
      await button.click();
      await expect(said(page)).toContainText("Part of Nodetide couldn’t be loaded");
      await expect(said(page)).toContainText("Nothing is lost.");
      await beside(page, button);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await sound(page, "a part is missing");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await said(page).getByRole("button", { name: "Close" }).click();
    await expect(said(page)).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(said(page)).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await said(page).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("dialog")).toContainText("Play or pause");
    await expect(said(page)).toHaveCount(0);
  });

  test.describe("on a phone, in dark colors", () => {
    test.use({ ...phone, colorScheme: "dark" });
    test("what is said fits the page", async ({ page }) => {
      await page.route(later, broken["is missing"]);
      await page.goto("");
      await preset(page).click();
      await digest(page);
      await page.getByRole("button", { name: "Share" }).first().click();
      await expect(said(page)).toBeInViewport({ ratio: 1 });
      await sound(page, "a part is missing, on a phone");
      await shot(page, "late-phone");
    });
  });
});
