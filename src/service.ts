/** Composition: definitions, engine, features and surfaces put together over one database. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "./database/database.ts";
import { createVault } from "./database/vault.ts";
import { clientsOf, serveDoors, servePublic } from "./doors.ts";
import { serviceCall } from "./engine/context.ts";
import type { Feature } from "./engine/feature.ts";
import { isConfiguration } from "./engine/operation.ts";
import { measure } from "./engine/periodic-metrics.ts";
import { type Settings, siteUrlOf } from "./environment.ts";
import { byName, createFeatures, type Features } from "./features/index.ts";
import { openSloFormat } from "./features/reliability/rendering/index.ts";
import type { StatusPages } from "./features/status-page/index.ts";
import { formatOf } from "./kernel/format.ts";
import { once } from "./kernel/once.ts";
import { createLifecycle, type Lifecycle } from "./lifecycle.ts";
import { changeNotifications, definitions } from "./resources/index.ts";
import { notificationSettings } from "./resources/notification-settings.ts";
import { everythingSealed } from "./stored-secrets.ts";
import { definitionsOf } from "./surfaces/console/definitions.ts";
import { bundleFormat } from "./surfaces/export/bundle.ts";
import { exportOperation } from "./surfaces/export/operation.ts";
import { hclFormat } from "./surfaces/hcl/export.ts";
import type { ExtraTool } from "./surfaces/mcp/tools.ts";
import { describeApi } from "./surfaces/openapi/document.ts";
import { editorSchema } from "./surfaces/openapi/editor-schema.ts";
import { type MetricsOfAll, serveMetrics } from "./surfaces/rest/metrics.ts";
import { serveRequestLog } from "./surfaces/rest/request-log.ts";
import { createServer } from "./surfaces/rest/server.ts";
import { allowListOf } from "./transports/addresses.ts";
import { createReach } from "./transports/create-reach.ts";
import { createGitTransport } from "./transports/git/index.ts";
import { createHttpTransport } from "./transports/http.ts";
import type { Reach } from "./transports/reach.ts";
import { createSmtpTransport } from "./transports/smtp.ts";
import { createSyslogTransport } from "./transports/syslog.ts";

export type Service = Awaited<ReturnType<typeof createService>>;

export const definitionsByKind = Object.fromEntries(
  definitions.map((definition) => [definition.kind, definition]),
);

export interface ServiceOptions {
  /** Tools that only a test build shows, for the protocol's conformance suite. */
  readonly extraTools?: readonly ExtraTool[];
  /** Where this process is one of several workers. */
  readonly metricsOfAll?: MetricsOfAll | undefined;
  /** What this process is among the nodes of a server database. */
  readonly nodeId?: string | undefined;
  /** What a node does by itself, next to the service's features. */
  readonly ownFeatures?: readonly Feature[];
  /** What sends to people's devices, in the place of the service's own. */
  readonly reach?: Reach;
}

/** Builds the service over a migrated database. Nothing listens yet. */
export async function createService(
  settings: Settings,
  database: Database,
  logger: FastifyBaseLogger,
  lifecycle: Lifecycle = createLifecycle("serving"),
  { extraTools = [], metricsOfAll, nodeId, ownFeatures = [], reach }: ServiceOptions = {},
) {
  const features = featuresOf(settings, database, logger, { nodeId, reach });
  const { engine, store, operations, identity, alerts, audit, delivery, doctor, drills } = features;
  const { heartbeats, missingData, oauth, organizations, rendering, scim, statusPages, upkeep } = features;
  const describe = descriptionOf(features, settings);
  const configuration = byName(operations);
  const accounts = operations.filter((operation) => !isConfiguration(operation));
  const server = createServer(logger, pageAt(statusPages.visits));
  const metrics = serveMetrics(server, metricsOfAll);
  if (settings.requestLog) serveRequestLog(server, logger);
  const operatorServer = operatorServerOf(settings, logger);
  const clients = clientsOf(settings, identity.limit);
  servePublic(server, {
    lifecycle,
    readiness: () => doctor.watch.readiness(),
    definitions: definitionsOf(definitions, configuration.values()),
    describe,
    bundleSchema: () => JSON.stringify(editorSchema(definitions)),
    clients,
    statusPages: statusPages.visits,
    apiOrigins: settings.apiOrigins,
    operatorServer,
  });
  serveDoors(server, {
    ...identity,
    operatorServer,
    clients,
    settings,
    ...{ store, engine },
    configuration,
    accounts,
    metrics,
    extraTools,
    ...{ heartbeats, calendars: features.calendars, pages: features.pages.door, repeats: features.repeats },
    ...{ unsubscribing: delivery.unsubscribing, takenBack: features.takenBack },
    gitHooks: features.git.hooks,
    ...{ authorizationServer: oauth.authorizationServer, provisioning: scim.provisioning },
    statusPagePreviews: statusPages.previews,
  });
  const all = [...ownFeatures, ...features.all];
  for (const feature of all) feature.metrics?.(metrics);
  const tasks = all.flatMap(({ background = [] }) => background);
  measure(tasks, metrics);
  lifecycle.onServe(() => tasks.forEach((task) => void task.start()));

  return {
    server,
    /** Serves the operator's calls, where they have an address of their own. */
    operatorServer,
    engine,
    /** Those that read or change configuration. */
    operations: configuration,
    /** The others. */
    accounts,
    /** The OpenAPI description, as it is served. */
    get description() {
      return describe();
    },
    alerts,
    audit,
    delivery,
    doctor,
    drills,
    ...{ git: features.git, heartbeats },
    ...{ missingData, organizations },
    ...{ handOvers: features.handOvers, pages: features.pages, proposals: features.proposals, rendering },
    statusPages,
    upkeep,
    ways: features.ways,
    firstStart: firstStartOf(features, settings),
    /** Turns /readyz to 503, lets open requests and work in hand finish, and closes the server. */
    close: () => closing(lifecycle, operatorServer === undefined ? [server] : [server, operatorServer], all),
  };
}

