/** What of an organization nothing measures any more, and what follows for alerts that hang on it: pure rules. */
import { readable } from "../../../kernel/readable.ts";
import { connectorOfProbes, ruleConnectorTypes } from "../../../renderers/assignment.ts";
import { blackboxRenderer } from "../../../renderers/blackbox/index.ts";
import { rowLabels } from "../../../renderers/prometheus/rule-health.ts";
import type { ConnectorRow, Renders } from "./renders.ts";
import type { Acknowledgement } from "./store.ts";

/** An engine that does not answer for a moment, such as one that is started again, is not lost yet. */
const lastingMs = 60_000;

/** What an engine does for the organization. */
type Role = "rules" | "probes" | "alerts";

/** One cause, and all that hangs on it. */
export interface Loss {
  readonly connector: ConnectorRow;
  readonly role: Role;
  /** Whether only its agent is away: the engine may go on as it was. */
  readonly agentOnly: boolean;
  /** Whether the engine answers its agent, which then says of each row why nothing is known. */
  readonly answers: boolean;
  readonly since: Date;
  /** A sentence. */
  readonly why: string;
  /** The ids of rows that hang on it and on no other cause, by their kinds. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

interface Losses {
  readonly losses: readonly Loss[];
  /** Connectors of which nobody knows whether they measure: what was known of them stays. */
  readonly undecided: ReadonlySet<string>;
}

type Facts = Pick<Renders, "acknowledgements" | "connectors" | "render" | "rows">;

/** What rows hang on is looked at first, so that each cause has its own rows, and an engine on a dead one has no alert. */
const roles: readonly Role[] = ["rules", "probes", "alerts"];

/** @param lasting milliseconds for which an engine has not answered */
export function lossesOf(facts: Facts, now: Date, lasting = lastingMs): Losses {
  const losses: Loss[] = [];
  const undecided = new Set<string>();
  const lostRules = new Set<string>();
  const claimed = new Set<string>();
  const on = facts.connectors.filter(({ configuration }) => configuration.enabled);
  for (const role of roles)
    for (const connector of on.filter((one) => roleOf(one) === role)) {
      const agents = facts.acknowledgements.get(connector.id) ?? [];
      const by = role === "probes" ? proberOf(facts, connector) : undefined;
      const gone = unprobed(by, now, lasting) ?? goneOf(agents, now, lasting);
      if (gone === undefined) {
        if (by !== undefined && (lostRules.has(by.connector.id) || !seesProbes(by)))
          undecided.add(connector.id);
        continue;
      }
      undecided.add(connector.id);
      if (role === "rules") lostRules.add(connector.id);
      const rows = unclaimed(rowsOf(facts, connector, role), claimed);
      // Another cause says all of it, or nothing hangs on it.
      if (role !== "alerts" && rows.size === 0) continue;
      losses.push({ connector, role, ...gone, rows });
    }
  return { losses, undecided };
}

interface Gone extends Pick<Loss, "since" | "why" | "agentOnly" | "answers"> {}

function roleOf({ configuration: { connector_type } }: ConnectorRow): Role | undefined {
  if (ruleConnectorTypes.includes(connector_type)) return "rules";
  if ((blackboxRenderer.connectorTypes as readonly string[]).includes(connector_type)) return "probes";
  return connector_type === "alertmanager" ? "alerts" : undefined;
}

/** Undefined while one of the agents sees its engine, and where none has ever reported. */
function goneOf(agents: readonly Acknowledgement[], now: Date, lasting: number): Gone | undefined {
  const isLost = ({ lost, lostSince }: Acknowledgement) =>
    lost === "engine" && lostSince !== null && now.getTime() - lostSince.getTime() >= lasting;
  if (agents.length === 0 || !agents.every((one) => one.silent || isLost(one))) return undefined;
  const since = ({ lost, lostSince, at }: Acknowledgement) => (lost === "engine" && lostSince) || at;
  const last = agents.reduce((one, other) => (since(other) > since(one) ? other : one));
  const engine = last.lost === "engine";
  const answers = engine && last.ok;
  const why = answers
    ? `${last.message ?? "It answers, and evaluates nothing"}.`
    : engine
      ? `Its agent cannot reach it: ${last.message ?? "it does not answer"}.`
      : `Its agent has not reported since ${readable(last.at)}.`;
  return { since: since(last), why, agentOnly: !engine, answers };
}

