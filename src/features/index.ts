/**
 * The contents: every feature, in order of dependence. Each is made from the same ground and the features that it
 * names. The service starts what they do in the background in this order, and closes them in the reverse.
 */
import type { Database } from "../database/database.ts";
import type { Sealed } from "../database/reseal.ts";
import { createRowStore } from "../database/store.ts";
import type { KeyRing } from "../database/vault.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { type Feature, Hooks } from "../engine/feature.ts";
import { kindOperations } from "../engine/kind-operations.ts";
import { seesAll } from "../engine/limits.ts";
import { type ConfigurationOperations, isConfiguration, type Operation } from "../engine/operation.ts";
import type { EffectsOf } from "../engine/plan/differences.ts";
import type { Log } from "../engine/ports/log.ts";
import type { Repeats } from "../engine/ports/repeats.ts";
import type { TakenBack } from "../engine/ports/taken-back.ts";
import { withProposals } from "../engine/proposing.ts";
import type { Kind } from "../kernel/kind.ts";
import type { ChangeNotifications } from "../resources/change-notifications.ts";
import type { GitTransport, HttpTransport, MailTransport, SyslogTransport } from "../transports/port.ts";
import type { Reach } from "../transports/reach.ts";
import {
  type Alerts,
  createAlerts,
  createDelivery,
  createDrillStore,
  createDrills,
  createEvents,
  createHandOvers,
  createHeartbeatStore,
  createHeartbeats,
  createHeldFiringStore,
  createMissingData,
  createOnCallLoad,
  createOutbox,
  createPages,
  type Delivery,
  type Drills,
  type HandOvers,
  type HeartbeatStore,
  type Heartbeats,
  type MissingData,
  type Pages,
} from "./alerting/index.ts";
import {
  createBehaviourTests,
  createExport,
  createGit,
  createHistory,
  createMigrations,
  createPastJudge,
  createPlans,
  createPolicies,
  createProposals,
  createReferences,
  createRepeats,
  createReplay,
  createTakenBack,
  type ExportOperation,
  type Git,
  type Proposals,
} from "./changes/index.ts";
import type { FeatureSettings, Ground } from "./ground.ts";
import {
  type Audit,
  createAudit,
  createAwsExternalId,
  createIdentity,
  createOauth,
  createScim,
  createSso,
  createTeams,
  createWays,
  createWhoami,
  type Identity,
  type Oauth,
  type Scim,
  type Teams,
  type Ways,
} from "./identity/index.ts";
import { type CalendarFeeds, createFeeds, createOnCall, type OnCall } from "./on-call/index.ts";
import {
  createAttention,
  createDoctor,
  createKinds,
  createLists,
  createOrganizations,
  createPrompts,
  createRepoSettings,
  createRowCounts,
  createServices,
  createTimeline,
  createUpkeep,
  type Doctor,
  type Organizations,
  type Upkeep,
} from "./organization/index.ts";
import {
  createConnectionTests,
  createDeployGate,
  createFigures,
  createHosting,
  createRangeQueries,
  createRangeQueryStore,
  createRenderer,
  createRendering,
  createServiceBindings,
  createStateReports,
  type DeployGate,
  type RangeQueryStore,
  type Renderer,
  type Rendering,
  type StateReports,
} from "./reliability/index.ts";
import { createStatusPages, type StatusPages } from "./status-page/index.ts";

export interface FeaturesOptions {
  readonly settings: FeatureSettings;
  /** What this process is among the nodes of a server database. */
  readonly nodeId?: string | undefined;
  /** Most entries in one list. */
  readonly listCap: number;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
  readonly definitions: readonly Kind[];
  readonly changeNotifications: ChangeNotifications;
  readonly exportOperation: ExportOperation;
  /** All that is stored sealed, of every feature. */
  readonly storedSecrets: (database: Database) => AsyncIterable<Sealed>;
  readonly database: Database;
  readonly vault: KeyRing;
  readonly http: HttpTransport;
  /** Repositories elsewhere. */
  readonly git: GitTransport;
  /** For engines that the service itself brings files to. */
  readonly engineHttp: HttpTransport;
  /** Undefined without a mail server. */
  readonly mail: MailTransport | undefined;
  /** Undefined where the audit log is sent nowhere. */
  readonly syslog: SyslogTransport | undefined;
  /** The same by connections of its own, for mails that many get at once. */
  readonly bulkMail: MailTransport | undefined;
  /** Sends to the devices of people. */
  readonly reach: Reach;
  /** Whether the operator named a host, so that it may be reached without encryption. */
  readonly mayBePlain: (host: string) => boolean;
  readonly log: Log;
}

