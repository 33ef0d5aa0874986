// The setup: its fields, what Escape closes, what stays after an edit that can't be used, and its script.
import { fresh, test, expect } from "./fixture.mjs";
import { digestOf, html, open, openScenario, phone, ran, reach, shot, sound } from "./steps.mjs";

const surge = (page) => page.locator("#pool-upgradeSettings-maxSurge");
const type = async (page, text) => {
  await surge(page).fill(text);
  await page.keyboard.press("Enter");
};

test("the button that makes a range of a time stands within its row", async ({ page }) => {
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

test("versions and labels are read as a whole in a narrow setup", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openScenario(page, {
    version: 1, name: "long words", cluster: { location: "us-central1-a", currentMasterVersion: "1.34.1-gke.3000000" },
    pools: [{ name: "web", version: "1.33.5-gke.1162000", initialNodeCount: 3, config: { machineType: "e2-standard-4" } }],
    workloads: [{ kind: "Deployment", name: "api", replicas: 3 }],
    budgets: [{ name: "api-pdb", selector: { matchLabels: { app: "api" } }, minAvailable: 1 }],
    script: [{ at: "0s", do: "upgrade", pool: "web", version: "1.34.1-gke.3000000" }],
  });
  await page.getByRole("button", { name: /^Plan & actions/ }).click();
  await expect(page.getByLabel(/^Target version/).last()).toBeVisible();
  for (const field of await page.locator(".setup .fld .txt:visible").all()) {
    if (!/gke/.test((await field.inputValue()) + (await field.getAttribute("placeholder")))) continue;
    expect(await field.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: /^Workloads/ }).click();
  await page.locator(".part-card", { hasText: "api-pdb" }).last().getByRole("button", { expanded: false }).click();
  const label = page.locator(".setup label", { hasText: /^Limit/ });
  await expect(label).toBeVisible();
  expect((await label.boundingBox()).height).toBeLessThan(40);
});

test("Escape closes the setup where it lies over the stage, and leaves it beside the stage", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const setup = page.locator(".setup");
  await page.keyboard.press("Escape");
  await expect(setup).toBeVisible();
  const button = page.locator(".setup-button");
  for (const [width, height] of [[800, 600], [390, 844], [1280, 480]]) {
    await page.setViewportSize({ width, height });
    await expect(button).toBeVisible();
    if (await setup.isVisible()) await page.keyboard.press("Escape");
    await expect(setup).toHaveCount(0);
    for (const inside of [null, "#pool-upgradeSettings-maxSurge"]) {
      await button.click();
      await expect(setup).toBeVisible();
      if (inside) await page.locator(inside).focus();
      await page.keyboard.press("Escape");
      await expect(setup).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
});

test("a number that can't be used stays as typed with its reason, and the last run stays, marked as such", async ({ page }) => {
  const before = await open(page, "docs-5-nodes");
  const stale = page.locator(".stats .stale");
  await expect(stale).toHaveCount(0);
  for (const [text, why, runs] of [["abc", "Write an integer, 0 or more.", false], ["-1", "Write an integer, 0 or more.", false], ["99", "GKE upgrades at most 20.", true]]) {
    await type(page, text);
    await expect(surge(page)).toHaveAttribute("aria-invalid", "true");
    await expect(surge(page)).toHaveAccessibleDescription(new RegExp(why));
    await expect(surge(page)).toHaveValue(text);
    await expect(page.locator(".notice.bad")).toHaveCount(runs ? 0 : 1);
  }
  await page.getByRole("button", { name: "Max surge: decrease" }).press("Enter");
  await expect(surge(page)).toHaveValue("98");
  await type(page, "2");
  await expect(surge(page)).not.toHaveAttribute("aria-invalid");
  await type(page, "");
  await expect(surge(page)).toHaveValue("2");
  await expect(html(page)).toHaveAttribute("data-digest", before);
  await type(page, "-1");
  await expect(page.locator(".notice.bad")).toContainText("Still showing the last successful run.");
  await expect(stale).toBeVisible();
  await expect(page.locator("#inspector-findings .stale")).toBeVisible();
  await expect(html(page)).toHaveAttribute("data-digest", before);
  await sound(page, "an edit that can't be used");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(stale).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await type(page, "1");
  await expect(stale).toHaveCount(0);
});

test("a scenario that can't run says why on the stage, and runs when its field is corrected, which keeps the focus", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  const pools = [{ name: "a", version: "1.33.5-gke.100", initialNodeCount: 3, upgradeSettings: { maxSurge: 1.5 } }];
  await page.locator("#import-text").fill(JSON.stringify({ version: 1, pools, script: [{ at: "0s", do: "upgrade", pool: "a", version: "1.34" }] }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.locator("#main .caption")).toHaveText(/^Can't be simulated yet: maxSurge is 1.5/);
  await expect(page.locator("#main")).toHaveAttribute("aria-busy", "false");
  await type(page, "1");
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(surge(page)).toBeFocused();
});

const actions = (page) => page.getByRole("button", { name: /^Plan & actions/ });
const add = (page) => page.getByRole("button", { name: "At the playhead" });

test("a script entry is added at the playhead and removed, and another waits for its predecessor or a pause", async ({ page }) => {
  const before = await open(page, "docs-5-nodes");
  await page.locator(".play").focus();
  await page.keyboard.press("3");
  await actions(page).click();
  await add(page).click();
  await expect(page.locator(".script li")).toHaveCount(2);
  await ran(page, before);
  await page.getByRole("button", { name: "Remove: Rollout" }).click();
  await expect(html(page)).toHaveAttribute("data-digest", before);
  const pool = (name) => ({ name, version: "1.32.9-gke.1000000", initialNodeCount: 2, config: { machineType: "e2-standard-4" } });
  const upgrade = (name, more) => ({ do: "upgrade", pool: name, version: "1.33", ...more });
  await openScenario(page, { version: 1, name: "two", cluster: { location: "us-central1-a", currentMasterVersion: "1.33.5-gke.100" }, pools: [pool("a"), pool("b")], script: [upgrade("a", { at: "0s" }), upgrade("b", { at: "0s" })] });
  await expect(page.locator(".scenario-name")).toHaveValue("two");
  const waits = page.getByLabel("Waits for: Upgrade").last();
  let digest = await digestOf(page);
  await waits.selectOption({ label: "the end of a" });
  digest = await ran(page, digest);
  await page.getByLabel("Pause before: Upgrade").last().fill("10m");
  await page.keyboard.press("Tab");
  digest = await ran(page, digest);
  await waits.selectOption("");
  digest = await ran(page, digest);
  for (const words of [/^Time/, /^Waits for/]) await expect(page.locator(".script > li").last().locator("label", { hasText: words })).toBeVisible();
  // A pool that nothing upgrades is what a new action is about.
  await page.getByRole("button", { name: "Remove: Upgrade" }).last().click();
  digest = await ran(page, digest);
  await expect(page.locator("#action-target")).toHaveValue("b");
  await add(page).click();
  await ran(page, digest);
  await expect(page.locator(".script > li").last().locator(".what")).toHaveText("Upgrade b");
  await expect(page.locator(".script .warns, .script .error")).toHaveCount(0);
});

const added = async (page, before) => {
  await ran(page, before);
  const entry = page.locator(".script > li").last();
  await expect(entry.locator(".what")).toHaveText("Rollout default/web");
  // The choice of what it waits for ends with its arrow.
  const [choice, arrow] = [await entry.locator(".sel select").boundingBox(), await entry.locator(".sel .i").boundingBox()];
  expect(arrow.x + arrow.width).toBeLessThanOrEqual(choice.x + choice.width);
  await sound(page, "rollout");
};

test("a rollout is added by the keyboard alone", async ({ page }) => {
  const before = await open(page, "docs-5-nodes");
  await reach(page, actions(page));
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

fresh.describe("on a phone, in dark colors", () => {
  fresh.use({ ...phone, colorScheme: "dark" });
  fresh("a rollout is added in the sheet of the setup", async ({ page }) => {
    const before = await open(page, "docs-5-nodes");
    await page.locator(".setup-button").tap();
    await actions(page).tap();
    await page.locator("#action-verb").selectOption("rollout");
    await page.locator("#action-target").selectOption("default/web");
    await add(page).tap();
    await added(page, before);
    await shot(page, "setup-phone");
  });
});
