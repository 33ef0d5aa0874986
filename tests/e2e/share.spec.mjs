// What isn't lost: undo, the state of the next visit, links, and files.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { fresh, test, expect } from "./fixture.mjs";
import { clipboard, clock, digestOf, fits, html, kept, open, phone, ran, saved, shot, sound } from "./steps.mjs";

const surge = (page) => page.locator("#pool-upgradeSettings-maxSurge");
/** Changes maxSurge, and waits for the run. */
const edit = async (page, to) => {
  const before = await digestOf(page);
  await surge(page).fill(String(to));
  await page.keyboard.press("Enter");
  await ran(page, before);
  await page.locator(".play").focus();
};
const bar = (page, name) => page.locator(".bar").getByRole("button", { name });
/** Opens a preset from the start page. */
const start = async (page) => {
  await page.goto("");
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  await ran(page);
};

test("an edit is undone and redone by buttons and keys, is there after a reload, and Start over can be undone, too", async ({ page }) => {
  await start(page);
  const first = await digestOf(page);
  await edit(page, 3);
  const second = await digestOf(page);
  await bar(page, "Undo: maxSurge 2 → 3").click();
  await expect(html(page)).toHaveAttribute("data-digest", first);
  await expect(surge(page)).toHaveValue("2");
  await page.locator(".play").focus();
  await page.keyboard.press("Control+Shift+z");
  await expect(html(page)).toHaveAttribute("data-digest", second);
  await page.keyboard.press("Control+z");
  await expect(html(page)).toHaveAttribute("data-digest", first);
  await page.keyboard.press("Control+y");
  await expect(html(page)).toHaveAttribute("data-digest", second);
  // A text field takes back its own typing.
  await page.locator(".scenario-name").focus();
  await page.keyboard.press("Control+z");
  await expect(bar(page, "Undo: maxSurge 2 → 3")).toBeVisible();
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-digest", second);
  await expect(surge(page)).toHaveValue("3");
  await expect(page.getByRole("status").filter({ hasText: "Restored from your last visit." })).toBeVisible();
  await sound(page, "restored");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator(".empty .preset-list")).toBeVisible();
  await bar(page, "Undo: start over").click();
  await expect(surge(page)).toHaveValue("3");
  // The step before the reload is there, too.
  await bar(page, "Undo: maxSurge 2 → 3").click();
  await expect(html(page)).toHaveAttribute("data-digest", first);
});

test("a preset is saved as one, and another scenario in its place can be undone", async ({ page }) => {
  await start(page);
  await kept(page, "preset:docs-5-nodes");
  await page.reload();
  await expect(page.locator(".scenario-name")).toHaveValue("Five nodes, two surge and one unavailable");
  await bar(page, "Presets").click();
  await page.locator("dialog [data-preset=three-zones]").click();
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await bar(page, /^Undo: preset/).click();
  await expect(page.locator(".scenario-name")).toHaveValue("Five nodes, two surge and one unavailable");
});

fresh("a tab that is closed right after an edit has saved it", async ({ page, context }) => {
  await start(page);
  await edit(page, 4);
  const digest = await digestOf(page);
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  const again = await context.newPage();
  await again.goto("");
  await expect(html(again)).toHaveAttribute("data-digest", digest);
});

fresh("of two tabs the one that was edited last is saved, and the other keeps its own and says so", async ({ page, context }) => {
  await start(page);
  const other = await context.newPage();
  await kept(page, "preset:");
  await other.goto("");
  await ran(other);
  await edit(page, 4);
  await edit(other, 5);
  await kept(page, '"maxSurge": 5');
  await expect(page.locator(".notice")).toContainText("Another tab saved its scenario");
  await expect(surge(page)).toHaveValue("4");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(surge(page)).toHaveValue("4");
  const next = await context.newPage();
  await next.goto("");
  await expect(surge(next)).toHaveValue("5");
});

