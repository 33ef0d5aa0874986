// The command palette.
import { test, expect } from "./fixture.mjs";
import { open, openAddress, phone, shot, sound } from "./steps.mjs";

const chosen = (page) => page.locator(".hit[aria-selected=true]");
const clock = (page) => page.locator(".clk > b");
const ask = async (page, text) => {
  // One that is closing would take the keys.
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type(text);
};

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
    await ask(page, ":+10:00");
    await page.keyboard.press("Enter");
    await expect(clock(page)).toHaveText("+10:00");
    await ask(page, "#SU-23");
    await expect(chosen(page).locator("mark").first()).toHaveText("SU-23");
    await page.keyboard.press("Escape");
    await ask(page, "a-1 cordoned");
    await page.keyboard.press("Enter");
    await expect(page.locator("#inspector-why h2")).toHaveText(/a-1$/);
    await ask(page, ":soon");
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

test("the palette offers what was tried, and makes it", async ({ page }) => {
  await openAddress(page, "pdb-never-moves");
  await expect(page.locator(".alt")).toHaveCount(7);
  await ask(page, "");
  const changes = page.getByRole("group", { name: "Change and run again" });
  await expect(changes.getByRole("option").first()).toContainText("Apply: ledger-pdb maxUnavailable 0 → 1");
  await page.keyboard.press("Escape");
  await ask(page, "ledger-pdb max");
  await expect(chosen(page)).toContainText("Apply: ledger-pdb maxUnavailable 0 → 1");
  await page.keyboard.press("Enter");
  await expect(page.locator(".done")).toContainText("Applied: ledger-pdb maxUnavailable 0 → 1.");
  await expect(page.locator(".bar [aria-label='Undo: maxUnavailable 0 → 1']")).toBeVisible();
});

test("the palette says how a node is, and lists commands in their order", async ({ page }) => {
  await openAddress(page, "pdb-never-moves");
  await ask(page, ":+10:00");
  await page.keyboard.press("Enter");
  await expect(page.locator(".clk > b")).toHaveText("+10:00");
  await ask(page, "a-1");
  await expect(chosen(page)).toContainText("Select default-pool-a-1");
  await expect(chosen(page)).toContainText("drain blocked");
  await expect(page.getByRole("group", { name: "Rules of this run" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await ask(page, ">");
  const commands = page.getByRole("group", { name: "Commands" }).getByRole("option");
  await expect(commands.first()).toHaveText(/^Play or pause/);
  await expect(commands.filter({ hasText: "Print a report of this run" })).toHaveCount(1);
});

test("a command that is copied says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("");
  await page.locator(".empty .btn.pri").click();
  const command = page.locator(".obtain .cmd").first();
  await command.getByRole("button").click();
  await expect(command.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^kubectl get nodes/);
});

test.describe("with colours of one's own", () => {
  test.use({ forcedColors: "active", colorScheme: "dark" });
  test("what was typed can be read in what fits", async ({ page }) => {
    await openAddress(page, "pdb-never-moves");
    await ask(page, "a-1");
    const colours = await page.locator(".hit[aria-selected=false] mark").first().evaluate((mark) => {
      const probe = document.createElement("i");
      probe.style.color = "CanvasText";
      document.body.append(probe);
      return [getComputedStyle(mark).color, getComputedStyle(probe).color];
    });
    expect(colours[0]).toBe(colours[1]);
  });
});

test("the palette knows other words for what it lists", async ({ page }) => {
  await openAddress(page, "docs-5-nodes");
  const first = { gcloud: "Import a cluster", export: "Share", stuck: "Why?", terraform: "Import a cluster", yaml: "Import a cluster" };
  for (const [word, command] of Object.entries(first)) {
    await page.keyboard.press("Control+k");
    await page.locator("#palette-input").fill(word);
    await expect(page.getByRole("group", { name: "Commands" }).getByRole("option").first()).toContainText(command);
    await page.keyboard.press("Escape");
  }
});

test("what the palette selects is answered for", async ({ page }) => {
  await openAddress(page, "pdb-never-moves");
  for (const [name, kind] of [["default-pool-a-1", "a node"], ["web-pdb", "a budget"]]) {
    await page.keyboard.press("Control+k");
    await page.locator("#palette-input").fill(`@${name}`);
    const hit = page.locator(".hit", { hasText: `Select ${name}` }).first();
    await hit.click();
    await expect(page.locator("#inspector-tab-why"), kind).toHaveAttribute("aria-selected", "true");
    await expect(page.locator("#inspector-why h2")).toContainText(name.slice(-3));
  }
});
