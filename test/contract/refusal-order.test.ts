/**
 * The order of refusal (docs/contract.md, "Order of refusal") by enumeration: for every kind, every pair of faults that one request
 * can have at once; the earlier one answers.
 */
import { beforeAll, describe, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check } from "../support/checks.ts";
import { type ContractTenant, contractFor, missingId, walked } from "../support/contract.ts";
import { allowOnly, sendAs } from "../support/credentials.ts";
import { referencesIn, withReference } from "../support/references.ts";
import { pathOf, type SampleRow } from "../support/samples.ts";

const contract = contractFor(import.meta.url);

/** In the order in which they answer. */
const faults = [
  "credential",
  "wrong kind",
  "address",
  "plan",
  "read only",
  "resource",
  "method",
  "media type",
  "size",
  "json",
  "if-match",
  "shape",
  "row",
  "version",
  "key",
  "rules",
  "in use",
] as const;
type Fault = (typeof faults)[number];

const answers: Readonly<Record<Fault, readonly [number, string]>> = {
  credential: [401, "unauthorized"],
  "wrong kind": [403, "forbidden"],
  address: [403, "forbidden"],
  plan: [403, "forbidden"],
  "read only": [403, "read_only_key"],
  resource: [404, "not_found"],
  method: [405, "method_not_allowed"],
  "media type": [415, "unsupported_media_type"],
  size: [413, "payload_too_large"],
  json: [400, "bad_request"],
  "if-match": [400, "bad_request"],
  shape: [422, "unprocessable_entity"],
  row: [404, "not_found"],
  version: [412, "precondition_failed"],
  key: [409, "conflict"],
  rules: [422, "unprocessable_entity"],
  "in use": [409, "conflict"],
};

/** What distinguishes answers with the same code. */
const reasons: Partial<Record<Fault, string>> = {
  "wrong kind": "scope",
  address: "address",
  plan: "plan",
  "in use": "in_use",
};

const ofTheCredential: readonly Fault[] = ["credential", "wrong kind", "address", "plan", "read only"];
const ofTheBody: readonly Fault[] = ["media type", "size", "json", "shape", "key", "rules"];

let tenant: ContractTenant;
/** Credentials by their faults, joined. */
const credentials = new Map<string, string>();

beforeAll(async () => {
  tenant = await contract().tenant();
  for (const plan of [false, true]) {
    for (const address of [false, true]) {
      const { id } =
        plan || address
          ? await contract().makeOrganization({ plan: plan ? "team" : "business" })
          : tenant.organization;
      if (address) await allowOnly(contract(), id, "192.0.2.0/24");
      const organization: Fault[] = [
        ...(address ? ["address" as const] : []),
        ...(plan ? ["plan" as const] : []),
      ];
      for (const scope of ["api:admin", "mcp:admin", "api:config_read"] as const) {
        for (const expired of [false, true]) {
          const own = {
            "api:admin": [],
            "mcp:admin": ["wrong kind"],
            "api:config_read": ["read only"],
          } as const;
          const key = await contract().makeKey(id, [scope], expired ? { expiresAt: new Date(0) } : {});
          const has = new Set<Fault>([
            ...(expired ? ["credential" as const] : []),
            ...own[scope],
            ...organization,
          ]);
          credentials.set(faults.filter((fault) => has.has(fault)).join(), key.value);
        }
      }
    }
  }
});

describe.each(walked(definitions).map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("answers the earlier of two faults", async () => {
    const scene = await sceneOf(definition);
    for (const [index, first] of faults.entries()) {
      for (const second of [undefined, ...faults.slice(index + 1)]) {
        const request = requestOf(scene, second === undefined ? [first] : [first, second]);
        if (request === undefined) continue;
        const send = sendAs(contract(), `Bearer ${request.credential}`);
        const answer = await send(request.method, request.path, {
          body: request.body,
          headers: request.headers,
        });
        const what = `${request.method} ${kind}: ${first}${second === undefined ? "" : `, and ${second}`}`;
        check(`${what}: ${answer.text.slice(0, 200)}`, [answer.status, answer.body.error], answers[first]);
        if (reasons[first] !== undefined) check(`${what}: reason`, answer.body.reason, reasons[first]);
      }
    }
  });
});

interface Scene {
  readonly definition: Kind;
  readonly row: SampleRow | undefined;
  /** A settable field of the natural key, and a value that another row has. */
  readonly taken: JsonObject | undefined;
  /** A change that only a rule refuses: a reference to no row. */
  readonly unruly: JsonObject | undefined;
  /** A change that is fine. */
  readonly fine: JsonObject;
  /** A row that another one points at. */
  readonly held: string | undefined;
}

