// The cluster autoscaler: switched on by hand, its nodes come, and a Pending Pod says what it does.
import { test, expect } from "./fixture.mjs";
import { fits, openScenario, ran, shot, sound } from "./steps.mjs";

const why = (page) => page.locator("#inspector-why");
const setup = (page) => page.locator(".setup");

// Ten Pods of a whole vCPU, of which a node has room for three.
const growing = (autoscaling) => ({
  version: 1,
  name: "More Pods at noon",
  cluster: { location: "europe-west4", locations: ["europe-west4-a", "europe-west4-b"], currentMasterVersion: "1.33.5-gke.1162000" },
  pools: [{ name: "web-pool", version: "1.33.5-gke.1162000", initialNodeCount: 1, config: { machineType: "e2-standard-4" }, autoscaling }],
  workloads: [{ kind: "Deployment", name: "web", replicas: 4, requests: { cpu: "1", memory: "1Gi" } }],
  script: [{ at: "1m", do: "set", workload: "web", replicas: 16 }],
});

test("autoscaling is switched on by hand, nodes come, and a Pending Pod says which pool grows for it", async ({ page }) => {
  const before = await openScenario(page, growing(undefined), "&t=2m&select=pod/web-12&tab=why");
  await expect(why(page)).not.toContainText("autoscaler");
  const on = page.locator("#pool-autoscaling-enabled");
  await expect(page.locator("#pool-autoscaling-maxNodeCount")).toHaveCount(0);
  await on.check();
  const digest = await ran(page, before);
  await expect(page.locator("#pool-autoscaling-maxNodeCount")).toHaveValue("3");
  await expect(why(page)).toContainText("The cluster autoscaler grows web-pool in europe-west4-");
  await expect(why(page)).toContainText("pod triggered scale-up: [{web-pool/europe-west4-");
  await sound(page, "autoscaling in the setup");
  await setup(page).getByLabel("Limits").selectOption("in all zones together");
  await expect(page.locator("#pool-autoscaling-totalMaxNodeCount")).toHaveValue("6");
  await page.locator("#pool-autoscaling-totalMaxNodeCount").fill("3");
  await page.keyboard.press("Enter");
  await ran(page, digest);
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await expect(why(page)).toContainText("pod didn't trigger scale-up: 2 max node group size reached");
  await expect(why(page)).toContainText("--total-max-nodes");
});

test("the stage and the timeline show limits, growth and backoffs, at any size", async ({ page }) => {
  const scenario = growing({ enabled: true, minNodeCount: 1, maxNodeCount: 5 });
  for (const zone of scenario.cluster.locations) scenario.script.push({ at: "30s", do: "stockout", zone, for: "4m" });
  const grid = page.locator("[role=grid]");
  for (const [theme, width, height] of [["light", 1440, 900], ["dark", 1440, 900], ["light", 390, 844], ["dark", 390, 844]]) {
    await page.setViewportSize({ width, height });
    for (const [at, said] of [["3m", "no pool grows: 2 in backoff after failed scale-up"], ["8m", "web-pool grows in europe-west4-"]]) {
      await page.goto("blank");
      await page.evaluate(() => localStorage.clear());
      await openScenario(page, scenario, `&t=${at}&theme=${theme}${width > 500 ? "&select=pod/web-12&tab=why" : ""}`);
      await expect(grid).toContainText("of 1–5 nodes");
      await expect(grid).toContainText(said);
      await fits(page, `${theme}, ${width}, ${at}`);
      await shot(page, `autoscaler-${width}-${theme}-${at}`);
      if (width < 500 && process.env.SHOTS) {
        await page.locator(".tl").scrollIntoViewIfNeeded();
        await shot(page, `autoscaler-${width}-${theme}-${at}-timeline`);
      }
    }
    await expect(grid).toContainText("for Pods");
  }
});
