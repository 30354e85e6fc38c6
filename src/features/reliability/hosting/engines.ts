/** Opens the engine that a connector's row names, for an agent inside of the service. */
import { join } from "node:path";
import { withCredentialFiles } from "../../../agent/credential-files.ts";
import { type Engine, EngineProblem } from "../../../agent/engine.ts";
import { type ApiAddress, openApiEngine, takesApi } from "../../../agent/engines/api-engines.ts";
import { createEngineHttp } from "../../../agent/engines/http.ts";
import { fileEngineType, openFileEngine } from "../../../agent/engines/index.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import type { StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import { mailPassword } from "../../../renderers/alertmanager/native.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { HttpRequests } from "../../../transports/port.ts";
import type { RenderedCredentials } from "../rendering/index.ts";
import type { WrittenCredentials } from "./written-credentials.ts";

export interface HostedEngineDeps {
  readonly vault: Vault;
  readonly credentials: RenderedCredentials;
  readonly written: Pick<WrittenCredentials, "markFor">;
  /** Where engines on the same machine have their files; undefined where the operator named no folder. */
  readonly directory: string | undefined;
}

/** Throws nothing that the row is to blame for: its engine says it whenever it is asked. */
export type OpenHostedEngine = (
  organizationId: string,
  row: StoredRow,
  http: Pick<HttpRequests, "request">,
) => Engine;

export function createHostedEngines(deps: HostedEngineDeps): OpenHostedEngine {
  return (organizationId, row, http) => orUnusable(() => open(deps, organizationId, row, http));
}

function orUnusable(opened: () => Engine): Engine {
  try {
    return opened();
  } catch (error) {
    if (!(error instanceof EngineProblem)) throw error;
    return unusable(error);
  }
}

function open(
  deps: HostedEngineDeps,
  ...[organizationId, row, transport]: Parameters<OpenHostedEngine>
): Engine {
  const { connector_type } = completed(connectors, row.configuration);
  const address = () => addressOf(deps.vault, organizationId, row);
  if (takesApi(connector_type))
    return openApiEngine(connector_type, { transport, address: address(), connectorId: row.id });
  const type = fileEngineType(connector_type);
  const directory = directoryFor(deps.directory, organizationId, row.id);
  const config = () => configOf(deps.vault, organizationId, row);
  const intakeKey = () => config().intake_key;
  // Credentials that are revoked go from the disk also while nobody can ask the engine.
  const engine = orUnusable(() => {
    const http = createEngineHttp(transport, address());
    return openFileEngine({ type, http, reloadPath: "/-/reload", directory, intakeKey });
  });
  const credentials = {
    version: () => deps.credentials.version(organizationId),
    async read(names: readonly string[]) {
      const found = await deps.credentials.read(organizationId, names);
      const own = names.includes(mailPassword) ? mailPasswordOf(row, config) : undefined;
      return own === undefined ? found : new Map([...found, [mailPassword, own]]);
    },
  };
  const mark = deps.written.markFor({ organizationId, connectorId: row.id });
  return withCredentialFiles(engine, { directory, credentials, mark, others: type.sendsAlerts === true });
}

/** The password for the mail server that it was saved for, and for no other. */
function mailPasswordOf({ configuration, state }: StoredRow, config: () => Config): string | undefined {
  const row = { configuration: completed(connectors, configuration), state };
  return movedAway(connectors.fields, "config", row) === undefined ? config().smtp_password : undefined;
}

/** A row names no path: only ids are below the operator's folder. */
function directoryFor(directory: string | undefined, organizationId: string, connectorId: string): string {
  if (directory === undefined)
    throw new EngineProblem(
      "this service writes no files for engines: set ORGCONFIG_ENGINE_DIRECTORY on its nodes to the folder that the engine reads below, or run orgconfig agent next to the engine",
    );
  for (const id of [organizationId, connectorId]) {
    if (!/^[\w-]+$/.test(id)) throw new EngineProblem(`${JSON.stringify(id)} cannot be the name of a folder`);
  }
  return join(directory, organizationId, connectorId);
}

const members = [
  ...["url", "token", "username", "password", "tenant", "datasource_uid"],
  ...["intake_key", "smtp_password"],
] as const;

type Config = { readonly [N in (typeof members)[number]]?: string };

/** The texts that its secret `config` has, as far as they are there. */
function configOf(vault: Vault, organizationId: string, row: StoredRow): Config {
  const sealed = row.secrets.config;
  const identity = secretIdentity(organizationId, row.kind, row.id, "config");
  const opened = sealed === undefined ? "{}" : vault.openOrNot(sealed, identity);
  if (opened === undefined)
    throw new EngineProblem(
      "config of the connector cannot be opened with the keys of this installation; save it again",
    );
  const config = JSON.parse(opened) as object;
  const given = members.flatMap((name): [string, string][] => {
    const value: unknown = (config as Record<string, unknown>)[name] ?? undefined;
    if (value === undefined) return [];
    if (typeof value !== "string") throw new EngineProblem(`config.${name} of the connector must be a text`);
    return [[name, value]];
  });
  return Object.fromEntries(given);
}

function addressOf(vault: Vault, organizationId: string, row: StoredRow): ApiAddress {
  const { url, ...rest } = configOf(vault, organizationId, row);
  if (url === undefined)
    throw new EngineProblem("config.url of the connector is missing: the base address of the engine");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new EngineProblem("config.url of the connector must be an http or https URL");
  return { url: url.replace(/\/+$/, ""), ...rest };
}

/** An engine that nothing can be done with before its row or the service is set up otherwise. */
function unusable(problem: EngineProblem): Engine {
  const refuse = async () => {
    throw problem;
  };
  return { apply: refuse, verify: refuse, version: async () => undefined };
}
