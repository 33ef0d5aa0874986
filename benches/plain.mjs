// The reference work of `plain.rs` in plain JavaScript: the time of a page without an engine, with a row for each change.
const PODS = 30;
const WORKLOAD = 100;
const BUDGET = 10;
const SLOTS = 20;

/** The whole work with this number of nodes; returns what `plain.rs` returns. */
export const plain = (nodes) => {
  const waiting = [];
  const rows = [];
  const missing = new Uint8Array(Math.ceil((nodes * PODS) / WORKLOAD));
  const there = new Uint8Array(nodes).fill(PODS);
  const left = Array.from({ length: nodes }, (_, node) => Array.from({ length: PODS }, (_, at) => node * PODS + at));
  const room = [];
  let [now, asked, next, first, end, evictions, mostMissing] = [0, 0, 0, 0, 0, 0, 0];

  const earlier = (a, b) => a.at < b.at || (a.at === b.at && a.asked < b.asked);
  const after = (secs, act, subject) => {
    const event = { at: now + secs, asked: (asked += 1), act, subject };
    let place = waiting.push(event) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!earlier(event, waiting[above])) break;
      waiting[place] = waiting[above];
      place = above;
    }
    waiting[place] = event;
  };
  const soonest = () => {
    const [event, last] = [waiting[0], waiting.pop()];
    if (waiting.length === 0) return event;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= waiting.length) break;
      if (below + 1 < waiting.length && earlier(waiting[below + 1], waiting[below])) below += 1;
      if (!earlier(waiting[below], last)) break;
      waiting[place] = waiting[below];
      place = below;
    }
    waiting[place] = last;
    return event;
  };
  const row = (kind, subject) => rows.push({ at: now, kind, subject, asked });

  const takeNode = () => {
    if (next === nodes) return;
    row("taken", next);
    after(180, booted, next);
    next += 1;
  };
  const booted = (node) => {
    room.push(PODS);
    row("booted", node);
    evict(node);
  };
  const podGone = (pod) => {
    const node = Math.floor(pod / PODS);
    row("gone", pod);
    there[node] -= 1;
    if (there[node] > 0) return;
    row("drained", node);
    after(30, deleted, node);
  };
  const podReady = (pod) => {
    row("ready", pod);
    missing[Math.floor(pod / WORKLOAD)] -= 1;
  };
  const deleted = (node) => {
    row("deleted", node);
    end = now;
    takeNode();
  };
  const evict = (node) => {
    left[node] = left[node].filter((pod) => {
      const workload = Math.floor(pod / WORKLOAD);
      if (missing[workload] === BUDGET) return true;
      missing[workload] += 1;
      mostMissing = Math.max(mostMissing, missing[workload]);
      evictions += 1;
      row("evicted", pod);
      after(30, podGone, pod);
      while (room[first] === 0) first += 1;
      room[first] -= 1;
      row("bound", pod);
      after(20, podReady, pod);
      return false;
    });
    if (left[node].length > 0) after(5, evict, node);
  };

  for (let slot = 0; slot < Math.min(SLOTS, nodes); slot += 1) takeNode();
  while (waiting.length > 0) {
    const event = soonest();
    now = event.at;
    event.act(event.subject);
  }
  return `end ${end} evictions ${evictions} most missing ${mostMissing} rows ${rows.length}`;
};
