/** blackbox_exporter: what it probes for synthetic checks and certificate monitors. */
import type { Backend, TargetGroup } from "../backend.ts";
import { yamlOf } from "../yaml.ts";
import { type Probe, probesOf } from "./probes.ts";

export const blackboxBackend = {
  connectorTypes: ["blackbox_exporter"],
  oldestVersion: "0.23",
  render(rows, target) {
    const { probes, refusals } = probesOf(rows, target);
    const modules = new Map(probes.map(({ module: { name, content } }) => [name, content]));
    const named = Object.fromEntries([...modules].sort(([one], [other]) => (one < other ? -1 : 1)));
    return {
      files: [{ name: "blackbox.yml", content: yamlOf({ modules: named }) }],
      refusals,
      // What it probes, rules of another engine evaluate.
      evaluated: [],
    };
  },
  discovery: {
    modules(rows, target) {
      return [...new Set(probesOf(rows, target).probes.map(({ module }) => module.name))].sort();
    },
    targets(rows, target, modules) {
      return probesOf(rows, target)
        .probes.filter(({ module }) => modules.has(module.name))
        .map(targetGroup);
    },
  },
} as const satisfies Backend;

function targetGroup({
  module,
  address,
  instance,
  intervalSeconds,
  timeoutMs,
  labels,
  hostname,
}: Probe): TargetGroup {
  // The exporter ends half a second before Prometheus does (--timeout-offset); Prometheus takes no longer timeout
  // than the interval.
  const scrapeTimeoutMs = Math.min(intervalSeconds * 1_000, timeoutMs + 1_000);
  return {
    targets: [address],
    labels: {
      __param_module: module.name,
      __param_target: address,
      ...(hostname === undefined ? {} : { __param_hostname: hostname }),
      __scrape_interval__: `${intervalSeconds}s`,
      __scrape_timeout__: `${scrapeTimeoutMs}ms`,
      instance,
      ...labels,
    },
  };
}
