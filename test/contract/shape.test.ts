/** What a body may hold: each field's bounds from both sides, every other JSON type, unknown and missing fields. */
import { describe, it } from "vitest";
import { defaultOf, type Field, isConfiguration, type Json, mustBeSent } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { withMomentsInUtc } from "../../src/kernel/moments.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { type Case, casesOf } from "../support/bounds.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor, itWhere, kindsWith, walked } from "../support/contract.ts";
import { isOfOtherKey, type SampleRow } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const contract = contractFor(import.meta.url);
const writable = new Set([...kindsWith("create"), ...kindsWith("update")]);
const kinds = [...writable].map(({ kind }) => kind);

/** Of these, what a create refuses is sent as an update too, and unknown fields are looked for: one reader does both for all. */
const twice = new Set(walked([...writable]));

/** Enough rows that each field can be moved on one of them, whatever the kind's rules tie down on the others. */
const rowsOfEach = 6;

describe.each(kinds)("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const settable = Object.entries(definition.fields).filter(([, field]) => field.type !== "computed");

  it("holds each field to its bounds", async () => {
    const tenant = await contract().tenant();
    const rows: { row: SampleRow; now: JsonObject }[] = [];
    for (let i = 0; i < (definition.shape === "setting" ? 1 : rowsOfEach); i += 1) {
      const row = await tenant.samples.row(definition);
      rows.push({ row, now: row.sent });
    }
    for (const [name, field] of settable) {
      const valid = isOfOtherKey(definition, name)
        ? await tenant.samples.ofOtherKey(definition, name)
        : // As it was sent first: another field that moved may have taken parts of it along.
          (rows
            .flatMap(({ row, now }) => [row.sent[name] ?? null, now[name] ?? null])
            .find((value) => value !== null && !isEmpty(value)) ?? null);
      for (const found of casesOf(field, name, valid)) {
        if (found.accepted) await accept(tenant, definition, rows, name, found);
        else await refuse(tenant, definition, rows[0]?.row as SampleRow, name, found);
      }
    }
  });

  itWhere(twice.has(definition))("names an unknown field, and the one that was likely meant", async () => {
    const { samples, config } = await contract().tenant();
    const row = await samples.row(definition);
    const known = settable.map(([name]) => name);
    for (const name of known) {
      for (const wrong of [`${name}x`, name.toUpperCase()]) {
        if (known.includes(wrong)) continue;
        for (const [method, path] of writesOf(definition, row)) {
          const answer = await config(method, path, {
            body: { ...(method === "POST" ? row.sent : {}), [wrong]: 1 },
          });
          checkProblem(`${method} ${kind} ${wrong}`, answer, wrong);
          checkThat(
            `${method} ${wrong} suggests ${name}`,
            answer.body.message.includes(`"${name}"`),
            answer.text,
          );
        }
      }
    }
    for (const [method, path] of writesOf(definition, row)) {
      for (const wrong of ["no_field_is_called_so", "", "constructor", "toString", "a.b[0]", "é\u202e"]) {
        const body = `{${JSON.stringify(wrong)}: 1}`;
        checkProblem(`${method} ${kind} ${wrong}`, await config(method, path, { body }), wrong);
      }
    }
  });

  itWhere(definition.verbs.includes("create"))(
    "asks for what is required, and fills in the rest",
    async () => {
      const { samples, config } = await contract().tenant();
      for (const [name, field] of settable) {
        if (!isConfiguration(field)) continue;
        const { [name]: _, ...without } = await samples.body(definition);
        const start = defaultOf(field);
        if (mustBeSent(field)) {
          checkProblem(`POST ${kind} without ${name}`, await config("POST", kind, { body: without }), name);
        } else if (start !== undefined) {
          const least = await samples.fitting(
            definition,
            { ...without, [name]: start },
            { pinned: [name], serial: 0 },
          );
          if (least === undefined) continue;
          const { [name]: _, ...body } = least;
          const answer = await config("POST", kind, { body });
          check(`POST ${kind} without ${name}`, answer.status, 201);
          // The service fills it in; some only when a row gets there, such as the moment of an end.
          if (field.keptWhenAbsent && start === null)
            checkThat(
              `${kind}.${name} has a value`,
              answer.body[name] !== null || definition.hiddenState[name]?.nullable === true,
              answer.text,
            );
          else check(`${kind}.${name} by default`, answer.body[name], start);
        } else {
          const answer = await config("POST", kind, { body: without });
          check(`POST ${kind} without ${name}`, answer.status, 201);
          check(
            `${kind}.${name} has a value`,
            typeof answer.body[name],
            field.type === "integer" ? "number" : "",
          );
        }
      }
      checkProblem("nothing at all", await config("POST", kind, { body: {} }), firstRequired(definition));
    },
  );

  itWhere(definition.verbs.includes("update"))("keeps fixed fields as they were made", async () => {
    const { samples, config } = await contract().tenant();
    const { path, sent } = await samples.row(definition);
    const other = await samples.body(definition);
    for (const [name, field] of settable) {
      if (!field.fixed || JSON.stringify(other[name]) === JSON.stringify(sent[name])) continue;
      const answer = await config("PUT", path, { body: { [name]: other[name] } });
      checkProblem(`PUT ${kind} with another ${name}`, answer, name);
    }
  });
});

