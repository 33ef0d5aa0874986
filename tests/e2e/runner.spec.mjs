// The page shows the same wherever a run executes.
import { test, expect } from "./fixture.mjs";

// The result of the run in a worker; everywhere else it must be the same.
let digest;

const ranIn = async (page, place) => {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-place", place, { timeout: 10_000 });
  if ((await page.locator(".empty").count()) > 0) await page.locator("[data-preset=docs-5-nodes]").click();
  await expect(html).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/, { timeout: 10_000 });
  const came = await html.getAttribute("data-digest");
  digest ??= came;
  expect(came).toBe(digest);
};

// First, because it is slow.
test("runs inline when the worker says nothing", async ({ page }) => {
  await page.goto("?worker=silent");
  await ranIn(page, "inline: the worker didn't start in time");
});

test("runs in a worker that shares the page's wasm", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("");
  await ranIn(page, "worker");
  const count = (part) => asked.filter((url) => new URL(url).pathname.endsWith(part)).length;
  expect([count("_bg.wasm"), count("_rest.wasm")]).toEqual([1, 1]);
  await expect.poll(() => count("_later.wasm")).toBe(1);
});

test("runs inline in a sandboxed frame", async ({ page }) => {
  await page.goto("/frame");
  await ranIn(page.frameLocator("iframe"), /^inline: the browser refused the worker/);
});

test.describe("where the policy refuses workers", () => {
  // The browser itself reports the refusal.
  test.use({ provoked: [/Content Security Policy/] });
  test("runs inline", async ({ page }) => {
    await page.goto("?worker=none");
    await ranIn(page, /^inline: the browser refused the worker/);
  });
});

test.describe("when the worker fails", () => {
  test.use({ provoked: [/gone/] });
  test("goes on inline and says why", async ({ page }) => {
    await page.goto("");
    await ranIn(page, "worker");
    // The first lost worker is replaced; the worker of alternatives stays between the two.
    for (const place of [0, -1]) {
      await expect.poll(() => page.workers().length).toBe(2);
      const worker = page.workers().at(place);
      const ended = worker.waitForEvent("close");
      await worker.evaluate(() => {
        setTimeout(() => {
          throw new Error("gone");
        });
      });
      await ended;
    }
    await ranIn(page, /^inline: the worker stopped: .*gone/);
  });
});
