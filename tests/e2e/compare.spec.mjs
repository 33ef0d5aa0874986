// Comparing runs: variants side by side with one playhead, in the address, and one that becomes the scenario.
import { fresh, test, expect } from "./fixture.mjs";
import { digestOf, fits, open, phone, ran, shot, sound } from "./steps.mjs";

test.use({ viewport: { width: 1440, height: 900 } });

const numbers = (page, line) => page.locator(".cmp-table tr", { has: page.locator(`th:text-is("${line}")`) }).locator("td");
const compared = async (page, count = 2) => {
  await expect(page.locator(".cmp-v")).toHaveCount(count);
  await expect(page.locator(".cmp-stage:not([hidden])")).toHaveCount(count);
  // The rollback of each is computed last.
  await expect(page.locator(".cmp-card", { hasText: "Risk" }).locator("dd")).toHaveText(Array(count).fill(/until everything is rolled back|can't be rolled back/));
};
const playhead = (page) => page.getByRole("slider", { name: "Playhead" });
const now = (page) => playhead(page).getAttribute("aria-valuetext");

test("two variants are opened, read, sought and left by keys", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("c");
  await compared(page);
  await expect(page.locator("main")).toBeFocused();
  await expect(page.locator(".setup, .insp")).toHaveCount(0);
  await sound(page, "compare");
  await shot(page, "compare");

  // A number, the records behind it, and the instant of one of them.
  const evictions = numbers(page, "Evictions").nth(1).getByRole("button");
  await evictions.focus();
  await page.keyboard.press("Enter");
  await expect(evictions).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("#cmp-records li")).toHaveCount(Number(await evictions.textContent()));
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
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /Variant 1: 5 of 5 upgraded\. Variant 2: 5 of 5 upgraded/);
  await page.keyboard.press("Home");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /Variant 1: 0 of 5 upgraded\. Variant 2: 0 of 5 upgraded/);
  const first = await now(page);
  await page.keyboard.press("ArrowRight");
  await expect(playhead(page)).not.toHaveAttribute("aria-valuetext", first);
  await page.keyboard.press("ArrowLeft");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", first);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cmp")).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
});

test("by percent done a click on the timeline shows each run at the same part of itself", async ({ page }) => {
  await open(page, "docs-5-nodes", "&t=4m");
  await page.locator(".bar").getByRole("button", { name: "Compare" }).click();
  await compared(page);
  await page.getByRole("button", { name: "percent done" }).click();
  const share = await page.locator(".cmp-done").allTextContents();
  expect(share[0]).toBe(share[1]);
  const box = await page.locator(".tl-lanes").boundingBox();
  await page.mouse.click(box.x + (152 + box.width - 16) / 2, box.y + 120);
  await expect(page.locator(".cmp-done")).toHaveText([/^(49|50|51) % done$/, /^(49|50|51) % done$/]);
  await page.getByRole("button", { name: "wall clock" }).click();
  // Blue-green soaks: its nodes count when the blue ones are gone.
  await expect(page.locator(".cmp-done")).toHaveText(["5 of 5 upgraded", "0 of 5 upgraded"]);
  // The longest run, of 1:06:01, keeps its instant.
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^00:3[23]:/);
});

test("a run without an upgrade has no progress", async ({ page }) => {
  await open(page, "wont-scale-down");
  await page.keyboard.press("c");
  await expect(page.locator(".cmp-done")).toHaveText(["no upgrade", "no upgrade"]);
});

