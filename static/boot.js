// Starts the page; loaded as a worker, starts the runner or the importer. One file, so `import.meta.url` names both.

const start = async (script, wasm) => {
  const part = await import(script);
  return [part, await part.default({ module_or_path: wasm })];
};

// In a release the app's wasm is in three parts (`xtask/src/split/mod.rs`): the rest and the later part take all their
// imports from the first.
const get = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
};

const load = async (address) => WebAssembly.compile(await (await get(address)).arrayBuffer());

const join = (first, part) => new WebAssembly.Instance(part, { first });

// A call that can't wait loads its part synchronously: it is requested through the table's last slots.
const slots = { rest: 2, later: 1 };
const atOnce = (first, part, call) => {
  const table = first["rest:table"];
  table.set(table.length - slots[part], callable(call));
};

const runWorker = async ([script, module, parts]) => {
  const [app, first] = await start(script, module);
  if (parts) {
    const [rest, later] = parts;
    await WebAssembly.instantiate(rest, { first });
    atOnce(first, "later", () => join(first, loadNow(later)));
  }
  app.worker();
};

// The size of the pieces in which a file is read. Not a stream: with many of them, Chromium sometimes never ends one.
const PIECE = 1 << 22;

// Reads files with the importer, in a worker or in the page: reports that it is ready, its progress, and the result.
// A file arrives in pieces, so it is in memory only once.
// Can also read only the maintenance policy of a text, the scenarios of texts, or the autoscaler's log.
const readFiles = async ({ script, wasm, files, policy, texts, log, now, turn }, hear) => {
  const tell = (news) => hear({ turn, ...news });
  tell({ here: true });
  let importer;
  try {
    importer = await start(script, wasm);
  } catch {
    return tell({ absent: true });
  }
  let told = 0;
  const say = (file, bytes, objects, after) => {
    if (!after && performance.now() < told + 40) return;
    told = performance.now();
    tell({ file, bytes, objects, after });
  };
  const [part, { memory }] = importer;
  try {
    if (policy !== undefined) return tell({ policy: part.policy(policy) });
    if (texts) return tell({ read: `[${texts.map((text) => part.scenario(text))}]` });
    const reader = new part.Reader();
    for (const [n, { name, blob }] of files.entries()) {
      let problem = reader.begin(name, blob.size) ? "" : "memory";
      try {
        for (let at = 0; !problem && at < blob.size; at += PIECE) {
          const bytes = new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
          reader.push(bytes);
          say(n, at + bytes.length, 0);
        }
      } catch {
        problem = "unreadable";
        reader.forget();
      }
      if (problem) tell({ problem, file: n });
    }
    if (log) return tell({ log: reader.log((file, objects) => say(file, 0, objects, 0)) });
    const answer = reader.read(now, (file, objects, after) => say(file, 0, objects, after));
    tell({ ...answer, memory: memory.buffer.byteLength });
  } catch {
    tell({ broken: true });
  }
};

// Functions of `index.html` for the start: `file` reports that a file is being loaded, `fail` that it couldn't be.
const { startup } = globalThis;

