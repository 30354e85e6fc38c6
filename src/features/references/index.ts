/** Which rows point at a row: who uses it, and what has to be changed before it can go. */

import type { Call } from "../../engine/context.ts";
import type { Feature, Registry } from "../../engine/feature.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { PointingReader, PointingRow, Store } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { type Fields, integer, list, object, text } from "../../kernel/field.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { rowName } from "../../kernel/words.ts";
import type { Ground } from "../ground.ts";
import { type RowTarget, readTarget, targetFields } from "../history/index.ts";
import { createPointingStore } from "./store.ts";

interface ReferencesDeps {
  readonly definitions: Registry;
  readonly store: Pick<Store, "find">;
  readonly pointing: PointingReader;
}

/** More are counted and not shown. */
const shownRows = 100;

const answerFields = {
  resource: text({ description: "The kind of the row that they point at." }),
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
  const pointing = createPointingStore(ground.database);
  return { name: "references", operations: [listReferences({ ...ground, pointing })] };
}

function listReferences(deps: ReferencesDeps): ConfigurationOperation {
  const fields = targetFields(Object.keys(deps.definitions));
  return {
    level: "read",
    effect: "read",
    tag: "references",
    toolset: "references",
    credential: "bearer",
    confirms: false,
    name: "list_references",
    scans: "short",
    title: "List references",
    description:
      "Answers which rows point at one row: its kind and id, their names, and the fields that they do it with. Use it before a change or a deletion, to see who uses the row. What the row itself points at stands in its own fields.",
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
  { definitions, store, pointing }: ReferencesDeps,
  { caller }: Call,
  { definition, id }: RowTarget,
): Promise<JsonObject> {
  const organizationId = caller.organization.id;
  const there =
    definition.shape === "setting"
      ? id === definition.kind
      : (await store.find(organizationId, definition.kind, id)) !== undefined;
  if (!there) throw notFound(definition);
  const { total, rows } = await pointing.rowsPointing(organizationId, definition.kind, id, shownRows);
  return { resource: definition.kind, id, total, data: rows.map((row) => shown(definitions, row)) };
}

function shown(definitions: Registry, { kind, id, fields, configuration }: PointingRow): JsonObject {
  const definition = definitions[kind];
  const name = definition === undefined ? id : rowName(definition, { ...configuration, id });
  return { resource: kind, id, name, fields };
}
