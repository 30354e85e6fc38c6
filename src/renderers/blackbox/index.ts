/** blackbox_exporter: what it probes for synthetic checks and certificate monitors. */

import { given } from "../../kernel/given.ts";
import { blackboxFile } from "../named-files.ts";
import type { Renderer, TargetGroup } from "../renderer.ts";
import { yamlOf } from "../yaml.ts";
import { type Probe, probesOf } from "./probes.ts";

export const blackboxRenderer = {
  connectorTypes: ["blackbox_exporter"],
  oldestVersion: "0.23",
  render(rows, target) {
    const { probes, refusals } = probesOf(rows, target);
    const modules = new Map(probes.map(({ module: { name, content } }) => [name, content]));
    const named = Object.fromEntries([...modules].sort(([one], [other]) => (one < other ? -1 : 1)));
    return {
      files: [{ name: blackboxFile, content: yamlOf({ modules: named }) }],
      refusals,
      // What it probes, rules of another engine evaluate.
      evaluated: [],
    };
  },
  discovery: {
    targets(rows, target) {
      return probesOf(rows, target).probes.map((probe) => ({
        probe: probe.name,
        authorized: probe.authorized,
        group: targetGroup(probe),
      }));
    },
  },
} as const satisfies Renderer;

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
      ...given({ __param_hostname: hostname }),
      __scrape_interval__: `${intervalSeconds}s`,
      __scrape_timeout__: `${scrapeTimeoutMs}ms`,
      instance,
      ...labels,
    },
  };
}
