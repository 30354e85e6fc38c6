/**
 * What a plan means for the engines: the files that would change, and the rows that they could not take.
 */

import { type Call, turnOf } from "../../../engine/context.ts";
import { naturalKeyObject } from "../../../engine/plan/bundle-entry.ts";
import type { Effects, EffectsOf } from "../../../engine/plan/differences.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import type { Store, StoredRow } from "../../../engine/ports/rows.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Refusal, RenderedFile } from "../../../renderers/renderer.ts";
import { type Rendered, type RendersDeps, renderAll } from "./renders.ts";
import { type RowsOf, renderedResources, storedRowsOf } from "./rows.ts";

type EngineEffects = Pick<Effects, "engines"> & Pick<Awaited<ReturnType<EffectsOf>>, "refusals">;

const none: EngineEffects = { engines: [], refusals: [] };

export function createEffects(
  deps: RendersDeps & { readonly store: Pick<Store, "list"> },
): (call: Call, changed: readonly StagedRow[]) => Promise<EngineEffects> {
  return async (call, changed) => {
    const touched = changed.filter(({ kind }) => renderedResources.has(kind));
    if (touched.length === 0) return none;
    const organizationId = call.caller.organization.id;
    const acknowledgements = await deps.renders.in(deps.store).acknowledgements(organizationId);
    const now = memoized(storedRowsOf(deps.store, organizationId, call.now, turnOf(call)));
    const render = (rowsOf: RowsOf) => renderAll(deps, rowsOf, organizationId, acknowledgements, call.now);
    const planned = plannedRows(now, touched);
    const [before, after] = [await render(now), await render(planned)];
    const all = [...before, ...after];
    const pairs = [...new Set(all.map(({ connector }) => connector.id))].map((id) => ({
      was: before.find(({ connector }) => connector.id === id),
      is: after.find(({ connector }) => connector.id === id),
    }));
    const refusals = pairs.flatMap(({ was, is }) => newRefusals(was, is, touched));
    return {
      engines: pairs.flatMap(({ was, is }) => filesThatChange(was, is)),
      refusals: await withKeys(refusals, planned),
    };
  };
}

/** The rows as they would be. */
function plannedRows(now: RowsOf, changed: readonly StagedRow[]): RowsOf {
  return async (kind) => {
    const definition = renderedResources.get(kind);
    const rows = await now(kind);
    return definition === undefined ? rows : rowsAfter(definition, rows, changed, (row) => row);
  };
}

function memoized(rowsOf: RowsOf): RowsOf {
  const read = new Map<string, Promise<readonly StoredRow[]>>();
  return (kind) => {
    const known = read.get(kind) ?? rowsOf(kind);
    read.set(kind, known);
    return known;
  };
}

function filesThatChange(was: Rendered | undefined, is: Rendered | undefined): Effects["engines"] {
  const names = [...new Set([was, is].flatMap((rendered) => rendered?.files.map(({ name }) => name) ?? []))];
  const name = (is ?? was)?.connector.configuration.name ?? "";
  return names.sort().flatMap((file) => {
    const summary = summaryOf(contentOf(was, file), contentOf(is, file));
    return summary === undefined ? [] : [{ connector: name, file, summary }];
  });
}

function contentOf(rendered: Rendered | undefined, name: string): RenderedFile["content"] | undefined {
  return rendered?.files.find((file) => file.name === name)?.content;
}

/** How much of a file changes, in lines; undefined where nothing does. */
function summaryOf(before: string | undefined, after: string | undefined): string | undefined {
  if (before === after) return undefined;
  if (before === undefined) return `new, ${countOf(linesOf(after))}`;
  if (after === undefined) return `removed, ${countOf(linesOf(before))}`;
  const [was, is] = [linesOf(before), linesOf(after)];
  return `${countOf(extra(is, was))} added, ${countOf(extra(was, is))} removed`;
}

function linesOf(content = ""): readonly string[] {
  return content.split("\n").filter((line) => line.trim() !== "");
}

function countOf(lines: readonly string[]): string {
  return lines.length === 1 ? "1 line" : `${lines.length} lines`;
}

/** The lines that one text has and the other has not, each as often as it has more of it. */
function extra(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

type NewRefusal = Refusal & { readonly connector: string };

function newRefusals(
  was: Rendered | undefined,
  is: Rendered | undefined,
  changed: readonly StagedRow[],
): NewRefusal[] {
  return arising(was?.refusals ?? [], is?.refusals ?? [], changed).map((refusal) => ({
    connector: is?.connector.configuration.name ?? "",
    ...refusal,
  }));
}

/** What the plan brings, and what is so of the rows that it changes. */
function arising(was: readonly Refusal[], is: readonly Refusal[], changed: readonly StagedRow[]): Refusal[] {
  const touched = new Set(changed.map(({ kind, id }) => `${kind}/${id}`));
  const known = new Set(was.map(textOf));
  return is.filter((one) => touched.has(`${one.resource}/${one.id}`) || !known.has(textOf(one)));
}

/** People know a row by its natural key, also one that the plan leaves as it is. */
async function withKeys(said: readonly NewRefusal[], rowsOf: RowsOf): Promise<JsonObject[]> {
  const keys = new Map<string, JsonObject>();
  for (const kind of new Set(said.map(({ resource }) => resource))) {
    const definition = renderedResources.get(kind);
    if (definition === undefined) continue;
    for (const { id, configuration } of await rowsOf(kind))
      keys.set(
        `${kind}/${id}`,
        naturalKeyObject(definition, configuration, () => undefined),
      );
  }
  return said.map((one) => ({ ...one, key: keys.get(`${one.resource}/${one.id}`) ?? {} }));
}

function textOf({ resource, id, field, message }: Refusal): string {
  return JSON.stringify([resource, id, field, message]);
}
