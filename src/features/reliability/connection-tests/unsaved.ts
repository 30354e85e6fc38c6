/**
 * Tests settings before they are saved: those of a new row, or of one that is there with some of them changed. They go
 * through the checks of the write that would save them, and need its level, since who calls chooses the address. That is
 * why each test is on record, and why a stored secret goes to no other server than it was saved for. The row's health
 * stays as it is.
 */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import { readUnsaved, unsavedInput } from "../../../engine/input.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import type { Store, StoredRow } from "../../../engine/ports/rows.ts";
import { refuseUntagged } from "../../../engine/reading.ts";
import { namesVersion } from "../../../kernel/etag.ts";
import type { Fields } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { outcomeOutput } from "./shapes.ts";

export interface UnsavedDeps {
  readonly engine: Pick<Engine, "drafted" | "existing">;
  readonly store: Pick<Store, "record">;
  /** Called after every commit that writes an audit record. */
  readonly onCommit?: () => void;
}

/** A test that could be made now. */
interface Trial {
  /** Why a stored secret is not sent to this address, at its field; undefined where it may be, or none is needed. */
  readonly withheld: Problem | undefined;
  /** Makes it; the answer is as outcomeOutput has it. */
  ask(): Promise<JsonObject>;
}

interface UnsavedTest extends Pick<ConfigurationOperation, "name" | "title" | "description"> {
  /** Where it answers more than an outcome. */
  readonly output?: Fields;
  /**
   * @param row as it would be stored
   * @param id of the row that is there already
   */
  begin(call: Call, row: StoredRow, id: string | undefined): Promise<Trial>;
}

export function testUnsaved(
  deps: UnsavedDeps,
  definition: Kind,
  { name, title, description, begin, output = outcomeOutput }: UnsavedTest,
): ConfigurationOperation {
  return {
    name,
    title,
    description,
    tag: definition.kind,
    reach: { kinds: [definition] },
    credential: "bearer",
    level: definition.level,
    effect: "update",
    unheld: "it tries something, and keeps only how that went",
    cumulative: true,
    asksOthers: true,
    method: "POST",
    path: `/api/v1/${definition.kind}/test`,
    conditional: true,
    input: unsavedInput(definition),
    output: { fields: output },
    async run(call, { body, ...conditions }) {
      const { id, settings } = readUnsaved(body);
      if (id === undefined) refuseUntagged(conditions);
      else if (namesVersion(conditions)) await deps.engine.existing(call, definition, id, conditions);
      const row = await deps.engine.drafted(call, definition, id, settings);
      const { withheld, ask } = await begin(call, row, id);
      if (withheld !== undefined) throw unprocessable([withheld]);
      const record = entry(call, name, definition.kind, id ?? "", []);
      await deps.store.record(call.caller.organization.id, record);
      deps.onCommit?.();
      return { status: 200, body: await ask() };
    },
  };
}
