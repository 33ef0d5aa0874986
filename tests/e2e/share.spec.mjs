// What isn't lost: undo, the state of the next visit, links, files, and runs whose worker is gone.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";

const html = (page) => page.locator("html");
const digestOf = (page) => html(page).getAttribute("data-digest");
const ran = (page) => expect(html(page)).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
const clock = (page) => page.locator(".clk > b");
const open = async (page, preset = "docs-5-nodes") => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await ran(page);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const surge = (page) => page.locator("#pool-upgradeSettings-maxSurge");
/** Changes maxSurge, and waits for the run. */
const edit = async (page, to) => {
  const before = await digestOf(page);
  await surge(page).fill(String(to));
  await page.keyboard.press("Enter");
  await expect(html(page)).not.toHaveAttribute("data-digest", before);
  await page.locator(".play").focus();
};
const kept = (page) => page.evaluate(() => localStorage.getItem("nodetide.scenario"));
const isKept = (page, part) => expect.poll(() => kept(page)).toContain(part);
const bar = (page, name) => page.locator(".bar").getByRole("button", { name });
const share = async (page, tab) => {
  await page.locator(".bar .share").click();
  await expect(page.locator(".share-dialog")).toBeVisible();
  if (tab) await page.getByRole("button", { name: tab, exact: true }).click();
};

test("an edit is undone, done again, and there again after a reload", async ({ page }) => {
  await open(page);
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
  await shot(page, "undo");
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-digest", second);
  await expect(surge(page)).toHaveValue("3");
  await expect(page.getByRole("status").filter({ hasText: "Restored from your last visit." })).toBeVisible();
  await sound(page);
  await shot(page, "restored");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator(".empty .preset-list")).toBeVisible();
  await bar(page, "Undo: start over").click();
  await expect(surge(page)).toHaveValue("3");
});

test("a text field takes back its own typing", async ({ page }) => {
  await open(page);
  await edit(page, 3);
  await page.locator(".scenario-name").focus();
  await page.keyboard.press("Control+z");
  await expect(bar(page, "Undo: maxSurge 2 → 3")).toBeVisible();
});

test("a preset comes back as one, and another scenario can be undone", async ({ page }) => {
  await open(page);
  await isKept(page, "preset:docs-5-nodes");
  await page.reload();
  await expect(bar(page, /^Preset: Five nodes/)).toBeVisible();
  await bar(page, /^Preset:/).click();
  await page.locator("dialog [data-preset=three-zones]").click();
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await bar(page, /^Undo: preset/).click();
  await expect(page.locator(".scenario-name")).toHaveValue("Five nodes, two surge and one unavailable");
});

test("a tab that is closed right after an edit has lost nothing", async ({ page, context }) => {
  await open(page);
  await edit(page, 4);
  const digest = await digestOf(page);
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  const again = await context.newPage();
  await again.goto("");
  await expect(html(again)).toHaveAttribute("data-digest", digest);
});

test("of two tabs the one that was edited last is kept, and both show what they had", async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await isKept(page, "preset:");
  await other.goto("");
  await ran(other);
  await edit(page, 4);
  await edit(other, 5);
  await isKept(page, '"maxSurge": 5');
  // Nothing is lost, and nothing happens without a word: this tab keeps its own, and says which one the next visit has.
  await expect(page.locator(".notice")).toContainText("Another tab saved its scenario");
  await expect(surge(page)).toHaveValue("4");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(surge(page)).toHaveValue("4");
  const next = await context.newPage();
  await next.goto("");
  await expect(surge(next)).toHaveValue("5");
});

