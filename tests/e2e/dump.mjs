// A list as kubectl prints it, of about the given size: nodes, and Pods of Deployments with all that a cluster adds to them.
const fields = (n) => ({
  apiVersion: "v1", fieldsType: "FieldsV1", manager: n % 2 ? "kubelet" : "kube-controller-manager", operation: "Update", time: "2026-01-05T00:00:00Z",
  fieldsV1: Object.fromEntries([...Array(8).keys()].map((k) => [`f:field-${k}`, { ".": {}, [`k:{"type":"T${k}"}`]: { "f:lastTransitionTime": {}, "f:status": {} } }])),
});

const node = (n) => ({
  apiVersion: "v1", kind: "Node",
  metadata: {
    name: `gke-prod-web-${String(n).padStart(4, "0")}`,
    labels: { "cloud.google.com/gke-nodepool": "web", "topology.kubernetes.io/zone": `europe-west4-${"abc"[n % 3]}`, "node.kubernetes.io/instance-type": "e2-standard-16" },
    managedFields: [fields(n)],
  },
  spec: { providerID: `gce://prod/zone/${n}` },
  status: { allocatable: { cpu: "15890m", memory: "58Gi", pods: "110" }, conditions: [{ type: "Ready", status: "True" }], nodeInfo: { kubeletVersion: "v1.33.5-gke.1080000" } },
});

const pod = (n, nodes) => {
  const app = `app-${n % 97}`;
  return {
    apiVersion: "v1", kind: "Pod",
    metadata: {
      name: `${app}-7d9f8b6c5d-${n.toString(36).padStart(5, "0")}`, namespace: `team-${n % 7}`, labels: { app, "pod-template-hash": "7d9f8b6c5d" },
      creationTimestamp: "2026-01-04T12:00:00Z",
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: `${app}-7d9f8b6c5d`, uid: `u-${n % 97}`, controller: true }],
      managedFields: [fields(n), fields(n + 1)],
    },
    spec: {
      nodeName: nodes[n % nodes.length].metadata.name, terminationGracePeriodSeconds: 30,
      containers: [{ name: "main", image: `registry.example/${app}:1.${n}`, resources: { requests: { cpu: "250m", memory: "512Mi" } }, env: [...Array(6).keys()].map((k) => ({ name: `NAME_${k}`, value: `value ${k} of ${n}` })) }],
    },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-04T12:00:30Z" }] },
  };
};

// The output of `kubectl get -o yaml`.
export const yaml = (value, indent = "") => {
  const list = Array.isArray(value);
  const entries = list ? value.map((one) => ["-", one]) : Object.entries(value).map(([key, one]) => [`${/^[\w./-]+$/.test(key) ? key : JSON.stringify(key)}:`, one]);
  return entries.map(([head, one]) => {
    if (one === null || typeof one !== "object") return `${indent}${head} ${/^[A-Za-z][\w./ -]*$/.test(one) && !/^(true|false)$/i.test(one) ? one : JSON.stringify(one)}\n`;
    if (!Object.keys(one).length) return `${indent}${head} ${Array.isArray(one) ? "[]" : "{}"}\n`;
    if (list) return `${indent}- ${yaml(one, `${indent}  `).slice(indent.length + 2)}`;
    return `${indent}${head}\n${yaml(one, Array.isArray(one) ? indent : `${indent}  `)}`;
  }).join("");
};

export const dump = (bytes) => {
  const nodes = [...Array(Math.max(3, Math.ceil(bytes / 300_000))).keys()].map(node);
  const parts = nodes.map((one) => JSON.stringify(one, null, 4));
  let length = parts.join("").length;
  for (let n = 0; length < bytes; n += 1) {
    const text = JSON.stringify(pod(n, nodes), null, 4);
    parts.push(text);
    length += text.length + 2;
  }
  return `{"apiVersion": "v1", "kind": "List", "items": [\n${parts.join(",\n")}\n]}\n`;
};
