// A blue-green upgrade: its batches in the grid, its phases at the playhead, and the strategy in the setup.
import { test, expect } from "./fixture.mjs";
import { open, openScenario, ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const row = (page, name) => page.locator(`[role=row][aria-label="${name}"]`);
const head = (page, name) => row(page, name).locator("[role=gridcell]").first();
const fresh = async (page, act) => {
  const before = await page.locator("html").getAttribute("data-digest");
  await act();
  return ran(page, before);
};

test("arrow keys lead through the batches of blue to green, and Enter asks about a batch", async ({ page }) => {
  await open(page, "blue-green-rollback-phase-3", "&t=18m");
  await expect(row(page, "web-pool, Blue pool, Batch 3").locator("[role=gridcell]")).toHaveCount(3);
  await head(page, "web-pool, Blue pool, Batch 1").focus();
  for (let n = 0; n < 2; n += 1) await page.keyboard.press("ArrowDown");
  await expect(head(page, "web-pool, Blue pool, Batch 3")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=gridcell]:focus")).toContainText("no new Pods. 2 Pods continue");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(head(page, "web-pool, Green pool, europe-west4-a")).toBeFocused();
  for (let n = 0; n < 2; n += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why")).toContainText("Batch 2 of 3 in web-pool: drained, soaking for");
  await sound(page, "blue-green");
  await shot(page, "blue-green");
  // The playhead reads out the phase.
  await page.locator(".play").focus();
  const playhead = page.getByRole("slider", { name: "Playhead" });
  await expect(playhead).toHaveAttribute("aria-valuetext", /batch 2 of 3/);
  await page.keyboard.press("Home");
  await expect(playhead).toHaveAttribute("aria-valuetext", /creating the green pool/);
});

test("the strategy is chosen by keys, the form says what it comes to, and Autopilot has no choice", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator("#pool-strategy").focus();
  await fresh(page, () => page.keyboard.press("b"));
  await expect(page.locator("#pool-strategy")).toHaveValue("BLUE_GREEN");
  await expect(page.locator(".comes")).toContainText("5 × 1");
  await page.locator("#pool-batch").focus();
  await page.keyboard.type("2");
  await fresh(page, () => page.keyboard.press("Enter"));
  await expect(page.locator(".comes")).toContainText("2 × 2 and 1 of 1");
  await page.locator("#pool-batch-unit").focus();
  await page.keyboard.press("f");
  await expect(page.locator("#pool-batch")).toHaveValue("0.4");
  await page.locator("#pool-strategy").focus();
  await fresh(page, () => page.keyboard.press("s"));
  await expect(page.locator(".comes")).toHaveCount(0);
  await sound(page, "strategy");
  await openScenario(page, { version: 1, cluster: { location: "us-central1-a", autopilot: { enabled: true } }, pools: [{ name: "a", initialNodeCount: 2 }], script: [{ at: "0s", do: "upgrade", pool: "a" }] });
  await expect(page.locator(".setup")).toContainText("Autopilot clusters always use surge upgrades");
  await expect(page.locator("#pool-strategy")).toHaveCount(0);
});

test("autoscaled blue-green is chosen by hand, says what it needs and what stays on blue, and is compared", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator("#pool-strategy").focus();
  await fresh(page, () => page.keyboard.press("b"));
  await page.locator("#pool-rollout").focus();
  await fresh(page, () => page.keyboard.press("a"));
  await expect(page.locator(".comes")).toContainText("20 nodes at once, budgets for 1 h, grace up to 24 h");
  // What GKE asks for is offered where it is missing.
  await expect(page.locator(".need .error")).toContainText([/autoscaling of .* is off/]);
  const offers = page.locator(".need .btn");
  await offers.filter({ hasText: "Switch autoscaling on" }).focus();
  await fresh(page, () => page.keyboard.press("Enter"));
  await expect(page.locator("#pool-autoscaling-enabled")).toBeChecked();
  await expect(page.locator(".need .error")).toHaveCount(0);
  const wait = page.locator("[id$=waitForDrainDuration]");
  await wait.fill("8d");
  await page.keyboard.press("Enter");
  await expect(page.locator(".setup")).toContainText("A run waits 604800 s");
  await wait.fill("1h");
  await fresh(page, () => page.keyboard.press("Enter"));
  // What is still there when the wait ends, and what holds it.
  const playhead = page.getByRole("slider", { name: "Playhead" });
  await page.locator(".play").focus();
  await page.keyboard.press("Home");
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowRight");
  await expect(playhead).toHaveAttribute("aria-valuetext", /waiting to drain blue/);
  await page.keyboard.press("b");
  const panel = page.locator("#inspector-operations");
  await expect(panel.locator(".op-head")).toContainText("of wait left");
  await expect(panel.locator(".op-left li").first()).toContainText("unneeded since");
  await expect(panel).toContainText("Autoscaled blue-green is never rolled back");
  await sound(page, "autoscaled");
  await shot(page, "autoscaled");
  // Beside the standard kind.
  await page.keyboard.press("c");
  await expect(page.locator(".cmp-v")).toHaveCount(2);
  await expect(page.locator(".cmp")).toContainText("Autoscaled blue-green");
});
