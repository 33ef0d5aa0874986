// The setup: its fields, what Escape closes, and figures after an impossible edit.
import { test, expect } from "./fixture.mjs";
import { digestOf, openAddress as open, phone, ran, reach, shot, sound } from "./steps.mjs";

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
  await page.locator("#pool-upgradeSettings-maxSurge").fill("-1");
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

test.describe("a rollout of a Deployment is added", () => {
  const button = (page) => page.getByRole("button", { name: /^Actions/ });
  const add = (page) => page.getByRole("button", { name: "At the playhead" });
  const added = async (page, before) => {
    await ran(page, before);
    const entry = page.locator(".script > li").last();
    await expect(entry.locator(".what")).toHaveText("Rollout default/web");
    // A phone shows the log below, and only the rows in sight.
    if (page.viewportSize().width > 400) await expect(page.locator(".log")).toContainText("web rollout of revision 2 started");
    // The choice of what it waits for ends with its arrow.
    const [choice, arrow] = [await entry.locator(".sel select").boundingBox(), await entry.locator(".sel .i").boundingBox()];
    expect(arrow.x + arrow.width).toBeLessThanOrEqual(choice.x + choice.width);
    await sound(page, "rollout");
  };

  for (const [name, use] of [
    ["in a wide window", { viewport: { width: 1440, height: 900 } }],
    ["in a wide window, dark", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
    ["on a phone", phone],
    ["on a phone, dark", { ...phone, colorScheme: "dark" }],
  ]) {
    test.describe(name, () => {
      test.use(use);
      test("by mouse", async ({ page }) => {
        await open(page, "docs-5-nodes");
        if (use.isMobile) await page.locator(".setup-button").click();
        const before = await digestOf(page);
        await button(page).click();
        await page.locator("#action-verb").selectOption("rollout");
        await page.locator("#action-target").selectOption("default/web");
        await expect(page.locator(".new-action")).toContainText("as kubectl rollout restart does");
        await add(page).click();
        await added(page, before);
        await shot(page, `setup-rollout-${name.replaceAll(/\W+/g, "-")}`);
      });
    });
  }

  test("by the keyboard alone", async ({ page }) => {
    await open(page, "docs-5-nodes");
    const before = await digestOf(page);
    await reach(page, button(page));
    await page.keyboard.press("Enter");
    await reach(page, page.locator("#action-verb"));
    await page.keyboard.type("Rollo");
    await expect(page.locator("#action-verb")).toHaveValue("rollout");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("#action-target")).toHaveValue("default/web");
    await reach(page, add(page));
    await page.keyboard.press("Enter");
    await added(page, before);
  });

  test("only if there is one", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty .btn.pri").click();
    await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
    await use(page).click();
    await ran(page);
    await button(page).click();
    await page.locator("#action-verb").selectOption("rollout");
    await expect(page.locator(".new-action")).toContainText("The scenario has no Deployment.");
    await expect(add(page)).toBeDisabled();
  });
});
