// The setup: its fields, what Escape closes, and figures after an impossible edit.
import { test, expect } from "./fixture.mjs";
import { openAddress as open, ran, sound } from "./steps.mjs";

const scenario = (name) => JSON.stringify({ version: 1, name, pools: [{ name, version: "1.33", initialNodeCount: 3 }] });
const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(content) });
const files = (page) => page.locator(".files .file b");
const use = (page) => page.getByRole("button", { name: "Use", exact: true });

test("a time is a range by a button in its own row", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.getByRole("button", { name: /^Assumptions/ }).click();
  for (const row of await page.locator(".duration").all()) {
    const [outer, inner] = [await row.boundingBox(), await row.locator(".spread").boundingBox()];
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  }
  await page.getByRole("button", { name: "Boot a node as p10, p50, and p90" }).click();
  await expect(page.locator(".duration").first().locator(".part")).toHaveCount(3);
});

test("Escape closes the text of a scenario alone, and keeps what was edited in it", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await page.getByRole("button", { name: "Open as text" }).click();
  const text = page.locator("#import-json");
  await expect(text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open as text" })).toBeFocused();
  await expect(page.locator("dialog footer")).toContainText("Nothing is replaced until you press Use");
  await page.keyboard.press("Enter");
  await text.fill((await text.inputValue()).replace('"web-pool"', '"other-pool"'));
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog footer")).toContainText("You edited the text");
  await use(page).click();
  await ran(page);
  await expect(page.locator(".scenario-name")).toHaveValue("other-pool");
});

for (const [width, height] of [[800, 600], [390, 844], [1280, 480]]) {
  test(`Escape closes the setup where it lies over the stage (${width} by ${height})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "docs-5-nodes");
    const setup = page.locator(".setup");
    const button = page.locator(".setup-button");
    for (const inside of [null, "#pool-upgradeSettings-maxSurge"]) {
      await button.click();
      await expect(setup).toBeVisible();
      if (inside) await page.locator(inside).focus();
      await page.keyboard.press("Escape");
      await expect(setup).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });
}

test("beside the stage the setup stays when Escape is pressed", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.keyboard.press("Escape");
  await expect(page.locator(".setup")).toBeVisible();
});

test("a number out of range stays as typed and says the range, and the last good run stays", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const surge = page.locator("#pool-upgradeSettings-maxSurge");
  const typed = async (text) => {
    await surge.fill(text);
    await page.keyboard.press("Enter");
  };
  for (const [text, why, runs] of [["abc", "Write an integer, 0 or more.", false], ["-1", "Write an integer, 0 or more.", false], ["99", "GKE upgrades at most 20.", true]]) {
    await typed(text);
    await expect(surge).toHaveAttribute("aria-invalid", "true");
    await expect(surge).toHaveAccessibleDescription(new RegExp(why));
    await expect(surge).toHaveValue(text);
    await expect(page.locator(".notice.bad")).toHaveCount(runs ? 0 : 1);
  }
  await sound(page, "a number out of range");
  await page.getByRole("button", { name: "Max surge: decrease" }).press("Enter");
  await expect(surge).toHaveValue("98");
  await typed("2");
  await expect(surge).not.toHaveAttribute("aria-invalid");
  await typed("");
  await expect(surge).toHaveValue("2");
});

test("after an impossible edit the sums say that they are those of the last good run", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const stale = page.locator(".stats .stale");
  await expect(stale).toHaveCount(0);
  await page.locator("#pool-upgradeSettings-maxUnavailable").fill("0");
  await page.keyboard.press("Enter");
  await page.locator("#pool-upgradeSettings-maxSurge").fill("0");
  await page.keyboard.press("Enter");
  await expect(page.locator(".notice.bad")).toContainText("Still showing the last successful run.");
  await expect(stale).toContainText("Last successful run");
  await expect(page.locator("#inspector-findings .stale")).toContainText("Results of the last successful run");
  await sound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(stale).toBeVisible();
  await expect(page.locator(".peek")).toContainText("Last successful run: ");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("#pool-upgradeSettings-maxSurge").fill("1");
  await page.keyboard.press("Enter");
  await expect(stale).toHaveCount(0);
});
