// The scenario as text beside the stage: what no native test can tell is that the field keeps what is typed, and that it, the
// forms, the run and the undo follow each other.
import { test, expect } from "./fixture.mjs";
import { fits, kept, open, phone, ran, shot, sound } from "./steps.mjs";

const field = (page) => page.locator("#scenario-text");
const state = (page) => page.locator("#as-text-state");
const found = (page) => page.locator(".as-text-found button");
const format = (page, name) => page.locator(".as-text").getByRole("button", { name, exact: true }).click();

/** Replaces a piece of the text, as by typing. */
const type = async (page, piece, by) => {
  await field(page).evaluate((area, piece) => {
    const at = area.value.indexOf(piece);
    if (at < 0) throw new Error(`no ${piece} in ${area.value}`);
    area.focus();
    area.setSelectionRange(at, at + piece.length);
  }, piece);
  await page.keyboard.type(by);
};

const selected = (page) => field(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));

test("what is clicked is in the text, and what is typed is in the run and the forms; both are steps of undo", async ({ page }) => {
  const first = await open(page, "docs-5-nodes");
  await page.getByRole("button", { name: "Open as text" }).click();
  await expect(field(page)).toBeFocused();
  await format(page, "JSON");
  await expect(field(page)).toHaveValue(/"maxSurge": 2/);
  await sound(page, "the scenario as text");
  await shot(page, "text-json");

  await type(page, '"maxSurge": 2', '"maxSurge": 3');
  const second = await ran(page, first);
  await expect(state(page)).toContainText("agree");
  await expect(page.getByRole("button", { name: "Undo: text" })).toBeVisible();
  await page.keyboard.press("Control+z");
  expect(await ran(page, second)).toBe(first);
  await expect(field(page)).toHaveValue(/"maxSurge": 2/);
  await page.keyboard.press("Control+Shift+z");
  expect(await ran(page, first)).toBe(second);

  await page.getByRole("button", { name: "Back to the forms" }).click();
  await expect(page.getByRole("button", { name: "Open as text" })).toBeFocused();
  const surge = page.locator("#pool-upgradeSettings-maxSurge");
  await expect(surge).toHaveValue("3");
  await surge.fill("4");
  await page.keyboard.press("Enter");
  await ran(page, second);
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Open as text" }).click();
  await expect(field(page)).toHaveValue(/"maxSurge": 4/);
});

test("a text that can't be read names its line and changes nothing, and a finding selects its line", async ({ page }) => {
  const first = await open(page, "docs-5-nodes");
  await page.getByRole("button", { name: "Open as text" }).click();
  await format(page, "JSON");
  await type(page, '"maxSurge": 2', '"maxSurge": ');
  await expect(state(page)).toContainText("stay as they were");
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(found(page)).toContainText("expected value at line");
  await shot(page, "text-broken");
  await sound(page, "a text that can't be read");
  expect(await ran(page)).toBe(first);
  await page.keyboard.type("-1");
  await expect(page.locator(".notices")).toContainText("last");
  await expect(found(page).first()).toContainText(/Line \d+/);
  await found(page).first().click();
  expect(await selected(page)).toContain('"maxSurge": -1');
  await shot(page, "text-finding");
});

test("YAML is read as it is written, and a command of gcloud that is changed by hand changes the pool", async ({ page }) => {
  const first = await open(page, "three-zones");
  await page.keyboard.press("e");
  await format(page, "YAML");
  await type(page, "replicas: 36", "replicas: 30");
  const second = await ran(page, first);
  await kept(page, '"replicas": 30');
  await shot(page, "text-yaml");
  await type(page, "pools:", "pools: [");
  await expect(state(page)).toContainText("stay as they were");
  expect(await ran(page)).toBe(second);

  await format(page, "gcloud");
  await expect(field(page)).toHaveValue(/node-pools create web-pool [^]*--max-surge-upgrade=3 /);
  await shot(page, "text-gcloud");
  await type(page, "--max-surge-upgrade=3", "--max-surge-upgrade=2");
  await ran(page, second);
  await kept(page, '"maxSurge": 2');
  await kept(page, '"nodeCreate"');
  await page.reload();
  await ran(page);
  await page.keyboard.press("e");
  await expect(field(page)).toHaveValue(/--max-surge-upgrade=2 /);
});

test("on a phone the text is a sheet", async ({ page }) => {
  await page.setViewportSize(phone.viewport);
  await open(page, "docs-5-nodes");
  await page.locator(".setup-button").click();
  await page.getByRole("button", { name: "Open as text" }).click();
  await expect(field(page)).toBeVisible();
  await fits(page, "the text on a phone");
  await shot(page, "text-phone");
});
