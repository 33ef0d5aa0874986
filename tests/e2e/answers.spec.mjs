// Questions that people ask, each answered in at most ten actions: a paste, a click, a key.
import { test, expect } from "./fixture.mjs";
import { openAddress, phone, ran, shot, sound } from "./steps.mjs";

/** Counts what a person does. */
const person = (page) => {
  let actions = 0;
  const act = async (what) => {
    await what;
    actions += 1;
  };
  return {
    click: (where) => act(where.click()),
    key: (key) => act(page.keyboard.press(key)),
    fill: (where, text) => act(where.fill(text)),
    choose: (where, value) => act(where.selectOption(value)),
    /** Pastes a text, or chooses several files, and uses them. */
    brings: async (...texts) => {
      await page.goto("");
      const dialog = page.getByRole("dialog");
      if (texts.length === 1) {
        await act(page.locator(".empty .btn.pri").click());
        await act(page.locator("#import-text").fill(texts[0]));
      } else {
        const files = texts.map((text, n) => ({ name: `${n}.json`, mimeType: "application/json", buffer: Buffer.from(text) }));
        await act(page.locator("#first-files").setInputFiles(files));
      }
      await act(dialog.getByRole("button", { name: "Use", exact: true }).click());
      return ran(page);
    },
    enough: () => expect(actions).toBeLessThanOrEqual(10),
  };
};
const findings = (page) => page.locator("#inspector-findings");
const why = (page) => page.locator("#inspector-why");
const title = (page) => findings(page).getByRole("heading", { level: 2 }).first();
const scenario = (more) => JSON.stringify({ version: 1, ...more });
const upgrade = (pool) => [{ at: "0s", do: "upgrade", pool }];
const cluster = (more) => ({ location: "us-east1-b", currentMasterVersion: "1.33.5-gke.100", ...more });

const node = (name, version, spec = {}) => ({
  apiVersion: "v1", kind: "Node",
  metadata: { name, labels: { "cloud.google.com/gke-nodepool": "main-pool", "topology.kubernetes.io/zone": "us-east1-b" } },
  spec,
  status: { allocatable: { cpu: "4", memory: "16Gi", pods: "110" }, nodeInfo: { kubeletVersion: `v${version}` }, conditions: [{ type: "Ready", status: "True" }] },
});

/** A cluster in the middle of an upgrade, which a budget holds up. */
const stuck = () => {
  const labels = { app: "redis" };
  const containers = [{ name: "c", resources: { requests: { cpu: "100m" } } }];
  const items = [
    node("new-0", "1.32.9-gke.100"), node("old-0", "1.31.9-gke.100", { unschedulable: true }), node("old-1", "1.31.9-gke.100"),
    {
      apiVersion: "v1", kind: "Pod",
      metadata: { name: "redis-0", namespace: "data", labels, ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "redis", controller: true }] },
      spec: { nodeName: "old-0", containers },
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    },
    {
      apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "redis", namespace: "data" },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
      status: { replicas: 1, readyReplicas: 1 },
    },
    { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "redis-pdb", namespace: "data" }, spec: { minAvailable: 1, selector: { matchLabels: labels } } },
  ];
  const pool = {
    name: "main-pool", version: "1.32.9-gke.100", status: "RECONCILING", initialNodeCount: 3, locations: ["us-east1-b"],
    config: { machineType: "e2-standard-4" }, upgradeSettings: { maxSurge: 1, strategy: "SURGE" },
  };
  const described = { name: "prod", location: "us-east1", currentMasterVersion: "1.32.9-gke.100", status: "RECONCILING", nodePools: [pool] };
  return [{ apiVersion: "v1", kind: "List", items }, described].map((one) => JSON.stringify(one));
};

test.use({ viewport: { width: 1440, height: 900 } });

