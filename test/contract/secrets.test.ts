/**
 * Secrets go in and never come out. Every file that uses the contract service ends by looking for them in
 * all that was answered, logged and stored; here are the places where they could leave most easily.
 */
import { describe, it } from "vitest";
import { createVault } from "../../src/database/vault.ts";
import { secretIdentity } from "../../src/engine/draft.ts";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor, leaksOf } from "../support/contract.ts";
import type { SampleRow } from "../support/samples.ts";
import { secretMarker } from "../support/values.ts";

const contract = contractFor(import.meta.url, { LOG_LEVEL: "trace" });
const kinds = definitions.filter(({ fields }) => Object.values(fields).some(({ type }) => type === "secret"));

describe.each(kinds.map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const secrets = Object.keys(definition.fields).filter((name) => definition.fields[name]?.type === "secret");

  it("keeps its secrets, sealed", async () => {
    const tenant = await contract().tenant();
    const { id, sent } = await tenant.samples.row(definition);
    const row = await contract().store.row(tenant.organization.id, kind, id);
    const vault = createVault(contract().settings.secretKeys);
    for (const name of secrets) {
      const sealed = row?.secrets[name] ?? "";
      const identity = secretIdentity(tenant.organization.id, kind, id, name);
      check(`${kind}.${name} opens`, JSON.parse(vault.open(sealed, identity)), sent[name]);
      check(`${kind}.${name} is nowhere else`, name in (row?.configuration ?? {}), false);
    }
    check("seals differ", new Set(Object.values(row?.secrets ?? {})).size, secrets.length);
  });

  it("never shows them, whatever the answer", async () => {
    const tenant = await contract().tenant();
    const { config } = tenant;
    const row = await tenant.samples.row(definition);
    for (const name of secrets) check(`${name}_set`, row.answer.body[`${name}_set`], true);
    await everyAnswer(tenant, definition, row);
    for (const name of secrets) {
      const wrong: Json[] = [
        `${secretMarker}\0`,
        `${secretMarker}${"x".repeat(20_000)}`,
        [secretMarker],
        { [secretMarker]: "\ud800" },
        5,
      ];
      for (const value of wrong) {
        const answer = await config("PUT", row.path, { body: { [name]: value, nonsense: 1 } });
        check(
          `a wrong ${name}`,
          [answer.status, answer.body.fields.map(({ field }: { field: string }) => field)],
          [422, [name, "nonsense"]],
        );
      }
      const malformed = await config("PUT", row.path, { body: `{"${name}": "${secretMarker}" oops}` });
      check("half a body", malformed.status, 400);
    }
    const audit = await tenant.api("GET", `audit?kind=${kind}`);
    check("audit", audit.status, 200);
    const reported = audit.body.data.flatMap(
      ({ changes }: { changes: { field: string; secret?: string }[] }) => changes,
    );
    for (const name of secrets) {
      check(
        `the record of ${name}`,
        reported.find(({ field }: { field: string }) => field === name),
        { field: name, secret: "set" },
      );
    }
    check("leaks", await leaksOf(contract()), []);
  });
});

it("a bug shows neither its caller nor the log what was sent", async () => {
  const tenant = await contract().tenant();
  const { database } = contract();
  const connectors = definitionsByKind.connectors as Kind;
  const body = await tenant.samples.body(connectors);
  await database.execute(`
    CREATE FUNCTION test_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a planted fault: %', NEW; END $$;
    CREATE TRIGGER test_fault BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION test_fault();
  `);
  const answer = await tenant.config("POST", "connectors", { body });
  await database.execute("DROP TRIGGER test_fault ON rows; DROP FUNCTION test_fault();");
  check("500", [answer.status, answer.body.error], [500, "internal_error"]);
  check("members", Object.keys(answer.body).sort(), ["error", "message", "request_id"]);
  check("says nothing of the fault", /fault|rows|insert|SELECT/i.test(answer.text), false);
  const logged = contract().logs.filter((line) => line.includes(answer.body.request_id));
  checkThat(
    "the log says what happened, under the request's id",
    logged.some((line) => line.includes("a planted fault")),
    logged,
  );
  check("nothing is left of it", await tenant.audit(), []);
  check("leaks", await leaksOf(contract()), []);
  check("and the next write is fine", (await tenant.config("POST", "connectors", { body })).status, 201);
});

it("keys are secrets too", async () => {
  const tenant = await contract().tenant();
  await tenant.config("GET", "teams");
  await tenant.config("GET", "no_such_things");
  await tenant.config("POST", "teams", { body: {} });
  const { value } = tenant.key;
  check(
    "in answers",
    contract().outputs.filter((text) => text.includes(value)),
    [],
  );
  check(
    "in the log",
    contract().logs.filter((line) => line.includes(value)),
    [],
  );
  const stored = await contract().database.queryText<{ text: string }>(
    { name: "test-key-leaks", text: "SELECT t::text AS text FROM api_keys AS t WHERE t::text LIKE $1" },
    [`%${value.slice(12)}%`],
  );
  check("at rest", stored, []);
});

/** Answers of every status that carry a row. */
async function everyAnswer({ config, api, samples }: ContractTenant, definition: Kind, row: SampleRow) {
  const { kind } = definition;
  const etag = String(row.answer.headers.etag);
  const statuses = [
    (await config("GET", row.path)).status,
    (await config("PUT", row.path, { body: row.sent })).status,
    (await config("PUT", row.path, { body: row.sent, headers: { "if-match": '"0"' } })).status,
    (await config("GET", row.path, { headers: { "if-none-match": etag } })).status,
  ];
  check("200, 200, 412, 304", statuses, [200, 200, 412, 304]);
  if (definition.shape === "setting") return;
  check("list", (await config("GET", `${kind}?etags=true`)).status, 200);
  check("409", (await config("POST", kind, { body: row.sent })).status, 409);
  await samples.row(definition);
  await api("GET", "config/export");
}
