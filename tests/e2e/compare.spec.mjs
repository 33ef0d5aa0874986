// Comparing runs: two and three variants, one playhead, what differs and why, and a variant that becomes the scenario.
import { test, expect } from "./fixture.mjs";
import { digestOf, ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const open = async (page, preset, more = "") => {
  await page.goto(`#preset=${preset}${more}`);
  await ran(page);
};
const numbers = (page, line) => page.locator(".cmp-table tr", { has: page.locator(`th:text-is("${line}")`) }).locator("td");
const compared = async (page, count = 2) => {
  await expect(page.locator(".cmp-v")).toHaveCount(count);
  await expect(page.locator(".cmp-stage:not([hidden])")).toHaveCount(count);
  // The rollback of each is computed last.
  await expect(page.locator(".cmp-card", { hasText: "Risk" }).locator("dd")).toHaveText(Array(count).fill(/until everything is rolled back|can't be rolled back/));
};
const playhead = (page) => page.getByRole("slider", { name: "Playhead" });
const now = (page) => playhead(page).getAttribute("aria-valuetext");

test("surge and blue-green side by side, all by keys", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("c");
  await compared(page);
  await expect(page.locator("main")).toBeFocused();
  await expect(page.locator(".setup, .insp")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Surge 2 + 1" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Blue-green" })).toBeVisible();
  for (const [line, texts] of [
    ["Duration", [/^lower: 8:02$/, /^1:\d\d:\d\d$/]],
    ["Most nodes", [/^7$/, /^10$/]],
    ["Evictions", [/^10$/, /^8$/]],
    ["Forced kills", [/^0$/, /^0$/]],
    ["Moves per Pod, mean", [/^1\.25$/, /^lower: 1\.00$/]],
    ["Fewest ready web", [/of 5$/, /of 5$/]],
    ["Fewest ready api", [/of 3$/, /of 3$/]],
    ["Extra node-hours", [/^lower: \d\.\d\d$/, /^\d\.\d\d$/]],
  ]) await expect(numbers(page, line), line).toHaveText(texts);
  await expect(numbers(page, "p50 – p90 of 25 seeds")).toHaveText(["8:02", /^1:\d\d:\d\d( – 1:\d\d:\d\d)?$/]);
  await expect(page.locator(".cmp-advice")).toContainText("isn't simulated yet");
  await sound(page, "compare");
  await shot(page, "compare-light");

  // A number, the records behind it, and the instant of one of them.
  const evictions = numbers(page, "Evictions").nth(1).getByRole("button");
  await evictions.focus();
  await page.keyboard.press("Enter");
  await expect(evictions).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("#cmp-records li")).toHaveCount(8);
  const before = await now(page);
  await page.locator("#cmp-records li button").nth(3).focus();
  const time = await page.locator("#cmp-records li time").nth(3).textContent();
  await page.keyboard.press("Enter");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", new RegExp(`^${time}`));
  expect(await now(page)).not.toBe(before);
  await sound(page, "records");
  await evictions.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#cmp-records li")).toHaveCount(0);

  // The keys of the playhead move it in all runs.
  await page.locator("main").focus();
  await page.keyboard.press("End");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /Variant 1: 100 % done\. Variant 2: 100 % done/);
  await page.keyboard.press("Home");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /Variant 1: 0 % done\. Variant 2: 0 % done/);
  const first = await now(page);
  await page.keyboard.press("ArrowRight");
  await expect(playhead(page)).not.toHaveAttribute("aria-valuetext", first);
  await page.keyboard.press("ArrowLeft");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", first);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cmp")).toHaveCount(0);
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
});

test("by percent done each run is seen at the same part of itself", async ({ page }) => {
  await open(page, "docs-5-nodes", "&t=4m");
  await page.locator(".bar").getByRole("button", { name: "Compare" }).click();
  await compared(page);
  await expect(page.locator(".cmp-done")).toHaveText(["49 % done", /^\d % done$/]);
  await page.getByRole("button", { name: "percent done" }).click();
  const share = await page.locator(".cmp-done").allTextContents();
  expect(share[0]).toBe(share[1]);
  const box = await page.locator(".tl-lanes").boundingBox();
  await page.mouse.click(box.x + (152 + box.width - 16) / 2, box.y + 120);
  await expect(page.locator(".cmp-done")).toHaveText([/^(49|50) % done$/, /^(49|50) % done$/]);
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^(49|50) %\. Variant 1: 0\d:\d\d:\d\d\. Variant 2:/);
  await shot(page, "compare-percent");
  await page.getByRole("button", { name: "wall clock" }).click();
  await expect(page.locator(".cmp-done")).toHaveText(["100 % done", /^(49|50) % done$/]);
});

