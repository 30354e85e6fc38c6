/** The tools that the door offers: every operation as one, made once from the definitions. */
import type { CallToolResult, ServerContext, Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import {
  type ConfigurationOperation,
  type ConfigurationOperations,
  readerOf,
} from "../../engine/operation.ts";
import type { Level } from "../../kernel/access.ts";
import { once } from "../../kernel/once.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Detail } from "./brief-schemas.ts";
import { descriptionOf } from "./descriptions.ts";
import { inputSchemaOf, outputSchemaOf } from "./tool-schemas.ts";

/** A tool as it is listed, in few words and in all, and what calling it means. */
export interface OfferedTool {
  readonly name: string;
  /** Described when it is first listed: a service starts without the schemas of all tools. */
  listed(detail: Detail): Tool;
  readonly level: Level;
  readonly toolset: string;
  readonly readOnly: boolean;
  readonly calls: { readonly operation: ConfigurationOperation } | { readonly run: ExtraTool["run"] };
}

/** A tool that is no operation, such as those that a test build shows to the conformance suite. */
export interface ExtraTool {
  readonly listed: Tool;
  run(input: JsonObject, context: ServerContext): CallToolResult | Promise<CallToolResult>;
}

/** In one order for as long as the program runs: what is of no kind first, then kind by kind. */
export function offeredTools(
  operations: ConfigurationOperations,
  extra: readonly ExtraTool[] = [],
): readonly OfferedTool[] {
  const all = [...operations.values()];
  return [
    ...extra.map(({ listed, run }): OfferedTool => {
      const { name } = listed;
      return { name, listed: () => listed, level: "read", toolset: "test", readOnly: false, calls: { run } };
    }),
    ...[...all.filter((operation) => !isVerb(operation)), ...all.filter(isVerb)].map((operation) =>
      toolOf(operation, readerOf(operation, all)?.name),
    ),
  ];
}

function isVerb({ input }: ConfigurationOperation): boolean {
  return "definition" in input;
}

function toolOf(operation: ConfigurationOperation, reading: string | undefined): OfferedTool {
  const { name, title, level, tag, toolset = tag, effect } = operation;
  const annotations = annotationsOf(operation);
  const shown = (detail: Detail) => ({
    description: descriptionOf(operation, detail),
    inputSchema: inputSchemaOf(operation, detail) as Tool["inputSchema"],
  });
  const outputSchema = () => outputSchemaOf(operation, reading) as Tool["outputSchema"];
  const listed = {
    brief: once((): Tool => ({ name, ...shown("brief"), annotations })),
    full: once((): Tool => ({ name, title, ...shown("full"), outputSchema: outputSchema(), annotations })),
  };
  return {
    name,
    listed: (detail) => listed[detail](),
    level,
    toolset,
    readOnly: effect === "read",
    calls: { operation },
  };
}

/** A change of settings takes nothing away that could not be set back, so what is destructive is a delete, or says so. */
function annotationsOf({
  effect,
  cumulative,
  irrevocable,
  asksOthers,
}: ConfigurationOperation): ToolAnnotations {
  const openWorldHint = asksOthers === true;
  switch (effect) {
    case "read":
      return { readOnlyHint: true, openWorldHint };
    case "create":
      return { destructiveHint: false, openWorldHint };
    case "update":
      return {
        destructiveHint: irrevocable === true,
        idempotentHint: cumulative !== true,
        openWorldHint,
      };
    case "delete":
      return { destructiveHint: true, idempotentHint: true, openWorldHint };
  }
}
