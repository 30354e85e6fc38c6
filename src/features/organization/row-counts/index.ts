/** How many rows an organization has of each kind: lists are cut at their cap, and these are not. */
import type { Feature } from "../../../engine/feature.ts";
import type { AccountOperation } from "../../../engine/operation.ts";
import { integer, list, object, text } from "../../../kernel/field.ts";
import type { Ground } from "../../ground.ts";
import { sql } from "./queries.generated.ts";

export function createRowCounts(ground: Ground): Feature {
  return { name: "row counts", operations: [countRows(ground)] };
}

function countRows({ database, definitions }: Ground): AccountOperation {
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
      const which = { organizationId: caller.organization.id, kinds: kinds.map(({ kind }) => kind), now };
      const found = await database.query(sql.countListedRows, which);
      const data = kinds.map(({ kind, order }) => {
        const { count = 0, last_position: last = null } = found.find((one) => one.kind === kind) ?? {};
        const last_position = order === "position" && last !== null ? Number(last) : null;
        return { kind, count, last_position };
      });
      return { body: { data } };
    },
  };
}