test("a third variant, its settings, and one that is opened and taken back", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("c");
  await compared(page);
  await page.getByRole("button", { name: "Variant", exact: true }).click();
  await compared(page, 3);
  await expect(page.getByRole("button", { name: "Variant", exact: true })).toBeDisabled();
  const third = page.locator(".cmp-v").nth(2);
  await third.locator("summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#way-2-surge").fill("4");
  await page.keyboard.press("Enter");
  await expect(third.getByRole("heading")).toHaveText("Surge 4 + 0");
  await compared(page, 3);
  await sound(page, "three");
  await page.locator("#way-2-surge").focus();
  await page.keyboard.press("Escape");
  await shot(page, "compare-three");
  await third.locator("summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.locator("#way-2-surge")).toBeHidden();
  await expect(third.locator("summary")).toBeFocused();
  await page.getByRole("button", { name: "Remove variant 2" }).click();
  await compared(page);
  const before = await digestOf(page);
  await page.locator(".cmp-v").nth(1).getByRole("button", { name: "Open this variant" }).click();
  await ran(page, before);
  await expect(page.locator(".cmp")).toHaveCount(0);
  await expect(page.locator("#pool-upgradeSettings-maxSurge")).toHaveValue("4");
  const after = await digestOf(page);
  await page.keyboard.press("Control+z");
  await ran(page, after);
  expect(await digestOf(page)).toBe(before);
  await expect(page.locator("#pool-upgradeSettings-maxSurge")).toHaveValue("2");
});

