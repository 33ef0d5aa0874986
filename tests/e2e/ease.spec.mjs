// By keyboard, finger, ear and on paper: the palette, menus, keys, the timeline's pointer, print, a person's own colours.
import { test, expect } from "./fixture.mjs";
import { shot, sound } from "./steps.mjs";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const open = async (page, preset = "three-zones") => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
};
const chosen = (page) => page.locator(".hit[aria-selected=true]");
const clock = (page) => page.locator(".clk > b");
const lanes = (page) => page.locator(".tl-host canvas");
const looping = (page) => page.locator(".trans [aria-label^='Loop']");

test.describe("the palette", () => {
  test("leads to a node and to a command, by keyboard alone", async ({ page }) => {
    await open(page);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: /^Search commands/ })).toBeFocused();
    await expect(page.locator(".hits .head").first()).toHaveText("Suggested");
    await page.keyboard.type("b-6");
    await expect(chosen(page)).toHaveText(/Select web-pool-b-6/);
    await expect(page.locator(".hit mark").first()).toHaveText("b-6");
    await sound(page);
    await shot(page, "palette");
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page)).toHaveText(/Why is web-pool-b-6 in this state/);
    await expect(page.locator("#palette-input")).toHaveAttribute("aria-activedescendant", await chosen(page).getAttribute("id"));
    await page.keyboard.press("Enter");
    await expect(page.locator("dialog")).toHaveCount(0);
    await expect(page.locator("#inspector-why h2")).toHaveText(/b-6$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type(">end");
    await expect(chosen(page)).toHaveText(/^End/);
    await page.keyboard.press("Enter");
    await expect(page.locator(".stats")).toContainText("100 %");
  });
  test("goes to times, rules and events, and says when nothing fits", async ({ page }) => {
    await open(page);
    const ask = async (text) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(text);
    };
    await ask(":+10:00");
    await page.keyboard.press("Enter");
    await expect(clock(page)).toHaveText("+10:00");
    await ask("#SU-23");
    await expect(chosen(page).locator("mark").first()).toHaveText("SU-23");
    await page.keyboard.press("Escape");
    await ask("a-1 cordoned");
    await page.keyboard.press("Enter");
    await expect(page.locator("#inspector-why h2")).toHaveText(/a-1$/);
    await ask(":soon");
    await expect(page.locator(".ask [role=status]")).toHaveText(/^No such time/);
    await page.keyboard.press("Control+k");
    await expect(page.locator("dialog")).toHaveCount(0);
  });
  test("opens from the first screen and from a field, and opens a preset", async ({ page }) => {
    await page.goto("");
    await expect(page.locator("html")).not.toHaveAttribute("data-waits", "");
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(page.locator("#palette-input")).toBeFocused({ timeout: 500 });
    }).toPass();
    await sound(page);
    await page.keyboard.type("five nodes");
    await page.keyboard.press("Enter");
    await expect(page.locator(".scenario-name")).not.toHaveValue("");
    await page.locator(".scenario-name").focus();
    await page.keyboard.press("Control+k");
    await expect(page.locator("#palette-input")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator(".scenario-name")).toBeFocused();
    await page.locator(".bar .find").click();
    await expect(page.locator("#palette-input")).toBeFocused();
  });
  test("has room on a phone", async ({ browser }) => {
    const page = await (await browser.newContext(phone)).newPage();
    await open(page);
    await page.locator(".bar .find").tap();
    await page.locator("#palette-input").fill("web");
    await shot(page, "palette-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator(".hit").first().tap();
    await expect(page.locator("dialog")).toHaveCount(0);
    await page.close();
  });
});

test("every key of the table is in the help, and single keys can be switched off", async ({ page }) => {
  await open(page);
  await page.keyboard.press("?");
  const help = page.locator(".help-dialog");
  for (const words of [
    "Play or pause", "Faster", "Slower", "Loop the visible or marked range", "Start the range here", "Next event", "Previous event",
    "Next phase", "Previous phase", "Next marker", "Previous marker", "Forward one second", "Back one second", "Start", "End",
    "Jump to 0 % … 90 % of the run", "Fit the selection", "Fit the whole run", "Zoom in at the playhead", "Why?",
    "Filter the stage and the event log", "Command palette", "Help and keyboard shortcuts", "Move between zones and nodes", "Zoom the stage", "Pan the stage", "Zoom at the pointer",
  ]) await expect(help.locator("dd").filter({ hasText: words }).first(), words).toBeVisible();
  await expect(help.locator("kbd").filter({ hasText: /^(Ctrl|⌘) K$/ })).toHaveCount(1);
  await sound(page);
  await shot(page, "keys");
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("5");
  await expect(page.locator(".stats")).not.toContainText("50 %");
  await page.keyboard.press("End");
  await expect(page.locator(".stats")).toContainText("100 %");
});

