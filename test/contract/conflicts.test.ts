/** Natural keys: a taken one is answered with the row that holds it, and nothing is overwritten; and deletes. */
import { describe, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import {
  type ContractTenant,
  collections,
  contractFor,
  itWhere,
  kindsWith,
  walked,
  withoutRequestId,
} from "../support/contract.ts";
import { pathOf, type SampleRow } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const contract = contractFor(import.meta.url);

describe.each(walked(collections).map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("answers 409 to a key that is taken, with its row", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const current = await tenant.config("GET", row.path);
    for (const key of sameKeys(definition, row.sent)) {
      const body = await tenant.samples.body(definition, key);
      const changes = await tenant.changes();
      const answer = await tenant.config("POST", kind, { body });
      checkTaken(`POST ${kind} ${JSON.stringify(key)}`, answer, current);
      check("nothing was written", await tenant.changes(), changes);
    }
    check("the row is as it was", withoutDate(await tenant.config("GET", row.path)), withoutDate(current));
  });

  it("takes a key that differs in any part", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    for (const name of definition.naturalKey) {
      let fresh = await tenant.samples.body(definition);
      while (fresh[name] === row.sent[name]) fresh = await tenant.samples.body(definition);
      const others = definition.naturalKey.filter((other) => other !== name);
      const key = { [name]: fresh[name] ?? null, ...pick(row.sent, others) };
      const answer = await tenant.config("POST", kind, { body: await tenant.samples.body(definition, key) });
      check(`POST ${kind} with another ${name}: ${answer.text}`, answer.status, 201);
      if (!isFree(definition, name)) continue;
      const shouted = { ...pick(row.sent, others), [name]: String(row.sent[name]).toUpperCase() };
      const other = await tenant.config("POST", kind, {
        body: await tenant.samples.body(definition, shouted),
      });
      check(`POST ${kind} with ${name} in capitals: ${other.text}`, other.status, 201);
    }
  });

  itWhere(definition.verbs.includes("update") && freeParts(definition).length > 0)(
    "answers 409 to a rename onto a taken key",
    async () => {
      const tenant = await contract().tenant();
      const [row, other] = await twoAlike(tenant, definition);
      const [mine, theirs] = [await tenant.config("GET", row.path), await tenant.config("GET", other.path)];
      const changes = await tenant.changes();
      const key = pick(other.sent, freeParts(definition));
      for (const headers of [{}, { "if-match": String(mine.headers.etag) }, { "if-match": "*" }]) {
        const answer = await tenant.config("PUT", row.path, { body: key, headers });
        checkTaken(`PUT ${kind} ${JSON.stringify(key)}`, answer, theirs);
      }
      check("nothing was written", await tenant.changes(), changes);
      check("the row is as it was", withoutDate(await tenant.config("GET", row.path)), withoutDate(mine));
      check("the key is free when its row is gone", (await tenant.config("DELETE", other.path)).status, 200);
      const renamed = await tenant.config("PUT", row.path, { body: key });
      check(`renamed: ${renamed.text}`, [renamed.status, pick(renamed.body, Object.keys(key))], [200, key]);
      const again = await tenant.config("POST", kind, {
        body: { ...other.sent, ...pick(row.sent, freeParts(definition)) },
      });
      check(`the key that it left is free: ${again.text}`, again.status, 201);
    },
  );
});

describe.each(walked(kindsWith("delete")).map(({ kind }) => kind))("DELETE %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("removes the row, once", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const records = (await tenant.audit()).length;
    const answer = await tenant.config("DELETE", row.path);
    check(`DELETE ${kind}: ${answer.text}`, answer.status, 200);
    if (definition.deleteAnswer === undefined)
      check("its answer", answer.body, { id: row.id, deleted: true });
    else
      checkThat(
        "its answer is a list",
        Array.isArray(answer.body.data) && answer.body.truncated === false,
        answer.body,
      );
    check("has no ETag", answer.headers.etag, undefined);
    const fresh = (await tenant.audit()).slice(records);
    check(
      "one record",
      fresh.map(({ action, resource, row_id, outcome }) => [action, resource, row_id, outcome]),
      [[definition.actionNames.delete, kind, row.id, "success"]],
    );
    const reported = new Set(fresh[0]?.changes.map(({ field }) => field));
    for (const [name, value] of Object.entries(row.sent)) {
      if (value !== null) checkThat(`its record has ${name}`, reported.has(name));
    }
    check("GET", (await tenant.config("GET", row.path)).status, 404);
    check("PUT", (await tenant.config("PUT", row.path, { body: {} })).status, statusOfPut(definition));
    if (definition.derivedId !== undefined) return; // the PUT made it anew
    check("DELETE again", (await tenant.config("DELETE", row.path)).status, 404);
    check(
      "its list",
      (await tenant.config("GET", kind)).body.data.some(({ id }: { id: string }) => id === row.id),
      false,
    );
  });
});

