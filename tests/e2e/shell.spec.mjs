// The page around the stage: sheets on a phone, keys, and the messages before there is a run.
import { readFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";
import { openAddress, phone, sound } from "./steps.mjs";

const upright = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const onItsSide = { ...upright, viewport: { width: 844, height: 390 } };
const run = (page) => expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
const open = async (page, preset = "docs-5-nodes") => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await run(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const paste = async (page, scenario) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify(scenario));
  await page.getByRole("button", { name: "Use", exact: true }).click();
};
const pool = (settings, upgrade) => ({
  version: 1,
  pools: [{ name: "a", version: "1.33.5-gke.100", initialNodeCount: 3, upgradeSettings: settings }],
  ...(upgrade && { script: [{ at: "0s", do: "upgrade", pool: "a", version: upgrade }] }),
});
const box = (locator) => locator.boundingBox();

test.describe("on a phone", () => {
  test.use(upright);
  const ask = async (page) => {
    const stage = await box(page.locator(".stage-canvas"));
    await page.touchscreen.tap(stage.x + 60, stage.y + 70);
    await expect(page.locator("#inspector-why")).toBeVisible();
  };
  for (const close of [".sheet-close", ".grab"]) {
    test(`the answer's sheet is closed by ${close}`, async ({ page }) => {
      await open(page);
      await ask(page);
      await page.locator(`#inspector-why ${close}`).tap();
      await expect(page.locator("#inspector-why")).toBeHidden();
      await page.keyboard.press("End");
      await expect(page.locator(".clk")).not.toContainText("+00:00");
    });
  }
  test("everything can be scrolled out from under the sheet", async ({ page }) => {
    await open(page);
    await ask(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [log, sheet] = [await box(page.locator(".log")), await box(page.locator("#inspector-why"))];
    expect(log.y + log.height).toBeLessThanOrEqual(sheet.y + 1);
  });
  test("what the run came to is in sight, and leads to the findings", async ({ page }) => {
    await open(page, "pdb-never-moves");
    const peek = page.getByRole("button", { name: /^The upgrade finishes, but 3 Pods are forced out/ });
    await expect(peek).toBeInViewport();
    await peek.tap();
    await expect(page.getByRole("tab", { name: /Findings/ })).toBeFocused();
    const [bar, head] = [await box(page.getByRole("banner")), await box(page.getByRole("tab", { name: /Findings/ }))];
    expect(head.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(head.y).toBeLessThan(200);
    await page.keyboard.press("w");
    await expect(page.getByRole("tab", { name: "Why?" })).toBeInViewport();
  });
  test("speed and loop are in the setup, and what is touched is large enough", async ({ page }) => {
    await open(page);
    await page.locator(".setup-button").tap();
    await page.locator("#sheet-speed").selectOption("60");
    await page.locator(".sheet-tools").getByRole("button", { name: /^Loop/ }).tap();
    await expect(page.locator(".sheet-tools").getByRole("button", { name: /^Loop/ })).toHaveAttribute("aria-pressed", "true");
    for (const place of [".acc .h", ".entry summary", ".log .event"]) {
      expect((await box(page.locator(place).first())).height, place).toBeGreaterThanOrEqual(44);
    }
  });
});

test.describe("on a phone on its side", () => {
  test.use(onItsSide);
  test("the timeline begins below the stage", async ({ page }) => {
    await open(page);
    const [stage, timeline] = [await box(page.locator(".stage-canvas")), await box(page.locator(".tl"))];
    expect(timeline.y).toBeGreaterThanOrEqual(stage.y + stage.height);
  });
});

test("keys work after a preset, from the start page and from the dialog", async ({ page }) => {
  await open(page);
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.locator(".stats")).toContainText("100 %");
  await page.locator(".bar .presets").click();
  await page.locator("dialog [data-preset=three-zones]").click();
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
});

test("a file with an error says why there is no run, and can be mended", async ({ page }) => {
  await paste(page, pool({ maxSurge: 1.5 }, "1.34"));
  await expect(page.locator("#main .caption")).toHaveText(/^Can't be simulated yet: maxSurge is 1.5; it counts nodes/);
  await expect(page.locator("#main")).toHaveAttribute("aria-busy", "false");
  await page.locator("#pool-upgradeSettings-maxSurge").fill("1");
  await page.keyboard.press("Enter");
  await run(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
  // A user who is typing keeps the focus.
  await expect(page.locator("#pool-upgradeSettings-maxSurge")).toBeFocused();
});

test("a pool of another strategy is shown as what it is", async ({ page }) => {
  const scenario = pool({ strategy: "BLUE_GREEN", blueGreenSettings: { autoscaledRolloutPolicy: {} } });
  scenario.pools[0].autoscaling = { enabled: true, minNodeCount: 1, maxNodeCount: 10 };
  await paste(page, scenario);
  await expect(page.locator("#pool-strategy")).toHaveValue("BLUE_GREEN");
  await expect(page.locator(".setup")).not.toContainText("Upgrade at 0 s");
  await expect(page.locator("#inspector-findings")).toContainText("Upgrades by autoscaled BLUE_GREEN are not simulated yet");
  await page.getByRole("button", { name: "Use a standard policy" }).click();
  await expect(page.locator("#pool-batch")).toBeVisible();
  await expect(page.locator(".setup")).toContainText("Upgrade at 0 s");
});

test("a dump of kubectl shows the version that it is upgraded to", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  const dump = JSON.parse(readFileSync("tests/fixtures/import/kubectl/everything/all.json", "utf8"));
  await page.locator("#import-text").fill(JSON.stringify(dump));
  await expect(page.locator(".report")).toContainText("web-pool to 1.34, the next minor version");
  await expect(page.locator(".report")).toContainText("a Pod uses all of its grace");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.locator("#pool-target")).toHaveValue("1.34");
});

test("the commands for the files can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  const commands = page.locator(".obtain .cmd");
  await expect(commands).toHaveCount(3);
  await commands.nth(1).locator(".copy").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^gcloud container clusters describe /);
});

