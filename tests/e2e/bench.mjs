// The performance table of the built page in Chromium; prints lines `bench NAME: VALUE UNIT (aim AIM)`.
// Usage: node tests/e2e/bench.mjs SCENARIO [PART …], with the page of DIST served by tests/e2e/serve.mjs at ADDRESS.
import { chromium } from "playwright-core";
import { readFileSync, writeFileSync } from "node:fs";
import { dump, yaml } from "./dump.mjs";
import { fleet } from "./fleet.mjs";

const address = process.env.ADDRESS;
const text = readFileSync(process.argv[2], "utf8");
const row = (name, value, unit, aim) => console.log(`bench ${name}: ${value.toFixed(1)} ${unit} (aim ${aim})`);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const part = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];

// Waits at most so many seconds; the error says what didn't come.
const within = (seconds, what, wait) => {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(fail, seconds * 1000, new Error(`${what}: not in ${seconds} s`))));
  return Promise.race([wait, late]).finally(() => clearTimeout(timer));
};

// The server may be starting.
for (let tries = 0; tries < 50; tries += 1) {
  if (await fetch(address).then((answer) => answer.ok, () => false)) break;
  await new Promise((go) => setTimeout(go, 100));
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"],
});

// `frame` waits for the next frame; `worked` is the time of the page's own callbacks.
const frameClock = () => {
  const real = window.requestAnimationFrame.bind(window);
  window.frame = () => new Promise(real);
  window.worked = 0;
  window.requestAnimationFrame = (call) => real((time) => {
    const start = performance.now();
    call(time);
    window.worked += performance.now() - start;
  });
};

const open = async (options = {}) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  await page.addInitScript(frameClock);
  page.on("pageerror", (error) => {
    console.error(String(error));
    process.exitCode = 1;
  });
  await page.goto(address);
  await page.waitForSelector("html[data-place=worker]");
  return page;
};

const start = async () => {
  const seen = [], whole = [];
  for (let n = 0; n < 5; n += 1) {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const note = () => {
        if (document.querySelector(".empty [data-preset]")) window.seen ??= performance.now();
        if (document.documentElement?.dataset.place) window.whole ??= performance.now();
      };
      new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
    });
    await page.goto(address);
    await page.waitForSelector("html[data-place=worker]");
    const [first, all] = await page.evaluate(() => [window.seen, window.whole]);
    seen.push(first);
    whole.push(all);
    await page.close();
  }
  row("first-screen", median(seen), "ms", 1000);
  row("all-parts-and-worker", median(whole), "ms", 1000);
};

// The policy checker: the time to its answer on the screen, and of its verdict on a window that is typed.
const checker = async () => {
  const seen = [], verdicts = [];
  for (let n = 0; n < 5; n += 1) {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const note = () => document.querySelector(".verd h3") && document.querySelector("#window-text") && (window.seen ??= performance.now());
      new MutationObserver(note).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${address}#/window`);
    await page.waitForSelector(".verd h3");
    seen.push(await page.evaluate(() => window.seen));
    await page.waitForLoadState("networkidle");
    for (const hour of [5, 6, 7, 8]) {
      await page.evaluate(() => delete document.documentElement.dataset.verdictMs);
      await page.locator("#window-text").fill(`FREQ=WEEKLY;BYDAY=SA,SU 2025-04-05T0${hour}:00:00Z 38h`);
      await page.waitForSelector("html[data-verdict-ms]");
      verdicts.push(Number(await page.evaluate(() => document.documentElement.dataset.verdictMs)));
    }
    if (page.workers().length > 0) throw new Error("the checker started a worker");
    await page.close();
  }
  row("checker-interactive", median(seen), "ms", 500);
  row("checker-verdict", median(verdicts), "ms", 5);
};