test("a third variant is set and removed, and one is opened as the scenario and taken back", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("c");
  await compared(page);
  const add = page.getByRole("button", { name: "Variant", exact: true });
  await add.click();
  await compared(page, 3);
  await expect(add).toBeDisabled();
  await expect(page.locator("#way-2-settings")).toBeFocused();
  const third = page.locator(".cmp-v").nth(2);
  const surge = page.locator("#way-2-surge");
  if (!(await surge.isVisible())) await page.keyboard.press("Enter");
  // What can't be used stays as typed.
  await surge.fill("99");
  await page.keyboard.press("Enter");
  await expect(surge).toHaveAccessibleDescription("Enter a whole number from 0 to 20");
  await expect(surge).toHaveValue("99");
  await surge.fill("4");
  await page.keyboard.press("Enter");
  await expect(surge).not.toHaveAttribute("aria-invalid");
  await expect(third.getByRole("heading")).toHaveText("Surge 4 + 0");
  await compared(page, 3);
  await sound(page, "three variants");
  await surge.focus();
  await page.keyboard.press("Escape");
  await expect(surge).toBeHidden();
  await expect(third.locator("summary")).toBeFocused();
  await page.getByRole("button", { name: "Remove variant 2" }).click();
  await compared(page);
  await expect(add).toBeFocused();
  const before = await digestOf(page);
  await page.locator(".cmp-v").nth(1).getByRole("button", { name: "Open this variant" }).click();
  await ran(page, before);
  await expect(page.locator(".cmp")).toHaveCount(0);
  await expect(page.locator("#pool-upgradeSettings-maxSurge")).toHaveValue("4");
  const after = await digestOf(page);
  await page.keyboard.press("Control+z");
  expect(await ran(page, after)).toBe(before);
  await expect(page.locator("#pool-upgradeSettings-maxSurge")).toHaveValue("2");
});

test("the address names what is compared, through undo, redo and a reload", async ({ page }) => {
  const beside = () => new URL(page.url()).hash.split("compare=")[1];
  await open(page, "docs-5-nodes", "&compare=surge-1-0,blue-green-2-60-600");
  await compared(page, 3);
  await expect(page.locator(".cmp-v h3")).toHaveText(["Surge 2 + 1", "Surge 1 + 0", "Blue-green"]);
  await page.keyboard.press("s");
  await expect(page.locator("#share-link")).toHaveValue(/compare=surge-1-0,blue-green-2-60-600/);
  await page.keyboard.press("Escape");
  await expect(page.locator("#share-link")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove variant 2" }).click();
  await compared(page);
  expect(beside()).toBe("blue-green-2-60-600");
  await page.keyboard.press("Control+z");
  await compared(page, 3);
  await page.keyboard.press("Control+Shift+z");
  await compared(page);
  expect(beside()).toBe("blue-green-2-60-600");
  await page.reload();
  await ran(page);
  await compared(page);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cmp")).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe("#preset=docs-5-nodes");
  await page.getByRole("button", { name: "compare with blue-green" }).click();
  await compared(page);
});

fresh("settings of an address that GKE would refuse never flash up: the title names what runs from the start", async ({ page }) => {
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
});

fresh.describe("on a phone, in dark colors", () => {
  fresh.use({ ...phone, colorScheme: "dark" });
  fresh("variants stand below one another, the table below them, and the ruler stays while lanes scroll", async ({ page }) => {
    await open(page, "blue-green-percent", "&compare=surge-1-0&t=12m");
    await compared(page);
    await fits(page, "compare");
    const tops = await page.locator(".cmp-v, .tl, .cmp-side").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    await page.locator("#cmp-differs").evaluate((one) => window.scrollTo(0, one.getBoundingClientRect().top + window.scrollY - 80));
    const [frame, ruler] = await page.locator(".tl-frame, .tl-ruler").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(ruler).toBeLessThanOrEqual(frame + 0.5);
    await sound(page, "compare on a phone");
    await shot(page, "compare-phone");
  });
});

test("workloads with the same numbers are one line until it is unfolded, and long times have days", async ({ page }) => {
  await open(page, "weekday-45-minutes", "&compare=blue-green-1-0-3600");
  await compared(page);
  const alike = page.locator(".cmp-alike").first();
  const lines = alike.locator("tr:visible");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(/Fewest ready in each of \d+ workloads/);
  await alike.locator("summary").click();
  await expect.poll(() => lines.count()).toBeGreaterThan(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "holiday-freeze", "&compare=blue-green-1-0-3600");
  await expect(numbers(page, "Duration").first()).toContainText(/6\d d \d\d:\d\d:\d\d$/, { timeout: 30_000 });
});
