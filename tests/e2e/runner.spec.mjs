// Where a run executes must not show in what the page tells.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test, expect } from "./fixture.mjs";

const digest = readFileSync("tests/digest.txt", "utf8").trim();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ranIn = async (page, place) => {
  await expect(page.locator("#place")).toHaveText(place, { timeout: 10_000 });
  await expect(page.locator("#digest")).toHaveText(digest);
  await expect(page.locator("#times")).toHaveText("Records at 0 s, 60 s, 120 s");
};

// First, because it takes its time.
test("runs inline when the worker says nothing", async ({ page }) => {
  await page.goto("?worker=silent");
  await ranIn(page, "inline: the worker did not start in time");
});

test("runs in a worker that shares the page's wasm", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("");
  await ranIn(page, "worker");
  expect(asked.filter((url) => url.endsWith(".wasm"))).toHaveLength(1);
});

test("has no accessibility defects", async ({ page }) => {
  await page.goto("");
  await ranIn(page, "worker");
  // The policy refuses scripts that a page adds, but not a debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  expect(violations.map((violation) => violation.id)).toEqual([]);
});

test("draws on its canvas", async ({ page }) => {
  await page.goto("");
  await ranIn(page, "worker");
  const colours = await page.locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(3);
  await page.screenshot({ path: "target/e2e-shots/page.png" });
});

test("runs inline in a sandboxed frame", async ({ page }) => {
  await page.goto("/frame");
  await ranIn(page.frameLocator("iframe"), /^inline: the worker was refused/);
});

test.describe("where the policy refuses workers", () => {
  // The browser itself reports the refusal.
  test.use({ provoked: [/Content Security Policy/] });
  test("runs inline", async ({ page }) => {
    await page.goto("?worker=none");
    await ranIn(page, /^inline: the worker was refused/);
  });
});

test.describe("when the worker fails", () => {
  test.use({ provoked: [/gone/] });
  test("goes on inline and says why", async ({ page }) => {
    await page.goto("");
    await ranIn(page, "worker");
    const [worker] = page.workers();
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("gone");
      });
    });
    await ranIn(page, /^inline: the worker ended: .*gone/);
  });
});
