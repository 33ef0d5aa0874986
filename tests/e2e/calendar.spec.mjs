// The maintenance calendar: a window and exclusions by keys and by hand, scope by change, and a season from a template.
import { test, expect } from "./fixture.mjs";
import { calendar, open, scenario, season } from "./holiday.mjs";
import { ran, shot, sound } from "./steps.mjs";
import { readFileSync } from "node:fs";

test.use({ viewport: { width: 1440, height: 900 } });

const section = async (page) => {
  const head = page.locator(".setup").getByRole("button", { name: /^Maintenance/ });
  if ((await head.getAttribute("aria-expanded")) !== "true") await head.click();
  await expect(page.locator("#mw-kind")).toBeVisible();
};
const now = (page) => page.locator(".mx tr.all td");
const blocked = (page) => now(page).evaluateAll((cells) => cells.map((cell) => cell.textContent).join(" "));
const none = "allowed allowed allowed allowed allowed allowed";
const all = none.replaceAll("allowed", "blocked");
const undo = (page) => page.getByRole("button", { name: /^Undo:/ });
const kept = (page) => page.locator(".exc-head b");
const day = (page, name) => page.locator(".mons").getByRole("button", { name: new RegExp(`^${name}(,|$)`) });

test("a window and an exclusion by keys, and the matrix follows", async ({ page }) => {
  await page.goto("#preset=docs-5-nodes");
  await ran(page);
  await expect(page.getByRole("tab", { name: "Maintenance" })).toHaveCount(0);
  const clock = () => page.locator(".clk .utc").evaluate((one) => [getComputedStyle(one).margin, getComputedStyle(one).backgroundColor]);
  const before = await clock();
  await page.keyboard.press("m");
  await expect(page.getByRole("tab", { name: "Maintenance" })).toHaveAttribute("aria-selected", "true");
  expect(await blocked(page)).toBe(none);
  await section(page);
  await page.locator("#mw-kind").selectOption("recurring");
  await ran(page);
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=DAILY");
  // The styles of these parts are theirs alone.
  expect(await clock()).toEqual(before);
  // Midnight of a Monday: closed.
  await expect.poll(() => blocked(page)).toBe(all);
  for (const name of ["Tuesday", "Thursday", "Saturday", "Sunday"]) await page.locator(".dys").getByRole("button", { name }).press("Enter");
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=MO,WE,FR");
  await page.locator("#mw-at").fill("0");
  await page.keyboard.press("Enter");
  await page.locator("#mw-for").fill("8");
  await page.keyboard.press("Enter");
  await expect(page.locator(".stored code").nth(1)).toHaveText("2026-01-05T00:00:00Z to 08:00:00Z");
  await expect.poll(() => blocked(page)).toBe(none);

  // An exclusion in the next week; it is moved to the selected day and extended.
  await page.getByRole("button", { name: "Add exclusion" }).press("Enter");
  await expect(page.locator("#ex-exclusion-startTime")).toHaveValue("2026-01-06");
  const bar = page.locator('.ex[data-ex="exclusion"]');
  await bar.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#ex-exclusion-startTime")).toHaveValue("2026-01-05");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.locator("#ex-exclusion-endTime")).toHaveValue("2026-01-12");
  await expect(bar).toBeFocused();
  await expect.poll(() => blocked(page)).toBe(all);
  await page.locator("#ex-exclusion-scope").selectOption("NO_MINOR_OR_NODE_UPGRADES");
  await expect.poll(() => blocked(page)).toBe("blocked allowed allowed blocked blocked blocked");
  await sound(page, "calendar");

  // Back, step by step, to no policy.
  for (let n = 0; n < 20 && (await undo(page).count()) > 0; n++) {
    if ((await page.locator("#mw-kind").inputValue()) === "" && (await kept(page).count()) === 0) break;
    await page.locator(".bar").getByRole("button", { name: /^Undo/ }).click();
  }
  await expect(page.locator("#mw-kind")).toHaveValue("");
  await expect.poll(() => blocked(page)).toBe(none);
});

