/** The export as an operation: what is written, and in which format. */
import { type Caller, turnOf } from "../../engine/context.ts";
import type { ExportFormat } from "../../engine/export-format.ts";
import { refuseKind, seesKind } from "../../engine/limits.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { isBundled } from "../../engine/plan/bundle-entry.ts";
import { maxChanges } from "../../engine/plan/edits.ts";
import type { ExportReader } from "../../engine/ports/export.ts";
import { choice, type Fields, text } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { parseBody } from "../../kernel/parse-body.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { type JsonObject, unknownField } from "../../kernel/validate.ts";
import type { Warning } from "../../kernel/warning.ts";
import { narrowed } from "./narrowed-reader.ts";

/** The first of the formats is the one that is meant where none is named. */
export function exportOperation(
  reader: ExportReader,
  registry: readonly Kind[],
  formats: readonly [ExportFormat, ...ExportFormat[]],
): ConfigurationOperation {
  const input: Fields = {
    format: choice({
      description: formats.map(({ description }) => description).join(" "),
      choices: formats.map(({ name }) => name),
      default: formats[0].name,
    }),
    resource: text({
      description: "Kinds, separated by commas; left out: all.",
      nullable: true,
      default: null,
      max: 2_000,
    }),
  };
  return {
    name: "export_configuration",
    scans: "long",
    level: "read",
    effect: "read",
    title: "Export configuration",
    description:
      "The whole configuration, or some kinds of it, in the format that is asked for. Secrets are in none of them.",
    tag: "export",
    reach: "own",
    toolset: "export",
    credential: "bearer",
    method: "GET",
    path: "/api/v1/config/export",
    query: Object.keys(input),
    media: Object.fromEntries(formats.map(({ mediaType, member }) => [mediaType, member])),
    input: { fields: input },
    output: { fields: Object.fromEntries(formats.map(({ member, shape }) => [member, shape])) },
    confirms: false,
    async run(call, { body }) {
      const parsed = parseBody(input, body, "create");
      if (parsed.problems.length > 0) throw unprocessable(parsed.problems);
      const { configuration } = parsed;
      const format = formats.find(({ name }) => name === configuration.format) ?? formats[0];
      const { organization } = call.caller;
      const definitions = selection(registry, configuration, call.caller);
      const seen = narrowed(reader, call.caller, registry);
      return {
        status: 200,
        body: {},
        warnings: format.planned ? await tooManyRows(seen, definitions, organization.id, call.now) : [],
        stream: {
          mediaType: format.mediaType,
          member: format.member,
          filename: `${organization.slug}.${format.extension}`,
          chunks: format.write({
            reader: seen,
            definitions,
            registry,
            organization,
            now: call.now,
            turn: turnOf(call),
          }),
        },
      };
    },
  };
}

/** What a plan of all of it would be refused for. */
async function tooManyRows(
  reader: ExportReader,
  definitions: readonly Kind[],
  organizationId: string,
  now: Date,
): Promise<Warning[]> {
  const kinds = definitions.filter(isBundled).map(({ kind }) => kind);
  const counts = await reader.counts(organizationId, kinds, now);
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (rows <= maxChanges) return [];
  const message = `has ${rows} rows, and one plan makes at most ${maxChanges} changes: where none of them is, plan it in parts, what others refer to first (orgconfig apply --in-parts does)`;
  return [{ resource: "bundle", key: null, field: "", reason: "too_many_changes", message }];
}

/** The kinds that are named, or all that the caller sees. */
function selection(registry: readonly Kind[], { resource }: JsonObject, caller: Caller): readonly Kind[] {
  if (typeof resource !== "string") return registry.filter((definition) => seesKind(caller, definition));
  const names = resource.split(",").map((name) => name.trim());
  const kinds = registry.map(({ kind }) => kind);
  const wrong = names.find((name) => !kinds.includes(name));
  if (wrong !== undefined) {
    const { field, message } = unknownField("resource", wrong, kinds, "resource");
    throw unprocessable([{ field, message: `"${wrong}" ${message}` }]);
  }
  const named = registry.filter(({ kind }) => names.includes(kind));
  for (const definition of named) refuseKind(caller, definition);
  return named;
}