test.describe("storage", () => {
  const refuse = () => ["localStorage", "sessionStorage"].forEach((name) => Object.defineProperty(window, name, { get: () => { throw new DOMException("no", "SecurityError"); } }));
  const fill = () => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); });
  for (const [name, script] of [["refused", refuse], ["full", fill]]) {
    test(`that is ${name} costs nothing but what comes after the visit`, async ({ page }) => {
      await page.addInitScript(script);
      await open(page);
      await edit(page, 3);
      await bar(page, "Undo: maxSurge 2 → 3").click();
      await expect(surge(page)).toHaveValue("2");
      await edit(page, 4);
      const note = page.getByText("too large for the browser's storage");
      if (name === "full") await expect(note).toBeVisible();
      else await expect(note).toHaveCount(0);
      // A page that is busy for half a second is left without a question.
      await ran(page);
      // A user is never sent away without a question.
      const asked = [];
      page.on("dialog", (dialog) => asked.push(dialog.type()) && dialog.accept());
      await page.reload();
      expect(asked).toEqual(["beforeunload"]);
      await expect(page.locator(".empty .preset-list")).toBeVisible();
    });
  }

  test("that is garbled begins with nothing, or with the text to save", async ({ page }) => {
    test.setTimeout(240_000);
    await page.addInitScript(() => {
      const values = JSON.parse(sessionStorage.getItem("put") ?? "{}");
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
      // As in a new tab.
      sessionStorage.removeItem("nodetide.scenario");
    });
    await open(page);
    await edit(page, 3);
    await isKept(page, '"maxSurge": 3');
    const text = await kept(page);
    const packed = `1.${deflateRawSync(text).toString("base64url")}`;
    const stored = { "nodetide.scenario": [text, packed, "preset:docs-5-nodes"], "nodetide.tries": ["1"], "nodetide.theme": ["dark"], "nodetide.keys": ["off"] };
    let seed = 7;
    const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    const mutations = [
      (value) => value.slice(0, random(value.length)),
      (value) => value.slice(random(value.length)),
      (value) => value.replace(value[random(value.length)], "\u0000"),
      (value) => value + value,
      (value) => [...value].map((c) => (random(20) === 0 ? String.fromCharCode(random(65536)) : c)).join(""),
    ];
    for (let n = 0; n < 100; n += 1) {
      const keys = Object.keys(stored);
      const key = keys[n % keys.length];
      const value = mutations[random(mutations.length)](stored[key][random(stored[key].length)]);
      await page.evaluate((put) => sessionStorage.setItem("put", JSON.stringify(put)), { [key]: value });
      await page.reload();
      await expect(page.locator(".empty .preset-list, .stage-canvas, #main .caption").first(), `${key}=${value}`).toBeVisible();
      await expect(page.locator("#crash")).toHaveCount(0);
    }
  });

  test("what broke the program twice is not opened again, but offered", async ({ page }) => {
    await open(page);
    await edit(page, 3);
    await isKept(page, '"maxSurge": 3');
    await page.addInitScript(() => localStorage.setItem("nodetide.tries", "2"));
    await page.reload();
    await expect(page.getByRole("status")).toContainText("couldn't be opened");
    await expect(page.locator(".empty .preset-list")).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the scenario" }).click()]);
    expect(JSON.parse(readFileSync(await file.path(), "utf8")).pools[0].upgradeSettings.maxSurge).toBe(3);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(surge(page)).toHaveValue("3");
  });
});

test("a link opens the same picture in a new tab", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
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
  await sound(page);
  await shot(page, "share");
  await page.locator(".share-dialog").getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.locator(".share-dialog .said")).toHaveText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await page.locator("#share-link").inputValue());
  expect(link).toMatch(/\/sub\/path\/#s=1\.[\w-]+&t=\w+&select=\w+\/[\w-]+&tab=why$/);
  expect(link.length).toBeLessThanOrEqual(2000);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  const other = await context.newPage();
  const asks = [];
  other.on("request", (request) => asks.push(request.url()));
  await other.goto(link);
  await expect(html(other)).toHaveAttribute("data-digest", digest);
  await expect(clock(other)).toHaveText(at);
  await expect(other.locator("#inspector-why h2")).toHaveText(asked);
  // The scenario goes to no server.
  const names = /\.(css|js|wasm|json|svg|txt)$/; // of the page's own files, whose hashes may end in anything
  const tells = (url) => url.search.includes("1.") || (url.pathname.includes("1.") && !names.test(url.pathname));
  expect(asks.filter((url) => tells(new URL(url)))).toEqual([]);
  // After an edit the address no longer names it, and a reload keeps the edit.
  await edit(other, 1);
  expect(new URL(other.url()).hash).toBe("");
});

