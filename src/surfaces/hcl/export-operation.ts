import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { ExportReader } from "../../engine/ports/export.ts";
import { choice, type Fields, text } from "../../kernel/field.ts";
import { unprocessable } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import { type JsonObject, parseBody, unknownField } from "../../kernel/validate.ts";
import { exportHcl } from "./export.ts";

const input: Fields = {
  format: choice({ description: "The file's format.", choices: ["hcl"], default: "hcl" }),
  resource: text({
    description: "The kinds to export, separated by commas; all of them when left out.",
    nullable: true,
    default: null,
    max: 2_000,
  }),
};

/** The export as an operation. */
export function exportOperation(
  reader: ExportReader,
  resources: readonly Resource[],
): ConfigurationOperation {
  return {
    name: "export_configuration",
    level: "read",
    effect: "read",
    title: "Export configuration",
    description:
      "The whole configuration, or some kinds of it, as one Terraform file with an import block per row: planning it changes nothing. Secrets stand in it as comments only.",
    tag: "export",
    resource: "export",
    credential: "bearer",
    method: "GET",
    path: "/api/v1/config/export",
    query: Object.keys(input),
    media: "application/hcl",
    input: { fields: input },
    output: { fields: { hcl: text({ description: "The file.", max: Number.MAX_SAFE_INTEGER }) } },
    confirms: false,
    async run(call, { body }) {
      const parsed = parseBody(input, body, "create");
      if (parsed.problems.length > 0) throw unprocessable(parsed.problems);
      const chosen = selection(resources, parsed.configuration);
      const { organization } = call.caller;
      return {
        status: 200,
        body: {},
        stream: {
          type: "application/hcl; charset=utf-8",
          member: "hcl",
          filename: `${organization.slug}.tf`,
          chunks: exportHcl({ reader, resources: chosen, organization, now: call.now }),
        },
      };
    },
  };
}

function selection(resources: readonly Resource[], { resource }: JsonObject): readonly Resource[] {
  if (typeof resource !== "string") return resources;
  const names = resource.split(",").map((name) => name.trim());
  const kinds = resources.map(({ kind }) => kind);
  const wrong = names.find((name) => !kinds.includes(name));
  if (wrong !== undefined) {
    const { field, message } = unknownField("resource", wrong, kinds, "resource");
    throw unprocessable([{ field, message: `"${wrong}" ${message}` }]);
  }
  return resources.filter(({ kind }) => names.includes(kind));
}
