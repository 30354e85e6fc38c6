/** What the service shows to the outside: what needs no credential, and the doors. */
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Authenticator, GuessLimit, RequestLimit } from "./engine/authenticator.ts";
import type { Engine } from "./engine/engine.ts";
import type { AccountOperation, ConfigurationOperations } from "./engine/operation.ts";
import type { Repeats } from "./engine/ports/repeats.ts";
import type { Store } from "./engine/ports/rows.ts";
import type { TakenBack } from "./engine/ports/taken-back.ts";
import type { Settings } from "./environment.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { scanInPieces } from "./prompt-scanner/index.ts";
import { type CalendarOptions, serveCalendars } from "./surfaces/calendars/serve.ts";
import type { Definitions } from "./surfaces/console/definitions.ts";
import { findConsole, operatorPath, serveConsole } from "./surfaces/console/serve.ts";
import { serveMcp } from "./surfaces/mcp/serve.ts";
import type { ExtraTool } from "./surfaces/mcp/tools.ts";
import { letOriginsIn } from "./surfaces/named-origins.ts";
import { type AuthorizationServer, serveOauth } from "./surfaces/oauth/serve.ts";
import { serveDescription } from "./surfaces/openapi/serve-description.ts";
import { readScalarBundle, serveDocs } from "./surfaces/openapi/serve-docs.ts";
import { type PagesOptions, servePages } from "./surfaces/pages/serve.ts";
import { serveUnsubscribing, type UnsubscribingOptions } from "./surfaces/pages/unsubscribe.ts";
import type { PublicClients } from "./surfaces/public-clients.ts";
import { createAccountAuthentication } from "./surfaces/rest/account-authentication.ts";
import { serveAccountOperations } from "./surfaces/rest/account-operations.ts";
import { clientOf, letWait } from "./surfaces/rest/client.ts";
import { createPublicClients, showLimits } from "./surfaces/rest/client-address.ts";
import { serveConsoleActions } from "./surfaces/rest/console-actions.ts";
import { type GitHooks, serveGitHooks } from "./surfaces/rest/git-hooks.ts";
import { type HeartbeatSignals, serveHeartbeats } from "./surfaces/rest/heartbeats.ts";
import { createForeignCheck, createOriginCheck } from "./surfaces/rest/origin.ts";
import { noteCall } from "./surfaces/rest/request-log.ts";
import { serveRest } from "./surfaces/rest/rest.ts";
import { type ProvisioningDoor, serveScim } from "./surfaces/rest/scim.ts";
import { type Readiness, serveHealth, servePhase, serveStrictTransport } from "./surfaces/rest/server.ts";
import { type StatusPagePreviews, serveStatusPagePreview } from "./surfaces/status-page/preview.ts";
import type { StatusPageVisits } from "./surfaces/status-page/reading.ts";
import { serveStatusPages } from "./surfaces/status-page/serve.ts";

export interface PublicOptions {
  readonly lifecycle: Lifecycle;
  /** Whether the database lets requests be served. */
  readonly readiness: () => Promise<Readiness>;
  readonly definitions: Definitions;
  /** The OpenAPI description as JSON. */
  readonly describe: () => string;
  /** What the files of a bundle may hold, as a JSON Schema. */
  readonly bundleSchema: () => string;
  readonly clients: PublicClients;
  readonly statusPages: StatusPageVisits;
  /** Whose pages may read what describes the API. */
  readonly apiOrigins: readonly string[];
  /** Where the operator's calls and page are served, and nothing else; undefined where they are served with all others. */
  readonly operatorServer: FastifyInstance | undefined;
}

/** Who asks, for every door, and the limit on those who show no credential. */
export function clientsOf(settings: Settings, limit: RequestLimit): PublicClients {
  return createPublicClients(settings.trustedProxies, settings.publicUrl, limit);
}