export interface Features {
  readonly engine: Engine;
  readonly store: Ground["store"];
  /** In order of dependence. */
  readonly all: readonly Feature[];
  /** Those of the kinds' rows, and those of the features. */
  readonly operations: readonly Operation[];
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly delivery: Delivery;
  readonly doctor: Doctor;
  readonly identity: Identity;
  readonly oauth: Oauth;
  readonly drills: Drills;
  readonly git: Git;
  readonly handOvers: HandOvers;
  readonly pages: Pages;
  readonly proposals: Proposals;
  readonly organizations: Organizations;
  readonly heartbeats: Heartbeats;
  readonly missingData: MissingData;
  readonly rendering: Rendering;
  readonly repeats: Repeats;
  readonly takenBack: TakenBack;
  readonly scim: Scim;
  readonly calendars: CalendarFeeds;
  readonly statusPages: StatusPages;
  readonly upkeep: Upkeep;
  readonly ways: Ways;
}

/** What several features read and write. */
function storesOf({ database }: Ground) {
  return {
    heartbeatStore: createHeartbeatStore(database),
    drillStore: createDrillStore(database),
    heldFirings: createHeldFiringStore(database),
    rangeQueries: createRangeQueryStore(database),
  };
}

export function createFeatures(options: FeaturesOptions): Features {
  const audit = createAudit(options);
  const ground = groundOf(options, audit);
  const outbox = createOutbox(ground);
  const renderer = createRenderer(ground);
  const identity = createIdentity(ground, outbox.linkMails);
  const events = createEvents(ground, outbox);
  const stateReports = createStateReports(ground, { events, seenBy: renderer.seenBy });
  const [teams, ways] = [createTeams(ground), createWays(ground, { identity })] as const;
  const delivery = createDelivery(ground, { audit, identity, teams, outbox, reports: stateReports.reports });
  const stores = storesOf(ground);
  const needs = { identity, audit, queue: outbox, events, delivery, renderer, teams, ways, ...stores };
  const alerts = createAlerts(ground, needs);
  const heartbeats = createHeartbeats(ground, { heartbeats: stores.heartbeatStore, alerts });
  const drills = createDrills(ground, { drills: stores.drillStore, alerts, identity });
  const [deployGate, lists] = [createDeployGate(ground), createLists(ground)] as const;
  const [onCall, feeds] = [createOnCall(ground, needs), createFeeds(ground, needs)] as const;
  const effects = effectsOf(ground, { ...needs, alerts, deployGate, onCall });
  const past = createPastJudge(ground, { alerts, teams });
  const plans = createPlans(ground, { audit, past, effectsOf: effects });
  const held = holding(ground, () => calling.operations, { ...needs, alerts, plans, deployGate, effects });
  const engines = createEngines(ground, { ...needs, alerts, stateReports });
  const { rendering, missingData } = engines;
  const statusPages = createStatusPages(ground, { identity, alerts });
  const [serviceBindings, oauth] = [createServiceBindings(ground), createOauth(ground, identity)] as const;
  const [upkeep, doctor] = [createUpkeep(ground), createDoctor(ground, options.storedSecrets)] as const;
  const [sso, organizations] = [createSso(ground, identity), createOrganizations(ground, identity)] as const;
  const scim = createScim(ground, { identity, sso });
  const features: readonly Feature[] = [
    audit,
    identity,
    sso,
    scim,
    events,
    createFigures(ground),
    stateReports,
    delivery,
    teams,
    alerts,
    heartbeats,
    drills,
    createConnectionTests(ground, stateReports),
    createAwsExternalId(ground),
    deployGate,
    lists,
    plans,
    ...held.features,
    ...[createHistory(ground, { audit, plans }), createPrompts(ground)],
    createRangeQueries(ground, stores.rangeQueries),
    createReferences(ground),
    rendering,
    missingData,
    createRepoSettings(ground),
    createRowCounts(ground),
    serviceBindings,
    createServices(ground, { alerts, deployGate, events, serviceBindings }),
    createWhoami(ground),
    createTimeline(ground),
    createKinds(ground),
    createExport(ground, options.exportOperation),
    createMigrations(),
    ...[onCall, feeds, createOnCallLoad(ground, teams)],
    statusPages,
    oauth,
    upkeep,
    ...[organizations, doctor, ways, held.git],
  ];
  const attention = createAttention(ground, { lists, features });
  const pages = createPages(ground, { ...needs, alerts, operations: () => calling.operations });
  const operations = operationsOf(ground, options, [...features, attention, pages], held.proposals);
  const calling = { ...needs, rendering, http: options.engineHttp, operations: byName(operations) };
  const handOvers = createHandOvers(ground, calling);
  const all = [...features, attention, pages, handOvers, createHosting(ground, calling)];
  ground.hooks.install(all);
  const own = { alerts, audit, delivery, doctor, drills, identity, heartbeats, ...engines, statusPages };
  const calls = { operations, repeats: createRepeats(ground), takenBack: createTakenBack(ground.database) };
  const more = { handOvers, oauth, organizations, pages, scim, upkeep, ways, calendars: feeds.calendars };
  const { git, proposals } = held;
  return { engine: ground.engine, store: ground.store, all, git, proposals, ...calls, ...own, ...more };
}

