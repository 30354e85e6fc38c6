/** How many rows an organization has of each kind: lists are cut at their cap, and these are not. */
import type { Feature, Registry } from "../../engine/feature.ts";
import type { AccountOperation } from "../../engine/operation.ts";
import type { RowCounter } from "../../engine/ports/rows.ts";
import { integer, list, object, text } from "../../kernel/field.ts";
import type { Ground } from "../ground.ts";
import { createRowCountStore } from "./store.ts";

interface RowCountsDeps {
  readonly rows: RowCounter;
  readonly definitions: Registry;
}

export function createRowCounts({ database, definitions }: Ground): Feature {
  const rows = createRowCountStore(database);
  return { name: "row counts", operations: [countRows({ rows, definitions })] };
}

function countRows({ rows, definitions }: RowCountsDeps): AccountOperation {
  const kinds = Object.values(definitions).filter(({ shape }) => shape === "collection");
  return {
    name: "count_rows",
    scans: "short",
    tag: "organization",
    title: "Count rows",
    description:
      "How many rows the lists of each kind have, however many of them one list shows, and for kinds in order of position the last position.",
    method: "GET",
    path: "/api/v1/organizations/{org}/row_counts",
    credential: "session",
    level: "read",
    status: 200,
    output: {
      value: object({
        description: "The counts.",
        fields: {
          data: list({
            description: "One item for each kind of which there are many.",
            max: kinds.length,
            items: object({
              description: "One kind.",
              fields: {
                kind: text({ description: "The kind." }),
                count: integer({ description: "Its rows.", min: 0 }),
                last_position: integer({
                  description: "The highest position among them; null where there is none.",
                  nullable: true,
                }),
              },
            }),
          }),
        },
      }),
    },
    async run({ caller, now }) {
      if (caller === undefined) throw new Error("a call in an organization has a caller");
      const counted = await rows.count(
        caller.organization.id,
        kinds.map(({ kind }) => kind),
        now,
      );
      const data = kinds.map(({ kind, order }) => {
        const { count = 0, lastPosition = null } = counted.get(kind) ?? {};
        return { kind, count, last_position: order === "position" ? lastPosition : null };
      });
      return { body: { data } };
    },
  };
}