/** What a forecast cannot go by: engines that send alerts and are away, or do not run what is configured. A sentence each. */
export function notInForce({ acknowledgements, connectors, render }: Facts, now: Date): readonly string[] {
  return connectors.flatMap((connector) => {
    const { enabled, name } = connector.configuration;
    const agents = (acknowledgements.get(connector.id) ?? []).filter(({ departed }) => !departed);
    const [last] = agents.toSorted((one, other) => other.at.getTime() - one.at.getTime());
    if (!enabled || roleOf(connector) !== "alerts" || last === undefined) return [];
    const gone = goneOf(agents, now, 0);
    if (gone !== undefined && !gone.agentOnly)
      return [
        `${JSON.stringify(name)} has been away since ${readable(gone.since)}: no alert comes through it.`,
      ];
    const { digest } = render(connector.id);
    // One that is asked for now and then takes what is new at its next round.
    if (!agents.every((one) => one.runningDigest !== digest && (one.silent || !one.ok))) return [];
    const why = last.silent ? `its agent has not reported since ${readable(last.at)}` : last.message;
    return [
      `${JSON.stringify(name)} does not run what is configured here (${why ?? "it was refused"}): its alerts go the way that they went before.`,
    ];
  });
}

/**
 * Of the engines that alerts come from: whether one has said since a moment that it is there, and which are away, a
 * sentence each.
 */
export function bringersOf(
  { acknowledgements, connectors }: Pick<Facts, "acknowledgements" | "connectors">,
  now: Date,
  since: Date,
): { readonly isThere: boolean; readonly away: readonly string[] } {
  const bringers = connectors.filter((one) => {
    const role = roleOf(one);
    return one.configuration.enabled && (role === "rules" || role === "alerts");
  });
  const away: string[] = [];
  let isThere = false;
  for (const { id, configuration } of bringers) {
    const agents = acknowledgements.get(id) ?? [];
    const gone = goneOf(agents, now, 0);
    if (gone !== undefined) away.push(`${JSON.stringify(configuration.name)}: ${gone.why}`);
    isThere ||= agents.some(
      ({ at, silent, departed, lost }) => at > since && !silent && !departed && lost !== "engine",
    );
  }
  return { isThere, away };
}

interface Prober {
  readonly connector: ConnectorRow;
  readonly agents: readonly Acknowledgement[];
}

/** Whose rules are about what an exporter probes. */
function proberOf({ rows, acknowledgements }: Facts, exporter: ConnectorRow): Prober | undefined {
  const assigned = connectorOfProbes(rows, exporter);
  if (!("connector" in assigned)) return undefined;
  return { connector: assigned.connector, agents: acknowledgements.get(assigned.connector.id) ?? [] };
}

/** Whether one of its agents says that probes come in, or none ever said anything. */
function seesProbes({ agents }: Prober): boolean {
  return agents.length === 0 || agents.some(({ lost, silent }) => lost === null && !silent);
}

/** Where the engine that should scrape the exporter says that no probe comes in. */
function unprobed(prober: Prober | undefined, now: Date, lasting: number): Gone | undefined {
  const live = (prober?.agents ?? []).filter(({ silent }) => !silent);
  const [first] = live;
  if (first === undefined || !live.every(({ lost }) => lost === "probes")) return undefined;
  const since = first.lostSince ?? first.at;
  if (now.getTime() - since.getTime() < lasting) return undefined;
  return { since, why: `${first.message ?? "No probe comes in"}.`, agentOnly: false, answers: true };
}

function rowsOf(
  { render, rows }: Facts,
  { id }: ConnectorRow,
  role: Role,
): ReadonlyMap<string, readonly string[]> {
  if (role === "alerts") return new Map();
  const { renderer, target, evaluated } = render(id);
  if (role === "rules") return new Map(evaluated.map(({ resource, ids }) => [resource, ids]));
  const probed = new Set(renderer.discovery?.targets(rows, target).map(({ probe }) => probe.split(" ")[0]));
  const of = (all: readonly { readonly id: string }[]) =>
    all.map((row) => row.id).filter((one) => probed.has(one));
  return new Map([
    ["synthetic_checks", of(rows.syntheticChecks)],
    ["certificate_monitors", of(rows.certificateMonitors)],
  ]);
}