test("an upgrade that is stuck now: what holds it up, until when, what to do, and the commands for it", async ({ page }) => {
  const someone = person(page);
  const before = await someone.brings(...stuck());
  await expect(title(page)).toHaveText(/^The upgrade finishes, but 2 Pods are forced out in violation of a PDB/);
  // The headline is a range, and the picture one of its runs.
  await expect(findings(page).locator(".forecast")).toHaveText(/^Takes .+ – .+ – .+\. Done .+; Pods forced out: 1 – 2 – 2$/);
  await expect(findings(page)).toContainText("data/redis: fewest ready 0 of 1");
  await someone.click(findings(page).getByRole("button", { name: "data/redis-pdb" }).first());
  await someone.key("]");
  await expect(why(page)).toContainText("currently allows 0 disruptions and blocks data/redis-0");
  // What keeps redis up comes first, the budget second.
  await expect(why(page).locator(".alt").first()).toContainText("data/redis replicas 1 → 2");
  await expect(why(page).locator(".alt", { hasText: "data/redis-pdb" }).first()).toBeVisible();
  await sound(page);
  await someone.click(why(page).getByRole("button", { name: /^Apply: data\/redis-pdb/ }).first());
  await ran(page, before);
  await someone.click(page.locator(".bar").getByRole("button", { name: "Share" }));
  const dialog = page.getByRole("dialog");
  await someone.click(dialog.getByRole("button", { name: "Data", exact: true }));
  await someone.choose(dialog.locator("#share-form"), { label: "gcloud commands" });
  await expect(dialog.locator("#share-data")).toHaveValue(/CLUSTER=prod[^]*“main-pool” to 1\.32\.9-gke\.100 is running: nothing to do[^]*node-pools rollback main-pool/);
  await expect(dialog).toContainText("in the format “PDBs (YAML)”");
  await someone.choose(dialog.locator("#share-form"), { label: "PDBs (YAML)" });
  await expect(dialog.locator("#share-data")).toHaveValue(/name: redis-pdb[^]*maxUnavailable: 1|name: redis-pdb[^]*minAvailable: 0/);
  someone.enough();
});

test("a plan of gcloud commands runs one after the other, and an entry can wait longer", async ({ page }) => {
  const someone = person(page);
  const place = "--zone us-central1-a";
  const before = await someone.brings([
    `gcloud container clusters create prod ${place} --release-channel regular --cluster-version 1.32.9-gke.1000000 --num-nodes 2 --machine-type e2-standard-8`,
    `gcloud container node-pools create highmem --cluster prod ${place} --machine-type n2-highmem-8 --num-nodes 2`,
    `gcloud container clusters upgrade prod ${place} --master --cluster-version 1.33`,
    `gcloud container clusters upgrade prod ${place} --node-pool default-pool --cluster-version 1.33`,
    `gcloud container clusters upgrade prod ${place} --node-pool highmem`,
  ].join("\n"));
  await expect(title(page)).toHaveText("The upgrade succeeds");
  await someone.click(page.getByRole("button", { name: /^Actions/ }));
  const waits = page.getByLabel("Waits for: Upgrade");
  await expect(waits).toHaveCount(2);
  await expect(waits.last().locator("option:checked")).toHaveText("after default-pool");
  await someone.fill(page.getByLabel("Pause before: Upgrade").last(), "10m");
  await someone.key("Tab");
  await ran(page, before);
  someone.enough();
  // The same in no order at all, and back.
  const paused = await page.locator("html").getAttribute("data-digest");
  await waits.last().selectOption("");
  await ran(page, paused);
  await expect(page.getByLabel("Waits for: Upgrade").last()).toHaveValue("");
  await page.getByLabel("Waits for: Upgrade").last().selectOption("controlPlane");
  await expect(page.getByLabel("Pause before: Upgrade").last()).toHaveValue("0s");
});

test("Cassandra: surge or blue-green, and what runs instead of settings that GKE refuses", async ({ page }) => {
  const someone = person(page);
  await someone.brings(scenario({
    name: "cassandra", cluster: cluster(),
    pools: [{ name: "cass", version: "1.32.9-gke.100", initialNodeCount: 3, config: { machineType: "e2-standard-4" } }],
    workloads: [{
      kind: "StatefulSet", name: "cassandra", replicas: 3, requests: { cpu: "3" }, labels: { app: "c" },
      terminationGracePeriodSeconds: 1800, assumptions: { shutdown: "10m", ready: "5m" },
    }],
    budgets: [{ name: "cassandra", selector: { matchLabels: { app: "c" } }, maxUnavailable: 1 }],
    script: upgrade("cass"),
  }));
  await someone.click(page.locator(".bar .compare"));
  const most = page.locator(".cmp-table tr").filter({ hasText: "Most nodes" });
  await expect(most.locator("td")).toHaveText([/4/, /6/]);
  someone.enough();
  // An address that names what GKE would refuse.
  await page.goto("#preset=docs-5-nodes&compare=surge-0-0");
  await expect(page.locator(".cmp-v .cmp-note:visible")).toContainText("no node could ever be upgraded. Set one of them to at least 1. A run uses maxSurge 1.");
  // The title names what runs.
  await expect(page.locator(".cmp-v summary")).toHaveText("maxSurge 1, maxUnavailable 0");
  await sound(page);
});

