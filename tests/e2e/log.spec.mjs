// The autoscaler's log at #/log: pasted, dropped and chosen; its sentences, its tables, its files.
import { readFileSync } from "node:fs";
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, drop, file, fits, open, paste, phone, saved, shot, sound } from "./steps.mjs";

const logs = new URL("../fixtures/autoscaler-log/", import.meta.url);
const ten = readFileSync(new URL("ten-reasons/events.json", logs), "utf8");
const sentence = (page) => page.locator(".log-says h2");
const rows = (page) => page.locator("#log-rows tbody tr:not(.space)");
const tab = (page, name) => page.locator(".log-table .seg").getByRole("button", { name });

test("a pasted log of ten reasons has ten remedies, by mouse and by keyboard", async ({ page }) => {
  await page.goto("#/log");
  await expect(page.locator("#log-text")).toBeVisible();
  await paste(page, ten);
  await expect(sentence(page)).toHaveText("10 nodes stay: 7 held by Pods, 2 by limits, 1 by a setting; the first since 09:15:20.");
  await expect(rows(page)).toHaveCount(10);
  const remedies = await rows(page).locator("td:nth-of-type(6)").allInnerTexts();
  expect(new Set(remedies).size).toBe(10);
  for (const remedy of [/PodDisruptionBudget/, /looser budget/, /Give it a controller/, /Remove the annotation/, /Lower the minimum of the pool/, /Delete the Pod/, /auto-provisioning/]) {
    expect(remedies.filter((one) => remedy.test(one)), String(remedy)).not.toEqual([]);
  }
  // Names are cut where they begin to differ.
  await expect(rows(page).first().locator("th")).toHaveText("main …0001");
  await rows(page).nth(2).click();
  await expect(page.locator(".log-chosen")).toContainText("cart-7d4f-q9r6t allows no disruption now");
  await page.locator("#log-rows").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".log-chosen")).toContainText("debug-shell");
  await page.getByRole("button", { name: "Code" }).press("Enter");
  await expect(rows(page).first()).toContainText("minimal.resource.limits.exceeded");
  await page.getByRole("searchbox").fill("cart pdb");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard(page)).toMatch(/\| gke-prod-main-0a1b-0003 \| main us-central1-a \| held \|/);
  const table = await saved(page, page.getByRole("button", { name: "Save as CSV" }));
  expect(table.name).toBe("autoscaler.csv");
  expect(String(table.bytes).trim().split("\r\n")).toHaveLength(2);
  await sound(page, "log");
  await fits(page, "log");
  await shot(page, "log");
});

test("files are read together, what can't be read is named, and the page is kept while another is visited", async ({ page }) => {
  await page.goto("#/log");
  await expect(page.locator("#log-text")).toBeVisible();
  await page.locator("#log-choose").setInputFiles([
    file("a.jsonl", readFileSync(new URL("lines-since/events.jsonl", logs)) + "{\"torn\": \n"),
    file("b.json", readFileSync(new URL("stockout-join/events.json", logs))),
  ]);
  await expect(sentence(page)).toHaveText(/^1 Pod waits: data\/store-2/);
  await expect(page.locator(".log-unread")).toContainText("1 part can’t be read");
  await tab(page, "Nodes").click();
  await expect(rows(page).filter({ hasText: "no longer reported" })).not.toHaveCount(0);
  await tab(page, "History").click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Policy checker" }).click();
  await expect(page.locator("#window-text")).toBeVisible();
  await page.getByRole("link", { name: "Log reader" }).click();
  await expect(sentence(page)).toHaveText(/^1 Pod waits/);
  await page.getByRole("button", { name: "Remove a.jsonl" }).click();
  await expect(page.locator(".log-unread")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("heading", { name: "Paste the log of a cluster autoscaler" })).toBeVisible();
});

test("names that are markup stay texts, and what is no log is said to be none", async ({ page }) => {
  await page.goto("#/log");
  await expect(page.locator("#log-text")).toBeVisible();
  const node = (name) => ({ noDecisionStatus: { measureTime: "1773134120", noScaleDown: { nodes: [{ node: { name, mig: { nodepool: name, zone: name } }, reason: { messageId: name, parameters: [name] } }] } } });
  await paste(page, JSON.stringify(node("<img src=x onerror=\"window.pwned=1\">")));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("<img src=x");
  expect(await page.evaluate(() => window.pwned)).toBeUndefined();
  await page.getByRole("button", { name: "Clear" }).click();
  await paste(page, "kind: Pod\nmetadata: {name: a}\n");
  await expect(page.getByRole("heading", { name: /Nothing here is of a cluster autoscaler/ })).toBeVisible();
});

test("a status shows its groups, and a node of the open cluster is shown there", async ({ page }) => {
  await open(page, "wont-scale-down");
  const name = await page.evaluate(() => document.title);
  await page.getByRole("link", { name: "Log reader" }).click();
  await paste(page, readFileSync(new URL("status-text-backoff/cm.yaml", logs), "utf8"));
  await expect(page.locator(".log-status tbody tr")).toHaveCount(5);
  await expect(page.locator(".log-status")).toContainText("0–4, full");
  await page.getByRole("link", { name: "Upgrade" }).click();
  await expect.poll(() => page.evaluate(() => document.title)).toBe(name);
});

test("twenty thousand nodes scroll", async ({ page }) => {
  const nodes = (from) => Array.from({ length: 50 }, (_, n) => ({ node: { name: `node-${String(from + n).padStart(5, "0")}` }, reason: { messageId: "no.scale.down.node.no.place.to.move.pods" } }));
  const lines = Array.from({ length: 400 }, (_, n) => JSON.stringify({ insertId: `${n}`, jsonPayload: { noDecisionStatus: { measureTime: `${1773134120 + n}`, noScaleDown: { nodes: nodes(50 * n), nodesTotalCount: 50 } } } }));
  await page.goto("#/log");
  await expect(page.locator("#log-text")).toBeVisible();
  await page.locator("#log-choose").setInputFiles([file("many.jsonl", lines.join("\n"))]);
  await expect(sentence(page)).toHaveText(/^20,000 nodes stay/);
  await page.locator("#log-rows").evaluate((list) => list.scrollTo(0, 1e9));
  await expect(rows(page).last()).toContainText("19999");
  expect(await rows(page).count()).toBeLessThan(100);
});

fresh.describe("on a phone", () => {
  fresh.use(phone);

  fresh("an example fits", async ({ page }) => {
    await page.goto("#/log");
  await expect(page.locator("#log-text")).toBeVisible();
    await page.getByRole("button", { name: "Try an example" }).first().tap();
    await expect(sentence(page)).toHaveText(/^10 nodes stay/);
    await fits(page, "log on a phone");
    await sound(page, "log on a phone");
    await shot(page, "log-phone");
  });
});
