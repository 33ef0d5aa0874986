// The importer is a separate wasm: it is only loaded when it is needed, and can always be loaded.
import { readFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";

// On one line: typing many lines into a text area takes the browser seconds.
const cluster = JSON.stringify(JSON.parse(readFileSync("tests/fixtures/import/kubectl/everything/all.json", "utf8")));

const importer = (page) => {
  const asked = [];
  page.on("request", (request) => request.url().includes("import") && asked.push(new URL(request.url())));
  return asked;
};
const open = async (page) => {
  await page.locator(".empty .btn.pri").click();
  await expect(page.locator("#import-text")).toBeVisible();
};
const use = (page) => page.getByRole("button", { name: "Use", exact: true });

test("the importer is loaded at the first paste, once", async ({ page, baseURL }) => {
  const asked = importer(page);
  await page.goto("");
  await open(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.locator("#import-text").fill(cluster);
  await expect(page.locator(".report .file")).toContainText("nodes");
  await page.locator("#import-text").fill(`${cluster}\n`);
  await expect(page.locator(".report .file")).toContainText("nodes");
  expect(asked.map((url) => url.origin + url.pathname)).toEqual([`${baseURL}nodetide-import.js`, `${baseURL}nodetide-import_bg.wasm`]);
  // Its name is always the same: the version prevents the use of an old copy.
  expect(asked.map((url) => url.search)).toEqual(Array(2).fill(expect.stringMatching(/^\?[0-9a-f]{16}-0$/)));
});

test("a dump of kubectl becomes a run", async ({ page }) => {
  await page.goto("");
  await open(page);
  await page.locator("#import-files").setInputFiles({ name: "all.json", mimeType: "application/json", buffer: Buffer.from(cluster) });
  await expect(page.locator(".report .file b")).toContainText("all.json");
  await use(page).click();
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
});

test("imports in a sandboxed frame", async ({ page }) => {
  await page.goto("/frame");
  const frame = page.frameLocator("iframe");
  await open(frame);
  await frame.locator("#import-text").fill(cluster);
  await expect(frame.locator(".report .file")).toContainText("nodes");
  await use(frame).click();
  await expect(frame.locator(".stage-canvas")).toBeVisible();
});

test.describe("when the importer cannot be loaded", () => {
  // The browser itself reports failed requests.
  test.use({ provoked: [/Failed to load resource|ERR_FAILED/] });
  for (const kind of [".js", "_bg.wasm"]) {
    test(`says so, keeps the last good run, and tries again (${kind})`, async ({ page }) => {
      await page.goto("");
      await page.locator(".empty [data-preset=docs-5-nodes]").click();
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
      const digest = await html.getAttribute("data-digest");
      const lost = (url) => url.pathname.endsWith(`nodetide-import${kind}`);
      await page.route(lost, (route) => route.abort());
      await page.locator(".bar .import").click();
      await page.locator("#import-text").fill(cluster);
      await expect(page.locator(".report .error")).toContainText("couldn't be loaded");
      await expect(use(page)).toBeDisabled();
      await expect(html).toHaveAttribute("data-digest", digest);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.locator("#import-text").fill(`${cluster}\n`);
      await expect(page.locator(".report .error")).toHaveCount(0);
      await expect(page.locator(".report .file")).toContainText("nodes");
      await expect(use(page)).toBeEnabled();
    });
  }
});
