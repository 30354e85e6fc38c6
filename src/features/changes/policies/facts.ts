/** What change policies are compared with: of each row that changes what is done, whose it is and which labels it has. Pure. */
import type { Registry, RowMove } from "../../../engine/feature.ts";
import { ownersOf } from "../../../engine/limits.ts";
import { changesAny } from "../../../engine/plan/rows-after.ts";
import { completed } from "../../../engine/render.ts";
import type { Fields } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { servicesIn } from "../../../kernel/service-names.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { type Matcher, matcherOf } from "../../../renderers/alerting/matchers.ts";
import { namesService } from "../../../renderers/alerting/named-services.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { changeEffects, type changeVerbs } from "../../../resources/change-policies.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import { teams } from "../../../resources/teams.ts";
import { type MuteSpan, spanOf, wholeLength } from "./mute-spans.ts";

export type Verb = (typeof changeVerbs)[number];
export type Effect = (typeof changeEffects)[number];

/** One side of a changed row: as it was, or as it would be. */
export interface Side {
  /** The teams whose row it is; none where nobody owns it. */
  readonly owners: readonly string[];
  /** The labels that it has: once for each service that it names. */
  readonly labels: readonly Labels[];
  /** Of a row that chooses alerts, each of the ways in which it does; undefined: by what cannot be compared. */
  readonly choices: readonly (readonly Matcher[] | undefined)[];
}

export interface ChangedRow {
  readonly kind: string;
  readonly move: RowMove;
  readonly verb: Verb;
  readonly sides: readonly Side[];
  /** Effects that are the row's own. */
  readonly effects: ReadonlySet<Effect>;
}

/** What is around a change, as far as a policy asks for it. */
export interface Around {
  /** The teams that whoever makes the change is in. */
  readonly teamsOfAuthor: ReadonlySet<string>;
  /** Mutes that there are, and were of late: with them a mute may be longer than it is by itself. */
  readonly mutes: readonly MuteSpan[];
  /** The labels of SLOs that corrections name, by their ids. */
  readonly slos: ReadonlyMap<string, readonly Labels[]>;
}

export function changedRow(definition: Kind, move: RowMove, around: Around): ChangedRow {
  const { teamsOfAuthor, mutes, slos } = around;
  const sides = [move.before, move.now].flatMap((row) => {
    if (row === undefined) return [];
    const side = sideOf(definition, row.id, completed(definition, row.configuration));
    const corrected = slosCorrected(move, row).flatMap((id) => slos.get(id) ?? []);
    return [{ ...side, labels: [...side.labels, ...corrected] }];
  });
  const owners = sides.flatMap((side) => side.owners);
  const effects = new Set<Effect>();
  if (owners.some((team) => !teamsOfAuthor.has(team))) effects.add("foreign_team");
  if (isLongMute(move, mutes)) effects.add("long_mute");
  for (const effect of changeEffects) if (move.brings?.includes(effect)) effects.add(effect);
  return { kind: definition.kind, move, verb: verbOf(move), sides, effects };
}

/** The SLOs that a correction names: it changes what is said of them, and so it is of their services. */
export function slosCorrected({ kind }: RowMove, row: RowMove["now"]): readonly string[] {
  if (kind !== sloCorrections.kind || row === undefined) return [];
  return completed(sloCorrections, row.configuration).slo_ids;
}

/** What decides when a maintenance mutes, and what. */
const muting = ["mute_alerts", "draft", "scheduled_for", "scheduled_until", "component_ids"] as const;

/** The mute that a maintenance asks for, which the service makes when its time comes. It may be of any service. */
export function mutePromised(move: RowMove): ChangedRow[] {
  if (move.kind !== statusPageIncidents.kind || move.now === undefined) return [];
  const { mute_alerts, draft, scheduled_for, scheduled_until } = completed(
    statusPageIncidents,
    move.now.configuration,
  );
  if (!mute_alerts || draft || !changesAny(move, muting)) return [];
  const [from, to] = [scheduled_for, scheduled_until].map((time) => momentOf(time)?.getTime() ?? 0);
  const effects = new Set<Effect>((to ?? 0) - (from ?? 0) > longMs ? ["long_mute"] : []);
  const sides = [{ owners: [], labels: [], choices: [undefined] }];
  return [{ kind: alertMutes.kind, move, verb: "create", sides, effects }];
}

/** The teams that own rows before or after the changes. */
export function ownersAmong(definitions: Registry, moves: readonly RowMove[]): string[] {
  const owners = moves.flatMap(({ kind, before, now }) => {
    const definition = definitions[kind];
    return definition === undefined
      ? []
      : [before, now].flatMap((row) =>
          row === undefined ? [] : ownersOf(definition, row.id, row.configuration, teams.kind),
        );
  });
  return [...new Set(owners)];
}

function verbOf({ before, now }: RowMove): Verb {
  if (now === undefined) return "delete";
  // A setting that was never saved is as it is by default: its first save changes it.
  return before === undefined ? "create" : "update";
}

function sideOf(definition: Kind, id: string, configuration: JsonObject): Side {
  return {
    owners: ownersOf(definition, id, configuration, teams.kind),
    labels: labelsOf(definition, configuration),
    choices: choicesOf(definition.fields, configuration),
  };
}

/** The labels that a row has: once for each service that it names. */
export function labelsOf({ fields }: Kind, configuration: JsonObject): readonly Labels[] {
  const own = isObject(configuration.labels) ? (configuration.labels as Labels) : {};
  const services = servicesIn(fields, configuration);
  if (services.length > 0) return services.map((service) => ({ ...own, service }));
  return Object.keys(own).length > 0 ? [own] : [];
}

/** By each list of matchers that the row has; a mute by a pattern, or by routes alone, may choose any alert. */
function choicesOf(fields: Fields, configuration: JsonObject): Side["choices"] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== "list" || field.items.type !== "text" || field.items.format !== "matcher") return [];
    const texts = (configuration[name] ?? []) as readonly string[];
    const matchers = texts.map(matcherOf);
    return [matchers.every((one) => one !== undefined) ? (matchers as readonly Matcher[]) : undefined];
  });
}

const longMs = 24 * 3_600_000;

/** Whether a mute that is made holds for more than a day with those that it goes on with, goes on and on, or takes alerts of any service. */
function isLongMute({ kind, now: row }: RowMove, mutes: readonly MuteSpan[]): boolean {
  if (kind !== alertMutes.kind || row === undefined) return false;
  const span = spanOf(row);
  // A rhythm goes on and on.
  if (span === null || wholeLength(span, mutes) > longMs) return true;
  return !namesService(completed(alertMutes, row.configuration));
}
