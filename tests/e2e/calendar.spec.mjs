// The maintenance calendar: windows and exclusions by keys, by mouse and by finger, and its form.
import { fresh, test, expect } from "./fixture.mjs";
import { calendar, scenario, season } from "./holiday.mjs";
import { digestOf, fits, open as preset, openScenario as open, phone, ran, reach, saved, shot, sound } from "./steps.mjs";

const section = async (page) => {
  const head = page.locator(".setup").getByRole("button", { name: /^Maintenance/ });
  if ((await head.getAttribute("aria-expanded")) !== "true") await head.click();
  await expect(page.locator("#mw-kind")).toBeVisible();
};
const blocked = (page) => page.locator(".mx tr.all td").evaluateAll((cells) => cells.map((cell) => cell.textContent).join(" "));
const none = "allowed allowed allowed allowed allowed allowed";
const all = none.replaceAll("allowed", "blocked");
const undo = (page) => page.locator(".bar").getByRole("button", { name: /^Undo/ });
const exclusions = (page) => page.locator(".exc-head b");
const day = (page, name) => page.locator(".mons").getByRole("button", { name: new RegExp(`^${name}(,|$)`) });

test.use({ viewport: { width: 1440, height: 900 } });

test("a window and an exclusion are made by keys, the matrix follows, and undo leads back to no policy", async ({ page }) => {
  await preset(page, "docs-5-nodes");
  await expect(page.getByRole("tab", { name: "Maintenance" })).toHaveCount(0);
  await page.keyboard.press("m");
  await expect(page.getByRole("tab", { name: "Maintenance" })).toHaveAttribute("aria-selected", "true");
  expect(await blocked(page)).toBe(none);
  await section(page);
  await page.locator("#mw-kind").selectOption("recurring");
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=DAILY");
  await expect.poll(() => blocked(page)).toBe(all);
  // A switch for each usual set of days, each a step of its own.
  const usual = (name) => page.locator(".dys").getByRole("button", { name, exact: true });
  await usual("Weekend").press("Enter");
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=SA,SU");
  await usual("Weekdays").press("Enter");
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
  await undo(page).click();
  await expect(usual("Weekend")).toHaveAttribute("aria-pressed", "true");
  await usual("Every day").press("Enter");
  await expect(page.locator(".stored code").last()).toHaveText("2026-01-05T02:00:00Z to 06:00:00Z");
  for (const name of ["Tuesday", "Thursday", "Saturday", "Sunday"]) await page.locator(".dys").getByRole("button", { name }).press("Enter");
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=MO,WE,FR");
  await page.locator("#mw-at").fill("0");
  await page.keyboard.press("Enter");
  await expect.poll(() => blocked(page)).toBe(none);
  // An exclusion in the next week is moved to the selected day and extended.
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
  await sound(page, "calendar");
  for (let n = 0; n < 20 && (await undo(page).count()) > 0; n++) {
    if ((await page.locator("#mw-kind").inputValue()) === "" && (await exclusions(page).count()) === 0) break;
    await undo(page).click();
  }
  await expect(page.locator("#mw-kind")).toHaveValue("");
  await expect.poll(() => blocked(page)).toBe(none);
});

