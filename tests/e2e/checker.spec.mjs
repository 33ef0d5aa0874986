// The policy checker at #/window gives the same answer for every form of a window.
import { test, expect } from "./fixture.mjs";
import { drop, ran, shot, sound } from "./steps.mjs";
import { writeFileSync } from "node:fs";

const START = "2025-04-05T05:00:00Z", END = "2025-04-06T19:00:00Z", RULE = "FREQ=WEEKLY;BYDAY=SA,SU";
const policy = { window: { recurringWindow: { window: { startTime: START, endTime: END }, recurrence: RULE } } };
const cluster = { name: "prod", location: "us-central1", maintenancePolicy: policy };
const forms = {
  rrule: `${RULE} from ${START} to ${END}`,
  gcloud: `gcloud container clusters update prod --zone us-central1-a --maintenance-window-start=${START} --maintenance-window-end=${END} --maintenance-window-recurrence='${RULE}'`,
  terraform: `resource "google_container_cluster" "prod" {
  name     = "prod"
  location = "us-central1"
  maintenance_policy {
    recurring_window {
      start_time = "${START}"
      end_time   = "${END}"
      recurrence = "${RULE}"
    }
  }
}`,
  json: JSON.stringify(cluster, null, 1),
  yaml: `name: prod
location: us-central1
maintenancePolicy:
  window:
    recurringWindow:
      recurrence: ${RULE}
      window:
        endTime: '${END}'
        startTime: '${START}'`,
};

const FROM = "from=2025-04-01";
const box = (page) => page.locator("#window-text");
const sentence = (page) => page.locator(".say h2");
const verdict = (page) => page.locator(".verd h3");
const read = (page) => page.locator("#window-read");
const said = /^Open every week from Saturday 05:00 to Monday 19:00 UTC, 62 h(ours)? in one piece\.$/;

const open = async (page, fragment = `#/window?${FROM}`) => {
  await page.goto(fragment);
  await expect(sentence(page)).toBeVisible();
};

test("a weekend is open on Mondays, and no worker is asked", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page);
  await expect(sentence(page)).toHaveText(said);
  await expect(verdict(page)).toHaveText("Accepted, but open on Monday");
  await expect(page.locator(".gauges b")).toHaveText(["10 days 8 h, needs 48 h", "33 days 14 h, needs 48 h"]);
  await expect(page.locator(".fixes li")).toHaveCount(2);
  await expect(page.locator(".fixes code").first()).toHaveText("BYDAY=SA,SU");
  await expect(page.locator(".fixes del").first()).toHaveText(",SU");
  await expect(page.locator(".next tbody tr")).toHaveCount(10);
  await expect(page.locator(".next tbody tr").first().locator("td").first()).toHaveText("Sat 05 Apr 05:00");
  await expect(page.locator(".trap h3").first()).toHaveText("Occurrences overlap");
  await expect(read(page)).toContainText("3 values used, 1 ignored (--region)");
  await box(page).fill(forms.rrule);
  await expect(read(page)).toContainText("recurrence rule");
  await box(page).fill("16:00");
  await expect(sentence(page)).toHaveText("Open every day from 16:00 to 20:00 UTC, 4 h each.");
  await expect(verdict(page)).toHaveText("Accepted");
  expect(page.workers()).toEqual([]);
  expect(asked.filter((path) => path.includes("import"))).toEqual([]);
  await sound(page);
});

for (const [name, text] of Object.entries(forms)) {
  test(`the weekend is read as ${name}, and a fix keeps the form`, async ({ page }) => {
    await open(page);
    await box(page).fill("16:00");
    await expect(verdict(page)).toHaveText("Accepted");
    await box(page).fill(text);
    await expect(sentence(page)).toHaveText(said);
    await expect(verdict(page)).toHaveText("Accepted, but open on Monday");
    await expect(page.locator(".gauges b")).toHaveText(["10 days 8 h, needs 48 h", "33 days 14 h, needs 48 h"]);
    await expect(page.locator(".stack u")).toHaveText([START, END, "FREQ=WEEKLY", "BYDAY=SA,SU"].sort((a, b) => text.indexOf(a) - text.indexOf(b)));
    await page.getByRole("button", { name: /^Use: Leave SU out/ }).click();
    await expect(box(page)).toHaveValue(text.replace("SA,SU", "SA"));
    await expect(verdict(page)).toHaveText("Accepted, but open on Sunday");
    // The current text is read like any other.
    await box(page).press("End");
    await box(page).pressSequentially(" ");
    await expect(read(page)).toContainText("used");
    await expect(verdict(page)).toHaveText("Accepted, but open on Sunday");
    await expect(page.locator(".gauges b")).toHaveText(["6 days 8 h, needs 48 h", "20 days 14 h, needs 48 h"]);
  });
}

