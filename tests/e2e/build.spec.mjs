// A cluster built by hand, by mouse and by keyboard alone: what no native test can tell is that each control is there,
// has a name, keeps the focus, and shows its effect at once.
import { test, expect } from "./fixture.mjs";
import { digestOf, html, kept, ran, reach, shot, sound } from "./steps.mjs";

const section = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const cards = (page) => page.locator(".setup .part-card");
const undo = (page) => page.getByRole("button", { name: /^Undo/ });

test("from an empty page to a planned upgrade of two pools by mouse, back to the empty page, and again after a reload", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Build", exact: true }).click();
  let digest = await ran(page);
  await expect(cards(page)).toHaveCount(1);
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

  await section(page, "Plan").click();
  await page.getByRole("radio", { name: /By GKE/ }).check();
  await page.locator("#plan-pools").getByRole("button", { name: "batch" }).click();
  await page.locator("#plan-start").fill("2026-12-21T09:00");
  digest = await ran(page, digest);
  await shot(page, "build-3");
  await kept(page, '"automatic": true');

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

test("a cluster is built with the keyboard alone", async ({ page }) => {
  await page.goto("");
  await reach(page, page.locator("#build"));
  await page.keyboard.press("Enter");
  const before = await ran(page);
  await reach(page, page.locator("#pool-name-add"));
  await page.keyboard.press("Enter");
  await expect(page.locator("#pool-name")).toBeFocused();
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(page.locator(".part-card.open b")).toHaveText("two");
  await ran(page, before);
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
  await expect.poll(width).toBe(264);
});
