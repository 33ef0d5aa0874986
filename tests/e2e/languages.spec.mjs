// A language is a file that the page loads: which one, what happens without it, and that every word comes from it.
import { broken, reported } from "./broken.mjs";
import { addDoubled, cut, singles } from "./doubled.mjs";
import { fresh as test, expect } from "./fixture.mjs";
import { html, phone, ran, shot, sound } from "./steps.mjs";

const inEnglish = "See what a node pool upgrade will do before you run it";
const title = (page) => page.locator(".empty h1");
const choice = (page) => page.locator(".help-dialog select");
const kept = (page) => page.evaluate(() => localStorage.getItem("nodetide.language"));
const said = (page) => page.getByRole("alert");

test("with one language the help has nothing to choose", async ({ page }) => {
  await page.goto("#lang=xx");
  await expect(title(page)).toHaveText(inEnglish);
  await expect(html(page)).toHaveAttribute("lang", "en");
  await page.locator(".bar .menu, .bar button").last().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
});

test("the language of the address comes before the saved one, and that before the browser's", async ({ page }) => {
  await addDoubled(page);
  const speaks = async (address, lang) => {
    await page.goto("about:blank");
    await page.goto(address);
    await expect(title(page)).toBeVisible();
    await expect(html(page)).toHaveAttribute("lang", lang);
  };
  await speaks("", "en");
  await speaks("#lang=xx", "xx");
  await speaks("#lang=XX-latn", "xx");
  await speaks("#lang=zz", "en");
  await page.evaluate(() => localStorage.setItem("nodetide.language", "xx"));
  await speaks("", "xx");
  await speaks("#lang=en", "en");
});

test.describe("a browser that prefers a language", () => {
  test.use({ locale: "xx" });
  test("gets it", async ({ page }) => {
    await addDoubled(page);
    await page.goto("");
    await expect(html(page)).toHaveAttribute("lang", "xx");
  });
});

