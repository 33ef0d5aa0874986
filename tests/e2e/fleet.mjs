// Scenarios of very many nodes, for tests of the page and for its bench.

/** A number of pools in three zones with a number of nodes each; Pods are where they are listed. */
export const fleet = (pools, perZone, podsPerNode = 1) => {
  const zones = ["us-east1-b", "us-east1-c", "us-east1-d"];
  const names = Array.from({ length: pools }, (_, n) => `grid-${"abcdefghij"[n]}`);
  const nodes = names.flatMap((pool) => zones.flatMap((zone) => Array.from({ length: perZone }, (_, n) => ({ pool, zone, name: `${pool}-${zone.at(-1)}-${n}` }))));
  const count = Math.ceil((nodes.length * podsPerNode) / 100);
  return {
    version: 1,
    name: `${nodes.length} nodes`,
    start: "2026-11-14T02:00:00Z",
    cluster: { location: "us-east1", locations: zones },
    pools: names.map((name) => ({
      name,
      version: "1.32.9-gke.1207000",
      locations: zones,
      initialNodeCount: perZone,
      config: { machineType: "e2-standard-4" },
      upgradeSettings: { maxSurge: 20, maxUnavailable: 0 },
      nodes: nodes.filter((node) => node.pool === name).map(({ name, zone }) => ({ name, zone })),
    })),
    workloads: Array.from({ length: count }, (_, w) => ({
      kind: "Deployment",
      name: w === 0 ? "cart" : `app-${w}`,
      replicas: 100,
      requests: { cpu: "100m" },
      pods: Array.from({ length: 100 }, (_, p) => ({ name: `${w === 0 ? "cart" : `app-${w}`}-${p}`, node: nodes[Math.floor((w * 100 + p) / podsPerNode) % nodes.length].name })),
    })),
    budgets: [{ name: "cart", selector: { matchLabels: { app: "cart" } }, maxUnavailable: 1 }],
    script: names.map((pool, n) => ({ at: `${n}s`, do: "upgrade", pool, version: "1.33.5-gke.1162000" })),
    assumptions: { nodeOrder: "listed" },
  };
};

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(fleet(...process.argv.slice(2).map(Number))));
}