test("reads in a sandboxed frame, where workers are refused", async ({ page }) => {
  await page.goto("/frame");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Policy checker" }).click();
  await expect(frame.locator(".say h2")).toBeVisible();
  await frame.locator("#window-text").fill(forms.terraform);
  await expect(frame.locator("#window-read")).toContainText("Terraform", { ignoreCase: true });
  await expect(frame.locator(".say h2")).toHaveText(said);
});

test("a weekday that no rule knows is refused, and a fix mends it", async ({ page }) => {
  await open(page);
  await box(page).fill("FREQ=WEEKLY;BYDAY=SAT,SUN from 2026-01-03T02:00:00Z to 2026-01-03T10:00:00Z");
  await expect(verdict(page)).toHaveText("Not accepted");
  await expect(sentence(page)).toHaveText("Can't tell when this window opens.");
  await expect(page.locator(".broken")).toContainText("“SUN” isn't a valid weekday.");
  await expect(page.locator(".stack u.x")).toHaveText("BYDAY=SAT,SUN");
  await sound(page);
  await page.locator(".fixes .btn").first().click();
  await expect(box(page)).toHaveValue(/BYDAY=SA,SU/);
  await expect(verdict(page)).toHaveText(/^Accepted/);
  await expect(page.locator(".broken")).toHaveCount(0);
});

test("what is not understood keeps what was", async ({ page }) => {
  await open(page);
  await box(page).fill("every other Tuesday, if it rains");
  await expect(read(page).locator(".error")).toBeVisible();
  await expect(read(page)).toContainText("the last text that could be read");
  await expect(sentence(page)).toHaveText(said);
  await expect(page.locator(".answer")).toHaveClass(/stale/);
  await sound(page);
  await box(page).fill("");
  await expect(read(page).locator(".error")).toContainText("Nothing to check");
  await expect(sentence(page)).toHaveText(said);
  await box(page).fill("16:00");
  await expect(page.locator(".answer")).not.toHaveClass(/stale/);
});

test("the address has what is checked", async ({ page, context }) => {
  await open(page);
  await box(page).fill("FREQ=WEEKLY;BYDAY=MO,TU from 2026-01-05T01:30:00Z for 6h");
  await page.getByRole("button", { name: "2025", exact: true }).click();
  await page.locator("[list=zones]").fill("Asia/Tokyo");
  await page.locator("[list=zones]").press("Tab");
  await expect(sentence(page)).toContainText("Asia/Tokyo");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/window?s=2026-01-05T01:30Z&d=6h&r=WEEKLY;BYDAY=MO,TU&tz=Asia/Tokyo&ed=2025&from=2025-04-01");
  const [says, title] = [await sentence(page).textContent(), await verdict(page).textContent()];
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(sentence(other)).toHaveText(says);
  await expect(verdict(other)).toHaveText(title);
  await expect(box(other)).toHaveValue(/--maintenance-window-start 2026-01-05T01:30:00Z/);
  expect(other.workers()).toEqual([]);
  // Anything else is packed.
  await other.evaluate(() => (location.hash = "#/window"));
  const exclusions = { ...policy, window: { ...policy.window, maintenanceExclusions: { "year's end": { startTime: "2026-12-20", endTime: "2027-01-05" } } } };
  await box(other).fill(JSON.stringify({ maintenancePolicy: exclusions }));
  await expect.poll(() => new URL(other.url()).hash).toMatch(/^#\/window\?p=1\./);
  await other.reload();
  await expect(box(other)).toHaveValue(/--add-maintenance-exclusion-name 'year'\\''s end'/);
});

for (const hostile of ["s=now&d=1h&r=DAILY", "p=1.____", `p=${"A".repeat(70_000)}`, "s=2026-01-05T01Z", "r=%00%ff&s=<script>&d=9"]) {
  test(`an address that says nothing is said to (${hostile.slice(0, 24)})`, async ({ page }) => {
    await open(page, `#/window?${hostile}`);
    await expect(read(page).locator(".error")).toContainText("link");
    await expect(sentence(page)).toContainText("Saturday");
  });
}

test("both pages are a click away, and nothing is lost on the way", async ({ page }) => {
  await page.goto("#preset=docs-5-nodes");
  const digest = await ran(page);
  await page.getByRole("link", { name: "Policy checker" }).click();
  await expect(sentence(page)).toHaveText(said);
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
  await page.getByRole("link", { name: "Policy checker" }).click();
  await expect(box(page)).toHaveValue("16:00");
});

test("who begins with the checker finds the simulator as it is", async ({ page }) => {
  await open(page, "#/window");
  expect(page.workers()).toEqual([]);
  await page.getByRole("link", { name: "Upgrade" }).click();
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  await ran(page);
  await page.goBack();
  await expect(sentence(page)).toBeVisible();
});

test("a month and a year show the same", async ({ page }) => {
  await open(page, `#/window?${FROM}&tz=Europe/Lisbon`);
  await page.getByRole("button", { name: "Month", exact: true }).click();
  await expect(page.locator(".nav b")).toHaveText("April 2025");
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.locator(".nav b")).toHaveText("May 2025");
  await page.getByRole("button", { name: "Year", exact: true }).click();
  await expect(page.locator(".grid .g-date")).toHaveCount(12);
  await expect(page.locator(".grid .g-shift")).toHaveCount(2);
  await sound(page);
});

test("the policy can be taken away", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [form, wanted] of [["gcloud", "--maintenance-window-recurrence 'FREQ"], ["Terraform", "recurring_window {"], ["API JSON", '"recurringWindow"']]) {
    await page.getByRole("button", { name: `Copy as ${form}` }).click();
    await expect(page.locator(".copies [role=status]")).toHaveText("Copied");
    await expect.poll(clipboard).toContain(wanted);
  }
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "ICS" }).click()]);
  expect(saved.suggestedFilename()).toBe("maintenance-windows.ics");
});