test("an address names what is compared, and the setup leads there", async ({ page }) => {
  await open(page, "docs-5-nodes", "&compare=surge-1-0,blue-green-2-60-600");
  await compared(page, 3);
  await expect(page.locator(".cmp-v h3")).toHaveText(["Surge 2 + 1", "Surge 1 + 0", "Blue-green"]);
  await page.keyboard.press("s");
  await expect(page.locator("#share-link")).toHaveValue(/compare=surge-1-0,blue-green-2-60-600/);
  await page.keyboard.press("Escape");
  await expect(page.locator("#share-link")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cmp")).toHaveCount(0);
  await page.getByRole("button", { name: "compare with blue-green" }).click();
  await compared(page);
});

test("what is compared is taken back, the scenario stays, and the address says what is there", async ({ page }) => {
  const beside = () => new URL(page.url()).hash.split("compare=")[1];
  await open(page, "docs-5-nodes");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await page.keyboard.press("c");
  await compared(page);
  expect(beside()).toBe("blue-green-1-0-3600");
  const add = page.getByRole("button", { name: "Variant", exact: true });
  await add.click();
  await compared(page, 3);
  await expect(page.locator("#way-2-settings")).toBeFocused();
  expect(beside()).toBe("blue-green-1-0-3600,surge-1-0");
  await page.getByRole("button", { name: "Remove variant 2" }).click();
  await compared(page);
  await expect(add).toBeFocused();
  expect(beside()).toBe("surge-1-0");
  await page.keyboard.press("Control+z");
  await compared(page, 3);
  await page.keyboard.press("Control+z");
  await compared(page);
  for (let n = 0; n < 2; n += 1) await page.keyboard.press("Control+z");
  await compared(page);
  await page.keyboard.press("Control+Shift+z");
  await compared(page, 3);
  expect(beside()).toBe("blue-green-1-0-3600,surge-1-0");
  await page.reload();
  await ran(page);
  await compared(page, 3);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cmp")).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe("#preset=docs-5-nodes");
});

test("where nobody may choose there is one way, called by what it is", async ({ page }) => {
  await open(page, "short-lived", "&compare=surge-1-0");
  await compared(page, 1);
  await expect(page.getByRole("heading", { name: "Short-lived", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Variant", exact: true })).toBeDisabled();
  await expect(page.locator(".cmp > .cmp-note")).toContainText("strategy of these pools is fixed");
  await expect(numbers(page, "Last node drained after")).toHaveText(["–"]);
  await expect(numbers(page, "Extra node-hours")).toHaveText([/^\d+\.\d\d$/]);
  await sound(page, "no choice");
  await shot(page, "compare-no-choice");
});

test("who turned back is no quicker, and the way back says from when", async ({ page }) => {
  await open(page, "blue-green-rollback-phase-3", "&compare=surge-1-0");
  await compared(page);
  await expect(numbers(page, "Outcome")).toHaveText(["rolled back", "rolled back"]);
  await expect(page.locator(".cmp-table .low")).toHaveCount(0);
  await expect(page.locator(".cmp-card", { hasText: "Speed" }).locator("dd")).toHaveText([/^rolled back, after /, /^rolled back, after /]);
  await expect(page.locator(".cmp-card", { hasText: "Risk" }).locator("dd").first()).toContainText(/from \d\d:\d\d:\d\d/);
});

test("what is no value says what one would be", async ({ page }) => {
  await open(page, "docs-5-nodes", "&compare=blue-green-1-0-3600");
  await compared(page);
  await page.locator("#way-1-settings").click();
  const soak = page.locator("#way-1-pool-soak");
  for (const [text, words] of [["abc", "Enter a duration"], ["800000s", "At most 7 d"]]) {
    await soak.fill(text);
    await page.keyboard.press("Enter");
    await expect(page.locator("#way-1-pool-soak-error")).toContainText(words);
    await expect(soak).toHaveValue(text);
    await expect(soak).toHaveAttribute("aria-invalid", "true");
  }
  await sound(page, "typed");
  await shot(page, "compare-typed");
  await soak.fill("10m");
  await page.keyboard.press("Enter");
  await expect(page.locator("#way-1-pool-soak-error")).toHaveCount(0);
  await expect(page.locator("#way-1-settings")).toContainText("10 min");
});

test("more nodes at once than GKE upgrades are refused", async ({ page }) => {
  await open(page, "docs-5-nodes", "&compare=surge-1-0");
  await compared(page);
  await page.locator("#way-1-settings").click();
  const surge = page.locator("#way-1-surge");
  await surge.fill("99");
  await page.keyboard.press("Enter");
  await expect(surge).toHaveAccessibleDescription("Enter a whole number from 0 to 20");
  await expect(surge).toHaveValue("99");
  await expect(page.locator("#way-1-settings")).toContainText("maxSurge 1");
  await page.getByRole("button", { name: "Max surge: increase" }).last().press("Enter");
  await expect(surge).toHaveValue("2");
  await expect(surge).not.toHaveAttribute("aria-invalid");
});

test("settings that GKE would refuse run with the nearest ones", async ({ page }) => {
  // The title names what runs, before its run is there and after.
  await page.addInitScript(() => {
    window.titles = new Set();
    new MutationObserver(() => {
      const title = document.querySelectorAll(".cmp-v")[1]?.querySelector("summary")?.textContent;
      if (title) window.titles.add(title);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await open(page, "docs-5-nodes", "&compare=surge-0-0");
  await expect(numbers(page, "Duration").nth(1)).not.toHaveText("–");
  expect(await page.evaluate(() => [...window.titles])).toEqual(["maxSurge 1, maxUnavailable 0"]);
  await expect(page.locator(".cmp-v .cmp-note:visible")).toContainText("maxSurge and maxUnavailable are both 0");
  await sound(page, "wrong");
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  test("halves, batches and zones have room", async ({ page }) => {
    await open(page, "blue-green-percent", "&compare=surge-1-0&t=12m");
    await compared(page);
    await sound(page, "dark");
    await shot(page, "compare-dark");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("variants stand below one another, and the table below them", async ({ page }) => {
    await open(page, "docs-5-nodes", "&compare=1&t=5m");
    await compared(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const tops = await page.locator(".cmp-v, .tl, .cmp-side").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    // The ruler stays while the lanes scroll, and doesn't cover what is below them.
    await page.locator("#cmp-differs").evaluate((one) => window.scrollTo(0, one.getBoundingClientRect().top + window.scrollY - 80));
    const [frame, ruler] = await page.locator(".tl-frame, .tl-ruler").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(ruler).toBeLessThanOrEqual(frame + 0.5);
    await sound(page, "phone");
    await page.screenshot({ path: "target/e2e-shots/compare-phone.png", fullPage: true });
  });
});
