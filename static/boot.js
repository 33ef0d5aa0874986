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
  // Trunk hashes the app's two files and writes their links.
  const find = (link) => document.querySelector(link).href;
  const script = find("link[rel=modulepreload][href*='/app-']"), wasm = find("link[rel=preload][href*='/app-']");
  start(script, wasm).then((app) => app.page(import.meta.url, script));
}
