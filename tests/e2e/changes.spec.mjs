// The changes since the scenario was opened: each is undone alone, and all are copied for other tools.
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, fits, open, phone, ran, shot, sound } from "./steps.mjs";

const set = async (page, field, value, before) => {
  await page.locator(`#pool-upgradeSettings-${field}`).fill(value);
  await page.keyboard.press("Enter");
  return ran(page, before);
};
const dialog = (page) => page.locator("dialog[open]");
const listed = (page) => page.locator("#changes li");
const text = (page) => page.locator("#changes-text");
const as = (page, name) => dialog(page).getByRole("button", { name, exact: true }).click();

test("a change is undone alone, comes back by a key, and the others are copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const first = await open(page, "docs-5-nodes");
  const second = await set(page, "maxSurge", "3", first);
  const third = await set(page, "maxUnavailable", "2", second);
  const button = page.getByRole("button", { name: "2 changes" });
  await button.click();
  await expect(listed(page)).toHaveText([/default-pool.*maxSurge 2 → 3/, /default-pool.*maxUnavailable 1 → 2/]);
  await expect(text(page)).toHaveValue(/"path":"\/pools\/0\/upgradeSettings\/maxSurge","value":3/);
  await sound(page, "changes");
  await shot(page, "changes");

  await listed(page).first().getByRole("button").click();
  await expect(listed(page)).toHaveCount(1);
  const without = await ran(page, third);
  await expect(page.locator("#changes")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(listed(page)).toHaveCount(2);
  expect(await ran(page, without)).toBe(third);

  await as(page, "gcloud");
  await expect(text(page)).toHaveValue(/--max-surge-upgrade=3 --max-unavailable-upgrade=2/);
  await as(page, "Copy");
  expect(await clipboard(page)).toBe(await text(page).inputValue());
  await as(page, "YAML for kubectl");
  await expect(text(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText("has nothing for these changes");
  await as(page, "Undo all");
  await expect(dialog(page)).toContainText("Nothing has changed");
  expect(await ran(page, third)).toBe(first);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/#preset=docs-5-nodes/);
});

test("what a later change depends on stays, and the palette opens the list", async ({ page }) => {
  const first = await open(page, "docs-5-nodes");
  const second = await set(page, "maxSurge", "3", first);
  // An edit of another field ends the step.
  const third = await set(page, "maxUnavailable", "2", second);
  await set(page, "maxSurge", "4", third);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("changes since");
  await page.keyboard.press("Enter");
  const undo = listed(page).getByRole("button");
  await expect(undo).toHaveCount(3);
  await expect(undo.first()).toHaveAttribute("aria-disabled", "true");
  await expect(listed(page).first()).toContainText("Undo that one first");
  await sound(page, "a change that stays");
});

fresh.describe("on a phone", () => {
  fresh.use({ ...phone, colorScheme: "dark" });
  fresh("the list opens from the sheet of the setup", async ({ page }) => {
    const first = await open(page, "docs-5-nodes");
    await page.locator(".setup-button").tap();
    await set(page, "maxSurge", "3", first);
    await page.locator(".sheet-tools").getByRole("button", { name: "1 change" }).tap();
    await expect(listed(page)).toHaveCount(1);
    await fits(page, "changes");
    await shot(page, "changes-phone");
  });
});
