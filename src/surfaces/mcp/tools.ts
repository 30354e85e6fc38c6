/** The tools that the door offers: every operation as one, made once from the definitions. */
import type { CallToolResult, ServerContext, Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { proposeName } from "../../engine/flat-input.ts";
import {
  type ConfigurationOperation,
  type ConfigurationOperations,
  partReadersOf,
  readerOf,
} from "../../engine/operation.ts";
import { proposedInstead } from "../../engine/proposing.ts";
import type { Level } from "../../kernel/access.ts";
import type { Json } from "../../kernel/field.ts";
import { once } from "../../kernel/once.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Detail } from "./brief-schemas.ts";
import { describedElsewhere } from "./described-elsewhere.ts";
import { descriptionOf } from "./descriptions.ts";
import { placeOf } from "./order.ts";
import { isFolded, meantCall, type RowTool, rowTools } from "./row-tools.ts";
import { hasOwnPropose, inputSchemaOf, orProposal, outputSchemaOf } from "./tool-schemas.ts";

/** A tool as it is listed, in few words and in all, and what calling it means. */
export interface OfferedTool {
  readonly name: string;
  /** Described when it is first listed: a service starts without the schemas of all tools. */
  listed(detail: Detail): Tool;
  readonly level: Level;
  readonly toolset: string;
  readonly readOnly: boolean;
  /** Left out of the brief list of all toolsets: there a tool of rows stands for it. */
  readonly isFolded?: boolean;
  readonly calls:
    | OwnCall
    | { readonly row: RowTool; readonly byKind: ReadonlyMap<string, OwnTool> }
    | { readonly run: ExtraTool["run"] };
}

interface OwnCall {
  readonly operation: ConfigurationOperation;
  /** The tool that reads what this one answers, where that is another one. */
  readonly reading?: string | undefined;
}

/** A tool that is one operation. */
type OwnTool = OfferedTool & { readonly calls: OwnCall };

/** What calling a tool comes to. */
export interface MeantCall extends OwnCall {
  readonly input: JsonObject;
}

/** A tool that is no operation, such as those that a test build shows to the conformance suite. */
export interface ExtraTool {
  readonly listed: Tool;
  run(input: JsonObject, context: ServerContext): CallToolResult | Promise<CallToolResult>;
}

/** In one order for as long as the program runs (order.ts). */
export function offeredTools(
  operations: ConfigurationOperations,
  extra: readonly ExtraTool[] = [],
): readonly OfferedTool[] {
  const all = [...operations.values()];
  const own = all.map((operation) => toolOf(operation, all));
  return [
    ...extra.map(({ listed, run }): OfferedTool => {
      const { name } = listed;
      return { name, listed: () => listed, level: "read", toolset: "test", readOnly: false, calls: { run } };
    }),
    ...inOrder([...own, ...rowTools.map((row) => rowTool(row, own))]),
  ];
}

function inOrder(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  const placed = tools.map((tool, at) => {
    const { calls, name, toolset } = tool;
    const operation = "operation" in calls ? calls.operation : undefined;
    const group = operation && "definition" in operation.input ? operation.input.definition.group : undefined;
    return { tool, place: [...placeOf(name, operation?.tag ?? toolset, group), at] };
  });
  const differing = (one: readonly number[], other: readonly number[]) =>
    one.map((part, index) => part - (other[index] as number)).find((difference) => difference !== 0) ?? 0;
  return placed.sort((one, other) => differing(one.place, other.place)).map(({ tool }) => tool);
}

/** One tool for a verb of every kind that has it. */
function rowTool(row: RowTool, own: readonly OwnTool[]): OfferedTool {
  const { name, description, properties, verb } = row;
  const ofVerb = own.flatMap((tool): [string, OwnTool][] => {
    const { input } = tool.calls.operation;
    return "definition" in input && input.verb === verb ? [[input.definition.kind, tool]] : [];
  });
  const hints = ofVerb.map(([, { calls }]) => annotationsOf(calls.operation));
  const has = (hint: keyof ToolAnnotations) => hints.some((one) => one[hint] === true);
  const annotations =
    verb === "get"
      ? { readOnlyHint: true, openWorldHint: has("openWorldHint") }
      : {
          destructiveHint: has("destructiveHint"),
          idempotentHint: hints.every(({ idempotentHint }) => idempotentHint === true),
          openWorldHint: has("openWorldHint"),
        };
  const inputSchema = { type: "object", properties, required: ["kind"] } as Tool["inputSchema"];
  return {
    name,
    listed: () => ({ name, description, inputSchema, annotations }),
    level: "read",
    toolset: "rows",
    readOnly: verb === "get",
    calls: { row, byKind: new Map(ofVerb) },
  };
}

/** What calling the tool comes to. @throws Refusal where a tool of rows is given no kind that it knows */
export function operationOf(
  { calls }: OfferedTool,
  input: JsonObject,
  selected: (tool: OfferedTool) => boolean,
): MeantCall {
  if ("operation" in calls) return asAsked(calls, input);
  if ("run" in calls) throw new Error("a tool of a test build is no operation");
  const known = new Map([...calls.byKind].filter(([, tool]) => selected(tool)));
  const { own, input: meant, propose } = meantCall(calls.row, known, input);
  return proposing({ operation: own.calls.operation, input: meant }, propose);
}

/** A kind may have a field of its own with the name `propose`: then a tool of rows is the way to propose such a row. */
function asAsked(own: OwnCall, input: JsonObject): MeantCall {
  if (hasOwnPropose(own.operation)) return { ...own, input };
  const { [proposeName]: propose, ...others } = input;
  return proposing({ ...own, input: others }, propose);
}

/** With `propose` the proposal in the place of the write. */
function proposing(meant: MeantCall, propose: Json | undefined): MeantCall {
  return propose === undefined
    ? meant
    : { ...meant, operation: proposedInstead(meant.operation, propose), reading: undefined };
}

function toolOf(operation: ConfigurationOperation, all: readonly ConfigurationOperation[]): OwnTool {
  const reading = readerOf(operation, all)?.name;
  const { name, title, level, tag, toolset = tag, effect } = operation;
  const annotations = annotationsOf(operation);
  const shown = (detail: Detail) => {
    const elsewhere = detail === "full" ? new Map<string, string>() : describedElsewhere(operation, all);
    return {
      description: descriptionOf(operation, detail, new Set(elsewhere.values())),
      inputSchema: inputSchemaOf(operation, detail, elsewhere) as Tool["inputSchema"],
    };
  };
  const answered = () => outputSchemaOf(operation, reading, partReadersOf(operation, all));
  const outputSchema = () =>
    (operation.asProposal ? orProposal(answered(), operation) : answered()) as Tool["outputSchema"];
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
    isFolded: isFolded(operation),
    calls: { operation, reading },
  };
}

/** A change of settings takes nothing away that could not be set back, so what is destructive is a delete, or says so. test/mcp/hints.test.ts compares all of them with what calls do. */
function annotationsOf({
  effect,
  cumulative,
  takesAway,
  asksOthers,
}: ConfigurationOperation): ToolAnnotations {
  const openWorldHint = asksOthers === true;
  switch (effect) {
    case "read":
      return { readOnlyHint: true, openWorldHint };
    case "create":
      return { destructiveHint: takesAway === true, openWorldHint };
    case "update":
      return {
        destructiveHint: takesAway === true,
        idempotentHint: cumulative !== true,
        openWorldHint,
      };
    case "delete":
      return { destructiveHint: true, idempotentHint: true, openWorldHint };
  }
}
