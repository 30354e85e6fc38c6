/**
 * A plan does what the same single writes would have done: two organizations that are alike, of which one applies a
 * plan and the other is sent the writes, one after the other.
 */
import { expect } from "vitest";
import { isFound } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { type ContractTenant, collections, contractFor, kindsWith } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { law } from "../support/property.ts";
import { createSamples, pathOf } from "../support/samples.ts";
import type { Send } from "../support/service.ts";
import { grow, kindOf, rowsOf, settableOf } from "./drawn.ts";
import { drawEdits, type Edits, wholeBundle } from "./edits.ts";
import { type Change, manyDeletes, plannerOf } from "./support.ts";

const contract = contractFor(import.meta.url);

/**
 * Names that no two organizations share would distinguish the twins, and messages of change notifications do: one for
 * the plan, and one for each single write (test/events/).
 */
const wanted = ({ kind, serviceUnique }: Kind) =>
  serviceUnique === undefined && kind !== "change_notifications";

law("a plan is what its single writes would have been", 5, async (draw) => {
  const twins = await makeTwins();
  await grow(twins, draw, 12, wanted);
  await openIncident(twins.config);
  const edits = withIncident(await drawEdits(twins, draw, wanted));
  const { first, second } = twins;
  const planner = plannerOf(first.api);
  await planner.bring(wholeBundle({ ...edits, creates: [], updates: [], deletes: [] }), {
    set: "all",
    adopt: true,
  });
  const [before, beforeSecond] = [await seenOf(first), await seenOf(second)];

  const plan = await planner.open(wholeBundle(edits), { set: "all", prune: "delete" });
  const applied = await planner.apply(plan.id, { allow_deletes: manyDeletes });
  expect(applied.body.summary).toEqual(plan.summary);
  for (const change of plan.changes) await twins.write(change, edits);

  const [after, afterSecond] = [await seenOf(first), await seenOf(second)];
  const { translated } = twins;
  expect(timeless(afterSecond.rows)).toEqual(timeless(translated(after.rows)));
  expect(afterSecond.organization).toEqual(after.organization);
  expect(afterSecond.audit.slice(beforeSecond.audit.length)).toEqual(
    translated(after.audit.slice(before.audit.length)),
  );
  expect(afterSecond.reported.slice(beforeSecond.reported.length)).toEqual(
    translated(after.reported.slice(before.reported.length)),
  );
  expect(movedBetween(beforeSecond.etags, afterSecond.etags).sort()).toEqual(
    translated(movedBetween(before.etags, after.etags)).sort(),
  );
});

/** Two organizations that are sent the same calls, each with its own ids. */
async function makeTwins() {
  const options = { name: "Twin" };
  const [first, second] = [await contract().tenant(options), await contract().tenant(options)];
  const ids = new Map<string, string>();
  const translated = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(/[a-z]+_[0-9a-z]{26}/g, (id) => ids.get(id) ?? id));
  const config: Send = async (method, path, options = {}) => {
    const answer = await first.config(method, path, options);
    const other = await second.config(method, translated(path), translated(options));
    expect([other.status, other.text.length > 0]).toEqual([answer.status, answer.text.length > 0]);
    if (typeof answer.body?.id === "string") ids.set(answer.body.id, other.body.id);
    return answer;
  };
  const { database } = contract();
  const join = async (email: string) => {
    for (const { organization } of [first, second]) await makePerson(database, organization.id, email);
  };

  /** Makes a plan's change in the second organization by a single write. */
  async function write({ resource: kind, id, action }: Change, { creates, updates }: Edits): Promise<void> {
    const definition = kindOf(kind);
    if (action === "delete") {
      const gone = await second.config("DELETE", pathOf(definition, translated(id)));
      expect(gone.status, gone.text).toBe(200);
      return;
    }
    const own = (row: JsonObject) => definition.shape === "setting" || row.id === id;
    const update = updates.find((edit) => edit.definition === definition && own(edit.row));
    if (update !== undefined) {
      const body = translated({ ...chosenOf(definition, update.row), ...update.body });
      const moved = await second.config("PUT", pathOf(definition, translated(id)), { body });
      // The first save of a setting is 201.
      expect([200, 201], moved.text).toContain(moved.status);
      return;
    }
    const now = (await first.config("GET", pathOf(definition, id))).body;
    const isNew = ({ body, ...edit }: Edits["creates"][number]) =>
      edit.definition === definition && definition.naturalKey.every((name) => now[name] === body[name]);
    const create = creates.find(isNew);
    const made = await second.config("POST", kind, { body: translated(create?.body) });
    expect(made.status, made.text).toBe(201);
    ids.set(id, made.body.id);
  }

  const samples = createSamples({ definitions: definitionsByKind, config, join });
  return { first, second, config, samples, translated, write };
}

