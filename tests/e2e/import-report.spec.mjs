// The import dialog: dropped, pasted and chosen sources, the report on them, and what is kept.
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";
import { dump } from "./dump.mjs";

const everything = JSON.parse(readFileSync("tests/fixtures/import/kubectl/everything/all.json", "utf8"));
const scenario = (more) => ({
  version: 1, name: "Shop", pools: [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings: { maxSurge: 2 } }],
  workloads: [{ kind: "Deployment", name: "checkout", namespace: "shop", replicas: 2 }],
  budgets: [{ name: "checkout-pdb", namespace: "shop", selector: { matchLabels: { app: "checkout" } }, maxUnavailable: 1 }],
  script: [{ at: "0s", do: "upgrade", pool: "web-pool", version: "1.34" }], ...more,
});

const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)) });
const open = async (page, path = "") => {
  await page.goto(path);
  await page.locator(".empty .btn.pri").click();
  await expect(page.locator("#import-text")).toBeVisible();
};
const choose = (page, ...files) => page.locator("#import-files").setInputFiles(files);
const use = (page) => page.getByRole("button", { name: "Use", exact: true });
const whole = (page) => expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
const drop = async (page, ...paths) => {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await client.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
};

test("three files that are dropped are one cluster, and nothing leaves the tab", async ({ page }, info) => {
  const paths = [["nodes.json", { ...everything, items: everything.items.filter((one) => one.kind === "Node") }],
    ["rest.json", { ...everything, items: everything.items.filter((one) => one.kind !== "Node") }],
    ["broken.json", '{"items": [']].map(([name, content]) => {
    const path = info.outputPath(name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  });
  await page.goto("");
  // The page's later part comes by itself.
  await expect(page.locator("html")).toHaveAttribute("data-whole", "", { timeout: 15_000 });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").pop()));
  await drop(page, ...paths);
  await expect(page.locator(".files .file")).toHaveCount(3);
  await expect(page.locator(".files .error")).toHaveCount(1);
  await expect(page.locator(".four .box")).toHaveCount(4);
  await expect(page.locator(".four .box").nth(1)).toContainText("nodes");
  await sound(page);
  await shot(page, "report");
  await page.emulateMedia({ colorScheme: "dark" });
  await use(page).click();
  await whole(page);
  // The importer itself, and nothing else.
  expect(asked.filter((name) => !name.startsWith("nodetide-import") && !name.startsWith("boot-"))).toEqual([]);
});

// Entries as a browser returns them, a few at a time, and one that can't be read.
const dropEntries = (page, tree) => page.evaluate((tree) => {
  const entry = (name, content, above) => {
    const fullPath = `${above}/${name}`;
    if (typeof content === "string") return { isFile: true, isDirectory: false, name, fullPath, file: (go) => go(new File([content], name)) };
    if (content === null) return { isFile: true, isDirectory: false, name, fullPath, file: (_, fail) => fail(new Error("gone")) };
    const left = Object.entries(content).map(([name, content]) => entry(name, content, fullPath));
    return { isFile: false, isDirectory: true, name, fullPath, createReader: () => ({ readEntries: (go) => setTimeout(() => go(left.splice(0, 2))) }) };
  };
  const items = Object.entries(tree).map(([name, content]) => ({ webkitGetAsEntry: () => entry(name, content, ""), getAsFile: () => null }));
  const event = new DragEvent("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { items, getData: () => "" } });
  document.getElementById("page").dispatchEvent(event);
}, tree);

test("a folder is looked into, and what cannot be read says why", async ({ page }, info) => {
  await page.goto("");
  // An earlier drop is repeated by the page, and the browser gives a folder only once.
  await expect(page.locator("html")).toHaveAttribute("data-place", "worker");
  const pool = JSON.stringify(scenario());
  await dropEntries(page, { cluster: { "pool.json": pool, "picture.png": "png", "gone.json": null, deep: { "all.json": JSON.stringify(everything), ".hidden": { "x.json": "{}" } } } });
  await expect(page.locator(".files .file b")).toHaveText(["cluster/deep/all.json", "cluster/gone.json", "cluster/pool.json"]);
  await expect(page.locator(".files .error")).toHaveText(/couldn't read it/);
  await expect(page.locator(".four .box")).toHaveCount(4);
  await page.getByRole("button", { name: "Remove all" }).click();
  const folder = info.outputPath("cluster");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/pool.json`, pool);
  writeFileSync(`${folder}/picture.png`, "png");
  await drop(page, folder);
  await expect(page.locator(".files .file b")).toHaveText(["cluster/pool.json"]);
  // By the file picker too.
  await page.getByRole("button", { name: "Remove cluster/pool.json" }).click();
  await page.locator("#import-folder").setInputFiles(folder);
  await expect(page.locator(".files .file b")).toHaveText(["cluster/pool.json"]);
  await expect(page.locator(".four .box")).toHaveCount(4);
});

test("each bad file has its reason, and the last good run stays", async ({ page }, info) => {
  await page.goto("");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  await whole(page);
  const digest = await page.locator("html").getAttribute("data-digest");
  const large = info.outputPath("large.json");
  writeFileSync(large, "");
  truncateSync(large, 128 * 1024 * 1024 + 1);
  const picture = info.outputPath("picture.png");
  writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
  const empty = info.outputPath("empty.json");
  writeFileSync(empty, "");
  await page.locator(".bar .import").click();
  await page.locator("#import-files").setInputFiles([large, picture, empty]);
  const reasons = page.locator(".files .error");
  await expect(reasons).toHaveCount(3);
  await expect(reasons.nth(0)).toContainText("Larger than 128 MiB");
  for (const n of [1, 2]) await expect(reasons.nth(n)).not.toBeEmpty();
  await expect(use(page)).toBeDisabled();
  await expect(page.locator(".came")).toContainText("Each file says why");
  await sound(page);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", digest);
});

test("a name of the report leads to the thing on the stage, and the report stays", async ({ page }) => {
  await open(page);
  await choose(page, file("shop.json", scenario()));
  await page.locator(".four .box").nth(1).getByRole("button", { name: "checkout: open it on the stage", exact: true }).click();
  await whole(page);
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".insp h2").first()).toContainText("checkout");
  await page.getByRole("tab", { name: /Findings/ }).click();
  await page.getByRole("button", { name: "Import report" }).click();
  await expect(page.locator("dialog .four .box")).toHaveCount(4);
  await sound(page);
  await page.locator("dialog").getByRole("button", { name: "web-pool", exact: true }).first().click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".insp h2").first()).toContainText("web-pool");
});

test("names are replaced everywhere with one click", async ({ page }) => {
  await open(page);
  await choose(page, file("shop.json", scenario()));
  await page.getByRole("switch", { name: /Pseudonymize/ }).check();
  await expect(page.locator(".four .box").nth(1)).not.toContainText("checkout");
  const names = page.locator(".names");
  await names.locator("summary").click();
  await expect(names).toContainText("checkout");
  await page.getByRole("button", { name: "Open as text" }).click();
  expect(await page.locator("#import-json").inputValue()).not.toContain("checkout");
  await use(page).click();
  await whole(page);
  await expect(page.locator("body")).not.toContainText("checkout");
});

test("another import keeps the edits, and says what clashes", async ({ page }) => {
  await open(page);
  await choose(page, file("shop.json", scenario()));
  await use(page).click();
  await whole(page);
  const surge = page.locator("#pool-upgradeSettings-maxSurge");
  await surge.fill("3");
  await surge.press("Enter");
  const pool = { name: "web-pool", version: "1.33", initialNodeCount: 5, upgradeSettings: { maxSurge: 1 } };
  await page.locator(".bar .import").click();
  await choose(page, file("shop.json", scenario({ pools: [{ name: "batch", version: "1.33", initialNodeCount: 1 }, pool] })));
  const keep = page.locator(".keep");
  await expect(keep).toContainText("1 edit since the last import");
  await expect(keep).toContainText("web-pool upgradeSettings/maxSurge 2 → 3");
  await expect(keep).toContainText("now 1; your edit wins");
  await sound(page);
  await shot(page, "report-keep");
  await use(page).click();
  await whole(page);
  await page.locator(".bar .import").click();
  await choose(page, file("shop.json", scenario({ pools: [pool] })));
  await expect(keep).toContainText("1 edit since");
  await page.getByRole("radio", { name: /Replace all/ }).check();
  await expect(keep.locator(".clashes")).toHaveCount(0);
  await use(page).click();
  await expect(surge).toHaveValue("1");
});

test("a long reading says how far it is and ends at once", async ({ page }, info) => {
  const path = info.outputPath("large.json");
  writeFileSync(path, dump(60_000_000));
  await open(page);
  await page.locator("#import-files").setInputFiles(path);
  await expect(page.locator(".reading progress")).toBeVisible();
  await page.locator(".reading button").click();
  await expect(page.locator(".reading")).toContainText("Stopped");
  await expect(use(page)).toBeDisabled();
  // The page isn't blocked, and another worker reads on.
  await page.locator(".reading button").click();
  await expect(page.locator(".reading progress")).toBeVisible();
  await expect(page.locator(".four .box")).toHaveCount(4, { timeout: 60_000 });
  await expect(page.locator(".four .box").nth(1)).toContainText("nodes");
});

test("a text is pasted anywhere", async ({ page }) => {
  await page.goto("");
  await page.waitForSelector("html[data-place]");
  const paste = (text) => page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await paste(JSON.stringify(scenario()));
  await expect(page.locator(".files .file b")).toHaveText("Pasted text 1");
  await expect(page.locator(".four .box")).toHaveCount(4);
  // Text pasted into the box is a source of its own.
  await page.locator("#import-text").focus();
  await paste(`${JSON.stringify(scenario())}${" ".repeat(30_000)}`);
  await expect(page.locator(".files .file")).toHaveCount(2);
  await expect(page.locator("#import-text")).toHaveValue("");
  await page.getByRole("button", { name: "Remove Pasted text 1" }).click();
  await expect(page.locator(".files .file")).toHaveCount(1);
  await use(page).click();
  await whole(page);
});

test("is used with the keyboard alone", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").focus();
  await page.keyboard.press("Enter");
  await page.locator("#import-text").focus();
  await page.keyboard.insertText(JSON.stringify(scenario()));
  await expect(page.locator(".four .box")).toHaveCount(4);
  const reach = async (locator) => {
    for (let n = 0; n < 60; n += 1) {
      if (await locator.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("the keyboard does not reach it");
  };
  await reach(page.getByRole("switch", { name: /Pseudonymize/ }));
  await page.keyboard.press("Space");
  await expect(page.locator(".names")).toBeVisible();
  await page.keyboard.press("Space");
  await reach(page.locator(".four .box").nth(1).getByRole("button", { name: "web-pool: open it on the stage", exact: true }));
  await page.keyboard.press("Enter");
  await whole(page);
  await expect(page.locator(".insp h2").first()).toContainText("web-pool");
});

test.describe("where workers are refused or silent", () => {
  test.use({ provoked: [/worker-src|Content Security Policy/] });
  for (const kind of ["none", "silent"]) {
    test(`imports in the page (${kind})`, async ({ page }) => {
      await open(page, `?worker=${kind}`);
      await choose(page, file("shop.json", scenario()));
      await expect(page.locator(".four .box")).toHaveCount(4, { timeout: 10_000 });
      await use(page).click();
      await whole(page);
    });
  }
});

test("fits a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await choose(page, file("all.json", everything));
  await expect(page.locator(".four .box")).toHaveCount(4);
  const { scrolls, columns } = await page.locator("dialog .dialog").evaluate((element) => ({
    scrolls: element.scrollWidth > element.clientWidth,
    columns: getComputedStyle(element.querySelector(".four")).gridTemplateColumns.split(" ").length,
  }));
  expect({ scrolls, columns }).toEqual({ scrolls: false, columns: 1 });
  await sound(page);
  await shot(page, "report-390");
});
