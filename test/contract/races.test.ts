/** Requests at the same time: exactly one wins where only one can, and nothing is lost where all can. */
import { describe, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor, kindsWith, walked } from "../support/contract.ts";
import { referencesIn, withReference } from "../support/references.ts";
import type { Answer } from "../support/service.ts";
import { isWhole } from "../support/turns.ts";

const contract = contractFor(import.meta.url);
/** Rounds of each race. One in `.ci/run`. */
const rounds = isWhole() ? 3 : 1;
const kindOf = (kind: string) => definitionsByKind[kind] as Kind;

describe.each(walked(kindsWith("update")).map(({ kind }) => kind))("%s", (kind) => {
  const definition = kindOf(kind);

  it("takes one of two updates with one ETag", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const etag = String(row.answer.headers.etag);
    const name = racedField(definition);
    const changes = await changesOf(tenant, definition, row.sent, name, 4);
    const before = await tenant.changes();
    const answers = await Promise.all(
      changes.map((body) => tenant.config("PUT", row.path, { body, headers: { "if-match": etag } })),
    );
    check(`${kind}: ${texts(answers)}`, statuses(answers), [200, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200) as Answer;
    for (const loser of answers.filter(({ status }) => status === 412)) {
      check(
        "a loser sees the winner's row",
        [loser.body.current, loser.headers.etag],
        [winner.body, winner.headers.etag],
      );
    }
    const read = await tenant.config("GET", row.path);
    check("the winner's row stands", [read.body, read.headers.etag], [winner.body, winner.headers.etag]);
    check("one record", (await tenant.changes()) - before, 1);
  });

  it("loses none of several updates without an ETag", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const switches = Object.entries(definition.fields)
      .filter(([name, field]) => field.type === "boolean" && name !== definition.oneDefault?.field)
      .map(([name]) => name);
    const names = [...new Set([...switches, racedField(definition)])];
    const bodies = await Promise.all(names.map((name) => tenant.samples.moved(definition, row.sent, name)));
    const before = await tenant.changes();
    const answers = await Promise.all(bodies.map((body) => tenant.config("PUT", row.path, { body })));
    check(
      `${kind}: ${texts(answers)}`,
      statuses(answers),
      names.map(() => 200),
    );
    const read = await tenant.config("GET", row.path);
    for (const [name, value] of bodies.flatMap((body) => Object.entries(body ?? {})))
      check(name, read.body[name], value);
    check("a record of each", (await tenant.changes()) - before, names.length);
    check("an ETag of each", new Set(answers.map(({ headers }) => headers.etag)).size, names.length);
  });
});

describe.each(walked(kindsWith("create")).map(({ kind }) => kind))("%s", (kind) => {
  const definition = kindOf(kind);

  it("takes one of several rows with one natural key", async () => {
    const tenant = await contract().tenant();
    const body = await tenant.samples.body(definition);
    const before = await tenant.changes();
    const answers = await Promise.all([1, 2, 3, 4].map(() => tenant.config("POST", kind, { body })));
    check(`${kind}: ${texts(answers)}`, statuses(answers), [201, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 201) as Answer;
    for (const loser of answers.filter(({ status }) => status === 409))
      check("with its row", loser.body.current, winner.body);
    check("one record", (await tenant.changes()) - before, 1);
  });

  it("is deleted once", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const before = await tenant.changes();
    const answers = await Promise.all([1, 2, 3].map(() => tenant.config("DELETE", row.path)));
    check(`${kind}: ${texts(answers)}`, statuses(answers), [200, 404, 404]);
    check("one record", (await tenant.changes()) - before, 1);
    if (!definition.verbs.includes("update")) return;
    const other = await tenant.samples.row(definition);
    const headers = { "if-match": String(other.answer.headers.etag) };
    const [body] = await changesOf(tenant, definition, other.sent, racedField(definition), 1);
    const [put, gone] = await Promise.all([
      tenant.config("PUT", other.path, { body, headers }),
      tenant.config("DELETE", other.path, { headers }),
    ]);
    const outcomes = ["200 412", "404 200"];
    checkThat(
      `of an update and a delete with one ETag: ${put.text} ${gone.text}`,
      outcomes.includes(`${put.status} ${gone.status}`),
    );
  });
});

