/**
 * Read-only fields in a body: what moves by itself is let pass in an update, whatever it says; the rest must
 * say what is so; and a creation takes none of them.
 */
import { describe, it } from "vitest";
import type { ComputedField, Json } from "../../src/kernel/field.ts";
import { fieldsOf, type Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { contractFor, kindsWith, walked } from "../support/contract.ts";

const contract = contractFor(import.meta.url);

/** Decisions §3: what time or a checker moves. */
const routine =
  /^(updated_at|health_status|last_.*|.*_failures|active|frozen|override_.*|observed_status|members|updates|finding_counts|not_after|issuer|subject_alt_names|fingerprint_sha256|sli_percent|error_budget_remaining_percent|burn_rate)$/;

/** What only a call moves. */
const held =
  /^([a-z_]+\.(id|created_at|[a-z_]+_set)|alert_mutes\.(starts_at|expires_at|created_by)|aws_external_id\.external_id|prompt_templates\.(review_status|flagged_patterns)|status_page_incidents\.(started_at|resolved_at))$/;

const values: readonly Json[] = ["something else", 7, true, null, [], { a: 1 }, "1999-12-31T23:59:59.000Z"];

describe.each(walked(kindsWith("update")).map(({ kind }) => kind))("PUT %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("passes over routine fields, and holds the others to the row", async () => {
    const tenant = await contract().tenant();
    const { path } = await tenant.samples.row(definition);
    const row = await tenant.config("GET", path);
    const changes = await tenant.changes();
    // A kind that refuses to be named nothing else gets something that is fine next to.
    const extra = definition.refusals?.empty ? { enabled: row.body.enabled } : {};
    for (const [name, field] of readOnly(definition)) {
      const expected = routineByContract(definition, name) ?? field.routine;
      check(`${kind}.${name} is routine by the contract`, field.routine, expected);
      const own = await tenant.config("PUT", path, { body: { ...extra, [name]: row.body[name] } });
      check(`${name} as it is: ${own.text}`, [own.status, own.headers.etag], [200, row.headers.etag]);
      for (const value of values) {
        if (JSON.stringify(value) === JSON.stringify(row.body[name])) continue;
        const answer = await tenant.config("PUT", path, { body: { ...extra, [name]: value } });
        const what = `PUT ${kind}.${name} = ${JSON.stringify(value)}`;
        if (field.routine) check(what, [answer.status, answer.headers.etag], [200, row.headers.etag]);
        else
          check(
            what,
            [answer.status, answer.body.error, answer.body.field],
            [422, "unprocessable_entity", name],
          );
      }
    }
    check("nothing was written", await tenant.changes(), changes);
    check("the row is as it was", (await tenant.config("GET", path)).body, row.body);
  });

  it("takes a whole row back with one field edited", async () => {
    const tenant = await contract().tenant();
    const { path, sent } = await tenant.samples.row(definition);
    const row = await tenant.config("GET", path);
    const edited = Object.keys(definition.fields).find((name) => {
      const field = definition.fields[name];
      return field?.type === "text" && !field.fixed;
    });
    const change = await tenant.samples.moved(definition, sent, edited ?? "enabled");
    const answer = await tenant.config("PUT", path, { body: { ...row.body, ...change } });
    check(`GET, edit, PUT: ${answer.text}`, answer.status, 200);
    for (const [name, value] of Object.entries(change ?? {}))
      check(`${kind}.${name}`, answer.body[name], value);
    checkThat("moved the ETag", answer.headers.etag !== row.headers.etag);
  });
});

describe.each(walked(kindsWith("create")).map(({ kind }) => kind))("POST %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("takes no read-only field", async () => {
    const tenant = await contract().tenant();
    const changes = await tenant.changes();
    const body = await tenant.samples.raw(definition);
    const made = await tenant.changes();
    for (const [name] of readOnly(definition)) {
      for (const value of values) {
        const answer = await tenant.config("POST", kind, { body: { ...body, [name]: value } });
        check(`POST ${kind}.${name}`, [answer.status, answer.body.field], [422, name]);
        checkThat(
          "says that it is read-only",
          answer.body.message.includes("read-only"),
          answer.body.message,
        );
      }
    }
    checkThat("nothing was written", (await tenant.changes()) === made, [changes, made]);
  });
});

function readOnly(definition: Kind): [string, Pick<ComputedField, "routine">][] {
  return Object.entries(fieldsOf(definition)).flatMap(
    ([name, field]): [string, Pick<ComputedField, "routine">][] => {
      if (field.type === "secret") return [[`${name}_set`, { routine: false }]];
      return field.type === "computed" ? [[name, field]] : [];
    },
  );
}

/** Undefined for a field that the contract does not know: its definition alone says what it is. */
function routineByContract(definition: Kind, name: string): boolean | undefined {
  const field = definition.fields[name];
  // A status that the service works out is routine; one that people set is no read-only field.
  if (routine.test(name) || (name === "status" && field?.type === "computed")) return true;
  return held.test(`${definition.kind}.${name}`) ? false : undefined;
}
