// A test of this kind fails at any console error or warning, page error or request to another host.
import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

export const test = base.extend({
  // Patterns of console messages that a test provokes itself.
  provoked: [[], { option: true }],
  page: async ({ page, provoked }, use) => {
    const noise = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.hostname !== "127.0.0.1") noise.push(`request to ${url}`);
    });
    await use(page);
    const unexpected = noise.filter((text) => !provoked.some((pattern) => pattern.test(text)));
    if (unexpected.length > 0) throw new Error(`the page was not quiet:\n${unexpected.join("\n")}`);
  },
});
