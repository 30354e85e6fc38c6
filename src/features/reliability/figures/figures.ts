/** What rows reported over time, and what happened day by day: the answers behind charts. */
import { readInput } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { viewOf } from "../../../engine/render.ts";
import {
  choice,
  date,
  type Fields,
  integer,
  type Json,
  list,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { measuredAt } from "../../../kernel/staleness.ts";
import { dayAt } from "../../../kernel/time-zone.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import { correctionTexts } from "./correction-texts.ts";
import { readCorrections } from "./corrections.ts";
import { keptNames } from "./history.ts";
import type { Counted, FigureStore } from "./store.ts";

const hour = 3_600;
const day = 24 * hour;

/** For a range, the seconds that it reaches back and that a point stands for. */
const ranges = {
  "24h": { seconds: day, step: 300 },
  "7d": { seconds: 7 * day, step: hour },
  "30d": { seconds: 30 * day, step: 6 * hour },
  "90d": { seconds: 90 * day, step: day },
} as const;
type Range = keyof typeof ranges;

/** How long records of a span are kept, in days, before they are put into longer ones or forgotten. */
const kept = { short: 2, hours: 35, days: 400 } as const;
const rowsAtOnce = 200;

export interface FiguresDeps extends Ground {
  readonly figures: FigureStore;
}

/** Old records become fewer, and at last none. */
export async function tidy(figures: FigureStore, now: Date): Promise<void> {
  const before = (days: number, span: number) =>
    new Date(Math.floor((now.getTime() / 1_000 - days * day) / span) * span * 1_000);
  while ((await figures.thin(300, hour, before(kept.short, hour), rowsAtOnce)) === rowsAtOnce);
  while ((await figures.thin(hour, day, before(kept.hours, day), rowsAtOnce)) === rowsAtOnce);
  await figures.forget(day, before(kept.days, day));
}

const figuresOutput = {
  step_seconds: integer({ description: "What a point stands for.", min: 1, unit: "seconds" }),
  since: timestamp({ description: "The beginning of the range." }),
  until: timestamp({ description: "Its end." }),
  series: list({
    description: "One for each field whose reports are kept, also where there are none.",
    max: 20,
    items: object({
      description: "The figures of one field.",
      fields: {
        field: text({ description: "The field." }),
        points: list({
          description: "In order of time; steps without a report are left out.",
          max: 1_000,
          items: object({
            description: "One step.",
            fields: {
              at: timestamp({ description: "Its beginning." }),
              mean: number({
                description: "The mean; of a state the percent of time in which it was not bad.",
              }),
              least: number({ description: "The least of it." }),
              most: number({ description: "The most of it." }),
            },
          }),
        }),
      },
    }),
  }),
  corrections: list({
    description:
      "Of an SLO, the corrections that lie in the range: times whose bad events its budget leaves out, newest first.",
    max: 1_000,
    optional: true,
    items: object({
      description: "A correction.",
      fields: {
        id: text({ description: "Its id." }),
        starts_at: timestamp({ description: "Its beginning." }),
        ends_at: timestamp({ description: "Its end." }),
        reason: text({ description: "Why." }),
      },
    }),
  }),
  budget_notes: list({
    description: "Of an SLO, what its budget makes of corrections, past ones too.",
    max: 100,
    optional: true,
    items: text({ description: "A sentence.", max: Number.MAX_SAFE_INTEGER }),
  }),
} satisfies Fields;

/** In the order of their names. */
export function kindsWithFigures(definitions: Ground["definitions"]): readonly Kind[] {
  return Object.values(definitions)
    .filter((definition) => keptNames(definition).length > 0)
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));
}

/** A kind is in the path: another one is a path that there is not. @throws Refusal `not_found` */
export function refuseWithoutFigures(kinds: readonly Kind[], kind: Json | undefined): void {
  if (typeof kind !== "string" || kinds.some((one) => one.kind === kind)) return;
  const named = kinds.map((one) => one.kind).join(", ");
  throw new Refusal("not_found", `No figures are kept for ${kind.slice(0, 64)}; they are for ${named}.`);
}