const incident = { title: "Payments fail", external_id: "INC-1", body: "We look into it.", impact: "major" };

/** Somebody to mail, and an incident to report. */
async function openIncident(config: Send): Promise<void> {
  await config("PUT", "notification_settings", { body: { recipients: ["ops@example.com"] } });
  await config("POST", "status_page_incidents", { body: incident });
}

/** The edits with one of that incident and one more, so that every plan has something to mail. */
function withIncident({ creates, updates, deletes, rows }: Edits): Edits {
  const definition = kindOf("status_page_incidents");
  const [row] = (rows[definition.kind] ?? []).filter(
    ({ external_id }) => external_id === incident.external_id,
  );
  const body = { status: "resolved", body: "It is over." };
  const others = <T extends { readonly row: JsonObject }>(edit: T) =>
    edit.row !== row && edit.row.id !== row?.id;
  return {
    creates: [...creates, { definition, body: { ...incident, external_id: "INC-2" } }],
    updates: [...updates.filter(others), { definition, row: row as JsonObject, body }],
    deletes: deletes.filter(others),
    rows,
  };
}

/** All that anybody could see of an organization. */
async function seenOf({ organization, config }: ContractTenant) {
  const ask = (name: string, text: string) =>
    contract().database.queryText<JsonObject>({ name, text }, [organization.id]);
  const rows = await rowsOf(config);
  const etags: Record<string, unknown> = {};
  for (const { kind } of collections)
    for (const { id } of rows[kind] ?? [])
      etags[`${kind} ${id}`] = (await config("GET", pathOf(kindOf(kind), String(id)))).headers.etag;
  return {
    // Of settings those that can be written: others are made with the organization, and each has its own.
    rows: Object.fromEntries(
      kindsWith("get")
        .filter(({ verbs }) => verbs.includes("create") || verbs.includes("update"))
        .map(({ kind }) => [kind, byText(rows[kind] ?? [])]),
    ),
    etags,
    audit: await ask(
      "test-audit-content",
      "SELECT actor_kind, door, action, resource, row_id, outcome, changes FROM audit_records WHERE organization_id = $1 ORDER BY sequence",
    ),
    organization: await ask(
      "test-organization-columns",
      "SELECT name, ip_allowlist, session_ttl_hours FROM organizations WHERE id = $1",
    ),
    // What follows the organization's name: a plan that renames it still reports itself by the name from before.
    reported: await ask(
      "test-reported",
      "SELECT channel, lane, target, substring(subject from '[^]]*$') AS subject FROM deliveries WHERE organization_id = $1 ORDER BY ordinal",
    ),
  };
}

function byText(rows: readonly JsonObject[]): JsonObject[] {
  const text = ({ id: _, ...row }: JsonObject) => JSON.stringify(timeless(row));
  return [...rows].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

/** What can be set, without what is shown of a row where nobody chose: the other row has its own. */
function chosenOf(definition: Kind, row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(settableOf(definition, row)).filter(([name]) => !isFound(definition.fields[name])),
  );
}

/** Without the moments at which things happened, which differ, and the secrets in heartbeats' URLs. */
function timeless<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (name, member) =>
      /^(created_at|updated_at|started_at|resolved_at|starts_at|expires_at|at|scanned_at)$/.test(name) &&
      member !== null
        ? "a time"
        : member,
    ).replace(/heartbeats\/[\w-]{43}/g, "heartbeats/<secret>"),
  );
}

/** Which rows have another ETag than before, are new or gone. */
function movedBetween(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter((row) => before[row] !== after[row]);
}
