// What the stage and the timeline report of nodes, zones and Pods, by pointer and by keyboard.
import { test, expect } from "./fixture.mjs";
import { card, open, openScenario, shot } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });
const why = (page) => page.locator("#inspector-why h2");

test("arrow keys lead from a node of the grid down to its Pods and back, and Enter asks about a Pod, also a pending one", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[role=row]").last()).toHaveAttribute("aria-label", /^Pods of default-pool-a-1/);
  await page.keyboard.press("ArrowDown");
  const pod = page.locator("[role=gridcell]:focus");
  await expect(pod).toHaveText(/^\S+: ready$/);
  const name = (await pod.textContent()).split(":")[0];
  await page.keyboard.press("Enter");
  await expect(why(page)).toHaveText(name);
  await pod.focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("[role=gridcell]:focus")).toContainText("default-pool-a-1");
  // Pending Pods are a row of their own.
  await openScenario(page, {
    version: 1,
    pools: [{ name: "a", version: "1.33.5-gke.100", initialNodeCount: 2 }],
    workloads: [{ kind: "Deployment", name: "big", replicas: 1, requests: { cpu: "64" } }],
    script: [{ at: "0s", do: "upgrade", pool: "a", version: "1.34" }],
  });
  await expect(page.locator("[role=row][aria-label='1 Pod pending'] [role=gridcell]")).toHaveText(/^big-0: pending: /);
  await page.locator("[role=gridcell]").last().focus();
  await page.keyboard.press("Enter");
  await expect(why(page)).toHaveText("big-0");
});

test("a Pod that goes hands its selection to the one that replaces it, once it is followed", async ({ page }) => {
  await open(page, "pdb-never-moves", "&t=3m20s&select=pod/ledger-1&tab=why");
  await expect(why(page)).toHaveText("ledger-1");
  const follow = page.getByRole("button", { name: "Follow", exact: true });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await page.locator("#main").focus();
  await page.keyboard.press("End");
  await expect(why(page)).toHaveText(/^ledger-[2-9]$/);
  await page.keyboard.press("Home");
  await expect(why(page)).toHaveText("ledger-1");
});

test("the canvas knows what is under the pointer, and says it on a card", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const stage = page.locator(".stage-canvas");
  const lanes = page.locator(".tl-host canvas");
  for (const [x, y, heading, words] of [
    [60, 130, /^default-pool-a-1: ready$/, /us-central1-a.*sincethe start of the run.*until.*click: Why\?/],
    [28, 100, /^api-\d: ready$/, /default-pool-a-\d.*click: Why\?right-click: more$/],
    [60, 12, /^default-pool$/, /e2-standard-4, /],
    [60, 40, /^us-central1-a$/, /5 nodes/],
  ]) {
    await stage.hover({ position: { x, y } });
    await expect(card(page).locator(".head b")).toHaveText(heading);
    await expect(card(page)).toHaveText(words);
  }
  // Lanes are as high as they need: what is where is found by its words.
  const found = async (words) => {
    for (let y = 60; y < 300; y += 4) {
      await lanes.hover({ position: { x: 300, y } });
      await page.waitForTimeout(250);
      if ((await card(page).count()) && words.test(await card(page).textContent())) return y;
    }
    throw new Error(`nothing says ${words}`);
  };
  const bar = await found(/^default-pool-a-\d: .*us-central1-a.*since.*until.*click: go here, Why\?double-click: whole run/);
  await found(/^Nodes\d\d:\d\d:\d\d\d/);
  // A click on a bar of the timeline asks about its node, and beside it about the zone.
  const box = await lanes.boundingBox();
  const middle = box.y + bar;
  await page.mouse.click(box.x + 300, middle);
  await expect(why(page)).toContainText(/a-\d/);
  await page.mouse.click(box.x + 60, middle);
  await expect(why(page)).toHaveText("us-central1-a");
  await page.locator(".legend summary").click();
  await expect(page.locator(".legend-box li").first()).toBeVisible();
  await shot(page, "legend");
});

test("the load balancer below the nodes says what becomes of one connection, by keyboard, and runs the other policy beside it", async ({ page }) => {
  await open(page, "local-policy-20-0", "&t=3m12s");
  const panel = page.locator(".lb");
  const steps = panel.locator(".hops > li");
  await expect(panel.locator("summary")).toHaveText(/^Load balancer of web: 10 backends, 0 pass the health check, 100 % of new connections are lost$/);
  await expect(steps).toHaveCount(4);
  await expect(steps.last()).toHaveClass("bad");
  await expect(steps.last()).toContainText("no Pod on web-pool-a-21 can be chosen");
  await expect(steps.last()).toContainText("BS-123");
  // Another backend.
  const backend = panel.locator(".backend", { hasText: "web-pool-a-22" });
  await backend.focus();
  await page.keyboard.press("Enter");
  await expect(backend).toHaveAttribute("aria-pressed", "true");
  await expect(steps.nth(2)).toContainText("web-pool-a-22");
  // From a Pod of the cluster, which needs no load balancer.
  await panel.getByRole("button", { name: "From a Pod" }).focus();
  await page.keyboard.press("Enter");
  await expect(steps.first()).toContainText("In the cluster");
  await expect(steps.last()).toContainText("1 of 30 ready Pods");
  await expect(panel.locator(".bad")).toHaveCount(await panel.locator(".backend.bad").count());
  // It goes with the playhead.
  await panel.getByRole("button", { name: /^From / }).first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#main").focus();
  await page.keyboard.press("Home");
  await expect(panel.locator("summary")).toHaveText(/^Load balancer of web: 20 backends, 20 pass the health check$/);
  await expect(panel.locator(".bad")).toHaveCount(0);
  await shot(page, "load-balancer");
  await panel.getByRole("button", { name: "Compare with Cluster" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".cmp h3").nth(1)).toHaveText("externalTrafficPolicy Cluster");
  expect(page.url()).toContain("compare=policy-Cluster");
});