test("an exclusion by hand: drawn, moved, made longer, given up, taken back", async ({ page }) => {
  await open(page, scenario());
  await calendar(page);
  await section(page);
  const lanes = page.locator(".cal-own svg").first();
  const box = await lanes.boundingBox();
  const drag = async (from, to, up = true) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, to[1]);
    await page.mouse.move(...to);
    if (up) await page.mouse.up();
  };
  const at = (part, y) => [box.x + box.width * part, box.y + y];
  await drag(at(0.3, 52), at(0.5, 52));
  await expect(kept(page)).toHaveText(["exclusion"]);
  const bar = page.locator('.ex[data-ex="exclusion"]');
  await expect(bar).toHaveAttribute("aria-label", /NO_MINOR_UPGRADES/);
  const first = await bar.getAttribute("aria-label");
  // Its end.
  const end = async () => {
    const rect = await bar.locator(".box").boundingBox();
    return [rect.x + rect.width - 1, rect.y + 9];
  };
  const from = await end();
  await drag(from, [from[0] + 60, from[1]]);
  await expect(bar).not.toHaveAttribute("aria-label", first);
  const longer = await bar.getAttribute("aria-label");
  // Moved as a whole, canceled with Escape.
  const [x, y] = await end();
  await drag([x - 40, y], [x + 60, y], false);
  await expect(page.locator(".ghost")).toHaveCount(1);
  await shot(page, "calendar-ghost");
  await page.keyboard.press("Escape");
  await expect(page.locator(".ghost")).toHaveCount(0);
  await page.mouse.up();
  await expect(bar).toHaveAttribute("aria-label", longer);
  // Over days.
  const [one, other] = [await day(page, "Mon 7 Dec").boundingBox(), await day(page, "Thu 10 Dec").boundingBox()];
  await drag([one.x + 10, one.y + 30], [other.x + 10, other.y + 30]);
  await expect(kept(page)).toHaveText(["exclusion", "exclusion-2"]);
  await expect(day(page, "Tue 8 Dec")).toHaveClass(/h0/);
  for (const left of [["exclusion"], ["exclusion"], []]) {
    await undo(page).first().click();
    await expect(kept(page)).toHaveText(left);
  }
  await expect(undo(page)).toHaveCount(0);
});

test("the season of the documentation: what is allowed, what waits, and until when", async ({ page }) => {
  await open(page, scenario());
  await calendar(page);
  await section(page);
  await page.getByText("Templates", { exact: true }).click();
  await page.locator(".tpl").getByRole("button", { name: /^Holiday season/ }).click();
  await expect(kept(page)).toHaveText(["black-friday", "no-minor", "year-end"]);
  await expect(page.locator(".ex-head small")).toHaveText("2 of 3 No upgrades, 3 of 20");
  await expect(page.locator(".due li span")).toHaveText(["allowed", "blocked", "allowed", "blocked", "blocked", "blocked"]);
  await expect(page.locator(".due li small")).toHaveText([
    "runs Tue 10 Nov 01:00",
    "black-friday, to Mon 7 Dec 01:00",
    "runs Thu 10 Dec 01:00",
    "no-minor, year-end, to Mon 18 Jan 01:00",
    "year-end, to Wed 6 Jan 01:00",
    "no-minor, year-end, to Mon 18 Jan 01:00",
  ]);
  await expect(page.locator(".av")).toContainText("12 days 8 h, needs 48 h");
  // A day in December, by the keyboard; then one in November.
  await day(page, "Sun 20 Dec").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".mt h2")).toHaveText("Sun 20 Dec 2026: none can start");
  await expect(page.locator(".cal .caption")).toContainText("CP minor, due today, waits 29 days");
  await expect(page.locator(".mx tr.on")).toHaveCount(2);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(day(page, "Sat 12 Dec")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".mx tr.on")).toHaveCount(1);
  await sound(page, "season");
  await page.locator(".bar").getByRole("button", { name: /^Undo/ }).click();
  await expect(kept(page)).toHaveText([]);
});

