// Runs one work in node, and prints its result and its time: `node benches/node.mjs FOLDER NAME-NODES`, with the wasm in
// FOLDER, or `js` instead of FOLDER for the plain loop.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { plain } from "./plain.mjs";

/** As in `clock.rs`: seconds of processor time of this thread, if the system reports them. */
const secs = () => {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e9;
  } catch {
    return performance.now() / 1e3;
  }
};

const [folder, work] = process.argv.slice(2);
const [, shape, nodes] = /^(.*)-(\d+)$/.exec(work);
const inPieces = ({ Work }) => () => {
  const run = new Work(shape, Number(nodes));
  for (;;) {
    const cameTo = run.goOn();
    if (cameTo !== undefined) return cameTo;
  }
};
const done = folder === "js" ? () => plain(Number(nodes)) : inPieces(createRequire(import.meta.url)(`${folder}/node.js`));
const start = secs();
const cameTo = done();
console.log(`${cameTo} took ${(secs() - start).toFixed(6)}`);
