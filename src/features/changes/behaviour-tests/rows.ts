/** The rows that tests are decided by. Pure: from the database, a bundle, or both. */
import { completed } from "../../../engine/render.ts";
import { sortKeyOf } from "../../../engine/row-facts.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { behaviourTests } from "../../../resources/behaviour-tests.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { slos } from "../../../resources/slos.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import { type DecidingRows, ownRoutesOf, placeOfNewRoute } from "../../alerting/index.ts";
import { rotasFrom } from "../../on-call/index.ts";
import { muteOf } from "../../reliability/index.ts";

/** A row of any kind; fields that it does not name have their default. */
export interface AnyRow {
  readonly kind: string;
  readonly id: string;
  readonly configuration: JsonObject;
  readonly state: JsonObject;
  /** Left out in files, whose rows are all made at once, in their order. */
  readonly createdAt?: Date;
}

export interface Tested<D extends Kind> {
  readonly id: string;
  readonly configuration: ConfigurationOf<D>;
}

export type TestRow = Tested<typeof behaviourTests>;

export interface TestedRows extends DecidingRows {
  readonly tests: readonly TestRow[];
  /** By id. */
  readonly targets: ReadonlyMap<string, Tested<typeof outboundConfigs>>;
  /** By service. */
  readonly policies: ReadonlyMap<string, AnyRow>;
  readonly slos: ReadonlyMap<string, Tested<typeof slos>>;
  /** By id, what people call a row that a test names. */
  readonly names: ReadonlyMap<string, string>;
  /** The members of a team; undefined where the rows do not say who is in any. */
  readonly addressesOf: (teamId: string) => readonly string[] | undefined;
}

/** The kinds whose rows decide. A write of another kind breaks no test. */
export const decidingKinds: ReadonlyMap<string, Kind> = new Map(
  [
    alertHeartbeats,
    alertInhibitions,
    alertMutes,
    alertRoutes,
    behaviourTests,
    deployPolicies,
    onCallOverrides,
    onCallRotas,
    organizationSettings,
    outboundConfigs,
    outboundRules,
    slos,
    teamMembers,
    teams,
  ].map((definition): [string, Kind] => [definition.kind, definition]),
);

/**
 * @param isWhole whether these are all rows of an organization. Files may leave out who is in the teams: where they have
 *   no member of any, each team counts as having some.
 * @param members who can be on call, where that is known
 */
export function testedRows(
  rows: readonly AnyRow[],
  isWhole = true,
  members: DecidingRows["members"] = null,
): TestedRows {
  const of = <D extends Kind>(definition: D): Tested<D>[] =>
    rows
      .filter(({ kind }) => kind === definition.kind)
      .map((row) => ({ row, at: sortKeyOf(definition, row.configuration) }))
      .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
      .map(({ row: { id, configuration } }) => ({ id, configuration: completed(definition, configuration) }));
  const targets = byId(of(outboundConfigs));
  const rules = byId(of(slos));
  const inhibitions = of(alertInhibitions);
  const known = of(teams);
  const inTeams = of(teamMembers).map(({ configuration }) => configuration);
  const byTeam = grouped(inTeams, ({ team_id }) => team_id);
  const addressesOf = (id: string) =>
    !isWhole && inTeams.length === 0 ? undefined : (byTeam.get(id) ?? []).map(({ email }) => email);
  const ofKind = (definition: Kind) => rows.filter(({ kind }) => kind === definition.kind);
  const rotas = byId(rotasFrom(ofKind(onCallRotas), ofKind(onCallOverrides)));
  const rotaNames = [...rotas.values()].map(({ id, name }) => ({ id, configuration: { name } }));
  const named = [...targets.values(), ...known, ...rotaNames, ...rules.values(), ...inhibitions];
  const policies = rows.filter(({ kind }) => kind === deployPolicies.kind);
  return {
    tests: of(behaviourTests),
    routes: of(alertRoutes),
    ownRoutes: ownRoutesOf(of(alertHeartbeats)),
    rules: of(outboundRules).sort((a, b) => a.configuration.position - b.configuration.position),
    targets,
    ...{ inhibitions, rotas, members },
    words: severityWords(of(organizationSettings)[0]?.configuration.severity_words ?? {}),
    mutes: rows.filter(({ kind }) => kind === alertMutes.kind).map(muteAtAnyTime),
    policies: new Map(policies.map((row) => [completed(deployPolicies, row.configuration).service, row])),
    slos: rules,
    names: new Map(named.map(({ id, configuration }) => [id, configuration.name])),
    addressesOf,
    deserted: new Set(known.flatMap(({ id }) => (addressesOf(id)?.length === 0 ? [id] : []))),
  };
}

/**
 * A row of a bundle as the service would store it: what an entry leaves out stays as it is, and a new route gets a place.
 * @param given what the entry names
 * @param rows those that are there before it
 */
export function storedAs(
  definition: Kind,
  given: JsonObject,
  configuration: JsonObject,
  known: AnyRow | undefined,
  rows: Iterable<AnyRow>,
): JsonObject {
  const kept = Object.entries(definition.fields).filter(
    ([name, field]) => "keptWhenAbsent" in field && field.keptWhenAbsent && !Object.hasOwn(given, name),
  );
  const stays = known === undefined ? [] : kept.map(([name]) => [name, known.configuration[name] ?? null]);
  const stored: JsonObject = { ...configuration, ...Object.fromEntries(stays) };
  if (definition.kind !== alertRoutes.kind || typeof stored.position === "number") return stored;
  return { ...stored, position: placeOfNewRoute([...rows].filter(({ kind }) => kind === alertRoutes.kind)) };
}

/** Tests that are not rows yet. */
export function testsOf(bodies: readonly JsonObject[]): readonly TestRow[] {
  return bodies.map((body, index) => ({
    id: String(index),
    configuration: completed(behaviourTests, body),
  }));
}

/** A rhythm counts in all of its hours, also before it was made: a test's moment may lie in the past. */
function muteAtAnyTime(row: AnyRow) {
  const { schedule } = completed(alertMutes, row.configuration);
  return muteOf(schedule.length > 0 ? { ...row, state: {} } : row);
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}
