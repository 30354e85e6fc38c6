/** Running what was allowed: every door ends here. */

import { failedCondition } from "../kernel/etag.ts";
import { given } from "../kernel/given.ts";
import { oneLine, saysSomething } from "../kernel/one-line.ts";
import { Refusal, unprocessable } from "../kernel/problem.ts";
import { isAudited } from "../kernel/reasons.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { forecasting } from "./approvals.ts";
import { type Authorized, authorize, recordRefusal, refuseUnheard } from "./authorize.ts";
import { type ConfirmEngine, refuseUnconfirmed } from "./confirmation.ts";
import type { Call } from "./context.ts";
import { breakName, flatInput, isConfirmed, namedRow, overrideName } from "./flat-input.ts";
import { inPresentWords, inSentWords, readInput } from "./input.ts";
import { refuseInputBeyond } from "./limits.ts";
import {
  type ConfigurationOperation,
  type ConfigurationOperations,
  type OperationAnswer,
  type OperationInput,
  pathNames,
} from "./operation.ts";
import type { Keeping, Repeat, Repeats } from "./ports/repeats.ts";
import type { Store } from "./ports/rows.ts";
import { type Traced, traced } from "./ports/tracing.ts";
import { refuseIfMatch, refuseUntagged } from "./reading.ts";
import { enterScan } from "./scans.ts";

/** Runs an operation; a refusal by a guarding rule is put on record. @param repeat what a repetition of it is known by */
export function invoke(
  store: Pick<Store, "recordRefusal" | "row">,
  authorized: Authorized,
  input: OperationInput,
  repeat?: Repeating,
): Promise<OperationAnswer> {
  return inPresent(authorized, input, (present) =>
    once(authorized, present, repeat, (keeping) => run(store, authorized, present, keeping)),
  );
}

/** Older words are read here, and what is refused is said in the words that were sent. */
function inPresent<T>(
  authorized: Authorized,
  given: OperationInput,
  work: (input: OperationInput) => Promise<T>,
): Promise<T> {
  const shape = authorized.operation.input;
  return traced(spanOf(authorized), async () => {
    const body = inPresentWords(shape, given.body);
    if (body === given.body) return work(given);
    return work({ ...given, body }).catch((error) => {
      throw inSentWords(error, shape, given.body);
    });
  });
}

/** Runs an operation that the service itself calls by name. @throws as at every door */
export async function invokeNamed(
  store: Pick<Store, "recordRefusal" | "row">,
  operations: ConfigurationOperations,
  call: Call,
  name: string,
  input: OperationInput,
): Promise<OperationAnswer> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return invoke(store, await authorize(store, operation, call, undefined), input);
}

/** What a repetition of a call is known by, and who knows the calls before. */
export interface Repeating extends Repeat {
  readonly repeats: Repeats;
}

/** Whether a call that comes again is known from another one: what only reads, or repeats itself by nature, is done anew. */
export function isKept({ method, effect, status, uncounted }: ConfigurationOperation): boolean {
  return method !== "GET" && (effect !== "read" || status === 201) && uncounted !== true;
}

async function once(
  { operation, call }: Authorized,
  input: OperationInput,
  repeat: Repeating | undefined,
  work: (keeping?: Keeping) => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  if (repeat === undefined || !isKept(operation)) return work();
  const { actor, organization } = call.caller;
  const { again } = operation;
  const { repeats, key, act } = repeat;
  const answered = await repeats.once(
    {
      ...{ key, act },
      organizationId: organization.id,
      credential: `${actor.kind} ${actor.id}`,
      requestId: call.requestId,
      secret: operation.answersSecret ?? false,
      ...(again && { again: (rowId: string) => again(call, rowId, input) }),
    },
    work,
  );
  return answered.replayed ? { status: 200, ...answered.answer, replayed: true } : answered.answer;
}

function spanOf({ operation: { name }, call: { door, caller } }: Authorized): Traced {
  return { of: "operation", name, door, organizationId: caller.organization.id };
}

async function run(
  store: Pick<Store, "recordRefusal" | "row">,
  { operation, call: asked }: Authorized,
  input: OperationInput,
  keeping?: Keeping,
): Promise<OperationAnswer> {
  const { scans } = operation;
  const call = keeping === undefined ? asked : { ...asked, keeping };
  const running = withAgain(store, operation, call, input);
  const leave = scans === undefined || scans === "unless_kept" ? undefined : await enterScan(running, scans);
  try {
    await refuseInputBeyond(store, operation, call.caller, input);
    // What takes nothing does not look at what it is given; a field that it would pass over is refused here.
    if (takesNothing(operation)) readInput({}, input.body);
    const decided = { ...overriding(running, input), afterwards: new Map(), forecasts: new Map() };
    const answer = await forecasting(() =>
      hasTags(operation) ? operation.run(decided, input) : runUntagged(operation, decided, input),
    );
    return await settled(decided, answer);
  } catch (error) {
    if (error instanceof Refusal && isAudited(error.detail.reason))
      await recordRefusal(store, operation, call, input.id ?? namedRow(operation, input.body));
    throw error;
  } finally {
    leave?.();
  }
}

