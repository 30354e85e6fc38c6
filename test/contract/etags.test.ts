/**
 * An ETag moves with every change of the settable configuration, with nothing else, and never comes back;
 * each change leaves exactly one audit record that names what moved, and nothing else leaves any.
 */
import { describe, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor, itWhere, kindsWith, walked } from "../support/contract.ts";
import type { SampleRow } from "../support/samples.ts";
import { hasOneChoice } from "../support/values.ts";

const contract = contractFor(import.meta.url);
const kinds = walked(kindsWith("update")).map(({ kind }) => kind);

describe.each(kinds)("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const secrets = Object.keys(definition.fields).filter((name) => definition.fields[name]?.type === "secret");

  it("moves with each settable field", async () => {
    const tenant = await contract().tenant();
    const untouched = new Set(
      Object.entries(definition.fields).flatMap(([name, field]) =>
        field.type === "computed" || field.fixed || hasOneChoice(field) ? [] : [name],
      ),
    );
    // Rules tie some fields down on some rows: there are as many rows as it takes.
    for (let i = 0; i < (definition.shape === "setting" ? 1 : 6) && untouched.size > 0; i += 1) {
      const row = await tenant.samples.row(definition);
      const seen = [String(row.answer.headers.etag)];
      let now = row.sent;
      for (const name of untouched) {
        const change = await tenant.samples.moved(definition, now, name);
        if (change === undefined) continue;
        await checkMoves(tenant, definition, row, seen, change);
        const back = await tenant.samples.changeTo(
          definition,
          { ...now, ...change },
          name,
          now[name] as Json,
        );
        now = { ...now, ...change };
        if (back !== undefined) {
          await checkMoves(tenant, definition, row, seen, back);
          now = { ...now, ...back };
        }
        untouched.delete(name);
      }
    }
    check(`every field of ${kind} was moved`, [...untouched], []);
  });

  itWhere(secrets.length > 0)(
    "moves with a secret that is set, changed or cleared, and not with an equal one",
    async () => {
      const tenant = await contract().tenant();
      for (let i = 0; i < (definition.shape === "setting" ? 1 : 6); i += 1) {
        const row = await tenant.samples.row(definition);
        const seen = [String(row.answer.headers.etag)];
        let now = row.sent;
        for (const name of secrets) {
          const steps: [Json | undefined, string][] = [
            [now[name], ""],
            [(await tenant.samples.moved(definition, now, name))?.[name], "changed"],
            [null, "cleared"],
            [null, ""],
            [now[name], "set"],
          ];
          for (const [value, outcome] of steps) {
            const change = await tenant.samples.changeTo(definition, now, name, value as Json);
            if (change === undefined) break; // it is required here, and cannot be cleared
            if (outcome === "") await checkStays(tenant, row, seen, change);
            else await checkMoves(tenant, definition, row, seen, change);
            now = { ...now, ...change };
            const read = await tenant.config("GET", row.path);
            check(`${kind}.${name}_set`, read.body[`${name}_set`], value !== null);
            check(`${kind}.${name} itself`, name in read.body, false);
            if (outcome === "") continue;
            const record = (await tenant.audit()).at(-1);
            const reported = record?.changes.find(({ field }) => field === name);
            check(`the record of ${kind}.${name}`, reported, { field: name, secret: outcome });
          }
        }
      }
    },
  );

  it("does not move where nothing changes", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const seen = [String(row.answer.headers.etag)];
    const read = await tenant.config("GET", row.path);
    const keyless = Object.entries(row.sent).filter(
      ([name]) => !(definition.refusals?.sameKey && definition.naturalKey.includes(name)),
    );
    for (const [name, value] of keyless) {
      if (definition.refusals?.empty && definition.fields[name]?.fixed) continue;
      await checkStays(tenant, row, seen, { [name]: value });
    }
    if (keyless.length > 0) await checkStays(tenant, row, seen, Object.fromEntries(keyless));
    const put = await tenant.config("PUT", row.path, { body: read.body });
    if (definition.refusals?.sameKey)
      check("the name that it has", [put.status, put.body.reason], [422, "no_change"]);
    else
      check(
        `PUT of what GET answered: ${put.text}`,
        [put.status, put.headers.etag, put.body],
        [200, seen[0], read.body],
      );
    const empty = await tenant.config("PUT", row.path, { body: {} });
    if (definition.refusals?.empty) check("PUT {}", [empty.status, empty.body.reason], [422, "no_fields"]);
    else check("PUT {}", [empty.status, empty.headers.etag], [200, seen[0]]);
    const { id } = read.body;
    const fixed = Object.entries(read.body).filter(([name]) => definition.fields[name]?.fixed);
    const only = await tenant.config("PUT", row.path, {
      body: { updated_at: read.body.updated_at, ...(id && { id }), ...Object.fromEntries(fixed) },
    });
    if (definition.refusals?.empty)
      check("PUT of what cannot be set", [only.status, only.body.reason], [422, "no_fields"]);
    else check("PUT of what cannot be set", [only.status, only.headers.etag], [200, seen[0]]);
    await checkStays(tenant, row, seen, undefined);
  });

  it("does not move with routine activity", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const before = await tenant.config("GET", row.path);
    const changes = await tenant.changes();
    const state = Object.fromEntries(
      Object.entries(definition.fields).flatMap(([name, field]): [string, Json][] =>
        field.type === "computed" &&
        field.from === "state" &&
        field.reported &&
        field.shape.type === "timestamp"
          ? [[name, "2026-01-31T09:30:00.000Z"]]
          : [],
      ),
    );
    const merged = { ...state, somebodys_note: "seen" };
    const reported = await contract().store.mergeState(tenant.organization.id, kind, row.id, merged);
    checkThat("reported", reported !== undefined);
    const after = await tenant.config("GET", row.path);
    check(
      "ETag and configuration",
      [after.headers.etag, after.body],
      [before.headers.etag, { ...before.body, ...state }],
    );
    check("audit", await tenant.changes(), changes);
    const asked = async (tag: unknown) =>
      (await tenant.config("GET", row.path, { headers: { "if-none-match": String(tag) } })).status;
    const same = after.text === before.text;
    check(
      "304 where it reads the same, and there alone",
      [await asked(before.headers["x-content-tag"]), await asked(after.headers["x-content-tag"])],
      [same ? 304 : 200, 304],
    );
    check("the ETag says nothing of state that moved", await asked(before.headers.etag), 200);
  });

  it("never comes back when a row is deleted and made again", async () => {
    if (!definition.verbs.includes("delete")) return;
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const seen = [row.answer.headers.etag];
    for (let i = 0; i < 3; i += 1) {
      check("DELETE", (await tenant.config("DELETE", row.path)).status, 200);
      const again = await tenant.config("POST", kind, { body: row.sent });
      check(`POST again: ${again.text}`, again.status, 201);
      checkThat("a new ETag", !seen.includes(again.headers.etag), seen);
      seen.push(again.headers.etag);
      if (definition.derivedId === undefined) return;
      check("the same id", again.body.id, row.id);
      const stale = await tenant.config("DELETE", row.path, { headers: { "if-match": String(seen.at(-2)) } });
      check("the row that was, as a condition", stale.status, 412);
    }
  });
});

