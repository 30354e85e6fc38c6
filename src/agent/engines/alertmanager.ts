/** Alertmanager: its metrics say whether its last reload took, and which file it runs. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { alertmanagerVersion } from "../../renderers/connection-tests/exposition.ts";
import { alertmanagerFile } from "../../renderers/named-files.ts";
import { oncePerRendering } from "../contents.ts";
import { credentialNames, missingCredentials } from "../credential-files.ts";
import { EngineProblem, type Render } from "../engine.ts";
import { createAlertSide } from "./alertmanager-api.ts";
import {
  askToReload,
  type FileEngine,
  type FileEngineOptions,
  metricIn,
  metricsOf,
  versionIn,
} from "./files.ts";

export function createAlertmanager({ http, reloadPath, directory }: FileEngineOptions): FileEngine {
  const secretsOf = oncePerRendering(credentialNames);
  const side = createAlertSide(http);
  return {
    reload: () => askToReload(http, reloadPath),
    async verify(render) {
      // A connector that takes no routes has no file, and its engine keeps what it runs.
      if (render.files.length === 0) return;
      const metrics = await metricsOf(http);
      if (metricIn(metrics, "alertmanager_config_last_reload_successful") !== 1)
        throw new EngineProblem("the last reload of Alertmanager failed; its log says why");
      const path = join(directory, alertmanagerFile);
      // The directory was just found to hold the rendering.
      if (metricIn(metrics, "alertmanager_config_hash") !== configHash(await readFile(path)))
        throw new EngineProblem(`Alertmanager does not run ${path}: start it with --config.file=${path}`);
    },
    async version() {
      return versionIn(alertmanagerVersion(await metricsOf(http)));
    },
    alertSide: (render) => (routesAlerts(render) ? side : undefined),
    remark: async (render) =>
      missingCredentials(
        await secretsOf(render),
        directory,
        "write the secrets of those outbound targets there, and the mail server's password into smtp",
      ),
  };
}

/** Whether the rendering has routes for the engine: without them the service does not handle its alerts. */
export function routesAlerts({ files }: Render): boolean {
  return files.some(({ name }) => name === alertmanagerFile);
}

/** As Alertmanager makes a number of a file: the first six bytes of its MD5 (config/coordinator.go). */
function configHash(content: Buffer): number {
  return createHash("md5").update(content).digest().readUIntLE(0, 6);
}
