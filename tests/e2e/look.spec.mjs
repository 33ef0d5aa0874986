// What a first visit meets: words that are whole, things that can be touched, and changes that are near at hand.
import { test, expect } from "./fixture.mjs";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const open = async (page, preset) => {
  await page.goto(`#preset=${preset}`);
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const ask = async (page, text) => {
  await page.keyboard.press("Control+k");
  await expect(page.locator("#palette-input")).toBeFocused();
  await page.keyboard.type(text);
};
const chosen = (page) => page.locator(".hit[aria-selected=true]");

test("the palette offers what was tried, and makes it", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await expect(page.locator(".alt")).toHaveCount(8);
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
  await open(page, "pdb-never-moves");
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

test.describe("on a phone", () => {
  test.use(phone);
  test("the bar says what is open, and the setup has the rest", async ({ page }) => {
    await open(page, "three-zones");
    await expect(page.locator(".bar .brief")).toHaveText("SURGE 3 + 1 per zone, 12 nodes");
    await expect(page.locator(".bar .presets")).toBeHidden();
    expect((await page.locator(".scenario-name").boundingBox()).width).toBeGreaterThan(165);
    await page.locator(".setup-button").tap();
    await page.locator(".sheet-head").getByRole("button", { name: "Dark theme" }).tap();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.locator(".sheet-head").getByRole("button", { name: "Presets" }).tap();
    await page.locator("dialog [data-preset=docs-5-nodes]").tap();
    await expect(page.locator(".scenario-name")).toHaveValue(/^Five nodes/);
  });
  test("what happens now stands below the bar, and not behind it", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty [data-preset=three-zones]").tap();
    await expect(page.locator("#main")).toBeFocused();
    await expect(page.locator(".caption")).toBeVisible();
    const [bar, caption] = [await page.locator(".bar").boundingBox(), await page.locator(".caption").boundingBox()];
    expect(caption.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
  });
  test("what is refused is seen without a second scroll bar", async ({ page }) => {
    await page.goto("");
    await page.locator(".empty .btn.pri").tap();
    const json = (name) => ({ name, mimeType: "application/json", buffer: Buffer.from('{"items":[1,') });
    await page.locator("#import-files").setInputFiles(["a.json", "b.json", "c.json", "d.json", "e.json", "f.json"].map(json));
    await expect(page.locator(".file .error")).toHaveCount(6);
    expect(await page.locator(".files").evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(1);
    const remove = await page.locator(".file button").first().boundingBox();
    expect(Math.min(remove.width, remove.height)).toBeGreaterThanOrEqual(44);
  });
});

test.describe("with colours of one's own", () => {
  test.use({ forcedColors: "active", colorScheme: "dark" });
  test("what was typed can be read in what fits", async ({ page }) => {
    await open(page, "pdb-never-moves");
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