test("by keys alone: an exclusion over days, moved, deleted, taken back", async ({ page }) => {
  await page.goto("#preset=weekend-ran-on-monday");
  await ran(page);
  await page.keyboard.press("m");
  await day(page, "Fri 4 Apr").focus();
  for (const key of ["ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
  const bar = page.locator(".ex");
  await expect(bar).toHaveAttribute("aria-label", /^exclusion, NO_UPGRADES, 5 Apr to 7 Apr\./);
  await expect(day(page, "Mon 7 Apr")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(bar).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bar).toHaveAttribute("aria-label", /6 Apr to 8 Apr/);
  await page.keyboard.press("Delete");
  await expect(bar).toHaveCount(0);
  await expect(page.locator(".d:focus")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(bar).toHaveAttribute("aria-label", /6 Apr to 8 Apr/);
});

test("the weekend that ran on Monday shows the Mondays, and its openings can be saved", async ({ page }) => {
  await page.goto("#preset=weekend-ran-on-monday");
  await ran(page);
  await page.keyboard.press("m");
  await expect(day(page, "Mon 7 Apr").locator(".wn.odd")).toHaveCount(1);
  await expect(day(page, "Sun 6 Apr").locator(".wn.odd")).toHaveCount(0);
  await expect(page.locator(".cal-legend")).toContainText("open on a day that isn't listed");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "ICS" }).click()]);
  expect(saved.suggestedFilename()).toBe("maintenance-windows.ics");
  expect(readFileSync(await saved.path(), "utf8")).toContain("DTSTART:20250405T050000Z\r\nDTEND:20250407T190000Z");
  await sound(page, "weekend");
});

test("an error stands at its exclusion, and the last good run stays", async ({ page }) => {
  await open(page, { ...scenario(season), edition: "2025" });
  await section(page);
  await page.locator(".exc-head", { hasText: "year-end" }).click();
  await page.locator("#ex-year-end-endTime").fill("2027-02-05");
  await page.keyboard.press("Enter");
  await expect(page.locator(".exc.wrong .error")).toContainText("NO_UPGRADES may last 30 days");
  await page.locator("#edition").evaluate((select) => select.closest("details").setAttribute("open", ""));
  await page.locator("#edition").selectOption("2026");
  await expect(page.locator(".exc.wrong")).toHaveCount(0);
});