// From a click on a field to the frame after its run was drawn.
const edit = async () => {
  const page = await open();
  await page.locator("[data-preset=docs-5-nodes]").click();
  await page.waitForSelector("html[data-digest]");
  const times = await within(120, "20 edits and their runs", page.evaluate(async () => {
    const times = [];
    for (let n = 0; n < 20; n += 1) {
      const more = n % 2 === 0;
      const button = document.querySelectorAll(".setup .num button")[more ? 1 : 0];
      const before = document.documentElement.dataset.digest;
      const start = performance.now();
      button.click();
      while (document.documentElement.dataset.digest === before) await new Promise((go) => setTimeout(go));
      await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
      times.push(performance.now() - start);
      await new Promise((go) => setTimeout(go, 50));
    }
    return times;
  }));
  row("edit-docs-5-nodes", median(times), "ms", 50);
  await page.close();
};

// The run alone, in a worker started like the page's own: from an order to its last report.
const run = async () => {
  // The page's policy allows no other workers.
  const page = await open({ bypassCSP: true });
  const times = await within(120, "five runs in a worker", page.evaluate(async (text) => {
    const link = document.querySelector("link[rel=preload][href*='/app-']");
    const script = document.querySelector("link[rel=modulepreload][href*='/app-']").href;
    const boot = document.querySelector("script[type=module]").src;
    const [rest, later] = [link.dataset.rest, link.dataset.later].map((part) => new URL(part, script).href);
    const parts = await Promise.all([link.href, rest].map(async (one) =>
      WebAssembly.compile(await (await fetch(one)).arrayBuffer())));
    const worker = new Worker(boot, { type: "module" });
    const heard = (wanted) => new Promise((go) => (worker.onmessage = ({ data }) => (data === wanted || data?.[wanted]) && go(data)));
    const ready = heard("Ready");
    worker.postMessage([script, parts[0], [parts[1], later]]);
    await ready;
    const times = [];
    for (let no = 1; no <= 5; no += 1) {
      const done = heard("Done");
      const start = performance.now();
      worker.postMessage([no, { Run: { text, seed: undefined, held: undefined } }]);
      await done;
      times.push(performance.now() - start);
    }
    worker.terminate();
    return times;
  }, text));
  row("run-1000-first", times[0], "ms", 500);
  row("run-1000", median(times.slice(1)), "ms", 500);
  await page.close();
};

// Seeking and playing a run of 1,000 nodes.
const play = async () => {
  const page = await open();
  await page.locator(".bar .import").click();
  await page.locator("#import-text").fill(text);
  await page.locator(".import-dialog .btn.pri:not(:disabled)").click();
  await page.waitForSelector("html[data-digest]", { timeout: 30_000 });
  await page.waitForTimeout(1000);
  // The page's work for a seek: in the key's handler and in the next frames.
  const seeks = await page.evaluate(async () => {
    const times = [];
    for (let n = 0; n < 60; n += 1) {
      await window.frame();
      window.worked = 0;
      const key = String((n * 7 + 3) % 10);
      const start = performance.now();
      document.querySelector(".app").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const handled = performance.now() - start;
      for (let frames = 0; frames < 3; frames += 1) await window.frame();
      times.push(handled + window.worked);
    }
    return times;
  });
  row("seek-1000-median", median(seeks), "ms", 16);
  row("seek-1000-p95", part(seeks, 0.95), "ms", 16);
  await page.keyboard.press("0");
  await page.locator(".play").click();
  const { frames, work, grown } = await page.evaluate(async () => {
    const frames = [], work = [];
    const heap = () => {
      window.gc();
      return performance.memory.usedJSHeapSize;
    };
    const before = heap();
    let last = await window.frame();
    const end = last + 5000;
    while (last < end) {
      window.worked = 0;
      const now = await window.frame();
      frames.push(now - last);
      work.push(window.worked);
      last = now;
    }
    return { frames, work, grown: (heap() - before) / 1024 };
  });
  row("play-1000-rate", 1000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length), "frames/s", 60);
  row("play-1000-frame-p99", part(frames, 0.99), "ms", 16.7);
  row("play-1000-work-median", median(work), "ms", 8);
  row("play-1000-work-p99", part(work, 0.99), "ms", 16.7);
  row("play-1000-kept-in-5-s", grown, "KiB", 100);
  await page.close();
};