async function checkMoves(
  { config, audit }: ContractTenant,
  definition: Kind,
  row: SampleRow,
  seen: string[],
  change: JsonObject,
): Promise<void> {
  const what = `${definition.kind} ${Object.keys(change)}`;
  const records = (await audit()).length;
  const answer = await config("PUT", row.path, {
    body: change,
    headers: { "if-match": String(seen.at(-1)) },
  });
  check(`${what}: ${answer.status === 200 ? "" : answer.text}`, answer.status, 200);
  const etag = String(answer.headers.etag);
  checkThat(`${what} moves the ETag`, /^"[^"]+"$/.test(etag) && !seen.includes(etag), etag);
  seen.push(etag);
  const read = await config("GET", row.path);
  check(`${what} reads back`, [read.headers.etag, read.body], [etag, answer.body]);
  const fresh = (await audit()).slice(records);
  check(`${what} leaves one record`, fresh.length, 1);
  const [record] = fresh;
  // What the service keeps next to a change, such as the history of its statuses, is reported with it.
  const reported = record?.changes.map(({ field }) => field) ?? [];
  const asked = reported.filter((name) => name in change || definition.fields[name]?.keptWhenAbsent !== true);
  check(`${what} is reported`, asked.sort(), Object.keys(change).sort());
  check(
    `${what} is reported of the row`,
    [record?.resource, record?.row_id, record?.outcome],
    [definition.kind, row.id, "success"],
  );
  check(`${what} by its action`, record?.action, definition.actionNames.update);
}

/** Sends the change, where there is one, and checks that nothing moved. */
async function checkStays(
  { config, audit }: ContractTenant,
  row: SampleRow,
  seen: string[],
  change: JsonObject | undefined,
): Promise<void> {
  const records = (await audit()).length;
  const before = await config("GET", row.path);
  if (change !== undefined) {
    const answer = await config("PUT", row.path, { body: change });
    check(
      `PUT ${Object.keys(change)} as it is: ${answer.text}`,
      [answer.status, answer.headers.etag],
      [200, seen.at(-1)],
    );
    check("answers the row as it is", answer.body, before.body);
  }
  const after = await config("GET", row.path);
  check("nothing moved", [after.headers.etag, after.body], [seen.at(-1), before.body]);
  check("nothing is on record", (await audit()).length, records);
}
