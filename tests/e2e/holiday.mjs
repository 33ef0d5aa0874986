// A cluster in the holiday season: nightly windows, six changes that GKE would start automatically, and its exclusions.
const exclusion = (startTime, endTime, scope) => ({ startTime, endTime, maintenanceExclusionOptions: { scope } });
export const season = {
  "black-friday": exclusion("2026-11-19", "2026-12-04", "NO_UPGRADES"),
  "holiday-minor": exclusion("2026-09-30", "2027-01-15", "NO_MINOR_UPGRADES"),
  "year-end": exclusion("2026-12-15", "2027-01-05", "NO_UPGRADES"),
};
const due = (day, version, what) => ({ at: `${day}T00:00:00Z`, do: "upgrade", automatic: true, version, ...what });
const master = { controlPlane: true };
const nodes = { pool: "web-pool" };

export const scenario = (exclusions) => ({
  version: 1,
  name: "prod, holiday season",
  start: "2026-11-01T00:00:00Z",
  until: "2027-02-15T00:00:00Z",
  cluster: {
    location: "us-central1",
    locations: ["us-central1-a", "us-central1-b", "us-central1-c"],
    currentMasterVersion: "1.33.4-gke.100",
    releaseChannel: { channel: "REGULAR" },
    endOfStandardSupportTimestamp: "2027-02-28T00:00:00Z",
    maintenancePolicy: {
      window: {
        recurringWindow: {
          window: { startTime: "2026-09-07T01:00:00Z", endTime: "2026-09-07T09:00:00Z" },
          recurrence: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        },
        ...(exclusions && { maintenanceExclusions: exclusions }),
      },
    },
  },
  pools: [{ name: "web-pool", version: "1.33.4-gke.100", initialNodeCount: 4 }],
  workloads: [{ kind: "Deployment", name: "web", replicas: 6, terminationGracePeriodSeconds: 600 }],
  script: [
    due("2026-11-10", "1.33.5-gke.100", master),
    due("2026-11-25", "1.33.5-gke.100", nodes),
    due("2026-12-10", "1.33.5-gke.100", nodes),
    due("2026-12-20", "1.34.1-gke.100", master),
    due("2026-12-25", "1.34.2-gke.100", master),
    due("2027-01-01", "1.34.1-gke.100", nodes),
  ],
});

/** Shows the calendar on the stage. */
export const calendar = async (page) => {
  await page.locator(".sights").getByRole("button", { name: "Maintenance calendar" }).click();
  await page.locator(".cal .mons").waitFor();
};
