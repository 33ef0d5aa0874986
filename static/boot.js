// Starts the page; loaded as a worker, starts the runner. One file, so `import.meta.url` names both.

const start = async (script, wasm) => {
  const part = await import(script);
  return [part, await part.default({ module_or_path: wasm })];
};

// In a release the app's wasm is in two parts (`xtask/src/split.rs`): this one joins the first.
const join = (first, rest) => new WebAssembly.Instance(rest, { first });
const load = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const runWorker = async ([script, module, rest]) => {
  const [app, first] = await start(script, module);
  if (rest) join(first, rest);
  app.worker();
};

const runPage = async () => {
  // Trunk hashes the app's two files and writes their links; the importer's names stay, so its version is asked for.
  const find = (link) => document.querySelector(link);
  const script = find("link[rel=modulepreload][href*='/app-']").href;
  const wasm = find("link[rel=preload][href*='/app-']");
  let importer, failures = 0;
  const read = (version, files, answer) => {
    // Browsers may remember that a module could not be had, and a wasm that broke off stays broken: then a new address.
    const beside = (ending) => new URL(`nodetide-import${ending}?${version}-${failures}`, script).href;
    importer ??= start(beside(".js"), beside("_bg.wasm"));
    importer.then(([part]) => part.readFiles(files)).then(answer, (error) => {
      importer = undefined;
      failures += 1;
      answer(error);
    });
  };
  const [app, first] = await start(script, wasm.href);
  const { rest } = wasm.dataset;
  app.page(import.meta.url, script, read);
  if (rest) follow(app, first, new URL(rest, script).href);
  else app.ready();
};

// The first screen is there before the rest of the app. Who is quicker than the rest waits for it.
const follow = (app, first, address) => {
  let loading, clicked, joined = false, spoiled = false;
  const done = (rest) => {
    if (joined) return;
    if (spoiled) return location.reload();
    joined = true;
    join(first, rest);
    for (const kind of held) removeEventListener(kind, hold, true);
    delete document.documentElement.dataset.waits;
    queueMicrotask(() => {
      app.incomplete(false);
      app.ready(rest);
      clicked?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    });
  };
  const fetchRest = () => {
    loading ??= load(address).then(done, (error) => {
      loading = undefined;
      console.warn(error);
      app.incomplete(true);
    });
  };
  // A click is done again when all is there; if that failed, it is tried again. A key still clicks what has the focus.
  const held = ["click", "keydown", "dragover", "drop"];
  const hold = (event) => {
    event.stopImmediatePropagation();
    if (event.type === "keydown") return;
    event.preventDefault();
    if (event.type !== "click") return;
    clicked = event.target;
    document.documentElement.dataset.waits = "";
    fetchRest();
  };
  for (const kind of held) addEventListener(kind, hold, true);
  // What cannot wait, in the middle of a call, has it at once, or the page begins anew when it is there.
  const table = first["rest:table"];
  table.set(table.length - 1, callable(() => {
    spoiled = true;
    const rest = new WebAssembly.Module(loadNow(address));
    spoiled = false;
    done(rest);
  }));
  fetchRest();
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
  self.onmessage = ({ data }) => runWorker(data).catch(reportError);
} else {
  runPage();
}
