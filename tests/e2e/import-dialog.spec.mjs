// The import dialog: sources are dropped, pasted, chosen, removed and kept, and its report leads to the stage.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, digestOf, drop, file, fits, html, kept, open as preset, paste, phone, ran, reach, shot, sound } from "./steps.mjs";

const everything = JSON.parse(readFileSync("tests/fixtures/import/kubectl/everything/all.json", "utf8"));
const scenario = (more) => ({
  version: 1, name: "Shop", pools: [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings: { maxSurge: 2 } }],
  workloads: [{ kind: "Deployment", name: "checkout", namespace: "shop", replicas: 2 }],
  budgets: [{ name: "checkout-pdb", namespace: "shop", selector: { matchLabels: { app: "checkout" } }, maxUnavailable: 1 }],
  script: [{ at: "0s", do: "upgrade", pool: "web-pool", version: "1.34" }], ...more,
});
const shop = file("shop.json", scenario());

const open = async (page, path = "") => {
  await page.goto(path);
  await page.locator(".empty .btn.pri").click();
  await expect(page.locator("#import-text")).toBeVisible();
};
const choose = (page, ...files) => page.locator("#import-files").setInputFiles(files);
const use = (page) => page.getByRole("button", { name: "Use", exact: true });
const files = (page) => page.locator(".files .file b");
const boxes = (page) => page.locator(".four .box");

