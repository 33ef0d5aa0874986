// Operations on an upgrade at the playhead, and the resulting run.
import { test, expect } from "./fixture.mjs";
import { digestOf, ran, sound } from "./steps.mjs";
import { deflateRawSync } from "node:zlib";

const scenario = (more = {}) => ({
  version: 1,
  name: "Blue-green in three batches",
  start: "2026-11-14T02:00:00Z",
  pools: [{
    name: "web-pool", version: "1.32.9-gke.1207000", initialNodeCount: 6, config: { machineType: "n2-standard-4" },
    upgradeSettings: { strategy: "BLUE_GREEN", blueGreenSettings: { standardRolloutPolicy: { batchPercentage: 0.4, batchSoakDuration: "600s" }, nodePoolSoakDuration: "3600s" } },
  }],
  workloads: [{ kind: "Deployment", name: "web", replicas: 6, requests: { cpu: "500m", memory: "1Gi" }, assumptions: { ready: "40s" } }],
  budgets: [{ name: "web-pdb", selector: { matchLabels: { app: "web" } }, minAvailable: 5 }],
  script: [{ at: "0s", do: "upgrade", pool: "web-pool", version: "1.33.5-gke.1162000" }],
  ...more,
});
const link = (document) => `s=1.${deflateRawSync(JSON.stringify(document)).toString("base64url")}`;
const open = async (page, document, view) => {
  await page.goto(`#${link(document)}&${view}`);
  return ran(page);
};
const panel = (page) => page.locator("#inspector-operations");
const bar = (page) => page.locator(".notice.branch");
const op = (page, name) => panel(page).locator(`[data-operate=${name}]`);
const clock = (page) => page.locator(".clk");

test("by the keyboard alone an upgrade is rolled back in its third phase, read, and taken back", async ({ page }) => {
  const before = await open(page, scenario(), "t=21m1s");
  await page.locator(".play").focus();
  await page.keyboard.press("b");
  await expect(op(page, "cancel")).toBeFocused();
  await expect(panel(page).locator("h2")).toHaveText(/^\d:\d\d of soak left$/);
  await expect(panel(page)).toContainText("Commands in DRAINING_BLUE_POOL, batch soaking");
  await expect(op(page, "complete")).toHaveAttribute("aria-disabled", "true");
  await expect(panel(page)).toContainText(/Only in NODE_POOL_SOAKING, from 02:3\d:\d\d\./);
  await sound(page, "operations");
  // A forbidden operation can be read, and does nothing.
  for (let n = 0; n < 12 && !(await op(page, "resume").evaluate((one) => one === document.activeElement)); n += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await digestOf(page)).toBe(before);
  for (let n = 0; n < 12 && !(await op(page, "rollback").evaluate((one) => one === document.activeElement)); n += 1) await page.keyboard.press("Tab");
  await expect(op(page, "rollback")).toHaveAccessibleName("Roll back web-pool, respectPdb false");
  await page.keyboard.press("Enter");
  const after = await ran(page, before);
  await expect(bar(page).getByRole("status")).toContainText("Branch: Roll back web-pool at 02:21:01. The upgrade is rolled back instead of succeeding");
  await expect(clock(page)).toContainText("02:21:01");
  await expect(panel(page)).toContainText("Commands in ROLLBACK_STARTED");
  await sound(page, "a branch");
  // The story reports it.
  await page.locator("#inspector-tab-operations").focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  const story = page.locator("#inspector-story");
  await expect(story.locator(".tale.on")).toContainText("02:21:01");
  await page.keyboard.press("End");
  await expect(story.locator(".tale.on")).toContainText("02:22:02");
  await expect(story.locator(".tale").filter({ hasText: "The VM is deleted" }).first()).toBeVisible();
  await expect(story.locator(".tale").last()).toContainText("Rolled back: the pool is blue again, with its old configuration");
  // The previous run can be restored.
  await page.keyboard.press("Control+z");
  expect(await ran(page, after)).toBe(before);
  await expect(bar(page)).toHaveCount(0);
});

