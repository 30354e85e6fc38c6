/** Rules that reach over several rows: one default, no overlap, a name unique in the service, a key that expires. */
import { describe, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { expire } from "../support/expire.ts";
import { pathOf } from "../support/samples.ts";

const contract = contractFor(import.meta.url);
const withDefault = definitions.filter(({ oneDefault }) => oneDefault !== undefined);
const withServiceName = definitions.filter(({ serviceUnique }) => serviceUnique !== undefined);
const withExpiry = definitions.filter(({ keyHeld }) => keyHeld !== undefined);

describe.each(withDefault.map(({ kind }) => kind))("one default of %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const { field, per } = definition.oneDefault as NonNullable<Kind["oneDefault"]>;

  it("demotes the one that held its place, with both on record", async () => {
    const tenant = await contract().tenant();
    const scope = await scopeOf(tenant, definition, per);
    const first = await tenant.samples.row(definition, { ...scope, [field]: true });
    check("the first", first.answer.body[field], true);
    const records = (await tenant.audit()).length;
    const second = await tenant.samples.row(definition, { ...scope, [field]: true });
    const demoted = await tenant.config("GET", first.path);
    check("the first is demoted", demoted.body[field], false);
    checkThat("its ETag moved", demoted.headers.etag !== first.answer.headers.etag);
    const fresh = (await tenant.audit()).slice(records).filter(({ resource }) => resource === kind);
    check(
      "both are on record",
      fresh.map(({ action, row_id }) => [action, row_id]),
      [
        [definition.actionNames.update, first.id],
        [definition.actionNames.create, second.id],
      ],
    );
    check("the demotion", fresh[0]?.changes, [{ field, before: true, after: false }]);

    const stale = await tenant.config("PUT", first.path, {
      body: { [field]: true },
      headers: { "if-match": String(first.answer.headers.etag) },
    });
    check("its old ETag is stale", stale.status, 412);
    const back = await tenant.config("PUT", first.path, { body: { [field]: true } });
    check("it takes the place back", [back.status, back.body[field]], [200, true]);
    check("and demotes the second", (await tenant.config("GET", second.path)).body[field], false);
    const again = await tenant.config("PUT", first.path, { body: { [field]: true } });
    check("once more changes nothing", [again.status, again.headers.etag], [200, back.headers.etag]);
    const none = await tenant.config("PUT", first.path, { body: { [field]: false } });
    check("there may be none", [none.status, none.body[field]], [200, false]);
  });

  it("leaves others alone", async () => {
    const [tenant, other] = [await contract().tenant(), await contract().tenant()];
    const scope = await scopeOf(tenant, definition, per);
    const mine = await tenant.samples.row(definition, { ...scope, [field]: true });
    await other.samples.row(definition, { ...scope, [field]: true });
    const plain = await tenant.samples.row(definition, { ...scope, [field]: false });
    for (const name of per) {
      const shape = definition.fields[name];
      if (shape?.type !== "choice") continue;
      const elsewhere = shape.choices.find((choice) => choice !== scope[name]) as string;
      await tenant.samples.row(definition, { ...scope, [name]: elsewhere, [field]: true });
    }
    const read = await tenant.config("GET", mine.path);
    check(
      "of another organization, and of another scope",
      [read.body[field], read.headers.etag],
      [true, mine.answer.headers.etag],
    );
    const refused = await tenant.config("PUT", plain.path, { body: { [field]: true, nonsense: 1 } });
    check(
      "a refused write demotes nobody",
      [refused.status, (await tenant.config("GET", mine.path)).body[field]],
      [422, true],
    );
  });
});