test("a link that is pasted into an open page is a step that can be undone", async ({ page }) => {
  await open(page);
  await edit(page, 3);
  const digest = await digestOf(page);
  await page.evaluate(() => (location.hash = "#preset=three-zones&t=5m&theme=dark"));
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await expect(clock(page)).toHaveText("+05:00");
  await expect(html(page)).toHaveAttribute("data-theme", "dark");
  await bar(page, "Undo: the link").click();
  await expect(html(page)).toHaveAttribute("data-digest", digest);
  await expect(surge(page)).toHaveValue("3");
});

test("a link plays at once if it says so", async ({ page }) => {
  await page.goto("#preset=docs-5-nodes&play=1");
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
  await expect(clock(page)).not.toHaveText("+00:00");
});

test.describe("a link that cannot be opened", () => {
  const bomb = `1.${deflateRawSync(Buffer.alloc(40 << 20, 32)).toString("base64url")}`;
  const good = deflateRawSync(readFileSync("static/scenarios/docs-5-nodes.json")).toString("base64url");
  for (const [name, fragment, reason] of [
    ["that is cut off", `s=1.${good.slice(0, 200)}`, "The end of the link is missing"],
    ["that is a bomb", `s=${bomb}`, "contains more than 4 MiB"],
    ["of a later program", `s=7.${good}`, "created by a newer version of Nodetide"],
    ["that was changed", `s=1.${good.slice(0, 100)}+${good.slice(100)}`, "isn't valid in a link"],
    ["of no preset", "preset=none", "There is no preset “none”."],
  ]) {
    test(`${name} says why, and keeps what was there`, async ({ page }) => {
      await page.goto(`#${fragment}`);
      await expect(page.getByRole("alert")).toContainText(reason);
      await expect(page.locator(".empty .preset-list")).toBeVisible();
      await page.locator(".empty [data-preset=docs-5-nodes]").click();
      await ran(page);
      const digest = await digestOf(page);
      expect(new URL(page.url()).hash).toBe("");
      await page.evaluate((hash) => (location.hash = hash), fragment);
      await expect(page.getByRole("alert")).toContainText(reason);
      await expect(html(page)).toHaveAttribute("data-digest", digest);
      await expect(page.locator(".stage-canvas")).toBeVisible();
    });
  }
});

test("a scenario that is too long for a link is shared as a file", async ({ page }) => {
  await page.goto("");
  const pools = Array.from({ length: 100 }, (_, n) => ({ name: `p${n}-${Math.sin(n).toString(36).slice(2)}-${Math.cos(n).toString(36).slice(2)}`, initialNodeCount: 1 }));
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify({ version: 1, name: "long", pools }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await ran(page);
  await share(page);
  await expect(page.locator(".share-dialog")).toContainText("links with more than 2,000 characters");
  await shot(page, "share-long");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  expect(file.suggestedFilename()).toBe("scenario.json");
  expect(JSON.parse(readFileSync(await file.path(), "utf8")).pools).toHaveLength(100);
});

test("the scenario and its run are saved in the forms of other tools", async ({ page }) => {
  await open(page);
  await share(page, "Data");
  await sound(page);
  await shot(page, "share-data");
  const forms = await page.locator("#share-form option").allTextContents();
  const saved = {};
  for (const form of forms) {
    await page.locator("#share-form").selectOption({ label: form });
    const shown = await page.locator("#share-data").inputValue();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".share-dialog").getByRole("button", { name: "Save" }).click()]);
    const text = readFileSync(await file.path(), "utf8");
    expect(text.replaceAll("\r", "").startsWith(shown.replaceAll("\r", ""))).toBe(true);
    saved[file.suggestedFilename()] = text;
  }
  expect(JSON.parse(saved["scenario.json"]).version).toBe(1);
  expect(saved["upgrade.sh"]).toContain("gcloud container");
  expect(saved["node_pools.tf"]).toContain("google_container_node_pool");
  expect(Object.keys(saved)).toContain("budgets.yaml");
  expect(saved["events.csv"]).toMatch(/^no,at_ms,subject,change,slug,rules,cause,data\r\n/);
  const [header, first] = saved["events.jsonl"].split("\n").map((line) => line && JSON.parse(line));
  expect([header.nodetide, header.start, first.no]).toEqual([1, "2026-01-05T00:00:00Z", 0]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("what is shared and undone is within reach", async ({ page }) => {
    await open(page, "three-zones");
    await page.locator(".bar .share").tap();
    await expect(page.locator("#share-link")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await sound(page);
    await shot(page, "phone-share");
    await page.keyboard.press("Escape");
    await page.locator(".setup-button").tap();
    await surge(page).fill("2");
    await page.keyboard.press("Enter");
    await page.locator(".sheet-tools").getByRole("button", { name: /^Undo: maxSurge/ }).tap();
    await expect(surge(page)).toHaveValue("3");
    await shot(page, "phone-undo");
  });
});