test("an exclusion is drawn by mouse on the lanes and over days, made longer, given up by Escape, and undone", async ({ page }) => {
  await open(page, scenario());
  await calendar(page);
  await section(page);
  const box = await page.locator(".cal-own svg").first().boundingBox();
  const drag = async (from, to, up = true) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, to[1]);
    await page.mouse.move(...to);
    if (up) await page.mouse.up();
  };
  const at = (part, y) => [box.x + box.width * part, box.y + y];
  await drag(at(0.3, 52), at(0.5, 52));
  await expect(exclusions(page)).toHaveText(["exclusion"]);
  const bar = page.locator('.ex[data-ex="exclusion"]');
  await expect(bar).toHaveAttribute("aria-label", /NO_MINOR_UPGRADES/);
  const first = await bar.getAttribute("aria-label");
  const end = async () => {
    const rect = await bar.locator(".box").boundingBox();
    return [rect.x + rect.width - 1, rect.y + 9];
  };
  const from = await end();
  await drag(from, [from[0] + 60, from[1]]);
  await expect(bar).not.toHaveAttribute("aria-label", first);
  const longer = await bar.getAttribute("aria-label");
  const [x, y] = await end();
  await drag([x - 40, y], [x + 60, y], false);
  await expect(page.locator(".ghost")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".ghost")).toHaveCount(0);
  await page.mouse.up();
  await expect(bar).toHaveAttribute("aria-label", longer);
  const [one, other] = [await day(page, "Mon 7 Dec").boundingBox(), await day(page, "Thu 10 Dec").boundingBox()];
  await drag([one.x + 10, one.y + 30], [other.x + 10, other.y + 30]);
  await expect(exclusions(page)).toHaveText(["exclusion", "exclusion-2"]);
  await expect(day(page, "Tue 8 Dec")).toHaveClass(/h0/);
  for (const left of [["exclusion"], ["exclusion"], []]) {
    await undo(page).click();
    await expect(exclusions(page)).toHaveText(left);
  }
});

test("a template adds its exclusions, none before today, and arrow keys choose the day that the matrix is about", async ({ page }) => {
  await open(page, scenario());
  const today = (...date) => page.evaluate((now) => { Date.now = () => now; }, Date.UTC(...date));
  await today(2026, 9, 1);
  await calendar(page);
  await section(page);
  await page.getByText("Templates", { exact: true }).click();
  await page.locator(".tpl").getByRole("button", { name: /^Holiday season/ }).click();
  await expect(exclusions(page)).toHaveText(["black-friday", "no-minor", "year-end"]);
  await day(page, "Sun 20 Dec").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".mt h2")).toContainText("Sun 20 Dec 2026");
  await expect(page.locator(".mx tr.on")).toHaveCount(2);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(day(page, "Sat 12 Dec")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".mx tr.on")).toHaveCount(1);
  await sound(page, "season");
  await undo(page).click();
  await expect(exclusions(page)).toHaveText([]);
  await today(2027, 6, 1);
  await page.locator(".tpl").getByRole("button", { name: /^Holiday season/ }).click();
  await expect(page.locator(".exc-head", { hasText: "black-friday" })).toContainText("19 Nov to 4 Dec");
  await page.locator(".exc-head", { hasText: "black-friday" }).click();
  await expect(page.locator("#ex-black-friday-startTime")).toHaveValue("2027-11-19");
});

/** Presses at one place, moves to another, and lets go unless told otherwise. */
const dragged = async (page, [x, y], [toX, toY], up = true) => {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + toX) / 2, (y + toY) / 2);
  await page.mouse.move(toX, toY);
  if (up) await page.mouse.up();
};
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
const says = (page) => page.locator(".cal-tools [role=status]");

test("a change is dragged to another day by mouse and by keys, says so, and adds no exclusion", async ({ page }) => {
  await open(page, scenario());
  await calendar(page);
  const change = page.getByRole("slider", { name: /^Upgrade of web-pool, node patch/ });
  const moved = "Upgrade of web-pool: due Fri 27 Nov instead of Wed 25 Nov.";
  await dragged(page, await middle(page.locator('em[data-change="1"]')), await middle(day(page, "Fri 27 Nov")), false);
  await expect(says(page)).toHaveText(`${moved} It can start Fri 27 Nov 01:00.`);
  await expect(day(page, "Fri 27 Nov")).toHaveClass(/new/);
  await shot(page, "calendar-change-dragged");
  await page.mouse.up();
  await expect(change).toHaveAttribute("aria-valuetext", /^due Fri 27 Nov, allowed/);
  await expect(says(page)).toContainText(moved);
  await change.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(change).toHaveAttribute("aria-valuetext", /^due Thu 3 Dec/);
  await expect(change).toBeFocused();
  await undo(page).click();
  await expect(change).toHaveAttribute("aria-valuetext", /^due Wed 25 Nov/);
  // On the strip, a drag moves the change as well.
  const [x, y] = await middle(change.locator(".grip"));
  await dragged(page, [x, y], [x + 30, y]);
  await expect(change).not.toHaveAttribute("aria-valuetext", /^due Wed 25 Nov/);
  await expect(page.locator(".ex")).toHaveCount(0);
  await sound(page, "a moved change");
});

