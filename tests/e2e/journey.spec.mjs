// From three files to a better setting, with nothing lost on the way: by mouse, and by keyboard alone.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { test, expect } from "./fixture.mjs";
import { digestOf, drop, html, ran, reach as tabTo, settings, shot, sound } from "./steps.mjs";

const files = ["cluster.json", "objects.yaml", "budgets.yaml"].map((name) => resolve("tests/e2e/blocked-drain", name));
const clock = (page) => page.locator(".clk > b");
const findings = (page) => page.getByRole("tabpanel", { name: /Findings/ });
const why = (page) => page.getByRole("tabpanel", { name: "Why?" });
const tried = (panel) => expect(panel.getByText(/^\d+ tried; (the best|1 is better)/)).toBeAttached();
const first = "shop/ledger-pdb minAvailable 2 → maxUnavailable 1";
const status = (page, text) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
/** The visible page, without highlights of the last touch. */
const picture = async (page) => {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  return page.screenshot({ animations: "disabled", caret: "hide" });
};
/** Pixels that differ visibly; the browser never draws the edge of a letter twice alike. */
const apart = async (context, one, other) => {
  const blank = await context.newPage();
  const count = await blank.evaluate(async (texts) => {
    const [one, other] = await Promise.all(texts.map(async (text) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
      const surface = new OffscreenCanvas(image.width, image.height).getContext("2d");
      surface.drawImage(image, 0, 0);
      return surface.getImageData(0, 0, image.width, image.height).data;
    }));
    return one.reduce((count, value, n) => count + (Math.abs(value - other[n]) > 32), 0) + Math.abs(one.length - other.length);
  }, [one, other].map((png) => png.toString("base64")));
  await blank.close();
  return count;
};
const same = (page, wanted) => expect.poll(async () => apart(page.context(), wanted, await picture(page)), { timeout: 15_000 }).toBe(0);
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