/** What needs no credential: health, the description, the documentation, the console's files and status pages. */
export function servePublic(server: FastifyInstance, options: PublicOptions): void {
  const { lifecycle, readiness, definitions, describe, bundleSchema, clients, statusPages } = options;
  const { operatorServer, apiOrigins } = options;
  serveHealth(server, async () => {
    const phase = lifecycle.phase();
    return phase === "serving" || phase === "retiring"
      ? readiness()
      : { why: `the service is ${phase}`, notes: [] };
  });
  servePhase(server, lifecycle.phase);
  server.register(async (scope) => {
    letOriginsIn(scope, apiOrigins);
    serveDescription(scope, describe, bundleSchema);
  });
  serveDocs(server, { bundle: readScalarBundle });
  const console = { definitions: JSON.stringify(definitions), folder: findConsole() };
  serveConsole(server, console);
  if (operatorServer !== undefined) serveConsole(operatorServer, { ...console, paths: [operatorPath] });
  serveStatusPages(server, { clients, visits: statusPages });
}

export interface DoorOptions {
  readonly settings: Settings;
  readonly store: Store;
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly clients: PublicClients;
  readonly limit: RequestLimit;
  readonly operatorGuesses: GuessLimit;
  readonly configuration: ConfigurationOperations;
  readonly accounts: readonly AccountOperation[];
  readonly metrics: Registry;
  readonly extraTools: readonly ExtraTool[];
  readonly gitHooks: GitHooks;
  readonly heartbeats: HeartbeatSignals;
  readonly calendars: CalendarOptions["calendars"];
  readonly pages: PagesOptions["pages"];
  readonly unsubscribing: UnsubscribingOptions["unsubscribing"];
  readonly repeats: Repeats;
  readonly takenBack: TakenBack;
  readonly provisioning: ProvisioningDoor;
  /** Where the operator's calls are served, and nothing else; undefined where they are served with all others. */
  readonly operatorServer: FastifyInstance | undefined;
  readonly statusPagePreviews: StatusPagePreviews;
  readonly authorizationServer: AuthorizationServer;
}

/** The doors: REST, accounts, the console's actions and MCP. */
export function serveDoors(server: FastifyInstance, options: DoorOptions): void {
  const { settings, store, engine, authenticator, configuration, repeats } = options;
  const { addressOf, askerOf, isSecure, siteOf, wayOf } = options.clients;
  for (const one of [server, options.operatorServer ?? []].flat()) {
    serveStrictTransport(one, isSecure, settings.hstsSeconds);
    showLimits(one);
  }
  const refuseForeignOrigin = createOriginCheck(settings.publicUrl);
  const shared = { store, engine, repeats, authenticator, addressOf, askerOf, isSecure, siteOf };
  serveRest(server, "/api/v1", {
    ...shared,
    operations: configuration.values(),
    elsewhere: { "config/openapi.json": ["GET"], "config/bundle.schema.json": ["GET"] },
    refuseForeignOrigin,
    apiOrigins: settings.apiOrigins,
  });
  serveHeartbeats(server, { heartbeats: options.heartbeats, limit: options.limit, askerOf });
  serveGitHooks(server, { ...options, askerOf });
  serveCalendars(server, options);
  servePages(server, options);
  serveUnsubscribing(server, options);
  serveScim(server, { provisioning: options.provisioning, askerOf });
  const authenticate = createAccountAuthentication({
    ...options,
    operatorTokens: settings.operatorTokens,
    askerOf,
    isSecure,
    refuseForeignOrigin,
  });
  const { operatorServer } = options;
  const isOperators = ({ credential }: AccountOperation) => credential === "operator";
  const elsewhere = operatorServer === undefined ? [] : options.accounts.filter(isOperators);
  const here = options.accounts.filter((operation) => !elsewhere.includes(operation));
  serveAccountOperations(server, { ...shared, wayOf, operations: here, authenticate });
  if (operatorServer !== undefined)
    serveAccountOperations(operatorServer, { ...shared, wayOf, operations: elsewhere, authenticate });
  serveConsoleActions(server, { ...shared, operations: configuration, authenticate });
  serveStatusPagePreview(server, { ...shared, previews: options.statusPagePreviews, authenticate });
  const { mcpOrigins } = settings;
  const refuseForeign = createForeignCheck(settings.publicUrl, mcpOrigins);
  const { authorizationServer, clients } = options;
  serveOauth(server, { authorizationServer, clients, refuseForeign, mcpOrigins });
  serveMcp(server, {
    ...shared,
    clientOf,
    letWait,
    operations: configuration,
    refuseForeign,
    mcpOrigins,
    extraTools: options.extraTools,
    takenBack: options.takenBack,
    scan: scanInPieces,
    noteCall,
  });
}
