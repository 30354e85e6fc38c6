/** Composition: definitions, engine, capabilities and surfaces put together over one database. */
import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "./database/database.ts";
import { serveDoors, servePublic } from "./doors.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { Feature, KindHooks } from "./engine/feature.ts";
import { kindOperations } from "./engine/kind-operations.ts";
import {
  type AccountOperation,
  type ConfigurationOperation,
  type ConfigurationOperations,
  isConfiguration,
  type Operation,
} from "./engine/operation.ts";
import type { Periodic } from "./engine/periodic.ts";
import type { EffectsOf } from "./engine/plan/differences.ts";
import type { Settings } from "./environment.ts";
import { type Alerts, createAlerts } from "./features/alerts/alerts.ts";
import { createReroutes } from "./features/alerts/reroutes.ts";
import { createAlertingRows, type ReadAlertingRows } from "./features/alerts/rows.ts";
import { createAttention } from "./features/attention/index.ts";
import { type Audit, createAudit } from "./features/audit/audit.ts";
import { createAwsExternalId } from "./features/aws-external-id/index.ts";
import { createAsking } from "./features/connection-tests/operations.ts";
import { createDelivery, type Delivery } from "./features/delivery/delivery.ts";
import { createDeployGate } from "./features/deploy-gate/deploy-gate.ts";
import { createEvents, createMailedAbout, createRaiseEvent } from "./features/events/events.ts";
import { createFigures } from "./features/figures/figures.ts";
import { createHistory } from "./features/history/history.ts";
import { createHostedEngines } from "./features/hosting/engines.ts";
import { createHosting, type Hosting } from "./features/hosting/hosting.ts";
import { createWrittenCredentials } from "./features/hosting/written-credentials.ts";
import { createAttemptTraces } from "./features/identity/attempt-traces.ts";
import { createAuthenticator } from "./features/identity/authenticator.ts";
import { identityCalls } from "./features/identity/calls.ts";
import { createDevices } from "./features/identity/devices.ts";
import { type FirstStart, firstStart } from "./features/identity/first-start.ts";
import { revokeKeysOf } from "./features/identity/keys.ts";
import { LastUsed } from "./features/identity/last-used.ts";
import { createPasswords } from "./features/identity/password.ts";
import { createPasswordProof } from "./features/identity/password-proof.ts";
import { createThrottle } from "./features/identity/throttle.ts";
import { createLists } from "./features/lists/lists.ts";
import { createObservedStatus } from "./features/observed-status/index.ts";
import { createPlanner } from "./features/plans/planner.ts";
import { createPlans } from "./features/plans/plans.ts";
import { createPrompts } from "./features/prompts/prompts.ts";
import { createReferences } from "./features/references/index.ts";
import { type AbsenceWatch, createAbsenceWatch } from "./features/rendering/absent-agents.ts";
import { createRenderedCredentials } from "./features/rendering/credentials.ts";
import { createEffects } from "./features/rendering/effects.ts";
import { openSloFormat } from "./features/rendering/openslo.ts";
import { createRendering } from "./features/rendering/rendering.ts";
import { createRenders } from "./features/rendering/renders.ts";
import { createRepoSettings } from "./features/repo-settings/index.ts";
import { createRowCounts } from "./features/row-counts/index.ts";
import { createServiceBindings } from "./features/service-bindings/service-bindings.ts";
import { createServices } from "./features/services/services.ts";
import { createReportState } from "./features/state-reports/index.ts";
import { createStateReports, type StateReports } from "./features/state-reports/reports.ts";
import { createTeams } from "./features/teams/index.ts";
import { createUpkeep } from "./features/upkeep/index.ts";
import { createWhoami } from "./features/whoami/index.ts";
import { createLifecycle, type Lifecycle } from "./lifecycle.ts";
import { connectors } from "./resources/connectors.ts";
import { changeNotifications, definitions } from "./resources/index.ts";
import { organizationSettings } from "./resources/organization-settings.ts";
import { teamMembers } from "./resources/team-members.ts";
import { createStores, type Stores } from "./stores.ts";
import { definitionsOf } from "./surfaces/console/definitions.ts";
import { bundleFormat } from "./surfaces/export/bundle.ts";
import { exportOperation } from "./surfaces/export/operation.ts";
import { hclFormat } from "./surfaces/hcl/export.ts";
import type { ExtraTool } from "./surfaces/mcp/tools.ts";
import { describeApi } from "./surfaces/openapi/document.ts";
import { operatorGuessBounds } from "./surfaces/rest/account-authentication.ts";
import { type MetricsOfAll, serveMetrics } from "./surfaces/rest/metrics.ts";
import { createLimiter, createRequestLimit } from "./surfaces/rest/rate-limit.ts";
import { serveRequestLog } from "./surfaces/rest/request-log.ts";
import { createServer } from "./surfaces/rest/server.ts";
import { createHttpTransport } from "./transports/http.ts";
import type { HttpTransport } from "./transports/port.ts";
import { createSmtpTransport } from "./transports/smtp.ts";