test.describe("a menu", () => {
  const menu = (page) => page.getByRole("menu");
  test("of a node, by keyboard", async ({ page }) => {
    await open(page);
    const cell = page.locator("[role=gridcell]").filter({ hasText: "web-pool-a-2" });
    await cell.focus();
    await page.keyboard.press("Shift+F10");
    await expect(menu(page)).toHaveAttribute("aria-label", /web-pool-a-2/);
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await sound(page);
    await shot(page, "menu");
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem").last()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toHaveCount(0);
    await expect(cell).toBeFocused();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: /^Filter the log/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("#log-filter")).toHaveValue("web-pool-a-2");
    await expect(page.locator("#log-filter")).toBeFocused();
  });
  test("of whatever the pointer asks about", async ({ page }) => {
    await open(page);
    await page.keyboard.press("End");
    const stage = page.locator(".stage-canvas");
    for (const [place, position, name] of [
      [stage, { x: 60, y: 12 }, /^web-pool:/],
      [stage, { x: 60, y: 40 }, /^europe-west4-a:/],
      [page.locator(".event").first(), undefined, /:/],
      [lanes(page), { x: 60, y: 109 }, /europe-west4/],
    ]) {
      await place.click({ button: "right", position });
      await expect(menu(page)).toHaveAttribute("aria-label", name);
      await page.keyboard.press("Escape");
      await expect(menu(page)).toHaveCount(0);
    }
    await lanes(page).click({ button: "right", position: { x: 400, y: 109 } });
    await page.getByRole("menuitem", { name: "Start the range here" }).click();
    await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
  });
  test("of what a finger rests on, within a narrow window", async ({ browser }) => {
    const page = await (await browser.newContext(phone)).newPage();
    await open(page);
    const stage = await page.locator(".stage-canvas").boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const at = [stage.x + stage.width - 40, stage.y + 80];
    await touch("touchStart", at);
    await page.waitForTimeout(700);
    await touch("touchEnd");
    await expect(menu(page)).toBeVisible();
    const box = await menu(page).boundingBox();
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    await expect(page.locator("#inspector-why")).toBeHidden();
    await shot(page, "menu-phone");
    await page.locator(".menus .veil").click({ position: { x: 5, y: 5 } });
    await expect(menu(page)).toHaveCount(0);
    await touch("touchStart", at);
    await touch("touchMove", [at[0], at[1] - 40]);
    await page.waitForTimeout(700);
    await touch("touchEnd");
    await expect(menu(page)).toHaveCount(0);
    await page.close();
  });
});

test.describe("the timeline", () => {
  const seen = (page) => page.locator("[role=slider]").boundingBox();
  test("marks a range, zooms to it, and lets it go", async ({ page }) => {
    await open(page);
    const box = await lanes(page).boundingBox();
    await page.mouse.move(box.x + 300, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 120, { steps: 5 });
    await page.mouse.up();
    await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
    await shot(page, "range");
    await page.getByRole("button", { name: "Zoom to the range" }).click();
    await page.keyboard.press("9");
    await page.getByRole("button", { name: "Clear the range" }).click();
    await expect(looping(page)).toHaveAttribute("aria-pressed", "false");
    await page.locator("#main").focus();
    await page.keyboard.press("2");
    await page.keyboard.press("i");
    await page.keyboard.press("3");
    await page.keyboard.press("o");
    await expect(looping(page)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Escape");
    await expect(looping(page)).toHaveAttribute("aria-pressed", "false");
  });
  test("zooms by wheel and keys, and fits again", async ({ page }) => {
    await open(page);
    await page.keyboard.press("5");
    await expect(page.locator(".stats")).toContainText("50 %");
    const whole = await seen(page);
    const box = await lanes(page).boundingBox();
    await page.mouse.move(box.x + 200, box.y + 100);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await seen(page)).x).not.toBe(whole.x);
    await page.mouse.dblclick(box.x + 400, box.y + 100);
    await page.keyboard.press("5");
    await expect.poll(async () => Math.round((await seen(page)).x)).toBe(Math.round(whole.x));
    await page.keyboard.press("Home");
    await page.keyboard.press("+");
    await page.keyboard.press("5");
    await page.keyboard.press("Shift+PageDown");
    await page.keyboard.press("Shift+f");
    await expect.poll(async () => Math.round((await seen(page)).x)).toBe(Math.round(whole.x));
  });
  test("the playhead is dragged by its flag", async ({ page }) => {
    await open(page);
    await expect(page.locator("[role=slider]")).toHaveAttribute("aria-valuetext", /^02:00:00, upgrading, 12 nodes left$/);
    const flag = await seen(page);
    await page.mouse.move(flag.x + flag.width / 2, flag.y + flag.height / 2);
    await page.mouse.down();
    await page.mouse.move(flag.x + 300, flag.y + 30, { steps: 4 });
    await page.mouse.up();
    await expect(clock(page)).not.toHaveText("+00:00");
    await expect(page.locator("[role=slider]")).toHaveAttribute("aria-valuetext", /^\d\d:\d\d:\d\d, [a-z ]+, \d+ nodes? left$/);
  });
  test("is pinched with two fingers, and scrubbed with one", async ({ browser }) => {
    const page = await (await browser.newContext(phone)).newPage();
    await open(page);
    await lanes(page).scrollIntoViewIfNeeded();
    const box = await lanes(page).boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) });
    const y = 60;
    await touch("touchStart", [100, y]);
    for (const x of [120, 150, 180]) await touch("touchMove", [x, y]);
    await touch("touchEnd");
    await expect(clock(page)).not.toHaveText("+00:00");
    const before = await seen(page);
    await touch("touchStart", [150, y], [200, y]);
    for (const by of [10, 30, 60, 100]) await touch("touchMove", [150 - by, y], [200 + by, y]);
    await touch("touchEnd");
    await expect.poll(async () => Math.abs((await seen(page)).x - before.x)).toBeGreaterThan(1);
    expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
    await page.close();
  });
});