fresh.describe("storage", () => {
  const refuse = () => ["localStorage", "sessionStorage"].forEach((name) => Object.defineProperty(window, name, { get: () => { throw new DOMException("no", "SecurityError"); } }));
  const fill = () => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); });
  for (const [name, script] of [["refused", refuse], ["full", fill]]) {
    fresh(`that is ${name} costs nothing during the visit, and leaving asks first`, async ({ page }) => {
      await page.addInitScript(script);
      await start(page);
      await edit(page, 3);
      await bar(page, "Undo: maxSurge 2 → 3").click();
      await expect(surge(page)).toHaveValue("2");
      await edit(page, 4);
      await expect(page.getByText("too large for the browser's storage")).toHaveCount(name === "full" ? 1 : 0);
      const asked = [];
      page.on("dialog", (dialog) => asked.push(dialog.type()) && dialog.accept());
      await page.reload();
      expect(asked).toEqual(["beforeunload"]);
      await expect(page.locator(".empty .preset-list")).toBeVisible();
    });
  }

  test("that is garbled opens nothing, what is left of it, or an offer of its text, and never breaks the page", async ({ page }) => {
    await start(page);
    await edit(page, 3);
    await kept(page, '"maxSurge": 3');
    const text = await page.evaluate(() => localStorage.getItem("nodetide.scenario"));
    const packed = `1.${deflateRawSync(text).toString("base64url")}`;
    const half = (value) => value.slice(0, value.length / 2);
    for (const [key, value] of [
      ["scenario", half(text)], ["scenario", text.slice(40)], ["scenario", text.replace('"pools"', "\u0000")], ["scenario", half(packed)],
      ["scenario", packed.replaceAll("A", "\uffff")], ["scenario", "preset:docs"], ["tries", "1\u0000"], ["theme", "darkdark"], ["keys", "o"],
    ]) {
      await page.goto("blank");
      await page.evaluate(([key, value]) => {
        sessionStorage.clear();
        localStorage.setItem(`nodetide.${key}`, value);
      }, [key, value]);
      await page.goto("");
      await expect(page.locator(".empty .preset-list, .stage-canvas, #main .caption").first(), `${key}=${value}`).toBeVisible();
      await expect(page.locator("#crash")).toHaveCount(0);
    }
  });

  fresh("with a scenario that broke the page twice offers to save or to try it, and doesn't open it", async ({ page }) => {
    await start(page);
    await edit(page, 3);
    await kept(page, '"maxSurge": 3');
    await page.addInitScript(() => localStorage.setItem("nodetide.tries", "2"));
    await page.reload();
    await expect(page.getByRole("status")).toContainText("couldn't be opened");
    await expect(page.locator(".empty .preset-list")).toBeVisible();
    const { bytes } = await saved(page, page.getByRole("button", { name: "Save the scenario" }));
    expect(JSON.parse(bytes.toString()).pools[0].upgradeSettings.maxSurge).toBe(3);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(surge(page)).toHaveValue("3");
  });
});

