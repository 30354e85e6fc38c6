/** blackbox_exporter: it shows its configuration and the outcome of the last reload, and its version as a metric. */
import { blackboxVersion } from "../../renderers/connection-tests/exposition.ts";
import { oncePerRendering, ownTexts, readFiles, wholeText } from "../contents.ts";
import { credentialNames, missingCredentials } from "../credential-files.ts";
import { EngineProblem, type Render } from "../engine.ts";
import {
  askToReload,
  type FileEngine,
  type FileEngineOptions,
  metricIn,
  metricsOf,
  versionIn,
} from "./files.ts";

export function createBlackbox({ http, reloadPath, directory }: FileEngineOptions): FileEngine {
  const modulesOf = oncePerRendering(renderedModules);
  const secretsOf = oncePerRendering(credentialNames);
  return {
    reload: () => askToReload(http, reloadPath),
    async verify(render) {
      if (metricIn(await metricsOf(http), "blackbox_exporter_config_last_reload_successful") !== 1)
        throw new EngineProblem("the last reload of blackbox_exporter failed; its log says why");
      const { text } = await http.request("GET", "/config");
      const there = new Set(modulesIn(text));
      // A module's name is made of its content, so that its name is enough.
      const missing = (await modulesOf(render)).filter((name) => !there.has(name));
      if (missing.length > 0)
        throw new EngineProblem(
          `blackbox_exporter lacks ${missing.length} of its modules: start it with --config.file=${directory}/blackbox.yml`,
        );
    },
    async version() {
      return versionIn(blackboxVersion(await metricsOf(http)));
    },
    remark: async (render) =>
      missingCredentials(
        await secretsOf(render),
        directory,
        "write the credentials of the check's auth_header into it, without the scheme",
      ),
  };
}

async function renderedModules(render: Render): Promise<readonly string[]> {
  const found = await readFiles(render, async (_name, pieces) =>
    ownTexts(modulesIn(await wholeText(pieces))),
  );
  return found.flat();
}

/** The names of modules: the keys right below `modules`, each in a line of its own, indented as whoever wrote it does. */
function modulesIn(config: string): string[] {
  const indent = /^modules:\n( +)/m.exec(config)?.[1];
  if (indent === undefined) return [];
  return Array.from(config.matchAll(new RegExp(`^${indent}(\\w+):$`, "gm")), ([, name = ""]) => name);
}