export interface Service {
  readonly server: FastifyInstance;
  readonly engine: Engine;
  /** Those that read or change configuration. */
  readonly operations: ConfigurationOperations;
  /** The others. */
  readonly accounts: readonly AccountOperation[];
  /** The OpenAPI description, as it is served. */
  readonly description: string;
  readonly audit: Audit;
  readonly delivery: Delivery;
  readonly alerts: Alerts;
  /** Looks for engines' agents that say nothing any more. */
  readonly silence: AbsenceWatch;
  /** Removes what nobody can use any more. */
  readonly upkeep: Periodic;
  /**
   * Makes the first person, organization and key on an empty database, and answers what to show once. `keep` is given
   * that before it is stored; where it throws, nothing is.
   */
  firstStart(keep?: (first: FirstStart) => void): Promise<FirstStart | undefined>;
  /** Turns /readyz to 503, lets open requests and work in hand finish, and closes the server. */
  close(): Promise<void>;
}

export const definitionsByKind = Object.fromEntries(
  definitions.map((definition) => [definition.kind, definition]),
);

export interface ServiceOptions {
  /** Tools that only a test build shows, for the protocol's conformance suite. */
  readonly extraTools?: readonly ExtraTool[];
  /** Where this process is one of several workers. */
  readonly metricsOfAll?: MetricsOfAll | undefined;
}

/** Builds the service over a migrated database. Nothing listens yet. */
export async function createService(
  settings: Settings,
  database: Database,
  logger: FastifyBaseLogger,
  lifecycle: Lifecycle = createLifecycle("serving"),
  { extraTools = [], metricsOfAll }: ServiceOptions = {},
): Promise<Service> {
  const stores = createStores(settings, database);
  const credentials = createCredentials(settings, stores, logger);
  const core = createCore(settings, stores, logger);
  const accounts = createAccounts(settings, stores, core, logger);
  const operations = createOperations(stores, core, accounts);
  const describe = once(() => {
    const { listCap, publicUrl } = settings;
    return JSON.stringify(describeApi({ definitions, operations, listCap, publicUrl }));
  });
  const configuration = byName(operations.filter(isConfiguration));
  const accountOperations = operations.filter((operation) => !isConfiguration(operation));
  const server = createServer(logger);
  const metrics = serveMetrics(server, metricsOfAll);
  if (settings.requestLog) serveRequestLog(server, logger);
  for (const measured of [core.delivery.metrics, core.alerts.metrics, accounts.attempts, core.audit.metrics])
    measured.registerAt(metrics);
  servePublic(server, {
    lifecycle,
    answers: () => answers(database),
    definitions: definitionsOf(definitions, configuration.values()),
    describe,
  });
  serveDoors(server, {
    ...credentials,
    settings,
    store: stores.rows,
    engine: core.engine,
    configuration,
    accounts: accountOperations,
    metrics,
    extraTools,
  });
  const { alerts, audit, delivery, engine, silence, figures } = core;
  const upkeep = createUpkeep(stores.upkeep, logger);
  const engines = createHttpTransport({ allow: settings.outboundAllow });
  const hosting = hostingOf(settings, stores, { operations: configuration, http: engines, log: logger });
  const background = [
    audit.sealer.background,
    audit.retention.background,
    ...delivery.background,
    ...alerts.background,
    hosting.background,
    silence.background,
    ...figures.background,
    credentials.lastUsed.background,
    upkeep,
  ];
  lifecycle.onServe(() => {
    for (const one of background) one.start();
  });

  return {
    server,
    engine,
    operations: configuration,
    accounts: accountOperations,
    get description() {
      return describe();
    },
    audit,
    delivery,
    alerts,
    silence,
    upkeep,
    firstStart: (keep) =>
      firstStart(
        { identity: stores.identity, store: stores.rows, passwords: accounts.passwords },
        { email: settings.adminEmail, password: settings.adminPassword },
        keep,
      ),
    async close() {
      lifecycle.drain();
      await server.close();
      await hosting.stop();
      await silence.background.stop();
      await Promise.all(figures.background.map((one) => one.stop()));
      await upkeep.stop();
      await engines.close();
      credentials.limit.stop();
      credentials.operatorGuesses.stop();
      await credentials.lastUsed.background.stop();
      await credentials.lastUsed.flush().catch((err) => logger.warn({ err }, "last use was not noted"));
      await accounts.attempts.flush();
      await audit.retention.stop();
      await audit.sealer.stop();
      await alerts.stop();
      await delivery.stop();
    },
  };
}