describe("compliance periods of one framework", () => {
  const periods = definitionsByKind.compliance_periods as Kind;
  const make = (
    tenant: ContractTenant,
    framework: string,
    starts_on: string,
    ends_on: string,
    name: string,
  ) => tenant.config("POST", periods.kind, { body: { name, framework, starts_on, ends_on } });

  it("do not overlap", async () => {
    const tenant = await contract().tenant();
    const held = await make(tenant, "iso27001", "2026-03-01", "2026-05-31", "held");
    check(`held: ${held.text}`, held.status, 201);
    const overlapping: [string, string][] = [
      ["2026-03-01", "2026-05-31"],
      ["2026-02-01", "2026-03-01"],
      ["2026-05-31", "2026-06-30"],
      ["2026-04-01", "2026-04-01"],
      ["2026-01-01", "2026-12-31"],
    ];
    for (const [from, until] of overlapping) {
      const answer = await make(tenant, "iso27001", from, until, `${from} ${until}`);
      check(
        `${from} to ${until}`,
        [answer.status, answer.body.field, answer.body.reason],
        [422, "starts_on", "overlap"],
      );
    }
    for (const [from, until] of [
      ["2026-01-01", "2026-02-28"],
      ["2026-06-01", "2026-06-01"],
    ] as const) {
      check(
        `${from} to ${until}`,
        (await make(tenant, "iso27001", from, until, `${from} ${until}`)).status,
        201,
      );
    }
    check(
      "of another framework",
      (await make(tenant, "hipaa", "2026-04-01", "2026-04-30", "hipaa")).status,
      201,
    );
    const other = await contract().tenant();
    check(
      "of another organization",
      (await make(other, "iso27001", "2026-04-01", "2026-04-30", "theirs")).status,
      201,
    );
    const path = pathOf(periods, held.body.id);
    const grown = await tenant.config("PUT", path, { body: { ends_on: "2026-06-01" } });
    check("cannot grow into another", [grown.status, grown.body.reason], [422, "overlap"]);
    check(
      "may grow elsewhere, itself being none",
      (await tenant.config("PUT", path, { body: { ends_on: "2026-05-30" } })).status,
      200,
    );
    const hipaa = await tenant.config("GET", `${periods.kind}?name=hipaa`);
    const moved = await tenant.config("PUT", pathOf(periods, hipaa.body.data[0].id), {
      body: { framework: "iso27001" },
    });
    check("cannot move into another's", [moved.status, moved.body.reason], [422, "overlap"]);
  });
});

describe.each(withServiceName.map(({ kind }) => kind))("the service-wide name of %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const name = definition.serviceUnique as string;

  it("belongs to one organization, until it lets go", async () => {
    const [mine, theirs] = [await contract().tenant(), await contract().tenant()];
    const { sent } = await mine.samples.row(definition);
    const wanted = { [name]: sent[name] as Json };
    const before = await theirs.config("GET", kind);
    const taken = await theirs.config("PUT", kind, {
      body: { ...(await theirs.samples.body(definition)), ...wanted },
    });
    check(`taken: ${taken.text}`, [taken.status, taken.body.field, taken.body.reason], [422, name, "taken"]);
    check(
      "says nothing of its holder",
      taken.text.includes(mine.organization.id) || "current" in taken.body,
      false,
    );
    const after = await theirs.config("GET", kind);
    check(
      "nothing was written",
      [after.body, after.headers.etag, await theirs.audit()],
      [before.body, before.headers.etag, []],
    );
    check(
      "its holder may save it again",
      (await mine.config("PUT", kind, { body: { ...wanted, show_uptime: sent.show_uptime !== true } }))
        .status,
      200,
    );
    const free = await mine.samples.moved(definition, sent, name);
    check("its holder lets go", (await mine.config("PUT", kind, { body: free })).status, 200);
    const got = await theirs.config("PUT", kind, { body: wanted });
    check(`now it is free: ${got.text}`, got.status, 201);
    const back = await mine.config("PUT", kind, { body: wanted });
    check("and taken for the other", [back.status, back.body.reason], [422, "taken"]);
  });
});

describe.each(withExpiry.map(({ kind }) => kind))("the key of %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is free when its holder has expired, which stays listed for 30 days", async () => {
    const tenant = await contract().tenant();
    const first = await tenant.samples.row(definition);
    const taken = await tenant.config("POST", kind, { body: first.sent });
    check("while it holds", [taken.status, taken.body.current?.id], [409, first.id]);
    await expire(contract(), tenant, definition, first.id, "1 second");
    const second = await tenant.config("POST", kind, { body: first.sent });
    check(`when it has expired: ${second.text}`, second.status, 201);
    const held = await tenant.config("POST", kind, { body: first.sent });
    check("and is taken again", [held.status, held.body.current?.id], [409, second.body.id]);
    const ids = async () => (await tenant.config("GET", kind)).body.data.map(({ id }: { id: string }) => id);
    check("both are listed", await ids(), [second.body.id, first.id]);
    check("the old one is no longer active", (await tenant.config("GET", first.path)).body.active, false);
    await expire(contract(), tenant, definition, first.id, "30 days 1 second");
    check("not for ever", await ids(), [second.body.id]);
    check("it can be deleted all the same", (await tenant.config("DELETE", first.path)).status, 200);
  });
});

async function scopeOf({ samples }: ContractTenant, definition: Kind, per: readonly string[]) {
  const body = await samples.raw(definition);
  return Object.fromEntries(per.map((name) => [name, body[name] as Json]));
}
