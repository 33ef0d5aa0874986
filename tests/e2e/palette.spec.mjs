// The command palette.
import { test, expect } from "./fixture.mjs";
import { clock, open, percent, shot, sound } from "./steps.mjs";

const chosen = (page) => page.locator(".hit[aria-selected=true]");
const why = (page) => page.locator("#inspector-why h2");
const ask = async (page, text) => {
  // One that is closing would take the keys.
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type(text);
};

test("by keys the palette leads to a node, a command, a time, a rule and an event, and says when nothing matches", async ({ page }) => {
  await open(page, "three-zones");
  await ask(page, "");
  await expect(page.getByRole("combobox", { name: /^Search commands/ })).toBeFocused();
  await expect(page.locator(".hits .head").first()).toHaveText("Suggested");
  await page.keyboard.type("b-6");
  await expect(chosen(page)).toHaveText(/Select web-pool-b-6/);
  await expect(page.locator(".hit mark").first()).toHaveText("b-6");
  await sound(page, "palette");
  await shot(page, "palette");
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveText(/Why is web-pool-b-6 in this state/);
  await expect(page.locator("#palette-input")).toHaveAttribute("aria-activedescendant", await chosen(page).getAttribute("id"));
  await page.keyboard.press("Enter");
  await expect(why(page)).toHaveText(/b-6$/);
  await ask(page, ">end");
  await expect(chosen(page)).toHaveText(/^End/);
  await page.keyboard.press("Enter");
  await expect.poll(() => percent(page)).toBe(100);
  await ask(page, ":+10:00");
  await page.keyboard.press("Enter");
  await expect(clock(page)).toHaveText("+10:00");
  await ask(page, "#SU-23");
  await expect(chosen(page).locator("mark").first()).toHaveText("SU-23");
  await page.keyboard.press("Escape");
  await ask(page, "a-1 cordoned");
  await page.keyboard.press("Enter");
  await expect(why(page)).toHaveText(/a-1$/);
  await ask(page, ":soon");
  await expect(page.locator(".ask [role=status]")).toHaveText(/^No such time/);
  await page.keyboard.press("Control+k");
  await expect(page.locator("dialog")).toHaveCount(0);
});

test("the palette opens from the first screen and from a field, gives the focus back, and opens a preset", async ({ page }) => {
  await page.goto("");
  await expect(page.locator("html")).toHaveAttribute("data-whole", "");
  await ask(page, "five nodes");
  await page.keyboard.press("Enter");
  await expect(page.locator(".scenario-name")).toHaveValue(/^Five nodes/);
  await page.locator(".scenario-name").focus();
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".scenario-name")).toBeFocused();
  await page.locator(".bar .find").click();
  await expect(page.locator("#palette-input")).toBeFocused();
});

test("the palette offers the changes that were tried and the operations that are allowed, and applies what is chosen", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await expect(page.locator("#inspector-findings .stand")).toContainText(/tried/);
  await ask(page, "");
  await expect(page.getByRole("group", { name: "Change and run again" }).getByRole("option").filter({ hasText: "Apply: ledger-pdb maxUnavailable 0 → 1" })).toContainText("If the budget may change");
  await page.keyboard.press("Escape");
  await ask(page, "ledger-pdb max");
  await expect(chosen(page)).toContainText("Apply: ledger-pdb maxUnavailable 0 → 1");
  await page.keyboard.press("Enter");
  await expect(page.locator(".done")).toContainText("Applied: ledger-pdb maxUnavailable 0 → 1.");
  await expect(page.locator(".bar [aria-label='Undo: ledger-pdb maxUnavailable 0 → 1']")).toBeVisible();
  await ask(page, ":+2:00");
  await page.keyboard.press("Enter");
  await ask(page, "roll back");
  const before = await page.locator("html").getAttribute("data-digest");
  await page.getByRole("option", { name: /Roll back default-pool/ }).first().click();
  await expect(page.locator("html")).not.toHaveAttribute("data-digest", before);
  await expect(page.locator(".notice.branch")).toContainText("Roll back default-pool");
  await page.locator(".bar").getByRole("button", { name: /^Undo/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", before);
  await ask(page, "@web-pdb");
  await page.locator(".hit", { hasText: "Select web-pdb" }).first().click();
  await expect(page.locator("#inspector-tab-why")).toHaveAttribute("aria-selected", "true");
  await expect(why(page)).toContainText("web-pdb");
});
