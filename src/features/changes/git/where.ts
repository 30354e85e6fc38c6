/** The call that says where a row lives in Git. It is one of its own: reading the row asks no repository. */

import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { keyOfRow } from "../../../engine/plan/bundle-entry.ts";
import { notFound } from "../../../engine/reading.ts";
import { choice, type Fields, integer, object, text } from "../../../kernel/field.ts";
import type { Ground } from "../../ground.ts";
import { keyObjectOf, readTarget, targetFields } from "../history/index.ts";
import type { Plans } from "../plans/index.ts";
import type { Places } from "./row-places.ts";

const answerFields = {
  kind: text({ description: "The kind of the row." }),
  id: text({ description: "Its id." }),
  status: choice({
    description:
      "found: file and line say where it is. none: no Git source has to do with it. unknown: nobody can say, and why says for what reason.",
    choices: ["found", "none", "unknown"],
  }),
  source: object({
    description: "The Git source that the row comes from, as far as there is one.",
    nullable: true,
    fields: {
      id: text({ description: "Its id." }),
      name: text({ description: "Its name." }),
      branch: text({ description: "The branch that it reads." }),
    },
  }),
  commit: text({ description: "The commit of the branch at which this holds.", nullable: true }),
  file: text({ description: "The file, from the root of the repository.", nullable: true }),
  line: integer({ description: "The line on which the row begins.", min: 1, nullable: true }),
  link: text({
    description: "The line on the forge's page at that commit; null where the forge is not known.",
    nullable: true,
  }),
  why: text({ description: "Why there is no place; null where there is one.", nullable: true }),
} satisfies Fields;

export function whereOperation(
  { definitions, engine, store }: Pick<Ground, "definitions" | "engine" | "store">,
  rows: Plans["rows"],
  places: Places,
): ConfigurationOperation {
  const fields = targetFields(Object.keys(definitions));
  return {
    name: "where_in_git",
    tag: "git_sources",
    toolset: "git_sources",
    reach: { kinds: { in: "kind", of: definitions }, row: "id" },
    level: "read",
    effect: "read",
    scans: "unless_kept",
    asksOthers: true,
    credential: "bearer",
    title: "Where a row is in Git",
    description: "The file and line of a Git source's repository that a row stands in, with a link.",
    method: "GET",
    path: "/api/v1/git/{kind}/{id}",
    input: { fields },
    output: { fields: answerFields },
    async run(call, { body }) {
      const { definition, id } = readTarget(definitions, fields, body).target;
      const { kind, shape } = definition;
      if (shape === "setting" && id !== kind) throw notFound(definition);
      const { managedBy: set = null } = await engine.get(call, definition, id);
      const organizationId = call.caller.organization.id;
      const configuration = (await store.row(organizationId, kind, id))?.configuration ?? {};
      const world = { organizationId, definitions };
      const keys = [
        await keyObjectOf(rows, world, definition, configuration),
        keyOfRow(definition, { configuration }),
      ] as const;
      return {
        status: 200,
        body: { kind, id, ...(await places.of(call, { definition, set, keys })) },
      };
    },
  };
}