test("jobs of many hours: which fail, and which setting lets them end", async ({ page }) => {
  const someone = person(page);
  await someone.brings(scenario({
    cluster: cluster(),
    pools: [{ name: "batch", version: "1.32.9-gke.100", initialNodeCount: 2, config: { machineType: "e2-standard-4" } }],
    workloads: [{ kind: "Job", name: "render", replicas: 2, parallelism: 2, completions: 2, backoffLimit: 0, requests: { cpu: "3" }, terminationGracePeriodSeconds: 57600, assumptions: { work: "12h" } }],
    script: upgrade("batch"),
  }));
  await expect(title(page)).toHaveText(/^The upgrade finishes, but .*1 Job fails/);
  await expect(findings(page)).toContainText(/render: Job failed.* of work lost/);
  await someone.click(findings(page).getByRole("button", { name: "render" }).first());
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("render");
  someone.enough();
});

test("a quota that is used up: what the upgrade waits for, and the change that needs no VM", async ({ page }) => {
  const someone = person(page);
  const before = await someone.brings(scenario({
    cluster: { ...cluster({ currentMasterVersion: "1.32.9-gke.100" }), spareCapacityNodes: 0 },
    pools: [{ name: "main", version: "1.31.9-gke.100", initialNodeCount: 3, config: { machineType: "e2-standard-4" } }],
    workloads: [{ kind: "Deployment", name: "web", replicas: 4, requests: { cpu: "500m" } }],
    script: upgrade("main"),
  }));
  await expect(title(page)).toHaveText(/^The upgrade gets stuck/);
  await expect(findings(page)).toContainText("main: waiting for resources");
  const change = findings(page).getByRole("button", { name: /^Apply: main maxSurge\/maxUnavailable 1\/0 → 0\/1/ });
  await someone.click(change);
  await ran(page, before);
  await expect(title(page)).toHaveText(/^The upgrade succeeds/);
  someone.enough();
});

