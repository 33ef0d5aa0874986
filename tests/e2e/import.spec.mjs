// The importer is a separate wasm: it is only loaded when it is needed, and can always be loaded.
import { readFileSync } from "node:fs";
import { test, fresh, expect } from "./fixture.mjs";
import { digestOf, open as preset, ran } from "./steps.mjs";

// On one line: typing many lines into a text area takes the browser seconds.
const cluster = JSON.stringify(JSON.parse(readFileSync("tests/fixtures/import/kubectl/everything/all.json", "utf8")));

const open = async (page) => {
  await page.locator(".empty .btn.pri").click();
  await expect(page.locator("#import-text")).toBeVisible();
};
const use = (page) => page.getByRole("button", { name: "Use", exact: true });

test("the importer is loaded at the first paste, once, and its report becomes a run", { tag: "@root" }, async ({ page, baseURL }) => {
  const asked = [];
  page.on("request", (request) => request.url().includes("import") && asked.push(new URL(request.url())));
  await page.goto("");
  await open(page);
  await expect(page.locator("html")).toHaveAttribute("data-whole", "");
  expect(asked).toEqual([]);
  await page.locator("#import-text").fill(cluster);
  await expect(page.locator(".report .file")).toContainText("nodes");
  await page.locator("#import-text").fill(`${cluster}\n`);
  await expect(page.locator(".report .file")).toContainText("nodes");
  expect(asked.map((url) => url.origin + url.pathname)).toEqual([`${baseURL}nodetide-import.js`, `${baseURL}nodetide-import_bg.wasm`]);
  // Its name is always the same: the version prevents the use of an old copy.
  expect(asked.map((url) => url.search)).toEqual(Array(2).fill(expect.stringMatching(/^\?[0-9a-f]{16}-0$/)));
  await use(page).click();
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await ran(page);
});

test("the importer runs in a sandboxed frame", async ({ page }) => {
  await page.goto("/frame");
  const frame = page.frameLocator("iframe");
  await open(frame);
  await frame.locator("#import-text").fill(cluster);
  await expect(frame.locator(".report .file")).toContainText("nodes");
  await use(frame).click();
  await expect(frame.locator(".stage-canvas")).toBeVisible();
});

test.describe("where no worker answers", () => {
  // The browser itself reports the refusal.
  fresh.use({ provoked: [/worker-src|Content Security Policy/] });
  for (const kind of ["none", "silent"]) {
    fresh(`the importer runs on the page (worker: ${kind})`, async ({ page }) => {
      await page.goto(`?worker=${kind}`);
      await open(page);
      await page.locator("#import-text").fill(cluster);
      await expect(page.locator(".report .file")).toContainText("nodes");
      await use(page).click();
      await ran(page);
    });
  }
});

test.describe("when a file of the importer can't be loaded", () => {
  // The browser itself reports failed requests.
  test.use({ provoked: [/Failed to load resource|ERR_FAILED/] });
  test("the dialog says so, the last run stays, and the next paste tries again", async ({ page }) => {
    const digest = await preset(page, "docs-5-nodes");
    await page.locator(".bar .import").click();
    for (const [n, kind] of [".js", "_bg.wasm"].entries()) {
      await page.route((url) => url.pathname.endsWith(`nodetide-import${kind}`), (route) => route.abort());
      await page.locator("#import-text").fill(`${cluster}${" ".repeat(n)}`);
      await expect(page.locator(".report .error")).toContainText("couldn't be loaded");
      await expect(use(page)).toBeDisabled();
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expect(await digestOf(page)).toBe(digest);
    await page.locator("#import-text").fill(`${cluster}\n`);
    await expect(page.locator(".report .error")).toHaveCount(0);
    await expect(page.locator(".report .file")).toContainText("nodes");
    await expect(use(page)).toBeEnabled();
  });
});