test("an exclusion and a window are drawn over days, and say what they change; a click adds nothing", async ({ page }) => {
  await open(page, scenario());
  await calendar(page);
  await section(page);
  const draw = async (from, to) => dragged(page, await middle(day(page, from)), await middle(day(page, to)), false);
  const drawn = "New exclusion “exclusion”: 23 Nov to 27 Nov, NO_UPGRADES. Upgrade of web-pool can start Mon 30 Nov 01:00 instead of Wed 25 Nov 01:00.";
  await draw("Mon 23 Nov", "Fri 27 Nov");
  await expect(says(page)).toHaveText(drawn);
  await page.mouse.up();
  await expect(exclusions(page)).toHaveText(["exclusion"]);
  await expect(says(page)).toHaveText(drawn);
  await undo(page).click();
  await expect(exclusions(page)).toHaveText([]);
  await expect(says(page)).toContainText("Drag across days");
  // Nothing is drawn by a click, and from a window on the strip.
  await day(page, "Wed 18 Nov").click();
  const [x, y] = await middle(page.locator(".cal-own [data-window] .win").nth(8));
  await dragged(page, [x, y], [x + 80, y]);
  await expect(exclusions(page)).toHaveText([]);
  await page.getByRole("group", { name: "Draw" }).getByRole("button", { name: "Window" }).click();
  await draw("Sat 14 Nov", "Sun 15 Nov");
  await expect(says(page)).toHaveText(/^New window\. Open every week from Saturday 01:00 to Monday 00:00 UTC, .*Before: Open every week on Monday.* 6 upgrades can start at other times\.$/);
  await shot(page, "calendar-window-drawn");
  await page.mouse.up();
  await expect(page.locator("#mw-rule, .stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=SA");
  await expect(exclusions(page)).toHaveText([]);
  await expect(page.locator(".mt")).toContainText("for the window of Sat 28 Nov 01:00");
  await undo(page).click();
  await expect(page.locator(".stored code").first()).toHaveText("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
  await sound(page, "drawn windows");
});

test("an upgrade by hand is shown as that, whatever the calendar says", async ({ page }) => {
  const { script, ...rest } = scenario(season);
  await open(page, { ...rest, start: "2026-12-20T00:00:00Z", script: [{ at: "1d", do: "upgrade", pool: "web-pool", version: "1.33.5-gke.100" }] });
  await calendar(page);
  await day(page, "Mon 21 Dec").click();
  await expect(page.locator(".cal .caption")).toContainText("Mon 21 Dec Upgrade of web-pool runs Mon 21 Dec 00:00, by hand: windows and exclusions don't hold it.");
  await expect(page.locator(".mt h2")).toHaveText("Mon 21 Dec 2026: GKE can start no change");
  await expect(page.locator(".due li")).toContainText("by hand");
  await expect(page.locator(".due li")).toContainText("runs Mon 21 Dec 00:00");
  await shot(page, "calendar-by-hand");
});

test("Shift and arrow keys mark days for an exclusion, and the focus stays through a move, a deletion and its undo", async ({ page }) => {
  await preset(page, "weekend-ran-on-monday");
  await page.keyboard.press("m");
  await expect(day(page, "Mon 7 Apr").locator(".wn.odd")).toHaveCount(1);
  await expect(day(page, "Sun 6 Apr").locator(".wn.odd")).toHaveCount(0);
  await day(page, "Fri 4 Apr").focus();
  for (const key of ["ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
  const bar = page.locator(".ex");
  await expect(bar).toHaveAttribute("aria-label", /^exclusion, NO_UPGRADES, 5 Apr to 7 Apr\./);
  await expect(day(page, "Mon 7 Apr")).toBeFocused();
  await reach(page, bar, "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(bar).toHaveAttribute("aria-label", /6 Apr to 8 Apr/);
  await page.keyboard.press("Delete");
  await expect(bar).toHaveCount(0);
  await expect(page.locator(".d:focus")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(bar).toHaveAttribute("aria-label", /6 Apr to 8 Apr/);
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "ICS" }));
  expect(name).toBe("maintenance-windows.ics");
  expect(bytes.toString()).toContain("DTSTART:20250405T050000Z\r\n");
});

test("what is typed into the form and refused stays in its field, with the reason, until it is corrected", async ({ page }) => {
  await open(page, scenario(season));
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
  await sound(page, "refused times");
  await page.locator("#mw-at").fill("02:00");
  await page.keyboard.press("Enter");
  await expect(page.locator("#mw-at")).not.toHaveAttribute("aria-invalid");
  await expect(stored).toHaveText("2026-09-07T02:00:00Z to 10:00:00Z");
  // An exclusion that is too long for 2025 has its error on its card.
  await page.locator("#edition").evaluate((select) => select.closest("details").setAttribute("open", ""));
  await page.locator("#edition").selectOption("2025");
  await page.locator(".exc-head", { hasText: "year-end" }).click();
  await page.locator("#ex-year-end-endTime").fill("2027-02-05");
  await page.keyboard.press("Enter");
  await expect(page.locator(".exc.wrong .error")).toBeVisible();
  await page.locator("#edition").selectOption("2026");
  await expect(page.locator(".exc.wrong")).toHaveCount(0);
});

test("the switch for an end of support gives the typed end back, and is off with a reason where the date isn't known", async ({ page }) => {
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
  await page.locator("#end-of-support").evaluate((input) => input.closest("details").setAttribute("open", ""));
  await page.locator("#end-of-support").fill("");
  await page.keyboard.press("Enter");
  await expect(until).toHaveAccessibleDescription(/^The end of support isn't known/);
  await expect(until).toHaveAttribute("aria-disabled", "true");
  await until.press("Enter");
  await expect(until).toHaveAttribute("aria-pressed", "false");
  await sound(page, "a switch that can't be used");
  // A pool's own exclusion is a switch, too.
  const before = await digestOf(page);
  await page.getByText("Exclusions of single pools").click();
  await page.locator(".me .check input").first().check();
  await ran(page, before);
});

test("months, the year and the cluster take turns on the stage, in light and dark colors", async ({ page }) => {
  for (const colorScheme of ["dark", "light"]) {
    await page.goto("blank");
    await page.evaluate(() => localStorage.clear());
    await page.emulateMedia({ colorScheme });
    await open(page, scenario(season));
    await calendar(page);
    await section(page);
    await page.locator(".setup").getByRole("button", { name: /^Cluster & pools/ }).click();
    await day(page, "Sun 20 Dec").click();
    await expect(page.locator(".d.ph")).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await shot(page, `calendar-${colorScheme}`);
    await sound(page, `calendar, ${colorScheme}`);
  }
  await page.locator(".cal-head").getByRole("button", { name: "Year" }).click();
  await shot(page, "calendar-year");
  await page.locator(".cal-head").getByRole("button", { name: "Cluster" }).click();
  await expect(page.locator(".stage-canvas")).toBeVisible();
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("a finger on the days of the calendar scrolls the page, and one on the lanes creates nothing", async ({ page, context }) => {
    await open(page, scenario(season));
    await calendar(page);
    await day(page, "Sun 20 Dec").tap();
    await expect(page.locator(".d.ph")).toHaveCount(1);
    await page.evaluate(() => scrollTo(0, 0));
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
    await fits(page, "calendar");
    await sound(page, "calendar on a phone");
  });
});
