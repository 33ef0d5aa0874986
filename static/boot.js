// Starts the page; loaded as a worker, starts the runner. One file, so `import.meta.url` names both.
const start = async (script, wasm) => {
  const part = await import(script);
  await part.default({ module_or_path: wasm });
  return part;
};
if (typeof document === "undefined") {
  // A start that fails becomes an error event, at which the page runs by itself.
  self.onmessage = ({ data: [script, module] }) => start(script, module).then((app) => app.worker()).catch(reportError);
} else {
  // Trunk hashes the app's two files and writes their links; the importer's names stay, so its version is asked for.
  const find = (link) => document.querySelector(link).href;
  const script = find("link[rel=modulepreload][href*='/app-']"), wasm = find("link[rel=preload][href*='/app-']");
  let importer, failures = 0;
  const read = (version, files, answer) => {
    // Browsers may remember that a module could not be had, and a wasm that broke off stays broken: then a new address.
    const beside = (ending) => new URL(`nodetide-import${ending}?${version}-${failures}`, script).href;
    importer ??= start(beside(".js"), beside("_bg.wasm"));
    importer.then((part) => part.readFiles(files)).then(answer, (error) => {
      importer = undefined;
      failures += 1;
      answer(error);
    });
  };
  start(script, wasm).then((app) => app.page(import.meta.url, script, read));
}
