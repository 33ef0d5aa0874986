// These tests fail at any console error or warning, page error, violation of the page's policy or request to another
// host, in each of their tabs.
//
// `test` uses the one tab of its worker, which is left and emptied before each test. `fresh` opens a context of its own,
// for tests that can't be undone: scripts before the page's, other languages, fingers, a clock.
import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

// The clock of each page stands at a Saturday's morning in 2026 when the tests begin.
const ahead = Date.parse("2026-01-03T09:00:00Z") - Date.now();

const watch = async (context) => {
  await context.addInitScript((ahead) => {
    const now = Date.now;
    Date.now = () => now() + ahead;
  }, ahead);
  const noise = [];
  context.on("console", (message) => ["error", "warning"].includes(message.type()) && noise.push(message.text()));
  context.on("weberror", (error) => noise.push(String(error.error())));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.hostname !== "127.0.0.1") noise.push(`request to ${url}`);
  });
  // A violation that is only reported, or that a script has caught, counts too.
  await context.addInitScript(() => addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    console.error(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} ${sample}`);
  }));
  return noise;
};

const quiet = (noise, provoked) => {
  const unexpected = noise.filter((text) => !provoked.some((pattern) => pattern.test(text)));
  if (unexpected.length > 0) throw new Error(`the page was not quiet:\n${unexpected.join("\n")}`);
};

/** Leaves the page of the last test, and removes what it left behind. */
const reset = async (page, viewport, colorScheme) => {
  for (const event of ["console", "dialog", "download", "request", "popup", "framenavigated"]) page.removeAllListeners(event);
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("blank");
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  await page.mouse.move(0, 0);
  await page.emulateMedia({ media: null, colorScheme, contrast: "no-preference", forcedColors: "none", reducedMotion: "no-preference" });
  if (JSON.stringify(page.viewportSize()) !== JSON.stringify(viewport)) await page.setViewportSize(viewport);
};

const options = base.extend({
  // Patterns of console messages that a test provokes itself.
  provoked: [[], { option: true }],
  // The tab of all tests that a worker runs.
  tab: [async ({ browser }, use, { project }) => {
    const { baseURL, locale, timezoneId, viewport } = project.use;
    const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, permissions: ["clipboard-read", "clipboard-write"] });
    const noise = await watch(context);
    await use({ page: await context.newPage(), noise });
    await context.close();
  }, { scope: "worker" }],
});

export const test = options.extend({
  page: async ({ tab: { page, noise }, viewport, colorScheme, provoked }, use) => {
    await reset(page, viewport, colorScheme);
    noise.length = 0;
    await use(page);
    quiet(noise, provoked);
  },
});

export const fresh = options.extend({
  page: async ({ page, context, provoked }, use) => {
    const noise = await watch(context);
    await use(page);
    quiet(noise, provoked);
  },
});
