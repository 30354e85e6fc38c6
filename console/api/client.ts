/** The one place where the console speaks to the service. */
import type { Reason } from "../../src/kernel/reasons.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type CallName, calls, namedActions } from "./calls.ts";
import { type FailedTest, holding, overriding, wanting } from "./overrides.ts";
import type { Different, Need, Proposal } from "./proposal-shapes.ts";

export interface Answer<T> {
  readonly body: T;
  readonly etag: string | null;
  /** The set that owns the row, where the answer is one row. */
  readonly managedBy: string | null;
  /** What the service would call the answer as a file; null where it is no file. */
  readonly filename: string | null;
}

/** One thing wrong with one field, as the service put it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ProblemBody {
  readonly error: string;
  readonly message: string;
  readonly reason?: Reason;
  readonly field?: string;
  readonly fields?: readonly FieldProblem[];
  readonly current?: JsonObject;
  readonly references?: readonly { resource: string; id: string; field: string }[];
  /** Rows that were changed after a plan was made. */
  readonly moved?: readonly { resource: string; key: JsonObject | null; id: string }[];
  readonly tests?: readonly FailedTest[];
  /** Of a proposal: what it does now in the place of what was looked at. */
  readonly different?: readonly Different[];
  /** The change policies that hold a change. */
  readonly needs?: readonly Need[];
  readonly request_id?: string;
  /** Of a right password that is not enough: what the second factor is sent with, and which there are. */
  readonly challenge?: string;
  readonly methods?: readonly string[];
  readonly passkey_options?: JsonObject;
}

/** The service's own "no", with all that it says. */
export class Refused extends Error {
  readonly status: number;
  readonly body: ProblemBody;
  readonly etag: string | null;

  constructor(status: number, body: ProblemBody, etag: string | null) {
    super(body.message);
    this.name = "Refused";
    this.status = status;
    this.body = body;
    this.etag = etag;
  }
}

/** What was to be done became a proposal in its place: nothing is changed, and its page is shown. */
export class Proposed extends Error {
  readonly org: string;
  readonly proposal: Proposal;

  constructor(org: string, proposal: Proposal) {
    super(`It waits as a proposal: ${proposal.title}`);
    this.name = "Proposed";
    this.org = org;
    this.proposal = proposal;
  }
}

/** Whether the same may well be answered in a moment: nothing came, too much was asked for, or the service failed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Refused)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

type PathNames = Readonly<Record<string, string>>;

export function send<T>(
  name: CallName,
  path: PathNames = {},
  body?: object,
  signal?: AbortSignal,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer<T>> {
  return request<T>(calls[name].method, urlOf(name, path), body, signal, headers);
}

/** The call's path with these names in it. */
export function urlOf(name: CallName, path: PathNames): string {
  return calls[name].path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ""));
}

/**
 * @param signal ends it where nobody waits for the answer any more
 * @throws Refused when the service says no, or nothing
 */
export async function request<T>(
  method: string,
  url: string,
  body?: object,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    ...(signal === undefined ? {} : { signal }),
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    const message = navigator.onLine ? "The service cannot be reached." : "You are offline.";
    throw new Refused(0, { error: "unreachable", message }, null);
  });
  const etag = response.headers.get("etag");
  const type = response.headers.get("content-type") ?? "";
  const answer = await contentOf(response, type);
  if (response.ok) {
    const filename = /filename="(.*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? null;
    return { body: answer as T, etag, managedBy: response.headers.get("x-managed-by"), filename };
  }
  throw new Refused(response.status, problemOf(answer, response.status), etag);
}

/** JSON is read; of other texts and files it is what they hold. One that breaks off has no content. */
function contentOf(response: Response, type: string): Promise<unknown> {
  if (type.startsWith("application/json")) return response.json();
  if (!type.startsWith("application/gzip")) return response.text();
  return response.blob().catch(() => {
    throw new Refused(0, { error: "unreachable", message: "The file broke off. Try again." }, null);
  });
}

/** Any action, as the signed-in person in an organization, without a question that somebody sees. */
export function call<T>(
  org: string,
  action: string,
  input: JsonObject = {},
  signal?: AbortSignal,
  headers?: Readonly<Record<string, string>>,
) {
  return send<T>("call_action", { org, action }, input, signal, headers);
}

/**
 * The same. Where behaviour tests or change policies hold it back, or something grave would follow, the person is asked,
 * and it is sent again with what they say.
 * @throws Proposed where they had it proposed
 */
export async function act<T>(
  org: string,
  action: string,
  input: JsonObject = {},
  signal?: AbortSignal,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer<T>> {
  try {
    return await call<T>(org, action, input, signal, headers);
  } catch (error) {
    const more = error instanceof Refused ? await answerTo(error, { org, action, input }) : undefined;
    if (more === undefined || Object.keys(more).every((name) => name in input)) throw error;
    return act<T>(org, action, { ...input, ...more }, signal, headers);
  }
}

interface Sent {
  readonly org: string;
  readonly action: string;
  readonly input: JsonObject;
}

async function answerTo({ body }: Refused, sent: Sent): Promise<JsonObject | undefined> {
  const { reason, message, tests = [] } = body;
  if (reason === "confirm") return (await wanting.ask(message)) ? { confirm: true } : undefined;
  if (reason === "needs_approval") return approvedOr(sent, body.needs ?? []);
  if (reason !== "test_failed") return undefined;
  const why = await overriding.ask(tests);
  return why === undefined ? undefined : { override_tests: why };
}

/** What is no proposal in the place of a write: the first decides on one, the others are no change of a setting. */
export const neverProposed: readonly string[] = [
  namedActions.decideProposal,
  namedActions.overrideGate,
  namedActions.rotateExternalId,
  namedActions.rotateHeartbeat,
];

async function approvedOr(sent: Sent, needs: readonly Need[]): Promise<JsonObject | undefined> {
  const { org, action } = sent;
  if (action === namedActions.decideProposal) return undefined;
  const answer = await holding.ask({
    needs,
    propose: neverProposed.includes(action) ? undefined : proposing(sent),
  });
  if (answer === undefined) return undefined;
  if ("breakGlass" in answer) return { break_glass: answer.breakGlass };
  throw new Proposed(org, answer.proposal);
}

/** Makes the call a proposal, once, with why as its first comment: the call itself has no place for that. */
function proposing({ org, action, input }: Sent): (why: string) => Promise<Proposal> {
  let made: Proposal | undefined;
  return async (why) => {
    const url = `${urlOf("call_action", { org, action })}?propose=true`;
    made ??= (await request<Proposal>("POST", url, input)).body;
    if (why === "") return made;
    return (await call<Proposal>(org, namedActions.commentOnProposal, { id: made.id, comment: why })).body;
  };
}

/** A proxy on the way may answer with a page of its own. */
function problemOf(answer: unknown, status: number): ProblemBody {
  if (typeof answer === "object" && answer !== null && "message" in answer) return answer as ProblemBody;
  return { error: "unknown", message: `The service answered with status ${status} and no message.` };
}
