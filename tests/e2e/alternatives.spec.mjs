// Suggested changes: applied and undone by keys, and left alone while a run plays.
import { test, expect } from "./fixture.mjs";
import { clock, digestOf, html, open, ran, reach, sound } from "./steps.mjs";

const findings = (page) => page.locator("#inspector-findings");
const why = (page) => page.locator("#inspector-why");
const tried = (panel) => expect(panel.locator(".stand")).toContainText(/tried/);

test("a change is applied by keys in Findings, and the focus moves to its Undo and back to the panel", async ({ page }) => {
  const before = await open(page, "stockout");
  await tried(findings(page));
  const button = findings(page).locator(".change .btn").first();
  await page.getByRole("tab", { name: "Findings" }).focus();
  await reach(page, button);
  const name = await button.getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await ran(page, before);
  await expect(findings(page).locator(".done")).toContainText(name.replace("Apply", "Applied"));
  await expect(findings(page).locator(".done button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(findings(page).locator(".done")).toHaveCount(0);
  await expect(findings(page)).toBeFocused();
  await expect(html(page)).toHaveAttribute("data-digest", before);
});

test("a change is applied in Why, where a list of all that were tried opens, and undone in Findings", async ({ page }) => {
  const before = await open(page, "pdb-never-moves");
  await page.getByRole("tab", { name: "Why?" }).click();
  await tried(why(page));
  await expect(why(page).locator(".change > table .alt")).toHaveCount(3);
  await why(page).locator(".change summary").click();
  await expect(why(page).locator(".change details .alt").first()).toBeVisible();
  await sound(page, "alternatives");
  await why(page).locator(".change .btn").first().focus();
  await page.keyboard.press("Enter");
  await ran(page, before);
  await expect(why(page).locator(".done")).toContainText("Applied");
  await expect(why(page).locator(".done button")).toBeFocused();
  await page.getByRole("tab", { name: "Findings" }).click();
  await findings(page).locator(".done").getByRole("button", { name: "Undo" }).click();
  await expect(html(page)).toHaveAttribute("data-digest", before);
});

test("while a run plays no component is rendered and no change is tried again, and a pause stops the clock", async ({ page }) => {
  await open(page, "three-zones");
  await tried(findings(page));
  // The range of its end comes last.
  await expect(findings(page).locator(".forecast")).toBeVisible();
  const digest = await digestOf(page);
  const before = await findings(page).locator(".change").innerText();
  const renders = () => html(page).getAttribute("data-renders");
  await page.locator(".play").click();
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
  await expect(clock(page)).not.toHaveText("+00:00");
  const [drawn, from] = [await renders(), await clock(page).textContent()];
  await expect(clock(page)).not.toHaveText(from);
  await page.waitForTimeout(1000);
  expect(await findings(page).locator(".change").innerText()).toBe(before);
  expect(await renders()).toBe(drawn);
  await page.locator(".play").click();
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Play");
  const at = await clock(page).textContent();
  await page.waitForTimeout(300);
  expect(await clock(page).textContent()).toBe(at);
  expect(await digestOf(page)).toBe(digest);
});
