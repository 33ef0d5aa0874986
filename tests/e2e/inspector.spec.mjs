// The inspector: findings, why, the text of rules, and its first offers.
import { test, expect } from "./fixture.mjs";
import { sound } from "./steps.mjs";

const open = async (page, preset) => {
  await page.goto("");
  await page.locator(`.empty [data-preset=${preset}]`).click();
  await expect(page.locator("html")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/);
  await expect(page.locator(".stage-canvas")).toBeVisible();
};
const findings = (page) => page.locator("#inspector-findings");
const why = (page) => page.locator("#inspector-why");
const key = async (page, name) => {
  await page.locator(".play").focus();
  await page.keyboard.press(name);
};

test("an outage is a finding, and a click goes to it", async ({ page }) => {
  await open(page, "surge-0-20");
  await expect(findings(page).locator("h2.harm")).toHaveText("The upgrade finishes, but api and web had no ready Pods for a while");
  await expect(findings(page)).toContainText("web: 0 of 40 Pods ready for 19 s; not selected by any PDB (DEPLOYMENT_MISSING_PDB)");
  await findings(page).getByRole("button", { name: "00:04:02" }).first().click();
  await expect(page.locator(".clk > b")).toHaveText("+04:02");
  await findings(page).getByRole("button", { name: "web", exact: true }).first().click();
  await expect(why(page).locator("h2")).toHaveText("web");
  await expect(why(page)).toContainText("0 of 40 Pods ready");
  await sound(page);
});

test("Pods that are forced out against a budget are in the headline", async ({ page }) => {
  await open(page, "pdb-never-moves");
  await expect(findings(page).locator("h2.harm")).toHaveText("The upgrade finishes, but 3 Pods are forced out in violation of a PDB");
  await expect(findings(page)).toContainText("ledger-pdb: 1 of 2 required healthy Pods");
  // The object of a finding can be asked.
  await findings(page).getByRole("button", { name: "ledger-pdb" }).last().click();
  await expect(why(page).locator("h2")).toHaveText("ledger-pdb");
});

test("why fits on one screen, and says what could be changed", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "pdb-never-moves");
  await key(page, "End");
  await page.locator("#log-filter").fill("drain starts");
  await page.locator(".log .event").last().click();
  await expect(why(page)).toContainText("Pods gone");
  await expect(why(page).locator(".alt")).not.toHaveCount(0);
  await expect(why(page).locator(".alt").first()).toContainText("ledger-pdb maxUnavailable 0 → 1");
  await expect(why(page).locator(".alt").first()).toContainText("sooner");
  const panel = await why(page).boundingBox();
  const last = await why(page).locator(".row", { hasText: "Say it in GKE" }).boundingBox();
  expect(last.y + last.height).toBeLessThanOrEqual(panel.y + panel.height);
  // Then a name among the values.
  await why(page).locator(".kv").getByRole("button", { name: "ledger-pdb" }).first().click();
  await expect(why(page).locator("h2")).toHaveText("ledger-pdb");
});

test("a rule says what it is and links to where it was read", async ({ page }) => {
  await open(page, "docs-5-nodes");
  await key(page, "w");
  const chip = why(page).getByRole("link", { name: "SU-06" });
  await expect(chip).toHaveAttribute("href", /docs\.cloud\.google\.com.*node-pool-upgrade-strategies$/);
  await expect(chip).toHaveAttribute("title", /A surge slot first creates a new node.*Source: Node upgrade strategies/);
  // Our own readings have no page.
  await page.goto("#preset=three-zones&t=10m");
  await expect(page.locator(".scenario-name")).toHaveValue("web-pool to 1.33, Saturday night");
  await key(page, "w");
  await expect(why(page).locator("span.chip.rule").first()).toHaveText(/^AM-/);
});

test("with nothing selected the pool answers, and says what to select", async ({ page }) => {
  await open(page, "three-zones");
  await page.getByRole("tab", { name: "Why?" }).click();
  await expect(why(page)).toContainText("Nothing is selected");
  await expect(why(page)).toContainText("Pool web-pool is being upgraded: 0 of 12 nodes");
  // It names what holds it now.
  await why(page).locator(".kv").getByRole("button", { name: "web-pool-a-1" }).click();
  await expect(why(page)).toContainText("A surge slot is assigned to it and waits until");
});

test("the transport names the end of the upgrade, the findings the last event too", async ({ page }) => {
  await open(page, "surge-0-20");
  await expect(page.locator(".stats")).toContainText(/00:08:02upgrade ends|00:0\d–00:1\dends, p50 00:08/);
  await expect(findings(page)).toContainText("at 00:08:02; last event at 00:08:22");
});