export function getFigures({ figures, definitions, store }: FiguresDeps): ConfigurationOperation {
  const kinds = kindsWithFigures(definitions);
  const input = {
    kind: choice({ description: "The kind of the row.", choices: kinds.map(({ kind }) => kind) }),
    id: text({ description: "The row's id.", max: 512 }),
    range: choice({
      description: "How far to look back: in steps of 5 minutes, 1 hour, 6 hours, or a day.",
      choices: Object.keys(ranges),
      default: "24h",
    }),
  };
  return {
    name: "get_figures",
    reach: { kinds: { in: "kind", of: definitions }, row: "id" },
    title: "Get figures",
    description:
      "What a row reported over time, such as an SLO's budget: see when something began. Kept for 400 days, the older the coarser.",
    tag: "figures",
    credential: "bearer",
    level: "read",
    effect: "read",
    method: "GET",
    path: "/api/v1/figures/{kind}/{id}",
    query: ["range"],
    input: { fields: input },
    output: { fields: figuresOutput },
    async run({ caller, now }, { body }) {
      refuseWithoutFigures(kinds, body.kind);
      const { kind, id, range } = readInput(input, body);
      const definition = kinds.find((one) => one.kind === kind);
      if (definition === undefined || (await store.find(caller.organization.id, kind, id)) === undefined)
        throw notFound(definition ?? (kinds[0] as (typeof kinds)[number]));
      const { id: organizationId } = caller.organization;
      const series = await seriesOf(figures, organizationId, definition, id, ranges[range as Range], now);
      const corrections =
        kind === slos.kind ? await correctionsOf(store, organizationId, id, ranges[range as Range], now) : {};
      return { status: 200, body: { ...series, ...corrections } };
    },
  };
}

async function correctionsOf(
  store: Store,
  organizationId: string,
  id: string,
  { seconds }: (typeof ranges)[Range],
  now: Date,
): Promise<JsonObject> {
  const row = await store.row(organizationId, slos.kind, id);
  if (row === undefined) return {};
  const { configuration, state } = viewOf(slos, row);
  const all = await readCorrections(store, organizationId, now);
  const since = new Date(now.getTime() - seconds * 1_000);
  const found = all.of({ id, service: configuration.service }, since, now);
  const measured = measuredAt(state as JsonObject, "error_budget_remaining_percent");
  return {
    budget_notes: [
      ...correctionTexts(configuration.name, measured === undefined ? undefined : new Date(measured), found),
    ],
    corrections: found.corrections.slice(0, 1_000).map((one) => ({
      id: one.id,
      starts_at: one.from.toISOString(),
      ends_at: one.until.toISOString(),
      reason: one.reason,
    })),
  };
}

/** The figures of each field of a row, from the beginning of the range until now. */
async function seriesOf(
  figures: FigureStore,
  organizationId: string,
  definition: Kind,
  id: string,
  { seconds, step }: (typeof ranges)[Range],
  now: Date,
): Promise<JsonObject> {
  const since = new Date(Math.floor((now.getTime() / 1_000 - seconds) / step) * step * 1_000);
  const { kind } = definition;
  const points = await figures.points(organizationId, { kind, id }, { since, until: now, step });
  const series = keptNames(definition).map((field) => ({
    field,
    points: points
      .filter((point) => point.field === field)
      .map(({ at, mean, least, most }) => ({
        at: at.toISOString(),
        mean: rounded(mean),
        least: rounded(least),
        most: rounded(most),
      })),
  }));
  return { step_seconds: step, since: since.toISOString(), until: now.toISOString(), series };
}

/** Three places after the point are more than a chart shows. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** @param date YYYY-MM-DD, as the answer */
export function daysBefore(date: string, count: number): string {
  return new Date(Date.parse(date) - count * day * 1_000).toISOString().slice(0, 10);
}

const counted: readonly Counted[] = ["alerts", "deliveries", "changes"];

export const timezone = text({
  description: "Whose midnights end the days.",
  format: "timezone",
  max: 64,
  default: "UTC",
});

export function getActivity({ figures }: FiguresDeps): ConfigurationOperation {
  const input = {
    days: integer({
      description: "How many days to look back, today included.",
      min: 1,
      max: 90,
      default: 30,
    }),
    timezone,
  };
  const counts = (what: string) =>
    list({
      description: `${what} by day; days without any are left out.`,
      max: 92,
      items: object({
        description: "One day.",
        fields: {
          day: date({ description: "The day." }),
          count: integer({ description: "How many.", min: 0 }),
        },
      }),
    });
  const output = {
    alerts: counts("Alerts that began"),
    deliveries: counts("Messages that were to be sent, kept for 30 days"),
    changes: counts("Changes on record"),
  } satisfies Fields;
  return configurationOperation({
    name: "get_activity",
    scans: "short",
    title: "Get activity",
    description:
      "How many alerts began, messages were sent and changes were made on each day: see which is out of the ordinary.",
    tag: "figures",
    level: "read",
    method: "GET",
    path: "/api/v1/activity",
    input: input,
    output: output,
    async answer({ caller, now }, { days, timezone }) {
      const first = daysBefore(dayAt(now.getTime(), timezone), days - 1);
      // From before its midnight on, wherever that is; what is of the day before is left out.
      const since = new Date(Date.parse(first) - day * 1_000);
      const found = await Promise.all(
        counted.map((what) => figures.byDay(caller.organization.id, what, since, timezone)),
      );
      const shown = found.map((one) =>
        one.flatMap(({ day, count }) => (day < first ? [] : [{ day, count }])),
      );
      return Object.fromEntries(counted.map((what, index) => [what, shown[index] ?? []]));
    },
  });
}
