import { allows, type Door, type EngineScope, type Level, type Limits, type Plan } from "../kernel/access.ts";
import { newRequestId } from "../kernel/ids.ts";
import type { Actor } from "../kernel/kind.ts";
import type { Quotas } from "../kernel/quotas.ts";
import type { Suspension } from "../kernel/suspension.ts";
import type { Turn } from "../kernel/time-slices.ts";
import type { Warning } from "../kernel/warning.ts";
import { currentTime } from "./clock.ts";
import type { Gathering } from "./gathering.ts";
import type { Keeping } from "./ports/repeats.ts";

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly ipAllowlist: readonly string[];
  /** Whether it has behaviour tests; left out where the credential was read without it. */
  readonly hasTests?: boolean;
  /** Whether it has change policies; left out likewise. */
  readonly hasPolicies?: boolean;
  /** Why it takes no changes; null where it does. */
  readonly suspension: Suspension | null;
  /** How much it may have: its own quotas over those of its plan. */
  readonly quotas: Quotas;
}

/** Somebody whose credential was accepted, in one organization. */
export interface Caller {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly level: Level;
  /** A key that may only read; refusing its writes has an error code of its own. */
  readonly readOnlyKey: boolean;
  /** A key that REST asks first, too, as doors do where callers can err (confirmation.ts). */
  readonly asks?: true;
  /** At MCP: what is for programs may be called, too (`ConfigurationOperation.forPrograms`). */
  readonly isProgram?: true;
  /** What an engine's key is bound to; it is for the calls of these scopes, about that connector. */
  readonly engine?: { readonly scopes: readonly EngineScope[]; readonly connectorId: string };
  /** What a narrowed key is limited to (limits.ts); left out where nothing is taken away. */
  readonly limits?: Limits;
  /** The person behind a session or a token. */
  readonly userId?: string;
  /** Of a key: the person who made it, where that is known. */
  readonly madeBy?: string;
  /** With `madeBy`: what that person may do now; null where they are in the organization no more. */
  readonly makerLevel?: Level | null;
  /** It may read and propose, and nothing else, whatever its level. */
  readonly proposeOnly?: true;
}

/** Who waits at a door for what a call answers. */
export interface Client {
  /** Aborted with a refusal when the client goes away before it has its whole answer. */
  readonly gone: AbortSignal;
  /** Does something once the whole answer was sent, or the client is gone. */
  onEnd(work: () => void): void;
  /** Called after each step of long work. */
  readonly worked?: (() => void) | undefined;
}

/** One call of one operation: who, through which door, when. */
export interface Call {
  readonly caller: Caller;
  readonly door: Door;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly now: Date;
  /** The run that it is a part of, as the caller names it (kernel/run.ts). */
  readonly run?: string | undefined;
  /** Only of what reads: a change goes on without its client. */
  readonly client?: Client | undefined;
  /** Of a long change: aborted with a refusal where its caller takes it back. It is looked at before the commit, and never after. */
  readonly cancelled?: AbortSignal | undefined;
  /** A model that named no size is answered what costs it little: lists are cut, and say where they go on. */
  readonly isBrief?: true;
  /** Why tests that the change breaks are to hold nothing back; an administrator's word. */
  readonly overrideTests?: string;
  /** The proposal that it applies or takes back: whoever had to look has looked. */
  readonly proposal?: string;
  /** Why change policies are to hold nothing back; an administrator's word. */
  readonly breakGlass?: string;
  /** A model made what is done, such as a plan that somebody else applies. */
  readonly byAgent?: true;
  /** Of a proposal that is applied: who made it, and who approved what it does. */
  readonly approved?: Approved | undefined;
  /** It follows from what no change policy holds, such as that a person leaves. */
  readonly unheld?: true;
  /** The service makes it, but people wrote it, such as in a repository: change policies hold it like a person's. */
  readonly held?: true;
  /** It is decided up to its commit alone, for what it asks of rows. */
  readonly gathering?: Gathering | undefined;
  /** What was foretold for its change policies, by what changes. */
  readonly forecasts?: Map<string, unknown> | undefined;
  /** What is done between the commit and the answer, by who does it; each says what the caller is to know of it. */
  readonly afterwards?: Map<string, () => Promise<readonly Warning[]>> | undefined;
  /** Of a call that is answered the same when it comes again: a change in one transaction keeps its answer in that. */
  readonly keeping?: Keeping | undefined;
  /**
   * Authenticates and authorizes the caller anew, for what is done or answered after a wait.
   * @throws Refusal where they may not be answered any more
   */
  readonly again?: (() => Promise<Caller>) | undefined;
}

/** Who is behind a proposal that is applied: people by their addresses, in lower case. */
export interface Approved {
  /** Who made it; null where no person is known. */
  readonly author: string | null;
  /** Whether a model made it, or a credential that only proposes. */
  readonly byAgent: boolean;
  /** Who approved what it does. */
  readonly by: readonly string[];
}

/** Whether a model makes the call or what it does, or a credential that only proposes. */
export function isByAgent({ door, caller, byAgent }: Pick<Call, "door" | "caller" | "byAgent">): boolean {
  return byAgent === true || door === "mcp" || caller.proposeOnly === true;
}

/**
 * The caller where a call is somebody's word, such as an approval: a key's is that of the person who made it, as far as
 * they may speak now.
 */
export function asPerson(caller: Caller): Caller {
  const { makerLevel: level } = caller;
  return level && !allows(level, caller.level) ? { ...caller, level } : caller;
}

/** The person who answers for what a credential does: its own, or the maker of a key. */
export function personBehind({ userId, madeBy }: Pick<Caller, "userId" | "madeBy">): string | undefined {
  return userId ?? madeBy;
}

/** For whom the long work of a call is done: it takes turns with what else the organization asks for. */
export function turnOf({ caller, client }: Call): Turn {
  return { of: caller.organization.id, signal: client?.gone, worked: client?.worked };
}

/** @param part the part of the service that acts, by which the audit log knows it */
export function serviceCall(part: string, organization: Organization, level: Level = "operate"): Call {
  return {
    caller: {
      actor: { kind: "service", id: part, name: part },
      organization,
      level,
      readOnlyKey: false,
    },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now: currentTime(),
  };
}

/** What follows by itself from a call, such as of an agent. @param name what followed, as the audit log shows it */
export function asService(call: Call, part: string, name: string): Call {
  const actor = { kind: "service", id: part, name } as const;
  const { limits: _, ...caller } = call.caller;
  return { ...call, door: "service", caller: { ...caller, actor, level: "operate", readOnlyKey: false } };
}