type Core = ReturnType<typeof createCore>;
type Accounts = ReturnType<typeof createAccounts>;

/** Who calls, and how often they may. */
function createCredentials(settings: Settings, stores: Stores, logger: FastifyBaseLogger) {
  const lastUsed = new LastUsed(stores.credentials, logger);
  const limit = createRequestLimit(settings.rateLimit, stores.rateUse);
  return {
    lastUsed,
    limit,
    operatorGuesses: createLimiter(operatorGuessBounds, stores.rateUse),
    authenticator: createAuthenticator(
      stores.credentials,
      (kind, hash, last) => lastUsed.note(kind, hash, last),
      limit,
    ),
  };
}

/** The engine, the audit log and delivery: what every capability may stand on, and the capabilities. */
function createCore(settings: Settings, stores: Stores, logger: FastifyBaseLogger) {
  const { listCap } = settings;
  const { vault, rows: store } = stores;
  const audit = createAudit({ store: stores.audit, vault, log: logger });
  const onCommit = audit.sealer.wake;
  // The engine asks them at each call; some are made with it, so they are filled in below.
  const kinds: Record<string, KindHooks> = {};
  const engine = createEngine({
    definitions: definitionsByKind,
    store,
    vault,
    hooks: kinds,
    listCap,
    onCommit,
  });
  const shared: Shared = { engine, store, kinds, definitions: definitionsByKind, listCap, onCommit };
  const http = createHttpTransport({ allow: settings.outboundAllow });
  const delivery = createDelivery({
    ...shared,
    changeNotifications,
    audit: stores.audit,
    deliveries: stores.deliveries,
    expiry: stores.expiry,
    events: stores.events,
    identity: stores.identity,
    vault,
    http,
    mail:
      settings.smtpUrl === undefined
        ? undefined
        : createSmtpTransport({ url: settings.smtpUrl, from: settings.mailFrom }),
    mailFrom: settings.mailFrom,
    siteUrl: siteUrlOf(settings),
    reports: () => reports,
    log: logger,
  });
  audit.sealer.onSealed(delivery.onSealed);
  const siteUrl = siteUrlOf(settings);
  const eventing = { ...shared, events: stores.events, queue: delivery.queue, siteUrl };
  const raiseEvent = createRaiseEvent(eventing);
  const mailedAbout = createMailedAbout(eventing);
  const reports = createStateReports({ store, raiseEvent });
  const rowsOf = createAlertingRows(stores.renders);
  const alerts = createAlerts({
    ...stores,
    ...eventing,
    raiseEvent,
    mailedAbout,
    rowsOf,
    targets: delivery.targets,
    openAlerts: settings.openAlerts,
    log: logger,
  });
  const { renders, identity } = stores;
  const { organizations } = identity;
  const silence = createAbsenceWatch({ ...shared, renders, reports, organizations, log: logger });
  const others = [
    alerts.capability,
    createEvents(eventing),
    ...createCapabilities(settings, stores, { ...shared, reports, siteUrl, rowsOf }, delivery, http),
  ];
  const figures = createFigures({
    figures: stores.figures,
    definitions: definitionsByKind,
    store,
    log: logger,
  });
  const needs = [audit.attention, ...others.flatMap((capability) => capability.attention ?? [])];
  const attention = createAttention({
    engine,
    definitions: definitionsByKind,
    finder: stores.finder,
    attention: needs,
  });
  const capabilities = [...others, figures, attention];
  // Several capabilities may each do something for one kind.
  for (const { kinds: own = {} } of capabilities)
    for (const [kind, part] of Object.entries(own)) kinds[kind] = { ...kinds[kind], ...part };
  return { alerts, audit, engine, delivery, silence, figures, capabilities };
}

/** What capabilities have in common. */
interface Shared {
  readonly engine: Engine;
  readonly store: Stores["rows"];
  readonly kinds: Readonly<Record<string, KindHooks>>;
  readonly definitions: typeof definitionsByKind;
  readonly listCap: number;
  readonly onCommit: () => void;
}

