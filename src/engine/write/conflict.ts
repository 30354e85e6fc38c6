/** Conflict: no two rows of a kind share a natural key, and no row goes that others point at. */
import { etagOf } from "../../kernel/etag.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { Draft } from "../draft.ts";
import type { Reader, StoredRow } from "../ports/rows.ts";
import { naturalKeyOf, pointing } from "../row-facts.ts";
import type { Target, WriteDeps } from "./target.ts";

type Referrers = Awaited<ReturnType<Reader["referrers"]>>;

/** @throws Refusal `conflict` with the row that holds the draft's natural key */
export async function checkConflict(
  { show }: WriteDeps,
  reader: Reader,
  { call, definition }: Target,
  draft: Draft,
): Promise<void> {
  const key = naturalKeyOf(definition, draft.configuration);
  if (key === null) return;
  const holder = await reader.rowByKey(call.caller.organization.id, definition.kind, key, call.now);
  if (holder === undefined || holder.id === draft.before?.id) return;
  const names = keyNames(definition, draft.configuration).join(" and ");
  throw new Refusal(
    "conflict",
    `A row of ${definition.kind} with this ${names} exists already; it is in current, and nothing was changed.`,
    { current: await show(reader, call, definition, holder), etag: etagOf(holder.revision) },
  );
}

/**
 * Who goes with a row that is deleted.
 * @throws Refusal `conflict` with the rows that hold it back
 */
export async function checkUnused(
  { show }: WriteDeps,
  reader: Reader,
  { call, definition, id }: Target,
  row: StoredRow,
): Promise<Referrers> {
  const referrers = await reader.referrers(call.caller.organization.id, definition.kind, id);
  const holding = referrers.filter((referrer) => !referrer.cascade);
  if (holding.length === 0) return referrers;
  throw new Refusal(
    "conflict",
    `This row of ${definition.kind} cannot be deleted: ${pointing(holding)} at it; see references, and change those first.`,
    {
      reason: "in_use",
      current: await show(reader, call, definition, row),
      etag: etagOf(row.revision),
      references: holding,
    },
  );
}
