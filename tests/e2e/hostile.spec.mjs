// Hostile input: names that are markup, formulas or commands elsewhere, and files that aren't files.
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { fresh as test, expect } from "./fixture.mjs";
import { cluster, names } from "./names.mjs";
import { digestOf, drop, file, html, ran, saved as save, shot } from "./steps.mjs";

test.describe.configure({ timeout: 180_000 });

const dialog = (page) => page.getByRole("dialog");
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const started = async (page) => {
  await page.goto("");
  await expect(html(page)).toHaveAttribute("data-place", "worker");
};
/** Detects every effect that a name could have; ends with an assertion that there was none. */
const guard = (page) => {
  const done = [];
  page.on("dialog", (one) => done.push(`dialog ${one.message()}`) && one.dismiss());
  page.on("framenavigated", (frame) => new URL(frame.url()).pathname.endsWith("/sub/path/") || done.push(`went to ${frame.url()}`));
  page.on("popup", (popup) => done.push(`opened ${popup.url()}`));
  page.on("request", (request) => /\/sub\/path\/(locales\/)?[\w.-]*$/.test(new URL(request.url()).pathname) || /^(data|blob):/.test(request.url()) || done.push(`asked for ${request.url()}`));
  return async () => {
    expect(done).toEqual([]);
    expect(await page.evaluate(() => [window.pwned, Object.prototype.pwned, {}.a])).toEqual([undefined, undefined, undefined]);
  };
};
/** The kinds of elements and attributes on the page. */
const kinds = (page) => page.evaluate(() => [...document.querySelectorAll("*")].flatMap((one) => {
  const tag = one.tagName.toLowerCase();
  return [tag, ...one.getAttributeNames().map((name) => `${tag} ${name}`)];
}));
/** Addresses other than those of the page's own files and of documentation. */
const addresses = (page) => page.evaluate(() => [...document.querySelectorAll("[href], [src], [action], [srcset]")].flatMap((one) => {
  const found = ["href", "src", "action", "srcset"].map((name) => one.getAttribute(name)).filter(Boolean);
  const own = /^(#main|#\/window|#\/log|\.\/[\w.?=-]+|locales\/[\w.-]+|data:image\/(png|svg\+xml);base64,[\w+/=]+|https:\/\/(docs\.cloud\.google\.com|kubernetes\.io)\/[\w\/.?=#-]*)$/;
  return found.filter((text) => !own.test(text));
}));

/** Shows the names in every view, and returns the kinds of what was shown. */
const through = async (page, names) => {
  const seen = new Set();
  const look = async () => {
    // While changes are tried there is a button to stop them: a matter of time, not of names.
    await page.waitForTimeout(300);
    await expect(page.locator("[data-try=stop]")).toHaveCount(0, { timeout: 60_000 });
    for (const kind of await kinds(page)) seen.add(kind);
    expect(await addresses(page)).toEqual([]);
  };
  const { described, objects } = cluster(names);
  await started(page);
  await page.locator("#first-files").setInputFiles([file(`${names[0].slice(0, 50)}.json`, described), file(`${names[1].slice(0, 50)}.json`, objects)]);
  await expect(dialog(page).getByText("Nothing is replaced until you press Use.")).toBeVisible({ timeout: 20_000 });
  await expect(dialog(page).locator(".four")).toBeVisible({ timeout: 20_000 });
  for (const more of await dialog(page).locator("details").all()) await more.evaluate((one) => (one.open = true));
  await look();
  await press(page, "Use");
  const digest = await ran(page);
  for (const part of ["Workloads & PDBs", "Plan & actions", "Assumptions"]) await page.getByRole("button", { name: new RegExp(`^${part}`) }).click();
  for (const part of await page.locator(".setup details").all()) await part.evaluate((one) => (one.open = true));
  await look();
  await page.locator(".play").focus();
  await page.keyboard.press("5");
  await look();
  for (const tab of [/^Operations/, /^Why/, /^Story/, /^Findings/]) {
    await page.getByRole("tab", { name: tab }).click();
    await look();
  }
  const cell = page.getByRole("gridcell").nth(3);
  await cell.focus();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menu")).toBeVisible();
  await look();
  await page.keyboard.press("Escape");
  await page.locator(".event").first().click();
  await expect(page.getByRole("tab", { name: /^Why/ })).toHaveAttribute("aria-selected", "true");
  await look();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("e");
  await expect(dialog(page).getByRole("option").first()).toBeVisible();
  await look();
  await page.keyboard.press("Escape");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".paper h1")).toBeAttached();
  await look();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  return { seen, digest };
};