// The page's language: that of the address, else the user's choice, else the browser's. Its messages are in
// three parts (`xtask/src/page.rs`). If one can't be loaded, English is used.
const language = {
  choose() {
    const links = [...document.querySelectorAll("link[rel=locale]")];
    const find = (tag) => links.find((link) => link.hreflang.toLowerCase() === tag);
    const asked = /[#&?]lang=([^&]*)/.exec(location.hash)?.[1];
    const tags = [asked, startup.kept("language"), ...navigator.languages].map((tag) => tag?.toLowerCase());
    [language.english] = links;
    language.use(tags.map((tag) => find(tag) ?? find(tag?.split("-")[0])).find(Boolean) ?? language.english);
  },
  use(link) {
    language.link = link;
    document.documentElement.lang = link.hreflang;
  },
  address: (part) => new URL(language.link.dataset[part] ?? language.link.href, document.baseURI).href,
  async load(part) {
    const { link, english } = language;
    const address = language.address(part);
    try {
      return language.whole(await (await get(address)).text());
    } catch (error) {
      if (link === english) {
        startup.file = address;
        throw error;
      }
      console.warn(error);
      language.missing = link.title;
      language.use(english);
      return language.load(part);
    }
  },
  whole(text) {
    if (!text.endsWith("\n# End\n")) throw new Error("Unexpected end of messages");
    return text;
  },
  text: "",
  speak(app, text) {
    language.text += text;
    app.speak(language.text);
    language.say = app.message;
  },
};

const runPage = async () => {
  // Trunk hashes the app's two files and writes their links.
  const find = (link) => document.querySelector(link);
  const script = find("link[rel=modulepreload][href*='/app-']").href;
  const wasm = find("link[rel=preload][href*='/app-']");
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    startup.file = link.href;
    // In a sandboxed frame style sheets can't be read.
    if (origin !== "null" && !link.sheet?.cssRules.length) return startup.fail();
  }
  startup.file = script;
  language.choose();
  const [app, messages] = await Promise.all([import(script), language.load("first")]);
  startup.file = wasm.href;
  const first = await app.default({ module_or_path: wasm.href });
  // The script of all workers.
  const policy = window.trustedTypes?.createPolicy("nodetide", { createScriptURL: () => import.meta.url });
  const spawn = () => new Worker(policy?.createScriptURL("") ?? import.meta.url, { type: "module" });
  const { rest, later } = wasm.dataset;
  const parts = rest && follow(app, first, new URL(rest, script).href, new URL(later, script).href);
  language.speak(app, messages);
  app.page(spawn, script, readFiles, parts?.need ?? ((go) => go()));
  if (parts) return parts.begin();
  language.speak(app, await language.load("rest"));
  language.speak(app, await language.load("later"));
  app.ready(undefined, language.missing);
};

// The first screen is shown before the rest of the app is loaded. An earlier click waits for the rest. The later part is
// loaded once the first run is on the screen, or when no run starts; what needs it earlier waits for it.
const follow = (app, first, address, later) => {
  let loading, asked, wanted, joined = false, opening, opened = false, fetching;
  // Calls that wait for the later part and don't come from an event.
  const pending = [];
  const done = (rest, messages) => {
    joined = true;
    language.speak(app, messages);
    for (const kind of held) removeEventListener(kind, hold, true);
    said.clear();
    queueMicrotask(() => {
      app.ready([rest, later], language.missing);
      asked?.target.dispatchEvent(asked.again);
      setTimeout(fetchLater, 3000, 1000);
    });
  };
  const fetchRest = async () => {
    // The address of another page or of an answer needs all parts.
    const all = /^#\/(window|log)(\?|$)|[#&](compare|select|tab|view)=/.test(location.hash);
    const [rest, messages, last] = await Promise.all([load(address), language.load("rest"), all && loadLater()]);
    if (joined) return;
    join(first, rest);
    if (last) open(...last);
    done(rest, messages);
  };
  const open = (part, messages) => {
    if (!opened) {
      join(first, part);
      language.speak(app, messages);
    }
    opened = true;
    document.documentElement.dataset.whole = "";
    queueMicrotask(() => pending.splice(0).forEach((go) => go()));
  };
  // The style sheets of what the later part shows.
  const styles = () => Promise.all([...document.querySelectorAll("link[rel=later]")].map((link) => new Promise((go, stop) => {
    const onerror = (event) => {
      link.rel = "later";
      stop(event);
    };
    Object.assign(link, { onload: go, onerror, href: link.dataset.style, rel: "stylesheet" });
  })));
  const loadLater = () => Promise.all([load(later), language.load("later"), styles()]);
  const openLater = () => {
    opening ??= loadLater().then((parts) => open(...parts)).finally(() => (opening = undefined));
    return opening;
  };
  const fetchLater = (pause) => {
    if (opened || fetching) return;
    fetching = openLater().catch((error) => {
      console.warn(error);
      setTimeout(() => {
        fetching = undefined;
        fetchLater(Math.min(2 * pause, 60000));
      }, pause);
    });
  };
  // Calls `go` once the later part is loaded; of several events that need it, only the last one's calls are made.
  const need = (go) => {
    if (opened) return go();
    const { event } = window;
    if (!event) {
      pending.push(go);
      return fetchLater(1000);
    }
    if (wanted?.event === event) return wanted.all.push(go);
    const { target } = event;
    const mine = { event, all: [go] };
    const ask = () => {
      said.wait(target);
      openLater().then(() => {
        said.clear();
        if (wanted === mine) mine.all.forEach((go) => go());
      }, () => said.fail(target, ask));
    };
    wanted = mine;
    ask();
  };
  // Escape cancels a call that waits for the later part.
  addEventListener("keydown", ({ key }) => key === "Escape" && (wanted = undefined), true);
  const have = () => {
    said.wait(asked?.target);
    loading ??= fetchRest().catch((error) => {
      console.warn(error);
      loading = undefined;
      said.fail(asked?.target, have);
    });
  };
  // Clicks and drops are repeated when everything is loaded; if that failed, it is tried again. A key still clicks the
  // focused element.
  const held = ["click", "keydown", "dragover", "drop"];
  const hold = (event) => {
    if (said.has(event.target)) return;
    event.stopImmediatePropagation();
    if (event.type === "keydown") return;
    event.preventDefault();
    const again = repeated(event);
    if (again) asked = { target: event.target, again };
    if (event.type !== "dragover") have();
  };
  for (const kind of held) addEventListener(kind, hold, true);
  // A call that can't wait loads its part at once. If that fails, the call ends in the middle, so the app's state can't
  // be trusted afterwards.
  const now = (part, file, joinNow) => atOnce(first, part, () => {
    try {
      joinNow();
    } catch (error) {
      startup.file = file;
      startup.fail();
      throw error;
    }
  });
  const messagesNow = (part) => language.whole(requestNow(language.address(part), "text/plain"));
  const joinRest = () => {
    const rest = loadNow(address);
    join(first, rest);
    done(rest, messagesNow("rest"));
  };
  now("rest", address, joinRest);
  now("later", later, () => {
    if (!joined) joinRest();
    styles();
    open(loadNow(later), messagesNow("later"));
  });
  return { need, begin: have };
};

