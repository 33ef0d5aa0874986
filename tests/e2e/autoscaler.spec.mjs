// The cluster autoscaler: switched on by hand, its nodes come, and a Pending Pod says what it does.
import { test, expect } from "./fixture.mjs";
import { fits, open, openScenario, phone, ran, reach, saved, shot, sound } from "./steps.mjs";

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
      await expect(grid).toContainText("node (1–5)");
      await expect(grid).toContainText(said);
      await fits(page, `${theme}, ${width}, ${at}`);
      await shot(page, `autoscaler-${width}-${theme}-${at}`);
      if (width < 500 && process.env.SHOTS) {
        await page.locator(".tl").scrollIntoViewIfNeeded();
        await shot(page, `autoscaler-${width}-${theme}-${at}-timeline`);
      }
    }
    await expect(grid).toContainText(/for web-\d+/);
  }
});

const tables = (page) => page.locator(".stage.tables");
const lines = (page) => tables(page).locator("tbody tr:not(.space)");
const line = (page, name) => lines(page).filter({ has: page.getByRole("rowheader", { name, exact: true }) });

test("why a node stays, what lets it go, and it goes: by mouse", async ({ page }) => {
  const before = await open(page, "wont-scale-down", "&t=10m10s");
  await page.getByRole("button", { name: "Tables of nodes and Pods" }).click();
  await expect(lines(page)).toHaveCount(10);
  await tables(page).getByLabel("State").selectOption({ label: "stays (8)" });
  await expect(lines(page)).toHaveCount(8);
  await line(page, "annotated").click();
  await expect(why(page)).toContainText("Node annotated is little used, and has stayed for 10 min 10 s");
  await expect(why(page)).toContainText("no.scale.down.node.scale.down.disabled.annotation");
  await expect(why(page).locator(".stand")).toContainText(/tried/);
  await expect(why(page).locator(".change")).toContainText("annotated gone at 00:10:45");
  await why(page).locator(".change .btn").first().click();
  await ran(page, before);
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await expect(why(page)).toContainText("Node annotated has been gone");
  await expect(line(page, "annotated")).toHaveCount(0);
  await sound(page, "tables");
  await fits(page, "tables");
  await shot(page, "tables");
});

test("the same by keyboard: a minimum of the cluster's resources that holds a node", async ({ page }) => {
  const before = await open(page, "wont-scale-down", "&t=10m10s");
  await page.locator("#main").focus();
  await page.keyboard.press("t");
  await expect(lines(page)).toHaveCount(10);
  await reach(page, tables(page).getByRole("searchbox"));
  await page.keyboard.type("cpu-minimum");
  await expect(lines(page)).toHaveCount(1);
  await reach(page, tables(page).locator(".rows"));
  await page.keyboard.press("ArrowDown");
  await expect(why(page)).toContainText("Node held-by-cpu-minimum is little used");
  await expect(why(page)).toContainText("a smaller --min-cpu");
  await expect(why(page).locator(".stand")).toContainText(/tried/);
  await expect(why(page).locator(".change")).toContainText("resourceLimits cpu minimum 36 → 32");
  await reach(page, why(page).locator(".change .btn").first());
  await page.keyboard.press("Enter");
  await ran(page, before);
  await reach(page, page.locator(".play"), "Shift+Tab");
  await page.keyboard.press("End");
  await expect(why(page)).toContainText("Node held-by-cpu-minimum has been gone");
});

test("tables are of every run: Pods of an upgrade, sorted, filtered, saved, in the address and on a phone", async ({ page }) => {
  await open(page, "pdb-never-moves", "&t=20m&view=tables");
  await tables(page).getByRole("button", { name: "Pods", exact: true }).click();
  await expect(lines(page).first()).toContainText("eviction refused");
  await expect(lines(page).first()).toContainText("PDB ");
  await tables(page).getByLabel("Reason", { exact: true }).selectOption({ index: 1 });
  await expect(lines(page)).toHaveCount(1);
  const file = await saved(page, tables(page).getByRole("button", { name: "CSV" }));
  expect(String(file.bytes).trim().split("\r\n")).toHaveLength(2);
  await tables(page).getByLabel("Reason", { exact: true }).selectOption("");
  await tables(page).getByRole("button", { name: "Age" }).click();
  await expect(tables(page).getByRole("columnheader", { name: "Age" })).toHaveAttribute("aria-sort", "ascending");
  await tables(page).getByRole("button", { name: "Age" }).click();
  await expect(tables(page).getByRole("columnheader", { name: "Age" })).toHaveAttribute("aria-sort", "descending");
  await lines(page).first().click();
  await expect(lines(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/view=tables/);
  await tables(page).getByRole("button", { name: "Picture" }).click();
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page).not.toHaveURL(/view=tables/);
});

test("fifteen thousand nodes are a table of a few rows in the document", async ({ page }) => {
  await open(page, "fleet-15000", "&view=tables");
  await expect(tables(page).getByRole("status")).toHaveText("15,020 listed");
  await expect.poll(() => lines(page).count()).toBeLessThan(80);
  await tables(page).locator(".rows").evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
  await expect(lines(page).last()).toHaveAttribute("aria-rowindex", "15021");
});

test.describe("on a phone", () => {
  test.use(phone);
  test("tables fit", async ({ page }) => {
    await open(page, "wont-scale-down", "&t=10m10s&view=tables");
    await expect(lines(page)).toHaveCount(10);
    await fits(page, "tables on a phone");
    await sound(page, "tables on a phone");
    await shot(page, "tables-phone");
  });
});

test("limits of the cluster are set by hand, and one that GKE refuses is marked at its field", async ({ page }) => {
  await openScenario(page, growing({ enabled: true, minNodeCount: 1, maxNodeCount: 5 }));
  await setup(page).locator("summary", { hasText: "Autoscaler" }).click();
  await setup(page).getByLabel("Profile").selectOption("OPTIMIZE_UTILIZATION");
  await page.locator("#cluster-enableNodeAutoprovisioning").check();
  await setup(page).getByRole("button", { name: "Limit CPUs" }).click();
  await page.locator("#limit-cpu-maximum").fill("8");
  await page.keyboard.press("Enter");
  await page.locator("#limit-cpu-minimum").fill("9");
  await page.keyboard.press("Enter");
  await expect(page.locator("#limit-cpu-minimum")).toHaveAttribute("aria-invalid", "true");
  await page.locator("#limit-cpu-minimum").fill("4");
  await page.keyboard.press("Enter");
  await expect(page.locator("#limit-cpu-minimum")).not.toHaveAttribute("aria-invalid", "true");
  // GKE prints these numbers as texts.
  await open(page, "wont-scale-down");
  await setup(page).getByRole("button", { name: "Minimum CPUs: increase" }).click();
  await expect(page.locator("#limit-cpu-minimum")).toHaveValue("37");
});