/** The answer, once what was to be done after the commit is done. */
async function settled(
  { afterwards }: Pick<Call, "afterwards">,
  answer: OperationAnswer,
): Promise<OperationAnswer> {
  if (afterwards === undefined || afterwards.size === 0) return answer;
  const said = await Promise.all([...afterwards.values()].map((work) => work()));
  return { ...answer, warnings: [...(answer.warnings ?? []), ...said.flat()] };
}

const longestReason = 500;

/** @throws Refusal 403 where the caller is no administrator, 422 where a reason is empty or too long */
function overriding(call: Call, { overrideTests, breakGlass }: OperationInput): Call {
  if (overrideTests === undefined && breakGlass === undefined) return call;
  if (breakGlass !== undefined && call.door === "mcp")
    throw new Refusal(
      "forbidden",
      "break_glass is a person's to send, in the console or at REST, and not a model's.",
      { reason: "level" },
    );
  return {
    ...call,
    ...given({
      overrideTests: reasonFor(call, overrideName, overrideTests),
      breakGlass: reasonFor(call, breakName, breakGlass),
    }),
  };
}

function reasonFor({ caller }: Call, field: string, sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  if (caller.level !== "admin")
    throw new Refusal(
      "forbidden",
      `${field} needs admin access (role org_admin, or a key with such a scope), which this credential lacks.`,
      { reason: "level" },
    );
  refuseUnheard("admin", field, caller);
  // NUL can be kept nowhere.
  const reason = oneLine(sent, Number.POSITIVE_INFINITY);
  if (saysSomething(reason) && reason.length <= longestReason) return reason;
  throw unprocessable([{ field, message: `must say why, in 1 to ${longestReason} characters` }]);
}

/** What the door authenticates anew is authorized anew, too. */
function withAgain(
  store: Pick<Store, "recordRefusal">,
  operation: ConfigurationOperation,
  call: Call,
  { id }: OperationInput,
): Call {
  const { again } = call;
  if (again === undefined) return call;
  return {
    ...call,
    async again() {
      const caller = await again();
      await authorize(store, operation, { ...call, caller }, id);
      return caller;
    },
  };
}

/** What is looked at before a question is asked. */
export interface Confirming {
  readonly store: Store;
  readonly engine: ConfirmEngine;
}

/** The same for a caller who is asked first. */
export function invokeConfirmed(
  { store, engine }: Confirming,
  authorized: Authorized,
  given: OperationInput,
  repeat?: Repeating,
): Promise<OperationAnswer> {
  const { operation, call } = authorized;
  return inPresent(authorized, given, (input) =>
    // Within the attempt: what a call that comes again would do now, is no matter of the one that was done.
    once(authorized, input, repeat, async (keeping) => {
      if (!isConfirmed(operation, input)) {
        await refuseInputBeyond(store, operation, call.caller, input);
        await refuseUnconfirmed(operation, call, input, engine, store);
      }
      return run(store, authorized, input, keeping);
    }),
  );
}

/** The same with the input as one flat object, at the doors that ask everybody. */
export async function invokeFlat(
  confirming: Confirming,
  authorized: Authorized,
  raw: JsonObject,
  repeat?: Repeating,
): Promise<OperationAnswer> {
  return invokeConfirmed(confirming, authorized, flatInput(authorized.operation, raw), repeat);
}

function takesNothing({ input }: ConfigurationOperation): boolean {
  return "fields" in input && input.open !== true && Object.keys(input.fields).length === 0;
}

/** Whether what the operation reads or changes has an ETag, as rows and lists do; then the engine checks the conditions. */
function hasTags({ input, conditional }: ConfigurationOperation): boolean {
  return conditional === true || "definition" in input;
}

/** What has no ETag has its conditions checked here: before a write, and after a read that would have succeeded. */
async function runUntagged(
  operation: ConfigurationOperation,
  call: Call,
  input: OperationInput,
): Promise<OperationAnswer> {
  // Only a GET is answered 304 (RFC 9110 §13.1.2): a POST that changes no row, such as one that plans, is as any other.
  const gets = operation.method === "GET";
  // What makes something new is about nothing that could have a version (docs/contract.md, "Conditions").
  const makes =
    operation.method === "POST" && operation.effect !== "read" && pathNames(operation).length === 0;
  if (!gets && !makes) refuseIfMatch(input);
  if (!gets) refuseUntagged(input);
  const answer = await operation.run(call, input);
  if (!gets) return answer;
  if (failedCondition(input, undefined, true) === "If-None-Match") return { status: 304, body: {} };
  refuseUntagged(input);
  return answer;
}
