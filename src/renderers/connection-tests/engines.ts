/** The programs that people run themselves: the request that shows whether each is there and takes the credentials. */
import { blackboxVersion, vmalertVersion } from "./exposition.ts";
import { get, json, memberOf, type Probe, unlike, type Works } from "./probe.ts";

const needs = [["url"]] as const;

/** `url` may end in the prefix that Prometheus or its relatives are served under. */
export const prometheus: Probe = {
  needs,
  request: (settings) => get(settings, "/api/v1/status/buildinfo"),
  read: json("Prometheus", ({ status, data }) => {
    const version = memberOf(data, "version");
    return status === "success" && typeof version === "string"
      ? { ok: true, summary: `it is version ${version}` }
      : unlike("Prometheus");
  }),
};

const rulesListed: Works = { ok: true, summary: "it lists the rules of the tenant" };

export const mimir: Probe = {
  needs,
  request: (settings) => get(settings, "/config/v1/rules"),
  // Groups by namespace, in YAML.
  read: (text) => (/^(\{\}\s*$|[^\s<{[][^\n]*:\n\s*- name:)/.test(text) ? rulesListed : unlike("Mimir")),
  // What it says while a tenant has no rules.
  accepts: ({ status, text }) =>
    status === 404 && text.includes("no rule groups found") ? rulesListed : undefined,
};

export const vmalert = byMetric("vmalert", vmalertVersion);

export const blackboxExporter = byMetric("blackbox_exporter", blackboxVersion);

export const alertmanager: Probe = {
  needs,
  request: (settings) => get(settings, "/api/v2/status"),
  read: json("Alertmanager", ({ versionInfo, cluster }) => {
    const version = memberOf(versionInfo, "version");
    if (typeof version !== "string") return unlike("Alertmanager");
    const state = memberOf(cluster, "status");
    const clusterState = typeof state === "string" ? `, and its cluster is ${state}` : "";
    return { ok: true, summary: `it is version ${version}${clusterState}` };
  }),
};

/** Reads the metrics that a program has of itself, which say its version. */
function byMetric(system: string, versionOf: (metrics: string) => string | undefined): Probe {
  return {
    needs,
    request: (settings) => get(settings, "/metrics"),
    read(text) {
      const version = versionOf(text);
      return version === undefined ? unlike(system) : { ok: true, summary: `it is version ${version}` };
    },
  };
}