/** A PUT of a row that is gone: there is none, unless the id says what to make, or the body has to say more. */
function statusOfPut(definition: Kind): number {
  if (!definition.verbs.includes("update")) return 405;
  if (definition.derivedId !== undefined) return 200;
  return definition.refusals?.empty ? 422 : 404;
}

/** The row's key as it was sent, and where case does not count in the other case. */
function sameKeys(definition: Kind, sent: JsonObject): JsonObject[] {
  const key = pick(sent, definition.naturalKey);
  const folded = definition.naturalKey.filter((name) => {
    const field = definition.fields[name];
    return field?.type === "text" && field.format === "email";
  });
  if (folded.length === 0) return [key];
  return [
    key,
    { ...key, ...Object.fromEntries(folded.map((name) => [name, String(key[name]).toUpperCase()])) },
  ];
}

/** Two rows that differ only in the parts of their keys that can be changed. */
async function twoAlike({ samples }: ContractTenant, definition: Kind): Promise<[SampleRow, SampleRow]> {
  const row = await samples.row(definition);
  const fixed = definition.naturalKey.filter((name) => definition.fields[name]?.fixed === true);
  return [row, await samples.row(definition, pick(row.sent, fixed))];
}

function freeParts(definition: Kind): string[] {
  return definition.naturalKey.filter((name) => definition.fields[name]?.fixed !== true);
}

/** A text of any form, whose case counts. */
function isFree(definition: Kind, name: string): boolean {
  const field = definition.fields[name];
  return field?.type === "text" && (field.format === undefined || field.format === "service");
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
}

function checkTaken(what: string, answer: Answer, current: Answer): void {
  check(`${what}: ${answer.text}`, [answer.status, answer.body.error], [409, "conflict"]);
  check(`${what}: current`, answer.body.current, current.body);
  check(`${what}: ETag`, answer.headers.etag, current.headers.etag);
  check(`${what}: no Location`, answer.headers.location, undefined);
  check(`${what}: members`, Object.keys(withoutRequestId(answer)), ["error", "message", "current"]);
}

function withoutDate({ status, body, headers: { date: _, "x-request-id": __, ...headers } }: Answer) {
  return { status, body, headers };
}

describe("a natural key that is null", () => {
  it("is no key: there may be many rows without one", async () => {
    const tenant = await contract().tenant();
    // Where another key stands in, that one is the row's.
    for (const definition of kindsWith("create").filter(({ otherKey = [] }) => otherKey.length === 0)) {
      for (const name of definition.naturalKey) {
        const field = definition.fields[name];
        if (field?.type === "computed" || field?.type === "secret" || !field?.nullable) continue;
        const ids = new Set<string>();
        for (let i = 0; i < 3; i += 1) ids.add((await tenant.samples.row(definition, { [name]: null })).id);
        check(`rows of ${definition.kind} without ${name}`, ids.size, 3);
        check("are all listed", (await tenant.config("GET", definition.kind)).body.data.length, 3);
      }
    }
  });
});

it("finds a binding by its key and by its id alike", async () => {
  const tenant = await contract().tenant();
  for (const definition of collections.filter(({ derivedId }) => derivedId !== undefined)) {
    const { sent, id } = await tenant.samples.row(definition);
    const parts = definition.naturalKey.map((name) => String(sent[name]));
    check(`the id of ${definition.kind}`, id, definition.derivedId?.format(parts));
    check("read by it", (await tenant.config("GET", pathOf(definition, id))).body.id, id);
  }
});
