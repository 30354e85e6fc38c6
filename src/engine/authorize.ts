/**
 * May this caller do this? Checked here and nowhere else, once the caller is known and before anything is read or
 * changed; a refusal is put on record. Only what was let through can be run.
 */
import { allows, type Level, programScope } from "../kernel/access.ts";
import { Refusal } from "../kernel/problem.ts";
import { suspended } from "../kernel/suspension.ts";
import { entry } from "./audit-entry.ts";
import type { Call, Caller } from "./context.ts";
import { refuseBeyond } from "./limits.ts";
import {
  type ConfigurationOperation,
  isConfiguration,
  type Operation,
  pathNames,
  subjectOf,
} from "./operation.ts";
import type { Store } from "./ports/rows.ts";

/** A call before it is allowed; outside of an organization it has no caller. */
export type Attempt = Omit<Call, "caller"> & { readonly caller?: Caller | undefined };

/** A call that `authorize` let through; nothing else makes one. */
class Allowed<O extends Operation, C extends Attempt> {
  readonly operation: O;
  readonly call: C;
  /** Keeps objects that merely look like it from being taken for it. */
  protected readonly allowed = true;

  constructor(operation: O, call: C) {
    this.operation = operation;
    this.call = call;
  }
}

export type Authorized<O extends Operation = ConfigurationOperation, C extends Attempt = Call> = Allowed<
  O,
  C
>;

/**
 * Lets the call through, or refuses it and puts that on record. A door asks as soon as it knows the caller, from
 * the request's head; where a slow body came in between, it asks again.
 * @param rowId the row that the request names, as far as it does
 * @throws 403 read_only_key, or 403 forbidden with the reason scope, level, limit or suspended
 */
export async function authorize<O extends Operation, C extends Attempt>(
  store: Pick<Store, "recordRefusal">,
  operation: O,
  call: C,
  rowId: string | undefined,
): Promise<Authorized<O, C>> {
  const { caller } = call;
  if (caller === undefined) {
    if (operation.level === undefined) return new Allowed(operation, call);
    throw new Error(`${operation.name} needs a level, and was asked for outside of an organization`);
  }
  try {
    refuse(operation, { ...call, caller }, rowId);
  } catch (error) {
    await recordRefusal(store, operation, { ...call, caller }, rowId);
    throw error;
  }
  return new Allowed(operation, call);
}