test("pending Pods are in the grid, with what they wait for", async ({ page }) => {
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  await page.locator("#import-text").fill(JSON.stringify({
    version: 1,
    pools: [{ name: "a", version: "1.33.5-gke.100", initialNodeCount: 2 }],
    workloads: [{ kind: "Deployment", name: "big", replicas: 1, requests: { cpu: "64" } }],
    script: [{ at: "0s", do: "upgrade", pool: "a", version: "1.34" }],
  }));
  await page.getByRole("button", { name: "Use", exact: true }).click();
  const row = page.locator("[role=row][aria-label='1 Pod pending']");
  await expect(row.locator("[role=gridcell]")).toHaveText(/^big-0: pending: .*(cpu|node)/);
  await page.locator("[role=gridcell]").last().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#inspector-why h2")).toHaveText("big-0");
});

test.describe("with less motion", () => {
  test.use({ reducedMotion: "reduce" });
  test("nothing moves by itself but the playhead, step by step", async ({ page }) => {
    await open(page);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press("Control+k");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Space");
    await expect(page.locator(".play")).toHaveAttribute("aria-label", "Pause");
    await expect(clock(page)).not.toHaveText("+00:00");
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`in a person's own colours, ${colorScheme}, everything can be seen`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await open(page);
    await page.keyboard.press("3");
    await expect(page.locator(".stats")).toContainText("30 %");
    await page.locator("[role=gridcell][tabindex='0']").focus();
    await shot(page, `forced-${colorScheme}`);
    // The ground of the canvas is the system's.
    const [drawn, wanted] = await page.evaluate(() => {
      const canvas = document.querySelector(".tl-host canvas");
      const [r, g, b] = canvas.getContext("2d").getImageData(2, canvas.height - 2, 1, 1).data;
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "Canvas";
      const wanted = getComputedStyle(probe).color;
      probe.remove();
      return [`rgb(${r}, ${g}, ${b})`, wanted];
    });
    expect(drawn).toBe(wanted);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("b-6");
    await shot(page, `forced-palette-${colorScheme}`);
    await sound(page);
  });
}

test("with more contrast nothing is pale", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await open(page);
  await shot(page, "contrast");
  const [line, ink] = await page.evaluate(() => ["--ink-3", "--ink"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
  expect(line).toBe(ink);
  await sound(page);
});

test.describe("on paper", () => {
  test.use({ colorScheme: "dark" });
  test("a run is a page of text with its picture, black on white", async ({ page }) => {
    await open(page);
    await page.keyboard.press("3");
    await expect(page.locator(".stats")).toContainText("30 %");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const paper = page.locator(".paper");
    await expect(paper.locator("h1")).toHaveText("web-pool to 1.33, Saturday night");
    await expect(paper).toContainText("upgradeSettings.maxSurge");
    await expect(paper.locator("img")).toHaveCount(2);
    expect(await paper.locator("ol li").count()).toBeGreaterThan(100);
    await expect(page.locator(".bar, .setup, .trans, .insp, .stage").first()).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await sound(page);
    await page.screenshot({ path: "target/e2e-shots/paper.png", fullPage: false });
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(paper).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(20000);
  });
});

test.describe("the empty page", () => {
  test("has three ways in, and says what it is", async ({ page }) => {
    await page.goto("");
    await expect(page.locator(".card")).toHaveCount(3);
    await expect(page.locator(".card .stays")).toContainText("Nothing leaves this tab");
    await expect(page.locator(".foot")).toContainText("not affiliated with Google");
    await sound(page);
    await shot(page, "empty-three");
    await page.getByRole("button", { name: "Paste", exact: true }).click();
    await expect(page.locator("#import-text")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.locator("#first-files").setInputFiles("static/scenarios/three-zones.json");
    await expect(page.locator(".report .file")).toContainText("1 pool");
  });
});