/** What holds changes back: what was promised, and who has to look first; and the way for what is held. */
function holding(
  ground: Ground,
  operations: () => ConfigurationOperations,
  needs: Parameters<typeof createBehaviourTests>[1] &
    Omit<Parameters<typeof createPolicies>[1], "effectsOf" | "proposals"> &
    Omit<Parameters<typeof createProposals>[1], "needsOf" | "operations"> & { readonly effects: EffectsOf },
) {
  const policies = createPolicies(ground, { ...needs, effectsOf: needs.effects, proposals: () => proposals });
  const proposals: Proposals = createProposals(ground, { ...needs, needsOf: policies.needsOf, operations });
  const git = createGit(ground, { ...needs, proposals });
  return { git, proposals, features: [createBehaviourTests(ground, needs), policies, proposals] };
}

interface EnginesNeeds {
  readonly renderer: Renderer;
  readonly identity: Identity;
  readonly alerts: Alerts;
  readonly stateReports: StateReports;
  readonly rangeQueries: RangeQueryStore;
  readonly heldFirings: ReturnType<typeof createHeldFiringStore>;
  readonly heartbeatStore: HeartbeatStore;
}

/** What engines are given, and what is said where they measure nothing. */
function createEngines(ground: Ground, needs: EnginesNeeds) {
  const { renderer, identity, alerts, stateReports, rangeQueries, heldFirings, heartbeatStore } = needs;
  const { upSince } = heartbeatStore;
  const seen = { renderer, identity, reports: stateReports.reports, upSince };
  const lookedFor = heldFirings.in(ground.store).lookedFor;
  return {
    rendering: createRendering(ground, { ...seen, rangeQueries, lookedFor }),
    missingData: createMissingData(ground, { ...seen, alerts }),
  };
}

/** Those of the kinds' rows, and those of the features. */
function operationsOf(
  { engine }: Ground,
  { definitions }: Pick<FeaturesOptions, "definitions">,
  features: readonly Feature[],
  { ofCalls }: Proposals,
) {
  const all: Operation[] = [
    ...definitions.flatMap((definition) => kindOperations(engine, definition)),
    ...inDocumentedOrder(features).flatMap((feature) => feature.operations ?? []),
  ];
  return withProposals(all, ofCalls);
}

function groundOf({ definitions: kinds, ...options }: FeaturesOptions, audit: Audit): Ground {
  const { database, vault, listCap } = options;
  const { signRecord } = audit;
  const onCommit = () => audit.sealer.wake();
  const definitions = Object.fromEntries(kinds.map((definition) => [definition.kind, definition]));
  const hooks = new Hooks();
  const store = createRowStore(database, signRecord);
  const engine = createEngine({ definitions, store, vault, hooks, listCap, onCommit });
  return { ...options, store, signRecord, engine, hooks, definitions, onCommit };
}

interface EffectsNeeds {
  readonly renderer: Renderer;
  readonly alerts: Alerts;
  readonly teams: Teams;
  readonly deployGate: DeployGate;
  readonly rangeQueries: RangeQueryStore;
  readonly onCall: OnCall;
}

/** What a plan would mean beyond the rows: for engines, for whom alerts reach, and for who is on call. */
function effectsOf(ground: Ground, { renderer, ...needs }: EffectsNeeds): EffectsOf {
  const replayed = createReplay(ground, needs);
  return async (call, changed, options) => {
    // Files and routes are of rows of many kinds.
    if (!seesAll(call.caller))
      return {
        effects: { engines: [], rerouted_alerts: null, on_call: null, replay: null },
        refusals: [],
        warnings: [],
      };
    const { engines, refusals } = await renderer.effectsOf(call, changed);
    const rerouted_alerts = await needs.alerts.reroutesOf(call, changed);
    const on_call = await needs.onCall.effectsOf(call, changed);
    const { replay, warnings } = await replayed(call, changed, options);
    return {
      effects: { engines, rerouted_alerts, on_call, replay },
      refusals,
      warnings,
    };
  };
}

/** The order in which documents show calls. Clients keep what they generated from it: a new feature comes last. */
const documented = [
  "identity",
  "audit",
  "export",
  "alerts",
  "events",
  "connection tests",
  "aws external id",
  "delivery",
  "deploy gate",
  "history",
  "lists",
  "plans",
  "prompts",
  "references",
  "rendering",
  "state reports",
  "row counts",
  "service bindings",
  "services",
  "whoami",
  "figures",
  "attention",
];

function inDocumentedOrder(features: readonly Feature[]): readonly Feature[] {
  const place = ({ name }: Feature) =>
    documented.includes(name) ? documented.indexOf(name) : documented.length;
  return features.toSorted((one, other) => place(one) - place(other));
}

export function byName(operations: readonly Operation[]): ConfigurationOperations {
  return new Map(operations.filter(isConfiguration).map((operation) => [operation.name, operation]));
}
