/**
 * A setting as a Terraform resource. It is there from the start, so that creating is its first save and
 * destroying puts every default back: a team that it points at can then go in the same run.
 */
import { defaultOf } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName, terraformType } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { resourceSchema } from "../src/surfaces/terraform/schema.ts";
import { pathOf, type Row } from "./batch.ts";
import type { Answer } from "./client.ts";
import { planRow } from "./plan.ts";
import { refreshed } from "./refresh.ts";
import {
  changedOutside,
  error,
  importBlock,
  refusal,
  refusalDiagnostics,
  warning,
  warningDiagnostics,
  words,
} from "./refusals.ts";
import { secretNames, settableFields, stateOf } from "./row-values.ts";
import { etagIn, privateOf, type Session, type SessionOf } from "./session.ts";
import { changeProblems, validateConfig } from "./validate.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import type {
  ApplyResult,
  Diagnostics,
  PlanRequest,
  ReadRequest,
  ReadResult,
  ResourceServer,
} from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";
import { differsFrom, isNoChange, updateRow } from "./writes.ts";

/** `known` is the session where there is one already; `session` throws where there is none. */
export function settingServer(
  definition: Kind,
  known: () => Session | undefined,
  session: SessionOf,
): ResourceServer {
  const settable = definition.verbs.includes("update");

  async function read(
    before: Pick<ReadRequest, "state" | "private"> | null,
    signal: AbortSignal,
  ): Promise<ReadResult> {
    return refreshed(definition, await presentSetting(session(), definition, signal), before);
  }

  async function create({
    config,
    planned,
  }: {
    config: ObjectValue;
    planned: ObjectValue;
  }): Promise<ApplyResult> {
    const row = await presentSetting(session(), definition);
    if (!settable) return { state: stateOf(definition, row.body, planned), private: privateOf(row.etag) };
    const request = { id: definition.kind, config, planned, prior: null, etag: row.etag };
    return updateRow(session(), definition, request);
  }

  return {
    schema: resourceSchema(definition),
    validate: ({ config }) => validateConfig(definition, config),
    plan: async (request) => {
      const { changed, ...planned } = planRow(definition, request.config, request.prior);
      const wrong = changeProblems(definition, changed, planned.planned, request.prior, new Date());
      const saved = settable ? await savedBefore(known(), definition, request) : [];
      return { ...planned, private: request.private, diagnostics: [...wrong, ...saved] };
    },
    create,
    update: ({ private: bytes, ...request }) =>
      updateRow(session(), definition, { ...request, id: definition.kind, etag: etagIn(bytes) }),
    planDestroy: () => ({ diagnostics: [destroyWarning(definition, settable)] }),
    destroy: async ({ prior, private: bytes }) =>
      settable ? reset(session(), definition, prior, etagIn(bytes)) : [],
    read: (request) => read(request, request.signal),
    import: ({ id, signal }) =>
      id === definition.kind ? read(null, signal) : { state: null, diagnostics: [wrongId(definition, id)] },
  };
}

/** An organization has each setting from the start. @throws DiagnosticsError where the service says otherwise */
export async function presentSetting(
  { rows }: Pick<Session, "rows">,
  definition: Kind,
  signal?: AbortSignal,
): Promise<Row> {
  const row = await rows.read(definition, definition.kind, signal);
  if (row !== undefined) return row;
  throw refusal(definition, { status: 404, etag: undefined, body: {} }, "read");
}

/**
 * Creating one that somebody saved already would undo their work without a word. Before the provider is configured
 * nobody can know.
 */
async function savedBefore(
  session: Session | undefined,
  definition: Kind,
  { config, prior, signal }: PlanRequest,
): Promise<Diagnostic[]> {
  if (prior !== null || session === undefined) return [];
  const row = await presentSetting(session, definition, signal);
  if (row.body.updated_at === null) return [];
  const { planned } = planRow(definition, config, null);
  // The save may let go of a row that this run deletes.
  session.notes.changes(definition, stateOf(definition, row.body, null), planned);
  const replaced = differsFrom(definition, row, planned).map(argumentName);
  if (replaced.length === 0) return [];
  const detail = `Somebody saved them before, and applying this writes over ${replaced.join(", ")}. To take over what is there, add this block with the resource's own name in place of NAME, and plan again:\n\n${importBlock(definition, definition.kind)}`;
  return [warning(`The ${words(definition)} are set up already`, detail)];
}

/** Every default, no references, no secrets; what has no default stays, such as the organization's name. */
async function reset(
  { client, rows }: Session,
  definition: Kind,
  prior: ObjectValue,
  etag: string | undefined,
): Promise<Diagnostics> {
  const body: JsonObject = Object.fromEntries([
    ...settableFields(definition).flatMap(([name, field]) => {
      const start = defaultOf(field);
      return start === undefined ? [] : [[name, start]];
    }),
    ...secretNames(definition).map((name) => [name, null]),
  ]);
  const outcomeOf = (answer: Answer) =>
    answer.status === 200 || isNoChange(answer)
      ? warningDiagnostics(definition, answer)
      : refusalDiagnostics(definition, answer, "update");
  rows.noteWrite(definition);
  const path = pathOf(definition, definition.kind);
  const first = await client("PUT", path, { body, ifMatch: etag });
  if (first.status !== 412) return outcomeOf(first);
  const row = await presentSetting({ rows }, definition);
  const strange = differsFrom(definition, row, prior);
  if (strange.length > 0) return [changedOutside(definition, strange)];
  const second = await client("PUT", path, { body, ifMatch: row.etag });
  return outcomeOf(second);
}

function destroyWarning(definition: Kind, settable: boolean): Diagnostic {
  return settable
    ? warning(
        `Destroying the ${words(definition)} puts their defaults back`,
        "An organization always has them. Every argument goes back to its default, references and secrets are cleared, and what has no default stays as it is.",
      )
    : warning(
        `Destroying ${terraformType(definition)} changes nothing`,
        "The service made it and keeps it: only this state forgets it.",
      );
}

function wrongId(definition: Kind, id: string): Diagnostic {
  return error(
    `"${id}" is no import id of ${terraformType(definition)}`,
    `An organization has it once: import it by the id "${definition.kind}".`,
  );
}
