// The maintenance calendar: windows and exclusions by keys, by mouse and by finger, and its form.
import { fresh, test, expect } from "./fixture.mjs";
import { calendar, scenario, season } from "./holiday.mjs";
import { digestOf, fits, open as preset, openScenario as open, phone, ran, saved, shot, sound } from "./steps.mjs";

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

test("a template adds its exclusions, and arrow keys choose the day that the matrix is about", async ({ page }) => {
  await open(page, scenario());
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
  await page.keyboard.press("Shift+Tab");
  await expect(bar).toBeFocused();
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