function unclaimed(rows: ReadonlyMap<string, readonly string[]>, claimed: Set<string>) {
  const left = [...rows].map(([kind, ids]) => [kind, ids.filter((id) => !claimed.has(id))] as const);
  for (const id of left.flatMap(([, ids]) => ids)) claimed.add(id);
  return new Map(left.filter(([, ids]) => ids.length > 0));
}

/**
 * Whether nothing measures now what alerts with such labels are about.
 * @param fed whether who sends them is known to get alerts of engines that are configured here
 */
type Unmeasured = (labels: Readonly<Record<string, string>>, fed: boolean) => boolean;

/**
 * The rules of a row are evaluated by one engine, and go by what its exporter probes. Whose the other alerts are nobody
 * knows: they are measured while any engine is there, and those of a sender that gets none of these engines always.
 *
 * @param settling milliseconds for which an engine that is there again is believed nothing yet: Alertmanager may end what
 * it has not repeated so far
 */
export function unmeasuredIn(facts: Facts, now: Date, settling = 0): Unmeasured {
  const back = settling === 0 ? facts : { ...facts, acknowledgements: unsettled(facts, now, settling) };
  // Of what is not probed rules hold what they saw; an engine that has lost that too, in a restart, would end it.
  const measuring = lossesOf(back, now, 0).losses.filter(
    ({ role, agentOnly }) => role === "rules" || (role === "probes" && !agentOnly),
  );
  if (measuring.length === 0) return () => false;
  const rows = new Set(measuring.flatMap((one) => [...one.rows.values()].flat()));
  const lost = new Set(measuring.filter(({ role }) => role === "rules").map(({ connector }) => connector.id));
  const known = facts.connectors.filter((one) => one.configuration.enabled && roleOf(one) === "rules");
  const all = lost.size > 0 && known.every(({ id }) => lost.has(id));
  return (labels, fed) => {
    const id = rowOfAlert(labels)?.id;
    return id === undefined ? all && fed : rows.has(id);
  };
}

/** The same, with engines that are there again since a moment ago as if they were not. */
function unsettled({ acknowledgements }: Facts, now: Date, settling: number): Facts["acknowledgements"] {
  const isNew = ({ lost, lostSince }: Acknowledgement) =>
    lost === null && lostSince !== null && now.getTime() - lostSince.getTime() < settling;
  return new Map(
    [...acknowledgements].map(([id, agents]) => [
      id,
      agents.map((one) => (isNew(one) ? { ...one, lost: "engine" as const } : one)),
    ]),
  );
}

const kinds = ["slos", "synthetic_checks", "certificate_monitors"] as const;

/** The kinds of rows that alerts of the rules rendered here are about, what one is called, and the label with its id. */
export const aboutRows = kinds.map((kind, index) => {
  const [label, noun] = rowLabels[index] as (typeof rowLabels)[number];
  return { kind, noun, label };
});

/** The row that an alert of the rules rendered here is about. */
export function rowOfAlert(
  labels: Readonly<Record<string, string>>,
): { readonly kind: (typeof kinds)[number]; readonly id: string } | undefined {
  for (const { kind, label } of aboutRows) {
    const id = labels[label];
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

/**
 * Since when every engine that could say that an alert goes on has been there again; undefined while one is not. Of a row's
 * alert it is the engine that evaluates the row; whose another one is nobody knows.
 */
export function measuredSince(facts: Facts, labels: Readonly<Record<string, string>>): Date | undefined {
  const { acknowledgements, connectors } = facts;
  const engines = connectors.filter((one) => one.configuration.enabled && roleOf(one) === "rules");
  const id = rowOfAlert(labels)?.id;
  const own = engines.filter((one) =>
    [...rowsOf(facts, one, "rules").values()].some((ids) => id !== undefined && ids.includes(id)),
  );
  const agents = (own.length > 0 ? own : engines)
    .flatMap(({ id }) => acknowledgements.get(id) ?? [])
    .filter(({ silent }) => !silent);
  if (agents.some(({ lost }) => lost === "engine")) return undefined;
  return new Date(Math.max(0, ...agents.map(({ lostSince }) => lostSince?.getTime() ?? 0)));
}
