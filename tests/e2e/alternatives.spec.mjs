// Alternatives: computed beside the run, offered where they help, applied by one click.
import { test, expect } from "./fixture.mjs";
import { openAddress, sound } from "./steps.mjs";

const open = async (page, preset, address = "") => {
  await page.goto(address);
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const findings = (page) => page.locator("#inspector-findings");
const why = (page) => page.locator("#inspector-why");
const done = (panel) => expect(panel.locator(".stand")).toContainText(/tried/);
const stats = (page) => page.locator(".stat");

test("a budget that holds every drain is changed by one click, and the gain is seen", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await page.locator("#log-filter").fill("drain starts");
  await page.locator(".log .event").last().click();
  const first = why(page).locator(".alt").first();
  await expect(first).toContainText("ledger-pdb maxUnavailable 0 → 1");
  await expect(first).toContainText("2 h 57 min 30 s sooner, forced 3 → 0");
  await done(why(page));
  await expect(why(page).locator(".change > .alt")).toHaveCount(3);
  await expect(why(page).locator(".change summary")).toHaveText(/more were tried$/);
  await sound(page);
  await expect(stats(page).filter({ hasText: "forced" })).toContainText("0");
  const digest = await page.locator("html").getAttribute("data-digest");
  await first.getByRole("button", { name: "Apply: ledger-pdb maxUnavailable 0 → 1" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-digest", digest);
  const applied = page.locator(".change .done:visible");
  await expect(applied).toHaveText(/^Applied: ledger-pdb maxUnavailable 0 → 1\. 2 h 57 min 30 s sooner, forced 3 → 0/);
  await page.getByRole("tab", { name: "Findings" }).click();
  await expect(findings(page).locator("h2")).toHaveText("The upgrade succeeds");
  await expect(findings(page).locator(".kv")).toContainText("Pods forced out0");
  await findings(page).locator(".done").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", digest);
});

test("of the whole run the best are listed", async ({ page }) => {
  await open(page, "surge-0-20");
  const list = findings(page);
  await done(list);
  await expect(list.locator(".change > .alt").first()).toContainText("maxSurge/maxUnavailable 0/20 → 20/0");
  await list.getByText(/more were tried/).click();
  await expect(list.locator("details .alt")).toHaveCount(3);
  await sound(page);
});

test("where none is better, that is said", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const list = findings(page);
  await expect(list.locator(".stand")).toHaveText("None of the 8 changes tried improves the outcome.");
  await expect(list.locator(".change > .alt")).toHaveCount(0);
});

test("the answer stays while the run plays, and nothing is tried anew", async ({ page }) => {
  await open(page, "three-zones");
  await done(findings(page));
  // The range of its end comes last.
  await expect(findings(page).locator(".forecast")).toBeVisible();
  const before = await findings(page).locator(".change").innerText();
  const renders = () => page.locator("html").getAttribute("data-renders");
  await page.locator(".play").click();
  await page.waitForTimeout(300);
  const drawn = await renders();
  await page.waitForTimeout(700);
  expect(await findings(page).locator(".change").innerText()).toBe(before);
  expect(await renders()).toBe(drawn);
});

test("by the keyboard alone an alternative is reached and made", async ({ page }) => {
  await open(page, "stockout");
  await done(findings(page));
  const button = findings(page).locator(".change .btn").first();
  await page.getByRole("tab", { name: "Findings" }).focus();
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press("Tab");
    if (await button.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(button).toBeFocused();
  const name = await button.getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expect(findings(page).locator(".done")).toContainText(name.replace("Apply", "Applied"));
});

test("at 390 pixels a row and its button fit", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "pdb-never-moves");
  await page.getByRole("tab", { name: "Findings" }).click();
  await done(findings(page));
  const row = findings(page).locator(".change > .alt").first();
  await row.scrollIntoViewIfNeeded();
  const [outer, inner] = [await row.boundingBox(), await row.locator(".btn").boundingBox()];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(outer.x + outer.width).toBeLessThanOrEqual(390);
});

test.describe("where the policy refuses workers", () => {
  // The browser itself reports the refusal.
  test.use({ provoked: [/Content Security Policy/] });
  test("alternatives are run on the page", async ({ page }) => {
    await open(page, "pdb-never-moves", "?worker=none");
    await done(findings(page));
    await expect(findings(page).locator(".change > .alt").first()).toContainText("ledger-pdb maxUnavailable 0 → 1");
  });
});

for (const where of ["#inspector-findings", "#inspector-why"]) {
  test(`after a change is made its undo has the focus (${where})`, async ({ page }) => {
    await openAddress(page, "pdb-never-moves");
    const panel = page.locator(where);
    if (where === "#inspector-why") await page.getByRole("tab", { name: "Why?" }).click();
    await expect(panel.locator(".stand")).toContainText("tried;");
    await panel.locator(".change .btn").first().focus();
    await page.keyboard.press("Enter");
    await expect(panel.locator(".done")).toContainText("Applied");
    await expect(panel.locator(".done button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel.locator(".done")).toHaveCount(0);
    await expect(panel).toBeFocused();
  });
}

test("Why offers up to three alternatives, and says what better means", async ({ page }) => {
  await openAddress(page, "pdb-never-moves");
  await page.getByRole("tab", { name: "Why?" }).click();
  const why = page.locator("#inspector-why");
  await expect(why.locator(".stand")).toContainText("the best 3:");
  await expect(why.locator(".change > .alt")).toHaveCount(3);
  await why.locator(".change summary").click();
  await expect(why.locator(".change details")).toContainText("Changes are ranked by");
});