test("by mouse: three files, a stuck budget, a better setting, a link, and nothing lost with the worker", async ({ page, context }) => {
  await page.goto("");
  await expect(html(page)).toHaveAttribute("data-place", "worker");
  // The page's later part comes by itself.
  await expect(html(page)).toHaveAttribute("data-whole", "", { timeout: 15_000 });
  const names = asked(page);
  // The report says what was recognized before anything runs.
  await drop(page, ...files);
  const report = page.getByRole("dialog");
  await expect(report.getByText("GKE cluster: 1 pool")).toBeVisible();
  await expect(report.getByText("Kubernetes List: 3 nodes, 3 workloads, 8 Pods")).toBeVisible();
  await expect(report.getByText("Kubernetes PodDisruptionBudget: 2 PDBs")).toBeVisible();
  await expect(report.getByText("GKE cluster: prod in europe-west4-a")).toBeVisible();
  await expect(report.getByText(/^upgrade in the script/)).toBeVisible();
  await shot(page, "journey-report");
  await report.getByRole("button", { name: "Use", exact: true }).click();
  const stuck = await ran(page);
  // The budget that blocks everything is a finding.
  await expect(findings(page).getByRole("heading", { level: 2 })).toHaveText("The upgrade finishes, but 2 Pods are forced out in violation of a PDB");
  await expect(findings(page)).toContainText("Drains blocked2 h 0 min");
  await findings(page).getByRole("button", { name: "shop/ledger-pdb" }).first().click();
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("shop/ledger-pdb");
  await expect(why(page)).toContainText("2 − 2 = 0");
  await page.getByRole("tab", { name: /Findings/ }).click();
  // The first alternative, and its gain.
  await tried(findings(page));
  await findings(page).getByRole("button", { name: /^Apply: / }).first().click();
  const better = await ran(page, stuck);
  await status(page, `Applied: ${first}. 1 h 58 min 40 s sooner, forced 2 → 0`);
  await expect(findings(page).getByRole("heading", { level: 2 })).toHaveText("The upgrade succeeds");
  await expect(findings(page)).toContainText("Drains blocked20 s");
  await shot(page, "journey-gain");
  // Undone, redone, and undone.
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: /^Undo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  await bar.getByRole("button", { name: /^Redo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", better);
  await bar.getByRole("button", { name: /^Undo: / }).click();
  await expect(html(page)).toHaveAttribute("data-digest", stuck);
  await expect(findings(page).getByRole("heading", { level: 2 })).toContainText("forced out in violation of a PDB");
  // The link shows the same instant.
  await findings(page).getByRole("button", { name: "01:07:02" }).first().click();
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
  const seen = await picture(other);
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
  await findings(other).getByRole("button", { name: /^Apply: / }).first().click();
  await expect(html(other)).toHaveAttribute("data-digest", better, { timeout: 25_000 });
  await expect(html(other)).toHaveAttribute("data-place", "worker");
  const changed = await settings(other);
  await expect.poll(() => other.evaluate(() => localStorage.getItem("nodetide.scenario"))).toContain('"maxUnavailable": 1');
  await other.reload();
  await expect(html(other)).toHaveAttribute("data-digest", better);
  expect(await settings(other)).toEqual(changed);
  // The server learned nothing of all this: only the importer's two files and the worker's start script were requested.
  const own = /^(|boot-\w+\.js|app-\w+(_bg|_rest)?\.(js|wasm)|nodetide-import(_bg)?\.(js|wasm)|[a-z]+-\w+\.(css|svg)|en-\w+\.(first|rest)\.ftl\.txt)$/;
  expect([...names, ...othersNames].filter((name) => !own.test(name))).toEqual([]);
  expect(names.filter((name) => !/^(nodetide-import|boot-|app-\w+\.js|en-)/.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith("nodetide-import"))).toHaveLength(2);
});

test("by the keyboard alone, every view on the way sound", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
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
  await reach(findings(page).getByRole("button", { name: "shop/ledger-pdb" }).first());
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
  await reach(findings(page).getByRole("button", { name: /^Apply: / }).first());
  await press("Enter");
  const better = await ran(page, stuck);
  await status(page, `Applied: ${first}. 1 h 58 min 40 s sooner`);
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
  const all = (tab) => expect(why(tab).getByText("5 tried; 1 is better:")).toBeAttached();
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
  const link = await page.evaluate(() => navigator.clipboard.readText());
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
  expect(await why(other).innerText()).toBe(asks);
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
  test("takes no text for markup or for a program, and what it refuses is heard", async ({ page }) => {
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

// A user who only perceives names; every action is counted.
const stranger = (page) => {
  let done = 0;
  const act = (deed) => async (...args) => {
    done += 1;
    await deed(...args);
  };
  return {
    // Behind a dialog nothing can be pressed.
    press: act(async (name) => {
      const dialog = page.locator("dialog[open]");
      const within = (await dialog.count()) > 0 ? dialog : page;
      await within.getByRole("button", { name }).first().click();
    }),
    tab: act((name) => page.getByRole("tab", { name }).click()),
    write: act((label, text) => page.getByLabel(label).fill(text)),
    give: act((name, paths) => page.getByRole("button", { name }).first().setInputFiles(paths)),
    reads: (text) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 }),
    done: () => done,
  };
};

test.describe("why it is stuck, from an empty page, by labels alone", () => {
  const enough = 8;

  test("with three files", async ({ page }) => {
    await page.goto("");
    const person = stranger(page);
    await person.give("Choose files", files);
    await person.reads("Nothing is replaced until you press Use.");
    await person.press("Use");
    await person.reads("The upgrade finishes, but 2 Pods are forced out in violation of a PDB");
    await person.press("shop/ledger-pdb");
    await person.reads("shop/ledger-pdb currently allows 0 disruptions.");
    await person.reads("2 − 2 = 0");
    await person.reads("shop/ledger-pdb minAvailable 2 → maxUnavailable 1");
    expect(person.done()).toBeLessThanOrEqual(enough);
  });

  test("with pasted text, from the Pod that was forced out", async ({ page }) => {
    await page.goto("");
    const person = stranger(page);
    const [, objects, budgets] = files.map((path) => readFileSync(path, "utf8"));
    await person.press("Paste");
    await person.write("Drop files here, or paste", `${objects}---\n${budgets}`);
    await person.reads("Nothing is replaced until you press Use.");
    await person.press("Use");
    await person.reads(/forced out in violation of a PDB/);
    await person.press("01:07:02");
    await person.press(/POD_PDB_VIOLATION/);
    await person.reads("The drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then all remaining Pods are removed.");
    await person.tab("Findings");
    await person.press("shop/ledger-pdb");
    await person.reads("shop/ledger-pdb minAvailable 2 → maxUnavailable 1");
    expect(person.done()).toBeLessThanOrEqual(enough);
  });

  test("of a preset", async ({ page }) => {
    await page.goto("");
    const person = stranger(page);
    await person.press(/The PDB that never allows an eviction/);
    await person.reads("The upgrade finishes, but 3 Pods are forced out in violation of a PDB");
    await person.press("ledger-pdb");
    await person.reads("ledger-pdb currently allows 0 disruptions.");
    expect(person.done()).toBeLessThanOrEqual(enough);
  });
});