// Shows beside the clicked element that a part of the app is being loaded, or couldn't be.
const said = {
  has: (target) => target instanceof Element && target.closest("#late, #failed"),
  clear() {
    clearTimeout(said.timer);
    delete document.documentElement.dataset.waits;
    document.getElementById("late")?.remove();
  },
  wait(target) {
    said.clear();
    if (!target) return;
    document.documentElement.dataset.waits = "";
    said.timer = setTimeout(said.show, 1000, target, "status", language.say("ui-part-comes"));
  },
  fail(target, retry) {
    said.clear();
    const saved = startup.kept("scenario") ? language.say("ui-part-saved") : "";
    const box = said.show(target, "alert", `${language.say("ui-part-missing")} ${saved}`);
    startup.add(box, "button", language.say("ui-part-retry"), { type: "button", className: "btn line", onclick: retry });
    startup.add(box, "button", language.say("ui-part-close"), { type: "button", className: "btn line", onclick: said.clear });
    said.place(box, target);
  },
  show(target, role, text) {
    const box = startup.add(document.body, "div", "", { id: "late", role });
    startup.add(box, "p", text);
    said.place(box, target);
    return box;
  },
  place(box, target) {
    const control = target instanceof Element && target.closest("button, a, summary, input, [tabindex]");
    if (!control) return;
    const at = control.getBoundingClientRect();
    const below = at.bottom + 8;
    const top = below + box.offsetHeight < innerHeight ? below : at.top - box.offsetHeight - 8;
    box.style.left = `${Math.max(12, Math.min(at.left, innerWidth - box.offsetWidth - 12))}px`;
    box.style.top = `${Math.max(12, top)}px`;
  },
};

// Repeats an event, for the two kinds that request something.
const repeated = (event) => {
  if (event.type === "click") return event.target.closest("button, a, summary, input") && new MouseEvent("click", event);
  if (event.type !== "drop" || !event.dataTransfer) return undefined;
  const dataTransfer = new DataTransfer();
  for (const file of event.dataTransfer.files) dataTransfer.items.add(file);
  return new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
};

const requestNow = (address, type) => {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType(type);
  request.send();
  return request.response;
};

const loadNow = (address) => {
  const letters = requestNow(address, "text/plain; charset=x-user-defined");
  return new WebAssembly.Module(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
};

// A function as a table takes it: (module (import "" "" (func)) (export "" (func 0)))
const callable = (call) => {
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0];
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), { "": { "": call } }).exports[""];
};

if (typeof document === "undefined") {
  // A failed start becomes an error event; then the page runs without a worker.
  self.onmessage = ({ data }) => (data.files ? readFiles(data, (news) => postMessage(news)) : runWorker(data)).catch(reportError);
} else {
  runPage().catch((error) => {
    console.warn(error);
    startup.fail();
  });
}
