// Operations on an upgrade at the playhead, and the resulting run.
import { fresh, test, expect } from "./fixture.mjs";
import { digestOf, fits, link, open as preset, phone, ran, reach, sound } from "./steps.mjs";

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
const open = async (page, document, view) => {
  await page.goto(`#${link(document)}&${view}`);
  return ran(page);
};
const panel = (page) => page.locator("#inspector-operations");
const bar = (page) => page.locator(".notice.branch");
const op = (page, name) => panel(page).locator(`[data-operate=${name}]`);
const clock = (page) => page.locator(".clk");

test("by keys an upgrade is rolled back at the playhead, and the story and the focus follow; one that isn't allowed does nothing", async ({ page }) => {
  const before = await open(page, scenario(), "t=21m1s");
  await page.locator(".play").focus();
  await page.keyboard.press("b");
  await expect(op(page, "cancel")).toBeFocused();
  await expect(op(page, "complete")).toHaveAttribute("aria-disabled", "true");
  await sound(page, "operations");
  await reach(page, op(page, "resume"));
  await page.keyboard.press("Enter");
  expect(await digestOf(page)).toBe(before);
  await reach(page, op(page, "rollback"));
  await expect(op(page, "rollback")).toHaveAccessibleName("Roll back web-pool, respectPdb false");
  await page.keyboard.press("Enter");
  const after = await ran(page, before);
  await expect(bar(page).getByRole("status")).toContainText("Branch: Roll back web-pool at 02:21:01.");
  await expect(clock(page)).toContainText("02:21:01");
  await sound(page, "a branch");
  await page.locator("#inspector-tab-operations").focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  const story = page.locator("#inspector-story");
  await expect(story.locator("[aria-current]")).toContainText("02:21:01");
  await page.keyboard.press("End");
  await expect(story.locator("[aria-current]")).toContainText("02:22:02");
  await page.keyboard.press("Control+z");
  expect(await ran(page, after)).toBe(before);
  await expect(bar(page)).toHaveCount(0);
});

test("a click rolls back, the form lists the entry, a click on its time seeks, and removing it removes the branch", async ({ page }) => {
  const script = [...scenario().script, { at: "90m", do: "cancel", pool: "web-pool" }];
  const before = await open(page, scenario({ script }), "t=21m1s&tab=operations");
  await op(page, "rollback-respecting").click();
  await ran(page, before);
  await expect(bar(page)).toContainText("Later: 03:30:00 web-pool refused");
  await page.locator(".acc", { hasText: "Plan & actions" }).getByRole("button").first().click();
  await expect(page.locator(".script li")).toHaveCount(3);
  await page.locator(".script .go").nth(1).click();
  await expect(clock(page)).toContainText("03:30:00");
  await page.locator(".script li").nth(2).getByRole("button", { name: "Remove: Roll back" }).click();
  await expect(page.locator(".script li")).toHaveCount(2);
  await expect(bar(page)).toHaveCount(0);
});

test("buttons for faults come and go with the selection and with what a click made of them", async ({ page }) => {
  const before = await open(page, scenario(), "t=5m&tab=operations&select=node/web-pool-a-1");
  const make = (name) => panel(page).getByRole("button", { name });
  await expect(make("Preempt")).toHaveCount(0);
  await make("Stop kubelet: on web-pool-a-1").click();
  const failed = await ran(page, before);
  await expect(make("Stop kubelet: on web-pool-a-1")).toHaveCount(0);
  await panel(page).getByRole("textbox", { name: /VMs beyond the start/ }).fill("2");
  await make(/^Set quota/).click();
  await ran(page, failed);
  await expect(make(/^Sufficient quota/)).toBeVisible();
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("the bar of a branch is in sight of the button that was pressed", async ({ page }) => {
    const before = await open(page, scenario(), "t=21m1s&tab=operations");
    await op(page, "rollback").tap();
    await ran(page, before);
    await expect(bar(page)).toBeInViewport();
    await fits(page, "a branch");
  });
});

test("the worker goes on from the middle of a long run, and gives the run that a reload gives", async ({ page }) => {
  const before = await preset(page, "surge-ref-1000");
  await page.locator(".play").focus();
  await page.keyboard.press("5");
  await page.keyboard.press("b");
  await expect(op(page, "cancel")).toBeFocused();
  // The way there is computed in the meantime.
  await page.waitForTimeout(1000);
  await page.keyboard.press("Enter");
  const branch = await ran(page, before);
  await page.keyboard.press("Control+z");
  expect(await ran(page, branch)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  expect(await ran(page, before)).toBe(branch);
  await page.reload();
  expect(await ran(page)).toBe(branch);
});
