/** Prometheus, and vmalert, which reads the same rule files and answers at the same paths. */
import { EngineProblem, type Render } from "../agent.ts";
import { type FileEngine, metricOf, versionIn } from "./files.ts";
import type { EngineHttp } from "./http.ts";

export interface PrometheusOptions {
  readonly http: EngineHttp;
  /** The path, query included, that makes it read its files again. */
  readonly reloadPath: string;
  /** Where the rule files are, as Prometheus names them. */
  readonly directory: string;
}

export function createPrometheus({ http, reloadPath, directory }: PrometheusOptions): FileEngine {
  return {
    async reload() {
      await http.ask("POST", reloadPath).catch((error: unknown) => {
        if (error instanceof EngineProblem && /Lifecycle API is not enabled/.test(error.message))
          throw new EngineProblem("Prometheus does not take reloads: start it with --web.enable-lifecycle");
        throw error;
      });
    },
    async verify(render) {
      const { reloadConfigSuccess } = await runtimeInfo(http);
      if (reloadConfigSuccess !== true)
        throw new EngineProblem("the last reload of Prometheus failed; its log says why");
      const missing = await filesNotLoaded(http, render, directory);
      if (missing.length > 0)
        throw new EngineProblem(
          `Prometheus does not read ${missing.join(", ")}: name ${directory}/*.rules.yml in its rule_files`,
        );
    },
    async version() {
      const { data } = await http.json("/api/v1/status/buildinfo");
      return versionIn((data as { version?: unknown } | null)?.version);
    },
    remark: (render) => remarkOnRetention(http, render),
  };
}

async function runtimeInfo(
  http: EngineHttp,
): Promise<{ reloadConfigSuccess?: unknown; storageRetention?: unknown }> {
  const { data } = await http.json("/api/v1/status/runtimeinfo");
  return (data ?? {}) as { reloadConfigSuccess?: unknown; storageRetention?: unknown };
}

/** The rendered files that hold rules and that Prometheus has no group of: `rule_group` is the file, a semicolon, the group. */
async function filesNotLoaded(
  http: EngineHttp,
  { files }: Render,
  directory: string,
): Promise<readonly string[]> {
  const { text } = await http.ask("GET", "/metrics");
  return files
    .filter(({ content }) => /^\s*- (alert|record): /m.test(content) || /^\s+(alert|record): /m.test(content))
    .map(({ name }) => `${directory}/${name}`)
    .filter(
      (path) =>
        !text.includes(`prometheus_rule_group_rules{rule_group=${JSON.stringify(`${path};`).slice(0, -1)}`),
    );
}

const day_s = 86_400;
const namedSlos = 5;

/** Prometheus forgets after its retention; an SLO whose window is longer is computed over what is left. */
async function remarkOnRetention(http: EngineHttp, _render: Render): Promise<string | undefined> {
  const { storageRetention } = await runtimeInfo(http);
  const days = retentionDays(String(storageRetention ?? ""));
  if (days === undefined) return undefined;
  const query = `slo:time_period:days > ${days}`;
  const { data } = await http.json(`/api/v1/query?query=${encodeURIComponent(query)}`);
  const found = ((data as { result?: { metric: Record<string, string> }[] } | null)?.result ?? []).map(
    ({ metric }) => `${metric.sloth_service}/${metric.sloth_slo}`,
  );
  if (found.length === 0) return undefined;
  const more = found.length > namedSlos ? ` and ${found.length - namedSlos} more` : "";
  return `Prometheus keeps ${days} days (--storage.tsdb.retention.time), less than the window of ${found.sort().slice(0, namedSlos).join(", ")}${more}`;
}

const units: Readonly<Record<string, number>> = {
  y: 365,
  w: 7,
  d: 1,
  h: 1 / 24,
  m: 1 / 1440,
  s: 1 / day_s,
  ms: 0,
};

/** The days of "15d", "1y", "2w" or "15d or 5GiB"; undefined where it keeps by size alone. */
export function retentionDays(text: string): number | undefined {
  const parts = [...(text.split(" or ")[0] ?? "").matchAll(/(\d+)(ms|[ywdhms])/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0);
}

/** vmalert says less of itself: whether its last reload took. */
export function createVmalert({ http, reloadPath }: Omit<PrometheusOptions, "directory">): FileEngine {
  return {
    async reload() {
      await http.ask("GET", reloadPath);
    },
    async verify() {
      if ((await metricOf(http, "/metrics", "vmalert_config_last_reload_successful")) === 0)
        throw new EngineProblem("the last reload of vmalert failed; its log says why");
    },
    async version() {
      const { text } = await http.ask("GET", "/metrics");
      return versionIn(/^vm_app_version\{[^}]*short_version="v?([^"]+)"/m.exec(text)?.[1]);
    },
  };
}
