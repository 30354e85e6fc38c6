/** Prometheus: it says whether its last reload took, which rules it has, and how long it keeps what it measures. */

import { figure } from "../../kernel/readable.ts";
import { sumOf } from "../../renderers/connection-tests/exposition.ts";
import { durationMs, isDuration } from "../../renderers/prometheus/duration.ts";
import { longSlosQuery } from "../../renderers/prometheus/read-back.ts";
import { oncePerRendering } from "../contents.ts";
import { EngineProblem } from "../engine.ts";
import { createFigures, createUnevaluated, createUnprobed, vectorOf } from "./figures.ts";
import { askToReload, type FileEngine, type FileEngineOptions, metricsOf, versionIn } from "./files.ts";
import type { EngineHttp } from "./http.ts";
import { createRanges } from "./ranges.ts";
import { type LoadedGroup, refuseMissingGroups, renderedGroups } from "./rule-groups.ts";
import { createFaults } from "./rule-health.ts";

export function createPrometheus({ http, reloadPath, directory }: FileEngineOptions): FileEngine {
  /** The rendering that was seen to be loaded, and which load of its configuration that was. */
  let looked: string | undefined;
  const groupsOf = oncePerRendering(renderedGroups);
  return {
    async reload() {
      await askToReload(http, reloadPath).catch((error: unknown) => {
        if (error instanceof EngineProblem && /Lifecycle API is not enabled/.test(error.message))
          throw new EngineProblem("Prometheus does not take reloads: start it with --web.enable-lifecycle");
        throw error;
      });
    },
    async verify(render) {
      const { reloadConfigSuccess, lastConfigTime, startTime } = await runtimeInfo(http);
      if (reloadConfigSuccess !== true)
        throw new EngineProblem("the last reload of Prometheus failed; its log says why");
      // Its metrics are long: they are asked for once a load.
      const load = JSON.stringify([render.digest, lastConfigTime, startTime]);
      if (load === looked) return;
      const wayOut = `name ${directory}/*.rules.yml in its rule_files`;
      const groups = await groupsOf(render);
      refuseMissingGroups(groups, loadedGroups(await metricsOf(http)), "Prometheus", wayOut);
      looked = load;
    },
    async version() {
      const { data } = await http.json("/api/v1/status/buildinfo");
      return versionIn((data as { version?: unknown } | null)?.version);
    },
    remark: ({ connector }) => remarkOnRetention(http, connector.id),
    faults: createFaults(http, async () =>
      sumOf(await metricsOf(http), "prometheus_rule_evaluation_failures_total"),
    ),
    readBack: createFigures(http),
    unevaluated: createUnevaluated(http),
    unprobed: createUnprobed(http),
    readRange: createRanges(http),
  };
}

interface RuntimeInfo {
  readonly reloadConfigSuccess?: unknown;
  readonly lastConfigTime?: unknown;
  readonly startTime?: unknown;
  readonly storageRetention?: unknown;
}

async function runtimeInfo(http: EngineHttp): Promise<RuntimeInfo> {
  const { data } = await http.json("/api/v1/status/runtimeinfo");
  return (data ?? {}) as RuntimeInfo;
}

/** The label rule_group is the file's path, a semicolon and the group's name. */
function loadedGroups(metrics: string): LoadedGroup[] {
  const series = /^prometheus_rule_group_rules\{rule_group="((?:[^"\\]|\\.)*)"\} (\d+)$/gm;
  return Array.from(metrics.matchAll(series), ([, label = "", rules]) => {
    const value = label.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char));
    const at = value.lastIndexOf(";");
    return { path: value.slice(0, at), group: value.slice(at + 1), rules: Number(rules) };
  });
}

const namedSlos = 5;
const longestName = 100;

/** Prometheus forgets after its retention; an SLO whose window is longer is computed over what is left. */
async function remarkOnRetention(http: EngineHttp, connectorId: string): Promise<string | undefined> {
  const { storageRetention } = await runtimeInfo(http);
  const days = retentionDays(String(storageRetention ?? ""));
  if (days === undefined) return undefined;
  const found = await vectorOf(http, longSlosQuery(connectorId, days));
  if (found.length === 0) return undefined;
  const names = found
    .map(({ metric }) => http.quote(`${metric.sloth_service}/${metric.sloth_slo}`, longestName))
    .sort();
  const more = names.length > namedSlos ? ` and ${names.length - namedSlos} more` : "";
  return `Prometheus keeps ${figure(days)} days (--storage.tsdb.retention.time), less than the window of ${names.slice(0, namedSlos).join(", ")}${more}`;
}

/** The days of "15d", "1y", "2w" or "15d or 5GiB"; undefined where it keeps by size alone. */
export function retentionDays(text: string): number | undefined {
  const [time = ""] = text.split(" or ");
  return isDuration(time) ? durationMs(time) / 86_400_000 : undefined;
}
