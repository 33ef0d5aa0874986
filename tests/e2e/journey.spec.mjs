// From three files to a better setting, with nothing lost on the way: by mouse, and by keyboard alone.
import { resolve } from "node:path";
import { test, expect } from "./fixture.mjs";
import { clipboard, clock, digestOf, drop, html, ran, reach as tabTo, settings, shot, sound } from "./steps.mjs";

const files = ["cluster.json", "objects.yaml", "budgets.yaml"].map((name) => resolve("tests/e2e/blocked-drain", name));
const findings = (page) => page.getByRole("tabpanel", { name: /Findings/ });
const why = (page) => page.getByRole("tabpanel", { name: "Why?" });
const tried = (panel) => expect(panel.getByText(/^\d+ tried; /)).toBeAttached();
const status = (page, text) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
/** All that the page shows: its texts, and the pixels of its canvases. */
const picture = async (page) => {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  const canvases = await page.locator("canvas").evaluateAll((all) => all.map((one) => one.toDataURL()));
  return JSON.stringify([await page.locator("#page").innerText(), canvases]);
};
/** The picture, once it stays: how far the end varies is refined after the changes are tried. */
const settled = async (page) => {
  let last;
  const stays = async () => {
    const now = await picture(page);
    const same = now === last;
    last = now;
    return same;
  };
  await expect.poll(stays, { intervals: [1000] }).toBe(true);
  return last;
};
const same = async (page, wanted) => expect.poll(async () => (await picture(page)) === wanted).toBe(true);
/** The page starts the worker of its run before all others. */
const kill = (page) => page.workers()[0].evaluate(() => self.close()).catch(() => {});
/** Counts the page's requests to its server. */
const asked = (page) => {
  const names = [];
  page.on("request", (request) => names.push(new URL(request.url()).pathname.split("/").pop()));
  return names;
};

test.use({ viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 150_000 });

