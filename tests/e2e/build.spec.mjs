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
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await ran(page);
  await expect(page.locator(".setup .part-card")).toHaveCount(1);
  expect(await digestOf(page)).toBeTruthy();
  await expect(html(page)).toHaveAttribute("data-whole", "");
});
