// A cluster built by hand, by mouse and by keyboard alone: what no native test can tell is that each control is there,
// has a name, keeps the focus, and shows its effect at once.
import { readFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";
import { digestOf, html, kept, ran, reach, shot, sound } from "./steps.mjs";

const section = (page, name) => page.locator(".setup").getByRole("button", { name: new RegExp(`^${name}`) });
const cards = (page) => page.locator(".setup .part-card");
/** The upgrade is due on 21 December and waits over Christmas: the first line says until when and for what, and the calendar why. */
const waits = async (page) => {
  await expect(page.locator("#inspector-findings h2").first()).toHaveText(/^Done Sat 9 Jan 02:\d\d:\d\d after exclusion: Jobs lose up to /);
  await page.locator("#main").focus();
  await page.keyboard.press("m");
  await expect(page.locator(".cal").first()).toBeVisible();
  const changes = page.getByRole("tabpanel", { name: "Maintenance" });
  await expect(changes).toContainText("node minor default-pool");
  await expect(changes).toContainText("exclusion, to Sat 9 Jan 02:00");
  // The setup turns to the policy.
  await expect(page.locator("#mw-kind")).toBeVisible();
  await shot(page, "build-calendar");
  await page.keyboard.press("m");
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
/** The scenario of the story and its digest are those of the file, which `tests/it/cli.rs` runs by the command line. */
const built = async (page, digest) => {
  const of = async () => JSON.parse(await page.evaluate(() => localStorage.getItem("nodetide.scenario")));
  await expect.poll(async () => (await of()).pools.length).toBe(3);
  const wanted = JSON.parse(readFileSync("tests/e2e/built.json"));
  await expect.poll(of).toEqual(wanted.scenario);
  expect(digest).toBe(wanted.digest);
};
const undo = (page) => page.getByRole("button", { name: /^Undo/ });

test("from an empty page to a planned upgrade of two pools by mouse, back to the empty page, and again after a reload", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Build", exact: true }).click();
  let digest = await ran(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.locator("label[for=pool-config-machineType]")).toContainText("4 vCPU, 16 GiB");
  await sound(page, "a cluster to begin with");
  await shot(page, "build-1");

  await page.getByRole("button", { name: "Pool", exact: true }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(page.locator("#pool-name")).toBeFocused();
  digest = await ran(page, digest);
  await page.locator("#pool-name").fill("batch");
  await page.keyboard.press("Enter");
  await expect(page.locator(".part-card.open b")).toHaveText("batch");
  await page.locator("#pool-config-taints").fill("dedicated=batch:NoSchedule");
  await page.keyboard.press("Enter");
  await expect(cards(page).nth(1)).toContainText("dedicated=batch:NoSchedule");
  await page.locator("#pool-locations").getByRole("button", { name: "us-central1-a" }).click();
  digest = await ran(page, digest);
  await expect(cards(page).nth(1)).toContainText("4 nodes, 2 zones");

  await section(page, "Workloads").click();
  for (const name of ["api", "etl"]) {
    await page.getByRole("button", { name: "Workload", exact: true }).click();
    await expect(page.locator("#workload-name")).toBeFocused();
    await page.locator("#workload-name").fill(name);
    await page.keyboard.press("Enter");
    await expect(page.locator(".part-card.open b")).toHaveText(name);
  }
  await page.locator("#workload-2-kind").selectOption("Job");
  await page.locator("#workload-2-node-pool").selectOption("batch");
  await page.locator("#workload-2-tolerations").fill("dedicated:NoSchedule");
  await page.keyboard.press("Enter");
  await page.locator("#workload-2-topologySpreadConstraints").selectOption("ui-spread-zones");
  digest = await ran(page, digest);
  await sound(page, "a workload");
  await shot(page, "build-2");

  await section(page, "Maintenance").click();
  await page.locator("#mw-kind").selectOption("recurring");
  await page.getByRole("button", { name: "Weekend" }).click();
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=SA,SU");
  await page.getByRole("button", { name: "Add exclusion" }).click();
  await page.locator("#ex-exclusion-startTime").fill("2026-12-19");
  await page.keyboard.press("Enter");
  await page.locator("#ex-exclusion-endTime").fill("2027-01-03");
  await page.keyboard.press("Enter");

  await section(page, "Plan").click();
  await page.getByRole("radio", { name: /By GKE/ }).check();
  await page.locator("#plan-start").fill("2026-12-21 09:00");
  await page.locator("#plan-start").press("Tab");
  digest = await ran(page, digest);
  await shot(page, "build-3");
  await waits(page);

  // Another pool in the middle of it: the plan of all pools has it, too.
  await section(page, "Cluster").click();
  await page.getByRole("button", { name: "Pool", exact: true }).click();
  digest = await ran(page, digest);
  await built(page, digest);
  let steps = 0;
  for (; steps < 60 && (await page.locator(".empty").count()) === 0; steps += 1) await undo(page).click();
  await expect(page.locator(".empty")).toBeVisible();
  for (; steps > 0; steps -= 1) await page.getByRole("button", { name: /^Redo/ }).click();
  await expect(html(page)).toHaveAttribute("data-digest", digest);
  await page.reload();
  expect(await ran(page)).toBe(digest);
});

test("a pool, a workload and a budget are copied, renamed and removed, each as one step of undo", async ({ page }) => {
  await page.goto("");
  await page.locator("#build").click();
  const first = await ran(page);
  await page.getByRole("button", { name: "Copy: default-pool" }).click();
  await expect(page.locator("#pool-name")).toHaveValue("default-pool-2");
  const second = await ran(page, first);
  // What goes with it is said, and comes back.
  await page.getByRole("button", { name: "Remove: default-pool", exact: true }).click();
  const without = await ran(page, second);
  const note = page.getByRole("status").filter({ hasText: "default-pool is removed, with 1 action about it." });
  await note.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(note).toHaveCount(0);
  expect(await ran(page, without)).toBe(second);
  await page.getByRole("button", { name: "Remove: default-pool-2" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.locator("#pool-name-add")).toBeFocused();
  expect(await ran(page, second)).toBe(first);
  await undo(page).click();
  expect(await ran(page, first)).toBe(second);
  await undo(page).click();
  expect(await ran(page, second)).toBe(first);
  await undo(page).click();
  await expect(page.locator(".empty")).toBeVisible();
  await page.getByRole("button", { name: /^Redo/ }).click();
  expect(await ran(page)).toBe(first);
});

test("what can't be right is marked at its field with a fix, and the last run stays", async ({ page }) => {
  await page.goto("");
  await page.locator("#build").click();
  const digest = await ran(page);
  const warned = (text) => expect(page.locator(".setup").getByText(text).first()).toBeVisible();
  await page.getByRole("button", { name: "Copy: default-pool" }).click();
  await page.locator("#pool-name").fill("default-pool");
  await page.keyboard.press("Enter");
  await expect(page.locator("#pool-name-error")).toContainText("There are two of the pool “default-pool”. Rename one of them.");
  await expect(html(page)).toHaveAttribute("data-digest", /./);
  await undo(page).click();
  await section(page, "Workloads").click();
  await page.locator(".part-card", { hasText: "web-pdb" }).last().getByRole("button", { expanded: false }).click();
  await page.locator("#budget-0-bound").selectOption("minAvailable");
  await page.locator("#budget-0").fill("9");
  await page.keyboard.press("Enter");
  await warned(/wants 9 of 6 Pods to stay/);
  await page.getByRole("button", { name: /^web / }).click();
  await page.locator("#workload-0-cpu").fill("64");
  await page.keyboard.press("Enter");
  await warned(/Lower the requests, or give a pool a larger machineType/);
  await sound(page, "findings at fields");
  await shot(page, "build-findings");
  expect(digest).toBeTruthy();
});

test.describe("by the keyboard alone", () => {
  test.describe.configure({ timeout: 120_000 });

  test("the same cluster is built, planned and undone", async ({ page }) => {
    const key = (...keys) => keys.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());
    const press = async (locator) => {
      await reach(page, locator);
      await key("Enter");
    };
    const type = async (locator, text) => {
      await reach(page, locator);
      await key("Control+A");
      await page.keyboard.type(text);
      await key("Enter");
    };
    const named = async (button, field, name) => {
      await press(page.locator(".setup").getByRole("button", { name: button, exact: true }));
      await expect(page.locator(field)).toBeFocused();
      await page.keyboard.type(name);
      await key("Enter");
      await expect(page.locator(".part-card.open b")).toHaveText(name);
    };
    const choose = async (locator, letters) => {
      await reach(page, locator);
      await page.keyboard.type(letters);
    };
    await page.goto("");
    await press(page.locator("#build"));
    let digest = await ran(page);
    await named("Pool", "#pool-name", "batch");
    await type(page.locator("#pool-config-taints"), "dedicated=batch:NoSchedule");
    await press(page.locator("#pool-locations").getByRole("button", { name: "us-central1-a" }));
    digest = await ran(page, digest);
    await press(section(page, "Workloads"));
    for (const name of ["api", "etl"]) await named("Workload", "#workload-name", name);
    await choose(page.locator("#workload-2-kind"), "Job");
    await choose(page.locator("#workload-2-node-pool"), "batch");
    await type(page.locator("#workload-2-tolerations"), "dedicated:NoSchedule");
    await choose(page.locator("#workload-2-topologySpreadConstraints"), "Over zones");
    await press(section(page, "Maintenance"));
    await choose(page.locator("#mw-kind"), "recurring");
    await press(page.getByRole("button", { name: "Weekend" }));
    await press(page.getByRole("button", { name: "Add exclusion" }));
    await type(page.locator("#ex-exclusion-startTime"), "2026-12-19");
    await type(page.locator("#ex-exclusion-endTime"), "2027-01-03");
    await press(section(page, "Plan"));
    await reach(page, page.getByRole("radio", { name: /by hand/ }));
    await key("ArrowUp");
    await type(page.locator("#plan-start"), "2026-12-21 09:00");
    await waits(page);
    await press(section(page, "Cluster"));
    const before = await digestOf(page);
    await press(page.locator("#pool-name-add"));
    await built(page, await ran(page, before));
    await reach(page, undo(page), "Shift+Tab");
    for (let n = 0; n < 80 && (await page.locator(".empty").count()) === 0; n += 1) await key("Enter");
    await expect(page.locator(".empty")).toBeVisible();
  });
});

test("the example of the empty page is a text to edit, of commands and manifests", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Edit the example" }).click();
  await expect(page.locator("#import-text")).toHaveValue(/^gcloud container clusters create/);
  // The same question as in the setup: what is upgraded, by whom, and when.
  await page.getByRole("radio", { name: /By GKE/ }).check();
  await page.locator("#import-plan-start").fill("2026-12-21T09:00");
  await sound(page, "the plan of an import");
  await shot(page, "build-import");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await ran(page);
  await kept(page, '"automatic": true');
  await kept(page, '"start": "2026-12-21T09:00:00Z"');
  await expect(page.locator(".setup .part-card")).toHaveCount(1);
  expect(await digestOf(page)).toBeTruthy();
  await expect(html(page)).toHaveAttribute("data-whole", "");
});

test("setup, timeline and answers are resized by mouse and by keys, and keep their sizes", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("");
  await page.locator("#build").click();
  await ran(page);
  const setup = page.getByRole("separator", { name: "Width of the setup" });
  const width = () => page.locator(".setup").evaluate((one) => one.offsetWidth);
  const { x, y, height } = await setup.boundingBox();
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(400, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(400);
  const timeline = page.getByRole("separator", { name: "Height of the timeline" });
  const before = await page.locator(".tl").evaluate((one) => one.offsetHeight);
  await timeline.focus();
  await page.keyboard.press("ArrowDown");
  await expect(timeline).toHaveAttribute("aria-valuenow", String(before - 16));
  await page.getByRole("separator", { name: "Width of the answers" }).focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("separator", { name: "Width of the answers" })).toHaveAttribute("aria-valuenow", "640");
  await shot(page, "build-sizes");
  await page.reload();
  await ran(page);
  await expect.poll(width).toBe(400);
  await setup.dblclick();
  await expect.poll(width).toBe(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(width).toBe(264);
});

test("a Service by keyboard: which load balancer it gets, and what its clients notice", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Build", exact: true }).click();
  let digest = await ran(page);
  const findings = page.locator("#inspector-findings");
  await expect(findings).not.toContainText("open connections");
  await section(page, "Workloads").focus();
  await page.keyboard.press("Enter");
  await page.locator("#service-name-add").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#service-name")).toBeFocused();
  digest = await ran(page, digest);
  await expect(page.locator("#service-0-made")).toHaveText("GKE makes an external one with NEGs.");
  await expect(findings).toContainText("open connections of web are cut at once");
  await page.locator("#service-0-externalTrafficPolicy").focus();
  await page.keyboard.press("ArrowDown");
  digest = await ran(page, digest);
  await expect(page.locator(".part-card.open")).toContainText("Local");
  await page.locator("#service-0-asked").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#service-0-made")).toHaveText("GKE makes an external one with a target pool.");
  await page.locator("#service-0-asked").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#service-0-made")).toContainText("an internal one with NEGs, an internal one with instance groups");
  await page.locator("#cluster-subsetting").focus();
  await page.keyboard.press("o");
  await expect(page.locator("#service-0-made")).toHaveText("GKE makes an internal one with NEGs.");
  await sound(page, "a Service in the setup");
  await shot(page, "build-service");
});
