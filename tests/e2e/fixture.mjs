// These tests fail at any console error or warning, page error, violation of the page's policy or request to another
// host, in each of their tabs.
import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

export const test = base.extend({
  // Patterns of console messages that a test provokes itself.
  provoked: [[], { option: true }],
  page: async ({ page, context, provoked }, use) => {
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
    await use(page);
    const unexpected = noise.filter((text) => !provoked.some((pattern) => pattern.test(text)));
    if (unexpected.length > 0) throw new Error(`the page was not quiet:\n${unexpected.join("\n")}`);
  },
});
