// The policy checker at #/window: its box, its address, its fixes, files and the clipboard.
import { writeFileSync } from "node:fs";
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, drop, fits, paste, phone, ran, saved, shot, sound } from "./steps.mjs";

const START = "2025-04-05T05:00:00Z", END = "2025-04-06T19:00:00Z", RULE = "FREQ=WEEKLY;BYDAY=SA,SU";
const policy = { window: { recurringWindow: { window: { startTime: START, endTime: END }, recurrence: RULE } } };
const cluster = { name: "prod", location: "us-central1", maintenancePolicy: policy };
const forms = {
  gcloud: `gcloud container clusters update prod --zone us-central1-a --maintenance-window-start=${START} --maintenance-window-end=${END} --maintenance-window-recurrence='${RULE}'`,
  json: JSON.stringify(cluster, null, 1),
};

const FROM = "from=2025-04-01";
const box = (page) => page.locator("#window-text");
const sentence = (page) => page.locator(".say h2");
const verdict = (page) => page.locator(".verd h3");
const read = (page) => page.locator("#window-read");
const error = (page) => read(page).locator(".error");
const weekend = /^Open every week from Saturday 05:00 to Monday 19:00 UTC/;

const open = async (page, fragment = `#/window?${FROM}`) => {
  await page.goto(fragment);
  await expect(sentence(page)).toBeVisible();
};

test("typed text is checked without a worker and without the importer", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page);
  await expect(sentence(page)).toHaveText(weekend);
  await expect(page.locator(".next tbody tr")).toHaveCount(10);
  await box(page).fill("16:00");
  await expect(sentence(page)).toHaveText(/^Open every day from 16:00 to 20:00 UTC/);
  await expect(verdict(page)).toHaveText("Accepted");
  expect(page.workers()).toEqual([]);
  expect(asked.filter((path) => path.includes("import"))).toEqual([]);
  await sound(page, "checker");
});

test("the values that were used are underlined, and a fix replaces one of them in the text of the box", async ({ page }) => {
  await open(page);
  for (const text of Object.values(forms)) {
    await box(page).fill("16:00");
    await expect(verdict(page)).toHaveText("Accepted");
    await box(page).fill(text);
    await expect(page.locator(".stack u")).toHaveText([START, END, "FREQ=WEEKLY", "BYDAY=SA,SU"].sort((a, b) => text.indexOf(a) - text.indexOf(b)));
    await page.getByRole("button", { name: /^Use: Leave SU out/ }).click();
    await expect(box(page)).toHaveValue(text.replace("SA,SU", "SA"));
    await expect(verdict(page)).toHaveText("Accepted, but open on Sunday");
    // The current text is read like any other.
    await box(page).press("End");
    await box(page).pressSequentially(" ");
    await expect(verdict(page)).toHaveText("Accepted, but open on Sunday");
  }
});

test("the checker reads in a sandboxed frame, where workers are refused", async ({ page }) => {
  await page.goto("/frame");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Policy checker" }).click();
  await expect(frame.locator(".say h2")).toBeVisible();
  await frame.locator("#window-text").fill(forms.gcloud);
  await expect(frame.locator(".say h2")).toHaveText(weekend);
});

test("text that can't be read leaves the last answer, marked as stale", async ({ page }) => {
  await open(page);
  await box(page).fill("every other Tuesday, if it rains");
  await expect(error(page)).toBeVisible();
  await expect(sentence(page)).toHaveText(weekend);
  await expect(page.locator(".answer")).toHaveClass(/stale/);
  await sound(page, "stale");
  await box(page).fill("");
  await expect(error(page)).toContainText("Nothing to check");
  await expect(sentence(page)).toHaveText(weekend);
  await box(page).fill("16:00");
  await expect(page.locator(".answer")).not.toHaveClass(/stale/);
});

