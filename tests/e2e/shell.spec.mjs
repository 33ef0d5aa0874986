// The page around the stage: sheets, bars and menus in small windows.
import { fresh, test, expect } from "./fixture.mjs";
import { clock, fits, html, open, phone, ran, shot, sound } from "./steps.mjs";

const box = (locator) => locator.boundingBox();
const why = (page) => page.locator("#inspector-why");

fresh.describe("on a phone", () => {
  fresh.use(phone);
  const ask = async (page) => {
    const stage = await box(page.locator(".stage-canvas"));
    await page.touchscreen.tap(stage.x + 60, stage.y + 70);
    await expect(why(page)).toBeVisible();
  };
  fresh("the sheet of an answer is closed by its button and by its handle, and the page scrolls out from under it", async ({ page }) => {
    await open(page, "docs-5-nodes");
    await ask(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [log, sheet] = [await box(page.locator(".log")), await box(why(page))];
    expect(log.y + log.height).toBeLessThanOrEqual(sheet.y + 1);
    for (const close of [".sheet-close", ".grab"]) {
      await page.evaluate(() => scrollTo(0, 0));
      if (await why(page).isHidden()) await ask(page);
      await why(page).locator(close).tap();
      await expect(why(page)).toBeHidden();
    }
    await page.keyboard.press("End");
    await expect(clock(page)).not.toHaveText("+00:00");
  });
  fresh("the outcome is in sight and leads to the findings, which fit the page below the bar, as does the story", async ({ page }) => {
    await open(page, "pdb-never-moves");
    const peek = page.getByRole("button", { name: /^Finishes, but 3 Pods are forced out/ });
    await expect(peek).toBeInViewport();
    await peek.tap();
    const tab = page.getByRole("tab", { name: /Findings/ });
    await expect(tab).toBeFocused();
    await expect(tab).toBeInViewport();
    const [bar, head] = [await box(page.getByRole("banner")), await box(tab)];
    expect(head.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    const findings = page.locator("#inspector-findings");
    await expect(findings.locator(".stand")).toContainText(/tried/);
    await expect(findings.locator(".forecast")).toBeVisible();
    const row = findings.locator(".change > table .alt").first();
    const [outer, inner] = [await box(row), await box(row.locator(".btn"))];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    await fits(page, "findings");
    await page.getByRole("tab", { name: "Story" }).tap();
    await expect(page.locator(".event[aria-current]")).toBeVisible();
    expect((await box(page.locator(".log.whole .scroller"))).height).toBeGreaterThan(300);
    await fits(page, "story");
    await sound(page, "story on a phone");
    await page.keyboard.press("w");
    await expect(page.getByRole("tab", { name: "Why?" })).toBeInViewport();
  });
  fresh("speed, loop, theme and presets are in the setup, and what is touched is large enough", async ({ page }) => {
    await open(page, "three-zones");
    await expect(page.locator(".bar .presets")).toBeHidden();
    await page.locator(".setup-button").tap();
    await page.locator("#sheet-speed").selectOption("60");
    const loop = page.locator(".sheet-tools").getByRole("button", { name: /^Loop/ });
    await loop.tap();
    await expect(loop).toHaveAttribute("aria-pressed", "true");
    for (const place of [".acc .h", ".entry summary", ".log .event"]) {
      expect((await box(page.locator(place).first())).height, place).toBeGreaterThanOrEqual(44);
    }
    await page.locator(".sheet-head").getByRole("button", { name: "Dark theme" }).tap();
    await expect(html(page)).toHaveAttribute("data-theme", "dark");
    await page.locator(".sheet-head").getByRole("button", { name: "Presets" }).tap();
    await page.locator("dialog [data-preset=docs-5-nodes]").tap();
    await expect(page.locator(".scenario-name")).toHaveValue(/^Five nodes/);
  });
  fresh("the stage shows one zone, each has a tab, and the timeline is in sight", async ({ page }) => {
    await open(page, "three-zones");
    const tabs = page.locator(".zone-tabs button");
    await expect(tabs).toHaveCount(3);
    await expect(tabs.first()).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".tl")).toBeInViewport();
    await tabs.nth(1).tap();
    await expect(tabs.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator("[role=gridcell]").filter({ hasText: "web-pool-b-5" }).first()).toBeAttached();
    await fits(page, "zones");
    await sound(page, "zones on a phone");
  });
  fresh("the caption stands below the bar after a preset is opened, and the legend and the playhead can be hit", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty [data-preset=three-zones]").tap();
    await expect(page.locator("#main")).toBeFocused();
    await expect(page.locator(".caption")).toBeVisible();
    // The caption may be drawn anew at that moment.
    await expect(async () => {
      const [bar, caption] = [await box(page.locator(".bar")), await box(page.locator(".caption"))];
      expect(caption.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
    }).toPass();
    const legend = page.locator(".legend summary");
    expect((await box(legend)).height).toBeGreaterThanOrEqual(44);
    await legend.tap();
    await expect(page.locator(".legend-box")).toBeVisible();
    await fits(page, "legend");
    await page.locator(".tl").scrollIntoViewIfNeeded();
    const flag = await box(page.locator(".handle"));
    expect(flag.x).toBeGreaterThanOrEqual(0);
    expect(flag.width).toBeGreaterThan(40);
  });
  fresh("the halves of a blue-green pool stand below one another and fit the page", async ({ page }) => {
    await open(page, "blue-green-rollback-phase-3", "&t=18m");
    const head = (half) => page.locator("[role=row]").filter({ has: page.locator("[role=gridcell]") }).and(page.locator(`[aria-label^="web-pool, ${half}"]`)).first();
    await expect(head("Blue pool")).toBeAttached();
    await expect(head("Green pool")).toBeAttached();
    await fits(page, "blue-green");
    await shot(page, "blue-green-phone");
  });
});