test.describe("a worker", () => {
  test.describe.configure({ timeout: 60_000 });
  // The run's worker is the page's first; that of alternatives comes after it, and the replacement of the run's is the last.
  const both = (page) => expect.poll(() => page.workers().length).toBe(2);
  const gone = (page) => page.workers()[0].evaluate(() => self.close()).catch(() => {});
  const stuck = (page) => void page.workers()[0].evaluate(() => { for (;;); }).catch(() => {});
  for (const [name, lose] of [["is gone", gone], ["is stuck", stuck]]) {
    test(`that ${name} is replaced once, and then the page goes on`, async ({ page }) => {
      await open(page);
      const first = await digestOf(page);
      await lose(page);
      await surge(page).fill("3");
      await page.keyboard.press("Enter");
      await expect(html(page)).not.toHaveAttribute("data-digest", first, { timeout: 25_000 });
      await expect(html(page)).toHaveAttribute("data-place", "worker");
      const second = await digestOf(page);
      await page.reload();
      await expect(html(page)).toHaveAttribute("data-digest", second);
    });
  }

  test.describe("that breaks", () => {
    test.use({ provoked: [/gone/] });
    test("is replaced, and the page goes on by itself when the next one breaks, too", async ({ page }) => {
      await open(page);
      const digest = await digestOf(page);
      for (const [at, place] of [[0, "worker"], [-1, /^inline: the worker stopped: .*gone/]]) {
        await both(page);
        const worker = page.workers().at(at);
        const ended = worker.waitForEvent("close");
        await worker.evaluate(() => { setTimeout(() => { throw new Error("gone"); }); });
        await ended;
        await expect(html(page)).toHaveAttribute("data-place", place);
      }
      await surge(page).fill("3");
      await page.keyboard.press("Enter");
      await expect(html(page)).not.toHaveAttribute("data-digest", digest);
    });
  });
});

test.describe("when the program breaks", () => {
  test.use({ provoked: [/panicked|unreachable|broken/] });
  test("the report can be copied, and starting again brings the scenario back", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page);
    await edit(page, 3);
    await page.evaluate(() => {
      const set = Element.prototype.setAttribute;
      Element.prototype.setAttribute = function (name, value) {
        if (name === "aria-expanded") {
          Element.prototype.setAttribute = set;
          throw new Error("broken");
        }
        return set.call(this, name, value);
      };
    });
    await page.getByRole("button", { name: /^Assumptions/ }).click();
    await expect(page.locator("#crash h1")).toHaveText("Something went wrong");
    await sound(page);
    await shot(page, "crash");
    await page.getByRole("button", { name: "Copy this report" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Nodetide \d+\.\d+\.\d+, seed 1\n/);
    await page.getByRole("link", { name: "Restart" }).click();
    await expect(surge(page)).toHaveValue("3");
  });
});