/** The OpenAPI description, made when it is first asked for. */
function descriptionOf(
  { all, operations }: Pick<Features, "all" | "operations">,
  { listCap, publicUrl }: Pick<Settings, "listCap" | "publicUrl">,
): () => string {
  return once(() => {
    const webhooks = all.flatMap(({ webhooks = [] }) => webhooks);
    return JSON.stringify(describeApi({ definitions, operations, webhooks, listCap, publicUrl }));
  });
}

/** Makes the first organization; its first org_admin, whose address somebody gave, is mailed about its events. */
function firstStartOf(
  { engine, identity }: Pick<Features, "engine" | "identity">,
  { adminEmail }: Pick<Settings, "adminEmail">,
): Features["identity"]["firstStart"] {
  return async (keep) => {
    const first = await identity.firstStart(keep);
    const organization = first && (await identity.store.organizations.find(first.organization.id));
    // Where it is no address that mail goes to, Now says that nobody is notified.
    if (organization === undefined || adminEmail === undefined) return first;
    if (formatOf("email").check(adminEmail) !== undefined) return first;
    const call = serviceCall("first-start", organization, "admin");
    const { kind } = notificationSettings;
    await engine.update(call, notificationSettings, kind, { recipients: [adminEmail] }, {});
    return first;
  };
}

/** Whether the operator named a host, or a range that the host's address is in. */
function mayBePlain(allow: readonly string[]): (host: string) => boolean {
  const allowed = allowListOf(allow);
  return (host) => allowed.allowsHost(host) || allowed.allowsAddress(host);
}

function operatorServerOf({ operatorListen, requestLog }: Settings, logger: FastifyBaseLogger) {
  if (operatorListen === undefined) return undefined;
  const server = createServer(logger, (_host, url) => url);
  if (requestLog) serveRequestLog(server, logger);
  return server;
}

async function closing(
  lifecycle: Lifecycle,
  servers: readonly FastifyInstance[],
  features: readonly Feature[],
): Promise<void> {
  lifecycle.drain();
  for (const feature of features) feature.drain?.();
  await Promise.all(servers.map((server) => server.close()));
  for (const { background = [], close } of features.toReversed()) {
    await Promise.all(background.map((task) => task.stop()));
    await close?.();
  }
}

/** A page with a host name of its own is at the root there: no other path of the service is. */
function pageAt({ slugAt }: StatusPages["visits"]) {
  return (host: string | undefined, url: string) => {
    const slug = slugAt(host);
    return slug === undefined ? url : `/status/${slug}${url.replace(/^\/(?=$|\?)/, "")}`;
  };
}

function featuresOf(
  settings: Settings,
  database: Database,
  log: FastifyBaseLogger,
  { nodeId, reach }: { readonly nodeId: string | undefined; readonly reach: Reach | undefined },
): Features {
  const { smtpUrl, mailFrom, outboundAllow, listCap, phone, syslog } = settings;
  const siteUrl = siteUrlOf(settings);
  const http = createHttpTransport({ allow: outboundAllow });
  const mail = smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom });
  return createFeatures({
    settings,
    nodeId,
    listCap,
    siteUrl,
    definitions,
    changeNotifications,
    exportOperation: (reader) =>
      exportOperation(reader, definitions, [hclFormat, bundleFormat, openSloFormat]),
    storedSecrets: everythingSealed,
    database,
    vault: createVault(settings.secretKeys),
    http,
    git: createGitTransport({ allow: outboundAllow }),
    engineHttp: createHttpTransport({ allow: outboundAllow }),
    mail,
    bulkMail: smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom }),
    reach: reach ?? createReach({ http, mail, phone, siteUrl, contact: contactOf(settings) }),
    mayBePlain: mayBePlain(outboundAllow),
    syslog: syslog && createSyslogTransport(syslog),
    log,
  });
}

/** Whom other services may turn to about what this installation sends: an `https:` or `mailto:` address (RFC 8292 §2.1). */
function contactOf(settings: Settings): string {
  const site = siteUrlOf(settings);
  if (site.startsWith("https:") && new URL(site).hostname !== "localhost") return site;
  const [, address = settings.mailFrom] = /<([^<>]+)>/.exec(settings.mailFrom) ?? [];
  return `mailto:${settings.adminEmail ?? address}`;
}