/** RFC 4180, strictly. */
const table = (text) => {
  const rows = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  let end = 0;
  for (let one; (one = cell.exec(text)); end = cell.lastIndex) {
    rows.at(-1).push(one[1].startsWith('"') ? one[1].slice(1, -1).replaceAll('""', '"') : one[1]);
    if (one[2] === "\r\n") rows.push([]);
  }
  expect(end).toBe(text.length);
  return rows.slice(0, -1);
};
/** As a shell parses it: each command as its words. Only quoted names may be more than a plain word. */
const commands = (text) => {
  const said = [[]];
  const part = /((?:'[^']*'|\\'|"\$[A-Z]+"|[\w\-.\/:=,@%+]+)+)|([ ]|\\\n)+|(\n)|(#[^\n]*)/gy;
  let end = 0;
  for (let one; (one = part.exec(text)); end = part.lastIndex) {
    if (one[1]) said.at(-1).push(one[1].replace(/'([^']*)'|\\(')/g, "$1$2"));
    if (one[3]) said.push([]);
  }
  expect(text.slice(end, end + 80), "the rest is no plain command").toBe("");
  return said.filter((words) => words.length > 0);
};

test("two hundred hostile names become no element, request or script in any view, and stay names in every saved file", async ({ page, context }) => {
  const plain = await context.newPage();
  const { seen: known } = await through(plain, names.map((_, n) => `name-${n}`));
  // Names determine who is first, and so whether an answer leads to an object or offers a command.
  for (const own of ["button data-subject", "button data-copy", "summary title"]) known.add(own);
  await plain.evaluate(() => localStorage.clear());
  await plain.close();
  const harmless = guard(page);
  const { seen, digest } = await through(page, names);
  await shot(page, "hostile");
  expect([...seen].filter((kind) => !known.has(kind))).toEqual([]);
  await harmless();
  // The exports, each in its own format.
  await press(page, "Share");
  await press(page, "Data");
  const forms = {};
  for (const option of await page.locator("#share-form option").allTextContents()) {
    await page.locator("#share-form").selectOption({ label: option });
    const { name, bytes } = await save(page, dialog(page).getByRole("button", { name: "Save", exact: true }));
    expect(name).toMatch(/^[a-z_]+\.[a-z]+$/);
    forms[name] = bytes.toString();
  }
  const [header, ...rows] = table(forms["events.csv"]);
  expect(header).toEqual(["no", "at_ms", "subject", "change", "slug", "rules", "cause", "data"]);
  expect(rows.length).toBeGreaterThan(1_600);
  expect(rows.filter((row, n) => row.length !== 8 || row[0] !== String(n) || row.some((one) => /^[=+\-@\t\r]/.test(one)))).toEqual([]);
  const lines = forms["events.jsonl"].trimEnd().split("\n").map((line) => JSON.parse(line));
  expect(lines.filter((one, n) => n > 0 && one.no !== n - 1)).toEqual([]);
  expect(lines[0].scenario).toBe(names[0]);
  const document = JSON.parse(forms["scenario.json"]);
  expect(document.pools.map((pool) => pool.name)).toEqual(names);
  expect(document.budgets.map((budget) => budget.name).sort()).toEqual([...names].sort());
  const said = commands(forms["upgrade.sh"]);
  const named = said.filter(([program]) => program === "gcloud").map((words) => (words[2] === "node-pools" ? words[4] : words.find((word) => word.startsWith("--node-pool=")).slice(12)));
  expect(said.filter(([first]) => first !== "gcloud").map(([first]) => first)).toEqual([`CLUSTER=${names[0]}`, "LOCATION=europe-west4-a"]);
  expect(named.filter((name) => !names.includes(name) || name.startsWith("-"))).toEqual([]);
  expect(names.filter((name) => /^[ -,.-~][ -~]*$/.test(name) && !named.includes(name))).toEqual([]);
  const others = (name, known) => forms[name].trimEnd().split("\n").filter((line) => !known.test(line));
  expect(forms["budgets.yaml"].match(/^kind: PodDisruptionBudget$/gm)).toHaveLength(names.length);
  expect(others("budgets.yaml", /^(apiVersion: policy\/v1|kind: PodDisruptionBudget|metadata:|spec:|---|# .*|  ((name|namespace): .*|maxUnavailable: 1|selector:|  matchLabels:|    app: .*))$/)).toEqual([]);
  expect(forms["node_pools.tf"].match(/^resource /gm)).toHaveLength(names.length);
  expect(others("node_pools.tf", /^(resource "google_container_node_pool" "[A-Za-z_][\w-]*" \{|# .*|\}|| +(\w+ += .*|\w+ \{|\}|"(\\.|[^"\\])*" += "(\\.|[^"\\])*"))$/)).toEqual([]);
  expect(forms["node_pools.tf"].match(/(?<![$])\$\{|(?<!%)%\{/g)).toBe(null);
  // Pictures: drawn by a page of their own, in which a script of the picture would run.
  await press(page, "Image");
  const { bytes: svg } = await save(page, page.getByRole("button", { name: "Save SVG" }));
  const inside = await (await context.newPage()).evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...new Set([...picture.querySelectorAll("*")].flatMap((one) => [one.tagName, ...one.getAttributeNames().map((name) => (/href$/.test(name) && one.getAttribute(name).startsWith("#") ? "within" : name))]))];
  }, svg.toString());
  expect(inside.filter((kind) => /^(script|foreignObject|parsererror|iframe|image|style|a|animate|set|on.*|href|xlink:href)$/.test(kind))).toEqual([]);
  expect(inside).toContain("svg");
  const { bytes: png } = await save(page, page.getByRole("button", { name: "Save PNG" }));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await page.keyboard.press("Escape");
  await harmless();
  // Saved, and still usable.
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-digest", digest, { timeout: 20_000 });
  await expect(page.locator(".scenario-name")).toHaveValue(names[0]);
  await press(page, "Next phase");
  await expect(page.locator(".clk > b")).not.toHaveText("+00:00");
  await harmless();
});

test("two hundred hostile names of files and of a scenario become no element, request or script", async ({ page }) => {
  const harmless = guard(page);
  await started(page);
  const scenario = JSON.stringify({ version: 1, pools: [{ name: "a", version: "1.33", initialNodeCount: 1 }] });
  await page.locator("#first-files").setInputFiles(names.map((name, n) => file(name, n === 0 ? scenario : "{}")));
  await expect(page.locator(".files .file")).toHaveCount(names.length);
  await expect(page.locator(".files .error")).toHaveCount(names.length - 1, { timeout: 20_000 });
  // Of executable content, the page has only its own script and its policy.
  const able = (await kinds(page)).filter((kind) => /^(script|iframe|object|embed|base|style|form|meta|img|a)\b|\b(on\w+|srcdoc)$/.test(kind));
  expect([...new Set(able)].sort()).toEqual(["a", "a aria-label", "a class", "a href", "a rel", "a target", "a title", "meta", "meta charset", "meta content", "meta http-equiv", "meta name", "script", "script src", "script type"]);
  await harmless();
  await press(page, "Use");
  await ran(page);
  const field = page.locator(".scenario-name");
  for (const name of names) {
    await field.fill(name);
    await page.keyboard.press("Enter");
    const shown = await field.inputValue();
    await expect(page.locator("h1").first()).toHaveText(shown);
  }
  expect(await addresses(page)).toEqual([]);
  await harmless();
});

test.describe("a file that can't be used", () => {
  const good = JSON.stringify({ version: 1, pools: [{ name: "a", version: "1.33", initialNodeCount: 1 }] });
  const open = async (page) => {
    await started(page);
    await page.locator(".empty [data-preset=docs-5-nodes]").click();
    const digest = await ran(page);
    await page.locator(".bar .import").click();
    await expect(page.locator("#import-text")).toBeVisible();
    return digest;
  };
  const clear = async (page) => {
    for (const button of await page.getByRole("button", { name: /^Remove / }).all()) await button.click();
    await expect(page.locator(".files .file")).toHaveCount(0);
  };

  test("has its reason in the dialog, whether it is bytes, too deep, too long or a folder, and the run stays", async ({ page }, info) => {
    const digest = await open(page);
    for (const [name, bytes, reason] of [
      ["a.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /picture/],
      ["empty.json", "", /empty/],
      ["utf-16-half.json", Buffer.from(`\ufeff${good}`, "utf16le").subarray(0, -1), /UTF-16/],
      ["brackets.json", "[".repeat(100_000), /nests deeper/],
      ["braces.tf", `resource "a" "b" { ${"x { ".repeat(100_000)}`, /nests deeper/],
      ["prototype.json", '{"__proto__":{"pwned":1},"constructor":{"prototype":{"pwned":1}}}', /“__proto__”, “constructor”/],
    ]) {
      await page.locator("#import-files").setInputFiles(file(name, bytes));
      await expect(page.locator(".files .error"), name).toHaveText(reason);
      await expect(page.getByRole("button", { name: "Use", exact: true })).toBeDisabled();
      await clear(page);
    }
    expect(await page.evaluate(() => ({}).pwned)).toBe(undefined);
    const folder = info.outputPath("empty");
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/picture.png`, "png");
    await drop(page, folder);
    await expect(page.locator(".files .error")).toBeVisible();
    await clear(page);
    const large = info.outputPath("large.json");
    writeFileSync(large, "");
    truncateSync(large, 128 * 1024 * 1024 + 1);
    await page.locator("#import-files").setInputFiles(large);
    await expect(page.locator(".files .error")).toContainText("Larger than 128 MiB");
    await press(page, "Cancel");
    expect(await digestOf(page)).toBe(digest);
    await press(page, "Next event");
    await expect(page.locator(".clk > b")).not.toHaveText("+00:00");
  });

  test("may be 40 MB of managed fields: its progress is shown, Stop ends it while the page answers, and it can be read again", async ({ page }, info) => {
    const digest = await open(page);
    const fields = Object.fromEntries([...Array(60_000).keys()].map((n) => [`f:field-${n}`, { ".": {}, [`k:{"type":"T${n}"}`]: { "f:status": {}, "f:type": {} } }]));
    const pod = (n) => ({
      apiVersion: "v1", kind: "Pod",
      metadata: { name: `web-${n}`, namespace: "shop", managedFields: [{ manager: "kubelet", operation: "Update", fieldsType: "FieldsV1", fieldsV1: fields }] },
      spec: { nodeName: "n-0", containers: [{ name: "main", resources: { requests: { cpu: "100m" } } }] }, status: { phase: "Running" },
    });
    const path = info.outputPath("fields.json");
    writeFileSync(path, JSON.stringify({ apiVersion: "v1", kind: "List", items: [...Array(9).keys()].map(pod) }));
    // Pressed as soon as it is there, however quick the machine is.
    const pressed = page.evaluate(() => new Promise((go) => new MutationObserver((_, observer) => {
      if (!document.querySelector(".reading progress")) return;
      observer.disconnect();
      document.querySelector(".reading button").click();
      go();
    }).observe(document, { subtree: true, childList: true })));
    await page.locator("#import-files").setInputFiles(path);
    await pressed;
    await expect(page.locator(".reading")).toContainText("Stopped");
    await expect(page.getByRole("button", { name: "Use", exact: true })).toBeDisabled();
    expect(await digestOf(page)).toBe(digest);
    // Another worker reads on.
    await page.locator(".reading button").click();
    await expect(page.locator(".files .file")).toContainText("9 Pods", { timeout: 60_000 });
    await press(page, "Use");
    await ran(page, digest);
  });
});