test("which PDBs block an upgrade, found in manifests", async ({ page }) => {
  const someone = person(page);
  const app = (name, budget) => [
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec:\n  replicas: 3\n  selector: {matchLabels: {app: ${name}}}\n  template:\n    metadata: {labels: {app: ${name}}}\n    spec: {containers: [{name: c}]}`,
    `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: ${name}}}\n  ${budget}`,
  ];
  await someone.brings([...app("service-a", "minAvailable: 100%"), ...app("service-c", "maxUnavailable: 1")].join("\n---\n"));
  await expect(findings(page)).toContainText("The budget “service-a” never lets a Pod go");
  await expect(findings(page)).not.toContainText("The budget “service-c” never lets a Pod go");
  someone.enough();
});

test("a pool is left alone until its version's support ends, and the calendar says so", async ({ page }) => {
  await openAddress(page, "holiday-freeze");
  await page.locator(".setup").getByRole("button", { name: /^Maintenance/ }).click();
  await page.getByText("Exclusions of single pools").click();
  const before = await page.locator("html").getAttribute("data-digest");
  await page.locator(".me .check input").first().check();
  await ran(page, before);
  await expect(page.getByText("Exclusion of 1 pool")).toBeVisible();
  await sound(page);
});

test("two pools in weekend windows, one on reserved machines: how many windows, what is stuck, and the change that frees it", async ({ page }) => {
  const someone = person(page);
  const pool = (name, nodes, machine, more = "") => `resource "google_container_node_pool" "${name}" {
  name       = "${name}"
  cluster    = google_container_cluster.big.name
  node_count = ${nodes}
  version    = "1.31.9-gke.1000000"
  management {
    auto_upgrade = true
  }
  node_config {
    machine_type = "${machine}"
${more}  }
}`;
  const reserved = '    reservation_affinity {\n      consume_reservation_type = "SPECIFIC_RESERVATION"\n      key = "compute.googleapis.com/reservation-name"\n      values = ["gpus"]\n    }\n';
  const before = await someone.brings([
    `resource "google_container_cluster" "big" {
  name = "big"
  location = "us-central1-a"
  min_master_version = "1.32.9-gke.1000000"
  maintenance_policy {
    recurring_window {
      start_time = "2026-03-07T01:00:00Z"
      end_time   = "2026-03-07T09:00:00Z"
      recurrence = "FREQ=WEEKLY;BYDAY=SA,SU"
    }
  }
}`, pool("cpu", 12, "n2-standard-8"), pool("gpu", 4, "a2-highgpu-1g", reserved)].join("\n"));
  await expect(title(page)).toHaveText(/^The upgrade gets stuck/);
  await expect(findings(page)).toContainText("gpu: waiting for resources");
  await someone.click(findings(page).getByRole("button", { name: /^Apply: gpu maxSurge\/maxUnavailable 1\/0 → 0\/1/ }));
  await ran(page, before);
  await expect(title(page)).toHaveText(/^The upgrade succeeds/);
  await expect(findings(page).locator(".forecast")).toContainText("maintenance windows: 1");
  someone.enough();
});

test("Spot and on-demand: what an upgrade does to each pool", async ({ page }) => {
  const someone = person(page);
  const pool = (name, more) => `gcloud container node-pools create ${name} --cluster prod --location us-central1-a ${more} --machine-type e2-standard-4 --num-nodes 3 --node-version 1.31.9-gke.1000000`;
  await someone.brings([
    pool("spot", "--spot --max-surge-upgrade 2 --max-unavailable-upgrade 0"), pool("ondemand", ""),
    "gcloud container clusters upgrade prod --location us-central1-a --node-pool spot --cluster-version 1.32.9-gke.1000000",
  ].join("\n"));
  await expect(title(page)).toHaveText("The upgrade succeeds");
  // A Spot VM isn't waited for: its node is cordoned before another one is there.
  await someone.click(page.locator(".log").getByRole("button", { name: "spot-a-1 cordoned" }));
  await expect(why(page)).toContainText("Spot");
  someone.enough();
});

test("a pool that stopped half-way for want of quota: rolled back, with the command for it", async ({ page }) => {
  const someone = person(page);
  const nodes = ["new-0", "new-1", "old-0", "old-1"].map((name) => node(name, name.startsWith("new") ? "1.32.9-gke.100" : "1.31.9-gke.100"));
  const pool = {
    name: "main-pool", version: "1.31.9-gke.100", status: "RUNNING_WITH_ERROR", initialNodeCount: 4, locations: ["us-east1-b"],
    config: { machineType: "e2-standard-4" }, upgradeSettings: { maxSurge: 1, strategy: "SURGE" },
    conditions: [{ code: "GCE_QUOTA_EXCEEDED", message: "Insufficient regional quota to satisfy request: resource CPUS" }],
  };
  const described = { name: "prod", location: "us-east1", currentMasterVersion: "1.32.9-gke.100", nodePools: [pool] };
  const before = await someone.brings(...[{ apiVersion: "v1", kind: "List", items: nodes }, described].map((one) => JSON.stringify(one)));
  await expect(title(page)).toHaveText(/^The upgrade gets stuck/);
  // What waits for ever has no length.
  await expect(findings(page)).toContainText(/main-pool: waiting for resources, since \S+, and nothing in this run ends it/);
  await expect(page.locator(".setup")).toContainText("An upgrade of this pool is under way. The script resumes it.");
  await someone.click(page.getByRole("tab", { name: "Operations" }));
  await expect(page.locator(".ops")).toContainText("gcloud container node-pools rollback main-pool --cluster=prod --location=us-east1");
  await someone.click(page.getByRole("button", { name: "Roll back main-pool, respectPdb false" }));
  await ran(page, before);
  await expect(page.locator(".ops")).toContainText("Rolling back");
  await sound(page);
  someone.enough();
});

test("Pods that no node takes are one finding, with their number", async ({ page }) => {
  const someone = person(page);
  await someone.brings(scenario({
    cluster: cluster(),
    pools: [{ name: "main", version: "1.32.9-gke.100", initialNodeCount: 2, config: { machineType: "e2-standard-4" } }],
    workloads: [{ kind: "Deployment", name: "web", replicas: 14, requests: { cpu: "8" } }],
    script: upgrade("main"),
  }));
  const waits = findings(page).locator("section", { hasText: "Still waiting at the end" }).locator("li");
  await expect(waits).toHaveCount(1);
  await expect(waits).toContainText(/^web-0, web-1, web-2, web-3 and 10 more, 14 in all: .*, since \S+, and nothing in this run ends it/);
  someone.enough();
});

test("SOX: weekend windows, quarterly freezes and an audit: what GKE accepts, to take along as Terraform", async ({ page }) => {
  const someone = person(page);
  const update = "gcloud container clusters update prod --region us-east1";
  const freeze = (name, start, end, scope = "no_upgrades") => `${update} --add-maintenance-exclusion-name ${name} --add-maintenance-exclusion-start ${start}T00:00:00Z --add-maintenance-exclusion-end ${end}T00:00:00Z --add-maintenance-exclusion-scope ${scope}`;
  const weekends = `${update} --maintenance-window-start 2026-01-03T06:00:00Z --maintenance-window-end 2026-01-03T18:00:00Z --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'`;
  const freezes = [weekends, freeze("q1", "2026-03-16", "2026-04-06"), freeze("q2", "2026-06-15", "2026-07-06"), freeze("q3", "2026-09-14", "2026-10-05")];
  await page.goto("#/window?from=2026-01-01");
  const text = page.locator("#window-text");
  await someone.fill(text, [...freezes, freeze("audit", "2026-11-01", "2026-12-01")].join("\n"));
  await expect(page.locator(".verd h3")).toHaveText("Not accepted");
  await expect(page.locator(".broken")).toContainText("4");
  await someone.fill(text, [...freezes, freeze("audit", "2026-11-01", "2026-12-01", "no_minor_or_node_upgrades")].join("\n"));
  await expect(page.locator(".verd h3")).toHaveText(/^Accepted/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await someone.click(page.getByRole("button", { name: "Copy as Terraform" }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/exclusion_name = "audit"[^]*NO_MINOR_OR_NODE_UPGRADES/);
  someone.enough();
});

test("musical chairs: how often Pods move", async ({ page }) => {
  const someone = person(page);
  await someone.brings(scenario({
    cluster: cluster({ currentMasterVersion: "1.32.9-gke.100" }),
    pools: [{ name: "main", version: "1.31.9-gke.100", initialNodeCount: 4, config: { machineType: "e2-standard-4" }, upgradeSettings: { maxSurge: 0, maxUnavailable: 1 } }],
    workloads: [{ kind: "Deployment", name: "web", replicas: 12, requests: { cpu: "600m" } }],
    script: upgrade("main"),
  }));
  await expect(findings(page)).toContainText(/web: fewest ready \d+ of 12.*\d+ moves/);
  await someone.click(page.locator(".bar .compare"));
  await expect(page.locator(".cmp-table tr").filter({ hasText: /^Moves/ }).first().locator("td").first()).toHaveText(/\d/);
  someone.enough();
});

test("on which date: the last disruption counts, and a freeze", async ({ page }) => {
  const someone = person(page);
  await someone.brings(scenario({
    start: "2026-03-02T00:00:00Z", until: "300d",
    cluster: {
      location: "us-east1-b", currentMasterVersion: "1.32.4-gke.1000000", releaseChannel: { channel: "REGULAR" },
      maintenancePolicy: {
        disruptionBudget: { minorVersionDisruptionInterval: "2592000s", lastMinorVersionDisruptionTime: "2026-02-14T07:00:00Z" },
        window: {
          recurringWindow: { window: { startTime: "2026-03-07T06:00:00Z", endTime: "2026-03-07T18:00:00Z" }, recurrence: "FREQ=WEEKLY;BYDAY=SA,SU" },
          maintenanceExclusions: { "quarter-end": { startTime: "2026-03-20T00:00:00Z", endTime: "2026-04-06T00:00:00Z", maintenanceExclusionOptions: { scope: "NO_UPGRADES" } } },
        },
      },
    },
    pools: [{ name: "web", version: "1.32.4-gke.1000000", initialNodeCount: 4, config: { machineType: "e2-standard-4" }, management: { autoUpgrade: true } }],
    script: [{ at: "2026-03-10T00:00:00Z", do: "target", version: "1.33.5-gke.1000000" }],
  }));
  await expect(title(page)).toHaveText("The upgrade succeeds");
  await expect(findings(page).locator(".forecast")).toContainText("Done 2026-04-11 06:12 – 06:24 – 06:48");
  someone.enough();
});

test("a TPU slice is one unit, from commands", async ({ page }) => {
  const someone = person(page);
  await someone.brings([
    "gcloud container clusters create tpu --zone us-west4-a --cluster-version 1.32.9-gke.1000000 --num-nodes 1",
    "gcloud container node-pools create slice --cluster tpu --zone us-west4-a --machine-type ct5lp-hightpu-4t --tpu-topology 4x4 --num-nodes 4 --node-version 1.31.9-gke.1000000",
    "gcloud container clusters upgrade tpu --zone us-west4-a --node-pool slice",
  ].join("\n"));
  await expect(title(page)).toHaveText("The upgrade succeeds");
  // All four hosts are gone at once.
  await expect(findings(page)).toContainText(/5\D+1\D+5/);
  someone.enough();
});

test.describe("on a phone", () => {
  test.use(phone);
  test("the range fits", async ({ page }) => {
    await openAddress(page, "three-zones");
    await page.getByRole("tab", { name: /Findings/ }).click();
    await expect(findings(page).locator(".forecast")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await shot(page, "answers-phone");
  });
});
