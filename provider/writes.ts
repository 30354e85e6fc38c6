/**
 * Updates and deletes that stand on the ETag of the plan. Where it is stale the row is read again: what
 * still is as it was, or is already as planned, is no reason to stop, because one resource of a run may move
 * another's row; anything else was done by somebody else, and nothing is written over it.
 */

import type { Json } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { hasReason } from "../src/kernel/reasons.ts";
import { argumentName, secretArguments } from "../src/kernel/terraform.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { pathOf, type Row } from "./batch.ts";
import type { Answer, Client, Shape } from "./client.ts";
import { whileBlocked } from "./patience.ts";
import { secretsToSend } from "./plan.ts";
import { changedOutside, deletedOutside, refusalDiagnostics, warningDiagnostics } from "./refusals.ts";
import { asFieldValue, bodyOf, meansTheSame, settableFields, stateOf, whatWasPlanned } from "./row-values.ts";
import { noObject, secretJson } from "./secrets.ts";
import { etagIn, notesIn, privateOf, type Session } from "./session.ts";
import { specials } from "./special.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { ApplyResult, Diagnostics, UpdateRequest } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

/** More often than this nobody moves a row by chance between a read and the write behind it. */
const maxRounds = 5;

/** What the answer to a write has; without an id a row would be lost to the state. A setting has none. */
function writtenShape({ shape }: Kind): Shape {
  return shape === "setting" ? {} : { id: "string" };
}

export interface Update extends Omit<UpdateRequest, "prior" | "private"> {
  readonly id: string;
  /** Null when nothing was known of the row, as at a setting's first save. */
  readonly prior: ObjectValue | null;
  readonly etag: string | undefined;
}

/** Writes every settable field as planned. */
export async function updateRow(
  { client, rows }: Session,
  definition: Kind,
  { id, config, planned, prior, etag }: Update,
): Promise<ApplyResult> {
  const secrets = secretBodies(definition, config, planned, prior);
  let body: JsonObject = { ...bodyOf(definition, planned), ...secrets };
  let tag = etag;
  for (let round = 1; round <= maxRounds; round += 1) {
    if (tag !== undefined) {
      rows.noteWrite(definition);
      const answer = await client("PUT", pathOf(definition, id), {
        body,
        ifMatch: tag,
        expects: writtenShape(definition),
      });
      const milder = specials[definition.kind]?.instead?.(answer, body);
      if (milder !== undefined) {
        body = milder;
        continue;
      }
      if (isNoChange(answer))
        return resultOf(definition, await presentAnswer({ rows }, definition, id), planned, "update");
      if (answer.status !== 412) return resultOf(definition, answer, planned, "update");
    }
    const row = await presentRow({ rows }, definition, id);
    const strange = differences({ rows }, definition, row, [prior, planned]);
    if (strange.length > 0) return { diagnostics: [changedOutside(definition, strange)] };
    const done = Object.keys(secrets).length === 0 && differsFrom(definition, row, planned).length === 0;
    if (done) return resultOf(definition, { status: 200, ...row }, planned, "update");
    tag = row.etag;
  }
  return { diagnostics: [changedOutside(definition, [definition.kind])] };
}

/**
 * Deletes the row; one that is gone already is as good. Where this run takes every reference to it away, that
 * may happen later in the run.
 */
export async function deleteRow(
  session: Session,
  definition: Kind,
  request: { readonly prior: ObjectValue; readonly private: Uint8Array },
): Promise<Diagnostics> {
  const { client, rows, deletes, proposes } = session;
  const { prior, private: bytes } = request;
  const notes = notesIn(bytes);
  if (notes !== undefined) deletes.prepare(notes);
  const late = {
    definition,
    prior,
    notes,
    carryOut: () => deleteRow(session, definition, request),
  };
  const id = String(prior.id);
  let tag = etagIn(bytes);
  for (let round = 1; round <= maxRounds; round += 1) {
    if (tag !== undefined) {
      rows.noteWrite(definition);
      // What is proposed takes no reference away in this run.
      const putOff = async (body: JsonObject) => !proposes && deletes.putOff(late, body);
      const answer = await deleteUnused(client, pathOf(definition, id), tag, putOff);
      if (answer === "put off" || answer.status === 404) return [];
      if (answer.status === 200) return warningDiagnostics(definition, answer);
      if (answer.status !== 412) return refusalDiagnostics(definition, answer, "delete");
    }
    const row = await rows.readNow(definition, id);
    if (row === undefined) return [];
    const strange = differences(session, definition, row, [prior]);
    if (strange.length > 0) return [changedOutside(definition, strange)];
    tag = row.etag;
  }
  return [changedOutside(definition, [definition.kind])];
}

/**
 * Deletes the row, and tries again for a few seconds while others point at it: where the configuration names
 * them by plain ids, Terraform updates them at the same time and the delete may be the faster one. Where it
 * knows of the reference, the updates wait for this very delete, which is then put off if it can be.
 */
