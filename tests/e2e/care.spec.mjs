// What a first visit trips over: what jumps, vanishes, is lost with a key, or promises more than it does.
import { test, expect } from "./fixture.mjs";
import { ran, sound } from "./steps.mjs";

const open = async (page, preset) => {
  await page.goto(`#preset=${preset}`);
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const scenario = (name) => JSON.stringify({ version: 1, name, pools: [{ name, version: "1.33", initialNodeCount: 3 }] });
const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(content) });
const files = (page) => page.locator(".files .file b");
const use = (page) => page.getByRole("button", { name: "Use", exact: true });
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}, text);
const now = (page) => page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuetext");

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

for (const [width, height] of [[1280, 480], [844, 390], [390, 844], [1280, 800]]) {
  test(`Share can be seen at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "docs-5-nodes");
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

test("with a scenario open, a name of an import's report replaces nothing", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await expect(page.locator(".four").getByRole("button", { name: "web-pool: open it on the stage" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  const digest = await ran(page);
  await page.locator(".bar .import").click();
  await expect(files(page)).toHaveText(["shop.json"]);
  const name = page.locator(".four bdi[title]").first();
  await expect(name).toHaveText("web-pool");
  await expect(name).toHaveAttribute("title", /^Press Use to show .* on the stage$/);
  await name.click();
  await expect(page.locator("dialog")).toBeVisible();
  expect(await ran(page)).toBe(digest);
  await expect(page.locator(".four").getByRole("button")).toHaveCount(0);
  await sound(page);
});

test("what was given stays until it is used or taken away", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await page.locator("#import-text").fill(scenario("batch"));
  await expect(files(page)).toHaveText(["shop.json", "Text in the box"]);
  await expect(page.locator(".four .box")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.locator(".empty .btn.pri").click();
  await expect(files(page)).toHaveText(["shop.json", "Pasted text 1"]);
  await expect(page.locator("#import-text")).toHaveValue("");
  await expect(use(page)).toBeEnabled();
  await page.getByRole("button", { name: "Remove all" }).click();
  await expect(files(page)).toHaveCount(0);
  await expect(page.locator("#import-text")).toBeFocused();
  await expect(use(page)).toBeDisabled();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await use(page).click();
  await ran(page);
  await page.locator(".bar .import").click();
  await expect(page.locator("#import-text")).toBeVisible();
  await expect(files(page)).toHaveCount(0);
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

test("each text that is pasted is a source of its own", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").focus();
  await paste(page, "gcloud container node-pools create a --cluster c --num-nodes 2");
  await paste(page, "gcloud container node-pools create b --cluster c --num-nodes 3");
  await expect(files(page)).toHaveText(["Pasted text 1", "Pasted text 2"]);
  await expect(page.locator("#import-text")).toHaveValue("");
  await expect(page.locator(".files .fine")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove Pasted text 1" }).click();
  await expect(files(page)).toHaveText(["Pasted text 2"]);
  // Into what is typed a word can be pasted.
  await page.locator("#import-text").fill("gcloud");
  await page.locator("#import-text").focus();
  await paste(page, "--spot");
  await expect(files(page)).toHaveText(["Pasted text 2", "Text in the box"]);
});

test("beside every box stands that nothing leaves the tab", async ({ page }) => {
  const stays = page.locator(".stays").getByText(/^Nothing leaves this tab/);
  await page.goto("");
  await expect(page.locator(".card .stays")).toHaveCount(1);
  await page.locator(".empty .btn.pri").click();
  await expect(page.locator("dialog .stays")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  await ran(page);
  await page.locator(".bar .share").click();
  for (const tab of ["Link", "Image", "Data"]) {
    await page.locator("dialog").getByRole("button", { name: tab, exact: true }).click();
    await expect(stays).toHaveCount(1);
  }
  await sound(page);
});

test("a double-click on the timeline shows all of it and moves nothing", async ({ page }) => {
  await open(page, "pdb-never-moves");
  const before = await now(page);
  const canvas = page.locator(".tl-host canvas");
  const box = await canvas.boundingBox();
  const tab = page.getByRole("tab", { selected: true });
  const shown = await tab.textContent();
  // On a bar, on the ruler, and beside everything.
  for (const [x, y] of [[0.5, 70], [0.7, 8], [0.4, box.height - 30]]) {
    await page.mouse.dblclick(box.x + box.width * x, box.y + y);
    await expect.poll(() => now(page)).toBe(before);
    await expect(tab).toHaveText(shown);
  }
  await page.mouse.click(box.x + box.width * 0.7, box.y + 8);
  await expect.poll(() => now(page)).not.toBe(before);
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

for (const where of ["#inspector-findings", "#inspector-why"]) {
  test(`after a change is made its undo has the focus (${where})`, async ({ page }) => {
    await open(page, "pdb-never-moves");
    const panel = page.locator(where);
    if (where === "#inspector-why") await page.getByRole("tab", { name: "Why?" }).click();
    await expect(panel.locator(".stand")).toContainText("tried;");
    await panel.locator(".change .btn").first().focus();
    await page.keyboard.press("Enter");
    await expect(panel.locator(".done")).toContainText("Applied");
    await expect(panel.locator(".done button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel.locator(".done")).toHaveCount(0);
    await expect(panel).toBeFocused();
  });
}

test("Why offers up to three alternatives, and says what better means", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await page.getByRole("tab", { name: "Why?" }).click();
  const why = page.locator("#inspector-why");
  await expect(why.locator(".stand")).toContainText("the best 3:");
  await expect(why.locator(".change > .alt")).toHaveCount(3);
  await why.locator(".change summary").click();
  await expect(why.locator(".change details")).toContainText("Changes are ranked by:");
});

test("what is cut off can be read whole", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await open(page, "three-zones");
  await page.keyboard.press("End");
  await expect(page.locator(".log .event").first()).toHaveAttribute("title", /./);
  await page.locator(".setup-button").click();
  await page.getByRole("button", { name: /^Workloads/ }).click();
  const cut = await page.evaluate(() => [...document.querySelectorAll("#page *")]
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth && one.clientWidth > 0)
    .filter((one) => !one.closest("[title]") && !one.matches("input, select") && !one.closest(".twin"))
    .map((one) => one.outerHTML.slice(0, 120)));
  expect(cut).toEqual([]);
});

test("a preset's description has two lines where one is too short", async ({ page }) => {
  await page.goto("");
  const tallest = () => page.locator(".empty .preset-list span").evaluateAll((spans) => Math.max(...spans.map((one) => one.clientHeight)));
  await expect.poll(tallest).toBeGreaterThan(24);
  expect(await tallest()).toBeLessThan(40);
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

test("the palette knows other words for what it lists", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const first = { gcloud: "Import a cluster", export: "Share", stuck: "Why?", terraform: "Import a cluster", yaml: "Import a cluster" };
  for (const [word, command] of Object.entries(first)) {
    await page.keyboard.press("Control+k");
    await page.locator("#palette-input").fill(word);
    await expect(page.getByRole("group", { name: "Commands" }).getByRole("option").first()).toContainText(command);
    await page.keyboard.press("Escape");
  }
});

test("what the palette selects is answered for", async ({ page }) => {
  await open(page, "pdb-never-moves");
  for (const [name, kind] of [["default-pool-a-1", "a node"], ["web-pdb", "a budget"]]) {
    await page.keyboard.press("Control+k");
    await page.locator("#palette-input").fill(`@${name}`);
    const hit = page.locator(".hit", { hasText: `Select ${name}` }).first();
    await hit.click();
    await expect(page.locator("#inspector-tab-why"), kind).toHaveAttribute("aria-selected", "true");
    await expect(page.locator("#inspector-why h2")).toContainText(name.slice(-3));
  }
});

test("edits are kept by an import after a reload, and not offered where all are gone", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await use(page).click();
  await ran(page);
  const surge = page.locator("#pool-upgradeSettings-maxSurge");
  await surge.fill("3");
  await surge.press("Enter");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nodetide.scenario"))).toContain('"maxSurge": 3');
  await page.reload();
  await ran(page);
  await expect(page.getByRole("button", { name: "Import report" })).toHaveCount(0);
  const keep = page.locator(".keep");
  await page.locator(".bar .import").click();
  await page.locator("#import-files").setInputFiles(file("shop.json", scenario("web-pool")));
  await expect(keep).toContainText("1 edit since the last import");
  await expect(keep.getByRole("radio", { name: /keep my edit/ })).toBeChecked();
  await page.getByRole("button", { name: "Remove shop.json" }).click();
  await page.locator("#import-files").setInputFiles(file("other.json", scenario("batch")));
  await expect(keep).toContainText("It can't be kept: what it edits is gone.");
  await expect(keep.getByRole("radio")).toHaveCount(0);
  await sound(page);
});

test("files that are held over the page are seen to be welcome", async ({ page }) => {
  await open(page, "docs-5-nodes");
  const drag = (kind) => page.evaluate((kind) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["{}"], "a.json"));
    document.querySelector("#main").dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, kind);
  const root = page.locator("html");
  await drag("dragover");
  await expect(root).toHaveAttribute("data-dragged", "true");
  await page.screenshot({ path: "target/e2e-shots/care-drag.png" });
  await drag("dragleave");
  await expect(root).toHaveAttribute("data-dragged", "false");
  await drag("dragover");
  await page.keyboard.press("Escape");
  await expect(root).toHaveAttribute("data-dragged", "false");
  await drag("dragover");
  await drag("drop");
  await expect(root).toHaveAttribute("data-dragged", "false");
});

for (const [width, height] of [[390, 844], [800, 600]]) {
  test(`what to look at comes first at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("");
    await page.locator(".empty .btn.pri").click();
    const pools = [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings: { maxSurge: 0, maxUnavailable: 0 } }];
    await page.locator("#import-files").setInputFiles(file("shop.json", JSON.stringify({ version: 1, name: "shop", pools })));
    const look = page.locator(".look");
    await expect(look).toBeVisible();
    const [first, lists] = [await look.boundingBox(), await page.locator(".four").boundingBox()];
    expect(first.y).toBeLessThan(lists.y);
    await page.locator(".dialog > footer").getByRole("button", { name: /items? to review/ }).click();
    await expect(look).toBeFocused();
    await expect(look).toBeInViewport();
    await expect(use(page)).toBeInViewport();
    await page.screenshot({ path: `target/e2e-shots/care-look-${width}.png` });
    await sound(page);
  });
}

test("figures that have no room are gone as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await open(page, "three-zones");
  await page.screenshot({ path: "target/e2e-shots/care-800.png" });
  const edge = await page.locator(".stats").boundingBox();
  for (const stat of await page.locator(".stats .stat").all()) {
    const box = await stat.boundingBox();
    if (!box || box.y >= edge.y + edge.height) continue;
    expect(box.x + box.width).toBeLessThanOrEqual(edge.x + edge.width + 1);
  }
});