describe.each(
  walked(kindsWith("create", "update").filter((definition) => freeKey(definition) !== undefined)).map(
    ({ kind }) => kind,
  ),
)("%s", (kind) => {
  const definition = kindOf(kind);

  it("gives a name to one of several that want it", async () => {
    const tenant = await contract().tenant();
    const free = freeKey(definition) as string;
    const first = await tenant.samples.row(definition);
    const key = Object.fromEntries(
      definition.naturalKey.filter((name) => name !== free).map((name) => [name, first.sent[name] as Json]),
    );
    const rows = [
      first,
      await tenant.samples.row(definition, { ...key, [free]: "of the second" }),
      await tenant.samples.row(definition, { ...key, [free]: "of the third" }),
    ];
    const wanted = { [free]: "wanted by all" };
    const body = await tenant.samples.body(definition, { ...key, ...wanted });
    const answers = await Promise.all([
      ...rows.map(({ path }) => tenant.config("PUT", path, { body: wanted })),
      tenant.config("POST", kind, { body }),
    ]);
    const won = answers.filter(({ status }) => status < 300);
    check(
      `${kind}: ${texts(answers)}`,
      [won.length, statuses(answers).filter((status) => status === 409).length],
      [1, 3],
    );
    const list = await tenant.config("GET", `${kind}?${free}=wanted+by+all`);
    check(
      "one row has it",
      list.body.data.map(({ id }: { id: string }) => id),
      won.map((answer) => answer.body.id),
    );
  });
});

describe.each(definitions.filter(({ oneDefault }) => oneDefault !== undefined).map(({ kind }) => kind))(
  "%s",
  (kind) => {
    const definition = kindOf(kind);
    const { field, per } = definition.oneDefault as NonNullable<Kind["oneDefault"]>;

    it("has one default, whoever asks at the same time", async () => {
      const tenant = await contract().tenant();
      const body = await tenant.samples.raw(definition);
      const scope = Object.fromEntries(per.map((name) => [name, body[name] as Json]));
      const rows = [];
      for (let i = 0; i < 5; i += 1) rows.push(await tenant.samples.row(definition, scope));
      for (let round = 0; round < rounds; round += 1) {
        const more = await tenant.samples.body(definition, { ...scope, [field]: true });
        const answers = await Promise.all([
          ...rows.map(({ path }) => tenant.config("PUT", path, { body: { [field]: true } })),
          tenant.config("POST", kind, { body: more }),
        ]);
        check(`${kind}: ${texts(answers)}`, statuses(answers), [200, 200, 200, 200, 200, 201]);
        const list = await tenant.config("GET", kind);
        check("one default", list.body.data.filter((row: JsonObject) => row[field] === true).length, 1);
      }
    });
  },
);

describe.each(
  walked(definitions.filter(({ shape, verbs }) => shape === "setting" && verbs.includes("update"))).map(
    ({ kind }) => kind,
  ),
)("%s", (kind) => {
  const definition = kindOf(kind);

  it("is saved first by one, and loses no save", async () => {
    const tenant = await contract().tenant();
    const unsaved = await tenant.config("GET", kind);
    const bodies = [
      await tenant.samples.body(definition),
      await tenant.samples.body(definition),
      await tenant.samples.body(definition),
    ];
    const headers = { "if-match": String(unsaved.headers.etag) };
    const held = await Promise.all(bodies.map((body) => tenant.config("PUT", kind, { body, headers })));
    check(`with its ETag: ${texts(held)}`, statuses(held), [201, 412, 412]);
    const other = await contract().tenant();
    const theirs = [
      await other.samples.body(definition),
      await other.samples.body(definition),
      await other.samples.body(definition),
    ];
    const free = await Promise.all(theirs.map((body) => other.config("PUT", kind, { body })));
    check(`without: ${texts(free)}`, statuses(free), [200, 200, 201]);
  });
});