function createCapabilities(
  settings: Settings,
  stores: Stores,
  shared: Shared & {
    readonly reports: StateReports;
    readonly siteUrl: string;
    readonly rowsOf: ReadAlertingRows;
  },
  delivery: Delivery,
  http: HttpTransport,
): readonly Feature[] {
  const { audit, vault, plans, planRows: rows } = stores;
  const rendering = { ...shared, renders: stores.renders, vault };
  const rendersOf = createRenders(rendering);
  const engines = createEffects(rendering);
  const reroutes = createReroutes({ ...shared, alerts: stores.alerts });
  const effectsOf: EffectsOf = async (call, changed) => {
    const { warnings, ...effects } = await engines(call, changed);
    return { effects: { ...effects, rerouted_alerts: await reroutes(call, changed) }, warnings };
  };
  const planner = createPlanner({ ...shared, plans, rows, vault, effectsOf });
  return [
    createAsking({ ...shared, vault, http }),
    createAwsExternalId({
      ...shared,
      externalIds: stores.externalIds,
      principal: settings.awsPrincipal,
    }),
    delivery.capability,
    createDeployGate({ ...shared, gate: stores.deployGate }),
    createHistory({ ...shared, audit, rows, plans: planner }),
    createLists({ ...shared, finder: stores.finder, views: stores.views }),
    createObservedStatus({ observations: stores.observations }),
    createPlans({ ...shared, audit, rows, planner }),
    createPrompts(shared),
    createRepoSettings(shared),
    createReferences({ ...shared, pointing: stores.pointing }),
    createRendering({
      ...rendering,
      rendersOf,
      hosted: stores.hosted,
      revokeKeysOf: (transaction, call, id) => revokeKeysOf(stores.identity.in(transaction), call, id),
    }),
    createReportState({ ...shared, rendersOf }),
    createRowCounts({ ...shared, rows: stores.rowCounter }),
    createServiceBindings({ ...shared, discoveries: stores.discoveries }),
    createServices({ ...stores, ...shared }),
    createTeams({ roster: stores.roster }),
    createWhoami(),
  ];
}

/** The agents of connectors that ask the service itself to run them. */
function hostingOf(
  { engineDirectory: directory }: Settings,
  { hosted, rows: store, identity, vault, renders }: Stores,
  doing: {
    readonly operations: ConfigurationOperations;
    readonly http: HttpTransport;
    readonly log: FastifyBaseLogger;
  },
): Hosting {
  const credentials = createRenderedCredentials({ store, renders, vault });
  const holder = randomUUID();
  const written = createWrittenCredentials({ hosted, vault, directory, holder });
  const openEngine = createHostedEngines({ vault, credentials, written, directory });
  const { organizations } = identity;
  return createHosting({ ...doing, hosted, holder, written, store, organizations, openEngine });
}

/** People's accounts: passwords, and the throttle of guesses. */
function createAccounts(settings: Settings, stores: Stores, core: Core, logger: FastifyBaseLogger) {
  const { identity, rows: store } = stores;
  const { engine, delivery } = core;
  const passwords = createPasswords();
  const devices = createDevices(settings.secretKeys.map(({ bytes }) => bytes));
  const attempts = createAttemptTraces({ users: identity.users, store, log: logger });
  const throttle = createThrottle(stores.failures);
  const operations = identityCalls({
    identity,
    store,
    engine,
    organizationSettings,
    teamMembers,
    connectors,
    passwords,
    verifyPassword: createPasswordProof({
      users: identity.users,
      passwords,
      throttle,
      devices,
      traces: attempts,
    }),
    devices,
    listCap: settings.listCap,
    siteUrl: siteUrlOf(settings),
    ...(delivery.mailInvitation && { mailInvitation: delivery.mailInvitation }),
    ...(delivery.mailReset && { mailReset: delivery.mailReset }),
  });
  return { passwords, attempts, operations };
}

/** Everything that can be called, whichever the door. */
function createOperations(stores: Stores, core: Core, accounts: Accounts): readonly Operation[] {
  const { engine, audit, capabilities } = core;
  return [
    ...definitions.flatMap((definition) => kindOperations(engine, definition)),
    ...accounts.operations,
    ...audit.operations,
    exportOperation(stores.exported, definitions, [hclFormat, bundleFormat, openSloFormat]),
    ...capabilities.flatMap((capability) => capability.operations ?? []),
  ];
}

/** Makes it when it is first asked for, and keeps it. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Where links lead that are mailed or handed over; without a public URL, to this very machine. */
function siteUrlOf({ publicUrl, host, port }: Settings): string {
  return (publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`).replace(/\/+$/, "");
}

function byName(operations: readonly ConfigurationOperation[]): ConfigurationOperations {
  return new Map(operations.map((operation) => [operation.name, operation]));
}

async function answers(database: Database): Promise<boolean> {
  return database.execute("SELECT 1").then(
    () => true,
    () => false,
  );
}
