// The import dialog: sources are added, edited, removed and kept.
import { test, expect } from "./fixture.mjs";
import { openAddress as open, ran, sound } from "./steps.mjs";

const scenario = (name) => JSON.stringify({ version: 1, name, pools: [{ name, version: "1.33", initialNodeCount: 3 }] });
const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(content) });
const files = (page) => page.locator(".files .file b");
const use = (page) => page.getByRole("button", { name: "Use", exact: true });
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}, text);

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
  // A word can be pasted into typed text.
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
  await page.screenshot({ path: "target/e2e-shots/import-drag.png" });
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
    const pools = [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings: { maxSurge: 1.5 } }];
    await page.locator("#import-files").setInputFiles(file("shop.json", JSON.stringify({ version: 1, name: "shop", pools })));
    const look = page.locator(".look");
    await expect(look).toBeVisible();
    const [first, lists] = [await look.boundingBox(), await page.locator(".four").boundingBox()];
    expect(first.y).toBeLessThan(lists.y);
    await page.locator(".dialog > footer").getByRole("button", { name: /items? to review/ }).click();
    await expect(look).toBeFocused();
    await expect(look).toBeInViewport();
    await expect(use(page)).toBeInViewport();
    await page.screenshot({ path: `target/e2e-shots/import-look-${width}.png` });
    await sound(page);
  });
}
