/** Who may do what: levels, and how scopes and roles grant them. Contract: docs/contract.md, "Levels". */

export const levels = ["read", "operate", "admin"] as const;
export type Level = (typeof levels)[number];

/** Scopes of keys that are bound to one connector: its engine's agent, and the engine that sends alerts. */
export const engineScopes = ["engine:agent", "engine:intake"] as const;
export type EngineScope = (typeof engineScopes)[number];

/** At MCP: what an engine's agent or a checker sends, which no model needs, next to what `mcp:write` may. */
export const programScope = "mcp:program";

export const scopes = [
  "api:admin",
  "api:config_read",
  "mcp:read",
  "mcp:write",
  "mcp:admin",
  programScope,
  ...engineScopes,
] as const;
export type Scope = (typeof scopes)[number];

/** What a narrowed key may be left with. `operate` is whatever changes something and is no verb of a kind. */
export const keyVerbs = ["read", "create", "update", "delete", "operate"] as const;
export type KeyVerb = (typeof keyVerbs)[number];

/** What a narrowed key is held to next to its scopes (engine/limits.ts). Null: no limit. */
export interface Limits {
  readonly kinds: readonly string[] | null;
  readonly verbs: readonly KeyVerb[] | null;
  /** Rows that name services, and none but these. */
  readonly services: readonly string[] | null;
  /** A team: the row itself, and rows that are of it. */
  readonly team: { readonly kind: string; readonly id: string } | null;
  /** Where the key may call from; the authenticator looks at it. */
  readonly addresses: readonly string[] | null;
}

export const roles = ["viewer", "member", "org_admin"] as const;
export type Role = (typeof roles)[number];

export const plans = ["free", "team", "business"] as const;
export type Plan = (typeof plans)[number];

/**
 * The doors an action can be reached through; the audit record keeps which one it was. What the service does by
 * itself came through no door of others': it is on record at `service`.
 */
export const doors = ["rest", "mcp", "console", "operator", "service"] as const;
export type Door = (typeof doors)[number];

const scopeLevel: Readonly<Record<Scope, Level>> = {
  "api:admin": "admin",
  "api:config_read": "read",
  "mcp:read": "read",
  "mcp:write": "operate",
  "mcp:admin": "admin",
  [programScope]: "operate",
  "engine:agent": "operate",
  "engine:intake": "operate",
};

/** The scopes of an engine's key; none for every other key. */
export function engineScopesOf(held: readonly Scope[]): readonly EngineScope[] {
  return engineScopes.filter((scope) => held.includes(scope));
}

const roleLevel: Readonly<Record<Role, Level>> = { viewer: "read", member: "operate", org_admin: "admin" };

/** The highest level that the scopes of one endpoint (`api` or `mcp`) grant; undefined when none is for it. */
export function levelOfScopes(held: readonly Scope[], endpoint: "api" | "mcp"): Level | undefined {
  const [engine] = engineScopesOf(held);
  if (engine !== undefined) return endpoint === "api" ? scopeLevel[engine] : undefined;
  const granted = held.filter((scope) => scope.startsWith(`${endpoint}:`)).map((scope) => scopeLevel[scope]);
  return highest(granted);
}

/** A role's level, lowered to a token's ceiling where there is one; a ceiling never raises. */
export function levelOfRole(role: Role, ceiling: Role | null = null): Level {
  const own = roleLevel[role];
  if (ceiling === null) return own;
  const cap = roleLevel[ceiling];
  return levels.indexOf(cap) < levels.indexOf(own) ? cap : own;
}

export function allows(held: Level, needed: Level): boolean {
  return levels.indexOf(held) >= levels.indexOf(needed);
}

function highest(granted: readonly Level[]): Level | undefined {
  return [...levels].reverse().find((level) => granted.includes(level));
}