// Very many nodes: the page's work per frame while playing, and while zooming from all nodes to one Pod.
const many = async () => {
  const page = await open();
  await page.locator(".bar .import").click();
  await page.locator("#import-text").fill(JSON.stringify(fleet(5, 1000, 0.2)));
  await page.locator(".import-dialog .btn.pri:not(:disabled)").click();
  await page.waitForSelector("html[data-digest]", { timeout: 120_000 });
  await page.locator("#inspector-tab-story").click();
  await page.waitForTimeout(1000);
  await page.keyboard.press("3");
  const frames = (count, act) => page.evaluate(async ([count, act]) => {
    const work = [], gaps = [];
    const canvas = document.querySelector(".stage-canvas");
    const box = canvas.getBoundingClientRect();
    const wheel = (deltaY) => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true, clientX: box.left + box.width * 0.3, clientY: box.top + box.height * 0.3 }));
    let last = await window.frame();
    for (let n = 0; n < count; n += 1) {
      window.worked = 0;
      const start = performance.now();
      if (act) wheel(n < count / 2 ? -act : act);
      const handled = performance.now() - start;
      const now = await window.frame();
      work.push(handled + window.worked);
      gaps.push(now - last);
      last = now;
    }
    return { work, gaps };
  }, [count, act]);
  const tell = (name, { work, gaps }) => {
    row(`${name}-work-median`, median(work), "ms", 4);
    row(`${name}-work-p99`, part(work, 0.99), "ms", 8);
    row(`${name}-rate`, 1000 / (gaps.reduce((sum, one) => sum + one, 0) / gaps.length), "frames/s", 60);
  };
  await page.locator(".play").click();
  tell("play-15000", await frames(300, 0));
  await page.locator(".play").click();
  tell("zoom-15000", await frames(240, 40));
  await page.close();
};

