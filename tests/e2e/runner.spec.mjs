// A run has the same digest wherever it executes, and goes on when its worker is lost.
import { readFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";
import { digestOf, html, open, ran } from "./steps.mjs";

// The digest of native runs.
const [, digest] = /^docs-5-nodes (\w+)/m.exec(readFileSync("tests/digests.txt", "utf8"));

const ranIn = async (page, place) => {
  await expect(html(page)).toHaveAttribute("data-place", place);
  if ((await page.locator(".empty").count()) > 0) await page.locator("[data-preset=docs-5-nodes]").click();
  await expect(html(page)).toHaveAttribute("data-digest", digest);
};
const surge = (page) => page.locator("#pool-upgradeSettings-maxSurge");

test("a run takes place in a worker that shares the page's wasm, and each part is requested once", { tag: "@root" }, async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("");
  await ranIn(page, "worker");
  const count = (part) => asked.filter((url) => new URL(url).pathname.endsWith(part)).length;
  expect([count("_bg.wasm"), count("_rest.wasm")]).toEqual([1, 1]);
  await expect.poll(() => count("_later.wasm")).toBe(1);
});

test("a run takes place on the page when the worker never answers", async ({ page }) => {
  await page.goto("?worker=silent");
  await ranIn(page, "inline: the worker didn't start in time");
});

test("a run takes place on the page in a sandboxed frame", async ({ page }) => {
  await page.goto("/frame");
  await ranIn(page.frameLocator("iframe"), /^inline: the browser refused the worker/);
});

test.describe("where the policy refuses workers", () => {
  // The browser itself reports the refusal.
  test.use({ provoked: [/Content Security Policy/] });
  test("a run and its alternatives take place on the page", async ({ page }) => {
    await page.goto("?worker=none#preset=pdb-never-moves");
    await ran(page);
    await expect(html(page)).toHaveAttribute("data-place", /^inline: the browser refused the worker/);
    await expect(page.locator("#inspector-findings .change > table")).toContainText("ledger-pdb maxUnavailable 0 → 1");
  });
});

// The run's worker is the page's first; that of alternatives comes after it, and the replacement of the run's is the last.
const both = (page) => expect.poll(() => page.workers().length).toBe(2);
const gone = (page) => page.workers()[0].evaluate(() => self.close()).catch(() => {});
const stuck = (page) => void page.workers()[0].evaluate(() => { for (;;); }).catch(() => {});
for (const [name, lose] of [["is gone", gone], ["is stuck", stuck]]) {
  test(`a worker that ${name} is replaced at the next edit`, async ({ page }) => {
    const first = await open(page, "docs-5-nodes");
    await both(page);
    await lose(page);
    await surge(page).fill("3");
    await page.keyboard.press("Enter");
    await ran(page, first);
    await expect(html(page)).toHaveAttribute("data-place", "worker");
    const second = await digestOf(page);
    await page.reload();
    await expect(html(page)).toHaveAttribute("data-digest", second);
  });
}

test.describe("a worker that fails", () => {
  test.use({ provoked: [/gone/] });
  test("is replaced once; when the next one fails, runs take place on the page, which says why", async ({ page }) => {
    await open(page, "docs-5-nodes");
    for (const [at, place] of [[0, "worker"], [-1, /^inline: the worker stopped: .*gone/]]) {
      await both(page);
      const worker = page.workers().at(at);
      const ended = worker.waitForEvent("close");
      await worker.evaluate(() => { setTimeout(() => { throw new Error("gone"); }); });
      await ended;
      await expect(html(page)).toHaveAttribute("data-place", place);
    }
    await ranIn(page, /^inline/);
    await surge(page).fill("3");
    await page.keyboard.press("Enter");
    await ran(page, digest);
  });
});