test("the address has what is checked, and opens the same in another tab", async ({ page }) => {
  await open(page);
  await box(page).fill("FREQ=WEEKLY;BYDAY=MO,TU from 2026-01-05T01:30:00Z for 6h");
  await page.getByRole("button", { name: "2025", exact: true }).click();
  await page.locator("[list=zones]").fill("Asia/Tokyo");
  await page.locator("[list=zones]").press("Tab");
  await expect(sentence(page)).toContainText("Asia/Tokyo");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/window?s=2026-01-05T01:30Z&d=6h&r=WEEKLY;BYDAY=MO,TU&tz=Asia/Tokyo&ed=2025&from=2025-04-01");
  const [says, title] = [await sentence(page).textContent(), await verdict(page).textContent()];
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(sentence(other)).toHaveText(says);
  await expect(verdict(other)).toHaveText(title);
  // Anything else is packed.
  await other.evaluate(() => (location.hash = "#/window"));
  const exclusions = { ...policy, window: { ...policy.window, maintenanceExclusions: { "year's end": { startTime: "2026-12-20", endTime: "2027-01-05" } } } };
  await box(other).fill(JSON.stringify({ maintenancePolicy: exclusions }));
  await expect.poll(() => new URL(other.url()).hash).toMatch(/^#\/window\?p=1\./);
  await other.reload();
  await expect(box(other)).toHaveValue(/--add-maintenance-exclusion-name 'year'\\''s end'/);
});

test("an address without a policy is an error beside the first answer", async ({ page }) => {
  for (const hostile of ["s=now&d=1h&r=DAILY", `p=${"A".repeat(70_000)}`, "r=%00%ff&s=<script>&d=9"]) {
    await page.goto("about:blank");
    await open(page, `#/window?${hostile}`);
    await expect(error(page)).toContainText("link");
    await expect(sentence(page)).toContainText("Saturday");
  }
});

test("links and the browser's Back lead between simulator and checker, and both keep what they have", async ({ page }) => {
  // A tab that begins with the checker has no worker.
  await open(page, "#/window");
  expect(page.workers()).toEqual([]);
  await page.getByRole("link", { name: "Upgrade" }).click();
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  const digest = await ran(page);
  await page.getByRole("link", { name: "Policy checker" }).click();
  await expect(sentence(page)).toBeVisible();
  await page.getByRole("link", { name: "Upgrade" }).click();
  await page.getByRole("link", { name: "Policy checker" }).click();
  await expect(sentence(page)).toHaveText(weekend);
  await expect(page.locator(".stage-canvas")).toHaveCount(0);
  await box(page).fill("16:00");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/window?t=16:00");
  // Keys of the simulator do nothing here.
  await page.locator(".say h2").click();
  await page.keyboard.press("Control+k");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Upgrade" }).click();
  await expect(page.locator(".stage-canvas")).toBeVisible();
  expect(await ran(page)).toBe(digest);
  await page.goBack();
  await expect(box(page)).toHaveValue("16:00");
  await page.goForward();
  await expect(page.locator(".stage-canvas")).toBeVisible();
});

test("the calendar turns from month to month and to a year with its changes of the clock", async ({ page }) => {
  await open(page, `#/window?${FROM}&tz=Europe/Lisbon`);
  await page.getByRole("button", { name: "Month", exact: true }).click();
  await expect(page.locator(".nav b")).toHaveText("April 2025");
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.locator(".nav b")).toHaveText("May 2025");
  await page.getByRole("button", { name: "Year", exact: true }).click();
  await expect(page.locator(".grid .g-date")).toHaveCount(12);
  await expect(page.locator(".grid .g-shift")).toHaveCount(2);
  await page.emulateMedia({ colorScheme: "dark" });
  await sound(page, "year, dark");
});

test("the policy is copied in each form, and saved as a calendar file", async ({ page }) => {
  await open(page);
  for (const [form, wanted] of [["gcloud", "--maintenance-window-recurrence 'FREQ"], ["Terraform", "recurring_window {"], ["API JSON", '"recurringWindow"']]) {
    await page.getByRole("button", { name: `Copy as ${form}` }).click();
    await expect(page.locator(".copies [role=status]")).toHaveText("Copied");
    await expect.poll(() => clipboard(page)).toContain(wanted);
  }
  expect((await saved(page, page.getByRole("button", { name: "ICS" }))).name).toBe("maintenance-windows.ics");
});

test("what is pasted or dropped anywhere goes into the box, and files that aren't text are refused", async ({ page }, info) => {
  await open(page);
  await page.locator(".say h2").click();
  await paste(page, "16:00");
  await expect(box(page)).toHaveValue("16:00");
  const put = async (name, bytes) => {
    writeFileSync(info.outputPath(name), bytes);
    await drop(page, info.outputPath(name));
  };
  await put("policy.json", forms.json);
  await expect(box(page)).toHaveValue(forms.json);
  await expect(sentence(page)).toHaveText(weekend);
  // As redirected by an older PowerShell.
  await put("wide.txt", Buffer.from("\ufeff16:00", "utf16le"));
  await expect(box(page)).toHaveValue("16:00");
  await expect(verdict(page)).toHaveText("Accepted");
  await put("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  await expect(error(page)).toHaveText("picture.png isn't a text file.");
  await put("large.json", Buffer.alloc(1_000_001, 32));
  await expect(error(page)).toContainText("large.json is larger than 1 MB");
  await expect(box(page)).toHaveValue("16:00");
  writeFileSync(info.outputPath("update.sh"), forms.gcloud);
  await drop(page, info.outputPath("policy.json"), info.outputPath("update.sh"));
  await expect(box(page)).toHaveValue(`${forms.json}\n${forms.gcloud}`);
  await expect(error(page)).toHaveCount(0);
});

test("clusters in one text are a list to choose from, and a fix for one leaves the others as they are", async ({ page }) => {
  await open(page);
  const short = (name, location) => JSON.stringify({ name, location, maintenancePolicy: { window: { recurringWindow: { window: { startTime: START, endTime: "2025-04-05T08:00:00Z" }, recurrence: "FREQ=WEEKLY;BYDAY=SA" } } } });
  await box(page).fill([JSON.stringify(cluster), short("stage", "us-east1"), short("dev", "us-east1")].join("\n"));
  const rows = page.getByRole("list", { name: "Clusters in the text" }).getByRole("button");
  await expect(rows).toHaveText([/^prod in us-central1: Accepted/, /^stage in us-east1: Not accepted/, /^dev in us-east1: Not accepted/]);
  await expect(rows.first()).toHaveAttribute("aria-pressed", "true");
  await rows.last().click();
  await expect(verdict(page)).toHaveText("Not accepted");
  await sound(page, "clusters");
  await page.locator(".fixes").getByRole("button", { name: /^Use/ }).first().click();
  await expect(rows).toHaveText([/^prod in us-central1: Accepted/, /^stage in us-east1: Not accepted/, /^dev in us-east1: Accepted/]);
  await expect(rows.last()).toHaveAttribute("aria-pressed", "true");
  await expect(box(page)).toHaveValue(/"name": "prod"[^]*"us-central1"[^]*"name": "stage"[^]*T08:00[^]*"name": "dev"[^]*T09:00/);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "clusters");
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("the checker fits the page, and its controls are large enough for fingers", async ({ page }) => {
    await open(page, `#/window?${FROM}&tz=America/New_York&ed=current`);
    await fits(page, "checker");
    await sound(page, "checker on a phone");
    await shot(page, "checker-phone");
    const small = await page.locator("button:visible, a:visible:not(.chip, .skip), input:visible, select:visible").evaluateAll((all) =>
      all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height]).filter(([, height]) => height < 43.5));
    expect(small).toEqual([]);
  });
});
