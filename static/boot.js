// Starts the page; loaded as a worker, starts the runner or the importer. One file, so `import.meta.url` names both.

const start = async (script, wasm) => {
  const part = await import(script);
  return [part, await part.default({ module_or_path: wasm })];
};

// In a release the app's wasm is in two parts (`xtask/src/split/mod.rs`): the rest takes all its imports from the first.
const load = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const runWorker = async ([script, module, rest]) => {
  const [app, first] = await start(script, module);
  if (rest) await WebAssembly.instantiate(rest, { first });
  app.worker();
};

// Reads files with the importer, in a worker of its own or in the page: says that it is there, how far it is, and at last
// what came of it. A file comes in pieces, so that it is in memory once.
const readFiles = async ({ script, wasm, files, turn }, hear) => {
  const tell = (news) => hear({ turn, ...news });
  tell({ here: true });
  let importer;
  try {
    importer = await start(script, wasm);
  } catch {
    return tell({ absent: true });
  }
  let told = 0;
  const say = (file, bytes, objects) => {
    if (performance.now() < told + 40) return;
    told = performance.now();
    tell({ file, bytes, objects });
  };
  const [part, { memory }] = importer, piece = 1 << 22;
  try {
    const reader = new part.Reader();
    for (const [n, { name, blob }] of files.entries()) {
      let problem = reader.begin(name, blob.size) ? "" : "memory";
      for (let at = 0; at < blob.size && !problem; at += piece) {
        say(n, at, 0);
        const bytes = await blob.slice(at, at + piece).arrayBuffer().catch(() => problem = "unreadable");
        if (problem) reader.forget();
        else reader.push(new Uint8Array(bytes));
      }
      if (problem) tell({ problem, file: n });
    }
    const answer = reader.read((file, objects) => say(file, 0, objects));
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
  const { rest } = wasm.dataset;
  app.page(spawn, script, readFiles);
  if (rest) follow(app, first, new URL(rest, script).href);
  else app.ready();
};

// The first screen is there before the rest of the app. Who is quicker than the rest waits for it.
const follow = (app, first, address) => {
  let loading, asked, joined = false, spoiled = false;
  const done = (rest) => {
    joined = true;
    for (const kind of held) removeEventListener(kind, hold, true);
    delete document.documentElement.dataset.waits;
    queueMicrotask(() => {
      app.incomplete(false);
      app.ready(rest);
      asked?.target.dispatchEvent(asked.again);
    });
  };
  const fetchRest = async () => {
    const rest = await load(address);
    if (!joined && !spoiled) await WebAssembly.instantiate(rest, { first });
    if (spoiled) beginAnew();
    else if (!joined) done(rest);
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
  // What cannot wait, in the middle of a call, has it at once. Where that fails, the call is torn off, and the page
  // begins anew when the rest can be had.
  const table = first["rest:table"];
  table.set(table.length - 1, callable(() => {
    try {
      const rest = new WebAssembly.Module(loadNow(address));
      new WebAssembly.Instance(rest, { first });
      done(rest);
    } catch (error) {
      spoiled = true;
      throw error;
    }
  }));
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
  return Uint8Array.from(request.response, (letter) => letter.charCodeAt(0));
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
