// What the stage and the timeline report of nodes, zones and Pods, by pointer and by keyboard.
import { test, expect } from "./fixture.mjs";

test.use({ viewport: { width: 1440, height: 900 } });
const open = async (page, preset) => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const cells = (page) => page.locator("[role=gridcell]");
const half = async (page) => {
  await page.locator(".play").focus();
  await page.keyboard.press("5");
  await expect(page.locator(".stats")).toContainText("50 %");
};

test("a zone without machines says so, and what its nodes wait for", async ({ page }) => {
  await open(page, "stockout");
  await half(page);
  await expect(cells(page).filter({ hasText: "us-central1-b:" })).toContainText("out of stock");
  await expect(cells(page).filter({ hasText: "web-pool-b-4:" })).toContainText("waiting for capacity");
});

test("a zone that waits names the one before it, and only one is next", async ({ page }) => {
  await open(page, "three-zones");
  await expect(cells(page).filter({ hasText: "europe-west4-b:" })).toContainText("next");
  await expect(cells(page).filter({ hasText: "europe-west4-c:" })).toContainText("from 02:30:35");
});

test("Pods are below their node with the arrow keys", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=row]").last()).toHaveAttribute("aria-label", /^Pods of default-pool-a-1/);
  await page.keyboard.press("ArrowDown");
  const pod = page.locator("[role=gridcell]:focus");
  await expect(pod).toHaveText(/^\S+: ready$/);
  const name = (await pod.textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why h2")).toHaveText(name);
  await pod.focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("[role=gridcell]:focus")).toContainText("default-pool-a-1");
});

test("a click on a bar of the timeline asks about its node, and beside it about the zone", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const box = await page.locator(".tl-host canvas").boundingBox();
  // The lane of the zone is the third, below the ruler and the phases; its seven rows are in the middle of it.
  const middle = box.y + 56 + 106 / 2;
  await page.mouse.click(box.x + 300, middle);
  await expect(page.locator("#inspector-why h2")).toContainText(/a-\d/);
  await page.mouse.click(box.x + 60, middle);
  await expect(page.locator("#inspector-why h2")).toHaveText("us-central1-a");
});

test("what is under the pointer is said in a sentence", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const stage = page.locator(".stage-canvas");
  const lanes = page.locator(".tl-host canvas");
  for (const [canvas, x, y, words] of [
    [stage, 60, 130, /^default-pool-a-1: ready\. waiting for a-6\. 1\.33, 3 Pods$/],
    [stage, 28, 100, /^api-\d: ready$/],
    [stage, 60, 12, /^default-pool, e2-standard-4, /],
    [stage, 60, 40, /^us-central1-a: 5 nodes \+ 2 creating, since 00:00:00\. 3 of 3 upgrade slots/],
    [lanes, 300, 109, /^default-pool-a-\d: .*, \d\d:\d\d:\d\d to \d\d:\d\d:\d\d$/],
    [lanes, 300, 190, /^Nodes at \d\d:\d\d:\d\d: \d$/],
  ]) {
    await canvas.hover({ position: { x, y } });
    await expect(canvas).toHaveAttribute("title", words);
  }
});

test("a legend says what the marks mean", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await expect(page.locator(".legend-box")).toBeHidden();
  await page.locator(".legend summary").click();
  await expect(page.locator(".legend-box li")).toHaveCount(19);
  await expect(page.locator(".legend-box")).toContainText("eviction refused");
  await page.screenshot({ path: "target/e2e-shots/legend.png" });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("the legend can be hit with a finger", async ({ page }) => {
    await open(page, "three-zones");
    const button = page.locator(".legend summary");
    expect((await button.boundingBox()).height).toBeGreaterThanOrEqual(44);
    await button.tap();
    await expect(page.locator(".legend-box")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  test("the flag of the playhead is whole at the start", async ({ page }) => {
    await open(page, "three-zones");
    await page.locator(".tl").scrollIntoViewIfNeeded();
    const flag = await page.locator(".handle").boundingBox();
    expect(flag.x).toBeGreaterThanOrEqual(0);
    expect(flag.width).toBeGreaterThan(40);
  });
});

test("pending Pods are in the grid, with what they wait for", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify({
    version: 1,
    pools: [{ name: "a", version: "1.33.5-gke.100", initialNodeCount: 2 }],
    workloads: [{ kind: "Deployment", name: "big", replicas: 1, requests: { cpu: "64" } }],
    script: [{ at: "0s", do: "upgrade", pool: "a", version: "1.34" }],
  }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  const row = page.locator("[role=row][aria-label='1 Pod pending']");
  await expect(row.locator("[role=gridcell]")).toHaveText(/^big-0: pending: .*(cpu|node)/);
  await page.locator("[role=gridcell]").last().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why h2")).toHaveText("big-0");
});