for (const [width, height] of [[1280, 480], [844, 390], [390, 844], [1280, 800]]) {
  test(`Share can be seen at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAddress(page, "docs-5-nodes");
    const share = page.locator(".bar .share");
    for (const hover of [false, true]) {
      if (hover) await share.hover();
      const { ink, ground } = await share.evaluate((element) => {
        const grounds = [];
        for (let at = element; at; at = at.parentElement) grounds.push(getComputedStyle(at).backgroundColor);
        return { ink: getComputedStyle(element).color, ground: grounds.find((one) => one !== "rgba(0, 0, 0, 0)") };
      });
      expect(ink).not.toBe(ground);
    }
    await page.mouse.move(0, 0);
    await sound(page);
  });
}

test("figures that have no room are gone as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await openAddress(page, "three-zones");
  await page.screenshot({ path: "target/e2e-shots/shell-800.png" });
  const edge = await page.locator(".stats").boundingBox();
  for (const stat of await page.locator(".stats .stat").all()) {
    const box = await stat.boundingBox();
    if (!box || box.y >= edge.y + edge.height) continue;
    expect(box.x + box.width).toBeLessThanOrEqual(edge.x + edge.width + 1);
  }
});

test.describe("on a phone", () => {
  test.use(phone);
  test("the bar says what is open, and the setup has the rest", async ({ page }) => {
    await openAddress(page, "three-zones");
    await expect(page.locator(".bar .brief")).toHaveText("SURGE 3 + 1 per zone, 12 nodes");
    await expect(page.locator(".bar .presets")).toBeHidden();
    expect((await page.locator(".scenario-name").boundingBox()).width).toBeGreaterThan(165);
    await page.locator(".setup-button").tap();
    await page.locator(".sheet-head").getByRole("button", { name: "Dark theme" }).tap();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.locator(".sheet-head").getByRole("button", { name: "Presets" }).tap();
    await page.locator("dialog [data-preset=docs-5-nodes]").tap();
    await expect(page.locator(".scenario-name")).toHaveValue(/^Five nodes/);
  });
  test("what happens now stands below the bar, and not behind it", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty [data-preset=three-zones]").tap();
    await expect(page.locator("#main")).toBeFocused();
    await expect(page.locator(".caption")).toBeVisible();
    // The caption may be drawn anew at that moment.
    await expect(async () => {
      const [bar, caption] = [await page.locator(".bar").boundingBox(), await page.locator(".caption").boundingBox()];
      expect(caption.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
    }).toPass();
  });
  test("what is refused is seen without a second scroll bar", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty .btn.pri").tap();
    const json = (name) => ({ name, mimeType: "application/json", buffer: Buffer.from('{"items":[1,') });
    await page.locator("#import-files").setInputFiles(["a.json", "b.json", "c.json", "d.json", "e.json", "f.json"].map(json));
    await expect(page.locator(".file .error")).toHaveCount(6);
    expect(await page.locator(".files").evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(1);
    const remove = await page.locator(".file button").first().boundingBox();
    expect(Math.min(remove.width, remove.height)).toBeGreaterThanOrEqual(44);
  });
});