test("files that are dropped together are one cluster, and nothing but the importer is requested", async ({ page }, info) => {
  const paths = [["nodes.json", { ...everything, items: everything.items.filter((one) => one.kind === "Node") }],
    ["rest.json", { ...everything, items: everything.items.filter((one) => one.kind !== "Node") }],
    ["broken.json", '{"items": [']].map(([name, content]) => {
    const path = info.outputPath(name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  });
  await page.goto("");
  // The page's later part comes by itself.
  await expect(html(page)).toHaveAttribute("data-whole", "");
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").pop()));
  await drop(page, ...paths);
  await expect(files(page)).toHaveCount(3);
  await expect(page.locator(".files .error")).toHaveCount(1);
  await expect(boxes(page).nth(1)).toContainText("nodes");
  await sound(page, "report");
  await shot(page, "report");
  await use(page).click();
  await ran(page);
  expect(asked.filter((name) => !/^(nodetide-import|boot-|icon-)/.test(name))).toEqual([]);
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

test("folders are looked into, dropped or chosen, and a file that the browser can't read has its reason", async ({ page }, info) => {
  await page.goto("");
  // An earlier drop is repeated by the page, and the browser gives a folder only once.
  await expect(html(page)).toHaveAttribute("data-whole", "");
  const pool = JSON.stringify(scenario());
  await dropEntries(page, { cluster: { "pool.json": pool, "picture.png": "png", "gone.json": null, deep: { "all.json": JSON.stringify(everything), ".hidden": { "x.json": "{}" } } } });
  await expect(files(page)).toHaveText(["cluster/deep/all.json", "cluster/gone.json", "cluster/pool.json"]);
  await expect(page.locator(".files .error")).toHaveText(/couldn't read it/);
  await expect(boxes(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Remove all" }).click();
  const folder = info.outputPath("cluster");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/pool.json`, pool);
  writeFileSync(`${folder}/picture.png`, "png");
  await drop(page, folder);
  await expect(files(page)).toHaveText(["cluster/pool.json"]);
  await page.getByRole("button", { name: "Remove cluster/pool.json" }).click();
  await page.locator("#import-folder").setInputFiles(folder);
  await expect(files(page)).toHaveText(["cluster/pool.json"]);
});

test("a name of the report opens it on the stage, by keys or by a click in the report that stays", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").focus();
  await page.keyboard.press("Enter");
  await page.locator("#import-text").focus();
  await page.keyboard.insertText(JSON.stringify(scenario()));
  await expect(boxes(page)).toHaveCount(4);
  await reach(page, boxes(page).nth(1).getByRole("button", { name: "checkout: open it on the stage", exact: true }));
  await page.keyboard.press("Enter");
  await ran(page);
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".insp h2").first()).toContainText("checkout");
  await page.getByRole("tab", { name: /Findings/ }).click();
  await page.getByRole("button", { name: "Import report" }).click();
  await expect(page.locator("dialog .four .box")).toHaveCount(4);
  await sound(page, "the report again");
  await page.locator("dialog").getByRole("button", { name: "web-pool", exact: true }).first().click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".insp h2").first()).toContainText("web-pool");
});

test("with a scenario open, a name of a report is no button and replaces nothing", async ({ page }) => {
  await open(page);
  await choose(page, shop);
  await expect(boxes(page)).toHaveCount(4);
  await page.keyboard.press("Escape");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  const digest = await ran(page);
  await page.locator(".bar .import").click();
  await expect(files(page)).toHaveText(["shop.json"]);
  const name = page.locator(".four bdi[title]").first();
  await expect(name).toHaveAttribute("title", /^Press Use to show .* on the stage$/);
  await name.click();
  await expect(page.locator("dialog")).toBeVisible();
  await expect(page.locator(".four").getByRole("button")).toHaveCount(0);
  expect(await digestOf(page)).toBe(digest);
});

test("of an import that can't be run nothing else is shown: no run of what was open before", async ({ page }) => {
  await preset(page, "docs-5-nodes");
  await page.locator(".bar .import").click();
  const upgradeSettings = { maxSurge: 1.5 };
  const pools = [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings }];
  await choose(page, file("shop.json", scenario({ pools })));
  await use(page).click();
  await expect(page.locator(".stage .caption")).toContainText("Can't be simulated yet: maxSurge is 1.5");
  await expect(page.locator(".stage-canvas")).toHaveCount(0);
  await expect(page).toHaveTitle("Shop · Nodetide");
  await expect(page.locator("body")).not.toContainText(/Finishes|succeeds|default-pool/);
});

test("one switch replaces names everywhere on the page", async ({ page }) => {
  await open(page);
  await choose(page, shop);
  await page.getByRole("switch", { name: /Pseudonymize/ }).check();
  await expect(boxes(page).nth(1)).not.toContainText("checkout");
  await page.locator(".names summary").click();
  await expect(page.locator(".names")).toContainText("checkout");
  await page.getByRole("button", { name: "Open as text" }).click();
  expect(await page.locator("#import-json").inputValue()).not.toContain("checkout");
  await use(page).click();
  await ran(page);
  await expect(page.locator("body")).not.toContainText("checkout");
});

test("edits are offered to another import, also after a reload, and replaced where that is chosen", async ({ page }) => {
  await open(page);
  await choose(page, shop);
  await use(page).click();
  await ran(page);
  const surge = page.locator("#pool-upgradeSettings-maxSurge");
  await surge.fill("3");
  await surge.press("Enter");
  await kept(page, '"maxSurge": 3');
  await page.reload();
  await ran(page);
  const again = async (more) => {
    await page.locator(".bar .import").click();
    await choose(page, file("shop.json", scenario(more)));
  };
  const pool = { name: "web-pool", version: "1.33", initialNodeCount: 5, upgradeSettings: { maxSurge: 1 } };
  const keep = page.locator(".keep");
  await again({ pools: [pool] });
  await expect(keep.getByRole("radio", { name: /keep my edit/ })).toBeChecked();
  await expect(keep).toContainText("now 1; your edit wins");
  await sound(page, "edits");
  await use(page).click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(surge).toHaveValue("3");
  await again({ pools: [pool] });
  await page.getByRole("radio", { name: /Replace all/ }).check();
  await use(page).click();
  await expect(surge).toHaveValue("1");
});

test("what was given stays in the dialog until it is used or removed", async ({ page }) => {
  await open(page);
  await choose(page, shop);
  await page.locator("#import-text").fill(JSON.stringify(scenario({ name: "batch" })));
  await expect(files(page)).toHaveText(["shop.json", "Text in the box"]);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.locator(".empty .btn.pri").click();
  await expect(files(page)).toHaveText(["shop.json", "Pasted text 1"]);
  await expect(page.locator("#import-text")).toHaveValue("");
  await page.getByRole("button", { name: "Remove all" }).click();
  await expect(files(page)).toHaveCount(0);
  await expect(page.locator("#import-text")).toBeFocused();
  await expect(use(page)).toBeDisabled();
  await choose(page, shop);
  await use(page).click();
  await ran(page);
  await page.locator(".bar .import").click();
  await expect(page.locator("#import-text")).toBeVisible();
  await expect(files(page)).toHaveCount(0);
});

test("text can be pasted anywhere, each paste is a source of its own, and a word goes into typed text", async ({ page }) => {
  await page.goto("");
  await page.waitForSelector("html[data-place]");
  await paste(page, JSON.stringify(scenario()));
  await expect(files(page)).toHaveText(["Pasted text 1"]);
  await expect(boxes(page)).toHaveCount(4);
  await page.locator("#import-text").focus();
  await paste(page, "gcloud container node-pools create a --cluster c --num-nodes 2");
  await expect(files(page)).toHaveText(["Pasted text 1", "Pasted text 2"]);
  await expect(page.locator("#import-text")).toHaveValue("");
  await page.getByRole("button", { name: "Remove Pasted text 1" }).click();
  await expect(files(page)).toHaveText(["Pasted text 2"]);
  await page.locator("#import-text").fill("gcloud");
  await page.locator("#import-text").focus();
  await paste(page, "--spot");
  await expect(files(page)).toHaveText(["Pasted text 2", "Text in the box"]);
});

test("the commands that make the files are copied, and the button says so", async ({ page }) => {
  await open(page);
  const commands = page.locator(".obtain .cmd");
  await expect(commands).toHaveCount(3);
  await commands.first().getByRole("button").click();
  await expect(commands.first().getByRole("status")).toHaveText("Copied");
  expect(await clipboard(page)).toMatch(/^kubectl get nodes/);
  await commands.nth(1).locator(".copy").click();
  await expect.poll(() => clipboard(page)).toMatch(/^gcloud container clusters describe /);
});

test("Escape closes the text of a scenario and not the dialog, and keeps what was edited", async ({ page }) => {
  await open(page);
  await choose(page, shop);
  await page.getByRole("button", { name: "Open as text" }).click();
  const text = page.locator("#import-json");
  await expect(text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open as text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await text.fill((await text.inputValue()).replace('"Shop"', '"Other"'));
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog footer")).toContainText("You edited the text");
  await use(page).click();
  await ran(page);
  await expect(page.locator(".scenario-name")).toHaveValue("Other");
});

test("the page is marked while files are held over it, until they leave, Escape is pressed, or they are dropped", async ({ page }) => {
  await preset(page, "docs-5-nodes");
  const drag = (kind) => page.evaluate((kind) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["{}"], "a.json"));
    document.querySelector("#main").dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, kind);
  for (const end of [() => drag("dragleave"), () => page.keyboard.press("Escape"), () => drag("drop")]) {
    await drag("dragover");
    await expect(html(page)).toHaveAttribute("data-dragged", "true");
    await end();
    await expect(html(page)).toHaveAttribute("data-dragged", "false");
  }
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("the report is one column, what to review comes first, and refused files need no scroll bar of their own", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty .btn.pri").tap();
    const pools = [{ name: "web-pool", version: "1.33", initialNodeCount: 3, upgradeSettings: { maxSurge: 1.5 } }];
    await choose(page, file("shop.json", { version: 1, name: "shop", pools }));
    const look = page.locator(".look");
    await expect(look).toBeVisible();
    const [first, lists] = [await look.boundingBox(), await page.locator(".four").boundingBox()];
    expect(first.y).toBeLessThan(lists.y);
    await page.locator(".dialog > footer").getByRole("button", { name: /items? to review/ }).click();
    await expect(look).toBeFocused();
    await expect(look).toBeInViewport();
    await expect(use(page)).toBeInViewport();
    const { scrolls, columns } = await page.locator("dialog .dialog").evaluate((element) => ({
      scrolls: element.scrollWidth > element.clientWidth,
      columns: getComputedStyle(element.querySelector(".four")).gridTemplateColumns.split(" ").length,
    }));
    expect({ scrolls, columns }).toEqual({ scrolls: false, columns: 1 });
    await sound(page, "report on a phone");
    await shot(page, "report-phone");
    await choose(page, ...["a", "b", "c", "d", "e", "f"].map((name) => file(`${name}.json`, '{"items":[1,')));
    await expect(page.locator(".file .error")).toHaveCount(6);
    expect(await page.locator(".files").evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(1);
    const remove = await page.locator(".file button").first().boundingBox();
    expect(Math.min(remove.width, remove.height)).toBeGreaterThanOrEqual(44);
    await fits(page, "refused files");
  });
});

test("a dump says why a node stays: no upgrade, and Use", async ({ page }) => {
  await open(page);
  const folder = "tests/fixtures/asked/four-nodes-underused";
  await choose(page, `${folder}/cluster.json`, `${folder}/dump.json`);
  const none = page.getByRole("radio", { name: /^No upgrade/ });
  await none.check();
  await sound(page, "report");
  await shot(page, "import-no-upgrade");
  await use(page).click();
  await ran(page);
  await page.locator("#main").focus();
  await page.keyboard.press("t");
  await page.locator(".stage.tables").getByRole("searchbox").fill("v9x0");
  await page.locator(".stage.tables tbody tr:not(.space)").first().click();
  await expect(page.locator("#inspector-why")).toContainText("no.scale.down.node.pod.kube.system.unmovable");
  await shot(page, "why-a-node-stays");
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("nodetide.scenario")).script ?? [])).toEqual([]);
});
