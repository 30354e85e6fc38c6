/**
 * What a narrowed API key is limited to: each limit only takes away from what its scopes give. Whether a call is
 * within them is decided here alone. `authorize` asks from the request's head, `invoke` with the input, and the row
 * engine of every row that it reads or writes for the caller.
 */
import { type KeyVerb, keyVerbs, type Limits } from "../kernel/access.ts";
import type { Kind } from "../kernel/kind.ts";
import { Refusal } from "../kernel/problem.ts";
import { namingPlaces, servicesIn } from "../kernel/service-names.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Caller } from "./context.ts";
import type { ConfigurationOperation, KindNamed, Operation, OperationInput } from "./operation.ts";
import type { Store, StoredRow } from "./ports/rows.ts";

type LimitName = "kinds" | "verbs" | "services" | "team_id";

const writes: readonly KeyVerb[] = ["create", "update", "delete"];

/** Refuses what the key's limits leave out, as far as the operation alone says so. @throws 403 with the reason limit */
export function refuseBeyond(operation: Operation, { limits }: Pick<Caller, "limits">): void {
  const limit = limits && "effect" in operation ? limitOf(operation, limits) : undefined;
  if (limit !== undefined) throw beyond(limit, `${operation.name} is left out`);
}

/** Whether a credential with this caller is shown the operation at all. */
export function isWithin(operation: ConfigurationOperation, { limits }: Pick<Caller, "limits">): boolean {
  return limits === undefined || limitOf(operation, limits) === undefined;
}

/** The limit that leaves the operation out whatever its input. */
function limitOf(operation: ConfigurationOperation, limits: Limits): LimitName | undefined {
  const { verbs } = limits;
  if (verbs !== null && !verbsOf(operation).some((verb) => verbs.includes(verb))) return "verbs";
  const { input, reach } = operation;
  if ("definition" in input) return limitOfKind(limits, input.definition);
  if (reach === "own" || reach === "changes") return undefined;
  if (limits.kinds !== null && !reachesKinds(reach, limits.kinds)) return "kinds";
  if (limits.services !== null && reach?.row === undefined && reach?.service === undefined) return "services";
  if (limits.team !== null && reach?.row === undefined) return "team_id";
  return undefined;
}

/** The verbs of which a key needs one. */
function verbsOf({ input, effect, level, reach }: ConfigurationOperation): readonly KeyVerb[] {
  if (reach === "changes") return writes;
  if ("definition" in input) return [effect];
  return effect === "read" && level !== "operate" ? ["read"] : ["operate"];
}

function reachesKinds(reach: Exclude<ConfigurationOperation["reach"], string>, kinds: readonly string[]) {
  if (reach === undefined) return false;
  if ("in" in reach.kinds) return true;
  return reach.kinds.length > 0 && reach.kinds.every(({ kind }) => kinds.includes(kind));
}

/** The limit that leaves out every row of the kind. */
function limitOfKind({ kinds, services, team }: Limits, definition: Kind): LimitName | undefined {
  if (kinds !== null && !kinds.includes(definition.kind)) return "kinds";
  if (services !== null && namingPlaces(definition.fields).length === 0) return "services";
  if (team !== null && definition.kind !== team.kind && teamFields(definition, team.kind).length === 0)
    return "team_id";
  return undefined;
}

type Row = Pick<StoredRow, "id" | "configuration">;

/** The limit that leaves out the row; undefined where the caller may see it and, as far as their level goes, write it. */
export function limitOfRow({ limits }: Caller, definition: Kind, row: Row): LimitName | undefined {
  if (limits === undefined) return undefined;
  const { services, team } = limits;
  const ofKind = limitOfKind(limits, definition);
  if (ofKind !== undefined) return ofKind;
  if (services !== null) {
    const named = servicesIn(definition.fields, row.configuration);
    if (named.length === 0 || !named.every((name) => services.includes(name))) return "services";
  }
  return team === null || isOfTeam(definition, row, team) ? undefined : "team_id";
}

/** @throws 403 with the reason limit */
export function refuseRow(caller: Caller, definition: Kind, row: Row): void {
  const limit = limitOfRow(caller, definition, row);
  if (limit !== undefined) throw beyond(limit, `this row of ${definition.kind} is left out`);
}

/** @throws 403 with the reason limit where the caller may see no row of the kind */
export function refuseKind({ limits }: Caller, definition: Kind): void {
  const limit = limits && limitOfKind(limits, definition);
  if (limit !== undefined) throw beyond(limit, `${definition.kind} is left out`);
}

/** Whether the caller sees rows of this kind at all. */
export function seesKind({ limits }: Caller, definition: Kind): boolean {
  return limits === undefined || limitOfKind(limits, definition) === undefined;
}

/** Whether the caller sees some rows and not others: then each has to be looked at. */
export function seesSomeRows({ limits }: Pick<Caller, "limits">): boolean {
  return limits !== undefined && (limits.services !== null || limits.team !== null);
}

