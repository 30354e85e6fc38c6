/** Every kind as a data source: a row found by its natural key, a setting as it stands. */
import type { Resource } from "../src/kernel/resource.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { dataSourceSchema } from "../src/surfaces/terraform/schema.ts";
import { refusal, words } from "./refusals.ts";
import { defaulted, settableFields, stateOf } from "./row-values.ts";
import type { SessionOf } from "./session.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { DataSourceServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

export function dataSourceServer(resource: Resource, session: SessionOf): DataSourceServer {
  return {
    schema: dataSourceSchema(resource),
    read: async ({ config, signal }) => {
      if (resource.shape === "setting") {
        const row = await session().rows.read(resource, resource.kind, signal);
        return { state: stateOf(resource, row?.body ?? {}, null) };
      }
      const key = keyOf(resource, config);
      const answer = await session().client("GET", `${resource.kind}?${new URLSearchParams(key)}`, {
        signal,
      });
      if (answer.status !== 200) throw refusal(resource, answer, "read");
      const found = pick(answer.body.data as readonly JsonObject[]);
      if (found === undefined) throw missing(resource, key);
      return { state: stateOf(resource, found, config) };
    },
  };
}

function keyOf(resource: Resource, config: ObjectValue): Record<string, string> {
  return Object.fromEntries(
    settableFields(resource)
      .filter(([name]) => resource.naturalKey.includes(name))
      .map(([name, field]) => [name, String(defaulted(field, config[argumentName(name)] ?? null))]),
  );
}

/** A key that is free again after a while may have had several rows: the one that still counts. */
function pick(rows: readonly JsonObject[]): JsonObject | undefined {
  return rows.find(({ active }) => active === true) ?? rows[0];
}

function missing(resource: Resource, key: Record<string, string>): DiagnosticsError {
  const shown = Object.entries(key).map(([name, value]) => `${argumentName(name)} "${value}"`);
  const [first = "id"] = resource.naturalKey;
  return new DiagnosticsError([
    {
      severity: "error",
      summary: `There is no such ${words(resource)}`,
      detail: `No row of ${resource.kind} has ${shown.join(" and ")}.`,
      path: [argumentName(first)],
    },
  ]);
}
