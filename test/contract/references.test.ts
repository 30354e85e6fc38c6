/**
 * References, wherever a kind has one: the row must exist, be of that kind and of the same organization; it
 * is held back from deletion, with who points at it, or takes along whatever belongs to it.
 */
import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import {
  type ContractTenant,
  contractFor,
  itWhere,
  missingId,
  withoutRequestId,
} from "../support/contract.ts";
import { type ReferencePlace, referencesIn, withReference } from "../support/references.ts";
import { pathOf, type SampleRow } from "../support/samples.ts";

const contract = contractFor(import.meta.url);
const places = definitions.flatMap((definition) =>
  referencesIn(definition).map((place) => ({ name: `${definition.kind}.${place.path}`, definition, place })),
);

/** Where a row has one of several references, what the others are set to. */
const insteadOf: Readonly<Record<string, JsonObject>> = {
  "outbound_rules.outbound_config_id": { rota_id: null, role: "primary" },
  "outbound_rules.rota_id": { outbound_config_id: null },
};

/** What a row has to be that a place may point at: a hand-over is said in a chat, and calls nobody. */
const heldFor: Readonly<Record<string, JsonObject>> = {
  "on_call_rotas.handover_target_id": { kind: "slack", secret: "https://hooks.slack.com/services/T/B/x" },
};

it("are there to be tested", () => expect(places.length).toBeGreaterThan(15));

describe.each(places)("$name", ({ definition, place }) => {
  const target = definitionsByKind[place.to] as Kind;
  const isFixed = definition.fields[place.field]?.fixed === true;
  const updates = definition.verbs.includes("update") && !isFixed;

  it("must name a row of its kind, and of the same organization", async () => {
    const [tenant, other] = [await contract().tenant(), await contract().tenant()];
    const foreign = (await other.samples.row(target)).id;
    const body = await tenant.samples.body(definition);
    const row = updates ? await tenant.samples.row(definition) : undefined;
    const elsewhere = (await tenant.samples.row(definitionsByKind.connectors as Kind)).id;
    const changes = await tenant.changes();
    const wrong = [
      missingId(target),
      foreign,
      place.to === "connectors" ? foreign : elsewhere,
      "x",
      " ",
      "%",
      foreign.toUpperCase(),
    ];
    for (const id of wrong) {
      for (const [method, path, whole] of writesOf(definition, row)) {
        const sent = {
          ...(whole ? body : {}),
          ...withReference(row?.sent ?? body, place, id),
          ...insteadOf[`${definition.kind}.${place.path}`],
        };
        const answer = await tenant.config(method, path, { body: sent });
        const what = `${method} ${definition.kind}.${place.path} = ${id}`;
        check(
          `${what}: ${answer.text}`,
          [answer.status, answer.body.error, answer.body.field],
          [422, "unprocessable_entity", place.path],
        );
        check(`${what}: reason`, answer.body.reason, "missing_reference");
        check(`${what}: says no more`, Object.keys(withoutRequestId(answer)).sort(), [
          "error",
          "field",
          "fields",
          "message",
          "reason",
        ]);
      }
    }
    check("nothing was written", await tenant.changes(), changes);
  });

  itWhere(!place.cascade && !place.stays)("holds its row back from deletion", async () => {
    const tenant = await contract().tenant();
    const held = await tenant.samples.row(target, heldFor[`${definition.kind}.${place.path}`]);
    const pointer = await pointing(tenant, definition, place, held.id);
    const records = (await tenant.audit()).length;
    const current = await tenant.config("GET", held.path);
    for (const headers of [{}, { "if-match": String(current.headers.etag) }]) {
      const answer = await tenant.config("DELETE", held.path, { headers });
      const what = `DELETE ${place.to} that ${definition.kind}.${place.path} points at`;
      check(
        `${what}: ${answer.text}`,
        [answer.status, answer.body.error, answer.body.reason],
        [409, "conflict", "in_use"],
      );
      check(`${what}: references`, answer.body.references, [
        { resource: definition.kind, id: pointer.id, field: place.path },
      ]);
      check(
        `${what}: current`,
        [answer.body.current, answer.headers.etag],
        [current.body, current.headers.etag],
      );
    }
    check("it stands", (await tenant.config("GET", held.path)).body, current.body);
    const refusals = (await tenant.audit()).slice(records);
    check(
      "the refusal is on record, once a minute",
      refusals.map(({ action, outcome, row_id }) => [action, outcome, row_id]),
      [[target.actionNames.delete, "refused", held.id]],
    );
    await letGo(tenant, definition, place, pointer);
    const gone = await tenant.config("DELETE", held.path);
    check(`it goes when nothing points at it: ${gone.text}`, gone.status, 200);
  });

  itWhere(place.cascade)("goes with its row, and both are on record", async () => {
    const tenant = await contract().tenant();
    const held = await tenant.samples.row(target);
    const followers = [
      await pointing(tenant, definition, place, held.id),
      await pointing(tenant, definition, place, held.id),
    ];
    const bystander = await tenant.samples.row(definition);
    const records = (await tenant.audit()).length;
    check("DELETE", (await tenant.config("DELETE", held.path)).status, 200);
    for (const follower of followers)
      check("a follower", (await tenant.config("GET", follower.path)).status, 404);
    check("a row that follows another", (await tenant.config("GET", bystander.path)).status, 200);
    const fresh = (await tenant.audit()).slice(records);
    check(
      "records",
      fresh.map(({ action, row_id }) => [action, row_id]).sort(),
      [
        ...followers.map(({ id }) => [definition.actionNames.delete, id]),
        [target.actionNames.delete, held.id],
      ].sort(),
    );
  });
});

