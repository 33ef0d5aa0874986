// The inspector and the story: what a click or a key leads to, and how much of them is in the page.
import { test, expect } from "./fixture.mjs";
import { clock, open, sound } from "./steps.mjs";

const findings = (page) => page.locator("#inspector-findings");
const why = (page) => page.locator("#inspector-why");

test("the time of a finding seeks, its name asks about the workload, and the log is filtered by what is typed", async ({ page }) => {
  await open(page, "surge-0-20");
  await findings(page).getByRole("button", { name: "00:04:02" }).first().click();
  await expect(clock(page)).toHaveText("+04:02");
  await findings(page).getByRole("button", { name: "web", exact: true }).first().click();
  await expect(why(page).locator("h2")).toHaveText("web");
  await sound(page, "findings");
  await page.locator(".play").focus();
  await page.keyboard.press("End");
  await page.locator("#log-filter").fill("a-1");
  await expect(page.locator(".event .what").first()).toContainText("a-1");
  for (const text of await page.locator(".event .what").allTextContents()) expect(text).toContain("a-1");
  await page.locator(".event").last().click();
  await expect(why(page).locator("h2")).not.toHaveText("web");
});

test("a rule is a link to its documentation with its text as a tooltip, and a reading of ours has no link", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("w");
  const chip = why(page).getByRole("link", { name: "SU-06" });
  await expect(chip).toHaveAttribute("href", /docs\.cloud\.google\.com/);
  await expect(chip).toHaveAttribute("title", /A surge slot first creates a new node/);
  await page.goto("#preset=three-zones&t=10m");
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await page.locator(".play").focus();
  await page.keyboard.press("w");
  await expect(why(page).locator("span.chip.rule").first()).toHaveText(/^AM-/);
});

test("the story has a paragraph for each moment and only the lines in sight, one of them in the order of Tab, and Enter asks about it", async ({ page }) => {
  await open(page, "surge-20-0");
  await page.getByRole("tab", { name: "Story" }).click();
  await expect(page.locator(".log .event").first()).toBeVisible();
  await page.locator(".play").focus();
  await page.keyboard.press("9");
  await expect(page.locator(".event[aria-current]")).toBeVisible();
  const all = Number(await page.locator(".log li").first().getAttribute("aria-setsize"));
  expect(all).toBeGreaterThan(80);
  expect(await page.locator(".log li").count()).toBeLessThan(all);
  const reached = page.locator(".log li > [tabindex='0']");
  await expect(reached).toHaveCount(1);
  await reached.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(why(page)).toContainText("What");
});

test("while a run plays, the story is read out at most every two seconds", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.getByRole("tab", { name: "Story" }).click();
  await page.locator(".play").focus();
  await page.keyboard.press("6");
  await expect(page.locator(".log li").first()).toContainText(/\d\d:\d\d:\d\d/);
  const log = page.locator("[role=log]");
  await expect(log).not.toBeEmpty();
  await page.keyboard.press("Home");
  await expect(clock(page)).toHaveText("+00:00");
  // The times of changes, by the page's own clock: a slow machine makes no more of them.
  await log.evaluate((element) => {
    window.said = [];
    new MutationObserver(() => window.said.push(performance.now())).observe(element, { childList: true, subtree: true, characterData: true });
  });
  await page.locator(".play").click();
  await expect.poll(() => page.evaluate(() => window.said.length)).toBeGreaterThan(2);
  const said = await page.evaluate(() => window.said);
  const gaps = said.slice(2).map((at, n) => at - said[n + 1]);
  expect(Math.min(...gaps)).toBeGreaterThan(1500);
});