fresh.describe("on a phone on its side", () => {
  fresh.use({ ...phone, viewport: { width: 844, height: 390 } });
  fresh("the timeline begins below the stage", async ({ page }) => {
    await open(page, "docs-5-nodes");
    const [stage, timeline] = [await box(page.locator(".stage-canvas")), await box(page.locator(".tl"))];
    expect(timeline.y).toBeGreaterThanOrEqual(stage.y + stage.height);
  });
});

test("Share has another color than its ground in every layout, also under the pointer", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const share = page.locator(".bar .share");
  for (const [width, height] of [[1280, 480], [844, 390], [390, 844], [1280, 800]]) {
    await page.setViewportSize({ width, height });
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
    await sound(page, `${width} by ${height}`);
  }
});

test("figures of the transport that have no room are gone as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await open(page, "three-zones");
  await shot(page, "shell-800");
  const edge = await box(page.locator(".stats"));
  for (const stat of await page.locator(".stats .stat").all()) {
    const [inner, line] = [await box(stat), await box(stat.locator(".."))];
    if (!inner || inner.y >= line.y + line.height) continue;
    expect(inner.x + inner.width).toBeLessThanOrEqual(edge.x + edge.width + 1);
  }
});

/** The words of the figures that are in sight; fails at one that is cut. */
const figures = async (page) => {
  const words = [];
  for (const line of await page.locator(".stats .line").all()) {
    const edge = await box(line);
    for (const stat of await line.locator(".stat").all()) {
      const inner = await box(stat);
      if (!inner || inner.y >= edge.y + edge.height) continue;
      expect(inner.x + inner.width).toBeLessThanOrEqual(edge.x + edge.width + 1);
      words.push((await stat.locator("small").textContent()).trim());
    }
  }
  return words;
};

test("the figures that are asked for first have room in the transport at each size, also after an edit", async ({ page }) => {
  const sizes = [[1440, 900, true], [1280, 720, true], [1024, 768, false], [390, 844, false]];
  const look = async (preset) => {
    for (const [width, height, all] of sizes) {
      await page.setViewportSize({ width, height });
      const wanted = all ? ["ends", "done", "forced out", "blocked"] : ["ends", "forced out"];
      await expect.poll(() => figures(page), `${preset} ${width}`).toEqual(expect.arrayContaining(wanted));
      if (all) await expect(page.locator(".stat[title]").first()).toBeVisible();
    }
  };
  for (const preset of ["holiday-freeze", "600-nodes-8-hour-weekend"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    const before = await open(page, preset);
    await page.locator("#main").focus();
    await page.keyboard.press("End");
    await look(preset);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Max surge: increase" }).click();
    await ran(page, before);
    await look(`${preset}, edited`);
    await shot(page, `figures-${preset}`);
  }
});

test("beside an answer the story keeps lines in sight, and the legend lies beside the nodes", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, "docs-5-nodes");
  await page.getByRole("tab", { name: "Why?" }).click();
  expect((await box(page.locator(".log .scroller"))).height).toBeGreaterThanOrEqual(120);
  await page.locator(".legend summary").click();
  for (const [width, height] of [[1280, 720], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    const [nodes, legend] = [await box(page.locator(".canvas-host")), await box(page.locator(".legend-box"))];
    expect(nodes.x + nodes.width).toBeLessThanOrEqual(legend.x);
    expect(legend.y + legend.height).toBeLessThanOrEqual((await box(page.locator(".tl"))).y);
    // The canvas is drawn for the room that the legend leaves.
    await expect.poll(() => page.locator(".stage-canvas").evaluate((canvas) => canvas.width / devicePixelRatio - canvas.clientWidth)).toBeCloseTo(0, 0);
    await expect(page.locator(".pages [aria-current]")).toBeVisible();
    const room = await page.locator(".caption").evaluate((caption) => caption.getBoundingClientRect().right - parseFloat(getComputedStyle(caption).paddingRight));
    expect(room).toBeLessThanOrEqual((await box(page.locator(".sights"))).x - 12);
  }
  // Its button leaves keys to the page.
  await page.locator(".legend summary").click();
  for (const key of ["End", "t"]) await page.keyboard.press(key);
  await expect(page.locator(".stage.tables")).toBeVisible();
  // Nothing is said beside the state: the state is whole.
  const state = page.locator(".tables tbody td:nth-child(2)").first();
  expect(await state.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});
