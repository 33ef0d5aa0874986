// Starts the page; loaded as a worker, starts the runner or the importer. One file, so `import.meta.url` names both.

const start = async (script, wasm) => {
  const part = await import(script);
  return [part, await part.default({ module_or_path: wasm })];
};

// In a release the app's wasm is in three parts (`xtask/src/split/mod.rs`): the rest and the dialogs take all their imports
// from the first.
const load = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const join = (first, part) => new WebAssembly.Instance(part, { first });

// What cannot wait, in the middle of a call, has a part at once: the last slots of the table are asked for it.
const slots = { rest: 2, dialogs: 1 };
const atOnce = (first, part, call) => {
  const table = first["rest:table"];
  table.set(table.length - slots[part], callable(call));
};

const runWorker = async ([script, module, later]) => {
  const [app, first] = await start(script, module);
  if (later) {
    const [rest, dialogs] = later;
    await WebAssembly.instantiate(rest, { first });
    atOnce(first, "dialogs", () => join(first, loadNow(dialogs)));
  }
  app.worker();
};

// A file piece by piece. Not as a stream: of many, Chromium now and then never ends one.
async function* pieces(blob) {
  const size = 1 << 22;
  for (let at = 0; at < blob.size; at += size) yield new Uint8Array(await blob.slice(at, at + size).arrayBuffer());
}

// Reads files with the importer, in a worker of its own or in the page: says that it is there, how far it is, and at last
// what came of it. A file comes in pieces, so that it is in memory once.
// A text may be read for its maintenance policy alone.
const readFiles = async ({ script, wasm, files, policy, turn }, hear) => {
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
    const reader = new part.Reader();
    for (const [n, { name, blob }] of files.entries()) {
      let problem = reader.begin(name, blob.size) ? "" : "memory", at = 0;
      try {
        for await (const bytes of problem ? [] : pieces(blob)) {
          reader.push(bytes);
          say(n, at += bytes.length, 0);
        }
      } catch {
        problem = "unreadable";
        reader.forget();
      }
      if (problem) tell({ problem, file: n });
    }
    const answer = reader.read((file, objects, after) => say(file, 0, objects, after));
    tell({ ...answer, memory: memory.buffer.byteLength });
  } catch {
    tell({ broken: true });
  }
};

const runPage = async () => {
  // Trunk hashes the app's two files and writes their links.
  const find = (link) => document.querySelector(link);
  const script = find("link[rel=modulepreload][href*='/app-']").href;
  const wasm = find("link[rel=preload][href*='/app-']");
  // The one script that workers are made of.
  const policy = window.trustedTypes?.createPolicy("nodetide", { createScriptURL: () => import.meta.url });
  const spawn = () => new Worker(policy?.createScriptURL("") ?? import.meta.url, { type: "module" });
  const [app, first] = await start(script, wasm.href);
  const { rest, dialogs } = wasm.dataset;
  app.page(spawn, script, readFiles);
  if (rest) follow(app, first, new URL(rest, script).href, new URL(dialogs, script).href);
  else app.ready();
};

// The first screen is there before the rest of the app. Who is quicker than the rest waits for it. Nobody waits for the
// dialogs, which come last: one that is opened before has them at once.
const follow = (app, first, address, dialogs) => {
  let loading, asked, joined = false, opened = false, spoiled = false;
  const done = (rest) => {
    joined = true;
    for (const kind of held) removeEventListener(kind, hold, true);
    delete document.documentElement.dataset.waits;
    queueMicrotask(() => {
      app.incomplete(false);
      app.ready([rest, dialogs]);
      asked?.target.dispatchEvent(asked.again);
      fetchDialogs(1000);
    });
  };
  const fetchRest = async () => {
    // The policy checker is drawn by all of them; nothing else waits for the last.
    const checks = /^#\/window(\?|$)/.test(location.hash);
    const [rest, last] = await Promise.all([load(address), checks && load(dialogs)]);
    if (spoiled) return beginAnew();
    if (joined) return;
    join(first, rest);
    if (last && !opened) {
      join(first, last);
      opened = true;
    }
    done(rest);
  };
  const fetchDialogs = async (pause) => {
    if (opened) return;
    const part = await load(dialogs).catch((error) => {
      console.warn(error);
      setTimeout(fetchDialogs, pause, Math.min(2 * pause, 60000));
    });
    if (!part || opened) return;
    if (spoiled) return beginAnew();
    join(first, part);
    opened = true;
  };
  const beginAnew = () => {
    // Once: what fails each time is said, not tried for ever.
    const [visit] = performance.getEntriesByType("navigation");
    if (visit?.type === "reload") throw new Error("the program broke off before all of it was there");
    location.reload();
  };
  const have = () => {
    loading ??= fetchRest().catch((error) => {
      console.warn(error);
      loading = asked = undefined;
      delete document.documentElement.dataset.waits;
      app.incomplete(true);
    });
  };
  // A click and a drop are done again when all is there; if that failed, it is tried again. A key still clicks what has
  // the focus.
  const held = ["click", "keydown", "dragover", "drop"];
  const hold = (event) => {
    event.stopImmediatePropagation();
    if (event.type === "keydown") return;
    event.preventDefault();
    const again = repeated(event);
    if (again) {
      asked = { target: event.target, again };
      document.documentElement.dataset.waits = "";
    }
    if (event.type !== "dragover") have();
  };
  for (const kind of held) addEventListener(kind, hold, true);
  // Where a part cannot be had at once, the call is torn off, and the page begins anew when it can be had.
  const now = (part, joinNow) => atOnce(first, part, () => {
    try {
      joinNow();
    } catch (error) {
      spoiled = true;
      throw error;
    }
  });
  const joinRest = () => {
    const rest = loadNow(address);
    join(first, rest);
    done(rest);
  };
  now("rest", joinRest);
  now("dialogs", () => {
    if (!joined) joinRest();
    join(first, loadNow(dialogs));
    opened = true;
  });
  have();
};

// The same event once more, for the two kinds that ask for something.
const repeated = (event) => {
  if (event.type === "click") return event.target.closest("button, a, summary, input") && new MouseEvent("click", event);
  if (event.type !== "drop" || !event.dataTransfer) return undefined;
  const dataTransfer = new DataTransfer();
  for (const file of event.dataTransfer.files) dataTransfer.items.add(file);
  return new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
};

const loadNow = (address) => {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  return new WebAssembly.Module(Uint8Array.from(request.response, (letter) => letter.charCodeAt(0)));
};

// A function as a table takes it: (module (import "" "" (func)) (export "" (func 0)))
const callable = (call) => {
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0];
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), { "": { "": call } }).exports[""];
};

if (typeof document === "undefined") {
  // A start that fails becomes an error event, at which the page runs by itself.
  self.onmessage = ({ data }) => (data.files ? readFiles(data, (news) => postMessage(news)) : runWorker(data)).catch(reportError);
} else {
  runPage();
}