test("a language is chosen in the help, is saved, and takes the place of the address's", async ({ page }) => {
  await addDoubled(page);
  await page.goto("#lang=en&preset=docs-5-nodes");
  await ran(page);
  await page.keyboard.press("?");
  await choice(page).selectOption({ label: "EEnngglliisshh" });
  await expect(html(page)).toHaveAttribute("lang", "xx");
  expect(await kept(page)).toBe("xx");
  expect(page.url()).toMatch(/#preset=docs-5-nodes$/);
  await expect(page.locator(".play")).toHaveAttribute("aria-label", "PPllaayy");
  await page.keyboard.press("?");
  await expect(choice(page)).toHaveValue("xx");
  await sound(page);
});

test.describe("a file of messages that can't be loaded", () => {
  test.use({ provoked: [reported] });
  test("leaves the page in English with a notice, whichever of its parts it is", async ({ page }) => {
    await addDoubled(page);
    for (const [part, way] of [["first", "is replaced by a sign-in page"], ["rest", "is cut off"]]) {
      await page.goto("about:blank");
      const messages = new RegExp(`/locales/xx-\\w+\\.${part}`);
      await page.route(messages, broken[way]);
      await page.goto("#lang=xx");
      await expect(page.getByRole("status")).toContainText("couldn't be loaded in this language: EEnngglliisshh.");
      await expect(html(page)).toHaveAttribute("lang", "en");
      await page.unroute(messages, broken[way]);
    }
    await page.locator(".empty [data-preset=docs-5-nodes]").click();
    await ran(page);
    await expect(page.locator(".play")).toHaveAttribute("aria-label", "Play");
  });

  test("of English is requested again by a button", async ({ page }) => {
    await page.route(/\/locales\/en-\w+\.rest/, broken["is missing"]);
    await page.goto("");
    await expect(said(page)).toContainText("Part of Nodetide couldn’t be loaded");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await said(page).locator("..").getByRole("button", { name: /^(Reload|Try again)$/ }).click();
    await expect(title(page)).toHaveText(inEnglish);
    await expect(said(page)).toHaveCount(0);
  });
});

// Its names have no letters, so every plain word is one of the page's.
const scenario = (strategy) => JSON.stringify({
  version: 1, name: "1", start: "2026-11-09T00:00:00Z", until: "2026-12-20T00:00:00Z",
  cluster: {
    location: "us-central1-a", currentMasterVersion: "1.34.1-gke.1000000", releaseChannel: { channel: "REGULAR" },
    maintenancePolicy: { window: { maintenanceExclusions: { 1: { startTime: "2026-11-19", endTime: "2026-12-04", maintenanceExclusionOptions: { scope: "NO_MINOR_UPGRADES" } } } } },
  },
  pools: [{ name: "p-1", version: "1.33.4-gke.1000000", initialNodeCount: 4, config: { machineType: "e2-standard-4" }, upgradeSettings: strategy }],
  workloads: [{ kind: "Deployment", name: "w-1", replicas: 6, requests: { cpu: "500m", memory: "1Gi" } }, { kind: "Deployment", name: "w-2", replicas: 1, requests: { cpu: "500m", memory: "1Gi" } }],
  budgets: [{ name: "b-1", selector: { matchLabels: { app: "w-1" } }, maxUnavailable: 1 }, { name: "b-2", selector: { matchLabels: { app: "w-2" } }, maxUnavailable: 0 }],
  script: [{ at: "1m", do: "upgrade", pool: "p-1", version: "1.34.1-gke.1000000" }],
});
const strategies = {
  surge: { maxSurge: 1, maxUnavailable: 1 },
  "blue-green": { strategy: "BLUE_GREEN", blueGreenSettings: { standardRolloutPolicy: { batchNodeCount: 1, batchSoakDuration: "600s" }, nodePoolSoakDuration: "3600s" } },
};

test.describe("every text comes from the messages and has room in doubled letters", () => {
  test.describe.configure({ timeout: 120_000 });
  const wide = { viewport: { width: 1440, height: 900 } };
  const look = async (page, view) => {
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
    await shot(page, `doubled-${view}`);
    const beside = await singles(page);
    expect.soft(beside, `${view}: words beside the messages`).toEqual([]);
    expect.soft(await cut(page), `${view}: too wide`).toEqual([]);
  };

  for (const [name, use] of [["wide", wide], ["phone", phone]]) {
    test.describe(name, () => {
      test.use(use);
      test("start page, presets, import and checker", async ({ page }) => {
        await addDoubled(page);
        await page.goto("#lang=xx");
        await expect(title(page)).toBeVisible();
        await look(page, `${name}-start`);
        await page.locator(".bar .presets").click();
        await look(page, `${name}-presets`);
        await expect(async () => {
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toHaveCount(0, { timeout: 1000 });
        }).toPass();
        await page.locator(".bar .import").click();
        await look(page, `${name}-import`);
        await page.goto("about:blank");
        await page.goto("#/window?s=2026-01-03T05:00:00Z&d=38h&r=FREQ%3DWEEKLY%3BBYDAY%3DSA&lang=xx");
        await expect(page.locator(".next tbody tr").first()).toBeVisible();
        await look(page, `${name}-checker`);
      });
    });
  }

  for (const [name, kind, use] of [["wide", "blue-green", wide], ["phone", "surge", phone]]) {
    test.describe(name, () => {
      test.use(use);
      test(`every view of a ${kind} upgrade`, async ({ page }) => {
        await addDoubled(page);
        await page.addInitScript(([text]) => {
          localStorage.setItem("nodetide.language", "xx");
          localStorage.setItem("nodetide.scenario", text);
        }, [scenario(strategies[kind])]);
        await page.goto("");
        await ran(page);
        await look(page, `${kind}-run`);
        await page.locator(".play").focus();
        await page.keyboard.press("5");
        for (const [at, tab] of (await page.getByRole("tab").all()).entries()) {
          if (!(await tab.isVisible())) continue;
          await tab.click();
          await look(page, `${kind}-tab-${at}`);
        }
        for (const [key, view] of [["?", "help"], ["Control+k", "palette"]]) {
          await page.keyboard.press(key);
          await expect(page.getByRole("dialog")).toBeVisible();
          await look(page, `${kind}-${view}`);
          await page.keyboard.press("Escape");
        }
        await page.locator(".bar .share").click();
        await look(page, `${kind}-share`);
      });
    });
  }
});
