/**
 * The operation is the unit of what can be done. It is declared once; the doors serve it, and documents, tools
 * and the audit log follow from the same declaration.
 */
import type { EngineScope, Level } from "../kernel/access.ts";
import type { Deprecation } from "../kernel/deprecation.ts";
import type { Condition, Conditions } from "../kernel/etag.ts";
import type { Fields, ItemField, Json } from "../kernel/field.ts";
import type { Kind, Verb } from "../kernel/kind.ts";
import type { ObjectValueOf } from "../kernel/row-types.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Warning } from "../kernel/warning.ts";
import type { Call, Caller } from "./context.ts";
import type { FileAnswer } from "./file-answer.ts";
import { type InputFields, type InputOf, type InputShape, readInput } from "./input.ts";
import type { KnownSession } from "./ports/accounts.ts";
import type { RequestWay } from "./request-way.ts";
import type { Scans } from "./scans.ts";

export type Operation = ConfigurationOperation | AccountOperation;

/** What every operation says of itself. */
interface Declaration {
  /** Unique among all operations: `create_team`. The audit log names what was done by it. */
  readonly name: string;
  /** A few words for menus. */
  readonly title: string;
  /** For people and models: when to use it, what it changes, what it needs. */
  readonly description: string;
  /** The heading under which documents show it. */
  readonly tag: string;
  /** What it is about, as the audit log names it; the tag where it is left out. */
  readonly subject?: string;
  /** The level that the caller needs in the organization. */
  readonly level?: Level;
  readonly method: Method;
  /** The whole path; `{name}` takes one segment that is not empty. */
  readonly path: string;
  /** What it takes; nothing where it is left out. */
  readonly input?: InputShape;
  readonly output: OutputShape;
  /** What success answers with; 200 where it is left out. */
  readonly status?: 200 | 201;
  /** Query parameters that are fields of the input; their text is read by the field's type. */
  readonly query?: readonly string[];
  /** It reads or builds much, so that few of an organization run at once (scans.ts). */
  readonly scans?: Scans;
  /** It is about something with an ETag although it is no verb, or makes a `new` one; a write checks the request's conditions itself. Where it is left out, an If-Match is refused. */
  readonly conditional?: true | "new";
  /** A value in its answer is nowhere else: who repeats the call is given it once more. Named where not every answer has it. */
  readonly answersSecret?: true | "invite_url" | "reset_url";
  /**
   * A change that a suspended organization takes all the same: what alerts need to reach people, what programs report,
   * and what takes access away. An engine's own calls are among them unsaid.
   */
  readonly whileSuspended?: true;
  /** Another call has taken its place. */
  readonly deprecated?: Deprecation;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type OutputShape =
  | { readonly definition: Kind; readonly verb: Verb }
  | { readonly fields: Fields }
  | { readonly value: ItemField };

/** Reads or changes an organization's configuration: at REST, as a tool of MCP, and in the console. */
export interface ConfigurationOperation extends Declaration {
  /** A key or a token; a person calls it from the console. */
  readonly credential: "bearer";
  /** A browser's session may call it at its own path too. */
  readonly sessions?: true;
  readonly level: Level;
  /** An engine's key with this scope may call it, about its own connector; it may call nothing else. */
  readonly engineScope?: EngineScope;
  /** What a narrowed key may reach by it. Left out: nothing, it reads or changes rows of any kind. A verb's follows from its kind. */
  readonly reach?: Reach;
  /** The kind, where it is a kind's own; the tag where it is left out. Lists of tools are narrowed by it. */
  readonly toolset?: string;
  readonly effect: "read" | "create" | "update" | "delete";
  /** An update that does more at every repetition, such as one that counts. */
  readonly cumulative?: true;
  /** A create or an update that may take away what was there: a row, a secret, or what no call sets back. */
  readonly takesAway?: true;
  /** Behaviour tests and change policies may hold it back: it writes rows. */
  readonly tested?: true;
  /** It writes rows that no behaviour test looks at: change policies alone may hold it back. */
  readonly writes?: true;
  /** It is somebody's word: a key says it for the person who made it, by what they may do now (authorize.ts). */
  readonly said?: true;
  /** Of an act that changes something and is no write of rows: why no change policy holds it. */
  readonly unheld?: string;
  /** It proposes a change, or says something of one that is proposed: a credential that only proposes may call it. */
  readonly proposes?: true;
  /** How it is proposed, where it is not by the rows that it writes: as the plan that it makes, or never, and why. */
  readonly proposed?: "as_plan" | { readonly never: string };
  /** What keeps as a proposal what this one would do (proposing.ts). */
  readonly asProposal?: ConfigurationOperation;
  /** It may ask systems elsewhere, so that it answers what others wrote, or have people notified. */
  readonly asksOthers?: true;
  /** It may wait for something before it answers: its caller is looked at once more then (`Call.again`). */
  readonly waits?: true;
  /** For programs alone, such as an engine's agent: at MCP only a key with the scope of programs is shown it and may call it (authorize.ts), and lists of tools say little of its fields. */
  readonly forPrograms?: true;
  /** What an engine, its agent or a checker saw: a person below an administrator has nothing to say in it. */
  readonly fromEngines?: true;
  /** Its fields that are in the path or in `query` come from there, and the others from the body. */
  readonly input: InputShape;
  /** It answers 200 where there was nothing left to do, such as a call that is a repetition. */
  readonly repeats?: true;
  /** Most bytes of its body at REST and in the console, where they are more than the usual (kernel/json.ts). */
  readonly maxBytes?: number;
  /** REST serves it outside of the limit on requests, for senders that drop what is answered 429. */
  readonly uncounted?: true;
  /** Bounds of its own on bodies, which HTTP keeps while one arrives: called before any of it is read. */
  admit?(call: Call): Arrival;
  /** Where HTTP answers files: the media types, each with the member of the output that is its whole body. */
  readonly media?: Readonly<Record<string, string>>;
  /**
   * Doors where callers can err ask first, and so does REST a key that is made to be asked (`Caller.asks`): for `confirm: true`, or with "id" for the input's `id` once more, so that
   * nothing is confirmed but the one thing that was looked at. Nothing is asked where it is left out.
   */
  readonly confirms?: boolean | "id";
  /** What the call would do, for the refusal that asks; its own refusals come first. Undefined where nothing is asked. */
  question?(call: Call, input: OperationInput): Promise<Question | undefined>;
  run(call: Call, input: OperationInput): Promise<OperationAnswer>;
  /** What it answers of the row that it has on record, where its answer was lost with its node and not kept (decision 59). */
  again?(call: Call, rowId: string, input: OperationInput): Promise<OperationAnswer>;
}

/**
 * What of an organization an operation that is no verb touches, as a narrowed key is held to it (limits.ts).
 * `own`: it shows no rows, or holds each row to the limits itself. `changes`: so does it, and each change that it makes
 * is held to the verbs, too.
 */
export type Reach =
  | "own"
  | "changes"
  | {
      /** None where it is about a service and no kind. */
      readonly kinds: readonly Kind[] | KindNamed;
      /** The input that holds the id of the only row that it is about. */
      readonly row?: string;
      /** The input that names the only service that it is about. */
      readonly service?: string;
    };

/** A kind that the input names. */
export interface KindNamed {
  readonly in: string;
  readonly of: Readonly<Record<string, Kind>>;
}

/** A body on its way. Where there is no room for it, it is refused with 503. */
export interface Arrival {
  /** More of it has come. @throws Refusal */
  arrived(bytes: number): void;
  /** It is whole, and its call begins. @throws Refusal */
  begin(): void;
  /** The answer was sent, or the client is gone. */
  end(): void;
}

/** What stands in the refusal of a call that is not confirmed yet. */
export interface Question {
  /** A sentence on what would happen. */
  readonly message: string;
  /** What it is about, as it is now. */
  readonly current: JsonObject;
  /** What would follow, counted. */
  readonly would?: JsonObject;
}

export interface OperationInput {
  readonly id?: string | undefined;
  readonly ifMatch?: Condition;
  readonly ifNoneMatch?: Condition;
  /** Exact values of fields (findable.ts, `listFilters`): what a list is narrowed to, or of the natural key without an id the row that is meant. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Most rows of a list, and where it goes on. */
  readonly limit?: number;
  readonly cursor?: string;
  /** Whether a list's ETags come along. */
  readonly etags?: boolean;
  /** Only the rows of a list that this set owns; empty: those that no set owns. */
  readonly managedBy?: string;
  /** Why tests that the change breaks are to hold nothing back. */
  readonly overrideTests?: string;
  /** Why change policies are to hold nothing back. */
  readonly breakGlass?: string;
  /** The answer to what is asked first: true, or the id once more (`ConfigurationOperation.confirms`). */
  readonly confirm?: Json;
  readonly body: JsonObject;
}

export interface OperationAnswer extends Ownership {
  readonly status: 200 | 201 | 202 | 304;
  /** It is the first answer to a call that came again. */
  readonly replayed?: true;
  readonly body: JsonObject;
  /** The body as JSON, where it was at hand; then reading `body` parses it. */
  readonly text?: string;
  readonly etag?: string | undefined;
  /** The weak ETag of what is no single row, such as a list: REST's alone, and nothing that a write can be held to. */
  readonly bodyTag?: string | undefined;
  /** Of one row: milliseconds since 1970 after which it reads something else by time alone; left out for never. */
  readonly until?: number;
  /** A long text in pieces, in the place of `body`; a door that answers JSON gathers it (`gathered`). */
  readonly stream?: {
    readonly mediaType: string;
    readonly filename: string;
    /** Where it stands in a JSON answer: a text as it is, JSON as what it says. */
    readonly member: string;
    readonly chunks: AsyncIterable<string>;
  };
}

/**
 * Is about signing in, accounts, an organization's keys and members, or the installation: for the console and
 * the operator, and never for a key or a token. HTTP alone serves it. What programs may do about members is
 * a configuration operation (features/identity/accounts/member-operations.ts).
 */
export interface AccountOperation extends Declaration {
  readonly tag: "session" | "account" | "organization" | "operator";
  /**
   * `session` with `{org}` in the path needs a membership there, at `level`. `body`: what proves it is in the body.
   */
  readonly credential: "none" | "body" | "session" | "operator";
  /** Served too while the person's temporary password is not changed yet; other session calls are refused. */
  readonly changingPassword?: true;
  /** The body. A kind's own validator reads it. */
  readonly input?: Extract<InputShape, { readonly fields: Fields }>;
  /**
   * A browser goes there, sent by a page or by another site: it answers 303 with where to go on. Query parameters that
   * are not among its own are passed over. Where the browser asks for a page, a refusal leads to one, too.
   */
  readonly navigates?: true;
  /** Where it answers a file, in the place of a body: its media type. */
  readonly file?: string;
  /** Members that people send out of habit, each with what to do instead: 422 that says so. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly output: { readonly value: ItemField };
  readonly proposed?: { readonly never: string };
  run(request: AccountRequest): Promise<AccountAnswer>;
}

export interface AccountRequest {
  /** What the path's `{name}` segments hold. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Of a `conditional` operation; none otherwise. */
  readonly conditions: Conditions;
  /** Present where `credential` is `session`, and where it is `none` and the request has one anyway. */
  readonly session?: KnownSession | undefined;
  /** The session's caller in `{org}`. */
  readonly caller?: Caller | undefined;
  /** The name of the operator's token, where `credential` is `operator`. */
  readonly operator?: string | undefined;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  /** What earlier sign-ins left in the browser, for the throttle of guesses; not verified yet. */
  readonly deviceMarks: string | undefined;
  /** What a sign-in at a provider that is under way left in the browser. */
  readonly flowMark?: string | undefined;
  /** Where the browser reached the service, without a slash at the end. */
  readonly site?: string;
  /** Where `credential` is `operator`. */
  readonly way?: RequestWay | undefined;
  readonly keeping?: Call["keeping"];
  readonly now: Date;
  readonly run?: Call["run"];
}

export interface AccountAnswer extends Ownership {
  readonly body: JsonObject;
  readonly etag?: string;
  /** The secret of a session that begins, or null where one ends. */
  readonly session?: string | null | undefined;
  /** What the browser keeps for so many seconds, so that its next sign-in is known. */
  readonly deviceMarks?: { readonly value: string; readonly seconds: number };
  /** What the browser keeps while it is at a provider, and sends when it comes back from there. */
  readonly flowMark?: { readonly value: string; readonly seconds: number };
  /** Where a browser goes on: a path of the service, or another site. */
  readonly location?: string;
  /** What a GET is answered with, where the operation says that it answers a `file`; a HEAD opens none. */
  readonly file?: FileAnswer;
}

/** What an operation over fields of its own says of itself; what is left out here follows from the rest. */
interface FieldsOperation<F extends InputFields>
  extends Omit<ConfigurationOperation, "credential" | "effect" | "query" | "input" | "output" | "run"> {
  /** `read` where it is left out, which only a GET may. */
  readonly effect?: ConfigurationOperation["effect"];
  readonly input: F;
  readonly output: Fields;
  /** Does what was called for, and answers the body. */
  answer(call: Call, input: InputOf<F>, conditions: Omit<OperationInput, "body">): Promise<JsonObject>;
}

/** One over fields of its own, read before `answer`. What the path of a GET or a DELETE does not name comes in the query. */
export function configurationOperation<const F extends InputFields>({
  answer,
  ...operation
}: FieldsOperation<F>): ConfigurationOperation {
  const { input, output, method, status = 200 } = operation;
  const named = pathNames(operation);
  const query = Object.keys(input).filter((name) => !named.includes(name));
  return {
    effect: "read",
    ...operation,
    credential: "bearer",
    ...((method === "GET" || method === "DELETE") && { query }),
    input: { fields: input },
    output: { fields: output },
    async run(call, { body, ...conditions }) {
      return { status, body: await answer(call, readInput(input, body), conditions) };
    },
  };
}

/** An account operation whose body `run` sees with the types of its fields: the door reads it by these before. */
export function accountOperation<const F extends Fields, M extends "create" | "update" = "create">(
  operation: Omit<AccountOperation, "input" | "run"> & {
    readonly input: { readonly fields: F; readonly mode?: M };
    run(request: AccountRequest & { readonly body: BodyOf<F, M> }): Promise<AccountAnswer>;
  },
): AccountOperation {
  return operation;
}

/** `update` fills in no defaults, so what was not sent is not there. */
type BodyOf<F, M> = M extends "update" ? Partial<ObjectValueOf<F>> : ObjectValueOf<F>;

/** By their names. */
export type ConfigurationOperations = ReadonlyMap<string, ConfigurationOperation>;

export function isConfiguration(operation: Operation): operation is ConfigurationOperation {
  return operation.credential === "bearer";
}

/** What the operation is about, as the audit log names it. */
export function subjectOf({ subject, tag }: Operation): string {
  return subject ?? tag;
}

/** The names in the path, in order. */
export function pathNames({ path }: Pick<Operation, "path">): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

/** The fields that come in the body; undefined where a verb's definition says them. */
export function bodyFields(operation: Operation): Fields | undefined {
  const { input = { fields: {} } } = operation;
  if (!("fields" in input)) return undefined;
  const elsewhere = [...pathNames(operation), ...(operation.query ?? [])];
  return Object.fromEntries(Object.entries(input.fields).filter(([name]) => !elsewhere.includes(name)));
}

/** Whether HTTP asks for a body. */
export function takesBody(operation: Operation): boolean {
  const { input } = operation;
  if (input !== undefined && "verb" in input) return input.verb === "create" || input.verb === "update";
  return Object.keys(bodyFields(operation) ?? {}).length > 0;
}

/** The other operation that reads what this one answers, in the same fields: a plan is made by several, and read by one. */
export function readerOf<O extends Operation>(operation: O, all: readonly O[]): O | undefined {
  const { output } = operation;
  if (!("fields" in output)) return undefined;
  const same = (one: O) => "fields" in one.output && one.output.fields === output.fields;
  const reader = all.find((one) => one.method === "GET" && same(one));
  return reader === operation ? undefined : reader;
}

/** By the names of an answer's fields that are objects, the read whose answer has the same object, where that is another one. */
export function partReadersOf<O extends Operation>({ output }: O, all: readonly O[]): ReadonlyMap<string, O> {
  if (!("fields" in output)) return new Map();
  const readers = Object.entries(output.fields).flatMap(([name, field]): (readonly [string, O])[] => {
    if (field.type !== "object") return [];
    const reading = all.filter(
      (one) => one.method === "GET" && "fields" in one.output && one.output.fields[name] === field,
    );
    // One that is read for other calls as well is likelier to be known.
    const reader = reading.find((one) => all.some((other) => readerOf(other, all) === one)) ?? reading[0];
    return reader === undefined || reader.output === output ? [] : [[name, reader]];
  });
  return new Map(readers);
}

/** What an answer shows next to the row that it is about. */
export interface Ownership {
  /** The set that owns the row; null or left out for none. */
  readonly managedBy?: string | null;
  /** What is said of the rows that the call changed, as a plan of the same change says it. */
  readonly warnings?: readonly Warning[];
}
