/**
 * Calls that are not an organization's configuration: signing in, the account, an organization's keys and
 * members, and what the operator of the installation does. Declared like actions, so that HTTP serves them
 * and OpenAPI describes them from one place.
 */
import type { Level } from "../kernel/access.ts";
import type { Fields, ItemField } from "../kernel/field.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Caller } from "./context.ts";
import type { KnownSession } from "./ports/identity.ts";

export interface SiteCall {
  /** The operation's name, unique among all calls and actions: `create_api_key`. */
  readonly name: string;
  readonly tag: "session" | "account" | "organization" | "operator";
  readonly title: string;
  readonly description: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole path; `{name}` takes one segment, given to `run` in `path`. */
  readonly path: string;
  /** `session` with `{org}` in the path needs a membership there, at `level`. */
  readonly credential: "none" | "session" | "operator";
  readonly level?: Level;
  /** Served too while the person's temporary password is not changed yet; other session calls are refused. */
  readonly changingPassword?: true;
  /** What the call is about, as the audit log names it; without one, the tag. */
  readonly resource?: string;
  /** Members of the body; absent where the call takes none. A kind's own validator reads it. */
  readonly body?: Fields;
  /** Members that people send out of habit, each with what to do instead: 422 that says so. */
  readonly refused?: Readonly<Record<string, string>>;
  /** How the body is read: `update` fills in no defaults. */
  readonly bodyMode?: "create" | "update";
  readonly status: 200 | 201;
  readonly output: ItemField;
  run(request: SiteRequest): Promise<SiteAnswer>;
}

export interface SiteRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Present where `credential` is `session`, and where it is `none` and the request has one anyway. */
  readonly session?: KnownSession;
  /** The session's caller in `{org}`. */
  readonly caller?: Caller;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  /** What earlier sign-ins left in the browser, for the throttle of guesses; not verified yet. */
  readonly deviceMarks: string | undefined;
  readonly now: Date;
}

export interface SiteAnswer {
  readonly body: JsonObject;
  /** The secret of a session that begins, or null where one ends. */
  readonly session?: string | null;
  /** What the browser keeps for so many seconds, so that its next sign-in is known. */
  readonly deviceMarks?: { readonly value: string; readonly seconds: number };
}
