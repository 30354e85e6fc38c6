import type { Door, EngineScope, Level, Plan } from "../kernel/access.ts";
import type { Actor } from "../kernel/resource.ts";
import type { LazyRow } from "./ports/rows.ts";

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly ipAllowlist: readonly string[];
}

/** Somebody whose credential was accepted, in one organization. */
export interface Caller {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly level: Level;
  /** A key that may only read; refusing its writes has an error code of its own. */
  readonly readOnlyKey: boolean;
  /** What an engine's key is bound to; it is for the calls of these scopes, about that connector. */
  readonly engine?: { readonly scopes: readonly EngineScope[]; readonly connectorId: string };
  /** The person behind a session or a token. */
  readonly userId?: string;
}

/** One call of one operation: who, through which door, when. */
export interface Call {
  readonly caller: Caller;
  readonly door: Door;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly now: Date;
  /** A row that the door read together with the credential, so that reading it costs no second round trip. */
  readonly preloaded?: { readonly kind: string; readonly id: string; readonly row: LazyRow | undefined };
}
