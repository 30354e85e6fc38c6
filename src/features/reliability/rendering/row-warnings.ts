/** What is said of rows that engines take and that do not do what they seem to, to whoever changes such a row. */

import { type Call, turnOf } from "../../../engine/context.ts";
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { changesAny, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import { routeWarnings } from "../../../renderers/alertmanager/route-warnings.ts";
import { sliWarnings } from "../../../renderers/prometheus/sli-warnings.ts";
import { sloWarnings } from "../../../renderers/prometheus/slo-warnings.ts";
import type { Target, Warning } from "../../../renderers/renderer.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { slis } from "../../../resources/slis.ts";
import { slos } from "../../../resources/slos.ts";
import { type RendersDeps, seenVersionsOf } from "./renders.ts";
import { mutesInForce } from "./rows.ts";

type RowsOf = (definition: Kind) => readonly StoredRow[];

interface Given {
  readonly rows: RowsOf;
  readonly of: Subjects;
  readonly seen: Target["seenVersions"];
  readonly call: Call;
}

/** One rule over rows of several kinds: it says something of those of the first. */
interface Rule {
  readonly about: Kind;
  readonly with: readonly Kind[];
  /** By kind, the fields of the others that the rule goes by; all of them where it is left out. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The reference by which a row of the first kind names the only one that the rule reads of the other kind. */
  readonly by?: string;
  /** Whether it goes by the versions of engines. */
  readonly byVersion?: true;
  said(given: Given): Promise<readonly Warning[]>;
}

/** Of which rows of the first kind something is said: of all, where a row of another kind moves. */
type Subjects = <R extends { readonly id: string }>(rows: readonly R[]) => readonly R[];

const rules: readonly Rule[] = [
  {
    about: alertRoutes,
    with: [alertMutes, organizationSettings],
    fields: { [organizationSettings.kind]: ["severity_words"] },
    async said({ rows, of, call }) {
      const [settings] = all(rows, organizationSettings);
      return routeWarnings({
        alertRoutes: of(all(rows, alertRoutes)),
        alertMutes: mutesInForce(rows(alertMutes), call.now),
        severityWords: severityWords(settings?.configuration.severity_words ?? {}),
      });
    },
  },
  {
    about: slis,
    with: [dataSources, connectors],
    fields: {
      [dataSources.kind]: ["type", "connector_id"],
      [connectors.kind]: ["connector_type", "enabled"],
    },
    byVersion: true,
    said: ({ rows, of, seen, call }) =>
      inPieces(
        sliWarnings(
          {
            slis: of(all(rows, slis)),
            dataSources: all(rows, dataSources),
            connectors: all(rows, connectors),
          },
          seen,
        ),
        turnOf(call),
      ),
  },
  {
    about: slos,
    with: [slis],
    fields: {
      [slis.kind]: ["kind", "good_query", "bad_query", "total_query", "threshold_query", "data_source_id"],
    },
    by: "sli_id",
    async said({ rows, of }) {
      return sloWarnings({ slos: of(all(rows, slos)), slis: all(rows, slis) });
    },
  },
];

function all<D extends Kind>(rows: RowsOf, definition: D) {
  return rows(definition).map(({ id, configuration }) => ({
    id,
    configuration: completed(definition, configuration),
  }));
}

export function judgeRendered(deps: Pick<RendersDeps, "renders">): readonly Judge[] {
  return rules.map((rule) => ({
    kinds: [rule.about, ...rule.with].map(({ kind }) => kind),
    judge: (reader, call, moves) => saidBy(rule, deps, reader, call, moves),
  }));
}

/** What the changes bring of what is said of rows, and all that is said of those that change. */
async function saidBy(
  rule: Rule,
  { renders }: Pick<RendersDeps, "renders">,
  reader: Reader,
  call: Call,
  moves: readonly RowMove[],
): Promise<Judgement[]> {
  if (!moves.some((move) => concerns(rule, move))) return [];
  const { id } = call.caller.organization;
  const seen = rule.byVersion
    ? seenVersionsOf(await renders.in(reader).acknowledgements(id))
    : new Map<string, string>();
  const others = new Set(rule.with.map(({ kind }) => kind));
  const isOwn = !moves.some((move) => others.has(move.kind) && concerns(rule, move));
  const own = moves.filter(({ kind }) => kind === rule.about.kind);
  const changed = new Set(own.map((move) => move.id));
  const of: Subjects = (rows) => (isOwn ? rows.filter((row) => changed.has(row.id)) : rows);
  const read = async ({ kind }: Kind): Promise<readonly StoredRow[]> => {
    // Of the first kind nothing but what moves is looked at, and the moves have that.
    if (isOwn && kind === rule.about.kind) return [];
    if (!isOwn || rule.by === undefined) return reader.rowsMatching(id, kind, {});
    const named = own
      .flatMap(({ before, now }) => [before, now])
      .map((row) => row?.configuration[rule.by ?? ""]);
    const found = await Promise.all(
      [...new Set(named)].map(async (one) =>
        typeof one === "string" ? reader.row(id, kind, one) : undefined,
      ),
    );
    return found.flatMap((row) => row ?? []);
  };
  const stored = new Map<string, readonly StoredRow[]>();
  for (const definition of [rule.about, ...rule.with]) stored.set(definition.kind, await read(definition));
  const side = (as: typeof rowsAfter) =>
    rule.said({
      rows: (definition) => as(definition, stored.get(definition.kind) ?? [], moves, (row) => row),
      ...{ of, seen, call },
    });
  const known = new Set((await side(rowsBefore)).map(textOf));
  return (await side(rowsAfter))
    .filter((one) => changed.has(one.id) || !known.has(textOf(one)))
    .map(({ resource, ...one }) => ({ kind: resource, ...one }));
}

/** Whether the rule may say something else for it. Nothing points at a row yet that is new, or still at one that is gone. */
function concerns({ about, with: others, fields = {} }: Rule, move: RowMove): boolean {
  const { kind, before, now } = move;
  if (kind === about.kind) return now !== undefined;
  if (!others.some((one) => one.kind === kind)) return false;
  const named = fields[kind];
  if (named === undefined) return true;
  if ((before === undefined || now === undefined) && kind !== organizationSettings.kind) return false;
  return changesAny(move, named);
}

function textOf({ resource, id, field, message }: Warning): string {
  return JSON.stringify([resource, id, field, message]);
}
