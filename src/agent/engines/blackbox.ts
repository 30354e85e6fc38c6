/** blackbox_exporter: it shows its configuration and the outcome of the last reload, and its version as a metric. */
import { EngineProblem } from "../agent.ts";
import { type FileEngine, metricOf, versionIn } from "./files.ts";
import type { EngineHttp } from "./http.ts";

export function createBlackbox({
  http,
  reloadPath,
}: {
  readonly http: EngineHttp;
  readonly reloadPath: string;
}): FileEngine {
  return {
    async reload() {
      await http.ask("POST", reloadPath);
    },
    async verify({ files }) {
      if ((await metricOf(http, "/metrics", "blackbox_exporter_config_last_reload_successful")) === 0)
        throw new EngineProblem("the last reload of blackbox_exporter failed; its log says why");
      const { text } = await http.ask("GET", "/config");
      const missing = files
        .flatMap(({ content }) => [...content.matchAll(/^ {2}([\w-]+):$/gm)])
        .map(([, module]) => module ?? "")
        .filter((module) => !text.includes(`\n  ${module}:`));
      if (missing.length > 0)
        throw new EngineProblem(
          `blackbox_exporter lacks ${missing.length} of its modules: start it with --config.file on the agent's blackbox.yml`,
        );
    },
    async version() {
      const { text } = await http.ask("GET", "/metrics");
      return versionIn(/^blackbox_exporter_build_info\{[^}]*version="([^"]+)"/m.exec(text)?.[1]);
    },
  };
}
