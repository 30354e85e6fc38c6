/** The call that says where a row lives in Git. It is one of its own: reading the row asks no repository. */

import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { keyOfRow } from "../../../engine/plan/bundle-entry.ts";
import { notFound } from "../../../engine/reading.ts";
import type { Ground } from "../../ground.ts";
import { keyObjectOf, readTarget, targetFields } from "../history/index.ts";
import type { Plans } from "../plans/index.ts";
import type { Places } from "./row-places.ts";
import { whereFields } from "./shapes.ts";

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
    output: { fields: whereFields },
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