// The preset of 15,000 nodes, a run of 2.6 million records: its duration, the page's longest task, its work for a jump and
// for a frame, and the memory of page and worker.
const preset = async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(frameClock);
  await page.addInitScript(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
  });
  const memory = memories(page);
  await page.goto(address);
  await page.waitForSelector("html[data-place=worker]");
  await memory();
  let worker = 0;
  const busy = await longestTask(async () => {
    await page.evaluate(() => {
      const clicked = performance.now();
      window.longest = 0;
      new MutationObserver(() => {
        if (document.querySelector(".stage-canvas")) window.rows ??= performance.now() - clicked;
        if (document.documentElement.dataset.digest) window.whole ??= performance.now() - clicked;
      }).observe(document, { attributes: true, childList: true, subtree: true });
      document.querySelector("[data-preset=fleet-15000]").click();
    });
    const ends = performance.now() + 300_000;
    while (!(await page.evaluate(() => window.whole))) {
      if (performance.now() > ends) throw new Error("the run of fleet-15000: no digest in 300 s");
      await page.waitForTimeout(1000);
      const now = await memory();
      worker = Math.max(worker, now.all - now.page);
    }
    await page.waitForTimeout(1000);
  });
  const { rows, whole } = await page.evaluate(() => ({ rows: window.rows, whole: window.whole }));
  row("fleet-15000-first-rows", rows, "ms", 1000);
  row("fleet-15000-run", whole, "ms", 1000);
  row("fleet-15000-longest-task-running", await page.evaluate(() => window.longest), "ms", 50);
  row("fleet-15000-longest-task-running-cpu", busy, "ms", 50);
  // Linear memory never shrinks, and the worker lives until the page has all rows.
  const ended = await memory();
  worker = Math.max(worker, ended.all - ended.page);
  row("fleet-15000-memory-running", worker + ended.page, "MiB", 160);
  const seek = await page.evaluate(async () => {
    const handle = document.querySelector(".playhead .handle");
    const box = document.querySelector(".tl-host").getBoundingClientRect();
    const send = (type, clientX) => handle.dispatchEvent(new PointerEvent(type, { clientX, clientY: box.top + 4, pointerId: 1, button: 0, buttons: 1, isPrimary: true, bubbles: true, cancelable: true }));
    const times = [];
    let at = 12345;
    handle.setPointerCapture = handle.releasePointerCapture = () => {};
    send("pointerdown", handle.getBoundingClientRect().left);
    for (let n = 0; n < 200; n += 1) {
      await window.frame();
      window.worked = 0;
      at = (at * 1103515245 + 12345) % 2147483648;
      const start = performance.now();
      send("pointermove", box.left + box.width * (0.1 + 0.9 * at / 2147483648));
      const handled = performance.now() - start;
      for (let frames = 0; frames < 3; frames += 1) await window.frame();
      times.push(handled + window.worked);
    }
    send("pointerup", box.left + box.width / 2);
    return times;
  });
  row("fleet-15000-seek-p50", part(seek, 0.5), "ms", 8);
  row("fleet-15000-seek-p99", part(seek, 0.99), "ms", 8);
  await page.keyboard.press("3");
  await page.waitForTimeout(1000);
  const frames = (count, act) => page.evaluate(async ([count, act]) => {
    const work = [];
    window.longest = 0;
    const canvas = document.querySelector(".stage-canvas");
    const box = canvas.getBoundingClientRect();
    const wheel = (deltaY) => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true, clientX: box.left + box.width * 0.3, clientY: box.top + box.height * 0.3 }));
    for (let n = 0; n < count; n += 1) {
      window.worked = 0;
      const start = performance.now();
      if (act) wheel(n < count / 2 ? -act : act);
      const handled = performance.now() - start;
      await window.frame();
      work.push(handled + window.worked);
    }
    return work;
  }, [count, act]);
  await page.locator(".play").click();
  let work;
  const playing = await longestTask(async () => (work = await frames(300, 0)));
  row("fleet-15000-play-p99", part(work, 0.99), "ms", 4);
  row("fleet-15000-longest-task-playing", await page.evaluate(() => window.longest), "ms", 50);
  row("fleet-15000-longest-task-playing-cpu", playing, "ms", 50);
  await page.locator(".play").click();
  row("fleet-15000-zoom-p99", part(await frames(240, 40), 0.99), "ms", 4);
  const after = await memory();
  row("fleet-15000-memory-page", after.page, "MiB", 96);
  row("fleet-15000-memory", after.all, "MiB", 96);
  await page.close();
};

// A branch at an instant of the largest run: from the click to the first frame with rows that the previous run didn't have.
// Twice: after the instant has been on the screen for a while, and without that.
const branch = async () => {
  const page = await open();
  await page.locator("[data-preset=fleet-15000]").click();
  await page.waitForSelector("html[data-digest]", { timeout: 120_000 });
  for (const [name, rest, aim] of [["branch-15000", 4000, 300], ["branch-15000-at-once", 0, 300]]) {
    const times = [];
    for (const place of ["3", "5", "7"]) {
      await page.locator("#inspector-tab-story").click();
      await page.keyboard.press(place);
      await page.keyboard.press("b");
      await page.waitForSelector(".ops [data-operate]:not([aria-disabled])");
      await page.waitForTimeout(rest);
      times.push(await within(60, "the branch's first rows", page.evaluate(async () => {
        const before = document.documentElement.dataset.run;
        const start = performance.now();
        document.querySelector(".ops [data-operate]:not([aria-disabled])").click();
        while (document.documentElement.dataset.run === before) await window.frame();
        await window.frame();
        return performance.now() - start;
      })));
      await page.waitForTimeout(8000);
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(8000);
    }
    row(name, median(times), "ms", aim);
    row(`${name}-longest`, Math.max(...times), "ms", aim);
  }
  await page.close();
};

