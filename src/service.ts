/** Composition: definitions, engine, capabilities and surfaces put together over one database. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { type Audit, createAudit } from "./capabilities/audit/audit.ts";
import { createRecordCodes } from "./capabilities/audit/record-codes.ts";
import { createAwsExternalId } from "./capabilities/aws-external-id.ts";
import { createDelivery, type Delivery } from "./capabilities/delivery/delivery.ts";
import { createDeployGate } from "./capabilities/deploy-gate/deploy-gate.ts";
import { createEvents } from "./capabilities/events/events.ts";
import { createGate } from "./capabilities/identity/admission.ts";
import { createAttemptTraces } from "./capabilities/identity/attempt-traces.ts";
import { identityCalls } from "./capabilities/identity/calls.ts";
import { createDevices } from "./capabilities/identity/devices.ts";
import { type FirstStart, firstStart } from "./capabilities/identity/first-start.ts";
import { createLastUsed } from "./capabilities/identity/last-used.ts";
import { createPasswords } from "./capabilities/identity/password.ts";
import { createPasswordProof } from "./capabilities/identity/password-proof.ts";
import { createThrottle } from "./capabilities/identity/throttle.ts";
import { createObservedStatus } from "./capabilities/observed-status.ts";
import { createPrompts } from "./capabilities/prompts/prompts.ts";
import { createRepoSettings } from "./capabilities/repo-settings.ts";
import { createReportState } from "./capabilities/report-state.ts";
import { createRowCounts } from "./capabilities/row-counts.ts";
import { createServiceBindings } from "./capabilities/service-bindings/service-bindings.ts";
import { createTeams } from "./capabilities/teams.ts";
import { createWhoami } from "./capabilities/whoami.ts";
import { type Action, type Actions, resourceActions } from "./engine/action.ts";
import type { Capability, KindCapability } from "./engine/capability.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { Route } from "./engine/route.ts";
import type { SiteCall } from "./engine/site-call.ts";
import type { Settings } from "./environment.ts";
import { createLifecycle, type Lifecycle } from "./lifecycle.ts";
import { changeNotifications, resources } from "./resources/index.ts";
import { organizationSettings } from "./resources/organization-settings.ts";
import { teamMembers } from "./resources/team-members.ts";
import { createAuditStore } from "./storage/audit.ts";
import { createCredentialReader } from "./storage/credentials.ts";
import type { Database } from "./storage/database.ts";
import { createDeliveryStore, createExpiryStore } from "./storage/deliveries.ts";
import { createDeployGateStore } from "./storage/deploy-gate.ts";
import { createDiscoveryStore } from "./storage/discovery.ts";
import { createEventStore } from "./storage/events.ts";
import { createExportReader } from "./storage/export.ts";
import { createExternalIds } from "./storage/external-id.ts";
import { createIdentityStore } from "./storage/identity.ts";
import { createFailureCounters, createRateUse } from "./storage/limits.ts";
import { createObservations } from "./storage/observations.ts";
import { createRowCounter } from "./storage/row-counts.ts";
import { createStore } from "./storage/store.ts";
import { createTeamRoster } from "./storage/teams.ts";
import { createVault } from "./storage/vault.ts";
import { definitionsOf } from "./surfaces/console/definitions.ts";
import { findConsole, serveConsole } from "./surfaces/console/serve.ts";
import { createExport } from "./surfaces/hcl/export-action.ts";
import { callEndpoint } from "./surfaces/http/calls.ts";
import { clientAddress, isSecure } from "./surfaces/http/client-address.ts";
import { serveConsoleActions } from "./surfaces/http/console-actions.ts";
import { descriptionEndpoint, resourceEndpoints } from "./surfaces/http/endpoint.ts";
import { serveMetrics } from "./surfaces/http/metrics.ts";
import { createForeignCheck, createOriginCheck } from "./surfaces/http/origin.ts";
import { createLimiter, createRequestLimit } from "./surfaces/http/rate-limit.ts";
import { serveRest } from "./surfaces/http/rest.ts";
import { createServer, serveHealth, servePhase } from "./surfaces/http/server.ts";
import { serveSite } from "./surfaces/http/site.ts";
import { createSiteAdmission, operatorGuessBounds } from "./surfaces/http/site-admission.ts";
import { serveMcp } from "./surfaces/mcp/serve.ts";
import type { ExtraTool } from "./surfaces/mcp/tools.ts";
import { describeApi } from "./surfaces/openapi/document.ts";
import { serveDescription } from "./surfaces/openapi/serve-description.ts";
import { readScalarBundle, serveDocs } from "./surfaces/openapi/serve-docs.ts";
import { createHttpTransport } from "./transports/http.ts";
import { createSmtpTransport } from "./transports/smtp.ts";

export interface Service {
  readonly server: FastifyInstance;
  readonly engine: Engine;
  readonly actions: Actions;
  /** The OpenAPI description, as it is served. */
  readonly description: string;
  readonly audit: Audit;
  readonly delivery: Delivery;
  /**
   * Makes the first person, organization and key on an empty database, and answers what to show once. `keep` is given
   * that before it is stored; where it throws, nothing is.
   */
  firstStart(keep?: (first: FirstStart) => void): Promise<FirstStart | undefined>;
  /** Turns /readyz to 503, lets open requests and work in hand finish, and closes the server. */
  close(): Promise<void>;
}

