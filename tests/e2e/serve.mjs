// Serves the built page below BASE as a strict static host does, with the page's own policy as a header.
// `?worker=none` refuses workers, `?worker=silent` gives them an empty script, `/frame` shows the page in a sandboxed frame,
// and `blank` is an empty page of the same origin.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const root = "dist";
const port = Number(process.env.PORT ?? 4173);
const base = process.env.BASE ?? "/sub/path/";
const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".txt": "text/plain",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const frame = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<iframe title="Nodetide" sandbox="allow-scripts" src="${base}"></iframe></html>`;

const [, policy] = /http-equiv="?Content-Security-Policy"? content="([^"]+)"/i.exec(await readFile(join(root, "index.html"), "utf8"));

const blank = `<!doctype html><html lang="en"><title>Blank</title><link rel="icon" href="data:,"></html>`;

createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/frame") {
    response.writeHead(200, { "content-type": types[".html"] }).end(frame);
    return;
  }
  const path = url.pathname.startsWith(base) ? normalize(url.pathname.slice(base.length)) : "none";
  if (path === "blank") {
    response.writeHead(200, { "content-type": types[".html"] }).end(blank);
    return;
  }
  const file = path === "." ? "index.html" : path;
  const silent = request.headers["sec-fetch-dest"] === "worker" && request.headers.referer?.endsWith("?worker=silent");
  try {
    const body = silent ? "" : await readFile(join(root, file));
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": url.searchParams.get("worker") === "none" ? policy.replace("worker-src 'self'", "worker-src 'none'") : policy,
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(port, "127.0.0.1");