/** Whether the caller sees everything that there is to see at their level. */
export function seesAll({ limits }: Pick<Caller, "limits">): boolean {
  return limits === undefined || (limits.kinds === null && limits.services === null && limits.team === null);
}

/** Reads a list as it is, or where the caller sees some of its rows only, goes on until there are so many of those. */
export function withinLimits<R extends { readonly id: string }>(
  caller: Caller,
  definition: Kind,
  read: (after: R | undefined, most: number) => Promise<readonly R[]>,
): (after: R | undefined, most: number) => Promise<readonly R[]> {
  if (!seesSomeRows(caller)) return read;
  return async (start, most) => {
    const seen: R[] = [];
    for (let after = start; ; ) {
      const page = await read(after, most);
      seen.push(...page.filter((row) => limitOfRow(caller, definition, contentOf(row)) === undefined));
      if (page.length < most || seen.length >= most) return seen.slice(0, most);
      after = page.at(-1);
    }
  };
}

/** Rows of lists are read where they are looked at. */
function contentOf(row: { readonly id: string; read?(): Row; readonly configuration?: JsonObject }): Row {
  return row.read?.() ?? { id: row.id, configuration: row.configuration ?? {} };
}

/**
 * Refuses by what the input names, for operations that are no verbs: the row engine looks at the rows of verbs itself.
 * @throws 403 with the reason limit
 */
export async function refuseInputBeyond(
  store: Pick<Store, "row">,
  { name, input, reach }: ConfigurationOperation,
  caller: Caller,
  { body }: OperationInput,
): Promise<void> {
  const { limits } = caller;
  if (limits === undefined || "definition" in input || typeof reach !== "object") return;
  const kinds = "in" in reach.kinds ? kindNamed(reach.kinds, body) : reach.kinds;
  for (const definition of kinds) refuseKind(caller, definition);
  if (reach.service !== undefined && limits.services !== null) {
    const [service] = textsOf(body, reach.service);
    if (service === undefined || !limits.services.includes(service))
      throw beyond("services", `${name} for this service is left out`);
  }
  const [definition] = kinds;
  if (reach.row === undefined || definition === undefined || !seesSomeRows(caller)) return;
  const [id] = textsOf(body, reach.row);
  const found = id === undefined ? undefined : await store.row(caller.organization.id, definition.kind, id);
  // What is not there is refused by the operation itself.
  if (found !== undefined) refuseRow(caller, definition, found);
}

/** A kind that there is not is refused by the operation itself. */
function kindNamed({ in: name, of }: KindNamed, body: JsonObject): readonly Kind[] {
  const [kind = ""] = textsOf(body, name);
  const definition = Object.hasOwn(of, kind) ? of[kind] : undefined;
  return definition === undefined ? [] : [definition];
}

function textsOf(body: JsonObject, name: string): string[] {
  const value = body[name];
  return typeof value === "string" ? [value] : [];
}

/** What is left of verbs and kinds, for who asks who they are. */
export function reachOf({ limits, level, readOnlyKey }: Caller, definitions: readonly Kind[]) {
  const within: readonly KeyVerb[] = readOnlyKey || level === "read" ? ["read"] : keyVerbs;
  const kinds = definitions.filter((definition) => limits && limitOfKind(limits, definition) === undefined);
  const all = limits === undefined || kinds.length === definitions.length;
  return {
    kinds: all ? null : kinds.map(({ kind }) => kind),
    verbs: within.filter((verb) => limits?.verbs == null || limits.verbs.includes(verb)),
    services: limits?.services ?? null,
    team_id: limits?.team?.id ?? null,
    addresses: limits?.addresses ?? null,
  };
}

/** The fields that say whose row it is: the one that is marked so, and where a row is a part of its team, its key. */
function teamFields({ fields, naturalKey }: Kind, teams: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.type === "reference" && field.to === teams && (field.owner === true || naturalKey.includes(name))
      ? [name]
      : [],
  );
}

/** The teams whose row it is, as a key that is narrowed to one is held to it. */
export function ownersOf(definition: Kind, id: string, configuration: JsonObject, teams: string): string[] {
  if (definition.kind === teams) return [id];
  return teamFields(definition, teams).flatMap((name) => {
    const owner = configuration[name];
    return typeof owner === "string" ? [owner] : [];
  });
}

function isOfTeam(definition: Kind, { id, configuration }: Row, team: NonNullable<Limits["team"]>): boolean {
  if (definition.kind === team.kind) return id === team.id;
  return teamFields(definition, team.kind).every((name) => configuration[name] === team.id);
}

function beyond(limit: LimitName, what: string): Refusal {
  return new Refusal(
    "forbidden",
    `This key is narrowed by ${limit}, and ${what}; use another key, or have an administrator make one with wider ${limit}.`,
    { reason: "limit" },
  );
}