// The page's longest task by the time of its thread, in milliseconds: other load on the machine doesn't count.
const longestTask = async (act) => {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"], excludedCategories: ["*"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await act();
  const all = new Promise((go) => session.once("Tracing.tracingComplete", go));
  await session.send("Tracing.end");
  await within(120, "the browser's trace", all);
  await session.detach();
  const on = ({ pid, tid }) => `${pid} ${tid}`;
  // Other renderers are idle.
  const main = new Set(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(on));
  const tasks = events.filter((event) => event.ph === "X" && /RunTask$/.test(event.name) && main.has(on(event)));
  return Math.max(0, ...tasks.map(({ tdur }) => tdur ?? 0)) / 1000;
};

// The linear memory of the page's wasm, and with that of its workers, in MiB: a program that is started answers with what it
// exports when it is started again. A worker that is at work answers late; until then, what it last had counts.
const memories = (page) => {
  const linear = async (script) => {
    const { default: start } = await import(script);
    const all = Object.values(await start());
    return all.find((one) => one instanceof WebAssembly.Memory).buffer.byteLength / 2 ** 20;
  };
  const last = new Map(), asked = new Set();
  page.on("worker", (worker) => {
    last.set(worker, 0);
    worker.on("close", () => last.delete(worker));
  });
  return async () => {
    const script = await page.evaluate(() => document.querySelector("link[rel=modulepreload][href*='/app-']").href);
    const own = await within(60, "the page's memory", page.evaluate(linear, script));
    for (const worker of last.keys()) {
      if (asked.has(worker)) continue;
      asked.add(worker);
      const answer = worker.evaluate(linear, script).then((size) => last.has(worker) && last.set(worker, size), () => {});
      answer.finally(() => asked.delete(worker));
      await Promise.race([answer, new Promise((go) => setTimeout(go, 1000))]);
    }
    return { page: own, all: own + [...last.values()].reduce((sum, one) => sum + one, 0) };
  };
};

// From a click on a node of 100 to the first computed alternative, and to the last.
const change = async () => {
  const page = await open();
  const scenario = {
    version: 1,
    pools: [{ name: "a", version: "1.33.5-gke.1162000", initialNodeCount: 100, config: { machineType: "e2-standard-4" } }],
    workloads: [{ kind: "Deployment", name: "web", replicas: 300, requests: { cpu: "500m", memory: "1Gi" } }],
    budgets: [{ name: "web", selector: { matchLabels: { app: "web" } }, maxUnavailable: 1 }],
    script: [{ at: 0, do: "upgrade", pool: "a" }],
  };
  const first = [], last = [];
  await page.locator("[data-preset=docs-5-nodes]").click();
  await page.waitForSelector("html[data-digest]");
  for (let n = 0; n < 5; n += 1) {
    // A different run each time, with nothing known about it: no questions beside the story.
    await page.locator("#inspector-tab-story").click();
    await page.locator(".bar .import").click();
    await page.locator("#import-text").fill(JSON.stringify({ ...scenario, seed: n + 1 }));
    const digest = await page.locator("html").getAttribute("data-digest");
    await page.locator(".import-dialog .btn.pri:not(:disabled)").click();
    await page.waitForFunction((digest) => (document.documentElement.dataset.digest ?? "") !== (digest ?? ""), digest);
    const times = await within(60, "alternatives to a cluster of 100 nodes", page.evaluate(async () => {
      const until = async (found) => {
        while (!found()) await window.frame();
        return performance.now() - start;
      };
      await window.frame();
      const start = performance.now();
      document.querySelector(".log .event").click();
      const stand = () => document.querySelector("#inspector-why .stand")?.textContent ?? "";
      return [await until(() => document.querySelector("#inspector-why .change .alt")), await until(() => / tried/.test(stand()))];
    }));
    first.push(times[0]);
    last.push(times[1]);
  }
  row("first-alternative-100-nodes", median(first), "ms", 300);
  row("last-alternative-100-nodes", median(last), "ms", 2000);
  await page.close();
};