async function deleteUnused(
  client: Client,
  path: string,
  ifMatch: string,
  putOff: (body: JsonObject) => Promise<boolean>,
): Promise<Answer | "put off"> {
  const isInUse = ({ status, body }: Answer) => status === 409 && hasReason(body, "in_use");
  return whileBlocked(
    async () => {
      const answer = await client("DELETE", path, { ifMatch });
      return isInUse(answer) && (await putOff(answer.body)) ? "put off" : answer;
    },
    (outcome) => outcome !== "put off" && isInUse(outcome),
  );
}

/**
 * A new row. One that is there already is never taken over in silence, but for what this configuration proposed, and
 * somebody applied meanwhile.
 */
export async function createRow(
  { client, rows, proposes }: Session,
  definition: Kind,
  { config, planned }: { readonly config: ObjectValue; readonly planned: ObjectValue },
): Promise<ApplyResult> {
  rows.noteWrite(definition);
  const body = { ...bodyOf(definition, planned), ...secretBodies(definition, config, planned, null) };
  const answer = await client("POST", definition.kind, { body, expects: writtenShape(definition) });
  const made = proposes ? await madeMeanwhile({ rows }, definition, answer, planned) : undefined;
  return resultOf(definition, made ?? answer, planned, "create");
}

/** The row that has the natural key, where it is as planned. */
async function madeMeanwhile(
  { rows }: Pick<Session, "rows">,
  definition: Kind,
  { status, body: { current } }: Answer,
  planned: ObjectValue,
): Promise<Answer | undefined> {
  if (status !== 409 || !isObject(current) || typeof current.id !== "string") return undefined;
  const row = await rows.readNow(definition, current.id);
  const isSame = row !== undefined && differsFrom(definition, row, planned).length === 0;
  return isSame ? { status: 200, ...row } : undefined;
}

/** What was to be proposed is so already, such as a secret that was applied meanwhile. */
export function isNoChange({ status, body }: Answer): boolean {
  return status === 422 && hasReason(body, "no_change");
}

async function presentAnswer(session: Pick<Session, "rows">, definition: Kind, id: string): Promise<Answer> {
  return { status: 200, ...(await presentRow(session, definition, id)) };
}

/** The settable fields in which a row is not as these values have it. */
export function differsFrom(definition: Kind, row: Row, values: ObjectValue): string[] {
  return settableFields(definition).flatMap(([name, field]) => {
    const now = asFieldValue(field, row.body[name]);
    return meansTheSame(definition, name, now, values[argumentName(name)] ?? null) ? [] : [name];
  });
}

function differences(
  { rows }: Pick<Session, "rows">,
  definition: Kind,
  row: Row,
  expected: readonly (ObjectValue | null)[],
): string[] {
  const each = expected.flatMap((values) => (values === null ? [] : [differsFrom(definition, row, values)]));
  const [first = [], ...others] = each;
  const strange = first.filter((name) => others.every((names) => names.includes(name)));
  // This run gave the default to another row, which took it from this one.
  const lost = rows.hasWritten(definition) ? definition.oneDefault?.field : undefined;
  return strange.filter((name) => name !== lost || row.body[name] !== false);
}

async function presentRow({ rows }: Pick<Session, "rows">, definition: Kind, id: string): Promise<Row> {
  const row = await rows.readNow(definition, id);
  if (row !== undefined) return row;
  throw new DiagnosticsError([deletedOutside(definition)]);
}

function resultOf(
  definition: Kind,
  answer: Answer,
  planned: ObjectValue,
  attempt: "create" | "update",
): ApplyResult {
  if (answer.status !== 200 && answer.status !== 201) {
    return { diagnostics: refusalDiagnostics(definition, answer, attempt) };
  }
  const state = stateOf(definition, answer.body, planned, whatWasPlanned);
  const settled = specials[definition.kind]?.settled?.(answer.body, planned);
  return {
    state: { ...state, ...settled?.kept },
    private: privateOf(answer.etag),
    diagnostics: [...warningDiagnostics(definition, answer), ...(settled?.diagnostics ?? [])],
  };
}

function secretBodies(
  definition: Kind,
  config: ObjectValue,
  planned: ObjectValue,
  prior: ObjectValue | null,
): JsonObject {
  return Object.fromEntries(
    secretsToSend(definition, config, planned, prior).map((name): [string, Json] => {
      const value = config[secretArguments(name).value] ?? null;
      const field = definition.fields[name];
      if (value === null || field?.type !== "secret") return [name, null];
      const json = secretJson(field.shape, String(value));
      // It was not known before: null in its place would clear what is stored.
      if (json === undefined) throw new DiagnosticsError([noObject(name)]);
      return [name, json];
    }),
  );
}
