/** What is said of rows that change, alike of a plan, of a single write, and before one that a door asks about first. */
import type { Kind } from "../kernel/kind.ts";
import type { ConfigurationOf } from "../kernel/row-types.ts";
import type { Warning } from "../kernel/warning.ts";
import { alikeIn } from "./alike.ts";
import type { Call } from "./context.ts";
import type { Hooks, Judge, Judgement, Registry, RowMove } from "./feature.ts";
import { keyOfRow, naturalKeyObject } from "./plan/bundle-entry.ts";
import type { PlanNotice } from "./plan/edits.ts";
import { ofOtherSets } from "./plan/sets.ts";
import type { Reader, StoredRow } from "./ports/rows.ts";
import { completed } from "./render.ts";
import { linksIn } from "./row-facts.ts";
import { secretsLeftBehind } from "./write/left-behind.ts";

export interface Judging {
  readonly definitions: Registry;
  readonly hooks: Hooks;
}

/**
 * All that is said of these changes together.
 * @param set whose plan makes them
 * @returns in the order of the kinds that change; keys hold the ids of rows that they point at
 */
export async function judged(
  { definitions, hooks }: Judging,
  reader: Reader,
  call: Call,
  moves: readonly RowMove[],
  set?: string,
): Promise<PlanNotice[]> {
  const kinds = new Set(moves.map(({ kind }) => kind));
  const rows = new Map(moves.map((move) => [`${move.kind}/${move.id}`, move.now ?? move.before]));
  const said: Judgement[] = [];
  for (const judge of hooks.judgesOf(kinds)) said.push(...(await judge.judge(reader, call, moves)));
  const known = new Set(said.map(sameOf));
  for (const kind of kinds)
    said.push(...secretsLeft(definitions[kind], moves).filter((one) => !known.has(sameOf(one))));
  const own = await Promise.all(
    said.map(async (judgement) => {
      const { kind, id } = judgement;
      const definition = definitions[kind];
      const row =
        rows.get(`${kind}/${id}`) ?? (await reader.row(call.caller.organization.id, kind, id)) ?? undefined;
      return definition === undefined || row === undefined
        ? []
        : [{ ...judgement, key: keyOfRow(definition, row) }];
    }),
  );
  return [
    ...ofOtherSets(definitions, moves, set),
    ...(await alikeIn(definitions, reader, call.caller.organization.id, moves)),
    ...own.flat(),
  ];
}

function sameOf({ id, field, reason }: Judgement): string {
  return `${id} ${field} ${reason}`;
}

/** Secrets that their address leaves behind. */
function secretsLeft(definition: Kind | undefined, moves: readonly RowMove[]): Judgement[] {
  if (definition === undefined) return [];
  return moves.flatMap((move) => {
    if (move.kind !== definition.kind || move.now === undefined) return [];
    const left = secretsLeftBehind(definition, move.before, move.now);
    return left.map((one) => ({ ...one, kind: definition.kind, id: move.id, reason: "no_secret" as const }));
  });
}

/** Notices as doors show them: with natural keys in the place of ids. */
export async function shownNotices(
  definitions: Registry,
  reader: Pick<Reader, "row">,
  organizationId: string,
  notices: readonly PlanNotice[],
): Promise<Warning[]> {
  const rows = new Map<string, StoredRow | undefined>();
  const learn = async (kind: Kind | undefined, values: PlanNotice["key"]): Promise<void> => {
    for (const { toKind, toId } of linksIn(kind, values)) {
      const name = `${toKind}/${toId}`;
      if (rows.has(name)) continue;
      const row = await reader.row(organizationId, toKind, toId);
      rows.set(name, row);
      await learn(definitions[toKind], row?.configuration ?? null);
    }
  };
  for (const { kind, key } of notices) await learn(definitions[kind], key);
  const keyOf = (kind: string, id: string): ReturnType<typeof naturalKeyObject> | undefined => {
    const [definition, row] = [definitions[kind], rows.get(`${kind}/${id}`)];
    return definition && row && naturalKeyObject(definition, row.configuration, keyOf);
  };
  return notices.map(({ kind, key, ...notice }) => {
    const definition = definitions[kind];
    const shown = definition === undefined || key === null ? key : naturalKeyObject(definition, key, keyOf);
    return { resource: kind, ...notice, key: shown };
  });
}

/** What is said of one row as it then is, by its field. */
type OfRow<D extends Kind> = (
  reader: Reader,
  call: Call,
  row: { readonly id: string; readonly configuration: ConfigurationOf<D> },
) => Promise<readonly Omit<Judgement, "kind" | "id">[]>;

/** Judges each row of the kind that is new or changed by itself. */
export function judgeEach<D extends Kind>(definition: D, judge: OfRow<D>): Judge {
  const { kind } = definition;
  return {
    kinds: [kind],
    async judge(reader, call, moves) {
      const rows = moves.flatMap(({ kind: of, id, now }) =>
        of === kind && now !== undefined
          ? [{ id, configuration: completed(definition, now.configuration) }]
          : [],
      );
      const said = await Promise.all(rows.map((row) => judge(reader, call, row)));
      return said.flatMap((all, index) => all.map((one) => ({ kind, id: rows[index]?.id ?? "", ...one })));
    },
  };
}