test("by mouse: dropped files, a change, its undo, and a link that shows the same in another tab, with or without its worker", async ({ page }) => {
  const context = page.context();
  await page.goto("");
  await expect(html(page)).toHaveAttribute("data-place", "worker");
  // The page's later part comes by itself.
  await expect(html(page)).toHaveAttribute("data-whole", "");
  const names = asked(page);
  // The report says what was recognized before anything runs.
  await drop(page, ...files);
  const report = page.getByRole("dialog");
  await expect(report.getByText("Kubernetes List: 3 nodes, 3 workloads, 8 Pods")).toBeVisible();
  await shot(page, "journey-report");
  await report.getByRole("button", { name: "Use", exact: true }).click();
  const stuck = await ran(page);
  await findings(page).getByRole("button", { name: "shop/ledger-pdb" }).first().click();
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("shop/ledger-pdb");
  await page.getByRole("tab", { name: /Findings/ }).click();
  // The budget's own number, under a heading of its own.
  await tried(findings(page));
  await expect(findings(page).getByRole("rowheader", { name: /If the budget may change/i })).toBeVisible();
  await findings(page).getByRole("button", { name: /^Apply: shop\/ledger-pdb/ }).first().click();
  const better = await ran(page, stuck);
  await status(page, /^Applied: shop\/ledger-pdb/);
  await shot(page, "journey-gain");
  // Undone, redone, and undone.
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: /^Undo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  await bar.getByRole("button", { name: /^Redo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", better);
  await bar.getByRole("button", { name: /^Undo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  // The link shows the same instant.
  await findings(page).getByRole("button", { name: "10:07:02" }).first().click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("dialog").getByRole("textbox").first().inputValue();
  expect(link.length).toBeLessThanOrEqual(2000);
  await page.keyboard.press("Escape");
  const at = await clock(page).textContent();
  expect(at).toBe("+1:07:02");
  const other = await context.newPage();
  const othersNames = asked(other);
  await other.goto(link);
  await expect(html(other)).toHaveAttribute("data-digest", stuck);
  await expect(clock(other)).toHaveText(at);
  await tried(findings(other));
  expect(await settings(other)).toEqual(await settings(page));
  const seen = await settled(other);
  await shot(other, "journey-link");
  // Without its worker the tab continues, and shows the same after a reload.
  await kill(other);
  await other.getByRole("button", { name: "Play" }).click();
  await other.getByRole("button", { name: "Pause" }).click();
  await other.reload();
  await expect(html(other)).toHaveAttribute("data-digest", stuck);
  await expect(clock(other)).toHaveText(at);
  await tried(findings(other));
  await same(other, seen);
  // So does a tab whose worker was lost before an edit: another worker runs it.
  await kill(other);
  await findings(other).getByRole("button", { name: /^Apply: shop\/ledger-pdb/ }).first().click();
  await expect(html(other)).toHaveAttribute("data-digest", better, { timeout: 25_000 });
  await expect(html(other)).toHaveAttribute("data-place", "worker");
  const changed = await settings(other);
  await expect.poll(() => other.evaluate(() => localStorage.getItem("nodetide.scenario"))).toContain('"maxUnavailable": 1');
  await other.reload();
  await expect(html(other)).toHaveAttribute("data-digest", better);
  await expect.poll(() => settings(other)).toEqual(changed);
  // The server learned nothing of all this: only the importer's two files and the worker's start script were requested.
  const own = /^(|boot-\w+\.js|app-\w+(_bg|_rest)?\.(js|wasm)|nodetide-import(_bg)?\.(js|wasm)|[a-z]+-\w+\.(css|svg)|en-\w+\.(first|rest|later)\.ftl\.txt)$/;
  expect([...names, ...othersNames].filter((name) => !own.test(name))).toEqual([]);
  expect(names.filter((name) => !/^(nodetide-import|boot-|app-\w+\.js|en-|icon-)/.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith("nodetide-import"))).toHaveLength(2);
});

test("by the keyboard alone from three files to a link, with no finding of axe in any view on the way", async ({ page }) => {
  const context = page.context();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const reach = (locator, key) => tabTo(page, locator, key);
  const dialog = page.getByRole("dialog");
  const closed = () => expect(dialog).toHaveCount(0);
  await page.goto("");
  await expect(html(page)).toHaveAttribute("data-place", "worker");
  await sound(page, "empty");
  // The dialog, and the report.
  await reach(page.getByRole("button", { name: "Paste", exact: true }));
  await press("Enter");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await sound(page, "import");
  const choose = dialog.getByRole("button", { name: "Choose files" });
  await reach(choose);
  await choose.setInputFiles(files);
  await expect(dialog.getByText("Kubernetes List: 3 nodes, 3 workloads, 8 Pods")).toBeVisible();
  await sound(page, "report");
  await reach(dialog.getByRole("button", { name: "Use", exact: true }));
  await press("Enter");
  const stuck = await ran(page);
  await closed();
  await tried(findings(page));
  await sound(page, "findings");
  // The budget is asked, and its arrow keys leave the tab.
  await reach(findings(page).getByRole("button", { name: "shop/ledger-pdb", exact: true }).first());
  await press("Enter");
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("shop/ledger-pdb");
  await tried(why(page));
  await sound(page, "why");
  await reach(page.getByRole("tab", { name: "Why?" }), "Shift+Tab");
  await press("ArrowRight");
  await expect(page.getByRole("tab", { name: /Findings/ })).toBeFocused();
  await expect(findings(page)).toBeVisible();
  await press("ArrowRight");
  await sound(page, "story");
  await press("ArrowLeft");
  // The first alternative, undone and redone.
  await reach(findings(page).getByRole("button", { name: /^Apply: shop\/ledger-pdb/ }).first());
  await press("Enter");
  const better = await ran(page, stuck);
  await status(page, /^Applied: shop\/ledger-pdb/);
  await sound(page, "gain");
  await press("Control+z");
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  await press("Control+Shift+z");
  await expect(html(page)).toHaveAttribute("data-digest", better);
  await press("Control+z");
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  // Help, palette, a menu.
  await press("?");
  await expect(dialog).toBeVisible();
  await sound(page, "help");
  await press("Escape");
  await closed();
  await press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type(":+1:07:02");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await sound(page, "palette");
  await press("Enter");
  await closed();
  await expect(clock(page)).toHaveText("+1:07:02");
  const cell = page.getByRole("gridcell", { name: /^gke-prod-web-pool-5c1e-2c3d/ });
  await reach(page.getByRole("gridcell").first(), "Shift+Tab");
  for (let n = 0; n < 12 && !(await cell.evaluate((one) => one === document.activeElement)); n += 1) await press("ArrowRight");
  await expect(cell).toBeFocused();
  await press("Shift+F10");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await sound(page, "menu");
  await press("Escape");
  await expect(cell).toBeFocused();
  await press("Enter");
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("gke-prod-web-pool-5c1e-2c3d");
  const all = (tab) => tried(why(tab));
  await all(page);
  await sound(page, "why of a node");
  // Every tab of the share dialog; the link is copied.
  await reach(page.getByRole("button", { name: "Share", exact: true }), "Shift+Tab");
  await press("Enter");
  await expect(dialog.getByRole("button", { name: "Link", exact: true })).toBeVisible();
  for (const tab of ["Image", "Data", "Link"]) {
    await reach(dialog.getByRole("button", { name: tab, exact: true }));
    await press("Enter");
    await expect(dialog.getByRole("button", { name: tab, exact: true })).toHaveAttribute("aria-pressed", "true");
    await sound(page, `share ${tab}`);
  }
  await reach(dialog.getByRole("button", { name: "Copy", exact: true }).first());
  await press("Enter");
  await expect(dialog.getByText("Copied")).toBeVisible();
  const link = await clipboard(page);
  await press("Escape");
  await closed();
  const [digest, at, asks] = [await digestOf(page), await clock(page).textContent(), await why(page).innerText()];
  // In a separate tab whose worker is lost.
  const other = await context.newPage();
  await other.goto(link);
  await expect(html(other)).toHaveAttribute("data-digest", digest);
  await expect(clock(other)).toHaveText(at);
  await expect(why(other).getByRole("heading", { level: 2 })).toHaveText("gke-prod-web-pool-5c1e-2c3d");
  await all(other);
  await expect.poll(() => why(other).innerText()).toBe(asks);
  await sound(other, "link");
  await kill(other);
  await other.reload();
  await expect(html(other)).toHaveAttribute("data-digest", digest);
  await expect(clock(other)).toHaveText(at);
  // Notices: the restored scenario, and a link that can't be opened.
  await other.goto("about:blank");
  await other.goto("");
  await status(other, "Restored from your last visit.");
  await expect(html(other)).toHaveAttribute("data-digest", digest);
  await sound(other, "restored");
  await other.evaluate(() => (location.hash = "#s=1.AAAA"));
  await expect(other.getByRole("alert")).toBeVisible();
  await sound(other, "alert");
});

test.describe("the policy", () => {
  test.use({ provoked: [/Content Security Policy|requires 'Trusted/] });
  test("of the page lets no text become markup or a program, and each refusal is reported", async ({ page }) => {
    const heard = [];
    page.on("console", (message) => heard.push(message.text()));
    await page.goto("");
    // Later, because code that a test evaluates may do more than the page's.
    const refused = await page.evaluate(() => new Promise((tell) => setTimeout(() => tell([
      () => { document.createElement("p").innerHTML = "<b>x</b>"; },
      () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
      () => new Function("return 1"),
      () => new Worker("data:text/javascript,1"),
    ].map((deed) => {
      try {
        deed();
        return "done";
      } catch (error) {
        return error.name;
      }
    })))));
    expect(refused).toEqual(["TypeError", "TypeError", "EvalError", "TypeError"]);
    await expect.poll(() => heard.filter((text) => /^Content Security Policy: require-trusted-types-for refused/.test(text)).length).toBeGreaterThan(2);
  });
});

test("labels alone lead from an empty page to what holds up the upgrade, in at most eight actions", async ({ page }) => {
  await page.goto("");
  let actions = 0;
  const press = async (name) => {
    actions += 1;
    // Behind a dialog nothing can be pressed.
    const dialog = page.locator("dialog[open]");
    await ((await dialog.count()) > 0 ? dialog : page).getByRole("button", { name }).first().click();
  };
  const reads = (text) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  actions += 1;
  await page.getByRole("button", { name: "Choose files" }).first().setInputFiles(files);
  await reads("Nothing is replaced until you press Use.");
  await press("Use");
  // What follows the suggested changes moves while they are tried.
  await tried(findings(page));
  await press("10:07:02");
  // The event itself is beside the paragraph, once the story has scrolled there and rests: a click in between would meet another row.
  await expect(page.locator(".tale[aria-expanded=true]")).toContainText("POD_PDB_VIOLATION");
  const event = page.getByRole("button", { name: /POD_PDB_VIOLATION, forced out/ }).first();
  await event.scrollIntoViewIfNeeded();
  let rests = null;
  const stays = async () => {
    const before = rests;
    rests = JSON.stringify(await event.boundingBox());
    return rests === before;
  };
  await expect.poll(stays, { intervals: [500] }).toBe(true);
  await press(/POD_PDB_VIOLATION, forced out/);
  await reads(/^The drain respects PodDisruptionBudgets/);
  actions += 1;
  await page.getByRole("tab", { name: "Findings" }).click();
  await press("shop/ledger-pdb");
  await reads("shop/ledger-pdb minAvailable 2 → maxUnavailable 1");
  expect(actions).toBeLessThanOrEqual(8);
});
