// A blue-green upgrade: its halves and batches on the stage, its phases, and the strategy in the setup.
import { deflateRawSync } from "node:zlib";
import { test, expect } from "./fixture.mjs";
import { ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const ROLLBACK = "blue-green-rollback-phase-3";
const open = async (page, preset, at = "0s") => {
  await page.goto(`#preset=${preset}&t=${at}`);
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const row = (page, name) => page.locator(`[role=row][aria-label="${name}"]`);
const head = (page, name) => row(page, name).locator("[role=gridcell]").first();
const playhead = (page) => page.getByRole("slider", { name: "Playhead" });
const fresh = async (page, act) => {
  const before = await page.locator("html").getAttribute("data-digest");
  await act();
  return ran(page, before);
};

test("batches are there before they run, and their halves say what they are", async ({ page }) => {
  await open(page, ROLLBACK, "1m");
  await expect(page.locator("#caption")).toContainText("0 of 6 nodes Ready, 6 booting");
  await expect(head(page, "web-pool, Blue pool, Batch 1")).toContainText("not drained yet, drain at 02:03:01");
  await expect(head(page, "web-pool, Blue pool, Batch 3")).toContainText("not drained yet, rolled back 02:20:00");
  await expect(row(page, "web-pool, Blue pool, Batch 3").locator("[role=gridcell]")).toHaveCount(3);
  await expect(head(page, "web-pool, Green pool, europe-west4-a")).toContainText("0 of 6 ready");
  await sound(page, "blue-green");
});

test("a batch soaks, and its answer says until when", async ({ page }) => {
  await open(page, ROLLBACK, "18m");
  await expect(page.locator("#caption")).toContainText("Batch 2 of 3 is soaking, planned until 02:26:01");
  await expect(head(page, "web-pool, Blue pool, Batch 1")).toContainText("soaked, drained 02:04:31");
  await expect(head(page, "web-pool, Blue pool, Batch 2")).toContainText("8:01, left of 10:00 soak");
  await head(page, "web-pool, Blue pool, Batch 2").focus();
  await page.keyboard.press("Enter");
  const why = page.locator("#inspector-why");
  await expect(why).toContainText("Batch 2 of 3 in web-pool: drained, soaking for");
  await expect(why).toContainText("02:20:00, when its rollback starts");
  await expect(why).toContainText("batchSoakDuration");
  await shot(page, "blue-green");
});

test("arrows lead through the batches to green", async ({ page }) => {
  await open(page, ROLLBACK, "18m");
  await head(page, "web-pool, Blue pool, Batch 1").focus();
  for (let n = 0; n < 2; n += 1) await page.keyboard.press("ArrowDown");
  await expect(head(page, "web-pool, Blue pool, Batch 3")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=gridcell]:focus")).toContainText("no new Pods. 2 Pods continue");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(head(page, "web-pool, Green pool, europe-west4-a")).toBeFocused();
});

test("phases have the names of the API", async ({ page }) => {
  for (const [at, phase] of [["1m", "CREATING_GREEN_POOL"], ["10m", "batch 1 of 3"], ["20m10s", "ROLLBACK_STARTED"]]) {
    await page.goto("about:blank");
    await open(page, ROLLBACK, at);
    await expect(playhead(page)).toHaveAttribute("aria-valuetext", new RegExp(phase));
  }
  await expect(head(page, "web-pool, Blue pool, Batch 3")).toContainText("not drained");
  await expect(head(page, "web-pool, Green pool, europe-west4-a")).toContainText("6 of 6 left");
});

test("the strategy is chosen by keys, and the card says what it comes to", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator("#pool-strategy").focus();
  await fresh(page, () => page.keyboard.press("b"));
  await expect(page.locator("#pool-strategy")).toHaveValue("BLUE_GREEN");
  await expect(page.locator(".comes")).toContainText("5 × 1");
  await expect(page.locator(".comes")).toContainText("10 at the peak");
  await page.locator("#pool-batch").focus();
  await page.keyboard.type("2");
  await fresh(page, () => page.keyboard.press("Enter"));
  await expect(page.locator(".comes")).toContainText("2 × 2 and 1 of 1");
  await page.locator("#pool-batch-unit").focus();
  await page.keyboard.press("f");
  await expect(page.locator("#pool-batch")).toHaveValue("0.4");
  await expect(page.locator(".comes")).toContainText("as 5 × 0.4 = 2");
  await page.locator("#pool-upgradeSettings-blueGreenSettings-standardRolloutPolicy-batchSoakDuration").focus();
  await page.keyboard.type("600");
  await fresh(page, () => page.keyboard.press("Enter"));
  await expect(page.locator(".comes")).toContainText("1 h + 3 × 10 min = 1 h 30 min");
  await page.locator("#pool-strategy").focus();
  await fresh(page, () => page.keyboard.press("s"));
  await expect(page.locator(".comes")).toHaveCount(0);
  await sound(page, "strategy");
});

test("who cannot choose a strategy sees why", async ({ page }) => {
  const document = { version: 1, cluster: { location: "us-central1-a", autopilot: { enabled: true } }, pools: [{ name: "a", initialNodeCount: 2 }], script: [{ at: "0s", do: "upgrade", pool: "a" }] };
  await page.goto(`#s=1.${deflateRawSync(JSON.stringify(document)).toString("base64url")}`);
  await ran(page);
  await expect(page.locator(".setup")).toContainText("Autopilot clusters always use surge upgrades");
  await expect(page.locator("#pool-strategy")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("the halves stand below one another", async ({ page }) => {
    await open(page, ROLLBACK, "18m");
    await expect(head(page, "web-pool, Blue pool, Batch 2")).toContainText("left of 10:00 soak");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await shot(page, "blue-green-phone");
  });
});