test("an exclusion gets its end back after the end of support, and the switch says where it can't be used", async ({ page }) => {
  await open(page, scenario(season));
  await section(page);
  const until = page.getByRole("button", { name: "Until end of support" });
  const end = (name) => page.locator(`#ex-${name}-endTime`);
  await page.locator(".exc-head", { hasText: "holiday-minor" }).click();
  await until.press("Enter");
  await expect(until).toHaveAttribute("aria-pressed", "true");
  await expect(end("holiday-minor")).toHaveValue("");
  await page.locator("#ex-holiday-minor-name").fill("minor");
  await page.keyboard.press("Enter");
  await until.press("Enter");
  await expect(end("minor")).toHaveValue("2027-01-15");
  await page.locator(".exc-head", { hasText: "year-end" }).click();
  await until.press("Enter");
  await expect(until).toHaveAttribute("aria-pressed", "true");
  await until.press("Enter");
  await expect(end("year-end")).toHaveValue("2027-01-05");
  await page.locator("#end-of-support").evaluate((input) => input.closest("details").setAttribute("open", ""));
  await page.locator("#end-of-support").fill("");
  await page.keyboard.press("Enter");
  await expect(until).toHaveAccessibleDescription(/^The end of support isn't known/);
  await expect(until).toHaveAttribute("aria-disabled", "true");
  await until.press("Enter");
  await expect(until).toHaveAttribute("aria-pressed", "false");
  await sound(page, "a switch that can't be used");
});

test("a time that can't be used stays as typed, with the accepted ones, and the window stays", async ({ page }) => {
  await open(page, scenario());
  await section(page);
  const refused = async (id, text, why) => {
    await page.locator(id).fill(text);
    await page.keyboard.press("Enter");
    await expect(page.locator(id)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(id)).toHaveAccessibleDescription(why);
    await expect(page.locator(id)).toHaveValue(text);
  };
  const stored = page.locator(".stored code").last();
  await refused("#mw-at", "25:99", "Enter a time from 00:00 to 23:59");
  await refused("#mw-for", "soon", "Enter a length, such as 4 h or 4:30");
  await expect(page.locator("#mw-at")).toHaveValue("25:99");
  await expect(stored).toHaveText("2026-09-07T01:00:00Z to 09:00:00Z");
  await expect(page.locator(".notice.bad")).toHaveCount(0);
  await sound(page, "times that can't be used");
  await shot(page, "calendar-refused");
  await page.locator("#mw-at").fill("02:00");
  await page.keyboard.press("Enter");
  await expect(page.locator("#mw-at")).not.toHaveAttribute("aria-invalid");
  await expect(stored).toHaveText("2026-09-07T02:00:00Z to 10:00:00Z");
  await page.locator("#mw-kind").selectOption("daily");
  await refused("#mw-at", "24:00", "Enter a time from 00:00 to 23:59");
  await expect(stored).toHaveText("startTime 02:00 UTC");
});

for (const scheme of ["light", "dark"]) {
  test(`as it looks, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, scenario(season));
    await calendar(page);
    await section(page);
    await page.locator(".setup").getByRole("button", { name: /^Cluster & pools/ }).click();
    await day(page, "Sun 20 Dec").click();
    await expect(page.locator(".d.ph")).toHaveCount(1);
    await shot(page, `calendar-${scheme}`);
    await sound(page, `calendar, ${scheme}`);
    await page.locator(".cal-head").getByRole("button", { name: "Year" }).click();
    await shot(page, `calendar-year-${scheme}`);
    await page.locator(".cal-head").getByRole("button", { name: "Cluster" }).click();
    await expect(page.locator(".stage-canvas")).toBeVisible();
    await shot(page, `calendar-lanes-${scheme}`);
  });
}

for (const scheme of ["light", "dark"]) {
  test(`on a phone, ${scheme}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: scheme });
    const page = await context.newPage();
    await open(page, scenario(season));
    await calendar(page);
    await day(page, "Sun 20 Dec").tap();
    await expect(page.locator(".d.ph")).toHaveCount(1);
    await page.evaluate(() => scrollTo(0, 0));
    await shot(page, `calendar-phone-${scheme}`);
    // A finger on the days scrolls the page, and one on the lanes creates nothing.
    const client = await context.newCDPSession(page);
    const swipe = async (x, y, right, down) => {
      const touch = (type, part) => client.send("Input.dispatchTouchEvent", { type, touchPoints: part === null ? [] : [{ x: x + right * part, y: y + down * part }] });
      await touch("touchStart", 0);
      for (let n = 1; n <= 8; n++) await touch("touchMove", n / 8);
      await touch("touchEnd", null);
    };
    const lanes = await page.locator(".cal-own").boundingBox();
    await swipe(lanes.x + 40, lanes.y + 96, 120, 4);
    await swipe(200, 600, 0, -200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expect(page.locator(".ex")).toHaveCount(3);
    await expect(page.locator(".d.new")).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(390);
    await sound(page, `calendar on a phone, ${scheme}`);
    await page.getByRole("tab", { name: "Maintenance" }).scrollIntoViewIfNeeded();
    await shot(page, `calendar-phone-tab-${scheme}`);
    await context.close();
  });
}