async function sceneOf(definition: Kind): Promise<Scene> {
  const { samples } = tenant;
  const writable = definition.verbs.includes("update");
  if (!writable && !definition.verbs.includes("create"))
    return { definition, row: undefined, taken: undefined, unruly: undefined, fine: {}, held: undefined };
  const row = await samples.row(definition);
  const free = definition.naturalKey.filter((name) => definition.fields[name]?.fixed !== true);
  const other =
    free.length > 0 && writable
      ? await samples.row(definition, keyOf(definition, row.sent, free))
      : undefined;
  const [reference] = writable
    ? referencesIn(definition).filter(({ field }) => definition.fields[field]?.fixed !== true)
    : [];
  const settable = Object.keys(definition.fields).find(
    (name) => definition.fields[name]?.type === "boolean" && name !== definition.oneDefault?.field,
  );
  return {
    definition,
    row,
    taken: other && Object.fromEntries(free.map((name) => [name, other.sent[name] ?? null])),
    unruly:
      reference && withReference(row.sent, reference, missingId(definitionsByKind[reference.to] as Kind)),
    fine: settable === undefined ? {} : { [settable]: row.sent[settable] ?? null },
    held: await heldRow(definition),
  };
}

/** The fixed half of the key has to agree, so that the settable half can collide. */
function keyOf(definition: Kind, sent: JsonObject, free: readonly string[]): JsonObject {
  const fixed = definition.naturalKey.filter((name) => !free.includes(name));
  return Object.fromEntries(fixed.map((name) => [name, sent[name] ?? null]));
}

async function heldRow(definition: Kind): Promise<string | undefined> {
  for (const other of definitions) {
    const reference = referencesIn(other).find(
      ({ to, cascade, stays }) => to === definition.kind && !cascade && !stays,
    );
    if (reference === undefined || other.shape === "setting") continue;
    const { id } = await tenant.samples.row(definition);
    const body = await tenant.samples.body(other);
    await tenant.samples.row(other, withReference(body, reference, id));
    return id;
  }
  return undefined;
}

interface Request {
  readonly credential: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** A request with these faults and no other; undefined where none can have them all. */
function requestOf(
  { definition, row, taken, unruly, fine, held }: Scene,
  wanted: readonly Fault[],
): Request | undefined {
  const has = (fault: Fault) => wanted.includes(fault);
  const credential = credentials.get(wanted.filter((fault) => ofTheCredential.includes(fault)).join());
  if (credential === undefined) return undefined;
  const deletes = has("in use");
  const verb = deletes ? "delete" : "update";
  const posts = !deletes && !definition.verbs.includes("update");
  if (deletes && (held === undefined || !definition.verbs.includes("delete"))) return undefined;
  if (deletes && wanted.some((fault) => ofTheBody.includes(fault))) return undefined;
  if (
    posts &&
    (!definition.verbs.includes("create") ||
      wanted.some((fault) => ["if-match", "row", "version", "key", "rules"].includes(fault)))
  ) {
    // Of a kind that cannot be written at all, only what comes before the body can be wrong.
    if (
      definition.verbs.includes("create") ||
      wanted.some((fault) => faults.indexOf(fault) > faults.indexOf("method"))
    )
      return undefined;
  }
  if (has("key") && taken === undefined) return undefined;
  if (has("rules") && unruly === undefined) return undefined;
  if (has("row") && (definition.shape === "setting" || has("key"))) return undefined;
  // A binding that is not there is made, unless a version of it was asked for.
  if (has("row") && definition.derivedId !== undefined && verb === "update" && !has("version"))
    return undefined;
  if (has("resource") && wanted.some((fault) => faults.indexOf(fault) > faults.indexOf("method")))
    return undefined;
  if (has("if-match") && has("version")) return undefined;
  if (has("resource") && has("method")) return undefined;

  const id = has("row") ? missingId(definition) : deletes ? (held as string) : (row?.id ?? definition.kind);
  const path = has("resource") ? "no_such_things" : posts ? definition.kind : pathOf(definition, id);
  const headers: Record<string, string> = {
    "content-type": has("media type") ? "text/plain" : "application/json",
  };
  if (has("if-match")) headers["if-match"] = "42";
  if (has("version")) headers["if-match"] = '"0", W/"1"';
  const members = {
    ...fine,
    ...(has("key") ? taken : {}),
    ...(has("rules") ? unruly : {}),
    ...(has("shape") ? { nonsense: 1 } : {}),
  };
  const text = has("json") ? "{" : JSON.stringify(members);
  return {
    credential,
    method: has("method") ? "PATCH" : deletes ? "DELETE" : posts ? "POST" : "PUT",
    path,
    headers,
    body: deletes ? undefined : has("size") ? text.padEnd(1_048_577, " ") : text,
  };
}