describe("a reference", () => {
  it("may name a row twice, and holds it back until the last is gone", async () => {
    const tenant = await contract().tenant();
    const incidents = definitionsByKind.status_page_incidents as Kind;
    const [component, other] = [
      await tenant.samples.row(definitionsByKind.status_page_components as Kind),
      await tenant.samples.row(definitionsByKind.status_page_components as Kind),
    ];
    const incident = await tenant.samples.row(incidents, {
      component_ids: [component.id, other.id, component.id],
    });
    const held = await tenant.config("DELETE", component.path);
    const at = (index: number) => ({
      resource: incidents.kind,
      id: incident.id,
      field: `component_ids[${index}]`,
    });
    check("both places", held.body.references, [at(0), at(2)]);
    await tenant.config("PUT", incident.path, { body: { component_ids: [component.id] } });
    check("the other is free", (await tenant.config("DELETE", other.path)).status, 200);
    check("this one is not", (await tenant.config("DELETE", component.path)).body.references, [at(0)]);
    await tenant.config("PUT", incident.path, { body: { component_ids: [] } });
    check("now it is", (await tenant.config("DELETE", component.path)).status, 200);
  });

  it("of any number of rows goes along, where it cascades", async () => {
    const tenant = await contract().tenant();
    const team = await tenant.samples.row(definitionsByKind.teams as Kind);
    const members = definitionsByKind.team_members as Kind;
    for (let i = 0; i < 103; i += 1) await tenant.samples.row(members, { team_id: team.id });
    const changes = await tenant.changes();
    check("DELETE", (await tenant.config("DELETE", team.path)).status, 200);
    check("a record of each", (await tenant.changes()) - changes, 104);
    check("all are gone", (await tenant.config("GET", members.kind)).body.data, []);
  });

  it("reports a hundred rows that point, and of no more", async () => {
    const tenant = await contract().tenant();
    const team = await tenant.samples.row(definitionsByKind.teams as Kind);
    const monitors = definitionsByKind.certificate_monitors as Kind;
    for (let i = 0; i < 103; i += 1) await tenant.samples.row(monitors, { team_id: team.id });
    const held = await tenant.config("DELETE", team.path);
    check("at most a hundred", [held.status, held.body.references.length], [409, 100]);
    checkThat("and says so", held.body.message.includes("at least 100 rows point"), held.body.message);
  });

  it("follows an update", async () => {
    const tenant = await contract().tenant();
    const [a, b] = [
      await tenant.samples.row(definitionsByKind.teams as Kind),
      await tenant.samples.row(definitionsByKind.teams as Kind),
    ];
    const monitor = await tenant.samples.row(definitionsByKind.certificate_monitors as Kind, {
      team_id: a.id,
    });
    await tenant.config("PUT", monitor.path, { body: { team_id: b.id } });
    check("the one it left", (await tenant.config("DELETE", a.path)).status, 200);
    check("the one it took", (await tenant.config("DELETE", b.path)).status, 409);
    await tenant.config("DELETE", monitor.path);
    check("when it is gone", (await tenant.config("DELETE", b.path)).status, 200);
  });
});

/** A row of the kind that points at `id` in this place. */
async function pointing(
  { samples }: ContractTenant,
  definition: Kind,
  place: ReferencePlace,
  id: string,
): Promise<SampleRow> {
  const body = await samples.body(definition);
  return samples.row(definition, withReference(body, place, id));
}

/** Deletes the row that points, or has a setting point at nothing. */
async function letGo(tenant: ContractTenant, definition: Kind, { field }: ReferencePlace, row: SampleRow) {
  const answer =
    definition.shape === "collection"
      ? await tenant.config("DELETE", row.path)
      : await tenant.config("PUT", definition.kind, { body: { [field]: null } });
  checkThat(`let go: ${answer.text}`, answer.status === 200);
}

function writesOf(definition: Kind, row: SampleRow | undefined): [string, string, boolean][] {
  return [
    ...(definition.verbs.includes("create")
      ? [["POST", definition.kind, true] as [string, string, boolean]]
      : []),
    ...(row === undefined ? [] : [["PUT", pathOf(definition, row.id), false] as [string, string, boolean]]),
  ];
}