export const resourcesByKind = Object.fromEntries(resources.map((resource) => [resource.kind, resource]));

/** Builds the service over a migrated database. Nothing listens yet. */
export async function createService(
  settings: Settings,
  database: Database,
  logger: FastifyBaseLogger,
  lifecycle: Lifecycle = createLifecycle("serving"),
  /** Tools that only a test build shows, for the protocol's conformance suite. */
  extraTools: readonly ExtraTool[] = [],
): Promise<Service> {
  const vault = createVault(settings.secretKeys);
  const { prove } = createRecordCodes(vault);
  const store = createStore(database, prove);
  const credentials = createCredentialReader(database);
  const lastUsed = createLastUsed(credentials, logger);
  // An embedded database has one node, with nobody to tell.
  const rateUse = settings.databaseUrl === undefined ? undefined : createRateUse(database);
  const limit = createRequestLimit(settings.rateLimit, rateUse);
  const operatorGuesses = createLimiter(operatorGuessBounds, rateUse);
  const gate = createGate(credentials, lastUsed.note, limit);
  const audit = createAudit({ store: createAuditStore(database), vault, log: logger });
  // The engine asks them at each call; some are made with it, so they are filled in below.
  const kinds: Record<string, KindCapability> = {};
  const engine = createEngine({
    resources: resourcesByKind,
    store,
    vault,
    capabilities: kinds,
    listCap: settings.listCap,
    onCommit: audit.sealer.wake,
  });
  const shared = {
    engine,
    store,
    resources: resourcesByKind,
    listCap: settings.listCap,
    onCommit: audit.sealer.wake,
  };
  const identity = createIdentityStore(database, prove);
  const events = createEventStore(database);
  const siteUrl = siteUrlOf(settings);
  const delivery = createDelivery({
    ...shared,
    changeNotifications,
    deliveries: createDeliveryStore(database),
    expiry: createExpiryStore(database),
    events,
    identity,
    vault,
    http: createHttpTransport({ allow: settings.outboundAllow }),
    mail:
      settings.smtpUrl === undefined
        ? undefined
        : createSmtpTransport({ url: settings.smtpUrl, from: settings.mailFrom }),
    mailFrom: settings.mailFrom,
    siteUrl,
    log: logger,
  });
  audit.sealer.onSealed(delivery.onSealed);
  const capabilities: readonly Capability[] = [
    createAwsExternalId({ ...shared, externalIds: createExternalIds(database) }),
    delivery.capability,
    createDeployGate({ ...shared, gate: createDeployGateStore(database, prove) }),
    createEvents({ ...shared, events, queue: delivery.queue, siteUrl }),
    createObservedStatus({ observations: createObservations(database) }),
    createPrompts(shared),
    createRepoSettings(shared),
    createReportState(shared),
    createRowCounts({ ...shared, rows: createRowCounter(database) }),
    createServiceBindings({ ...shared, discoveries: createDiscoveryStore(database) }),
    createTeams({ roster: createTeamRoster(database) }),
    createWhoami(),
  ];
  Object.assign(kinds, ...capabilities.map((capability) => capability.kinds));
  const exported = createExport(createExportReader(database), resources);
  const actions = byName([
    ...resources.flatMap((resource) => resourceActions(engine, resource)),
    ...audit.actions,
    ...exported.actions,
    ...capabilities.flatMap((capability) => capability.actions ?? []),
  ]);
  const routes: readonly Route[] = [
    ...audit.routes,
    ...exported.routes,
    ...capabilities.flatMap((capability) => capability.routes ?? []),
  ];

  const passwords = createPasswords();
  const devices = createDevices(settings.secretKeys.map(({ bytes }) => bytes));
  const attempts = createAttemptTraces({ users: identity.users, store, log: logger });
  const throttle = createThrottle(createFailureCounters(database));
  const siteCalls: readonly SiteCall[] = [
    ...identityCalls({
      identity,
      store,
      engine,
      organizationSettings,
      teamMembers,
      passwords,
      prove: createPasswordProof({ users: identity.users, passwords, throttle, devices, traces: attempts }),
      devices,
      listCap: settings.listCap,
      siteUrl,
      ...(delivery.mailInvitation && { mailInvitation: delivery.mailInvitation }),
      ...(delivery.mailReset && { mailReset: delivery.mailReset }),
    }),
    ...audit.siteCalls,
    ...capabilities.flatMap((capability) => capability.siteCalls ?? []),
  ];
  let described: string | undefined;
  const describe = () => {
    const { listCap, publicUrl } = settings;
    described ??= JSON.stringify(describeApi({ resources, actions, routes, siteCalls, listCap, publicUrl }));
    return described;
  };

  const server = createServer(logger);
  serveHealth(server, async () => lifecycle.phase() === "serving" && (await answers(database)));
  servePhase(server, lifecycle.phase);
  const metrics = serveMetrics(server);
  delivery.metrics.registerAt(metrics);
  attempts.registerAt(metrics);
  audit.metrics.registerAt(metrics);
  serveDescription(server, describe);
  serveDocs(server, { bundle: readScalarBundle });
  serveConsole(server, {
    definitions: JSON.stringify(definitionsOf(resources, actions.values())),
    folder: findConsole(),
  });
  const addressOf = (request: FastifyRequest) =>
    clientAddress(request.socket.remoteAddress, request.headers["x-forwarded-for"], settings.trustedProxies);
  const refuseForeignOrigin = createOriginCheck(settings.publicUrl);
  const endpointOf = resourceEndpoints(resourcesByKind, actions);
  serveRest(server, "/api/v1", {
    store,
    gate,
    addressOf,
    refuseForeignOrigin,
    resolve: ([first = "", ...rest]) =>
      (first === "config" ? (endpointOf(rest) ?? descriptionEndpoint(rest)) : undefined) ??
      callEndpoint(routes, [first, ...rest]),
  });
  const admit = createSiteAdmission({
    gate,
    operatorToken: settings.operatorToken,
    limit,
    operatorGuesses,
    metrics,
    addressOf,
    refuseForeignOrigin,
  });
  const overHttps = (request: FastifyRequest) =>
    isSecure(
      settings.publicUrl,
      request.socket.remoteAddress,
      request.headers["x-forwarded-proto"],
      settings.trustedProxies,
    );
  serveSite(server, { calls: siteCalls, store, admit, addressOf, isSecure: overHttps });
  serveConsoleActions(server, { actions, engine, store, admit, addressOf });
  serveMcp(server, {
    actions,
    store,
    engine,
    gate,
    addressOf,
    refuseForeign: createForeignCheck(settings.publicUrl),
    extraTools,
  });

  lifecycle.onServe(() => {
    audit.sealer.start();
    audit.retention.start();
    delivery.start();
  });

  return {
    server,
    engine,
    actions,
    get description() {
      return describe();
    },
    audit,
    delivery,
    firstStart: (keep) =>
      firstStart(
        { identity, store, passwords },
        { email: settings.adminEmail, password: settings.adminPassword },
        keep,
      ),
    async close() {
      lifecycle.drain();
      await server.close();
      limit.stop();
      operatorGuesses.stop();
      await lastUsed.flush();
      await attempts.flush();
      await audit.retention.stop();
      await audit.sealer.stop();
      await delivery.stop();
    },
  };
}

/** Where links lead that are mailed or handed over; without a public URL, to this very machine. */
function siteUrlOf({ publicUrl, host, port }: Settings): string {
  return (publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`).replace(/\/+$/, "");
}

function byName(actions: readonly Action[]): Actions {
  return new Map(actions.map((action) => [action.name, action]));
}

async function answers(database: Database): Promise<boolean> {
  return database.execute("SELECT 1").then(
    () => true,
    () => false,
  );
}