/** A list without an item shows no bound of its items. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

async function accept(
  tenant: ContractTenant,
  definition: Kind,
  rows: { row: SampleRow; now: JsonObject }[],
  name: string,
  { what, value }: Case,
): Promise<void> {
  const said = `${definition.kind}.${name} ${what}`;
  const field = definition.fields[name] as Field;
  if (field.fixed || !definition.verbs.includes("update")) {
    const body = await tenant.samples.acceptable(definition, { [name]: value });
    if (body === undefined) return; // the kind's own rules ask for more: its own test covers it
    const answer = await tenant.config("POST", definition.kind, { body });
    check(said, answer.status, 201);
    checkShown(said, definition, name, value, answer);
    return;
  }
  for (const entry of rows) {
    const change = await tenant.samples.changeTo(definition, entry.now, name, value);
    if (change === undefined) continue;
    const answer = await tenant.config("PUT", entry.row.path, { body: change });
    // A team that has the name already is refused; here that only means that the value came up before.
    if (answer.body.reason === "no_change") return;
    check(`${said}: ${answer.status === 200 ? "" : answer.text}`, answer.status, 200);
    checkShown(said, definition, name, value, answer);
    entry.now = { ...entry.now, ...change };
    return;
  }
}

function checkShown(said: string, definition: Kind, name: string, value: Json, answer: Answer): void {
  // What nobody chose is shown as what holds.
  if (value === null && Object.hasOwn(definition.hiddenState, name))
    checkThat(`${said} reads what holds`, answer.body[name] !== null);
  else if (definition.fields[name]?.type === "secret")
    check(said, answer.body[`${name}_set`], value !== null);
  else check(`${said} reads back`, answer.body[name], withMomentsInUtc(definition, { [name]: value })[name]);
}

async function refuse(
  { config, samples }: ContractTenant,
  definition: Kind,
  row: SampleRow,
  name: string,
  { what, value, path: field }: Case,
): Promise<void> {
  const writes = writesOf(definition, row);
  for (const [method, path] of twice.has(definition) ? writes : writes.slice(0, 1)) {
    const body =
      method === "POST" ? { ...(await samples.raw(definition)), [name]: value } : { [name]: value };
    checkProblem(`${method} ${definition.kind}.${name} ${what}`, await config(method, path, { body }), field);
  }
}

/** A 422 that names the field, in the message too. */
function checkProblem(said: string, { status, body, text }: Answer, field: string): void {
  check(`${said}: ${status === 422 ? "" : text}`, status, 422);
  check(`${said}: code`, body?.error, "unprocessable_entity");
  check(`${said}: field`, body?.field, field);
  checkThat(`${said}: message`, String(body?.message).startsWith(`${field}: `), body?.message);
  checkThat(`${said}: fields`, body?.fields?.[0]?.field === field, body?.fields);
}

function writesOf(definition: Kind, row: SampleRow): [string, string][] {
  return [
    ...(definition.verbs.includes("create") ? [["POST", definition.kind] as [string, string]] : []),
    ...(definition.verbs.includes("update") ? [["PUT", row.path] as [string, string]] : []),
  ];
}

function firstRequired(definition: Kind): string {
  const found = Object.entries(definition.fields).find(([, field]) => mustBeSent(field));
  return found?.[0] as string;
}