// A dump of a large cluster: from its choice to the report, compared with the browser's own parsing of its text.
const importing = async () => {
  const file = "target/bench-dump.json", yamlFile = "target/bench-dump.yaml";
  writeFileSync(file, dump(60_000_000));
  const text = yaml(JSON.parse(dump(22_000_000)));
  writeFileSync(yamlFile, text);
  const chosen = async (file) => {
    const page = await open();
    await page.evaluate(() => {
      window.times = [];
      addEventListener("change", () => (window.times = [performance.now()]), true);
      new MutationObserver(() => {
        const now = performance.now();
        if (document.querySelector(".reading progress")) window.times.push(now);
        if (document.querySelector(".four")) window.done ??= now;
        if (window.stopped && !document.querySelector(".reading progress")) window.ended ??= now;
      }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    });
    await page.locator(".bar .import").click();
    await page.locator("#import-files").setInputFiles(file);
    return page;
  };
  const took = [], gaps = [], cancels = [], parsed = [];
  for (let n = 0; n < 3; n += 1) {
    const page = await chosen(file);
    await page.waitForFunction(() => window.done, undefined, { timeout: 120_000 });
    const { times, done } = await page.evaluate(() => ({ times: window.times, done: window.done }));
    took.push(done - times[0]);
    gaps.push(Math.max(...[...times, done].slice(1).map((time, at) => time - times[at])));
    if (n === 0) row("import-60mb-peak", await peak(), "MB", 512);
    await page.close();
    const empty = await browser.newPage();
    await empty.setContent("<input type=file>");
    await empty.locator("input").setInputFiles(file);
    parsed.push(await empty.evaluate(async () => {
      const text = await document.querySelector("input").files[0].text();
      const start = performance.now();
      JSON.parse(text);
      return performance.now() - start;
    }));
    await empty.close();
  }
  for (let n = 0; n < 3; n += 1) {
    const page = await chosen(file);
    await page.waitForSelector(".reading progress");
    await page.waitForTimeout(100 * n + 50);
    cancels.push(await within(60, "the end of a canceled import", page.evaluate(async () => {
      const start = window.stopped = performance.now();
      document.querySelector(".reading button").click();
      while (!window.ended) await new Promise((go) => setTimeout(go));
      return window.ended - start;
    })));
    await page.close();
  }
  const yamls = [];
  for (let n = 0; n < 3; n += 1) {
    const page = await chosen(yamlFile);
    await page.waitForFunction(() => window.done, undefined, { timeout: 120_000 });
    yamls.push(await page.evaluate(() => window.done - window.times[0]));
    await page.close();
  }
  row("import-yaml-size", text.length / 1e6, "MB", 11);
  row("import-yaml-11mb", median(yamls), "ms", 1500);
  row("import-60mb", median(took), "ms", (5 * median(parsed)).toFixed(0));
  row("import-60mb-json-parse", median(parsed), "ms", "the measure");
  row("import-60mb-ratio", median(took) / median(parsed), "x", 5);
  row("import-60mb-longest-silence", median(gaps), "ms", 100);
  row("import-60mb-cancel", median(cancels), "ms", 100);
};

// The most memory that one of the browser's pages ever had, according to the system.
const peak = async () => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...pages.map(({ id }) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1024));
};

try {
  const parts = { start, checker, edit, run, play, many, preset, branch, change, importing };
  // The named parts, or all.
  const wanted = process.argv.slice(3);
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await within(600, `the part ${name}`, part());
} finally {
  await browser.close();
}