test("a copied link opens the same instant and answer in a new tab, and its scenario goes to no server", async ({ page }) => {
  await open(page, "three-zones");
  await edit(page, 2);
  await page.keyboard.press("5");
  await page.keyboard.press("ArrowRight");
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why h2")).toBeVisible();
  const [digest, at, asked] = [await digestOf(page), await clock(page).textContent(), await page.locator("#inspector-why h2").textContent()];
  await page.locator(".play").focus();
  await page.keyboard.press("s");
  await expect(page.locator(".share-dialog")).toBeVisible();
  await sound(page, "share");
  await page.locator(".share-dialog").getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.locator(".share-dialog .said")).toHaveText("Copied");
  const link = await clipboard(page);
  expect(link).toBe(await page.locator("#share-link").inputValue());
  expect(link).toMatch(/\/sub\/path\/#s=1\.[\w-]+&t=\w+&select=\w+\/[\w-]+&tab=why$/);
  expect(link.length).toBeLessThanOrEqual(2000);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  const other = await page.context().newPage();
  const asks = [];
  other.on("request", (request) => asks.push(request.url()));
  await other.goto(link);
  await expect(html(other)).toHaveAttribute("data-digest", digest);
  await expect(clock(other)).toHaveText(at);
  await expect(other.locator("#inspector-why h2")).toHaveText(asked);
  const names = /\.(css|js|wasm|json|svg|txt)$/; // of the page's own files, whose hashes may end in anything
  const tells = (url) => url.search.includes("1.") || (url.pathname.includes("1.") && !names.test(url.pathname));
  expect(asks.filter((url) => tells(new URL(url)))).toEqual([]);
  // After an edit the address no longer has the scenario.
  await edit(other, 1);
  await expect(other).toHaveURL(/#own&/);
});

test("an address that is typed into an open page is a step that can be undone, and may say to play", async ({ page }) => {
  await start(page);
  await edit(page, 3);
  const digest = await digestOf(page);
  await page.evaluate(() => (location.hash = "#preset=three-zones&t=5m&theme=dark"));
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await expect(clock(page)).toHaveText("+05:00");
  await expect(html(page)).toHaveAttribute("data-theme", "dark");
  await bar(page, "Undo: the link").click();
  await expect(html(page)).toHaveAttribute("data-digest", digest);
  await expect(surge(page)).toHaveValue("3");
  await page.goto("about:blank");
  await page.goto("#preset=docs-5-nodes&play=1");
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
  await expect(clock(page)).not.toHaveText("+00:00");
});

test("a link that can't be opened says why, on an empty page and over a run, which stays", async ({ page }) => {
  const bomb = `s=1.${deflateRawSync(Buffer.alloc(40 << 20, 32)).toString("base64url")}`;
  const good = deflateRawSync(readFileSync("static/scenarios/docs-5-nodes.json")).toString("base64url");
  const links = [[`s=1.${good.slice(0, 200)}`, "The end of the link is missing"], [bomb, "contains more than 4 MiB"], ["preset=none", "There is no preset “none”."]];
  await page.goto(`#${links[0][0]}`);
  await expect(page.getByRole("alert")).toContainText(links[0][1]);
  await page.locator(".empty [data-preset=docs-5-nodes]").click();
  const digest = await ran(page);
  await expect(page).toHaveURL(/#preset=docs-5-nodes$/);
  for (const [fragment, reason] of links) {
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await expect(page.getByRole("alert")).toContainText(reason);
    await expect(html(page)).toHaveAttribute("data-digest", digest);
    await expect(page.locator(".stage-canvas")).toBeVisible();
  }
});

test("a scenario that is too long for a link is saved as a file", async ({ page }) => {
  await page.goto("");
  const pools = Array.from({ length: 100 }, (_, n) => ({ name: `p${n}-${Math.sin(n).toString(36).slice(2)}-${Math.cos(n).toString(36).slice(2)}`, initialNodeCount: 1 }));
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify({ version: 1, name: "long", pools }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await ran(page);
  await page.locator(".bar .share").click();
  await expect(page.locator(".share-dialog")).toContainText("links with more than 2,000 characters");
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "Save" }));
  expect(name).toBe("scenario.json");
  expect(JSON.parse(bytes.toString()).pools).toHaveLength(100);
});

test("each form of Data is shown and saved as a file of its own name", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await page.locator(".bar .share").click();
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await sound(page, "share data");
  await shot(page, "share-data");
  const names = [];
  for (const form of await page.locator("#share-form option").allTextContents()) {
    await page.locator("#share-form").selectOption({ label: form });
    const shown = await page.locator("#share-data").inputValue();
    const { name, bytes } = await saved(page, page.locator(".share-dialog").getByRole("button", { name: "Save" }));
    expect(bytes.toString().replaceAll("\r", "").startsWith(shown.replaceAll("\r", ""))).toBe(true);
    names.push(name);
  }
  for (const name of ["scenario.json", "upgrade.sh", "node_pools.tf", "budgets.yaml", "events.csv", "events.jsonl"]) expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
});

fresh.describe("on a phone", () => {
  fresh.use(phone);
  fresh("the share dialog fits the page, and the setup has Undo", async ({ page }) => {
    await open(page, "three-zones");
    await page.locator(".bar .share").tap();
    await expect(page.locator("#share-link")).toBeVisible();
    await fits(page, "share");
    await sound(page, "share on a phone");
    await page.keyboard.press("Escape");
    await page.locator(".setup-button").tap();
    await surge(page).fill("2");
    await page.keyboard.press("Enter");
    await page.locator(".sheet-tools").getByRole("button", { name: /^Undo: maxSurge/ }).tap();
    await expect(surge(page)).toHaveValue("3");
  });
});