/** Why the caller would be refused, said beforehand and put on no record; undefined where they would be let through. */
export function refusedTo(operation: Operation, call: Pick<Call, "caller" | "door">): Refusal | undefined {
  try {
    refuse(operation, call, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function refuse(
  operation: Operation,
  { caller, door }: Pick<Call, "caller" | "door">,
  rowId: string | undefined,
): void {
  refuseOtherEngine(operation, caller, rowId);
  if (isConfiguration(operation) && operation.said === true)
    refuseUnheard(operation.level, operation.name, caller);
  refuseBeyondProposals(operation, caller);
  // Whatever level it has, what only proposes may propose.
  const proposes = caller.proposeOnly && isConfiguration(operation) && operation.proposes === true;
  if (!proposes && "effect" in operation && operation.effect !== "read") refuseReadOnlyKey(caller);
  if (!proposes) refuseLevel(operation, caller);
  refusePerson(operation, caller);
  if (door === "mcp") refuseNoProgram(operation, caller);
  refuseBeyond(operation, caller);
  refuseSuspended(operation, caller);
}

/** Refuses with an engine's key what is no call of its scope, or is about another connector. */
function refuseOtherEngine(operation: Operation, { engine }: Caller, rowId: string | undefined): void {
  if (engine === undefined) return;
  const { scopes, connectorId } = engine;
  const isOwn = "engineScope" in operation && scopes.some((scope) => scope === operation.engineScope);
  const isAboutAnother =
    pathNames(operation).includes("connector_id") && rowId !== undefined && rowId !== connectorId;
  if (isOwn && !isAboutAnother) return;
  const wayOut = isOwn ? "make a key for that connector" : "use a key with an api: scope for other calls";
  throw new Refusal(
    "forbidden",
    `This key has ${scopes.length > 1 ? "the scopes" : "the scope"} ${scopes.join(" and ")} and is for the connector ${connectorId} alone; ${wayOut}.`,
    { reason: "scope" },
  );
}

/** Refuses what neither reads nor proposes with a credential that may do no more, whatever its level. */
function refuseBeyondProposals(operation: Operation, { proposeOnly }: Caller): void {
  if (!proposeOnly || (isConfiguration(operation) && onlyProposes(operation))) return;
  const way =
    isConfiguration(operation) && operation.asProposal !== undefined
      ? `send ${operation.name} with propose=true, and it becomes a proposal for people to decide on`
      : `${operation.name} needs another one`;
  throw new Refusal("forbidden", `This credential may read and propose, and nothing else; ${way}.`, {
    reason: "propose_only",
  });
}

/** Whether it changes nothing and asks nobody elsewhere, or is a part of proposing. */
export function onlyProposes({ effect, asksOthers, proposes }: ConfigurationOperation): boolean {
  return proposes === true || (effect === "read" && asksOthers !== true);
}

/** Refuses a write with a key that may only read, also of what is not there. */
export function refuseReadOnlyKey({ readOnlyKey }: Caller): void {
  if (!readOnlyKey) return;
  throw new Refusal(
    "read_only_key",
    "This key has the scope api:config_read and may only read; use an api:admin key to write.",
  );
}

/**
 * Refuses as somebody's word what comes with the key of a person who may not say it any more.
 * @throws Refusal 403 `level`
 */
export function refuseUnheard(level: Level, what: string, { makerLevel }: Pick<Caller, "makerLevel">): void {
  if (makerLevel === undefined || (makerLevel !== null && allows(makerLevel, level))) return;
  const why =
    makerLevel === null ? "is not in the organization any more" : `may do no more than ${makerLevel} by now`;
  throw new Refusal(
    "forbidden",
    `${what} is somebody's word, and needs ${level} access: a key gives that of the person who made it, who ${why}. Use a key of somebody who may.`,
    { reason: "level" },
  );
}

function refuseLevel({ name, level }: Operation, caller: Caller): void {
  if (level === undefined || allows(caller.level, level)) return;
  const needs = { read: "viewer", operate: "member", admin: "org_admin" }[level];
  throw new Refusal(
    "forbidden",
    `${name} needs ${level} access (role ${needs}, or a key with such a scope), which this credential lacks.`,
    { reason: "level" },
  );
}

/**
 * Refuses a person what only engines and checkers know: figures open the deploy gate, silences mute, and alerts wake
 * people, of which no record names who said so. An administrator may do all of that in another way.
 */
function refusePerson(operation: Operation, { actor, level }: Caller): void {
  if (!isConfiguration(operation) || operation.fromEngines !== true) return;
  if (actor.kind !== "user" || allows(level, "admin")) return;
  throw new Refusal(
    "forbidden",
    `${operation.name} is for engines, their agents and checkers: send it with an API key, or as a person with the role org_admin.`,
    { reason: "level" },
  );
}

/** Whether a model's credential is kept from it: it is for programs, and the credential is not of one. */
export function isForOthers(operation: Operation, { isProgram }: Pick<Caller, "isProgram">): boolean {
  return isConfiguration(operation) && operation.forPrograms === true && isProgram !== true;
}

function refuseNoProgram(operation: Operation, caller: Caller): void {
  if (!isForOthers(operation, caller)) return;
  const { name, method, path } = operation;
  throw new Refusal(
    "forbidden",
    `${name} is for programs: here it needs a key with the scope ${programScope}, which an org_admin makes (personal access tokens have no scopes). Or send it as ${method} ${path}, with a key for the REST API.`,
    { reason: "scope" },
  );
}

/** Refuses changes of an organization that the operator has suspended, or is going to delete. */
function refuseSuspended(operation: Operation, { organization: { name, suspension } }: Caller): void {
  if (suspension === null || operation.whileSuspended === true) return;
  const changes = isConfiguration(operation)
    ? operation.effect !== "read" && operation.engineScope === undefined
    : operation.method !== "GET";
  if (changes) throw suspended(name, suspension);
}

/** Puts a refusal on record, in its own statement: what it refused was rolled back. */
export async function recordRefusal(
  store: Pick<Store, "recordRefusal">,
  operation: Operation,
  call: Call,
  id: string | undefined,
): Promise<void> {
  const record = entry(call, operation.name, subjectOf(operation), id ?? "", [], "refused");
  await store.recordRefusal(call.caller.organization.id, record);
}