it("a row is deleted, or pointed at, and never both", async () => {
  const places = definitions.flatMap((definition) =>
    referencesIn(definition).map((place) => ({ definition, place })),
  );
  for (const { definition, place } of places) {
    // What stays when its target goes may point at nothing.
    if (definition.shape === "setting" || place.stays) continue;
    const tenant = await contract().tenant();
    for (let round = 0; round < rounds; round += 1) {
      const held = await tenant.samples.row(kindOf(place.to));
      const body = await tenant.samples.body(definition);
      const pointing = { ...body, ...withReference(body, place, held.id) };
      const [gone, made] = await Promise.all([
        tenant.config("DELETE", held.path),
        tenant.config("POST", definition.kind, { body: pointing }),
      ]);
      const outcome = `${gone.status} ${made.status}`;
      const fine = ["200 422", "409 201", ...(place.cascade ? ["200 201"] : [])];
      checkThat(
        `${definition.kind}.${place.path}: ${outcome} ${gone.text} ${made.text}`,
        fine.includes(outcome),
        outcome,
      );
      if (made.status !== 201) continue;
      const [target, pointer] = [
        await tenant.config("GET", held.path),
        await tenant.config("GET", `${definition.kind}/${encodeURIComponent(made.body.id)}`),
      ];
      check(
        "they stand, or go, together",
        [target.status, pointer.status],
        gone.status === 200 ? [404, 404] : [200, 200],
      );
    }
  }
});

it("compliance periods that overlap are made one at a time", async () => {
  const tenant = await contract().tenant();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((day) =>
      tenant.config("POST", "compliance_periods", {
        body: {
          name: `period ${day}`,
          framework: "hipaa",
          starts_on: `2026-01-0${day}`,
          ends_on: "2026-02-01",
        },
      }),
    ),
  );
  check(texts(answers), statuses(answers), [201, 422, 422, 422]);
});

it("a name of the whole service goes to one organization", async () => {
  for (const definition of definitions.filter(({ serviceUnique }) => serviceUnique !== undefined)) {
    const tenants = [await contract().tenant(), await contract().tenant(), await contract().tenant()];
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        tenants.map(({ config }) =>
          config("PUT", definition.kind, {
            body: { [definition.serviceUnique as string]: `wanted-${round}` },
          }),
        ),
      );
      const won = answers.filter(({ status }) => status < 300);
      check(
        `round ${round}: ${texts(answers)}`,
        [won.length, statuses(answers).filter((status) => status === 422).length],
        [1, 2],
      );
    }
  }
});

it("routine activity and an update at the same time keep both", async () => {
  const tenant = await contract().tenant();
  const row = await tenant.samples.row(kindOf("connectors"));
  for (let round = 0; round < 5; round += 1) {
    const [answer] = await Promise.all([
      tenant.config("PUT", row.path, { body: { name: `round ${round}` } }),
      contract().store.mergeState(tenant.organization.id, "connectors", row.id, {
        health_status: round % 2 === 0 ? "failing" : "healthy",
      }),
    ]);
    const read = await tenant.config("GET", row.path);
    check(
      answer.text,
      [answer.status, read.body.name, read.body.health_status],
      [200, `round ${round}`, round % 2 === 0 ? "failing" : "healthy"],
    );
  }
});

/** Changes of one field, each of them fit to be the row's next; different ones where it has the values for it. */
async function changesOf(
  { samples }: ContractTenant,
  definition: Kind,
  sent: JsonObject,
  name: string,
  count: number,
): Promise<JsonObject[]> {
  const changes: JsonObject[] = [];
  let now = sent;
  for (let i = 0; i < count; i += 1) {
    const change = (await samples.moved(definition, now, name)) ?? {};
    changes.push(change);
    await samples.raw(definition); // moves the serials on, so that the next change is another one
    // Of two values, the second change would be back to the first, which changes nothing.
    if (hasManyValues(definition, name)) now = { ...now, ...change };
  }
  return changes;
}

/** The field to race for: one with many values, or the first that an update may set. */
function racedField(definition: Kind): string {
  const settable = Object.entries(definition.fields).filter(
    ([, field]) => field.type !== "computed" && !field.fixed,
  );
  const found = settable.find(([name]) => hasManyValues(definition, name)) ?? settable[0];
  if (found === undefined) throw new Error(`${definition.kind} has no field that an update may set`);
  return found[0];
}

function hasManyValues({ fields }: Kind, name: string): boolean {
  const field = fields[name];
  return (
    field?.type === "text" ||
    (field?.type === "integer" && field.choices === undefined) ||
    (field?.type === "list" && field.items.type === "text")
  );
}

function freeKey(definition: Kind): string | undefined {
  return definition.naturalKey.find((name) => {
    const field = definition.fields[name];
    return field?.type === "text" && !field.fixed && field.format === undefined;
  });
}

function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}

function texts(answers: readonly Answer[]): string {
  return answers.map(({ status, text }) => `${status} ${status < 300 ? "" : text.slice(0, 160)}`).join(" | ");
}
