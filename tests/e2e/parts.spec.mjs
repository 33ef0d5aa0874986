// The app's wasm comes in three parts. Whoever is quicker than a later one, or never gets it, must notice as little as can
// be.
import { broken, reported } from "./broken.mjs";
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";

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
        startup.file = script;
        const link = document.querySelector("link[rel=locale]");
        const messages = [link.href, link.dataset.rest].map(async (address) => (await fetch(address)).text());
        app.speak((await Promise.all(messages)).join(""));
        app.page(import.meta.url, script, () => {}, () => {});
        app.ready([rest, new URL(wasm.dataset.later, script).href]);`,
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
  test.use({ provoked: [reported] });
  for (const [way, answer] of Object.entries(broken)) {
    test(`because it ${way}, says so where it was clicked, and tries again`, async ({ page }) => {
      await page.route(rest, answer);
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
  }
  test("at once, in the middle of a call, says so and begins anew", async ({ page }) => {
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

test("simulates, paints and plays without the later part, and answers when that is there", async ({ page }) => {
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

test("asks for the later part when the first run is on the screen", async ({ page }) => {
  const digests = [];
  await page.route(later, async (route) => {
    digests.push(await page.locator("html").getAttribute("data-digest"));
    await route.continue();
  });
  await page.goto("#preset=docs-5-nodes");
  await expect.poll(() => digests.length).toBe(1);
  expect(digests[0]).toMatch(/^[0-9a-f]{16}$/);
});

test("answers at once at an address that names something", async ({ page }) => {
  const asked = [];
  await page.route(later, async (route) => {
    asked.push(route.request().resourceType());
    await route.continue();
  });
  await page.goto("#preset=docs-5-nodes&select=pool/default-pool&tab=why");
  await expect(page.locator("#inspector-why")).toContainText("default-pool");
  expect(asked).toEqual(["fetch"]);
});

test.describe("when the later part cannot be loaded", () => {
  test.use({ provoked: [reported] });
  test("tries again by itself", async ({ page }) => {
    await page.route(later, broken["is missing"]);
    await page.goto("");
    await preset(page).click();
    await digest(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.waitForResponse((answer) => later(new URL(answer.url())) && answer.ok());
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  for (const [way, answer] of Object.entries(broken)) {
    test(`because it ${way}, says so where it was clicked, and tries again`, async ({ page }) => {
      await page.route(later, answer);
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
      await sound(page);
      // All else goes on.
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
  }

  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      test.describe(`${width} pixels wide, ${colorScheme},`, () => {
        test.use({ colorScheme, viewport: { width, height } });
        test("what is said fits the page", async ({ page }) => {
          await page.route(later, broken["is missing"]);
          await page.goto("");
          await preset(page).click();
          await digest(page);
          await page.getByRole("button", { name: "Share" }).first().click();
          await expect(said(page)).toBeInViewport({ ratio: 1 });
          await sound(page);
          await shot(page, `late-${width}-${colorScheme}`);
        });
      });
    }
  }
});