test("what is asked for where a phase begins acts after it", async ({ page }) => {
  const before = await open(page, scenario(), "t=20m&tab=operations");
  await page.locator(".play").focus();
  for (let n = 0; n < 8 && !(await panel(page).innerText()).includes("Commands in NODE_POOL_SOAKING"); n += 1) {
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForTimeout(100);
  }
  await expect(panel(page)).toContainText(/Takes effect at 02:3\d:\d\d, one second later/);
  await op(page, "complete").click();
  await ran(page, before);
  await expect(bar(page)).toContainText("Complete web-pool at 02:3");
  await expect(panel(page)).toContainText("Commands in DELETING_BLUE_POOL");
  await expect(op(page, "cancel")).toHaveAttribute("aria-disabled", "true");
  // The bar undoes it, and says what is undone.
  await expect(page.getByRole("button", { name: /^Undo: Complete web-pool at 02:3/ })).toBeVisible();
  await bar(page).getByRole("button", { name: "Undo" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test("an entry that comes later stays, and is refused if it must be", async ({ page }) => {
  const script = [...scenario().script, { at: "90m", do: "cancel", pool: "web-pool" }];
  const before = await open(page, scenario({ script }), "t=21m1s&tab=operations");
  await op(page, "rollback-respecting").click();
  await ran(page, before);
  await expect(bar(page)).toContainText("Later: 03:30:00 web-pool refused: the pool has no upgrade that can be canceled now.");
  await page.locator(".acc", { hasText: "Actions" }).getByRole("button").first().click();
  await expect(page.locator(".script li")).toHaveCount(3);
  await page.locator(".script .go").nth(1).click();
  await expect(clock(page)).toContainText("03:30:00");
  await page.locator(".script li").nth(2).getByRole("button", { name: "Remove: Roll back" }).click();
  await expect(page.locator(".script li")).toHaveCount(2);
  await expect(bar(page)).toHaveCount(0);
});

test("faults are made where they apply", async ({ page }) => {
  const before = await open(page, scenario(), "t=5m&tab=operations&select=node/web-pool-a-1");
  const make = (name) => panel(page).getByRole("button", { name });
  await expect(make("Preempt")).toHaveCount(0);
  await make("Stop kubelet: on web-pool-a-1").click();
  const failed = await ran(page, before);
  await expect(bar(page)).toContainText("kubelet on web-pool-a-1 stops at 02:05:00");
  await expect(make("Stop kubelet: on web-pool-a-1")).toHaveCount(0);
  await panel(page).getByRole("textbox", { name: /VMs beyond the start/ }).fill("2");
  await make(/^Set quota/).click();
  await ran(page, failed);
  await expect(panel(page)).toContainText("currently 2");
  await expect(make(/^Sufficient quota/)).toBeVisible();
});

test("the palette asks for what is allowed", async ({ page }) => {
  const before = await open(page, scenario(), "t=21m1s");
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type("roll back");
  await page.getByRole("option", { name: /Roll back web-pool, respectPdb false/ }).click();
  await ran(page, before);
  await expect(bar(page)).toContainText("Roll back web-pool at 02:21:01");
});

test("at 390 pixels the bar is seen where the button was pressed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const before = await open(page, scenario(), "t=21m1s&tab=operations");
  await op(page, "rollback").click();
  await ran(page, before);
  await expect(bar(page)).toBeInViewport();
  for (const one of [bar(page), panel(page)]) {
    const box = await one.boundingBox();
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  }
});

test("a long run goes on from where it is left, and is the run that it would be from the start", async ({ page }) => {
  await page.goto("#preset=surge-ref-1000");
  const before = await ran(page);
  await page.locator(".play").focus();
  await page.keyboard.press("5");
  await page.keyboard.press("b");
  await expect(op(page, "cancel")).toBeFocused();
  // The way there is computed in the meantime.
  await page.waitForTimeout(1000);
  await page.keyboard.press("Enter");
  const branch = await ran(page, before);
  expect(branch).not.toBe(before);
  await page.keyboard.press("Control+z");
  expect(await ran(page, branch)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  expect(await ran(page, before)).toBe(branch);
  // Reopened, it is run from its start.
  await page.reload();
  expect(await ran(page)).toBe(branch);
});
