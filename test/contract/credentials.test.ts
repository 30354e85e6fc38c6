/** Every kind × verb × credential: who is let in, who is not, and that those who are not leave no trace. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Kind, Verb } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import {
  type ContractTenant,
  callOf,
  contractFor,
  kindsWith,
  missingId,
  walked,
  withoutRequestId,
} from "../support/contract.ts";
import { type Refused, refusedCredentials, revoke, sendAs } from "../support/credentials.ts";
import type { Answer, Send } from "../support/service.ts";

const contract = contractFor(import.meta.url);
const kinds = walked(definitions).map(({ kind }) => kind);
const everyVerb: readonly Verb[] = ["list", "get", "create", "update", "delete"];

let tenant: ContractTenant;
let refusals: Refused[];
let reader: Send;
/** A row of each kind that has rows, or the setting. */
const ids = new Map<string, string>();

beforeAll(async () => {
  tenant = await contract().tenant();
  refusals = await refusedCredentials(contract(), tenant);
  const key = await contract().makeKey(tenant.organization.id, ["api:config_read"]);
  reader = sendAs(contract(), `Bearer ${key.value}`);
  for (const definition of new Set([...kindsWith("create"), ...kindsWith("update")])) {
    ids.set(definition.kind, (await tenant.samples.row(definition)).id);
  }
});

describe.each(kinds)("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const idOf = () => ids.get(kind) ?? kind;

  it("lets no other credential in", async () => {
    const before = await tenant.changes();
    for (const refusal of refusals) {
      const send = sendAs(contract(), refusal.authorization);
      for (const { method, path } of everyCall(definition, idOf())) {
        const answer = await send(method, path, withBody(method));
        checkRefusal(`${method} ${path} with ${refusal.what}`, answer, refusal);
      }
    }
    check("nothing was written", await tenant.changes(), before);
  });

  it("lets api:config_read read, and write nothing", async () => {
    const before = await tenant.changes();
    for (const verb of everyVerb) {
      if (definition.shape === "setting" && verb !== "get" && verb !== "update") continue;
      const { method, path } = callOf(definition, verb, idOf());
      const answer = await reader(method, path, withBody(method));
      if (method !== "GET") checkReadOnly(`${method} ${path}`, answer);
      else {
        const admin = await tenant.config(method, path);
        check(`${method} ${path}`, [answer.status, answer.body], [admin.status, admin.body]);
      }
    }
    check("nothing was written", await tenant.changes(), before);
  });

  it("does not exist for another organization", async () => {
    if (definition.shape === "setting") return;
    const other = await contract().tenant();
    const settable = Object.entries(await other.samples.raw(definition)).filter(
      ([name]) => definition.fields[name]?.fixed !== true,
    );
    const body = Object.fromEntries(settable);
    for (const verb of definition.verbs) {
      if (verb === "create") continue;
      if (verb === "list") {
        check("its list is empty", (await other.config("GET", kind)).body.data, []);
        continue;
      }
      const theirs = callOf(definition, verb, idOf());
      const nobodys = callOf(definition, verb, missingId(definition));
      // A binding's id is its key, which every organization may use: there, an update makes one.
      if (verb === "update" && definition.derivedId !== undefined) continue;
      for (const headers of [{}, { "if-match": "*" }, { "if-match": '"1"' }]) {
        const options = { headers, ...(verb === "update" ? { body } : {}) };
        const one = await other.config(theirs.method, theirs.path, options);
        const none = await other.config(nobodys.method, nobodys.path, options);
        check(`${theirs.method} of another's row`, one.status, 404);
        check("says what it says of no row", withoutRequestId(one), withoutRequestId(none));
        check("has the headers of no row", namesOf(one), namesOf(none));
      }
    }
  });
});

describe("settings", () => {
  it.each(kinds.filter((kind) => definitionsByKind[kind]?.shape === "setting"))(
    "of another organization are its own: %s",
    async (kind) => {
      const other = await contract().tenant({ name: "Somebody else" });
      const [mine, theirs] = [await tenant.config("GET", kind), await other.config("GET", kind)];
      check(`${kind} of a newcomer`, theirs.status, 200);
      if (ids.has(kind)) checkThat(`${kind} was not saved`, theirs.body.updated_at === null, theirs.body);
      if (ids.has(kind)) checkThat(`${kind} was saved here`, mine.body.updated_at !== null, mine.body);
    },
  );
});

it("answers read_only_key to a reading key's write whatever the path", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const path of [
      "nothing_here",
      "teams/team_1/members",
      "teams",
      "teams/team_1",
      "openapi.json",
      "export",
      "",
    ]) {
      checkReadOnly(`${method} ${path}`, await reader(method, path, withBody(method)));
    }
  }
  check("and 404 to its read", (await reader("GET", "nothing_here")).status, 404);
  check("HEAD is a read", (await reader("HEAD", "teams")).status, 200);
});

it("refuses a key from the moment it is revoked", async () => {
  const key = await contract().makeKey(tenant.organization.id, ["api:admin"]);
  const send = sendAs(contract(), `Bearer ${key.value}`);
  check("before", (await send("GET", "teams")).status, 200);
  await revoke(contract(), key.id);
  check("after", (await send("GET", "teams")).status, 401);
});

it("lets a key with api: and mcp: scopes in, with the api: scope's reach", async () => {
  const key = await contract().makeKey(tenant.organization.id, ["mcp:read", "api:admin"]);
  const answer = await sendAs(contract(), `bearer  ${key.value} `)("POST", "teams", {
    body: { name: "Mixed" },
  });
  expect(answer.status).toBe(201);
});

it("keeps the audit log from keys that may only read", async () => {
  const key = await contract().makeKey(tenant.organization.id, ["api:config_read"]);
  const answer = await contract().send("GET", "/api/v1/audit", {
    headers: { authorization: `Bearer ${key.value}` },
  });
  check("audit", [answer.status, answer.body.error, answer.body.reason], [403, "forbidden", "level"]);
});

/** The kind's calls, those that it does not have, and HEAD. */
function everyCall(definition: Kind, id: string): { method: string; path: string }[] {
  const calls = everyVerb.map((verb) => callOf(definition, verb, id));
  const unique = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  return [...unique.values(), { method: "HEAD", path: callOf(definition, "get", id).path }];
}

function withBody(method: string): { body?: unknown } {
  return method === "POST" || method === "PUT" || method === "PATCH" ? { body: {} } : {};
}

function checkRefusal(what: string, answer: Answer, { status, error, says }: Refused): void {
  check(what, answer.status, status);
  check(
    `${what}: WWW-Authenticate`,
    answer.headers["www-authenticate"],
    status === 401 ? "Bearer" : undefined,
  );
  check(`${what}: Cache-Control`, answer.headers["cache-control"], "no-store, no-transform");
  checkThat(`${what}: X-Request-Id`, /^req_/.test(answer.headers["x-request-id"] ?? ""));
  if (answer.body === undefined) return; // an answer to HEAD
  check(`${what}: code`, answer.body.error, error);
  checkThat(`${what}: message`, answer.body.message.includes(says), answer.body.message);
  check(`${what}: request_id`, answer.body.request_id, answer.headers["x-request-id"]);
  check(`${what}: no row`, answer.body.current, undefined);
}

function checkReadOnly(what: string, answer: Answer): void {
  check(what, [answer.status, answer.body?.error], [403, "read_only_key"]);
}

function namesOf({ headers }: Answer): string[] {
  return Object.keys(headers).sort();
}