test("a paste anywhere goes into the box", async ({ page }) => {
  await open(page);
  await page.locator(".say h2").click();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, "16:00");
  await expect(box(page)).toHaveValue("16:00");
  await expect(verdict(page)).toHaveText("Accepted");
});

test("a file that is dropped is read as a paste is, and what is no text is said to be none", async ({ page }, info) => {
  await open(page);
  const put = async (name, bytes) => {
    writeFileSync(info.outputPath(name), bytes);
    await drop(page, info.outputPath(name));
  };
  const files = { "policy.json": forms.json, "window.txt": forms.rrule, "main.tf": forms.terraform, "cluster.yaml": forms.yaml, "update.sh": forms.gcloud };
  for (const [name, text] of Object.entries(files)) {
    await box(page).fill("16:00");
    await expect(verdict(page)).toHaveText("Accepted");
    await put(name, text);
    await expect(box(page)).toHaveValue(text);
    await expect(sentence(page)).toHaveText(said);
  }
  // As redirected by an older PowerShell.
  await put("wide.txt", Buffer.from("\ufeff16:00", "utf16le"));
  await expect(box(page)).toHaveValue("16:00");
  await expect(verdict(page)).toHaveText("Accepted");
  await put("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  await expect(read(page).locator(".error")).toHaveText("picture.png isn't a text file.");
  await expect(box(page)).toHaveValue("16:00");
  await put("large.json", Buffer.alloc(1_000_001, 32));
  await expect(read(page).locator(".error")).toContainText("large.json is larger than 1 MB");
  await drop(page, info.outputPath("main.tf"), info.outputPath("update.sh"));
  await expect(box(page)).toHaveValue(`${forms.terraform}\n${forms.gcloud}`);
  await box(page).fill("17:00");
  await expect(read(page).locator(".error")).toHaveCount(0);
});

test("a rule alone is given a first window, and flags need no command", async ({ page }) => {
  await open(page);
  await box(page).fill("RRULE:FREQ=WEEKLY;BYDAY=SA,SU");
  await page.getByRole("button", { name: "Assume “from 2025-03-01T02:00:00Z for 8h”" }).click();
  await expect(box(page)).toHaveValue("RRULE:FREQ=WEEKLY;BYDAY=SA,SU from 2025-03-01T02:00:00Z for 8h");
  await expect(sentence(page)).toHaveText("Open every week on Saturday and Sunday from 02:00 to 10:00 UTC, 8 h each.");
  await expect(verdict(page)).toHaveText("Accepted");
  await box(page).fill(`--maintenance-window-start=${START} --maintenance-window-end=${END} --maintenance-window-recurrence='${RULE}'`);
  await expect(sentence(page)).toHaveText(said);
});

test("an exclusion that cannot be read does not take the calendar away", async ({ page }) => {
  await open(page);
  const maintenanceExclusions = { backwards: { startTime: "2025-05-05T00:00:00Z", endTime: "2025-05-01T00:00:00Z" } };
  await box(page).fill(JSON.stringify({ ...cluster, maintenancePolicy: { window: { ...policy.window, maintenanceExclusions } } }));
  await expect(verdict(page)).toHaveText("Not accepted");
  await expect(sentence(page)).toHaveText(said);
  await expect(page.locator(".say")).toContainText("Without exclusion backwards, which can't be read.");
  await expect(page.locator(".broken")).toContainText("does not end after its start");
  await expect(page.locator(".next tbody tr")).toHaveCount(10);
  await sound(page);
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const [name, viewport] of [["checker", { width: 1440, height: 900 }], ["checker-phone", { width: 390, height: 844 }]]) {
      test(`${name} has room for everything`, async ({ page }) => {
        await page.setViewportSize(viewport);
        for (const more of ["", "&tz=America/New_York&ed=current"]) {
          await open(page, `#/window?${FROM}${more}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
          await sound(page);
          await shot(page, `${name}-${colorScheme}${more && "-zone"}`);
        }
        if (viewport.width > 400) return;
        const small = await page.locator("button:visible, a:visible:not(.chip, .skip), input:visible, select:visible").evaluateAll((all) =>
          all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height]).filter(([, height]) => height < 43.5));
        expect(small).toEqual([]);
      });
    }
  });
}

test("a command alone doesn't say when the cluster's window is open", async ({ page }) => {
  await open(page);
  await box(page).fill("gcloud container clusters update prod --region us-central1 --add-maintenance-exclusion-name freeze --add-maintenance-exclusion-start 2026-12-20T00:00:00Z --add-maintenance-exclusion-end 2027-01-05T00:00:00Z");
  await expect(sentence(page)).toHaveText("This doesn't say which window the cluster has.");
  await expect(verdict(page)).toHaveText("Window unknown");
  await expect(page.locator(".next")).toHaveCount(0);
  await expect(page.locator(".gauges")).toHaveCount(0);
  await sound(page);
});

test("SOX: weekend windows, quarterly freezes and an audit, described and changed by commands", async ({ page }) => {
  await open(page, "#/window?from=2026-01-01");
  const freeze = (name, start, end) => `gcloud container clusters update prod --region us-central1 --add-maintenance-exclusion-name ${name} \\\n  --add-maintenance-exclusion-start ${start}T00:00:00Z --add-maintenance-exclusion-end ${end}T00:00:00Z --add-maintenance-exclusion-scope no_upgrades`;
  const three = [freeze("q1", "2026-03-16", "2026-04-06"), freeze("q2", "2026-06-15", "2026-07-06"), freeze("q3", "2026-09-14", "2026-10-05")];
  await box(page).fill([forms.json, ...three].join("\n"));
  await expect(sentence(page)).toHaveText(said);
  await expect(verdict(page)).toHaveText(/^Accepted/);
  await box(page).fill([...three, freeze("audit", "2026-11-01", "2026-12-01"), forms.json].join("\n"));
  await expect(verdict(page)).toHaveText("Not accepted");
  await expect(sentence(page)).toHaveText(said);
  await expect(page.locator(".fixes li").first()).toBeVisible();
});

test("several clusters in one text: each with its name and verdict, and a fix that leaves the others as they are", async ({ page }) => {
  await open(page);
  const short = (name, location) => JSON.stringify({ name, location, maintenancePolicy: { window: { recurringWindow: { ...policy.window.recurringWindow, window: { startTime: START, endTime: "2025-04-05T08:00:00Z" }, recurrence: "FREQ=WEEKLY;BYDAY=SA" } } } });
  await box(page).fill([JSON.stringify(cluster), short("stage", "us-east1"), short("dev", "us-east1")].join("\n"));
  const rows = page.getByRole("list", { name: "Clusters in the text" }).getByRole("button");
  await expect(rows).toHaveText([
    /^prod in us-central1: Accepted, but open on Monday.*62 h/, /^stage in us-east1: Not accepted.*from 05:00 to 08:00 UTC/, /^dev in us-east1: Not accepted/,
  ]);
  await expect(rows.first()).toHaveAttribute("aria-pressed", "true");
  // The glyph stands beside the name.
  const [glyph, name] = [await rows.first().locator(".i").boundingBox(), await rows.first().locator("b").boundingBox()];
  expect(glyph.x + glyph.width).toBeLessThanOrEqual(name.x);
  expect(Math.abs(glyph.y + glyph.height / 2 - name.y - name.height / 2)).toBeLessThan(4);
  await expect(read(page)).not.toContainText("ignored");
  await expect(sentence(page)).toHaveText(said);
  await rows.last().click();
  await expect(verdict(page)).toHaveText("Not accepted");
  await expect(sentence(page)).toHaveText("Open every week on Saturday from 05:00 to 08:00 UTC, 3 h each.");
  await sound(page, "clusters");
  await shot(page, "checker-clusters");
  // The values stand twice in the text, which becomes descriptions of all.
  await page.locator(".fixes").getByRole("button", { name: /^Use/ }).first().click();
  await expect(rows).toHaveText([/^prod in us-central1: Accepted/, /^stage in us-east1: Not accepted/, /^dev in us-east1: Accepted/]);
  await expect(rows.last()).toHaveAttribute("aria-pressed", "true");
  await expect(box(page)).toHaveValue(/"name": "prod"[^]*"us-central1"[^]*"name": "stage"[^]*T08:00[^]*"name": "dev"[^]*T09:00/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "checker-clusters-phone");
  await box(page).fill(forms.rrule);
  await expect(rows).toHaveCount(0);
});
