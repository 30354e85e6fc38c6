/** Which rows point at a row: who uses it, and what has to be changed before it can go. */

import type { RowOf } from "../../../database/statement.ts";
import type { Call } from "../../../engine/context.ts";
import type { Feature, Registry } from "../../../engine/feature.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { notFound } from "../../../engine/reading.ts";
import { oldAnswer } from "../../../kernel/deprecation.ts";
import { type Fields, integer, list, object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { rowName } from "../../../kernel/words.ts";
import type { Ground } from "../../ground.ts";
import { type RowTarget, readTarget, targetFields } from "../history/index.ts";
import { sql } from "./queries.generated.ts";

/** More are counted and not shown. */
const shownRows = 100;

const answerFields = {
  kind: text({ description: "The kind of the row that they point at." }),
  resource: text({ description: "As kind.", deprecated: oldAnswer("kind") }),
  id: text({ description: "Its id." }),
  total: integer({ description: "How many rows point at it.", min: 0 }),
  data: list({
    description: `The first ${shownRows} of them, in order of kind and id.`,
    max: shownRows,
    items: object({
      description: "One row that points at it.",
      fields: {
        resource: text({ description: "Its kind." }),
        id: text({ description: "Its id; of a setting its kind." }),
        name: text({ description: "What people know it by." }),
        fields: list({
          description: "The paths of the references, such as `destinations[0].team_id`.",
          max: Number.MAX_SAFE_INTEGER,
          items: text({ description: "One path." }),
        }),
      },
    }),
  }),
} satisfies Fields;

export function createReferences(ground: Ground): Feature {
  return { name: "references", operations: [listReferences(ground)] };
}

function listReferences(deps: Ground): ConfigurationOperation {
  const fields = targetFields(Object.keys(deps.definitions));
  return {
    level: "read",
    effect: "read",
    tag: "references",
    credential: "bearer",
    name: "list_references",
    scans: "short",
    title: "List references",
    description:
      "Which rows point at one row: their kinds, ids and names, and the fields that do it. Use it before a change or a deletion, to see who uses the row. What it points at itself stands in its own fields.",
    method: "GET",
    path: "/api/v1/references/{kind}/{id}",
    input: { fields },
    output: { fields: answerFields },
    async run(call, { body }) {
      const { target } = readTarget(deps.definitions, fields, body);
      return { status: 200, body: await answer(deps, call, target) };
    },
  };
}

async function answer(
  { definitions, store, database }: Ground,
  { caller }: Call,
  { definition, id }: RowTarget,
): Promise<JsonObject> {
  const organizationId = caller.organization.id;
  const there =
    definition.shape === "setting"
      ? id === definition.kind
      : (await store.find(organizationId, definition.kind, id)) !== undefined;
  if (!there) throw notFound(definition);
  const { kind } = definition;
  const which = { organizationId, toKind: kind, toId: id, limit: shownRows };
  const rows = await database.query(sql.listRowsPointing, which);
  const data = rows.map((row) => shown(definitions, row));
  return { kind, resource: kind, id, total: rows[0]?.total ?? 0, data };
}

function shown(
  definitions: Registry,
  { kind, id, fields, configuration }: RowOf<typeof sql.listRowsPointing>,
): JsonObject {
  const definition = definitions[kind];
  const name = definition === undefined ? id : rowName(definition, { ...configuration, id });
  return { resource: kind, id, name, fields };
}
