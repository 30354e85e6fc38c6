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
  { call, resource }: Target,
  draft: Draft,
): Promise<void> {
  const key = naturalKeyOf(resource, draft.configuration);
  if (key === null) return;
  const holder = await reader.rowByKey(call.caller.organization.id, resource.kind, key, call.now);
  if (holder === undefined || holder.id === draft.before?.id) return;
  const names = keyNames(resource, draft.configuration).join(" and ");
  throw new Refusal(
    "conflict",
    `A row of ${resource.kind} with this ${names} exists already; it is in current, and nothing was changed.`,
    { current: await show(reader, call, resource, holder), etag: etagOf(holder.revision) },
  );
}

/**
 * Who goes with a row that is deleted.
 * @throws Refusal `conflict` with the rows that hold it back
 */
export async function checkUnused(
  { show }: WriteDeps,
  reader: Reader,
  { call, resource, id }: Target,
  row: StoredRow,
): Promise<Referrers> {
  const referrers = await reader.referrers(call.caller.organization.id, resource.kind, id);
  const holding = referrers.filter((referrer) => !referrer.cascade);
  if (holding.length === 0) return referrers;
  throw new Refusal(
    "conflict",
    `This row of ${resource.kind} cannot be deleted: ${pointing(holding)} at it; see references, and change those first.`,
    {
      reason: "in_use",
      current: await show(reader, call, resource, row),
      etag: etagOf(row.revision),
      references: holding.map(({ resource, id, field }) => ({ resource, id, field })),
    },
  );
}
