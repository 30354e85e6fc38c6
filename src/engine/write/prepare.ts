/** Prepare: the request's values over the row's, and what the kind's own rule makes of them. */
import type { Conditions } from "../../kernel/etag.ts";
import type { Parsed } from "../../kernel/parse-body.ts";
import { type Draft, draftOf, type Findings } from "../draft.ts";
import type { StoredRow } from "../ports/rows.ts";
import { failing } from "./load.ts";
import type { RowAhead } from "./parse.ts";
import { ruleContext, type Target, type WriteDeps } from "./target.ts";

export async function prepareDraft(
  { vault, hooks, reader, findings: known = new Map() }: WriteDeps,
  target: Target,
  before: StoredRow | undefined,
  named: Parsed,
  findings: Findings = known,
): Promise<Draft> {
  const { call, definition, id } = target;
  const organizationId = call.caller.organization.id;
  const fill = before === undefined ? hooks.of(definition.kind).fill : undefined;
  const parsed =
    fill === undefined
      ? named
      : { ...named, configuration: { ...(await fill(reader, organizationId)), ...named.configuration } };
  return draftOf(definition, vault, {
    organizationId,
    ruleContext: ruleContext(target),
    id,
    before,
    parsed,
    findings,
  });
}

/**
 * What takes long is looked at ahead of an update, because in a transaction it would keep a connection from others.
 * @returns what was found, for every round that prepares the draft again
 */
export async function examineAhead(
  deps: WriteDeps,
  target: Target,
  parsed: Parsed,
  conditions: Conditions,
  load: RowAhead,
): Promise<Findings> {
  const findings: Findings = new Map();
  if (target.definition.examine === undefined) return findings;
  const row = await load();
  // A write that names another version is refused under the lock; here it only costs nothing.
  if (row !== undefined && failing(conditions, row) === undefined)
    await prepareDraft(deps, target, row, parsed, findings);
  return findings;
}
